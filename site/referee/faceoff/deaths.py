"""Units leaving the battlefield, and players losing."""

from referee.faceoff.game import Game
from referee.faceoff.inplay import in_play
from referee.faceoff.numbers import power
from referee.faceoff.state import PLAYERS, Frame, State, Unit


def leaves(
    game: Game, unit: str, place: str, rule: str, cause: int | None, source: str = ""
) -> None:
    """Let a unit go from the battlefield to a zone of its owner; `died` is the discard pile."""
    found = game.state.unit(unit)
    if place == "died":
        number = game.add("died", {"unit": unit}, rule, cause, source)
    else:
        number = game.add("put", {"card": unit, "place": place}, rule, cause, source)
    for attached in found.attached:
        game.add("fell_off", {"card": attached.card.id}, "attach.5", number)


def destroy(game: Game, frame: Frame, unit: str) -> None:
    """Destroy a unit, unless a replacement skill puts something else in its place."""
    instead = _replacement(game.state, unit)
    if instead is not None:
        game.begin(instead)
        return
    number = game.add("destroyed", {"unit": unit}, "kw.destroy.1", frame.cause, frame.ability)
    leaves(game, unit, "died", "kw.die.1", number, frame.ability)


def _replacement(state: State, unit: str) -> Frame | None:
    """The effect that a skill of a unit or its attachments puts in the place of destroying it.

    If there are several, the first one on the card and then under it (skill.kind.7).
    """
    found = state.unit(unit)
    player = state.controller(unit)
    cards = [(player, found.card.id, found.face.abilities)]
    for attached in found.attached:
        cards.append((attached.controller, attached.card.id, attached.card.face.abilities))
    for holder, card, abilities in cards:
        for ability in abilities:
            if ability.kind != "replacement":
                continue
            instead = ({"replaced": {"unit": unit}}, *ability.data["do"])
            steps = instead
            if ability.data.get("may"):
                no = ({"destroyed-after-all": unit},)
                steps = ({"may": {"yes": instead, "no": no}},)
            key = f"{card}/{ability.index}"
            return Frame(holder, card, key, steps, state.count - 1, state.count)
    return None


def defeat(game: Game, players: tuple[str, ...], rule: str, cause: int | None) -> None:
    """Let players lose at once; both together draw (win.5)."""
    if len(players) == 2:
        game.add("drawn_game", {}, "win.5", cause)
    else:
        game.add("defeated", {"player": players[0]}, rule, cause)


def check(game: Game) -> bool:
    """Do what the state of the table itself brings about; whether there was anything.

    Characters without power die (state.power.1), attachments without a legal host come off
    (attach.5), control follows the skills that give it, Peerless leaves one (kw.peerless.1).
    """
    table = in_play(game.state)
    if table.weak and _powerless(game, table.weak):
        return True
    if table.attached and (_homeless(game) or _control(game)):
        return True
    return table.peerless and _peerless(game)


def _powerless(game: Game, weak: tuple[str, ...]) -> bool:
    """Let characters without power die, of those that could be without."""
    found = []
    for name in weak:
        if power(game.state, name).total <= 0:
            found.append(name)
    for name in found:
        number = game.add("no_power", {"unit": name}, "state.power.1")
        leaves(game, name, "died", "state.power.1", number)
    return bool(found)


def _homeless(game: Game) -> bool:
    """Come off what is attached to a unit that is no longer legal, as after a change of control."""
    for player in PLAYERS:
        for unit in game.state.side(player).line:
            for attached in unit.attached:
                words = attached.card.face.attach.split("-")
                wrong = words[0] == "your" and attached.controller != player
                if wrong:
                    game.add("came_off", {"card": attached.card.id}, "attach.5")
                    return True
    return False


def _control(game: Game) -> bool:
    for player in PLAYERS:
        for unit in game.state.side(player).line:
            wanted = unit.card.owner
            for attached in unit.attached:
                for ability in attached.card.face.abilities:
                    if ability.kind == "static" and "control" in ability.data:
                        wanted = attached.controller
            if wanted != player:
                step = {"control": {"unit": unit.card.id}}
                game.begin(Frame(wanted, unit.card.id, "", (step,), None, game.state.count))
                return True
    return False


def _peerless(game: Game) -> bool:
    for player in PLAYERS:
        line = game.state.side(player).line
        if not any(unit.count("peerless") for unit in line):
            continue
        for unit in line:
            same = [each for each in line if _person(each) == _person(unit)]
            peerless = [each.card.id for each in same if each.count("peerless")]
            if len(same) > 1 and peerless:
                steps = ({"peerless": {"units": tuple(peerless)}},)
                count = game.state.count
                game.begin(Frame(player, peerless[0], "", steps, None, count))
                return True
    return False


def _person(unit: Unit) -> str:
    return unit.face.person or unit.card.id
