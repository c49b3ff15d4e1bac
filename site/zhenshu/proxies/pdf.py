"""A print job as a PDF file, set by typst.

The fonts are in `fonts/`, cut from Noto CJK (SIL Open Font License; `scripts/fonts.py`), so that
every machine prints the same and needs no Chinese font of its own.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.marks import mark
from zhenshu.proxies import codes
from zhenshu.proxies.face import TINTS, characters
from zhenshu.proxies.job import Options, Placed, Side, address, spread, written
from zhenshu.proxies.sheet import Layout, Sheet, sheet
from zhenshu.proxies.typesetter import FONTS, LIMIT, Typesetter
from zhenshu.proxies.words import words
from zhenshu.speech import speech

Record = dict[str, Any]
MISSING = "〓"  # printers' sign for a character that is not at hand


class Printed(NamedTuple):
    """A finished file. `sides` counts its pages, `warnings` are those of the sheet, and `missing`
    are characters that no font has, for which `MISSING` stands."""

    body: bytes
    sides: int
    warnings: tuple[str, ...]
    missing: str


class Manuscript:
    """The cards of a list, written and ready to be set on paper of any size.

    `missing` are characters that no font has. Raises ValueError for an empty list.
    """

    def __init__(self, catalog: Catalog, counts: Mapping[str, int], options: Options):
        if not counts:
            raise ValueError("The list has no card.")
        self._counts = counts
        self._options = options
        self._cards = written(catalog, counts, options)
        faces, self.missing = _plain([face for faces in self._cards for face in faces])
        if options.site:
            faces = [{**face, "code": codes.svg(address(face, options))} for face in faces]
        self._faces = faces
        #: All that the pages are made from, but the paper.
        self.data = _data(catalog, faces, options)
        self._fits: list[Record] = []

    def printed(self, typesetter: Typesetter, layout: Layout) -> Printed:
        """The file for a layout with the cards of the options. Raises SheetError for one that
        cannot be done, and TypesetterError."""
        made = sheet(layout)  # refuses before anything is set
        if not self._fits:
            self._fits = typesetter.measure(self.data)
        parts = [len(fit["parts"]) for fit in self._fits]
        options = replace(self._options, layout=layout)
        made, sides = spread(self._counts, self._cards, parts, options)
        pages = _pages(sides, self._faces)
        body = typesetter.set({**self.data, **_paper(made), "fits": self._fits, "pages": pages})
        return Printed(body, len(sides), made.warnings, self.missing)


def make(
    catalog: Catalog, counts: Mapping[str, int], options: Options, limit: float = LIMIT
) -> Printed:
    """The file for a list of cards, by id; `limit` is the seconds it may take to set it. Raises
    SheetError for options that cannot be done, ValueError for an empty list and TypesetterError."""
    sheet(options.layout)
    manuscript = Manuscript(catalog, counts, options)
    with Typesetter(limit) as typesetter:
        return manuscript.printed(typesetter, options.layout)


def _paper(made: Sheet) -> Record:
    """What sheet.typ reads of a sheet."""
    return {
        "paper": made.layout.paper,
        "outline": made.layout.marks == "none",
        "marks": made.marks,
        "bar": made.bar,
    }


def _data(catalog: Catalog, faces: list[Record], options: Options) -> Record:
    """Everything sheet.typ reads, but the paper and the pages."""
    language = options.language
    used = {need["mark"] for face in faces for need in face["needs"]}
    voice = speech(language)
    own = words(language)
    return {
        "language": language,
        "title": own["proxies"],
        "card": options.layout.card,
        "ink": options.ink,
        "tints": TINTS,
        "drawings": {key: _drawing(key) for key in sorted(used) if key},
        "words": {
            "proxy": own["proxy"],
            "bar": own["bar"],
            "code": own["code"],
            "colons": {tag: words(tag)["colon"] for tag in LANGUAGES},
            "commas": {tag: words(tag)["comma"] for tag in LANGUAGES},
            "games": {slug: voice.plain(game["name"]) for slug, game in catalog.games.items()},
        },
        "faces": faces,
    }


def _drawing(key: str) -> str:
    group, _slash, id = key.partition("/")
    head = '<svg xmlns="http://www.w3.org/2000/svg" fill="currentcolor" '
    return str(mark(group, id)).replace("<svg ", head, 1)


def _pages(sides: Sequence[Side], faces: Sequence[Record]) -> list[Record]:
    """The sides as sheet.typ reads them. The first copy of each card has a bookmark."""
    marked: set[str] = set()

    def item(placed: Placed) -> Record:
        face = faces[placed.face]
        first = placed.part is not None and face["id"] not in marked
        if first:
            marked.add(face["id"])
        where = {"x": placed.box.x, "y": placed.box.y, "bleed": placed.bleed}
        return {**where, "face": placed.face, "part": placed.part, "mark": first}

    return [{"front": side.front, "items": list(map(item, side.items))} for side in sides]


def _plain(faces: Iterable[Record]) -> tuple[list[Record], str]:
    """The faces with `MISSING` for every character that no font has, and those characters."""
    lacking: set[str] = set()
    plain = []
    for face in faces:
        gone = characters(face) - covered()
        if gone:
            lacking |= gone
            table = str.maketrans(dict.fromkeys(gone, MISSING))
            face = json.loads(json.dumps(face, ensure_ascii=False).translate(table))
        plain.append(face)
    return plain, "".join(sorted(lacking))


@cache
def covered() -> frozenset[str]:
    """The characters of the fonts."""
    names = ("ZhenshuSans.txt", "ZhenshuSerif.txt")
    return frozenset("".join((FONTS / name).read_text(encoding="utf-8") for name in names))
