"""Which parts of a shown name or text a query asked for, as [start, end) in code points."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from zhenshu.search.fold import HAN_RANGES, fold, placed_tokens, runs
from zhenshu.search.judge import Node, sought
from zhenshu.search.match import Reading, Subject

Marks = list[list[int]]
PINYIN = "zh-Latn-pinyin"


class Asked(NamedTuple):
    """What a tree asks of names and of texts, without what it denies."""

    words: tuple[str, ...]  # folded
    phrases: tuple[str, ...]  # folded
    titles: tuple[str, ...]  # as judge.sought gives
    texts: tuple[str, ...]


def asked(tree: Node | None) -> Asked:
    """What can be marked of a tree."""
    found: tuple[list[str], ...] = ([], [], [], [])
    for kind, text in _wanted(tree) if tree else ():
        if kind == "word":
            found[0].extend(runs(text))
            found[2].append(sought(text, False))
        elif kind == "phrase":
            found[1].append(fold(text))
            found[2].append(sought(text, True))
        else:
            found[3].append(sought(text, kind == "quoted"))
    return Asked(*(tuple(dict.fromkeys(filter(None, each))) for each in found))


def _wanted(node: Node) -> Iterator[tuple[str, str]]:
    kind = node["kind"]
    if kind in ("and", "or"):
        for part in node["parts"]:
            yield from _wanted(part)
    elif kind in ("word", "phrase", "exact"):
        yield ("word" if kind == "word" else "phrase"), node["text"]
    elif kind == "field" and node["op"] != "!=" and "text" in node["value"]:
        value = node["value"]
        if node["field"] == "text":
            yield ("quoted" if value["quoted"] else "text"), value["text"]
        elif node["field"] == "name":
            whole = value["quoted"] or node["op"] == "="
            yield ("phrase" if whole else "word"), value["text"]


def name_marks(text: str, language: str, wanted: Asked, subject: Subject) -> Marks:
    """The marks of a name in a language; `subject` is what it was found by."""
    places = [at for at, character in enumerate(text) for _ in fold(character)]
    folded = "".join(map(fold, text))
    found: list[tuple[int, int]] = []
    for word in (*wanted.words, *wanted.phrases):
        if language != PINYIN and word in folded:
            found += [(places[a], places[b - 1] + 1) for a, b in _occurrences(word, folded)]
        elif word in wanted.words and language.startswith("zh"):
            found += _spoken_marks(text, language, word, subject.readings)
    return merged(found)


def _occurrences(word: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(word)
    while at >= 0:
        yield at, at + len(word)
        at = text.find(word, at + len(word))


def _spoken_marks(
    text: str, language: str, word: str, readings: Iterable[Reading]
) -> list[tuple[int, int]]:
    """The characters, or in pinyin the syllables, that a word spells in the first reading that
    has it."""
    shown = _syllables(text) if language == PINYIN else _characters(text)
    for reading in readings:
        starts = [at for at, letter in enumerate(reading.given) if not letter.islower()]
        at = reading.small.whole.find(word)
        while at >= 0 and at not in starts:
            at = reading.small.whole.find(word, at + 1)
        if at >= 0:
            first = starts.index(at)
            last = sum(1 for start in starts if start < at + len(word)) - 1
        elif (first := reading.initials.whole.find(word)) >= 0:
            last = first + len(word) - 1
        else:
            continue
        return shown[first : last + 1] if len(shown) == len(starts) else []
    return []


def _characters(text: str) -> list[tuple[int, int]]:
    return [
        (at, at + 1)
        for at, character in enumerate(text)
        if any(low <= ord(character) <= high for low, high in HAN_RANGES[1:])
    ]


def _syllables(text: str) -> list[tuple[int, int]]:
    found, began = [], 0
    for syllable in text.split(" "):
        if syllable != "·":
            found.append((began, began + len(syllable)))
        began += len(syllable) + 1
    return found


def text_marks(text: str, wanted: Iterable[str]) -> Marks:
    """The marks of a text; `wanted` as `judge.sought` gives."""
    placed = list(placed_tokens(text))
    starts: dict[int, int] = {}
    spaced = " "
    for number, (token, _start, _end) in enumerate(placed):
        starts[len(spaced) - 1] = number
        spaced += f"{token} "
    found = []
    for asked in wanted:
        at = spaced.find(asked)
        while at >= 0:
            first, count = starts[at], len(asked.split())
            found.append((placed[first][1], placed[first + count - 1][2]))
            at = spaced.find(asked, at + 1)
    return merged(found)


def merged(spans: Iterable[tuple[int, int]]) -> Marks:
    """Spans in order, those that touch in one."""
    found: Marks = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found
