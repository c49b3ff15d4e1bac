"""Our `replace` does what that of dataclasses does, and values made quickly are as others."""

import copy
import dataclasses
import pickle
from dataclasses import dataclass

import pytest

from referee.core.change import quick, replace
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
    with pytest.raises(AttributeError, match="hats"):
        replace(Side(), hats=3)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    kind: str
    self_: int = 3
    words: tuple[str, ...] = ()


def test_a_quick_value_is_made_with_and_without_names_and_defaults():
    one, other = Quick("a", words=("x",)), Quick(kind="a", self_=3, words=("x",))
    assert (one.kind, one.self_, one.words) == ("a", 3, ("x",))
    assert type(one) is Quick
    assert one == other and hash(one) == hash(other)
    assert one != Quick("a")
    assert repr(Quick("a")) == "Quick(kind='a', self_=3, words=())"


def test_a_quick_value_needs_its_fields_and_no_others():
    with pytest.raises(TypeError, match="kind"):
        Quick()
    with pytest.raises(TypeError, match="hats"):
        Quick("a", hats=1)


def test_a_quick_value_cannot_change():
    value = Quick("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.kind = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.kind
    with pytest.raises((AttributeError, TypeError)):
        value.hats = 1


def test_a_quick_value_can_be_copied_and_kept():
    value = Quick("a", 4, ("x",))
    kept = pickle.loads(pickle.dumps(value))
    assert copy.copy(value) == copy.deepcopy(value) == kept == value
    with pytest.raises(dataclasses.FrozenInstanceError):
        kept.kind = "b"
