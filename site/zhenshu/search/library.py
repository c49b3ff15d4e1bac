"""All entries, ready to be searched.

Entries stand in catalogue order; the place of an entry is its number in that order. A set of
entries is an integer whose bit at a place says whether the entry is in it, so that thousands of
cards are joined or left out in one step.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress, count
from typing import NamedTuple

from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.search.entries import Record
from zhenshu.search.facts import MAYBE, Columns
from zhenshu.search.fold import fold, plain, tokens
from zhenshu.search.keys import Keys, entry_keys, with_short
from zhenshu.search.match import Subject
from zhenshu.searchwords import KINDS

Bits = int
Number = int | str | None

OWN_TERMS = ("game", "in", "lang", "set")
"""The fields whose values are terms that stand in no fact of a card."""


class Entry(NamedTuple):
    """An entry with what is worked out of it once, when it is indexed."""

    record: Record
    keys: Keys | None
    """Of a card or keyword; a ruling or paragraph goes by its title."""
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    """By language, as `spaced` tokens."""

    @classmethod
    def of(cls, record: Record) -> "Entry":
        """Work it out, which takes time for thousands of entries."""
        keys = entry_keys(record) if "names" in record else None
        number = f" {record['id'].partition('/')[2]}" if record["kind"] == "rule" else ""
        titles = {
            language: spaced(f"{record['title'][language]}{number}") if "title" in record else ""
            for language in LANGUAGES
        }
        texts = {language: spaced(text_of(record, language)) for language in LANGUAGES}
        return cls(record, keys, titles, texts)


def text_of(record: Record, language: str) -> str:
    """All that an entry says to the readers of a language; of a ruling also the question."""
    question = [record["title"][language]] if record["kind"] == "ruling" else []
    return "\n".join([*question, *(text for text, _language in record["lines"][language])])


def spaced(text: str) -> str:
    """The tokens of a text with a space before and behind each, to be looked for in it."""
    return f" {' '.join(tokens(text))} "


def bits(places: Iterable[int], size: int) -> Bits:
    """The set of some places below a size."""
    found = bytearray(size // 8 + 1)
    for place in places:
        found[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(found, "little")


def members(found: Bits) -> list[int]:
    """The places of a set, in order."""
    digits = bin(found)[:1:-1].encode().translate(_TRUTHS)
    return list(compress(count(), digits))


_TRUTHS = bytes.maketrans(b"01", b"\0\1")


class TermColumn(NamedTuple):
    """Sets of entries by their values of a field whose values are terms or flags."""

    having: Mapping[str, Bits]
    exactly: Mapping[str, Bits]  # those with a list of nothing but the term
    known: Bits  # those with a list that is not empty
    unknown: Bits
    given: Bits  # those to which the field applies


class NumberColumn(NamedTuple):
    """Sets of entries by their values of a field that is a number; X and unknown among them."""

    having: Mapping[int | str, Bits]
    given: Bits


class Library:
    """All entries in order, and sets of them by their facts."""

    def __init__(self, entries: Sequence[Entry], columns: Columns):
        self._columns = columns
        self.size = len(entries)
        self.records = [entry.record for entry in entries]
        self._fronts: dict[str, list[Number]] = {}
        self.all = (1 << self.size) - 1
        self.subjects = [Subject.of(entry.keys) if entry.keys else None for entry in entries]
        # All keys of each in one, for a quick look whether a word is in any of them.
        self.keys = [s.joined.others + s.joined.small if s else "" for s in self.subjects]
        self.ids = [record["id"] for record in self.records]
        self.titles = {each: [entry.titles[each] for entry in entries] for each in LANGUAGES}
        self.texts = {each: [entry.texts[each] for entry in entries] for each in LANGUAGES}
        self.places = {
            (record["kind"], record["id"]): place for place, record in enumerate(self.records)
        }
        self.kinds = {
            kind: self.those(lambda record, kind=kind: record["kind"] == kind) for kind in KINDS
        }

    def prepare(self) -> None:
        """Work out all sets now rather than when they are first asked for."""
        for sets in (self.numbers, self.terms, self.keywords, self.flags, self.citing):
            assert sets is not None

    def those(self, test: Callable[..., bool]) -> Bits:
        """The entries whose records pass a test."""
        return bits((p for p, record in enumerate(self.records) if test(record)), self.size)

    @cached_property
    def printed(self) -> list[tuple[str, str]]:
        """Printed numbers, folded and as they are, each also without its rarity."""
        given = (number for record in self.records for number in record.get("numbers", ()))
        unlike: dict[str, str] = {}
        for number in with_short(filter(None, given)):
            unlike.setdefault(fold(number), number)
        return list(unlike.items())

    @cached_property
    def numbers(self) -> dict[str, NumberColumn]:
        return {field: self._number_column(field) for field in self._columns.numbers}

    def faces(self, place: int, field: str) -> Sequence[Number]:
        """The number of each face of an entry; empty where the field does not apply."""
        facts = self.records[place].get("facts")
        found: Sequence[Number] = facts["numbers"].get(field, ()) if facts else ()
        return found

    def fronts(self, field: str) -> Sequence[Number]:
        """The number of the front of each entry, by place."""
        if field not in self._fronts:
            faces = (self.faces(place, field) for place in range(self.size))
            self._fronts[field] = [next(iter(values), None) for values in faces]
        return self._fronts[field]

    def _number_column(self, field: str) -> NumberColumn:
        having: dict[int | str, list[int]] = defaultdict(list)
        for place in range(self.size):
            for value in dict.fromkeys(self.faces(place, field)):
                if value is not None:
                    having[value].append(place)
        found = {value: bits(places, self.size) for value, places in having.items()}
        return NumberColumn(found, joined(found.values()))

    @cached_property
    def terms(self) -> dict[str, TermColumn]:
        return {field: self._term_column(field) for field in (*self._columns.terms, *OWN_TERMS)}

    def lists(self, place: int, field: str) -> Sequence[Sequence[str] | str]:
        """The lists of terms of an entry for a field; UNKNOWN for one that no source gives."""
        record = self.records[place]
        if field == "in":
            return [[record["kind"]]]
        if field == "game":
            return [[record["id"].partition("/")[0]]]
        if field == "lang":
            named = (language.partition("-")[0] for _name, language in record.get("names", ()))
            return [list(dict.fromkeys(named))] if "names" in record else []
        if "facts" not in record:
            return []
        if field == "set":
            return [record["facts"]["sets"]]
        found: Sequence[Sequence[str] | str] = record["facts"]["terms"].get(field, ())
        return found

    def _term_column(self, field: str) -> TermColumn:
        having: dict[str, list[int]] = defaultdict(list)
        exactly: dict[str, list[int]] = defaultdict(list)
        known, unknown, given = [], [], []
        for place in range(self.size):
            lists = self.lists(place, field)
            if not lists:
                continue
            given.append(place)
            if UNKNOWN in lists:
                unknown.append(place)
            values = [term for terms in lists if terms != UNKNOWN for term in terms]
            if values:
                known.append(place)
            for term in dict.fromkeys(values):
                having[term].append(place)
            for terms in lists:
                if len(terms) == 1:
                    exactly[terms[0]].append(place)
        return self._column(having, exactly, known, unknown, given)

    @cached_property
    def keywords(self) -> TermColumn:
        """Sets of cards by keyword, as game/keyword, and by keyword and number, as
        game/keyword:2."""
        having: dict[str, list[int]] = defaultdict(list)
        exactly: dict[str, list[int]] = defaultdict(list)
        known, unknown, given = [], [], []
        for place, record in enumerate(self.records):
            found = record["facts"]["keywords"] if "facts" in record else None
            if found is None:
                continue
            given.append(place)
            pairs = [] if found == UNKNOWN else [pair for pair in found if pair != UNKNOWN]
            if UNKNOWN in found:
                unknown.append(place)
            if pairs:
                known.append(place)
            ids = {id for id, _number in pairs}
            names = {*ids, *(f"{id}:{number}" for id, number in pairs if number is not None)}
            for name in names:
                having[name].append(place)
                if len(ids) == 1 and UNKNOWN not in found:
                    exactly[name].append(place)
        return self._column(having, exactly, known, unknown, given)

    def _column(
        self,
        having: Mapping[str, Iterable[int]],
        exactly: Mapping[str, Iterable[int]],
        *others: Iterable[int],
    ) -> TermColumn:
        def each(found: Mapping[str, Iterable[int]]) -> dict[str, Bits]:
            return {value: bits(places, self.size) for value, places in found.items()}

        known, unknown, given = (bits(places, self.size) for places in others)
        return TermColumn(each(having), each(exactly), known, unknown, given)

    @cached_property
    def flags(self) -> dict[str, Bits]:
        """Sets of cards by flag; those that no source decides under the flag with a mark."""
        having: dict[str, list[int]] = defaultdict(list)
        for place, record in enumerate(self.records):
            for flag in record["facts"]["flags"] if "facts" in record else ():
                having[flag].append(place)
        return {flag: bits(places, self.size) for flag, places in having.items()}

    @cached_property
    def citing(self) -> dict[str, Bits]:
        """Sets of keywords, rulings and paragraphs by the paragraphs they rest on."""
        places: dict[str, list[int]] = defaultdict(list)
        for place, record in enumerate(self.records):
            for rule in record.get("rules", ()):
                places[rule].append(place)
        return {rule: bits(found, self.size) for rule, found in places.items()}

    def flagged(self, flag: str) -> tuple[Bits, Bits]:
        """The cards of which a flag is true, and those of which nobody knows."""
        return self.flags.get(flag, 0), self.flags.get(f"{flag}{MAYBE}", 0)

    @cached_property
    def plain_names(self) -> list[list[str]]:
        """The names of each entry as regular expressions see them; titles are not among them."""
        return [
            list(dict.fromkeys(plain(name) for name, _language in record.get("names", ())))
            for record in self.records
        ]

    def plain_titles(self, language: str) -> list[str]:
        return [
            plain(record["title"][language]) if "title" in record else "" for record in self.records
        ]

    def plain_texts(self, language: str) -> list[str]:
        return [plain(text_of(record, language)) for record in self.records]


def joined(sets: Iterable[Bits]) -> Bits:
    """The entries that are in any of some sets."""
    found = 0
    for each in sets:
        found |= each
    return found
