"""What a player may see."""

from dataclasses import replace

from referee.faceoff.state import PLAYERS, Card, Face, Side, State, other, with_side

HIDDEN = Card("", Face())
"""Stands for a card that lies face down for the one who looks."""


def view(state: State, player: str) -> State:
    """The state as a player may see it: life zones and the other hand as mere numbers of cards.

    Whether a player may look at the own life zone is open; here nobody does.
    """

    def hide_life(side: Side) -> Side:
        return replace(side, life=(HIDDEN,) * len(side.life))

    def hide_hand(side: Side) -> Side:
        return replace(side, hand=(HIDDEN,) * len(side.hand))

    for each in PLAYERS:
        state = with_side(state, each, hide_life)
    return with_side(state, other(player), hide_hand)
