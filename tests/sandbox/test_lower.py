"""What lowering makes of each construct, run with the prelude as the browser's runtime runs it."""

import sys
from pathlib import Path

import pytest

from zhenshu.sandbox import lower, prelude

SITE = Path(lower.__file__).parents[2]


@pytest.fixture
def ran(monkeypatch):
    """Runs a module that has been lowered; gives the names it has then."""
    monkeypatch.setitem(sys.modules, lower.PRELUDE, prelude)

    def run(source):
        names = {"__name__": "lowered"}
        exec(lower.lower(source, "module.py"), names)
        return names

    return run


CARD = """
from dataclasses import dataclass
from referee.core.change import quick, replace

@quick
@dataclass(frozen=True, slots=True)
class Card:
    '''A card.'''

    name: str
    power: int = 3
    keywords: tuple[str, ...] = ()

    @property
    def strong(self) -> bool:
        return self.power > 3
"""


def test_dataclasses_become_plain_classes(ran):
    names = ran(
        CARD
        + "cards = Card('a'), Card('a', 3), Card('a', keywords=('x',)), replace(Card('b'), power=4)"
    )
    first, same, other, changed = names["cards"]
    assert (first.name, first.power, first.keywords) == ("a", 3, ())
    assert first == same
    assert first != other and first != "a"
    assert (changed.name, changed.power, changed.strong) == ("b", 4, True)
    assert not first.strong
    with pytest.raises(TypeError):
        hash(first)
    with pytest.raises(TypeError):
        names["Card"]()


def test_dicts_keep_their_order_and_equal_themselves(ran):
    names = ran(
        "plain = {'z': 1, 'a': 2}\n"
        "comprehended = {key: key * 2 for key in ('z', 'a')}\n"
        "made = dict([('z', 1), ('a', 2)])\n"
        "more = {'a': 1, **plain, 'b': 3}\n"
        "def gather(**how):\n    return {'card': 1, **how}\n"
        "gathered = gather(place=2)\n"
    )
    assert list(names["plain"].items()) == [("z", 1), ("a", 2)]
    assert type(names["plain"]).__name__ == type(names["comprehended"]).__name__ == "OrderedDict"
    assert list(names["comprehended"].items()) == [("z", "zz"), ("a", "aa")]
    assert list(names["made"].items()) == [("z", 1), ("a", 2)]
    assert list(names["more"].items()) == [("a", 2), ("z", 1), ("b", 3)]
    assert list(names["gathered"].items()) == [("card", 1), ("place", 2)]


def test_stars_become_sums(ran):
    names = ran(
        "one, two = (1, 2), [3]\n"
        "whole = (0, *one, 9, *two, 10)\n"
        "only = [*two]\n"
        "first, *rest = [*one, *two]\n"
        "def total(*values):\n    return sum(values)\n"
        "added = total(1, *one, *two)\n"
    )
    assert names["whole"] == (0, 1, 2, 9, 3, 10)
    assert names["only"] == [3]
    assert (names["first"], names["rest"]) == (1, [2, 3])
    assert names["added"] == 7


def test_sorting_is_stable_both_ways(ran):
    names = ran(
        "cards = [('b', 1), ('a', 2), ('c', 1), ('d', 2)]\n"
        "up = sorted(cards, key=lambda card: card[1])\n"
        "down = sorted(cards, key=lambda card: card[1], reverse=True)\n"
        "words = sorted(set(['b', 'a', 'b']))\n"
    )
    assert [name for name, _n in names["up"]] == ["b", "c", "a", "d"]
    assert [name for name, _n in names["down"]] == ["a", "d", "b", "c"]
    assert names["words"] == ["a", "b"]


def test_types_are_left_out_or_written_out(ran):
    names = ran(
        "from collections.abc import Mapping\n"
        "from typing import Any, Generic, TypeAlias, TypeVar\n"
        "S = TypeVar('S')\n"
        "Data: TypeAlias = Mapping[str, Any]\n"
        "Words = Mapping[str, str]\n"
        "class Log(Generic[S]):\n"
        "    count: int\n"
        "    last: int = 0\n"
        "class Game(Log[int]):\n"
        "    def __init__(self, start: Data) -> None:\n"
        "        self.start: Data = start\n"
        "def kind(value: Any) -> str:\n"
        "    if isinstance(value, str | int):\n"
        "        return 'word or number'\n"
        "    return 'map' if isinstance(value, Mapping) else 'other'\n"
        "kinds = [kind(each) for each in ('a', 1, True, {}, ())]\n"
        "last = Game({}).last\n"
    )
    assert names["kinds"] == ["word or number"] * 3 + ["map", "other"]
    assert names["last"] == 0
    assert "__annotations__" not in names


def test_bool_is_an_int_for_isinstance():
    # In the runtime it is not, so it is named.
    assert "isinstance(x, (int, bool))" in lower.lower("found = isinstance(x, int)", "module.py")


def test_what_is_only_for_people_is_left_out():
    lowered = lower.lower(
        "'''A module.'''\n"
        "def pay(card: str) -> None:\n    '''Pay.'''\n"
        "def fail():\n    raise KeyError('a') from None\n"
        "both = list(zip((1,), (2,), strict=True))\n",
        "module.py",
    )
    assert "Pay." not in lowered and "A module." not in lowered
    assert "def pay(card):\n    pass" in lowered
    assert "raise KeyError('a')\n" in lowered
    assert "list(zip((1,), (2,)))" in lowered


REFUSED = {
    "match x:\n    case 1:\n        pass": "match",
    "found = {1, 2}": "a set",
    "found = {x for x in y}": "a set",
    "found = set(x)": "a set that is not sorted",
    "half = a / 2": "/",
    "half = 0.5": "0.5",
    "import re": "the module re",
    "from enum import Enum": "the module enum",
    "from . import numbers": "a relative import",
    "from typing import Any as A": "another name",
    "def f(a, /):\n    pass": "positional only",
    "async def f():\n    pass": "async",
    "back = word[::-1]": "a slice with a step",
    "word = f'{n:>3}'": "a format",
    "found.sort()": "the method sort",
    "word = name.removeprefix('a')": "the method removeprefix",
    "known = dict.fromkeys(x)": "the method fromkeys",
    "known = dict(a=1)": "dict(…) with keywords",
    "found = frozenset(x)": "the builtin frozenset",
    "made = map(str, x)": "the builtin map",
    "class A(B, metaclass=C):\n    pass": "a keyword among the bases",
    "@total_ordering\nclass A:\n    pass": "the decorator total_ordering",
    "@cache\ndef f():\n    pass": "the decorator cache",
    "@dataclass\nclass A:\n    a: int": "a dataclass that is not frozen",
    "@quick\nclass A:\n    a: int": "a dataclass that is not frozen",
    "@dataclass(frozen=True, slots=True)\nclass A(B):\n    a: int": "a base of a dataclass",
    "@dataclass(frozen=True, slots=True)\nclass A:\n    a: int = field(default=1)": "field(…)",
    "def joined(words):\n    pass": "joined, which means something else",
    "def f(replace):\n    pass": "replace, which means something else",
    "Dict = 1": "Dict, which means something else",
    "from typing import cast\nfound = cast(int, x)": "cast",
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_cannot_be_lowered_is_refused(source):
    with pytest.raises(lower.CannotLower) as caught:
        lower.lower(f"a = 1\n{source}\n", "referee/module.py")
    (refused,) = caught.value.refused
    assert refused.path == "referee/module.py"
    assert REFUSED[source] in refused.what


def test_everything_that_is_refused_is_told_at_once_by_line():
    with pytest.raises(lower.CannotLower) as caught:
        lower.lower("import re\na = 1\nb = a / 2\n", "referee/module.py")
    assert [refused.line for refused in caught.value.refused] == [1, 3]
    first, _second = str(caught.value).splitlines()
    assert first == "referee/module.py:1: the browser's Python cannot run the module re"


def test_every_module_of_the_referee_can_be_lowered():
    for path in sorted((SITE / "referee").rglob("*.py")):
        if path.name == "change.py":
            continue  # the prelude has what it has
        lower.lower(path.read_text(encoding="utf-8"), path.relative_to(SITE).as_posix())
