"""What was understood, read back in three languages, and what was not."""

import json
from pathlib import Path
from typing import Any

import pytest

from zhenshu.search.query import Vocabulary, kinds, left_out, message, parse, say

SAID = json.loads((Path(__file__).parent / "said.json").read_text(encoding="utf-8"))
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_read_back(place: int, vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies[LANGUAGES[place]]
    found = {query: say(parse(query, words), words)["text"] for query, *_said in SAID["examples"]}
    assert found == {query: said[place] for query, *said in SAID["examples"]}


@pytest.mark.parametrize("place", [0, 1, 2])
def test_messages(place: int, vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies[LANGUAGES[place]]
    for query, *told in SAID["messages"]:
        (problem,) = parse(query, words).problems
        assert message(problem, words) == told[place], query


def test_parts_have_the_places_that_say_them(vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]

    def parts(query: str) -> list[Any]:
        return [
            (p["text"], query[slice(*p["at"])]) for p in say(parse(query, words), words)["parts"]
        ]

    assert parts("guan -f:wei in:cards sort:cost as:list") == [
        ("with “guan” in the name", "guan"),
        ("not of Wei", "-f:wei"),
        ("among cards", "in:cards"),
        ("sorted by cost", "sort:cost"),
        ("shown as a list", "as:list"),
    ]
    assert parts("f:shu or (f:wei cost:3)") == [
        ("of Shu", "f:shu"),
        ("or (of Wei and cost 3)", "(f:wei cost:3)"),
    ]
    assert parts("") == []


def test_many_values_are_cut_short(vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]
    told = say(parse("r:?", words), words)["text"]
    assert told == "Cards with rarity unknown"
    # The sets of Face-Off that begin with SD: 01A, 01B, 02A, 02B, 03A and 03B.
    told = say(parse("set:sd", words), words)["text"]
    assert told == "Cards from SD01A or SD01B or SD02A or SD02B or 2 others"


def test_a_long_wrong_part_is_cut_short(vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]
    (problem,) = parse("t:" + "z" * 300, words).problems
    assert message(problem, words) == f"“{'z' * 40}…” is not a value of the field “type”."


def test_left_out(vocabularies: dict[str, Vocabulary]) -> None:
    assert left_out(1, vocabularies["en"]) == (
        "1 was left out, because what you ask is not known of it."
    )
    assert left_out(12, vocabularies["zh-Hant"]) == "另有12項缺少所查的資料，未列出。"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("guan", "card keyword ruling rule"),
        ("", "card keyword ruling rule"),
        ("game:faceoff o:draw", "card keyword ruling rule"),
        ("f:shu", "card"),
        ("guan or cost:3", "card"),
        ("ruling:dodge-flash", "card ruling"),
        ("in:rules", "rule"),
        ("-in:rules", "card keyword ruling rule"),
        ("in:rules or guan", "card keyword ruling rule"),
        ("in:rules f:shu", ""),
    ],
)
def test_kinds(query: str, expected: str, vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]
    assert " ".join(kinds(parse(query, words), words)) == expected
