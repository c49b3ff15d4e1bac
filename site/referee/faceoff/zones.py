"""Cards on the move: how the state changes when a card goes from one zone to another."""

from collections.abc import Mapping
from typing import Any

from referee.core.change import replace
from referee.faceoff.state import (
    PLAYERS,
    Attachment,
    Card,
    Combat,
    Side,
    State,
    Tactic,
    Unit,
    with_side,
    with_unit,
)

Data = Mapping[str, Any]

PLACES = ("hand", "discard", "deck-top", "deck-bottom", "life", "tactics")
"""Where `put` can put a card; always in a zone of its owner (zone.7)."""


def take(state: State, card: str) -> tuple[State, Card]:
    """The state without a card that is in a hand, a pile, a deck or a zone of tactics, and it."""
    for player in PLAYERS:
        side = state.side(player)
        for tactic in side.tactics:
            if tactic.card.id == card:
                rest = tuple([each for each in side.tactics if each.card.id != card])
                return _with(state, player, replace(side, tactics=rest)), tactic.card
        for zone in ("hand", "discard", "life", "deck", "tactics_deck"):
            cards: tuple[Card, ...] = getattr(side, zone)
            for held in cards:
                if held.id == card:
                    less = tuple([each for each in cards if each.id != card])
                    return _with(state, player, _zone(side, zone, less)), held
    raise KeyError(card)


def _with(state: State, player: str, side: Side) -> State:
    you, opponent = state.sides
    sides = (side, opponent) if player == "you" else (you, side)
    return replace(state, sides=sides)


def _zone(side: Side, zone: str, cards: tuple[Card, ...]) -> Side:
    if zone == "hand":
        return replace(side, hand=cards)
    if zone == "discard":
        return replace(side, discard=cards)
    if zone == "life":
        return replace(side, life=cards)
    if zone == "deck":
        return replace(side, deck=cards)
    return replace(side, tactics_deck=cards)


def give(state: State, card: Card, place: str) -> State:
    """The state with a card put in a zone of its owner."""

    def add(side: Side) -> Side:
        if place == "hand":
            return replace(side, hand=(*side.hand, card))
        if place == "discard":
            return replace(side, discard=(*side.discard, card))
        if place == "deck-top":
            return replace(side, deck=(card, *side.deck))
        if place == "deck-bottom":
            return replace(side, deck=(*side.deck, card))
        if place == "life":
            return replace(side, life=(card, *side.life))
        return replace(side, tactics=(*side.tactics, Tactic(card, False, False)))

    return with_side(state, card.owner, add)


def leave(state: State, unit: str) -> tuple[State, Card]:
    """The state without a unit, whose attachments go to the discard piles (attach.5)."""
    player = state.controller(unit)
    found = state.unit(unit)

    def remove(side: Side) -> Side:
        return replace(side, line=tuple([each for each in side.line if each.card.id != unit]))

    state = with_side(state, player, remove)
    for attached in found.attached:
        state = give(state, attached.card, "discard")
    if state.combat is not None:
        state = replace(state, combat=_without(state.combat, unit))
    return state, found.card


def _without(combat: Combat, unit: str) -> Combat:
    """The combat after a unit has left it (combat.break.1, combat.break.3)."""
    if unit == combat.target:
        return replace(combat, target="", added=())
    attackers = tuple([each for each in combat.attackers if each != unit])
    return replace(combat, attackers=attackers)


def died(state: State, data: Data) -> State:
    state, card = leave(state, data["unit"])
    return give(state, card, "discard")


def put(state: State, data: Data) -> State:
    name = data["card"]
    if state.find(name) is not None:
        state, card = leave(state, name)
    elif state.host(name) is not None:
        state, card = _off(state, name)
    else:
        state, card = take(state, name)
    return give(state, card, data["place"])


def _off(state: State, attachment: str) -> tuple[State, Card]:
    """The state without an attachment, and its card."""
    host = state.host(attachment)
    if host is None:
        raise KeyError(attachment)
    (found,) = [each for each in host.attached if each.card.id == attachment]

    def remove(unit: Unit) -> Unit:
        rest = tuple([each for each in unit.attached if each.card.id != attachment])
        return replace(unit, attached=rest)

    return with_unit(state, host.card.id, remove), found.card


def came_off(state: State, data: Data) -> State:
    state, card = _off(state, data["card"])
    return give(state, card, "discard")


def entered(state: State, data: Data) -> State:
    state, card = take(state, data["unit"])
    unit = Unit(card, entered=True, unpaid=data["unpaid"], since=state.count)
    at = data["place"]

    def add(side: Side) -> Side:
        return replace(side, line=(*side.line[:at], unit, *side.line[at:]))

    return with_side(state, data["player"], add)


def attached(state: State, data: Data) -> State:
    name = data["card"]
    state, card = _off(state, name) if state.host(name) is not None else take(state, name)
    new = Attachment(card, data["player"], state.count)

    def add(unit: Unit) -> Unit:
        return replace(unit, attached=(*unit.attached, new))

    return with_unit(state, data["host"], add)


def drew(state: State, data: Data) -> State:
    def draw(side: Side) -> Side:
        return replace(side, deck=side.deck[1:], hand=(*side.hand, side.deck[0]))

    return with_side(state, data["player"], draw)


def shuffled(state: State, data: Data) -> State:
    def order(side: Side) -> Side:
        zone = data["zone"]
        cards: tuple[Card, ...] = getattr(side, "deck" if zone == "deck" else "tactics_deck")
        known = {card.id: card for card in cards}
        return _zone(side, zone, tuple([known[each] for each in data["order"]]))

    return with_side(state, data["player"], order)


def life_set(state: State, data: Data) -> State:
    def fill(side: Side) -> Side:
        lying = list(side.deck[: data["n"]])
        lying.reverse()
        return replace(side, life=tuple(lying), deck=side.deck[data["n"] :])

    return with_side(state, data["player"], fill)


def tactic_entered(state: State, data: Data) -> State:
    def turn_up(side: Side) -> Side:
        return replace(
            side,
            tactics_deck=side.tactics_deck[1:],
            tactics=(*side.tactics, Tactic(side.tactics_deck[0])),
        )

    return with_side(state, data["player"], turn_up)


def moved(state: State, data: Data) -> State:
    name = data["unit"]
    player = state.controller(name)

    def shift(side: Side) -> Side:
        (unit,) = [each for each in side.line if each.card.id == name]
        rest = [each for each in side.line if each.card.id != name]
        rest.insert(data["place"], replace(unit, moves=unit.moves + 1))
        return replace(side, line=tuple(rest))

    return with_side(state, player, shift)


def control_changed(state: State, data: Data) -> State:
    name = data["unit"]
    unit = state.unit(name)

    def remove(side: Side) -> Side:
        return replace(side, line=tuple([each for each in side.line if each.card.id != name]))

    def add(side: Side) -> Side:
        at = data["place"]
        return replace(side, line=(*side.line[:at], unit, *side.line[at:]))

    state = with_side(state, state.controller(name), remove)
    state = with_side(state, data["player"], add)
    if state.combat is not None:
        state = replace(state, combat=_without(state.combat, name))
    return state
