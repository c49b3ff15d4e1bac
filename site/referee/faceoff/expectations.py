"""What a ruling of Face-Off can expect; `referee.faceoff.scenario` says how it is written."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from referee.core.reader import Node
from referee.core.scenario import Check, Names, Played, Verdict
from referee.core.values import Event
from referee.faceoff.numbers import power
from referee.faceoff.state import PLAYERS, WINDOWS, Card, State

Table: TypeAlias = Played[State]

STEPS = ("attack", *WINDOWS, "resolution", "end")
ZONES = ("battlefield", "hand", "life", "discard")


def _verdict(node: Node, expected: str, actual: object, wanted: object) -> Verdict:
    return Verdict(node.path, f"{expected}: {wanted}", str(actual), actual == wanted)


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
    yield _verdict(node, "attack", actual, node.word(("succeeds", "fails")))


def _total(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    outcome = _outcome(played)
    actual = outcome.data["attack"].total if outcome is not None else "none"
    yield _verdict(node, "total", actual, node.number())


def _power(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    entries = [(key, value) for key, value in node.entries() if key != "at"]
    step = "resolution"
    if len(entries) < len(node.entries()):
        step = node.value["at"].word(STEPS)
    for name, value in entries:
        unit = names.id(Node(name, value.path))
        actual: object = "none"
        for state in played.states:
            if state.combat and state.combat.step == step and state.find(unit):
                actual = power(state, unit).total
        yield _verdict(value, f"power of {name} at {step}", actual, value.number())


def _where(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    for name, value in node.entries():
        card = names.id(Node(name, value.path))
        actual = _zone(played.end, card)
        yield _verdict(value, f"where is {name}", actual, value.word(ZONES))


def _zone(state: State, card: str) -> str:
    for side in state.sides:
        zones: tuple[tuple[str, Iterable[Card]], ...] = (
            ("battlefield", [unit.card for unit in side.line]),
            ("hand", side.hand),
            ("life", side.life),
            ("discard", side.discard),
        )
        for zone, cards in zones:
            if card in [held.id for held in cards]:
                return zone
    raise KeyError(card)


def _orientation(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    for name, value in node.entries():
        unit = played.end.find(names.id(Node(name, value.path)))
        actual = "none"
        if unit is not None:
            actual = "readied" if unit.readied else "rested"
        wanted = value.word(("readied", "rested"))
        yield _verdict(value, f"orientation of {name}", actual, wanted)


def _life(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    for player, value in sorted(node.fields(PLAYERS).items()):
        actual = len(played.end.side(player).life)
        yield _verdict(value, f"life of {player}", actual, value.number())


def _hand(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    for player, value in sorted(node.fields(PLAYERS).items()):
        actual = len(played.end.side(player).hand)
        yield _verdict(value, f"hand of {player}", actual, value.number())


def _won(node: Node, played: Table, names: Names) -> Iterator[Verdict]:
    actual = played.end.winner or "nobody"
    yield _verdict(node, "won", actual, node.word((*PLAYERS, "nobody")))


CHECKS: Mapping[str, Check] = {
    "attack": _attack,
    "total": _total,
    "power": _power,
    "where": _where,
    "orientation": _orientation,
    "life": _life,
    "hand": _hand,
    "won": _won,
}
"""Every expectation that is Face-Off's own."""
