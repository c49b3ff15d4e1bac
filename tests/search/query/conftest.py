"""The words of the site's own catalogue, without its pages; the examples; random queries."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, Route

import zhenshu
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.search.query import Vocabulary, vocabulary

STATIC = Path(zhenshu.__file__).parent / "web" / "static"
ADDRESS = "http://site.test"


@pytest.fixture(scope="session")
def words_catalog(database: Path) -> Catalog:
    return Catalog.open(database)


@pytest.fixture(scope="session")
def vocabularies(words_catalog: Catalog) -> dict[str, Vocabulary]:
    return {language: vocabulary(words_catalog, language) for language in LANGUAGES}


@pytest.fixture(scope="session")
def examples() -> list[dict[str, Any]]:
    path = Path(__file__).parent / "examples.json"
    return json.loads(path.read_text(encoding="utf-8"))["examples"]


# Characters that came into Unicode lately are not known to every browser.
CHARACTERS = st.characters(exclude_categories=["Cn", "Cs"])
FIELDS = """
game in name faction f el t kw o cost req might power range flash deck timing theme set no r is
ruling rule lang sort as 势力 屬性 费用 关键词 编号 foo 势利
"""
OPERATORS = ": = != < <= > >= <> ： ＝ ！＝ ≠ ＜ ＞ ≤ ≥ == :>="
VALUES = """
shu 蜀 wei,w none 无 unknown ? X 3 12 2..4 １ abc 1e99 stamina 武力 infantry 步 kw shoot2 射击X
insight unique 双面 cards combat.dodge combat. dodge-flash faceoff/d fr cost,-might,name grid
/a.b/ "a b" 「关 羽」 “x /(a/ draw
"""
WORDS = """
guan yu 关羽 關羽 gy or 或 | and & not 非 - － ( ) （ ） ! ， 、 ; · / /a+/ "lu bu" 「 」 a(b c)d
not( 非（ -- a|b 😀
"""


def one_of(words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(words.split())


@pytest.fixture(scope="session")
def queries() -> st.SearchStrategy[str]:
    """Pieces of the language in any order, and any text at all."""
    clauses = st.tuples(one_of(FIELDS), one_of(OPERATORS), one_of(VALUES)).map("".join)
    pieces = st.lists(
        st.one_of(clauses, one_of(WORDS), st.text(CHARACTERS, max_size=6)), max_size=12
    )
    return st.one_of(pieces.map(" ".join), pieces.map("".join), st.text(CHARACTERS, max_size=60))


@pytest.fixture(scope="session")
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
