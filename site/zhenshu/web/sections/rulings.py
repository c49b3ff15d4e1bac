"""The rulings of a game: the index, and each one played step by step."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from referee.core.reader import Node, merge
from referee.faceoff.position import plain
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.questions import question
from zhenshu.sandbox import bundle
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief, every_game
from zhenshu.web.paragraphs import cited, previews
from zhenshu.web.sections import sandbox

Record = dict[str, Any]
STATUSES = ("official", "derived", "assumed", "superseded")


def index(catalog: Catalog, game: str) -> Data | None:
    shown = brief(catalog, game)
    if shown is None:
        return None
    rulings = [headline(catalog, game, id) for id in catalog.rulings(game)]
    return {
        "game": shown,
        "total": len(rulings),
        "statuses": {
            status: sum(ruling["status"] == status for ruling in rulings) for status in STATUSES
        },
        "played": sum(ruling["played"] for ruling in rulings),
        "chapters": list(_by_chapter(catalog, game, rulings)),
    }


def _by_chapter(catalog: Catalog, game: str, rulings: list[Record]) -> Iterator[Record]:
    """The rulings by the chapter of the first paragraph that each rests on."""
    found: dict[str, list[Record]] = defaultdict(list)
    for ruling in rulings:
        paragraphs = cited(catalog, game, catalog.rulings(game)[ruling["id"]]["rules"]).values()
        found[next((p["chapter"] for p in paragraphs), "")].append(ruling)
    for chapter in catalog.chapters(game):
        if chapter["id"] in found:
            shown = {key: chapter[key] for key in ("id", "title")}
            yield {**shown, "rulings": found[chapter["id"]]}
    if "" in found:
        yield {"id": "other", "title": None, "rulings": found[""]}


def ruling(catalog: Catalog, game: str, id: str) -> Data | None:
    """A ruling with the text of every paragraph that it or one of its steps cites."""
    shown = brief(catalog, game)
    record = catalog.rulings(game).get(id) if shown else None
    if record is None:
        return None
    cases = [_case(case) for case in record["cases"]]
    cards = {id: card["name"] for id in record["cards"] if (card := catalog.card(id))}
    steps = [step for case in cases for step in case["steps"]]
    said = [piece["rule"] for step in steps for text in step["text"].values() for piece in text]
    rules = [*record["rules"], *(step["rule"] for step in steps), *said]
    paragraphs = cited(catalog, game, rules)
    units = [unit for case in cases for unit in _units(case)]
    used = dict.fromkeys(given for unit in units for given in unit["keywords"])
    return {
        "game": shown,
        "ruling": {**record, "cases": cases},
        "cards": cards,
        "paragraphs": paragraphs,
        "keywords": {given: _labels(catalog, game, given) for given in used},
        "sources": {s: catalog.games[game]["sources"][s] for s in record["sources"]},
        "assumed": _assumed(cases, paragraphs),
        **_living(catalog, game, record),
        "previews": previews(
            catalog, game, [record["answer"], *(p["text"] for p in paragraphs.values())], said
        ),
    }


def _labels(catalog: Catalog, game: str, given: str) -> Record | None:
    """A keyword of a unit, `insight:2`, in each language; None if the game has no such keyword."""
    if given.partition(":")[0] not in catalog.keywords(game):
        return None
    return {lang: catalog.keyword_label(game, given, lang) for lang in LANGUAGES}


@question
def headline(catalog: Catalog, game: str, id: str) -> Record:
    """A ruling as other pages list it."""
    record = catalog.rulings(game)[id]
    shown = {key: record[key] for key in ("id", "question", "status", "date")}
    return {**shown, "played": bool(record["cases"])}


def runs(catalog: Catalog, game: str) -> bool:
    """Whether any ruling of a game is played out."""
    return any(record["cases"] for record in catalog.rulings(game).values())


@question
def about_card(catalog: Catalog, card: str) -> list[Record]:
    """The rulings on a card."""
    game = card.partition("/")[0]
    found = _by_card(catalog, game).get(card, ())
    return [headline(catalog, game, id) for id in found]


@lru_cache(maxsize=16)
def _by_card(catalog: Catalog, game: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for id, record in catalog.rulings(game).items():
        for card in record["cards"]:
            found[card].append(id)
    return found


def _case(case: Record) -> Record:
    """A case whose steps name their cause by its place on the page.

    The referee counts events only, but a page also shows what it refused.
    """
    places = [n for n, step in enumerate(case["steps"]) if not step["refused"]]
    steps = [
        {**step, "cause": None if step["cause"] is None else places[step["cause"]]}
        for step in case["steps"]
    ]
    return {**case, "steps": steps}


def _assumed(cases: list[Record], paragraphs: Record) -> list[str]:
    """The assumed paragraphs that steps rest on, in order of first use."""
    rules = dict.fromkeys(step["rule"] for case in cases for step in case["steps"])
    return [id for id in rules if id in paragraphs and paragraphs[id]["status"] == "assumed"]


def _living(catalog: Catalog, game: str, record: Record) -> Data:
    """What a page needs to have its cases played again, None where the browser cannot."""
    scenario = record.get("scenario", {})
    if not record["cases"] or not sandbox.has_referee(catalog, game):
        return {"living": None}
    return {
        "living": {"cases": _living_cases(record), "hant": bundle.hant(scenario)},
        "board": sandbox.words(catalog),
    }


def _living_cases(record: Record) -> list[Record]:
    """What each case is played from, and the actions that its play comes to."""
    given = _given(record["scenario"])
    return [
        {**each, "actions": case["actions"]}
        for each, case in zip(given, record["cases"], strict=True)
    ]


def _given(scenario: Record) -> Iterator[Record]:
    """The base case and each variation, all with a whole position."""
    base = {part: scenario[part] for part in ("position", "play", "expect")}
    yield base
    for variation in scenario.get("variations", ()):
        changed = {part: variation[part] for part in base if part in variation}
        if "position" in changed:
            over = Node.of(changed["position"])
            changed["position"] = plain(merge(Node.of(base["position"]), over))
        yield {**base, **changed}


def _units(case: Record) -> Iterator[Record]:
    for board in (case["start"], case["end"]):
        for side in board["sides"].values():
            yield from side["line"]


def _every(catalog: Catalog) -> Iterator[Args]:
    for game in catalog.games:
        for id in catalog.rulings(game):
            yield {"game": game, "id": id}


KINDS = (
    Kind("index", "/<game>/rulings/", "rulings.html", index, every_game),
    Kind("ruling", "/<game>/rulings/<id>/", "ruling.html", ruling, _every),
)
section = blueprint("rulings", KINDS)
