"""What the pages of the other sections say."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from zhenshu.catalog import Catalog
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
        "|You turn player|Guard power 7 range 1 flash 0 readied|",
        "|Guard attacks.|fight.1 stated|The bold one begins. In the rules|",
        "|Not allowed: Lord may not answer.|",
        # The refusal between them is a step of the page, but no event.
        "|Guard is rested.|fight.1 stated|The bold one begins. In the rules|because of step 1|",
        "|Lord dies.|fight.1 stated|The bold one begins. In the rules|because of step 3|",
        "|as expected place of Lord: discard pile|",
    ):
        assert expected in shown, expected


def test_a_guide(words: Callable[[str], str]) -> None:
    assert words("/zh-hant/alpha/guides/learn/").startswith("|入門 甲|開始。|")


class Finder:
    """A searcher that finds the same cards whatever is asked."""

    def __init__(self, *cards: str):
        self.groups = {"card": list(cards)} if cards else {}
        self.asked: list[str] = []

    def answer(self, text: str, language: str, seed: str = "") -> "Finder":
        self.asked.append(text)
        return self

    def result(self, kind: str, id: str, answer: "Finder") -> dict[str, Any]:
        game, set_id, slug = id.split("/")
        names = [{"text": "Éventail Alpha", "lang": "fr", "marks": []}]
        url = f"{game}/cards/{set_id}/{slug}/"
        return {"names": names, "url": url, "game": {"id": game}, "number": None}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "|No card found|"),
        (["alpha/first/a-2"], "|1 card found|Éventail Alpha Alpha|"),
        (["alpha/first/a-2"] * 2, "|2 cards found|"),
        (["alpha/first/a-2"] * 101, "|101 cards found; here are the first 100|"),
    ],
)
def test_the_server_answers_a_search(
    sample: Catalog, read: Read, found: list[str], said: str
) -> None:
    finder = Finder(*found)
    client = create_app(sample, finder).test_client()
    page = read(client.get("/en/search/", query_string={"q": ' "><b>lu '}).data)
    assert finder.asked == ['"><b>lu']
    assert said in page.words
    assert ("b", {}) not in page.elements
    assert '"><b>lu' in page.all("input", "value")


def test_a_search_without_words_asks_nobody(sample: Catalog, read: Read) -> None:
    finder = Finder("alpha/first/a-1")
    for query in ("", "?q=", "?q=%20", "?other=x"):
        page = read(create_app(sample, finder).test_client().get(f"/en/search/{query}").data)
        assert ("ol", {"id": "search-results"}) in page.elements
        assert "found" not in page.words
    assert finder.asked == []


def test_the_script_finds_its_hooks(sample_client: FlaskClient, read: Read) -> None:
    elements = read(sample_client.get("/zh-hant/search/").data).elements
    (form,) = (a for tag, a in elements if tag == "form" and a.get("id") == "search")
    assert (form["data-index"], form["data-lang"]) == ("../../search/", "zh-Hant")
    (status,) = (a for _tag, a in elements if a.get("id") == "search-status")
    assert status["role"] == "status"
    assert (status["data-found-one"], status["data-none"]) == ("找到1張卡牌", "沒有找到卡牌")
    assert "{n}" in status["data-found-many"]
    assert "{shown}" in status["data-found-more"]


def test_data_files_and_search_files_are_served(sample_client: FlaskClient) -> None:
    answer = sample_client.get("/data/alpha/cards.json")
    assert answer.mimetype == "application/json"
    assert [card["id"] for card in answer.json["cards"]] == ["alpha/first/a-1", "alpha/first/a-2"]
    assert sample_client.get("/data/alpha/cards.schema.json").json["type"] == "object"
    assert len(sample_client.get("/search/keys.json").json["ids"]) == 2
