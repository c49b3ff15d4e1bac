"""A text cut into clauses, parentheses and the words between them."""

import re
import unicodedata
from typing import NamedTuple

from zhenshu.search.fold import SPACES, fold
from zhenshu.search.query.near import FIRST_HAN
from zhenshu.search.query.nodes import Problem, Span
from zhenshu.search.query.vocabulary import Vocabulary

LONGEST = 500  # characters of a query
MOST_CLAUSES = 60
LONGEST_NAME = 6  # of a field in Chinese
DEEPEST = 20  # parentheses inside one another

_SPACE = re.compile(f"[{SPACES}]")
_SEPARATOR = re.compile(f"[{SPACES}，、；]")
_COMMA = re.compile("[,，、]")
# Signs that are not seen: of control, without width, of writing direction, and half characters.
_UNSEEN = re.compile(
    "[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ud800-\udfff]"
)
_OPEN, _CLOSE = "(（", ")）"
_DASHES = "-－−"
_SIGNS = {"|": "or", "｜": "or", "&": "and", "＆": "and"}
_ALIKE = ('"“”„＂', "'‘’＇")  # one may close what another opens
QUOTES = {opened: alike for alike in _ALIKE for opened in alike} | {
    "「": "」",
    "『": "』",
    "﹁": "﹂",
    "﹃": "﹄",
    "«": "»",
}
# Operators in plain signs; `<>` is the other way to write `!=`.
_PLAIN = {"：": ":", "＝": "=", "！": "!", "＜": "<", "＞": ">"}
_OPERATORS = ("<=", ">=", "!=", "<>", "==", ":", "=", "<", ">")
_SAME = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}


class Given(NamedTuple):
    """The value of a clause as it was written: a `word`, `phrase` or `regex`."""

    kind: str
    at: Span
    text: str


class Token(NamedTuple):
    """`open`, `close`, `dash`, `or` and `and` (signs); `word`, which may be an operator too;
    `phrase`, `exact`, `regex`; or `field`, with its name, operator and value."""

    kind: str
    at: Span
    text: str = ""
    name_at: Span = (0, 0)
    op: str = ""
    op_at: Span = (0, 0)
    value: Given | None = None


class Lexer:
    """Cuts one query. `tokens` and `problems` are filled by making it."""

    def __init__(self, query: str, vocabulary: Vocabulary):
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self._vocabulary = vocabulary
        typed = whole(query)
        seen = [at for at, c in enumerate(typed[:LONGEST]) if not _UNSEEN.match(c)]
        self._chars = "".join(typed[at] for at in seen)
        self._places = [*seen, min(len(typed), LONGEST)]
        # The parentheses that are open: "(" of a group with its place, "w" of a word, "x" too deep.
        self._open: list[tuple[str, int]] = []
        self._clauses = 0
        at = 0
        while at < len(self._chars) and self._clauses <= MOST_CLAUSES:
            at = self._next(at)
        if self._clauses > MOST_CLAUSES:
            first = self.tokens.pop()
            self._problem("too-many", (first.at[0], len(typed)))
        elif len(typed) > LONGEST:
            self._problem("too-long", (LONGEST, len(typed)))
        else:
            for kind, place in self._open:
                if kind == "(":
                    self._problem("unclosed", self._span(place, place + 1), self._chars[place])

    def _span(self, begin: int, end: int) -> Span:
        """The place in the query of some characters that are seen."""
        return self._places[begin], self._places[end - 1] + 1 if end > begin else self._places[
            begin
        ]

    def _problem(self, code: str, at: Span, given: str = "") -> None:
        self.problems.append(Problem(code, at, given))

    def _add(self, kind: str, begin: int, end: int, text: str = "") -> int:
        self.tokens.append(Token(kind, self._span(begin, end), text))
        self._clauses += kind in ("word", "phrase", "exact", "regex")
        return end

    def _ends(self, at: int) -> bool:
        """Whether nothing of a clause stands here: a separator or the end."""
        return at >= len(self._chars) or _SEPARATOR.match(self._chars[at]) is not None

    def _next(self, at: int) -> int:
        """Read what begins here; where the next begins."""
        chars = self._chars
        c = chars[at]
        if _SEPARATOR.match(c):
            return at + 1
        if c in _OPEN:
            return self._opened(at)
        if c in _CLOSE and not (self._open and self._open[-1][0] == "w"):
            return self._closed(at)
        if c in _SIGNS:
            return self._add(_SIGNS[c], at, at + 1)
        if c in _DASHES and not self._ends(at + 1):
            return self._add("dash", at, at + 1)
        if c in "!！" and not self._ends(at + 1):
            given, end = self._value(at + 1, regex=False)
            if given:
                return self._add("exact", at, end, given.text)
        if c in QUOTES or c == "/":
            given, end = self._value(at)
            if given and given.kind != "word":
                return self._add(given.kind, at, end, given.text)
        return self._clause(at)

    def _opened(self, at: int) -> int:
        depth = sum(kind == "(" for kind, _place in self._open)
        if depth < DEEPEST:
            self._open.append(("(", at))
            return self._add("open", at, at + 1)
        if not any(problem.code == "too-deep" for problem in self.problems):
            self._problem("too-deep", self._span(at, at + 1), self._chars[at])
        self._open.append(("x", at))
        return at + 1

    def _closed(self, at: int) -> int:
        if not self._open:
            self._problem("unopened", self._span(at, at + 1), self._chars[at])
        elif self._open.pop()[0] == "(":
            self._add("close", at, at + 1)
        return at + 1

    def _clause(self, at: int) -> int:
        """A clause of a field, or a word."""
        before = list(self._open)
        end = self._run(at)
        first = next((place for place in range(at, end) if self._operator(place)), end)
        name = self._chars[at:first]
        known = fold(name) in self._vocabulary.names
        behind = self._behind_spaces(first) if known else first
        if (found := self._operator(behind)) and (known or first < end) and _is_name(name):
            self._open = before
            return self._field(at, first, behind, found, known)
        text = self._chars[at:end]
        # An operator may stand right before a parenthesis: 非（…）, or(…).
        head = re.match(r"(?:not|or|and|非|或|且)(?=[(（])", text, re.I)
        if head:
            self._open = before
            end = at + head.end()
            return self._add("word", at, end, head[0])
        return self._add("word", at, end, text)

    def _field(
        self, at: int, name_end: int, op_at: int, found: tuple[str, int], known: bool
    ) -> int:
        op, op_end = found
        name = self._chars[at:name_end]
        begin = self._behind_spaces(op_end) if known else op_end
        id = self._vocabulary.names[fold(name)][0] if known else ""
        given, end = self._value(begin, id in ("name", "text"), id == "sort")
        if given is None:
            end = op_end
        self.tokens.append(
            Token(
                "field",
                self._span(at, end),
                name,
                self._span(at, name_end),
                op,
                self._span(op_at, op_end),
                given,
            )
        )
        self._clauses += 1
        return end

    def _value(self, at: int, regex: bool = True, commas: bool = False) -> tuple[Given | None, int]:
        """The value that begins here, if one does, and where it ends."""
        chars = self._chars
        if self._ends(at):
            return None, at
        if close := QUOTES.get(chars[at]):
            end = next((i for i in range(at + 1, len(chars)) if chars[i] in close), len(chars))
            if end == len(chars):
                self._problem("unclosed-quote", self._span(at, at + 1), chars[at])
            inside = chars[at + 1 : end]
            end = min(end + 1, len(chars))
            return Given("phrase", self._span(at, end), inside), end
        if regex and chars[at] == "/" and (end := self._regex_end(at)):
            return Given("regex", self._span(at, end), chars[at + 1 : end - 1]), end
        end = self._run(at, commas)
        if end == at:
            return None, at
        return Given("word", self._span(at, end), chars[at:end]), end

    def _regex_end(self, at: int) -> int:
        """Where a regular expression ends that begins here; 0 if none does."""
        place = at + 1
        while place < len(self._chars):
            c = self._chars[place]
            if c == "\\":
                place += 1
            elif c == "/" and (self._ends(place + 1) or self._chars[place + 1] in _CLOSE):
                return place + 1 if place > at + 1 else 0
            place += 1
        return 0

    def _run(self, at: int, commas: bool = False) -> int:
        """Where a run of characters ends that is not broken by separators, nor by the Chinese name
        of a field with its operator: 关羽势力：蜀."""
        chars, begin = self._chars, at
        while at < len(chars):
            c = chars[at]
            if c in _OPEN:
                self._open.append(("w", at))
            elif c in _CLOSE:
                if not self._open or self._open[-1][0] != "w":
                    break
                self._open.pop()
            elif commas and _COMMA.match(c):
                behind = self._behind_spaces(at + 1)
                at = at if self._ends(behind) else behind - 1
            elif _SEPARATOR.match(c):
                break
            elif self._operator(at) and (name := self._name_before(at, begin)) > begin:
                return name
            at += 1
        return at

    def _name_before(self, at: int, begin: int) -> int:
        """Where the longest Chinese name of a field begins that ends here; -1 if none does."""
        for start in range(max(begin, at - LONGEST_NAME), at - 1):
            name = fold(self._chars[start:at])
            if name[:1] >= FIRST_HAN and name in self._vocabulary.names:
                return start
        return -1

    def _behind_spaces(self, at: int) -> int:
        while at < len(self._chars) and _SPACE.match(self._chars[at]):
            at += 1
        return at

    def _operator(self, at: int) -> tuple[str, int] | None:
        """The operator that stands here, in plain signs, and where it ends."""
        if at >= len(self._chars):
            return None
        if self._chars[at] in _SAME:
            return _SAME[self._chars[at]], at + 1
        two = "".join(_PLAIN.get(c, c) for c in self._chars[at : at + 2])
        op = next((op for op in _OPERATORS if two.startswith(op)), None)
        if op is None:
            return None
        end = at + len(op)
        # `cost:>=3`: the colon adds nothing.
        if op == ":" and (found := self._operator(end)) and found[0] != ":":
            return found
        return _SAME.get(op, op), end


def whole(text: str) -> str:
    """A text in which no character comes as two halves, as browsers give it."""
    if any("\ud800" <= c <= "\udfff" for c in text):
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return text


def _is_name(text: str) -> bool:
    """Whether a text can be meant as the name of a field: letters, with hyphens between."""
    return all(
        part and all(c == "_" or unicodedata.category(c)[0] == "L" for c in part)
        for part in text.split("-")
    )


def means_something(text: str) -> bool:
    """Whether anything of a text is left when it is folded."""
    return any(unicodedata.category(c)[0] in "LN" for c in unicodedata.normalize("NFKD", text))
