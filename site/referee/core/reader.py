"""Reading what a person wrote, with the place of every mistake.

A `Node` is one value of a file, with the path of keys and indices that leads to it from the top.
It reads itself as what is expected there, or raises ScenarioError.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from referee.core.messages import Message, Told, tell
from referee.core.work import spend

T = TypeVar("T")

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

MOST_MISTAKES = 50
"""The most mistakes that are told at once."""


class ScenarioError(Told):
    """A scenario cannot be played as written.

    `path` is the way from the top of the file to the place, as ("play", 0, "attack"); `others`
    are further mistakes, each with a place of its own.
    """

    def __init__(
        self,
        path: Path,
        message: Message,
        hint: Message,
        others: "tuple[ScenarioError, ...]" = (),
    ):
        super().__init__(message, hint)
        self.path = path
        self.others = others

    def __str__(self) -> str:
        return f"{'.'.join([str(key) for key in self.path])}: {self.message} {self.hint}"


class Unsure(Exception):
    """Nobody can tell whether something is a mistake, as what it hangs on is one itself."""


class Mistakes:
    """Collects mistakes, so that the first one does not hide the others."""

    def __init__(self) -> None:
        self.found: list[ScenarioError] = []

    def keep(self, read: Callable[..., T], *given: Any) -> T | None:
        """What a reading gives; None if it finds a mistake, which is kept, or is unsure."""
        try:
            return read(*given)
        except ScenarioError as error:
            self.add(error)
        except Unsure:
            pass
        return None

    def part(
        self, found: "Mapping[str, Node]", key: str, read: "Callable[[Node], T]", otherwise: T
    ) -> T:
        """What is read of a part of a map; otherwise what stands for one that is left out or
        mistaken."""
        value = self.keep(read, found[key]) if key in found else None
        return otherwise if value is None else value

    def add(self, error: ScenarioError) -> None:
        """Keep a mistake and those that were found with it, each once: variations repeat what they
        do not change. Raises ScenarioError when there are MOST_MISTAKES."""
        for each in (error, *error.others):
            if str(each) not in [str(kept) for kept in self.found]:
                self.found.append(each)
        if len(self.found) >= MOST_MISTAKES:
            self.tell()

    def tell(self) -> None:
        """Raise ScenarioError with all that were kept, if any were."""
        if self.found:
            first = self.found[0]
            others = tuple(self.found[1:])
            raise ScenarioError(first.path, first.message, first.hint, others)


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
        spend(1)
        if isinstance(value, Mapping | list | tuple) and len(value) > MOST_ENTRIES:
            raise ScenarioError(
                path,
                tell("{n} entries are too many.", n=len(value)),
                tell("The most is {n}.", n=MOST_ENTRIES),
            )
        if len(path) > DEEPEST:
            raise ScenarioError(
                path, tell("This is nested too deeply."), tell("The most is {n}.", n=DEEPEST)
            )
        if isinstance(value, Mapping):
            inner = [(str(key), Node.of(value[key], (*path, str(key)))) for key in value]
            return Node(dict(inner), path)
        if isinstance(value, list | tuple):
            return Node([Node.of(item, (*path, i)) for i, item in enumerate(value)], path)
        return Node(value, path)

    def wrong(self, message: Message, hint: Message) -> ScenarioError:
        """A mistake at this place."""
        return ScenarioError(self.path, message, hint)

    def fields(
        self,
        known: Iterable[str],
        needed: Iterable[str] = (),
        mistakes: Mistakes | None = None,
    ) -> Mapping[str, "Node"]:
        """The values of a map that has none but the known keys, and all that are needed.

        With `mistakes` to keep them in, keys that are not known are left out.
        """
        kept = mistakes or Mistakes()
        entries: dict[str, Node] = {}
        for key, value in self.entries():
            if key in known:
                entries[key] = value
            else:
                kept.add(
                    value.wrong(
                        tell("“{word}” means nothing here.", word=key),
                        tell("Known: {known}.", known=tuple(known)),
                    )
                )
        missing = [key for key in needed if key not in entries]
        for key in missing:
            kept.add(self.wrong(tell("“{word}” is missing.", word=key), tell("Add it.")))
        if missing or mistakes is None:
            kept.tell()
        return entries

    def entries(self) -> list[tuple[str, "Node"]]:
        """The keys and values of a map, in the order of the keys."""
        if not isinstance(self.value, dict):
            raise self.wrong(tell("A map is expected here."), tell("Write keys and values."))
        return [(key, self.value[key]) for key in sorted(self.value)]

    def only(self) -> tuple[str, "Node"]:
        """The key and the value of a map with one key."""
        entries = self.entries()
        if len(entries) != 1:
            raise self.wrong(
                tell("One key is expected here."), tell("Split it into several entries.")
            )
        return entries[0]

    def items(self) -> list["Node"]:
        """The values of a list."""
        if not isinstance(self.value, list):
            raise self.wrong(tell("A list is expected here."), tell("Begin each entry with “- ”."))
        return self.value

    def number(self, least: int = 0, most: int = MOST_NUMBER) -> int:
        """A whole number, neither below the least nor above the most."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(
                tell("A whole number is expected, not {value}.", value=self.shown()),
                tell("Write it in digits."),
            )
        # The number itself may have more digits than anybody wants to read.
        if self.value < least:
            raise self.wrong(tell("The number is too small."), tell("The least is {n}.", n=least))
        if self.value > most:
            raise self.wrong(tell("The number is too large."), tell("The most is {n}.", n=most))
        return self.value

    def flag(self) -> bool:
        """true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong(
                tell("{value} is neither true nor false.", value=self.shown()),
                tell("Write true or false."),
            )
        return self.value

    def word(self, known: Iterable[str] | None = None) -> str:
        """A string; one of the known ones, if they are given."""
        if not isinstance(self.value, str):
            raise self.wrong(
                tell("A word is expected, not {value}.", value=self.shown()),
                tell("Write it, in quotes if need be."),
            )
        if known is not None and self.value not in known:
            raise self.wrong(
                tell("“{word}” is not known here.", word=self.value),
                tell("Write one of {known}.", known=tuple(known)),
            )
        return self.value

    def text(self) -> Text:
        """A text in every written language."""
        if not isinstance(self.value, dict):
            example = "{en: Guard, zh-Hans: 卫士}"
            raise self.wrong(
                tell("A text in each language is expected here."),
                tell("Write it as in {example}.", example=example),
            )
        fields = self.fields(LANGUAGES, LANGUAGES)
        pairs = [(language, fields[language].word()) for language in LANGUAGES]
        return dict(pairs)

    def shown(self) -> Message:
        """What is written here, for a message."""
        if isinstance(self.value, dict):
            return tell("a map")
        if isinstance(self.value, list):
            return tell("a list")
        if self.value is None:
            return tell("nothing")
        return tell("“{word}”", word=self.value)


def whole(text: str) -> int | None:
    """The number that a text of at most three digits writes; None if it writes none.

    Only 0 to 9 are digits here: Python has others, and does not read all of them as numbers.
    """
    digits = 0 < len(text) < 4 and all([character in "0123456789" for character in text])
    return int(text) if digits else None


def merge(base: Node, over: Node) -> Node:
    """The base with what a variation changes.

    Maps are merged key by key. So are lists of named things: an entry with a known name changes
    that thing, one with a new name (in every language) is added at the end. A thing without a
    `name` goes by its `card`. Anything else is replaced. Every value keeps the path of where it
    was written.
    """
    if isinstance(base.value, dict) and isinstance(over.value, dict):
        merged = dict(base.value)
        spend(len(merged))
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
    spend(len(items) * len(over.value))
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
                    tell("Nothing here is called {name}.", name=name.shown()),
                    tell("Correct the name, or name the new thing in every language."),
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
