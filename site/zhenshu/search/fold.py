"""Folding of texts and cutting of queries; the package says what both mean."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from zhenshu.chinese import to_hans

LONGEST = 100  # characters of a query; no name has half as many

# The ranges are written out so that a browser with another Unicode version cuts alike.
HAN_RANGES = (
    (0x3007, 0x3007),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_HAN_CLASS = "".join(f"{chr(first)}-{chr(last)}" for first, last in HAN_RANGES)
_HAN = re.compile(f"[{_HAN_CLASS}]")
_RUNS = re.compile(f"[{_HAN_CLASS}]+|[^{_HAN_CLASS}]+")
SPACES = "\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
SPACE = re.compile(f"[{SPACES}]+")
_LONE_SLASH = re.compile(r"(?<![0-9])/|/(?![0-9])")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})


def simplify(text: str) -> str:
    """A text in simplified Chinese."""
    # Twice, for a simplified form may be the traditional form of another: 薴, 苧, 苎.
    return to_hans(to_hans(text))


@cache
def _simplified(character: str) -> str:
    return simplify(character) if _HAN.match(character) else character


@cache
def _converted() -> tuple[tuple[str, str], ...]:
    """Every character that folds to another one, and that other one."""
    characters = [chr(point) for first, last in HAN_RANGES for point in range(first, last + 1)]
    # One call for all; on lines of their own, no two characters make a word.
    folded = simplify("\n".join(characters)).split("\n")
    return tuple((c, f) for c, f in zip(characters, folded, strict=True) if c != f)


def conversions(used: Collection[str]) -> tuple[str, str]:
    """All characters that fold to one of those used, and what each folds to, for the browser."""
    pairs = [(c, f) for c, f in _converted() if f in used]
    return "".join(c for c, _f in pairs), "".join(f for _c, f in pairs)


def fold(text: str) -> str:
    """A text without the differences that a search passes over. Folding twice changes nothing."""
    apart = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in apart if c == "/" or unicodedata.category(c)[0] in "LN")
    small = kept.lower().translate(_LIGATURES)
    return _LONE_SLASH.sub("", "".join(map(_simplified, small)))


def words(query: str) -> list[str]:
    """The folded words of a query; none for one that is too long."""
    if len(query) > LONGEST:
        return []
    # Folded before it is cut at a change of script: a dot between characters parts no word.
    return [run for part in SPACE.split(query) for run in _RUNS.findall(fold(part))]
