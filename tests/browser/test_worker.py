"""The referee in the browser answers as it does in CPython, and says so when it cannot."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page

from referee.core.values import CHANCE, Action
from referee.faceoff import apply, chance, legal
from zhenshu import content
from zhenshu.catalog import Catalog
from zhenshu.sandbox.api import Referee
from zhenshu.sandbox.bundle import question
from zhenshu.sandbox.telling import written
from zhenshu.web.security import POLICY

ROOT = Path(__file__).parents[2]
GAMES = 200
ELEMENTS = ("wind", "forest", "fire", "mountain", "yin", "thunder")
OPEN = """async () => {
    const { open } = await import("../static/referee/client.js");
    window.referee = open();
    await referee.ready;
}"""
ASK = "([kind, asked]) => referee.ask(kind, JSON.parse(asked)).then(JSON.stringify)"
PROBLEM = """async () => {
    const { open } = await import("../static/referee/client.js");
    return open().ready.then(() => "ready", (problem) => problem.code);
}"""
ALONE = {
    "position": {
        "distance": 1,
        "you": {"line": [{"name": {"en": "A", "zh-Hans": "甲"}, "power": 4, "range": 1}]},
        "opponent": {"line": [{"name": {"en": "D", "zh-Hans": "乙"}, "power": 2}]},
    }
}


class _StrictHost(SimpleHTTPRequestHandler):
    """A file host that sends the policy of the site's own server, which then holds for workers."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def strict(built: Path) -> Iterator[str]:
    handler = partial(_StrictHost, directory=str(built / "dist"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def here(catalog: Catalog) -> Callable[[str, dict[str, Any]], Any]:
    """Asks the referee in CPython."""
    referee = Referee(catalog.referee)
    return lambda kind, asked: json.loads(referee.answer(json.dumps({**asked, "kind": kind})))


@pytest.fixture
def there(browser_page: Page, strict: str) -> Callable[[str, dict[str, Any]], Any]:
    """Asks the referee in the browser."""
    browser_page.goto(f"{strict}en/")
    browser_page.evaluate(OPEN)
    return lambda kind, asked: json.loads(browser_page.evaluate(ASK, [kind, json.dumps(asked)]))


def ordered(value: Any) -> str:
    """A value as text, in which the order of keys counts."""
    return json.dumps(value, ensure_ascii=False)


def test_every_ruling_is_told_as_its_page_tells_it(
    there: Callable[[str, dict[str, Any]], Any], here: Callable[[str, dict[str, Any]], Any]
) -> None:
    faceoff = content.read(ROOT).games["faceoff"]
    assert len(faceoff.cases) > 15
    for id, cases in faceoff.cases.items():
        asked = question(faceoff.rulings[id].data)
        found = there("run", asked)
        assert ordered(found) == ordered(here("run", asked)), id
        for case in found["cases"]:
            assert len(case.pop("after")) == len(case["steps"])
            assert case.pop("boards")
        assert ordered(found["cases"]) == ordered(cases), id


def random_deck(records: dict[str, Any], below: Callable[[int], int]) -> dict[str, Any]:
    """A random legal deck of one element; we made up that its commander has a stamina of 5."""
    element = ELEMENTS[below(len(ELEMENTS))]
    of_it = {id: card for id, card in records.items() if card.get("element") == element}
    commanders = [id for id, card in of_it.items() if "commander" in card["type"]]
    tactic = next(id for id, card in of_it.items() if "tactic" in card["type"])
    able = [id for id in of_it if id not in commanders and id != tactic]
    main: list[str] = []
    while len(main) < 40:
        card = able[below(len(able))]
        if main.count(card) < 3:
            main.append(card)
    commander = commanders[below(len(commanders))]
    return {"stamina": 5, "cards": {commander: 1, tactic: 12, **Counter(main)}}


def random_game(referee: Referee, records: dict[str, Any], seed: int) -> dict[str, Any]:
    """The start and the actions of a random game."""
    below = random.Random(seed).randrange
    start = {"decks": {p: random_deck(records, below) for p in ("you", "opponent")}}
    state = referee.begin(start).states[0]
    actions = []
    while not state.winner:
        action = _random_action(state, below)
        actions.append(written(action))
        state, _events = apply(state, action)
    return {"start": start, "actions": actions}


def _random_action(state: Any, below: Callable[[int], int]) -> Action:
    if state.choice.player == CHANCE:
        return chance(state, below)
    able = legal(state)
    return able[below(len(able))]


def test_random_games_have_the_same_events(
    browser_page: Page,
    strict: str,
    catalog: Catalog,
    here: Callable[[str, dict[str, Any]], Any],
) -> None:
    """The browser plays one game while the next is made here."""
    browser_page.goto(f"{strict}en/")
    browser_page.evaluate(OPEN)
    browser_page.evaluate("() => { window.last = Promise.resolve({}); }")
    referee, records = Referee(catalog.referee), json.loads(catalog.referee)["cards"]
    expected = "{}"
    events = 0
    for seed in range(GAMES):
        game = random_game(referee, records, seed)
        found = browser_page.evaluate(
            """async (game) => {
                const before = await last;
                window.last = referee.ask("log", game);
                return JSON.stringify(before);
            }""",
            game,
        )
        assert ordered(json.loads(found)) == expected, f"game {seed - 1}"
        answer = here("log", game)
        events += sum(map(len, answer["events"]))
        expected = ordered(answer)
    assert ordered(browser_page.evaluate("last")) == expected
    assert events > 100 * GAMES


def test_what_can_be_done_is_the_same_and_said_the_same(
    there: Callable[[str, dict[str, Any]], Any],
    here: Callable[[str, dict[str, Any]], Any],
    catalog: Catalog,
) -> None:
    referee, records = Referee(catalog.referee), json.loads(catalog.referee)["cards"]
    for seed in range(3):
        game = random_game(referee, records, seed)
        actions = game["actions"]
        for at in range(0, len(actions), 20):
            asked = {"start": game["start"], "actions": actions[:at], "action": actions[at]}
            for kind in ("legal", "why", "apply"):
                assert ordered(there(kind, asked)) == ordered(here(kind, asked)), (seed, at, kind)


def test_undoing_and_doing_otherwise(there: Callable[[str, dict[str, Any]], Any]) -> None:
    attack = {"kind": "attack", "player": "you", "data": {"attackers": ["c1"], "target": "c2"}}
    before = there("legal", {"start": ALONE, "actions": []})
    attacked = there("apply", {"start": ALONE, "actions": [], "action": attack})
    assert attacked["steps"][0]["kind"] == "attack_declared"
    assert attacked["table"]["choice"]["kind"] == "intercept"
    assert there("legal", {"start": ALONE, "actions": [attack]})["table"] == attacked["table"]
    assert there("legal", {"start": ALONE, "actions": []}) == before


RULINGS = yaml.safe_load(ROOT.joinpath("tests/hostile.yaml").read_text("utf-8"))
HOSTILE: dict[str, tuple[str, dict[str, Any], str]] = {
    "unknown kind": ("sing", {}, "A request is one of"),
    "unknown language": ("run", {"ruling": {}, "languages": ["tlh"]}, "The languages are"),
    "no ruling": ("run", {"ruling": []}, "A ruling is a map."),
    "no position": ("run", {"ruling": {}}, "A ruling that runs needs"),
    "many units": (
        "legal",
        {"start": {"position": {"you": {"line": [{}] * 10_000}}}},
        "10000 entries are too many.",
    ),
    "a long play": (
        "run",
        {"ruling": {"position": {}, "play": [{"end": "you"}] * 501, "expect": []}},
        "501 entries are too many.",
    ),
    "a very long play": (
        "run",
        {"ruling": {"position": {}, "play": [{"end": "you"}] * 100_000, "expect": []}},
        "This is too long",
    ),
    "many actions": ("legal", {"start": ALONE, "actions": [1] * 1001}, "1001 actions are too many"),
    "no action": ("apply", {"start": ALONE, "action": "attack"}, "An action has a kind"),
    "unknown action": (
        "apply",
        {"start": ALONE, "action": {"kind": "fly", "player": "you", "data": {}}},
        "There is no action",
    ),
    "forbidden action": (
        "legal",
        {"start": ALONE, "actions": [{"kind": "pass", "player": "you", "data": {}}]},
        "This action is not allowed.",
    ),
    "no chance": ("chance", {"start": ALONE, "seed": 1}, "Nothing is left to chance"),
    "a small deck": (
        "legal",
        {
            "start": {
                "decks": {p: {"stamina": 5, "cards": {"bp01/035": 1}} for p in ("you", "opponent")}
            }
        },
        "The deck is not legal.",
    ),
}


def test_what_cannot_be_answered_gets_a_message(
    there: Callable[[str, dict[str, Any]], Any], here: Callable[[str, dict[str, Any]], Any]
) -> None:
    deep: Any = {}
    for _ in range(200):
        deep = {"you": deep}
    hostile = {**HOSTILE, "deep": ("legal", {"start": {"position": deep}}, "This is nested")}
    for name, refused in RULINGS["refused"].items():
        ruling = {**RULINGS["usual"], **refused}
        hostile[name] = ("run", {"ruling": ruling}, ruling.pop("says"))
    for name, (kind, asked, message) in hostile.items():
        answer = there(kind, asked)
        assert list(answer) == ["error"], name
        told = answer["error"]["message"]
        assert told["en"].startswith(message), name
        assert list(told) == ["zh-Hant", "zh-Hans", "en"], name
        assert told["en"] not in (told["zh-Hans"], told["zh-Hant"]), name
        assert ordered(answer) == ordered(here(kind, asked)), name
    # What is shown of half a character differs, but never that it is no number.
    for ask in (there, here):
        answer = ask("legal", {"start": {"position": {"you": {"hand": "\ud800"}}}})
        assert answer["error"]["message"]["en"].startswith("A whole number is expected, not “")
    assert there("legal", {"start": ALONE})["legal"]


def test_a_slow_referee_begins_anew(
    there: Callable[[str, dict[str, Any]], Any], browser_page: Page
) -> None:
    slow = """start => {
        referee.patience = 1;
        return referee.ask("legal", { start }).then(() => "answered", (problem) => problem.code);
    }"""
    assert browser_page.evaluate(slow, ALONE) == "slow"
    browser_page.evaluate("() => { referee.patience = 5000; }")
    assert there("legal", {"start": ALONE})["legal"]


def test_a_browser_without_webassembly_is_told(browser_page: Page, strict: str) -> None:
    browser_page.add_init_script("delete globalThis.WebAssembly;")
    browser_page.goto(f"{strict}en/")
    assert browser_page.evaluate(PROBLEM) == "unsupported"


@pytest.mark.parametrize("name", ["engine.json", "micropython.wasm", "micropython.js"])
def test_a_missing_file_is_told(browser: Browser, strict: str, name: str) -> None:
    context = browser.new_context()
    context.route(f"**/{name}", lambda route: route.fulfill(status=404))
    page = context.new_page()
    page.goto(f"{strict}en/")
    assert page.evaluate(PROBLEM) == "lost"
    context.close()


def test_the_server_has_all_that_is_loaded(browser_page: Page, served: str) -> None:
    browser_page.goto(f"{served}en/")
    browser_page.evaluate(OPEN)
    answer = json.loads(browser_page.evaluate(ASK, ["legal", json.dumps({"start": ALONE})]))
    assert [each["action"]["kind"] for each in answer["legal"]] == ["attack", "end"]


def test_nothing_is_loaded_before_a_page_asks(browser_page: Page, site: str) -> None:
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(request.url))
    browser_page.goto(f"{site}en/faceoff/rulings/")
    assert not [url for url in asked if "/static/referee/" in url]
    browser_page.goto(f"{site}en/")
    browser_page.evaluate(OPEN)
    assert [url for url in asked if url.endswith("/static/referee/engine.json")]
