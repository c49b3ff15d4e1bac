"""What players may do, and why they may not."""

from collections.abc import Iterator, Mapping

from referee.core.values import Action, Refusal
from referee.faceoff.state import WINDOWS, Combat, State, Unit, distance, other

REFUSALS: Mapping[str, tuple[str, ...]] = {
    "game_over": ("winner",),
    "not_your_turn": ("player",),
    "combat_under_way": (),
    "no_attacker": (),
    "attacker_twice": ("unit",),
    "not_your_unit": (),
    "not_their_unit": (),
    "attacker_rested": ("unit",),
    "attacker_entered": ("unit",),
    "out_of_range": ("unit", "target", "range", "distance"),
    "no_intercept_step": (),
    "no_dodge_step": (),
    "intercepted_already": (),
    "not_defending": ("player",),
    "not_beside_target": ("unit", "target"),
    "lacks_intercept": ("unit",),
    "interceptor_rested": ("unit",),
    "attacker_may_not_dodge": ("player",),
    "not_in_hand": ("player",),
    "card_without_flash": ("card",),
    "nothing_to_pass": ("player",),
}
"""Every kind of refusal, with the words of its data."""

WINDOW_RULES: Mapping[str, str] = {
    "intercept": "combat.intercept.1",
    "response": "combat.response.1",
    "dodge": "combat.dodge.3",
}
"""The paragraph that gives the defending player each window of combat."""


def attack(player: str, attackers: tuple[str, ...], target: str) -> Action:
    """Declare an attack of one or more units (a joint attack) on one target."""
    return Action("attack", player, {"attackers": attackers, "target": target})


def intercept(player: str, unit: str) -> Action:
    """Use the Intercept of a unit."""
    return Action("intercept", player, {"unit": unit})


def discard(player: str, card: str) -> Action:
    """Discard one card from hand to dodge."""
    return Action("discard", player, {"card": card})


def decline(player: str) -> Action:
    """Do nothing, or nothing more, in a window of combat."""
    return Action("pass", player, {})


def why_not(state: State, action: Action) -> tuple[Refusal, ...]:
    """The reasons why an action is not allowed now; empty if it is.

    At the wrong time or for the wrong player, that alone is the reason. Raises ValueError for a
    kind of action that the game does not have, KeyError for one that lacks a word of its data.
    """
    if state.winner:
        return (Refusal("game_over", {"winner": state.winner}, "win.1"),)
    match action.kind:
        case "attack":
            return tuple(_attack(state, action))
        case "intercept":
            return tuple(_intercept(state, action))
        case "discard":
            return tuple(_discard(state, action))
        case "pass":
            return tuple(_pass(state, action))
        case _:
            raise ValueError(f"Face-Off has no action {action.kind!r}")


def legal(state: State) -> tuple[Action, ...]:
    """Every action that is allowed now. The attackers of a joint attack keep their line order."""
    choice = state.choice
    if choice is None:
        return ()
    if choice.kind == "main":
        return tuple(_legal_attacks(state))
    side = state.side(choice.player)
    actions = [decline(choice.player)]
    if choice.kind == "intercept":
        actions.extend(intercept(choice.player, unit.id) for unit in side.line)
    elif choice.kind == "dodge":
        actions.extend(discard(choice.player, card.id) for card in side.hand)
    return tuple(action for action in actions if not why_not(state, action))


def _legal_attacks(state: State) -> Iterator[Action]:
    """Attackers are checked one by one, so any set of those that may attack alone may attack."""
    player = state.turn
    for target in state.side(other(player)).line:
        able = [
            unit.id
            for unit in state.side(player).line
            if not any(_attacker(state, unit, target.id))
        ]
        for chosen in range(1, 1 << len(able)):
            attackers = tuple(unit for index, unit in enumerate(able) if chosen >> index & 1)
            yield attack(player, attackers, target.id)


def _attack(state: State, action: Action) -> Iterator[Refusal]:
    if state.combat is not None:
        yield Refusal("combat_under_way", {}, "combat.attack.1")
        return
    if action.player != state.turn:
        yield Refusal("not_your_turn", {"player": action.player}, "turn.main.1")
        return
    attackers, target = action.data["attackers"], action.data["target"]
    if not attackers:
        yield Refusal("no_attacker", {}, "combat.attack.1")
    if state.controller(target) != other(action.player):
        yield Refusal("not_their_unit", {}, "combat.attack.1")
        return
    for index, attacker in enumerate(attackers):
        if state.controller(attacker) != action.player:
            yield Refusal("not_your_unit", {}, "combat.attack.1")
        elif attacker in attackers[:index]:
            yield Refusal("attacker_twice", {"unit": attacker}, "combat.attack.1")
        else:
            yield from _attacker(state, state.unit(attacker), target)


def _attacker(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """Why a unit of the attacking player may not attack a unit of the other player."""
    if not unit.readied:
        yield Refusal("attacker_rested", {"unit": unit.id}, "combat.attack.3")
    if unit.entered and not unit.count("swift"):
        yield Refusal("attacker_entered", {"unit": unit.id}, "combat.attack.3")
    away = distance(state, unit.id, target)
    if unit.face.range < away:
        data = {"unit": unit.id, "target": target, "range": unit.face.range, "distance": away}
        yield Refusal("out_of_range", data, "combat.attack.2")


def _intercept(state: State, action: Action) -> Iterator[Refusal]:
    combat = state.combat
    if combat is not None and combat.intercepted:
        yield Refusal("intercepted_already", {}, "combat.intercept.2")
    elif combat is None or combat.step != "intercept":
        yield Refusal("no_intercept_step", {}, "combat.intercept.1")
    elif action.player != combat.defender:
        yield Refusal("not_defending", {"player": action.player}, "combat.intercept.1")
    else:
        yield from _interceptor(state, combat, action)


def _interceptor(state: State, combat: Combat, action: Action) -> Iterator[Refusal]:
    unit = state.find(action.data["unit"])
    if unit is None or state.controller(unit.id) != action.player:
        yield Refusal("not_your_unit", {}, "combat.intercept.1")
        return
    if distance(state, unit.id, combat.target) != 1:
        data = {"unit": unit.id, "target": combat.target}
        yield Refusal("not_beside_target", data, "combat.intercept.1")
    if not unit.count("intercept"):
        yield Refusal("lacks_intercept", {"unit": unit.id}, "combat.intercept.1")
    if not unit.readied:
        yield Refusal("interceptor_rested", {"unit": unit.id}, "combat.intercept.1")


def _discard(state: State, action: Action) -> Iterator[Refusal]:
    combat = state.combat
    if combat is None or combat.step != "dodge":
        yield Refusal("no_dodge_step", {}, "combat.dodge.3")
        return
    if action.player != combat.defender:
        yield Refusal("attacker_may_not_dodge", {"player": action.player}, "combat.dodge.6")
        return
    for card in state.side(action.player).hand:
        if card.id == action.data["card"]:
            if not card.face.flash:
                yield Refusal("card_without_flash", {"card": card.id}, "combat.dodge.3")
            return
    yield Refusal("not_in_hand", {"player": action.player}, "combat.dodge.3")


def _pass(state: State, action: Action) -> Iterator[Refusal]:
    choice = state.choice
    if choice is None or choice.kind not in WINDOWS:
        yield Refusal("nothing_to_pass", {"player": action.player}, "turn.main.1")
    elif choice.player != action.player:
        rule = WINDOW_RULES[choice.kind]
        yield Refusal("nothing_to_pass", {"player": action.player}, rule)
