"""One Chinese text in two scripts, and its pinyin.

Content is written in simplified Chinese. OpenCC's `s2tw` makes the traditional text; the
phrases of `content/terms.toml` are replaced first and kept from it. (`s2twp` would also swap
words, and turns 攻击对象 into 攻擊物件.)
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import opencc

from zhenshu import memory

_phrases: Mapping[str, str] = {}
_phrases_digest = ""
_own_runs: re.Pattern[str] | None = None
_readings: tuple[tuple[str, str], ...] = ()
_readings_digest = ""
_dependents: list[Callable[[], None]] = []  # what forgets texts that were converted before


def configure(phrases: Mapping[str, str], readings: Mapping[str, str] | None = None) -> None:
    """Set the project's own conversions (simplified run to traditional) and readings of names.

    Called by whoever loads the terms table or opens a catalogue made with it. A reading gives one
    syllable for each character, separated by spaces; without readings those in use stay.
    """
    global _phrases, _phrases_digest, _own_runs, _readings, _readings_digest
    if phrases == _phrases and (readings is None or dict(_readings) == readings):
        return
    longest_first = sorted(phrases, key=lambda run: (-len(run), run))
    _phrases = dict(phrases)
    _phrases_digest = _digest(sorted(phrases.items()))
    _own_runs = re.compile(f"({'|'.join(map(re.escape, longest_first))})") if phrases else None
    if readings is not None:
        _readings = tuple(sorted(readings.items(), key=lambda item: (-len(item[0]), item[0])))
        _readings_digest = _digest(_readings)
    to_hant.cache_clear()
    for forget in _dependents:
        forget()


def _digest(pairs: Iterable[tuple[str, str]]) -> str:
    return hashlib.sha256(repr(pairs).encode()).hexdigest()


def depends(forget: Callable[[], None]) -> None:
    """Have something called whenever conversions change, as it keeps converted texts."""
    _dependents.append(forget)


@cache
def _converter() -> opencc.OpenCC:
    return opencc.OpenCC("s2tw")


@cache
def to_hant(text: str) -> str:
    """Traditional Chinese (Taiwan forms) of a simplified text. Plain text only, never markup."""
    # A build that has the texts of the last one need not load OpenCC's dictionaries.
    return memory.once(("hant", _phrases_digest, text), lambda: _convert(text))


def _convert(text: str) -> str:
    if _own_runs is None:
        return _converter().convert(text)
    pieces = _own_runs.split(text)
    # Every other piece is a run of ours, which no dictionary may touch.
    return "".join(
        _phrases[piece] if position % 2 else _converter().convert(piece)
        for position, piece in enumerate(pieces)
    )


def in_three(text: Mapping[str, str]) -> dict[str, str]:
    """A text in the written languages, and in traditional Chinese."""
    return {**text, "zh-Hant": to_hant(text["zh-Hans"])}


@cache
def _simplifier() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def to_hans(text: str) -> str:
    """Simplified Chinese of a text in either script."""
    return _simplifier().convert(text)


def is_han(character: str) -> bool:
    """Whether a character is a Chinese character (not punctuation, kana or Latin)."""
    return unicodedata.name(character, "").startswith("CJK UNIFIED")


def simplified_only(text: str) -> list[str]:
    """The characters of a text that no traditional text has: 关, but not 于 or 后, which are
    words of their own there. The common part of the Big5 character set decides."""
    found = [c for c in dict.fromkeys(text) if is_han(c) and to_hant(c) != c]
    # Big5 keeps rare characters, such as 复 and 体, from byte 0xC9 on.
    return [c for c in found if not b"\xa4" <= c.encode("big5", "ignore")[:1] <= b"\xc6"]


def traditional_only(text: str) -> list[str]:
    """The characters of a text that no simplified text has: 關, but not 乾. GB 2312 decides, and
    our own runs, which keep rare characters of names."""
    kept = "".join(_phrases)
    return [c for c in dict.fromkeys(text) if _is_traditional(c) and c not in kept]


@cache
def _is_traditional(character: str) -> bool:
    simplified = to_hans(character)
    return (
        simplified != character
        and not character.encode("gb2312", "ignore")
        and bool(simplified.encode("gb2312", "ignore"))
    )


def _apart(text: str) -> list[list[str]]:
    """What pypinyin cannot read: each character its own reading. (Its types know texts alone.)"""
    return [[character] for character in text]


def syllables(text: str) -> list[str]:
    """Pinyin with tone marks of a simplified text, one syllable for each Chinese character."""
    known: dict[int, str] = {}
    for run, reading in _readings:
        start = text.find(run)
        while start >= 0:
            for offset, syllable in enumerate(reading.split()):
                known.setdefault(start + offset, syllable)
            start = text.find(run, start + 1)
    import pypinyin  # its dictionaries take a fifth of a second to load

    # One call for the whole text keeps pypinyin's own phrase dictionary at work.
    guessed = pypinyin.pinyin(text, errors=_apart)  # type: ignore[arg-type]
    return [
        known.get(position, guessed[position][0])
        for position, character in enumerate(text)
        if is_han(character)
    ]


def pinyin(text: str) -> str:
    """Pinyin with tone marks of a name, words apart where the name itself has a dot or space.

    Characters without a reading (Latin letters, digits) are kept; a name without Chinese
    characters has no pinyin and gives an empty string.
    """
    return memory.once(("pinyin", _readings_digest, text), lambda: _spell(text))


def _spell(text: str) -> str:
    if not any(is_han(character) for character in text):
        return ""
    spoken = iter(syllables(text))
    words: list[str] = []
    for run in re.findall(r"[a-zA-Z0-9]+|.", text):
        if is_han(run[0]):
            words.append(next(spoken))
        elif run[0].isalnum():
            words.append(run)
        elif run in "·・ ":
            words.append("·")
    return " ".join(words)
