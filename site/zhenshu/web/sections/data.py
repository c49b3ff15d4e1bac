"""The files that are no pages: the cards of each game as data, and what feeds read."""

from collections.abc import Callable, Iterator
from typing import Any

from flask import Blueprint, Response, abort

from zhenshu import dataset
from zhenshu.catalog import Catalog
from zhenshu.web.kinds import current_catalog
from zhenshu.web.render import answer
from zhenshu.web.sections import changes, sandbox, search

section = Blueprint("data", __name__)
_FILES: dict[str, Callable[[Catalog, str], dict[str, Any]]] = {
    "cards.json": dataset.cards,
    "cards.schema.json": dataset.schema,
}


@section.get("/data/<game>/<name>")
def file(game: str, name: str) -> Response:
    catalog = current_catalog()
    if game not in catalog.games or name not in _FILES:
        abort(404)
    return answer(dataset.encode(_FILES[name](catalog, game)), "application/json")


def paths(catalog: Catalog) -> Iterator[str]:
    """The address of every such file."""
    yield from (f"/data/{game}/{name}" for game in catalog.games for name in _FILES)
    yield from changes.paths()
    yield from search.paths()
    yield from sandbox.paths(catalog)
