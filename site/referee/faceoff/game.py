"""A game in the making: events are added, triggered skills collected, effects carried out.

Rules propose what happens by `add`, which commits it and collects the skills it triggers. Effects
are frames on a stack; the innermost goes first, one step at a time, and between two steps the
state is checked. A choice that an effect asks for ends the action: what is left to do is kept in
the state.
"""

from collections.abc import Mapping
from typing import Any

from referee.core.change import replace
from referee.core.loop import Log
from referee.core.values import Choice
from referee.faceoff.events import EVENTS, reduce
from referee.faceoff.numbers import Scope, resolve
from referee.faceoff.state import Agenda, Frame, State
from referee.faceoff.triggers import TRIGGERING, triggered

_HARMLESS = (
    *("in_range", "distance_assumed", "attack_failed", "attack_succeeded", "damage_begun"),
    *("step_begun", "step_skipped", "passed", "flash_added", "no_flash", "discarded", "no_damage"),
    *("rested", "life_taken", "life_discarded", "ambushed", "no_ambush", "dying", "damage_lost"),
    *("main_begun", "end_begun", "no_tactic", "drew", "stays_rested", "over_limit", "looked"),
    *("picked", "first_player", "shuffled", "life_set", "revealed", "discount_set", "skip_set"),
    *("cost_counted", "tactic_rested", "tactic_flipped", "supply_spent", "supply_gained"),
    *("insight_paid", "elusive_paid", "element_met", "element_unmet", "played", "used", "once"),
    *("triggered", "not_triggered", "declined", "asked", "no_target", "gone"),
    *("chose", "chose_place", "chose_effect"),
    *("destroyed", "sacrificed", "no_power", "not_peerless", "replaced", "counters_put"),
)
"""Kinds of event after which nobody has less power, and nothing stands where it may not."""

_MARKS = {kind: (kind in TRIGGERING, kind not in _HARMLESS) for kind in EVENTS}
"""By kind of event, whether it can trigger a skill and whether the state is to be checked after it:
asked for every event, and so looked up and not searched for."""


class Game(Log[State]):
    """The events of one action in the making.

    `work` is the stack of effects under way, `waiting` those that have been triggered, `asking`
    tells that a choice has been asked for, `unchecked` that the state may have to be checked.
    """

    def __init__(self, state: State):
        """Take up a game where it was left."""
        super().__init__(state, state.count, reduce)
        self.work = list(state.agenda.work)
        self.waiting = list(state.agenda.waiting)
        self.asking = False
        self.unchecked = True

    def add(
        self,
        kind: str,
        data: Mapping[str, Any],
        rule: str,
        cause: int | None = None,
        source: str = "",
    ) -> int:
        before = self.state
        number = super().add(kind, data, rule, cause, source)
        triggering, harmful = _MARKS[kind]
        if triggering:
            self.waiting.extend(triggered(before, self.state, kind, data, number, source))
        if harmful:
            self.unchecked = True
        return number

    def begin(self, frame: Frame) -> None:
        """Let an effect begin; it goes before those under way."""
        self.work.append(frame)

    def top(self) -> Frame:
        """The effect that is being carried out."""
        return self.work[-1]

    def change(self, frame: Frame) -> None:
        """Put another frame in the place of the effect that is being carried out."""
        self.work[-1] = frame


def ask(
    game: Game, player: str, question: str, options: tuple[str | int, ...], rule: str, cause: int
) -> None:
    """Let a player choose one of some options; the innermost effect gets the answer."""
    agenda = Agenda(tuple(game.work), tuple(game.waiting))
    source = game.top().source if game.work else ""
    choice = Choice(player, question, options, source)
    data = {"player": player, "question": question, "choice": choice, "agenda": agenda}
    game.add("asked", data, rule, cause)
    game.asking = True


def scope_of(game: Game, frame: Frame) -> Scope:
    """Where the words of an effect are read."""
    return Scope(game.state, frame.player, frame.source, frame.bound)


def bind(frame: Frame, name: str, ids: tuple[str, ...], at: int) -> Frame:
    """The frame, in which a word stands for some cards."""
    rest = tuple([entry for entry in frame.bound if entry[0] != name])
    return replace(frame, bound=(*rest, (name, ids)), at=at, did=bool(ids))


def units_of(game: Game, frame: Frame, who: Any) -> tuple[str, ...]:
    """The units on the battlefield that a word of an effect stands for.

    One that has left and come back since is a new card (zone.3) and none of them.
    """
    found = []
    for name in resolve(scope_of(game, frame), who):
        unit = game.state.find(name)
        if unit is not None and unit.since <= frame.at:
            found.append(name)
    return tuple(found)
