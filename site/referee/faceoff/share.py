"""Games and actions as plain values (lists, words, numbers), to be kept, sent and read again.

A position is written as [FORMAT, checksum, value]: a dataclass becomes a list that begins with
its letter and holds its fields, without those at the end that are at their default; a card of the
catalogue is written as its id. What cannot be read raises Damaged.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.values import Action, Addend, Choice, Number
from referee.faceoff.cards import Cards
from referee.faceoff.state import (
    Ability,
    Agenda,
    Attachment,
    Card,
    Combat,
    Face,
    Frame,
    Gain,
    Lasting,
    Settings,
    Side,
    State,
    Tactic,
    Unit,
)

FORMAT = "faceoff-1"
"""The version of the format; another is refused."""


class Damaged(Exception):
    """What was kept cannot be read; the message says why."""


_CARD = Card("", Face())

# Letter: how many fields are always written, a value with all defaults, its class, its fields.
_SHAPES: Mapping[str, tuple[int, Any, Callable[..., Any], tuple[str, ...]]] = {
    "S": (
        3,
        State((Side(), Side()), "", None),
        State,
        (
            *("sides", "turn", "choice", "distance", "distance_assumed", "combat", "winner"),
            *("count", "phase", "number", "held", "agenda", "lasting", "tally", "ended"),
            "settings",
        ),
    ),
    "Z": (
        0,
        Side(),
        Side,
        (*("line", "hand", "life", "discard", "deck", "tactics", "tactics_deck"), "supply"),
    ),
    "U": (
        1,
        Unit(_CARD),
        Unit,
        (
            *("card", "readied", "entered", "awakened", "counters", "attached", "gains"),
            *("used", "moves", "unpaid", "since"),
        ),
    ),
    "C": (2, _CARD, Card, ("id", "face", "owner")),
    "F": (
        0,
        Face(),
        Face,
        (
            *("type", "power", "range", "flash", "keywords", "card", "name", "person"),
            *("element", "requirement", "cost", "traits", "subtype", "timing", "attach"),
            *("basic", "abilities", "back"),
        ),
    ),
    "A": (3, Ability(0, "", {}), Ability, ("index", "kind", "data")),
    "G": (3, Gain("", 0, ""), Gain, ("kind", "value", "until", "source", "player")),
    "B": (2, Attachment(_CARD, ""), Attachment, ("card", "controller", "since", "used")),
    "T": (1, Tactic(_CARD), Tactic, ("card", "readied", "up")),
    "K": (
        4,
        Combat((), "", "", 0),
        Combat,
        (
            *("attackers", "target", "defender", "declared", "step", "intercepted", "added"),
            *("settled", "broken", "skips", "joint", "ended"),
        ),
    ),
    "R": (
        6,
        Frame("", "", "", (), None, 0),
        Frame,
        ("player", "source", "ability", "steps", "cause", "at", "bound", "did"),
    ),
    "D": (0, Agenda(), Agenda, ("work", "waiting")),
    "L": (3, Lasting("", "", 0), Lasting, ("kind", "player", "value", "on", "next")),
    "O": (
        0,
        Settings(),
        Settings,
        (
            *("measure", "hand_limit", "attacker_dodges", "breakthrough", "execute", "elusive"),
            *("supply_pays", "intercept_attacked", "facedown_pays"),
        ),
    ),
    "H": (2, Choice("", ""), Choice, ("player", "kind", "options", "source")),
    "P": (2, Addend(0, label=""), Addend, ("amount", "label", "rule", "source")),
    "N": (1, Number(()), Number, ("addends",)),
    "X": (3, Action("", "", {}), Action, ("kind", "player", "data")),
}
_DEEPEST = 40
_LONGEST = 2000


def dump(value: State | Action) -> list[Any]:
    """A game or an action as plain values, fit for JSON."""
    written = _write(value)
    return [FORMAT, _checksum(written), written]


def load_state(written: Any, cards: Cards) -> State:
    """The game that was written. Raises Damaged."""
    value = _load(written, cards)
    if not isinstance(value, State):
        raise Damaged("This is not a position.")
    return value


def load_action(written: Any) -> Action:
    """The action that was written. Raises Damaged."""
    value = _load(written, Cards({}))
    if not isinstance(value, Action):
        raise Damaged("This is not an action.")
    return value


def _load(written: Any, cards: Cards) -> Any:
    if not isinstance(written, list) or len(written) != 3:
        raise Damaged("This is not what the referee writes.")
    version, checksum, value = written
    if version != FORMAT:
        raise Damaged(f"It is of another version than {FORMAT}.")
    if checksum != _checksum(value):
        raise Damaged("It has been changed or cut off.")
    try:
        return _read(value, cards, 0)
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged("A part of it means nothing.") from error


def _write(value: Any) -> Any:
    if isinstance(value, Face) and value.card:
        return ["@", value.card]
    for letter in sorted(_SHAPES):
        needed, usual, _make, names = _SHAPES[letter]
        if isinstance(value, type(usual)):
            written = len(names)
            while written > needed and _is_usual(value, usual, names[written - 1]):
                written -= 1
            return [letter, *[_write(getattr(value, name)) for name in names[:written]]]
    if isinstance(value, tuple | list):
        return ["", *[_write(each) for each in value]]
    if isinstance(value, Mapping):
        pairs = [[key, _write(value[key])] for key in sorted(value)]
        return ["=", *pairs]
    return value


def _is_usual(value: Any, usual: Any, name: str) -> bool:
    return bool(getattr(value, name) == getattr(usual, name))


def _read(value: Any, cards: Cards, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError("nested too deeply")
    if not isinstance(value, list):
        return value
    letter, *fields = value
    if len(fields) > _LONGEST:
        raise ValueError("too long")
    if letter == "@":
        return cards.face(fields[0])
    if letter == "=":
        pairs = [(key, _read(each, cards, depth + 1)) for key, each in fields]
        return dict(pairs)
    parts = [_read(each, cards, depth + 1) for each in fields]
    if letter == "":
        return tuple(parts)
    return _SHAPES[letter][2](*parts)


def _checksum(value: Any) -> int:
    """A number that changes with almost any change of plain values."""
    total = 7
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            total = (total * 31 + len(each) + 1) % 1_000_003
            waiting.extend(each)
        else:
            for letter in str(each):
                total = (total * 131 + ord(letter)) % 1_000_003
            total = (total * 31 + 5) % 1_000_003
    return total
