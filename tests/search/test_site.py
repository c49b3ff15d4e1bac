"""Search in everything on the site."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from zhenshu.builder import SEARCH
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search import LONGEST, Known, Searcher, build, fold, twin


@pytest.fixture(scope="module")
def whole(built: Path) -> Searcher:
    return Searcher.open(built / SEARCH)


@pytest.fixture(scope="module")
def known(catalog: Catalog) -> Known:
    return Known.of(catalog)


@pytest.fixture(scope="module")
def every(catalog: Catalog) -> list[dict[str, Any]]:
    return [card for game in catalog.games for card in catalog.cards(game)]


def spellings(card: dict[str, Any]) -> list[str]:
    """What a reader may type to find a card by its whole name."""
    found = [name for name in card["name"].values() if name]
    if card["pinyin"]:
        plain = fold_marks(card["pinyin"])
        found += [card["pinyin"], plain, plain.replace(" ", "")]
    return list(dict.fromkeys(found))


def fold_marks(pinyin: str) -> str:
    """Pinyin without tones, and without the dots between words."""
    return " ".join(map(fold, pinyin.replace("·", " ").split()))


GROUPS = 8


@pytest.mark.parametrize("group", range(GROUPS))
def test_every_spelling_of_every_name_finds_its_card_first(
    whole: Searcher, every: list[dict[str, Any]], group: int
) -> None:
    missed = []
    names = {card["id"]: {fold(text) for text in spellings(card)} for card in every}
    for card in every[group::GROUPS]:
        for text in spellings(card):
            found = whole.answer(text.replace('"', ""), "en").groups.get("card", [])
            before = found[: found.index(card["id"])] if card["id"] in found else None
            # Those before it are called so as well.
            if before is None or any(fold(text) not in names[other] for other in before):
                missed.append((card["id"], text, before))
    assert not missed


def test_every_printed_number_finds_its_card(whole: Searcher, every: list[dict[str, Any]]) -> None:
    for card in every[::7]:
        for number in (card["number"], *(p["number"] for p in card["printings"])):
            if number != "unknown":
                found = whole.answer(f'no="{number}"', "en").groups["card"]
                assert card["id"] in found, number


def test_names_that_the_scripts_spell_apart(every: list[dict[str, Any]]) -> None:
    names = [card["name"] for card in every if card["name"]["zh-Hans"]]
    apart = {n["zh-Hans"] for n in names if fold(n["zh-Hans"]) != fold(n["zh-Hant"])}
    # 鉅 is 巨 as well as 钜: each spelling is a key of its own.
    assert apart == {"钜鹿狂信徒", "钜鹿讲道坛", "钜鹿黄巾盗"}


def test_every_name_may_be_asked_whole(every: list[dict[str, Any]]) -> None:
    names = [name for card in every for name in (*card["name"].values(), card["pinyin"]) if name]
    assert max(map(len, names)) < LONGEST / 2


def test_the_data_of_a_language_is_small(known: Known) -> None:
    sizes = {name: len(gzip.compress(body)) for name, body in twin(known).items()}
    for language in map(segment, LANGUAGES):
        assert sizes[f"{language}.json"] < 150_000
        assert sizes[f"{language}.text.json"] < 250_000


def test_the_built_index_is_up_to_date(known: Known, built: Path) -> None:
    assert build(known, built / SEARCH) == 0


def test_wei_units_with_transfer_that_cost_3_or_less(
    whole: Searcher, every: list[dict[str, Any]]
) -> None:
    def fits(facts: dict[str, Any]) -> bool:
        given = facts.get("keywords", [])
        return (
            "wei" in facts.get("faction", [])
            and "unit" in facts["type"]
            and "transfer" in (given if isinstance(given, list) else [])
            and isinstance(facts["cost"], int)
            and facts["cost"] <= 3
        )

    wanted = [card["id"] for card in every if fits(card["facts"])]
    assert len(wanted) > 5
    for query, language in (
        ("f:wei t:unit kw:transfer cost<=3", "en"),
        ("势力:魏 类型:单位 关键词:转移 费用<=3", "zh-Hans"),
        ("勢力：魏 類型：單位 關鍵字：轉移 費用≤3", "zh-Hant"),
    ):
        assert whole.answer(query, language).groups["card"] == wanted
