"""Events, refusals and computed numbers in words.

A game's phrases are tables of patterns, one set of tables for each language:

    [events]    one pattern for each kind of event
    [refusals]  one for each kind of refusal
    [addends]   one for each label of an addend; {n} is its amount, {source} what it comes from
    [words]     steps, players and so on, and the marks below
    [verdicts]  one pattern for each kind of expectation, in which {value} is what is expected;
                what is found instead is {value} alone, or goes by found- and the kind
    [found]     words of expectations that have another meaning there, or none, among [words]

A pattern holds the event's data in braces, {+n} a number with its sign. An id becomes the name of
its card, another string its word, a number with several addends a sum such as 4 = 3 printed + 1 own
flash. The marks in [words]: `equals` and `plus` for sums, `comma` and `and` for lists, `card` for a
card without a name. A sentence starts with a capital, so patterns need not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.core.values import Event, Number, Refusal, Verdict

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
    voice = _Voice(phrases, lang, names)
    return tuple(voice.line(phrases["events"][event.kind], event) for event in events)


def explain_refusals(
    refusals: Iterable[Refusal], phrases: Phrases, lang: str, names: Names
) -> tuple[Line, ...]:
    """A line for each refusal; otherwise as `explain`."""
    voice = _Voice(phrases, lang, names)
    return tuple(voice.line(phrases["refusals"][each.kind], each) for each in refusals)


def explain_verdict(
    verdict: Verdict, phrases: Phrases, lang: str, names: Names
) -> tuple[Line, Line]:
    """What a verdict says was expected, and what came instead.

    Paragraphs and kinds of event, which the format writes by their ids, stay as they are.
    """
    patterns = phrases["verdicts"]
    words = {**phrases["words"], **phrases["found"]}
    for value in (verdict.expected, verdict.actual):
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and each not in words:
                words[each] = each
    voice = _Voice({**phrases, "words": words}, lang, names)
    found = patterns.get(f"found-{verdict.kind}", "{value}")
    expected = {**verdict.data, "value": verdict.expected}
    actual = {**verdict.data, "value": verdict.actual}
    return (
        voice.plain(patterns[verdict.kind], verdict.kind, expected),
        voice.plain(found, verdict.kind, actual),
    )


def say(
    pattern: str, data: Mapping[str, Any], phrases: Phrases, lang: str, names: Names
) -> tuple[Piece, ...]:
    """A pattern of the caller's own as a sentence, filled as those of events are."""
    return _Voice(phrases, lang, names).sentence(pattern, data)


def fields(pattern: str) -> tuple[str, ...]:
    """The names in a pattern's braces, in order."""
    return tuple(part.partition("}")[0].lstrip("+") for part in pattern.split("{")[1:])


class _Pieces:
    """Pieces in the making: text is gathered until a name or another rule begins."""

    def __init__(self) -> None:
        self._done: list[Piece] = []
        self._text = ""
        self._rule = ""

    def write(self, text: str) -> None:
        self._text += text

    def name(self, text: str, ref: str) -> None:
        self._end_text()
        self._done.append(Piece(text, ref, self._rule))

    def turn_to(self, rule: str) -> None:
        """Let what follows rest on a rule, "" for that of the line."""
        if rule != self._rule:
            self._end_text()
            self._rule = rule

    def pieces(self) -> tuple[Piece, ...]:
        """All pieces as they are."""
        self._end_text()
        return tuple(self._done)

    def sentence(self) -> tuple[Piece, ...]:
        """All pieces, with a capital at the start."""
        self._end_text()
        first = self._done[0]
        if first.text[0].islower():
            text = first.text[0].upper() + first.text[1:]
            self._done[0] = Piece(text, first.ref, first.rule)
        return tuple(self._done)

    def _end_text(self) -> None:
        if self._text:
            self._done.append(Piece(self._text, "", self._rule))
            self._text = ""


class _Voice:
    """Puts values into words with one language's phrases."""

    def __init__(self, phrases: Phrases, lang: str, names: Names):
        self._addends = phrases["addends"]
        self._words = phrases["words"]
        self._lang = lang
        self._names = names

    def line(self, pattern: str, told: Event | Refusal) -> Line:
        return Line(told.kind, told.rule, self.sentence(pattern, told.data))

    def sentence(self, pattern: str, data: Mapping[str, Any]) -> tuple[Piece, ...]:
        out = _Pieces()
        self._fill(pattern, data, out)
        return out.sentence()

    def plain(self, pattern: str, kind: str, data: Mapping[str, Any]) -> Line:
        """Part of a sentence, without a rule and without a capital."""
        out = _Pieces()
        self._fill(pattern, data, out)
        return Line(kind, "", out.pieces())

    def _fill(self, pattern: str, data: Mapping[str, Any], out: _Pieces) -> None:
        start, *parts = pattern.split("{")
        out.write(start)
        for part in parts:
            key, _brace, text = part.partition("}")
            if key.startswith("+"):
                key = key[1:]
                out.write("+" if data[key] >= 0 else "")
            self._say(data[key], out)
            out.write(text)

    def _say(self, value: Any, out: _Pieces) -> None:
        if isinstance(value, str):
            self._say_word(value, out)
        elif isinstance(value, int):
            out.write(str(value).replace("-", "−"))
        elif isinstance(value, Number):
            self._say_sum(value, out)
        else:
            for index, item in enumerate(value):
                if index:
                    out.write(self._words["and" if index == len(value) - 1 else "comma"])
                self._say(item, out)

    def _say_word(self, value: str, out: _Pieces) -> None:
        name = self._names.get(value)
        if name is None:
            out.write(self._words[value])
        else:
            out.name(name[self._lang] if name else self._words["card"], value)

    def _say_sum(self, number: Number, out: _Pieces) -> None:
        out.write(str(number.total))
        if len(number.addends) < 2:
            return
        for index, addend in enumerate(number.addends):
            out.write(self._words["plus" if index else "equals"])
            out.turn_to(addend.rule)
            data = {"n": addend.amount, "source": addend.source}
            self._fill(self._addends[addend.label], data, out)
            out.turn_to("")
