"""Bring a table of cards in: CSV, JSON or YAML to one file a card.

A table whose columns are our own keys needs nothing more. Another table's columns are described in
`content/<game>/import.toml`:

    rows = "cards"                 # where the list stands, if it is not the file itself
    ignore = ["zh_hant"]           # columns that hold nothing new
    [columns]
    zh_hans = "name.zh-Hans"       # column = key of a card
    effect = { to = "summary" }    # with how to read it:
    #   to      the key; `id` is set and slug in one (cz-001); `note` is the body
    #   values  what a value of theirs is with us
    #   split   the mark between the items of a list
    #   prefix  put before every value
    #   null    what an empty value means (`unknown` unless the fact is optional)
    #   parts   for a map: column = key for each part

Names of terms may be given in any language and script; they become ids. Every row is checked
before any file is written, and either all rows come in or none.
"""

import csv
import io
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zhenshu import cards, prose, shape, source
from zhenshu.content import Content, Game
from zhenshu.fields import UNKNOWN, Field, Known
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem
from zhenshu.source import Document
from zhenshu.terms import ID

LIMIT = 32 * 1024 * 1024  # bytes of a table
EMPTY: tuple[Any, ...] = (None, "", "-", [], {})


@dataclass(frozen=True)
class Column:
    """How one column of a table is read."""

    to: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    split: str = ""
    prefix: str = ""
    null: Any = None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Mapped:
    """How the table of a game is read: where its rows stand, its columns, what to pass over."""

    rows: str = ""
    columns: Mapping[str, Column] = field(default_factory=dict)
    ignore: frozenset[str] = frozenset()


@dataclass
class Outcome:
    """What an import did or would do: files by name with their text, and problems by row."""

    files: dict[str, str] = field(default_factory=dict)
    unchanged: int = 0
    problems: list[Problem] = field(default_factory=list)


class TableError(Exception):
    """The table as a whole cannot be read."""


def mapping(root: Path, game: str) -> Mapped:
    """The column description of a game; an empty one where there is none."""
    name = f"content/{game}/import.toml"
    if not (root / name).is_file():
        return Mapped()
    problems: list[Problem] = []
    read = source.read_toml(root / name, name, problems)
    if read is None:
        raise TableError("\n".join(map(str, problems)))
    given = read[0]
    try:
        columns = {
            name: Column(to=how) if isinstance(how, str) else Column(**how)
            for name, how in given.get("columns", {}).items()
        }
    except TypeError as error:
        raise TableError(f"{name}: {error}") from error
    return Mapped(given.get("rows", ""), columns, frozenset(given.get("ignore", ())))


def read_table(path: Path, rows: str = "") -> list[dict[str, Any]]:
    """The rows of a CSV, JSON or YAML file. Raises TableError with a sentence for its user."""
    try:
        if path.stat().st_size > LIMIT:
            raise TableError(_("The table is larger than {limit} bytes.").format(limit=LIMIT))
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise TableError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TableError(
            _("The table is not UTF-8 at byte {at}.").format(at=error.start)
        ) from error
    kind = path.suffix.lower()
    if kind == ".csv":
        try:
            return [
                {name: _cell(value, path.name) for name, value in row.items() if name is not None}
                for row in csv.DictReader(io.StringIO(text))
            ]
        except csv.Error as error:
            raise TableError(str(error)) from error
    if kind == ".json":
        try:
            table = json.loads(text)
        except (ValueError, RecursionError) as error:  # JSONDecodeError is a ValueError
            raise TableError(str(error)) from error
    elif kind in (".yaml", ".yml"):
        problems: list[Problem] = []
        table = source.plain_yaml(text, path.name, problems)
        if problems:
            raise TableError("\n".join(map(str, problems)))
    else:
        raise TableError(_("{suffix} is not .csv, .json or .yaml.").format(suffix=path.suffix))
    if rows and isinstance(table, dict):
        table = table.get(rows)
    if not isinstance(table, list) or not all(isinstance(row, dict) for row in table):
        raise TableError(_("The table is not a list of rows."))
    return table


def _cell(text: Any, name: str) -> Any:
    """A cell of a CSV file: `{wei: 2}` and `[a, b]` are read as in a card file."""
    if isinstance(text, str) and text[:1] in ("{", "["):
        problems: list[Problem] = []
        value = source.plain_yaml(text, name, problems)
        if not problems:
            return value
    return text


def convert(
    root: Path, content: Content, game: Game, table: list[dict[str, Any]], mapped: Mapped
) -> Outcome:
    """Check every row and say what files it makes. Writes nothing."""
    outcome = Outcome()
    converter = _Converter(content, game, mapped)
    converter.learn_names(table)
    made: dict[str, tuple[int, Document]] = {}
    for number, row in enumerate(table, 1):
        try:
            name, data, note = converter.row(number, row)
        except (TypeError, ValueError, AttributeError) as error:
            converter.add(
                _("The row has a value of the wrong form: {reason}.").format(reason=error)
            )
            name, data, note = "", {}, ""
        outcome.problems.extend(converter.take_problems())
        if not name:
            continue
        if name in made:
            first = made[name][0]
            outcome.problems.append(
                Problem(
                    _row(number), number, _("The row is the same card as row {n}.").format(n=first)
                )
            )
            continue
        made[name] = (number, Document(name, data, body=f"# en\n{note}\n" if note else ""))
    converter.check(made, outcome)
    if outcome.problems:
        outcome.problems.sort(key=lambda problem: problem.line)
        return outcome
    for name, (_number, document) in made.items():
        text = card_text(document.data, document.body)
        path = root / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            outcome.unchanged += 1
        else:
            outcome.files[name] = text
    return outcome


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files so that each is whole or untouched, whenever the run is stopped."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".import-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


def _row(number: int) -> str:
    return _("row {number}").format(number=number)


class _Converter:
    """Turns rows into front matter, gathering problems by row."""

    def __init__(self, content: Content, game: Game, mapped: Mapped):
        self.content = content
        self.game = game
        self.mapped = mapped
        self.problems: list[Problem] = []
        self.number = 0
        self.named: dict[str, str] = {}
        for id, card in game.cards.items():
            self.named.update((name, id) for name in card.names.plain().values() if name)
        self.sources = {id.casefold(): id for id in game.about.data["sources"]}

    def take_problems(self) -> list[Problem]:
        taken, self.problems = self.problems, []
        return taken

    def row(self, number: int, row: Mapping[str, Any]) -> tuple[str, dict[str, Any], str]:
        """The file name, front matter and note a row makes; no name where it has no place."""
        self.number = number
        data: dict[str, Any] = {}
        for key, value in self.pairs(row):
            self.put(data, key, value)
        note = str(data.pop("note", "") or "")
        set_id, slug = data.pop("set", None), data.pop("slug", None)
        if not set_id or not slug:
            self.add(_("The row has no set and slug."))
            return "", data, note
        for part in (set_id, slug := str(slug).lower()):
            if not ID.fullmatch(str(part)) or len(str(part)) > 60:
                self.add(
                    _("{part} cannot be a file name.").format(part=part),
                    _("Use small letters, digits and single hyphens."),
                )
                return "", data, note
        given = data.get("type")
        types = given if isinstance(given, list) else []
        self.complete(data, types, self.game.fields)
        if isinstance(back := data.get("back"), dict):
            two_sided = {id: spec for id, spec in self.game.fields.items() if spec.back}
            self.complete(back, types, two_sided)
        name = f"content/{self.game.slug}/cards/{set_id}/{slug}.md"
        return name, self.ordered(data), note

    def learn_names(self, table: list[dict[str, Any]]) -> None:
        """Note the names of a table's own cards, which its rows may speak of."""
        for row in table:
            card: dict[str, Any] = {}
            for key, value in self.pairs(row):
                if key in ("id", "set", "slug") or key.partition(".")[0] == "name":
                    self.put(card, key, value)
            id = f"{self.game.slug}/{card.get('set')}/{card.get('slug')}"
            self.named.update((str(name), id) for name in card.get("name", {}).values())

    def add(self, wrong: str, remedy: str = "") -> None:
        self.problems.append(Problem(_row(self.number), self.number, wrong, remedy))

    def pairs(self, row: Mapping[str, Any], whole: bool = True) -> Iterator[tuple[str, Any]]:
        """(key, value) for every column that means something to us, and the values of columns
        that the row leaves out."""
        for name, value in row.items():
            if name in self.mapped.ignore:
                continue
            column = self.mapped.columns.get(name, Column(to=str(name)))
            if column.parts:
                for part, key in column.parts.items():
                    if isinstance(value, dict):
                        yield key, value.get(part)
            elif value in EMPTY and column.null is not None:
                yield column.to, column.null
            else:
                yield column.to, self.read(value, column)
        for name, column in self.mapped.columns.items():
            if name not in row and column.null is not None and whole:
                yield column.to, column.null

    def read(self, value: Any, column: Column) -> Any:
        if column.split and isinstance(value, str):
            value = [part.strip() for part in value.split(column.split) if part.strip()]
        if isinstance(value, list):
            items = [self.one(item, column) for item in value]
            if column.to == "sources" and column.prefix:
                return [column.prefix + ", ".join(map(str, value))]
            return items
        return self.one(value, column)

    def one(self, value: Any, column: Column) -> Any:
        key = str(value)
        return column.values.get(key, value)

    def put(self, data: dict[str, Any], key: str, value: Any) -> None:
        """Set one key of the card, in our own form."""
        if key == "id":
            set_id, _hyphen, slug = str(value).lower().rpartition("-")
            data["set"], data["slug"] = set_id, slug
        elif key == "name":
            if isinstance(value, dict):
                data["name"] = {k: v for k, v in value.items() if v}
            elif value:
                data["name"] = {"zh-Hans": value}
        elif key.startswith("name."):
            if value:
                data.setdefault("name", {})[key.removeprefix("name.")] = value
        elif key in ("set", "slug", "number", "note", "ours"):
            if value not in EMPTY:
                data[key] = value
        elif key == "printings":
            printed = [p if isinstance(p, dict) else self.printing(p) for p in value or ()]
            if printed:
                data[key] = printed
        elif key == "sources":
            data[key] = [self.source(item) for item in _flat(value)]
        elif key == "back" or key.startswith("differs."):
            self.put_facts(data, key, value)
        elif key in self.game.fields:
            data[key] = self.fact(self.game.fields[key], value)
        else:
            self.add(
                _("The column {name} is no key of a card.").format(name=key),
                _("Rename it, or describe it in import.toml."),
            )

    def put_facts(self, data: dict[str, Any], key: str, value: Any) -> None:
        if not isinstance(value, dict):
            return
        facts: dict[str, Any] = {}
        for below, item in self.pairs(value, whole=False):
            self.put(facts, below, item)
        head, dot, source_id = key.partition(".")
        if dot:
            wanted = {k: v for k, v in facts.items() if v is not None}
            data.setdefault(head, {})[source_id] = wanted
        else:
            data[head] = facts

    def printing(self, number: str) -> dict[str, str]:
        return {"number": number, "set": number.partition("-")[0].lower()}

    def source(self, text: str) -> str:
        id, colon, place = str(text).partition(":")
        return f"{self.sources.get(id.casefold(), id)}{colon}{place}"

    def fact(self, spec: Field, value: Any) -> Any:
        """A value in the form of its field; None where the table says nothing."""
        if value is None or value == "" or value == UNKNOWN:
            return value or None
        if spec.kind == "number":
            return _as_number(value)
        if spec.kind == "flag":
            return {"true": True, "false": False}.get(str(value).lower(), value)
        if spec.kind == "term":
            return self.term(spec, value)
        if spec.kind == "terms":
            items = value if isinstance(value, list) else [value]
            return [self.term(spec, item) for item in items if item not in EMPTY]
        if spec.kind == "counts":
            return self.counts(spec, value)
        if spec.kind == "keywords":
            items = value if isinstance(value, list) else str(value).split()
            return [self.keyword(str(item)) for item in items]
        if spec.kind == "text":
            return str(value).replace(" || ", "\n")  # the mark between abilities in tables
        return self.card(str(value)) if spec.kind == "card" else value

    def term(self, spec: Field, value: Any) -> Any:
        return self.content.terms.find(spec.group, str(value)) or value

    def counts(self, spec: Field, value: Any) -> Any:
        if isinstance(value, dict):
            return {self.term(spec, name): _as_number(count) for name, count in value.items()}
        if not isinstance(value, list):
            return value
        names = [self.term(spec, item) for item in value]
        return {name: names.count(name) for name in dict.fromkeys(names)}

    def keyword(self, value: str) -> str:
        id, colon, number = value.partition(":")
        id = id.replace("_", "-")
        if id not in self.game.keywords:
            for known, text in self.game.keywords.items():
                if id in text.data["name"].values():
                    id = known
        if colon:
            number = self.content.terms.find("subject", number) or number
        return f"{id}{colon}{number}"

    def card(self, value: str) -> str:
        """A card's id from `set-number` or its name, in the table or in the game."""
        if value in self.named:
            return self.named[value]
        set_id, hyphen, slug = value.lower().rpartition("-")
        return f"{self.game.slug}/{set_id}/{slug}" if hyphen and "/" not in value else value

    def complete(self, data: dict[str, Any], types: list[str], fields: Mapping[str, Field]) -> None:
        """Leave out what does not apply and say `unknown` where the table says nothing."""
        data.setdefault("number", UNKNOWN)
        for id, spec in fields.items():
            value = data.get(id)
            if not spec.applies(types):
                if value in EMPTY or value == UNKNOWN:
                    data.pop(id, None)
            elif spec.optional:
                if value in EMPTY or value is False:
                    data.pop(id, None)
            elif value is None:
                data[id] = UNKNOWN

    def ordered(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The keys in the order every card file has them."""
        order = cards.common(self.game.fields, ())
        return {key: data[key] for key in (*order, *data) if key in data}

    def check(self, made: Mapping[str, tuple[int, Document]], outcome: Outcome) -> None:
        """What the checker would say of each file, by row."""
        sets, sources = self.game.about.data["sets"], self.game.about.data["sources"]
        shaped = cards.common(self.game.fields, sets)
        ids = {name[len("content/") : -len(".md")].replace("/cards/", "/") for name in made}
        known = Known(
            self.content.terms,
            self.game.numbered(),
            {**dict.fromkeys(ids), **self.game.cards}.keys(),
        )
        for name, (number, document) in made.items():
            found: list[Problem] = list(shape.problems(document, shaped))
            folder = name.split("/")[3]
            if folder not in sets:
                found.append(
                    document.problem((), _("The set {id} is not in game.md.").format(id=folder))
                )
            found.extend(cards.source_problems(document, sources))
            card = cards.build(document, self.game.slug, folder, Path(name).stem, self.game.fields)
            if card:
                found.extend(cards.check_facts(card, self.game.fields, known))
            prose.sections(document, found, ())
            outcome.problems.extend(
                Problem(_row(number), number, problem.wrong, problem.remedy) for problem in found
            )


def _flat(value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    return [part for item in items for part in (item if isinstance(item, list) else [item])]


def _as_number(value: Any) -> Any:
    """A whole number from a table; a list counts its items; other values stay as they are."""
    if isinstance(value, list):
        return len(value)
    if isinstance(value, str) and value.isdecimal() and len(value) <= source.LONGEST_NUMBER:
        return int(value)
    return value


def card_text(data: Mapping[str, Any], body: str = "") -> str:
    """The file of a card: one fact a line, in the order given."""
    lines = [f"{key}: {_yaml(value)}" for key, value in data.items()]
    return "\n".join(("---", *lines, "---", body)) if body else "\n".join(("---", *lines, "---\n"))


def _yaml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_yaml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    text = str(value)
    plain = text.replace("-", "").replace("/", "").replace(":", "").isalnum()
    safe = plain and text[0].isalpha() and not text.endswith(":") and text not in _RESERVED
    return text if isinstance(value, int) or safe else json.dumps(text, ensure_ascii=False)


_RESERVED = ("true", "false", "null")
