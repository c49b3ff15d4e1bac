"""Events, refusals and computed numbers in words.

A game's phrases are tables of patterns, one set of tables for each language:

    [events]    one pattern for each kind of event
    [refusals]  one for each kind of refusal
    [addends]   one for each label of an addend; {n} is its amount, {source} what it comes from
    [words]     steps, players and so on, and the marks below

A pattern holds the event's data in braces. An id becomes the name of its card, another string
becomes its word, a number with several addends becomes a sum such as 4 = 3 printed + 1 own flash.
The marks in [words]: `equals` and `plus` for sums, `comma` and `and` for lists, `card` for a
card without a name. A sentence starts with a capital, so patterns need not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.core.values import Addend, Event, Number, Refusal

Phrases: TypeAlias = Mapping[str, Mapping[str, str]]
Names: TypeAlias = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text; `ref` is the id of the card that it names, `rule` the paragraph behind it.

    Both are "" for ordinary text. A rule is set on the addends of a sum, where pieces that follow
    one another with the same rule are one addend.
    """

    text: str
    ref: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence: the kind of event or refusal it tells, its rule, and its pieces."""

    kind: str
    rule: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The sentence without its links."""
        return "".join(piece.text for piece in self.pieces)


def explain(events: Iterable[Event], phrases: Phrases, lang: str, names: Names) -> tuple[Line, ...]:
    """A line for each event, in order.

    `names` maps the ids of cards to their names by language; `lang` says which of them to use.
    Raises KeyError for a phrase, a word or a value that is missing.
    """
    return tuple(
        _line(event.kind, phrases["events"][event.kind], event, phrases, lang, names)
        for event in events
    )


def explain_refusals(
    refusals: Iterable[Refusal], phrases: Phrases, lang: str, names: Names
) -> tuple[Line, ...]:
    """A line for each refusal; otherwise as `explain`."""
    return tuple(
        _line(refusal.kind, phrases["refusals"][refusal.kind], refusal, phrases, lang, names)
        for refusal in refusals
    )


def fields(pattern: str) -> tuple[str, ...]:
    """The names in a pattern's braces, in order."""
    return tuple(part.partition("}")[0] for part in pattern.split("{")[1:])


def _line(
    kind: str, pattern: str, told: Event | Refusal, phrases: Phrases, lang: str, names: Names
) -> Line:
    voice = _Voice(phrases, lang, names)
    pieces = voice.fill(pattern, told.data)
    first = pieces[0]
    pieces[0] = Piece(first.text[:1].upper() + first.text[1:], first.ref, first.rule)
    return Line(kind, told.rule, tuple(pieces))


class _Voice:
    """Puts values into words with one language's phrases."""

    def __init__(self, phrases: Phrases, lang: str, names: Names):
        self.phrases = phrases
        self.words = phrases["words"]
        self.lang = lang
        self.names = names

    def fill(self, pattern: str, data: Mapping[str, Any]) -> list[Piece]:
        start, *parts = pattern.split("{")
        pieces = [Piece(start)]
        for part in parts:
            key, _brace, text = part.partition("}")
            pieces.extend(self.say(data[key]))
            pieces.append(Piece(text))
        return _joined(pieces)

    def say(self, value: Any) -> list[Piece]:
        if isinstance(value, Number):
            return self.added(value)
        if isinstance(value, tuple):
            return self.listed(value)
        if isinstance(value, int):
            return [Piece(str(value))]
        name = self.names.get(value)
        if name is None:
            return [Piece(self.words[value])]
        return [Piece(name[self.lang] if name else self.words["card"], ref=value)]

    def listed(self, values: tuple[Any, ...]) -> list[Piece]:
        pieces: list[Piece] = []
        for index, value in enumerate(values):
            if index:
                last = index == len(values) - 1
                pieces.append(Piece(self.words["and" if last else "comma"]))
            pieces.extend(self.say(value))
        return pieces

    def added(self, number: Number) -> list[Piece]:
        pieces = [Piece(str(number.total))]
        if len(number.addends) < 2:
            return pieces
        for index, addend in enumerate(number.addends):
            pieces.append(Piece(self.words["plus" if index else "equals"]))
            pieces.extend(self.addend(addend))
        return pieces

    def addend(self, addend: Addend) -> list[Piece]:
        pattern = self.phrases["addends"][addend.label]
        pieces = self.fill(pattern, {"n": addend.amount, "source": addend.source})
        return [Piece(piece.text, piece.ref, addend.rule) for piece in pieces]


def _joined(pieces: list[Piece]) -> list[Piece]:
    """The same text in as few pieces as its links allow."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else Piece("")
        if not piece.text:
            continue
        if joined and not piece.ref and (last.ref, last.rule) == ("", piece.rule):
            joined[-1] = Piece(last.text + piece.text, "", piece.rule)
        else:
            joined.append(piece)
    return joined
