"""The search page. Without a script it is answered by the server's own searcher, if it has one."""

from typing import Any, Protocol

from flask import Response, current_app, request

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once, respond

LIMIT = 100  # cards on a page of results
_LONGEST = 500  # characters of a query; nobody types more


class Searcher(Protocol):
    """What the application asks of a searcher: the best cards for a query, best first."""

    def find(self, query: str, limit: int) -> list[Any]: ...


def search(catalog: Catalog) -> Data:
    """The page without a query: what can be searched."""
    count = sum(game["counts"]["cards"] for game in catalog.games.values())
    return {"count": count, "query": "", "results": None, "help": "search" in catalog.pages}


KIND = Kind("search", "/search/", "search.html", search, once)
KINDS = (KIND,)
section = blueprint("search", ())


@section.get("/<language:language>/search/")
def show(language: str) -> Response:
    catalog = current_catalog()
    data = KIND.whole(catalog)
    assert data is not None
    searcher: Searcher | None = current_app.extensions["searcher"]
    query = request.args.get("q", "")[:_LONGEST].strip()
    if query:
        data["query"] = query
        if searcher:
            data["results"] = _results(catalog, searcher, query)
    return respond(KIND.template, language, data)


def _results(catalog: Catalog, searcher: Searcher, query: str) -> list[Data]:
    found = (catalog.card(hit.card) for hit in searcher.find(query, LIMIT))
    return [
        {
            "path": f"{card['game']}/cards/{card['set']}/{card['slug']}",
            "game": catalog.games[card["game"]]["name"],
            **{key: card[key] for key in ("number", "name")},
        }
        for card in found
        if card
    ]
