"""What players may do, and why they may not."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.messages import tell
from referee.core.values import CHANCE, Action, BadAction, Refusal
from referee.core.work import STEPS_OF_CARD, spend
from referee.faceoff.costs import able, payable, price_of
from referee.faceoff.numbers import banned, has, reach
from referee.faceoff.playing import (
    hosts,
    play,
    skills,
    use,
    why_not_now,
    why_not_play,
    why_not_skill,
    why_not_use,
    window,
)
from referee.faceoff.state import (
    PLAYERS,
    WINDOWS,
    Ability,
    Combat,
    Face,
    State,
    Tactic,
    Unit,
    across,
    distance,
    other,
)

REFUSALS: Mapping[str, tuple[str, ...]] = {
    "game_over": ("winner",),
    "choice_owed": ("player",),
    "not_your_turn": ("player",),
    "combat_under_way": (),
    "no_attacker": (),
    "attacker_twice": ("unit",),
    "not_your_unit": (),
    "not_their_unit": (),
    "attacker_rested": ("unit",),
    "attacker_entered": ("unit",),
    "first_turn": ("unit",),
    "may_not_attack": ("unit", "card"),
    "not_alone": ("unit", "card"),
    "not_jointly": ("card",),
    "out_of_range": ("unit", "target", "range", "distance"),
    "elusive": ("unit", "n"),
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
    "nothing_to_choose": ("player",),
    "no_option": ("player",),
    "wrong_time": ("card",),
    "not_playable": ("card",),
    "element_missing": ("card", "element", "needed", "have"),
    "line_full": ("player", "limit"),
    "no_such_place": ("player",),
    "no_host": ("card",),
    "wrong_host": ("card",),
    "cannot_pay": ("player", "cost", "able"),
    "cannot_rest": ("card",),
    "no_supply": ("player",),
    "not_exact": ("cost", "paid"),
    "no_such_skill": ("player",),
    "used_already": ("card",),
    "rested_already": ("card",),
    "awakened_already": ("card",),
    "nothing_to_sacrifice": ("card",),
    "nothing_to_discard": ("player",),
    "no_counters": ("card",),
    "no_commander": (),
    "deck_size": ("n", "needed"),
    "tactics_size": ("n", "needed"),
    "wrong_deck": ("card",),
    "too_many_copies": ("card", "n", "most"),
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


def choose(player: str, chosen: str | int | tuple[str, ...]) -> Action:
    """Choose one of the options of the choice that is owed; for a shuffle, the new order."""
    return Action("choose", player, {"chosen": chosen})


def end(player: str) -> Action:
    """End the main phase."""
    return Action("end", player, {})


def concede(player: str) -> Action:
    """Give the game up."""
    return Action("concede", player, {})


def why_not(state: State, action: Action) -> tuple[Refusal, ...]:
    """The reasons why an action is not allowed now; empty if it is.

    At the wrong time or for the wrong player, that alone is the reason. Raises BadAction for
    what no player could have meant.
    """
    _check_data(action)
    if state.winner:
        return (Refusal("game_over", {"winner": state.winner}, "win.1"),)
    if action.kind == "concede":
        if action.player in PLAYERS:
            return ()
        return (Refusal("nothing_to_choose", {"player": action.player}, "win.3"),)
    choice = state.choice
    if choice is not None and choice.options and action.kind != "choose":
        return (Refusal("choice_owed", {"player": choice.player}, "golden.5"),)
    return tuple(_KINDS[action.kind](state, action))


_DATA: Mapping[str, tuple[str, ...]] = {
    "attack": ("attackers", "target"),
    "intercept": ("unit",),
    "discard": ("card",),
    "pass": (),
    "play": ("card",),
    "use": ("card", "index"),
    "choose": ("chosen",),
    "end": (),
    "concede": (),
}
"""The kinds of action, and what the data of each has to have."""


def _check_data(action: Action) -> None:
    """Refuse what no player could have meant; actions may come from anywhere."""
    data = action.data
    if action.kind not in _DATA:
        raise BadAction(tell("There is no action “{kind}”.", kind=action.kind))
    for word in _DATA[action.kind]:
        if word not in data:
            raise BadAction(
                tell("The action “{kind}” needs “{word}”.", kind=action.kind, word=word)
            )
    for word in data:
        value = data[word]
        if word in ("attackers", "rest"):
            right = isinstance(value, tuple) and all([isinstance(each, str) for each in value])
        elif word in ("index", "place", "supply"):
            right = isinstance(value, int) and value >= 0
        elif word == "chosen" and isinstance(value, tuple):
            right = all([isinstance(each, str) for each in value])
        else:
            right = isinstance(value, str) or (word == "chosen" and isinstance(value, int))
        if not right:
            raise BadAction(
                tell("“{word}” of the action “{kind}” makes no sense.", kind=action.kind, word=word)
            )


def legal(state: State) -> tuple[Action, ...]:
    """Every action that is allowed now, except conceding, which always is.

    The attackers of a joint attack keep their line order. A cost is paid as the referee picks,
    or with as many supply tokens as can be; other ways of paying it are allowed too. Of tactics
    that are alike only the first is used, and of the orders of a shuffle only that of the cards
    as they lie is listed.
    """
    choice = state.choice
    if choice is None:
        return ()
    if choice.kind == "shuffle":
        return (choose(CHANCE, tuple([str(card) for card in choice.options])),)
    if choice.options:
        return tuple([choose(choice.player, option) for option in choice.options])
    if choice.kind == "main":
        return (
            *_legal_plays(state, choice.player),
            *_legal_attacks(state),
            end(choice.player),
        )
    if choice.kind == "response":
        return (decline(choice.player), *_legal_plays(state, choice.player))
    side = state.side(choice.player)
    if choice.kind == "intercept":
        able = [intercept(choice.player, unit.id) for unit in side.line]
    else:
        able = [discard(choice.player, card.id) for card in side.hand if card.face.flash]
    allowed = [action for action in able if not any(_KINDS[action.kind](state, action))]
    return (decline(choice.player), *allowed)


def _legal_plays(state: State, player: str) -> Iterator[Action]:
    """Cards played and skills used, in every place and to every host."""
    side, now = state.side(player), window(state, player)
    ready = [tactic.id for tactic in able(state, player)]
    funds = len(ready) + side.supply
    spend(STEPS_OF_CARD * len(side.hand))
    for card in side.hand:
        timing = card.face.timing if card.face.type == "stratagem" else ("main",)
        if now not in timing:
            continue
        price = price_of(state, player, card)
        if price > funds or any(why_not_now(state, player, card, {})):
            continue
        ways: list[dict[str, Any]] = [{}]
        if card.face.type == "character":
            ways = [{"place": place} for place in range(len(side.line) + 1)]
        elif card.face.type == "attachment":
            ways = [{"host": host} for host in hosts(state, player, card)]
        for way in ways:
            yield play(player, card.id, **way)
            for paid in _with_tokens(ready, side.supply, price):
                yield play(player, card.id, **way, **paid)
    yield from _legal_uses(state, player, ready)


def _legal_uses(state: State, player: str, ready: list[str]) -> Iterator[Action]:
    """Skills used; of tactics that are alike, those of the first."""
    side, now = state.side(player), window(state, player)
    supply, funds = side.supply, len(ready) + side.supply
    usable: list[tuple[str, Ability, int]] = []
    for source, ability in skills(state, player):
        spend(1)
        price = ability.data.get("cost", {}).get("pay", 0)
        if now in ability.data["timing"] and price <= funds:
            usable.append((source, ability, price))
    alike = _repeated(side.tactics) if usable else []
    for source, ability, price in usable:
        if source in alike or any(why_not_skill(state, player, source, ability)):
            continue
        yield use(player, source, ability.index)
        for paid in _with_tokens(ready, supply, price):
            yield use(player, source, ability.index, **paid)


def _repeated(tactics: tuple[Tactic, ...]) -> list[str]:
    """The tactics that are like one before them."""
    kinds: list[tuple[Face, bool, bool]] = []
    found = []
    for tactic in tactics:
        for face, readied, up in kinds:
            if face is tactic.card.face and (readied, up) == (tactic.readied, tactic.up):
                found.append(tactic.id)
                break
        else:
            kinds.append((tactic.card.face, tactic.readied, tactic.up))
    return found


def _with_tokens(ready: list[str], supply: int, price: int) -> Iterator[dict[str, Any]]:
    """Paying with as many tokens as there are, if the referee would use fewer."""
    tokens = min(supply, price)
    if tokens > max(price - len(ready), 0):
        yield {"rest": tuple(ready[: price - tokens]), "supply": tokens}


def _legal_attacks(state: State) -> Iterator[Action]:
    """Attackers are checked one by one, so any set of those that may attack alone may attack.

    Only a ban on attacking alone or together and the cost of Elusive look at the whole set.
    """
    player = state.turn
    line = [unit for unit in state.side(player).line if not any(_able(state, unit))]
    alone = [unit.id for unit in line if not banned(state, unit.id, "attack-alone")]
    jointly = [unit.id for unit in line if not banned(state, unit.id, "joint")]
    ranges = [(unit.id, reach(state, unit.id).total) for unit in line]
    tokens = state.settings.supply_pays
    for target in state.side(other(player)).line:
        price = has(state, target.id, "elusive")
        more = price if state.settings.elusive == "each" else 0
        reaching = [unit for unit, far in ranges if far >= across(state, unit, target.id)]
        spend(1 << len(reaching))
        for attackers in _sets(reaching):
            willing = alone if len(attackers) == 1 else jointly
            if not all([unit in willing for unit in attackers]):
                continue
            total = price + more * (len(attackers) - 1)
            if not total or payable(state, player, total, tokens=tokens):
                yield attack(player, attackers, target.id)


def _sets(units: list[str]) -> list[tuple[str, ...]]:
    """Every set of units but the empty one; all those without a unit come before those with it."""
    found: list[tuple[str, ...]] = [()]
    for unit in units:
        found.extend([(*each, unit) for each in found])
    return found[1:]


def _attack(state: State, action: Action) -> Iterator[Refusal]:
    if state.combat is not None:
        yield Refusal("combat_under_way", {}, "combat.attack.1")
        return
    if action.player != state.turn or state.choice is None or state.choice.kind != "main":
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
            unit = state.unit(attacker)
            yield from _able(state, unit)
            yield from _reaching(state, unit, target)
    yield from _together(state, action.player, attackers, target)


def _able(state: State, unit: Unit) -> Iterator[Refusal]:
    """Why a unit may not attack at all."""
    if not unit.readied:
        yield Refusal("attacker_rested", {"unit": unit.id}, "combat.attack.3")
    if unit.entered and not has(state, unit.id, "swift"):
        yield Refusal("attacker_entered", {"unit": unit.id}, "combat.attack.3")
    if state.number == 1 and unit.card.face.type == "commander":
        yield Refusal("first_turn", {"unit": unit.id}, "turn.main.2")
    card = banned(state, unit.id, "attack")
    if card:
        yield Refusal("may_not_attack", {"unit": unit.id, "card": card}, "golden.4")


def why_not_by_effect(
    state: State, player: str, attackers: tuple[str, ...], target: str
) -> Iterator[Refusal]:
    """Why an effect does not make these units attack: being rested and having just entered are
    no reasons, everything else is (combat.attack.6)."""
    for attacker in attackers:
        unit = state.unit(attacker)
        for refusal in _able(state, unit):
            if refusal.rule != "combat.attack.3":
                yield refusal
        yield from _reaching(state, unit, target)
    yield from _together(state, player, attackers, target)


def _reaching(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """Why a unit of the attacking player does not reach a unit of the other player."""
    away, far = distance(state, unit.id, target), reach(state, unit.id).total
    if far < away:
        data = {"unit": unit.id, "target": target, "range": far, "distance": away}
        yield Refusal("out_of_range", data, "combat.attack.2")


def _together(
    state: State, player: str, attackers: tuple[str, ...], target: str
) -> Iterator[Refusal]:
    """What forbids an attack by these units as a whole."""
    known = [unit for unit in attackers if state.find(unit) is not None]
    if len(attackers) == 1 and known:
        card = banned(state, known[0], "attack-alone")
        if card:
            yield Refusal("not_alone", {"unit": known[0], "card": card}, "golden.4")
    if len(attackers) > 1:
        for unit in known:
            card = banned(state, unit, "joint")
            if card:
                yield Refusal("not_jointly", {"card": card}, "golden.4")
                break
    price = elusive(state, player, attackers, target)
    if not payable(state, player, price, tokens=state.settings.supply_pays):
        yield Refusal("elusive", {"unit": target, "n": price}, "kw.elusive.1")


def elusive(state: State, player: str, attackers: tuple[str, ...], target: str) -> int:
    """What attacking a unit costs (kw.elusive.1, kw.elusive.3)."""
    if state.find(target) is None:
        return 0
    price = has(state, target, "elusive")
    return price * len(attackers) if state.settings.elusive == "each" else price


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
    if not has(state, unit.id, "intercept"):
        yield Refusal("lacks_intercept", {"unit": unit.id}, "combat.intercept.1")
    if not unit.readied:
        yield Refusal("interceptor_rested", {"unit": unit.id}, "combat.intercept.1")


def _discard(state: State, action: Action) -> Iterator[Refusal]:
    combat = state.combat
    if combat is None or combat.step != "dodge":
        yield Refusal("no_dodge_step", {}, "combat.dodge.3")
        return
    if action.player != combat.defender and not state.settings.attacker_dodges:
        yield Refusal("attacker_may_not_dodge", {"player": action.player}, "combat.dodge.6")
        return
    if state.choice is None or state.choice.player != action.player or combat.broken:
        yield Refusal("no_dodge_step", {}, "combat.dodge.3")
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


def _choose(state: State, action: Action) -> Iterator[Refusal]:
    choice = state.choice
    if choice is None or not choice.options or choice.player != action.player:
        yield Refusal("nothing_to_choose", {"player": action.player}, "golden.5")
        return
    chosen = action.data["chosen"]
    if choice.kind == "shuffle":
        fits = isinstance(chosen, tuple) and sorted(chosen) == sorted(
            [str(each) for each in choice.options]
        )
    else:
        fits = chosen in choice.options
    if not fits:
        yield Refusal("no_option", {"player": action.player}, "golden.5")


def _end(state: State, action: Action) -> Iterator[Refusal]:
    if state.combat is not None:
        yield Refusal("combat_under_way", {}, "turn.main.3")
    elif action.player != state.turn or state.choice is None or state.choice.kind != "main":
        yield Refusal("not_your_turn", {"player": action.player}, "turn.main.3")


_KINDS: Mapping[str, Callable[[State, Action], Iterator[Refusal]]] = {
    "attack": _attack,
    "intercept": _intercept,
    "discard": _discard,
    "pass": _pass,
    "play": why_not_play,
    "use": why_not_use,
    "choose": _choose,
    "end": _end,
    "concede": _end,
}
