"""The sandbox of Face-Off, and what every page with a living board tells its scripts.

The referee runs in the browser (static/referee/client.js). Beside it the scripts need the words of
the interface, which stand in the page (`words`), and the paragraphs that steps cite, which are a
file of their own as any of them may be cited once a reader changes something.
"""

import json
from collections.abc import Iterator
from functools import lru_cache

from flask import Response, abort

from referee.faceoff.state import COUNTED_KEYWORDS, KEYWORDS, OPEN
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.prose import plain
from zhenshu.questions import question
from zhenshu.sandbox import bundle
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, current_catalog
from zhenshu.web.render import answer

GAME = bundle.GAME


@question
def has_referee(catalog: Catalog, game: str) -> bool:
    """Whether a game can be played in the browser."""
    return game == GAME and game in catalog.games and bool(catalog.referee)


def page(catalog: Catalog, game: str) -> Data | None:
    shown = brief(catalog, game)
    if shown is None or not has_referee(catalog, game):
        return None
    return {"game": shown, "board": words(catalog)}


@question
@lru_cache(maxsize=4)
def words(catalog: Catalog) -> Data:
    """What the referee calls things, by language: steps, choices, keywords, elements; the keywords
    of units without and with a number; and what the sources leave open, with the answers."""
    phrases = json.loads(catalog.referee)["phrases"]
    return {
        "words": {language: phrases[language]["words"] for language in LANGUAGES},
        "keywords": list(KEYWORDS),
        "counted": list(COUNTED_KEYWORDS),
        "settings": {key: [rule, list(answers)] for key, (rule, answers) in OPEN.items()},
    }


def _every(catalog: Catalog) -> Iterator[Args]:
    return ({"game": game} for game in catalog.games if has_referee(catalog, game))


KIND = Kind("sandbox", "/<game>/sandbox/", "sandbox.html", page, _every)
KINDS = (KIND,)
section = blueprint("sandbox", KINDS)


def paths(catalog: Catalog) -> Iterator[str]:
    """The address of the paragraphs in each language."""
    for args in _every(catalog):
        for language in LANGUAGES:
            yield f"/{segment(language)}/{args['game']}/sandbox/paragraphs.json"


@section.get("/<language:language>/<game>/sandbox/paragraphs.json")
def paragraphs(language: str, game: str) -> Response:
    """Status and text of every paragraph of a game by id."""
    catalog = current_catalog()
    if not has_referee(catalog, game):
        abort(404)
    found = {
        id: [block["status"], plain(block["text"][language])]
        for chapter in catalog.chapters(game)
        for block in chapter["blocks"]
        if not block["level"]
        for id in (*block["aliases"], block["id"])
    }
    body = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return answer(body, "application/json")
