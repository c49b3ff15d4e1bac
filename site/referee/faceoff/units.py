"""How the state changes when something happens to one unit."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from referee.core.change import replace
from referee.faceoff.state import Gain, State, Unit, with_unit

Data: TypeAlias = Mapping[str, Any]


def rest(unit: Unit) -> Unit:
    return replace(unit, readied=False)


def rested(state: State, data: Data) -> State:
    return with_unit(state, data["unit"], rest)


def stays_rested(state: State, data: Data) -> State:
    def hold(unit: Unit) -> Unit:
        if any(gain.kind == "unreadying" for gain in unit.gains):
            return unit
        return replace(unit, gains=(*unit.gains, Gain("unreadying", 1, "")))

    return with_unit(state, data["unit"], hold)


def without(unit: Unit, until: str) -> Unit:
    """The unit without what it has gained until then."""
    kept = tuple([gain for gain in unit.gains if gain.until != until])
    return unit if len(kept) == len(unit.gains) else replace(unit, gains=kept)


def once(state: State, data: Data) -> State:
    def mark(unit: Unit) -> Unit:
        if unit.card.id == data["card"]:
            return replace(unit, used=(*unit.used, data["index"]))
        attached = [
            replace(each, used=(*each.used, data["index"])) if each.id == data["card"] else each
            for each in unit.attached
        ]
        return replace(unit, attached=tuple(attached))

    host = state.host(data["card"])
    return with_unit(state, data["card"] if host is None else host.card.id, mark)


def gain(state: State, data: Data, kind: str, value: Any) -> State:
    gain = Gain(kind, value, data["until"])

    def more(unit: Unit) -> Unit:
        return replace(unit, gains=(*unit.gains, gain))

    return with_unit(state, data["unit"], more)


def power_gained(state: State, data: Data) -> State:
    return gain(state, data, "power", data["n"])


def range_gained(state: State, data: Data) -> State:
    return gain(state, data, "range", data["n"])


def keyword_gained(state: State, data: Data) -> State:
    return gain(state, data, "keyword", data["keyword"])


def ability_gained(state: State, data: Data) -> State:
    return gain(state, data, "ability", data["ability"])


def ban_gained(state: State, data: Data) -> State:
    return gain(state, data, "ban", data["ban"])


def counters_put(state: State, data: Data) -> State:
    return with_unit(
        state, data["unit"], lambda unit: replace(unit, counters=unit.counters + data["n"])
    )


def counters_removed(state: State, data: Data) -> State:
    return with_unit(
        state, data["unit"], lambda unit: replace(unit, counters=unit.counters - data["n"])
    )


def readied(state: State, data: Data) -> State:
    return with_unit(state, data["unit"], lambda unit: replace(unit, readied=True))


def suppressed(state: State, data: Data) -> State:
    return stays_rested(rested(state, data), data)


def awakened(state: State, data: Data) -> State:
    return with_unit(state, data["unit"], lambda unit: replace(unit, awakened=True))


def fresh(unit: Unit) -> Unit:
    """The unit as a turn begins: it has not entered, moved or used any skill in it."""
    if any([each.used for each in unit.attached]):
        attached = tuple([replace(each, used=()) for each in unit.attached])
        unit = replace(unit, attached=attached)
    if unit.entered or unit.used or unit.moves:
        return replace(unit, entered=False, used=(), moves=0)
    return unit


def ready_phase(unit: Unit) -> Unit:
    """The unit after a ready phase, which a unit that may not ready only waits for."""
    kept = [gain for gain in unit.gains if gain.kind != "unreadying"]
    if len(kept) < len(unit.gains):
        return replace(unit, gains=tuple(kept))
    return unit if unit.readied else replace(unit, readied=True)
