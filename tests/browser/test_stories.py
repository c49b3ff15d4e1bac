"""What readers come for, done in a real browser on the exported site below a sub-path."""

import re

import pytest
from playwright.sync_api import Page, expect

GUAN_YU = ("关羽", "關羽", "guan yu")


def test_switching_the_language_stays_on_the_page(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/faceoff/rules/combat/#combat.dodge.1")
    languages = browser_page.locator("nav.languages")
    languages.get_by_role("link", name="繁體").click()
    expect(browser_page).to_have_url(f"{site}zh-hant/faceoff/rules/combat/#combat.dodge.1")
    assert browser_page.locator("html").get_attribute("lang") == "zh-Hant"
    languages.get_by_role("link", name="简体").click()
    expect(browser_page).to_have_url(f"{site}zh-hans/faceoff/rules/combat/#combat.dodge.1")
    assert browser_page.locator("html").get_attribute("lang") == "zh-Hans"
    expect(browser_page.locator('[id="combat.dodge.1"]')).to_be_in_viewport()


def test_the_first_page_offers_three_languages_and_remembers_the_choice(
    browser_page: Page, site: str
) -> None:
    browser_page.goto(site)
    expect(browser_page.locator("#choose a")).to_have_text(["繁體", "简体", "English"])
    browser_page.get_by_role("link", name="简体").click()
    expect(browser_page).to_have_url(f"{site}zh-hans/")
    browser_page.goto(site)
    expect(browser_page).to_have_url(f"{site}zh-hans/")
    browser_page.goto(f"{site}#choose")
    expect(browser_page.locator("#choose")).to_be_visible()


@pytest.mark.parametrize("query", GUAN_YU)
@pytest.mark.parametrize("host", ["site", "served"])
def test_a_card_is_found_in_either_script_and_by_its_sound(
    browser_page: Page, host: str, query: str, request: pytest.FixtureRequest
) -> None:
    browser_page.goto(f"{request.getfixturevalue(host)}zh-hans/")
    browser_page.get_by_role("combobox").fill(query)
    browser_page.get_by_role("combobox").press("Enter")
    first = browser_page.locator("#search-results li").first
    expect(first).to_contain_text("关羽")
    first.get_by_role("link").click()
    expect(browser_page.get_by_role("heading", level=1)).to_contain_text("关羽")
    expect(browser_page).to_have_url(re.compile(r"/zhenshu/zh-hans/\w+/cards/[\w-]+/[\w-]+/$"))


def test_search_answers_while_typing_and_keeps_the_query_in_the_address(
    browser_page: Page, site: str
) -> None:
    browser_page.goto(f"{site}en/search/")
    box = browser_page.get_by_role("searchbox")
    box.press_sequentially("guanyu")
    expect(browser_page.locator("#search-results li").first).to_contain_text("关羽")
    expect(browser_page.locator("#search-told")).to_contain_text("found")
    expect(browser_page).to_have_url(f"{site}en/search/?q=guanyu")
    box.fill("no such card")
    expect(browser_page.locator("#search-told")).to_have_text("Nothing found")


def test_the_server_answers_a_search_without_scripts(browser: object, served: str) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{served}zh-hant/search/?q=guan+yu")
    expect(page.locator("#search-results li").first).to_contain_text("關羽")
    context.close()


def test_a_list_is_sorted_by_any_column_both_ways(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/faceoff/cards/bp01/")
    head = browser_page.get_by_role("columnheader", name="Power")
    column = head.evaluate("cell => cell.cellIndex")

    def powers() -> list[int]:
        rows = browser_page.locator("table.cards tbody tr")
        texts = rows.evaluate_all(f"rows => rows.map(row => row.cells[{column}].innerText.trim())")
        return [int(text) for text in texts if text.isdecimal()]

    unsorted = powers()
    assert unsorted != sorted(unsorted)
    head.get_by_role("button").click()
    assert powers() == sorted(unsorted)
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    assert powers() == sorted(unsorted, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"


def test_a_ruling_shows_its_steps_and_leads_to_their_paragraphs(
    browser_page: Page, site: str
) -> None:
    browser_page.goto(f"{site}en/faceoff/rulings/")
    browser_page.locator('main a[href="dodge-flash/"]').click()
    steps = browser_page.locator(".steps > li")
    assert steps.count() > 1
    anchor = steps.first.locator("summary code").inner_text()
    steps.first.locator("summary").click()
    steps.first.get_by_role("link", name="In the rules").click()
    expect(browser_page).to_have_url(re.compile(rf"/en/faceoff/rules/[a-z-]+/#{anchor}$"))
    expect(browser_page.locator(f'[id="{anchor}"]')).to_be_in_viewport()


def test_a_lost_reader_is_led_home_from_any_depth(browser_page: Page, site: str) -> None:
    with browser_page.expect_response(re.compile("nowhere")) as response:
        browser_page.goto(f"{site}en/faceoff/nowhere/at/all/")
    assert response.value.status == 404
    browser_page.locator('a[href$="/en/"]').first.click()
    expect(browser_page).to_have_url(f"{site}en/")


def test_the_whole_way_to_a_card_can_be_gone_by_keyboard(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/faceoff/")
    browser_page.keyboard.press("Tab")
    expect(browser_page.locator(":focus")).to_have_text("Skip to the content")
    browser_page.keyboard.press("Enter")
    assert browser_page.evaluate("document.activeElement.id") == "main"
    browser_page.goto(f"{site}en/faceoff/")
    seen = tab_to(browser_page, "Cards")
    assert {"English", "Search cards and rules", "Face-Off"} <= seen
    browser_page.keyboard.press("Enter")
    expect(browser_page).to_have_url(f"{site}en/faceoff/cards/")
    tab_to(browser_page, "BP01")
    browser_page.keyboard.press("Enter")
    expect(browser_page).to_have_url(f"{site}en/faceoff/cards/bp01/")
    tab_to(browser_page, "Power")
    browser_page.keyboard.press("Enter")
    assert browser_page.locator("th[aria-sort=ascending]").count() == 1


FOCUSED = """() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return {
        name: (element.innerText || element.getAttribute("aria-label") || "").trim(),
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1,
        inside: box.width > 0 && box.right > 0 && box.bottom > 0 && box.top < innerHeight,
    };
}"""


def tab_to(page: Page, name: str) -> set[str]:
    """Press Tab until what is called so has the focus, which must be seen at every stop."""
    stops = set()
    for _stop in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        assert focused["outlined"], f"{focused['name']} has the focus and does not show it"
        assert focused["inside"], f"{focused['name']} has the focus out of sight"
        stops.add(focused["name"])
        if focused["name"] == name:
            return stops
    raise AssertionError(f"Tab never reaches {name}; it reaches {stops}")
