"""The same parser in the browser: equal JSON for equal queries."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, Route

import zhenshu
from zhenshu.search.query import Vocabulary, parse

STATIC = Path(zhenshu.__file__).parent / "web" / "static"
ADDRESS = "http://site.test"
PARSE = """async ([queries, language]) => {
  const { parse } = await import("/static/search-query.js");
  const words = window.vocabularies[language];
  return queries.map((query) => parse(query, words));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, vocabularies: dict[str, Vocabulary]) -> Iterator[Page]:
    context = browser.new_context(base_url=ADDRESS)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        else:
            route.fulfill(body="<!doctype html><title>Empty</title>", content_type="text/html")

    context.route("**/*", answer)
    page = context.new_page()
    page.goto("/")
    page.evaluate(
        "(given) => { window.vocabularies = given; }",
        {language: words.as_json() for language, words in vocabularies.items()},
    )
    yield page
    context.close()
