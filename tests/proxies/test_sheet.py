"""Sheets: sums done by hand, and what holds for every sheet."""

from itertools import combinations
from math import ceil, inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.proxies.sheet import (
    CARDS,
    EDGE,
    PAPERS,
    Box,
    Layout,
    Line,
    Sheet,
    SheetError,
    place,
    sheet,
)

layouts = st.builds(
    Layout,
    paper=st.sampled_from(sorted(PAPERS.values()))
    | st.tuples(st.floats(100, 1200), st.floats(100, 1200)),
    card=st.sampled_from(sorted(CARDS.values())),
    gap=st.sampled_from([0.0, 0.1, 1.0, 3.0, 6.0, 20.0]),
    bleed=st.sampled_from([0.0, 1.0, 3.0, 5.0]),
    marks=st.sampled_from(["corners", "lines", "none"]),
    offset=st.tuples(st.floats(-10, 10), st.floats(-10, 10)),
)


def bled(box: Box, by: tuple[float, float, float, float]) -> Box:
    left, top, right, bottom = by
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


def apart(a: Box, b: Box) -> bool:
    touching = 1e-6
    return (
        a.x + a.width <= b.x + touching
        or b.x + b.width <= a.x + touching
        or a.y + a.height <= b.y + touching
        or b.y + b.height <= a.y + touching
    )


@pytest.mark.parametrize(
    ("paper", "card", "gap", "columns", "rows", "left", "top"),
    [
        # (210 - 3·63) / 2 and (297 - 3·88) / 2; the others alike.
        ("a4", "standard", 0, 3, 3, 10.5, 16.5),
        ("a4", "standard", 1, 3, 3, 9.5, 15.5),
        ("a4", "standard", 3, 3, 3, 7.5, 13.5),
        ("letter", "standard", 0, 3, 3, 13.45, 7.7),
        ("letter", "standard", 3, 3, 3, 10.45, 4.7),
        ("a4", "poker", 0, 3, 3, 9.75, 15.15),
        ("letter", "poker", 0, 3, 3, 12.7, 6.35),
        ("a3", "standard", 0, 4, 4, 22.5, 34.0),
        ("legal", "standard", 0, 3, 3, 13.45, 45.8),
        ("a4", "57x87", 0, 3, 3, 19.5, 18.0),
        ("a4", "59x86", 0, 3, 3, 16.5, 19.5),
    ],
)
def test_by_hand(
    paper: str, card: str, gap: float, columns: int, rows: int, left: float, top: float
) -> None:
    made = sheet(Layout(PAPERS[paper], CARDS[card], gap))
    assert (made.columns, made.rows) == (columns, rows)
    assert made.cells[0] == pytest.approx((left, top, *CARDS[card]))
    assert made.cells[-1].x + made.cells[-1].width == pytest.approx(PAPERS[paper][0] - left)


def test_marks_by_hand() -> None:
    marks = sheet(Layout(bleed=2)).marks
    # Four trims across and four down, each marked at two edges.
    assert len(marks) == 16
    assert Line(10.5, 0, 10.5, 13.5) in marks  # ends 2 + 1 mm above the cards at 16.5
    assert Line(202.5, 280.5, 210, 280.5) in marks
    lines = sheet(Layout(marks="lines", gap=3)).marks
    assert len(lines) == 12
    assert Line(70.5, 0, 70.5, 297) in lines
    assert Line(73.5, 0, 73.5, 297) in lines
    assert sheet(Layout(marks="none")).marks == ()


def test_bleed_ends_half_way_to_a_neighbour() -> None:
    made = sheet(Layout(gap=3, bleed=3))
    assert made.bleeds[0] == (3, 3, 1.5, 1.5)
    assert made.bleeds[4] == (1.5, 1.5, 1.5, 1.5)
    assert made.bleeds[8] == (1.5, 1.5, 3, 3)
    assert "bleed" in made.warnings
    assert "bleed" not in sheet(Layout(gap=6, bleed=3)).warnings


def test_backs_are_mirrored_and_moved() -> None:
    made = sheet(Layout(duplex=True, offset=(0.5, -0.25)))
    assert made.backs[0] == pytest.approx((137.0, 16.25, 63, 88))
    assert made.backs[2] == pytest.approx((11.0, 16.25, 63, 88))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"paper": (1, 297)}, "paper"),
        ({"paper": (210, 10_000)}, "paper"),
        ({"paper": (nan, 297)}, "paper"),
        ({"paper": (inf, 297)}, "paper"),
        ({"paper": (-210, 297)}, "paper"),
        ({"paper": (68, 200)}, "room"),
        ({"paper": (200, 93)}, "room"),
        ({"card": (10, 10)}, "choice"),
        ({"gap": -1}, "gap"),
        ({"gap": 21}, "gap"),
        ({"bleed": 6}, "bleed"),
        ({"bleed": nan}, "bleed"),
        ({"offset": (11, 0)}, "offset"),
        ({"fold": True, "gap": 1}, "fold"),
        ({"fold": True, "paper": (100, 297)}, "fold"),
    ],
)
def test_refusals(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SheetError) as error:
        sheet(Layout(**given))
    assert error.value.reason == reason


def test_warnings() -> None:
    assert sheet(Layout()).warnings == ()
    assert sheet(Layout(PAPERS["letter"], gap=3)).warnings == ("edge",)
    assert sheet(Layout((69.0, 94.0))).warnings == ("edge", "bar")
    # Backs that are moved by 6 mm come as near to the edge as 4.5 mm; without backs nothing moves.
    assert sheet(Layout(offset=(0, -6), duplex=True)).warnings == ("edge",)
    assert sheet(Layout(offset=(0, -6))).warnings == ()


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_every_sheet(layout: Layout) -> None:
    made = sheet(layout)
    width, height = layout.paper
    for box in made.cells:
        assert (box.width, box.height) == layout.card
        assert box.x >= EDGE - 0.001
        assert box.x + box.width <= width - EDGE + 0.001
        assert box.y >= EDGE - 0.001
        assert box.y + box.height <= height - EDGE + 0.001
    drawn = list(map(bled, made.cells, made.bleeds))[: 2 * made.columns]
    assert all(apart(a, b) for a, b in combinations(drawn, 2))
    # One more column or row would not fit.
    assert (made.columns + 1) * layout.card[0] + made.columns * layout.gap > width - 2 * EDGE
    assert (made.rows + 1) * layout.card[1] + made.rows * layout.gap > height - 2 * EDGE


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_front_and_back_meet(layout: Layout) -> None:
    made = sheet(layout)
    right, down = layout.offset
    for front, back in zip(made.cells, made.backs, strict=True):
        assert back.x - right + front.x + front.width == pytest.approx(layout.paper[0])
        assert back.y - down == pytest.approx(front.y)


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_marks_are_at_the_trims_and_outside_the_cards(layout: Layout) -> None:
    made = sheet(layout)
    xs = {x for box in made.cells for x in (box.x, box.x + box.width)}
    ys = {y for box in made.cells for y in (box.y, box.y + box.height)}
    for line in made.marks:
        upright = line.x1 == line.x2
        trims = xs if upright else ys
        assert min(abs(trim - (line.x1 if upright else line.y1)) for trim in trims) < 0.001
        if layout.marks == "corners":
            span = Box(line.x1, line.y1, line.x2 - line.x1, line.y2 - line.y1)
            assert all(apart(span, box) for box in made.cells)


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_the_bar_touches_no_card_and_no_mark(layout: Layout) -> None:
    made = sheet(layout)
    if made.bar is None:
        return
    x, y, upright = made.bar
    bar = Box(x, y, 3.6, 50) if upright else Box(x, y, 50, 3.6)
    assert all(apart(bar, bled(box, by)) for box, by in zip(made.cells, made.bleeds, strict=True))
    assert min(bar.x, bar.y) >= 0
    if layout.marks == "corners":
        for line in made.marks:
            assert apart(bar, Box(line.x1, line.y1, line.x2 - line.x1, line.y2 - line.y1))


def numbers(made: Sheet, widths: list[int]) -> list[int]:
    return [len(page) for page in place(widths, made)]


def test_pages_by_hand() -> None:
    a4 = sheet(Layout())
    assert place([], a4) == []
    assert numbers(a4, [1] * 9) == [9]
    assert numbers(a4, [1] * 10) == [9, 1]
    assert numbers(a4, [1] * 54) == [9] * 6
    # Folded pairs: one to a row of three, and a single card fills the row up.
    assert place([2, 2, 1, 1], a4) == [[(0, 0), (1, 3), (2, 5), (3, 6)]]
    assert numbers(a4, [2] * 4) == [3, 1]


@settings(max_examples=40, deadline=None)
@given(layouts, st.lists(st.integers(1, 2), max_size=60))
def test_every_unit_has_its_place(layout: Layout, widths: list[int]) -> None:
    made = sheet(layout)
    if made.columns < 2:
        widths = [1] * len(widths)
    pages = place(widths, made)
    assert [unit for page in pages for unit, _cell in page] == list(range(len(widths)))
    assert all(pages)
    for page in pages:
        taken = [cell + n for unit, cell in page for n in range(widths[unit])]
        assert len(set(taken)) == len(taken)
        assert max(taken) < made.capacity
        for unit, cell in page:
            assert cell % made.columns + widths[unit] <= made.columns
    if 2 not in widths:
        assert len(pages) == ceil(len(widths) / made.capacity)
