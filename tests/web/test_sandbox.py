"""The sandbox and what living boards are told, on the real content."""

import json
import re

import pytest
from flask.testing import FlaskClient

from referee.faceoff.state import DEFAULTS, OPEN
from zhenshu.catalog import Catalog
from zhenshu.chinese import simplified_only
from zhenshu.web.pages import all_pages

SEGMENTS = ("zh-hant", "zh-hans", "en")
BLOCK = r'<script type="application/json" id="{}">(.*?)</script>'


def block(client: FlaskClient, address: str, id: str) -> object:
    """The data of a page that its scripts read."""
    body = client.get(address).text
    found = re.search(BLOCK.format(id), body, re.DOTALL)
    assert found, f"{address} has no {id}"
    return json.loads(found[1])


def test_the_sandbox_is_a_page_in_each_language_of_face_off_alone(catalog: Catalog) -> None:
    paths = [page.path for page in all_pages(catalog) if page.path.endswith("/sandbox/")]
    assert paths == [f"/{segment}/faceoff/sandbox/" for segment in SEGMENTS]


def test_other_games_have_no_sandbox(client: FlaskClient) -> None:
    for game in ("clash", "formation", "zongheng", "chess"):
        assert client.get(f"/en/{game}/sandbox/").status_code == 404
        assert client.get(f"/en/{game}/sandbox/paragraphs.json").status_code == 404


@pytest.mark.parametrize(
    ("segment", "title", "instead"),
    [
        ("en", "Sandbox", "The sandbox needs a script"),
        ("zh-hans", "沙盘", "沙盘需要启用脚本"),
        ("zh-hant", "沙盤", "沙盤需要啟用"),
    ],
)
def test_without_scripts_the_sandbox_says_what_it_needs(
    client: FlaskClient, segment: str, title: str, instead: str
) -> None:
    body = client.get(f"/{segment}/faceoff/sandbox/").text
    assert f"<h1>{title}</h1>" in body
    assert re.search(rf"<noscript><p>{instead}[^<]*<a href=\"../rulings/\">", body)
    # Nothing that could be pressed in vain is shown.
    assert '<div class="sandbox" id="sandbox" hidden>' in body


@pytest.mark.parametrize(
    ("segment", "swift", "deck"),
    [("en", "Swift", "Main deck: {n}"), ("zh-hant", "神速", "主牌庫：{n}")],
)
def test_scripts_speak_the_language_of_the_page(
    client: FlaskClient, segment: str, swift: str, deck: str
) -> None:
    data = block(client, f"/{segment}/faceoff/sandbox/", "board-data")
    assert isinstance(data, dict)
    assert data["words"]["keyword-swift"] == swift
    assert data["say"]["deck"] == deck
    assert data["paragraphs"] == "paragraphs.json" and data["rules"] == "../rules/"


def test_every_setting_of_the_sandbox_is_one_that_a_paragraph_assumes(
    client: FlaskClient,
) -> None:
    data = block(client, "/en/faceoff/sandbox/", "board-data")
    assert isinstance(data, dict) and len(data["settings"]) == 8
    paragraphs = client.get("/en/faceoff/sandbox/paragraphs.json").get_json()
    for rule, _answers in data["settings"].values():
        assert paragraphs[rule][0] == "assumed", rule


def test_the_first_answer_to_what_is_open_is_the_one_that_is_assumed() -> None:
    for key, (_rule, answers) in OPEN.items():
        assert getattr(DEFAULTS, key.replace("-", "_")) == answers[0], key


@pytest.mark.parametrize("segment", SEGMENTS)
def test_paragraphs_are_plain_text_in_the_language_of_the_page(
    client: FlaskClient, catalog: Catalog, segment: str
) -> None:
    found = client.get(f"/{segment}/faceoff/sandbox/paragraphs.json").get_json()
    blocks = [b for chapter in catalog.chapters("faceoff") for b in chapter["blocks"]]
    assert {b["id"] for b in blocks if not b["level"]} <= set(found)
    status, text = found["combat.dodge.1"]
    assert status == "stated" and text
    for _status, text in found.values():
        assert "<" not in text and "&amp;" not in text
        if segment == "zh-hant":
            assert simplified_only(text) == [], text


def test_a_variation_is_given_with_a_whole_position(client: FlaskClient) -> None:
    living = block(client, "/en/faceoff/rulings/dodge-flash/", "living")
    assert isinstance(living, dict)
    base, _one, two, rested = living["cases"]
    attacker = {"name": {"en": "Attacker", "zh-Hans": "攻击者"}, "power": 4, "range": 1}
    assert base["position"]["you"]["line"] == [attacker]
    # A variation without a position of its own has that of the ruling,
    assert two["position"] == base["position"]
    assert [list(entry) for entry in two["play"]] == [["attack"], ["discard"], ["discard"]]
    # and one that rests the defender has all else as it was.
    assert rested["position"]["opponent"]["line"] == [
        {"name": {"en": "Defender", "zh-Hans": "防守者"}, "power": 2, "flash": 1, "rested": True}
    ]
    assert rested["position"]["you"] == base["position"]["you"]
    assert living["hant"] == {}


def test_traditional_names_are_given_where_they_are_read(client: FlaskClient) -> None:
    living = block(client, "/zh-hant/faceoff/rulings/dodge-flash/", "living")
    assert isinstance(living, dict)
    assert living["hant"]["攻击者"] == "攻擊者" and living["hant"]["战马"] == "戰馬"


def test_a_ruling_tells_what_it_assumes_at_its_head(client: FlaskClient) -> None:
    body = client.get("/en/faceoff/rulings/distance-across/").text
    head = body.partition('<section class="case"')[0]
    assert "<h2>What is assumed</h2>" in head and "<code>line.7</code>" in head
    assert "What is assumed" not in client.get("/en/faceoff/rulings/dodge-flash/").text


def test_the_sandbox_is_reached_from_the_game_and_from_each_case(client: FlaskClient) -> None:
    assert 'href="sandbox/">Sandbox</a>' in client.get("/en/faceoff/").text
    assert "sandbox/" not in client.get("/en/clash/").text
    ruling = client.get("/en/faceoff/rulings/dodge-flash/").text
    assert ruling.count('class="to-sandbox" href="../../sandbox/"') == 4
