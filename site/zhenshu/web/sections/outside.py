"""Search from outside the pages: `GET /api/search`, its description, and the browser's search bar.

`/api/search?q=f:wei+cost<=3&lang=en` answers as the search page does. Its parameters are `q`, the
query; `lang`, en, zh-Hans or zh-Hant; `page`, from 1 on; `size`, results on a page; `seed`, a text
that settles what `sort:random` means. What is wrong with a query is told within the answer, with
its place; a parameter that cannot be read is answered with 400 and
`{"error": {"code", "message", "at"}}`, where `at` is its name. Any site may ask.

`/openapi.json` describes this and `/api/rule`. `/opensearch.<language>.xml` tells browsers how to
search the site from their bar. They take nothing but an absolute address, which only the server
knows; in a folder of files it is one without a host.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, current_app, request

from zhenshu.i18n import LANGUAGES, from_segment, segment
from zhenshu.search import Searcher
from zhenshu.speech import TITLES, speech
from zhenshu.web.found import SEED
from zhenshu.web.render import answer

section = Blueprint("outside", __name__)

SIZE, MOST = 50, 200
"""Results on a page: usually, and at most."""

LAST = 100_000
"""The last page that may be asked for."""

_OPENAPI = Path(__file__).parent.parent / "openapi.json"
_OPENSEARCH = "http://a9.com/-/spec/opensearch/1.1/"


class Refused(Exception):
    """A parameter that cannot be read: what is wrong with it, in a word and a sentence."""

    def __init__(self, parameter: str, code: str, message: str):
        super().__init__(message)
        self.error = {"code": code, "message": message, "at": parameter}


@section.get("/api/search")
def search() -> Response:
    """The entries that answer a query, one page of them with what is shown of each."""
    searcher: Searcher | None = current_app.extensions["searcher"]
    try:
        if searcher is None:
            raise Refused("q", "unavailable", "This server has no search index.")
        language = _language(request.args.get("lang", "en"))
        page, size = _number("page", 1, LAST), _number("size", SIZE, MOST)
        found = _found(searcher, language, page, size)
    except Refused as refused:
        status = 503 if searcher is None else 400
        return _json({"error": refused.error}, status)
    return _json(found, 200)


def _language(given: str) -> str:
    language = from_segment(given.lower())
    if language is None:
        raise Refused("lang", "bad-lang", f"Write one of {', '.join(LANGUAGES)}.")
    return language


def _number(parameter: str, usual: int, most: int) -> int:
    given = request.args.get(parameter, str(usual))
    if given.isascii() and given.isdecimal() and len(given) < 9 and 1 <= int(given) <= most:
        return int(given)
    raise Refused(parameter, f"bad-{parameter}", f"Write a number from 1 to {most}.")


def _found(searcher: Searcher, language: str, page: int, size: int) -> dict[str, Any]:
    if "q" not in request.args:
        raise Refused("q", "no-query", "Write a query, as q=guan+yu.")
    answered = searcher.answer(request.args["q"], language, request.args.get("seed", "")[:SEED])
    told = answered.as_json()
    every = [(kind, id) for kind, ids in answered.groups.items() for id in ids]
    asked = every[(page - 1) * size : page * size]
    results = [searcher.result(kind, id, answered) for kind, id in asked]
    root = f"{request.script_root}/{segment(language)}/"
    groups = [{"kind": group["kind"], "count": group["count"]} for group in told["groups"]]
    return {
        **told,
        "groups": groups,
        "language": language,
        "total": len(every),
        "page": page,
        "pages": max(1, -(-len(every) // size)),
        "results": [{**result, "url": root + result["url"]} for result in results],
    }


def _json(content: dict[str, Any], status: int) -> Response:
    # Half a surrogate pair in a query is no text; JSON writes it as what it is.
    response = Response(json.dumps(content), status, mimetype="application/json")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@section.get("/openapi.json")
def description() -> Response:
    """The description of the interface for programs."""
    response = answer(_openapi(), "application/json")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@cache
def _openapi() -> bytes:
    return _OPENAPI.read_bytes()


@section.get("/opensearch.<language:language>.xml")
def bar(language: str) -> Response:
    """The description of the search for the browser's bar, with this server's address."""
    return answer(opensearch(language, request.url_root), "application/opensearchdescription+xml")


def opensearch(language: str, root: str) -> bytes:
    """The OpenSearch description of the site at an address that ends with a slash."""
    root_element = Element("OpenSearchDescription", xmlns=_OPENSEARCH)
    title = TITLES[language]
    about = speech(language).gettext(
        "Search the cards, keywords, rules and rulings of four games, in any script."
    )
    found = f"{root}{segment(language)}/search/?q={{searchTerms}}"
    for name, text in (
        ("ShortName", title[:16]),
        ("Description", about),
        ("InputEncoding", "UTF-8"),
        ("Language", language),
    ):
        SubElement(root_element, name).text = text
    icon = SubElement(root_element, "Image", width="64", height="64", type="image/svg+xml")
    icon.text = f"{root}static/mark.svg"
    SubElement(root_element, "Url", type="text/html", method="get", template=found)
    declaration = b'<?xml version="1.0" encoding="UTF-8"?>\n'
    return declaration + tostring(root_element, encoding="unicode").encode()


def files(base_path: str) -> Iterator[tuple[str, bytes]]:
    """The descriptions for browsers as files of a site below a path of its host."""
    for language in LANGUAGES:
        yield f"opensearch.{segment(language)}.xml", opensearch(language, base_path)
