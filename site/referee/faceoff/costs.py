"""Paying: cards rested in the tactics zone and supply tokens, exactly as many as the cost."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.values import Addend, Number, Refusal
from referee.faceoff.game import Game
from referee.faceoff.inplay import Standing, standing
from referee.faceoff.numbers import Scope, amount, elements, holds
from referee.faceoff.state import Card, State, Tactic


def cost(state: State, player: str, card: Card) -> Number:
    """What playing a card from hand costs, with what changes it (cost.3: never below 0)."""
    printed = Addend(card.face.cost, "printed", source=card.id)
    addends = [printed, *_changes(state, player, card)]
    total = sum([addend.amount for addend in addends])
    if total < 0:
        addends.append(Addend(-total, "reduced", "cost.3"))
    return Number(tuple(addends))


def price_of(state: State, player: str, card: Card) -> int:
    """The total of what playing a card from hand costs."""
    changes = _changes(state, player, card)
    return max(0, card.face.cost + sum([addend.amount for addend in changes]))


def _changes(state: State, player: str, card: Card) -> list[Addend]:
    """What makes a card from hand cheaper, or dearer, than is printed."""
    addends = []
    for ability in card.face.abilities:
        if ability.kind == "cost":
            scope = Scope(state, player, card.id)
            if holds(scope, ability.data.get("while")):
                less = -amount(scope, ability.data["less"])
                addends.append(Addend(less, "skill", "skill.kind.5", card.id))
    for each in standing(state, "cheaper"):
        cheaper = each.ability.data["cheaper"]
        if each.player != player:
            continue
        scope = Scope(state, player, each.source)
        first = cheaper.get("first", False) and state.tallied(f"{card.face.type}:{player}")
        if card.face.type == cheaper["type"] and not first and holds(scope, _while(each)):
            addends.append(Addend(-cheaper["by"], "skill", "skill.kind.5", each.source))
    for lasting in state.lasting:
        ours = lasting.kind == "discount" and lasting.player == player
        if ours and lasting.on in ("", card.face.type):
            addends.append(Addend(-lasting.value, "gained", "golden.7", card.id))
    return addends


def _while(each: Standing) -> Any:
    return each.ability.data.get("while")


def able(state: State, player: str) -> tuple[Tactic, ...]:
    """The cards in the tactics zone that could be rested to pay, in their order (cost.5)."""
    face_down = state.settings.facedown_pays
    side = state.side(player)
    return tuple(
        [
            tactic
            for tactic in side.tactics
            if tactic.readied and (tactic.up or face_down or tactic.card.face.type != "tactic")
        ]
    )


def payable(state: State, player: str, amount: int, *, tokens: bool = True) -> bool:
    """Whether a player can pay an amount."""
    supply = state.side(player).supply if tokens else 0
    return amount <= len(able(state, player)) + supply


def why_not_pay(
    state: State, player: str, amount: int, data: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Why an amount cannot be paid as an action says: by resting `rest` and removing `supply`
    tokens, or as the referee picks if it says neither."""
    if "rest" not in data and "supply" not in data:
        if not payable(state, player, amount):
            have = len(able(state, player)) + state.side(player).supply
            told = {"player": player, "cost": amount, "able": have}
            yield Refusal("cannot_pay", told, "cost.1")
        return
    rest, supply = data.get("rest", ()), data.get("supply", 0)
    ready = [tactic.id for tactic in able(state, player)]
    for index, card in enumerate(rest):
        if card not in ready or card in rest[:index]:
            yield Refusal("cannot_rest", {"card": card}, "cost.1")
    if supply > state.side(player).supply:
        yield Refusal("no_supply", {"player": player}, "cost.4")
    if len(rest) + supply != amount:
        told = {"cost": amount, "paid": len(rest) + supply}
        yield Refusal("not_exact", told, "cost.2")


def why_not_elements(
    state: State, player: str, needs: Mapping[str, int], card: str
) -> Iterator[Refusal]:
    """Why the tactics of a player do not meet an element requirement."""
    for element in sorted(needs):
        have = elements(state, player, element)
        if have < needs[element]:
            told = {"card": card, "element": element, "needed": needs[element], "have": have}
            yield Refusal("element_missing", told, "element.1")


def pay(
    game: Game,
    player: str,
    amount: int,
    cause: int,
    data: Mapping[str, Any] | None = None,
    *,
    token_rule: str = "cost.4",
) -> None:
    """Pay as an action says; otherwise rest cards from the left, then remove tokens.

    `token_rule` is the paragraph by which tokens may pay this.
    """
    data = data or {}
    if "rest" in data or "supply" in data:
        rest, supply = tuple(data.get("rest", ())), data.get("supply", 0)
    else:
        ready = [tactic.id for tactic in able(game.state, player)]
        rest = tuple(ready[:amount])
        supply = amount - len(rest)
    flipped = [
        tactic.id
        for tactic in game.state.side(player).tactics
        if not tactic.up and tactic.card.face.type == "tactic"
    ]
    for card in rest:
        rule = "cost.5" if card in flipped else "cost.1"
        game.add("tactic_rested", {"player": player, "card": card}, rule, cause)
    for _ in range(supply):
        game.add("supply_spent", {"player": player}, token_rule, cause)
