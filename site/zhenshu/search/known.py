"""What the server's index and the browser's files are both made from."""

from typing import Any, NamedTuple, Protocol

from zhenshu.i18n import LANGUAGES
from zhenshu.search.entries import Catalogue, Record, entries
from zhenshu.search.facts import Columns
from zhenshu.search.query import vocabulary
from zhenshu.search.query.vocabulary import Words
from zhenshu.search.shown import names


class Whole(Catalogue, Words, Protocol):
    """All that is read of a catalogue."""


class Known(NamedTuple):
    """All that search knows of a catalogue: its entries in order, the facts of cards that they
    hold, by language the vocabulary of queries, and by language the name of each game with its
    language tag."""

    entries: list[Record]
    columns: Columns
    vocabularies: dict[str, Any]
    games: dict[str, dict[str, tuple[str, str]]]

    @classmethod
    def of(cls, catalog: Whole) -> "Known":
        """Read a catalogue, which takes some tenths of a second."""
        columns = Columns.of(catalog.search["fields"])
        return cls(
            list(entries(catalog, columns)),
            columns,
            {language: vocabulary(catalog, language).as_json() for language in LANGUAGES},
            {
                language: {
                    slug: names(game["name"], language)[0] for slug, game in catalog.games.items()
                }
                for language in LANGUAGES
            },
        )
