"""The catalogue: content as a SQLite file, read. `zhenshu.tables` makes it.

Nothing after `Catalog.open` looks at `content/` again. Tables: `db/schema.sql`.
"""

import hashlib
import json
import os
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

from zhenshu import chinese
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.questions import Listener, question

NONE = "none"  # the value of an empty list in addresses of lists
Record = dict[str, Any]


def keep_prints(path: Path, sizes: Mapping[str, int]) -> None:
    """Write into a catalogue which PDFs the site carries, by path below the site, and how large
    they are. Whoever has the file open goes on reading the old one."""
    temporary = path.with_suffix(f".{os.getpid()}.new")
    shutil.copyfile(path, temporary)
    with closing(sqlite3.connect(temporary)) as db, db:
        db.execute("pragma synchronous = off")
        db.executemany("insert into prints values (?, ?)", sizes.items())
    os.replace(temporary, path)


class Catalog(Listener):
    """The catalogue, read only. Everything is kept in memory once it was asked for."""

    def __init__(self, connection: sqlite3.Connection):
        super().__init__()
        self._prints: dict[str, int] = {}
        self._connection = connection
        self._cards: dict[str, dict[str, Record]] = {}
        self._kinds: dict[tuple[str, str], dict[str, Record]] = {}
        self._facets: dict[str, list[Record]] = {}
        self._lists: dict[tuple[str, str], dict[str, list[Record]]] = {}

    @classmethod
    def open(cls, path: Path) -> "Catalog":
        """Open a file that `build` made. Raises FileNotFoundError where there is none."""
        if not path.is_file():
            raise FileNotFoundError(path)
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        catalog = cls(sqlite3.connect(uri, uri=True, check_same_thread=False))
        chinese.configure(json.loads(catalog.conversion))
        catalog.carry(dict(catalog._connection.execute("select path, size from prints")))
        return catalog

    def _records(self, sql: str, *values: str) -> list[Record]:
        return [json.loads(text) for (text,) in self._connection.execute(sql, values)]

    def _meta(self, key: str) -> str:
        row = self._connection.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0])

    @property
    def conversion(self) -> str:
        """The conversions to traditional Chinese in use, as JSON."""
        return self._meta("conversion")

    @property
    @question
    def prints(self) -> dict[str, int]:
        """The sizes of the PDFs that the site carries, in bytes, by path below the site."""
        return self._prints

    def carry(self, prints: Mapping[str, int]) -> None:
        """Say which PDFs the site carries, before anybody asks."""
        self._prints = dict(prints)

    @property
    @question
    def version(self) -> str:
        """A digest of all content, 12 hexadecimal digits."""
        return self._meta("version")

    @property
    @question
    def referee(self) -> str:
        """What the referee is told in the browser; see `zhenshu.sandbox.bundle`."""
        return self._meta("referee")

    @property
    @question
    def search(self) -> Record:
        """The words of search; see `zhenshu.searchwords`."""
        return self._search

    @cached_property
    def _search(self) -> Record:
        return dict(json.loads(self._meta("search")))

    @property
    @question
    def games(self) -> dict[str, Record]:
        """Every game by its id, in their order."""
        return self._games

    @cached_property
    def _games(self) -> dict[str, Record]:
        found = self._records("select record from games order by position")
        return {record["slug"]: record for record in found}

    @cached_property
    def _terms(self) -> dict[str, Record]:
        rows = self._connection.execute(
            "select id, name_en, name_hans, name_hant, ours from terms order by rowid"
        )
        return {
            id: {"en": en, "zh-Hans": hans, "zh-Hant": hant, "ours": bool(ours)}
            for id, en, hans, hant, ours in rows
        }

    @question
    def term(self, group: str, id: str) -> Record:
        """The names of a term. Raises KeyError for one that is not in the table."""
        return self._terms[f"{group}/{id}"]

    @question
    def term_ids(self, group: str) -> list[str]:
        """The ids of a group's terms, in the order of the table."""
        return [id.partition("/")[2] for id in self._terms if id.startswith(f"{group}/")]

    def _by_id(self, game: str) -> dict[str, Record]:
        if game not in self._cards:
            sql = "select record from cards where game = ? order by position"
            cards: dict[str, Record] = {}
            for (text,) in self._connection.execute(sql, (game,)):
                record = json.loads(text)
                cards[record["id"]] = record
                self.vouch(record, hashlib.blake2b(text.encode(), digest_size=16).digest())
            self._cards[game] = cards
        return self._cards[game]

    @question
    def cards(self, game: str) -> list[Record]:
        """The cards of a game, by set and number."""
        return list(self._by_id(game).values())

    @question
    def card(self, id: str) -> Record | None:
        """A card by its id, game/set/slug."""
        return self._by_id(id.partition("/")[0]).get(id)

    def _kind(self, table: str, game: str) -> dict[str, Record]:
        if (table, game) not in self._kinds:
            found = self._records(f"select record from {table} where game = ? order by rowid", game)
            self._kinds[table, game] = {record["id"]: record for record in found}
        return self._kinds[table, game]

    @question
    def keywords(self, game: str) -> dict[str, Record]:
        return self._kind("keywords", game)

    @question
    def keyword(self, game: str, id: str) -> Record:
        """A keyword of a game. Raises KeyError for one that is not there."""
        return self._kind("keywords", game)[id]

    @question
    def rulings(self, game: str) -> dict[str, Record]:
        return self._kind("rulings", game)

    @question
    def chapters(self, game: str) -> list[Record]:
        return list(self._kind("chapters", game).values())

    @property
    @question
    def pages(self) -> dict[str, Record]:
        """Every page of its own by its id, in their order."""
        return self._pages

    @cached_property
    def _pages(self) -> dict[str, Record]:
        found = self._records("select record from pages order by position")
        return {record["id"]: record for record in found}

    @question
    def paragraph(self, game: str, id: str) -> Record | None:
        """A rule paragraph by its dotted id."""
        return next(
            (
                block
                for chapter in self.chapters(game)
                for block in chapter["blocks"]
                if block["id"] == id and not block["level"]
            ),
            None,
        )

    @question
    def keyword_label(self, game: str, given: str, language: str) -> str:
        """A keyword as a card has it, `shoot:2`, in words: Shoot 2."""
        id, colon, number = given.partition(":")
        keyword = self.keywords(game)[id]
        name = keyword["name"][language] or keyword["name"]["en"] or id
        if not colon:
            return str(name)
        subject = self._terms.get(f"subject/{number}")
        shown = subject[language] if subject else number
        if keyword["pattern"]:
            return str(keyword["pattern"][language]).replace("{n}", shown)
        return f"{name} {shown}" if language == "en" else f"{name}{shown}"

    @question
    def facets(self, game: str) -> list[Record]:
        """The lists of a game: the set, then every field that has lists, with counts."""
        if game not in self._facets:
            self._facets[game] = self._every_facet(game)
        return self._facets[game]

    def _every_facet(self, game: str) -> list[Record]:
        found = [self._set_facet(game)]
        for field in self.games[game]["fields"]:
            if field["facet"]:
                lists = self._facet_lists(game, field["id"])
                values = [
                    {"id": id, **self._value_names(game, field, id), "count": len(cards)}
                    for id, cards in sorted(
                        lists.items(), key=lambda item: self._value_order(game, field, item[0])
                    )
                ]
                found.append({"field": field["id"], "label": field["label"], "values": values})
        return found

    @question
    def set_cards(self, game: str, set_id: str) -> list[Record]:
        """The cards that belong to a set; without those that are only printed again in it."""
        return [card for card in self.cards(game) if card["set"] == set_id]

    @question
    def facet_cards(self, game: str, field: str, value: str) -> list[Record]:
        """The cards of one list; empty for a list that is not there."""
        known = {"set", *(f["id"] for f in self.games[game]["fields"] if f["facet"])}
        return self._facet_lists(game, field).get(value, []) if field in known else []

    def _set_facet(self, game: str) -> Record:
        values = [
            {"id": id, "name": given["name"], "ours": given["ours"], "count": given["count"]}
            for id, given in self.games[game]["sets"].items()
        ]
        return {"field": "set", "label": self.term("field", "set"), "values": values}

    def _facet_lists(self, game: str, field: str) -> dict[str, list[Record]]:
        """The cards of a game by each value of a field, or by each set they are printed in."""
        if (game, field) not in self._lists:
            lists: dict[str, list[Record]] = defaultdict(list)
            for card in self.cards(game):
                for value in dict.fromkeys(_listed(card, field)):
                    lists[value].append(card)
            self._lists[game, field] = dict(lists)
        return self._lists[game, field]

    def _value_names(self, game: str, field: Record, value: str) -> Record:
        if value in (UNKNOWN, NONE):
            return {"name": self.term("value", value), "ours": False}
        if field["kind"] in ("term", "terms"):
            names = self.term(field["group"], value)
            return {"name": names, "ours": names["ours"]}
        if field["kind"] == "keywords":
            keyword = self.keywords(game)[value]
            return {"name": keyword["name"], "ours": keyword["ours"]}
        return {"name": dict.fromkeys(LANGUAGES, value.upper()), "ours": False}

    def _value_order(self, game: str, field: Record, value: str) -> tuple[int, int, str]:
        """Terms in the order of their table, numbers by size, then X, none and unknown."""
        if value in (NONE, UNKNOWN):
            return (2, int(value == UNKNOWN), "")
        if field["kind"] == "number":
            return (0, int(value), "") if value.isdecimal() else (1, 0, value)
        if field["kind"] == "keywords":
            return (0, list(self.keywords(game)).index(value), "")
        return (0, list(self._terms).index(f"{field['group']}/{value}"), "")


def _listed(card: Record, field: str) -> Iterable[str]:
    """The values of a field under which a card is listed, on either face; or its sets."""
    if field == "set":
        return [card["set"], *(printing["set"] for printing in card["printings"])]
    faces = [card["facts"], *([card["back"]["facts"]] if card["back"] else [])]
    return (v for face in faces if field in face for v in _facet_values(face[field]))


def _facet_values(value: Any) -> Iterable[str]:
    if isinstance(value, list):
        return [str(item).partition(":")[0] for item in value] or [NONE]
    return [str(value).lower()]
