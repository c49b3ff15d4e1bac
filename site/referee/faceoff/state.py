"""The state of a game of Face-Off, and how to find one's way in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.change import quick, replace
from referee.core.values import Addend, Choice

PLAYERS = ("you", "opponent")
"""The two players, as a ruling calls them. Neither is bound to attack."""

WINDOWS = ("intercept", "response", "dodge")
"""The steps of combat in which the defending player owes a choice, in order."""

KEYWORDS = ("intercept", "swift", "breakthrough", "execute", "peerless")
"""The keywords of units without a number."""

COUNTED_KEYWORDS = ("insight", "elusive")
"""The keywords of units with a number, written as insight:2."""

LINE_LIMIT = 6
"""The most characters of one player on the battlefield (line.3)."""


@quick
@dataclass(frozen=True, slots=True)
class Ability:
    """A skill of a card, as its file writes it; `referee.faceoff.vocabulary` says how.

    `kind` is one of vocabulary.KINDS and `index` its place among the abilities of the face.
    """

    index: int
    kind: str
    data: Mapping[str, Any]


@quick
@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. `type` is commander, character, stratagem, attachment or tactic,
    or "" where it plays no part.

    A keyword that is printed twice stands twice in `keywords`. `card` is the id of the card file,
    "" for a made-up card; `name` the full name and `person` the name without its title. `attach`
    says to whose character or commander an attachment goes. `back` is the awakened face.
    """

    type: str = ""
    power: int = 0
    range: int = 0
    flash: int = 0
    keywords: tuple[str, ...] = ()
    card: str = ""
    name: str = ""
    person: str = ""
    element: str = ""
    requirement: int = 0
    cost: int = 0
    traits: tuple[str, ...] = ()
    subtype: tuple[str, ...] = ()
    timing: tuple[str, ...] = ()
    attach: str = ""
    basic: bool = False
    abilities: tuple[Ability, ...] = ()
    back: "Face | None" = None


@quick
@dataclass(frozen=True, slots=True)
class Card:
    """A card, wherever it lies. `owner` is the player whose deck it came from."""

    id: str
    face: Face
    owner: str = "you"


@quick
@dataclass(frozen=True, slots=True)
class Gain:
    """Something a unit has gained until `until` (turn, combat, or "" for as long as it stays).

    `kind` is power, range, keyword, ability, ban (it cannot attack) or unreadying (it stays
    rested in the next ready phase); `value` is the number, the keyword or the ability.
    """

    kind: str
    value: Any
    until: str
    source: str = ""
    player: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Attachment:
    """An attachment under its host. `used` are the abilities used this turn."""

    card: Card
    controller: str
    since: int = 0
    used: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        return self.card.id


@quick
@dataclass(frozen=True, slots=True)
class Unit:
    """A commander or character on the battlefield. `entered`: it came there this turn.

    `since` is the number of the event that brought it there; `unpaid` tells that its cost was not
    paid; `used` are the abilities with a limit used this turn; `moves` how often it moved.
    """

    card: Card
    readied: bool = True
    entered: bool = False
    awakened: bool = False
    counters: int = 0
    attached: tuple[Attachment, ...] = ()
    gains: tuple[Gain, ...] = ()
    used: tuple[int, ...] = ()
    moves: int = 0
    unpaid: bool = False
    since: int = 0

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def face(self) -> Face:
        if self.awakened and self.card.face.back is not None:
            return self.card.face.back
        return self.card.face

    def count(self, keyword: str) -> int:
        """How many times the unit has a keyword printed."""
        return self.face.keywords.count(keyword)


@quick
@dataclass(frozen=True, slots=True)
class Tactic:
    """A card in the tactics zone. `up` tells that its face shows."""

    card: Card
    readied: bool = True
    up: bool = True

    @property
    def id(self) -> str:
        return self.card.id


@quick
@dataclass(frozen=True, slots=True)
class Side:
    """What one player has. The line runs from that player's left; the top card of the life zone
    and of each deck is first."""

    line: tuple[Unit, ...] = ()
    hand: tuple[Card, ...] = ()
    life: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    tactics: tuple[Tactic, ...] = ()
    tactics_deck: tuple[Card, ...] = ()
    supply: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Combat:
    """A combat under way.

    `declared` is the number of the event that declared it, `player` who attacks, `step` one of
    attack, the WINDOWS, resolution and end, `added` what dodging has added to the target's power.
    `target` is "" once it has left. `settled` tells that powers have been compared, `broken` that
    one side is gone, `skips` which steps are left out, `joint` that several units were declared.
    """

    attackers: tuple[str, ...]
    target: str
    defender: str
    declared: int
    step: str = "attack"
    intercepted: bool = False
    added: tuple[Addend, ...] = ()
    settled: bool = False
    broken: bool = False
    skips: tuple[str, ...] = ()
    joint: bool = False
    ended: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        """The attacking player."""
        return other(self.defender)


@quick
@dataclass(frozen=True, slots=True)
class Frame:
    """An effect being carried out: the steps that are left, as their card writes them.

    `source` is the card it comes from and `ability` names it for events; `bound` are the cards
    and players that its words stand for, in effect since event `at`; `did` tells whether the
    last step was done in full.
    """

    player: str
    source: str
    ability: str
    steps: tuple[Any, ...]
    cause: int | None
    at: int
    bound: tuple[tuple[str, tuple[str, ...]], ...] = ()
    did: bool = True


@quick
@dataclass(frozen=True, slots=True)
class Agenda:
    """What is left to do after a choice: the effects under way, innermost last, and those that
    have been triggered and wait."""

    work: tuple[Frame, ...] = ()
    waiting: tuple[Frame, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect on a player rather than on a unit, for this turn.

    `kind` is skip (`value` is the step, `next` limits it to one combat) or discount (`value` is
    the amount, `on` the type of card, `next` limits it to one card).
    """

    kind: str
    player: str
    value: Any
    on: str = ""
    next: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Settings:
    """What the sources leave open, and the answer this game goes by.

    `measure` (line.7): flat counts `State.distance` between any two units of different lines;
    facing adds how far their places, counted from their commanders, lie apart.
    `hand_limit` (turn.end.5): None for no limit. `attacker_dodges` (combat.dodge.6): the
    attacking player may discard too, for the total of the attackers. `breakthrough`
    (combat.resolve.8): all, or best for the attacker that has most. `execute` (damage.11): any
    attacker is enough, or all are needed. `elusive` (kw.elusive.3): once an attack, or each
    attacker. `supply_pays` (kw.supply.5): tokens pay for Insight and Elusive. `intercept_attacked`
    (combat.intercept.7): a unit that intercepts counts as attacked. `facedown_pays` (cost.5).
    """

    measure: str = "flat"
    hand_limit: int | None = None
    attacker_dodges: bool = False
    breakthrough: str = "all"
    execute: str = "any"
    elusive: str = "once"
    supply_pays: bool = True
    intercept_attacked: bool = False
    facedown_pays: bool = True


DEFAULTS = Settings()

OPEN: Mapping[str, tuple[str, tuple[str | bool, ...]]] = {
    "measure": ("line.7", ("flat", "facing")),
    "attacker-dodges": ("combat.dodge.6", (False, True)),
    "breakthrough": ("combat.resolve.8", ("all", "best")),
    "execute": ("damage.11", ("any", "all")),
    "elusive": ("kw.elusive.3", ("once", "each")),
    "supply-pays": ("kw.supply.5", (True, False)),
    "intercept-attacked": ("combat.intercept.7", (False, True)),
    "facedown-pays": ("cost.5", (True, False)),
}
"""The settings that are answers to a question, as positions write them: the paragraph that assumes
an answer, and the answers, the assumed one first."""

NOTHING_TO_DO = Agenda()


@quick
@dataclass(frozen=True, slots=True)
class State:
    """A game: both sides in the order of PLAYERS, and whatever is going on.

    `turn` is the turn player. `choice` is what a player has to decide, None once there is a
    `winner` ("draw" if both lost); `held` the window that is open beneath a choice of an effect.
    `distance` is that from any unit of one line to any unit of the other; how it is really
    counted is open, so a position says it or it is assumed. `count` is the number of events so
    far. `phase` is setup, ready, tactics, draw, main, end or over; `number` counts the turns from
    1; `tally` what happened this turn, by words such as died or stratagem:you; `ended` the
    abilities that have triggered in this end phase.
    """

    sides: tuple[Side, Side]
    turn: str
    choice: Choice | None
    distance: int = 1
    distance_assumed: bool = False
    combat: Combat | None = None
    winner: str = ""
    count: int = 0
    phase: str = "main"
    number: int = 3
    held: Choice | None = None
    agenda: Agenda = NOTHING_TO_DO
    lasting: tuple[Lasting, ...] = ()
    tally: tuple[tuple[str, int], ...] = ()
    ended: tuple[str, ...] = ()
    settings: Settings = DEFAULTS

    def side(self, player: str) -> Side:
        """What a player has."""
        return self.sides[0] if player == "you" else self.sides[1]

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

    def commander(self, player: str) -> Unit | None:
        """The commander of a player, None in a position without one."""
        for unit in self.side(player).line:
            if unit.card.face.type == "commander":
                return unit
        return None

    def host(self, attachment: str) -> Unit | None:
        """The unit that an attachment is attached to."""
        for side in self.sides:
            for unit in side.line:
                for attached in unit.attached:
                    if attached.card.id == attachment:
                        return unit
        return None

    def fight(self) -> Combat:
        """The combat under way. Raises ValueError if there is none."""
        if self.combat is None:
            raise ValueError("no combat is under way")
        return self.combat

    def tallied(self, word: str) -> int:
        """How often something has happened this turn."""
        for known, times in self.tally:
            if known == word:
                return times
        return 0


def other(player: str) -> str:
    """The other player."""
    return "opponent" if player == "you" else "you"


def place(state: State, unit: str) -> int:
    """The place of a unit in its line, counted from its commander: -1 is next to it on the left.

    Without a commander places are counted from the left end.
    """
    line = state.side(state.controller(unit)).line
    at, middle = 0, 0
    for index, found in enumerate(line):
        if found.card.id == unit:
            at = index
        if found.card.face.type == "commander":
            middle = index
    return at - middle


def flank(state: State, unit: str) -> str:
    """left or right, or "" for a commander and where there is none (kw.flank.1, line.6)."""
    player = state.controller(unit)
    if not player or state.commander(player) is None:
        return ""
    away = place(state, unit)
    return "left" if away < 0 else "right" if away else ""


def distance(state: State, one: str, two: str) -> int:
    """The distance between two units on the battlefield (line.1; line.7 across the lines)."""
    player = state.controller(one)
    if state.controller(two) == player:
        return abs(place(state, one) - place(state, two))
    return across(state, one, two)


def across(state: State, one: str, two: str) -> int:
    """The distance between two units of different lines (line.7)."""
    if state.settings.measure == "facing":
        # What is on the left of one player faces the right of the other.
        return state.distance + abs(place(state, one) + place(state, two))
    return state.distance


def with_side(state: State, player: str, change: Callable[[Side], Side]) -> State:
    """The state with one side changed."""
    you, opponent = state.sides
    sides = (change(you), opponent) if player == "you" else (you, change(opponent))
    return replace(state, sides=sides)


def with_unit(state: State, unit: str, change: Callable[[Unit], Unit]) -> State:
    """The state with one unit on the battlefield changed; the same state if it is not there."""
    player = state.controller(unit)
    if not player:
        return state

    def among(side: Side) -> Side:
        line = tuple([change(each) if each.card.id == unit else each for each in side.line])
        return replace(side, line=line)

    return with_side(state, player, among)


def with_line(state: State, player: str, change: Callable[[Unit], Unit]) -> State:
    """The state with each unit of a line changed; the same state if none of them is."""
    line = state.side(player).line
    changed = [change(unit) for unit in line]
    if all([new is old for new, old in zip(changed, line, strict=True)]):
        return state
    return with_side(state, player, lambda side: replace(side, line=tuple(changed)))


def counted(state: State, word: str, times: int = 1) -> State:
    """The state with one more thing in the tally of the turn."""
    tally = [entry for entry in state.tally if entry[0] != word]
    tally.append((word, state.tallied(word) + times))
    return replace(state, tally=tuple(tally))
