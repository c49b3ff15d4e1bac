"""What the help page prints is what the parser takes."""

from typing import Any

import pytest

from zhenshu.catalog import Catalog
from zhenshu.search.fold import fold
from zhenshu.search.query import Vocabulary, parse
from zhenshu.search.query.help import help_of


@pytest.fixture(scope="module")
def printed(words_catalog: Catalog) -> dict[str, Any]:
    return help_of(words_catalog)


def test_every_name_that_is_printed_is_understood(
    printed: dict[str, Any], vocabularies: dict[str, Vocabulary]
) -> None:
    words = vocabularies["en"]
    names = [
        name
        for field in printed["fields"]
        for texts in (field["names"], field["others"])
        for text in texts.values()
        for name in text.split()
    ]
    assert {fold(name) for name in names} == set(words.names)


def test_every_value_that_is_printed_is_understood(
    printed: dict[str, Any], vocabularies: dict[str, Vocabulary]
) -> None:
    for language, words in vocabularies.items():
        gap = ", " if language == "en" else "、"
        for field in printed["fields"]:
            for value in filter(None, field["known"][language].split(gap)):
                query = parse(f"{field['names'][language].split()[0]}:{value}", words)
                assert not query.problems, (language, field, value)


def bare(node: Any) -> Any:
    """A tree without places and words, which differ by language."""
    if isinstance(node, dict):
        return {key: bare(value) for key, value in node.items() if key not in ("at", "text")}
    return [bare(item) for item in node] if isinstance(node, list) else node


def test_examples_mean_the_same_in_every_language(
    printed: dict[str, Any], vocabularies: dict[str, Vocabulary]
) -> None:
    assert len(printed["examples"]) == 9
    for example in printed["examples"]:
        queries = [
            parse(example["query"][language], words) for language, words in vocabularies.items()
        ]
        assert all(query.tree and not query.problems for query in queries)
        trees = [bare(query.as_json()["tree"]) for query in queries]
        assert trees[0] == trees[1] == trees[2], example


def test_an_example_read_back(printed: dict[str, Any]) -> None:
    assert printed["examples"][0]["said"] == {
        "en": "Cards of Wei, with Transfer, cost at most 3",
        "zh-Hans": "势力为魏、有“转移”、费用不超过3的牌",
        "zh-Hant": "勢力為魏、有「轉移」、費用不超過3的牌",
    }
    missing = next(e for e in printed["examples"] if "zongheng" in e["query"]["en"])
    assert missing["said"]["en"] == "Cards of Sanguosha Zongheng, cost unknown"
