"""The keywords of a game: the index, and one page for each."""

from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, every_game
from zhenshu.web.sections.rulings import headline


def index(catalog: Catalog, game: str) -> Data | None:
    shown = brief(catalog, game)
    if shown is None:
        return None
    keys = ("id", "name", "ours", "pinyin", "pattern", "reminder", "count")
    found = catalog.keywords(game).values()
    return {"game": shown, "keywords": [{key: k[key] for key in keys} for k in found]}


def keyword(catalog: Catalog, game: str, id: str) -> Data | None:
    """A keyword with the paragraphs it rests on, the rulings on those, and the cards that have
    it."""
    shown = brief(catalog, game)
    record = catalog.keywords(game).get(id) if shown else None
    if record is None:
        return None
    paragraphs = [p for rule in record["rules"] if (p := catalog.paragraph(game, rule))]
    rulings = dict.fromkeys(r for p in paragraphs for r in p["cited_by"]["rulings"])
    fields = catalog.games[game]["fields"]
    return {
        "game": shown,
        "keyword": record,
        "paragraphs": [{key: p[key] for key in ("id", "status", "text")} for p in paragraphs],
        "rulings": [headline(catalog, game, ruling) for ruling in rulings],
        "sources": {s: catalog.games[game]["sources"][s] for s in record["sources"]},
        "also": [
            {
                "game": brief(catalog, other["game"]),
                **{
                    key: catalog.keywords(other["game"])[other["id"]][key]
                    for key in ("id", "name", "ours", "reminder")
                },
            }
            for other in record["also"]
        ],
        "cards": [_having(catalog, card, id) for card in record["cards"]],
        "listed": bool(record["cards"])
        and any(f["id"] == "keywords" and f["facet"] for f in fields),
    }


def _having(catalog: Catalog, card: str, keyword: str) -> Data:
    """A card that has a keyword, with the number it has it with."""
    record = catalog.card(card)
    assert record is not None, card  # the catalogue itself has listed it
    faces = [record["facts"], *([record["back"]["facts"]] if record["back"] else [])]
    lists = [facts.get("keywords", UNKNOWN) for facts in faces]
    given = [k for keywords in lists if keywords != UNKNOWN for k in keywords]
    parameters = [k.partition(":")[2] for k in given if k.partition(":")[0] == keyword]
    labels = dict.fromkeys(f"{keyword}:{p}" for p in parameters if p)
    return {
        "path": f"{record['set']}/{record['slug']}",
        "number": record["number"],
        "name": record["name"],
        "labels": [
            {
                language: catalog.keyword_label(record["game"], label, language)
                for language in LANGUAGES
            }
            for label in labels
        ],
    }


def _every(catalog: Catalog) -> Iterator[Args]:
    for game in catalog.games:
        for id in catalog.keywords(game):
            yield {"game": game, "id": id}


KINDS = (
    Kind("index", "/<game>/keywords/", "keywords.html", index, every_game),
    Kind("keyword", "/<game>/keywords/<id>/", "keyword.html", keyword, _every),
)
section = blueprint("keywords", KINDS)
