"""Rulings of Face-Off. `referee.core.scenario` says what a ruling is made of; here is the rest.

A position:

    position:
      turn: you                      # whose turn it is; you, if left out
      turn-number: 1                 # the first turn of the game; a later one, if left out
      distance: 1                    # from any unit of one line to any of the other; if left
                                     # out, 1 is assumed, and the log says so
      settings: {attacker-dodges: true}    # answers to what is open; see state.Settings
      you:
        line:                        # units from the player's own left to right
          - {name: {en: Attacker, zh-Hans: 攻击者}, power: 4, range: 1}
          - {card: 飞将·吕布, entered: true, attached: [锋利长剑]}
        hand:
          - {name: {en: Horse, zh-Hans: 马}, flash: 1}
          - {card: 冷箭}
        tactics: [forest, forest, {card: 风兵法, rested: true}]    # or their number
        supply: 1                    # tokens
        deck: 5                      # a number of cards, or a list, the top one first
      opponent:
        life: 3                      # the same; needed with a commander
        line:
          - {name: {en: Lord, zh-Hans: 主公}, type: commander, power: 2, keywords: [intercept]}
          - {name: {en: Guard, zh-Hans: 卫士}, power: 1, flash: 1, rested: true}

A card of the catalogue is called by its Chinese name, its number or its id; if several are alike,
each needs a `name` too. What is written beside it takes the place of what is printed. A made-up
card has a `name` in every language, and may have any of type, power, range, flash, keywords,
cost, element, requirement, traits, subtype, timing, attach-to and abilities (written as
`referee.faceoff.vocabulary` says). A unit is a character unless its type is commander, is readied
unless rested, and did not enter this turn unless `entered: true`; it may be awakened, suppressed,
have counters, attached cards and another owner. Numbers are 0 if left out. Zones: line, hand,
life, discard, deck, tactics, tactics-deck. Keywords: intercept, swift, breakthrough, execute,
peerless, insight:2, elusive:2; one that is printed twice is written twice.

What can be played; several attackers make a joint attack:

    - attack: {by: Attacker, target: Lord}
    - attack: {by: [Attacker, Helper], target: Lord}
    - intercept: Guard
    - discard: Horse                 # from the hand it is in, to dodge
    - play: {card: 冷箭}             # from hand; choices follow
    - play: {card: Guard, place: left}     # or right, or the number of units to its left
    - play: {card: 锋利长剑, host: Attacker, rest: [风兵法], supply: 1}
    - use: {card: Lord}              # its activated skill, as Awaken; with several, skill: 1, 2…
    - use: {card: 风兵法, skill: advance}    # or retreat
    - choose: Guard                  # what an effect asks: a card, yes, no, done, a number…
    - end: you                       # the turn
    - pass: opponent                 # a window; concede: opponent

Choices that can be declined, and windows, are declined if the play does not mention them.

What can be expected:

    - attack: succeeds               # the last attack; or fails, or undecided
    - total: 4                       # what its attackers' power added up to
    - power: {Guard: 3}              # in the resolution step of the last attack
    - power: {Guard: 2, at: response}    # at the end of another step of it; at: end, after all
    - range: {Guard: 2}              # after all; likewise counters
    - keyword: {Guard: swift}        # a unit has it after all
    - where: {Guard: discard}        # or battlefield, hand, life, deck, tactics, attached
    - controller: {Guard: you}
    - orientation: {Guard: rested}   # or readied; on the battlefield or in the tactics zone
    - life: {opponent: 2}            # cards there; likewise hand, deck, discard, tactics, supply
    - units: {opponent: 3}           # on the battlefield, the commander counted
    - readied-tactics: {you: 1}
    - ways: 3                        # actions open after the last one played, but for passing
    - asked: target                  # the choice that was owed then, or nothing
    - turn: opponent
    - won: you                       # or opponent, draw, or nobody
"""

from collections.abc import Mapping
from typing import Any

from referee.core.messages import tell
from referee.core.reader import Node, Unsure
from referee.core.scenario import Game, Names, RulingResult
from referee.core.scenario import run as run_with
from referee.core.values import CHANCE, Action
from referee.faceoff.actions import (
    attack,
    choose,
    concede,
    decline,
    discard,
    end,
    intercept,
    legal,
    why_not,
)
from referee.faceoff.cards import Cards
from referee.faceoff.engine import apply
from referee.faceoff.events import EVENTS, reduce
from referee.faceoff.expectations import CHECKS
from referee.faceoff.playing import play, skills, use
from referee.faceoff.position import load
from referee.faceoff.state import PLAYERS, WINDOWS, State, other

NO_CARDS = Cards({})

ACTIONS = ("attack", "intercept", "discard", "play", "use", "choose", "end", "pass", "concede")


_TACTIC_SKILLS = ("advance", "retreat")


def run(ruling: Mapping[str, Any], cards: Cards = NO_CARDS) -> RulingResult[State]:
    """Play a ruling of Face-Off with its variations; see `referee.core.scenario.run`.

    `cards` are those of the catalogue that it may name.
    """

    def position(node: Node, names: Names) -> State:
        return load(node, names, cards)

    game: Game[State] = Game(
        position, action, window, why_not, apply, reduce, CHECKS, tuple(EVENTS)
    )
    return run_with(ruling, game)


def action(node: Node, state: State, names: Names) -> Action:
    """The action that an entry of a play describes, by the player it concerns."""
    word, value = node.only()
    if word == "attack":
        found = value.fields(("by", "target"), ("by", "target"), names.mistakes)
        by = found["by"]
        attackers = by.items() if isinstance(by.value, list) else [by]
        chosen = tuple([names.id(attacker) for attacker in attackers])
        player = state.controller(chosen[0]) if chosen else state.turn
        return attack(player or state.turn, chosen, names.id(found["target"]))
    if word == "intercept":
        unit = names.id(value)
        return intercept(state.controller(unit) or other(state.turn), unit)
    if word == "discard":
        card = names.id(value)
        return discard(_holder(state, card, other(state.turn)), card)
    if word == "play":
        return _play(value, state, names)
    if word == "use":
        return _use(value, state, names)
    if word == "choose":
        return _choose(value, state, names)
    if word in ("end", "pass", "concede"):
        player = value.word(PLAYERS)
        return {"end": end, "pass": decline, "concede": concede}[word](player)
    raise value.wrong(
        tell("“{word}” cannot be played.", word=word), tell("Known: {known}.", known=ACTIONS)
    )


def _play(value: Node, state: State, names: Names) -> Action:
    if not isinstance(value.value, dict):
        value = Node({"card": value}, value.path)
    found = value.fields(("card", "place", "host", "rest", "supply"), ("card",), names.mistakes)
    card = names.id(found["card"])
    player = _holder(state, card, state.choice.player if state.choice else state.turn)
    how = _payment(found, names)
    if "place" in found:
        node = found["place"]
        if isinstance(node.value, int):
            how["place"] = node.number()
        elif node.word(("left", "right")) == "left":
            how["place"] = 0
        else:
            how["place"] = len(state.side(player).line)
    elif "host" in found:
        how["host"] = names.id(found["host"])
    else:
        how["place"] = len(state.side(player).line)
    return play(player, card, **how)


def _payment(found: Mapping[str, Node], names: Names) -> dict[str, Any]:
    how: dict[str, Any] = {}
    if "rest" in found:
        how["rest"] = tuple([names.id(item) for item in found["rest"].items()])
    if "supply" in found:
        how["supply"] = found["supply"].number()
    return how


def _use(value: Node, state: State, names: Names) -> Action:
    if not isinstance(value.value, dict):
        value = Node({"card": value}, value.path)
    found = value.fields(("card", "skill", "rest", "supply"), ("card",), names.mistakes)
    card = names.id(found["card"])
    player = state.choice.player if state.choice is not None else state.turn
    able: list[int] = []
    for each in PLAYERS:
        theirs = [ability.index for source, ability in skills(state, each) if source == card]
        if theirs:
            player, able = each, theirs
    if not able:
        # The referee says why: it has none, or had one before it awoke.
        return use(player, card, 0)
    if len(able) > 1 and names.mistakes.found:
        # What it has may hang on what was mistaken before.
        raise Unsure
    which = 1
    if "skill" in found:
        node = found["skill"]
        named = isinstance(node.value, str)
        which = _TACTIC_SKILLS.index(node.word(_TACTIC_SKILLS)) + 1 if named else node.number(1)
        if which > len(able):
            hint = tell("The most is {n}.", n=len(able))
            raise node.wrong(tell("It has no such skill."), hint)
    elif len(able) > 1:
        raise value.wrong(tell("It has several skills."), tell("Add skill: 1 to {n}.", n=len(able)))
    return use(player, card, able[which - 1], **_payment(found, names))


def _choose(value: Node, state: State, names: Names) -> Action:
    choice = state.choice
    player = choice.player if choice is not None else state.turn
    chosen = value.value
    if isinstance(chosen, bool):
        # What YAML makes of yes and no.
        chosen = "yes" if chosen else "no"
    words = ("yes", "no", "done", "first", "second", *PLAYERS)
    if isinstance(chosen, str) and chosen not in words:
        chosen = names.id(value)
    elif not isinstance(chosen, str):
        chosen = value.number()
    return choose(player, chosen)


def _holder(state: State, card: str, otherwise: str) -> str:
    """The player whose hand a card is in; the other one given if it is in none."""
    for player in PLAYERS:
        if card in [held.id for held in state.side(player).hand]:
            return player
    return otherwise


def window(state: State, wanted: Action | None) -> Action | None:
    """The passing of a window that the wanted action, or the end of the play, lies beyond."""
    choice = state.choice
    if choice is None or (wanted is not None and wanted.kind == "concede"):
        return None
    if choice.options:
        return _declined(state, wanted)
    if choice.kind not in WINDOWS:
        return None
    if wanted is not None:
        if wanted.kind in ("intercept", "pass"):
            return None
        if wanted.kind == "discard" and choice.kind == "dodge":
            return None
        if wanted.kind in ("play", "use") and choice.kind == "response":
            return None if wanted.player == choice.player else decline(choice.player)
    return decline(choice.player)


def _declined(state: State, wanted: Action | None) -> Action | None:
    """Declining a choice that the play does not mention; None if it has to be made.

    Chance picks the first, and leaves a shuffled deck as it lies. Skills begin in the order of
    the table.
    """
    choice = state.choice
    if choice is None or (wanted is not None and wanted.data.get("chosen") in choice.options):
        return None
    if choice.player == CHANCE:
        return legal(state)[0]
    for word in ("no", "done"):
        if word in choice.options:
            return choose(choice.player, word)
    if choice.kind == "order":
        return choose(choice.player, choice.options[0])
    return None
