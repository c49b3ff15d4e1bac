"""The server's search: a Whoosh index that proposes cards, and the matcher that decides.

A document is a card. Its grams are the runs of up to three letters that a word can have which
finds it, so the cards that a word finds are among those that have every gram of the word.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol, Self

from whoosh import index, writing
from whoosh.fields import ID, STORED, Schema
from whoosh.query import And, Term

from zhenshu.search.fold import words
from zhenshu.search.keys import Keys, keys
from zhenshu.search.match import NONE, Subject, rank

# The last digit counts the ways that documents were made; an index made in another way is not seen.
NAME = "cards1"
GRAM = 3  # letters of the longest gram
SCHEMA = Schema(
    id=ID(unique=True, stored=True),
    grams=ID(),  # Whoosh takes a list of terms as it is.
    record=STORED(),
)


class Cards(Protocol):
    """What is read of a catalogue."""

    @property
    def games(self) -> Mapping[str, Mapping[str, Any]]: ...

    def cards(self, game: str) -> Iterable[Mapping[str, Any]]: ...


class Hit(NamedTuple):
    """A card that answers a query, and how well: 0 is best."""

    card: str
    rank: int


def build(catalog: Cards, folder: Path) -> int:
    """Bring the index in a folder up to date and return how many cards that took.

    Only cards that came, went or have other keys or another place are written. Readers see the old
    index until all is written, and it stays if the build is stopped. An index that cannot be read
    is made anew. Raises whoosh.index.LockError while another build is at work.
    """
    wanted = dict(_records(catalog))
    folder.mkdir(parents=True, exist_ok=True)
    opened, present = _open(folder)
    changed = [id for id, record in wanted.items() if present.get(id) != record]
    gone = present.keys() - wanted.keys()
    if changed or gone:
        writer = opened.writer()
        try:
            for id in gone:
                writer.delete_by_term("id", id)
            for id in changed:
                grams = sorted(_card_grams(_keys(wanted[id])))
                writer.update_document(id=id, grams=grams, record=wanted[id])
        except BaseException:
            writer.cancel()
            raise
        anew = len(changed) == len(wanted)
        writer.commit(mergetype=writing.CLEAR if anew else None)
    return len(changed) + len(gone)


def _records(catalog: Cards) -> Iterator[tuple[str, str]]:
    """What is stored of each card, by its id: its place in the catalogue and its keys."""
    for place, (slug, game) in enumerate(catalog.games.items()):
        sets = list(game["sets"])
        for card in catalog.cards(slug):
            order = (place, sets.index(card["set"]), card["slug"])
            yield card["id"], json.dumps((order, keys(card)), ensure_ascii=False)


def _keys(record: str) -> Keys:
    return Keys(*map(tuple, json.loads(record)[1]))


def _open(folder: Path) -> tuple[index.Index, dict[str, str]]:
    """The index of a folder and the records it holds; an empty one where there is none."""
    try:
        opened = index.open_dir(str(folder), NAME)
        with opened.reader() as reader:
            return opened, {stored["id"]: stored["record"] for _, stored in reader.iter_docs()}
    except Exception:  # What damage makes of a file, Whoosh may fail on in any way.
        return index.create_in(str(folder), SCHEMA, NAME), {}


def _runs(text: str, length: int) -> Iterator[str]:
    return (text[at : at + length] for at in range(len(text) - length + 1))


def _card_grams(known: Keys) -> set[str]:
    subject = Subject.of(known)
    texts = [name.whole for name in subject.names] + list(subject.numbers)
    texts += [reading.initials.whole for reading in subject.readings]
    grams = {run for text in texts for length in range(1, GRAM + 1) for run in _runs(text, length)}
    for given, small, _initials in subject.readings:
        grams.update(_runs(small.whole, GRAM))
        # A shorter word must begin with a syllable; with one letter it is an initial as well.
        starts = (at for at, letter in enumerate(given) if not letter.islower())
        grams.update(small.whole[at : at + length] for at in starts for length in range(2, GRAM))
    return grams


def _word_grams(word: str) -> Iterable[str]:
    return _runs(word, GRAM) if len(word) > GRAM else (word,)


class Searcher:
    """Answers queries from an index. Threads may share it; it does not see later builds."""

    def __init__(self, opened: index.Index):
        self._searcher = opened.searcher()
        self._lock = Lock()
        stored = [
            (*json.loads(document["record"]), document["id"], number)
            for number, document in self._searcher.reader().iter_docs()
        ]
        stored.sort()
        self._ids = [id for _order, _keys, id, _number in stored]
        self._subjects = [Subject.of(Keys(*known)) for _order, known, _id, _number in stored]
        self._places = {number: place for place, (*_, number) in enumerate(stored)}

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the index that `build` made in a folder. Raises FileNotFoundError without one."""
        try:
            return cls(index.open_dir(str(folder), NAME))
        except index.EmptyIndexError:
            raise FileNotFoundError(folder) from None

    def find(self, query: str, limit: int | None = None) -> list[Hit]:
        """The cards that answer a query, best first; not more than a limit, if there is one."""
        asked = words(query)
        ranked: list[list[int]] = [[] for _ in range(NONE)]
        for place in sorted(self._proposed(asked)):
            if (given := rank(asked, self._subjects[place])) is not None:
                ranked[given].append(place)
        hits = (Hit(self._ids[place], given) for given in range(NONE) for place in ranked[given])
        return list(islice(hits, limit))

    def _proposed(self, asked: Iterable[str]) -> list[int]:
        """Places in the catalogue of the cards that have every gram of some words."""
        grams = sorted({gram for word in asked for gram in _word_grams(word)})
        if not grams:
            return []
        query = And([Term("grams", gram) for gram in grams])
        # Whoosh reads postings by moving about in one open file.
        with self._lock:
            numbers = list(self._searcher.docs_for_query(query))
        return [self._places[number] for number in numbers]
