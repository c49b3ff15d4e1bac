import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from whoosh.index import LockError, open_dir

from zhenshu.search import LONGEST, Hit, Searcher, build
from zhenshu.search.fold import words

CARDS = json.loads((Path(__file__).parent / "cards.json").read_text("utf-8"))
NAMED = [
    (card["id"], card[language])
    for card in CARDS
    for language in ("hans", "hant", "en", "fr")
    if language in card
]


def ids(hits: list[Hit]) -> list[str]:
    return [hit.card for hit in hits]


@pytest.fixture
def folder(shelf: Any, tmp_path: Path) -> Path:
    build(shelf, tmp_path / "search")
    return tmp_path / "search"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_examples(searcher: Searcher, examples: list[dict[str, Any]]) -> None:
    for expected in examples:
        found = ids(searcher.find(expected["query"]))
        if "all" in expected:
            assert sorted(found) == sorted(expected["all"]), expected
        if "first" in expected:
            assert found[:1] == [expected["first"]], expected
        assert set(expected.get("has", ())) <= set(found), expected
        assert not set(expected.get("lacks", ())) & set(found), expected


@settings(deadline=None)
@given(st.data())
def test_any_part_of_a_name_finds_its_card(searcher: Searcher, data: st.DataObject) -> None:
    id, name = data.draw(st.sampled_from(NAMED))
    first = data.draw(st.integers(0, len(name) - 1))
    last = data.draw(st.integers(first + 1, len(name)))
    if words(name[first:last]):
        assert id in ids(searcher.find(name[first:last]))


@settings(deadline=None)
@given(st.sampled_from([card for card in CARDS if "hans" in card]), st.data())
def test_both_scripts_find_a_card(
    searcher: Searcher, card: dict[str, Any], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(card["hans"]) - 1))
    last = data.draw(st.integers(first + 1, len(card["hans"])))
    simplified, traditional = card["hans"][first:last], card["hant"][first:last]
    found = searcher.find(simplified), searcher.find(traditional)
    if words(simplified) == words(traditional):
        assert found[0] == found[1]
    elif words(simplified) and words(traditional):  # 反复 is 反覆, but 复 by itself is 復.
        assert card["id"] in ids(found[0])
        assert card["id"] in ids(found[1])


@settings(deadline=None)
@given(st.text(st.sampled_from("关羽吕布乐进忠（吴）·guanylvbjEŒ 0359/-*"), max_size=8) | st.text())
@example("guanyuguanyuguanyu")
@example("bp01l035")
def test_the_index_finds_what_the_matcher_finds(
    searcher: Searcher, oracle: Callable[[str], list[Hit]], query: str
) -> None:
    assert searcher.find(query) == oracle(query)


@pytest.mark.parametrize(
    "query",
    [
        "羽" * 10_000,
        "a" * LONGEST + "a",
        "guan " * 2000,
        "关羽 " * 34,
        "\0" * 9999,
        "\ud800",
        "(" * 100,
    ],
)
def test_strange_queries_find_nothing(searcher: Searcher, query: str) -> None:
    assert searcher.find(query) == []


def test_a_limit_keeps_the_best(searcher: Searcher) -> None:
    assert searcher.find("关羽", 2) == searcher.find("关羽")[:2]
    assert searcher.find("关羽", 0) == []


def test_threads_share_a_searcher(searcher: Searcher, examples: list[dict[str, Any]]) -> None:
    queries = [expected["query"] for expected in examples] * 20
    alone = list(map(searcher.find, queries))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(searcher.find, queries)) == alone


def test_a_build_writes_what_changed(shelf: Any, folder: Path) -> None:
    shelf.kept[0] = {**shelf.kept[0], "number": "7007"}
    assert build(shelf, folder) == 1
    found = Searcher.open(folder)
    assert ids(found.find("7007")) == [shelf.kept[0]["id"]]
    assert len(found.find("乐进")) == 3


def test_a_build_adds_and_removes(shelf: Any, folder: Path) -> None:
    gone = shelf.kept.pop(2)
    shelf.kept.append({**gone, "id": "formation/wd/999", "set": "wd", "slug": "999"})
    assert build(shelf, folder) == 2
    assert sorted(ids(Searcher.open(folder).find("美髯公"))) == ["formation/wd/999"]


def test_a_build_of_nothing_new_touches_no_file(shelf: Any, folder: Path) -> None:
    before = contents(folder)
    assert build(shelf, folder) == 0
    assert contents(folder) == before


def test_an_emptied_catalogue(shelf: Any, folder: Path) -> None:
    shelf.kept.clear()
    assert build(shelf, folder) == len(CARDS)
    assert Searcher.open(folder).find("关羽") == []


def test_many_small_builds_find_the_same_as_one(
    shelf: Any, folder: Path, searcher: Searcher
) -> None:
    whole = list(shelf.kept)
    for card in whole:
        shelf.kept.remove(card)
        build(shelf, folder)
        shelf.kept.append(card)
        build(shelf, folder)
    again = Searcher.open(folder)
    for query in ("关羽", "gy", "a", "bp01", "吕布", "1"):
        assert again.find(query) == searcher.find(query)
    assert len(open_dir(str(folder), "cards1")._segments()) < 10


def test_an_open_searcher_outlives_a_build(shelf: Any, folder: Path) -> None:
    old = Searcher.open(folder)
    shelf.kept.clear()
    build(shelf, folder)
    assert len(old.find("关羽")) == 4


@pytest.mark.parametrize("moment", ["commit", "rename_file", "clean_files"])
def test_a_killed_build_leaves_an_index(
    shelf: Any, folder: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    targets = {
        "commit": "whoosh.writing.SegmentWriter.commit",
        "rename_file": "whoosh.filedb.filestore.FileStorage.rename_file",
        "clean_files": "whoosh.index.clean_files",
    }
    shelf.kept[:] = shelf.kept[:3]
    monkeypatch.setattr(targets[moment], lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    process = multiprocessing.get_context("fork").Process(target=build, args=(shelf, folder))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    monkeypatch.undo()

    # The new index stands once its table of contents has its name; before that, the old one.
    found = len(Searcher.open(folder).find("吕布"))
    assert found == (0 if moment == "clean_files" else 5)
    build(shelf, folder)
    assert ids(Searcher.open(folder).find("关")) == ["formation/cz/048", "formation/cz/055"]


def test_a_second_build_at_a_time_is_refused(shelf: Any, folder: Path) -> None:
    writer = open_dir(str(folder), "cards1").writer()
    shelf.kept.pop()
    with pytest.raises(LockError):
        build(shelf, folder)
    writer.cancel()
    assert build(shelf, folder) == 1


@pytest.mark.parametrize("damage", [b"", b"not an index"])
def test_a_damaged_index_is_made_anew(shelf: Any, folder: Path, damage: bytes) -> None:
    for path in folder.iterdir():
        path.write_bytes(damage)
    assert build(shelf, folder) == len(CARDS)
    assert len(Searcher.open(folder).find("关羽")) == 4


def test_no_index_to_open(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Searcher.open(tmp_path / "search")
