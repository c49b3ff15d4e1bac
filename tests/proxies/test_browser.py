"""The print page: the same answers as the Python, and Chromium's print read back."""

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from zhenshu.catalog import Catalog
from zhenshu.proxies import decklist
from zhenshu.proxies.face import faces
from zhenshu.proxies.finder import Finder, labels
from zhenshu.proxies.job import Options, spread
from zhenshu.proxies.pdf import Manuscript
from zhenshu.proxies.sheet import CARDS, PAPERS, Layout, SheetError, sheet
from zhenshu.proxies.typesetter import Typesetter
from zhenshu.search.keys import spoken
from zhenshu.search.twin import _keys_file
from zhenshu.web import create_app

MM = 72 / 25.4
EXAMPLES = json.loads((Path(__file__).parent / "lists.json").read_text("utf-8"))["examples"]
LIST = "formation/cz:006*2;faceoff/bp01:035,202;clash/starter-kit:revenant,ogre*5"


@pytest.fixture
def page(address: str, browser_page: Page) -> Page:
    browser_page.goto(f"{address}/static/mark.svg")
    return browser_page


SHEETS = """async (layouts) => {
  const { sheet } = await import("/static/proxies-sheet.js");
  return layouts.map((layout) => {
    try {
      return sheet(layout);
    } catch (error) {
      return error.message;
    }
  });
}"""


def test_sheets_are_those_of_the_python(page: Page) -> None:
    layouts = [
        Layout(paper, card, gap, bleed, marks, gap > 0, (0.5, -6.0), fold)  # type: ignore[arg-type]
        for paper in (*PAPERS.values(), (68.9, 300.0), (69.0, 94.0), (1.0, 5.0), (500.0, 1000.0))
        for card in CARDS.values()
        for gap, bleed, fold in ((0, 0, False), (0, 3, True), (3.3, 1, False), (20, 5, True))
        for marks in ("corners", "lines", "none")
    ]
    layouts += [Layout(gap=21), Layout(bleed=-1), Layout(offset=(11, 0))]
    for layout, made in zip(
        layouts, page.evaluate(SHEETS, list(map(asdict, layouts))), strict=True
    ):
        try:
            expected = sheet(layout)
        except SheetError as error:
            assert made == error.reason
            continue
        assert (made["columns"], made["rows"]) == (expected.columns, expected.rows)
        assert made["warnings"] == list(expected.warnings)
        for key, boxes in (("cells", expected.cells), ("backs", expected.backs)):
            for box, own in zip(made[key], boxes, strict=True):
                assert list(box.values()) == pytest.approx(list(own))
        for key, rows in (("marks", expected.marks), ("bleeds", expected.bleeds)):
            for row, numbers in zip(made[key], rows, strict=True):
                assert row == pytest.approx(list(numbers))
        assert made["bar"] == (expected.bar and pytest.approx(list(expected.bar)))


SPREAD = """async ([layout, cards, mode]) => {
  const { sheet, spread } = await import("/static/proxies-sheet.js");
  return spread(cards, sheet(layout), mode);
}"""


@pytest.mark.parametrize("mode", ["side", "back", "fold"])
@pytest.mark.parametrize("duplex", [False, True])
def test_cards_are_spread_as_by_the_python(page: Page, mode: Any, duplex: bool) -> None:
    layout = Layout(duplex=duplex, fold=mode == "fold")
    parts = [[1], [1, 2], [3, 1], [1]]
    counts = {"a": 2, "b": 3, "c": 2, "d": 9}
    given = [{"count": c, "faces": p} for c, p in zip(counts.values(), parts, strict=True)]
    found = page.evaluate(SPREAD, [asdict(layout), given, mode])
    flat = [number for faces in parts for number in faces]
    places = [(card, face) for card, faces in enumerate(parts) for face in range(len(faces))]
    cards = [[{}] * len(faces) for faces in parts]
    _sheet, sides = spread(counts, cards, flat, Options(layout=layout, faces=mode))
    assert [side["front"] for side in found] == [side.front for side in sides]
    for side, expected in zip(found, sides, strict=True):
        assert [(i["card"], i["face"], i["part"]) for i in side["items"]] == [
            (*places[item.face], item.part) for item in expected.items
        ]
        for item, own in zip(side["items"], expected.items, strict=True):
            assert list(item["box"].values()) == pytest.approx(list(own.box))
            assert item["bleed"] == pytest.approx(list(own.bleed))


PARSE = """async ([keys, more, sections, texts]) => {
  const { load } = await import("/static/search-match.js");
  const { Finder, parse } = await import("/static/proxies-list.js");
  const finder = new Finder(load(keys), more);
  return texts.map((text) => {
    const { counts, unclear, headings } = parse(text, finder, new Set(sections));
    const told = unclear.map((u) => [u.line, u.text, u.reason, u.count, u.reference, u.nearest]);
    return { counts: [...counts], unclear: told, headings };
  });
}"""


def test_lists_are_read_as_by_the_python(page: Page, shelf: Any, finder: Finder) -> None:
    more = {
        "labels": {
            slug: {id: labels(id, given["name"]) for id, given in game["sets"].items()}
            for slug, game in shelf.games.items()
        },
        "originals": {"formation/wd/005": "formation/cz/006"},
    }
    sections = decklist.section_words(["Creature"])
    texts = [example["text"] for example in EXAMPLES]
    texts += [
        "x" * 200,
        "3 " + "关" * 150,
        "3 " + "关" * 400,
        "3 " * 200,
        "関羽",
        "ogre 2 2",
        "2 x 2",
        "+3 Ogre",
        "关羽x3\r\n\rOgre3",
    ]
    entries = [
        {
            "id": card["id"],
            "names": [[name, ""] for name in card["name"].values() if name],
            "numbers": [card["number"], *(printing["number"] for printing in card["printings"])],
            "readings": spoken(card["name"]["zh-Hans"], card["pinyin"]),
        }
        for game in shelf.games
        for card in shelf.cards(game)
    ]
    keys = _keys_file(entries)
    found = page.evaluate(PARSE, [keys, more, sorted(sections), texts])
    for text, made in zip(texts, found, strict=True):
        expected = decklist.parse(text, finder, sections)
        assert [tuple(entry) for entry in made["counts"]] == list(expected.counts.items()), text
        assert made["unclear"] == [[*u[:5], list(u.nearest)] for u in expected.unclear], text
        assert [tuple(heading) for heading in made["headings"]] == expected.headings


def opened(browser_page: Page, address: str, language: str = "en", pages: int = 2) -> Page:
    browser_page.goto(f"{address}/{language}/proxies/#list={LIST}")
    # The first to ask waits until the server has written the faces of whole sets.
    sheets = browser_page.locator("#proxies-sheets > svg")
    expect(sheets).to_have_count(pages, timeout=30_000)
    sheets.first.scroll_into_view_if_needed()
    expect(sheets.first.locator(".proxy").first).to_be_attached()
    return browser_page


def printed(page: Page) -> Any:
    return pdfplumber.open(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=True)))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_print_has_true_size(browser_page: Page, address: str, paper: str) -> None:
    page = opened(browser_page, address)
    page.select_option("[name=paper]", paper)
    page.select_option("[name=ink]", "full")
    # The white panel of the full frame: the sheets are drawn anew.
    expect(page.locator("#proxies-sheets rect[fill='#fff']").first).to_be_attached()
    made = sheet(Layout(PAPERS[paper]))
    pages = 1 if made.capacity >= 11 else 2
    expect(page.locator("#proxies-sheets > svg")).to_have_count(pages)
    expect(page.locator("#proxies-sheets > svg").first).to_have_attribute(
        "viewBox", "0 0 {:g} {:g}".format(*PAPERS[paper])
    )
    with printed(page) as document:
        assert len(document.pages) == pages
        first = document.pages[0]
        assert first.width / MM == pytest.approx(PAPERS[paper][0], abs=0.2)
        found = [
            (r["x0"] / MM, r["top"] / MM, r["width"] / MM, r["height"] / MM) for r in first.rects
        ]
        for cell in made.cells[:11]:
            assert any(box == pytest.approx(tuple(cell), abs=0.05) for box in found)
        assert all(page.extract_text().strip() for page in document.pages)
        for font in first.page_obj.resources["Font"].values():
            below = font.resolve().get("DescendantFonts")
            if below:
                descriptor = below[0].resolve()["FontDescriptor"].resolve()
                assert {"FontFile2", "FontFile3"} & set(descriptor)


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_text_stays_on_its_card(browser_page: Page, address: str, language: str) -> None:
    page = opened(browser_page, address, language)
    page.select_option("[name=second]", "zh-hans" if language == "en" else "en")
    page.check("[name=rulings]")
    expect(page.locator(".proxy .kind .other").first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # draws what is out of sight
    assert page.locator("#proxies-sheets > svg:last-child .proxy").count() > 0
    spilt = page.evaluate(
        """() => [...document.querySelectorAll("#proxies-sheets .proxy")].filter((card) => {
          const body = card.querySelector(".body");
          return body.scrollHeight > body.clientHeight || card.scrollHeight > card.clientHeight + 1
            || card.scrollWidth > card.clientWidth + 1;
        }).map((card) => card.textContent)"""
    )
    assert spilt == []
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("#proxies-sheets .proxy .body p")]
          .map((text) => parseFloat(getComputedStyle(text).fontSize) * 72 / 960)"""
    )
    assert min(sizes) >= 5.49


def test_only_sheets_near_the_sight_are_drawn_and_all_are_printed(
    browser_page: Page, address: str
) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre*99,baron*99,alpha*99")
    # 297 cards are 33 sheets of nine.
    counted = page.locator("#proxies-count")
    expect(counted).to_have_text("Cards: 297 · pages: 33 · sheets of paper: 33", timeout=30_000)
    sheets = page.locator("#proxies-sheets > svg")
    expect(sheets).to_have_count(33)
    sheets.first.scroll_into_view_if_needed()
    expect(sheets.first.locator(".proxy")).to_have_count(9)
    assert sheets.last.locator(".proxy").count() == 0
    sheets.last.scroll_into_view_if_needed()
    expect(sheets.last.locator(".proxy")).to_have_count(9)
    assert sheets.nth(15).locator(".proxy").count() == 0
    # What is looked at is drawn at once when something is chosen.
    page.evaluate("""document.querySelector("[name=ink]").value = "text" """)
    page.locator("[name=ink]").dispatch_event("input")
    expect(sheets.last.locator(".proxy[data-ink=text]")).to_have_count(9)
    with printed(page) as document:
        texts = [each.extract_text() for each in document.pages]
    assert [text.count("Proxy, not for sale") for text in texts] == [9] * 33


MEASURED = """async ([index, cards]) => {
  const { isShort, Writer } = await import("/static/proxies-card.js");
  const stage = document.createElement("div");
  document.body.append(stage);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch("/static/proxies.css")).text());
  document.adoptedStyleSheets = [sheet];
  const writer = new Writer(index, { language: "en", ink: "light", card: [57, 87] });
  return cards.map((face) => {
    const { parts, reminders } = writer.fit(face, stage);
    return [isShort(face), parts.length, reminders];
  });
}"""


def test_a_short_text_has_room_on_one_card_whatever_the_letters(
    browser_page: Page, address: str, catalog: Catalog
) -> None:
    """The page counts sheets before it measures these."""
    index = json.loads(create_app(catalog).test_client().get("/proxies/en/index.json").data)
    card = catalog.card("formation/cz/055")
    assert card
    (face,) = faces(catalog, card, "en")
    face |= {"kind": "Wide words of a type " * 4, "code": {"size": 33, "path": "M0 0h33v33h-33z"}}
    second = {"language": "zh-Hant", "lang": "zh-Hant", "name": "美髯公", "kind": "單位" * 30}

    def made(texts: list[str]) -> Any:
        own = [{"kind": "text", "label": "", "text": text, "lang": "en"} for text in texts]
        return {**face, "blocks": own[:4], "second": {**second, "blocks": own[4:]}}

    browser_page.goto(f"{address}/en/proxies/")
    cards = [
        made(["W" * 23] * 9),  # nine lines of the widest letter
        made(["關" * 12] * 9),
        made(["關" * 112]),  # nine lines, one paragraph
        made(["關" * 12] * 10),
        made(["關" * 2000]),
    ]
    found = browser_page.evaluate(MEASURED, [index, cards])
    assert found[:3] == [[True, 1, 0]] * 3
    assert found[3][0] is False
    assert found[4][0] is False


def test_reminders_give_way_one_by_one_from_the_last_as_in_the_pdf(
    browser_page: Page, address: str, catalog: Catalog
) -> None:
    index = json.loads(create_app(catalog).test_client().get("/proxies/en/index.json").data)
    card = Layout(card=(57, 87))
    data = Manuscript(catalog, {"clash/starter-kit/ogre": 1}, Options("en", layout=card)).data
    (face,) = data["faces"]

    def made(*words: int) -> Any:
        """A face with keywords whose reminders have so many words, between two lines of text."""
        text = {"kind": "text", "label": "", "text": "A line.", "lang": "en"}
        told = [{"label": "Keyword", "text": "word " * count, "lang": "en"} for count in words]
        keywords = [{**each, "kind": "keyword"} for each in told]
        return {**face, "blocks": [text, *keywords[:2], text, *keywords[2:]]}

    # A reminder of 1,000 words has no room on any card, three of two words have.
    cards = [made(2, 2, 2), made(2, 2, 1000), made(2, 1000, 2), made(1000, 2, 2), made()]
    browser_page.goto(f"{address}/en/proxies/")
    found = browser_page.evaluate(MEASURED, [index, cards])
    assert [(parts, reminders) for _short, parts, reminders in found] == [
        (1, 3),
        (1, 2),
        (1, 1),
        (1, 0),
        (1, 0),
    ]
    with Typesetter() as typesetter:
        fits = typesetter.measure({**data, "faces": cards})
    assert [fit["reminders"] for fit in fits] == [3, 2, 1, 0, 0]


def test_a_list_is_pasted_and_kept(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/")
    page.fill("#proxies-text", "3 Baron\n2 关羽\nSideboard:\n1 Barron")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-unclear li")).to_have_count(2)
    expect(page.locator("#proxies-told")).to_contain_text("Sideboard:")
    page.click("#proxies-unclear li:first-child button:first-of-type")
    page.click("#proxies-unclear li button:text('Leave out')")
    expect(page.locator("#proxies-unclear li")).to_have_count(0)
    expect(page.locator("#proxies-count")).to_have_text("Cards: 5 · pages: 1 · sheets of paper: 1")
    assert page.url.endswith("#list=clash/starter-kit:baron*3;formation/cz:055*2")
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/")
    expect(page.locator("#proxies-cards li")).to_have_count(2)
    page.click("text=Empty the list")
    expect(page.locator("#proxies-sheets > svg")).to_have_count(0)


def test_lines_that_are_not_understood_stay_until_they_are_settled(
    browser_page: Page, address: str
) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre*98")
    lines = page.locator("#proxies-unclear li")
    for text, count in (("1 $& {why}", 1), ("3 Ogre\n1 Barron", 3)):
        page.fill("#proxies-text", text)
        page.click("text=Add to the list")
        expect(lines).to_have_count(count)
    expect(lines.nth(0)).to_contain_text("Line 1, “1 $& {why}”: No card answers to this.")
    expect(lines.nth(1)).to_contain_text("Line 2, “1 Barron”: No card answers to this.")
    expect(lines.nth(2)).to_contain_text("2 × Ogre: The number of copies must be from 1 to 99.")
    page.fill("#proxies-text", "\u202eturned\n" + "nobody\n" * 249)
    page.click("text=Add to the list")
    expect(lines).to_have_count(3 + 200 + 1)
    expect(lines.nth(3)).to_contain_text("Line 1, “turned”: No card answers to this.")
    expect(lines.last).to_have_text("Lines that were not understood besides: 50.")
    page.click("text=Leave all out")
    expect(lines).to_have_count(0)
    expect(page.locator("#proxies-drop")).to_be_hidden()
    expect(page.get_by_role("spinbutton", name="Copies of Ogre")).to_have_value("99")


def test_the_keyboard_keeps_its_place_in_the_list(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre,baron,alpha")
    page.get_by_role("spinbutton", name="Copies of Baron").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#proxies-count")).to_contain_text("Cards: 5")
    expect(page.get_by_role("spinbutton", name="Copies of Baron")).to_be_focused()
    page.get_by_role("button", name="Remove Baron").press("Enter")
    expect(page.get_by_role("button", name="Remove Alpha")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove Ogre")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#proxies-cards li")).to_have_text(["No card yet: add some above."])
    assert page.url == f"{address}/en/proxies/"


def test_printings_are_told_apart_on_a_phone(browser_page: Page, address: str) -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    page = browser_page
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre,revenant")
    row = page.locator("#proxies-cards li").first
    number = row.locator("small")
    expect(number).to_be_visible()
    expect(number).to_contain_text("Starter Kit")
    name, below = row.locator("a").bounding_box(), number.bounding_box()
    assert name and below
    assert below["y"] >= name["y"] + name["height"] - 1 and below["x"] == name["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_a_file_is_read_in_its_encoding(browser_page: Page, address: str, encoding: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/")
    expect(page.locator("#proxies-text")).to_be_enabled()
    body = "数量,卡名\r\n3,关平\r\n".encode(encoding)
    page.set_input_files(
        "#proxies-file", {"name": "deck.csv", "mimeType": "text/csv", "buffer": body}
    )
    expect(page.locator("#proxies-text")).to_have_value("数量,卡名\n3,关平\n")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-count")).to_contain_text("Cards: 3")
    for body, told in (
        (b"\xff\xff\xff", "The file is not in UTF-8, UTF-16 or GB 18030."),
        (b"x" * 1_600_001, "The list has more than 400000 characters."),
    ):
        page.set_input_files("#proxies-file", {"name": "x", "mimeType": "", "buffer": body})
        expect(page.locator("#proxies-told")).to_have_text(told)


def test_a_shared_list_leaves_one_s_own_alone(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/")
    page.fill("#proxies-text", "3 Baron")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-cards li")).to_have_count(1)
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre,nobody*2")
    expect(page.locator("#proxies-cards a")).to_have_text(["Ogre"])
    expect(page.locator("#proxies-unclear li")).to_contain_text("clash/starter-kit/nobody")
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/")
    expect(page.locator("#proxies-cards a")).to_have_text(["Baron"])
    # What is shared and then changed is one's own.
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre")
    page.locator("#proxies-cards input").fill("4")
    page.locator("#proxies-cards input").blur()
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/")
    expect(page.locator("#proxies-count")).to_have_text("Cards: 4 · pages: 1 · sheets of paper: 1")


def test_a_list_beyond_the_limits_is_refused_in_words(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/")
    page.evaluate(
        """() => {
          localStorage.setItem("print-list", "[1, 2]");
          localStorage.setItem("print-options", '"no"');
        }"""
    )
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre*2,ogre*98,baron*x")
    expect(page.locator("#proxies-unclear li")).to_have_count(2)
    expect(page.locator("#proxies-text")).to_be_enabled()
    page.evaluate("document.getElementById('proxies-text').value = 'Ogre\\n'.repeat(5001)")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-told")).to_have_text("The list has more than 5000 lines.")
    for width, told in (("1", "A side of the paper"), ("10000", "A side"), ("", "A side")):
        page.select_option("[name=paper]", "custom")
        page.fill("[name=width]", width)
        expect(page.locator("#proxies-warnings")).to_contain_text(told)
        page.fill("[name=width]", "210")
        expect(page.locator("#proxies-warnings")).to_have_text("")
    for name, value, told in (
        ("gap", "-1", "The gap must be"),
        ("bleed", "6", "The bleed must be"),
        ("down", "-11", "The offset must be"),
    ):
        page.fill(f"[name={name}]", value)
        expect(page.locator("#proxies-warnings")).to_contain_text(told)
        expect(page.locator("#proxies-sheets > svg")).to_have_count(0)
        page.fill(f"[name={name}]", "0")
        expect(page.locator("#proxies-warnings")).to_have_text("")


def test_a_list_never_grows_beyond_what_can_be_read_again(
    browser_page: Page, address: str, catalog: Catalog
) -> None:
    ids = [card["id"] for card in catalog.cards("clash")[:31]]
    full = decklist.encode(dict.fromkeys(ids[:30], 99))
    page = browser_page
    page.goto(f"{address}/en/")
    # On no paper: hundreds of sheets are not what this is about.
    options = '{"paper": "custom", "width": "1"}'
    page.evaluate("(options) => localStorage.setItem('print-options', options)", options)
    page.goto(f"{address}/en/proxies/#list={full}")
    expect(page.locator("#proxies-cards input")).to_have_count(30, timeout=30_000)
    page.fill("#proxies-text", f"31 {ids[30]}")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-told")).to_have_text("The list has more than 3000 cards.")
    assert page.input_value("#proxies-text") == f"31 {ids[30]}"
    assert page.url.endswith(full)
    page.fill("#proxies-text", f"30 {ids[30]}")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-cards input")).to_have_count(31)


def test_a_choice_that_is_no_more_leaves_the_page_at_work(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/")
    page.evaluate("""localStorage.setItem("print-options", '{"card": "62x87", "ink": "full"}')""")
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre")
    expect(page.locator("#proxies-sheets > svg")).to_have_count(1)
    assert page.input_value("[name=card]") == "standard"
    assert page.input_value("[name=ink]") == "full"


def test_without_a_script_there_is_no_form_that_does_nothing(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/en/proxies/")
    # The <noscript> itself is not shown by a browser that is only told to run no scripts.
    assert "A list of your own needs a script." in page.content()
    expect(page.locator("#proxies-work")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    context.close()


def test_warnings_and_refusals_are_told(browser_page: Page, address: str) -> None:
    page = opened(browser_page, address)
    page.fill("[name=bleed]", "3")
    expect(page.locator("#proxies-warnings")).to_contain_text("The bleed ends half way")
    page.fill("[name=gap]", "30")
    expect(page.locator("#proxies-warnings")).to_have_text("The gap must be from 0 to 20 mm.")
    expect(page.locator("#proxies-print")).to_be_disabled()


def test_the_server_makes_the_same_as_pdf(browser_page: Page, address: str) -> None:
    page = opened(browser_page, address)
    expect(page.locator("#proxies-pdf")).to_be_visible()
    answer = page.request.post(f"{address}/en/proxies/cards.pdf", form={"list": LIST, "gap": "2"})
    assert answer.headers["content-type"] == "application/pdf"
    assert "proxies-en-a4.pdf" in answer.headers["content-disposition"]
    with pdfplumber.open(io.BytesIO(answer.body())) as document:
        assert len(document.pages) == 2


def test_a_pdf_is_saved(browser_page: Page, address: str) -> None:
    page = opened(browser_page, address)
    with page.expect_download() as saved:
        page.click("text=Download as PDF")
    assert saved.value.suggested_filename == "proxies-en-a4.pdf"
    with pdfplumber.open(saved.value.path()) as document:
        assert len(document.pages) == 2
    expect(page.locator("#proxies-made")).to_have_text("")
    six = "ogre*91,baron*91,alpha*91,revenant*91,assassin*91,annihilation*91"  # 546
    page.goto(f"{address}/en/")
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:{six}")
    expect(page.locator("#proxies-made")).to_have_text("The server makes PDFs of up to 540 cards.")
    expect(page.locator("#proxies-pdf")).to_be_disabled()


def test_why_there_is_no_pdf_is_told(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = opened(context.new_page(), address)
    told = page.locator("#proxies-made")
    page.route("**/cards.pdf", lambda route: route.fulfill(status=500, body="<p>no"))
    page.click("text=Download as PDF")
    expect(told).to_have_text("The PDF could not be made.")
    page.unroute("**/cards.pdf")
    page.evaluate("document.querySelector('[name=card]').options[0].value = 'gone'")
    page.click("text=Download as PDF")
    expect(told).to_have_text("One of the choices is none that there is.")
    context.close()


def test_cards_are_added_from_other_pages(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/clash/cards/starter-kit/")
    button = page.get_by_role("button", name="Add Alpha to the print list")
    button.click()
    page.get_by_role("button", name="1 × Alpha in the print list").click()
    page.goto(f"{address}/en/search/?q=guan+yu")
    page.get_by_role("button", name="Add 美髯公·关羽 to the print list").click()
    page.goto(f"{address}/en/proxies/")
    expect(page.locator("#proxies-sheets > svg")).to_have_count(1)
    assert page.url.endswith("#list=clash/starter-kit:alpha*2;formation/cz:055")


def test_the_page_is_accessible(browser_page: Page, address: str) -> None:
    page = opened(browser_page, address)
    page.fill("#proxies-text", "关羽")
    page.click("text=Add to the list")
    expect(page.locator("#proxies-unclear li button")).to_have_count(5)
    for width in (390, 1200):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_all_cards_of_a_list_are_added_at_once(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/clash/cards/starter-kit/")
    page.get_by_role("button", name="Add all 32 to the print list").click()
    told = page.locator(".print-all [role=status]")
    expect(told).to_contain_text("32 cards added; the print list has 32.")
    # The buttons of single cards know it.
    expect(page.get_by_role("button", name="1 × Ogre in the print list")).to_have_count(1)
    page.get_by_role("button", name="1 × Ogre in the print list").click()
    page.get_by_role("button", name="Add all 32 to the print list").click()
    expect(told).to_contain_text("32 cards added; the print list has 65.")
    told.get_by_role("link", name="Print list").click()
    expect(page.locator("#proxies-cards li")).to_have_count(32)
    ogre = page.get_by_role("spinbutton", name="Copies of Ogre")
    expect(ogre).to_have_value("3")


ADD_ALL = """async (ids) => {
  const { addAll } = await import("/static/proxies-all.js");
  return addAll(ids);
}"""


def test_no_more_is_added_than_a_list_may_have(page: Page) -> None:
    ogres = ["clash/starter-kit/ogre"] * 120
    assert page.evaluate(ADD_ALL, ogres) == {"added": 99, "total": 99}
    many = [f"clash/starter-kit/x{number}" for number in range(2950)]
    assert page.evaluate(ADD_ALL, many) == {"added": 2901, "total": 3000}
    assert page.evaluate(ADD_ALL, many[:1]) == {"added": 0, "total": 3000}
    assert page.evaluate(ADD_ALL, []) == {"added": 0, "total": 3000}
