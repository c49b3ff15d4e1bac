"""Addresses: how links are made relative, what redirects, and what is not there."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.catalog import Catalog
from zhenshu.web import create_app
from zhenshu.web.links import Links, relative

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)


@pytest.mark.parametrize(
    ("page", "target", "expected"),
    [
        ("/en/a/cards/x/1/", "/en/a/cards/x/2/", "../2/"),
        ("/en/a/cards/x/1/", "/en/a/", "../../../"),
        ("/en/a/", "/en/a/cards/", "cards/"),
        ("/en/a/", "/zh-hans/a/", "../../zh-hans/a/"),
        ("/en/a/", "/static/site.css?v=1", "../../static/site.css?v=1"),
        ("/en/a/rules/", "/en/a/rules/#x.1", "#x.1"),
        ("/en/a/rules/", "/en/a/rules/", "./"),
        ("/en/search/", "/en/search/?q=a/b", "?q=a/b"),
        ("/en/", "/", "../"),
        ("/", "/en/", "en/"),
        ("/", "/#choose", "#choose"),
        ("/404.html", "/en/", "en/"),
    ],
)
def test_relative(page: str, target: str, expected: str) -> None:
    assert relative(page, target) == expected


def test_links_of_content_are_completed() -> None:
    links = Links("/en/a/cards/x/1/", "en")
    html = '<a href="site:/a/rules/#x.1">x.1</a> and "site:/" in words'
    expected = '<a href="../../../../a/rules/#x.1">x.1</a> and "site:/" in words'
    assert links.complete(html) == expected


def test_an_address_without_its_slash_leads_to_the_one_with_it(sample: Catalog) -> None:
    client = create_app(sample).test_client()
    answer = client.get("/en/alpha/cards/first/a-1?from=list")
    assert answer.status_code == 308
    # Relative, so that it is right below any path and on any host.
    assert answer.headers["Location"] == "a-1/?from=list"
    assert client.get("/en/alpha/cards/first/a:1").headers["Location"] == "a%3A1/"


@pytest.mark.parametrize(
    ("address", "language"),
    [
        ("/en/alpha/cards/first/a-9/", "en"),
        ("/zh-hant/gamma/", "zh-Hant"),
        ("/zh-hans/alpha/rules/flight/", "zh-Hans"),
    ],
)
def test_what_is_missing_is_said_in_the_language_of_the_address(
    sample: Catalog, read: Callable[[bytes], Any], address: str, language: str
) -> None:
    answer = create_app(sample).test_client().get(address)
    assert answer.status_code == 404
    page = read(answer.data)
    assert page.elements[0] == ("html", {"lang": language})
    title = {"en": "no such page", "zh-Hant": "沒有這個頁面", "zh-Hans": "没有这个页面"}
    assert title[language] in page.words
    # It may be shown at any address, so nothing on it is relative.
    assert not any(link.startswith(".") for link in page.all("link", "href"))


@pytest.mark.parametrize(
    "address",
    [
        "/en/alpha/cards/first/%00/",
        "/en/alpha/cards/by/cost/%00/",
        "/en/alpha/cards/by/set/first/",
        "/en/alpha/cards/by/cost/unknown/",
        "/en/alpha/cards/by/power/1/",
        "/en/../etc/passwd",
        "/en/alpha/../../static/site.css",
        "/static/../__init__.py",
        "/static/%2e%2e/__init__.py",
        "/en/alpha/keywords/" + "x" * 10_000 + "/",
        "/en/" + "a/" * 2_000,
        "/EN/",
        "/fr/",
        "/%E9%99%A3/",
        "/%ff%fe/",
        "/en/%ed%a0%80/",
        "/en//alpha/",
        "/en/alpha/cards/first/a-1/x",
        "/data/alpha/cards.db",
        "/data/gamma/cards.json",
        "/search/fr.json",
        "/en/pages/nowhere/",
        "/en/alpha/rulings/../rulings/",
        "/en/{{7*7}}/",
        "/en/alpha/cards/first/<script>/",
    ],
)
def test_odd_addresses_are_simply_not_there(sample_client: FlaskClient, address: str) -> None:
    answer = sample_client.get(address)
    assert answer.status_code == 404
    assert b"<script>/" not in answer.data
    assert b"49" not in answer.data.split(b"<main")[1]


@pytest.mark.parametrize("path", ["//example.org", "//example.org/", "//example.org/en"])
def test_no_redirect_leads_to_another_host(sample_client: FlaskClient, path: str) -> None:
    answer = sample_client.get("/", environ_overrides={"PATH_INFO": path})
    assert answer.status_code == 404


@settings(deadline=None)
@given(st.text())
def test_no_address_breaks_the_site(sample_client: FlaskClient, words: str) -> None:
    for path in (f"/{words}", f"/en/{words}", f"/en/alpha/cards/{words}/"):
        # As a server passes it on: bytes of UTF-8, one character each.
        given_path = {"PATH_INFO": path.encode("utf-8", "surrogatepass").decode("latin-1")}
        answer = sample_client.get("/", environ_overrides=given_path)
        assert answer.status_code in (200, 308, 404)
    answer = sample_client.get("/en/search/", query_string={"q": words})
    assert answer.status_code == 200


def test_other_methods_are_refused_in_words(sample_client: FlaskClient) -> None:
    answer = sample_client.post("/en/alpha/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert b"405" in answer.data


@pytest.mark.parametrize("address", ["/", "/en/", "/en/nowhere/", "/data/alpha/cards.json"])
def test_every_answer_carries_the_policy(sample_client: FlaskClient, address: str) -> None:
    headers = sample_client.get(address).headers
    assert headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"


def test_pages_carry_the_policy_for_hosts_that_send_none(
    sample_client: FlaskClient, read: Callable[[bytes], Any]
) -> None:
    for address in ("/", "/en/", "/404.html"):
        elements = read(sample_client.get(address).data).elements
        given_policy = [
            a["content"]
            for tag, a in elements
            if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy"
        ]
        assert given_policy == [POLICY]


def test_a_browser_need_not_fetch_a_page_twice(sample_client: FlaskClient) -> None:
    tag = sample_client.get("/en/").headers["ETag"]
    again = sample_client.get("/en/", headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
