"""What the pages of the other sections say."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from zhenshu.catalog import Catalog
from zhenshu.search import Known, Searcher, build
from zhenshu.web import create_app

Read = Callable[[bytes], Any]


@pytest.fixture
def words(sample_client: FlaskClient, read: Read) -> Callable[[str], str]:
    return lambda address: str(read(sample_client.get(address).data).words)


def test_the_first_page_offers_each_language_in_its_own_words(
    sample_client: FlaskClient, read: Read
) -> None:
    page = read(sample_client.get("/").data)
    items = [a["lang"] for tag, a in page.elements if tag == "li" and "lang" in a]
    assert items == ["zh-Hant", "zh-Hans", "en"]
    assert "卡牌、關鍵詞、規則" in page.words and "Cards, keywords, rules" in page.words


def test_the_home_counts_what_each_game_has(words: Callable[[str], str]) -> None:
    assert "|2 cards|3 keywords|3 rule paragraphs|1 ruling|" in words("/en/")
    assert "|2張卡牌|3個關鍵詞|3條規則|1條裁定|" in words("/zh-hant/")


def test_a_game_says_whose_it_is_and_what_nobody_knows(
    sample_client: FlaskClient, words: Callable[[str], str]
) -> None:
    shown = words("/en/alpha/")
    assert "|Publisher|unknown|" in shown
    assert "|First|unknown|2|" in shown
    assert "|What no source says|Everything else.|" in shown
    assert "|The guide|" in shown and "|The list|Old.|" in shown
    assert "|Learn it|" in shown
    foot = sample_client.get("/en/alpha/").text.split("<footer>")[1]
    assert "<li>Alpha: publisher unknown</li>" in foot
    assert "B &amp; Co" not in foot
    assert "B &amp; Co" in sample_client.get("/en/").text.split("<footer>")[1]


def test_a_keyword(words: Callable[[str], str]) -> None:
    shown = words("/en/alpha/keywords/shoot/")
    for expected in (
        "|Shoot|射擊 射击 shè jī our rendering|",
        "|On cards: Shoot N|",
        "|What shoot does.|At range.|",
        "|Rules it rests on|The bold one begins. fight.1 stated|",
        "|The same word in Beta|Shoot: What shoot does.|",
        "Shoot 4 A-1|",
        "|Sources: The guide|",
    ):
        assert expected in shown, expected
    assert "|No card in the database has it.|" in words("/en/alpha/keywords/resist/")


def test_a_ruling_is_drawn_and_told_step_by_step(words: Callable[[str], str]) -> None:
    shown = words("/en/alpha/rulings/who-begins/")
    for expected in (
        "|Who begins?|The bold one, as this card says.|Status|derived|Sources|The guide|"
        "Cards|<script>alert('x')</script>|Date|2026-11-29|",
        "|fight.2 derived|So the other one waits. In the rules|",
        # The line of the opponent is seen from the front.
        "|Opponent|a card power 2 range 1 flash 0 readied, entered this turn|"
        "Lord commander power 2 range 1 flash 0 rested|",
        "|Life: 4 Hand: Horse (flash 3) Discard pile: Lord|distance across the lines: 1|",
        "|You turn player|Guard power 7 range 1 flash 0 Shoot 4 readied|",
        "|Guard attacks.|fight.1 stated|The bold one begins. In the rules|",
        "|Not allowed: Lord may not answer.|",
        # The refusal between them is a step of the page, but no event.
        "|Guard is rested.|fight.1 stated|The bold one begins. In the rules|because of step 1|",
        "|Lord dies.|fight.1 stated|The bold one begins. In the rules|because of step 3|",
        "|as expected place of Lord: discard pile|",
    ):
        assert expected in shown, expected


def test_a_board_is_worded_as_its_reader_writes(words: Callable[[str], str]) -> None:
    shown = words("/zh-hant/alpha/rulings/who-begins/")
    assert "戰馬（閃點3）" in shown
    assert "射擊4" in shown


def test_a_guide(words: Callable[[str], str]) -> None:
    assert words("/zh-hant/alpha/guides/learn/").startswith("|入門 甲|開始。|")


@pytest.fixture(scope="module")
def searching(sample: Catalog, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("search")
    build(Known.of(sample), folder)
    return create_app(sample, Searcher.open(folder)).test_client()


def asked(client: FlaskClient, query: str, **more: str) -> Any:
    return client.get("/en/search/", query_string={"q": query, **more})


def test_the_server_answers_a_search(searching: FlaskClient, read: Read) -> None:
    page = read(asked(searching, "eventail").data)
    assert "|1 found|" in page.words
    assert "../alpha/cards/first/a-2/" in page.all("a", "href")
    assert ("mark", {}) in page.elements
    assert "Éventail Alpha" in page.words


def test_what_was_typed_stays_text(searching: FlaskClient, read: Read) -> None:
    query = '"><b>lu fo:<script>'
    page = read(asked(searching, query).data)
    assert query in page.all("input", "value")
    assert ("b", {}) not in page.elements
    assert [a for tag, a in page.elements if tag == "script" and "src" not in a] == []
    assert "|Nothing found|" in page.words


def test_a_search_without_words_answers_nothing(searching: FlaskClient, read: Read) -> None:
    for query in ("", "?q=", "?q=%20", "?other=x"):
        page = read(searching.get(f"/en/search/{query}").data)
        assert not [a for _tag, a in page.elements if a.get("id") == "search-status"]
        (examples,) = (a for _tag, a in page.elements if a.get("id") == "search-empty")
        assert "hidden" not in examples


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "999999999", "1e3", ""])
def test_a_page_that_is_not_there_is_another(searching: FlaskClient, page: str) -> None:
    answer = asked(searching, "game:alpha", page=page)
    assert answer.status_code == 200
    assert b"Alpha" in answer.data


def test_an_order_by_chance_is_given_a_seed(searching: FlaskClient) -> None:
    answer = asked(searching, "game:alpha sort:random")
    assert answer.status_code == 302
    assert re.fullmatch(
        r"\?q=game%3Aalpha\+sort%3Arandom&seed=[0-9a-f]{4}", answer.headers["Location"]
    )
    assert asked(searching, "game:alpha sort:random", seed="1").status_code == 200
    # Every link repeats the seed, so that a long one is cut.
    page = asked(searching, "game:alpha sort:random", seed="7" * 1000).get_data(as_text=True)
    assert "7" * 32 in page
    assert "7" * 33 not in page


def test_the_script_finds_its_hooks(sample_client: FlaskClient, read: Read) -> None:
    body = sample_client.get("/zh-hant/search/").text
    elements = read(body.encode()).elements
    (form,) = (a for tag, a in elements if tag == "form" and a.get("id") == "search")
    assert (form["data-index"], form["data-lang"]) == ("../../search/", "zh-Hant")
    ids = {a.get("id") for _tag, a in elements}
    assert {"search-answer", "search-empty", "search-told", "search-marks", "any-card"} <= ids
    words = json.loads(re.search(r'<template id="search-words">(.*?)</template>', body)[1])
    assert words["none"] == "沒有找到"
    assert "{n}" in words["many"]


def test_the_search_page_takes_one_round_trip(sample_client: FlaskClient) -> None:
    files = ("/en/search/", "/static/site.css", "/static/search.css", "/static/proxies-add.css")
    sizes = [len(gzip.compress(sample_client.get(path).data)) for path in files]
    assert sum(sizes) <= 14 * 1024


def test_the_box_is_on_every_page_and_says_where_its_data_is(
    sample_client: FlaskClient, read: Read
) -> None:
    for path in ("/en/", "/en/alpha/cards/first/a-1/"):
        (form,) = (
            a
            for tag, a in read(sample_client.get(path).data).elements
            if tag == "form" and a.get("role") == "search"
        )
        assert urljoin(path, form["action"]) == "/en/search/"
        assert urljoin(path, form["data-index"]) == "/search/"
        assert form["data-card"] == "Cards"


def test_data_files_and_search_files_are_served(sample_client: FlaskClient) -> None:
    answer = sample_client.get("/data/alpha/cards.json")
    assert answer.mimetype == "application/json"
    assert [card["id"] for card in answer.json["cards"]] == ["alpha/first/a-1", "alpha/first/a-2"]
    assert sample_client.get("/data/alpha/cards.schema.json").json["type"] == "object"
    assert len(sample_client.get("/search/keys.json").json["ids"]) == 2
