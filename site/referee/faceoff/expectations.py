"""What a ruling of Face-Off can expect; `referee.faceoff.scenario` says how it is written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from referee.core.reader import Node
from referee.core.scenario import Check, Names, Played
from referee.core.values import Event, Verdict
from referee.faceoff.actions import legal
from referee.faceoff.numbers import has, power, reach
from referee.faceoff.state import COUNTED_KEYWORDS, KEYWORDS, PLAYERS, WINDOWS, Card, Side, State

Table: TypeAlias = Played[State]

NOTHING: Mapping[str, str] = {}

STEPS = ("attack", *WINDOWS, "resolution", "end")
ZONES = ("battlefield", "hand", "life", "discard", "deck", "tactics", "attached")


def _verdict(
    node: Node, kind: str, actual: object, wanted: object, data: Mapping[str, str] = NOTHING
) -> Verdict:
    return Verdict(node.path, kind, data, wanted, actual, actual == wanted)


def _outcome(played: Table) -> Event | None:
    """The event that settled the last attack."""
    for event in reversed(played.events):
        if event.kind in ("attack_succeeded", "attack_failed"):
            return event
    return None


def _attack(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    outcome = _outcome(played)
    actual = "undecided"
    if outcome is not None:
        actual = "succeeds" if outcome.kind == "attack_succeeded" else "fails"
    yield _verdict(node, "attack", actual, node.word(("succeeds", "fails", "undecided")))


def _total(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    outcome = _outcome(played)
    actual = outcome.data["attack"].total if outcome is not None else "none"
    yield _verdict(node, "total", actual, node.number())


def _each(check: Callable[[Node, Table, str], Verdict], *others: str) -> Check:
    """A check of each of the cards that a map names; `others` are keys that name none."""

    def check_all(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
        def check_one(name: str, value: Node) -> Verdict:
            return check(value, played, names.id(Node(name, value.path)))

        for name, value in node.entries():
            verdict = None if name in others else names.mistakes.keep(check_one, name, value)
            if verdict is not None:
                yield verdict

    return check_all


def _power(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    step = "resolution"
    if "at" in [key for key, _value in node.entries()]:
        step = names.mistakes.keep(node.value["at"].word, STEPS) or step

    def check(value: Node, played: Table, unit: str) -> Verdict:
        actual: object = "none"
        if step == "end" and played.end.find(unit):
            actual = power(played.end, unit).total
        for state in played.states:
            if step != "end" and state.combat and state.combat.step == step and state.find(unit):
                actual = power(state, unit).total
        return _verdict(value, "power", actual, value.number(), {"unit": unit, "step": step})

    return iter(_each(check, "at")(node, played, names))


def _where(value: Node, played: Table, card: str) -> Verdict:
    actual = _zone(played.end, card)
    return _verdict(value, "where", actual, value.word(ZONES), {"card": card})


def _zone(state: State, card: str) -> str:
    for side in state.sides:
        zones: tuple[tuple[str, Iterable[Card]], ...] = (
            ("battlefield", [unit.card for unit in side.line]),
            ("hand", side.hand),
            ("life", side.life),
            ("discard", side.discard),
            ("deck", side.deck),
            ("tactics", [tactic.card for tactic in side.tactics]),
            ("tactics-deck", side.tactics_deck),
            ("attached", [each.card for unit in side.line for each in unit.attached]),
        )
        for zone, cards in zones:
            if card in [held.id for held in cards]:
                return zone
    # It was lost to a mistake in the position, which is told in place of the verdict.
    return "none"


def _orientation(value: Node, played: Table, card: str) -> Verdict:
    unit = played.end.find(card)
    actual = "none"
    if unit is not None:
        actual = "readied" if unit.readied else "rested"
    for side in played.end.sides:
        for tactic in side.tactics:
            if tactic.id == card:
                actual = "readied" if tactic.readied else "rested"
    wanted = value.word(("readied", "rested"))
    return _verdict(value, "orientation", actual, wanted, {"card": card})


def _of_unit(what: str, read: Callable[[State, str], object]) -> Check:
    """A check of something that a unit has after all."""

    def check(value: Node, played: Table, unit: str) -> Verdict:
        actual = read(played.end, unit) if played.end.find(unit) else "none"
        wanted = value.word(PLAYERS) if what == "controller" else value.number()
        return _verdict(value, what, actual, wanted, {"unit": unit})

    return _each(check)


def _keyword(value: Node, played: Table, unit: str) -> Verdict:
    keyword = value.word((*KEYWORDS, *COUNTED_KEYWORDS))
    having = played.end.find(unit) is not None and has(played.end, unit, keyword) > 0
    wanted = f"keyword-{keyword}"
    return _verdict(value, "keyword", wanted if having else "none", wanted, {"unit": unit})


def _of_side(what: str, read: Callable[[Side], int]) -> Check:
    """A check of how many of something a player has after all."""

    def check(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
        found = node.fields(PLAYERS, (), names.mistakes)
        for player in sorted(found):
            wanted = names.mistakes.keep(found[player].number)
            if wanted is not None:
                actual = read(played.end.side(player))
                yield _verdict(found[player], what, actual, wanted, {"player": player})

    return check


def _ways(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    idle = ("pass", "end")
    ways = [each for each in legal(played.halt) if each.kind not in idle]
    ways = [each for each in ways if each.data.get("chosen") not in ("no", "done")]
    yield _verdict(node, "ways", len(ways), node.number())


def _asked(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    choice = played.halt.choice
    actual = choice.kind if choice is not None and choice.options else "nothing"
    yield _verdict(node, "asked", actual, node.word())


def _turn(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    yield _verdict(node, "turn", played.end.turn, node.word(PLAYERS))


def _won(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    actual = played.end.winner or "nobody"
    yield _verdict(node, "won", actual, node.word((*PLAYERS, "draw", "nobody")))


CHECKS: Mapping[str, Check] = {
    "attack": _attack,
    "total": _total,
    "power": _power,
    "where": _each(_where),
    "orientation": _each(_orientation),
    "range": _of_unit("range", lambda state, unit: reach(state, unit).total),
    "counters": _of_unit("counters", lambda state, unit: state.unit(unit).counters),
    "controller": _of_unit("controller", lambda state, unit: state.controller(unit)),
    "keyword": _each(_keyword),
    "life": _of_side("life", lambda side: len(side.life)),
    "hand": _of_side("hand", lambda side: len(side.hand)),
    "deck": _of_side("deck", lambda side: len(side.deck)),
    "discard": _of_side("discard", lambda side: len(side.discard)),
    "tactics": _of_side("tactics", lambda side: len(side.tactics)),
    "readied-tactics": _of_side(
        "readied-tactics", lambda side: len([each for each in side.tactics if each.readied])
    ),
    "supply": _of_side("supply", lambda side: side.supply),
    "units": _of_side("units", lambda side: len(side.line)),
    "ways": _ways,
    "asked": _asked,
    "turn": _turn,
    "won": _won,
}
"""Every expectation that is Face-Off's own."""
