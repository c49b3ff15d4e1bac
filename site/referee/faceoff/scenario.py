"""Rulings of Face-Off. `referee.core.scenario` says what a ruling is made of; here is the rest.

A position:

    position:
      turn: you                      # whose turn it is; you, if left out
      distance: 1                    # from any unit of one line to any of the other; if left
                                     # out, 1 is assumed, and the log says so
      you:
        line:                        # units from the player's own left to right
          - {name: {en: Attacker, zh-Hans: 攻击者}, power: 4, range: 1}
        hand:
          - {name: {en: Horse, zh-Hans: 马}, flash: 1}
      opponent:
        life: 3                      # cards in the life zone; needed with a commander
        line:
          - {name: {en: Lord, zh-Hans: 主公}, type: commander, power: 2, keywords: [intercept]}
          - {name: {en: Guard, zh-Hans: 卫士}, power: 1, flash: 1, rested: true}

A unit is a character unless its type is commander, is readied unless rested, and did not enter
this turn unless `entered: true`. Range and flash are 0 if left out. Keywords: intercept, swift,
breakthrough; one that is printed twice is written twice.

What can be played; several attackers make a joint attack:

    - attack: {by: Attacker, target: Lord}
    - attack: {by: [Attacker, Helper], target: Lord}
    - intercept: Guard
    - discard: Horse                 # from the hand it is in, to dodge

What can be expected:

    - attack: succeeds               # the last attack; or fails
    - total: 4                       # what its attackers' power added up to
    - power: {Guard: 3}              # in the resolution step of the last attack
    - power: {Guard: 2, at: response}    # at the end of another step of it
    - where: {Guard: discard}        # or battlefield, hand, life
    - orientation: {Guard: rested}   # or readied; on the battlefield
    - life: {opponent: 2}            # cards left in the life zone
    - hand: {opponent: 1}            # cards in hand
    - won: you                       # or opponent, or nobody
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.core.reader import Node
from referee.core.scenario import Game, Names, RulingResult
from referee.core.scenario import run as run_with
from referee.core.values import Action, Choice
from referee.faceoff.actions import attack, decline, discard, intercept, why_not
from referee.faceoff.combat import apply
from referee.faceoff.events import EVENTS, reduce
from referee.faceoff.expectations import CHECKS
from referee.faceoff.state import KEYWORDS, PLAYERS, WINDOWS, Card, Face, Side, State, Unit, other


def run(ruling: Mapping[str, Any]) -> RulingResult[State]:
    """Play a ruling of Face-Off with its variations; see `referee.core.scenario.run`."""
    return run_with(ruling, _GAME)


def load(position: Node, names: Names) -> State:
    """The state that a position describes."""
    fields = position.fields(("turn", "distance", *PLAYERS))
    turn = fields["turn"].word(PLAYERS) if "turn" in fields else "you"
    you, opponent = [
        _side(fields[player], names) if player in fields else Side() for player in PLAYERS
    ]
    state = State((you, opponent), turn, Choice(turn, "main"), distance_assumed=True)
    if "distance" in fields:
        return replace(state, distance=fields["distance"].number(1), distance_assumed=False)
    return state


def _side(node: Node, names: Names) -> Side:
    fields = node.fields(("line", "hand", "life"))
    line = tuple(_unit(item, names) for item in fields["line"].items()) if "line" in fields else ()
    hand = tuple(_held(item, names) for item in fields["hand"].items()) if "hand" in fields else ()
    commanders = [unit for unit in line if unit.face.type == "commander"]
    if len(commanders) > 1:
        raise fields["line"].wrong("There are two commanders.", "A player has one.")
    if commanders and "life" not in fields:
        raise node.wrong("The life of the commander is missing.", "Add life: 0 or more.")
    life = fields["life"].number() if "life" in fields else 0
    return Side(line, hand, tuple(Card(names.add(None), Face()) for _ in range(life)))


def _unit(node: Node, names: Names) -> Unit:
    known = ("name", "type", "power", "range", "flash", "keywords", "rested", "entered")
    fields = node.fields(known, ("name", "power"))
    kind = "character"
    if "type" in fields:
        kind = fields["type"].word(("commander", "character"))
    # A character without power would have died before the position was reached.
    printed = fields["power"].number(0 if kind == "commander" else 1)
    keywords: tuple[str, ...] = ()
    if "keywords" in fields:
        keywords = tuple(item.word(KEYWORDS) for item in fields["keywords"].items())
    face = Face(kind, printed, _number(fields, "range"), _number(fields, "flash"), keywords)
    card = Card(names.add(fields["name"]), face)
    return Unit(card, not _flag(fields, "rested"), _flag(fields, "entered"))


def _held(node: Node, names: Names) -> Card:
    fields = node.fields(("name", "flash"), ("name",))
    return Card(names.add(fields["name"]), Face(flash=_number(fields, "flash")))


def _number(fields: Mapping[str, Node], key: str) -> int:
    return fields[key].number() if key in fields else 0


def _flag(fields: Mapping[str, Node], key: str) -> bool:
    return fields[key].flag() if key in fields else False


def action(node: Node, state: State, names: Names) -> Action:
    """The action that an entry of a play describes, by the player it concerns."""
    word, value = node.only()
    match word:
        case "attack":
            fields = value.fields(("by", "target"), ("by", "target"))
            by = fields["by"]
            attackers = by.items() if isinstance(by.value, list) else [by]
            chosen = tuple(names.id(attacker) for attacker in attackers)
            player = state.controller(chosen[0]) if chosen else state.turn
            return attack(player or state.turn, chosen, names.id(fields["target"]))
        case "intercept":
            unit = names.id(value)
            return intercept(state.controller(unit) or other(state.turn), unit)
        case "discard":
            card = names.id(value)
            return discard(_holder(state, card), card)
        case _:
            raise value.wrong(f"“{word}” cannot be played.", "Known: attack, intercept, discard.")


def _holder(state: State, card: str) -> str:
    """The player whose hand a card is in; the defending player if it is in none."""
    for player in PLAYERS:
        if card in [held.id for held in state.side(player).hand]:
            return player
    return other(state.turn)


def window(state: State, wanted: Action | None) -> Action | None:
    """The passing of a window that the wanted action, or the end of the play, lies beyond."""
    choice = state.choice
    if choice is None or choice.kind not in WINDOWS:
        return None
    if wanted is not None:
        if wanted.kind == "intercept":
            return None
        if wanted.kind == "discard" and choice.kind == "dodge":
            return None
    return decline(choice.player)


_GAME: Game[State] = Game(load, action, window, why_not, apply, reduce, CHECKS, tuple(EVENTS))
