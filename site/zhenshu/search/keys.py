"""The keys of a card: every folded form by which a query can find it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from zhenshu.chinese import is_han
from zhenshu.fields import UNKNOWN
from zhenshu.search.fold import fold

DOT = "·"
_DOTS = re.compile("[·・･•‧]")
# A number that tells the rarity between its set and its place there: BP01-L-035.
_WITH_RARITY = re.compile(r"(\w+)-[A-Z]+-(\w+\W?)")
# How ü is written where it is not to be had.
_FOR_U = ("v", "yu")
# The pieces of a name as chinese.pinyin reads them: a run of Latin letters, or one character.
_PIECES = re.compile(r"[a-zA-Z0-9]+|.")


class Keys(NamedTuple):
    """Folded names, numbers and readings of a card.

    In a name or reading a middle dot stands before the person's name, if that is set apart. A
    reading begins each syllable with a capital: `XunJi·LuLingQi`.
    """

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    readings: tuple[str, ...]


def keys(card: Mapping[str, Any]) -> Keys:
    """The keys of a card record."""
    faces = [card, card["back"]] if card["back"] else [card]
    numbers = [printed["number"] for printed in (*faces, *card["printings"])]
    return keys_of(
        (name for name in card["name"].values() if name),
        (number for number in numbers if number != UNKNOWN),
        spoken(card["name"]["zh-Hans"], card["pinyin"]),
    )


def keys_of(names: Iterable[str], numbers: Iterable[str], readings: Iterable[str]) -> Keys:
    """The keys of something with some names, printed numbers and readings as `spoken` gives."""
    return Keys(
        _unlike(_set_apart(map(fold, _DOTS.split(name))) for name in names),
        _unlike(map(fold, with_short(numbers))),
        _unlike(_readings(readings)),
    )


def entry_keys(record: Mapping[str, Any]) -> Keys:
    """The keys of a card or keyword that is an entry (see `entries`)."""
    names = [name for name, _language in record["names"]]
    return keys_of(names, filter(None, record["numbers"]), record["readings"])


def with_short(numbers: Iterable[str]) -> Iterator[str]:
    """Printed numbers, each also without its rarity, as players write it: BP01-035."""
    for number in numbers:
        yield number
        if found := _WITH_RARITY.fullmatch(number):
            yield f"{found[1]}-{found[2]}"


def _unlike(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _set_apart(parts: Iterable[str]) -> str:
    """The parts of a name in one, with a dot before the last, the person's name."""
    *title, person = parts
    return DOT.join(filter(None, ("".join(title), person)))


def spoken(name: str | None, pinyin: str) -> list[str]:
    """How a Chinese name is read, with tone marks and a space between syllables; a middle dot
    stands for itself. First as a whole, then, where it differs, as its characters are read on
    their own."""
    if not name or not pinyin:
        return []
    syllables = iter([syllable for syllable in pinyin.split() if syllable != DOT])
    named: list[str] = []
    alone: list[str] = []
    for piece in _PIECES.findall(name):
        if _DOTS.match(piece):
            named.append(DOT)
            alone.append(DOT)
        elif is_han(piece[0]):
            named.append(next(syllables))
            alone.append(_alone(piece))
        elif piece[0].isalnum():
            next(syllables)  # Latin letters within a name have no sound of their own.
    return list(dict.fromkeys((" ".join(named), " ".join(alone))))


def _readings(spoken: Iterable[str]) -> Iterator[str]:
    """The keys of readings, each also with what is written for ü."""
    for reading in spoken:
        syllables = reading.split(" ")
        yield _reading(syllables)
        for letters in _FOR_U:
            yield _reading(_without_u(syllable, letters) for syllable in syllables)


def _reading(syllables: Iterable[str]) -> str:
    return _set_apart("".join(map(_capital, syllables)).split(DOT))


@cache
def _alone(character: str) -> str:
    import pypinyin  # its dictionaries take a fifth of a second to load

    return str(pypinyin.pinyin(character)[0][0])


@cache
def _without_u(syllable: str, letters: str) -> str:
    return unicodedata.normalize("NFD", syllable).replace("u\u0308", letters)


@cache
def _capital(syllable: str) -> str:
    return syllable if syllable == DOT else fold(syllable).capitalize()
