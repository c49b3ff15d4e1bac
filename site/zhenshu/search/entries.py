"""From the catalogue to entries: everything that a search can find, and what it goes by.

An entry is a card, a keyword, a ruling or a paragraph of rules. It is a record of JSON values, so
that the index can keep it and tell whether it has changed:
- kind, id      the id is game/…; unique among the entries of a kind
- order         a list that sorts as entries are found: by kind, game, set, number
- names         cards and keywords: [name, its language] by which it is found, once each that
                folds apart
- readings      their pinyin: of the whole name, and of its characters alone where that differs
- numbers       cards: printed numbers, of the front ("" if unknown), the back and the printings
- title         rulings and paragraphs: what they are called, by language
- lines         what the entry says, by language: lines of [text, its language]
- facts         cards: numbers, terms, keywords, flags and sets (see `facts`)
- rules, cards  paragraphs that a keyword or ruling cites, or the paragraph itself; cards that a
                ruling is about
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from zhenshu import memory
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES, translate
from zhenshu.prose import plain
from zhenshu.search import facts
from zhenshu.search.keys import spoken

Record = dict[str, Any]

_BREAK = re.compile(r"</(?:p|li|h\d|blockquote|td|tr)>|<br ?/?>")
_BLANK = re.compile(r"\s+")


class Cards(Protocol):
    """What is read of a catalogue to find cards by name."""

    @property
    def games(self) -> Mapping[str, Mapping[str, Any]]: ...

    def cards(self, game: str) -> Iterable[Mapping[str, Any]]: ...


class Catalogue(Cards, Protocol):
    """What is read of a catalogue."""

    def keywords(self, game: str) -> Mapping[str, Mapping[str, Any]]: ...

    def rulings(self, game: str) -> Mapping[str, Mapping[str, Any]]: ...

    def chapters(self, game: str) -> Iterable[Mapping[str, Any]]: ...

    def keyword_label(self, game: str, given: str, language: str) -> str: ...


def entries(catalog: Catalogue, columns: facts.Columns) -> Iterator[Record]:
    """All entries in the order of their kinds and, within each, of the catalogue."""
    games = list(catalog.games)
    ruled = {
        card
        for game in games
        for ruling in catalog.rulings(game).values()
        for card in ruling["cards"]
    }
    for place, game in enumerate(games):
        sets = list(catalog.games[game]["sets"])
        for card in catalog.cards(game):
            order = [0, place, sets.index(card["set"]), card["slug"]]
            yield _card(catalog, card, columns, order, card["id"] in ruled)
    for place, game in enumerate(games):
        for keyword in catalog.keywords(game).values():
            yield _keyword(keyword, [1, place, 0, f"{keyword['id']}."])
    for place, game in enumerate(games):
        for ruling in catalog.rulings(game).values():
            yield _ruling(ruling, [2, place, 0, f"{ruling['id']}."])
    for place, game in enumerate(games):
        for at, paragraph in enumerate(_paragraphs(catalog.chapters(game))):
            yield {**_paragraph(game, *paragraph), "order": [3, place, at, ""]}


def _card(
    catalog: Catalogue,
    card: Mapping[str, Any],
    columns: facts.Columns,
    order: list[Any],
    ruled: bool,
) -> Record:
    printed = [card["back"]["number"]] if card["back"] else []
    printed += [printing["number"] for printing in card["printings"]]
    front = "" if card["number"] == UNKNOWN else card["number"]
    return {
        "kind": "card",
        "id": card["id"],
        "order": order,
        "names": _names(card["name"]),
        "readings": _spoken(card["name"]["zh-Hans"], card["pinyin"]),
        "numbers": [front, *(number for number in printed if number != UNKNOWN)],
        "lines": {language: _said(catalog, card, language) for language in LANGUAGES},
        "facts": {
            "numbers": facts.numbers(card, columns.numbers),
            "terms": facts.terms(card, columns.terms),
            "keywords": facts.keywords(card),
            "flags": facts.flags(card, ruled),
            "sets": facts.sets(card),
        },
    }


def _spoken(name: str | None, pinyin: str) -> list[str]:
    # A build that has the readings of the last one need not load the dictionary.
    return memory.once(("spoken", name, pinyin), lambda: spoken(name, pinyin))


def _names(names: Mapping[str, str | None]) -> list[list[str]]:
    return [[name, language] for language, name in names.items() if name]


def _said(catalog: Catalogue, card: Mapping[str, Any], language: str) -> list[list[str]]:
    """What the page of a card says it does: its keywords, those it gives or mentions, its skills,
    the summary and the note."""
    lines = []
    for face in facts.faces(card):
        for fact in ("keywords", "auras", "grants", "mentions"):
            given = face.get(fact, [])
            if given and given != UNKNOWN:
                labels = (catalog.keyword_label(card["game"], id, language) for id in given)
                lines.append((translate(", ", language).join(labels), language))
    for written in (card.get("texts") or {}).values():
        lines += [(text, language) for text in written[language]]
    for face in facts.faces(card):
        for fact in ("summary", "ambush-text"):
            lines += _written(face.get(fact, UNKNOWN), language)
    if note := (card.get("note") or {}).get(language):
        lines.append((unmarked(note), language))
    return [list(line) for line in dict.fromkeys(lines)]


def _written(fact: Mapping[str, str | None] | str, language: str) -> Iterator[tuple[str, str]]:
    """A text in a language, in English where it is not given in that."""
    if isinstance(fact, Mapping):
        spoken = language if fact[language] else "en"
        if text := fact[spoken]:
            yield text, spoken


def _lines(texts: Callable[[str], Iterable[str | None]]) -> dict[str, list[list[str]]]:
    """The lines of an entry that is written in every language."""
    return {
        language: [[text, language] for text in texts(language) if text] for language in LANGUAGES
    }


def _keyword(keyword: Mapping[str, Any], order: list[Any]) -> Record:
    body = keyword["body"] or {}
    game = keyword["game"]
    return {
        "kind": "keyword",
        "id": f"{game}/{keyword['id']}",
        "order": order,
        "names": _names(keyword["name"]),
        "readings": _spoken(keyword["name"]["zh-Hans"], keyword["pinyin"]),
        "numbers": [],
        "lines": _lines(lambda each: (keyword["reminder"][each], unmarked(body.get(each) or ""))),
        "rules": [f"{game}/{rule}" for rule in keyword["rules"]],
    }


def _ruling(ruling: Mapping[str, Any], order: list[Any]) -> Record:
    game = ruling["game"]
    return {
        "kind": "ruling",
        "id": f"{game}/{ruling['id']}",
        "order": order,
        "title": dict(ruling["question"]),
        "lines": _lines(lambda language: (unmarked(ruling["answer"][language]),)),
        "rules": [f"{game}/{rule}" for rule in ruling["rules"]],
        "cards": list(ruling["cards"]),
    }


def _paragraphs(
    chapters: Iterable[Mapping[str, Any]],
) -> Iterator[tuple[Mapping[str, str], Mapping[str, Any]]]:
    """Every paragraph of some chapters with the heading it stands under."""
    for chapter in chapters:
        heading = chapter["title"]
        for block in chapter["blocks"]:
            if block["level"]:
                heading = block["text"]
            else:
                yield heading, block


def _paragraph(game: str, heading: Mapping[str, str], block: Mapping[str, Any]) -> Record:
    return {
        "kind": "rule",
        "id": f"{game}/{block['id']}",
        "chapter": block["chapter"],
        "title": dict(heading),
        "lines": _lines(lambda language: (unmarked(block["text"][language]),)),
        "rules": [f"{game}/{block['id']}"],
    }


def unmarked(markup: str) -> str:
    """The plain text of HTML; a line for each block, for its blanks mean nothing."""
    lines = _BREAK.sub("\n", _BLANK.sub(" ", markup)).split("\n")
    texts = (plain(line).strip() for line in lines)
    return "\n".join(filter(None, texts))
