"""The catalogue: content as a SQLite file, and the reading of it.

`build` makes `db/zhenshu.db` from content in one step: a build that is stopped leaves the old file.
`Catalog.open` reads it; nothing after it looks at `content/` again. Tables: `db/schema.sql`.
"""

import hashlib
import json
import os
import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlite_utils

from zhenshu import chinese
from zhenshu.content import Content, Game
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.records import Record, Records
from zhenshu.sandbox import bundle

SUFFIX = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}
NONE = "none"  # the value of an empty list in addresses of lists
Row = dict[str, Any]


def build(content: Content, schema: Path, path: Path) -> None:
    """Write the catalogue of some content to a file, replacing it only when whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    try:
        db = sqlite_utils.Database(temporary)
        db.execute("pragma journal_mode = off")
        db.execute("pragma synchronous = off")
        db.executescript(schema.read_text(encoding="utf-8"))
        _fill(db, content)
        _views(db, content)
        db["cards"].enable_fts(["search_text"], tokenize="unicode61 remove_diacritics 2")
        broken = list(db.query("pragma foreign_key_check"))
        if broken:
            raise ValueError(f"foreign keys lead nowhere: {broken[:3]}")
        db.conn.commit()
        db.execute("vacuum")
        db.close()
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def keep_prints(path: Path, sizes: Mapping[str, int]) -> None:
    """Write into a catalogue which PDFs the site carries, by path below the site, and how large
    they are. Whoever has the file open goes on reading the old one."""
    temporary = path.with_suffix(f".{os.getpid()}.new")
    shutil.copyfile(path, temporary)
    with closing(sqlite3.connect(temporary)) as db, db:
        db.execute("pragma synchronous = off")
        db.executemany("insert into prints values (?, ?)", sizes.items())
    os.replace(temporary, path)


def _fill(db: sqlite_utils.Database, content: Content) -> None:
    records = Records(content)
    tables: dict[str, list[Row]] = defaultdict(list)
    for group, entries in content.terms.groups.items():
        for term in entries:
            given = records.term(group, term)
            tables["terms"].append(
                {
                    "id": f"{group}/{term}",
                    "grp": group,
                    "term": term,
                    **_named("name", given),
                    "ours": given["ours"],
                }
            )
    for position, game in enumerate(content.games.values()):
        for table, row in _game_rows(position, game, records):
            tables[table].append(row)
    for position, page in enumerate(
        sorted(content.pages.values(), key=lambda page: page.data["order"])
    ):
        tables["pages"].append(
            {"id": page.id, "position": position, "record": _json(records.page(page))}
        )
    # Whoever serves the catalogue converts interface texts as whoever built it did.
    tables["meta"] = [
        {"key": "conversion", "value": _json(content.terms.conversion)},
        {"key": "search", "value": _json(dict(content.search))},
        {"key": "version", "value": _digest({**tables, "search": [dict(content.search)]})},
        {"key": "referee", "value": bundle.game(content)},
    ]
    for table, rows in tables.items():
        _insert(db, table, rows)


def _insert(db: sqlite_utils.Database, table: str, rows: list[Row]) -> None:
    """All rows of a table, which have the same keys. (insert_all looks at every value again to
    guess a schema, which is given here; for facts that would take as long as all the rest.)"""
    columns = list(rows[0])
    marks = ", ".join("?" * len(columns))
    db.conn.executemany(
        f"insert into {table} ({', '.join(columns)}) values ({marks})",
        [tuple(row.values()) for row in rows],
    )


def _game_rows(position: int, game: Game, records: Records) -> Iterator[tuple[str, Row]]:
    slug = game.slug
    record = records.game(game)
    yield (
        "games",
        {
            "id": slug,
            "position": position,
            **_named("name", record["name"]),
            "record": _json(record),
        },
    )
    for place, (code, given) in enumerate(record["sets"].items()):
        released = given["released"]
        yield (
            "sets",
            {
                "id": f"{slug}/{code}",
                "game": slug,
                "code": code,
                "position": place,
                **_named("name", given["name"]),
                "released_en": released["en"] if released else None,
            },
        )
    for id, given in record["sources"].items():
        row = {"id": f"{slug}/{id}", "game": slug, "url": given["url"]}
        title = given["title"]
        yield "sources", {**row, "title_en": title["en"], "title_hans": title["zh-Hans"]}
    for place, spec in enumerate(game.fields.values()):
        yield (
            "fields",
            {
                "id": f"{slug}/{spec.id}",
                "game": slug,
                "field": spec.id,
                "position": place,
                "kind": spec.kind,
                "label": f"field/{spec.label}",
                "unit": f"unit/{spec.unit}" if spec.unit else None,
                "derived": spec.derived,
            },
        )
    yield from _keyword_rows(game, records)
    yield from _rule_rows(game, records)
    for place, card in enumerate(game.cards.values()):
        yield from _card_rows(game, place, records.card(card))


def _keyword_rows(game: Game, records: Records) -> Iterator[tuple[str, Row]]:
    for keyword in game.keywords.values():
        record = records.keyword(game, keyword)
        id = f"{game.slug}/{keyword.id}"
        yield (
            "keywords",
            {
                "id": id,
                "game": game.slug,
                "keyword": keyword.id,
                **_named("name", record["name"]),
                "ours": record["ours"],
                **_named("reminder", record["reminder"]),
                "record": _json(record),
            },
        )
        for rule in record["rules"]:
            yield "citations", {"paragraph": f"{game.slug}/{rule}", "keyword": id, "ruling": None}


def _rule_rows(game: Game, records: Records) -> Iterator[tuple[str, Row]]:
    place = 0
    for position, chapter in enumerate(game.chapters):
        record = records.chapter(game, chapter)
        yield (
            "chapters",
            {
                "id": f"{game.slug}/{chapter.id}",
                "game": game.slug,
                "position": position,
                "record": _json(record),
            },
        )
        for block in record["blocks"]:
            if block["level"]:
                continue
            id = f"{game.slug}/{block['id']}"
            row = {"id": id, "game": game.slug, "chapter": chapter.id, "position": place}
            place += 1
            yield "paragraphs", {**row, "status": block["status"], **_named("text", block["text"])}
            for ground in block["grounds"]:
                yield (
                    "paragraph_grounds",
                    {"paragraph": id, "ground": f"{game.slug}/{ground}"},
                )
    for ruling in game.rulings.values():
        record = records.ruling(game, ruling)
        id = f"{game.slug}/{ruling.id}"
        yield (
            "rulings",
            {
                "id": id,
                "game": game.slug,
                "status": record["status"],
                "date": None if record["date"] == UNKNOWN else record["date"],
                **_named("question", record["question"]),
                "record": _json(record),
            },
        )
        for rule in record["rules"]:
            yield "citations", {"paragraph": f"{game.slug}/{rule}", "keyword": None, "ruling": id}


def _card_rows(game: Game, position: int, record: Record) -> Iterator[tuple[str, Row]]:
    name = record["name"]
    yield (
        "cards",
        {
            "id": record["id"],
            "game": game.slug,
            "set_id": f"{game.slug}/{record['set']}",
            "position": position,
            "slug": record["slug"],
            "number": None if record["number"] == UNKNOWN else record["number"],
            **_named("name", name),
            "name_fr": name.get("fr"),
            "pinyin": record["pinyin"],
            "search_text": _search_text(record),
            "record": _json(record),
        },
    )
    for printing in record["printings"]:
        yield (
            "printings",
            {
                "card": record["id"],
                "number": printing["number"],
                "set_id": f"{game.slug}/{printing['set']}",
            },
        )
    for face, facts in (("front", record["facts"]), ("back", (record["back"] or {}).get("facts"))):
        for id, value in (facts or {}).items():
            spec = game.fields[id]
            for place, row in enumerate(_fact_rows(game, spec.kind, spec.group, value)):
                yield (
                    "facts",
                    {
                        "card": record["id"],
                        "face": face,
                        "field": f"{game.slug}/{id}",
                        "position": place,
                        **row,
                    },
                )


def _search_text(record: Record) -> str:
    """The words that find a card in the full-text table.

    SQLite takes a run of Chinese for one word, so every part of a name up to four characters is
    written out, in both scripts, then the pinyin, then names in other languages and the numbers.
    """
    words: dict[str, None] = {}
    for script in ("zh-Hans", "zh-Hant"):
        for run in re.findall(r"[^\W·]+", record["name"][script] or ""):
            parts = (run[i : i + n] for n in range(1, 5) for i in range(len(run) - n + 1))
            words.update(dict.fromkeys((*parts, run)))
    spoken = [part.strip() for part in record["pinyin"].split("·")]
    words.update(dict.fromkeys((*spoken, *(part.replace(" ", "") for part in spoken))))
    others = [name for language, name in record["name"].items() if language in ("en", "fr")]
    numbers = [record["number"], *(printing["number"] for printing in record["printings"])]
    words.update(dict.fromkeys(word for word in (*others, *numbers) if word and word != UNKNOWN))
    return " ".join(word for word in words if word)


def _fact_rows(game: Game, kind: str, group: str, value: Any) -> Iterator[Row]:
    row: Row = {"value": str(value), "number": None, "term": None, "keyword": None}
    if value == UNKNOWN:
        yield row
    elif kind == "number":
        yield {**row, "number": value if isinstance(value, int) else None}
    elif kind == "term":
        yield {**row, "term": f"{group}/{value}"}
    elif kind == "terms":
        for item in value:
            yield {**row, "value": item, "term": f"{group}/{item}"}
    elif kind == "counts":
        for item, count in value.items():
            yield {**row, "value": item, "number": count, "term": f"{group}/{item}"}
    elif kind == "keywords":
        for item in value:
            id, _colon, number = item.partition(":")
            count = int(number) if number.isdecimal() else None
            yield {**row, "value": item, "number": count, "keyword": f"{game.slug}/{id}"}
    elif kind == "flag":
        yield {**row, "value": "true"}
    elif kind == "text":
        yield {**row, "value": value["en"]}
    else:
        yield row


def _views(db: sqlite_utils.Database, content: Content) -> None:
    """A table-like view of each game's cards, with one column a number or single term."""
    for game in content.games.values():
        columns = [
            f"(select coalesce(number, value) from facts where card = cards.id"
            f" and face = 'front' and field = '{game.slug}/{id}') as \"{id}\""
            for id, spec in game.fields.items()
            if spec.kind in ("number", "term")
        ]
        db.create_view(
            f"{game.slug}_cards",
            "select id, set_id, number, name_en, name_hans, name_hant, "
            f"{', '.join(columns)} from cards where game = '{game.slug}' order by position",
        )


def _named(prefix: str, names: Mapping[str, str | None]) -> Row:
    return {f"{prefix}_{SUFFIX[language]}": names[language] for language in LANGUAGES}


def _json(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _digest(tables: Mapping[str, list[Row]]) -> str:
    text = json.dumps(tables, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Catalog:
    """The catalogue, read only. Everything is kept in memory once it was asked for.

    `prints` are the sizes of the PDFs that the site carries, in bytes, by path below the site.
    """

    def __init__(self, connection: sqlite3.Connection):
        self.prints: Mapping[str, int] = {}
        self._connection = connection
        self._cards: dict[str, dict[str, Record]] = {}
        self._kinds: dict[tuple[str, str], dict[str, Record]] = {}
        self._lists: dict[tuple[str, str], dict[str, list[Record]]] = {}

    @classmethod
    def open(cls, path: Path) -> "Catalog":
        """Open a file that `build` made. Raises FileNotFoundError where there is none."""
        if not path.is_file():
            raise FileNotFoundError(path)
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        catalog = cls(sqlite3.connect(uri, uri=True, check_same_thread=False))
        catalog.prints = dict(catalog._connection.execute("select path, size from prints"))
        chinese.configure(json.loads(catalog._meta("conversion")))
        return catalog

    def _records(self, sql: str, *values: str) -> list[Record]:
        return [json.loads(text) for (text,) in self._connection.execute(sql, values)]

    def _meta(self, key: str) -> str:
        row = self._connection.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0])

    @cached_property
    def version(self) -> str:
        """A digest of all content, 12 hexadecimal digits."""
        return self._meta("version")

    @property
    def referee(self) -> str:
        """What the referee is told in the browser; see `zhenshu.sandbox.bundle`."""
        return self._meta("referee")

    @cached_property
    def search(self) -> Record:
        """The words of search; see `zhenshu.searchwords`."""
        return dict(json.loads(self._meta("search")))

    @cached_property
    def games(self) -> dict[str, Record]:
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

    def term(self, group: str, id: str) -> Record:
        """The names of a term. Raises KeyError for one that is not in the table."""
        return self._terms[f"{group}/{id}"]

    def term_ids(self, group: str) -> list[str]:
        """The ids of a group's terms, in the order of the table."""
        return [id.partition("/")[2] for id in self._terms if id.startswith(f"{group}/")]

    def _by_id(self, game: str) -> dict[str, Record]:
        if game not in self._cards:
            found = self._records("select record from cards where game = ? order by position", game)
            self._cards[game] = {record["id"]: record for record in found}
        return self._cards[game]

    def cards(self, game: str) -> list[Record]:
        """The cards of a game, by set and number."""
        return list(self._by_id(game).values())

    def card(self, id: str) -> Record | None:
        """A card by its id, game/set/slug."""
        return self._by_id(id.partition("/")[0]).get(id)

    def _kind(self, table: str, game: str) -> dict[str, Record]:
        if (table, game) not in self._kinds:
            found = self._records(f"select record from {table} where game = ? order by rowid", game)
            self._kinds[table, game] = {record["id"]: record for record in found}
        return self._kinds[table, game]

    def keywords(self, game: str) -> dict[str, Record]:
        return self._kind("keywords", game)

    def rulings(self, game: str) -> dict[str, Record]:
        return self._kind("rulings", game)

    def chapters(self, game: str) -> list[Record]:
        return list(self._kind("chapters", game).values())

    @cached_property
    def pages(self) -> dict[str, Record]:
        found = self._records("select record from pages order by position")
        return {record["id"]: record for record in found}

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

    def facets(self, game: str) -> list[Record]:
        """The lists of a game: the set, then every field that has lists, with counts."""
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

    def facet_cards(self, game: str, field: str, value: str) -> list[Record]:
        """The cards of one list; empty for a list that is not there."""
        if field == "set":
            return [
                card
                for card in self.cards(game)
                if card["set"] == value or any(p["set"] == value for p in card["printings"])
            ]
        known = {f["id"] for f in self.games[game]["fields"] if f["facet"]}
        return self._facet_lists(game, field).get(value, []) if field in known else []

    def _set_facet(self, game: str) -> Record:
        values = [
            {"id": id, "name": given["name"], "ours": given["ours"], "count": given["count"]}
            for id, given in self.games[game]["sets"].items()
        ]
        return {"field": "set", "label": self.term("field", "set"), "values": values}

    def _facet_lists(self, game: str, field: str) -> dict[str, list[Record]]:
        """The cards of a game by each value of a field on either face."""
        if (game, field) not in self._lists:
            lists: dict[str, list[Record]] = defaultdict(list)
            for card in self.cards(game):
                faces = [card["facts"], *([card["back"]["facts"]] if card["back"] else [])]
                values = [face[field] for face in faces if field in face]
                for value in dict.fromkeys(v for given in values for v in _facet_values(given)):
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


def _facet_values(value: Any) -> Iterable[str]:
    if isinstance(value, list):
        return [str(item).partition(":")[0] for item in value] or [NONE]
    return [str(value).lower()]
