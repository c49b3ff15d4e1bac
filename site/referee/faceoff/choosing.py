"""Effects that ask: targets, choices, orders, and effects that depend on the answer.

A verb gets the game, the frame it stands in (its step still in front) and what the card writes
beside it. When it is called, the step has been taken off the frame on the stack; a verb that asks
puts it back, and is called again as an answer with what was chosen.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from referee.core.change import replace
from referee.core.values import CHANCE
from referee.faceoff.costs import pay, payable
from referee.faceoff.game import Game, ask, bind, scope_of
from referee.faceoff.numbers import candidates, has, holds, instances
from referee.faceoff.state import Frame, other

Args: TypeAlias = Any


def put_question(
    game: Game,
    frame: Frame,
    question: str,
    options: tuple[str | int, ...],
    rule: str,
    player: str = "",
) -> None:
    """Ask, and let the answer come back to the step that asks."""
    game.change(frame)
    cause = game.state.count - 1 if frame.cause is None else frame.cause
    ask(game, player or frame.player, question, options, rule, cause)


def target(game: Game, frame: Frame, args: Args) -> None:
    """Choose a target; opponents' units with Insight only by paying for it (kw.insight.1)."""
    _choose(game, frame, args, targeted=True)


def choose(game: Game, frame: Frame, args: Args) -> None:
    """Choose without targeting."""
    _choose(game, frame, args, targeted=False)


def _choose(game: Game, frame: Frame, args: Args, *, targeted: bool) -> None:
    name = args.get("as", "target" if targeted else "chosen")
    chosen = args.get("chosen", ())
    fitting = candidates(scope_of(game, frame), args["what"])
    open_to = [each for each in fitting if each not in chosen]
    if targeted:
        open_to = [each for each in open_to if _affordable(game, frame, each)]
    if not open_to or len(chosen) == args.get("n", 1):
        if not chosen and not args.get("up-to"):
            cause = frame.cause
            game.add("no_target", {"card": frame.source}, "golden.2", cause, frame.ability)
        game.change(bind(game.top(), name, tuple(chosen), game.state.count))
        return
    free = [each for each in open_to if not targeted or not _insight(game, frame, each)]
    optional = bool(args.get("up-to")) or not free
    if len(open_to) == 1 and not optional:
        _chosen(game, frame, args, open_to[0], targeted)
        return
    options: tuple[str | int, ...] = tuple(open_to)
    if optional:
        options = (*options, "done")
    rule = "skill.target.1" if targeted else "skill.kind.2"
    if args.get("up-to"):
        rule = "golden.3"
    put_question(game, frame, "target" if targeted else "choose", options, rule)


def target_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """A target has been chosen, or no more."""
    _answered(game, frame, args, answer, True)


def choose_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Something has been chosen, or no more."""
    _answered(game, frame, args, answer, False)


def _answered(game: Game, frame: Frame, args: Args, answer: Any, targeted: bool) -> None:
    if answer == "done":
        name = args.get("as", "target" if targeted else "chosen")
        game.change(bind(game.top(), name, tuple(args.get("chosen", ())), game.state.count))
        return
    _chosen(game, frame, args, answer, targeted)


def _chosen(game: Game, frame: Frame, args: Args, answer: str, targeted: bool) -> None:
    if targeted:
        price = _insight(game, frame, answer)
        if price:
            data = {"player": frame.player, "unit": answer, "n": price}
            several = len(instances(game.state, answer, "insight")) > 1
            rule = "kw.insight.6" if several else "kw.insight.1"
            number = game.add("insight_paid", data, rule, frame.cause, "insight")
            pay(game, frame.player, price, number, token_rule="kw.supply.5")
    chosen = (*args.get("chosen", ()), answer)
    verb = "target" if targeted else "choose"
    again = {verb: {**args, "chosen": chosen}}
    top = game.top()
    game.change(replace(top, steps=(again, *top.steps)))


def _insight(game: Game, frame: Frame, name: str) -> int:
    """What choosing a unit costs this player."""
    if game.state.controller(name) != other(frame.player):
        return 0
    return has(game.state, name, "insight")


def _affordable(game: Game, frame: Frame, name: str) -> bool:
    price = _insight(game, frame, name)
    tokens = game.state.settings.supply_pays
    return not price or payable(game.state, frame.player, price, tokens=tokens)


def may(game: Game, frame: Frame, args: Args) -> None:
    """“You may”: do the steps inside or not (skill.kind.2)."""
    put_question(game, frame, "may", ("yes", "no"), "skill.kind.2")


def may_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Do it, or not. The steps are a list, or those for yes and no."""
    steps: tuple[Any, ...] = ()
    if isinstance(args, Mapping):
        steps = tuple(args[answer])
    elif answer == "yes":
        steps = tuple(args)
    if answer == "no":
        game.add("declined", {"player": frame.player}, "skill.kind.2", frame.cause)
    top = game.top()
    game.change(replace(top, steps=(*steps, *top.steps), did=answer == "yes"))


def check_if(game: Game, frame: Frame, args: Args) -> None:
    """“If”: look at the state now (skill.if.1, skill.if.2)."""
    met = holds(scope_of(game, frame), args["that"])
    _branch(game, args["then"] if met else args.get("else", ()))


def if_done(game: Game, frame: Frame, args: Args) -> None:
    """“If you do”: go on only if the step before was done in full (skill.if.1)."""
    if frame.did:
        _branch(game, args)


def _branch(game: Game, steps: Any) -> None:
    top = game.top()
    game.change(replace(top, steps=(*tuple(steps), *top.steps)))


def one_of(game: Game, frame: Frame, args: Args) -> None:
    """Choose one of several effects, by number."""
    options = tuple(range(1, len(args) + 1))
    put_question(game, frame, "one-of", options, "skill.kind.2")


def one_of_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Do the effect that has been chosen."""
    _branch(game, args[answer - 1])


def shuffle(game: Game, frame: Frame, args: Args) -> None:
    """Let chance order a deck; the answer is the new order."""
    side = game.state.side(args["player"])
    cards = side.deck if args["zone"] == "deck" else side.tactics_deck
    if len(cards) > 1:
        options = tuple([card.id for card in cards])
        put_question(game, frame, "shuffle", options, "setup.1", CHANCE)


def shuffle_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """Put the deck in its new order."""
    data = {"player": args["player"], "zone": args["zone"], "order": tuple(answer)}
    game.add("shuffled", data, "setup.1", frame.cause)


def resolve_trigger(game: Game, frame: Frame, args: Args) -> None:
    """Begin a triggered skill: its limit, then its condition (skill.limit.1, skill.if.2)."""
    index = args["once"]
    told = {"card": frame.source, "key": frame.ability}
    if index is not None and index in _used(game, frame.source):
        game.add("not_triggered", told, "skill.limit.1", frame.cause, frame.ability)
        game.work.pop()
        return
    if args["if"] is not None and not holds(scope_of(game, frame), args["if"]):
        game.add("not_triggered", told, "skill.if.2", frame.cause, frame.ability)
        game.work.pop()
        return
    data = {"player": frame.player, "card": frame.source, "key": frame.ability}
    number = game.add("triggered", data, args["rule"], frame.cause, frame.ability)
    game.change(replace(game.top(), cause=number))
    if index is not None:
        game.add("once", {"card": frame.source, "index": index}, "skill.limit.1", number)


def _used(game: Game, card: str) -> tuple[int, ...]:
    """The skills with a limit that a card on the battlefield has used this turn."""
    unit, host = game.state.find(card), game.state.host(card)
    if unit is not None:
        return unit.used
    if host is not None:
        return next(each.used for each in host.attached if each.id == card)
    return ()
