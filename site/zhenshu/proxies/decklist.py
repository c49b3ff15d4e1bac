"""Lists of cards as players write them, and as an address carries them.

A line holds one card and, before or behind it, a count: `3 关羽`, `3x Guan Yu`, `关羽 ×3`,
`cz-043 3`, `三张关羽`; without a count it is one card. White space, full-width forms, bullets and
what follows a ` #` or ` //` do not matter. Lines that start with `#`, if no number follows, `//` or
`;` are comments. If the first line of text names columns (`count,name,set,number,id`, also in
Chinese), the rest is a table. A line that names no card is a heading if it looks like one, and is
reported otherwise with the cards most like it. `web/static/proxies-list.js` does the same in the
browser.
"""

import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from zhenshu.proxies.finder import Finder, Ids
from zhenshu.search.fold import HAN_RANGES, fold

LENGTH = 400_000  # characters of a list
LINES = 5_000  # lines of a list
LINE = 300  # characters of a line in which a count is looked for; no card has so long a name
COPIES = 99  # of one card
CARDS = 3_000  # of a list, copies counted
ADVISED = 50  # lines that were not understood for which the nearest cards are looked up

_HAN = "".join(f"{chr(first)}-{chr(last)}" for first, last in HAN_RANGES)
_COUNT = r"([-+]?[0-9]+|[一二两三四五六七八九十](?=[张張枚份]))"
_LEAD = re.compile(
    rf"^(?:[x×*] ?)?{_COUNT}(?: ?[x×*] | ?[×*张張枚份] ?| ?x(?=[{_HAN}])|[ ,;]+|(?=[{_HAN}]))(.+)$",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    rf"^(.+?)(?: ?[×*] ?| x ?|[ ,;]+|(?<=[{_HAN}]) ?x? ?| ?[(\[]x?)([-+]?[0-9]+)"
    r"(?: ?[x×张張枚份])?[)\]]?$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^(?:#(?![0-9])|//|;)")
_REMARK = re.compile(r" (?:#|//)(?![0-9]).*$")
_BULLET = re.compile(r"^[-*•·] ")
_HEADING = re.compile(r"^\[.*\]$|^【.*】$|^(?:==|--|\*\*).*|.*:$")
_NUMERALS = {c: n for n, c in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_COLUMNS = {
    "count": ("count", "qty", "quantity", "amount", "copies", "数量", "张数"),
    "name": ("name", "card", "cardname", "title", "名称", "卡名", "牌名", "卡牌", "名字"),
    "set": ("set", "series", "edition", "setcode", "系列"),
    "number": ("number", "no", "num", "collectornumber", "编号", "卡号", "号码"),
    "id": ("id", "cardid"),
}
_COLUMN = {word: column for column, known in _COLUMNS.items() for word in known}
_SECTIONS = (
    *("deck", "main", "maindeck", "mainboard", "side", "sideboard", "sidedeck", "maybeboard"),
    *("cards", "tokens", "extra", "主牌组", "主套牌", "套牌", "备牌", "牌组", "副牌组"),
)

Counts = dict[str, int]  # copies by card id, in order


class ListError(ValueError):
    """A list is not read: `reason` is length, lines or cards, beyond the number `limit`, or
    encoding."""

    def __init__(self, reason: str, limit: int = 0):
        super().__init__(f"{reason}: at most {limit}")
        self.reason = reason
        self.limit = limit


class Unclear(NamedTuple):
    """A line that was not taken into the list.

    `reason` is unknown (no card answers), several (more than one does) or count (not from 1 to
    COPIES); `reference` is the line without its count; `nearest` are ids of cards to choose from.
    """

    line: int
    text: str
    reason: str
    count: int  # type: ignore[assignment]  # nobody counts the fields of a line
    reference: str
    nearest: Ids


@dataclass
class Decklist:
    """What a list says: copies by card id, lines not understood, and lines taken as headings."""

    counts: Counts = field(default_factory=dict)
    unclear: list[Unclear] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Cards of the list, copies counted."""
        return sum(self.counts.values())


class _Reading(NamedTuple):
    """One way to take a line: a count and a text that may name a card."""

    count: int  # type: ignore[assignment]  # as above
    reference: str


def section_words(terms: Iterable[str]) -> frozenset[str]:
    """The folded headings of lists: the usual ones, and the names of card types."""
    named = (fold(term) for term in terms)
    return frozenset((*_SECTIONS, *(form for name in named for form in (name, f"{name}s"))))


def text_of(raw: bytes) -> str:
    """The text of a file: in UTF-16 if it says so, in UTF-8, or in GB 18030, as spreadsheets in
    China save it. Raises ListError for any other."""
    encodings = ("utf-16",) if raw[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    raise ListError("encoding")


def parse(text: str, finder: Finder, sections: frozenset[str] = frozenset(_SECTIONS)) -> Decklist:
    """Read a list. Raises ListError for one beyond the limits of this module."""
    if len(text) > LENGTH:
        raise ListError("length", LENGTH)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    if len(lines) > LINES:
        raise ListError("lines", LINES)
    found = Decklist()
    columns: list[str] | None = None
    delimiter = ""
    started = False
    for number, raw in enumerate(lines, 1):
        line = _clean(raw)
        # A row whose first cell is empty is no comment.
        if not line or (_COMMENT.match(line) and line[0] != delimiter):
            continue
        if not started:
            started = True
            delimiter, columns = _header(raw)
            if columns:
                continue
        readings = [_row(raw, delimiter, columns)] if columns else list(_readings(line))
        _take(found, number, line, readings, finder, sections)
    return found


def _clean(raw: str) -> str:
    """A line in plain forms, without what does not matter."""
    line = " ".join(unicodedata.normalize("NFKC", raw).split())
    return _REMARK.sub("", _BULLET.sub("", line))


def _readings(line: str) -> Iterator[_Reading]:
    """The ways to take a line, best first."""
    yield _Reading(1, line)
    if len(line) > LINE:
        return
    if lead := _LEAD.match(line):
        yield _Reading(_number(lead[1]), lead[2].strip())
    if trail := _TRAIL.match(line):
        yield _Reading(_number(trail[2]), trail[1].strip())


def _number(digits: str) -> int:
    # Cut short: nobody means to print more, and a number of a million digits takes long to read.
    return _NUMERALS.get(digits) or int(digits[:9])


def _header(raw: str) -> tuple[str, list[str] | None]:
    """The delimiter and columns of a table, if a line names them."""
    for delimiter in (",", ";", "\t"):
        columns = [_COLUMN.get(fold(cell), "") for cell in split(raw, delimiter)]
        if len(columns) > 1 and {"name", "number", "id"} & set(columns):
            return delimiter, columns
    return "", None


def split(line: str, delimiter: str) -> list[str]:
    """The cells of a line of a table; a cell in double quotes may hold the delimiter."""
    cells = [""]
    quoted = False
    for letter in line:
        if letter == '"':
            quoted = not quoted
        elif letter == delimiter and not quoted:
            cells.append("")
        else:
            cells[-1] += letter
    return [_clean(cell) for cell in cells]


def _row(raw: str, delimiter: str, columns: list[str]) -> _Reading:
    cells = dict(zip(columns, split(raw, delimiter), strict=False))
    count = cells.get("count") or "1"
    whole = int(count[:9]) if re.fullmatch(r"[-+]?[0-9]+", count) else 0
    place = " ".join(filter(None, (cells.get("set"), cells.get("number"))))
    named = " ".join(filter(None, (cells.get("name"), place)))
    return _Reading(whole, cells.get("id") or named)


def _take(
    found: Decklist,
    number: int,
    line: str,
    readings: list[_Reading],
    finder: Finder,
    sections: frozenset[str],
) -> None:
    """Put a line where it belongs: the counts, the headings or what is unclear."""
    answers = [(reading, finder.resolve(reading.reference)) for reading in readings]
    clear = next(((reading, ids[0]) for reading, ids in answers if len(ids) == 1), None)
    if clear:
        reading, id = clear
        whole = found.counts.get(id, 0) + reading.count
        if reading.count < 1 or whole > COPIES:
            found.unclear.append(Unclear(number, line, "count", *reading, (id,)))
        elif found.total + reading.count > CARDS:
            raise ListError("cards", CARDS)
        else:
            found.counts[id] = whole
        return
    several = next(((reading, ids) for reading, ids in answers if ids), None)
    if several:
        reading, ids = several
        found.unclear.append(Unclear(number, line, "several", *reading, ids))
    elif _HEADING.match(line) or fold(readings[-1].reference) in sections:
        found.headings.append((number, line))
    else:
        # With a count taken off where there was one.
        reading = readings[min(1, len(readings) - 1)]
        nearest = finder.nearest(reading.reference) if len(found.unclear) < ADVISED else ()
        found.unclear.append(Unclear(number, line, "unknown", *reading, nearest))


def of(ids: Iterable[str]) -> Decklist:
    """One copy of each card. Raises ListError for too many."""
    found = Decklist(dict.fromkeys(ids, 1))
    if found.total > CARDS:
        raise ListError("cards", CARDS)
    return found


def encode(counts: Mapping[str, int]) -> str:
    """A list as an address carries it: `formation/cz:043*3,044;clash/starter-kit:baron`.

    Cards stay in order; those of one set that follow each other share its name.
    """
    groups: list[tuple[str, list[str]]] = []
    for id, count in counts.items():
        place, _slash, slug = id.rpartition("/")
        if not groups or groups[-1][0] != place:
            groups.append((place, []))
        groups[-1][1].append(slug if count == 1 else f"{slug}*{count}")
    return ";".join(f"{place}:{','.join(slugs)}" for place, slugs in groups)


def decode(code: str, finder: Finder) -> Decklist:
    """The list of an encoding; what it does not understand is unclear, as in `parse`."""
    if len(code) > LENGTH:
        raise ListError("length", LENGTH)
    found = Decklist()
    items = [
        (f"{place}/{slug}", count if star else "1")
        for place, _colon, slugs in (group.partition(":") for group in code.split(";") if group)
        for slug, star, count in (item.partition("*") for item in slugs.split(","))
    ]
    for number, (id, count) in enumerate(items, 1):
        reading = _Reading(_number(count) if re.fullmatch("[0-9]+", count) else 0, id)
        if id in finder:
            _take(found, number, id, [reading], finder, frozenset())
        else:
            found.unclear.append(Unclear(number, id, "unknown", *reading, ()))
    return found
