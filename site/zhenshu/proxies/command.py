"""The command `zhenshu proxies`: a list of cards to a PDF file."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

from zhenshu.catalog import Catalog
from zhenshu.i18n import gettext as _
from zhenshu.proxies import decklist, pdf
from zhenshu.proxies.decklist import Decklist, ListError, Unclear
from zhenshu.proxies.finder import Finder
from zhenshu.proxies.job import Options, file_name
from zhenshu.proxies.sheet import PAPERS, SheetError
from zhenshu.proxies.typesetter import Ended, TypesetterError
from zhenshu.proxies.words import reason, words
from zhenshu.speech import speech

DATABASE = Path("db", "zhenshu.db")
SEARCH = Path("db", "search")


class Query(NamedTuple):
    """What is searched for instead of reading a list."""

    text: str


class Refused(Exception):
    """The command cannot be carried out; the text says why."""


def command(
    root: Path, asked: Path | Query, out: Path | None, options: Options, game: str | None = None
) -> int:
    """Write the PDF of a list, or of what a query finds; the exit code.

    The path of a list may be `-` for standard input. Without `out` the file is called after
    language and paper, here. Nothing is written unless every line was understood. 0 when it is
    written, 1 when a line was not understood, 2 when it cannot be done.
    """
    try:
        catalog = _catalog(root)
        if game is not None and game not in catalog.games:
            known = ", ".join(catalog.games)
            raise Refused(_("{slug} is no game. Known are {games}.").format(slug=game, games=known))
        if isinstance(asked, Query):
            found = _found(root, asked, game, options.language)
        else:
            found = _read(asked, catalog, game)
        for unclear in found.unclear:
            print(_told(catalog, unclear, options.language), file=sys.stderr)
        if found.unclear:
            return 1
        printed = pdf.make(catalog, found.counts, options)
        path = out or Path(file_name(options))
        _write(path, printed.body)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    except (ListError, SheetError, ValueError, Ended) as error:
        print(reason(error, options.language), file=sys.stderr)
        return 2
    except TypesetterError as error:
        print(error, file=sys.stderr)
        return 2
    for warning in printed.warnings:
        print(words(options.language)[f"warning-{warning}"], file=sys.stderr)
    if printed.missing:
        text = _("The fonts lack {letters}; they are printed as {sign}.")
        print(text.format(letters=printed.missing, sign=pdf.MISSING), file=sys.stderr)
    text = _("{path}: {cards} cards, {pages} pages. Print at 100 %.")
    print(text.format(path=path, cards=found.total, pages=printed.sides))
    return 0


def paper(text: str) -> tuple[float, float]:
    """A paper as it is given on a command line: a name, or 200x300 in millimetres. Raises
    ValueError."""
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    width, _times, height = text.lower().partition("x")
    return float(width), float(height)


def _catalog(root: Path) -> Catalog:
    try:
        return Catalog.open(root / DATABASE)
    except FileNotFoundError as error:
        raise Refused(
            _("{path} is not there. Run first: zhenshu build").format(path=error)
        ) from None


def _read(list_file: Path, catalog: Catalog, game: str | None) -> Decklist:
    try:
        raw = sys.stdin.buffer.read() if str(list_file) == "-" else list_file.read_bytes()
    except OSError as error:
        raise Refused(f"{list_file}: {error.strerror}") from None
    return decklist.parse(decklist.text_of(raw), Finder(catalog, game), sections(catalog))


def _found(root: Path, query: Query, game: str | None, language: str) -> Decklist:
    """One copy of each card that a query finds, in its order."""
    from zhenshu.search import Searcher  # takes a while, and only this needs it

    try:
        searcher = Searcher.open(root / SEARCH)
    except FileNotFoundError as error:
        raise Refused(
            _("{path} is not there. Run first: zhenshu build").format(path=error)
        ) from None
    answer = searcher.answer(query.text, language)
    if answer.problems:
        raise Refused("\n".join(problem["message"] for problem in answer.problems))
    return decklist.of(
        id for id in answer.groups.get("card", ()) if game in (None, id.partition("/")[0])
    )


def sections(catalog: Catalog) -> frozenset[str]:
    """The headings of lists, with the names of card types."""
    types = (catalog.term("type", id) for id in catalog.term_ids("type"))
    return decklist.section_words(name for term in types for name in (term["en"], term["zh-Hans"]))


def _told(catalog: Catalog, unclear: Unclear, language: str) -> str:
    """A line that was not understood, why, and the cards to choose from with their ids."""
    own = words(language)
    cards = [card for id in unclear.nearest if (card := catalog.card(id))]
    names = own["comma"].join(f"{speech(language).plain(c['name'])} ({c['id']})" for c in cards)
    told = own["line"].format(line=unclear.line, text=unclear.text[:80], why=own[unclear.reason])
    return f"{told} {own['nearest'].format(names=names)}" if names else told


def _write(path: Path, body: bytes) -> None:
    """Write a file, replacing it only when whole."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(body)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise Refused(f"{path}: {error.strerror}") from None
