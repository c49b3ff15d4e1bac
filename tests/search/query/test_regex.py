"""The regular expressions of search: Python's meaning, in linear time, the same in the browser."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from zhenshu.search.query.regex import BadRegex, compile

LETTERS = "ab1 _关羽"
atoms = st.sampled_from(
    [*LETTERS, ".", "[ab]", "[^a关]", "[a-b1]", r"\d", r"\w", r"\s", r"\D", r"\W", r"\.", "[]a]"]
)
repeats = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "{0}", "*?", "+?"])


def _more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    grouped = st.tuples(st.sampled_from(["(", "(?:"]), inner).map(lambda p: f"{p[0]}{p[1]})")
    return st.one_of(
        st.tuples(grouped, repeats).map("".join),
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map("|".join),
    )


patterns = st.recursive(
    st.one_of(st.tuples(atoms, repeats).map("".join), st.sampled_from(["^", "$", ""])),
    _more,
    max_leaves=8,
)
texts = st.text(LETTERS, max_size=12)


@settings(max_examples=500, deadline=None)
@given(source=patterns, found=st.lists(texts, min_size=1, max_size=4))
def test_python_agrees(source: str, found: list[str]) -> None:
    matcher = compile(source)
    for text in found:
        assert matcher.search(text) == bool(re.search(source, text)), text


@pytest.mark.parametrize(
    ("source", "at"),
    [
        ("(a", 0),
        ("a)", 1),
        ("*a", 0),
        ("a**", 2),
        ("a+*", 2),
        ("^*", 1),
        ("[a", 0),
        ("[b-a]", 1),
        (r"[\d-a]", 1),
        ("a{3,2}", 1),
        ("a{,2}", 1),
        ("a{21}", 1),
        ("a{x", 1),
        ("(?=a)", 0),
        ("(?P<n>a)", 0),
        (r"(a)\1", 3),
        (r"a\b", 1),
        ("a\\", 1),
        ("(a{20}){20}{20}", 11),
        ("((a{20}){20}){20}", 2),
        ("(" * 21 + ")" * 21, 20),
    ],
)
def test_bad_patterns(source: str, at: int) -> None:
    with pytest.raises(BadRegex) as bad:
        compile(source)
    assert bad.value.at == at


@pytest.mark.parametrize(
    "source",
    ["(a+)+$", "(a|a)+$", "(a*)*b", "(a|aa)+c", "(.*)*x", "a{20}a{20}a{20}$b", "(.?){20}z"],
)
def test_no_pattern_makes_a_text_slow(source: str) -> None:
    matcher = compile(source)
    text = "a" * 20_000 + "!"
    began = time.process_time()
    assert not matcher.search(text)
    assert time.process_time() - began < 0.5


def test_the_pattern_is_folded_as_the_texts_are() -> None:
    def fold(c: str) -> str:
        return {"關": "关", "ﬁ": "fi"}.get(c, c.lower())

    assert compile("關.$", fold).search("关羽")
    assert compile("[關張]", fold).search("关")
    assert compile("ﬁre", fold).search("fire")
    assert compile("[A-C]X", fold).search("bx")
    assert not compile(r"^\D$", fold).search("1")


MATCH = """async (cases) => {
  const { compile } = await import("/static/search-regex.js");
  return cases.map(([source, texts]) => {
    try {
      const matcher = compile(source);
      return texts.map((text) => matcher.search(text));
    } catch (error) {
      return error.at;
    }
  });
}"""
SOURCE = st.text("ab1()[]{}|*+?^$\\-,.dw关 ", max_size=14)
cases = st.lists(
    st.tuples(st.one_of(patterns, SOURCE), st.lists(texts, min_size=3, max_size=3)),
    min_size=120,
    max_size=120,
)


def made(source: str, found: list[str]) -> list[bool] | int:
    try:
        matcher = compile(source)
    except BadRegex as bad:
        return bad.at
    return [matcher.search(text) for text in found]


@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_browser_agrees(data: st.DataObject, page: Page) -> None:
    drawn = data.draw(cases)
    answers = page.evaluate(MATCH, [list(case) for case in drawn])
    assert answers == [made(*case) for case in drawn]
