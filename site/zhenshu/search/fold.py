"""Folding of texts and cutting of queries; the package says what both mean."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache

from zhenshu import memory
from zhenshu.chinese import to_hans

LONGEST = 100  # characters of a name that is asked for; no name has half as many

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
_TOKENS = re.compile(f"[{_HAN_CLASS}]|[^ {_HAN_CLASS}]+")
SPACES = "\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
SPACE = re.compile(f"[{SPACES}]+")
_LONE_SLASH = re.compile(r"(?<![0-9])/|/(?![0-9])")
_LIGATURES = {"œ": "oe", "æ": "ae", "ß": "ss"}


# Our traditional texts write these where the simplified ones have the others (寫著, 反覆).
_VARIANTS = str.maketrans("著覆", "着复")


def simplify(text: str) -> str:
    """A text in simplified Chinese, characters that stand for one another made one."""
    # Twice, for a simplified form may be the traditional form of another: 薴, 苧, 苎.
    return to_hans(to_hans(text)).translate(_VARIANTS)


@cache
def _converted() -> tuple[tuple[str, str], ...]:
    """Every character that folds to another one, and that other one."""
    return memory.once(("conversions",), _convert_all)  # all of Unicode takes a tenth of a second


def _convert_all() -> tuple[tuple[str, str], ...]:
    characters = [chr(point) for first, last in HAN_RANGES for point in range(first, last + 1)]
    # One call for all; on lines of their own, no two characters make a word.
    folded = simplify("\n".join(characters)).split("\n")
    return tuple((c, f) for c, f in zip(characters, folded, strict=True) if c != f)


def conversions(used: Collection[str]) -> tuple[str, str]:
    """All characters that fold to one of those used, and what each folds to, for the browser."""
    pairs = [(c, f) for c, f in _converted() if f in used]
    return "".join(c for c, _f in pairs), "".join(f for _c, f in pairs)


class _Kept(dict[int, str | None]):
    """For `str.translate`: only letters, digits and slashes stay."""

    def __missing__(self, point: int) -> str | None:
        c = chr(point)
        self[point] = c if c == "/" or unicodedata.category(c)[0] in "LN" else None
        return self[point]


class _Apart(dict[int, str | None]):
    """For `str.translate`: letters and digits stay, marks go, all else becomes a space."""

    def __missing__(self, point: int) -> str | None:
        c = chr(point)
        kind = unicodedata.category(c)[0]
        self[point] = c if kind in "LN" else None if kind in "MC" and c not in "\t\n\r" else " "
        return self[point]


class _Simple(dict[int, str]):
    """For `str.translate`: ligatures become two letters, each character a simplified one."""

    def __missing__(self, point: int) -> str:
        c = chr(point)
        self[point] = _LIGATURES.get(c) or (simplify(c) if _HAN.match(c) else c)
        return self[point]


_KEPT, _APART, _SIMPLE = _Kept(), _Apart(), _Simple()


def fold(text: str) -> str:
    """A text without the differences that a search passes over. Folding twice changes nothing."""
    small = unicodedata.normalize("NFKD", text).translate(_KEPT).lower().translate(_SIMPLE)
    return _LONE_SLASH.sub("", small) if "/" in small else small


def plain(text: str) -> str:
    """A text as a regular expression sees it: full-width forms, case and script made one."""
    return unicodedata.normalize("NFKC", text).lower().translate(_SIMPLE)


def tokens(text: str) -> list[str]:
    """The folded words of a text: each Chinese character, each run of other letters or digits."""
    apart = unicodedata.normalize("NFKD", text).translate(_APART)
    return _TOKENS.findall(apart.lower().translate(_SIMPLE))


def placed_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """The tokens of a text, each with where it begins and ends in it."""
    word, began = "", 0
    for at, character in enumerate(text):
        found = tokens(character)
        # A mark on a letter, and what is invisible, parts no word.
        if not found and unicodedata.category(character)[0] in "MC" and character not in "\t\n\r":
            continue
        single = bool(found) and bool(_HAN.match(found[0]))
        if word and (not found or single):
            yield word, began, at
            word = ""
        for piece in found:
            if single:
                yield piece, at, at + 1
            else:
                began = began if word else at
                word += piece
    if word:
        yield word, began, len(text)


def is_han(token: str) -> bool:
    """Whether a token is a Chinese character."""
    return bool(_HAN.match(token))


def runs(text: str) -> list[str]:
    """The folded words of one part of a query, cut where Chinese characters meet others."""
    # Folded before it is cut: a dot between characters parts no word.
    return _RUNS.findall(fold(text))


def words(query: str) -> list[str]:
    """The folded words of a query; none for one that is too long."""
    if len(query) > LONGEST:
        return []
    return [run for part in SPACE.split(query) for run in runs(part)]
