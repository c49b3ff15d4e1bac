"""The static twin of the index: the keys of every card, and what a result shows.

`keys.json` holds for all languages, card by card in the order of the catalogue:
    ids                         card ids
    names, numbers, readings    the keys of each card, joined by `|`
    hant, hans                  as one string each: every character that folds to another one
                                found in a name, and that other one
`cards.<language>.json` holds in the same order:
    games    [name, its language tag] of each game by id
    cards    [number or "", [name, its language tag]]; a second name follows in the same way
Both say the same `version`, so that a page can tell whether they belong together.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search.fold import conversions
from zhenshu.search.index import Cards
from zhenshu.search.keys import keys

_ORDER = {
    "zh-Hant": ("zh-Hant", "en", "fr"),
    "zh-Hans": ("zh-Hans", "en", "fr"),
    "en": ("en", "fr", "zh-Hans", "zh-Latn-pinyin"),
}


def entry(card: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What a result shows of a card record, as the browser shows it.

    `number` is None if no source gives it; `names` are one or two {text, lang}, where lang is a
    language tag for HTML.
    """
    shown = _shown({**card["name"], "zh-Latn-pinyin": card["pinyin"]}, language)
    return {
        "id": card["id"],
        "game": card["game"],
        "number": None if card["number"] == UNKNOWN else card["number"],
        "names": [{"text": text, "lang": tag} for text, tag in shown[:2]],
    }


def _shown(names: Mapping[str, str | None], language: str) -> list[tuple[str, str]]:
    """Names with their language tags in the order a reader of a language wants them."""
    found: dict[str, str] = {}
    for tag in _ORDER[language]:
        if name := names.get(tag):
            found.setdefault(name, tag)
    return list(found.items())


def twin(catalog: Cards) -> dict[str, bytes]:
    """The files of the twin by name."""
    cards = [card for game in catalog.games for card in catalog.cards(game)]
    files = {"keys.json": _keys_file(cards)}
    for language in LANGUAGES:
        games = {slug: game["name"] for slug, game in catalog.games.items()}
        files[f"cards.{segment(language)}.json"] = {
            "games": {slug: _shown(name, language)[0] for slug, name in games.items()},
            "cards": [_row(entry(card, language)) for card in cards],
        }
    version = hashlib.sha256(_json(files)).hexdigest()[:12]
    return {name: _json({"version": version, **content}) for name, content in files.items()}


def _keys_file(cards: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    known = [keys(card) for card in cards]
    hant, hans = conversions({letter for k in known for name in k.names for letter in name})
    return {
        "ids": [card["id"] for card in cards],
        "names": ["|".join(k.names) for k in known],
        "numbers": ["|".join(k.numbers) for k in known],
        "readings": ["|".join(k.readings) for k in known],
        "hant": hant,
        "hans": hans,
    }


def _row(shown: Mapping[str, Any]) -> list[Any]:
    return [shown["number"] or "", *([name["text"], name["lang"]] for name in shown["names"])]


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
