"""Where cards lie on paper. All lengths are millimetres from the upper left corner of the page.

Cards keep their true size whatever is chosen. What does not fit is not made to fit: it is refused
with a reason (`SheetError`), or done as asked with a warning. `web/static/proxies-sheet.js` does
the same in the browser.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "legal": (215.9, 355.6),
}
CARDS = {
    "standard": (63.0, 88.0),
    "poker": (63.5, 88.9),
    "57x87": (57.0, 87.0),
    "59x86": (59.0, 86.0),
}
SHORTEST, LONGEST = 50.0, 1200.0  # sides of paper that printers take
LARGEST_GAP, LARGEST_BLEED, LARGEST_OFFSET = 20.0, 5.0, 10.0
EDGE = 3.0  # cards stay this far from the edge of the paper
PRINTABLE = 5.0  # nearer to the edge than this, some printers print nothing
MARK_GAP = 1.0  # between the bleed and a crop mark
BAR = 50.0  # length of the bar that shows whether the page was printed at full size
BAR_ROOM = 3.6  # height of the bar with its words

Marks = Literal["corners", "lines", "none"]
MARKS: tuple[Marks, ...] = get_args(Marks)


class SheetError(ValueError):
    """Options that cannot be carried out. `reason` is one of: paper (a side is not from SHORTEST
    to LONGEST), room (no card fits), gap, bleed, offset (beyond their limits), choice (there is
    no such one), fold (folded faces need two columns without a gap)."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Layout:
    """What a user chooses about a sheet. `offset` moves the backs to the right and down, for a
    printer that does not meet the front; `duplex` prints them."""

    paper: tuple[float, float] = PAPERS["a4"]
    card: tuple[float, float] = CARDS["standard"]
    gap: float = 0.0
    bleed: float = 0.0
    marks: Marks = "corners"
    duplex: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    fold: bool = False


@dataclass(frozen=True)
class Sheet:
    """A sheet: where cards go, row by row, and everything around them.

    `bleeds` are how far the background of each card goes beyond its edges: left, top, right,
    bottom. Between cards it ends half way. `backs` are the places of the same cards on the other
    side, for paper turned over like the leaf of a book. `bar` is where the check bar starts and
    whether it stands upright; None if there is no room. `warnings` are of: bleed (neighbours cut
    it short), edge (cards or bleed come nearer to the edge than PRINTABLE), bar (no room).
    """

    layout: Layout
    columns: int
    rows: int
    cells: tuple[Box, ...]
    backs: tuple[Box, ...]
    bleeds: tuple[tuple[float, float, float, float], ...]
    marks: tuple[Line, ...]
    bar: tuple[float, float, bool] | None
    warnings: tuple[str, ...]

    @property
    def capacity(self) -> int:
        """How many cards lie on one sheet."""
        return len(self.cells)


def sheet(layout: Layout) -> Sheet:
    """Work out the sheet of a layout. Raises SheetError."""
    _refuse(layout)
    (width, height), (card_width, card_height) = layout.paper, layout.card
    columns = _fitting(width, card_width, layout.gap)
    rows = _fitting(height, card_height, layout.gap)
    if not columns or not rows:
        raise SheetError("room")
    if layout.fold and (layout.gap or columns < 2):
        raise SheetError("fold")
    left = _margin(width, card_width, layout.gap, columns)
    top = _margin(height, card_height, layout.gap, rows)
    xs = [left + column * (card_width + layout.gap) for column in range(columns)]
    ys = [top + row * (card_height + layout.gap) for row in range(rows)]
    cells = tuple(Box(x, y, card_width, card_height) for y in ys for x in xs)
    right, down = layout.offset
    backs = tuple(
        Box(width - box.x - card_width + right, box.y + down, card_width, card_height)
        for box in cells
    )
    bar = _bar(width, height, left, top, layout)
    return Sheet(
        layout,
        columns,
        rows,
        cells,
        backs,
        tuple(_bleeds(layout, columns, rows)),
        tuple(_marks(layout, xs, ys)),
        bar,
        tuple(_warnings(layout, left, top, columns * rows, bar is not None)),
    )


def _refuse(layout: Layout) -> None:
    # `not (a <= x <= b)` also refuses what is no number.
    if any(not SHORTEST <= side <= LONGEST for side in layout.paper):
        raise SheetError("paper")
    if layout.card not in CARDS.values():
        raise SheetError("choice")
    if not 0 <= layout.gap <= LARGEST_GAP:
        raise SheetError("gap")
    if not 0 <= layout.bleed <= LARGEST_BLEED:
        raise SheetError("bleed")
    if any(not -LARGEST_OFFSET <= way <= LARGEST_OFFSET for way in layout.offset):
        raise SheetError("offset")


def _fitting(side: float, card: float, gap: float) -> int:
    """How many cards fit along a side."""
    # A thousandth of a millimetre forgives the rounding of sums.
    return max(0, int((side - 2 * EDGE + gap + 0.001) // (card + gap)))


def _margin(side: float, card: float, gap: float, count: int) -> float:
    return (side - count * card - (count - 1) * gap) / 2


def _bleeds(layout: Layout, columns: int, rows: int) -> Iterator[tuple[float, float, float, float]]:
    outer, inner = layout.bleed, min(layout.bleed, layout.gap / 2)
    for row in range(rows):
        for column in range(columns):
            yield (
                inner if column else outer,
                inner if row else outer,
                inner if column < columns - 1 else outer,
                inner if row < rows - 1 else outer,
            )


def _marks(layout: Layout, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Line]:
    """Where to cut: from each edge of the paper almost to the cards, or across the whole page."""
    if layout.marks == "none":
        return
    (width, height), (card_width, card_height) = layout.paper, layout.card
    upright = sorted({round(x + side, 6) for x in xs for side in (0, card_width)})
    level = sorted({round(y + side, 6) for y in ys for side in (0, card_height)})
    if layout.marks == "lines":
        yield from (Line(x, 0, x, height) for x in upright)
        yield from (Line(0, y, width, y) for y in level)
        return
    away = layout.bleed + MARK_GAP
    before, behind = ys[0] - away, ys[-1] + card_height + away
    if before > 0:
        yield from (Line(x, 0, x, before) for x in upright)
        yield from (Line(x, behind, x, height) for x in upright)
    before, behind = xs[0] - away, xs[-1] + card_width + away
    if before > 0:
        yield from (Line(0, y, before, y) for y in level)
        yield from (Line(behind, y, width, y) for y in level)


def _bar(
    width: float, height: float, left: float, top: float, layout: Layout
) -> tuple[float, float, bool] | None:
    """The check bar: below the first card, else upright beside it, between crop marks."""
    below, beside = top - layout.bleed, left - layout.bleed
    if below >= BAR_ROOM and below >= beside - 8:
        return left + (layout.card[0] - BAR) / 2, height - below / 2 - BAR_ROOM / 2, False
    if beside >= BAR_ROOM:
        return beside / 2 - BAR_ROOM / 2, top + (layout.card[1] - BAR) / 2, True
    return None


def _warnings(layout: Layout, left: float, top: float, count: int, bar: bool) -> Iterator[str]:
    if count > 1 and layout.bleed > layout.gap / 2:
        yield "bleed"
    drift = max(map(abs, layout.offset)) if layout.duplex else 0
    if min(left, top) - layout.bleed - drift < PRINTABLE:
        yield "edge"
    if not bar:
        yield "bar"


Placed = list[tuple[int, int]]  # of one sheet: unit and cell


def place(widths: Sequence[int], sheet: Sheet) -> list[Placed]:
    """Put units on sheets, in order. A unit is one card, or two that are folded and so lie side by
    side in one row; its cell is that of the first."""
    pages: list[Placed] = []
    cell = sheet.capacity
    for unit, width in enumerate(widths):
        if cell % sheet.columns + width > sheet.columns:
            cell += sheet.columns - cell % sheet.columns
        if cell + width > sheet.capacity:
            pages.append([])
            cell = 0
        pages[-1].append((unit, cell))
        cell += width
    return pages
