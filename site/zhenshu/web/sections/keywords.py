"""The keywords: the index across games, the index of each game, and one page for each keyword."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, every_game, once
from zhenshu.web.paragraphs import cited, previews, unlinked
from zhenshu.web.sections.rulings import headline


def across(catalog: Catalog) -> Data:
    """Every keyword of every game, by its Chinese word in the order of its sound.

    Words are grouped by their first letter; keywords without a Chinese word come last, below "".
    A word that two games have `differs` where the games mean different things by it.
    """
    words: dict[str, list[Data]] = defaultdict(list)
    for game in catalog.games:
        for record in catalog.keywords(game).values():
            words[record["name"]["zh-Hans"] or f"{game} {record['id']}"].append(record)
    letters: dict[str, list[Data]] = defaultdict(list)
    for records in sorted(words.values(), key=lambda records: _sound(records[0])):
        first = records[0]
        letters[_sound(first)[1][:1].upper()].append(
            {
                "name": first["name"] if first["name"]["zh-Hans"] else None,
                "pinyin": first["pinyin"],
                "differs": any(_means_other(a, b) for a in records for b in records),
                "keywords": [
                    {
                        "game": brief(catalog, record["game"]),
                        **{key: record[key] for key in ("id", "name", "ours", "reminder")},
                    }
                    for record in records
                ],
            }
        )
    return {"letters": letters}


def _sound(record: Data) -> tuple[bool, str, str, str]:
    """Orders keywords by pinyin: letters before tones; those without Chinese last, by name."""
    pinyin = record["pinyin"]
    plain = unicodedata.normalize("NFD", pinyin)
    letters = "".join(c for c in plain if not unicodedata.combining(c)).replace("·", " ")
    return not pinyin, letters, pinyin, record["name"]["en"] or record["id"]


def _means_other(record: Data, other: Data) -> bool:
    return {"game": other["game"], "id": other["id"]} in record["also"]


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
    paragraphs = cited(catalog, game, record["rules"])
    rulings = [
        id
        for id, ruling in catalog.rulings(game).items()
        if not paragraphs.keys().isdisjoint(ruling["rules"])
    ]
    for paragraph in paragraphs.values():
        # The page does not link to itself.
        paragraph["text"] = unlinked(paragraph["text"], f"/{game}/keywords/{id}/")
    fields = catalog.games[game]["fields"]
    texts = [p["text"] for p in paragraphs.values()]
    if record["body"]:
        texts.append(record["body"])
    return {
        "game": shown,
        "keyword": record,
        "paragraphs": paragraphs,
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
        "previews": previews(catalog, game, texts),
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
    Kind("across", "/keywords/", "across.html", across, once),
    Kind("index", "/<game>/keywords/", "keywords.html", index, every_game),
    Kind("keyword", "/<game>/keywords/<id>/", "keyword.html", keyword, _every),
)
section = blueprint("keywords", KINDS)
