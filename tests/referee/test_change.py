"""Our `replace` does what that of dataclasses does."""

import dataclasses

import pytest

from referee.core.change import replace
from referee.faceoff.state import Card, Face, Side, State, Unit

VALUES = [
    (Unit(Card("c1", Face("character", 3))), {"readied": False, "moves": 2}),
    (Side(), {"supply": 4}),
    (State((Side(), Side()), "you", None), {"turn": "opponent", "count": 9}),
    (Face("tactic"), {}),
]


@pytest.mark.parametrize(("value", "changes"), VALUES)
def test_it_changes_what_it_is_told_to_and_nothing_else(value, changes):
    assert replace(value, **changes) == dataclasses.replace(value, **changes)
    assert replace(value, **changes) is not value


def test_a_field_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="hats"):
        replace(Side(), hats=3)
