"""Setting up, and the five phases of a turn: ready, tactics, draw, main, end."""

from typing import Any

from referee.core.change import replace
from referee.core.values import CHANCE
from referee.faceoff.carding import draw_cards
from referee.faceoff.choosing import Args, put_question
from referee.faceoff.game import Game, ask
from referee.faceoff.numbers import banned
from referee.faceoff.state import PLAYERS, Frame, other
from referee.faceoff.triggers import triggered

OPENING_HANDS = (4, 5)
"""Cards of the opening hands of the first and the second player (setup.5)."""


def go_on(game: Game) -> None:
    """Do the next thing that the rules of the turn do by themselves."""
    state = game.state
    if state.phase == "ready":
        _ready(game)
    elif state.phase == "tactics":
        _tactics(game)
    elif state.phase == "draw":
        draw_cards(game, state.turn, 1, None)
        if not game.state.winner:
            game.add("main_begun", {"player": state.turn}, "turn.main.1")
    else:
        _end(game)


def _ready(game: Game) -> None:
    state = game.state
    for unit in state.side(state.turn).line:
        held = any(gain.kind == "unreadying" for gain in unit.gains)
        if not unit.readied and (held or banned(state, unit.id, "ready")):
            rule = "kw.suppress.1" if held else "golden.4"
            game.add("stays_rested", {"unit": unit.id}, rule)
    game.add("readied_all", {"player": state.turn}, "turn.ready.2")


def _tactics(game: Game) -> None:
    player = game.state.turn
    deck = game.state.side(player).tactics_deck
    if deck:
        data = {"player": player, "card": deck[0].id}
        game.add("tactic_entered", data, "turn.tactics.1")
    else:
        game.add("no_tactic", {"player": player}, "turn.tactics.2")


def _end(game: Game) -> None:
    """Hand limit, then what lasts until the end of the turn expires; repeat while anything new
    has to be done, then pass the turn (turn.end.1 to turn.end.4)."""
    state = game.state
    player, limit = state.turn, state.settings.hand_limit
    hand = state.side(player).hand
    if limit is not None and len(hand) > limit:
        cause = game.add("over_limit", {"player": player, "limit": limit}, "turn.end.2")
        options = tuple([card.id for card in hand])
        ask(game, player, "hand-limit", options, "turn.end.2", cause)
        return
    lasting = any(
        gain.until == "turn" for side in state.sides for unit in side.line for gain in unit.gains
    )
    if lasting or state.lasting:
        game.add("expired", {}, "turn.end.3")
        return
    data = {"player": player}
    frames = triggered(state, state, "end_begun", data, state.count, "")
    if [frame for frame in frames if frame.ability not in state.ended]:
        game.add("end_begun", data, "turn.end.4")
        return
    following = {"player": other(player), "number": state.number + 1}
    game.add("turn_started", following, "turn.end.4")


def over_limit(game: Game, card: str) -> None:
    """Discard a card down to the hand limit; no effect of a card does it."""
    data = {"player": game.state.turn, "card": card}
    game.add("discarded_card", data, "turn.end.2")


def setup_steps(stamina: tuple[int, int]) -> tuple[Any, ...]:
    """What is done before the first turn, in order (setup.1 to setup.9)."""
    shuffles = [
        {"shuffle": {"player": player, "zone": zone}}
        for player in PLAYERS
        for zone in ("deck", "tactics_deck")
    ]
    lives = [
        {"fill-life": {"player": player, "n": n}}
        for player, n in zip(PLAYERS, stamina, strict=True)
    ]
    return (*shuffles, {"pick-first": {}}, {"opening": {}}, *lives, {"first-turn": {}})


def pick_first(game: Game, frame: Frame, args: Args) -> None:
    """Chance picks a player, who picks who goes first (setup.2)."""
    if "picked" in args:
        options = ("first", "second")
        put_question(game, frame, "go-first", options, "setup.2", args["picked"])
    else:
        put_question(game, frame, "pick", PLAYERS, "setup.2", CHANCE)


def pick_first_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Chance has picked a player, or that player the order; the second gets a token (setup.3)."""
    top = game.top()
    if "picked" not in args:
        game.add("picked", {"player": answer}, "setup.2")
        again = {"pick-first": {"picked": answer}}
        game.change(replace(top, steps=(again, *top.steps)))
        return
    first = args["picked"] if answer == "first" else other(args["picked"])
    game.add("first_player", {"player": first}, "setup.2")
    game.add("supply_gained", {"player": other(first), "n": 1}, "setup.3")


def opening(game: Game, frame: Frame, args: Args) -> None:
    """Draw the opening hands, then ask each player for a mulligan (setup.5, setup.6)."""
    first = game.state.turn
    mulligans = []
    for player, n in zip((first, other(first)), OPENING_HANDS, strict=True):
        for _ in range(n):
            card = game.state.side(player).deck[0].id
            game.add("drew", {"player": player, "card": card}, "setup.5")
        mulligans.append({"mulligan": {"player": player, "chosen": ()}})
    top = game.top()
    game.change(replace(top, steps=(*mulligans, *top.steps)))


def mulligan(game: Game, frame: Frame, args: Args) -> None:
    """Pick a card to put back, or no more."""
    player, chosen = args["player"], args["chosen"]
    left = [card.id for card in game.state.side(player).hand if card.id not in chosen]
    put_question(game, frame, "mulligan", (*left, "done"), "setup.6", player)


def mulligan_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Put the cards on the bottom, draw as many, and only then shuffle (setup.6)."""
    player, chosen, top = args["player"], args["chosen"], game.top()
    if answer != "done":
        again = {"mulligan": {"player": player, "chosen": (*chosen, answer)}}
        game.change(replace(top, steps=(again, *top.steps)))
        return
    for card in chosen:
        game.add("put", {"card": card, "place": "deck-bottom"}, "setup.6")
    for _ in chosen:
        card = game.state.side(player).deck[0].id
        game.add("drew", {"player": player, "card": card}, "setup.6")
    if chosen:
        again = {"shuffle": {"player": player, "zone": "deck"}}
        game.change(replace(top, steps=(again, *top.steps)))


def fill_life(game: Game, frame: Frame, args: Args) -> None:
    """Lay the life zone from the top of the deck; the old top lies lowest (setup.7)."""
    game.add("life_set", {"player": args["player"], "n": args["n"]}, "setup.7")


def first_turn(game: Game, frame: Frame, args: Args) -> None:
    """Begin the first turn."""
    game.add("turn_started", {"player": game.state.turn, "number": 1}, "turn.1")
