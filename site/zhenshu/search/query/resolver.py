"""What the value of a clause means for its field, and what is wrong with one that means nothing."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from zhenshu.search.fold import SPACE, fold
from zhenshu.search.query import regex
from zhenshu.search.query.lexer import Given, Token, means_something
from zhenshu.search.query.near import nearest
from zhenshu.search.query.nodes import Clause, Key, Node, Problem, Value, Words
from zhenshu.search.query.vocabulary import NUMBERED, Term, Vocabulary

_NUMBER = re.compile(r"[0-9]{1,6}")
_RANGE = re.compile(r"([0-9]{1,6})(?:\.\.|[-–~])([0-9]{1,6})")
_EQUAL = (":", "=", "!=")
_SORT_KEY = re.compile(r"([-－−]?)\s*(.*)", re.DOTALL)
_UNKNOWN = "?"
_SIDE = re.compile("[^|｜]+")
# What holds the values of fields that take several at once, and the numbers that stand in a list.
_LISTS = ("terms", "keyword", "ids")
_SINGLE = {"number", "x", "unknown"}
MOST_LISTED = 12  # values of a field that are all named where none is like the one given


class _Wrong(Exception):
    """A clause that means nothing, as the problem that tells so."""

    def __init__(self, problem: Problem):
        super().__init__(problem.code)
        self.problem = problem


def resolve(token: Token, vocabulary: Vocabulary, problems: list[Problem]) -> Node | None:
    """The node of a clause, or of a regular expression that stands alone; None with a problem."""
    try:
        if token.kind == "regex":
            begin = token.at[0] + 1
            _check_regex(token.text, begin, token, None)
            return Words("regex", token.at, token.text)
        id = vocabulary.names[fold(token.text)][0]
        value = _any_of(token, id, vocabulary, problems) or _Clause(token, id, vocabulary).value()
        return Clause(token.at, id, token.op, value)
    except _Wrong as wrong:
        problems.append(wrong.problem)
        return None


def _any_of(token: Token, id: str, vocabulary: Vocabulary, problems: list[Problem]) -> Value | None:
    """The value of `wind|fire`; None if a value is no such list. A side that means nothing is left
    out with a problem."""
    given = token.value
    if given is None or given.kind != "word" or token.op not in _EQUAL:
        return None
    sides = list(_SIDE.finditer(given.text))
    values, wrong = [], []
    for side in sides if len(sides) > 1 else ():
        begin = given.at[0] + side.start()
        part = Given("word", (begin, begin + len(side[0])), side[0])
        try:
            values.append(_Clause(token._replace(value=part), id, vocabulary).value())
        except _Wrong as error:
            # What must be quoted cannot stand in a list.
            near = tuple(one for one in error.problem.near if not SPACE.search(one))
            wrong.append(replace(error.problem, near=near))
    found = _joined(values)
    if found:
        problems += wrong
    return found


def _joined(values: list[Value]) -> Value | None:
    """One value that means any of some; None if there is none."""
    if values and all(len(value) == 1 and value.keys() <= _SINGLE for value in values):
        numbers = [value.get("number", "X" if "x" in value else "unknown") for value in values]
        return {"any": list(dict.fromkeys(numbers))} if len(numbers) > 1 else values[0]
    for name in _LISTS:
        if values and all(name in value for value in values):
            if len({value.get("number") for value in values}) > 1:
                return None
            return {**values[0], name: list(dict.fromkeys(i for v in values for i in v[name]))}
    return None


def unknown_field(token: Token, vocabulary: Vocabulary) -> Problem:
    """What to say of a name that no field has."""
    known = [(key, shown) for key, (_id, shown) in vocabulary.names.items()]
    near = nearest(fold(token.text), [pair for pair in known if len(pair[1]) > 1])
    return Problem("unknown-field", token.name_at, token.text, near)


def sort_keys(token: Token, vocabulary: Vocabulary, problems: list[Problem]) -> tuple[Key, ...]:
    """The keys that `sort` names; those it cannot mean become problems."""
    given = _setting(token, vocabulary, problems)
    if given is None:
        return ()
    numbers = vocabulary.numbers
    own = {key: term.id for term in vocabulary.terms("sort") for key in term.keys}
    keys: dict[str, Key] = {}
    known = [(key, shown) for key, (_id, shown) in numbers.items()]
    known += [(key, term.shown) for term in vocabulary.terms("sort") for key in term.keys]
    values = [vocabulary.label(id) for id, _shown in numbers.values()]
    values += [term.shown for term in vocabulary.terms("sort")]
    for part in re.finditer("[^,，、]+", given.text):
        sort_key = _SORT_KEY.fullmatch(part[0].strip())
        assert sort_key  # which any text is
        down, name = sort_key.groups()
        folded = fold(name)
        if id := own.get(folded) or numbers.get(folded, ("",))[0]:
            keys.setdefault(id, Key(id, bool(down)))
        elif folded:
            begin = given.at[0] + (given.kind == "phrase") + part.start() + part[0].index(name)
            typed = Given("word", (begin, begin + len(name)), name)
            problems.append(_unknown_value(typed, "sort", nearest(folded, known), values))
    return tuple(keys.values())


def view(token: Token, vocabulary: Vocabulary, problems: list[Problem]) -> str | None:
    """The form of results that `as` names."""
    given = _setting(token, vocabulary, problems)
    if given is None:
        return None
    folded = fold(given.text)
    terms = vocabulary.terms("as")
    found = [term.id for term in terms if folded in term.keys]
    if not found:
        near = nearest(folded, _known(terms))
        problems.append(_unknown_value(given, "as", near, [term.shown for term in terms]))
    return found[0] if found else None


def _setting(token: Token, vocabulary: Vocabulary, problems: list[Problem]) -> Given | None:
    if token.op not in (":", "="):
        id = vocabulary.names[fold(token.text)][0]
        problems.append(Problem("bad-op", token.op_at, token.op, (":",), id))
    elif token.value is None or not means_something(token.value.text):
        problems.append(Problem("no-value", token.at, token.text))
    else:
        return token.value
    return None


def _known(terms: Iterable[Term]) -> list[tuple[str, str]]:
    return [(key, term.shown) for term in terms for key in (*term.keys, term.sound)]


def _unknown_value(
    given: Given, field: str, near: tuple[str, ...], values: Iterable[str]
) -> Problem:
    """What to say of a value that a field does not have: those like it, or all if they are few."""
    few = tuple(dict.fromkeys(values))
    if near or not 0 < len(few) <= MOST_LISTED:
        return Problem("unknown-value", given.at, given.text, near, field)
    return Problem("not-among", given.at, given.text, few, field)


def _check_regex(source: str, begin: int, token: Token, field: str | None) -> None:
    try:
        regex.compile(source)
    except regex.BadRegex as bad:
        at = min(begin + bad.at, token.at[1] - 1)
        given = source[bad.at : bad.at + 3]
        raise _Wrong(Problem("bad-regex", (at, at + 1), given, (), field)) from None


class _Clause:
    """One clause on its way to a value."""

    def __init__(self, token: Token, id: str, vocabulary: Vocabulary):
        self.token = token
        self.id = id
        self.kind: str = vocabulary.fields[id]["kind"]
        self.vocabulary = vocabulary
        if token.value is None:
            raise self.wrong("no-value")
        self.given = token.value
        self.folded = fold(self.given.text)
        self.plain = unicodedata.normalize("NFKC", self.given.text).strip()

    def wrong(self, code: str, near: tuple[str, ...] = ()) -> _Wrong:
        if code == "no-value":
            return _Wrong(Problem(code, self.token.at, self.token.text, (), self.id))
        if code == "bad-op":
            return _Wrong(Problem(code, self.token.op_at, self.token.op, (":",), self.id))
        return _Wrong(Problem(code, self.given.at, self.given.text, near, self.id))

    def value(self) -> Value:
        """The value, in one of the forms that the package lists."""
        if self.kind == "number":
            return self.number()
        if self.token.op not in _EQUAL:
            raise self.wrong("bad-op")
        if self.kind in ("name", "text"):
            return self.words()
        found = self.common()
        if found is None:
            found = getattr(self, self.kind)()
        if found is None:
            near = nearest(self.folded, _known(self.candidates()))
            values = [term.shown for term in self.terms()]
            raise _Wrong(_unknown_value(self.given, self.id, near, values))
        return dict(found)

    def common(self) -> Value | None:
        """Values that many fields have: unknown and none. A term of that name comes first."""
        if self.kind in ("flag", "ruling", "rule"):
            return None
        if any(self.folded in term.keys for term in self.terms()):
            return None
        if self.plain == _UNKNOWN:
            return {"unknown": True}
        for term in self.vocabulary.terms("value"):
            if self.folded in term.keys and (self.kind != "prefix" or term.id == "unknown"):
                return {term.id: True}
        return None

    def number(self) -> Value:
        found: Value | None = None
        if (single := _NUMBER.fullmatch(self.plain)) is not None:
            return {"number": int(single[0])}
        if other := self.vocabulary.numbers.get(self.folded):
            return {"field": other[0]}
        if ends := _RANGE.fullmatch(self.plain):
            low, high = sorted((int(ends[1]), int(ends[2])))
            found = {"from": low, "to": high}
        elif self.folded == "x":
            found = {"x": True}
        else:
            found = self.common() or (self.term() if self.terms() and self.folded else None)
        if found is None:
            known = [(key, shown) for key, (_id, shown) in self.vocabulary.numbers.items()]
            raise self.wrong("not-a-number", nearest(self.folded, known))
        if self.token.op not in _EQUAL:
            raise self.wrong("bad-op")
        return found

    def terms(self) -> list[Term]:
        return self.vocabulary.field_terms(self.id)

    def meant(self, terms: Sequence[Term], folded: str) -> list[Term]:
        """The terms that a folded word names best; with `=`, only by a whole name or sound."""
        if self.token.op == "=":
            terms = [term for term in terms if folded in (*term.keys, term.sound)]
        best = min((term.rank(folded) for term in terms), default=3)
        return [term for term in terms if term.rank(folded) == best] if best < 3 else []

    def term(self) -> Value | None:
        if not self.folded:
            return None
        found = [term.id for term in self.meant(self.terms(), self.folded)]
        if self.token.op != "=":
            covers = self.vocabulary.fields[self.id]["covers"]
            found += [other for id in found for other in covers.get(id, ())]
        return {"terms": list(dict.fromkeys(found))} if found else None

    def flag(self) -> Value | None:
        found = self.meant(self.terms(), self.folded) if self.folded else []
        return {"flag": found[0].id} if found else None

    def keyword(self) -> Value | None:
        if not self.folded:
            return None
        if found := self.meant(self.terms(), self.folded):
            return {"keyword": [term.id for term in found], "number": None}
        if numbered := NUMBERED.fullmatch(self.folded):
            with_number = [term for term in self.terms() if term.pattern]
            if found := self.meant(with_number, numbered[1]):
                number = "X" if numbered[2] == "x" else int(numbered[2])
                return {"keyword": [term.id for term in found], "number": number}
        return None

    def words(self) -> Value:
        if self.given.kind == "regex":
            _check_regex(self.given.text, self.given.at[0] + 1, self.token, self.id)
            return {"regex": self.given.text}
        if not means_something(self.given.text):
            raise self.wrong("no-value")
        return {"text": self.given.text, "quoted": self.given.kind == "phrase"}

    def prefix(self) -> Value:
        if not self.folded:
            raise self.wrong("no-value")
        return {"text": self.given.text, "quoted": self.given.kind == "phrase"}

    def ruling(self) -> Value | None:
        known = self.vocabulary.rulings
        game, wanted = self.qualified()
        ids = [f"{slug}/{id}" for slug in known for id in known[slug] if game in ("", slug)]
        found = [id for id in ids if id.partition("/")[2] == wanted]
        if not found and self.token.op != "=" and wanted:
            found = [id for id in ids if id.partition("/")[2].startswith(wanted)]
        return {"ids": found} if found else None

    def rule(self) -> Value | None:
        game, wanted = self.qualified()
        found: list[str] = []
        begun: list[str] = []
        for slug, sections in self.vocabulary.rules.items():
            if game not in ("", slug) or not wanted:
                continue
            section, _dot, number = wanted.rpartition(".")
            if _NUMBER.fullmatch(number) and 0 < int(number) <= sections.get(section, 0):
                found.append(f"{slug}/{section}.{int(number)}")
            paths = {path: True for id in sections for path in _paths(id)}
            found += [f"{slug}/{path}" for path in paths if path == wanted]
            begun += [
                f"{slug}/{path}"
                for path in paths
                if path.startswith(wanted) and path.rpartition(".")[0] == section
            ]
        return {"ids": found or begun} if found or begun else None

    def qualified(self) -> tuple[str, str]:
        """A game, if one stands before a slash, and an id in small letters."""
        game, slash, id = self.plain.lower().partition("/")
        return (game, id) if slash else ("", game)

    def candidates(self) -> list[Term]:
        """What a value that was not found may have been."""
        if self.kind == "ruling":
            ids = {id: True for known in self.vocabulary.rulings.values() for id in known}
        elif self.kind == "rule":
            rules = self.vocabulary.rules.values()
            ids = {path: True for known in rules for id in known for path in _paths(id)}
        else:
            return self.terms()
        return [Term([id, id, fold(id), ""]) for id in ids]


@cache
def _paths(id: str) -> list[str]:
    """An id and what stands above it: combat.dodge, combat."""
    parts = id.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
