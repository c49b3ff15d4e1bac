"""Languages of the site, and the words of its own interface.

English is the source of every interface string. Simplified Chinese is a gettext catalogue beside
this file; traditional Chinese is made from it, as all Chinese here is written once.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from referee.core.messages import Message
from zhenshu.chinese import depends, to_hant

LANGUAGES = ("zh-Hant", "zh-Hans", "en")
LOCALE_DIR = Path(__file__).parent / "locale"

_active: ContextVar[str] = ContextVar("language", default="en")


def segment(language: str) -> str:
    """The address segment of a language: `zh-Hant` is `zh-hant`."""
    return language.lower()


def from_segment(text: str) -> str | None:
    """The language of an address segment, or None."""
    return next((lang for lang in LANGUAGES if segment(lang) == text), None)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every interface string of a language by its English; empty for English itself."""
    if language == "en":
        return {}
    path = LOCALE_DIR / "zh_Hans" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        entries = {
            m.id: m.string
            for m in read_po(file)
            if isinstance(m.id, str) and isinstance(m.string, str) and m.id and m.string
        }
    if language == "zh-Hant":
        return {english: to_hant(chinese) for english, chinese in entries.items()}
    return entries


depends(catalogue.cache_clear)


def translate(message: str, language: str) -> str:
    """An interface string in a language; the English where the catalogue has none."""
    return catalogue(language).get(message, message)


def gettext(message: str) -> str:
    """An interface string in the language of the running command (`speaking`)."""
    return translate(message, active())


def listed(values: Iterable[object]) -> str:
    """Values one after another, with the comma of the language of the running command."""
    return gettext(", ").join(map(str, values))


def said(message: Message) -> str:
    """What the referee says, in the language of the running command."""
    return message.text(catalogue(active()))


def active() -> str:
    """The language of the running command."""
    return _active.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make `gettext` answer in a language for the length of a block."""
    token = _active.set(language)
    try:
        yield
    finally:
        _active.reset(token)
