import json
from typing import Any

import pytest

from zhenshu.search import entry, fold, twin
from zhenshu.search.keys import keys


@pytest.fixture
def files(shelf: Any) -> dict[str, Any]:
    return {name: json.loads(body) for name, body in twin(shelf).items()}


def test_keys_of_every_card_in_order(shelf: Any, files: dict[str, Any]) -> None:
    found = files["keys.json"]
    cards = shelf.every()
    assert found["ids"] == [card["id"] for card in cards]
    for kind in ("names", "numbers", "readings"):
        assert found[kind] == ["|".join(getattr(keys(card), kind)) for card in cards]


def test_the_characters_that_fold_to_one_in_a_name(files: dict[str, Any]) -> None:
    folded = dict(zip(files["keys.json"]["hant"], files["keys.json"]["hans"], strict=True))
    assert folded["關"] == "关"
    assert folded["乾"] == "干"  # of 乾坤, which no simplified text writes so
    assert "龍" not in folded  # no name on the shelf has a dragon
    assert all(fold(hant) == hans for hant, hans in folded.items())


@pytest.mark.parametrize(
    ("language", "id", "row"),
    [
        ("en", "formation/cz/048", ["48", ["关平", "zh-Hans"], ["guān píng", "zh-Latn-pinyin"]]),
        ("zh-hans", "formation/cz/048", ["48", ["关平", "zh-Hans"]]),
        ("zh-hant", "formation/cz/048", ["48", ["關平", "zh-Hant"]]),
        ("en", "zongheng/yxjq/lu-bu", ["", ["Lü Bu", "en"], ["吕布", "zh-Hans"]]),
        ("zh-hant", "zongheng/yxjq/lu-bu", ["", ["呂布", "zh-Hant"], ["Lü Bu", "en"]]),
        ("en", "clash/starter-kit/ogre", ["19/36", ["Ogre", "en"]]),
        ("zh-hans", "clash/resistance/oeuf-de-phoenix", ["", ["Œuf de phœnix", "fr"]]),
    ],
)
def test_what_a_result_shows(files: dict[str, Any], language: str, id: str, row: list[Any]) -> None:
    assert files[f"cards.{language}.json"]["cards"][files["keys.json"]["ids"].index(id)] == row


def test_names_of_games(files: dict[str, Any]) -> None:
    games = files["cards.zh-hant.json"]["games"]
    assert games["faceoff"] == ["正面對決", "zh-Hant"]
    assert games["clash"] == ["Clash of Decks", "en"]


def test_an_entry_says_the_same(shelf: Any) -> None:
    card = next(card for card in shelf.every() if card["id"] == "zongheng/yxjq/lu-bu")
    assert entry(card, "en") == {
        "id": "zongheng/yxjq/lu-bu",
        "game": "zongheng",
        "number": None,
        "names": [{"text": "Lü Bu", "lang": "en"}, {"text": "吕布", "lang": "zh-Hans"}],
    }


def test_equal_catalogues_make_equal_files(shelf: Any) -> None:
    first = twin(shelf)
    assert twin(shelf) == first
    version = json.loads(first["keys.json"])["version"]
    assert all(json.loads(body)["version"] == version for body in first.values())


def test_any_change_makes_a_new_version(shelf: Any, files: dict[str, Any]) -> None:
    shelf.kept[-1]["number"] = "1"
    assert json.loads(twin(shelf)["keys.json"])["version"] != files["keys.json"]["version"]
