"""A print job as a PDF file, set by typst.

The fonts are in `fonts/`, cut from Noto CJK (SIL Open Font License; `scripts/fonts.py`), so that
every machine prints the same and needs no Chinese font of its own.
"""

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import segno
import typst

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.proxies.face import TINTS, characters
from zhenshu.proxies.job import Options, Placed, Side, address, spread, written
from zhenshu.proxies.sheet import Sheet, sheet
from zhenshu.proxies.words import words
from zhenshu.web.marks import mark
from zhenshu.web.speech import speech

Record = dict[str, Any]
HERE = Path(__file__).parent
TEMPLATE = HERE / "sheet.typ"
FONTS = HERE / "fonts"
MISSING = "〓"  # printers' sign for a character that is not at hand


class Printed(NamedTuple):
    """A finished file. `sides` counts its pages, `warnings` are those of the sheet, and `missing`
    are characters that no font has, for which `MISSING` stands."""

    body: bytes
    sides: int
    warnings: tuple[str, ...]
    missing: str


class Measured(NamedTuple):
    """How the text of each face fits: as sheet.typ tells it, and how many cards it takes."""

    fits: list[Record]

    @property
    def parts(self) -> list[int]:
        return [len(fit["parts"]) for fit in self.fits]


def make(catalog: Catalog, counts: Mapping[str, int], options: Options) -> Printed:
    """The file for a list of cards, by id. Raises SheetError for options that cannot be done, and
    ValueError for an empty list."""
    if not counts:
        raise ValueError("The list has no card.")
    made = sheet(options.layout)  # refuses before anything is set
    cards = written(catalog, counts, options)
    faces, missing = _plain([face for faces in cards for face in faces])
    if options.site:
        faces = [{**face, "code": _code(address(face, options))} for face in faces]
    data = _data(catalog, faces, made, options)
    fits = measure(data)
    made, sides = spread(counts, cards, fits.parts, options)
    body = _compile({**data, "fits": fits.fits, "pages": _pages(sides, faces)})
    return Printed(body, len(sides), made.warnings, missing)


def measure(data: Record) -> Measured:
    """Let typst find how large the text of each face can be."""
    answer = typst.Compiler(
        str(TEMPLATE),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data)},
    ).query("<fit>")
    return Measured([found["value"] for found in json.loads(answer)])


def _compile(data: Record) -> bytes:
    body: bytes = typst.compile(
        str(TEMPLATE),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data)},
    )
    return body


def _data(catalog: Catalog, faces: list[Record], made: Sheet, options: Options) -> Record:
    """Everything sheet.typ reads, but the pages."""
    language = options.language
    used = {need["mark"] for face in faces for need in face["needs"]}
    voice = speech(language)
    own = words(language)
    return {
        "language": language,
        "title": own["proxies"],
        "paper": made.layout.paper,
        "card": made.layout.card,
        "ink": options.ink,
        "outline": made.layout.marks == "none",
        "marks": made.marks,
        "bar": made.bar,
        "tints": TINTS,
        "drawings": {key: _drawing(key) for key in sorted(used) if key},
        "words": {
            "proxy": own["proxy"],
            "bar": own["bar"],
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


def _code(text: str) -> str:
    """A QR code as SVG."""
    out = io.BytesIO()
    segno.make(text, micro=False).save(out, kind="svg", border=1, xmldecl=False)
    return out.getvalue().decode()


def _pages(sides: Sequence[Side], faces: Sequence[Record]) -> list[Record]:
    """The sides as sheet.typ reads them. The first copy of each card has a bookmark."""
    marked: set[str] = set()

    def item(placed: Placed) -> Record:
        face = faces[placed.face]
        first = placed.part is not None and face["id"] not in marked
        if first:
            marked.add(face["id"])
        where = {"x": placed.box.x, "y": placed.box.y, "bleed": placed.bleed}
        bookmark = face["name"] if first else ""
        return {**where, "face": placed.face, "part": placed.part, "mark": bookmark}

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
