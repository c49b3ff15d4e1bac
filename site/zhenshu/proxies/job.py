"""One print job: which faces go where, for a list of cards and what a user chose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal, NamedTuple, get_args

from zhenshu.catalog import Catalog
from zhenshu.i18n import segment
from zhenshu.proxies import face
from zhenshu.proxies.sheet import PAPERS, Box, Layout, Sheet, place, sheet

Record = dict[str, Any]
Ink = Literal["full", "light", "text"]
Faces = Literal["side", "back", "fold"]
INKS: tuple[Ink, ...] = get_args(Ink)
FACES: tuple[Faces, ...] = get_args(Faces)


@dataclass(frozen=True)
class Options:
    """What a user chooses.

    `second` is a language to print smaller below, or None. `faces` is how a double-faced card
    comes: side by side, back to back (which prints backs), or folded. `site` is the address of
    the site for QR codes, such as `https://cards.example/`; empty for no codes.
    """

    language: str = "en"
    second: str | None = None
    layout: Layout = field(default_factory=Layout)
    ink: Ink = "light"
    faces: Faces = "side"
    rulings: bool = False
    site: str = ""


class Placed(NamedTuple):
    """One card on a sheet: where, how far its background goes, which face and which part of its
    text. A plain back has the face whose colour it shares and no part."""

    box: Box
    bleed: tuple[float, float, float, float]
    face: int
    part: int | None


class Side(NamedTuple):
    """One side of a sheet."""

    front: bool
    items: list[Placed]


class _Unit(NamedTuple):
    """What is cut out in one piece: one face, or two that are folded; and what is behind."""

    fronts: tuple[tuple[int, int], ...]
    back: tuple[int, int | None]


def written(catalog: Catalog, ids: Iterable[str], options: Options) -> list[list[Record]]:
    """The faces of each card, as the options want them."""
    return [_faces(catalog, catalog.card(id) or {}, options) for id in ids]


def _faces(catalog: Catalog, card: Record, options: Options) -> list[Record]:
    faces = face.faces(catalog, card, options.language)
    if options.rulings:
        faces = [{**each, "blocks": [*each["blocks"], *each["rulings"]]} for each in faces]
    if not options.second or options.second == options.language:
        return faces
    others = face.faces(catalog, card, options.second)
    pairs = zip(faces, others, strict=True)
    return [bilingual(each, other, options.second) for each, other in pairs]


def bilingual(own: Record, other: Record, language: str) -> Record:
    """A face with what the same face says differently in another language."""
    said = {_gist(block) for block in own["blocks"]}
    named = other["lang"] == language
    if named and own["pinyin"]:
        # No name is known in the own language: one Chinese name will do, in the reader's script.
        own = {**own, "name": other["name"], "lang": other["lang"]}
    second = {
        "language": language,
        "lang": other["lang"] if named else "zh-Latn-pinyin",
        "name": other["name"] if named else other["pinyin"],
        "kind": other["kind"] if other["kind"] != own["kind"] else "",
        "blocks": [block for block in other["blocks"] if _gist(block) not in said],
    }
    if second["name"] == own["name"]:
        second["name"] = ""
    return {**own, "second": second}


def _gist(block: Record) -> tuple[str, str]:
    """What makes two blocks say the same: a text alone, a fact with its label."""
    return ("" if block["kind"] == "text" else block["label"], block["text"])


def address(card: Record, options: Options) -> str:
    """The address of a card's page."""
    path = f"{card['game']}/cards/{card['set']}/{card['slug']}/"
    return f"{options.site.rstrip('/')}/{segment(options.language)}/{path}"


def spread(
    counts: Mapping[str, int],
    cards: Sequence[Sequence[Record]],
    parts: Sequence[int],
    options: Options,
) -> tuple[Sheet, list[Side]]:
    """The sides of all sheets in order. `parts` are the cards that the text of each face takes,
    face after face. Raises SheetError."""
    made = sheet(options.layout)
    units: list[_Unit] = []
    first = 0
    for count, faces in zip(counts.values(), cards, strict=True):
        own = list(_units(range(first, first + len(faces)), parts, options.faces))
        units += own * count
        first += len(faces)
    backs = options.layout.duplex or options.faces == "back"
    sides: list[Side] = []
    for page in place([len(unit.fronts) for unit in units], made):
        sides.append(Side(True, list(_fronts(made, page, units))))
        if backs:
            sides.append(Side(False, list(_backs(made, page, units))))
    return made, sides


def _units(faces: range, parts: Sequence[int], mode: str) -> Iterator[_Unit]:
    """What one copy of a card takes."""
    runs = [[(face, part) for part in range(parts[face])] for face in faces]
    plain = (faces[0], None)
    if len(runs) == 1 or mode == "side":
        yield from (_Unit((front,), plain) for run in runs for front in run)
        return
    for front, behind in zip_longest(*runs):
        if mode == "back":
            yield _Unit((front or (faces[0], 0),), behind or plain)
        else:
            yield _Unit((front or (faces[0], 0), behind or (faces[1], 0)), plain)


def _fronts(made: Sheet, page: list[tuple[int, int]], units: Sequence[_Unit]) -> Iterator[Placed]:
    for unit, cell in page:
        for beside, (which, part) in enumerate(units[unit].fronts):
            at = cell + beside
            yield Placed(made.cells[at], made.bleeds[at], which, part)


def _backs(made: Sheet, page: list[tuple[int, int]], units: Sequence[_Unit]) -> Iterator[Placed]:
    for unit, cell in page:
        # A folded card is its own back.
        if len(units[unit].fronts) == 1:
            left, top, right, bottom = made.bleeds[cell]
            yield Placed(made.backs[cell], (right, top, left, bottom), *units[unit].back)


def file_name(options: Options) -> str:
    """What a file of these pages is called; the paper is in it, as it must fit the printer's."""
    known = {size: name for name, size in PAPERS.items()}
    width, height = options.layout.paper
    paper = known.get(options.layout.paper, f"{width:g}x{height:g}mm")
    return f"proxies-{segment(options.language)}-{paper}.pdf"
