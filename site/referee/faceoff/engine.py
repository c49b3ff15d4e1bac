"""Carrying out actions: `apply`, and the loop that goes on until somebody owes a choice.

In the loop the state is checked first, then the innermost effect does its next step, then a skill
that waits begins, and when nothing is left the rules of combat or of the turn go on.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.change import replace
from referee.core.messages import tell
from referee.core.values import CHANCE, Action, BadAction, Event, IllegalAction
from referee.core.work import TooMuch
from referee.faceoff import carding, choosing, combat, doing, turns
from referee.faceoff.actions import why_not
from referee.faceoff.deaths import check
from referee.faceoff.game import Game, ask
from referee.faceoff.playing import do_play, do_use
from referee.faceoff.state import Frame, State, other

MOST_EVENTS = 300
"""More events than any action of the game leads to; those of the rulings lead to 9 at most."""


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Carry out an action and all that follows, up to the next choice or the end of the game.

    Raises IllegalAction if the rules do not allow it, what `why_not` raises, and TooMuch if it
    leads to more than MOST_EVENTS events: skills that set each other off for ever.
    """
    refusals = why_not(state, action)
    if refusals:
        raise IllegalAction(action, refusals)
    game = Game(state)
    _ACTIONS[action.kind](game, action)
    settle(game)
    return game.state, tuple(game.events)


def settle(game: Game) -> None:
    """Go on until somebody owes a choice or the game is over."""
    while not game.asking and not game.state.winner:
        if len(game.events) > MOST_EVENTS:
            raise TooMuch(
                tell("An action never ends: it led to more than {n} events.", n=MOST_EVENTS),
                tell("Break the circle of skills."),
            )
        if game.unchecked:
            game.unchecked = False
            if check(game) or combat.broken(game):
                continue
        if game.work:
            _do_step(game)
        elif game.waiting:
            _next_skill(game)
        elif game.state.choice is not None:
            return
        elif game.state.combat is not None:
            combat.go_on(game)
        else:
            turns.go_on(game)


def _do_step(game: Game) -> None:
    frame = game.work[-1]
    if not frame.steps:
        game.work.pop()
        return
    ((verb, args),) = frame.steps[0].items()
    game.change(replace(frame, steps=frame.steps[1:]))
    VERBS[verb](game, frame, args)


def _next_skill(game: Game) -> None:
    """Begin the next skill that waits: the turn player's before the other's (skill.order.2).

    Those that work as the turn or the combat ends do so once in it (turn.end.1, combat.end.1).
    """
    state = game.state
    done = state.combat.ended if state.combat is not None else state.ended
    game.waiting = [
        frame
        for frame in game.waiting
        if not (frame.steps[0]["resolve"]["ending"] and frame.ability in done)
    ]
    for player in (state.turn, other(state.turn)):
        theirs = [frame for frame in game.waiting if frame.player == player]
        sources: list[str] = []
        for frame in theirs:
            if frame.source not in sources:
                sources.append(frame.source)
        if len(sources) > 1:
            ask(game, player, "order", tuple(sources), "skill.order.2", state.count - 1)
            return
        if theirs:
            _start(game, theirs[0])
            return


def _start(game: Game, frame: Frame) -> None:
    game.waiting.remove(frame)
    game.begin(frame)


def _choose(game: Game, action: Action) -> None:
    choice = game.state.choice
    assert choice is not None
    answer = action.data["chosen"]
    if choice.kind in ("move", "place"):
        game.add("chose_place", {"player": action.player, "n": answer + 1}, "golden.5")
    elif choice.kind == "one-of":
        game.add("chose_effect", {"player": action.player, "n": answer}, "golden.5")
    else:
        told = "order" if choice.kind == "shuffle" else answer
        game.add("chose", {"player": action.player, "chosen": told}, "golden.5")
    if choice.kind == "order":
        theirs = [frame for frame in game.waiting if frame.player == action.player]
        _start(game, next(frame for frame in theirs if frame.source == answer))
    elif choice.kind == "hand-limit":
        turns.over_limit(game, answer)
    else:
        frame = game.top()
        ((verb, args),) = frame.steps[0].items()
        game.change(replace(frame, steps=frame.steps[1:]))
        ANSWERS[verb](game, frame, args, answer)


def _end_turn(game: Game, action: Action) -> None:
    game.add("end_begun", {"player": action.player}, "turn.main.3")


def _concede(game: Game, action: Action) -> None:
    number = game.add("conceded", {"player": action.player}, "win.3")
    game.add("defeated", {"player": action.player}, "win.3", number)


def chance(state: State, below: Callable[[int], int]) -> Action:
    """The action of chance that a state waits for; `below(n)` gives a number from 0 to n - 1.

    Raises BadAction if it waits for none.
    """
    choice = state.choice
    if choice is None or choice.player != CHANCE:
        raise BadAction(tell("Nothing is left to chance here."))
    if choice.kind != "shuffle":
        chosen: Any = choice.options[below(len(choice.options))]
        return Action("choose", CHANCE, {"chosen": chosen})
    order = list(choice.options)
    for last in range(len(order) - 1, 0, -1):
        swap = below(last + 1)
        order[last], order[swap] = order[swap], order[last]
    return Action("choose", CHANCE, {"chosen": tuple(order)})


_ACTIONS: Mapping[str, Callable[[Game, Action], None]] = {
    "attack": combat.attack,
    "intercept": combat.intercept,
    "discard": combat.discard,
    "pass": combat.decline,
    "play": do_play,
    "use": do_use,
    "choose": _choose,
    "end": _end_turn,
    "concede": _concede,
}

VERBS: Mapping[str, Callable[[Game, Frame, Any], None]] = {
    # Written on cards; vocabulary.VERBS says how.
    "target": choosing.target,
    "choose": choosing.choose,
    "may": choosing.may,
    "if": choosing.check_if,
    "if-done": choosing.if_done,
    "one-of": choosing.one_of,
    "gain": doing.gain,
    "counter": doing.counter,
    "uncounter": doing.uncounter,
    "rest": doing.rest,
    "ready": doing.ready,
    "suppress": doing.suppress,
    "move": doing.move,
    "destroy": doing.destroy_all,
    "sacrifice": doing.sacrifice,
    "damage": doing.damage,
    "awaken": doing.awaken,
    "attack": doing.attack_with,
    "draw": carding.draw,
    "put": carding.put,
    "top": carding.top,
    "take-life": carding.take_life,
    "discard": carding.discard,
    "look": carding.look,
    "play": carding.play_cards,
    "supply": carding.supply,
    "discount": carding.discount,
    "skip": carding.skip,
    "lose": carding.lose,
    # The rules' own.
    "resolve": choosing.resolve_trigger,
    "shuffle": choosing.shuffle,
    "deal": doing.deal,
    "destroy-one": doing.destroy_one,
    "destroyed-after-all": doing.destroyed_after_all,
    "replaced": doing.replaced,
    "peerless": doing.peerless,
    "control": doing.control,
    "bottom": carding.bottom,
    "pick-first": turns.pick_first,
    "opening": turns.opening,
    "mulligan": turns.mulligan,
    "fill-life": turns.fill_life,
    "first-turn": turns.first_turn,
}
"""What every step of an effect does."""

ANSWERS: Mapping[str, Callable[[Game, Frame, Any, Any], None]] = {
    "target": choosing.target_answer,
    "choose": choosing.choose_answer,
    "may": choosing.may_answer,
    "one-of": choosing.one_of_answer,
    "shuffle": choosing.shuffle_answer,
    "move": doing.move_answer,
    "sacrifice": doing.sacrifice_answer,
    "peerless": doing.peerless_answer,
    "control": doing.control_answer,
    "deal": doing.deal_answer,
    "attack": doing.attack_answer,
    "discard": carding.discard_answer,
    "look": carding.look_answer,
    "bottom": carding.bottom_answer,
    "play": carding.play_answer,
    "pick-first": turns.pick_first_answer,
    "mulligan": turns.mulligan_answer,
}
"""How the steps that ask go on with the answer."""
