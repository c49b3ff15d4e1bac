"""The rules of a game: the whole book in short, a page for each chapter, and each chapter in two
languages.

`/rules/` is the permanent address of every paragraph: it has them all, as text alone. What a
paragraph rests on and what rests on it stands on the page of its chapter.
"""

from collections.abc import Iterator
from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, from_segment, segment
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, every_game
from zhenshu.web.paragraphs import cited, previews, unlinked
from zhenshu.web.sections.rulings import headline, runs

Record = dict[str, Any]


def rules(catalog: Catalog, game: str) -> Data | None:
    """Every chapter, its paragraphs without their links and grounds."""
    shown = brief(catalog, game)
    if shown is None:
        return None
    return {
        "game": shown,
        "chapters": [
            {**chapter, "blocks": [_short(block) for block in chapter["blocks"]]}
            for chapter in catalog.chapters(game)
        ],
        "changes": catalog.games[game]["changes"],
        "tested": runs(catalog, game),
    }


def _short(block: Record) -> Record:
    if block["level"]:
        return block
    keys = ("id", "level", "status", "aliases")
    return {**{key: block[key] for key in keys}, "text": unlinked(block["text"])}


def chapter(catalog: Catalog, game: str, chapter: str) -> Data | None:
    """A chapter as it is, with the names of what it cites and of what cites it."""
    found = _placed(catalog, game, chapter)
    if found is None:
        return None
    paragraphs = [b for b in found["chapter"]["blocks"] if not b["level"]]
    citing = [paragraph["cited_by"] for paragraph in paragraphs]
    keywords = catalog.keywords(game)
    cards = {id: catalog.card(id) for id in _once(citing, "cards")}
    grounds = _once(paragraphs, "grounds")
    here = [paragraph["id"] for paragraph in paragraphs]
    return {
        **found,
        "sources": {
            id: catalog.games[game]["sources"][id]["title"] for id in _once(paragraphs, "sources")
        },
        "grounds": {id: p["chapter"] for id, p in cited(catalog, game, grounds).items()},
        "keywords": {
            id: {key: keywords[id][key] for key in ("name", "ours")}
            for id in _once(citing, "keywords")
        },
        "rulings": {id: headline(catalog, game, id) for id in _once(citing, "rulings")},
        "cards": {id: {"name": card["name"]} for id, card in cards.items() if card},
        "previews": previews(catalog, game, (p["text"] for p in paragraphs), grounds, here),
    }


def pair(catalog: Catalog, game: str, chapter: str, other: str) -> Data | None:
    """A chapter with each paragraph in a second language beside the first.

    `other` is an address segment. Where a page would show its own language twice, as after a
    switch of the language, the second one is English, or simplified Chinese beside English.
    """
    found = _placed(catalog, game, chapter)
    if found is None or from_segment(other) is None:
        return None
    paragraphs = [b for b in found["chapter"]["blocks"] if not b["level"]]
    here = [paragraph["id"] for paragraph in paragraphs]
    return {
        **found,
        "other": from_segment(other),
        "previews": previews(catalog, game, (p["text"] for p in paragraphs), (), here),
    }


def _placed(catalog: Catalog, game: str, id: str) -> Data | None:
    """A chapter, and its place in the book."""
    shown = brief(catalog, game)
    chapters = catalog.chapters(game) if shown else []
    ids = [chapter["id"] for chapter in chapters]
    if id not in ids:
        return None
    place = ids.index(id)
    contents = [{key: chapter[key] for key in ("id", "title")} for chapter in chapters]
    return {
        "game": shown,
        "chapter": chapters[place],
        "contents": contents,
        "previous": contents[place - 1] if place else None,
        "next": contents[place + 1] if place + 1 < len(contents) else None,
    }


def _once(records: list[Record], key: str) -> list[str]:
    """Every id under a key of some records, each once."""
    return list(dict.fromkeys(id for record in records for id in record[key]))


def _every_chapter(catalog: Catalog) -> Iterator[Args]:
    for game in catalog.games:
        for chapter in catalog.chapters(game):
            yield {"game": game, "chapter": chapter["id"]}


def _every_pair(catalog: Catalog) -> Iterator[Args]:
    for args in _every_chapter(catalog):
        for language in LANGUAGES:
            yield {**args, "other": segment(language)}


KINDS = (
    Kind("rules", "/<game>/rules/", "rules.html", rules, every_game),
    Kind("chapter", "/<game>/rules/<chapter>/", "chapter.html", chapter, _every_chapter),
    Kind("pair", "/<game>/rules/<chapter>/with/<other>/", "pair.html", pair, _every_pair),
)
section = blueprint("rules", KINDS)
