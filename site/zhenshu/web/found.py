"""What the search page shows of an answer, as plain data: a page of results, and the ways on.

`static/search-found.js` makes the same of the answers of the browser; the templates and
`static/search-view.js` show it. Texts are given as pieces, [text, whether it is marked].
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import choice
from typing import Any, NamedTuple

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.search.facts import Columns
from zhenshu.search.query.lexer import LONGEST
from zhenshu.search.query.say import fill
from zhenshu.search.shown import address
from zhenshu.speech import speech

Record = dict[str, Any]
Pieces = list[list[Any]]

PAGE = 60
"""Results on a page."""

SEED = 32
"""Characters of a seed that are read; every link of a page repeats them."""

VIEWS = ("list", "grid", "text", "checklist")
AROUND = 40
"""Characters of a query that are shown on either side of a mistake."""


class Asked(NamedTuple):
    """What an address asks for."""

    query: str
    page: int = 1
    seed: str = ""


class Sources(NamedTuple):
    """What a page of results is made of, for one language.

    `book` is made by the function below; `result` gives what `zhenshu.search.shown` says of the
    entry of a kind and id, `facts` the numbers and terms of a card; `without` takes a span out of
    a query, and `left_out` says how many entries nobody knows about.
    """

    language: str
    vocabulary: Record
    book: Record
    result: Callable[[str, str], Record]
    facts: Callable[[str], Record]
    without: Callable[[str, Sequence[int]], str]
    left_out: Callable[[int], str]


def book(catalog: Catalog, language: str) -> Record:
    """What results say besides: by game, what it calls the numbers of its cards, and the titles
    of its chapters."""
    voice = speech(language)
    numbers = Columns.of(catalog.search["fields"]).numbers
    shown = catalog.search["offer"]["numbers"]
    found = {}
    for slug, game in catalog.games.items():
        labels = {field["id"]: voice.text(field["label"]) for field in game["fields"]}
        found[slug] = {
            "labels": {
                field: next((labels[fact] for fact in numbers.get(field, ()) if fact in labels), "")
                for field in shown
            },
            "chapters": {c["id"]: voice.text(c["title"]) for c in catalog.chapters(slug)},
        }
    return found


def found(sources: Sources, answer: Record, asked: Asked) -> Record:
    """What the page shows of an answer."""
    parsed = answer["parsed"]
    groups = answer["groups"]
    total = sum(group["count"] for group in groups)
    pages = max(1, -(-total // PAGE))
    page = min(asked.page, pages)
    shown_as = answer["as"] or "list"
    cards: list[str] = next((group["ids"] for group in groups if group["kind"] == "card"), [])
    orders = ["rank", *sources.vocabulary["offer"]["sorts"]]
    sorted_by = _sorted(parsed["sort"], orders)
    seed = asked.seed if any(key["field"] == "random" for key in parsed["sort"]) else ""
    return {
        "query": answer["query"][:LONGEST],
        "seed": seed,
        "page": page,
        "total": total,
        "as": shown_as,
        "pending": answer.get("pending", False),
        "empty": parsed["tree"] is None,
        "said": _said(sources, answer),
        "problems": [_problem(answer["query"], problem) for problem in answer["problems"]],
        "left_out": sources.left_out(answer["left_out"]) if answer["left_out"] else "",
        "suggest": answer["suggest"],
        "kinds": list(_kinds(answer["groups"])),
        "groups": list(_groups(sources, answer, page)),
        "facets": [{**facet, "most": _most(sources, answer, facet)} for facet in answer["facets"]],
        "views": [
            [id, _setting(sources, answer, "as", "" if id == "list" else id), id == shown_as]
            for id in VIEWS
        ],
        "sorts": [
            [
                id,
                _order(sources, id),
                _setting(sources, answer, "sort", "" if id == "rank" else id),
                id == sorted_by,
            ]
            for id in orders
        ],
        "random": card_path(choice(cards)) if cards else "",
        "pager": _pager(page, pages),
    }


def card_path(id: str) -> str:
    """Where the page of a card stands, below the language."""
    return address({"kind": "card", "id": id})


def _order(sources: Sources, id: str) -> str:
    """What an order is called; "" for the usual one, of which the interface has the word."""
    words, field = sources.vocabulary, id.removeprefix("-")
    patterns, way = words["say"]["whole"], "down" if id[0] == "-" else "up"
    if field in words["fields"] and field != "name":
        return str(fill(patterns[way], field=words["fields"][field]["names"][0][1]))
    return str(patterns.get(f"{field}-{way}") or patterns.get(field, ""))


def _sorted(keys: Sequence[Record], orders: Sequence[str]) -> str:
    """The order in use, if it is one of those offered; "" if it is another."""
    given = ",".join(f"{'-' if key['down'] else ''}{key['field']}" for key in keys) or "rank"
    return given if given in orders else ""


def _setting(sources: Sources, answer: Record, name: str, value: str) -> str:
    """The query with a setting changed, in the reader's words; taken away for no value."""
    query = answer["query"][:LONGEST]
    for setting in answer["parsed"]["settings"]:
        if setting["setting"] == name:
            query = sources.without(query, setting["at"])
    if not value:
        return query
    words = sources.vocabulary
    field = value.removeprefix("-")
    shown = next((row[1] for row in words["groups"][name] if row[0] == field), None)
    shown = shown or words["fields"][field]["names"][0][1]
    minus = "-" if value.startswith("-") else ""
    return f"{query} {words['settings'][name]['names'][0][1]}:{minus}{shown}".strip()


def _most(sources: Sources, answer: Record, facet: Record) -> list[Record]:
    """For a facet of numbers, a value for each number but the least: up to this one. It takes the
    place of what the query says of the field."""
    numbers = [value for value in facet["values"] if value["id"].isdecimal()]
    tree = answer["parsed"]["tree"]
    parts = tree["parts"] if tree and tree["kind"] == "and" else [tree] if tree else []
    own = [
        part
        for part in parts
        if part.get("field") == facet["field"] and part["op"] in (":", "=", "<=")
    ]
    rest = answer["query"]
    for part in reversed(own):
        rest = sources.without(rest, part["at"])
    label = sources.vocabulary["fields"][facet["field"]]["names"][0][1]
    found, count = [], 0
    for value in numbers:
        count += value["count"]
        most = int(value["id"])
        on = any(part["op"] == "<=" and part["value"].get("number") == most for part in own)
        query = rest if on else f"{rest} {label}<={most}".strip()
        found.append({"id": value["id"], "count": count, "on": on, "query": query})
    return found[1:]


def _said(sources: Sources, answer: Record) -> list[list[Any]]:
    """The sentence in pieces: [text, the query without what it says, or None]. A part that the
    sentence words otherwise stands behind it."""
    said = answer["said"]
    if not said or not said["parts"]:
        return []
    found: list[list[Any]] = []
    rest, behind = said["text"], []
    for part in said["parts"]:
        button = [part["text"], sources.without(answer["query"], part["at"])]
        before, met, after = rest.partition(part["text"])
        if met:
            found += [[before, None], button] if before else [button]
            rest = after
        else:
            behind += [[" ", None], button]
    return [*found, *([[rest, None]] if rest else []), *behind]


def _problem(query: str, problem: Record) -> Record:
    start, end = problem["at"]
    before, after = query[:start], query[end:]
    return {
        "message": problem["message"],
        "typed": [
            f"…{before[-AROUND:]}" if len(before) > AROUND else before,
            query[start:end][:AROUND],
            f"{after[:AROUND]}…" if len(after) > AROUND else after,
        ],
        "near": [list(pair) for pair in zip(problem["near"], problem["fixed"], strict=True)],
    }


def _kinds(groups: Iterable[Record]) -> Iterable[Record]:
    """Each kind that was found, and the page on which its results begin."""
    before = 0
    for group in groups:
        if group["count"]:
            yield {"kind": group["kind"], "count": group["count"], "page": before // PAGE + 1}
        before += group["count"]


def _groups(sources: Sources, answer: Record, page: int) -> Iterable[Record]:
    """The results of a page by kind."""
    start = (page - 1) * PAGE
    for group in answer["groups"]:
        ids = group["ids"][max(0, start) : max(0, start + PAGE)]
        start -= group["count"]
        if ids:
            shown = results(sources, answer, group["kind"], ids)
            yield {"kind": group["kind"], "count": group["count"], "results": shown}


def _pager(page: int, pages: int) -> list[int | None]:
    """The numbers of pages to offer: the first, the last, those around this one, and None for
    those left out between."""
    near = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    found: list[int | None] = []
    for number in near:
        if found and number - (found[-1] or 0) > 1:
            found.append(None)
        found.append(number)
    return found


def results(sources: Sources, answer: Record, kind: str, ids: Iterable[str]) -> list[Record]:
    """What is shown of some entries of a kind."""
    return [_result(sources, answer["as"], sources.result(kind, id)) for id in ids]


def _result(sources: Sources, shown_as: str, given: Record) -> Record:
    kind, game = given["kind"], given["game"]
    first, *others = given["names"]
    name = pieces(first)
    place = sources.book[game["id"]]
    if kind == "rule":
        chapter = place["chapters"].get(given["url"].split("/")[2], "")
        if chapter and chapter != first["text"]:
            name = [[f"{chapter} › ", False], *name]
    lines = [[_foreign(sources, line), pieces(line)] for line in given["lines"]]
    if kind == "card" and shown_as != "text":
        lines = [line for line in lines if any(met for _text, met in line[1])]
    elif kind == "keyword" and shown_as != "text":
        lines = lines[:1]
    return {
        "kind": kind,
        "path": given["url"],
        "lang": _foreign(sources, first),
        "name": name,
        "other": [_foreign(sources, others[0]), pieces(others[0])] if others else None,
        "game": [_foreign(sources, game), game["text"]],
        "number": given["number"] or "",
        "facts": _facts(sources, sources.facts(given["id"]), place["labels"])
        if kind == "card"
        else [],
        "lines": lines if shown_as != "checklist" else [],
    }


def _foreign(sources: Sources, given: Record) -> str:
    """The language of a text, if it is not the reader's."""
    return "" if given["lang"] == sources.language else str(given["lang"])


def pieces(given: Record) -> Pieces:
    """A text in pieces."""
    found: Pieces = []
    at = 0
    for start, end in given["marks"]:
        found += [[given["text"][at:start], False], [given["text"][start:end], True]]
        at = end
    return [piece for piece in [*found, [given["text"][at:], False]] if piece[0]]


def _facts(sources: Sources, facts: Record, labels: Mapping[str, str]) -> list[list[Any]]:
    """The facts of a card in short: [label, value, the term that is drawn beside it]. A value
    that no source gives is None; terms need no label."""
    groups, offer = sources.vocabulary["groups"], sources.vocabulary["offer"]
    found: list[list[Any]] = []
    for field in offer["terms"]:
        terms = next(iter(facts["terms"].get(field, ())), UNKNOWN)
        names = {row[0]: row[1] for row in groups[field]}
        if terms != UNKNOWN:
            found += [["", names[id], id if field != "type" else ""] for id in terms]
    for field in offer["numbers"]:
        values = [value for value in facts["numbers"].get(field, []) if value is not None]
        if values:
            told = ["?" if value == UNKNOWN else str(value) for value in dict.fromkeys(values)]
            found.append([labels[field], None if told == ["?"] else " / ".join(told), ""])
    return found
