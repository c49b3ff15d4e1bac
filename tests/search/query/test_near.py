"""What a mistyped word may have been."""

import pytest

from zhenshu.search.query.near import distance, nearest


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("cost", "cost", 0),
        ("cots", "cost", 1),  # two letters swapped
        ("cst", "cost", 1),
        ("coost", "cost", 1),
        ("cast", "cost", 1),
        ("ca", "abc", 3),  # a letter may be moved once only
        ("fatcoin", "faction", 2),
        ("势利", "势力", 1),
        ("bp01", "bp0123", 2),
        ("bp01999", "bp01099", 1),
        ("abcd", "badc", 2),
    ],
)
def test_distance(one: str, other: str, apart: int) -> None:
    assert distance(one, other) == apart
    assert distance(other, one) == apart


def test_lengths_too_far_apart_are_not_compared() -> None:
    assert distance("a" * 10_000, "a") == 3


def test_nearest() -> None:
    known = [("infantry", "Infantry"), ("cavalry", "Cavalry"), ("yellowcavalry", "Yellow")]
    assert nearest("cavlary", known) == ("Cavalry",)
    assert nearest("cavalr", known) == ("Cavalry", "Yellow")
    assert nearest("valry", known) == ("Cavalry", "Yellow")
    assert nearest("", known) == ()
    # One letter of three may differ, of two Chinese characters one.
    assert nearest("f", [("r", "r")]) == ()
    assert nearest("fo", [("no", "no")]) == ()
    assert nearest("魏国", [("蜀国", "蜀国")]) == ("蜀国",)
