"""Names, texts and counts in the language of a page."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from zhenshu.i18n import LANGUAGES, catalogue, segment

# What the languages call themselves.
OWN_NAMES = {"zh-Hant": "繁體", "zh-Hans": "简体", "en": "English"}
TITLES = {"zh-Hant": "陣書", "zh-Hans": "阵书", "en": "Zhenshu"}
# Where a name is looked for when the reader's own language has none.
_FALLBACK = {
    "en": ("zh-Hans", "fr"),
    "zh-Hans": ("en", "fr"),
    "zh-Hant": ("en", "fr"),
}

Names = Mapping[str, Any]


class _Words(dict[str, str]):
    """The interface strings of a language; a string without translation stands for itself."""

    def __missing__(self, message: str) -> str:
        return message


class Speech:
    """Puts what the data holds in three languages into one of them."""

    def __init__(self, language: str):
        self.language = language
        self.words = _Words(catalogue(language))
        self.gettext = self.words.__getitem__

    def text(self, texts: Names) -> str:
        """A text, which every language has."""
        return str(texts[self.language])

    def spoken(self, names: Names) -> tuple[str, str]:
        """The name a reader is shown, and the language it is in."""
        own = names.get(self.language)
        if own:
            return own, self.language
        for language in _FALLBACK[self.language]:
            if names.get(language):
                return names[language], language
        return self.gettext("no name known"), self.language

    def plain(self, names: Names) -> str:
        """The name a reader is shown, without markup."""
        return self.spoken(names)[0]

    def name(self, names: Names, ours: bool = False) -> Markup:
        """The name a reader is shown, in its own language; marked where the English is ours."""
        shown, language = self.spoken(names)
        attributes = ""
        if language != self.language:
            attributes = f' lang="{language}"'
        elif ours and language == "en":
            attributes = ' class="ours"'
        if not attributes:
            return escape(shown)
        return Markup(f"<span{attributes}>{escape(shown)}</span>")

    def others(self, names: Names) -> list[tuple[str, str]]:
        """The names in other languages, with the language of each; each spelling once."""
        shown, _language = self.spoken(names)
        found = {shown: ""}
        for language in (*LANGUAGES, "fr"):
            if names.get(language):
                found.setdefault(names[language], language)
        return [(name, language) for name, language in found.items() if language]

    def count(self, number: int, one: str, many: str) -> str:
        """A number of things: `one` is said of 1, `many` of any other number."""
        return (one if number == 1 else many).format(n=number)


@cache
def speech(language: str) -> Speech:
    """The speech of a language."""
    return Speech(language)


def switch(language: str | None) -> list[dict[str, Any]]:
    """The languages a reader can choose, in order; `say` translates a string to each."""
    return [
        {
            "code": code,
            "segment": segment(code),
            "name": OWN_NAMES[code],
            "say": speech(code).gettext,
            "current": code == language,
        }
        for code in LANGUAGES
    ]
