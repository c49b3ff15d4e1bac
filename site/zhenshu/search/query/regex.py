r"""Regular expressions that answer in a time that grows with the text alone.

A subset of Python's, found anywhere in a text: characters, `.`, classes `[a-c]` and `[^…]`,
`\d` (0 to 9), `\w` (letters, digits, _), `\s` (white space) and `\D \W \S`, any other sign after
`\` for itself, `|`, groups `(…)` and `(?:…)`, `* + ? {m} {m,} {m,n}` with numbers up to 20 and also
with `?` behind, `^` and `$` for the beginning and the end. There is nothing that looks back or
ahead. A pattern is a set of states that are all tried at once (K. Thompson, "Regular expression
search algorithm", 1968), so that no pattern makes a text slow.
"""

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from zhenshu.search.fold import SPACE

MOST_TIMES = 20
MOST_STATES = 1000  # of a pattern
MOST_STEPS = 2000  # remembered, before they are forgotten and learned again

# Kinds of states. SPLIT and the two assertions are passed without a character.
CHARACTER, SPLIT, BEGIN, END, FOUND = range(5)
Test = Callable[[str], bool]


class BadRegex(ValueError):
    """A pattern that cannot be read; `at` is the code point that is wrong."""

    def __init__(self, at: int):
        super().__init__(f"bad pattern at {at}")
        self.at = at


class State(NamedTuple):
    """One state: what it tests, and the states after it."""

    kind: int
    test: Test | None = None
    after: tuple[int, ...] = ()


class Piece(NamedTuple):
    """A part of a pattern, from which states are made as often as it is repeated."""

    kind: str  # test, begin, end, all, any, times
    at: int
    test: Test | None = None
    parts: tuple["Piece", ...] = ()
    least: int = 0
    most: int | None = None


def _is_digit(c: str) -> bool:
    return "0" <= c <= "9"


def _is_word(c: str) -> bool:
    return c == "_" or unicodedata.category(c)[0] in "LN"


def _is_space(c: str) -> bool:
    return SPACE.fullmatch(c) is not None


def _not(test: Test) -> Test:
    return lambda c: not test(c)


NAMED: dict[str, Test] = {"d": _is_digit, "w": _is_word, "s": _is_space}
NAMED |= {name.upper(): _not(test) for name, test in NAMED.items()}


class Reached(NamedTuple):
    """States that are tried at once, whether the pattern is found in one of them, and the steps
    from here that were taken before: by character, the states reached."""

    states: frozenset[int]
    found: bool
    steps: dict[str, "Reached"]


class Matcher:
    """A pattern that was read. `search` says whether a text holds what it describes."""

    def __init__(self, states: list[State], start: int):
        self._states = states
        self._start = self._closure([start], True, False)
        self._again = self._closure([start], False, False)
        self._known: dict[frozenset[int], Reached] = {}
        self._learned = 0

    def search(self, text: str) -> bool:
        current = self._reached(self._start)
        for c in text:
            if current.found:
                return True
            current = current.steps.get(c) or self._step(current, c)
        if current.found or not text:
            return current.found or self._found(self._closure(current.states, True, True))
        return (current.steps.get("") or self._step(current, "")).found

    def _found(self, current: frozenset[int]) -> bool:
        return any(self._states[at].kind == FOUND for at in current)

    def _reached(self, states: frozenset[int]) -> Reached:
        if states not in self._known:
            self._known[states] = Reached(states, self._found(states), {})
        return self._known[states]

    def _step(self, current: Reached, c: str) -> Reached:
        """Where a character leads that did not come here before; the end, for none."""
        if self._learned == MOST_STEPS:
            for known in self._known.values():
                known.steps.clear()
            self._known.clear()
            self._learned = 0
        if c:
            states = (self._states[at] for at in current.states)
            reached = [s.after[0] for s in states if s.kind == CHARACTER and s.test and s.test(c)]
            step = self._reached(self._closure(reached, False, False) | self._again)
        else:
            step = self._reached(self._closure(current.states, False, True))
        current.steps[c] = step
        self._learned += 1
        return step

    def _closure(
        self, states: "list[int] | frozenset[int]", begin: bool, end: bool
    ) -> frozenset[int]:
        """These states and all that are reached from them without a character."""
        found: set[int] = set()
        waiting = list(states)
        while waiting:
            at = waiting.pop()
            if at in found:
                continue
            found.add(at)
            state = self._states[at]
            if (
                state.kind == SPLIT
                or (state.kind == BEGIN and begin)
                or (state.kind == END and end)
            ):
                waiting.extend(state.after)
        return frozenset(found)


def compile(source: str, fold: Callable[[str], str] = lambda c: c) -> Matcher:
    """Read a pattern. `fold` is what was done to each character of the texts; it is done to the
    characters of the pattern too. Raises BadRegex."""
    parser = _Parser(source, fold)
    piece = parser.alternatives(0)
    if parser.at < len(source):
        raise BadRegex(parser.at)
    states = [State(FOUND)]
    start = _build(piece, 0, states)
    return Matcher(states, start)


class _Parser:
    def __init__(self, source: str, fold: Callable[[str], str]):
        self.source = source
        self.fold = fold
        self.at = 0

    def next(self) -> str:
        """The character that comes next; empty at the end."""
        return self.source[self.at : self.at + 1]

    def take(self, wanted: str) -> bool:
        if self.source.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def alternatives(self, depth: int) -> Piece:
        begin = self.at
        parts = [self.sequence(depth)]
        while self.take("|"):
            parts.append(self.sequence(depth))
        return parts[0] if len(parts) == 1 else Piece("any", begin, None, tuple(parts))

    def sequence(self, depth: int) -> Piece:
        begin = self.at
        parts: list[Piece] = []
        while self.next() and self.next() not in "|)":
            parts.append(self.repeated(self.atom(depth)))
        return parts[0] if len(parts) == 1 else Piece("all", begin, None, tuple(parts))

    def repeated(self, piece: Piece) -> Piece:
        begin = self.at
        times = self.times()
        if times is None:
            return piece
        if piece.kind in ("begin", "end"):
            raise BadRegex(begin)
        self.take("?")
        again = self.at
        if self.times() is not None:
            raise BadRegex(again)
        return Piece("times", begin, None, (piece,), *times)

    def times(self) -> tuple[int, int | None] | None:
        for sign, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return times
        begin = self.at
        if not self.take("{"):
            return None
        least = self.number(begin)
        most: int | None = least
        if self.take(","):
            most = None if self.next() == "}" else self.number(begin)
        if not self.take("}") or (most is not None and most < least):
            raise BadRegex(begin)
        return least, most

    def number(self, begin: int) -> int:
        digits = ""
        while self.next() and _is_digit(self.next()) and len(digits) < 3:
            digits += self.next()
            self.at += 1
        if not digits or int(digits) > MOST_TIMES:
            raise BadRegex(begin)
        return int(digits)

    def atom(self, depth: int) -> Piece:
        begin = self.at
        if self.take("("):
            if depth == MOST_TIMES or (self.next() == "?" and not self.take("?:")):
                raise BadRegex(begin)
            piece = self.alternatives(depth + 1)
            if not self.take(")"):
                raise BadRegex(begin)
            return Piece("all", begin, None, (piece,))
        if self.take("["):
            return Piece("test", begin, self.members(begin))
        if self.take("^"):
            return Piece("begin", begin)
        if self.take("$"):
            return Piece("end", begin)
        if self.take("."):
            return Piece("test", begin, lambda c: True)
        if self.next() in "*+?{":
            raise BadRegex(begin)
        found = self.character()
        if callable(found):
            return Piece("test", begin, found)
        tests = [Piece("test", begin, _equals(c)) for c in self.fold(found)]
        return tests[0] if len(tests) == 1 else Piece("all", begin, None, tuple(tests))

    def character(self) -> "str | Test":
        """A character that stands for itself, or the test that `\\d` and the like stand for."""
        begin = self.at
        c = self.next()
        self.at += 1
        if c != "\\":
            return c
        c = self.next()
        self.at += 1
        if c in NAMED:
            return NAMED[c]
        # Other letters and digits mean something in other engines: better to say that we do not.
        if not c or (c.isascii() and c.isalnum()):
            raise BadRegex(begin)
        return c

    def members(self, begin: int) -> Test:
        """The test of a class, behind its opening bracket."""
        denied = self.take("^")
        single: set[str] = set()
        ranges: list[tuple[str, str]] = []
        tests: list[Test] = []
        first = True
        while first or self.next() != "]":
            if not self.next():
                raise BadRegex(begin)
            first = False
            at = self.at
            low = self.character()
            if self.next() == "-" and self.source[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.character()
                if callable(low) or callable(high):
                    raise BadRegex(at)
                low, high = self.single(low), self.single(high)
                if low > high:
                    raise BadRegex(at)
                ranges.append((low, high))
            elif callable(low):
                tests.append(low)
            else:
                single.update(self.fold(low))
        self.at += 1

        def test(c: str) -> bool:
            inside = c in single or any(low <= c <= high for low, high in ranges)
            return (inside or any(one(c) for one in tests)) != denied

        return test

    def single(self, c: str) -> str:
        """The end of a range; folded only if it stays one character."""
        folded = self.fold(c)
        return folded if len(folded) == 1 else c


def _equals(wanted: str) -> Test:
    return lambda c: c == wanted


def _build(piece: Piece, after: int, states: list[State]) -> int:
    """Add the states of a piece that lead to a state; the number of the first."""

    def add(state: State) -> int:
        if len(states) >= MOST_STATES:
            raise BadRegex(piece.at)
        states.append(state)
        return len(states) - 1

    if piece.kind == "test":
        return add(State(CHARACTER, piece.test, (after,)))
    if piece.kind in ("begin", "end"):
        return add(State(BEGIN if piece.kind == "begin" else END, None, (after,)))
    if piece.kind == "all":
        for part in reversed(piece.parts):
            after = _build(part, after, states)
        return after
    if piece.kind == "any":
        return add(State(SPLIT, None, tuple(_build(part, after, states) for part in piece.parts)))
    (part,) = piece.parts
    if piece.most is None:
        loop = add(State(SPLIT))
        states[loop] = State(SPLIT, None, (_build(part, loop, states), after))
        after = loop
    else:
        end = after
        for _time in range(piece.most - piece.least):
            after = add(State(SPLIT, None, (_build(part, after, states), end)))
    for _time in range(piece.least):
        after = _build(part, after, states)
    return after
