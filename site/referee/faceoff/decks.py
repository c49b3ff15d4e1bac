"""Decks: whether they are legal, and the game that two of them begin."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.values import Event, Refusal
from referee.faceoff.engine import settle
from referee.faceoff.game import Game
from referee.faceoff.state import (
    DEFAULTS,
    PLAYERS,
    Agenda,
    Card,
    Face,
    Frame,
    Settings,
    Side,
    State,
    Unit,
)
from referee.faceoff.turns import setup_steps

MAIN_CARDS = 40
TACTICS = 12
COPIES = 3
"""What a deck is made of (deck.1, deck.2)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """What a player brings. `stamina` is that of the commander: no source gives it for any
    commander, so whoever begins a game has to say it."""

    commander: Face
    stamina: int
    main: tuple[Face, ...]
    tactics: tuple[Face, ...]


def check_deck(deck: Deck) -> tuple[Refusal, ...]:
    """What is wrong with a deck; empty if it is legal."""
    return tuple(_check(deck))


def _check(deck: Deck) -> Iterator[Refusal]:
    if deck.commander.type != "commander":
        yield Refusal("no_commander", {}, "deck.1")
    if len(deck.main) != MAIN_CARDS:
        yield Refusal("deck_size", {"n": len(deck.main), "needed": MAIN_CARDS}, "deck.1")
    if len(deck.tactics) != TACTICS:
        yield Refusal("tactics_size", {"n": len(deck.tactics), "needed": TACTICS}, "deck.1")
    for face in deck.main:
        if face.type not in ("character", "stratagem", "attachment"):
            yield Refusal("wrong_deck", {"card": face.card}, "deck.1")
    for face in deck.tactics:
        if face.type != "tactic":
            yield Refusal("wrong_deck", {"card": face.card}, "deck.1")
    for cards in (deck.main, deck.tactics):
        limited = [face for face in cards if not face.basic]
        names = [face.name for face in limited]
        for index, face in enumerate(limited):
            number = names.count(face.name)
            if number > COPIES and face.name not in names[:index]:
                data = {"card": face.card, "n": number, "most": COPIES}
                yield Refusal("too_many_copies", data, "deck.2")


def new_game(
    you: Deck, opponent: Deck, settings: Settings = DEFAULTS
) -> tuple[State, tuple[Event, ...]]:
    """A game that begins: commanders on the battlefield, the decks about to be shuffled.

    What is left to chance are choices of CHANCE; see `engine.chance`. The decks are not checked.
    """
    sides = []
    for player, deck in zip(PLAYERS, (you, opponent), strict=True):
        made = [
            Card(f"{player[0]}{number}", face, player)
            for number, face in enumerate((deck.commander, *deck.main, *deck.tactics))
        ]
        last = 1 + len(deck.main)
        line = (Unit(made[0]),)
        sides.append(Side(line, deck=tuple(made[1:last]), tactics_deck=tuple(made[last:])))
    steps = setup_steps((you.stamina, opponent.stamina))
    frame = Frame(PLAYERS[0], "", "", steps, None, 0)
    state = State(
        (sides[0], sides[1]),
        PLAYERS[0],
        None,
        distance_assumed=settings.measure == "flat",
        phase="setup",
        number=0,
        agenda=Agenda((frame,)),
        settings=settings,
    )
    game = Game(state)
    settle(game)
    return game.state, tuple(game.events)
