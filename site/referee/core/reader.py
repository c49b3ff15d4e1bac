"""Reading what a person wrote, with the place of every mistake.

A `Node` is one value of a file, with the path of keys and indices that leads to it from the top.
It reads itself as what is expected there, or raises ScenarioError.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

LANGUAGES = ("en", "zh-Hans")
"""The languages that are written; the third is made from the second."""

Path: TypeAlias = tuple[str | int, ...]
Text: TypeAlias = Mapping[str, str]


MOST_ENTRIES = 500
"""The most entries of a list or map."""

DEEPEST = 24
"""How deep a value may lie inside others."""

MOST_NUMBER = 999
"""The largest number that means anything."""


class ScenarioError(Exception):
    """A scenario cannot be played as written.

    `path` is the way from the top of the file to the place, as ("play", 0, "attack"); `message`
    says what is wrong and `hint` what would be right.
    """

    def __init__(self, path: Path, message: str, hint: str):
        super().__init__(f"{'.'.join(str(key) for key in path)}: {message} {hint}")
        self.path = path
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Node:
    """A value, and its path. The values inside a map or a list are nodes too."""

    value: Any
    path: Path

    @staticmethod
    def of(value: Any, path: Path = ()) -> "Node":
        """A plain value as a node.

        Raises ScenarioError for a list or map of more than MOST_ENTRIES, or one deeper inside
        others than DEEPEST.
        """
        if isinstance(value, Mapping | list | tuple) and len(value) > MOST_ENTRIES:
            raise ScenarioError(
                path, f"{len(value)} entries are too many.", f"The most is {MOST_ENTRIES}."
            )
        if len(path) > DEEPEST:
            raise ScenarioError(path, "This is nested too deeply.", f"The most is {DEEPEST}.")
        if isinstance(value, Mapping):
            inner = [(str(key), Node.of(value[key], (*path, str(key)))) for key in value]
            return Node(dict(inner), path)
        if isinstance(value, list | tuple):
            return Node([Node.of(item, (*path, i)) for i, item in enumerate(value)], path)
        return Node(value, path)

    def wrong(self, message: str, hint: str) -> ScenarioError:
        """A mistake at this place."""
        return ScenarioError(self.path, message, hint)

    def fields(self, known: Iterable[str], needed: Iterable[str] = ()) -> Mapping[str, "Node"]:
        """The values of a map that has none but the known keys, and all that are needed."""
        entries = dict(self.entries())
        for key in sorted(entries):
            if key not in known:
                raise entries[key].wrong(f"“{key}” means nothing here.", f"Known: {listed(known)}.")
        for key in needed:
            if key not in entries:
                raise self.wrong(f"“{key}” is missing.", "Add it.")
        return entries

    def entries(self) -> list[tuple[str, "Node"]]:
        """The keys and values of a map, in the order of the keys."""
        if not isinstance(self.value, dict):
            raise self.wrong("A map is expected here.", "Write keys and values.")
        return [(key, self.value[key]) for key in sorted(self.value)]

    def only(self) -> tuple[str, "Node"]:
        """The key and the value of a map with one key."""
        entries = self.entries()
        if len(entries) != 1:
            raise self.wrong("One key is expected here.", "Split it into several entries.")
        return entries[0]

    def items(self) -> list["Node"]:
        """The values of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("A list is expected here.", "Begin each entry with “- ”.")
        return self.value

    def number(self, least: int = 0, most: int = MOST_NUMBER) -> int:
        """A whole number, neither below the least nor above the most."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(f"A whole number is expected, not {self}.", "Write it in digits.")
        if self.value < least:
            raise self.wrong(f"{self.value} is too small.", f"The least is {least}.")
        if self.value > most:
            # The number itself may have more digits than anybody wants to read.
            raise self.wrong("The number is too large.", f"The most is {most}.")
        return self.value

    def flag(self) -> bool:
        """true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong(f"{self} is neither true nor false.", "Write true or false.")
        return self.value

    def word(self, known: Iterable[str] | None = None) -> str:
        """A string; one of the known ones, if they are given."""
        if not isinstance(self.value, str):
            raise self.wrong(f"A word is expected, not {self}.", "Write it, in quotes if need be.")
        if known is not None and self.value not in known:
            raise self.wrong(f"“{self.value}” is not known here.", f"Write one of {listed(known)}.")
        return self.value

    def text(self) -> Text:
        """A text in every written language."""
        fields = self.fields(LANGUAGES, LANGUAGES)
        pairs = [(language, fields[language].word()) for language in LANGUAGES]
        return dict(pairs)

    def __str__(self) -> str:
        if isinstance(self.value, dict):
            return "a map"
        if isinstance(self.value, list):
            return "a list"
        if self.value is None:
            return "nothing"
        return f"“{self.value}”"


def listed(words: Iterable[str]) -> str:
    """Words for a hint."""
    return ", ".join(words)


def merge(base: Node, over: Node) -> Node:
    """The base with what a variation changes.

    Maps are merged key by key. So are lists of named things: an entry with a known name changes
    that thing, one with a new name (in every language) is added at the end. A thing without a
    `name` goes by its `card`. Anything else is replaced. Every value keeps the path of where it
    was written.
    """
    if isinstance(base.value, dict) and isinstance(over.value, dict):
        merged = dict(base.value)
        for key, node in over.entries():
            merged[key] = merge(merged[key], node) if key in merged else node
        return Node(merged, over.path)
    if _named(base) and _named(over):
        return _merge_named(base, over)
    return over


def _named(node: Node) -> bool:
    return isinstance(node.value, list) and all(
        isinstance(item.value, dict) and ("name" in item.value or "card" in item.value)
        for item in node.value
    )


def _called(item: Node) -> Node:
    """What names an entry: its name, or the card it is."""
    called: Node = item.value["name" if "name" in item.value else "card"]
    return called


def _merge_named(base: Node, over: Node) -> Node:
    items = list(base.value)
    for change in over.items():
        name = _called(change)
        for index, item in enumerate(items):
            if _same_name(_called(item), name):
                rest = [(key, node) for key, node in change.entries() if node is not name]
                items[index] = merge(item, Node(dict(rest), change.path))
                break
        else:
            if not isinstance(name.value, dict) and "card" not in change.value:
                raise name.wrong(
                    f"Nothing here is called {name}.",
                    "Correct the name, or name the new thing in every language.",
                )
            items.append(change)
    return Node(items, over.path)


def _same_name(name: Node, other: Node) -> bool:
    """Whether one name is the other, or the other gives it in one language."""
    if not isinstance(name.value, dict):
        return bool(name.value == other.value)
    texts = [node.value for _language, node in name.entries()]
    if isinstance(other.value, dict):
        return texts == [node.value for _language, node in other.entries()]
    return other.value in texts
