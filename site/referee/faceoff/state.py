"""The state of a game of Face-Off, and how to find one's way in it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.core.values import Addend, Choice

PLAYERS = ("you", "opponent")
"""The two players, as a ruling calls them. Neither is bound to attack."""

WINDOWS = ("intercept", "response", "dodge")
"""The steps of combat in which the defending player owes a choice, in order."""

KEYWORDS = ("intercept", "swift", "breakthrough")
"""The keywords that this referee plays."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. `type` is commander, character, or "" where it plays no part.

    A keyword that is printed twice stands twice in `keywords`.
    """

    type: str = ""
    power: int = 0
    range: int = 0
    flash: int = 0
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a hand, a life zone or a discard pile."""

    id: str
    face: Face


@dataclass(frozen=True, slots=True)
class Unit:
    """A commander or character on the battlefield. `entered`: it came there this turn."""

    card: Card
    readied: bool = True
    entered: bool = False

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def face(self) -> Face:
        return self.card.face

    def count(self, keyword: str) -> int:
        """How many times the unit has a keyword."""
        return self.face.keywords.count(keyword)


@dataclass(frozen=True, slots=True)
class Side:
    """What one player has. The line runs from that player's left; the top life card is first."""

    line: tuple[Unit, ...] = ()
    hand: tuple[Card, ...] = ()
    life: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Damage:
    """Points of damage still to be dealt, and the number of the event that set them."""

    points: int
    event: int


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat under way.

    `declared` is the number of the event that declared it, `step` one of attack, the WINDOWS,
    resolution and end, `added` what dodging has added to the target's power. `settled` tells
    that powers have been compared, `damage` what of the damage is left.
    """

    attackers: tuple[str, ...]
    target: str
    defender: str
    declared: int
    step: str = "attack"
    intercepted: bool = False
    added: tuple[Addend, ...] = ()
    settled: bool = False
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game: both sides in the order of PLAYERS, and whatever is going on.

    `turn` is the turn player. `choice` is what a player has to decide, None once there is a
    `winner`. `distance` is that from any unit of one line to any unit of the other; how it is
    really counted is open, so a position says it or it is assumed. `count` is the number of
    events so far.
    """

    sides: tuple[Side, Side]
    turn: str
    choice: Choice | None
    distance: int = 1
    distance_assumed: bool = False
    combat: Combat | None = None
    winner: str = ""
    count: int = 0

    def side(self, player: str) -> Side:
        """What a player has."""
        return self.sides[PLAYERS.index(player)]

    def find(self, unit: str) -> Unit | None:
        """The unit with an id, None if it is not on the battlefield."""
        for side in self.sides:
            for found in side.line:
                if found.card.id == unit:
                    return found
        return None

    def unit(self, unit: str) -> Unit:
        """The unit with an id. Raises KeyError if it is not on the battlefield."""
        found = self.find(unit)
        if found is None:
            raise KeyError(unit)
        return found

    def controller(self, unit: str) -> str:
        """The player in whose line a unit stands, "" if it is not on the battlefield."""
        for player in PLAYERS:
            for found in self.side(player).line:
                if found.card.id == unit:
                    return player
        return ""

    def fight(self) -> Combat:
        """The combat under way. Raises ValueError if there is none."""
        if self.combat is None:
            raise ValueError("no combat is under way")
        return self.combat


def other(player: str) -> str:
    """The other player."""
    return PLAYERS[1 - PLAYERS.index(player)]


def distance(state: State, one: str, two: str) -> int:
    """The distance between two units on the battlefield (line.1; line.7 across the lines)."""
    player = state.controller(one)
    if state.controller(two) != player:
        return state.distance
    places = [unit.id for unit in state.side(player).line]
    return abs(places.index(one) - places.index(two))


def with_side(state: State, player: str, change: Callable[[Side], Side]) -> State:
    """The state with one side changed."""
    you, opponent = state.sides
    if player == "you":
        return replace(state, sides=(change(you), opponent))
    return replace(state, sides=(you, change(opponent)))
