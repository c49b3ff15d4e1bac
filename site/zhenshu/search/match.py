"""Whether and how well a card answers a query: the judge of both the index and the browser."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zhenshu.search.keys import DOT, Keys

# A rank is a kind and a place in one; lower is better.
NAME, PINYIN, INITIALS, NUMBER = 0, 4, 8, 12
WHOLE, PERSON, START, INSIDE = 0, 1, 2, 3


class Text(NamedTuple):
    """A key ready to be looked into, and the person's name at its end, if set apart."""

    whole: str
    person: str

    @classmethod
    def of(cls, key: str) -> "Text":
        return cls(key.replace(DOT, ""), key.partition(DOT)[2])

    def place(self, word: str) -> int | None:
        """Where a word stands in the text; None if it does not."""
        if word not in self.whole:
            return None
        if word == self.whole:
            return WHOLE
        if word == self.person:
            return PERSON
        return START if self.whole.startswith(word) else INSIDE


class Reading(NamedTuple):
    """A reading ready to be looked into: as given, in small letters, and its initials."""

    given: str
    small: Text
    initials: Text

    @classmethod
    def of(cls, key: str) -> "Reading":
        initials = "".join(c for c in key if not c.islower()).lower()
        return cls(key.replace(DOT, ""), Text.of(key.lower()), Text.of(initials))

    def place(self, word: str) -> int | None:
        """Where a word begins with a syllable; None if it does nowhere."""
        place = self.small.place(word)
        if place != INSIDE:
            return place
        at = self.small.whole.find(word)
        while at >= 0 and self.given[at].islower():
            at = self.small.whole.find(word, at + 1)
        return INSIDE if at >= 0 else None


class Subject(NamedTuple):
    """The keys of a card, ready to be looked into."""

    names: tuple[Text, ...]
    numbers: tuple[Text, ...]
    readings: tuple[Reading, ...]

    @classmethod
    def of(cls, keys: Keys) -> "Subject":
        return cls(
            tuple(map(Text.of, keys.names)),
            tuple(map(Text.of, keys.numbers)),
            tuple(map(Reading.of, keys.readings)),
        )


def rank(words: Sequence[str], subject: Subject) -> int | None:
    """How well a card answers the words of a query, 0 best; None if it does not."""
    ranks = [_word_rank(word, subject) for word in words]
    if not ranks or None in ranks:
        return None
    worst = max(r for r in ranks if r is not None)
    if len(words) == 1:
        return worst
    together = _word_rank("".join(words), subject)
    return worst if together is None else min(worst, together)


def _word_rank(word: str, subject: Subject) -> int | None:
    return min(_ranks(word, subject), default=None)


def _ranks(word: str, subject: Subject) -> Iterator[int]:
    """The rank of a word in each key that has it."""
    for name in subject.names:
        if (place := name.place(word)) is not None:
            yield NAME + place
    for reading in subject.readings:
        if (place := reading.place(word)) is not None:
            yield PINYIN + place
        if (place := reading.initials.place(word)) is not None:
            yield INITIALS + place
    for number in subject.numbers:
        if (place := number.place(word)) is not None:
            yield NAME if place == WHOLE else NUMBER + place
