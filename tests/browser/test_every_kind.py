"""Every kind of page: it fits a phone in each language, and axe-core has nothing against it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from zhenshu.catalog import Catalog
from zhenshu.web.pages import all_pages

LANGUAGES = ("zh-hant", "zh-hans", "en")
# One address of each template, below the language; {other} is another language.
KINDS = {
    "home": "",
    "game": "formation/",
    "cards": "formation/cards/",
    "facet": "clash/cards/by/type/spell/",
    "set": "faceoff/cards/bp01/",
    "card": "faceoff/cards/bp01/035/",
    "keywords of all games": "keywords/",
    "keywords": "faceoff/keywords/",
    "keyword": "faceoff/keywords/breakthrough/",
    "rules": "faceoff/rules/",
    "chapter": "faceoff/rules/combat/",
    "two languages": "faceoff/rules/combat/with/{other}/",
    "open points": "faceoff/open/",
    "coverage": "faceoff/coverage/",
    "changes": "changes/",
    "rulings": "faceoff/rulings/",
    "ruling": "faceoff/rulings/dodge-flash/",
    "sandbox": "faceoff/sandbox/",
    "search": "search/?q=guan",
    "proxies": "proxies/",
    "text": "pages/about/",
}
OTHERS = {"choice of language": "", "lost": "404.html"}
WIDER = """() => [...document.querySelectorAll("body *")]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map(element => element.outerHTML.slice(0, 120))"""


def address(kind: str, language: str) -> str:
    other = "en" if language != "en" else "zh-hans"
    return f"{language}/{KINDS[kind].format(other=other)}"


def test_every_template_is_among_the_kinds(catalog: Catalog) -> None:
    templates = {page.path: page.template for page in all_pages(catalog)}
    looked_at = {templates[f"/{address(kind, 'en')}".partition("?")[0]] for kind in KINDS}
    html = {page for page in templates if page.endswith("/")}
    assert looked_at | {templates["/"]} == {templates[page] for page in html}


def show(page: Page, url: str) -> None:
    answer = page.goto(url)
    assert answer and answer.status == 200, f"{url} is no page"
    if "/search/" in url:
        page.locator("#search-results li").first.wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_needs_no_sideways_scrolling(
    browser_page: Page, site: str, kind: str, language: str
) -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    show(browser_page, f"{site}{address(kind, language)}")
    width = browser_page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, browser_page.evaluate(WIDER)


@pytest.mark.parametrize("kind", [*KINDS, *OTHERS])
def test_axe_finds_nothing(browser_page: Page, site: str, kind: str) -> None:
    path = OTHERS[kind] if kind in OTHERS else address(kind, "zh-hant")
    show(browser_page, f"{site}{path}")
    look(browser_page)


def look(page: Page) -> None:
    """Both schemes, which differ in nothing but their colours."""
    axe = Axe()
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = axe.run(page, options={"resultTypes": ["violations"], **rules})
        assert found.violations_count == 0, found.generate_report()
