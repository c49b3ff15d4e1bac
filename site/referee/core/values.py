"""The immutable values that every game is made of.

The `data` of an event, an action or a refusal maps words to plain values: whole numbers, strings
(ids of cards and units, or words of the game such as a step), tuples of these, and `Number`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.change import quick
from referee.core.messages import Told


@quick
@dataclass(frozen=True, slots=True)
class Addend:
    """One part of a computed number.

    `label` names a phrase, `rule` the paragraph that adds this part ("" for what is printed),
    `source` the card or unit it comes from ("" if none).
    """

    amount: int
    label: str
    rule: str = ""
    source: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Number:
    """A computed number that remembers its addends, as 4 = 3 printed + 1 flash point."""

    addends: tuple[Addend, ...]

    @property
    def total(self) -> int:
        """The sum of the addends."""
        return sum([addend.amount for addend in self.addends])


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, or that did not happen and a reader would ask why.

    `rule` is the paragraph behind it; `cause` the number of the event that led to it, counted
    from 0 over the whole game, or None if a player's action did; `source` the keyword or the
    card ability it came from, "" when the rules alone did it.
    """

    kind: str
    data: Mapping[str, Any]
    rule: str
    cause: int | None = None
    source: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Action:
    """Something a player wants to do."""

    kind: str
    player: str
    data: Mapping[str, Any]


@quick
@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that a player owes. It is part of the state, so that any state can be kept.

    A window, in which the game says what may be done, has no `options`. Otherwise one of them has
    to be chosen: ids of cards, words of the game, or numbers. `source` is the card that asks.
    A decision of chance is owed by CHANCE.
    """

    player: str
    kind: str
    options: tuple[str | int, ...] = ()
    source: str = ""


CHANCE = "chance"
"""Who decides what nobody decides: the order of a shuffled deck, the card picked at random."""


@quick
@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an action is not allowed, with the paragraph that forbids it."""

    kind: str
    data: Mapping[str, Any]
    rule: str


@quick
@dataclass(frozen=True, slots=True)
class Verdict:
    """An expectation and what came of it, told by `phrases.explain_verdict`.

    `kind` is the word of the expectation, or legal for an action that nobody expects to be
    refused; `data` is what it is about, as {"unit": "c1"}. `expected` and `actual` are words or
    numbers as the format has them, or tuples of paragraphs.
    """

    path: tuple[str | int, ...]
    kind: str
    data: Mapping[str, Any]
    expected: Any
    actual: Any
    ok: bool


class BadAction(Told):
    """An action that no player could have meant: of a kind that the game does not have, or with
    data of another kind than it takes."""


class IllegalAction(Exception):
    """An action was applied that the rules do not allow; `refusals` say why, never empty."""

    def __init__(self, action: Action, refusals: tuple[Refusal, ...]):
        reasons = ", ".join(f"{refusal.kind} ({refusal.rule})" for refusal in refusals)
        super().__init__(f"{action.player} may not {action.kind}: {reasons}")
        self.action = action
        self.refusals = refusals
