"""The laws of truth: every entry is in one of yes, no and unknown, and Kleene's laws hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.search.engine import Engine
from zhenshu.search.facts import Columns
from zhenshu.search.fold import plain
from zhenshu.search.index import Index
from zhenshu.search.judge import Truth, judged, pruned
from zhenshu.search.library import Library, bits, members
from zhenshu.search.names import Names
from zhenshu.search.query import regex


@pytest.fixture(scope="module")
def engine(
    tmp_path_factory: pytest.TempPathFactory, full_shelf: Any, shelve: Callable[[Any, Path], int]
) -> Engine:
    folder = tmp_path_factory.mktemp("search")
    shelve(full_shelf, folder)
    index = Index.open(folder)
    library = Library(index.entries, Columns(*index.words["columns"]))
    return Engine(library, Names(library, index, lambda source: regex.compile(source, plain)))


@pytest.fixture(scope="module")
def trees(random_queries: Callable[[int], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [tree for query in random_queries(600) if (tree := pruned(query["parsed"]["tree"]))]


def inverted(tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "not", "part": tree}


def test_yes_and_unknown_are_apart(engine: Engine, trees: list[dict[str, Any]]) -> None:
    for tree in trees:
        yes, unknown = engine.truth(tree, "en")
        assert yes & unknown == 0
        assert (yes | unknown) & ~engine.library.all == 0


def test_what_is_denied_is_yes_where_it_was_no(engine: Engine, trees: list[Any]) -> None:
    for tree in trees:
        yes, unknown = engine.truth(tree, "zh-Hans")
        no = engine.library.all & ~yes & ~unknown
        assert engine.truth(inverted(tree), "zh-Hans") == Truth(no, unknown)
        assert engine.truth(inverted(inverted(tree)), "zh-Hans") == Truth(yes, unknown)


def test_de_morgan(engine: Engine, trees: list[dict[str, Any]]) -> None:
    for one, other in zip(trees, reversed(trees), strict=True):
        both = {"kind": "and", "parts": [one, other]}
        either = {"kind": "or", "parts": [inverted(one), inverted(other)]}
        assert engine.truth(inverted(both), "en") == engine.truth(either, "en")


def test_parts_in_any_order(engine: Engine, trees: list[dict[str, Any]]) -> None:
    for kind in ("and", "or"):
        for one, other in zip(trees, reversed(trees), strict=True):
            forth, back = ({"kind": kind, "parts": list(p)} for p in ((one, other), (other, one)))
            assert engine.truth(forth, "en") == engine.truth(back, "en")


@given(st.lists(st.tuples(st.sampled_from("yun"), st.sampled_from("yun")), min_size=1))
@settings(deadline=None)
def test_kleene(pairs: list[tuple[str, str]]) -> None:
    """`and` is the least of no < unknown < yes, `or` the greatest."""
    order = "nuy"
    all = (1 << len(pairs)) - 1

    def leaf(node: Any) -> Truth:
        values = [pair[node["at"]] for pair in pairs]
        yes, unknown = ([p for p, v in enumerate(values) if v == which] for which in "yu")
        return Truth(bits(yes, len(pairs)), bits(unknown, len(pairs)))

    for kind, pick in (("and", min), ("or", max)):
        node = {"kind": kind, "parts": [{"kind": "word", "at": 0}, {"kind": "word", "at": 1}]}
        truth = judged(node, leaf, all)
        wanted = [pick(pair, key=order.index) for pair in pairs]
        assert members(truth.yes) == [p for p, v in enumerate(wanted) if v == "y"]
        assert members(truth.unknown) == [p for p, v in enumerate(wanted) if v == "u"]


@given(st.sets(st.integers(0, 999)))
def test_sets_of_places(places: set[int]) -> None:
    assert members(bits(places, 1000)) == sorted(places)
    assert bits(places, 1000) == sum(1 << place for place in places)
