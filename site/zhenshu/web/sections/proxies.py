"""The page on which cards are printed, the files its script reads, and cards as PDF.

The script works on a plain file host. The PDF is made by the server alone; the page offers it where
its own address announces it (`Link: …; rel="alternate"; type="application/pdf"`).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from threading import BoundedSemaphore
from typing import Any, TypeVar

from flask import Response, abort, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, from_segment, segment
from zhenshu.marks import mark
from zhenshu.proxies import decklist, face, pdf, ready
from zhenshu.proxies.decklist import ListError, Unclear
from zhenshu.proxies.finder import Finder, labels
from zhenshu.proxies.job import FACES, INKS, Options, file_name
from zhenshu.proxies.sheet import CARDS, MARKS, PAPERS, Layout, SheetError
from zhenshu.proxies.typesetter import Ended
from zhenshu.proxies.words import reason, words
from zhenshu.search import Searcher
from zhenshu.speech import speech
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once, respond
from zhenshu.web.render import answer

LARGEST = 540  # cards of one PDF that the server makes: sixty sheets of A4
TOLD = 20  # lines that were not understood
ASKED = 100_000  # bytes of a request at most
PATIENCE = 60.0  # seconds that a PDF may take
_SETTING = BoundedSemaphore(2)  # PDFs made at once
WAIT = 20.0  # seconds that whoever asks for a third waits

Record = dict[str, Any]
Made = TypeVar("Made")
Chosen = TypeVar("Chosen")


class QueryError(Exception):
    """A query was not understood in some part; the text says which."""


class Busy(Exception):
    """As many PDFs as may be are being made."""

    reason = "busy"


def page(catalog: Catalog) -> Data:
    return {"largest": LARGEST, "ready": ready.shown(catalog)}


KIND = Kind("proxies", "/proxies/", "proxies.html", page, once)
KINDS = (KIND,)
section = blueprint("proxies", ())


@section.get("/<language:language>/proxies/")
def show(language: str) -> Response:
    data = KIND.whole(current_catalog())
    assert data is not None
    response = respond(KIND.template, language, data)
    response.headers["Link"] = '<cards.pdf>; rel="alternate"; type="application/pdf"'
    return response


@section.get("/proxies/<path:name>")
def file(name: str) -> Response:
    """A file of the script, or one of the PDFs that the site carries."""
    catalog = current_catalog()
    address = f"proxies/{name}"
    if address.endswith(".pdf"):
        try:
            printed = _in_turn(partial(ready.at, catalog, address))
        except (Busy, Ended) as error:
            language = from_segment(name.partition("/")[0]) or LANGUAGES[0]
            return _refused(reason(error, language), 503)
        return answer(printed.body, "application/pdf") if printed else abort(404)
    found = _made(catalog, address)
    if found is None:
        abort(404)
    return answer(found, "application/json")


@lru_cache(maxsize=256)
def _made(catalog: Catalog, address: str) -> bytes | None:
    make = files(catalog).get(address)
    return make() if make else None


def files(catalog: Catalog) -> dict[str, Callable[[], bytes]]:
    """What makes each file that the script reads, by its path below the site: in each language
    `index.json`, and for each set the faces of its cards by slug."""
    made: dict[str, Callable[[], bytes]] = {}
    for language in LANGUAGES:
        root = f"proxies/{segment(language)}"
        made[f"{root}/index.json"] = partial(_index_file, catalog, language)
        for game, record in catalog.games.items():
            for id in record["sets"]:
                made[f"{root}/{game}/{id}.json"] = partial(_set_file, catalog, language, game, id)
    return made


def _index_file(catalog: Catalog, language: str) -> bytes:
    return _encoded(_index(catalog, language))


def _set_file(catalog: Catalog, language: str, game: str, set_id: str) -> bytes:
    cards = catalog.set_cards(game, set_id)
    return _encoded({card["slug"]: face.faces(catalog, card, language) for card in cards})


def _encoded(data: Record) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _index(catalog: Catalog, language: str) -> Record:
    voice = speech(language)
    marks = [
        f"{layout.tint}/{id}"
        for layout in face.LAYOUTS.values()
        if layout.tint
        for id in catalog.term_ids(layout.tint)
    ]
    return {
        "words": words(language),
        "colons": {tag: words(tag)["colon"] for tag in LANGUAGES},
        "commas": {tag: words(tag)["comma"] for tag in LANGUAGES},
        "tints": face.TINTS,
        "drawings": {key: drawing(key) for key in marks},
        "games": {slug: voice.plain(game["name"]) for slug, game in catalog.games.items()},
        "labels": {
            slug: {id: labels(id, given["name"]) for id, given in game["sets"].items()}
            for slug, game in catalog.games.items()
        },
        "originals": {
            card["id"]: card["facts"]["same-name"]
            for game in catalog.games
            for card in catalog.cards(game)
            if "same-name" in card["facts"]
        },
        "sections": sorted(decklist.section_words(_types(catalog))),
        "ready": [
            {
                "name": each.name(catalog, language),
                "list": decklist.encode(dict.fromkeys(each.cards, 1)),
            }
            for each in ready.lists(catalog)
        ],
    }


def drawing(key: str) -> str:
    """A mark as an SVG document of its own."""
    group, _slash, id = key.partition("/")
    return str(mark(group, id)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _types(catalog: Catalog) -> Iterator[str]:
    for id in catalog.term_ids("type"):
        term = catalog.term("type", id)
        yield from (term["en"], term["zh-Hans"])


@section.route("/<language:language>/proxies/cards.pdf", methods=["GET", "POST"])
def cards(language: str) -> Response:
    """The PDF of a list. GET and POST take the same fields; `list` is encoded, as in addresses.
    `query` stands for one copy of each card that a search finds."""
    request.max_content_length = ASKED
    catalog = current_catalog()
    try:
        options = asked(request.values, language)
        found = _asked_for(catalog, language)
        if found.total > LARGEST:
            raise ListError("cards", LARGEST)
        if found.unclear:
            return _refused("\n".join(_told(found.unclear, language)), 400)
        printed = _in_turn(partial(pdf.make, catalog, found.counts, options, PATIENCE))
    except RequestEntityTooLarge:
        return _refused(words(language)["bytes"].format(limit=ASKED), 413)
    except QueryError as error:
        return _refused(str(error), 400)
    except (ListError, SheetError, ValueError) as error:
        return _refused(reason(error, language), 400)
    except (Busy, Ended) as error:
        return _refused(reason(error, language), 503)
    response = Response(printed.body, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{file_name(options)}"'
    return response


def _in_turn(make: Callable[[], Made]) -> Made:
    """What is made, once fewer than the most are being made. Raises Busy if that takes too long."""
    if not _SETTING.acquire(timeout=WAIT):
        raise Busy
    try:
        return make()
    finally:
        _SETTING.release()


def _asked_for(catalog: Catalog, language: str) -> decklist.Decklist:
    """The list of a request. Raises ListError, and QueryError for a query that is not clear."""
    searcher: Searcher | None = current_app.extensions["searcher"]
    query = request.values.get("query")
    if query is None or searcher is None:
        return decklist.decode(request.values.get("list", ""), _finder(catalog))
    found = searcher.answer(query, language)
    if found.problems:
        raise QueryError("\n".join(problem["message"] for problem in found.problems))
    return decklist.of(found.groups.get("card", ()))


def _told(lines: Sequence[Unclear], language: str) -> Iterator[str]:
    own = words(language)
    for line in lines[:TOLD]:
        yield own["line"].format(line=line.line, text=line.text[:80], why=own[line.reason])
    if len(lines) > TOLD:
        yield own["more"].format(n=len(lines) - TOLD)


def _refused(text: str, status: int) -> Response:
    retry = {"Retry-After": str(int(WAIT))} if status == 503 else {}
    return Response(f"{text}\n", status, retry, mimetype="text/plain")


@lru_cache(maxsize=1)
def _finder(catalog: Catalog) -> Finder:
    return Finder(catalog)


def asked(values: Mapping[str, str], language: str) -> Options:
    """The options of a request. Raises SheetError for what is no option."""

    def number(name: str, reason: str) -> float:
        try:
            return float(values.get(name) or 0)
        except ValueError:
            raise SheetError(reason) from None

    def choice(name: str, known: tuple[Chosen, ...], usual: Chosen) -> Chosen:
        found = [each for each in known if each == values.get(name, usual)]
        if not found:
            raise SheetError("choice")
        return found[0]

    name = values.get("paper", "a4")
    paper = PAPERS.get(name) or (number("width", "paper"), number("height", "paper"))
    mode = choice("faces", FACES, "side")
    second = from_segment(values.get("second", ""))
    if name not in (*PAPERS, "custom") or (values.get("second") and not second):
        raise SheetError("choice")
    layout = Layout(
        paper=paper,
        card=CARDS.get(values.get("card", "standard"), (0.0, 0.0)),
        gap=number("gap", "gap"),
        bleed=number("bleed", "bleed"),
        marks=choice("marks", MARKS, "corners"),
        duplex=values.get("duplex") == "on" or mode == "back",
        offset=(number("right", "offset"), number("down", "offset")),
        fold=mode == "fold",
    )
    site = request.url_root if values.get("codes") == "on" else ""
    ink = choice("ink", INKS, "light")
    return Options(language, second, layout, ink, mode, values.get("rulings") == "on", site)
