"""What the search page makes of an answer: pieces of text, pages, and the ways on."""

from typing import Any

import pytest

from zhenshu.catalog import Catalog
from zhenshu.web import found as made
from zhenshu.web.found import Asked, Sources, book, found, pieces

WORDS = {
    "groups": {
        "as": [["grid", "网格"], ["text", "全文"], ["checklist", "清单"]],
        "sort": [["name", "名称"], ["random", "随机"]],
        "faction": [["wei", "魏"], ["shu", "蜀"]],
        "element": [],
        "type": [["unit", "单位"]],
    },
    "settings": {"as": {"names": [["as", "显示"]]}, "sort": {"names": [["sort", "排序"]]}},
    "fields": {"cost": {"names": [["cost", "费用"]]}, "might": {"names": [["might", "武力"]]}},
    "offer": {
        "sorts": ["name", "cost", "-might", "random"],
        "terms": ["faction", "element", "type"],
        "numbers": ["cost", "might", "stamina", "flash"],
    },
    "say": {
        "whole": {
            "up": "{field}从低到高",
            "down": "{field}从高到低",
            "name-up": "名称",
            "random": "随机次序",
        }
    },
}
LABELS = {"cost": "费用", "might": "战力"}
COSTS = (("1", 2), ("2", 3), ("3", 4), ("X", 1), ("unknown", 8))
FACTS = {
    "numbers": {"cost": [3, 3], "might": [5, "unknown"], "stamina": [None], "flash": ["unknown"]},
    "terms": {"faction": [["shu"]], "type": [["unit"], ["infantry"]], "element": ["unknown"]},
}


def without(query: str, at: Any) -> str:
    return f"{query[: at[0]]}{query[at[1] :]}".strip()


def entry(kind: str, id: str) -> dict[str, Any]:
    lines = [("摸1张牌。", [[0, 1]]), ("弃1张牌。", [])]
    return {
        "kind": kind,
        "id": id,
        "url": "beta/rules/combat/#combat.dodge.1" if kind == "rule" else f"beta/{kind}s/{id}/",
        "game": {"id": "beta", "text": "Beta", "lang": "en"},
        "number": None,
        "names": [{"text": "闪避步骤", "lang": "zh-Hans", "marks": [[0, 2]]}],
        "lines": [{"text": text, "lang": "zh-Hans", "marks": marks} for text, marks in lines],
    }


@pytest.fixture
def sources() -> Sources:
    place = {"labels": LABELS | {"flash": "闪点"}, "chapters": {"combat": "战斗"}}
    return Sources(
        "zh-Hans", WORDS, {"beta": place}, entry, lambda id: FACTS, without, "{} left out".format
    )


def answer(query: str = "x", **other: Any) -> dict[str, Any]:
    parsed = {"tree": None, "sort": [], "as": None, "settings": [], **other.pop("parsed", {})}
    return {
        "query": query,
        "parsed": parsed,
        "said": None,
        "problems": [],
        "groups": [],
        "left_out": 0,
        "facets": [],
        "suggest": None,
        "as": parsed["as"] or "list",
        **other,
    }


def group(kind: str, count: int) -> dict[str, Any]:
    ids = [f"beta/{kind}/{number}" for number in range(count)]
    return {"kind": kind, "count": count, "ids": ids}


def test_pieces_count_code_points() -> None:
    text = "𠮷·关羽!"
    assert pieces({"text": text, "marks": [[0, 1], [2, 4]]}) == [
        ["𠮷", True],
        ["·", False],
        ["关羽", True],
        ["!", False],
    ]
    assert pieces({"text": "关", "marks": []}) == [["关", False]]


def test_pages_run_on_through_the_kinds(sources: Sources) -> None:
    given = answer(groups=[group("card", 130), group("keyword", 1), group("rule", 100)])
    first, third, last = (found(sources, given, Asked("x", page)) for page in (1, 3, 9))
    assert (first["total"], first["page"], first["pager"]) == (231, 1, [1, 2, None, 4])
    assert first["kinds"] == [
        {"kind": "card", "count": 130, "page": 1},
        {"kind": "keyword", "count": 1, "page": 3},
        {"kind": "rule", "count": 100, "page": 3},
    ]
    shown = [(each["kind"], len(each["results"])) for each in third["groups"]]
    assert shown == [("card", 10), ("keyword", 1), ("rule", 49)]
    # There is no ninth page.
    assert last["page"] == 4
    assert [(each["kind"], len(each["results"])) for each in last["groups"]] == [("rule", 51)]


@pytest.mark.parametrize(
    ("page", "pages", "shown"),
    [
        (1, 1, [1]),
        (2, 3, [1, 2, 3]),
        (1, 9, [1, 2, None, 9]),
        (5, 9, [1, None, 4, 5, 6, None, 9]),
        (9, 9, [1, None, 8, 9]),
    ],
)
def test_a_long_row_of_pages_is_cut(page: int, pages: int, shown: list[int | None]) -> None:
    assert made._pager(page, pages) == shown


def test_views_and_orders_are_written_into_the_query(sources: Sources) -> None:
    parsed = {
        "sort": [{"field": "cost", "down": False}],
        "as": "grid",
        "settings": [{"setting": "as", "at": [2, 7]}, {"setting": "sort", "at": [8, 13]}],
    }
    page = found(sources, answer("羽 显示:网格 排序:费用", parsed=parsed), Asked(""))
    assert page["views"] == [
        ["list", "羽  排序:费用", False],
        ["grid", "羽  排序:费用 显示:网格", True],
        ["text", "羽  排序:费用 显示:全文", False],
        ["checklist", "羽  排序:费用 显示:清单", False],
    ]
    labels = [label for _id, label, _query, _on in page["sorts"]]
    assert labels == ["", "名称", "费用从低到高", "武力从高到低", "随机次序"]
    orders = {id: query for id, _label, query, _on in page["sorts"]}
    assert orders["rank"] == "羽 显示:网格"
    assert orders["-might"] == "羽 显示:网格 排序:-武力"
    assert orders["random"] == "羽 显示:网格 排序:随机"
    assert [id for id, _label, _query, on in page["sorts"] if on] == ["cost"]


def test_the_sentence_holds_a_button_for_each_part(sources: Sources) -> None:
    said = {
        "text": "Cards of Shu, cost at most 3",
        "parts": [{"text": "of Shu", "at": [0, 5]}, {"text": "cost at most 3", "at": [6, 13]}],
    }
    assert found(sources, answer("f:shu cost<=3", said=said), Asked(""))["said"] == [
        ["Cards ", None],
        ["of Shu", "cost<=3"],
        [", ", None],
        ["cost at most 3", "f:shu"],
    ]


def test_a_part_that_the_sentence_words_otherwise_stands_behind_it(sources: Sources) -> None:
    said = {"text": "Everything", "parts": [{"text": "with x", "at": [0, 1]}]}
    assert found(sources, answer("x", said=said), Asked(""))["said"] == [
        ["Everything", None],
        [" ", None],
        ["with x", ""],
    ]


def test_a_mistake_is_shown_within_what_was_typed(sources: Sources) -> None:
    query = f"{'a' * 50}势里：魏{'b' * 41}"
    told = {"message": "…", "at": [50, 52], "near": ["势力"], "fixed": ["势力：魏"]}
    (problem,) = found(sources, answer(query, problems=[told]), Asked(""))["problems"]
    assert problem["typed"] == [f"…{'a' * 40}", "势里", f"：魏{'b' * 38}…"]
    assert problem["near"] == [["势力", "势力：魏"]]


def test_links_carry_no_more_of_a_query_than_is_read(sources: Sources) -> None:
    page = found(sources, answer("羽" * 9999), Asked(""))
    assert page["query"] == "羽" * 500
    assert [query for _id, query, _on in page["views"]][1] == f"{'羽' * 500} 显示:网格"


def test_cards_show_their_facts_and_the_lines_that_were_asked_for(sources: Sources) -> None:
    page = found(sources, answer(groups=[group("card", 1)]), Asked(""))
    (card,) = page["groups"][0]["results"]
    assert card["facts"] == [
        ["", "蜀", "shu"],
        ["", "单位", ""],
        ["费用", "3", ""],
        ["战力", "5 / ?", ""],
        ["闪点", None, ""],
    ]
    assert card["lines"] == [["", [["摸", True], ["1张牌。", False]]]]
    assert card["game"] == ["en", "Beta"]
    whole = found(sources, answer(parsed={"as": "text"}, groups=[group("card", 1)]), Asked(""))
    assert len(whole["groups"][0]["results"][0]["lines"]) == 2


def test_a_paragraph_stands_under_its_chapter_and_heading(sources: Sources) -> None:
    page = found(sources, answer(groups=[group("rule", 1)]), Asked(""))
    (rule,) = page["groups"][0]["results"]
    assert rule["name"] == [["战斗 › ", False], ["闪避", True], ["步骤", False]]
    assert rule["path"] == "beta/rules/combat/#combat.dodge.1"


@pytest.mark.parametrize(("count", "said"), [(0, ""), (7, "7 left out")])
def test_what_was_left_out_is_said(sources: Sources, count: int, said: str) -> None:
    assert found(sources, answer(left_out=count), Asked(""))["left_out"] == said


def test_a_facet_of_numbers_also_offers_what_is_at_most_a_number(sources: Sources) -> None:
    values = [{"id": id, "name": id, "count": n, "on": False, "query": ""} for id, n in COSTS]
    facet = {"field": "cost", "label": "费用", "values": values}
    clause = {"kind": "field", "field": "cost", "op": "<=", "at": [2, 7], "value": {"number": 3}}
    word = {"kind": "word", "text": "羽", "at": [0, 1]}
    parsed = {"tree": {"kind": "and", "at": [0, 7], "parts": [word, clause]}}
    page = found(sources, answer("羽 费用<=3", parsed=parsed, facets=[facet]), Asked(""))
    assert page["facets"][0]["most"] == [
        {"id": "2", "count": 5, "on": False, "query": "羽 费用<=2"},
        {"id": "3", "count": 9, "on": True, "query": "羽"},
    ]


def test_a_book_has_chapters_and_what_each_game_calls_its_numbers(sample: Catalog) -> None:
    made = book(sample, "en")
    assert list(made) == list(sample.games)
    assert all(set(place) == {"labels", "chapters"} for place in made.values())
