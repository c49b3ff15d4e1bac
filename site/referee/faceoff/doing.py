"""Effects on units: what they gain and lose, resting, readying, moving, destroying, damage."""

from typing import Any

from referee.core.change import replace
from referee.core.values import Addend, Number
from referee.faceoff.actions import elusive, why_not_by_effect
from referee.faceoff.choosing import Args, put_question
from referee.faceoff.costs import pay
from referee.faceoff.deaths import destroy, leaves
from referee.faceoff.game import Game, scope_of, units_of
from referee.faceoff.numbers import amount, candidates, has, resolve
from referee.faceoff.state import Ability, Frame, other
from referee.faceoff.vocabulary import kind_of, normal


def done(game: Game, fully: bool) -> None:
    """Note whether a step has been done in full, for “if you do”."""
    game.change(replace(game.top(), did=fully))


def gone(game: Game, frame: Frame, who: Any) -> None:
    """Say that what an effect speaks of is not there any more (skill.target.2)."""
    for name in resolve(scope_of(game, frame), who):
        if game.state.find(name) is None and game.state.host(name) is None:
            game.add("gone", {"unit": name}, "skill.target.2", frame.cause, frame.ability)


def gain(game: Game, frame: Frame, args: Args) -> None:
    """Let units gain power, range, keywords, a skill or a ban until the end of turn or combat."""
    until = args.get("until", "turn")
    who = args.get("who", "target")
    gone(game, frame, who)
    cause, source = frame.cause, frame.ability
    for unit in units_of(game, frame, who):
        for key in ("power", "range"):
            if key in args:
                n = amount(scope_of(game, frame), args[key])
                data = {"unit": unit, "n": n, "until": until}
                if key == "power":
                    game.add("power_gained", data, "golden.7", cause, source)
                else:
                    game.add("range_gained", data, "golden.7", cause, source)
        for keyword in args.get("keywords", ()):
            word = "keyword-" + keyword.partition(":")[0]
            told = {"unit": unit, "keyword": keyword, "word": word, "until": until}
            game.add("keyword_gained", told, "golden.7", cause, source)
        if "ability" in args:
            # The index is beyond those of any face, and tells gained skills apart.
            index = 100 + len(game.state.unit(unit).gains)
            new = Ability(index, kind_of(args["ability"]), normal(args["ability"]))
            given = {"unit": unit, "ability": new, "until": until}
            game.add("ability_gained", given, "golden.7", cause, source)
        for ban in args.get("cannot", ()):
            banning = {"unit": unit, "ban": ban, "until": until}
            game.add("ban_gained", banning, "golden.4", cause, source)


def counter(game: Game, frame: Frame, args: Args) -> None:
    """Put +1 power counters on units; a static skill may add more to any number put."""
    n = amount(scope_of(game, frame), args["n"])
    for unit in units_of(game, frame, args.get("who", "target")):
        data = {"unit": unit, "n": n + _extra_counters(game, unit)}
        game.add("counters_put", data, "kw.power.counter.1", frame.cause, frame.ability)


def _extra_counters(game: Game, unit: str) -> int:
    state = game.state
    player = state.controller(unit)
    for each in state.side(player).line:
        for ability in each.face.abilities:
            if ability.kind == "more-counters":
                return 1
    return 0


def uncounter(game: Game, frame: Frame, args: Args) -> None:
    """Remove +1 power counters from units, as many as there are up to the number."""
    wanted = amount(scope_of(game, frame), args["n"])
    fully = True
    for unit in units_of(game, frame, args.get("who", "self")):
        n = min(wanted, game.state.unit(unit).counters)
        fully = fully and n == wanted
        if n:
            data = {"unit": unit, "n": n}
            game.add("counters_removed", data, "kw.power.counter.2", frame.cause, frame.ability)
    done(game, fully)


def rest(game: Game, frame: Frame, args: Args) -> None:
    """Rest units; one that is rested stays so (kw.rest.2)."""
    gone(game, frame, args)
    for unit in units_of(game, frame, args):
        if game.state.unit(unit).readied:
            game.add("rested", {"unit": unit}, "kw.rest.1", frame.cause, frame.ability)
        else:
            game.add("rested_already", {"unit": unit}, "kw.rest.2", frame.cause, frame.ability)


def ready(game: Game, frame: Frame, args: Args) -> None:
    """Ready units; nothing happens to one that is readied (kw.ready.2)."""
    gone(game, frame, args)
    for unit in units_of(game, frame, args):
        if game.state.unit(unit).readied:
            game.add("readied_already", {"unit": unit}, "kw.ready.2", frame.cause, frame.ability)
        else:
            game.add("readied", {"unit": unit}, "kw.ready.1", frame.cause, frame.ability)


def suppress(game: Game, frame: Frame, args: Args) -> None:
    """Rest units and let them miss the next ready phase (kw.suppress.1)."""
    gone(game, frame, args)
    for unit in units_of(game, frame, args):
        game.add("suppressed", {"unit": unit}, "kw.suppress.1", frame.cause, frame.ability)


def move(game: Game, frame: Frame, args: Args) -> None:
    """Move a unit to another place in its player's line (kw.move.2: any place)."""
    gone(game, frame, args)
    for unit in units_of(game, frame, args):
        line = [each.card.id for each in game.state.side(game.state.controller(unit)).line]
        here = line.index(unit)
        places = tuple([index for index in range(len(line)) if index != here])
        if places:
            put_question(game, frame, "move", places, "kw.move.2")
        return


def move_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The place has been chosen: how many units stand to the left of it afterwards."""
    (unit, *_rest) = units_of(game, frame, args)
    line = [each.card.id for each in game.state.side(game.state.controller(unit)).line]
    far = abs(line.index(unit) - answer)
    data = {"unit": unit, "place": answer, "distance": far}
    game.add("moved", data, "kw.move.1", frame.cause, frame.ability)


def destroy_all(game: Game, frame: Frame, args: Args) -> None:
    """Destroy units, one after another, and attachments."""
    gone(game, frame, args)
    found = units_of(game, frame, args)
    attachments = [
        card for card in resolve(scope_of(game, frame), args) if game.state.host(card) is not None
    ]
    done(game, bool(found or attachments))
    for card in attachments:
        game.add("came_off", {"card": card}, "kw.destroy.1", frame.cause, frame.ability)
    steps = tuple([{"destroy-one": unit} for unit in found])
    game.change(replace(game.top(), steps=(*steps, *game.top().steps)))


def destroy_one(game: Game, frame: Frame, args: Args) -> None:
    """Destroy one unit, if it is still there."""
    if game.state.find(args) is not None:
        destroy(game, frame, args)


def destroyed_after_all(game: Game, frame: Frame, args: Args) -> None:
    """Nobody has put anything in the place of destroying the unit."""
    if game.state.find(args) is not None:
        number = game.add("destroyed", {"unit": args}, "kw.destroy.1", frame.cause)
        leaves(game, args, "died", "kw.die.1", number)


def replaced(game: Game, frame: Frame, args: Args) -> None:
    """Say that a replacement skill takes the place of destroying a unit."""
    data = {"unit": args["unit"], "card": frame.source}
    game.add("replaced", data, "skill.kind.6", frame.cause, frame.ability)


def sacrifice(game: Game, frame: Frame, args: Args) -> None:
    """A player picks one of the own units to die (kw.sacrifice.1)."""
    if args.get("what") == "self":
        _sacrificed(game, frame, args, frame.source)
        return
    player = _who(game, frame, args)
    scope = replace(scope_of(game, frame), player=player)
    options = [
        unit
        for unit in candidates(scope, {**args["what"], "side": "yours"})
        if game.state.unit(unit).card.face.type == "character"
    ]
    if len(options) == 1:
        _sacrificed(game, frame, args, options[0])
    elif options:
        put_question(game, frame, "sacrifice", tuple(options), "kw.sacrifice.1", player)
    else:
        game.add("no_target", {"card": frame.source}, "golden.2", frame.cause, frame.ability)
        done(game, False)


def _who(game: Game, frame: Frame, args: Args) -> str:
    chosen = resolve(scope_of(game, frame), args.get("who", "you"))
    return chosen[0] if chosen else frame.player


def sacrifice_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The unit has been picked."""
    _sacrificed(game, frame, args, answer)


def _sacrificed(game: Game, frame: Frame, args: Args, unit: str) -> None:
    player = game.state.controller(unit)
    if not player:
        done(game, False)
        return
    name = args.get("as", "sacrificed")
    top = game.top()
    bound = tuple([entry for entry in top.bound if entry[0] != name])
    game.change(replace(top, bound=(*bound, (name, (unit,))), did=True))
    data = {"player": player, "unit": unit}
    number = game.add("sacrificed", data, "kw.sacrifice.1", frame.cause, frame.ability)
    leaves(game, unit, "died", "kw.die.1", number, frame.ability)


def peerless(game: Game, frame: Frame, args: Args) -> None:
    """Sacrifice one of the Peerless of a name; their player picks (kw.peerless.3)."""
    units = args["units"]
    if len(units) == 1:
        peerless_answer(game, frame, args, units[0])
    else:
        put_question(game, frame, "sacrifice", units, "kw.peerless.3")


def peerless_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The Peerless that goes has been picked."""
    number = game.add("not_peerless", {"unit": answer}, "kw.peerless.1")
    leaves(game, answer, "died", "state.peerless.1", number)


def control(game: Game, frame: Frame, args: Args) -> None:
    """A player takes control of a unit and picks its place in the own line (control.2)."""
    places = tuple(range(len(game.state.side(frame.player).line) + 1))
    if len(places) == 1:
        control_answer(game, frame, args, 0)
    else:
        put_question(game, frame, "place", places, "control.2")


def control_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The place has been picked."""
    data = {"unit": args["unit"], "player": frame.player, "place": answer}
    game.add("control_changed", data, "control.2")


def damage(game: Game, frame: Frame, args: Args) -> None:
    """Deal damage to commanders by an effect (damage.9): no Breakthrough, no Execute."""
    n = amount(scope_of(game, frame), args["n"])
    units = [
        unit
        for unit in units_of(game, frame, args.get("who", "target"))
        if game.state.unit(unit).card.face.type == "commander"
    ]
    living = [unit for unit in units if game.state.side(game.state.controller(unit)).life]
    done(game, bool(living) and n > 0)
    for unit in reversed(units):
        addend = Addend(n, "skill", "damage.9", frame.source)
        data = {"unit": unit, "damage": Number((addend,))}
        begun = game.add("damage_begun", data, "damage.9", frame.cause, frame.ability)
        begin_damage(game, unit, n, begun, ambush=not args.get("no-ambush"))


def begin_damage(
    game: Game, unit: str, points: int, cause: int, *, execute: bool = False, ambush: bool = True
) -> None:
    """Let points of damage be dealt one by one, as an effect of their own."""
    step = {"deal": {"unit": unit, "points": points, "execute": execute, "ambush": ambush}}
    player = game.state.controller(unit)
    game.begin(Frame(player, unit, "", (step,), cause, game.state.count))


def deal(game: Game, frame: Frame, args: Args) -> None:
    """Deal one point of damage; once no life is left, the rest is lost."""
    unit, points = args["unit"], args["points"]
    player = game.state.controller(unit)
    if not points or not player:
        return
    life = game.state.side(player).life
    if not life:
        game.add("damage_lost", {"points": points}, "damage.7", frame.cause)
        return
    card, left = life[0], len(life) - 1
    ambushes = [each for each in card.face.abilities if each.kind == "ambush"]
    data = {"player": player, "card": card.id, "left": left}
    if args["execute"]:
        if ambushes:
            game.add("no_ambush", {"card": card.id}, "kw.execute.2", frame.cause)
        number = game.add("life_discarded", data, _execute_rule(game), frame.cause, "execute")
        _after_point(game, args, number, left)
    elif ambushes and args["ambush"]:
        put_question(game, frame, "ambush", ("yes", "no"), "kw.ambush.1", player)
    else:
        number = game.add("life_taken", data, "damage.4", frame.cause)
        _after_point(game, args, number, left)


def _execute_rule(game: Game) -> str:
    """What says that Execute covers the damage: open, if not every attacker has it."""
    attackers = game.state.fight().attackers
    return "damage.8" if all([has(game.state, u, "execute") for u in attackers]) else "damage.11"


def deal_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The Ambush of the top life card is used, or the card goes to the hand."""
    player = game.state.controller(args["unit"])
    life = game.state.side(player).life
    card, left = life[0], len(life) - 1
    data = {"player": player, "card": card.id, "left": left}
    if answer == "no":
        number = game.add("life_taken", data, "damage.4", frame.cause)
        _after_point(game, args, number, left)
        return
    number = game.add("ambushed", data, "kw.ambush.1", frame.cause, "ambush")
    _after_point(game, args, number, left)
    for ability in card.face.abilities:
        if ability.kind == "ambush":
            steps, key = tuple(ability.data["do"]), f"{card.id}/{ability.index}"
            game.begin(Frame(player, card.id, key, steps, number, game.state.count))


def _after_point(game: Game, args: Args, number: int, left: int) -> None:
    top = game.top()
    if args["points"] > 1:
        again = {"deal": {**args, "points": args["points"] - 1}}
        game.change(replace(top, steps=(again, *top.steps)))
    if not left:
        game.add("dying", {"unit": args["unit"]}, "damage.7", number)


def awaken(game: Game, frame: Frame, args: Args) -> None:
    """Flip a commander to its awakened face (kw.awaken.1)."""
    for unit in units_of(game, frame, "commander"):
        if not game.state.unit(unit).awakened:
            game.add("awakened", {"unit": unit}, "kw.awaken.1", frame.cause, frame.ability)


def attack_with(game: Game, frame: Frame, args: Args) -> None:
    """Let units attack by the effect of a card (combat.attack.5); the last thing it does.

    Range and bans still hold (combat.attack.6), and so does Elusive (kw.elusive.4).
    """
    state = game.state
    attackers = units_of(game, frame, args["by"])
    if state.combat is not None or not attackers or state.turn != frame.player:
        game.add("no_target", {"card": frame.source}, "golden.2", frame.cause, frame.ability)
        return
    options = []
    for enemy in state.side(other(frame.player)).line:
        if not list(why_not_by_effect(state, frame.player, attackers, enemy.card.id)):
            options.append(enemy.card.id)
    if options:
        put_question(game, frame, "target", (*options, "done"), "combat.attack.6")
    else:
        game.add("no_target", {"card": frame.source}, "combat.attack.6", frame.cause, frame.ability)


def attack_answer(game: Game, frame: Frame, args: Args, answer: Any) -> None:
    """The target has been chosen: the attack is declared, and nobody is rested."""
    if answer == "done":
        return
    attackers = units_of(game, frame, args["by"])
    price = elusive(game.state, frame.player, attackers, answer)
    data = {"player": frame.player, "attackers": attackers, "target": answer}
    declared = game.add("attack_declared", data, "combat.attack.5", frame.cause, frame.ability)
    if price:
        told = {"player": frame.player, "unit": answer, "n": price}
        number = game.add("elusive_paid", told, "kw.elusive.4", declared, "elusive")
        pay(game, frame.player, price, number, token_rule="kw.supply.5")
