import json
from typing import Any

import pytest

from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search import Known, fold, twin
from zhenshu.search.keys import keys


def made(shelf: Any) -> dict[str, Any]:
    return {name: json.loads(body) for name, body in twin(Known.of(shelf)).items()}


@pytest.fixture
def files(shelf: Any) -> dict[str, Any]:
    return made(shelf)


def test_keys_of_every_card_in_order(shelf: Any, files: dict[str, Any]) -> None:
    found = files["keys.json"]
    cards = shelf.every()
    assert found["ids"] == [card["id"] for card in cards]
    for kind in ("names", "numbers", "readings"):
        assert found[kind] == ["|".join(getattr(keys(card), kind)) for card in cards]


@pytest.mark.parametrize("file", ["keys.json", "en.json", "zh-hant.json"])
def test_characters_and_what_they_fold_to(files: dict[str, Any], file: str) -> None:
    folded = dict(zip(files[file]["hant"], files[file]["hans"], strict=True))
    assert folded["關"] == "关"
    assert folded["乾"] == "干"  # of 乾坤, which no simplified text writes so
    assert "龘" not in folded  # no name or text on the shelf has this dragon
    assert all(fold(hant) == hans for hant, hans in folded.items())


def test_a_table_of_cards(files: dict[str, Any]) -> None:
    cards = files["zh-hant.json"]["cards"]
    assert cards["ids"][0] == ["formation/cz/", "006 048 055 090 101 143 157 165"]
    names = {tag: joined.split("\n") for tag, joined in cards["names"].items()}
    assert names["zh-Hant"][2] == "美髯公·關羽"
    assert names["en"][2] == ""
    assert cards["numbers"].split("\n")[2] == "55"
    # 鉅 is 巨 as well as 钜, so that the other script is a name of its own.
    assert "钜鹿狂信徒" in cards["other"].values()
    assert "关平" not in cards["other"].values()


def test_titles_of_rulings_come_with_the_texts(files: dict[str, Any]) -> None:
    assert "titles" not in files["en.json"]["vocabulary"]
    assert len(files["en.text.json"]["rulings"]["titles"]) == 12


def test_readings_that_the_browser_cannot_tell(files: dict[str, Any]) -> None:
    table = files["zh-hans.json"]["cards"]
    readings = table["readings"].split("\n")
    assert readings[1] == ""  # 关平, as each of its characters is read
    assert readings[0] == "fèn qiáng tū gù · yuè jìn|"  # not lè jìn, which the browser tells


def test_facts_are_the_same_in_every_language(files: dict[str, Any]) -> None:
    facts = files["en.json"]["facts"]
    assert facts == files["zh-hant.json"]["facts"]
    assert facts["values"]["cost"][:4] == [4, 4, 7, "X"]
    different, places = facts["lists"]["faction"]
    assert [different[place] for place in places[:3]] == [[["wei"]], [["shu"]], [["shu"]]]


def test_lines_of_texts(files: dict[str, Any]) -> None:
    texts = files["en.text.json"]
    assert texts["cards"][2] == ["Breakthrough, Transfer", "On entering: duels target facing unit."]
    # What is in another language says so.
    assert ["Deal 6 damage to a target creature.", "en"] not in texts["cards"]
    assert texts["rules"]["ids"][0] == "formation/combat.order.1"
    assert texts["rules"]["titles"][0] == "Course of a combat"
    assert texts["rulings"]["cards"][0] == ["formation/cz/051", "formation/cz/055"]


def test_names_of_games(files: dict[str, Any]) -> None:
    games = files["zh-hant.json"]["games"]
    assert games["faceoff"] == ["正面對決", "zh-Hant"]
    assert games["clash"] == ["Clash of Decks", "en"]


def test_equal_catalogues_make_equal_files(shelf: Any) -> None:
    first = twin(Known.of(shelf))
    assert twin(Known.of(shelf)) == first
    version = json.loads(first["keys.json"])["version"]
    assert all(json.loads(body)["version"] == version for body in first.values())


def test_any_change_makes_a_new_version(shelf: Any, files: dict[str, Any]) -> None:
    shelf.kept[-1]["number"] = "1"
    assert made(shelf)["en.json"]["version"] != files["en.json"]["version"]


def test_every_language_has_its_files(files: dict[str, Any]) -> None:
    for language in map(segment, LANGUAGES):
        assert {f"{language}.json", f"{language}.text.json"} <= files.keys()
