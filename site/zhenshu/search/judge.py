"""What a query means: for every entry yes, no or unknown.

A query is the tree that the parser makes (`zhenshu.search.query`). Each leaf gives the entries
that answer yes and those of which no source says; `and`, `or` and `not` join them as Kleene does.
A negation never finds what is unknown: of a card without a known cost neither `cost<=3` nor
`-cost<=3` is true.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from zhenshu.fields import UNKNOWN
from zhenshu.search.fold import fold, is_han, tokens
from zhenshu.search.library import Bits, Library, Number, TermColumn, bits, joined, members

Node = Mapping[str, Any]

X = "X"


class Truth(NamedTuple):
    """The entries of which something is true, and those of which nobody knows."""

    yes: Bits
    unknown: Bits


NOTHING = Truth(0, 0)


def pruned(node: Node | None) -> Node | None:
    """A tree without the leaves that ask for nothing, such as the word `!`; None if none is
    left."""
    if node is None:
        return None
    kind = node["kind"]
    if kind in ("and", "or"):
        parts = [part for part in map(pruned, node["parts"]) if part]
        return {**node, "parts": parts} if parts else None
    if kind == "not":
        part = pruned(node["part"])
        return {**node, "part": part} if part else None
    if kind in ("word", "phrase", "exact"):
        return node if fold(node["text"]) else None
    if kind == "field" and "text" in node["value"]:
        read = tokens if node["field"] == "text" else fold
        return node if read(node["value"]["text"]) else None
    return node


def leaves(node: Node) -> Iterable[Node]:
    """Every leaf of a tree, in order."""
    if node["kind"] in ("and", "or"):
        for part in node["parts"]:
            yield from leaves(part)
    elif node["kind"] == "not":
        yield from leaves(node["part"])
    else:
        yield node


def judged(node: Node, leaf: Callable[[Node], Truth], all: Bits) -> Truth:
    """A tree's truth from that of its leaves."""
    kind = node["kind"]
    if kind == "not":
        yes, unknown = judged(node["part"], leaf, all)
        return Truth(all & ~(yes | unknown), unknown)
    if kind not in ("and", "or"):
        return leaf(node)
    parts = [judged(part, leaf, all) for part in node["parts"]]
    yes = all if kind == "and" else 0
    maybe = yes  # those that are not known to fail
    for part in parts:
        if kind == "and":
            yes &= part.yes
            maybe &= part.yes | part.unknown
        else:
            yes |= part.yes
            maybe |= part.yes | part.unknown
    return Truth(yes, maybe & ~yes)


class Leaves:
    """The truth of leaves about facts, by the sets of a library. Leaves about names and texts are
    `names.Names`'."""

    def __init__(self, library: Library):
        self._library = library
        self._pairs: dict[tuple[str, str], dict[tuple[Number, Number], Bits]] = {}

    def truth(self, node: Node) -> Truth:
        """The truth of a field clause that is not about names or texts."""
        field, op, value = node["field"], node["op"], node["value"]
        if "flag" in value:
            return _denied(op, Truth(*self._library.flagged(value["flag"])), self._library)
        if field == "rule":
            return self._rule(op, value)
        if field == "ruling":
            return self._ruling(op, value)
        if field == "number":
            return self._printed(op, value)
        if field == "keyword":
            return self._keyword(op, value)
        if field in self._library.numbers and "terms" not in value:
            return self._number(field, op, value)
        column = self._library.terms[field]
        return self._terms(column, op, value)

    def _terms(self, column: TermColumn, op: str, value: Mapping[str, Any]) -> Truth:
        known, unknown, given = column.known, column.unknown, column.given
        if "unknown" in value:
            return Truth(given & ~unknown, 0) if op == "!=" else Truth(unknown, 0)
        if "none" in value:
            empty = self._library.all & ~(known | unknown)
            none = Truth(empty, unknown & ~known)
            return _denied(op, none, self._library)
        return _among(column, op, value["terms"])

    def _keyword(self, op: str, value: Mapping[str, Any]) -> Truth:
        if "keyword" not in value:
            return self._terms(self._library.keywords, op, value)
        number = value.get("number")
        ids = value["keyword"]
        names = ids if number is None else [f"{id}:{number}" for id in ids]
        return _among(self._library.keywords, op, names)

    def _number(self, field: str, op: str, value: Mapping[str, Any]) -> Truth:
        having, given = self._library.numbers[field]
        unknown = having.get(UNKNOWN, 0)
        if "unknown" in value:
            known = joined(found for each, found in having.items() if each != UNKNOWN)
            return Truth(known if op == "!=" else unknown, 0)
        if "none" in value:
            none = self._library.all & ~given
            if field == "requirement":
                nothing = having.get(0, 0)
                none |= nothing & ~joined(found for each, found in having.items() if each != 0)
            return _denied(op, Truth(none, 0), self._library)
        if "field" in value:
            return self._compared(field, op, value["field"])
        if "any" in value:
            test = _one_of(op, value["any"])
        elif "number" in value:
            test = _than(op, value["number"])
        elif "x" in value:
            test = _than(op, X)
        else:
            test = _within(op, value["from"], value["to"])
        return _decided((test(each), found) for each, found in having.items())

    def _compared(self, field: str, op: str, other: str) -> Truth:
        """Two fields of one face."""
        pairs = self._pairs.get((field, other))
        if pairs is None:
            places: dict[tuple[Number, Number], list[int]] = {}
            for place in range(self._library.size):
                ours, theirs = (self._library.faces(place, each) for each in (field, other))
                for pair in dict.fromkeys(zip(ours, theirs, strict=False)):
                    places.setdefault(pair, []).append(place)
            pairs = {pair: bits(found, self._library.size) for pair, found in places.items()}
            self._pairs[field, other] = pairs
        return _decided(
            (_than(op, right)(left), found)
            for (left, right), found in pairs.items()
            if left is not None and right is not None
        )

    def _printed(self, op: str, value: Mapping[str, Any]) -> Truth:
        """Printed numbers, of which none may be known."""
        library = self._library
        numbered = library.those(lambda record: any(record.get("numbers", ())))
        if "unknown" in value:
            return Truth(numbered if op == "!=" else library.kinds["card"] & ~numbered, 0)
        asked = fold(value["text"])
        whole = op == "=" or value.get("quoted")
        found = []
        for place, subject in enumerate(library.subjects):
            numbers = subject.numbers if subject else ()
            if asked in numbers or (not whole and any(n.startswith(asked) for n in numbers)):
                found.append(place)
        having = bits(found, library.size)
        unknown = library.kinds["card"] & ~numbered
        return Truth(numbered & ~having if op == "!=" else having, unknown)

    def _rule(self, op: str, value: Mapping[str, Any]) -> Truth:
        """What rests on some paragraphs: what cites them, and the cards with such a keyword."""
        library = self._library
        cited = [rule for rule in library.citing if _stands_in(rule, value["ids"])]
        citing = joined(library.citing[rule] for rule in cited)
        names = [library.records[p]["id"] for p in members(citing & library.kinds["keyword"])]
        cards = _among(library.keywords, ":", names) if names else NOTHING
        return _denied(op, Truth(citing | cards.yes, cards.unknown & ~citing), library)

    def _ruling(self, op: str, value: Mapping[str, Any]) -> Truth:
        library = self._library
        wanted = set(value["ids"])
        cards = {
            card
            for record in library.records
            if record["kind"] == "ruling" and record["id"] in wanted
            for card in record["cards"]
        }
        found = [("ruling", id) for id in wanted] + [("card", id) for id in cards]
        places = [library.places[each] for each in found if each in library.places]
        return _denied(op, Truth(bits(places, library.size), 0), library)


def _denied(op: str, truth: Truth, library: Library) -> Truth:
    """A truth, or its contrary if the operator asks for that."""
    if op != "!=":
        return truth
    return Truth(library.all & ~(truth.yes | truth.unknown), truth.unknown)


def _among(column: TermColumn, op: str, wanted: Iterable[str]) -> Truth:
    """The entries with a value among those wanted; with `=` alone, with `!=` some other value."""
    source = column.exactly if op == "=" else column.having
    yes = joined(source.get(term, 0) for term in wanted)
    unknown = column.unknown & ~yes
    return Truth(column.given & ~(yes | unknown), unknown) if op == "!=" else Truth(yes, unknown)


def _decided(answers: Iterable[tuple[bool | None, Bits]]) -> Truth:
    """The truth of entries that answer for each face; one face is enough for yes."""
    yes, unknown = 0, 0
    for answer, found in answers:
        if answer:
            yes |= found
        elif answer is None:
            unknown |= found
    return Truth(yes, unknown & ~yes)


def _than(op: str, wanted: Number) -> Callable[[Number], bool | None]:
    """A comparison with a number, with X or with what is unknown; None where nobody can tell."""

    def test(value: Number) -> bool | None:
        if UNKNOWN in (value, wanted):
            return None
        if op in (":", "="):
            return value == wanted
        if op == "!=":
            return value != wanted
        if not isinstance(value, int) or not isinstance(wanted, int):
            return None
        if op in ("<", ">"):
            return value < wanted if op == "<" else value > wanted
        return value <= wanted if op == "<=" else value >= wanted

    return test


def _one_of(op: str, wanted: Sequence[Number]) -> Callable[[Number], bool | None]:
    def test(value: Number) -> bool | None:
        if value == UNKNOWN and UNKNOWN not in wanted:
            return None
        return (value in wanted) != (op == "!=")

    return test


def _within(op: str, least: int, most: int) -> Callable[[Number], bool | None]:
    def test(value: Number) -> bool | None:
        if not isinstance(value, int):
            return None
        return (least <= value <= most) != (op == "!=")

    return test


def _stands_in(paragraph: str, ids: Iterable[str]) -> bool:
    """Whether a paragraph is one of those named, or stands in a section named."""
    return any(paragraph == id or paragraph.startswith(f"{id}.") for id in ids)


def sought(text: str, quoted: bool) -> str:
    """What `library.spaced` must hold for a text to have some words one after the other; the last
    may be unfinished if they are not quoted."""
    asked = tokens(text)
    if not asked:
        return ""
    whole = quoted or is_han(asked[-1])
    return f" {' '.join(asked)}{' ' if whole else ''}"
