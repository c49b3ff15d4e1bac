"""From the parts of a query to its tree: what belongs together, and what cannot stand where."""

import unicodedata

from zhenshu.search.fold import fold
from zhenshu.search.query.lexer import Lexer, Token, means_something
from zhenshu.search.query.nodes import Group, Key, Node, Not, Problem, Query, Span, Words
from zhenshu.search.query.resolver import resolve, sort_keys, unknown_field, view
from zhenshu.search.query.vocabulary import Vocabulary

_WORDS = {"not": "not", "非": "not", "or": "or", "或": "or", "and": "and", "且": "and"}
_STARTERS = ("open", "dash", "word", "phrase", "exact", "regex", "field")
_ENDERS = ("word", "phrase", "exact", "regex", "field", "close")


def parse(text: str, vocabulary: Vocabulary) -> Query:
    """What a text says. Every text says something; what cannot be understood becomes a problem and
    is left out, and problems come in the order of their places."""
    lexer = Lexer(text, vocabulary)
    parser = _Parser(_with_operators(lexer.tokens), vocabulary)
    tree = parser.any(0, False)
    problems = sorted([*lexer.problems, *parser.problems], key=lambda problem: problem.at)
    return Query(tree, parser.sort, parser.view, parser.settings, tuple(problems))


def _with_operators(tokens: list[Token]) -> list[Token]:
    """The tokens with words that join or deny told from words to look for."""
    found: list[Token] = []
    tokens = _without_idle_dashes(tokens)
    for place, token in enumerate(tokens):
        kind = token.kind
        if kind == "word":
            kind = _WORDS.get(unicodedata.normalize("NFKC", token.text).lower(), "word")
        elif kind == "dash":
            kind = "not"
        before = bool(found) and found[-1].kind in _ENDERS
        behind = place + 1 < len(tokens) and tokens[place + 1].kind in _STARTERS
        if (kind == "not" and not behind) or (kind in ("or", "and") and not (before and behind)):
            kind = "word"
        if kind != "word" or token.kind == "word":
            found.append(token._replace(kind=kind))
    return found


def _without_idle_dashes(tokens: list[Token]) -> list[Token]:
    """The tokens without dashes that deny nothing, however many stand together."""
    kept: list[Token] = []
    for token in reversed(tokens):
        if token.kind != "dash" or (kept and kept[-1].kind in _STARTERS):
            kept.append(token)
    return kept[::-1]


class _Parser:
    """Reads tokens from first to last: or of ands of clauses, each perhaps denied."""

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary):
        self.problems: list[Problem] = []
        self.sort: tuple[Key, ...] = ()
        self.view: str | None = None
        self.settings: dict[str, Span] = {}
        self._tokens = tokens
        self._vocabulary = vocabulary
        self._at = 0
        # The settings beside the clauses that are being read.
        self._held: list[Token] = []

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else "end"

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def any(self, depth: int, denied: bool) -> Node | None:
        """Sides with `or` between them, up to the end or a closing parenthesis."""
        sides: list[tuple[Node | None, list[Token]]] = []
        outside = self._held
        while True:
            self._held = []
            sides.append((self._all(depth, denied), self._held))
            if self._kind() != "or":
                break
            self._take()
        self._held = outside
        for part, held in sides:
            self._settle(held, part is not None or len(sides) == 1)
        return _group("or", [part for part, _held in sides if part])

    def _all(self, depth: int, denied: bool) -> Node | None:
        parts: list[Node] = []
        while self._kind() not in ("or", "close", "end"):
            if self._kind() == "and":
                self._take()
            elif part := self._one(depth, denied):
                parts.append(part)
        return _group("and", parts)

    def _one(self, depth: int, denied: bool) -> Node | None:
        begin, times = self._tokens[self._at].at[0], 0
        while self._kind() == "not":
            self._take()
            times += 1
        part = self._plain(depth, denied or times > 0)
        return Not((begin, part.at[1]), part) if part and times % 2 else part

    def _plain(self, depth: int, denied: bool) -> Node | None:
        token = self._take()
        if token.kind == "open":
            part = self.any(depth + 1, denied)
            end = part.at[1] if part else token.at[1]
            if self._kind() == "close":
                end = self._take().at[1]
            if isinstance(part, Group):
                return Group(part.kind, (token.at[0], end), part.parts)
            return part
        if token.kind == "field":
            return self._field(token, depth > 0 or denied)
        if token.kind == "regex":
            return resolve(token, self._vocabulary, self.problems)
        if not means_something(token.text):
            return None
        return Words(token.kind, token.at, token.text)

    def _field(self, token: Token, inside: bool) -> Node | None:
        known = self._vocabulary.names.get(fold(token.text))
        if known is None:
            self.problems.append(unknown_field(token, self._vocabulary))
            return None
        if known[0] not in self._vocabulary.settings:
            return resolve(token, self._vocabulary, self.problems)
        if inside:
            self._misplaced(token)
        else:
            self._held.append(token)
        return None

    def _misplaced(self, token: Token) -> None:
        self.problems.append(Problem("misplaced", token.at, token.text))

    def _settle(self, tokens: list[Token], placed: bool) -> None:
        """Take over settings, or say that they are in no place for them."""
        for token in tokens:
            setting = self._vocabulary.names[fold(token.text)][0]
            if not placed:
                self._misplaced(token)
            elif setting == "sort":
                if keys := sort_keys(token, self._vocabulary, self.problems):
                    self.sort = keys
                    self.settings["sort"] = token.at
            elif shown := view(token, self._vocabulary, self.problems):
                self.view = shown
                self.settings["as"] = token.at


def _group(kind: str, parts: list[Node]) -> Node | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return Group(kind, (parts[0].at[0], parts[-1].at[1]), tuple(parts))
