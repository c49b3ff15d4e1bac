"""Content as the tables of the catalogue: `build` makes `db/zhenshu.db` (see `db/schema.sql`).

It does so in one step: a build that is stopped leaves the old file.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import sqlite_utils

from zhenshu import memory
from zhenshu.cards import Card
from zhenshu.content import Content, Game
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES
from zhenshu.records import Record, Records
from zhenshu.sandbox import bundle

SUFFIX = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}
Row = dict[str, Any]


@dataclass
class Table:
    """What goes into a table: its columns, and values in their order."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class Tables(dict[str, Table]):
    """All tables by name, in the order in which they are filled."""

    def add(self, table: str, row: Row) -> None:
        """Add a row; all rows of a table have the same columns."""
        self.add_values(table, tuple(row), tuple(row.values()))

    def add_values(self, table: str, columns: tuple[str, ...], values: tuple[Any, ...]) -> None:
        if table not in self:
            self[table] = Table(columns, [])
        self[table].rows.append(values)


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
        db.table("cards").enable_fts(["search_text"], tokenize="unicode61 remove_diacritics 2")
        broken = list(db.query("pragma foreign_key_check"))
        if broken:
            raise ValueError(f"foreign keys lead nowhere: {broken[:3]}")
        db.conn.commit()
        db.execute("vacuum")
        db.close()
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _fill(db: sqlite_utils.Database, content: Content) -> None:
    records = Records(content)
    tables = Tables()
    for group, entries in content.terms.groups.items():
        for term in entries:
            given = records.term(group, term)
            row: Row = {"id": f"{group}/{term}", "grp": group, "term": term}
            tables.add("terms", {**row, **_named("name", given), "ours": given["ours"]})
    for position, game in enumerate(content.games.values()):
        for table, row in _game_rows(position, game, records):
            tables.add(table, row)
        _add_cards(tables, game, records)
    for position, page in enumerate(
        sorted(content.pages.values(), key=lambda page: page.data["order"])
    ):
        row = {"id": page.id, "position": position, "record": _json(records.page(page))}
        tables.add("pages", row)
    # Whoever serves the catalogue converts interface texts as whoever built it did.
    meta = {
        "conversion": _json(content.terms.conversion),
        "search": _json(dict(content.search)),
        "version": _digest(tables, dict(content.search)),
        "referee": bundle.game(content),
    }
    for key, value in meta.items():
        tables.add("meta", {"key": key, "value": value})
    for name, filled in tables.items():
        _insert(db, name, filled)


def _insert(db: sqlite_utils.Database, name: str, table: Table) -> None:
    """All rows of a table. (insert_all looks at every value again to guess a schema, which is
    given here; for facts that would take as long as all the rest.)"""
    marks = ", ".join("?" * len(table.columns))
    db.conn.executemany(
        f"insert into {name} ({', '.join(table.columns)}) values ({marks})", table.rows
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


def _add_cards(tables: Tables, game: Game, records: Records) -> None:
    """The rows of a game's cards, made anew for a card whose file changed, or what is around."""
    made_by = hashlib.blake2b(repr((game.fields, game.words)).encode(), digest_size=16).digest()
    for place, card in enumerate(game.cards.values()):
        around = records.around("\n".join(card.notes.values())) if card.notes else b""
        rows = memory.once(
            ("rows", card.id, card.document.state, place, made_by, around),
            partial(_card_rows, game, place, card, records),
        )
        for table, columns, values in rows:
            tables.add_values(table, columns, values)


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


def _card_rows(
    game: Game, position: int, card: Card, records: Records
) -> list[tuple[str, tuple[str, ...], tuple[Any, ...]]]:
    """Each row with its table and columns, in a form that takes little room."""
    rows = _rows_of_card(game, position, records.card(card))
    return [(name, _columns(*row), tuple(row.values())) for name, row in rows]


@cache
def _columns(*names: str) -> tuple[str, ...]:
    """One and the same tuple for equal columns."""
    return names


def _rows_of_card(game: Game, position: int, record: Record) -> Iterator[tuple[str, Row]]:
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


def _json(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _digest(tables: Tables, search: Record) -> str:
    """A digest of the terms, the words of search and every record in order; all other rows are
    made from them."""
    digest = hashlib.sha256(_json([tables["terms"].rows, search]).encode())
    for table in tables.values():
        if "record" in table.columns:
            place = table.columns.index("record")
            for row in table.rows:
                digest.update(f"\n{row[place]}".encode())
    return digest.hexdigest()[:12]
