"""The search of the browser: it answers as the server does."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import zhenshu
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search import Known, Searcher, fold, twin
from zhenshu.search.fold import tokens

STATIC = Path(zhenshu.__file__).parent / "web" / "static"
ADDRESS = "http://site.test"


@pytest.fixture
def files(shelf: Any) -> dict[str, bytes]:
    found = {f"/search/{name}": body for name, body in twin(Known.of(shelf)).items()}
    return {**found, "/": b"<!doctype html><title>Empty</title>"}


@pytest.fixture
def page(browser: Browser, files: dict[str, bytes]) -> Iterator[Page]:
    """A page of a host in memory, with the scripts of the package."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        elif path in files:
            kind = "application/json" if path.endswith(".json") else "text/html"
            route.fulfill(body=files[path], content_type=kind)
        else:
            route.fulfill(status=404)

    context = browser.new_context(base_url=ADDRESS)
    context.route("**/*", answer)
    page = context.new_page()
    errors: list[Exception] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto("/")
    yield page
    context.close()
    assert errors == []


ANSWER = """async ([queries, segment, seed]) => {
  const { answer, load, result, withText } = await import("/static/search-engine.js");
  const fetched = async (file) => (await fetch(`/search/${file}.json`)).json();
  const library = withText(load(await fetched(segment)), await fetched(`${segment}.text`));
  return JSON.stringify(queries.map((query) => {
    const found = answer(query, library, { seed, facets: true });
    const shown = found.groups.flatMap(({ kind, ids }) =>
      ids.slice(0, 5).map((id) => result(library, kind, id, found.parsed)));
    return [found, shown];
  }));
}"""


def answers(page: Page, queries: list[str], language: str) -> list[list[Any]]:
    """The answer to each query in the browser, and the first results of each kind."""
    found: list[list[Any]] = json.loads(page.evaluate(ANSWER, [queries, segment(language), "s"]))
    return found


def server_answers(searcher: Searcher, queries: list[str], language: str) -> Iterator[list[Any]]:
    for query in queries:
        answer = searcher.answer(query, language, "s")
        ids = [(kind, id) for kind, ids in answer.groups.items() for id in ids[:5]]
        yield [answer.as_json(), [searcher.result(kind, id, answer) for kind, id in ids]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_hold(
    page: Page,
    searcher: Searcher,
    examples: list[dict[str, Any]],
    facet_examples: list[dict[str, Any]],
    wrong: Callable[..., list[str]],
    language: str,
) -> None:
    queries = [expected["query"] for expected in (*examples, *facet_examples)]
    found = answers(page, queries, language)
    for expected, (answer, _results) in zip(examples, found, strict=False):
        if expected.get("lang", language) == language:
            groups = {group["kind"]: group["ids"] for group in answer["groups"]}
            assert wrong(expected, groups, answer["left_out"]) == [], expected
    for theirs, ours in zip(found, server_answers(searcher, queries, language), strict=True):
        assert theirs == ours


STRANGE = [
    "羽" * 600,
    "𠮷" * 501,
    "guan " * 200,
    "\0" * 999,
    "(" * 100,
    "-" * 100,
    "or or or",
    "关羽 " + "😀" * 97,
    "羽\x1c关",
    "羽\x85关",
    "羽\ufeff关",
    "/(a+)+$/",
    "cost:1e99",
    "<img src=x onerror=alert(1)>",
    "\u202e关羽\u202c",
    "foo:bar cost:abc fo:shu",
    '"',
    "「关羽",
    "(f:wei or f:shu",
    "BP01-099",
    "no=bp01-99 or no:l-035",
    "-no:BP01-099 关羽 999",
    'no:"BP01-099"',
    "(no:99/36 f:wei) or BP1-003",
]


def test_strange_queries(page: Page, searcher: Searcher) -> None:
    found = answers(page, STRANGE, "zh-Hant")
    assert found == list(server_answers(searcher, STRANGE, "zh-Hant"))


def test_parts_of_every_name_and_text(page: Page, shelf: Any, searcher: Searcher) -> None:
    chance = random.Random(1)
    entries = Known.of(shelf).entries
    texts = [name for entry in entries for name, _tag in entry.get("names", ())]
    texts += [reading for entry in entries for reading in entry.get("readings", ())]
    texts += [f"o:{line}" for e in entries for line, _tag in e["lines"]["zh-Hant"]]
    texts += [e["title"]["zh-Hant"] for e in entries if "title" in e]
    parts = []
    for text in texts:
        at = chance.randrange(len(text))
        parts.append(("o:" if text.startswith("o:") else "") + text[at : at + chance.randint(1, 6)])
    found = answers(page, parts, "zh-Hant")
    for query, theirs, ours in zip(
        parts, found, server_answers(searcher, parts, "zh-Hant"), strict=True
    ):
        assert theirs == ours, query


EVALUATE = """async ([trees, segment]) => {
  const { load, withText } = await import("/static/search-engine.js");
  const { find } = await import("/static/search-find.js");
  const fetched = async (file) => (await fetch(`/search/${file}.json`)).json();
  const library = withText(load(await fetched(segment)), await fetched(`${segment}.text`));
  return trees.map(({ parsed, kinds }) => {
    const { groups, leftOut } = find(parsed, kinds, library, "s");
    const ids = groups.map(([kind, all]) => [kind, all.map((at) => library.entries[at].id)]);
    return [Object.fromEntries(ids), leftOut];
  });
}"""


def test_random_trees(
    page: Page, searcher: Searcher, random_queries: Callable[[int], list[dict[str, Any]]]
) -> None:
    queries = random_queries(1500)
    found = page.evaluate(EVALUATE, [queries, "zh-hans"])
    for query, (groups, left_out) in zip(queries, found, strict=True):
        ours = searcher.find(query["parsed"], "zh-Hans", query["kinds"], "s")
        assert (groups, left_out) == (ours.groups, ours.left_out), query


FOLD = """async ([texts]) => {
  const { fold } = await import("/static/search-fold.js");
  const { load } = await import("/static/search-engine.js");
  const { tokens } = await import("/static/search-match.js");
  const { hans } = load(await (await fetch("/search/zh-hant.json")).json());
  return texts.map((text) => [fold(text, hans), tokens(text, hans)]);
}"""


def test_folding_and_words(page: Page, shelf: Any) -> None:
    entries = Known.of(shelf).entries
    texts = [name for entry in entries for name, _tag in entry.get("names", ())]
    texts += [line for entry in entries for line, _tag in entry["lines"]["zh-Hant"]]
    texts += ["GUĀN YǓ", "ＧＵＡＮ", "lǜ", "Straße", "ẞ", "ᾳ", "ΟΔΟΣ", "İ", "２９／３６", "1/-/2"]
    texts += ["⼀", "ｶﾞ", "½", "\u202e關\u202c", "😀", "e\u0301", "a\tb\u00adc", "寫著"]
    found = page.evaluate(FOLD, [texts])
    assert found == [[fold(text), tokens(text)] for text in texts]


def test_without_the_texts_the_answer_is_pending(page: Page) -> None:
    found = page.evaluate(
        """async () => {
          const { answer, load } = await import("/static/search-engine.js");
          const library = load(await (await fetch("/search/en.json")).json());
          const queries = ["关羽", "f:wei", "o:duels", "f:wei o:duels", "f:wei or is:unique"];
          return queries.map((query) => {
            const { groups, pending } = answer(query, library);
            return [groups.map(({ count }) => count), pending ?? false];
          });
        }"""
    )
    assert found == [[[4], True], [[5], False], [[], True], [[], True], [[21], False]]


def test_files_of_two_builds_do_not_mix(page: Page, files: dict[str, bytes]) -> None:
    text = json.loads(files["/search/en.text.json"])
    files["/search/en.text.json"] = json.dumps({**text, "version": "another"}).encode()
    said = page.evaluate(
        """async () => {
          const { load, withText } = await import("/static/search-engine.js");
          const fetched = async (file) => (await fetch(`/search/${file}.json`)).json();
          try {
            withText(load(await fetched("en")), await fetched("en.text"));
          } catch (error) {
            return error.message;
          }
        }"""
    )
    assert said == "The search files do not belong together."


RANK = """async (queries) => {
  const { load, rank, words } = await import("/static/search-match.js");
  const index = load(await (await fetch("/search/keys.json")).json());
  return queries.map((query) => index.subjects.flatMap((subject, at) => {
    const found = rank(words(query, index.hans), subject);
    return found < Infinity ? [[index.ids[at], found]] : [];
  }));
}"""


def test_names_alone(page: Page, oracle: Callable[[str], list[Any]]) -> None:
    queries = [
        "关羽",
        "guan yu",
        "gy",
        "an",
        "n",
        "1",
        "bp",
        "s01",
        "关 关 关",
        "lu",
        "lv",
        "羽" * 101,
    ]
    for query, found in zip(queries, page.evaluate(RANK, queries), strict=True):
        assert sorted(found) == sorted([hit.card, hit.rank] for hit in oracle(query)), query
