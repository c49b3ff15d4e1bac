"""Whether and how well a card answers a query: the judge of what the index proposes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zhenshu.search.keys import DOT, Keys

WHOLE, PERSON, START, INSIDE = 0, 1, 2, 3
# The rank of each kind of key by the place in it; lower is better, NONE is no match. A whole
# reading comes before a part of a name: who writes `li` asks for 离 before anything with li in it.
NAME = (0, 2, 3, 4)
PINYIN = (1, 5, 6, 7)
INITIALS = (8, 9, 10, 11)
NUMBER = (0, 12, 12, 13)
NONE = 14


class Text(NamedTuple):
    """A key ready to be looked into, and the person's name at its end, if set apart."""

    whole: str
    person: str

    @classmethod
    def of(cls, key: str) -> "Text":
        return cls(key.replace(DOT, ""), key.partition(DOT)[2])


class Reading(NamedTuple):
    """A reading ready to be looked into: as given, in small letters, and its initials."""

    given: str
    small: Text
    initials: Text

    @classmethod
    def of(cls, key: str) -> "Reading":
        initials = "".join(c for c in key if not c.islower()).lower()
        return cls(key.replace(DOT, ""), Text.of(key.lower()), Text.of(initials))


class Joined(NamedTuple):
    """All keys of a kind in one text each, for quick looks: `|` stands around each key, and around
    the person's name a dot before it: `|xunjilulingqi|·lulingqi|`."""

    names: str
    numbers: str
    given: str  # readings with a capital at the beginning of each syllable
    small: str  # the same in small letters
    initials: str
    others: str  # names, numbers and initials


class Subject(NamedTuple):
    """The keys of a card, ready to be looked into."""

    names: tuple[Text, ...]
    numbers: tuple[str, ...]
    readings: tuple[Reading, ...]
    joined: Joined

    @classmethod
    def of(cls, keys: Keys) -> "Subject":
        names, readings = tuple(map(Text.of, keys.names)), tuple(map(Reading.of, keys.readings))
        given = _joined(map(Text.of, keys.readings))
        whole, numbers = _joined(names), _joined(map(Text.of, keys.numbers))
        initials = _joined(reading.initials for reading in readings)
        others = f"{whole}{numbers}{initials}"
        joined = Joined(whole, numbers, given, given.lower(), initials, others)
        return cls(names, keys.numbers, readings, joined)


def _joined(texts: Iterable[Text]) -> str:
    return "|" + "".join(
        f"{whole}|·{person}|" if person else f"{whole}|" for whole, person in texts
    )


def rank(words: Sequence[str], subject: Subject) -> int | None:
    """How well a card answers the words of a query, 0 best; None if it does not."""
    worst = -1
    for word in words:
        given = _word_rank(word, subject)
        if given == NONE:
            return None
        worst = max(worst, given)
    if len(words) > 1:
        worst = min(worst, _word_rank("".join(words), subject))
    return worst if words else None


def word_fits(word: str, subject: Subject) -> bool:
    """Whether a word is in any key of a card, which is quicker to tell than its rank."""
    joined = subject.joined
    return word in joined.others or _begins_syllable(word, joined)


def _word_rank(word: str, subject: Subject) -> int:
    """The best rank of a word in all keys of a card; NONE if it is in none of them."""
    joined = subject.joined
    best = NONE
    if word in joined.numbers:
        best = NUMBER[_best_place(word, joined.numbers)]
    if word in joined.names:
        best = min(best, NAME[_best_place(word, joined.names)])
    if best == NAME[WHOLE]:  # No other key can do better.
        return best
    if _begins_syllable(word, joined):
        return min(best, PINYIN[_best_place(word, joined.small)])
    if word in joined.initials:
        return min(best, INITIALS[_best_place(word, joined.initials)])
    return best


def _best_place(word: str, joined: str) -> int:
    """The best of the places where a word stands in some joined keys that hold it."""
    if f"|{word}" in joined:
        return WHOLE if f"|{word}|" in joined else PERSON if f"·{word}|" in joined else START
    return PERSON if f"·{word}|" in joined else INSIDE


def place_in(word: str, whole: str, person: str) -> int:
    """Where a word stands in a text that holds it."""
    if word == whole:
        return WHOLE
    if word == person:
        return PERSON
    return START if whole.startswith(word) else INSIDE


def _begins_syllable(word: str, joined: Joined) -> bool:
    """Whether a reading holds a word from the beginning of one of its syllables on."""
    at = joined.small.find(word)
    while at >= 0 and joined.given[at].islower():
        at = joined.small.find(word, at + 1)
    return at >= 0
