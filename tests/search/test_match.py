import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.search.fold import words
from zhenshu.search.keys import Keys
from zhenshu.search.match import Subject, rank

CARD = Subject.of(Keys(("美髯公·关羽", "guanyu"), ("sr055", "p7"), ("MeiRanGong·GuanYu",)))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("美髯公·关羽", 0),
        ("guan yu", 0),
        ("SR-055", 0),
        ("关羽", 2),
        ("美髯", 3),
        ("guan", 3),
        ("公关", 4),
        ("anyu", 4),
        ("meirangongguanyu", 1),
        ("mei", 6),
        ("gongguan", 7),
        ("mrggy", 8),
        ("mrg", 10),
        ("ggy", 11),
        ("sr", 12),
        ("55", 13),
        ("关羽 55", 13),
        ("羽 关", 4),
        ("yu guan", 4),
        ("关羽 张飞", None),
        ("eiran", None),
        ("mg", None),
    ],
)
def test_ranks(query: str, expected: int | None) -> None:
    assert rank(words(query), CARD) == expected


def test_ranks_of_a_persons_sound() -> None:
    subject = Subject.of(Keys(("美髯公·关羽",), (), ("MeiRanGong·GuanYu",)))
    assert rank(words("guanyu"), subject) == 5
    assert rank(words("guan yu"), subject) == 5
    assert rank(words("gy"), subject) == 9


def test_a_syllable_may_hide_the_word_before_it_begins_one() -> None:
    # The first "an" is inside a syllable, the second is one.
    assert rank(words("an"), Subject.of(Keys((), (), ("GuanAn",)))) == 7


def test_nothing_asked_is_nothing_found() -> None:
    assert rank([], CARD) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from(["关", "羽", "guan", "yu", "sr", "05", "m", "x"]), max_size=4))
def test_the_order_of_words_never_decides_what_is_found(asked: list[str]) -> None:
    assert (rank(asked, CARD) is None) == (rank(asked[::-1], CARD) is None)
