"""Content as plain records: what pages, data files and the catalogue are made from.

A record holds JSON values only. Texts are maps with the keys `en`, `zh-Hans` and `zh-Hant`; HTML
among them links inside the site by `site:/…`, below the language. CONTRIBUTING.md lists the keys.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from zhenshu import abilities, chinese, memory, prose
from zhenshu.cards import Card
from zhenshu.content import Content, Game, Text, names_of
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.mentions import Mentions
from zhenshu.prose import Reference
from zhenshu.rulebook import Chapter, Paragraph
from zhenshu.terms import Names

Record = dict[str, Any]

SCENARIO = ("position", "play", "expect", "variations")
"""What a ruling gives the referee."""


class Records:
    """All records of some content. Made once; each method gives one kind, in page order."""

    def __init__(self, content: Content):
        self.content = content
        self.having = {slug: _having(game) for slug, game in content.games.items()}
        self.citing = {slug: _citing(game) for slug, game in content.games.items()}
        self.chapters = {slug: _chapters(game) for slug, game in content.games.items()}
        self.mentions = {
            (slug, language): _mentions(game, language)
            for slug, game in content.games.items()
            for language in LANGUAGES
        }
        called = [
            (
                [(id, card.document.data["name"]) for id, card in game.cards.items()],
                [(id, keyword.data["name"]) for id, keyword in game.keywords.items()],
                [(id, ruling.data["question"]) for id, ruling in game.rulings.items()],
            )
            for game in content.games.values()
        ]
        self._terms = _digest(self.mentions)
        self._around = _digest((called, self.chapters, self.mentions))

    def around(self, text: str) -> bytes:
        """A digest of all that the HTML of a text depends on beside the text: which words are
        terms and, of one with references, where those lead and what they are called there."""
        return self._around if "[[" in text else self._terms

    def game(self, game: Game) -> Record:
        data = game.about.data
        per_set = Counter(card.set for card in game.cards.values())
        for card in game.cards.values():
            per_set.update({set_id for _number, set_id in card.printings} - {card.set})
        return {
            "slug": game.slug,
            "name": names_of(game.about).plain(),
            "ours": bool(data.get("ours")),
            "players": data["players"],
            "publisher": _text(data["publisher"]),
            "summary": _text(data["summary"]),
            "about": self.body(game.about, game.slug),
            "sources": {
                id: {
                    "title": _text(given["title"]),
                    "url": given.get("url"),
                    "note": _text(given.get("note")),
                }
                for id, given in data["sources"].items()
            },
            "sets": {
                id: {
                    "name": Names.of(given["name"]).plain(),
                    "ours": bool(given.get("ours")),
                    "released": _text(given["released"]),
                    "count": per_set[id],
                }
                for id, given in data["sets"].items()
            },
            "guides": [self.page(guide, game.slug) for guide in _ordered(game.guides)],
            "changes": [
                {
                    "version": change.version,
                    "date": change.date.isoformat(),
                    "text": _text(change.texts),
                    "paragraphs": list(change.paragraphs),
                }
                for change in game.changes
            ],
            "unknown": [_text(gap) for gap in data["unknown"]],
            "fields": [self.field(game, id) for id in game.fields],
            "counts": {
                "cards": len(game.cards),
                "keywords": len(game.keywords),
                "paragraphs": len(game.paragraphs()),
                "rulings": len(game.rulings),
            },
        }

    def field(self, game: Game, id: str) -> Record:
        spec = game.fields[id]
        return {
            "id": id,
            "kind": spec.kind,
            "group": spec.group,
            "label": self.term("field", spec.label),
            "unit": self.term("unit", spec.unit) if spec.unit else None,
            "units": self.term("units", spec.unit) if spec.unit else None,
            "only": list(spec.only),
            "facet": spec.facet,
            "column": spec.column,
            "derived": spec.derived,
            "back": spec.back,
        }

    def term(self, group: str, id: str) -> Record:
        names = self.content.terms.groups[group][id]
        return {**names.plain(), "ours": names.ours}

    def card(self, card: Card) -> Record:
        return {
            "id": card.id,
            "game": card.game,
            "set": card.set,
            "slug": card.slug,
            "number": card.front.number,
            "name": card.names.plain(),
            "ours": card.names.ours,
            "pinyin": chinese.pinyin(card.names.hans) if card.names.hans else "",
            "printings": [{"number": number, "set": set_id} for number, set_id in card.printings],
            "facts": self.facts(card, card.front.facts),
            "back": self.back(card),
            "differs": {id: self.facts(card, facts) for id, facts in card.differs.items()},
            "sources": [{"id": id, "at": at} for id, at in card.sources],
            "note": self.note(card),
            "playable": card.document.data.get("encoded") == "full",
            "texts": self.texts(card),
        }

    def facts(self, card: Card, given: Mapping[str, Any]) -> Record:
        """Facts as data; a text by language, None where it is not written in one."""
        fields = self.content.games[card.game].fields
        return {
            id: _translated(value) if fields[id].kind == "text" and value != UNKNOWN else value
            for id, value in given.items()
        }

    def back(self, card: Card) -> Record | None:
        if card.back is None:
            return None
        return {"number": card.back.number, "facts": self.facts(card, card.back.facts)}

    def texts(self, card: Card) -> Record | None:
        """What a card says, by face and language, made from its skills as the referee plays them;
        None for a card whose skills are not written."""
        data = card.document.data
        if "encoded" not in data:
            return None
        words = self.content.games[card.game].words
        return dict(abilities.said(data, words, self.content.terms))

    def note(self, card: Card) -> Record | None:
        if not card.notes:
            return None
        english = card.notes.get("en")
        chinese_note = card.notes.get("zh-Hans")
        return {
            language: self.html(text, language, card.game) if text else None
            for language, text in zip(LANGUAGES, (chinese_note, chinese_note, english), strict=True)
        }

    def keyword(self, game: Game, keyword: Text) -> Record:
        data = keyword.data
        names = names_of(keyword)
        having = self.having[game.slug].get(keyword.id, [])
        return {
            "id": keyword.id,
            "game": game.slug,
            "name": names.plain(),
            "ours": names.ours,
            "pinyin": chinese.pinyin(names.hans) if names.hans else "",
            "pattern": _text(data.get("pattern")),
            "reminder": _text(data["reminder"]),
            "body": self.body(keyword, game.slug, f"{game.slug}/keywords/{keyword.id}/")
            if keyword.body
            else None,
            "rules": data["rules"],
            "sources": data["sources"],
            "also": data.get("also", []),
            "cards": having,
            "count": len(having),
        }

    def chapter(self, game: Game, chapter: Chapter) -> Record:
        return {
            "id": chapter.id,
            "title": _text(chapter.titles),
            "blocks": [self.block(game, chapter, block) for block in chapter.blocks],
        }

    def block(self, game: Game, chapter: Chapter, block: Any) -> Record:
        if not isinstance(block, Paragraph):
            return {"id": block.id, "level": block.level, "text": _text(block.texts)}
        return {
            "id": block.id,
            "chapter": chapter.id,
            "level": 0,
            "status": block.status,
            "text": {
                language: self.line(block.texts[_written(language)], language, game.slug)
                for language in LANGUAGES
            },
            "sources": list(block.sources),
            "grounds": list(block.grounds),
            "open": _text(block.open) if block.open else None,
            "aliases": [old for old, new in game.aliases.items() if new == block.id],
            "cited_by": self.citing[game.slug].get(block.id, _uncited()),
        }

    def ruling(self, game: Game, ruling: Text) -> Record:
        data = ruling.data
        return {
            "id": ruling.id,
            "game": game.slug,
            "question": _text(data["question"]),
            "answer": self.body(ruling, game.slug),
            "status": data["status"],
            "sources": data["sources"],
            "date": data["date"],
            "rules": data["rules"],
            "cards": data.get("cards", []),
            "cases": game.cases.get(ruling.id, []),
            # What the referee is given, so that readers can change it and have it played again.
            "scenario": {part: data[part] for part in SCENARIO if part in data},
        }

    def page(self, page: Text, game: str = "") -> Record:
        """A page of the site, or a guide to a game."""
        return {
            "id": page.id,
            "title": _text(page.data["title"]),
            "body": self.body(page, game),
        }

    def body(self, text: Text, game: str, own: str = "") -> Record:
        """The HTML of a body; `own` is the address of a term that it defines."""
        return {
            language: self.html(text.body[_written(language)][0], language, game, own)
            for language in LANGUAGES
        }

    def html(self, text: str, language: str, game: str, own: str = "") -> str:
        def make() -> str:
            html = prose.render(text, language, game, self.resolve)
            return self.linked(html, language, game, own)

        return memory.once(("body", text, language, game, own, self.around(text)), make)

    def line(self, text: str, language: str, game: str) -> str:
        """The HTML of a paragraph, without the paragraph around it."""

        def make() -> str:
            html = prose.render_line(text, language, game, self.resolve)
            return self.linked(html, language, game)

        return memory.once(("line", text, language, game, self.around(text)), make)

    def linked(self, html: str, language: str, game: str, own: str = "") -> str:
        """The HTML with the terms of a game linked where it first mentions them."""
        found = self.mentions.get((game, language))
        return found.link(html, prose.SITE, [own]) if found else html

    def resolve(self, ref: Reference, language: str) -> tuple[str, str] | None:
        """Where a reference leads and what it is called, in a language."""
        game = self.content.games.get(ref.game)
        if game is None:
            return None
        if ref.kind == "card" and ref.id in game.cards:
            card = game.cards[ref.id]
            address = f"{ref.game}/cards/{card.set}/{card.slug}/"
            return address, _called(card.names, language)
        if ref.kind == "keyword" and ref.id in game.keywords:
            names = names_of(game.keywords[ref.id])
            return f"{ref.game}/keywords/{ref.id}/", _called(names, language)
        if ref.kind == "ruling" and ref.id in game.rulings:
            question = _text(game.rulings[ref.id].data["question"]) or {}
            return f"{ref.game}/rulings/{ref.id}/", question[language]
        chapter = self.chapters[ref.game].get(ref.id)
        return f"{ref.game}/rules/{f'{chapter}/' if chapter else ''}#{ref.id}", ref.id


def _digest(values: Any) -> bytes:
    return hashlib.blake2b(repr(values).encode(), digest_size=16).digest()


def _written(language: str) -> str:
    """The language a text is written in that a reader of a language sees."""
    return "en" if language == "en" else "zh-Hans"


def _text(given: Mapping[str, str] | str | None) -> Record | None:
    """A text in three languages; None for a missing or unknown one."""
    if given is None or given == UNKNOWN or isinstance(given, str):
        return None
    return _translated(given)


def _translated(given: str | Mapping[str, str]) -> Record:
    """A text in three languages; one that is written in English alone has no Chinese."""
    if isinstance(given, str):
        return {"en": given, "zh-Hans": None, "zh-Hant": None}
    return chinese.in_three({language: given[language] for language in prose.WRITTEN})


def _called(names: Names, language: str) -> str:
    plain = names.plain()
    return plain[language] or names.hans or names.en or next(iter(names.extra.values()))


def _ordered(texts: Mapping[str, Text]) -> list[Text]:
    return sorted(texts.values(), key=lambda text: text.data["order"])


def _mentions(game: Game, language: str) -> Mentions:
    """How the keywords of a game are written in texts of a language."""
    addresses: dict[str, str] = {}
    for keyword in game.keywords.values():
        name = keyword.data["name"].get(_written(language))
        forms = keyword.data.get("forms", {}).get(_written(language), [name] if name else [])
        for form in forms:
            shown = chinese.to_hant(form) if language == "zh-Hant" else form
            addresses[shown] = f"{game.slug}/keywords/{keyword.id}/"
    return Mentions(addresses)


def _having(game: Game) -> dict[str, list[str]]:
    """Ids of the cards that have a keyword on either face, by keyword."""
    having: dict[str, list[str]] = defaultdict(list)
    for card in game.cards.values():
        faces = [card.front, card.back] if card.back else [card.front]
        lists = [face.facts.get("keywords", []) for face in faces]
        found = [str(k).partition(":")[0] for given in lists if given != UNKNOWN for k in given]
        for keyword in dict.fromkeys(found):
            having[keyword].append(card.id)
    return having


def _citing(game: Game) -> dict[str, dict[str, list[str]]]:
    """Keywords and rulings that cite a paragraph, and the cards those rulings are on, by
    paragraph."""
    citing: dict[str, dict[str, list[str]]] = {}
    for kind, texts in (("keywords", game.keywords), ("rulings", game.rulings)):
        for text in texts.values():
            for rule in text.data["rules"]:
                cited = citing.setdefault(rule, _uncited())
                cited[kind].append(text.id)
                new = (card for card in text.data.get("cards", []) if card not in cited["cards"])
                cited["cards"].extend(new)
    return citing


def _uncited() -> dict[str, list[str]]:
    return {"keywords": [], "rulings": [], "cards": []}


def _chapters(game: Game) -> dict[str, str]:
    """The chapter that each paragraph and heading stands in; an id that was moved leads to where
    its paragraph stands now."""
    found = {block.id: chapter.id for chapter in game.chapters for block in chapter.blocks}
    moved = {old: found[new] for old, new in game.aliases.items() if new in found}
    return {**moved, **found}
