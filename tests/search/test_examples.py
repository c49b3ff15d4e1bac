"""The examples, as the server answers them."""

from collections.abc import Callable
from typing import Any

from zhenshu.i18n import LANGUAGES
from zhenshu.search import Searcher


def test_the_examples_hold(
    searcher: Searcher, examples: list[dict[str, Any]], wrong: Callable[..., list[str]]
) -> None:
    found = {}
    for expected in examples:
        for language in [expected["lang"]] if "lang" in expected else LANGUAGES:
            answer = searcher.answer(expected["query"], language)
            if faults := wrong(expected, answer.groups, answer.left_out):
                found[expected["query"], language] = (faults, answer.groups)
    assert not found


def test_there_are_many(examples: list[dict[str, Any]]) -> None:
    assert len(examples) >= 400


def test_words_that_no_name_has_are_sought_in_texts(searcher: Searcher) -> None:
    answer = searcher.answer("another unit", "en")
    assert answer.suggest == {"kind": "texts", "query": "o:another o:unit", "count": 2}
    assert searcher.answer("o:another o:unit", "en").groups == {
        "card": ["formation/cz/157"],
        "keyword": ["formation/expedition"],
    }
    assert searcher.answer("关羽", "en").suggest is None
    assert searcher.answer("zzzz", "en").suggest is None
    assert searcher.answer("zzzz cost:3", "en").suggest is None


def test_numbers_that_no_card_has(searcher: Searcher) -> None:
    def told(query: str) -> list[tuple[Any, ...]]:
        problems = searcher.answer(query, "en").problems
        return [(p["given"], p["near"], p["fixed"][0]) for p in problems]

    # One digit apart, then the first of those that are two apart.
    near = ["BP01-079", "BP01-003", "BP01-008"]
    assert told("BP01-099") == [("BP01-099", near, "BP01-079")]
    assert told("f:wei no:BP01-099") == [("BP01-099", near, "f:wei no:BP01-079")]
    assert told("no=99/36") == [("99/36", ["29/36", "9/36", "19/36"], "no=29/36")]
    assert told("no:L-035") == [("L-035", ["BP01-L-035"], "no:BP01-L-035")]
    for query in ("BP01-079", "no:BP01-07", "BP01-079 f:shu", "zz999", "no:zz", "-no:BP01-099 zz"):
        assert told(query) == [], query
    (problem,) = searcher.answer("no:L-035", "zh-Hans").problems
    assert problem["message"] == "没有编号为“L-035”的牌。是不是想写BP01-L-035？"


def test_facets(searcher: Searcher, facet_examples: list[dict[str, Any]]) -> None:
    for expected in facet_examples:
        answer = searcher.answer(expected["query"], expected.get("lang", "en"))
        facets = {each["field"]: each["values"] for each in answer.facets()}
        values = {value["id"]: value for value in facets[expected["facet"]]}
        assert {id: value["count"] for id, value in values.items()} == expected["counts"], expected
        assert [id for id, value in values.items() if value["on"]] == expected["on"], expected
        for id, query in expected["links"].items():
            assert values[id]["query"] == query


def test_facets_stand_in_their_order(searcher: Searcher) -> None:
    facets = searcher.answer("f:wei", "en").facets()
    assert [each["field"] for each in facets] == ["game", "faction", "type", "keyword", "cost"]
    assert [value["name"] for value in facets[1]["values"]] == ["Wei", "Shu", "Wu", "Qun"]


def test_chance_is_the_seed(searcher: Searcher) -> None:
    found = [searcher.answer("f:qun sort:random", "en", seed).groups["card"] for seed in "aab"]
    assert found[0] == found[1] != found[2]
    assert sorted(found[0]) == sorted(found[2])


def test_what_a_result_shows(searcher: Searcher) -> None:
    answer = searcher.answer("gy", "en")
    assert searcher.result("card", "formation/cz/055", answer) == {
        "kind": "card",
        "id": "formation/cz/055",
        "url": "formation/cards/cz/055/",
        "game": {"id": "formation", "text": "Formation Duel", "lang": "en"},
        "number": "55",
        "names": [
            {"text": "美髯公·关羽", "lang": "zh-Hans", "marks": [[4, 6]]},
            {
                "text": "měi rán gōng · guān yǔ",
                "lang": "zh-Latn-pinyin",
                "marks": [[15, 19], [20, 22]],
            },
        ],
        "lines": [
            {"text": "Breakthrough, Transfer", "lang": "en", "marks": []},
            {"text": "On entering: duels target facing unit.", "lang": "en", "marks": []},
        ],
    }
