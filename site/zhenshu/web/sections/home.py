"""The choice of language, the home of a language, and the home of each game."""

from flask import Response

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import (
    Data,
    Kind,
    blueprint,
    current_catalog,
    every_game,
    once,
    respond,
    site,
)
from zhenshu.web.paragraphs import previews
from zhenshu.web.sections.sandbox import has_referee

CHOICE = "choice.html"


def choice(catalog: Catalog) -> Data:
    """The page at `/`: the languages, each in its own words."""
    return {"site": site(catalog)}


def home(catalog: Catalog) -> Data:
    games = [
        {key: game[key] for key in ("slug", "name", "ours", "summary", "counts")}
        for game in catalog.games.values()
    ]
    return {"games": games, "version": catalog.version}


def game(catalog: Catalog, game: str) -> Data | None:
    """What a game is, what the site holds of it, and what nobody has written down about it."""
    record = catalog.games.get(game)
    if record is None:
        return None
    elsewhere = ("fields", "guides", "changes")
    shown = {key: value for key, value in record.items() if key not in elsewhere}
    keywords = catalog.keywords(game).values()
    return {
        "game": shown,
        "guides": _titles(record["guides"]),
        "sandbox": has_referee(catalog, game),
        "chapters": _titles(catalog.chapters(game)),
        "keywords": [{key: k[key] for key in ("id", "name", "ours")} for k in keywords],
        "previews": previews(catalog, game, [record["about"]]),
        "assumed": sum(
            not block["level"] and block["status"] == "assumed"
            for chapter in catalog.chapters(game)
            for block in chapter["blocks"]
        ),
    }


def _titles(records: list[Data]) -> list[Data]:
    return [{key: record[key] for key in ("id", "title")} for record in records]


KINDS = (
    Kind("home", "/", "home.html", home, once),
    Kind("game", "/<game>/", "game.html", game, every_game),
)
section = blueprint("home", KINDS)


@section.get("/")
def choose() -> Response:
    return respond(CHOICE, None, choice(current_catalog()))
