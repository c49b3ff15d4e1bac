"""The skills of cards: checked, and put into words, by the referee of their game.

A card file writes what the card does in the language of `referee.faceoff.vocabulary`. Its text on
a page is made from that, so it cannot say anything else than what the referee does.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.phrases import Phrases
from referee.faceoff.cards import Cards
from referee.faceoff.saying import texts
from referee.faceoff.vocabulary import check, rules_of
from zhenshu.i18n import said as speak
from zhenshu.problems import Problem
from zhenshu.source import Document
from zhenshu.terms import Terms

GAMES = ("faceoff",)
"""The games whose cards can write their skills."""

_GROUPS = ("subtype", "element")
_NAMES = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}


def problems(document: Document) -> Iterator[Problem]:
    """What is wrong with the skills of a card file."""
    for path, message, hint in check(document.data):
        yield document.problem(path, speak(message), speak(hint))


def said(
    record: Mapping[str, Any], words: Mapping[str, Phrases], terms: Terms
) -> dict[str, dict[str, list[str]]]:
    """The skills of a card as texts: by face (front, back), then by language.

    `record` is its front matter and `words` what `rulings.phrases` gives. A face without skills,
    or with none but printed keywords, has empty lists; whether all of the card is written is
    told by its key `encoded`.
    """
    return {
        face: {
            language: list(texts(record, face, words[language], _terms(terms, language)))
            for language in words
        }
        for face in ("front", "back")
    }


def _terms(terms: Terms, language: str) -> dict[str, str]:
    """The names of traits and elements in a language, by id, as far as they are known."""
    found = {}
    for group in _GROUPS:
        for term, names in terms.groups.get(group, {}).items():
            name = getattr(names, _NAMES[language])
            if name:
                found[term] = name
    return found


def rules(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The paragraphs that the skills of a card rest on."""
    return rules_of(record)


def cards(records: Mapping[str, Mapping[str, Any]]) -> Cards:
    """The cards that rulings may name, from front matter by set and number, as bp01/035."""
    return Cards(records)
