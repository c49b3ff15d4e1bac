"""What the referee found, as records of JSON values: what a page or a script shows.

A text is a map from language to its pieces, `{"text": …, "rule": …}`; a piece with a rule is an
addend of a sum. Names map the ids of cards to their names by language, empty for a card that has
none. Phrases come by language, in the order in which the languages are wanted.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.core.messages import ENGLISH, Message
from referee.core.phrases import Phrases, Piece, explain, explain_refusals, explain_verdict, say
from referee.core.scenario import Case, Played
from referee.core.values import Action, Event, Number, Refusal, Verdict
from referee.faceoff.numbers import power, reach
from referee.faceoff.state import PLAYERS, Card, Side, State, Unit

Record = dict[str, Any]
Names = Mapping[str, Mapping[str, str]]
Words = Mapping[str, Phrases]


def case_record(case: Case[State], words: Words, names: Names, title: Any) -> Record:
    """A case: its boards at start and end, its steps, the actions that led to them, and what was
    expected of it."""
    played = case.played
    return {
        "title": title,
        "start": board(played.states[0], names),
        "end": board(played.end, names),
        "steps": played_steps(played, words, names),
        "actions": [written(step.action) for step in played.steps if not step.refusals],
        "verdicts": [verdict_record(verdict, words, names) for verdict in case.verdicts],
    }


def written(action: Action) -> Record:
    """An action as `acting.read` reads it."""
    data = {key: _thawed(action.data[key]) for key in sorted(action.data)}
    return {"kind": action.kind, "player": action.player, "data": data}


def _thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def said_in(
    message: Message, languages: Iterable[str], messages: Mapping[str, Mapping[str, str]]
) -> Record:
    """A message by language; `messages` are its translations, none for English."""
    return {language: message.text(messages.get(language, ENGLISH)) for language in languages}


def verdict_record(verdict: Verdict, words: Words, names: Names) -> Record:
    """What was expected and what was found, by language, and where the file expects it."""
    told = [
        (language, explain_verdict(verdict, words[language], language, names)) for language in words
    ]
    return {
        "path": list(verdict.path),
        "kind": verdict.kind,
        "expected": {language: expected.text for language, (expected, _found) in told},
        "actual": {language: found.text for language, (_expected, found) in told},
        "ok": verdict.ok,
    }


def played_steps(played: Played[State], words: Words, names: Names) -> list[Record]:
    """One record for each event or refusal of a play, in the order they happened."""
    found = []
    for step in played.steps:
        found.extend(steps(step.events, words, names))
        found.extend(refused_steps(step.refusals, words, names))
    return found


def steps(events: Iterable[Event], words: Words, names: Names) -> list[Record]:
    """One record for each event."""
    events = tuple(events)
    told = [(language, explain(events, words[language], language, names)) for language in words]
    found = []
    for index, event in enumerate(events):
        found.append(
            {
                "kind": event.kind,
                "rule": event.rule,
                "refused": False,
                "cause": event.cause,
                "text": {language: pieces(lines[index].pieces) for language, lines in told},
            }
        )
    return found


def refused_steps(refusals: Iterable[Refusal], words: Words, names: Names) -> list[Record]:
    """One record for each refusal."""
    refusals = tuple(refusals)
    told = [
        (language, explain_refusals(refusals, words[language], language, names))
        for language in words
    ]
    found = []
    for index, refusal in enumerate(refusals):
        found.append(
            {
                "kind": refusal.kind,
                "rule": refusal.rule,
                "refused": True,
                "cause": None,
                "text": {language: pieces(lines[index].pieces) for language, lines in told},
            }
        )
    return found


def pieces(sentence: Iterable[Piece]) -> list[Record]:
    """A sentence in runs of text."""
    return [{"text": piece.text, "rule": piece.rule} for piece in sentence]


def board(state: State, names: Names) -> Record:
    """A position of Face-Off as a ruling draws it: both lines, hands and life zones."""
    return {
        "turn": state.turn,
        "distance": state.distance,
        "sides": {player: _side(state, state.side(player), names) for player in PLAYERS},
    }


def _side(state: State, side: Side, names: Names) -> Record:
    return {
        "line": [_unit(unit, power(state, unit.id), names) for unit in side.line],
        "hand": [{"name": _name(card, names), "flash": card.face.flash} for card in side.hand],
        "life": len(side.life),
        "discard": [_name(card, names) for card in side.discard],
    }


def _unit(unit: Unit, power: Number, names: Names) -> Record:
    return {
        "name": _name(unit.card, names),
        "type": unit.face.type,
        "power": power.total,
        "range": unit.face.range,
        "flash": unit.face.flash,
        "readied": unit.readied,
        "entered": unit.entered,
        "keywords": list(unit.face.keywords),
    }


def _name(card: Card, names: Names) -> Any:
    """The names of a card by language, None if it has none."""
    return names[card.id] or None


def table(state: State, words: Words, names: Names) -> Record:
    """A position as the sandbox draws it: what `board` tells, and all that can be acted on."""
    return {**situation(state), "sides": sides(state, words, names)}


def situation(state: State) -> Record:
    """What is going on: the turn, the combat, and who owes which choice."""
    choice, combat = state.choice, state.combat
    asked, fight = None, None
    if choice is not None:
        asked = {"player": choice.player, "kind": choice.kind, "source": choice.source}
    if combat is not None:
        attackers = list(combat.attackers)
        fight = {"step": combat.step, "attackers": attackers, "target": combat.target}
    return {
        "turn": state.turn,
        "number": state.number,
        "phase": state.phase,
        "distance": state.distance,
        "winner": state.winner,
        "choice": asked,
        "combat": fight,
    }


def sides(state: State, words: Words, names: Names) -> Record:
    """All cards of both players. `sums` are the numbers of a unit that have several addends, told
    with them."""
    return {player: _table_side(state, player, words, names) for player in PLAYERS}


def alike(one: State, two: State) -> bool:
    """Whether two states of one play have the same `sides`, numbers included.

    Many events change nothing of them, and to see that is much quicker than to make them.
    """
    same = one.sides is two.sides and one.tally is two.tally and one.turn == two.turn
    return same and _fight(one) == _fight(two)


def _fight(state: State) -> Any:
    """What of a combat the numbers of units depend on."""
    combat = state.combat
    if combat is None:
        return None
    return combat.attackers, combat.target, combat.added, combat.intercepted


def _table_side(state: State, player: str, words: Words, names: Names) -> Record:
    side = state.side(player)
    return {
        "line": [_table_unit(state, unit, words, names) for unit in side.line],
        "hand": [_card(card, names) for card in side.hand],
        "life": len(side.life),
        "deck": len(side.deck),
        "discard": [_card(card, names) for card in side.discard],
        "tactics": [
            {**_card(tactic.card, names), "readied": tactic.readied, "up": tactic.up}
            for tactic in side.tactics
        ],
        "tactics-deck": len(side.tactics_deck),
        "supply": side.supply,
    }


def _card(card: Card, names: Names) -> Record:
    """A card: `card` is its id in the catalogue, "" if it is not one of it as printed."""
    face = card.face
    return {
        "id": card.id,
        "card": face.card,
        "name": _name(card, names),
        "type": face.type,
        "cost": face.cost,
        "element": face.element,
        "flash": face.flash,
    }


def _table_unit(state: State, unit: Unit, words: Words, names: Names) -> Record:
    numbers = {"power": power(state, unit.id), "range": reach(state, unit.id)}
    return {
        **_unit(unit, numbers["power"], names),
        "id": unit.id,
        "card": unit.card.face.card,
        "owner": unit.card.owner,
        "range": numbers["range"].total,
        "printed": {"power": unit.face.power, "range": unit.face.range},
        "sums": {
            key: told("{number}", {"number": numbers[key]}, words, names)
            for key in numbers
            if len(numbers[key].addends) > 1
        },
        "awakened": unit.awakened,
        "counters": unit.counters,
        "held": any([gain.kind == "unreadying" for gain in unit.gains]),
        "attached": [_card(each.card, names) for each in unit.attached],
    }


def told(
    pattern: str | Mapping[str, str], data: Mapping[str, Any], words: Words, names: Names
) -> Record:
    """A pattern, one for all languages or one for each, filled as a phrase of the referee."""
    found = {}
    for language in words:
        text = pattern if isinstance(pattern, str) else pattern[language]
        found[language] = pieces(say(text, data, words[language], language, names))
    return found
