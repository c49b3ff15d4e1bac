"""The list of pages and the views: complete, alike, and each page well made."""

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.search import Known, twin
from zhenshu.web import create_app
from zhenshu.web.pages import Page, all_pages
from zhenshu.web.sections import data, outside, proxies

Read = Callable[[bytes], Any]
# What a page may name on another host: the licence, and a source where a page cites it.
ELSEWHERE = ("https://creativecommons.org/licenses/by-sa/4.0/", "https://a.test/")


@pytest.fixture(scope="module")
def pages(sample: Catalog) -> list[Page]:
    return list(all_pages(sample))


@pytest.fixture(scope="module")
def bodies(sample: Catalog, pages: list[Page]) -> dict[str, bytes]:
    client = create_app(sample).test_client()
    answers = {page.path: client.get(page.path) for page in pages}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path: answer.data for path, answer in answers.items()}


def test_every_view_has_pages_and_every_page_a_view(sample: Catalog, pages: list[Page]) -> None:
    app = create_app(sample)
    urls = app.url_map.bind("localhost")
    shown = Counter(urls.match(page.path)[0] for page in pages)
    files = {"static", "data.file", "search.file", "changes.show", "proxies.file", "proxies.cards"}
    files |= {"outside.search", "outside.description", "outside.bar"}
    files |= {"engine.file", "api.play"}
    # The sample has no game with a referee.
    files |= {"sandbox.sandbox", "sandbox.paragraphs"}
    assert set(shown) == {rule.endpoint for rule in app.url_map.iter_rules()} - files
    # Two games with 8, 1 and no lists but sets, 2 sets, 2 cards, 3 + 1 keywords and 1 ruling.
    assert shown["cards.value"] == 3 * 10
    assert shown["cards.set"] == shown["cards.card"] == 3 * 2
    assert shown["keywords.keyword"] == 3 * 4
    assert shown["rulings.ruling"] == shown["texts.text"] == shown["search.show"] == 3
    # 2 chapters, each beside 3 languages.
    assert shown["rules.chapter"] == 3 * 2
    assert shown["rules.pair"] == 3 * 2 * 3


def test_pages_have_plain_addresses_of_their_own(pages: list[Page]) -> None:
    paths = [page.path for page in pages]
    assert len(set(paths)) == len(paths)
    for page in pages:
        assert page.path.isascii() and not set(page.path) & set("?#%&<>\"' ")
        assert page.path.endswith("/") or page.path == "/404.html"


def test_the_data_of_a_page_is_all_that_its_view_shows(
    sample: Catalog, pages: list[Page], bodies: dict[str, bytes]
) -> None:
    renderer = create_app(sample).extensions["renderer"]
    for page in pages:
        copied = json.loads(json.dumps(page.data()))
        again = renderer.html(page.template, page.language, page.path, copied)
        assert again.encode() == bodies[page.path], page.path


def test_twins_share_their_data(pages: list[Page]) -> None:
    spoken = [page for page in pages if page.language]
    for twins in zip(spoken[::3], spoken[1::3], spoken[2::3], strict=True):
        assert [twin.language for twin in twins] == list(LANGUAGES)
        assert twins[0].data() is twins[1].data() is twins[2].data()


Made = dict[tuple[str, ...], tuple[object, tuple[tuple[str, ...], ...]]]


def made(catalog: Catalog) -> Made:
    """The data of every page and every file beside the pages, with what each asked."""
    client = create_app(catalog).test_client()
    # Twins keep the data they share.
    firsts = [page for page in all_pages(catalog) if page.language in (None, LANGUAGES[0])]
    parts: dict[tuple[str, ...], Callable[[], object]] = {
        **{("page", page.path): page.data for page in firsts},
        **{("file", path): make for path, make in proxies.files(catalog).items()},
        **{("data", path): partial(client.get, path) for path in data.paths(catalog)},
        ("search",): lambda: twin(Known.of(catalog)),
    }
    found: Made = {}
    for name, make in parts.items():
        with catalog.listening() as asked:
            content = make()
        content = content.data if isinstance(content, Response) else content
        found[name] = (json.loads(json.dumps(content, default=str)), tuple(asked))
    return found


def test_what_a_page_asks_is_heard_each_time(sample: Catalog) -> None:
    """Whoever keeps what a catalogue answered must be a question: see `zhenshu.questions`."""
    first, again = made(sample), made(sample)
    for name in first:
        assert first[name] == again[name], name


def spoil(value: object) -> object:
    """A record with every text in it changed."""
    if isinstance(value, list):
        return [spoil(item) for item in value]
    if not isinstance(value, dict):
        return value
    texts = "en" in value
    return {k: f"{v}!" if texts and isinstance(v, str) else spoil(v) for k, v in value.items()}


def test_pages_and_files_that_change_ask_for_what_changed(
    sample: Catalog, changed_sample: Callable[..., Catalog]
) -> None:
    before = made(changed_sample())
    # One record of each kind, of the game that has all of them.
    records = ["alpha", sample.cards("alpha")[0]["id"], sample.chapters("alpha")[0]["id"]]
    for id in (*records, *sample.pages, *sample.keywords("alpha"), *sample.rulings("alpha")):

        def change(record: dict[str, Any], id: str = id) -> Any:
            return spoil(record) if id in (record.get("id"), record.get("slug")) else record

        other = changed_sample(change)
        after = made(other)
        changed = {name for name in before if name in after and before[name][0] != after[name][0]}
        assert changed, id
        for name in changed:
            asked = before[name][1]
            assert other.answers(asked) != sample.answers(asked), (id, name)


def test_pages_are_well_formed_and_keep_names_harmless(
    bodies: dict[str, bytes], read: Read
) -> None:
    for path, body in bodies.items():
        page = read(body)
        scripts = [attributes for tag, attributes in page.elements if tag == "script"]
        for script in scripts:
            assert script["type"] == "module" and script["src"], path
        for tag, attributes in page.elements:
            assert "style" not in attributes, f"{path}: {tag} {attributes}"
            assert not any(name.startswith("on") for name in attributes), f"{path}: {tag}"
        assert b"<style" not in body
    card = bodies["/en/alpha/cards/first/a-1/"].decode()
    assert "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;" in card


def test_ids_are_given_once(bodies: dict[str, bytes], read: Read) -> None:
    for path, body in bodies.items():
        ids = [a["id"] for _tag, a in read(body).elements if "id" in a]
        assert len(set(ids)) == len(ids), path


def test_links_are_relative_and_lead_to_pages(
    sample: Catalog, bodies: dict[str, bytes], read: Read
) -> None:
    known = {*bodies, *data.paths(sample), *(f"/{name}" for name, _body in outside.files("/"))}
    ids = {path: {a.get("id") for _tag, a in read(b).elements} for path, b in bodies.items()}
    for path, body in bodies.items():
        page = read(body)
        links = page.all("a", "href") + page.all("form", "action") + page.all("link", "href")
        for link in links + page.all("script", "src") + page.all("img", "src"):
            if link in ELSEWHERE:
                continue
            assert path == "/404.html" or not link.startswith(("/", "http")), f"{path}: {link}"
            target = urlsplit(urljoin(path, link))
            assert target.path in known or target.path.startswith("/static/"), f"{path}: {link}"
            assert not target.fragment or target.fragment in ids[target.path], f"{path}: {link}"


def test_every_page_names_its_language_and_its_twins(
    pages: list[Page], bodies: dict[str, bytes], read: Read
) -> None:
    for page in pages:
        if page.language is None:
            continue
        elements = read(bodies[page.path]).elements
        assert elements[0] == ("html", {"lang": page.language})
        below = page.path.split("/", 2)[2]
        expected = {
            "zh-Hant": f"/zh-hant/{below}",
            "zh-Hans": f"/zh-hans/{below}",
            "en": f"/en/{below}",
        }
        named = {
            a["hreflang"]: urljoin(page.path, a["href"])
            for tag, a in elements
            if tag == "link" and "hreflang" in a
        }
        assert named == {**expected, "x-default": f"/en/{below}"}
        switch = {
            a["lang"]: urljoin(page.path, a["href"])
            for tag, a in elements
            if tag == "a" and "data-language" in a
        }
        assert switch == expected


def test_static_addresses_change_with_their_content(sample: Catalog, read: Read) -> None:
    body = create_app(sample).test_client().get("/en/").data
    (sheet,) = (link for link in read(body).all("link", "href") if ".css" in link)
    path, _mark, digest = sheet.partition("?v=")
    assert path == "../static/site.css"
    assert len(digest) == 8


def test_the_missing_page_links_to_where_the_site_lives(sample: Catalog, read: Read) -> None:
    client = create_app(sample, base_path="/zhenshu/").test_client()
    page = read(client.get("/404.html").data)
    links = page.all("a", "href") + page.all("link", "href")
    assert "/zhenshu/zh-hant/" in links
    assert all(link.startswith("/zhenshu/") for link in links)


def test_the_real_site_has_every_page(app: Flask, client: FlaskClient, catalog: Catalog) -> None:
    pages = list(all_pages(catalog))
    cards = sum(len(catalog.cards(game)) for game in catalog.games)
    assert sum(page.template == "card.html" for page in pages) == 3 * cards
    for page in pages[::97]:
        assert client.get(page.path).status_code == 200, page.path
