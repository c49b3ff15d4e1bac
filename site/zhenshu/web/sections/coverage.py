"""How much of a rulebook the rulings of a game put to the test."""

from typing import Any

from zhenshu import coverage as covering
from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief
from zhenshu.web.paragraphs import cited, previews
from zhenshu.web.sections.rulings import runs

Record = dict[str, Any]


def coverage(catalog: Catalog, game: str) -> Data | None:
    """The mechanical paragraphs of each chapter, and which of them no running ruling cites.

    None for a game none of whose rulings run.
    """
    shown = brief(catalog, game)
    if shown is None or not runs(catalog, game):
        return None
    rulings = catalog.rulings(game).items()
    running = {id: covering.covers(ruling, ruling["cases"]) for id, ruling in rulings}
    ids = [id for chapter in catalog.chapters(game) for id in _paragraphs(chapter)]
    found = covering.coverage(game, ids, running)
    uncovered = cited(catalog, game, found.uncovered)
    chapters = [_chapter(chapter, found) for chapter in catalog.chapters(game)]
    return {
        "game": shown,
        "covered": len(found.covered),
        "total": len(found.covered) + len(found.uncovered),
        "percent": percent(len(found.covered), len(found.covered) + len(found.uncovered)),
        "rulings": sum(bool(ruling["cases"]) for _id, ruling in rulings),
        "describing": len(ids) - len(found.covered) - len(found.uncovered),
        "chapters": [chapter for chapter in chapters if chapter["total"]],
        "paragraphs": uncovered,
        "previews": previews(catalog, game, (p["text"] for p in uncovered.values())),
    }


def percent(part: int, whole: int) -> str:
    """A share in percent with one decimal, cut off: only a whole is 100.0%."""
    tenths = part * 1000 // whole if whole else 1000
    return f"{tenths // 10}.{tenths % 10}%"


def _chapter(chapter: Record, found: covering.Coverage) -> Record:
    ids = _paragraphs(chapter)
    covered = sum(id in found.covered for id in ids)
    missing = [id for id in ids if id in found.uncovered]
    return {
        "id": chapter["id"],
        "title": chapter["title"],
        "covered": covered,
        "total": covered + len(missing),
        "uncovered": missing,
    }


def _paragraphs(chapter: Record) -> list[str]:
    return [block["id"] for block in chapter["blocks"] if not block["level"]]


def _every(catalog: Catalog) -> list[Args]:
    return [{"game": game} for game in catalog.games if runs(catalog, game)]


KINDS = (Kind("coverage", "/<game>/coverage/", "coverage.html", coverage, _every),)
section = blueprint("coverage", KINDS)
