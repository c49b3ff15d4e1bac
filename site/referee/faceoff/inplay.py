"""The skills in play that work by themselves: static ones, and those that wait for something."""

from dataclasses import dataclass
from typing import Any

from referee.core.change import quick
from referee.core.work import spend
from referee.faceoff.state import PLAYERS, Ability, State, Unit

_KINDS = ("static", "triggered")


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
    """The static and the triggered skills of a table, in its order.

    `words` are the keys under which the static ones give something; `weakening` tells that one of
    them could lower power; `steps` is the work of looking through the table.
    """

    static: tuple[Standing, ...]
    triggered: tuple[Standing, ...]
    words: tuple[str, ...]
    weakening: bool
    steps: int


class _Memory:
    """The last lines looked at, and their skills: most events leave both lines as they are. It is
    one value, so that nobody takes the skills of other lines when two games are played at once."""

    last: tuple[tuple[Unit, ...], tuple[Unit, ...], InPlay] = ((), (), InPlay((), (), (), False, 0))


def in_play(state: State) -> InPlay:
    """The skills of the cards on the battlefield and of what is attached to them."""
    you, opponent = state.sides
    known, theirs, found = _Memory.last
    if known is not you.line or theirs is not opponent.line:
        found = _in_play(state)
        _Memory.last = (you.line, opponent.line, found)
    return found


def standing(state: State) -> tuple[Standing, ...]:
    """Every static skill in play."""
    return in_play(state).static


def triggers(state: State) -> tuple[Standing, ...]:
    """Every triggered skill in play; each that is looked at is a step."""
    found = in_play(state)
    spend(found.steps)
    return found.triggered


def _in_play(state: State) -> InPlay:
    found: list[Standing] = []
    steps = 0
    for player in PLAYERS:
        for unit in state.side(player).line:
            abilities = unit.face.abilities
            steps += len(abilities) + len(unit.attached)
            for ability in abilities:
                if ability.kind in _KINDS:
                    found.append(Standing(player, unit.card.id, ability))
            for attached in unit.attached:
                for ability in attached.card.face.abilities:
                    if ability.kind in _KINDS:
                        found.append(Standing(attached.controller, attached.card.id, ability))
            for gain in unit.gains:
                if gain.kind == "ability" and gain.value.kind in _KINDS:
                    found.append(Standing(player, unit.card.id, gain.value))
    static = tuple([each for each in found if each.ability.kind == "static"])
    triggered = tuple([each for each in found if each.ability.kind == "triggered"])
    weakening = any([_lowers(each.ability.data.get("power", 0)) for each in static])
    words = tuple([word for each in static for word in each.ability.data])
    return InPlay(static, triggered, words, weakening, steps + len(triggered))


def _lowers(amount: Any) -> bool:
    """Whether the amount of a static skill could be negative."""
    if isinstance(amount, int):
        return amount < 0
    return int(amount.get("times", 1)) < 0 or int(amount.get("plus", 0)) < 0
