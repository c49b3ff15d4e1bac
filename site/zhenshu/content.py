"""Everything a writer wrote, read and checked in one run.

`load` reads `content/` below a project folder and returns it with every problem it found; `read`
refuses content with problems. What the parts look like is described in CONTRIBUTING.md.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from referee.core.phrases import Phrases
from zhenshu import (
    abilities,
    cards,
    fields,
    memory,
    prose,
    register,
    rulebook,
    rulings,
    searchwords,
    shape,
    source,
    terms,
    wording,
)
from zhenshu.cards import Card
from zhenshu.fields import Field, Known
from zhenshu.i18n import gettext as _
from zhenshu.problems import ContentError, Problem, nearest
from zhenshu.register import Change
from zhenshu.rulebook import Chapter, Paragraph
from zhenshu.shape import Key, both, list_of, map_of, record
from zhenshu.source import Document
from zhenshu.terms import ID, Names, Terms

RULING_STATUSES = ("official", "derived", "assumed", "superseded")

_SOURCE = record(
    {
        "title": Key(both),
        "url": Key(shape.text, required=False),
        "note": Key(both, required=False),
    }
)
_SET = record(
    {
        "name": Key(shape.languages(("en", "zh-Hans"), ("zh-Hant",))),
        "ours": Key(shape.flag, required=False),
        "released": Key(shape.either(fields.UNKNOWN, both)),
    }
)
GAME = {
    "name": Key(shape.languages(("en", "zh-Hans"), ("zh-Hant",))),
    "ours": Key(shape.flag, required=False),
    "order": Key(shape.number),
    "players": Key(shape.text),
    "publisher": Key(shape.either(fields.UNKNOWN, both)),
    "summary": Key(both),
    "sources": Key(map_of(_SOURCE)),
    "sets": Key(map_of(_SET)),
    "unknown": Key(list_of(both)),
    "avoid": Key(map_of(shape.text), required=False),
}
_ALSO = record({"game": Key(shape.text), "id": Key(shape.text)})
KEYWORD = {
    "name": Key(shape.languages(("en", "zh-Hans"), ("zh-Hant", "fr"))),
    "ours": Key(shape.flag, required=False),
    "pattern": Key(both, required=False),
    "reminder": Key(both),
    "rules": Key(list_of(shape.text)),
    "sources": Key(list_of(shape.text)),
    "also": Key(list_of(_ALSO), required=False),
    "forms": Key(map_of(list_of(shape.text)), required=False),
}
RULING = {
    "question": Key(both),
    "status": Key(shape.one_of(*RULING_STATUSES)),
    "sources": Key(list_of(shape.text)),
    "date": Key(shape.text),
    "rules": Key(list_of(shape.text)),
    "cards": Key(list_of(shape.text), required=False),
    "position": Key(shape.anything, required=False),
    "play": Key(shape.anything, required=False),
    "expect": Key(shape.anything, required=False),
    "variations": Key(shape.anything, required=False),
}
PAGE = {"title": Key(both), "order": Key(shape.number)}


@dataclass(frozen=True)
class Text:
    """A keyword, ruling, page or game: its file and its body by written language, each part with
    the line it starts on."""

    id: str
    document: Document
    body: Mapping[str, tuple[str, int]]

    @property
    def data(self) -> Mapping[str, Any]:
        return self.document.data


@dataclass
class Game:
    """One game: its page, the facts its cards have, and all that belongs to it.

    `cases` holds what the referee made of each ruling (see `zhenshu.rulings`), `aliases` the old
    ids of paragraphs and `changes` the history of the rulebook (see `zhenshu.register`), `words`
    the phrases of its referee by language.
    """

    slug: str
    about: Text
    fields: dict[str, Field]
    keywords: dict[str, Text]
    guides: dict[str, Text]
    chapters: list[Chapter]
    rulings: dict[str, Text]
    cards: dict[str, Card] = field(default_factory=dict)
    cases: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    words: Mapping[str, Phrases] = field(default_factory=dict)

    @property
    def order(self) -> int:
        order = self.about.data.get("order")
        return order if isinstance(order, int) else 0

    def numbered(self) -> dict[str, bool]:
        """The keywords, each with whether cards give it a number."""
        return {id: "pattern" in keyword.data for id, keyword in self.keywords.items()}

    def paragraphs(self) -> dict[str, Paragraph]:
        return {
            block.id: block
            for chapter in self.chapters
            for block in chapter.blocks
            if isinstance(block, Paragraph)
        }


@dataclass
class Content:
    """All content, games in their order; `search` is as `zhenshu.searchwords` describes it."""

    terms: Terms
    games: dict[str, Game]
    pages: dict[str, Text]
    search: Mapping[str, Any] = field(default_factory=dict)


def read(root: Path) -> Content:
    """All content below a project folder; `ContentError` with every problem if there is one."""
    content, problems = load(root)
    if problems:
        raise ContentError(problems)
    return content


def load(
    root: Path, step: Callable[[str], None] = lambda name: None
) -> tuple[Content, list[Problem]]:
    """All content and every problem found, in order of file and line.

    `step` is told the name of each part as it is begun.
    """
    problems: list[Problem] = []
    table = terms.load(root, problems)
    content = Content(table, {}, _texts(root, "content/pages", PAGE, problems, prose.WRITTEN))
    folders = sorted(path.parent for path in (root / "content").glob("*/game.md"))
    for folder in folders:
        step(folder.name)
        game = _game(root, folder.name, table, problems)
        if game:
            content.games[game.slug] = game
    content.games = dict(sorted(content.games.items(), key=lambda item: item[1].order))
    problems.extend(_strays(root, content.games))
    facts = [game.fields for game in content.games.values()]
    content.search = searchwords.load(root, table, facts, problems)
    step("references")
    all_cards = {id: card for game in content.games.values() for id, card in game.cards.items()}
    ids = _digest(list(all_cards))
    for game in content.games.values():
        known = Known(table, game.numbered(), all_cards.keys())
        around = _digest(game.fields, known.keywords)
        for card in game.cards.values():
            memory.unless_wrong(
                ("facts", card.id, card.document.state, around, ids),
                partial(_facts, card, game.fields, known),
                problems,
            )
        problems.extend(_game_references(game, content))
        texts = (game.about, *wording.prose(game))
        memory.unless_wrong(
            ("wording", _digest([(t.data, t.body) for t in texts], game.chapters)),
            partial(wording.check, game, table),
            problems,
        )
        problems.extend(_one_name_one_keyword(game))
    for page in content.pages.values():
        problems.extend(_body_references(page, "", content))
    return content, sorted(set(problems))


def _facts(card: Card, facts: Mapping[str, Field], known: Known, problems: list[Problem]) -> bool:
    """Check the facts of a card, and say that it was done."""
    problems.extend(cards.check_facts(card, facts, known))
    return True


def _strays(root: Path, games: Mapping[str, Game]) -> Iterator[Problem]:
    """What lies in content/ and belongs to nothing."""
    for path in sorted((root / "content").iterdir()):
        name = path.relative_to(root).as_posix()
        if path.is_dir() and path.name != "pages" and not (path / "game.md").is_file():
            yield Problem(
                f"{name}/game.md",
                1,
                _("The game {slug} has no game.md.").format(slug=path.name),
                _("Add it, or move the folder away."),
            )
        elif not path.is_dir() and path.name not in ("search.toml", "terms.toml"):
            yield Problem(name, 1, _("This file belongs to nothing."), _("Move it away."))
    if not games:
        yield Problem("content", 1, _("There is no game."), _("Add content/<game>/game.md."))


def _game(root: Path, slug: str, table: Terms, problems: list[Problem]) -> Game | None:
    about = _text(root, f"content/{slug}/game.md", GAME, problems, prose.WRITTEN)
    if about is None:
        return None
    sets, sources = about.data.get("sets"), about.data.get("sources")
    facts = fields.load(root, slug, table, problems)
    game = Game(
        slug=slug,
        about=about,
        fields=facts,
        keywords=_texts(root, f"content/{slug}/keywords", KEYWORD, problems, ()),
        guides=_texts(root, f"content/{slug}/guides", PAGE, problems, prose.WRITTEN),
        chapters=rulebook.load(root, slug, problems),
        rulings=_texts(root, f"content/{slug}/rulings", RULING, problems, prose.WRITTEN),
    )
    loaded = cards.load(
        root,
        slug,
        facts,
        sets if isinstance(sets, dict) else {},
        sources if isinstance(sources, dict) else {},
        problems,
    )
    game.cards = {card.id: card for card in loaded}
    game.aliases = register.aliases(root, slug, game.paragraphs(), problems)
    game.changes = register.changes(root, slug, game.paragraphs(), problems)
    if slug in abilities.GAMES:
        for card in loaded:
            problems.extend(abilities.problems(card.document))
        files = [root / rulings.phrases_file(slug, language) for language in prose.WRITTEN]
        game.words = memory.unless_wrong(
            ("phrases", slug, *map(source.state, files)),
            partial(rulings.phrases, root, slug),
            problems,
        )
    playing = [ruling for ruling in game.rulings.values() if rulings.runs(ruling.data)]
    paragraphs = game.paragraphs()
    # A card without its Chinese name is told of above, and no ruling can call it.
    records = {f"{c.set}/{c.slug}": c.document.data for c in loaded if c.names.hans}
    named = rulings.cards_of(slug, records) if playing else None
    around = _digest(slug, game.words, sorted(paragraphs))
    for ruling in playing:
        data = ruling.document.data
        called = rulings.called(data, named, records) if named else ()
        game.cases[ruling.id] = memory.unless_wrong(
            ("cases", ruling.id, around, _digest(data, called)),
            partial(rulings.play, slug, ruling.document, game.words, paragraphs, named),
            problems,
        )
    return game


def _digest(*values: Any) -> bytes:
    """A digest of plain values."""
    return hashlib.blake2b(repr(values).encode(), digest_size=16).digest()


def _texts(
    root: Path,
    folder: str,
    keys: Mapping[str, Key],
    problems: list[Problem],
    languages: tuple[str, ...],
) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for path in sorted((root / folder).glob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix != ".md" or not ID.fullmatch(path.stem):
            problems.append(
                Problem(
                    name,
                    1,
                    _("The file name is not <id>.md."),
                    _("Use small letters, digits and single hyphens."),
                )
            )
            continue
        text = _text(root, name, keys, problems, languages)
        if text:
            found[text.id] = text
    return found


def _text(
    root: Path,
    name: str,
    keys: Mapping[str, Key],
    problems: list[Problem],
    languages: tuple[str, ...],
) -> Text | None:
    def make(problems: list[Problem]) -> Text | None:
        document = source.read(root / name, name, problems)
        return _checked(document, keys, problems, languages) if document else None

    key = ("text", name, source.state(root / name))
    return memory.unless_wrong(key, make, problems)


def _checked(
    document: Document,
    keys: Mapping[str, Key],
    problems: list[Problem],
    languages: tuple[str, ...],
) -> Text | None:
    if not document.data:
        return None
    wrong = list(shape.problems(document, keys))
    problems.extend(wrong)
    body = prose.sections(document, problems, languages)
    if not languages and len(body) == 1:
        missing = next(language for language in prose.WRITTEN if language not in body)
        problems.append(
            Problem(
                document.path,
                document.body_line,
                _("The body has no {language} text.").format(language=missing),
                _("Write both languages, or none."),
            )
        )
    return None if wrong else Text(Path(document.path).stem, document, body)


def _game_references(game: Game, content: Content) -> Iterator[Problem]:
    rules = game.paragraphs()
    for guide in game.guides.values():
        yield from _body_references(guide, game.slug, content)
    for text in (*game.keywords.values(), *game.rulings.values(), game.about):
        yield from _body_references(text, game.slug, content)
        for position, card in enumerate(text.data.get("cards", ())):
            if card not in game.cards:
                yield _missing(text.document, ("cards", position), card, game.cards)
        for position, rule in enumerate(text.data.get("rules", ())):
            if rule not in rules:
                yield _missing(text.document, ("rules", position), rule, rules)
        if text is not game.about:
            known = game.about.data["sources"]
            for position, id in enumerate(text.data["sources"]):
                if id not in known:
                    yield _missing(text.document, ("sources", position), id, known)
    for keyword in game.keywords.values():
        for position, other in enumerate(keyword.data.get("also", ())):
            there = content.games.get(other["game"])
            if there is None or other["id"] not in there.keywords:
                names = there.keywords if there else content.games
                yield _missing(keyword.document, ("also", position), other["id"], names)
    for chapter in game.chapters:
        for block in chapter.blocks:
            for language, words in block.texts.items():
                path = f"content/{game.slug}/rules/{chapter.id}.{language}.md"
                for offset, target, ref in prose.references(words, game.slug):
                    if not exists(ref, content):
                        yield Problem(path, block.lines[language] + offset, _dead(target))
        for block in chapter.blocks:
            for id in getattr(block, "sources", ()):
                if id not in game.about.data["sources"]:
                    yield Problem(
                        f"content/{game.slug}/rules/{chapter.id}.en.md",
                        block.lines["en"],
                        _("{id} names the source {source}, which is not in game.md.").format(
                            id=block.id, source=id
                        ),
                    )


def _one_name_one_keyword(game: Game) -> Iterator[Problem]:
    """Two keywords of a game with one name: a reader could not tell which is meant."""
    seen: dict[tuple[str, str], str] = {}
    for keyword in game.keywords.values():
        for language, name in keyword.data["name"].items():
            first = seen.setdefault((language, name.casefold()), keyword.id)
            if first != keyword.id:
                yield keyword.document.problem(
                    ("name", language),
                    _("The keyword {other} is called {name} too.").format(other=first, name=name),
                    _("One name means one thing in a game: rename one of them."),
                )


def _missing(
    document: Document, where: source.Where, name: str, known: Mapping[str, Any]
) -> Problem:
    near = nearest(name, known)
    return document.problem(
        where,
        _("{name} is not there.").format(name=name),
        _("Did you mean `{near}`?").format(near=near) if near else "",
    )


def _dead(target: str) -> str:
    return _("[[{target}]] leads nowhere.").format(target=target)


def _body_references(text: Text, game: str, content: Content) -> Iterator[Problem]:
    for words, line in text.body.values():
        for offset, target, ref in prose.references(words, game):
            if not exists(ref, content):
                yield Problem(text.document.path, line + offset, _dead(target))


def exists(ref: prose.Reference, content: Content) -> bool:
    """Whether what a reference names is there."""
    game = content.games.get(ref.game)
    if game is None:
        return False
    if ref.kind == "card":
        return ref.id in game.cards
    if ref.kind == "keyword":
        return ref.id in game.keywords
    if ref.kind == "ruling":
        return ref.id in game.rulings
    headings = {block.id for chapter in game.chapters for block in chapter.blocks}
    return ref.id in headings


def names_of(text: Text) -> Names:
    """The names of a game or keyword."""
    return Names.of(text.data["name"], bool(text.data.get("ours")))
