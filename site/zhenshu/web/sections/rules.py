"""The rules of a game: every chapter on one page, every paragraph with its own address."""

from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Data, Kind, blueprint, brief, every_game


def rules(catalog: Catalog, game: str) -> Data | None:
    """The chapters as they are, with the names of what they cite and of what cites them."""
    shown = brief(catalog, game)
    if shown is None:
        return None
    chapters = catalog.chapters(game)
    paragraphs = [b for chapter in chapters for b in chapter["blocks"] if not b["level"]]
    keywords = catalog.keywords(game)
    rulings = catalog.rulings(game)
    return {
        "game": shown,
        "chapters": chapters,
        "changes": catalog.games[game]["changes"],
        "sources": {
            id: catalog.games[game]["sources"][id]["title"] for id in _once(paragraphs, "sources")
        },
        "keywords": {
            id: {"name": keywords[id]["name"], "ours": keywords[id]["ours"]}
            for id in _once([p["cited_by"] for p in paragraphs], "keywords")
        },
        "rulings": {
            id: rulings[id]["question"]
            for id in _once([p["cited_by"] for p in paragraphs], "rulings")
        },
    }


def _once(records: list[dict[str, Any]], key: str) -> list[str]:
    """Every id under a key of some records, each once."""
    return list(dict.fromkeys(id for record in records for id in record[key]))


KINDS = (Kind("rules", "/<game>/rules/", "rules.html", rules, every_game),)
section = blueprint("rules", KINDS)
