"""The loop of every game: rules propose events, and folding the events makes the state."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from referee.core.values import Event
from referee.core.work import STEPS_OF_EVENT, spend

S = TypeVar("S")


class Log(Generic[S]):
    """The events of one action in the making, and the state they have led to so far.

    Rules read `state` and call `add`; they have no other way to change anything.
    """

    def __init__(self, state: S, number: int, reduce: Callable[[S, Event], S]):
        """Start from a state that `number` events have led to."""
        self.state = state
        self.events: list[Event] = []
        self._number = number
        self._reduce = reduce

    def add(
        self,
        kind: str,
        data: Mapping[str, Any],
        rule: str,
        cause: int | None = None,
        source: str = "",
    ) -> int:
        """Let an event happen; return its number, for later events to name as their cause.

        Raises TooMuch if the work of a question is bounded, and this is beyond.
        """
        spend(STEPS_OF_EVENT)
        event = Event(kind, data, rule, cause, source)
        self.state = self._reduce(self.state, event)
        self.events.append(event)
        self._number += 1
        return self._number - 1


def replay(state: S, events: Iterable[Event], reduce: Callable[[S, Event], S]) -> Iterator[S]:
    """The state before the first event, then the state after each."""
    yield state
    for event in events:
        state = reduce(state, event)
        yield state
