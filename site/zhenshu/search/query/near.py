"""What a mistyped word may have been."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from operator import eq

MOST = 3
FARTHEST = 2
FIRST_HAN = "\u3007"


def distance(one: str, other: str) -> int:
    """How many letters must be put in, taken out, replaced or swapped with the next to make one
    word of the other; more than `FARTHEST` for all that are farther apart."""
    too_far = FARTHEST + 1
    if abs(len(one) - len(other)) > FARTHEST:
        return too_far
    same = sum(takewhile(bool, map(eq, one, other)))  # printed numbers begin with their set
    one, other = one[same:], other[same:]
    before: list[int] = []
    above: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, above, row = above, row, [i] + [too_far] * len(other)
        # Beginnings whose lengths differ by more are too far apart.
        for j in range(max(1, i - FARTHEST), min(len(other), i + FARTHEST) + 1):
            b = other[j - 1]
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > FARTHEST and min(above) >= FARTHEST:
            return too_far  # nothing below can be less
    return row[-1]


def nearest(word: str, known: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What is shown of the known words that are most like a folded word, best first.

    `known` has pairs of a folded word and what is shown of it. One that holds the word comes before
    one that differs by letters; equals keep their order.
    """
    found = sorted(_ranked(word, known), key=lambda pair: pair[0])
    return tuple(dict.fromkeys(shown for _rank, shown in found))[:MOST]


def _ranked(word: str, known: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    if not word:
        return
    for key, shown in known:
        if key.startswith(word):
            yield -2, shown
        elif word in key:
            yield -1, shown
        elif (given := distance(word, key)) <= _farthest(word, key):
            yield given, shown


def _farthest(word: str, key: str) -> int:
    """How far apart a slip may bring two words; a Chinese character says more than a letter."""
    longer = max(len(word), len(key))
    return min(FARTHEST, longer // (2 if word[0] >= FIRST_HAN else 3))
