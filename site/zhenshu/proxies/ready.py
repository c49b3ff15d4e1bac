"""Ready-made lists, preconstructed decks and whole sets, and the PDFs that the site has of them.

A build makes the PDFs of lists of up to `SMALL` cards, in each language, for the two papers that
most printers hold. The large sets would double the time of a full build, and a change of one card
in them cost seconds; the print page and the command make those when somebody wants them.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from zhenshu import memory
from zhenshu.catalog import Catalog
from zhenshu.export.workers import spread
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.proxies.job import Options
from zhenshu.proxies.pdf import Manuscript, Printed, make
from zhenshu.proxies.sheet import PAPERS, Layout
from zhenshu.proxies.typesetter import Typesetter
from zhenshu.proxies.words import words
from zhenshu.questions import Told
from zhenshu.speech import speech

SMALL = 54  # cards of a list whose PDFs the site carries: six sheets
PRINTED = ("a4", "letter")  # the papers of those PDFs

Record = dict[str, Any]


@dataclass(frozen=True)
class Ready:
    """One list: its game, an id of its own in it, what it is called, and its cards by id.

    `kind` is deck or set; `title` holds its name in each language that has one.
    """

    game: str
    id: str
    kind: str
    title: Record
    cards: tuple[str, ...]

    def name(self, catalog: Catalog, language: str) -> str:
        """What the list is called beside those of other games."""
        plain = speech(language).plain
        title = {self.kind: plain(self.title)}
        return words(language)[self.kind].format(
            game=plain(catalog.games[self.game]["name"]), **title
        )

    def address(self, language: str, paper: str) -> str:
        """Where below the site its PDF is."""
        tongue = segment(language)
        return f"proxies/{tongue}/proxies-{self.game}-{self.id}-{tongue}-{paper}.pdf"


def lists(catalog: Catalog) -> Iterator[Ready]:
    """Every ready-made list: of each game its decks, then its sets with what was reprinted in
    them. One copy of each card."""
    for game in catalog.games:
        yield from _decks(catalog, game)
        for id, given in catalog.games[game]["sets"].items():
            cards = tuple(card["id"] for card in catalog.facet_cards(game, "set", id))
            if cards:
                yield Ready(game, id, "set", given["name"], cards)


def _decks(catalog: Catalog, game: str) -> Iterator[Ready]:
    """The preconstructed decks of a game, as its cards tell them."""
    field = next((f for f in catalog.games[game]["fields"] if f["id"] == "deck"), None)
    decks: dict[Any, list[str]] = {}
    for card in catalog.cards(game) if field else ():
        if "deck" in card["facts"]:
            decks.setdefault(card["facts"]["deck"], []).append(card["id"])
    for deck in sorted(decks):
        assert field
        title = {tongue: f"{speech(tongue).plain(field['label'])} {deck}" for tongue in LANGUAGES}
        yield Ready(game, f"deck-{deck}", "deck", title, tuple(decks[deck]))


def small(catalog: Catalog) -> list[Ready]:
    """The lists whose PDFs the site carries."""
    return [each for each in lists(catalog) if len(each.cards) <= SMALL]


def at(catalog: Catalog, address: str) -> Printed | None:
    """The PDF at an address, made anew; None where there is none."""
    for ready in small(catalog):
        for language in LANGUAGES:
            for paper in PRINTED:
                if ready.address(language, paper) == address:
                    options = Options(language, layout=Layout(PAPERS[paper]))
                    return make(catalog, dict.fromkeys(ready.cards, 1), options)
    return None


def provide(catalog: Catalog, folder: Path, code: str, processes: int) -> dict[str, Path]:
    """The PDFs of the site by address, each a file in a folder of the build.

    A file is named by a digest of the code and of all that it is made from, so that one that is
    there is right; those that are of no more use are deleted. A list is looked at again only if
    something it asked is answered differently now. Raises TypesetterError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    version = f"{code} {catalog.conversion}"
    asked = folder.with_name(f"{folder.name}.asked")
    seen: dict[str, Told] = memory.load(asked, version)
    kept: dict[str, Told] = {}
    left = []
    there = set(os.listdir(folder))
    for ready in small(catalog):
        told = seen.get(repr(ready))
        if told and catalog.holds(told) and there.issuperset(told.result.values()):
            kept[repr(ready)] = told
        else:
            left.append(ready)

    def make(ready: Ready) -> tuple[str, Told]:
        return repr(ready), catalog.tell(partial(_provide, catalog, folder, code, ready))

    for name, told in spread(make, left, processes):
        kept[name] = told
    if left:
        memory.save(asked, version, kept)
    found = {
        address: folder / name for told in kept.values() for address, name in told.result.items()
    }
    used = set(found.values())
    for path in folder.iterdir():
        if path not in used:
            path.unlink()
    return dict(sorted(found.items()))


def _provide(catalog: Catalog, folder: Path, code: str, ready: Ready) -> dict[str, str]:
    """The files of the PDFs of one list by address; what is there is not made again."""
    found: dict[str, str] = {}
    missing: list[tuple[Manuscript, str, Path]] = []
    for language in LANGUAGES:
        manuscript = Manuscript(catalog, dict.fromkeys(ready.cards, 1), Options(language))
        text = json.dumps([code, manuscript.data], ensure_ascii=False)
        key = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        for paper in PRINTED:
            path = folder / f"{key}-{paper}.pdf"
            found[ready.address(language, paper)] = path.name
            if not path.is_file():
                missing.append((manuscript, paper, path))
    if missing:
        _print(missing)
    return found


def _print(missing: Sequence[tuple[Manuscript, str, Path]]) -> None:
    with Typesetter() as typesetter:
        for manuscript, paper, path in missing:
            body = manuscript.printed(typesetter, Layout(PAPERS[paper])).body
            temporary = path.with_suffix(f".{os.getpid()}")
            temporary.write_bytes(body)
            os.replace(temporary, path)


def shown(catalog: Catalog) -> list[Record]:
    """The lists with PDFs as the print page shows them, by game; sizes are in bytes."""
    sizes: Mapping[str, int] = catalog.prints
    found: list[Record] = []
    for ready in small(catalog) if sizes else ():
        files = {
            language: [
                {"paper": paper, "path": path, "size": sizes[path]}
                for paper in PRINTED
                if (path := ready.address(language, paper)) in sizes
            ]
            for language in LANGUAGES
        }
        if not found or found[-1]["game"] != ready.game:
            name = catalog.games[ready.game]["name"]
            found.append({"game": ready.game, "name": name, "lists": []})
        found[-1]["lists"].append({"title": ready.title, "files": files})
    return found
