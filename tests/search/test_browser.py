"""The search of the browser: the same examples, and the page that it answers."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import zhenshu
from zhenshu.search import Hit, fold, twin

STATIC = Path(zhenshu.__file__).parent / "web" / "static"
ADDRESS = "http://site.test"
SEARCH_PAGE = """<!doctype html><meta charset="utf-8"><title>Search</title>
<form role="search" id="search" data-index="../../search/" data-lang="zh-Hant">
<label>Search <input name="q"></label></form>
<p id="search-status" role="status" data-none="None." data-found-one="One card."
 data-found-many="{n} cards."></p>
<ol id="search-results"></ol>
<script type="module" src="../../static/search.js"></script>"""


class Host:
    """A host in memory with the scripts of the package; tests change `files`."""

    def __init__(self, shelf: Any):
        self.files = {f"/search/{name}": body for name, body in twin(shelf).items()}
        self.files["/zh-hant/search/"] = SEARCH_PAGE.encode()
        self.files["/"] = b"<!doctype html><title>Empty</title>"

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        elif path in self.files:
            kind = "application/json" if path.endswith(".json") else "text/html"
            route.fulfill(body=self.files[path], content_type=kind)
        else:
            route.fulfill(status=404)


@pytest.fixture
def host(shelf: Any) -> Host:
    return Host(shelf)


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    context = browser.new_context(base_url=ADDRESS)
    context.route("**/*", host.answer)
    page = context.new_page()
    errors: list[Exception] = []
    page.on("pageerror", lambda error: errors.append(error))
    yield page
    context.close()
    assert errors == []


FIND = """async (queries) => {
  const { find, load } = await import("/static/search.js");
  const index = load(await (await fetch("/search/keys.json")).json());
  return queries.map((query) => find(query, index).map((at) => index.ids[at]));
}"""
FOLD = """async (texts) => {
  const { fold, load } = await import("/static/search.js");
  const { hans } = load(await (await fetch("/search/keys.json")).json());
  return texts.map((text) => fold(text, hans));
}"""


def test_examples_and_strange_queries(
    page: Page, oracle: Callable[[str], list[Hit]], examples: list[dict[str, Any]]
) -> None:
    queries = [expected["query"] for expected in examples]
    queries += ["羽" * 100, "羽" * 101, "𠮷" * 101, "guan " * 2000, "\0" * 9999, "(" * 100]
    # A hundred characters may be asked, however they are stored.
    queries += ["关羽 " * 33, "关羽 " * 34, "关羽 " + "😀" * 97, "关羽 " + "😀" * 98]
    queries += [
        "an",
        "n",
        "1",
        "0",
        "bp",
        "s01",
        "yu yu",
        "关 关 关",
        "lu",
        "lv",
        "羽\x1c关",
        "羽\x85关",
        "羽\ufeff关",
    ]
    page.goto("/")
    for query, found in zip(queries, page.evaluate(FIND, queries), strict=True):
        assert found == [hit.card for hit in oracle(query)], query


def test_every_part_of_every_name(
    page: Page, shelf: Any, oracle: Callable[[str], list[Hit]]
) -> None:
    names = {name for card in shelf.every() for name in card["name"].values() if name}
    names |= {card["pinyin"] for card in shelf.every()}
    parts = sorted({n[i : i + size] for n in names for size in (1, 2, 5) for i in range(len(n))})
    page.goto("/")
    for query, found in zip(parts, page.evaluate(FIND, parts), strict=True):
        assert found == [hit.card for hit in oracle(query)], query


def test_folding(page: Page, shelf: Any) -> None:
    texts = [name for card in shelf.every() for name in card["name"].values() if name]
    texts += ["GUĀN YǓ", "ＧＵＡＮ", "lǜ", "Straße", "ẞ", "ᾳ", "ΟΔΟΣ", "İ", "２９／３６", "1/-/2"]
    texts += ["⼀", "ｶﾞ", "½", "\u202e关\u202c", "😀", "e\u0301"]
    page.goto("/")
    assert page.evaluate(FOLD, texts) == [fold(text) for text in texts]


def test_matches_says_whether_rank_does(page: Page) -> None:
    page.goto("/")
    found = page.evaluate(
        """async () => {
          const { load, matches, rank } = await import("/static/search.js");
          const index = load(await (await fetch("/search/keys.json")).json());
          const card = index.subjects[index.ids.indexOf("formation/cz/055")];
          return [["关羽"], ["gy"], ["55"], ["张飞"], []].map((asked) =>
            [matches(asked, card), rank(asked, card) === Infinity ? null : rank(asked, card)]);
        }"""
    )
    assert found == [[True, 1], [True, 9], [True, 0], [False, None], [False, None]]


def results(page: Page) -> Any:
    return page.locator("#search-results > li")


def test_typing_answers(page: Page) -> None:
    page.goto("/zh-hant/search/")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Search").press_sequentially("gy")
    expect(results(page).first).to_have_text("美髯公·關羽 陣面對決 55")
    link = results(page).first.get_by_role("link")
    assert link.get_attribute("href") == "../formation/cards/cz/055/"
    assert link.get_attribute("lang") == "zh-Hant"
    page.get_by_label("Search").fill("鉅鹿")
    expect(results(page)).to_have_count(5)
    expect(page.get_by_role("status")).to_have_text("5 cards.")
    assert page.evaluate("new URL(location).searchParams.get('q')") == "鉅鹿"
    page.get_by_label("Search").fill("29/36")
    expect(page.get_by_role("status")).to_have_text("One card.")
    page.get_by_label("Search").fill("nothing at all")
    expect(page.get_by_role("status")).to_have_text("None.")
    expect(results(page)).to_have_count(0)
    page.get_by_label("Search").fill("")
    expect(page.get_by_role("status")).to_be_empty()
    assert page.evaluate("location.search") == ""


def test_an_address_with_a_query_answers(page: Page) -> None:
    page.goto("/zh-hant/search/?q=29/36")
    expect(page.get_by_label("Search")).to_have_value("29/36")
    expect(results(page)).to_have_text(["Annihilation Clash of Decks 29/36"])
    assert results(page).get_by_role("link").get_attribute("lang") == "en"


def test_the_form_does_not_leave_the_page(page: Page) -> None:
    page.goto("/zh-hant/search/?q=ogre")
    expect(results(page)).to_have_count(1)
    page.evaluate("window.stayed = true")
    page.get_by_label("Search").fill("assassin")
    page.get_by_label("Search").press("Enter")
    expect(page.get_by_role("status")).to_have_text("One card.")
    assert page.evaluate("window.stayed")
    assert page.url.endswith("?q=assassin")


def test_a_name_never_becomes_markup(page: Page, shelf: Any, host: Host) -> None:
    name = "<img src=x onerror=alert(1)>"
    shelf.kept[-1]["name"] = {"en": name, "zh-Hans": None, "zh-Hant": None}
    host.files |= {f"/search/{file}": body for file, body in twin(shelf).items()}
    page.goto("/zh-hant/search/?q=onerror")
    expect(results(page).get_by_role("link")).to_have_text(name)
    assert page.locator("img").count() == 0


def test_long_lists_show_the_first_hundred(page: Page, shelf: Any, host: Host) -> None:
    model = shelf.kept[0]
    shelf.kept[:] = [{**model, "id": f"formation/cz/{n}", "slug": str(n)} for n in range(101)]
    host.files |= {f"/search/{file}": body for file, body in twin(shelf).items()}
    page.goto("/zh-hant/search/?q=lejin")
    expect(page.get_by_role("status")).to_have_text("101 cards.")
    expect(results(page)).to_have_count(100)


@pytest.mark.parametrize("missing", [True, False], ids=["missing", "of another build"])
def test_without_fitting_data_the_form_asks_the_server(
    page: Page, host: Host, missing: bool
) -> None:
    keys = json.loads(host.files.pop("/search/keys.json"))
    if not missing:
        host.files["/search/keys.json"] = json.dumps({**keys, "version": "another"}).encode()
    page.goto("/zh-hant/search/")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Search").fill("ogre")
    page.get_by_label("Search").press("Enter")
    page.wait_for_url("**/zh-hant/search/?q=ogre")
    expect(results(page)).to_have_count(0)
