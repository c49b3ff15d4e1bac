"""A small catalogue of real cards with a few keywords, rulings and paragraphs, and the examples of
what is found in it."""

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zhenshu import fields, searchwords, terms
from zhenshu.catalog import Catalog
from zhenshu.search import Known, Searcher, build
from zhenshu.search.fold import words
from zhenshu.search.keys import keys
from zhenshu.search.match import Subject, rank
from zhenshu.searchwords import KINDS

ROOT = Path(__file__).parents[2]
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
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def in_languages(names: tuple[str | None, ...]) -> dict[str, str | None]:
    return dict(zip(LANGUAGES, names, strict=True))


@cache
def given(name: str) -> Any:
    return json.loads((HERE / name).read_text("utf-8"))


@cache
def table() -> terms.Terms:
    return terms.load(ROOT, [])


@cache
def search_words() -> dict[str, Any]:
    games = [fields.load(ROOT, slug, table(), []) for slug in SETS]
    return searchwords.load(ROOT, table(), games, [])


class Shelf:
    """As much of a catalogue as search reads; `kept` may be changed by a test."""

    heard = None  # nobody listens to what it is asked

    def __init__(self, kept: list[dict[str, Any]]):
        self.kept = kept
        self.search = search_words()
        self.games = {
            slug: {
                "name": in_languages(NAMES[slug]),
                "sets": {
                    code: {"name": in_languages((code.upper(),) * 3)} for code in codes.split()
                },
            }
            for slug, codes in SETS.items()
        }

    def cards(self, game: str) -> list[dict[str, Any]]:
        return [card for card in self.kept if card["game"] == game]

    def every(self) -> list[dict[str, Any]]:
        return [card for game in self.games for card in self.cards(game)]

    def _of(self, kind: str, game: str) -> list[dict[str, Any]]:
        return [record for record in given("rules.json")[kind] if record["game"] == game]

    def keywords(self, game: str) -> dict[str, Any]:
        return {record["id"]: record for record in self._of("keywords", game)}

    def rulings(self, game: str) -> dict[str, Any]:
        return {record["id"]: record for record in self._of("rulings", game)}

    def chapters(self, game: str) -> list[dict[str, Any]]:
        return self._of("chapters", game)

    def term(self, group: str, id: str) -> dict[str, Any]:
        return table().groups[group][id].plain()

    def term_ids(self, group: str) -> list[str]:
        return list(table().groups[group])

    keyword_label = Catalog.keyword_label

    @property
    def _terms(self) -> dict[str, Any]:
        return {f"subject/{id}": self.term("subject", id) for id in self.term_ids("subject")}


def card(given: Mapping[str, Any]) -> dict[str, Any]:
    """A card record with what search reads, from a line of cards.json."""
    game, set_id, slug = given["id"].split("/")
    name = {"en": given.get("en"), "zh-Hans": given.get("hans"), "zh-Hant": given.get("hant")}
    if "fr" in given:
        name["fr"] = given["fr"]
    back = {"number": given.get("back"), "facts": given.get("back_facts")}
    return {
        "id": given["id"],
        "game": game,
        "set": set_id,
        "slug": slug,
        "number": given.get("number", "unknown"),
        "name": name,
        "pinyin": given.get("pinyin", ""),
        "printings": [
            {"number": n, "set": n[:3].lower() if n.startswith("S01") else set_id}
            for n in given.get("printings", ())
        ],
        "facts": given["facts"],
        "back": back if "back" in given else None,
        "playable": given.get("playable", False),
        "texts": given.get("texts"),
        "note": None,
    }


def fill() -> Shelf:
    return Shelf([card(line) for line in given("cards.json")])


def _shelve(shelf: Shelf, folder: Path) -> int:
    return build(Known.of(shelf), folder)


class Hit(NamedTuple):
    card: str
    rank: int


@pytest.fixture(scope="session")
def shelve() -> Callable[[Shelf, Path], int]:
    """Brings the index of a shelf up to date and gives how many entries that took."""
    return _shelve


@pytest.fixture(scope="session")
def cards() -> Callable[[Searcher, str], list[str]]:
    """The cards that answer a query, in order."""

    def found(searcher: Searcher, query: str) -> list[str]:
        return list(searcher.answer(query, "en").groups.get("card", ()))

    return found


@pytest.fixture
def shelf() -> Shelf:
    return fill()


@pytest.fixture(scope="session")
def full_shelf() -> Shelf:
    """A shelf that no test changes."""
    return fill()


@pytest.fixture(scope="session")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """A searcher of the whole shelf."""
    folder = tmp_path_factory.mktemp("search")
    _shelve(fill(), folder)
    return Searcher.open(folder)


@pytest.fixture(scope="session")
def oracle() -> Callable[[str], list[Hit]]:
    """The cards on the shelf that have the words of a query in their names, by going through every
    card."""
    subjects = {card["id"]: Subject.of(keys(card)) for card in fill().every()}

    def find(query: str) -> list[Hit]:
        ranked = ((id, rank(words(query), subject)) for id, subject in subjects.items())
        hits = [Hit(id, given) for id, given in ranked if given is not None]
        return sorted(hits, key=lambda hit: hit.rank)

    return find


@pytest.fixture(scope="session")
def examples() -> list[dict[str, Any]]:
    return given("examples.json")["examples"]


@pytest.fixture(scope="session")
def facet_examples() -> list[dict[str, Any]]:
    return given("examples.json")["facets"]


def _wrong(
    expected: Mapping[str, Any], groups: Mapping[str, list[str]], left_out: int
) -> list[str]:
    cards = groups.get("card", [])
    kept = {kind: ids for kind, ids in groups.items() if kind == expected.get("only", kind)}
    first = len(expected["ids"]) if expected.get("prefix") else None
    checks = {
        "ids": lambda: cards[:first] == expected["ids"],
        "groups": lambda: kept == expected["groups"],
        "left_out": lambda: left_out == expected["left_out"],
        "all": lambda: sorted(cards) == sorted(expected["all"]),
        "first": lambda: cards[:1] == [expected["first"]],
        "has": lambda: set(expected["has"]) <= set(cards),
        "lacks": lambda: not set(expected["lacks"]) & set(cards),
    }
    return [check for check, holds in checks.items() if check in expected and not holds()]


@pytest.fixture(scope="session")
def wrong() -> Callable[[Mapping[str, Any], Mapping[str, list[str]], int], list[str]]:
    """What an answer, ids by kind and how many were left out, has otherwise than an example."""
    return _wrong


class _Maker:
    """Makes query trees by chance, as the parser gives them."""

    def __init__(self, chance: random.Random):
        self._chance = chance
        known = Known.of(fill())
        entries, columns = known.entries, known.columns
        self._names = [name for e in entries for name, _tag in e.get("names", ())]
        self._names += [reading for e in entries for reading in e.get("readings", ())]
        self._texts = [line for e in entries for line, _tag in e["lines"]["zh-Hans"]]
        cards = [entry["facts"] for entry in entries if "facts" in entry]
        self._numbers = list(columns.numbers)
        self._terms = {
            "game": list(SETS),
            "in": list(KINDS),
            "lang": ["en", "zh", "fr"],
            "set": sorted({code for each in cards for code in each["sets"]}),
            **{
                field: sorted({t for e in cards for ts in e["terms"].get(field, ()) for t in ts})
                for field in columns.terms
            },
        }
        self._keywords = [e["id"] for e in entries if e["kind"] == "keyword"]
        self._rules = sorted({rule for e in entries for rule in e.get("rules", ())})
        self._rulings = [e["id"] for e in entries if e["kind"] == "ruling"]

    def query(self) -> dict[str, Any]:
        keys = [*self._numbers, "name", "random"]
        count = self._chance.choice((0, 0, 1, 2))
        sort = [{"field": self._one(keys), "down": self._yes()} for _ in range(count)]
        return {
            "parsed": {"tree": self.tree(3), "sort": sort},
            "kinds": [kind for kind in KINDS if self._chance.random() < 0.8],
        }

    def tree(self, depth: int) -> dict[str, Any]:
        kind = self._one(("and", "or", "not", "leaf", "leaf")) if depth else "leaf"
        if kind == "not":
            return {"kind": "not", "part": self.tree(depth - 1)}
        if kind == "leaf":
            return self._leaf()
        parts = [self.tree(depth - 1) for _ in range(self._chance.randint(2, 3))]
        return {"kind": kind, "parts": parts}

    def _one(self, values: Any) -> Any:
        return self._chance.choice(list(values))

    def _yes(self) -> bool:
        return self._chance.random() < 0.5

    def _part(self, texts: list[str]) -> str:
        text = self._one(texts)
        at = self._chance.randrange(len(text))
        return str(text[at : at + self._chance.randint(1, 4)])

    def _leaf(self) -> dict[str, Any]:
        kind = self._one(("word", "phrase", "exact", "regex", *["field"] * 12))
        if kind == "regex":
            return {"kind": kind, "source": self._regex()}
        if kind != "field":
            return {"kind": kind, "text": self._part(self._names)}
        field, value, ops = self._clause()
        return {"kind": kind, "field": field, "op": self._one(ops), "value": value}

    def _regex(self) -> str:
        return str(self._one(("^.羽", "布$", "[a-f]o?r", "·(关|吕)", r"\d", "a.*e")))

    def _clause(self) -> tuple[str, dict[str, Any], tuple[str, ...]]:
        few, all_ops = (":", "=", "!="), (":", "=", "!=", "<", "<=", ">", ">=")
        field = self._one(
            (
                *self._numbers,
                *self._terms,
                "keyword",
                "is",
                "rule",
                "ruling",
                "number",
                "name",
                "text",
            )
        )
        if field in self._terms and (field not in self._numbers or self._yes()):
            terms = [self._one(self._terms[field]) for _ in range(self._chance.randint(1, 2))]
            return field, self._one(({"terms": terms}, {"none": True}, {"unknown": True})), few
        if field in self._numbers:
            number = self._chance.randint(0, 8)
            values = ({"number": number}, {"x": True}, {"field": self._one(self._numbers)})
            if self._yes():
                return field, self._one(values), all_ops
            span = {"from": number, "to": number + 2}
            return field, self._one((span, {"unknown": True}, {"none": True})), few
        if field == "keyword":
            number = self._one((None, None, 1, 2))
            value = {"keyword": [self._one(self._keywords)], "number": number}
            return field, self._one((value, value, {"none": True}, {"unknown": True})), few
        if field == "is":
            return field, {"flag": self._one(("unique", "border", "playable", "reprinted"))}, few
        if field == "rule":
            return field, {"ids": [self._one(self._rules).rpartition(".")[0]]}, few
        if field == "ruling":
            return field, {"ids": [self._one(self._rulings)]}, few
        if field == "number":
            text = {
                "text": self._one(("1", "55", "bp01", "BP01-L-035", "9")),
                "quoted": self._yes(),
            }
            return field, self._one((text, {"unknown": True})), few
        if self._chance.random() < 0.2:
            return field, {"regex": self._regex()}, (":",)
        texts = self._names if field == "name" else self._texts
        ops = few if field == "name" else (":", "!=")
        return field, {"text": self._part(texts), "quoted": self._yes()}, ops


@pytest.fixture(scope="session")
def random_queries() -> Callable[[int], list[dict[str, Any]]]:
    """So many parsed queries, each with the kinds of entry that are looked through; the same in
    every run."""

    def made(count: int) -> list[dict[str, Any]]:
        maker = _Maker(random.Random(20261129))
        return [maker.query() for _ in range(count)]

    return made
