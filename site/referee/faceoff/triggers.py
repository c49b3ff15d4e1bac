"""Which triggered skills an event sets off."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from referee.faceoff.inplay import Standing, triggers
from referee.faceoff.numbers import Scope, card_of, matches, resolve
from referee.faceoff.state import PLAYERS, Ability, Frame, State

Happening: TypeAlias = tuple[str, tuple[str, ...]]

WHEN = (
    "enters",
    "leaves",
    "dies",
    "destroyed",
    "returns",
    "attacks",
    "joins-attack",
    "joint-attack",
    "attacked",
    "succeeds",
    "fails",
    "damaged",
    "moves",
    "rests",
    "awakens",
    "discarded",
    "discards",
    "plays",
    "turn-starts",
    "turn-ends",
    "combat-ends",
)
"""What a triggered skill can wait for."""

RULES: Mapping[str, str] = {
    "attacks": "combat.attack.4",
    "attacked": "combat.attack.4",
    "joins-attack": "combat.attack.4",
    "joint-attack": "combat.attack.4",
    "fails": "combat.resolve.5",
    "combat-ends": "combat.end.1",
    "turn-starts": "turn.ready.1",
    "turn-ends": "turn.end.1",
}
"""The paragraphs that give a moment to the skills that wait for it; skill.kind.3 for others."""

OF_PLAYERS = ("joint-attack", "discards", "turn-starts", "turn-ends", "combat-ends")
"""Those of them that happen to a player."""

TRIGGERING = (
    "entered",
    "attached",
    "died",
    "destroyed",
    "put",
    "attack_declared",
    "intercepted",
    "attack_succeeded",
    "attack_failed",
    "life_taken",
    "life_discarded",
    "ambushed",
    "moved",
    "rested",
    "suppressed",
    "awakened",
    "discarded_card",
    "played",
    "turn_started",
    "end_begun",
    "step_begun",
    "step_skipped",
)
"""The kinds of event that can trigger a skill."""


def happenings(before: State, state: State, kind: str, data: Mapping[str, Any]) -> list[Happening]:
    """What an event is in the words of triggered skills, and whom it happened to."""
    if kind == "entered":
        return [("enters", (data["unit"],))]
    if kind == "attached":
        return [("enters", (data["card"],))]
    if kind == "died":
        return [("dies", (data["unit"],)), ("leaves", (data["unit"],))]
    if kind == "put":
        return _put(before, data)
    if kind == "attack_declared":
        found: list[Happening] = [
            ("attacks", data["attackers"]),
            ("attacked", (data["target"],)),
        ]
        if len(data["attackers"]) > 1:
            found.append(("joins-attack", data["attackers"]))
            found.append(("joint-attack", (data["player"],)))
        return found
    if kind == "intercepted":
        return [("attacked", (data["unit"],))] if state.settings.intercept_attacked else []
    if kind in ("attack_succeeded", "attack_failed"):
        word = "succeeds" if kind == "attack_succeeded" else "fails"
        return [(word, state.fight().attackers)]
    if kind in ("life_taken", "life_discarded", "ambushed"):
        commander = before.commander(data["player"])
        return [] if commander is None else [("damaged", (commander.id,))]
    if kind in ("step_begun", "step_skipped"):
        return [("combat-ends", PLAYERS)] if data["step"] == "end" else []
    if kind == "discarded_card":
        return [("discarded", (data["card"],)), ("discards", (data["player"],))]
    if kind == "played":
        return [("plays", (data["card"],))]
    if kind in ("turn_started", "end_begun"):
        word = "turn-starts" if kind == "turn_started" else "turn-ends"
        return [(word, (data["player"],))]
    words = {"moved": "moves", "awakened": "awakens", "destroyed": "destroyed"}
    return [(words.get(kind, "rests"), (data["unit"],))]


def _put(before: State, data: Mapping[str, Any]) -> list[Happening]:
    if before.find(data["card"]) is None:
        return []
    found: list[Happening] = [("leaves", (data["card"],))]
    if data["place"] == "hand":
        found.append(("returns", (data["card"],)))
    return found


def triggered(
    before: State, state: State, kind: str, data: Mapping[str, Any], number: int, source: str
) -> Iterator[Frame]:
    """The triggered skills that an event sets off, as effects that wait to be carried out.

    What leaves the battlefield is looked at as it was before. Of discards only those by the
    effect of an own card trigger anything: so say the cards, and see combat.dodge.7.
    """
    if kind == "discarded_card" and not _own_effect(state, source, data["player"]):
        return
    told = happenings(before, state, kind, data)
    if not told:
        return
    seen = before if kind in ("died", "put", "destroyed") else state
    for each in triggers(seen):
        when = each.ability.data["when"]
        for word, subjects in told:
            if word == when:
                yield from _matched(seen, each, subjects, number)
    if kind == "discarded_card":
        yield from _from_discard(state, data["card"], number)


def _own_effect(state: State, source: str, player: str) -> bool:
    """Whether the source of an event is a skill of a card of a player."""
    card = card_of(state, source.partition("/")[0])
    return card is not None and card.owner == player


def _matched(
    state: State, skill: Standing, subjects: tuple[str, ...], number: int
) -> Iterator[Frame]:
    player, source, ability = skill.player, skill.source, skill.ability
    when, who = ability.data["when"], ability.data.get("who")
    if who is None:
        who = _usual(state, source, when)
    scope = Scope(state, player, source)
    if who == "any":
        chosen = subjects
    elif isinstance(who, str):
        meant = resolve(scope, who)
        chosen = tuple([each for each in subjects if each in meant])
    else:
        chosen = tuple([each for each in subjects if _fits(scope, who, each)])
    if chosen:
        yield waiting(player, source, ability, number, (("it", chosen),))


def _fits(scope: Scope, selector: Mapping[str, Any], card: str) -> bool:
    """A selector, where a card that is being played or discarded counts as its owner's."""
    if not matches(scope, selector, card):
        return False
    side = selector.get("side", "any")
    if side == "any" or scope.state.find(card) is not None:
        return True
    for player in PLAYERS:
        theirs = scope.state.side(player)
        for zone in (theirs.hand, theirs.discard, theirs.deck, theirs.life):
            if card in [held.id for held in zone]:
                return (player == scope.player) == bool(side == "yours")
    return False


def _usual(state: State, source: str, when: str) -> str:
    """Whom a skill that names nobody speaks of."""
    if when in OF_PLAYERS:
        return "you"
    if when != "enters" and state.find(source) is None:
        return "host"
    return "self"


def _from_discard(state: State, card: str, number: int) -> Iterator[Frame]:
    """The skills of a card on its being discarded, which work from the discard pile."""
    for player in PLAYERS:
        for held in state.side(player).discard:
            if held.id != card:
                continue
            for ability in held.face.abilities:
                if ability.kind == "triggered" and ability.data["when"] == "discarded":
                    yield waiting(player, card, ability, number, (("it", (card,)),))


def waiting(
    player: str,
    source: str,
    ability: Ability,
    number: int,
    bound: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Frame:
    """A skill that is to be carried out: first its condition and limit, then its effects."""
    begin = {
        "if": ability.data.get("if"),
        "once": ability.index if ability.data.get("once") else None,
        "ending": ability.data["when"] in ("turn-ends", "combat-ends"),
        "rule": RULES.get(ability.data["when"], "skill.kind.3"),
    }
    steps = ({"resolve": begin}, *ability.data["do"])
    return Frame(player, source, f"{source}/{ability.index}", steps, number, number, bound)
