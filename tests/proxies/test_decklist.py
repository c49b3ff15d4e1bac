"""Lists of cards: the shared examples, the limits, and lists in addresses."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.proxies import decklist
from zhenshu.proxies.decklist import COPIES, ListError, decode, encode, parse
from zhenshu.proxies.finder import Finder

EXAMPLES = json.loads((Path(__file__).parent / "lists.json").read_text("utf-8"))["examples"]
WORDS = decklist.section_words(["Creature"])
IDS = ["formation/cz/048", "formation/cz/055", "clash/starter-kit/ogre", "faceoff/bp01/035"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["text"][:30])
def test_example(example: dict[str, Any], finder: Finder) -> None:
    found = parse(example["text"], finder, WORDS)
    assert found.counts == example["counts"]
    expected = example.get("unclear", [])
    assert [(u.line, u.reason, u.count) for u in found.unclear] == [tuple(u[:3]) for u in expected]
    for unclear, (*_said, nearest) in zip(found.unclear, expected, strict=True):
        # null leaves open which cards are near.
        assert nearest is None or list(unclear.nearest[: len(nearest)]) == nearest
    assert [line for line, _text in found.headings] == example.get("headings", [])


@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet=st.sampled_from('3x×*-关羽平 ogre[]():;,#/\n\t"0９張三'), max_size=60))
def test_no_line_is_lost(text: str, finder: Finder) -> None:
    """Every line is a card, unclear, a heading, a comment, empty, or the head of a table."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines:
        found = parse(f"1 Ogre\n{line}", finder)
        read = found.total - 1 + len(found.unclear) + len(found.headings)
        plain = decklist._clean(line)
        assert read or not plain or plain.startswith(("#", "//", ";"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_files_of_spreadsheets_are_read(finder: Finder, encoding: str) -> None:
    raw = "数量,卡名\r\n3,关平\r\n".encode(encoding)
    assert parse(decklist.text_of(raw), finder).counts == {"formation/cz/048": 3}


def test_a_file_that_is_no_text(finder: Finder) -> None:
    for raw in (b"\xff\xff\xff", "关平".encode("utf-16") + b"\x00"):
        with pytest.raises(ListError) as error:
            decklist.text_of(raw)
        assert error.value.reason == "encoding"
    assert decklist.text_of(b"") == ""
    assert decklist.text_of("\ufeff\ufeff关".encode("utf-16-be")) == "\ufeff关"


def test_limits(finder: Finder) -> None:
    for text, reason in (
        ("1 Ogre\n" * 100_000, "length"),
        ("\n" * 100_000, "lines"),
        ("x" * 1_000_000, "length"),
    ):
        with pytest.raises(ListError) as error:
            parse(text, finder)
        assert error.value.reason == reason


def test_one_endless_line_is_read_at_once(finder: Finder) -> None:
    """Looking for a count in it would take minutes."""
    for line in ("关" * 99_999, "3 " * 49_999, f"Ogre {'9' * 99_990}", f"{'(' * 99_990} 3"):
        (unclear,) = parse(line, finder).unclear
        assert (unclear.reason, unclear.count) == ("unknown", 1)


def test_a_list_of_too_many_cards(finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decklist, "CARDS", 5)
    assert parse("3 Ogre\n2 Assassin", finder).total == 5
    with pytest.raises(ListError) as error:
        parse("3 Ogre\n3 Assassin", finder)
    assert (error.value.reason, error.value.limit) == ("cards", 5)


def test_encoding_by_hand(finder: Finder) -> None:
    counts = {"formation/cz/048": 3, "formation/cz/055": 1, "clash/starter-kit/ogre": 2}
    assert encode(counts) == "formation/cz:048*3,055;clash/starter-kit:ogre*2"
    assert encode({}) == ""
    assert decode("", finder).counts == {}


@given(st.dictionaries(st.sampled_from(IDS), st.integers(1, COPIES)))
def test_encoding_comes_back(finder: Finder, counts: dict[str, int]) -> None:
    found = decode(encode(counts), finder)
    assert list(found.counts.items()) == list(counts.items())
    assert found.unclear == []


def test_a_damaged_encoding(finder: Finder) -> None:
    found = decode("formation/cz:048*0,055*x,777*2;;nonsense;clash/starter-kit:ogre", finder)
    assert found.counts == {"clash/starter-kit/ogre": 1}
    assert [(u.line, u.text, u.reason) for u in found.unclear] == [
        (1, "formation/cz/048", "count"),
        (2, "formation/cz/055", "count"),
        (3, "formation/cz/777", "unknown"),
        (4, "nonsense/", "unknown"),
    ]
