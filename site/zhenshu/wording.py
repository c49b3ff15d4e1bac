"""Words that the texts of a game should not have."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem
from zhenshu.terms import Terms, wrong_in_hant

if TYPE_CHECKING:
    from zhenshu.content import Game, Text


def check(game: "Game", table: Terms, problems: list[Problem]) -> bool:
    """Look for words that a game's texts should not have, and say that it was done."""
    problems.extend(_forbidden(game, table))
    problems.extend(_avoided(game))
    return True


def prose(game: "Game") -> Iterator["Text"]:
    """The texts of a game beside its rules and its own page."""
    yield from game.keywords.values()
    yield from game.rulings.values()
    yield from game.guides.values()


def _avoided(game: "Game") -> Iterator[Problem]:
    """Words that a game's texts avoid, because the game has another term for the thing."""
    avoid = game.about.data.get("avoid", {})
    places = [
        (text.document.path, line, words)
        for text in prose(game)
        for words, line in text.body.values()
    ]
    places += [
        (f"content/{game.slug}/rules/{chapter.id}.{language}.md", block.lines[language], words)
        for chapter in game.chapters
        for block in chapter.blocks
        for language, words in block.texts.items()
    ]
    for path, line, text in places:
        for word, term in avoid.items():
            whole = rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])"
            for match in re.finditer(whole, text, re.IGNORECASE):
                yield Problem(
                    path,
                    line + text.count("\n", 0, match.start()),
                    _("The text says {word}.").format(word=match[0]),
                    _("This game's term is {term}.").format(term=term),
                )


def _forbidden(game: "Game", table: Terms) -> Iterator[Problem]:
    """Simplified texts of a game whose traditional form would be wrong."""
    for text in (game.about, *prose(game)):
        words, line = text.body.get("zh-Hans", ("", 1))
        yield from wrong_in_hant(words, table.forbidden, text.document.path, line)
        for key in ("question", "reminder", "summary", "title"):
            given = text.data.get(key, {}).get("zh-Hans", "")
            yield from wrong_in_hant(
                given, table.forbidden, text.document.path, text.document.line(key)
            )
    for chapter in game.chapters:
        path = f"content/{game.slug}/rules/{chapter.id}.zh-Hans.md"
        for block in chapter.blocks:
            yield from wrong_in_hant(
                block.texts["zh-Hans"], table.forbidden, path, block.lines["zh-Hans"]
            )
