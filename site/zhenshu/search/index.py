"""The server's index: a Whoosh index that keeps entries and proposes which may answer.

A document is an entry. Its grams are the runs of up to three letters that a word can have which
finds it by name, so the entries that a word finds are among those that have every gram of the
word. Its texts are indexed by word, by Chinese character and by pairs of Chinese characters.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import index, writing
from whoosh.fields import ID, STORED, Schema
from whoosh.query.compound import And
from whoosh.query.terms import Term

from zhenshu.search.fold import is_han
from zhenshu.search.keys import Keys
from zhenshu.search.known import Known
from zhenshu.search.library import Entry
from zhenshu.search.match import Subject

# The last digit counts the ways that documents were made; an index made in another way is not seen.
NAME = "entries3"
GRAM = 3  # letters of the longest gram
COMMON = 50  # it is quicker to look at all entries than to ask for more than a fiftieth of them
FIELDS = {"en": "text_en", "zh-Hans": "text_hans", "zh-Hant": "text_hant"}
SCHEMA = Schema(
    id=ID(unique=True, stored=True),
    grams=ID(),  # Whoosh takes a list of terms as it is.
    **{field: ID() for field in FIELDS.values()},
    record=STORED(),
    ready=STORED(),
)
WORDS = "words"  # the id of the document that keeps what is not of one entry


def build(known: Known, folder: Path) -> int:
    """Bring the index in a folder up to date and return how many entries that took.

    Only entries that came, went or changed are written. Readers see the old index until all is
    written, and it stays if the build is stopped. An index that cannot be read is made anew.
    Raises whoosh.index.LockError while another build is at work.
    """
    wanted = {f"{record['kind']} {record['id']}": _json(record) for record in known.entries}
    wanted[WORDS] = _json(
        {"columns": known.columns, "vocabularies": known.vocabularies, "games": known.games}
    )
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
                writer.update_document(id=id, record=wanted[id], **_document(id, wanted[id]))
        except BaseException:
            writer.cancel()
            raise
        anew = len(changed) == len(wanted)
        writer.commit(mergetype=writing.CLEAR if anew else None)
    return len(changed) + len(gone)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _document(id: str, record: str) -> dict[str, Any]:
    """The indexed fields of an entry, and what is worked out of it."""
    if id == WORDS:
        return {}
    entry = Entry.of(json.loads(record))
    grams = sorted(_name_grams(entry.keys)) if entry.keys else []
    texts = {field: sorted(_text_terms(entry.texts[each])) for each, field in FIELDS.items()}
    return {"grams": grams, **texts, "ready": _json(entry[1:])}


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


def _name_grams(known: Keys) -> set[str]:
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


def _text_terms(spaced: str) -> set[str]:
    """The words, characters and pairs of characters of a text that is given as spaced tokens."""
    found = spaced.split()
    pairs = pairwise(found)
    return {*found, *(a + b for a, b in pairs if is_han(a) and is_han(b))}


class Index:
    """An index, open for reading. Threads may share it; it does not see later builds."""

    def __init__(self, opened: index.Index):
        self._searcher = opened.searcher()
        self._lock = Lock()
        found = []
        self.words: dict[str, Any] = {}
        for number, stored in self._searcher.reader().iter_docs():
            record = json.loads(stored["record"])
            if stored["id"] == WORDS:
                self.words = record
                continue
            known, *rest = json.loads(stored["ready"])
            keys = Keys(*map(tuple, known)) if known else None
            found.append((record["order"], number, Entry(record, keys, *rest)))
        found.sort(key=lambda each: each[0])
        self.entries = [entry for _order, _number, entry in found]
        self._places = {number: place for place, (_, number, _entry) in enumerate(found)}

    @classmethod
    def open(cls, folder: Path) -> "Index":
        """Open the index that `build` made in a folder. Raises FileNotFoundError without one."""
        try:
            return cls(index.open_dir(str(folder), NAME))
        except index.EmptyIndexError:
            raise FileNotFoundError(folder) from None

    def names(self, word: str) -> Iterable[int]:
        """Places of entries whose names, numbers or readings may hold a folded word."""
        return self._having("grams", set(_runs(word, GRAM)) if len(word) > GRAM else {word})

    def texts(self, language: str, asked: str) -> Iterable[int]:
        """Places of entries whose texts may hold some tokens one after the other."""
        tokens = asked.split()
        if not asked.endswith(" "):
            tokens.pop()  # The last may be the beginning of a word.
        terms = {a + b for a, b in pairwise(tokens) if is_han(a) and is_han(b)}
        terms.update(token for token in tokens if not is_han(token) or len(tokens) == 1)
        return self._having(FIELDS[language], terms)

    def _having(self, field: str, terms: Iterable[str]) -> Iterable[int]:
        """Places of entries that have some terms; all places if that would be hardly fewer."""
        with self._lock:  # Whoosh reads postings by moving about in one open file.
            reader = self._searcher.reader()
            counted = sorted((reader.doc_frequency(field, term), term) for term in set(terms))
            if not counted or counted[0][0] * COMMON > len(self.entries):
                return range(len(self.entries))
            query = And([Term(field, term) for _count, term in counted[:3]])
            return sorted(self._places[n] for n in self._searcher.docs_for_query(query))
