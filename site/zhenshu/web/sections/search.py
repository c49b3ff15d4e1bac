"""The search page. Its script answers from the files under /search/; without a script, the server
answers with its own searcher, if it has one."""

import secrets
from collections.abc import Iterator
from functools import lru_cache
from random import choice
from typing import Protocol
from urllib.parse import urlencode

from flask import Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.utils import redirect

from zhenshu.catalog import Catalog
from zhenshu.dataset import encode
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search import Answer, Known, query, twin
from zhenshu.web.found import SEED, Asked, Sources, book, card_path, found
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once, respond
from zhenshu.web.render import answer


class Searcher(Protocol):
    """What the application asks of a searcher."""

    def answer(self, text: str, language: str, seed: str = "") -> Answer: ...

    def vocabulary(self, language: str) -> query.Vocabulary: ...

    def record(self, kind: str, id: str) -> Data: ...

    def result(self, kind: str, id: str, answer: Answer) -> Data: ...


def search(catalog: Catalog) -> Data:
    """The page without a query."""
    return {"query": "", "found": None, "random": "", "help": "search" in catalog.pages}


KIND = Kind("search", "/search/", "search.html", search, once)
KINDS = (KIND,)
section = blueprint("search", ())


@section.get("/<language:language>/search/")
def show(language: str) -> ResponseReturnValue:
    catalog = current_catalog()
    data = KIND.whole(catalog)
    assert data is not None
    searcher: Searcher | None = current_app.extensions["searcher"]
    asked = _asked()
    data["query"] = asked.query
    if searcher:
        data["random"] = card_path(
            choice([c["id"] for g in catalog.games for c in catalog.cards(g)])
        )
    if searcher and asked.query:
        given = searcher.answer(asked.query, language, asked.seed)
        data["found"] = found(_sources(catalog, searcher, language, given), given.as_json(), asked)
        by_chance = any(key.field == "random" for key in given.parsed.sort)
        if by_chance and not asked.seed:
            # The address says which order it is, so that it can be come back to.
            seeded = {**request.args.to_dict(), "seed": secrets.token_hex(2)}
            return redirect(f"?{urlencode(seeded)}")
    return respond(KIND.template, language, data)


def _asked() -> Asked:
    page = request.args.get("page", "")
    return Asked(
        request.args.get("q", "").strip(),
        int(page) if page.isascii() and page.isdecimal() and len(page) < 7 else 1,
        request.args.get("seed", "")[:SEED],
    )


def _sources(catalog: Catalog, searcher: Searcher, language: str, given: Answer) -> Sources:
    words = searcher.vocabulary(language)
    return Sources(
        language,
        words.as_json(),
        book(catalog, language),
        lambda kind, id: searcher.result(kind, id, given),
        lambda id: searcher.record("card", id)["facts"],
        lambda text, at: query.without(text, (at[0], at[1])),
        lambda count: query.left_out(count, words),
    )


@section.get("/search/<name>")
def file(name: str) -> Response:
    """A file that the script reads."""
    catalog = current_catalog()
    for language in LANGUAGES:
        if name == _book_name(language):
            return answer(encode(book(catalog, language)), "application/json")
    made = _twin(catalog)
    if name not in made:
        abort(404)
    return answer(made[name], "application/json")


def paths() -> Iterator[str]:
    """The addresses of the files that results need besides the index."""
    return (f"/search/{_book_name(language)}" for language in LANGUAGES)


def _book_name(language: str) -> str:
    return f"{segment(language)}.book.json"


@lru_cache(maxsize=1)
def _twin(catalog: Catalog) -> dict[str, bytes]:
    return twin(Known.of(catalog))
