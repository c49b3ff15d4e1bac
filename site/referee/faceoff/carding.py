"""Effects on cards: drawing, discarding, looking, playing by an effect, life and tokens."""

from typing import Any

from referee.core.change import replace
from referee.core.values import CHANCE
from referee.faceoff.choosing import Args, put_question
from referee.faceoff.costs import pay, payable, why_not_elements
from referee.faceoff.deaths import defeat, leaves
from referee.faceoff.doing import done
from referee.faceoff.game import Game, scope_of
from referee.faceoff.numbers import amount, card_of, matches, resolve
from referee.faceoff.playing import arrive, hosts, why_not_placed
from referee.faceoff.state import Card, Frame


def draw_cards(game: Game, player: str, n: int, cause: int | None, source: str = "") -> None:
    """Draw cards one by one; a draw from an empty deck loses the game (win.2, win.6)."""
    for number in range(n):
        deck = game.state.side(player).deck
        if not deck:
            rule = "win.6" if number else "win.2"
            empty = game.add("deck_empty", {"player": player}, rule, cause)
            defeat(game, (player,), "win.2", empty)
            return
        data = {"player": player, "card": deck[0].id}
        game.add("drew", data, "skill.order.1" if source else "turn.draw.1", cause, source)


def draw(game: Game, frame: Frame, args: Args) -> None:
    """Draw cards."""
    written = args if isinstance(args, dict) else {"n": args}
    n = amount(scope_of(game, frame), written["n"])
    for player in resolve(scope_of(game, frame), written.get("who", "you")):
        if not game.state.winner:
            draw_cards(game, player, n, frame.cause, frame.ability)


def put(game: Game, frame: Frame, args: Args) -> None:
    """Put cards or units into a hand, a deck or another zone of their owner (zone.7)."""
    moved = 0
    for name in resolve(scope_of(game, frame), args.get("who", "target")):
        place = args["to"]
        rule = "zone.11" if place == "life" else "zone.7"
        if game.state.find(name) is not None:
            unit = game.state.unit(name)
            if unit.since > frame.at or unit.card.face.type == "commander":
                continue
            leaves(game, name, place, rule, frame.cause, frame.ability)
        elif card_of(game.state, name) is not None:
            data = {"card": name, "place": place}
            game.add("put", data, rule, frame.cause, frame.ability)
        moved += 1
    done(game, moved > 0)


def top(game: Game, frame: Frame, args: Args) -> None:
    """Put the top card of a main deck into a zone, unseen (zone.11)."""
    for player in resolve(scope_of(game, frame), args.get("who", "you")):
        deck = game.state.side(player).deck
        for card in deck[: args.get("n", 1)]:
            data = {"card": card.id, "place": args["to"]}
            rule = "zone.11" if args["to"] == "life" else "zone.5"
            game.add("put", data, rule, frame.cause, frame.ability)


def take_life(game: Game, frame: Frame, args: Args) -> None:
    """Put the topmost life card into the hand of its player; no damage (kw.ambush.3)."""
    taken = False
    for player in resolve(scope_of(game, frame), args):
        life = game.state.side(player).life
        if life:
            data = {"card": life[0].id, "place": "hand"}
            game.add("put", data, "kw.ambush.3", frame.cause, frame.ability)
            taken = True
            commander = game.state.commander(player)
            if len(life) == 1 and commander is not None:
                game.add("dying", {"unit": commander.id}, "kw.dying.1", frame.cause)
    done(game, taken)


def discard(game: Game, frame: Frame, args: Args) -> None:
    """A player discards cards from hand, by own choice or at random."""
    who = resolve(scope_of(game, frame), args.get("who", "you"))
    player = who[0] if who else frame.player
    hand = game.state.side(player).hand
    n = amount(scope_of(game, frame), args["n"])
    chosen = args.get("chosen", ())
    if n <= len(chosen) or not hand:
        _discarded(game, n, chosen, args)
        return
    options: tuple[str | int, ...] = tuple([card.id for card in hand])
    if args.get("random"):
        put_question(game, frame, "random", options, "skill.order.1", CHANCE)
    elif args.get("up-to"):
        put_question(game, frame, "discard", (*options, "done"), "golden.3", player)
    elif len(options) == 1:
        discard_answer(game, frame, args, options[0])
    else:
        put_question(game, frame, "discard", options, "skill.order.1", player)


def _discarded(game: Game, n: int, chosen: tuple[str, ...], args: Args) -> None:
    frame = game.top()
    bound = tuple([entry for entry in frame.bound if entry[0] != "discarded"])
    full = bool(chosen) if args.get("up-to") else len(chosen) >= n
    game.change(replace(frame, bound=(*bound, ("discarded", tuple(chosen))), did=full))


def discard_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """A card has been picked, or no more."""
    chosen = args.get("chosen", ())
    if answer == "done":
        _discarded(game, 0, chosen, args)
        return
    again = {"discard": {**args, "chosen": (*chosen, answer)}}
    game.change(replace(game.top(), steps=(again, *game.top().steps)))
    card = card_of(game.state, answer)
    owner = card.owner if card is not None else frame.player
    data = {"player": owner, "card": answer}
    game.add("discarded_card", data, "skill.order.1", frame.cause, frame.ability)


def look(game: Game, frame: Frame, args: Args) -> None:
    """Look at the top cards of the own main deck, take some, put the rest on the bottom."""
    deck = game.state.side(frame.player).deck
    seen = args.get("seen")
    if seen is None:
        seen = tuple([card.id for card in deck[: args["n"]]])
        data = {"player": frame.player, "n": len(seen)}
        game.add("looked", data, "skill.order.1", frame.cause, frame.ability)
    taken = args.get("taken", 0)
    scope = scope_of(game, frame)
    able = tuple(
        [card for card in seen if "what" not in args or matches(scope, args["what"], card)]
    )
    if able and taken < args.get("take", 1):
        asked = replace(frame, steps=({"look": {**args, "seen": seen}}, *frame.steps[1:]))
        put_question(game, asked, "look", (*able, "done"), "golden.3")
    else:
        _bottom(game, seen)


def look_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """A card has been taken, or no more."""
    if answer == "done":
        _bottom(game, args["seen"])
        return
    if args.get("reveal"):
        game.add("revealed", {"card": answer}, "skill.order.1", frame.cause, frame.ability)
    data = {"card": answer, "place": args.get("to", "hand")}
    game.add("put", data, "skill.order.1", frame.cause, frame.ability)
    seen = tuple([card for card in args["seen"] if card != answer])
    again = {"look": {**args, "seen": seen, "taken": args.get("taken", 0) + 1}}
    game.change(replace(game.top(), steps=(again, *game.top().steps)))


def _bottom(game: Game, cards: tuple[str, ...]) -> None:
    game.change(replace(game.top(), steps=({"bottom": cards}, *game.top().steps)))


def bottom(game: Game, frame: Frame, args: Args) -> None:
    """Put cards on the bottom of the deck one by one, in any order."""
    if len(args) == 1:
        bottom_answer(game, frame, args, args[0])
    elif args:
        put_question(game, frame, "bottom", args, "skill.order.1")


def bottom_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The next card for the bottom has been picked."""
    data = {"card": answer, "place": "deck-bottom"}
    game.add("put", data, "skill.order.1", frame.cause, frame.ability)
    _bottom(game, tuple([card for card in args if card != answer]))


def play_cards(game: Game, frame: Frame, args: Args) -> None:
    """Play cards by an effect, free unless it says what to pay; element requirements hold
    (element.2, play.12). What cannot be played stays where it is (play.10)."""
    written: dict[str, Any] = {"who": args} if isinstance(args, str) else args
    pays = int(written.get("pay", 0))
    for name in resolve(scope_of(game, frame), written["who"]):
        card = card_of(game.state, name)
        if card is None or not _playable(game, frame, card, pays):
            continue
        if card.face.type == "character":
            line = game.state.side(frame.player).line
            places = tuple(range(len(line) + 1))
            if len(places) > 1:
                put_question(game, frame, "place", places, "line.4")
            else:
                _play(game, frame, card, {"place": 0}, pays)
        elif card.face.type == "attachment":
            put_question(game, frame, "host", hosts(game.state, frame.player, card), "play.4")
        else:
            _play(game, frame, card, {}, pays)
        return
    done(game, False)


def _playable(game: Game, frame: Frame, card: Card, pays: int) -> bool:
    """Whether a card can be played by an effect; if not, an event says why."""
    state, player = game.state, frame.player
    if card.face.type == "stratagem" and card.face.timing == ("response",):
        in_response = state.combat is not None and state.combat.step == "response"
        if not in_response or state.fight().defender != player:
            game.add("no_target", {"card": card.id}, "play.8", frame.cause, frame.ability)
            return False
    if state.find(card.id) is not None or not payable(state, player, pays):
        return False
    if card.face.element:
        needs = {card.face.element: card.face.requirement}
        if any(True for _ in why_not_elements(state, player, needs, card.id)):
            game.add("element_unmet", {"card": card.id}, "element.2", frame.cause, frame.ability)
            return False
    for refusal in why_not_placed(state, player, card, {}):
        game.add("no_target", {"card": card.id}, refusal.rule, frame.cause, frame.ability)
        return False
    return True


def play_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The place of the unit or the host of the attachment has been chosen."""
    written: dict[str, Any] = {"who": args} if isinstance(args, str) else args
    for name in resolve(scope_of(game, frame), written["who"]):
        card = card_of(game.state, name)
        if card is not None and game.state.find(name) is None:
            how = {"place": answer} if card.face.type == "character" else {"host": answer}
            _play(game, frame, card, how, int(written.get("pay", 0)))
            return


def _play(game: Game, frame: Frame, card: Card, how: Args, pays: int) -> None:
    data = {"player": frame.player, "card": card.id}
    number = game.add("played", data, "play.12", frame.cause, frame.ability)
    if pays:
        pay(game, frame.player, pays, number)
    # A card that this effect has brought in is one that its later words speak of.
    game.change(replace(game.top(), at=game.state.count + 1, did=True))
    arrive(game, frame.player, card, number, how, paid=pays > 0)


def supply(game: Game, frame: Frame, args: Args) -> None:
    """Gain supply tokens (kw.supply.4)."""
    data = {"player": frame.player, "n": args}
    game.add("supply_gained", data, "kw.supply.4", frame.cause, frame.ability)


def discount(game: Game, frame: Frame, args: Args) -> None:
    """Let the next card of a type cost less this turn."""
    data = {"player": frame.player, "n": args["by"], "on": args["type"]}
    game.add("discount_set", data, "skill.order.1", frame.cause, frame.ability)


def skip(game: Game, frame: Frame, args: Args) -> None:
    """Skip steps of this combat, of the next combat of the turn, or of every combat of it."""
    lasts = args.get("lasts", "combat")
    for step in args["steps"]:
        data = {"player": frame.player, "step": step, "lasts": lasts}
        game.add("skip_set", data, "combat.skip.1", frame.cause, frame.ability)


def lose(game: Game, frame: Frame, args: Args) -> None:
    """Let players lose the game (win.4)."""
    players = resolve(scope_of(game, frame), args)
    if players:
        defeat(game, players, "win.4", frame.cause)
