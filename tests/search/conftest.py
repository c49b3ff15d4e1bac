"""A small catalogue of real cards, and the examples of what is found in it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zhenshu.search import Hit, Searcher, build
from zhenshu.search.fold import words
from zhenshu.search.keys import keys
from zhenshu.search.match import Subject, rank

HERE = Path(__file__).parent
SETS = {
    "formation": "cz qx dm qq yj lh dj lt ny ly cx ft wd",
    "faceoff": "bp01 s01",
    "clash": "starter-kit resistance",
    "zongheng": "yxjq unsorted",
}
NAMES = {
    "formation": ("Formation Duel", "阵面对决", "陣面對決"),
    "faceoff": ("Face-Off", "正面对决", "正面對決"),
    "clash": ("Clash of Decks", None, None),
    "zongheng": ("Sanguosha Zongheng", "三国杀纵横", "三國殺縱橫"),
}


class Shelf:
    """As much of a catalogue as search reads; `kept` may be changed by a test."""

    def __init__(self, kept: list[dict[str, Any]]):
        self.kept = kept
        self.games = {
            slug: {"name": dict(zip(("en", "zh-Hans", "zh-Hant"), NAMES[slug], strict=True))}
            | {"sets": dict.fromkeys(sets.split())}
            for slug, sets in SETS.items()
        }

    def cards(self, game: str) -> list[dict[str, Any]]:
        return [card for card in self.kept if card["game"] == game]

    def every(self) -> list[dict[str, Any]]:
        return [card for game in self.games for card in self.cards(game)]


def card(given: dict[str, Any]) -> dict[str, Any]:
    """A card record with what search reads, from a line of cards.json."""
    game, set_id, slug = given["id"].split("/")
    name = {"en": given.get("en"), "zh-Hans": given.get("hans"), "zh-Hant": given.get("hant")}
    if "fr" in given:
        name["fr"] = given["fr"]
    return {
        "id": given["id"],
        "game": game,
        "set": set_id,
        "slug": slug,
        "number": given.get("number", "unknown"),
        "name": name,
        "pinyin": given.get("pinyin", ""),
        "printings": [{"number": n, "set": set_id} for n in given.get("printings", ())],
        "back": {"number": given["back"], "facts": {}} if "back" in given else None,
    }


def fill() -> Shelf:
    return Shelf([card(given) for given in json.loads((HERE / "cards.json").read_text("utf-8"))])


@pytest.fixture
def shelf() -> Shelf:
    return fill()


@pytest.fixture(scope="session")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """A searcher of the whole shelf."""
    folder = tmp_path_factory.mktemp("search")
    build(fill(), folder)
    return Searcher.open(folder)


@pytest.fixture(scope="session")
def oracle() -> Callable[[str], list[Hit]]:
    """What a query finds on the shelf, by going through every card."""
    subjects = {card["id"]: Subject.of(keys(card)) for card in fill().every()}

    def find(query: str) -> list[Hit]:
        ranked = ((id, rank(words(query), subject)) for id, subject in subjects.items())
        hits = [Hit(id, given) for id, given in ranked if given is not None]
        return sorted(hits, key=lambda hit: hit.rank)

    return find


@pytest.fixture(scope="session")
def examples() -> list[dict[str, Any]]:
    return json.loads((HERE / "examples.json").read_text("utf-8"))["examples"]
