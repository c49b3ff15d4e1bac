"""The referee beside other engines of card games, and in the browser; part of bench.py."""

import gzip
import json
import random
import re
import shutil
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Row = tuple[str, str, str]

SEED = 20261129
GAMES = 100
SECONDS = 4  # that each peer plays
STAMINA = 5  # of commanders, whose stamina no source gives
THROTTLED = 4
PATIENCE = 60_000  # milliseconds until a page of a slow machine is given up
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
LIVING = re.compile(r'<script type="application/json" id="living">(.*?)</script>', re.DOTALL)
ELEMENTS = ("wind", "forest", "fire", "mountain", "yin", "thunder")


def engine_rows(project: Path) -> Iterator[Row]:
    """Random games of Face-Off, of Uno by RLCard and of gin rummy by OpenSpiel."""
    games, actions, seconds = random_games(project)
    rate = games / seconds
    yield "random games a second", f"{rate:.0f}", "Face-Off, with every event; budget 50"
    replayed, events, seconds = actions
    told = f"{events / seconds:,.0f} events; budget 10,000"
    yield "  actions carried out, a second", f"{replayed / seconds:,.0f}", told
    for name, play, remark in (
        ("RLCard 1.2.0, Uno", uno, "pure Python, no events"),
        ("OpenSpiel 2.0.2, gin rummy", gin_rummy, "C++, no events"),
    ):
        try:
            peers, moves, seconds = play()
        except ImportError as error:
            yield f"  {name}", "not measured", f"it could not be imported: {error}"
            continue
        told = f"{moves / seconds:,.0f} actions a second; {remark}"
        yield f"  {name}", f"{peers / seconds:.0f}", told


def random_games(project: Path) -> tuple[int, tuple[int, int, float], float]:
    """Games and seconds of random play; then actions, events and seconds of carrying out the same
    actions again, which is `apply` alone, without the list of what is legal."""
    from referee.core.values import CHANCE
    from referee.faceoff import apply, chance, legal
    from referee.faceoff.decks import new_game

    decks = decks_of(project)
    played: list[tuple[Any, list[Any]]] = []
    seconds = 0.0
    for seed in range(GAMES):
        below = random.Random(SEED + seed).randrange
        start, _events = new_game(decks(below), decks(below))
        state, actions = start, []
        began = time.process_time()
        while not state.winner:
            if state.choice is not None and state.choice.player == CHANCE:
                action = chance(state, below)
            else:
                able = legal(state)
                action = able[below(len(able))]
            state, _events = apply(state, action)
            actions.append(action)
        seconds += time.process_time() - began
        played.append((start, actions))
    events = 0
    began = time.process_time()
    for state, actions in played:
        for action in actions:
            state, happened = apply(state, action)
            events += len(happened)
    again = sum(len(actions) for _start, actions in played), events, time.process_time() - began
    return GAMES, again, seconds


def decks_of(project: Path) -> Callable[[Callable[[int], int]], Any]:
    """What makes random legal decks of one element, from the cards of Face-Off."""
    from referee.faceoff.decks import Deck
    from zhenshu import content, rulings

    loaded, _problems = content.load(project)
    cards = loaded.games["faceoff"].cards.values()
    records = {f"{card.set}/{card.slug}": card.document.data for card in cards}
    known = rulings.cards_of("faceoff", records)

    def deck(below: Callable[[int], int]) -> Any:
        element = ELEMENTS[below(len(ELEMENTS))]
        able = [id for id, card in records.items() if card.get("element") == element]
        commanders = [id for id in able if "commander" in records[id]["type"]]
        tactic = next(id for id in able if "tactic" in records[id]["type"])
        others = [id for id in able if id not in commanders and id != tactic]
        # No more than three of a card (deck.2).
        main = [id for id in others for _copy in range(3)]
        chosen = [main.pop(below(len(main))) for _card in range(40)]
        commander = known.face(commanders[below(len(commanders))])
        faces = tuple(known.face(id) for id in chosen)
        return Deck(commander, STAMINA, faces, (known.face(tactic),) * 12)

    return deck


def uno() -> tuple[int, int, float]:
    """Games, actions and seconds of random Uno for two."""
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make("uno", config={"seed": SEED})
    table.set_agents([RandomAgent(num_actions=table.num_actions)] * table.num_players)
    games = actions = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        trajectories, _payoffs = table.run(is_training=False)
        games += 1
        # States and actions take turns; the last one is a state.
        actions += sum(len(each) // 2 for each in trajectories)
    return games, actions, time.process_time() - began


def gin_rummy() -> tuple[int, int, float]:
    """Games, actions (those of chance too) and seconds of random gin rummy."""
    import pyspiel

    game, dice = pyspiel.load_game("gin_rummy"), random.Random(SEED)
    games = actions = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                able, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(able, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            actions += 1
        games += 1
    return games, actions, time.process_time() - began


def browser_rows(project: Path) -> Iterator[Row]:
    """The referee in Chromium: until it is ready, until the sandbox has its first answer, and how
    long each case of a ruling takes; then all again with a slowed processor."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        yield "referee in the browser", "not measured", str(error)
        return
    if path is None:
        yield "referee in the browser", "not measured", "Chromium is not installed"
        return
    asked = list(questions(project))
    with served(project / "dist") as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield from wire_rows(browser, base)
        for rate in (1, THROTTLED):
            slowed = "" if rate == 1 else f", processor slowed {rate} times"
            opened, ready, times = in_browser(browser, base, rate, asked)
            yield "sandbox, first answer", f"{opened:.0f} ms", f"budget 500 ms{slowed}"
            yield "  worker ready", f"{ready:.0f} ms", f"from opening it{slowed}"
            middle, most = statistics.median(times), max(times)
            told = f"median of {len(times)} cases; slowest {most:.0f} ms; budget 50 ms{slowed}"
            yield "  each answer", f"{middle:.0f} ms", told
        browser.close()


def questions(project: Path) -> Iterator[dict[str, Any]]:
    """What pages ask to have the cases of the rulings of Face-Off played, one at a time."""
    for page in sorted((project / "dist/en/faceoff/rulings/").glob("*/index.html")):
        for text in LIVING.findall(page.read_text(encoding="utf-8")):
            living = json.loads(text)
            for case in living["cases"]:
                yield {"ruling": case, "hant": living["hant"], "languages": ["en"]}


# When the page offers something to do; asking it from outside would count that too.
NOTICE = """new MutationObserver(() => {
    if (document.querySelector("#now button")) window.firstAnswer ??= performance.now();
}).observe(document, { childList: true, subtree: true })"""

MEASURE = """async (asked) => {
    const { open } = await import("../../../static/referee/client.js");
    const began = performance.now();
    const referee = open();
    await referee.ready;
    const ready = performance.now() - began;
    const times = [];
    for (const question of asked) {
        const start = performance.now();
        await referee.ask("run", question);
        times.push(performance.now() - start);
    }
    return [ready, times];
}"""


def in_browser(
    browser: Any, base: str, rate: int, asked: list[dict[str, Any]]
) -> tuple[float, float, list[float]]:
    """Milliseconds from opening the sandbox to its first answer, from opening the worker until it
    is ready, and of each answer."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    page.add_init_script(NOTICE)
    page.goto(f"{base}en/faceoff/sandbox/", wait_until="commit")
    page.wait_for_selector("#now button")
    opened = page.evaluate("window.firstAnswer")
    ready, times = page.evaluate(MEASURE, asked)
    page.context.close()
    return opened, ready, times


def wire_rows(browser: Any, base: str) -> Iterator[Row]:
    """What opening the sandbox fetches."""
    found: dict[str, int] = {}
    page = browser.new_context().new_page()

    def weigh(response: Any) -> None:
        found[response.url] = len(gzip.compress(response.body(), 9))

    page.on("response", weigh)
    page.goto(f"{base}en/faceoff/sandbox/")
    page.wait_for_selector("#now button", timeout=PATIENCE)
    runtime = sum(size for url, size in found.items() if "micropython" in url)
    total = f"{sum(found.values()) / 1024:.0f} KB"
    told = f"gzip -9, {len(found)} files; {runtime / 1024:.0f} KB of it the runtime"
    yield "sandbox, all that is fetched", total, told
    page.context.close()


class served:
    """A folder on a plain file host, for as long as the block lasts."""

    def __init__(self, folder: Path):
        handler = partial(_Quiet, directory=str(folder))
        self._host = ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self) -> str:
        threading.Thread(target=self._host.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._host.server_port}/"

    def __exit__(self, *_error: object) -> None:
        self._host.shutdown()
        self._host.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""
