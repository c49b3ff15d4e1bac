"""The cards of a game: the ways in, the lists, and one page for each card."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.questions import question
from zhenshu.web.gather import Gathering
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, every_game
from zhenshu.web.paragraphs import previews
from zhenshu.web.sections.rulings import about_card

Record = dict[str, Any]


def index(catalog: Catalog, game: str) -> Data | None:
    """Every list of a game's cards, with counts."""
    shown = brief(catalog, game)
    if shown is None:
        return None
    count = catalog.games[game]["counts"]["cards"]
    return {"game": shown, "total": count, "facets": list(_facets(catalog, game).values())}


def by_value(catalog: Catalog, game: str, field: str, value: str) -> Data | None:
    """The cards with one value of a fact."""
    if game not in catalog.games or field == "set":
        return None
    facet = _facets(catalog, game).get(field)
    found = next((v for v in facet["values"] if v["id"] == value), None) if facet else None
    if facet is None or found is None:
        return None
    cards = catalog.facet_cards(game, field, value)
    heading = {"field": field, "label": facet["label"], **found}
    return {"heading": heading, "set": None, **_table(catalog, game, cards)}


def by_set(catalog: Catalog, game: str, set: str) -> Data | None:
    """The cards of a set, those printed again in it included."""
    if game not in catalog.games or set not in catalog.games[game]["sets"]:
        return None
    record = catalog.games[game]["sets"][set]
    heading = {
        "field": "set",
        "label": catalog.term("field", "set"),
        "id": set,
        "name": record["name"],
        "ours": record["ours"],
        "count": record["count"],
    }
    cards = catalog.facet_cards(game, "set", set)
    return {"heading": heading, "set": record, **_table(catalog, game, cards)}


def card(catalog: Catalog, game: str, set: str, slug: str) -> Data | None:
    """All that is known of a card, and the names of everything it mentions."""
    record = catalog.card(f"{game}/{set}/{slug}") if game in catalog.games else None
    if record is None:
        return None
    game_record = catalog.games[game]
    faces = [{"title": None, "number": record["number"], "facts": record["facts"]}]
    if record["back"]:
        faces.append({"title": catalog.term("field", "back"), **record["back"]})
    given = [*(face["facts"] for face in faces), *record["differs"].values()]
    fields = [f for f in game_record["fields"] if any(f["id"] in facts for facts in given)]
    names = Gathering(catalog, game)
    for facts in given:
        names.facts(fields, facts)
    mentioned = dict.fromkeys(label.partition(":")[0] for label in names.labels)
    sets = {record["set"], *(printing["set"] for printing in record["printings"])}
    sources = dict.fromkeys([*(s["id"] for s in record["sources"]), *record["differs"]])
    previous, following = _beside(catalog, game, record["id"])
    return {
        "game": brief(catalog, game),
        "card": record,
        "fields": {field["id"]: field for field in fields},
        "faces": [{**face, **_arranged(fields, face["facts"])} for face in faces],
        **names.names(),
        "reminders": {id: catalog.keyword(game, id)["reminder"] for id in mentioned},
        "sets": {id: _named(game_record["sets"][id]) for id in sorted(sets)},
        "sources": {id: game_record["sources"][id] for id in sources},
        "previous": previous,
        "next": following,
        "rulings": about_card(catalog, record["id"]),
        "previews": previews(catalog, game, [_written(record["note"])]),
    }


def _written(note: Record | None) -> Record:
    """The languages that a note is written in."""
    return {language: text for language, text in (note or {}).items() if text}


def _arranged(fields: list[Record], facts: Record) -> dict[str, list[str]]:
    """The facts of a face by how they are shown: large numbers, texts, keywords with what they
    do, and a table of the rest."""
    shown: dict[str, list[str]] = {"numbers": [], "texts": [], "keywords": [], "rest": []}
    for field in fields:
        id = field["id"]
        if id not in facts:
            continue
        if field["kind"] == "number" and field["unit"]:
            shown["numbers"].append(id)
        elif field["kind"] == "text":
            shown["texts"].append(id)
        elif id == "keywords" and facts[id] and facts[id] != UNKNOWN:
            shown["keywords"].append(id)
        else:
            shown["rest"].append(id)
    return shown


def _table(catalog: Catalog, game: str, cards: list[Record]) -> Data:
    """A table of cards: its columns, its rows and the names in them."""
    shown = [f for f in catalog.games[game]["fields"] if f["column"]]
    fields = [f for f in shown if any(f["id"] in card["facts"] for card in cards)]
    ids = [field["id"] for field in fields]
    names = Gathering(catalog, game)
    rows = []
    for record in cards:
        facts = record["facts"]
        names.facts(fields, facts)
        rows.append(
            {
                "path": f"{record['set']}/{record['slug']}",
                "number": record["number"],
                "name": record["name"],
                "ours": record["ours"],
                "pinyin": record["pinyin"],
                "facts": {id: facts[id] for id in ids if id in facts},
            }
        )
    columns = [
        {
            **{key: field[key] for key in ("id", "kind", "group", "label")},
            "wordy": field["kind"] == "keywords" or field["group"] == "subtype",
        }
        for field in fields
    ]
    return {"game": brief(catalog, game), "columns": columns, "rows": rows, **names.names()}


def _named(record: Record) -> Record:
    return {"name": record["name"], "ours": record["ours"]}


def _facets(catalog: Catalog, game: str) -> dict[str, Record]:
    """The facets of a game by field."""
    return {facet["field"]: facet for facet in catalog.facets(game)}


@question
def _beside(catalog: Catalog, game: str, id: str) -> tuple[Record | None, Record | None]:
    """The cards before and after a card in its own set."""
    return _neighbours(catalog, game)[id]


@lru_cache(maxsize=16)
def _neighbours(catalog: Catalog, game: str) -> dict[str, tuple[Record | None, Record | None]]:
    by_set: dict[str, list[Record]] = {}
    for record in catalog.cards(game):
        by_set.setdefault(record["set"], []).append(record)
    found: dict[str, tuple[Record | None, Record | None]] = {}
    for cards in by_set.values():
        links = [{"path": f"{c['set']}/{c['slug']}", "name": c["name"]} for c in cards]
        for before, record, after in zip(
            [None, *links[:-1]], cards, [*links[1:], None], strict=True
        ):
            found[record["id"]] = (before, after)
    return found


def _every_value(catalog: Catalog) -> Iterator[Args]:
    for game in catalog.games:
        for field, facet in _facets(catalog, game).items():
            if field != "set":
                for value in facet["values"]:
                    yield {"game": game, "field": field, "value": value["id"]}


def _every_set(catalog: Catalog) -> Iterator[Args]:
    for slug, game in catalog.games.items():
        for id in game["sets"]:
            yield {"game": slug, "set": id}


def _every_card(catalog: Catalog) -> Iterator[Args]:
    for game in catalog.games:
        for record in catalog.cards(game):
            yield {"game": game, "set": record["set"], "slug": record["slug"]}


KINDS = (
    Kind("index", "/<game>/cards/", "cards.html", index, every_game),
    Kind("value", "/<game>/cards/by/<field>/<value>/", "list.html", by_value, _every_value),
    Kind("set", "/<game>/cards/<set>/", "list.html", by_set, _every_set),
    Kind("card", "/<game>/cards/<set>/<slug>/", "card.html", card, _every_card),
)
section = blueprint("cards", KINDS)
