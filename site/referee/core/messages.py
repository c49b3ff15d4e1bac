"""What is said to people who write: sentences with values in them, in any language.

A message is known to translators by its English pattern, as the strings of an interface are; so
the English stands where it is said, and the referee needs no other language to speak.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Translations: TypeAlias = Mapping[str, str]
"""Patterns of another language by their English."""

ENGLISH: Translations = {}

LONGEST_VALUE = 60
MOST_VALUES = 60
"""The most characters of a value that are repeated, and the most values of a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """A pattern and what fills its braces: whole numbers, words as they were written, other
    messages, and tuples of these."""

    pattern: str
    values: Mapping[str, Any]

    def text(self, translations: Translations = ENGLISH) -> str:
        """The sentence, in English where there is no translation."""
        start, *parts = translations.get(self.pattern, self.pattern).split("{")
        said = [start]
        for part in parts:
            key, _brace, rest = part.partition("}")
            said.extend([_shown(self.values[key], translations), rest])
        return "".join(said)

    def __str__(self) -> str:
        return self.text()


def tell(pattern: str, **values: Any) -> Message:
    """A message. The pattern is written out where this is called, so that it can be collected."""
    return Message(pattern, values)


def _shown(value: Any, translations: Translations) -> str:
    if isinstance(value, Message):
        return value.text(translations)
    if isinstance(value, tuple):
        shown = [_shown(each, translations) for each in value[:MOST_VALUES]]
        more = ["…"] if len(value) > MOST_VALUES else []
        return translations.get(", ", ", ").join(shown + more)
    # A hostile text is long, or has half a character at its end.
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


NO_HINT = Message("", {})


class Told(Exception):
    """A mistake that is told to whoever made it: `message` says what is wrong, `hint` what would
    be right, if that is known."""

    def __init__(self, message: Message, hint: Message = NO_HINT):
        super().__init__(str(message))
        self.message = message
        self.hint = hint
