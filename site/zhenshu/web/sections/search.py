"""The search page. Its script answers from the files under /search/; without a script, the server
answers with its own searcher, if it has one."""

from functools import lru_cache
from typing import Any, Protocol

from flask import Response, abort, current_app, request

from zhenshu.catalog import Catalog
from zhenshu.search.twin import entry, twin
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once, respond
from zhenshu.web.render import answer

SHOWN = 100  # results at most, as the script shows


class Searcher(Protocol):
    """What the application asks of a searcher: every card for a query, best first."""

    def find(self, query: str) -> list[Any]: ...


def search(catalog: Catalog) -> Data:
    """The page without a query."""
    return {"query": "", "found": None, "results": [], "help": "search" in catalog.pages}


KIND = Kind("search", "/search/", "search.html", search, once)
KINDS = (KIND,)
section = blueprint("search", ())


@section.get("/<language:language>/search/")
def show(language: str) -> Response:
    catalog = current_catalog()
    data = KIND.whole(catalog)
    assert data is not None
    searcher: Searcher | None = current_app.extensions["searcher"]
    query = request.args.get("q", "").strip()
    data["query"] = query
    if query and searcher:
        hits = searcher.find(query)
        cards = [catalog.card(hit.card) for hit in hits[:SHOWN]]
        data["found"] = len(hits)
        data["results"] = [_result(catalog, card, language) for card in cards if card]
    return respond(KIND.template, language, data)


def _result(catalog: Catalog, card: dict[str, Any], language: str) -> Data:
    """A result, as the script shows it too."""
    path = f"{card['game']}/cards/{card['set']}/{card['slug']}"
    return {
        **entry(card, language),
        "path": path,
        "game": catalog.games[card["game"]]["name"],
    }


@section.get("/search/<name>")
def file(name: str) -> Response:
    """A file of the script's index."""
    files = _twin(current_catalog())
    if name not in files:
        abort(404)
    return answer(files[name], "application/json")


@lru_cache(maxsize=1)
def _twin(catalog: Catalog) -> dict[str, bytes]:
    return twin(catalog)
