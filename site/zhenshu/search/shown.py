"""What a result shows of an entry, the same on the page, in the browser and from the API."""

from collections.abc import Mapping
from typing import Any

from zhenshu.search.entries import Record
from zhenshu.search.marks import PINYIN, Asked, name_marks, text_marks
from zhenshu.search.match import Subject

_ORDER = {
    "zh-Hant": ("zh-Hant", "en", "fr"),
    "zh-Hans": ("zh-Hans", "en", "fr"),
    "en": ("en", "fr", "zh-Hans", PINYIN),
}


def names(given: Mapping[str, str | None], language: str) -> list[tuple[str, str]]:
    """Names with their language tags in the order a reader of a language wants them."""
    found: dict[str, str] = {}
    for tag in _ORDER[language]:
        if name := given.get(tag):
            found.setdefault(name, tag)
    return list(found.items())


def result(
    record: Record,
    subject: Subject | None,
    language: str,
    wanted: Asked,
    games: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    """An entry as a result: {kind, id, url, game, number, names, lines}.

    The address is below that of the language. `names` are one or two, `lines` what it says; each
    has text, lang and marks (see `marks`). A ruling is called by its question, a paragraph by the
    heading it stands under. A number that no source gives is None.
    """
    kind = record["kind"]
    game, _slash, rest = record["id"].partition("/")
    name, lang = games[game]
    if subject is None:
        title = record["title"][language]
        sought = (*wanted.titles, *(wanted.texts if kind == "ruling" else ()))
        shown = [_marked(title, language, text_marks(title, sought))]
    else:
        given = {tag: text for text, tag in record["names"]}
        given[PINYIN] = next(iter(record["readings"]), None)
        shown = [
            _marked(text, tag, name_marks(text, tag, wanted, subject))
            for text, tag in names(given, language)[:2]
        ]
    number = (record["numbers"] or [""])[0] if kind == "card" else rest if kind == "rule" else ""
    return {
        "kind": kind,
        "id": record["id"],
        "url": address(record),
        "game": {"id": game, "text": name, "lang": lang},
        "number": number or None,
        "names": shown,
        "lines": [
            _marked(text, tag, text_marks(text, wanted.texts))
            for text, tag in record["lines"][language]
        ],
    }


def _marked(text: str, language: str, marks: list[list[int]]) -> dict[str, Any]:
    return {"text": text, "lang": language, "marks": marks}


def address(record: Record) -> str:
    """Where the page of an entry is, below the address of a language."""
    game, _slash, rest = record["id"].partition("/")
    if record["kind"] == "rule":
        return f"{game}/rules/{record['chapter']}/#{rest}"
    return f"{game}/{record['kind']}s/{rest}/"
