"""Questions that are put to the catalogue, and a record of them.

What a page shows is made from what it asks the catalogue. If it is known what was asked, and all
that would be answered as before, the page is as before and need not be made to see it.

A function of a `Listener` (such as the catalogue) and of texts becomes a question with the mark
`question`. Whatever else reads a listener goes through questions. A function that keeps what it
found must be one itself, as nobody hears what it does not ask the second time.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

Question = tuple[str, ...]
"""The name of the function, and what it was given beside the listener."""

Answer = TypeVar("Answer")

_functions: dict[str, Callable[..., Any]] = {}


def question(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Mark a function of a listener and of texts that gives JSON values, the same at any time.

    What it asks in turn is not heard: its own answer stands for that.
    """
    name = f"{function.__module__}.{function.__qualname__}"
    _functions[name] = function

    @wraps(function)
    def ask(listener: Listener, *given: str) -> Answer:
        heard = listener.heard
        if heard is None:
            return function(listener, *given)
        listener.heard = None
        try:
            return function(listener, *given)
        finally:
            listener.heard = heard
            heard[name, *given] = None

    return ask


@dataclass(frozen=True)
class Told:
    """What somebody asked, a digest of what was answered, and what came of it."""

    asked: tuple[Question, ...]
    answers: bytes
    result: Any


class Listener:
    """Something that is asked questions, and can tell which they were."""

    def __init__(self) -> None:
        self.heard: dict[Question, None] | None = None
        self._digests: dict[Question, bytes] = {}
        self._vouched: dict[int, tuple[Any, bytes]] = {}

    @contextmanager
    def listening(self) -> Iterator[dict[Question, None]]:
        """Collect every question that is asked meanwhile, in a set that keeps their order."""
        heard: dict[Question, None] = {}
        self.heard = heard
        try:
            yield heard
        finally:
            self.heard = None

    def tell(self, make: Callable[[], Any]) -> Told:
        """What a function makes, and what it asks for that."""
        with self.listening() as asked:
            result = make()
        return Told(tuple(asked), self.answers(asked), result)

    def holds(self, told: Told) -> bool:
        """Whether all would be answered as it was then."""
        return self.answers(told.asked) == told.answers

    def answers(self, questions: Iterable[Question]) -> bytes:
        """A digest of what is answered to some questions."""
        known = self._digests
        return _digest(b"".join([known.get(asked) or self._answer(asked) for asked in questions]))

    def vouch(self, value: Any, digest: bytes) -> None:
        """Say what the digest of a value is that is part of answers; nobody may change it."""
        self._vouched[id(value)] = value, digest

    def _answer(self, asked: Question) -> bytes:
        name, *given = asked
        try:
            digest = self._of(_functions[name](self, *given))
        except LookupError:  # what was asked for is not there
            digest = _digest(b"")
        self._digests[asked] = digest
        return digest

    def _of(self, value: Any) -> bytes:
        if id(value) in self._vouched:
            return self._vouched[id(value)][1]
        if isinstance(value, list):
            return _digest(b"".join(map(self._of, value)))
        return _digest(json.dumps(value, ensure_ascii=False).encode())


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()
