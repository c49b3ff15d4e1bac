"""Every kind of page: it fits a phone in each language, and axe-core has nothing against it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LANGUAGES = ("zh-hant", "zh-hans", "en")
KINDS = {
    "home": "",
    "game": "formation/",
    "cards": "formation/cards/",
    "list": "clash/cards/by/type/spell/",
    "set": "faceoff/cards/bp01/",
    "card": "faceoff/cards/bp01/035/",
    "keywords": "faceoff/keywords/",
    "keyword": "faceoff/keywords/breakthrough/",
    "rules": "faceoff/rules/",
    "chapter": "formation/rules/keywords/",
    "pair": "faceoff/rules/combat/with/en/",
    "open": "zongheng/open/",
    "all keywords": "keywords/",
    "changes": "changes/",
    "rulings": "faceoff/rulings/",
    "ruling": "faceoff/rulings/dodge-flash/",
    "search": "search/?q=guan",
    "text": "pages/about/",
}
WIDER = """() => [...document.querySelectorAll("body *")]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map(element => element.outerHTML.slice(0, 120))"""


def show(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer and answer.status == 200, f"{address} is no page"
    if "/search/" in address:
        page.locator("#search-results li").first.wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_needs_no_sideways_scrolling(
    browser_page: Page, site: str, kind: str, language: str
) -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    show(browser_page, f"{site}{language}/{KINDS[kind]}")
    width = browser_page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, browser_page.evaluate(WIDER)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", [*KINDS, "choice", "lost"])
def test_axe_finds_nothing(browser_page: Page, site: str, kind: str, scheme: str) -> None:
    browser_page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    address = {"choice": "", "lost": "404.html"}.get(kind, f"zh-hant/{KINDS.get(kind)}")
    show(browser_page, f"{site}{address}")
    found = Axe().run(browser_page)
    assert found.violations_count == 0, found.generate_report()
