"""Actions as plain values: read from a page, said on a button, written in a ruling."""

from collections.abc import Mapping
from typing import Any

from referee.core.messages import tell
from referee.core.values import CHANCE, Action, BadAction
from referee.faceoff.playing import skills
from referee.faceoff.state import PLAYERS, State
from zhenshu.sandbox.telling import Names, Record, Words, told

Labels = Mapping[str, Mapping[str, str]]

MOST_PARTS = 60
"""The most values in one list of an action, as of the cards of a shuffled deck."""


def read(written: Any) -> Action:
    """An action from `{"kind": …, "player": …, "data": {…}}`. Raises BadAction.

    What the words of its data have to be is for the referee to say.
    """
    if not isinstance(written, dict) or sorted(written) != ["data", "kind", "player"]:
        raise BadAction(tell("An action has a kind, a player and data."))
    kind, player, data = written["kind"], written["player"], written["data"]
    if not isinstance(kind, str) or not isinstance(data, dict) or len(data) > MOST_PARTS:
        raise BadAction(tell("The kind of an action is a word, its data is a map."))
    if player not in (*PLAYERS, CHANCE):
        raise BadAction(tell("The player of an action is you, opponent or chance."))
    return Action(kind, player, {key: _frozen(data[key]) for key in sorted(data)})


def _frozen(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if len(value) > MOST_PARTS:
        raise BadAction(
            tell("{n} entries are too many.", n=len(value)), tell("The most is {n}.", n=MOST_PARTS)
        )
    return tuple([str(each) for each in value])


def label(state: State, action: Action, labels: Labels, words: Words, names: Names) -> Record:
    """What the button for an action says, before it is carried out."""
    form, data = _form(state, action)
    found = told(_patterns(labels, form, words), data, words, names)
    if action.data.get("supply"):
        data = {"supply": action.data["supply"]}
        more = told(_patterns(labels, "tokens", words), data, words, names)
        found = {language: [*found[language], *more[language]] for language in words}
    return found


def _patterns(labels: Labels, form: str, words: Words) -> Mapping[str, str]:
    return {language: labels[language][form] for language in words}


def _form(state: State, action: Action) -> tuple[str, Mapping[str, Any]]:
    """The form of the label of an action, and what fills it."""
    kind, data = action.kind, action.data
    if kind == "pass" and state.choice is not None:
        return kind, {"step": state.choice.kind}
    if kind in ("end", "concede"):
        return kind, {"player": action.player}
    if kind == "choose" and state.choice is not None:
        return _chosen_form(state.choice.kind, data["chosen"])
    if kind == "use":
        theirs = _skills(state, action)
        if len(theirs) > 1:
            return "use-nth", {"card": data["card"], "n": theirs.index(data["index"]) + 1}
    if kind == "play" and "host" in data:
        return "play-host", data
    if kind == "play" and "place" in data:
        return _placed(state, action)
    return kind, data


def _chosen_form(question: str, chosen: Any) -> tuple[str, Mapping[str, Any]]:
    """The label of an answer to a question; numbers say of what they are."""
    if question in ("move", "place"):
        return "choose-place", {"n": chosen + 1}
    if question == "one-of":
        return "choose-effect", {"n": chosen}
    if question == "shuffle":
        return "choose-order", {}
    return "choose", {"chosen": chosen}


def _placed(state: State, action: Action) -> tuple[str, Mapping[str, Any]]:
    """The label of a unit that is played, which names those it comes to stand beside."""
    line = state.side(action.player).line
    card, place = action.data["card"], action.data["place"]
    if not line:
        return "play", {"card": card}
    if place == 0:
        return "play-left", {"card": card, "beside": line[0].id}
    beside = line[place - 1].id
    if place == len(line):
        return "play-right", {"card": card, "beside": beside}
    return "play-between", {"card": card, "beside": beside, "next": line[place].id}


def _skills(state: State, action: Action) -> list[int]:
    """The places of the activated skills of the card that an action uses."""
    card = action.data["card"]
    return [each.index for source, each in skills(state, action.player) if source == card]


def entry(state: State, action: Action, names: Names) -> Record | None:
    """An action as the play of a ruling writes it; None if it concerns a card without a name, or
    the order of a deck, which rulings do not write."""
    kind, data = action.kind, action.data
    called = {}
    for key in ("target", "unit", "card", "host"):
        if key in data:
            called[key] = _called(data[key], names)
    several = [_called(each, names) for each in (*data.get("attackers", ()), *data.get("rest", ()))]
    if None in several or None in [called[key] for key in called]:
        return None
    if kind == "attack":
        return {"attack": {"by": several, "target": called["target"]}}
    if kind in ("intercept", "discard"):
        return {kind: called["unit" if kind == "intercept" else "card"]}
    if kind == "choose":
        return _chosen(data["chosen"], names)
    if kind in ("play", "use"):
        how: Record = {**called}
        if several:
            how["rest"] = several
        for key in ("place", "supply"):
            if key in data:
                how[key] = data[key]
        theirs = _skills(state, action) if kind == "use" else []
        if len(theirs) > 1:
            how["skill"] = theirs.index(data["index"]) + 1
        return {kind: how}
    return {kind: action.player}


def _chosen(chosen: Any, names: Names) -> Record | None:
    if isinstance(chosen, tuple):
        return None
    if isinstance(chosen, str) and chosen in names:
        name = _called(chosen, names)
        return {"choose": name} if name else None
    return {"choose": chosen}


def _called(card: str, names: Names) -> str | None:
    """What a ruling calls a card; None if it has no name."""
    name = names.get(card)
    return name["zh-Hans"] if name else None
