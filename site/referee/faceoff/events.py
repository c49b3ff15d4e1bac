"""The events of Face-Off, and `reduce`, the only place where its state changes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from referee.core.values import Choice, Event
from referee.faceoff.state import WINDOWS, Combat, Damage, Side, State, other, with_side

Data: TypeAlias = Mapping[str, Any]

EVENTS: Mapping[str, tuple[str, ...]] = {
    "attack_declared": ("player", "attackers", "target"),
    "distance_assumed": ("distance",),
    "in_range": ("unit", "target", "range", "distance"),
    "rested": ("unit",),
    "step_begun": ("step",),
    "passed": ("player", "step"),
    "intercepted": ("unit", "instead_of"),
    "flash_added": ("unit", "flash", "power"),
    "no_flash": ("unit", "power"),
    "discarded": ("player", "card", "flash", "unit", "power"),
    "attack_succeeded": ("attack", "target", "power"),
    "attack_failed": ("attack", "target", "power"),
    "died": ("unit",),
    "no_damage": ("unit",),
    "damage_begun": ("unit", "damage"),
    "life_taken": ("player", "card", "left"),
    "dying": ("unit",),
    "damage_lost": ("points",),
    "lost": ("player", "unit"),
    "combat_ended": (),
}
"""Every kind of event, with the words of its data."""


def reduce(state: State, event: Event) -> State:
    """The state after an event."""
    change = _CHANGES.get(event.kind)
    if change is not None:
        state = change(state, event.data)
    elif event.kind not in EVENTS:
        raise KeyError(event.kind)
    return replace(state, count=state.count + 1)


def _attack_declared(state: State, data: Data) -> State:
    defender = other(data["player"])
    combat = Combat(data["attackers"], data["target"], defender, declared=state.count)
    return replace(state, combat=combat, choice=None)


def _rested(state: State, data: Data) -> State:
    def rest(side: Side) -> Side:
        line = tuple(
            replace(unit, readied=False) if unit.id == data["unit"] else unit for unit in side.line
        )
        return replace(side, line=line)

    return with_side(state, state.controller(data["unit"]), rest)


def _step_begun(state: State, data: Data) -> State:
    combat = replace(state.fight(), step=data["step"])
    choice = Choice(combat.defender, combat.step) if combat.step in WINDOWS else None
    return replace(state, combat=combat, choice=choice)


def _passed(state: State, data: Data) -> State:
    return replace(state, choice=None)


def _intercepted(state: State, data: Data) -> State:
    combat = replace(state.fight(), target=data["unit"], intercepted=True)
    return replace(state, combat=combat, choice=None)


def _power_added(state: State, data: Data) -> State:
    """The new power ends with the addend that is new."""
    combat = state.fight()
    added = (*combat.added, data["power"].addends[-1])
    return replace(state, combat=replace(combat, added=added))


def _discarded(state: State, data: Data) -> State:
    def discard(side: Side) -> Side:
        thrown = tuple(card for card in side.hand if card.id == data["card"])
        hand = tuple(card for card in side.hand if card.id != data["card"])
        return replace(side, hand=hand, discard=side.discard + thrown)

    return _power_added(with_side(state, data["player"], discard), data)


def _settled(state: State, data: Data) -> State:
    return replace(state, combat=replace(state.fight(), settled=True))


def _died(state: State, data: Data) -> State:
    def bury(side: Side) -> Side:
        dead = tuple(unit.card for unit in side.line if unit.id == data["unit"])
        line = tuple(unit for unit in side.line if unit.id != data["unit"])
        return replace(side, line=line, discard=side.discard + dead)

    return with_side(state, state.controller(data["unit"]), bury)


def _damage_begun(state: State, data: Data) -> State:
    damage = Damage(data["damage"].total, state.count)
    return replace(state, combat=replace(state.fight(), damage=damage))


def _life_taken(state: State, data: Data) -> State:
    def take(side: Side) -> Side:
        return replace(side, life=side.life[1:], hand=(*side.hand, side.life[0]))

    combat = state.fight()
    if combat.damage is not None:
        points = combat.damage.points - 1
        left = replace(combat.damage, points=points) if points else None
        state = replace(state, combat=replace(combat, damage=left))
    return with_side(state, data["player"], take)


def _damage_lost(state: State, data: Data) -> State:
    return replace(state, combat=replace(state.fight(), damage=None))


def _lost(state: State, data: Data) -> State:
    return replace(state, winner=other(data["player"]), combat=None, choice=None)


def _combat_ended(state: State, data: Data) -> State:
    return replace(state, combat=None, choice=Choice(state.turn, "main"))


# Kinds of EVENTS that are not here only tell something.
_CHANGES: Mapping[str, Callable[[State, Data], State]] = {
    "attack_declared": _attack_declared,
    "rested": _rested,
    "step_begun": _step_begun,
    "passed": _passed,
    "intercepted": _intercepted,
    "flash_added": _power_added,
    "discarded": _discarded,
    "attack_succeeded": _settled,
    "attack_failed": _settled,
    "died": _died,
    "damage_begun": _damage_begun,
    "life_taken": _life_taken,
    "damage_lost": _damage_lost,
    "lost": _lost,
    "combat_ended": _combat_ended,
}
