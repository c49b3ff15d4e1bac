"""What the parser makes of queries: the examples, and what no query may do."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.search.query import Query, Vocabulary, parse

FIELDS = {"and", "or", "not", "word", "phrase", "exact", "regex"}


def tree(given: list[Any] | None) -> dict[str, Any] | None:
    """A tree as the parser gives it, from the short form of the examples."""
    if given is None:
        return None
    kind, begin, end, *rest = given
    node: dict[str, Any] = {"kind": kind, "at": [begin, end]}
    if kind in ("and", "or"):
        return {**node, "parts": [tree(part) for part in rest]}
    if kind == "not":
        return {**node, "part": tree(rest[0])}
    if kind in FIELDS:
        return {**node, "source" if kind == "regex" else "text": rest[0]}
    op, value = rest
    if isinstance(value, int):
        value = {"number": value}
    elif isinstance(value, list):
        value = {"terms": value}
    return {**node, "kind": "field", "field": kind, "op": op, "value": value}


def test_examples(vocabularies: dict[str, Vocabulary], examples: list[dict[str, Any]]) -> None:
    assert len(examples) >= 200
    wrong = []
    for example in examples:
        found = parse(example["query"], vocabularies["en"]).as_json()
        problems = [
            [p["code"], *p["at"], p["given"], p["near"], p["field"]] for p in found["problems"]
        ]
        told = example.get("problems", [])
        short = [p[: len(t)] for p, t in zip(problems, told, strict=False)]
        keys = [[key["field"], key["down"]] for key in found["sort"]]
        expected = (tree(example["tree"]), example.get("sort", []), example.get("as"), told)
        if (found["tree"], keys, found["as"], short) != expected or len(problems) != len(told):
            wrong.append((example["query"], found["tree"], keys, found["as"], problems))
    assert wrong == []


def well_formed(query: Query, length: int) -> None:
    """Places lie in the query, parts inside what they are part of."""
    found = query.as_json()

    def look(node: dict[str, Any], begin: int, end: int) -> None:
        assert begin <= node["at"][0] < node["at"][1] <= end
        parts = node.get("parts") or ([node["part"]] if "part" in node else [])
        assert node["kind"] not in ("and", "or") or len(parts) >= 2
        for part in parts:
            look(part, *node["at"])

    if found["tree"]:
        look(found["tree"], 0, length)
    places = [problem["at"] for problem in found["problems"]]
    assert places == sorted(places)
    assert all(0 <= begin <= end <= length for begin, end in places)


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_every_text_says_something(
    data: st.DataObject, queries: st.SearchStrategy[str], vocabularies: dict[str, Vocabulary]
) -> None:
    query = data.draw(queries)
    well_formed(parse(query, vocabularies["zh-Hant"]), len(query))


FULL = {ord(c): ord(c) + 0xFEE0 for c in map(chr, range(0x21, 0x7F)) if c not in '"-/\\'}
PLAIN_WORDS = ["guan", "yu", "bp01", "(", ")", "or", "not", "&"]
FIELD_CLAUSES = ["f:shu", "cost<=3", "might!=stamina", "kw:shoot2", "no=55", "is:unique", "t:shu"]


@settings(deadline=None)
@given(words=st.lists(st.sampled_from(PLAIN_WORDS + FIELD_CLAUSES), max_size=8))
def test_full_width_forms_mean_the_same(
    words: list[str], vocabularies: dict[str, Vocabulary]
) -> None:
    narrow = parse(" ".join(words), vocabularies["en"])
    wide = parse(" ".join(words).translate(FULL).replace(" ", "　"), vocabularies["en"])

    def shape(node: Any) -> Any:
        if isinstance(node, dict):
            kept = {key: value for key, value in node.items() if key not in ("text", "given")}
            return {key: shape(value) for key, value in kept.items()}
        return [shape(item) for item in node] if isinstance(node, list) else node

    assert shape(wide.as_json()) == shape(narrow.as_json())


HOSTILE = {
    "long": "a" * 10_000,
    "long and spaced": "ab " * 3333,
    "clauses": "cost:3 " * 1000,
    "short clauses": "a " * 240,
    "parentheses": "(" * 10_000,
    "balanced": "(" * 200 + "a" + ")" * 200,
    "closing": ")" * 499,
    "or": "a or " * 2000,
    "not": "-" * 499 + "a",
    "quotes": '"' * 499,
    "regex": "/(a+)+$/ " * 50,
    "nested regex": "/" + "(" * 240 + "a" + ")" * 240 + "/",
    "counted regex": "/" + "(a{20}){20}" * 40 + "/",
    "halves": "\ud800\udc00\udc00 f:\ud83d",
    "operators": ":=<>!" * 99,
    "unknown": "foo:" * 120,
    "near": ("keyworrd" * 4 + ":a ") * 15,
    "values": "kw:" + "shoott" * 80,
    "commas": "sort:" + "cost," * 90,
    "controls": "\0\x01\u202e\ufeff" * 100,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_queries_are_answered_at_once(
    name: str, vocabularies: dict[str, Vocabulary]
) -> None:
    began = time.process_time()
    found = parse(HOSTILE[name], vocabularies["en"])
    assert time.process_time() - began < 0.1
    well_formed(found, len(HOSTILE[name]))


def codes(query: str, words: Vocabulary) -> list[tuple[str, tuple[int, int]]]:
    return [(problem.code, problem.at) for problem in parse(query, words).problems]


def test_limits(vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]
    assert codes("a" * 500, words) == []
    assert codes("a" * 501, words) == [("too-long", (500, 501))]
    assert codes("𠮷" * 501, words) == [("too-long", (500, 501))]
    assert codes("a " * 60, words) == []
    # The 61st word stands behind 60 words of two characters each.
    assert codes("a " * 61, words) == [("too-many", (120, 122))]
    deep = "(" * 20 + "a b" + ")" * 20
    assert codes(deep, words) == []
    assert codes(f"({deep})", words) == [("too-deep", (20, 21))]
    assert parse(f"({deep})", words).tree is not None
