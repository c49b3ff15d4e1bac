"""The six steps of combat: attack, intercept, response, dodge, resolution, end.

An action is carried out, then the rules go on by themselves as long as nobody owes a choice. What
they do next depends on the state alone, so a game may be kept and taken up again at any choice.
"""

from typing import TypeAlias

from referee.core.loop import Log
from referee.core.values import Action, Addend, Event, IllegalAction, Number
from referee.faceoff.actions import WINDOW_RULES, why_not
from referee.faceoff.events import reduce
from referee.faceoff.numbers import attack_power, combat_damage, power
from referee.faceoff.state import Damage, State, distance

Game: TypeAlias = Log[State]

_NEXT_STEP = {
    "attack": "intercept",
    "intercept": "response",
    "response": "dodge",
    "dodge": "resolution",
    "resolution": "end",
}
_STEP_RULES = {
    "intercept": WINDOW_RULES["intercept"],
    "response": WINDOW_RULES["response"],
    "dodge": WINDOW_RULES["dodge"],
    "resolution": "combat.resolve.1",
    "end": "combat.end.1",
}


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Carry out an action and all that follows, up to the next choice or the end of the game.

    Raises IllegalAction if the rules do not allow it, and what `why_not` raises.
    """
    refusals = why_not(state, action)
    if refusals:
        raise IllegalAction(action, refusals)
    game: Game = Log(state, state.count, reduce)
    match action.kind:
        case "attack":
            _attack(game, action)
        case "intercept":
            _intercept(game, action)
        case "discard":
            _discard(game, action)
        case "pass":
            _pass(game, action)
    while game.state.choice is None and not game.state.winner:
        _go_on(game)
    return game.state, tuple(game.events)


def _attack(game: Game, action: Action) -> None:
    attackers, target = action.data["attackers"], action.data["target"]
    data = {"player": action.player, "attackers": attackers, "target": target}
    declared = game.add("attack_declared", data, "combat.attack.1")
    if game.state.distance_assumed:
        game.add("distance_assumed", {"distance": game.state.distance}, "line.7", declared)
    for unit in attackers:
        data = {
            "unit": unit,
            "target": target,
            "range": game.state.unit(unit).face.range,
            "distance": distance(game.state, unit, target),
        }
        game.add("in_range", data, "combat.attack.2", declared)
    for unit in attackers:
        game.add("rested", {"unit": unit}, "combat.attack.1", declared)


def _intercept(game: Game, action: Action) -> None:
    unit = action.data["unit"]
    data = {"unit": unit, "instead_of": game.state.fight().target}
    cause = game.add("intercepted", data, "combat.intercept.4", source="intercept")
    game.add("rested", {"unit": unit}, "combat.intercept.3", cause)


def _discard(game: Game, action: Action) -> None:
    card, target = action.data["card"], game.state.fight().target
    hand = game.state.side(action.player).hand
    flash = next(held.face.flash for held in hand if held.id == card)
    data = {
        "player": action.player,
        "card": card,
        "flash": flash,
        "unit": target,
        "power": _raised(game, Addend(flash, "discarded_flash", "combat.dodge.3", card)),
    }
    readied = game.state.unit(target).readied
    game.add("discarded", data, "combat.dodge.3" if readied else "combat.dodge.4")


def _pass(game: Game, action: Action) -> None:
    step = game.state.fight().step
    game.add("passed", {"player": action.player, "step": step}, WINDOW_RULES[step])


def _go_on(game: Game) -> None:
    """Do the next thing that the rules do by themselves."""
    combat = game.state.fight()
    if combat.step == "end":
        game.add("combat_ended", {}, "combat.end.1", combat.declared)
    elif combat.step != "resolution":
        _begin(game, _NEXT_STEP[combat.step])
    elif not combat.settled:
        _compare(game)
    elif combat.damage is not None:
        _deal_point(game, combat.damage)
    else:
        _begin(game, "end")


def _begin(game: Game, step: str) -> None:
    combat = game.state.fight()
    begun = game.add("step_begun", {"step": step}, _STEP_RULES[step], combat.declared)
    if step == "dodge":
        _add_own_flash(game, combat.target, begun)


def _add_own_flash(game: Game, target: str, cause: int) -> None:
    unit = game.state.unit(target)
    flash = unit.face.flash
    if not flash:
        return
    if unit.readied:
        raised = _raised(game, Addend(flash, "own_flash", "combat.dodge.1", target))
        data = {"unit": target, "flash": flash, "power": raised}
        game.add("flash_added", data, "combat.dodge.1", cause)
    else:
        data = {"unit": target, "power": power(game.state, target)}
        game.add("no_flash", data, "combat.dodge.2", cause)


def _raised(game: Game, addend: Addend) -> Number:
    """The power of the target with one more addend."""
    before = power(game.state, game.state.fight().target)
    return Number((*before.addends, addend))


def _compare(game: Game) -> None:
    state, combat = game.state, game.state.fight()
    attackers, target = attack_power(state), power(state, combat.target)
    data = {"attack": attackers, "target": combat.target, "power": target}
    if attackers.total >= target.total:
        cause = game.add("attack_succeeded", data, "combat.resolve.1", combat.declared)
        _succeed(game, combat.target, cause)
    else:
        game.add("attack_failed", data, "combat.resolve.5", combat.declared)


def _succeed(game: Game, target: str, cause: int) -> None:
    damage = combat_damage(game.state)
    player = game.state.controller(target)
    if game.state.unit(target).face.type != "commander":
        if damage.total > 1:
            game.add("no_damage", {"unit": target}, "damage.1", cause)
        game.add("died", {"unit": target}, "combat.resolve.2", cause)
    elif game.state.side(player).life:
        data = {"unit": target, "damage": damage}
        game.add("damage_begun", data, "combat.resolve.3", cause)
    else:
        game.add("lost", {"player": player, "unit": target}, "combat.resolve.4", cause)


def _deal_point(game: Game, damage: Damage) -> None:
    """Deal one point of damage; once no life is left, the rest is lost."""
    target = game.state.fight().target
    player = game.state.controller(target)
    life = game.state.side(player).life
    if not life:
        game.add("damage_lost", {"points": damage.points}, "damage.7", damage.event)
        return
    data = {"player": player, "card": life[0].id, "left": len(life) - 1}
    cause = game.add("life_taken", data, "damage.4", damage.event)
    if len(life) == 1:
        game.add("dying", {"unit": target}, "damage.7", cause)
