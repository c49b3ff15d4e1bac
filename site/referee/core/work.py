"""A bound on what one question may make the referee do.

Skills may count units whose power rests on skills that count units: a page of text can ask for
hours of work. So work is counted where it is done, in steps: one for each skill or card that is
weighed, and as many as stand below for greater things. Unlike time, steps are the same on every
machine and in every runtime, so that what is refused here is refused everywhere.

The count is one for the whole process, as the referee does one thing at a time.
"""

from collections.abc import Callable
from typing import TypeVar

from referee.core.messages import Told, tell

T = TypeVar("T")

STEPS_OF_EVENT = 20
STEPS_OF_ENTRY = 20
STEPS_OF_CARD = 5
"""What an event takes, an entry of a play, and a card that is read or might be played."""

MOST_STEPS = 20_000
"""The most steps of one question. The heaviest ruling of the site takes 2,300."""


class TooMuch(Told):
    """What was asked takes more work than anything that is asked in earnest."""


class _Work:
    def __init__(self) -> None:
        self.spent = 0
        self.most = 0  # 0 for no bound


_work = _Work()


def bounded(do: Callable[[], T], most: int = MOST_STEPS) -> T:
    """What a function gives. Raises TooMuch if it takes more than so many steps; within a bound
    that one counts."""
    if _work.most:
        return do()
    _work.spent, _work.most = 0, most
    try:
        return do()
    finally:
        _work.most = 0


def spend(steps: int) -> None:
    """Count steps. Raises TooMuch if they are more than are allowed."""
    _work.spent += steps
    if 0 < _work.most < _work.spent:
        raise TooMuch(
            tell("This takes the referee more than {n} steps.", n=_work.most),
            tell("Use fewer cards, skills or actions."),
        )


def spent() -> int:
    """The steps of the last question so far."""
    return _work.spent
