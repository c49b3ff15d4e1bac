"""Search as a reader meets it: the box on every page, and the search page with and without its
script, on a file host and on the server."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

LANGUAGES = ("zh-hant", "zh-hans", "en")


def box(page: Page) -> Locator:
    return page.get_by_role("combobox")


def options(page: Page) -> Locator:
    return page.get_by_role("option")


def query_of(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query).get("q", [""])[0]


def opened(page: Page, site: str, query: str, language: str = "en", more: str = "") -> Page:
    page.goto(f"{site}{language}/search/?q={quote_plus(query)}{more}")
    page.locator("#search-status").wait_for()
    # The answer is whole once the texts have come.
    page.wait_for_load_state("networkidle")
    return page


# --- The box on every page ---


def test_the_box_lists_what_it_finds_by_kind(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/faceoff/")
    box(browser_page).press_sequentially("insight")
    group = browser_page.get_by_role("group", name="Keywords")
    expect(group.get_by_role("option").first).to_contain_text("Insight")
    expect(group.locator("mark").first).to_have_text("Insight")
    expect(browser_page.get_by_role("status")).to_have_text(re.compile(r"^\d+ found$"))
    expect(box(browser_page)).to_have_attribute("aria-expanded", "true")
    controlled = box(browser_page).get_attribute("aria-controls")
    assert browser_page.locator(f"#{controlled}").get_attribute("role") == "listbox"


@pytest.mark.parametrize(
    ("language", "marked"), [("zh-hant", "關羽"), ("zh-hans", "关羽"), ("en", "关羽")]
)
def test_the_match_is_marked_in_the_script_of_the_reader(
    browser_page: Page, site: str, language: str, marked: str
) -> None:
    browser_page.goto(f"{site}{language}/")
    box(browser_page).fill("guanyu")
    expect(options(browser_page).first.locator("mark").first).to_have_text(marked)


def test_arrows_choose_enter_follows_and_escape_closes(browser_page: Page, site: str) -> None:
    page = browser_page
    page.goto(f"{site}en/")
    box(page).fill("guan yu")
    options(page).first.wait_for()
    box(page).press("ArrowDown")
    chosen = page.locator('[role="option"][aria-selected="true"]')
    expect(chosen).to_have_count(1)
    expect(box(page)).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    box(page).press("ArrowUp")
    expect(chosen).to_have_count(0)
    box(page).press("ArrowUp")
    expect(chosen).to_have_text(options(page).last.inner_text())
    box(page).press("Escape")
    expect(options(page).first).to_be_hidden()
    expect(box(page)).to_have_value("guan yu")
    expect(box(page)).to_be_focused()
    box(page).press("ArrowDown")
    box(page).press("ArrowDown")
    box(page).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("关羽")


def test_enter_without_a_choice_asks_the_search_page(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}zh-hans/clash/cards/")
    box(browser_page).fill("势力：蜀 费用<=2")
    options(browser_page).first.wait_for()
    box(browser_page).press("Enter")
    browser_page.wait_for_url("**/zh-hans/search/?q=*")
    assert query_of(browser_page) == "势力：蜀 费用<=2"
    expect(browser_page.locator("#search-results li").first).to_be_visible()


def test_a_part_that_is_not_understood_is_told(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/")
    box(browser_page).fill("fction:shu cost<=3")
    last = options(browser_page).last
    expect(last).to_contain_text("“fction” is not a field.")
    last.click()
    expect(browser_page.locator(".problem u")).to_have_text("fction")


def test_tab_goes_on_and_closes(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/")
    box(browser_page).fill("guan")
    options(browser_page).first.wait_for()
    box(browser_page).press("Tab")
    expect(browser_page.get_by_role("button", name="Search")).to_be_focused()
    box(browser_page).press("Shift+Tab")
    box(browser_page).press("Tab")
    browser_page.keyboard.press("Tab")
    expect(options(browser_page).first).to_be_hidden()


COMPOSE = """(input, [type, key, value, composing]) => {
  input.value = value;
  const kinds = { keydown: KeyboardEvent, input: InputEvent, compositionend: CompositionEvent };
  const options = { key, isComposing: composing, bubbles: true, cancelable: true };
  const event = new kinds[type](type, options);
  return input.dispatchEvent(event);
}"""


def test_what_is_being_composed_is_left_alone(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}zh-hans/")
    box(browser_page).fill("关")
    options(browser_page).first.wait_for()
    box(browser_page).press("ArrowDown")
    before = options(browser_page).all_inner_texts()
    # Enter chooses a word of the input method, not an option of ours.
    assert box(browser_page).evaluate(COMPOSE, ["keydown", "Enter", "关yu", True])
    box(browser_page).evaluate(COMPOSE, ["input", "", "关yu", True])
    assert options(browser_page).all_inner_texts() == before
    box(browser_page).evaluate(COMPOSE, ["compositionend", "", "关羽", False])
    expect(options(browser_page).first.locator("mark").first).to_have_text("关羽")


def test_the_data_is_fetched_once_and_only_when_the_box_is_used(
    browser_page: Page, site: str
) -> None:
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    browser_page.goto(f"{site}en/")
    browser_page.wait_for_load_state("networkidle")
    assert not [path for path in asked if "/search/" in path or "search-engine" in path]
    for query in ("guan", "zhang fei", "dodge"):
        box(browser_page).fill(query)
        options(browser_page).first.wait_for()
    box(browser_page).blur()
    box(browser_page).focus()
    browser_page.wait_for_load_state("networkidle")
    files = [path for path in asked if "/search/" in path]
    assert len(files) == len(set(files)) > 0


def test_the_form_works_when_the_data_cannot_be_had(browser: Browser, site: str) -> None:
    context = browser.new_context()
    context.route("**/search/*.json", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{site}en/")
    box(page).fill("guan yu")
    box(page).press("Enter")
    page.wait_for_url("**/en/search/?q=guan+yu")
    expect(page.get_by_role("status")).to_contain_text("could not be loaded")
    expect(page.get_by_role("link", name="Cards of Clash of Decks")).to_be_visible()
    context.close()


@pytest.mark.parametrize(("language", "scheme"), [("zh-hant", "dark"), ("en", "light")])
def test_axe_finds_nothing_against_the_open_list(
    browser_page: Page, site: str, language: str, scheme: Any
) -> None:
    browser_page.emulate_media(color_scheme=scheme)
    browser_page.set_viewport_size({"width": 390, "height": 844})
    browser_page.goto(f"{site}{language}/")
    box(browser_page).fill("guan")
    options(browser_page).first.wait_for()
    box(browser_page).press("ArrowDown")
    found = Axe().run(browser_page)
    assert found.violations_count == 0, found.generate_report()
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 390


# --- The search page ---


def test_each_part_that_was_understood_can_be_taken_away(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "faction:shu cost<=3 keyword:breakthrough")
    parts = page.locator(".said button")
    expect(parts).to_have_count(3)
    expect(page.locator(".said")).to_contain_text("cost at most 3")
    count = page.locator("#search-results li").count()
    page.get_by_role("button", name="Remove: cost at most 3").click()
    assert query_of(page) == "faction:shu keyword:breakthrough"
    expect(parts).to_have_count(2)
    assert page.locator("#search-results li").count() >= count
    page.go_back()
    expect(parts).to_have_count(3)
    expect(page.get_by_role("searchbox")).to_have_value("faction:shu cost<=3 keyword:breakthrough")


def test_a_mistake_is_shown_and_mended_by_one_tap(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "势里：魏 费用<=2", "zh-hans")
    problem = page.locator(".problem")
    expect(problem.locator("u")).to_have_text("势里")
    expect(page.locator("#search-results li").first).to_be_visible()  # the rest still runs
    # The mark is as wide as the characters, and below them.
    mark = problem.locator("u").bounding_box()
    assert mark and 30 < mark["width"] < 60
    problem.get_by_role("button", name="势力").click()
    assert query_of(page) == "势力：魏 费用<=2"
    expect(problem).to_have_count(0)


def test_words_that_no_name_has_are_offered_as_texts(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "returned owner")
    expect(page.locator("#search-status")).to_have_text("Nothing found")
    page.locator("#in-texts").click()
    expect(page.locator("#search-results mark").first).to_be_visible()


@pytest.mark.parametrize(
    ("language", "typed", "query"),
    [
        ("zh-hant", "魏 單位 轉移 費用<=3", "勢力:魏 類型:單位 關鍵詞:轉移 費用<=3"),
        ("zh-hans", "魏 单位 转移 费用<=3", "势力:魏 类型:单位 关键词:转移 费用<=3"),
        ("en", "wei units transfer cost<=3", "faction:wei type:unit keyword:transfer cost<=3"),
    ],
)
def test_words_that_name_values_are_offered_as_conditions(
    browser_page: Page, site: str, language: str, typed: str, query: str
) -> None:
    page = opened(browser_page, site, typed, language)
    page.locator("#in-conditions").click()
    assert query_of(page) == query
    wei = "Wei" if language == "en" else "魏"
    expect(page.locator("#search-results li").first).to_contain_text(wei)


def test_nothing_found_says_what_to_do(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "faction:wei element:fire cost>90")
    expect(page.locator("#search-status")).to_have_text("Nothing found")
    expect(page.locator(".next")).to_contain_text("Take away a part")
    expect(page.get_by_role("link", name="How to search").first).to_be_visible()


def test_a_query_of_mistakes_alone_says_that_nothing_is_left(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "cost:abc")
    expect(page.locator(".problem u")).to_have_text("abc")
    expect(page.locator(".next")).to_contain_text("Nothing is left to look for")


def test_facets_write_the_query_and_say_what_is_on(browser_page: Page, site: str) -> None:
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, site, "guan", "zh-hans")
    facets = page.locator("#facets")
    assert not facets.evaluate("details => details.open")
    facets.locator("summary").first.press("Enter")
    choice = facets.get_by_role("link", name="蜀", exact=True)
    choice.focus()
    choice.press("Enter")
    assert query_of(page) == "guan 势力:蜀"
    expect(choice).to_have_attribute("aria-current", "true")
    expect(choice).to_be_focused()
    sign = choice.evaluate("link => getComputedStyle(link, '::before').content")
    assert "✓" in sign
    other = facets.get_by_role("link", name="吴", exact=True)
    other.press("Enter")
    assert query_of(page) == "guan 势力:蜀|吴"
    expect(choice).to_have_attribute("aria-current", "true")
    expect(other).to_have_attribute("aria-current", "true")
    other.press("Enter")
    assert query_of(page) == "guan 势力:蜀"
    choice.press("Enter")
    assert query_of(page) == "guan"
    expect(choice).not_to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("Wei", "Unit", "Transfer")),
        ("zh-hans", ("魏", "单位", "转移")),
        ("zh-hant", ("魏", "單位", "轉移")),
    ],
)
def test_who_writes_nothing_finds_cheap_units_of_wei_with_transfer(
    browser_page: Page, site: str, language: str, names: tuple[str, ...]
) -> None:
    page = opened(browser_page, site, "game:formation", language)
    for name in names:
        link = page.get_by_role("link", name=name, exact=True, include_hidden=True)
        choice = page.locator("#facets").locator(link)
        if not choice.is_visible():
            page.locator("#facets section", has=link).locator("summary").click()
        choice.click()
    page.locator("#most-cost-3").click()
    cards = page.locator("#search-results .of-card > a")
    found = cards.all_inner_texts()
    # The same that those find who know the language.
    opened(page, site, "game:formation f:wei t:unit kw:transfer cost<=3", language)
    assert cards.all_inner_texts() == found != []


def test_the_address_holds_page_view_and_order(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "game:formation")
    page.locator("#view-checklist").click()
    page.locator("#sorts summary").click()
    page.locator("#sort--might").click()
    page.get_by_role("link", name="Next →").click()
    address = page.url
    assert "page=2" in address
    expect(page.locator("#search-results ol")).to_have_class("found checklist")
    shown = page.locator("#search-results li").all_inner_texts()
    assert len(shown) == 60
    opened(page, site, "ogre")
    page.goto(address)
    page.locator("#search-results li").first.wait_for()
    assert page.locator("#search-results li").all_inner_texts() == shown


def test_an_order_by_chance_can_be_come_back_to(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "game:clash sort:random")
    expect(page).to_have_url(re.compile(r"&seed=[0-9a-f]{4}$"))
    shown = page.locator("#search-results li").all_inner_texts()
    page.reload()
    page.locator("#search-results li").first.wait_for()
    assert page.locator("#search-results li").all_inner_texts() == shown


def test_back_returns_to_the_place_in_the_list(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "game:faceoff", more="&page=2")
    link = page.locator("#search-results li > a").nth(40)
    link.scroll_into_view_if_needed()
    name, place = link.inner_text(), page.evaluate("scrollY")
    assert place > 500
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.go_back()
    expect(link).to_have_text(name)
    page.wait_for_function(f"Math.abs(scrollY - {place}) < 60")


def test_typing_is_one_step_back(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "ogre")
    box = page.get_by_role("searchbox")
    box.fill("")
    box.press_sequentially("assassin")
    page.wait_for_url("**?q=assassin")
    page.go_back()
    expect(box).to_have_value("ogre")
    expect(page.locator("#search-results li").first).to_contain_text("Ogre")


def test_paragraphs_are_shown_in_context(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "in:rules text:dodge")
    first = page.locator("#search-results li").first
    expect(first.locator("mark").first).to_have_text(re.compile("^dodge", re.I))
    expect(first.get_by_role("link")).to_contain_text(" › ")
    number = first.locator(".number").inner_text()
    first.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/rules/[\w-]+/#{number}$"))
    expect(page.locator(f'[id="{number}"]')).to_be_in_viewport()


def test_a_random_card_is_one_of_those_found(browser_page: Page, site: str) -> None:
    page = opened(browser_page, site, "game:clash")
    page.locator("#random").click()
    expect(page).to_have_url(re.compile("/en/clash/cards/"))


def test_an_example_can_be_tapped(browser_page: Page, site: str) -> None:
    for language in LANGUAGES:
        browser_page.goto(f"{site}{language}/search/")
        examples = browser_page.locator(".examples a")
        for number in range(examples.count()):
            browser_page.wait_for_load_state("networkidle")
            examples.nth(number).click()
            expect(browser_page.locator("#search-results li").first).to_be_visible()
            expect(browser_page.locator(".problem")).to_have_count(0)
            browser_page.go_back()


# --- The script and the server show the same ---

QUERIES = (
    "game:formation as:grid sort:-might",
    "guan yu",
    "faction:shu cost<=3",
    "fction:shu (cost<=3 might>stamina",
    "insight",
    "returned owner",
    "魏 unit 转移 cost<=3",
    "element:wind|fire|fyre",
    "in:rules text:dodge",
    "o:dodge as:text",
    "势力：魏 类型:单位 as:checklist",
    "cost:unknown or -t:unit <b>&amp;\"'",
    "is:unique sort:random",
    "zzzz",
    "cost:abc sort:name",
    "关羽 " * 200,
)
TREE = """(html) => {
  const plain = (text) => text.replace(/\\s+/g, " ");
  const walk = (node) => {
    if (node.nodeType === 3) return plain(node.data);
    const own = { random: "href", "search-answer": "class" };
    const skipped = (name) => name === "open" || name === own[node.id];
    const attributes = [...node.attributes].filter(({ name }) => !skipped(name));
    const given = attributes.map(({ name, value }) => [name, value]).sort();
    // Buttons of the print list are the script's own.
    const inside = [...node.childNodes].filter((c) => !c.matches?.(".add-card, .print-all"));
    const parts = inside.filter((c) => c.nodeType !== 8).map(walk);
    const told = parts.filter((part) => typeof part !== "string" || part.trim());
    const joined = [];
    for (const part of told) {
      if (typeof part === "string" && typeof joined.at(-1) === "string") {
        joined.push(joined.pop() + part);
      } else joined.push(part);
    }
    return [node.localName, given, joined.map((p) => typeof p === "string" ? p.trim() : p)];
  };
  const page = html ? new DOMParser().parseFromString(html, "text/html") : document;
  return walk(page.getElementById("search-answer"));
}"""


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_script_and_server_show_the_same(
    browser_page: Page, site: str, served: str, language: str
) -> None:
    page = opened(browser_page, site, "game:formation as:grid sort:-might", language, "&page=2")
    for query in QUERIES:
        more = "&page=2" if "formation" in query else ""
        if not more:
            page.get_by_role("searchbox").fill(query)
            page.wait_for_function("query => document.title.startsWith(query)", arg=query.strip())
        if "random" in query:
            page.wait_for_url("**&seed=*")
            more = "&seed=" + page.url.rpartition("=")[2]
        answer = page.request.get(f"{served}{language}/search/?q={quote_plus(query)}{more}")
        assert page.evaluate(TREE) == page.evaluate(TREE, answer.text()), query


def test_without_scripts_everything_is_a_link_or_a_form(plain_page: Page, served: str) -> None:
    page = plain_page
    page.goto(f"{served}en/search/?q=faction:shu+cost%3C%3D3")
    assert page.locator("#search-results li").count() > 10
    page.get_by_role("button", name="Remove: cost at most 3").click()
    assert query_of(page) == "faction:shu"
    page.get_by_role("link", name="Next →").click()
    assert page.url.endswith("?q=faction%3Ashu&page=2")
    page.locator("#facets summary").first.click()
    page.locator("#by-cost-3").click()
    assert query_of(page) == "faction:shu cost:3"
    page.locator("#view-text").click()
    assert page.locator("#search-results ol").get_attribute("class") == "found text"
    page.get_by_role("searchbox").fill("fction:wei")
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("button", name="faction", exact=True).click()
    assert query_of(page) == "faction:wei"


def test_without_scripts_a_file_host_offers_the_lists(plain_page: Page, site: str) -> None:
    plain_page.goto(f"{site}en/search/?q=guan")
    plain_page.get_by_role("link", name="Cards of Clash of Decks").click()
    assert plain_page.url == f"{site}en/clash/cards/"


@pytest.mark.parametrize(
    ("language", "scheme", "query"),
    [
        ("en", "dark", ""),
        ("en", "light", "fction:shu cost<=3"),
        ("zh-hans", "dark", "势里：蜀 费用<=3"),
        ("zh-hant", "light", "game:faceoff as:grid"),
        ("zh-hant", "dark", "zzzz"),
    ],
)
def test_axe_finds_nothing_on_the_search_page(
    browser_page: Page, site: str, language: str, scheme: Any, query: str
) -> None:
    browser_page.emulate_media(color_scheme=scheme)
    browser_page.set_viewport_size({"width": 390, "height": 844})
    if query:
        opened(browser_page, site, query, language)
        browser_page.locator("details").evaluate_all("all => all.forEach((d) => (d.open = true))")
    else:
        browser_page.goto(f"{site}{language}/search/")
        browser_page.wait_for_load_state("networkidle")
    found = Axe().run(browser_page)
    assert found.violations_count == 0, found.generate_report()
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_that_is_typed_becomes_markup(browser_page: Page, site: str) -> None:
    query = '<img src=x onerror=alert(1)> "<b>" fo<script>:1'
    page = opened(browser_page, site, query)
    assert page.locator("main img, main script, main b:has-text('fo')").count() == 0
