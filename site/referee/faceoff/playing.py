"""Playing cards from hand, and using activated skills."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.values import Action, Refusal
from referee.faceoff.costs import cost, pay, price_of, why_not_elements, why_not_pay
from referee.faceoff.game import Game
from referee.faceoff.numbers import Scope, candidates, resolve
from referee.faceoff.state import LINE_LIMIT, Ability, Card, Frame, State, Unit


def play(player: str, card: str, **how: Any) -> Action:
    """Play a card from hand.

    `place`: how many units of the line stand to the left of the new one (a unit); `host`: what it
    is attached to (an attachment); `rest` and `supply`: how it is paid for.
    """
    return Action("play", player, {"card": card, **how})


def use(player: str, card: str, index: int, **how: Any) -> Action:
    """Use an activated skill of a card in play; `rest` and `supply` as for `play`."""
    return Action("use", player, {"card": card, "index": index, **how})


def why_not_play(state: State, action: Action) -> Iterator[Refusal]:
    """Why a card may not be played, in the order in which playing checks it (play.1 to play.6)."""
    player, name = action.player, action.data["card"]
    card = held(state, player, name)
    if card is None:
        yield Refusal("not_in_hand", {"player": player}, "play.1")
        return
    yield from why_not_now(state, player, card, action.data)
    yield from why_not_pay(state, player, price_of(state, player, card), action.data)


def why_not_now(
    state: State, player: str, card: Card, data: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Why a card in hand may not be played, its cost aside."""
    yield from _timing(state, player, card)
    if card.face.element and card.face.requirement:
        needs = {card.face.element: card.face.requirement}
        yield from why_not_elements(state, player, needs, card.id)
    yield from why_not_placed(state, player, card, data)


def held(state: State, player: str, name: str) -> Card | None:
    """A card in the hand of a player."""
    for card in state.side(player).hand:
        if card.id == name:
            return card
    return None


def window(state: State, player: str) -> str:
    """What a player may do now: main or response, "" if neither (kw.main.1, kw.response.1)."""
    choice = state.choice
    if choice is None or choice.player != player:
        return ""
    return choice.kind if choice.kind in ("main", "response") else ""


def _timing(state: State, player: str, card: Card) -> Iterator[Refusal]:
    now, face = window(state, player), card.face
    if face.type == "stratagem":
        if now not in face.timing:
            rule = "kw.main.1" if face.timing == ("main",) else "kw.response.1"
            yield Refusal("wrong_time", {"card": card.id}, rule)
    elif face.type not in ("character", "attachment"):
        yield Refusal("not_playable", {"card": card.id}, "deck.1")
    elif now != "main":
        yield Refusal("wrong_time", {"card": card.id}, "turn.main.1")


def characters(state: State, player: str) -> int:
    """How many characters a player has on the battlefield (line.3)."""
    return len([u for u in state.side(player).line if u.card.face.type == "character"])


def why_not_placed(
    state: State, player: str, card: Card, data: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Why a card cannot go where it would have to (play.9, play.10)."""
    if card.face.type == "character":
        if characters(state, player) >= LINE_LIMIT:
            yield Refusal("line_full", {"player": player, "limit": LINE_LIMIT}, "line.3")
        if not 0 <= data.get("place", 0) <= len(state.side(player).line):
            yield Refusal("no_such_place", {"player": player}, "line.4")
    elif card.face.type == "attachment":
        legal = hosts(state, player, card)
        if not legal:
            yield Refusal("no_host", {"card": card.id}, "attach.1")
        elif data.get("host", legal[0]) not in legal:
            yield Refusal("wrong_host", {"card": card.id}, "attach.1")


def hosts(state: State, player: str, card: Card) -> tuple[str, ...]:
    """The units that an attachment may be attached to (attach.1)."""
    words = card.face.attach.split("-")
    selector: dict[str, Any] = {"type": words[-1]}
    if words[0] == "your":
        selector["side"] = "yours"
    if "non" in words:
        selector["without"] = "female"
    found = list(candidates(Scope(state, player, card.id), selector))
    if _takes_control(card):
        full = characters(state, player) >= LINE_LIMIT
        ours = [unit.id for unit in state.side(player).line]
        found = [unit for unit in found if unit in ours or not full]
    return tuple(found)


def _takes_control(card: Card) -> bool:
    return any(each.kind == "static" and "control" in each.data for each in card.face.abilities)


def do_play(game: Game, action: Action) -> None:
    """Play a card that may be played."""
    player, name = action.player, action.data["card"]
    card = held(game.state, player, name)
    assert card is not None
    price = cost(game.state, player, card)
    cause = game.add("played", {"player": player, "card": name}, "play.1")
    if card.face.element and card.face.requirement:
        told = {"player": player, "element": card.face.element, "n": card.face.requirement}
        game.add("element_met", told, "play.3", cause)
    game.add("cost_counted", {"card": name, "cost": price}, "play.5", cause)
    pay(game, player, price.total, cause, action.data)
    arrive(game, player, card, cause, action.data, paid=True)


def arrive(
    game: Game, player: str, card: Card, cause: int, how: Mapping[str, Any], *, paid: bool
) -> None:
    """Put a played card where it goes (play.6, play.9)."""
    name, line = card.id, game.state.side(player).line
    if card.face.type == "character":
        place = how.get("place", len(line))
        data = {"player": player, "unit": name, "place": place, "unpaid": not paid}
        number = game.add("entered", data, "play.9", cause)
        _enter_with(game, player, name, number)
    elif card.face.type == "attachment":
        host = how.get("host", hosts(game.state, player, card)[0])
        game.add("attached", {"player": player, "card": name, "host": host}, "play.9", cause)
    else:
        game.add("put", {"card": name, "place": "discard"}, "play.9", cause)
        for ability in card.face.abilities:
            if ability.kind == "effect":
                begin_ability(game, player, name, ability, cause)


def _enter_with(game: Game, player: str, unit: str, cause: int) -> None:
    """Counters that a card enters with are put on it before anybody can look at its power."""
    found = game.state.unit(unit)
    for ability in found.face.abilities:
        if ability.kind == "enters-with":
            unpaid = ability.data.get("unpaid")
            if unpaid is None or unpaid == found.unpaid:
                data = {"unit": unit, "n": ability.data["counters"]}
                game.add("counters_put", data, "skill.kind.6", cause, f"{unit}/{ability.index}")


def begin_ability(game: Game, player: str, source: str, ability: Ability, cause: int) -> None:
    """Let the effects of an ability begin."""
    steps = tuple(ability.data["do"])
    key = f"{source}/{ability.index}"
    game.begin(Frame(player, source, key, steps, cause, game.state.count))


def skills(state: State, player: str) -> Iterator[tuple[str, Ability]]:
    """Every activated skill that a player has in play, with the card it is on."""
    side = state.side(player)
    for unit in side.line:
        for ability in unit.face.abilities:
            if ability.kind == "activated":
                yield unit.card.id, ability
        for gain in unit.gains:
            if gain.kind == "ability" and gain.value.kind == "activated":
                yield unit.card.id, gain.value
    for each in state.sides:
        for unit in each.line:
            for attached in unit.attached:
                if attached.controller == player:
                    for ability in attached.card.face.abilities:
                        if ability.kind == "activated":
                            yield attached.card.id, ability
    for tactic in side.tactics:
        if tactic.up:
            for ability in tactic.card.face.abilities:
                yield tactic.card.id, ability


def find_skill(state: State, player: str, card: str, index: int) -> Ability | None:
    """An activated skill of a card in play by its index."""
    for source, ability in skills(state, player):
        if source == card and ability.index == index:
            return ability
    return None


def why_not_use(state: State, action: Action) -> Iterator[Refusal]:
    """Why an activated skill may not be used."""
    player, card, index = action.player, action.data["card"], action.data["index"]
    ability = find_skill(state, player, card, index)
    unit = state.find(card)
    if ability is None and unit is not None and unit.awakened:
        yield Refusal("awakened_already", {"card": card}, "kw.awaken.2")
    elif ability is None:
        yield Refusal("no_such_skill", {"player": player}, "skill.kind.4")
    else:
        yield from why_not_skill(state, player, card, ability)
        price = ability.data.get("cost", {}).get("pay", 0)
        yield from why_not_pay(state, player, price, action.data)


def why_not_skill(state: State, player: str, card: str, ability: Ability) -> Iterator[Refusal]:
    """Why a skill that a player has in play may not be used, the tactics that pay for it aside."""
    if window(state, player) not in ability.data["timing"]:
        rule = "kw.main.1" if "main" in ability.data["timing"] else "kw.response.1"
        yield Refusal("wrong_time", {"card": card}, rule)
    if ability.data.get("once") and ability.index in _used(state, card):
        yield Refusal("used_already", {"card": card}, "skill.limit.1")
    price = ability.data.get("cost", {})
    if "needs" in price:
        yield from why_not_elements(state, player, price["needs"], card)
    yield from _other_costs(state, player, card, price)


def _used(state: State, card: str) -> tuple[int, ...]:
    unit = state.find(card)
    if unit is not None:
        return unit.used
    host = state.host(card)
    if host is None:
        return ()
    return next(each.used for each in host.attached if each.id == card)


def _other_costs(
    state: State, player: str, card: str, price: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Why the part of a cost that is not paid in tactics cannot be paid (skill.cost.1)."""
    unit: Unit | None = state.find(card)
    scope = Scope(state, player, card)
    if price.get("rest") and unit is not None and not unit.readied:
        yield Refusal("rested_already", {"card": card}, "skill.cost.1")
    if price.get("awaken") and unit is not None and unit.awakened:
        yield Refusal("awakened_already", {"card": card}, "kw.awaken.2")
    if "sacrifice" in price and not resolve(scope, price["sacrifice"]):
        yield Refusal("nothing_to_sacrifice", {"card": card}, "skill.cost.1")
    if len(state.side(player).hand) < price.get("discard", 0):
        yield Refusal("nothing_to_discard", {"player": player}, "skill.cost.1")
    if "uncounter" in price:
        who = "self" if unit is not None else "host"
        marked = [state.unit(each) for each in resolve(scope, who)]
        if not marked or marked[0].counters < price["uncounter"]:
            yield Refusal("no_counters", {"card": card}, "skill.cost.1")


def do_use(game: Game, action: Action) -> None:
    """Use a skill that may be used: its cost becomes the first steps of the effect."""
    player, card, index = action.player, action.data["card"], action.data["index"]
    ability = find_skill(game.state, player, card, index)
    assert ability is not None
    data = {"player": player, "card": card, "index": index}
    cause = game.add("used", data, ability.data.get("rule", "skill.kind.4"))
    if ability.data.get("once"):
        game.add("once", {"card": card, "index": index}, "skill.limit.1", cause)
    price = ability.data.get("cost", {})
    pay(game, player, price.get("pay", 0), cause, action.data)
    steps: list[Any] = []
    if price.get("rest"):
        game.add("rested", {"unit": card}, "skill.cost.1", cause)
    if price.get("flip"):
        tactics = game.state.side(player).tactics
        readied = any(each.readied for each in tactics if each.id == card)
        rule = "kw.flip.1" if readied else "kw.flip.3"
        game.add("tactic_flipped", {"player": player, "card": card}, rule, cause)
    if "uncounter" in price:
        who = "self" if game.state.find(card) is not None else "host"
        steps.append({"uncounter": {"who": who, "n": price["uncounter"]}})
    if "sacrifice" in price:
        steps.append({"sacrifice": {"what": price["sacrifice"], "as": "cost"}})
    if "discard" in price:
        steps.append({"discard": {"n": price["discard"]}})
    steps.extend(ability.data["do"])
    key = f"{card}/{index}"
    game.begin(Frame(player, card, key, tuple(steps), cause, game.state.count))
