"""Reading the rules in a real browser, on the exported site: with and without scripts, with a
pointer, a keyboard and a finger."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

CHAPTER = "en/faceoff/rules/combat/"
INTERCEPT = "faceoff/keywords/intercept/"


@pytest.fixture
def still_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser without scripts."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone that is touched."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def paragraph(page: Page, id: str) -> Locator:
    return page.locator(f'[id="{id}"]')


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_a_permanent_address_arrives_without_scripts(
    still_page: Page, site: str, language: str
) -> None:
    still_page.goto(f"{site}{language}/faceoff/rules/#combat.dodge.1")
    target = paragraph(still_page, "combat.dodge.1")
    expect(target).to_be_in_viewport()
    target.get_by_role("link", name="combat.dodge.1").click()
    expect(still_page).to_have_url(f"{site}{language}/faceoff/rules/combat/#combat.dodge.1")
    expect(paragraph(still_page, "combat.dodge.1")).to_be_in_viewport()


def test_contents_stand_beside_the_text_and_fold_on_a_phone(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}{CHAPTER}")
    contents = still_page.get_by_role("navigation", name="Contents")
    expect(contents).to_have_count(1)
    still_page.mouse.wheel(0, 2000)
    expect(contents).to_be_in_viewport()
    still_page.set_viewport_size({"width": 390, "height": 844})
    expect(contents).to_have_count(0)
    still_page.get_by_text("Contents", exact=True).click()
    expect(contents).to_be_visible()


def test_chapters_are_read_one_after_the_other(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}{CHAPTER}")
    still_page.locator('.pager [rel="next"]').click()
    expect(still_page).to_have_url(f"{site}en/faceoff/rules/damage/")
    still_page.locator('.pager [rel="prev"]').click()
    expect(still_page).to_have_url(f"{site}{CHAPTER}")


def test_two_languages_stand_beside_each_other_or_below(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}{CHAPTER}with/zh-hans/")
    texts = paragraph(still_page, "combat.dodge.1").locator("> p:not(.margin)")
    assert [texts.nth(n).get_attribute("lang") for n in (0, 1)] == [None, "zh-Hans"]

    def corners() -> list[tuple[float, float]]:
        boxes = [texts.nth(n).bounding_box() for n in (0, 1)]
        return [(box["x"], box["y"]) for box in boxes if box]

    first, second = corners()
    assert second[0] > first[0] + 200 and second[1] == first[1]
    still_page.set_viewport_size({"width": 390, "height": 844})
    first, second = corners()
    assert second[0] == first[0] and second[1] > first[1]


def test_switching_the_language_keeps_two(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}en/faceoff/rules/combat/with/zh-hans/")
    languages = browser_page.get_by_role("navigation", name="Language")
    languages.get_by_role("link", name="简体").click()
    expect(browser_page).to_have_url(f"{site}zh-hans/faceoff/rules/combat/with/zh-hans/")
    expect(browser_page.locator(".rule > p[lang=en]").first).to_be_visible()


def test_a_pointer_on_a_term_shows_what_it_means(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}{CHAPTER}")
    term = paragraph(browser_page, "combat.1").locator("a.term").first
    bubble = browser_page.get_by_role("tooltip")
    expect(bubble).not_to_be_visible()
    term.hover()
    expect(bubble).to_be_visible()
    expect(bubble.locator("b")).to_have_text("Intercept")
    expect(term).to_have_attribute("aria-describedby", "preview")
    # The pointer can be moved onto the text without losing it.
    bubble.hover()
    browser_page.wait_for_function("() => document.querySelector('#preview:popover-open:hover')")
    expect(bubble).to_be_visible()
    browser_page.keyboard.press("Escape")
    expect(bubble).not_to_be_visible()
    term.hover()
    expect(bubble).to_be_visible()
    browser_page.mouse.move(5, 5)
    expect(bubble).not_to_be_visible()


def test_the_keyboard_shows_what_it_stops_at(browser_page: Page, site: str) -> None:
    browser_page.goto(f"{site}{CHAPTER}")
    browser_page.keyboard.press("Tab")
    term = paragraph(browser_page, "combat.1").locator("a.term").first
    term.focus()
    bubble = browser_page.get_by_role("tooltip")
    expect(bubble).to_be_visible()
    browser_page.keyboard.press("Escape")
    expect(bubble).not_to_be_visible()
    expect(term).to_be_focused()
    browser_page.keyboard.press("Enter")
    expect(browser_page).to_have_url(f"{site}en/{INTERCEPT}")


def test_a_first_tap_shows_and_a_second_follows(phone: Page, site: str) -> None:
    phone.goto(f"{site}{CHAPTER}")
    term = paragraph(phone, "combat.1").locator("a.term").first
    term.tap()
    bubble = phone.get_by_role("tooltip")
    expect(bubble).to_be_visible()
    box = bubble.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    phone.locator("h1").tap()
    expect(bubble).not_to_be_visible()
    term.tap()
    expect(bubble).to_be_visible()
    expect(phone).to_have_url(f"{site}{CHAPTER}")
    term.tap()
    expect(phone).to_have_url(f"{site}en/{INTERCEPT}")


def test_a_reference_shows_its_paragraph_from_this_page_or_another(
    browser_page: Page, site: str
) -> None:
    browser_page.goto(f"{site}{CHAPTER}")
    here = browser_page.locator('.margin a.ref[href^="#"]').first
    id = here.inner_text()
    here.hover()
    bubble = browser_page.get_by_role("tooltip")
    words = paragraph(browser_page, id).locator("> p").inner_text()
    expect(bubble).to_have_text(f"{id} {words}")
    browser_page.goto(f"{site}en/faceoff/rulings/dodge-flash/")
    cited = browser_page.locator(".steps a.ref").first
    shown = cited.evaluate("link => decodeURIComponent(link.hash.slice(1))")
    cited.hover()
    expect(bubble.locator("b")).to_have_text(shown)


def test_rulings_are_narrowed_by_status_without_scripts(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}en/faceoff/rulings/")
    everything = still_page.locator(".questions > li").count()
    still_page.get_by_role("radio", name=re.compile("^official")).check()
    seen = still_page.locator(".questions > li:visible")
    assert 0 < seen.count() < everything
    assert set(seen.locator(".status").all_inner_texts()) == {"official"}
    groups = still_page.locator(".group:visible")
    assert groups.count() == groups.filter(has=still_page.locator(".is-official")).count()
    still_page.get_by_role("radio", name=re.compile("^played out")).check()
    assert set(seen.locator("small > span:last-child").all_inner_texts()) == {"played out"}


def test_an_assumed_paragraph_leads_to_what_is_open_about_it(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}{CHAPTER}")
    badge = still_page.locator("a.status.assumed").first
    id = badge.evaluate("link => decodeURIComponent(link.hash.slice(1))")
    badge.click()
    expect(still_page).to_have_url(f"{site}en/faceoff/open/#{id}")
    expect(paragraph(still_page, id)).to_be_in_viewport()


def test_a_printed_chapter_is_its_text_alone(still_page: Page, site: str) -> None:
    still_page.goto(f"{site}{CHAPTER}")
    still_page.emulate_media(media="print")
    expect(still_page.locator("h1")).to_be_visible()
    expect(paragraph(still_page, "combat.dodge.1")).to_be_visible()
    for gone in ("nav", "footer", ".uses", "summary", ".find"):
        assert still_page.locator(f"{gone}:visible").count() == 0, gone
