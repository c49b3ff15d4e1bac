"""What a player may see."""

from collections.abc import Iterable

from referee.core.change import replace
from referee.core.values import Event
from referee.faceoff.state import (
    NOTHING_TO_DO,
    PLAYERS,
    Card,
    Face,
    Side,
    State,
    other,
    with_side,
)

HIDDEN = Card("", Face(), "")
"""Stands for a card that lies face down for the one who looks."""

_MASKED = "card"
"""Stands for the id of a hidden card in an event; phrases say “a card” for it."""

REVEALING = ("played", "cost_counted", "element_unmet", "revealed", "no_ambush")
"""Kinds of event whose card everybody gets to see, wherever it lies (play.1)."""


def view(state: State, player: str) -> State:
    """The state as a player may see it: decks, life zones and the other hand as mere numbers.

    Nobody looks at life cards (zone.9); discard piles are open (zone.12); a player knows the own
    face-down cards in the tactics zone, the other does not. What an effect has left to do is left
    out, and so are the options of a choice that the other player makes among hidden cards.
    """

    def hide(side: Side) -> Side:
        return replace(
            side,
            life=(HIDDEN,) * len(side.life),
            deck=(HIDDEN,) * len(side.deck),
            tactics_deck=(HIDDEN,) * len(side.tactics_deck),
        )

    def hide_more(side: Side) -> Side:
        tactics = [each if each.up else replace(each, card=HIDDEN) for each in side.tactics]
        return replace(side, hand=(HIDDEN,) * len(side.hand), tactics=tuple(tactics))

    secret = hidden(state, player)
    for each in PLAYERS:
        state = with_side(state, each, hide)
    state = with_side(state, other(player), hide_more)
    choice = state.choice
    if choice is not None and choice.player != player:
        options = tuple([_MASKED if each in secret else each for each in choice.options])
        source = _MASKED if choice.source in secret else choice.source
        choice = replace(choice, options=options, source=source)
    return replace(state, agenda=NOTHING_TO_DO, choice=choice)


def hidden(state: State, player: str) -> tuple[str, ...]:
    """The ids of all cards that a player may not see."""
    theirs = state.side(other(player))
    found = [card.id for card in theirs.hand]
    found.extend([tactic.id for tactic in theirs.tactics if not tactic.up])
    for side in state.sides:
        for zone in (side.life, side.deck, side.tactics_deck):
            found.extend([card.id for card in zone])
    return tuple(found)


def told(states: Iterable[State], events: Iterable[Event], player: str) -> tuple[Event, ...]:
    """The events as a player may learn of them.

    `states` are those before each event and the one after the last, as `core.loop.replay` gives
    them. A card that the player may see neither before nor after an event is masked in it.
    """
    table = list(states)
    seen = []
    for index, event in enumerate(events):
        after = hidden(table[index + 1], player)
        secret = [card for card in hidden(table[index], player) if card in after]
        looking = event.data.get("player") == player and event.kind in ("asked", "chose")
        if event.kind in ("asked", "shuffled"):
            event = _without_secrets(event, table[index + 1], player)
        elif secret and not looking and event.kind not in REVEALING:
            data = {key: _mask(value, secret) for key, value in event.data.items()}
            event = replace(event, data=data)
        seen.append(event)
    return tuple(seen)


def _mask(value: object, secret: list[str]) -> object:
    if isinstance(value, str):
        return _MASKED if value in secret else value
    if isinstance(value, tuple):
        return tuple([_mask(each, secret) for each in value])
    return value


def _without_secrets(event: Event, after: State, player: str) -> Event:
    """A question without what an effect has left to do, a shuffle without its order."""
    if event.kind == "shuffled":
        return replace(event, data={**event.data, "order": ()})
    choice = view(after, player).choice
    return replace(event, data={**event.data, "choice": choice, "agenda": NOTHING_TO_DO})
