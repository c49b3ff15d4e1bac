"""The events of Face-Off, and `reduce`, the only place where its state changes."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from referee.core.change import replace
from referee.core.values import Choice, Event
from referee.faceoff import units, zones
from referee.faceoff.state import (
    NOTHING_TO_DO,
    PLAYERS,
    WINDOWS,
    Combat,
    Gain,
    Lasting,
    Side,
    State,
    Tactic,
    Unit,
    counted,
    other,
    with_line,
    with_side,
    with_unit,
)

Data: TypeAlias = Mapping[str, Any]

EVENTS: Mapping[str, tuple[str, ...]] = {
    # Combat.
    "attack_declared": ("player", "attackers", "target"),
    "distance_assumed": ("distance",),
    "in_range": ("unit", "target", "range", "distance"),
    "rested": ("unit",),
    "step_begun": ("step",),
    "step_skipped": ("step",),
    "combat_broken": (),
    "passed": ("player", "step"),
    "intercepted": ("unit", "instead_of"),
    "flash_added": ("unit", "flash", "power"),
    "no_flash": ("unit", "power"),
    "discarded": ("player", "card", "flash", "unit", "power"),
    "attack_succeeded": ("attack", "target", "power"),
    "attack_failed": ("attack", "target", "power"),
    "died": ("unit",),
    "survives": ("unit",),
    "no_damage": ("unit",),
    "damage_begun": ("unit", "damage"),
    "life_taken": ("player", "card", "left"),
    "life_discarded": ("player", "card", "left"),
    "ambushed": ("player", "card", "left"),
    "no_ambush": ("card",),
    "dying": ("unit",),
    "damage_lost": ("points",),
    "lost": ("player", "unit"),
    "combat_ended": (),
    # Turns.
    "turn_started": ("player", "number"),
    "readied_all": ("player",),
    "stays_rested": ("unit",),
    "tactic_entered": ("player", "card"),
    "no_tactic": ("player",),
    "drew": ("player", "card"),
    "deck_empty": ("player",),
    "main_begun": ("player",),
    "end_begun": ("player",),
    "over_limit": ("player", "limit"),
    "expired": (),
    "defeated": ("player",),
    "drawn_game": (),
    "conceded": ("player",),
    # Setting up.
    "picked": ("player",),
    "first_player": ("player",),
    "shuffled": ("player", "zone", "order"),
    "life_set": ("player", "n"),
    # Costs, and cards from zone to zone.
    "cost_counted": ("card", "cost"),
    "tactic_rested": ("player", "card"),
    "supply_spent": ("player",),
    "supply_gained": ("player", "n"),
    "insight_paid": ("player", "unit", "n"),
    "elusive_paid": ("player", "unit", "n"),
    "element_met": ("player", "element", "n"),
    "element_unmet": ("card",),
    "played": ("player", "card"),
    "entered": ("player", "unit", "place", "unpaid"),
    "attached": ("player", "card", "host"),
    "came_off": ("card",),
    "fell_off": ("card",),
    "put": ("card", "place"),
    "discarded_card": ("player", "card"),
    "looked": ("player", "n"),
    "revealed": ("card",),
    # Skills.
    "used": ("player", "card", "index"),
    "triggered": ("player", "card", "key"),
    "not_triggered": ("card", "key"),
    "declined": ("player",),
    "asked": ("player", "question", "choice", "agenda"),
    "chose": ("player", "chosen"),
    "chose_place": ("player", "n"),
    "chose_effect": ("player", "n"),
    "no_target": ("card",),
    "gone": ("unit",),
    "once": ("card", "index"),
    "power_gained": ("unit", "n", "until"),
    "range_gained": ("unit", "n", "until"),
    "keyword_gained": ("unit", "keyword", "word", "until"),
    "ability_gained": ("unit", "ability", "until"),
    "ban_gained": ("unit", "ban", "until"),
    "counters_put": ("unit", "n"),
    "counters_removed": ("unit", "n"),
    "readied": ("unit",),
    "readied_already": ("unit",),
    "rested_already": ("unit",),
    "suppressed": ("unit",),
    "destroyed": ("unit",),
    "replaced": ("unit", "card"),
    "sacrificed": ("player", "unit"),
    "no_power": ("unit",),
    "not_peerless": ("unit",),
    "moved": ("unit", "place", "distance"),
    "awakened": ("unit",),
    "tactic_flipped": ("player", "card"),
    "control_changed": ("unit", "player", "place"),
    "discount_set": ("player", "n", "on"),
    "skip_set": ("player", "step", "lasts"),
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
    attackers = data["attackers"]
    skips = [each.value for each in state.lasting if each.kind == "skip"]
    combat = Combat(
        attackers,
        data["target"],
        defender,
        declared=state.count,
        skips=tuple(skips),
        joint=len(attackers) > 1,
    )
    kept = tuple([each for each in state.lasting if not (each.kind == "skip" and each.next)])
    if combat.joint:
        state = counted(state, "joint:" + data["player"], len(attackers))
    return replace(state, combat=combat, choice=None, lasting=kept)


def _step_begun(state: State, data: Data) -> State:
    combat = replace(state.fight(), step=data["step"])
    choice = Choice(combat.defender, combat.step) if combat.step in WINDOWS else None
    return replace(state, combat=combat, choice=choice)


def _step_skipped(state: State, data: Data) -> State:
    return replace(state, combat=replace(state.fight(), step=data["step"]))


def _combat_broken(state: State, data: Data) -> State:
    return replace(state, combat=replace(state.fight(), broken=True))


def _passed(state: State, data: Data) -> State:
    defended = data["step"] == "dodge" and data["player"] == state.fight().defender
    if defended and state.settings.attacker_dodges:
        return replace(state, choice=Choice(other(data["player"]), "dodge"))
    return replace(state, choice=None)


def _intercepted(state: State, data: Data) -> State:
    combat = replace(state.fight(), target=data["unit"], intercepted=True)
    return replace(state, combat=combat, choice=None)


def _power_added(state: State, data: Data) -> State:
    """The new power ends with the addend that is new."""
    combat = state.fight()
    new = [part for part in data["power"].addends if part.label.endswith("_flash")][-1]
    return replace(state, combat=replace(combat, added=(*combat.added, new)))


def _discarded(state: State, data: Data) -> State:
    state, card = zones.take(state, data["card"])
    state = zones.give(state, card, "discard")
    if data["unit"] == state.fight().target:
        return _power_added(state, data)
    gain = Gain("power", data["flash"], "combat", data["card"])

    def stronger(unit: Unit) -> Unit:
        return replace(unit, gains=(*unit.gains, gain))

    return with_unit(state, data["unit"], stronger)


def _settled(state: State, data: Data) -> State:
    return replace(state, combat=replace(state.fight(), settled=True))


def _died(state: State, data: Data) -> State:
    return counted(zones.died(state, data), "died")


def _life_taken(state: State, data: Data) -> State:
    def take(side: Side) -> Side:
        return replace(side, life=side.life[1:], hand=(*side.hand, side.life[0]))

    return with_side(state, data["player"], take)


def _life_discarded(state: State, data: Data) -> State:
    def take(side: Side) -> Side:
        return replace(side, life=side.life[1:], discard=(*side.discard, side.life[0]))

    return with_side(state, data["player"], take)


def _over(state: State, winner: str) -> State:
    return replace(
        state,
        winner=winner,
        combat=None,
        choice=None,
        held=None,
        agenda=NOTHING_TO_DO,
        phase="over",
    )


def _lost(state: State, data: Data) -> State:
    return _over(state, other(data["player"]))


def _drawn_game(state: State, data: Data) -> State:
    return _over(state, "draw")


def _combat_ended(state: State, data: Data) -> State:
    for player in PLAYERS:
        state = with_line(state, player, lambda unit: units.without(unit, "combat"))
    return replace(state, combat=None, choice=Choice(state.turn, "main"))


def _turn_started(state: State, data: Data) -> State:
    for player in PLAYERS:
        state = with_line(state, player, units.fresh)
    return replace(
        state,
        turn=data["player"],
        number=data["number"],
        phase="ready",
        choice=None,
        tally=(),
        ended=(),
    )


def _readied_all(state: State, data: Data) -> State:
    """Units that may not be readied are told of by stays_rested events just before."""

    def ready(side: Side) -> Side:
        tactics = [each if each.readied else replace(each, readied=True) for each in side.tactics]
        return replace(side, tactics=tuple(tactics))

    state = with_line(state, data["player"], units.ready_phase)
    return replace(with_side(state, data["player"], ready), phase="tactics")


def _tactics_over(state: State, data: Data) -> State:
    return replace(state, phase="draw")


def _tactic_entered(state: State, data: Data) -> State:
    return replace(zones.tactic_entered(state, data), phase="draw")


def _main_begun(state: State, data: Data) -> State:
    return replace(state, phase="main", choice=Choice(data["player"], "main"))


def _end_begun(state: State, data: Data) -> State:
    return replace(state, phase="end", choice=None)


def _expired(state: State, data: Data) -> State:
    for player in PLAYERS:
        state = with_line(state, player, lambda unit: units.without(unit, "turn"))
    return replace(state, lasting=())


def _first_player(state: State, data: Data) -> State:
    return replace(state, turn=data["player"])


def _tactic(state: State, data: Data, change: Callable[[Tactic], Tactic]) -> State:
    def among(side: Side) -> Side:
        tactics = [change(each) if each.id == data["card"] else each for each in side.tactics]
        return replace(side, tactics=tuple(tactics))

    return with_side(state, data["player"], among)


def _tactic_rested(state: State, data: Data) -> State:
    return _tactic(state, data, lambda tactic: replace(tactic, readied=False))


def _tactic_flipped(state: State, data: Data) -> State:
    return _tactic(state, data, lambda tactic: replace(tactic, up=False))


def _supply_spent(state: State, data: Data) -> State:
    return with_side(state, data["player"], lambda side: replace(side, supply=side.supply - 1))


def _supply_gained(state: State, data: Data) -> State:
    return with_side(
        state, data["player"], lambda side: replace(side, supply=side.supply + data["n"])
    )


def _played(state: State, data: Data) -> State:
    face = _face(state, data["card"])
    kept = []
    for each in state.lasting:
        spent = each.kind == "discount" and each.next and each.player == data["player"]
        if not (spent and each.on in ("", face)):
            kept.append(each)
    state = replace(state, lasting=tuple(kept))
    return counted(state, f"{face}:{data['player']}")


def _face(state: State, card: str) -> str:
    """The type of a card that is about to be played."""
    for side in state.sides:
        for zone in (side.hand, side.discard, side.deck, side.life):
            for held in zone:
                if held.id == card:
                    return held.face.type
    return ""


def _triggered(state: State, data: Data) -> State:
    """In an end phase or end step an ability works once (turn.end.1, combat.end.1)."""
    if state.combat is not None and state.combat.step == "end":
        combat = replace(state.combat, ended=(*state.combat.ended, data["key"]))
        return replace(state, combat=combat)
    if state.phase == "end":
        return replace(state, ended=(*state.ended, data["key"]))
    return state


def _asked(state: State, data: Data) -> State:
    return replace(state, choice=data["choice"], held=state.choice, agenda=data["agenda"])


def _chose(state: State, data: Data) -> State:
    return replace(state, choice=state.held, held=None, agenda=NOTHING_TO_DO)


def _discount_set(state: State, data: Data) -> State:
    new = Lasting("discount", data["player"], data["n"], data["on"], next=True)
    return replace(state, lasting=(*state.lasting, new))


def _skip_set(state: State, data: Data) -> State:
    if data["lasts"] == "combat":
        combat = state.combat
        if combat is None:
            return state
        return replace(state, combat=replace(combat, skips=(*combat.skips, data["step"])))
    new = Lasting("skip", data["player"], data["step"], next=data["lasts"] == "next")
    return replace(state, lasting=(*state.lasting, new))


# Kinds of EVENTS that are not here only tell something.
_CHANGES: Mapping[str, Callable[[State, Data], State]] = {
    "attack_declared": _attack_declared,
    "rested": units.rested,
    "step_begun": _step_begun,
    "step_skipped": _step_skipped,
    "combat_broken": _combat_broken,
    "passed": _passed,
    "intercepted": _intercepted,
    "flash_added": _power_added,
    "discarded": _discarded,
    "attack_succeeded": _settled,
    "attack_failed": _settled,
    "died": _died,
    "life_taken": _life_taken,
    "life_discarded": _life_discarded,
    "ambushed": _life_discarded,
    "lost": _lost,
    "defeated": _lost,
    "drawn_game": _drawn_game,
    "combat_ended": _combat_ended,
    "turn_started": _turn_started,
    "readied_all": _readied_all,
    "stays_rested": units.stays_rested,
    "tactic_entered": _tactic_entered,
    "no_tactic": _tactics_over,
    "drew": zones.drew,
    "main_begun": _main_begun,
    "end_begun": _end_begun,
    "expired": _expired,
    "first_player": _first_player,
    "shuffled": zones.shuffled,
    "life_set": zones.life_set,
    "tactic_rested": _tactic_rested,
    "tactic_flipped": _tactic_flipped,
    "supply_spent": _supply_spent,
    "supply_gained": _supply_gained,
    "played": _played,
    "entered": zones.entered,
    "attached": zones.attached,
    "came_off": zones.came_off,
    "put": zones.put,
    "discarded_card": lambda state, data: zones.put(
        state, {"card": data["card"], "place": "discard"}
    ),
    "triggered": _triggered,
    "not_triggered": _triggered,
    "asked": _asked,
    "chose": _chose,
    "chose_place": _chose,
    "chose_effect": _chose,
    "once": units.once,
    "power_gained": units.power_gained,
    "range_gained": units.range_gained,
    "keyword_gained": units.keyword_gained,
    "ability_gained": units.ability_gained,
    "ban_gained": units.ban_gained,
    "counters_put": units.counters_put,
    "counters_removed": units.counters_removed,
    "readied": units.readied,
    "suppressed": units.suppressed,
    "moved": zones.moved,
    "awakened": units.awakened,
    "control_changed": zones.control_changed,
    "discount_set": _discount_set,
    "skip_set": _skip_set,
}
