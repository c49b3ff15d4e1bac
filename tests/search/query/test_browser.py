"""The same language in the browser: equal JSON for equal queries, and equal words for them."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from zhenshu.search.query import (
    Query,
    Vocabulary,
    fixed,
    kinds,
    left_out,
    message,
    parse,
    say,
    says,
    toggled,
    without,
)

CHOICES = [
    ["faction", "wei"],
    ["keyword", "faceoff/insight"],
    ["cost", 3],
    ["cost", "X"],
    ["cost", "unknown"],
    ["element", "none"],
    ["timing", "normal"],
    ["type", "son-of-heaven"],
    ["set", "formation/cz"],
]
ALL = """async ([queries, language, choices]) => {
  const { fixed, kinds, message, parse, say, says, toggled, without } =
    await import("/static/search-query.js");
  const words = window.vocabularies[language];
  return queries.map((text) => {
    const query = parse(text, words);
    const said = say(query, words);
    return {
      query,
      said,
      kinds: kinds(query, words),
      messages: query.problems.map((problem) => message(problem, words)),
      says: choices.map(([field, value]) => says(query, field, value)),
      toggled: choices.map(([field, value]) => toggled(text, query, field, value, words)),
      without: said.parts.map(({ at }) => without(text, at)),
      fixed: query.problems.flatMap((problem) => problem.near.map((n) => fixed(text, problem, n))),
    };
  });
}"""


def everything(text: str, words: Vocabulary) -> dict[str, Any]:
    """What Python makes of a query, in the form of `ALL`."""
    query: Query = parse(text, words)
    said = say(query, words)
    made = {
        "query": query.as_json(),
        "said": said,
        "kinds": kinds(query, words),
        "messages": [message(problem, words) for problem in query.problems],
        "says": [says(query, field, value) for field, value in CHOICES],
        "toggled": [toggled(text, query, field, value, words) for field, value in CHOICES],
        "without": [without(text, tuple(part["at"])) for part in said["parts"]],
        "fixed": [fixed(text, problem, n) for problem in query.problems for n in problem.near],
    }
    return json.loads(json.dumps(made))


def assert_equal(page: Page, queries: list[str], language: str, words: Vocabulary) -> None:
    found = page.evaluate(ALL, [queries, language, CHOICES])
    for text, made in zip(queries, found, strict=True):
        assert made == everything(text, words), text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_examples(
    page: Page, language: str, vocabularies: dict[str, Vocabulary], examples: list[dict[str, Any]]
) -> None:
    queries = [example["query"] for example in examples]
    assert_equal(page, queries, language, vocabularies[language])


@pytest.mark.parametrize("count", [1, 2, 30])
def test_left_out(page: Page, count: int, vocabularies: dict[str, Vocabulary]) -> None:
    for language, words in vocabularies.items():
        told = page.evaluate(
            """async ([count, language]) => (await import("/static/search-query.js"))
              .leftOut(count, window.vocabularies[language])""",
            [count, language],
        )
        assert told == left_out(count, words)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.explicit],
)
@given(data=st.data())
def test_random_queries(
    data: st.DataObject,
    queries: st.SearchStrategy[str],
    page: Page,
    vocabularies: dict[str, Vocabulary],
) -> None:
    found = data.draw(st.lists(queries, min_size=60, max_size=60))
    assert_equal(page, found, "zh-Hant", vocabularies["zh-Hant"])
