"""The site's glue: skills checked with a place in the file, and said in three languages."""

from pathlib import Path

import pytest

from zhenshu import abilities, rulings, source, terms

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table():
    return terms.load(ROOT, [])


@pytest.fixture(scope="module")
def words(table):
    return rulings.phrases(ROOT, "faceoff", [])


def test_a_card_in_three_languages(records, words, table):
    found = abilities.said(records["bp01/215"], words, table)
    assert found["front"] == {"en": [], "zh-Hans": [], "zh-Hant": []}
    assert found["back"] == {
        "en": ["Main, pay 1 (once a turn): Target 1 unit. Rest the target."],
        "zh-Hans": ["通常，支付1（每回合限1次）：选择1个单位为目标，横置目标。"],
        "zh-Hant": ["通常，支付1（每回合限1次）：選擇1個單位為目標，橫置目標。"],
    }


def test_traits_are_said_by_their_names(records, words, table):
    (text,) = abilities.said(records["bp01/144"], words, table)["front"]["zh-Hant"]
    assert "非女性" in text


def test_a_mistake_has_its_line(tmp_path):
    path = tmp_path / "014.md"
    path.write_text(
        "---\nname: {zh-Hans: 甲}\nabilities:\n  - {when: enters, do: [{fly: 1}]}\n---\n",
        encoding="utf-8",
    )
    document = source.read(path, "014.md", [])
    (problem,) = abilities.problems(document)
    assert "014.md:4" in str(problem)
    assert "fly" in str(problem)


def test_what_a_card_rests_on(records):
    assert "kw.rest.1" in abilities.rules(records["bp01/215"])


def test_cards_are_found_by_name_and_number(records):
    found = abilities.cards(records)
    assert found.find("帝威·刘宏") == found.find("BP01-L-215") == "bp01/215"
    assert found.find("没有") == ""
