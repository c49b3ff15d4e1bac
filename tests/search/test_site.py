"""Search in all cards of the site."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from zhenshu.builder import SEARCH
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search import LONGEST, Searcher, build, fold, twin


@pytest.fixture(scope="module")
def whole(built: Path) -> Searcher:
    return Searcher.open(built / SEARCH)


@pytest.fixture(scope="module")
def cards(catalog: Catalog) -> list[dict[str, Any]]:
    return [card for game in catalog.games for card in catalog.cards(game)]


def test_the_examples_hold_among_all_cards(whole: Searcher, examples: list[dict[str, Any]]) -> None:
    for expected in examples:
        found = [hit.card for hit in whole.find(expected["query"])]
        if "all" in expected:
            assert sorted(found) == sorted(expected["all"]), expected
        if "first" in expected:
            assert found[:1] == [expected["first"]], expected
        assert set(expected.get("has", ())) <= set(found), expected
        assert not set(expected.get("lacks", ())) & set(found), expected


def test_every_name_and_number_finds_its_card_first(
    whole: Searcher, cards: list[dict[str, Any]]
) -> None:
    for card in cards[::7]:
        printed = [card["number"], *(p["number"] for p in card["printings"])]
        for text in (*filter(None, card["name"].values()), *printed):
            if text != "unknown":
                best = [hit.card for hit in whole.find(text) if hit.rank == 0]
                assert card["id"] in best, text


def test_pinyin_finds_its_card(whole: Searcher, cards: list[dict[str, Any]]) -> None:
    for card in cards[::7]:
        if card["pinyin"]:
            assert card["id"] in {hit.card for hit in whole.find(card["pinyin"])}, card["id"]


def test_names_that_the_scripts_spell_apart(cards: list[dict[str, Any]]) -> None:
    names = [card["name"] for card in cards if card["name"]["zh-Hans"]]
    apart = {n["zh-Hans"] for n in names if fold(n["zh-Hans"]) != fold(n["zh-Hant"])}
    # 鉅 is 巨 as well as 钜, and 覆 is 复 only in some words: each spelling is a key of its own.
    assert apart == {"钜鹿狂信徒", "钜鹿讲道坛", "钜鹿黄巾盗", "怠军反复·孟达"}


def test_every_name_may_be_asked_whole(cards: list[dict[str, Any]]) -> None:
    names = [name for card in cards for name in (*card["name"].values(), card["pinyin"]) if name]
    assert max(map(len, names)) < LONGEST / 2


def test_the_data_of_a_language_is_small(catalog: Catalog) -> None:
    sizes = {name: len(gzip.compress(body)) for name, body in twin(catalog).items()}
    for language in LANGUAGES:
        assert sizes["keys.json"] + sizes[f"cards.{segment(language)}.json"] < 150_000


def test_the_built_index_is_up_to_date(catalog: Catalog, built: Path) -> None:
    assert build(catalog, built / SEARCH) == 0
