import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zhenshu.search.fold import LONGEST, fold, words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("關羽", "关羽"),
        ("GUĀN YǓ", "guanyu"),
        ("ＧＵＡＮ", "guan"),
        ("lǜ", "lu"),
        ("Œuf de phœnix", "oeufdephoenix"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("迅戟·吕玲绮", "迅戟吕玲绮"),
        ("馬忠（吳）", "马忠吴"),
        ("BP01-L-035*", "bp01l035"),
        ("29/36", "29/36"),
        ("２９／３６", "29/36"),
        ("and/or", "andor"),
        ("1//2", "12"),
        ("⼀", "一"),
        ("乾", "干"),
        ("薴", "苎"),
        ("😀\u202e\x00", ""),
    ],
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


@settings(deadline=None)
@given(st.text())
@example("ẞ")
@example("ᾳ")
@example("薴")
@example("1/-/2")
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_marks_between_words_do_not_matter(one: str, other: str) -> None:
    assert words(f"{one} {other}"[:LONGEST]) == words(
        f" {one}\u3000 {other}"[: LONGEST + 2].strip()
    )


@pytest.mark.parametrize(
    ("query", "cut"),
    [
        ("guan yu", ["guan", "yu"]),
        ("关yu羽", ["关", "yu", "羽"]),
        ("关羽29/36", ["关羽", "29/36"]),
        ("关·羽", ["关羽"]),
        ("bp01-l", ["bp01l"]),
        ("〇二", ["〇二"]),
        ("\u3000关\u2003羽\n", ["关", "羽"]),
        ("! 关 ?", ["关"]),
        ("", []),
    ],
)
def test_cutting(query: str, cut: list[str]) -> None:
    assert words(query) == cut


def test_a_query_may_be_so_long_and_no_longer() -> None:
    assert words("羽" * LONGEST) == ["羽" * LONGEST]
    assert words("羽" * LONGEST + "关") == []
