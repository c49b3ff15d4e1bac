"""The search page. Its script answers from the files under /search/; without a script, the server
answers with its own searcher, if it has one."""

from functools import lru_cache
from typing import Any, Protocol

from flask import Response, abort, current_app, request

from zhenshu.catalog import Catalog
from zhenshu.search import Answer, Known, twin
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once, respond
from zhenshu.web.render import answer

SHOWN = 100  # results at most, as the script shows


class Searcher(Protocol):
    """What the application asks of a searcher."""

    def answer(self, text: str, language: str, seed: str = "") -> Answer: ...

    def result(self, kind: str, id: str, answer: Answer) -> dict[str, Any]: ...


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
        answered = searcher.answer(query, language)
        ids = answered.groups.get("card", [])
        data["found"] = len(ids)
        shown = [searcher.result("card", id, answered) for id in ids[:SHOWN]]
        data["results"] = [_result(catalog, each) for each in shown]
    return respond(KIND.template, language, data)


def _result(catalog: Catalog, shown: dict[str, Any]) -> Data:
    game = catalog.games[shown["game"]["id"]]["name"]
    return {**shown, "path": shown["url"].rstrip("/"), "game": game}


@section.get("/search/<name>")
def file(name: str) -> Response:
    """A file of the script's index."""
    files = _twin(current_catalog())
    if name not in files:
        abort(404)
    return answer(files[name], "application/json")


@lru_cache(maxsize=1)
def _twin(catalog: Catalog) -> dict[str, bytes]:
    return twin(Known.of(catalog))
