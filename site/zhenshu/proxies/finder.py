"""Which card a line of a list means.

A reference is any text that names one card: an id or address, a set with a number, a printed
number, a name in any language or script, the name of the person alone, or pinyin; a name may have
a set and number before or behind it. `web/static/proxies-list.js` does the same in the browser.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

from zhenshu.search.entries import Cards
from zhenshu.search.fold import LONGEST, fold, words
from zhenshu.search.keys import DOT, keys
from zhenshu.search.match import Subject, rank

NEAREST = 5  # cards proposed for a line that was not understood
ADDRESS = 200  # characters in which an address of a card ends, looked for at the end of a line
_ADDRESS = re.compile(r"(?:^|/)([a-z0-9-]+)/(?:cards/)?([a-z0-9-]+)/([a-z0-9-]+)/?$")
_BRACKETS = "()[]{}<>【】「」#,;"

Ids = tuple[str, ...]
Pairs = frozenset[str]


class Finder:
    """Finds the cards of a catalogue; `game` narrows it to one game."""

    def __init__(self, catalog: Cards, game: str | None = None):
        self._subjects: dict[str, Subject] = {}
        self._places: dict[str, list[str]] = defaultdict(list)
        # Exact forms, best first: numbers, names, persons, readings, persons' readings.
        self._exact: tuple[dict[str, list[str]], ...] = tuple(defaultdict(list) for _ in range(5))
        self._originals: dict[str, str] = {}
        for slug, record in catalog.games.items():
            if game is None or slug == game:
                for card in catalog.cards(slug):
                    self._add(card, record["sets"])

    def _add(self, card: Mapping[str, Any], sets: Mapping[str, Any]) -> None:
        id = card["id"]
        known = keys(card)
        subject = self._subjects[id] = Subject.of(known)
        numbers, names, persons, readings, spoken = self._exact
        forms: Iterable[tuple[dict[str, list[str]], Iterable[str]]] = (
            (numbers, known.numbers),
            (names, (text.whole for text in subject.names)),
            (persons, (text.person for text in subject.names)),
            (readings, (reading.small.whole for reading in subject.readings)),
            (spoken, (reading.small.person for reading in subject.readings)),
            (self._places, _places(card, known.numbers, sets)),
        )
        for index, texts in forms:
            for text in dict.fromkeys(texts):
                if text:
                    index[text].append(id)
        if "same-name" in card["facts"]:
            self._originals[id] = card["facts"]["same-name"]

    def __contains__(self, id: str) -> bool:
        return id in self._subjects

    def resolve(self, reference: str) -> Ids:
        """The cards a reference can mean: one if it is clear, none if nothing answers exactly."""
        # What stands before an address is a count, and not part of what names the card.
        address = None if " " in reference else _ADDRESS.search(reference[-ADDRESS:])
        if address and "/".join(address.groups()) in self._subjects:
            return ("/".join(address.groups()),)
        if len(reference) > LONGEST:
            return ()
        folded = fold(reference)
        if folded in self._places:
            return self._without_reprints(self._places[folded])
        for index in self._exact:
            if folded in index:
                return self._without_reprints(index[folded])
        return self._named_at_place(reference)

    def _named_at_place(self, reference: str) -> Ids:
        """A name with a set and number before or behind it; both must be of the same card."""
        parts = [part.strip(_BRACKETS) for part in reference.split(" ")]
        for place, name in (
            (parts[-1:], parts[:-1]),
            (parts[-2:], parts[:-2]),
            (parts[:1], parts[1:]),
            (parts[:2], parts[2:]),
        ):
            asked = words(" ".join(name))
            # Digits alone are a count, not a name.
            named = any(not word.isdecimal() for word in asked)
            ids = self._at(fold("".join(place))) if named else ()
            found = tuple(id for id in ids if rank(asked, self._subjects[id]) is not None)
            if found:
                return found
        return ()

    def _at(self, folded: str) -> Iterable[str]:
        return dict.fromkeys((*self._places.get(folded, ()), *self._exact[0].get(folded, ())))

    def _without_reprints(self, ids: Iterable[str]) -> Ids:
        """The cards, without those that carry the name of another one of them."""
        found = dict.fromkeys(ids)
        return tuple(id for id in found if self._originals.get(id) not in found)

    def nearest(self, reference: str) -> Ids:
        """The cards most like a reference: what a search for it finds, else what shares most
        pairs of letters with it."""
        asked = words(reference)
        ranked = [
            (given, place, id)
            for place, (id, subject) in enumerate(self._subjects.items())
            if (given := rank(asked, subject)) is not None
        ]
        if ranked:
            return tuple(id for _rank, _place, id in sorted(ranked)[:NEAREST])
        wanted = _pairs(fold(reference[:LONGEST]))
        alike = [
            (-likeness, place, id)
            for place, (id, texts) in enumerate(self._pairs.items())
            if (likeness := max((_likeness(wanted, pairs) for pairs in texts), default=0)) > 0
        ]
        return tuple(id for _likeness, _place, id in sorted(alike)[:NEAREST])

    @cached_property
    def _pairs(self) -> dict[str, list[Pairs]]:
        return {
            id: [_pairs(text) for text in dict.fromkeys(_texts(subject))]
            for id, subject in self._subjects.items()
        }


def _places(
    card: Mapping[str, Any], numbers: Iterable[str], sets: Mapping[str, Any]
) -> Iterator[str]:
    """Every way to write the set and number of a card, folded: cz43, cz043, 初阵43."""
    for label in labels(card["set"], sets[card["set"]]["name"]):
        for number in (*numbers, fold(card["slug"])):
            yield label + number
            yield label + number.lstrip("0")


def labels(id: str, name: dict[str, str | None]) -> list[str]:
    """What a set is called in a list, folded: its id, and its names in English and Chinese."""
    return list(dict.fromkeys(fold(text) for text in (id, name["en"], name["zh-Hans"]) if text))


def _texts(subject: Subject) -> Iterator[str]:
    for text in subject.names:
        yield text.whole
        yield text.person
    for reading in subject.readings:
        yield reading.small.whole
        yield reading.small.person


def _pairs(text: str) -> Pairs:
    """The pairs of letters that follow each other in a text, each once."""
    return frozenset(map("".join, pairwise(f"{DOT}{text}{DOT}"))) if text else frozenset()


def _likeness(wanted: Pairs, other: Pairs) -> int:
    """How many of a thousand pairs of letters two texts share."""
    together = len(wanted) + len(other)
    return 2000 * len(wanted & other) // together if together else 0
