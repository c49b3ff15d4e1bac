"""What the two lines alone tell: the skills that work by themselves, and what may be wrong.

Most events leave both lines as they are, so it is looked up once for as long as they stay.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.core.change import quick
from referee.core.work import spend
from referee.faceoff.state import PLAYERS, Ability, State, Unit

_KINDS = ("static", "triggered")

_ALL = 1_000_000_000
"""More power than any unit has."""


@quick
@dataclass(frozen=True, slots=True)
class Standing:
    """A skill in play: its player, the card it is on, and itself."""

    player: str
    source: str
    ability: Ability


@quick
@dataclass(frozen=True, slots=True)
class InPlay:
    """The static and the triggered skills of two lines, in the order of the table.

    `words` are the keys under which the static ones give something; `weak` are the characters that
    could be without power; `attached` tells that something is attached or under another player's
    control, `peerless` that a unit has Peerless printed; `steps` is the work of looking through it
    all.
    """

    static: tuple[Standing, ...]
    triggered: tuple[Standing, ...]
    words: tuple[str, ...]
    weak: tuple[str, ...]
    attached: bool
    peerless: bool
    steps: int


_NOTHING = InPlay((), (), (), (), False, False, 0)


class _Memory:
    """The last lines looked at, and what they tell. It is one value, so that nobody takes what
    other lines tell when two games are played at once."""

    last: tuple[tuple[Unit, ...], tuple[Unit, ...], InPlay] = ((), (), _NOTHING)


def in_play(state: State) -> InPlay:
    """What the lines tell of the cards on the battlefield and of what is attached to them."""
    you, opponent = state.sides
    known, theirs, found = _Memory.last
    if known is not you.line or theirs is not opponent.line:
        found = _in_play(state)
        _Memory.last = (you.line, opponent.line, found)
    return found


def standing(state: State, word: str) -> Iterable[Standing]:
    """The static skills in play that give something under a word; all are looked at if any does."""
    found = in_play(state)
    if word not in found.words:
        return ()
    spend(len(found.static))
    return [each for each in found.static if word in each.ability.data]


def triggers(state: State) -> tuple[Standing, ...]:
    """Every triggered skill in play; each that is looked at is a step."""
    found = in_play(state)
    spend(found.steps)
    return found.triggered


def _in_play(state: State) -> InPlay:
    static: list[Standing] = []
    triggered: list[Standing] = []
    attached, peerless, steps = False, False, 0
    for player in PLAYERS:
        for unit in state.side(player).line:
            for each in _skills(player, unit):
                (static if each.ability.kind == "static" else triggered).append(each)
            attached = attached or bool(unit.attached) or unit.card.owner != player
            peerless = peerless or "peerless" in unit.face.keywords
            steps += len(unit.face.abilities) + len(unit.attached)
    words = tuple([word for each in static for word in each.ability.data])
    return InPlay(
        tuple(static),
        tuple(triggered),
        words,
        _weak(state, static),
        attached,
        peerless,
        steps + len(triggered),
    )


def _skills(player: str, unit: Unit) -> list[Standing]:
    """The skills of a unit and of its attachments that work by themselves."""
    name = unit.card.id
    found = [Standing(player, name, each) for each in unit.face.abilities if each.kind in _KINDS]
    for attached in unit.attached:
        for ability in attached.card.face.abilities:
            if ability.kind in _KINDS:
                found.append(Standing(attached.controller, attached.card.id, ability))
    for gain in unit.gains:
        if gain.kind == "ability" and gain.value.kind in _KINDS:
            found.append(Standing(player, name, gain.value))
    return found


def _weak(state: State, static: list[Standing]) -> tuple[str, ...]:
    """The characters that would be without power if every static skill lowered it and none raised
    it."""
    lowered = sum([_lowering(each.ability.data.get("power", 0)) for each in static])
    found = []
    for side in state.sides:
        for unit in side.line:
            least = unit.face.power + unit.counters - lowered
            for attached in unit.attached:
                least += attached.card.face.power
            for gain in unit.gains:
                if gain.kind == "power":
                    least += gain.value
            if least <= 0 and unit.card.face.type == "character":
                found.append(unit.card.id)
    return tuple(found)


def _lowering(amount: Any) -> int:
    """The most that the amount of a static skill could take from the power of a unit."""
    if isinstance(amount, int):
        return max(0, -amount)
    could = int(amount.get("times", 1)) < 0 or int(amount.get("plus", 0)) < 0
    return _ALL if could else 0
