"""Whether and how well a card answers a query: the judge of what the index proposes."""

from collections.abc import Sequence
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


class Subject(NamedTuple):
    """The keys of a card, ready to be looked into."""

    names: tuple[Text, ...]
    numbers: tuple[str, ...]
    readings: tuple[Reading, ...]

    @classmethod
    def of(cls, keys: Keys) -> "Subject":
        return cls(
            tuple(map(Text.of, keys.names)), keys.numbers, tuple(map(Reading.of, keys.readings))
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
    names, numbers, readings = subject
    return (
        any(word in whole for whole, _person in names)
        or any(word in number for number in numbers)
        or any(
            word in initials.whole
            or (word in small.whole and _begins_syllable(word, given, small.whole))
            for given, small, initials in readings
        )
    )


def _word_rank(word: str, subject: Subject) -> int:
    """The best rank of a word in all keys of a card; NONE if it is in none of them."""
    names, numbers, readings = subject
    best = NONE
    for number in numbers:
        if word in number:
            best = min(best, NUMBER[place_in(word, number, "")])
    for whole, person in names:
        if word in whole:
            best = min(best, NAME[place_in(word, whole, person)])
    if best == NAME[WHOLE]:  # No other key can do better.
        return best
    for given, (small, person), (letters, person_letters) in readings:
        if word in small and _begins_syllable(word, given, small):
            best = min(best, PINYIN[place_in(word, small, person)])
        elif word in letters:
            best = min(best, INITIALS[place_in(word, letters, person_letters)])
    return best


def place_in(word: str, whole: str, person: str) -> int:
    """Where a word stands in a text that holds it."""
    if word == whole:
        return WHOLE
    if word == person:
        return PERSON
    return START if whole.startswith(word) else INSIDE


def _begins_syllable(word: str, given: str, small: str) -> bool:
    """Whether a reading holds a word from the beginning of one of its syllables on."""
    at = small.find(word)
    while at >= 0 and given[at].islower():
        at = small.find(word, at + 1)
    return at >= 0
