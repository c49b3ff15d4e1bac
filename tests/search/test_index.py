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

from zhenshu.i18n import LANGUAGES
from zhenshu.search import Searcher
from zhenshu.search.fold import words
from zhenshu.search.index import NAME

ROOT = Path(__file__).parents[2]
CARDS = json.loads((Path(__file__).parent / "cards.json").read_text("utf-8"))
NAMED = [
    (card["id"], card[language])
    for card in CARDS
    for language in ("hans", "hant", "en", "fr")
    if language in card
]


ENTRIES = len(CARDS) + 18 + 12 + 29 + 1  # keywords, rulings, paragraphs, and the words
Shelve = Callable[[Any, Path], int]
Cards = Callable[[Searcher, str], list[str]]


@pytest.fixture
def folder(shelf: Any, shelve: Shelve, tmp_path: Path) -> Path:
    shelve(shelf, tmp_path / "search")
    return tmp_path / "search"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@settings(deadline=None)
@given(st.data())
def test_any_part_of_a_name_finds_its_card(
    searcher: Searcher, cards: Cards, data: st.DataObject
) -> None:
    id, name = data.draw(st.sampled_from(NAMED))
    first = data.draw(st.integers(0, len(name) - 1))
    last = data.draw(st.integers(first + 1, len(name)))
    part = name[first:last].replace('"', "")
    if words(part):
        assert id in cards(searcher, f'name:"{part}"')


@settings(deadline=None)
@given(st.sampled_from([card for card in CARDS if "hans" in card]), st.data())
def test_both_scripts_find_a_card(
    searcher: Searcher, cards: Cards, card: dict[str, Any], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(card["hans"]) - 1))
    last = data.draw(st.integers(first + 1, len(card["hans"])))
    simplified, traditional = card["hans"][first:last], card["hant"][first:last]
    found = [cards(searcher, f'"{part}"') for part in (simplified, traditional)]
    if words(simplified) == words(traditional):
        assert found[0] == found[1]
    elif words(simplified) and words(traditional):  # 反复 is 反覆, but 复 by itself is 復.
        assert card["id"] in found[0]
        assert card["id"] in found[1]


@settings(deadline=None)
@given(st.text(st.sampled_from("关羽吕布乐进忠（吴）·guanylvbjEŒ 0359/-*"), max_size=8))
@example("guanyuguanyuguanyu")
@example("bp01l035")
def test_the_index_finds_what_the_matcher_finds(
    searcher: Searcher, oracle: Callable[[str], list[Any]], query: str
) -> None:
    answer = searcher.answer(query, "en")
    bare = answer.as_json(facets=False)["parsed"]["tree"]
    parts = (bare["parts"] if bare["kind"] == "and" else [bare]) if bare else []
    if parts and all(part["kind"] == "word" for part in parts):
        found = [hit.card for hit in oracle(" ".join(part["text"] for part in parts))]
        assert answer.groups.get("card", []) == found


@pytest.mark.parametrize(
    "query",
    [
        "羽" * 10_000,
        "a" * 501,
        "guan " * 2000,
        "关羽 " * 3400,
        "\0" * 9999,
        "\ud800",
        "(" * 100,
        "-" * 1000,
        "or " * 1000,
        "(f:wei or " * 200,
        "/(a+)+$/",
        "/((a{1,20}){1,20}){1,20}/",
        '"' * 99,
        "cost:1e99",
        "cost:" + "9" * 400,
        "<script>alert(1)</script>",
        "' or 1=1 --",
        "\u202e\u2066关羽\u2069",
        "no:\ud800 set:😀 rule:/ ruling:",
    ],
)
def test_strange_queries_are_answered(searcher: Searcher, query: str) -> None:
    assert json.dumps(searcher.answer(query, "zh-Hant").as_json())


def test_queries_made_by_chance_are_answered(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few of those that scripts/try_queries.py asks."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from try_queries import queries

    for number, query in enumerate(queries(1500)):
        language = LANGUAGES[number % len(LANGUAGES)]
        assert json.dumps(searcher.answer(query, language).as_json(facets=number % 10 == 0)), query


def test_threads_share_a_searcher(
    searcher: Searcher, cards: Cards, examples: list[dict[str, Any]]
) -> None:
    queries = [expected["query"] for expected in examples] * 3
    alone = [cards(searcher, query) for query in queries]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda query: cards(searcher, query), queries)) == alone


def test_a_build_writes_what_changed(
    shelf: Any, folder: Path, shelve: Shelve, cards: Cards
) -> None:
    shelf.kept[0] = {**shelf.kept[0], "number": "7007"}
    assert shelve(shelf, folder) == 1
    found = Searcher.open(folder)
    assert cards(found, "7007") == [shelf.kept[0]["id"]]
    assert len(cards(found, "乐进")) == 3


def test_a_build_adds_and_removes(shelf: Any, folder: Path, shelve: Shelve, cards: Cards) -> None:
    gone = shelf.kept.pop(2)
    shelf.kept.append({**gone, "id": "formation/wd/999", "set": "wd", "slug": "999"})
    assert shelve(shelf, folder) == 2
    assert sorted(cards(Searcher.open(folder), "美髯公")) == ["formation/wd/999"]


def test_a_build_of_nothing_new_touches_no_file(shelf: Any, folder: Path, shelve: Shelve) -> None:
    before = contents(folder)
    assert shelve(shelf, folder) == 0
    assert contents(folder) == before


def test_an_emptied_catalogue(shelf: Any, folder: Path, shelve: Shelve, cards: Cards) -> None:
    shelf.kept.clear()
    assert shelve(shelf, folder) == len(CARDS)
    assert cards(Searcher.open(folder), "关羽") == []


def test_many_small_builds_find_the_same_as_one(
    shelf: Any, folder: Path, searcher: Searcher, shelve: Shelve, cards: Cards
) -> None:
    whole = list(shelf.kept)
    for card in whole:
        shelf.kept.remove(card)
        shelve(shelf, folder)
        shelf.kept.append(card)
        shelve(shelf, folder)
    again = Searcher.open(folder)
    for query in ("关羽", "gy", "a", "bp01", "吕布", "1"):
        assert cards(again, query) == cards(searcher, query)
    assert len(open_dir(str(folder), NAME)._segments()) < 10


def test_an_open_searcher_outlives_a_build(
    shelf: Any, folder: Path, shelve: Shelve, cards: Cards
) -> None:
    old = Searcher.open(folder)
    shelf.kept.clear()
    shelve(shelf, folder)
    assert len(cards(old, "关羽")) == 4


@pytest.mark.parametrize("moment", ["commit", "rename_file", "clean_files"])
def test_a_killed_build_leaves_an_index(
    shelf: Any,
    folder: Path,
    moment: str,
    monkeypatch: pytest.MonkeyPatch,
    shelve: Shelve,
    cards: Cards,
) -> None:
    targets = {
        "commit": "whoosh.writing.SegmentWriter.commit",
        "rename_file": "whoosh.filedb.filestore.FileStorage.rename_file",
        "clean_files": "whoosh.index.clean_files",
    }
    shelf.kept[:] = shelf.kept[:3]
    monkeypatch.setattr(targets[moment], lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    process = multiprocessing.get_context("fork").Process(target=shelve, args=(shelf, folder))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    monkeypatch.undo()

    # The new index stands once its table of contents has its name; before that, the old one.
    found = len(cards(Searcher.open(folder), "吕布"))
    assert found == (0 if moment == "clean_files" else 5)
    shelve(shelf, folder)
    assert cards(Searcher.open(folder), "关") == ["formation/cz/048", "formation/cz/055"]


def test_a_second_build_at_a_time_is_refused(shelf: Any, folder: Path, shelve: Shelve) -> None:
    writer = open_dir(str(folder), NAME).writer()
    shelf.kept.pop()
    with pytest.raises(LockError):
        shelve(shelf, folder)
    writer.cancel()
    assert shelve(shelf, folder) == 1


@pytest.mark.parametrize("damage", [b"", b"not an index"])
def test_a_damaged_index_is_made_anew(
    shelf: Any, folder: Path, damage: bytes, shelve: Shelve, cards: Cards
) -> None:
    for path in folder.iterdir():
        path.write_bytes(damage)
    assert shelve(shelf, folder) == ENTRIES
    assert len(cards(Searcher.open(folder), "关羽")) == 4


def test_no_index_to_open(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Searcher.open(tmp_path / "search")
