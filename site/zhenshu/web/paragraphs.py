"""Rule paragraphs as other pages show them: by id, and as previews of links."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.prose import plain
from zhenshu.questions import question

Record = dict[str, Any]
# The pages that content links to and that a preview can stand for.
_LINK = re.compile(r'href="site:/([a-z]+)/(?:keywords/([^"/]+)/|rules/[^"#]*#([^"]+))"')
_ANCHOR = re.compile(r"</?a\b[^>]*>")


@question
def find(catalog: Catalog, game: str, id: str) -> Record | None:
    """A paragraph by its id, or by one it had before."""
    return _by_id(catalog, game).get(id)


def cited(catalog: Catalog, game: str, ids: Iterable[str]) -> dict[str, Record]:
    """What pages show of the paragraphs they cite, by id; without those that are not there."""
    keys = ("chapter", "status", "text")
    found = {id: find(catalog, game, id) for id in dict.fromkeys(ids)}
    return {id: {key: p[key] for key in keys} for id, p in found.items() if p}


def address(game: str, id: str, chapter: str) -> str:
    """Where a paragraph stands, below the language."""
    return f"/{game}/rules/{chapter}/#{id}"


def unlinked(texts: Mapping[str, str], to: str = "") -> Record:
    """HTML in each language without its links, or without those to one address."""
    link = rf'<a\b[^>]*href="site:{re.escape(to)}"[^>]*>(.*?)</a>' if to else _ANCHOR
    kept = r"\1" if to else ""
    return {language: re.sub(link, kept, text) for language, text in texts.items()}


def previews(
    catalog: Catalog,
    game: str,
    texts: Iterable[Mapping[str, str]],
    ids: Iterable[str] = (),
    here: Iterable[str] = (),
) -> list[Record]:
    """What the links of a page lead to, in short.

    `texts` is the HTML of the page, `ids` are paragraphs it links to otherwise. The paragraphs
    that are `here` are on the page itself and need no preview. As texts of one page mention
    different terms in different languages, `languages` says which of them link to it.
    """
    linked: dict[tuple[str, str, str], set[str]] = {}
    for id in ids:
        linked[game, "", id] = set(LANGUAGES)
    for given in texts:
        for language, text in given.items():
            for key in _LINK.findall(text):
                linked.setdefault(key, set()).add(language)
    on_page = {(game, "", id) for id in here}
    return list(_shown(catalog, {k: v for k, v in linked.items() if k not in on_page}))


def _shown(catalog: Catalog, linked: Mapping[tuple[str, str, str], set[str]]) -> Iterator[Record]:
    for (game, keyword, id), languages in linked.items():
        spoken = [language for language in LANGUAGES if language in languages]
        if keyword:
            record = catalog.keyword(game, keyword)
            yield {
                "to": f"/{game}/keywords/{keyword}/",
                "name": record["name"],
                "text": record["reminder"],
                "languages": spoken,
            }
        elif paragraph := find(catalog, game, id):
            text = {code: plain(text) for code, text in paragraph["text"].items()}
            yield {
                "to": address(game, id, paragraph["chapter"]),
                "name": None,
                "text": text,
                "languages": spoken,
            }


@lru_cache(maxsize=16)
def _by_id(catalog: Catalog, game: str) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for chapter in catalog.chapters(game):
        for block in chapter["blocks"]:
            if not block["level"]:
                found.update(dict.fromkeys([*block["aliases"], block["id"]], block))
    return found
