"""The PDF read back: true sizes, every glyph, nothing outside its card, pages as counted."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import ceil
from typing import Any

import pdfplumber
import pytest

from zhenshu.catalog import Catalog
from zhenshu.proxies import pdf
from zhenshu.proxies.job import Options, spread, written
from zhenshu.proxies.sheet import CARDS, PAPERS, Layout, SheetError, sheet

MM = 72 / 25.4
COMMANDER = "faceoff/bp01/035"
MIXED = (
    *("formation/cz/006", "formation/wd/005", COMMANDER, "faceoff/bp01/202"),
    *("clash/starter-kit/revenant", "clash/resistance/protecteur-sylvain", "zongheng/yxjq/da-qiao"),
)
TOLERANCE = 0.05  # mm


@contextmanager
def opened(printed: pdf.Printed) -> Iterator[Any]:
    with pdfplumber.open(io.BytesIO(printed.body)) as document:
        yield document


def boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Rectangles of a page in millimetres: left, top, width, height."""
    return [(r["x0"] / MM, r["top"] / MM, r["width"] / MM, r["height"] / MM) for r in page.rects]


def near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= TOLERANCE for a, b in zip(one, other, strict=True))


GAPS = [(0.0, 0.0), (2.0, 0.0), (6.0, 3.0), (1.0, 3.0)]


@pytest.mark.parametrize(
    ("paper", "card", "gap", "bleed"),
    [(paper, "standard", *gap) for paper in PAPERS for gap in GAPS]
    + [("letter", card, 1.0, 1.0) for card in CARDS],
)
def test_true_size(catalog: Catalog, paper: str, card: str, gap: float, bleed: float) -> None:
    layout = Layout(PAPERS[paper], CARDS[card], gap, bleed)
    printed = pdf.make(catalog, {"clash/starter-kit/ogre": 30}, Options(layout=layout, ink="full"))
    made = sheet(layout)
    with opened(printed) as document:
        assert len(document.pages) == ceil(30 / made.capacity) == printed.sides
        page = document.pages[0]
        assert near((page.width / MM, page.height / MM), PAPERS[paper])
        found = boxes(page)
        for cell, (left, top, right, bottom) in list(zip(made.cells, made.bleeds, strict=True))[
            :30
        ]:
            # The background, card and bleed; and inside it the panel, 2 mm from the trim.
            x, y, width, height = cell
            drawn = (x - left, y - top, width + left + right, height + top + bottom)
            assert any(near(box, drawn) for box in found)
        for line in made.marks:
            assert any(
                near((m["x0"] / MM, m["top"] / MM, m["x1"] / MM, m["bottom"] / MM), line)
                for m in page.lines
            )


def test_outlines_are_the_trim(catalog: Catalog) -> None:
    """Without marks every card is outlined at exactly its size."""
    printed = pdf.make(catalog, {"clash/starter-kit/ogre": 9}, Options(layout=Layout(marks="none")))
    with opened(printed) as document:
        found = [box for box in boxes(document.pages[0]) if near(box[2:], (63, 88))]
        assert len(found) == 9
        assert all(map(near, sorted(found), sorted(sheet(Layout()).cells)))


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("second", [None, "en", "zh-Hans"])
def test_every_letter_is_embedded_and_inside_its_card(
    catalog: Catalog, language: str, second: str | None
) -> None:
    options = Options(language, second, Layout(gap=4, bleed=2), "full", rulings=True)
    printed = pdf.make(catalog, dict.fromkeys(MIXED, 1), options)
    assert printed.missing == ""
    cells = sheet(options.layout).cells
    with opened(printed) as document:
        text = "".join(page.extract_text() for page in document.pages)
        name = catalog.card(COMMANDER)
        assert name is not None
        assert (name["name"][language] or name["name"]["zh-Hans"]) in text
        for page in document.pages:
            bar = page.height / MM - sheet(options.layout).cells[0].y + 2
            for letter in page.chars:
                assert "Zhenshu" in letter["fontname"]
                assert "\ufffd" not in letter["text"] and "(cid:" not in letter["text"]
                x0, x1 = letter["x0"] / MM, letter["x1"] / MM
                y0, y1 = letter["top"] / MM, letter["bottom"] / MM
                inside = any(
                    c.x <= x0 and x1 <= c.x + c.width and c.y <= y0 and y1 <= c.y + c.height
                    for c in cells
                )
                assert inside or y0 >= bar, letter
        for font in fonts(document):
            assert font["FontDescriptor"].get("FontFile3")


def fonts(document: Any) -> Iterator[dict[str, Any]]:
    """The descendant fonts of a document."""
    for page in document.pages:
        for font in page.page_obj.resources["Font"].values():
            for below in font.resolve()["DescendantFonts"]:
                found = below.resolve()
                yield {"FontDescriptor": found["FontDescriptor"].resolve()}


def test_the_bar_is_50_mm(catalog: Catalog) -> None:
    for paper in ("a4", "letter"):
        printed = pdf.make(catalog, {COMMANDER: 1}, Options(layout=Layout(PAPERS[paper])))
        with opened(printed) as document:
            page = document.pages[0]
            lengths = [round((line["x1"] - line["x0"]) / MM, 2) for line in page.lines]
            assert 50.0 in lengths
            assert "50 mm" in page.extract_text()


def test_no_blank_last_page(catalog: Catalog) -> None:
    for count, pages in ((9, 1), (18, 2), (19, 3)):
        printed = pdf.make(catalog, {"clash/starter-kit/ogre": count}, Options())
        with opened(printed) as document:
            assert len(document.pages) == pages
            assert all("Ogre" in page.extract_text() for page in document.pages)


def faces_on(page: Any) -> list[tuple[float, str]]:
    """Where on the page each number of a face stands."""
    return [(w["x0"] / MM, w["text"]) for w in page.extract_words() if "BP01-L-035" in w["text"]]


def test_both_faces_of_a_double_faced_card(catalog: Catalog) -> None:
    def pages(options: Options) -> list[list[tuple[float, str]]]:
        printed = pdf.make(catalog, {COMMANDER: 1}, options)
        with opened(printed) as document:
            return [faces_on(page) for page in document.pages]

    (side,) = pages(Options())
    assert [text for _x, text in side] == ["BP01-L-035", "BP01-L-035*"]
    front, behind = pages(Options(faces="back", layout=Layout(offset=(0.5, 0))))
    assert [text for _x, text in front] == ["BP01-L-035"]
    assert [text for _x, text in behind] == ["BP01-L-035*"]
    # The first column on the front is the last behind, two cards to the right, and the offset.
    assert behind[0][0] - front[0][0] == pytest.approx(126.5, abs=TOLERANCE)
    (fold,) = pages(Options(faces="fold"))
    assert fold[1][0] - fold[0][0] == pytest.approx(63, abs=TOLERANCE)


def test_backs(catalog: Catalog) -> None:
    printed = pdf.make(catalog, {"clash/starter-kit/ogre": 10}, Options(layout=Layout(duplex=True)))
    with opened(printed) as document:
        texts = [page.extract_text() for page in document.pages]
    assert [text.count("Ogre") for text in texts] == [9, 0, 1, 0]
    assert [text.count("Clash of Decks") for text in texts] == [0, 9, 0, 1]


def test_bookmarks_name_each_card_once(catalog: Catalog) -> None:
    counts = {"clash/starter-kit/ogre": 12, "clash/starter-kit/baron": 2}
    printed = pdf.make(catalog, counts, Options())
    with opened(printed) as document:
        assert [entry[1] for entry in document.doc.get_outlines()] == ["Ogre", "Baron"]


def test_long_text_goes_on_to_a_second_card(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lengthened(*given: Any) -> list[list[dict[str, Any]]]:
        cards = written(*given)
        block = {
            "kind": "text",
            "label": "",
            "lang": "en",
            "text": "Nine tall words stand here. " * 9,
        }
        return [[{**face, "blocks": [block] * 12} for face in faces] for faces in cards]

    monkeypatch.setattr(pdf, "written", lengthened)
    printed = pdf.make(catalog, {"clash/starter-kit/ogre": 5}, Options())
    with opened(printed) as document:
        # Two cards each: ten cards on two sheets.
        assert len(document.pages) == 2
        text = "".join(page.extract_text() for page in document.pages)
        assert text.count("Nine") == 5 * 12 * 9
        assert text.count("1/3") == text.count("2/3") == text.count("3/3") == 5
        letters = [c for page in document.pages for c in page.chars if c["text"] == "N"]
        assert min(letter["size"] for letter in letters) == pytest.approx(5.5)


def test_a_character_that_no_font_has_is_reported(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renamed(*given: Any) -> list[list[dict[str, Any]]]:
        return [[{**face, "name": "Og𰻞re"} for face in faces] for faces in written(*given)]

    monkeypatch.setattr(pdf, "written", renamed)
    printed = pdf.make(catalog, {"clash/starter-kit/ogre": 1}, Options())
    assert printed.missing == "𰻞"
    with opened(printed) as document:
        assert "Og〓re" in document.pages[0].extract_text()


@pytest.mark.parametrize(
    ("language", "tongue", "title", "names", "code"),
    [
        ("en", "en", "Print cards", ["Ogre", "Ogre", "Baron"], "QR code of the card's page"),
        ("zh-Hant", "zh-TW", "列印卡牌", ["Ogre", "Ogre", "Baron"], "卡牌頁面的二維碼"),
    ],
)
def test_it_can_be_read_aloud(
    catalog: Catalog, language: str, tongue: str, title: str, names: list[str], code: str
) -> None:
    """It is tagged: a heading for each card, before what the card says, and no nameless picture."""
    counts = {"clash/starter-kit/ogre": 2, "clash/starter-kit/baron": 1}
    printed = pdf.make(catalog, counts, Options(language, site="https://cards.test"))
    with opened(printed) as document:
        root = document.doc.catalog
        assert root["MarkInfo"]["Marked"] is True
        assert root["Lang"].decode() == tongue
        assert document.metadata["Title"] == title
        (tree,) = document.structure_tree
        headings = [part for part in tree["children"] if part["type"] == "H1"]
        assert [part["title"] for part in headings] == names
        assert tree["children"][0]["type"] == "H1"
        pictures = list(parts(tree, "Figure"))
        assert [part["alt_text"] for part in pictures] == [code] * 3
        # What a heading tags is the name.
        page = document.pages[0]
        marked = [c["text"] for c in page.chars if c["mcid"] in headings[2]["mcids"]]
        assert "".join(marked) == "Baron"


def parts(tree: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    """The parts of a structure tree that are of a kind."""
    for child in tree.get("children", []):
        if child["type"] == kind:
            yield child
        yield from parts(child, kind)


def test_codes_lead_to_the_card(catalog: Catalog) -> None:
    without, coded = (
        pdf.make(catalog, {COMMANDER: 1}, Options(site=site)) for site in ("", "https://cards.test")
    )
    with opened(without) as plain, opened(coded) as document:
        assert len(document.pages[0].curves + document.pages[0].rects + document.pages[0].lines) > (
            len(plain.pages[0].curves + plain.pages[0].rects + plain.pages[0].lines)
        )


def test_refusals(catalog: Catalog) -> None:
    with pytest.raises(ValueError, match="no card"):
        pdf.make(catalog, {}, Options())
    with pytest.raises(SheetError):
        pdf.make(catalog, {COMMANDER: 1}, Options(layout=Layout((1, 1))))


def test_the_arithmetic_shown_is_the_pages_made(catalog: Catalog) -> None:
    counts = {COMMANDER: 4, "clash/starter-kit/ogre": 7}
    for faces in ("side", "back", "fold"):
        options = replace(Options(), faces=faces)
        cards = written(catalog, counts, options)
        _sheet, sides = spread(counts, cards, [1] * sum(map(len, cards)), options)
        printed = pdf.make(catalog, counts, options)
        with opened(printed) as document:
            assert len(document.pages) == len(sides) == printed.sides
    # Side by side 15 cards; back to back 11, with backs; folded 4 pairs, one to a row, then 7.
    assert printed.sides == 2
