"""What is open in a game: what the site assumes, and what no source says."""

from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Data, Kind, blueprint, brief, every_game
from zhenshu.web.paragraphs import previews
from zhenshu.web.sections.rulings import headline

Record = dict[str, Any]


def openings(catalog: Catalog, game: str) -> Data | None:
    """Every assumed paragraph by chapter with the rulings that rest on it, every assumed ruling,
    and every gap."""
    shown = brief(catalog, game)
    if shown is None:
        return None
    chapters = [
        {"id": chapter["id"], "title": chapter["title"], "paragraphs": assumed}
        for chapter in catalog.chapters(game)
        if (assumed := [_assumed(block) for block in chapter["blocks"] if _is_assumed(block)])
    ]
    paragraphs = [p for chapter in chapters for p in chapter["paragraphs"]]
    rulings = catalog.rulings(game)
    resting = {id for paragraph in paragraphs for id in paragraph["rulings"]}
    listed = {id for id, ruling in rulings.items() if ruling["status"] == "assumed"}
    return {
        "game": shown,
        "total": len(paragraphs),
        "chapters": chapters,
        "rulings": {id: headline(catalog, game, id) for id in rulings if id in resting | listed},
        "assumed": [id for id in rulings if id in listed],
        "unknown": catalog.games[game]["unknown"],
        "previews": previews(
            catalog, game, (p["text"] for p in paragraphs), (), (p["id"] for p in paragraphs)
        ),
    }


def _is_assumed(block: Record) -> bool:
    return not block["level"] and block["status"] == "assumed"


def _assumed(block: Record) -> Record:
    shown = {key: block[key] for key in ("id", "chapter", "text", "open")}
    return {**shown, "rulings": block["cited_by"]["rulings"]}


KINDS = (Kind("open", "/<game>/open/", "open.html", openings, every_game),)
section = blueprint("openings", KINDS)
