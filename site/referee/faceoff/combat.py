"""The six steps of combat: attack, intercept, response, dodge, resolution, end.

What the rules do next depends on the state alone, so a game may be kept and taken up again at any
choice.
"""

from referee.core.values import Action, Addend, Number
from referee.faceoff.actions import WINDOW_RULES, elusive
from referee.faceoff.costs import pay
from referee.faceoff.deaths import leaves
from referee.faceoff.doing import begin_damage
from referee.faceoff.game import Game
from referee.faceoff.numbers import attack_power, combat_damage, has, instances, power, reach
from referee.faceoff.state import distance
from referee.faceoff.triggers import triggered

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


def attack(game: Game, action: Action) -> None:
    """Declare an attack that may be declared."""
    attackers, target = action.data["attackers"], action.data["target"]
    data = {"player": action.player, "attackers": attackers, "target": target}
    price = elusive(game.state, action.player, attackers, target)
    declared = game.add("attack_declared", data, "combat.attack.1")
    if game.state.distance_assumed:
        game.add("distance_assumed", {"distance": game.state.distance}, "line.7", declared)
    for unit in attackers:
        data = {
            "unit": unit,
            "target": target,
            "range": reach(game.state, unit).total,
            "distance": distance(game.state, unit, target),
        }
        game.add("in_range", data, "combat.attack.2", declared)
    if price:
        told = {"player": action.player, "unit": target, "n": price}
        rule = "combat.attack.7" if len(attackers) == 1 else "kw.elusive.3"
        if len(attackers) == 1 and len(instances(game.state, target, "elusive")) > 1:
            rule = "kw.elusive.6"
        number = game.add("elusive_paid", told, rule, declared, "elusive")
        pay(game, action.player, price, number, token_rule="kw.supply.5")
    for unit in attackers:
        game.add("rested", {"unit": unit}, "combat.attack.1", declared)


def intercept(game: Game, action: Action) -> None:
    """Use the Intercept of a unit."""
    unit = action.data["unit"]
    data = {"unit": unit, "instead_of": game.state.fight().target}
    cause = game.add("intercepted", data, "combat.intercept.4", source="intercept")
    game.add("rested", {"unit": unit}, "combat.intercept.3", cause)


def discard(game: Game, action: Action) -> None:
    """Discard a card to dodge."""
    card, combat = action.data["card"], game.state.fight()
    hand = game.state.side(action.player).hand
    flash = next(held.face.flash for held in hand if held.id == card)
    attacking = action.player != combat.defender
    unit = combat.attackers[0] if attacking else combat.target
    addend = Addend(flash, "discarded_flash", "combat.dodge.3", card)
    data = {
        "player": action.player,
        "card": card,
        "flash": flash,
        "unit": unit,
        "power": _raised(game, unit, addend),
    }
    rule = "combat.dodge.3" if game.state.unit(unit).readied else "combat.dodge.4"
    game.add("discarded", data, "combat.dodge.6" if attacking else rule)


def decline(game: Game, action: Action) -> None:
    """Do nothing, or nothing more, in a window."""
    step = game.state.fight().step
    game.add("passed", {"player": action.player, "step": step}, WINDOW_RULES[step])


def broken(game: Game) -> bool:
    """See whether one side of the combat is gone (combat.break.1); whether that is new."""
    combat = game.state.combat
    if combat is None or combat.broken or combat.settled or combat.step == "end":
        return False
    if combat.attackers and combat.target:
        return False
    game.add("combat_broken", {}, "combat.break.1", combat.declared)
    return True


def go_on(game: Game) -> None:
    """Do the next thing that the rules of combat do by themselves."""
    combat = game.state.fight()
    if combat.step == "end":
        _end(game)
    elif combat.broken or (combat.step == "resolution" and combat.settled):
        _begin(game, "end")
    elif combat.step == "resolution":
        _compare(game)
    else:
        _begin(game, _NEXT_STEP[combat.step])


def _begin(game: Game, step: str) -> None:
    combat = game.state.fight()
    if step in combat.skips:
        game.add("step_skipped", {"step": step}, "combat.skip.1", combat.declared)
        return
    begun = game.add("step_begun", {"step": step}, _STEP_RULES[step], combat.declared)
    if step == "dodge":
        _add_own_flash(game, combat.target, begun)


def _end(game: Game) -> None:
    """Close the end step, or repeat it for skills that have not triggered in it yet."""
    state, combat = game.state, game.state.fight()
    step = {"step": "end"}
    frames = triggered(state, state, "step_begun", step, combat.declared, "")
    if [frame for frame in frames if frame.ability not in combat.ended]:
        game.add("step_begun", step, "combat.end.1", combat.declared)
    else:
        game.add("combat_ended", {}, "combat.end.1", combat.declared)


def _add_own_flash(game: Game, target: str, cause: int) -> None:
    unit = game.state.unit(target)
    flash = unit.face.flash
    if not flash:
        return
    if unit.readied:
        raised = _raised(game, target, Addend(flash, "own_flash", "combat.dodge.1", target))
        data = {"unit": target, "flash": flash, "power": raised}
        game.add("flash_added", data, "combat.dodge.1", cause)
    else:
        data = {"unit": target, "power": power(game.state, target)}
        game.add("no_flash", data, "combat.dodge.2", cause)


def _raised(game: Game, unit: str, addend: Addend) -> Number:
    """The power of a unit with one more addend."""
    before = power(game.state, unit)
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
        _kill(game, target, cause)
    elif game.state.side(player).life:
        data = {"unit": target, "damage": damage}
        begun = game.add("damage_begun", data, "combat.resolve.3", cause)
        begin_damage(game, target, damage.total, begun, execute=_executes(game))
    else:
        game.add("lost", {"player": player, "unit": target}, "combat.resolve.4", cause)


def _kill(game: Game, target: str, cause: int) -> None:
    """A combat kill; a card may say that its unit does not die from combat (golden.1)."""
    for ability in game.state.unit(target).face.abilities:
        if ability.kind == "static" and "killed-in-combat" in ability.data.get("cannot", ()):
            game.add("survives", {"unit": target}, "golden.1", cause, f"{target}/{ability.index}")
            return
    leaves(game, target, "died", "combat.resolve.2", cause)


def _executes(game: Game) -> bool:
    """Whether Execute covers the damage of this attack (damage.8, damage.11)."""
    having = [has(game.state, unit, "execute") > 0 for unit in game.state.fight().attackers]
    if game.state.settings.execute == "all":
        return all(having)
    return any(having)
