"""The words of search, `content/search.toml`: its fields, their names and values, and the patterns
that read a query back.

`load` gives plain JSON values:
    fields     by id: kind, facts (ids of `fields.toml`; a game has those that it has), groups (of
               terms, here or in `content/terms.toml`), kinds (of entries that the field is about),
               names, patterns, means, covers (terms that a term stands for as well)
    terms      groups of terms that only search has, by id, each with its names
    settings   `sort` and `as`: names and means
    values     names of values of every field
    offer      ids of fields by what the site does with them of itself: facets, orders…
    say        groups of patterns of the read-back
    examples   queries that the help page shows, by language
    problem    groups of patterns that tell what is wrong with a query
Names are lists by language, patterns texts or pairs of texts (said, denied) by language.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from zhenshu.fields import Field
from zhenshu.i18n import gettext as _
from zhenshu.i18n import listed
from zhenshu.problems import Problem, nearest
from zhenshu.prose import WRITTEN
from zhenshu.source import read_toml, toml_lines
from zhenshu.terms import Terms, traditional_in_hans

NAME = "content/search.toml"
KINDS = ("card", "keyword", "ruling", "rule")
"""The kinds of entry, in the order their groups are shown."""

# The kinds of fields, and the kinds of facts that each can look at.
FACTS = {
    "term": ("term", "terms"),
    "number": ("number", "counts"),
    "keyword": ("keywords",),
    "name": (),
    "text": (),
    "prefix": (),
    "flag": (),
    "ruling": (),
    "rule": (),
}
TABLES = ("field", "term", "setting", "word", "offer", "say", "problem", "example")
# What the site offers, and the kinds of fields that can be.
OFFERED = {
    "bare": ("term", "keyword"),
    "facets": ("term", "keyword", "number"),
    "sorts": ("number",),
    "terms": ("term",),
    "numbers": ("number",),
}
PATTERNS = ("says", "exactly", "other", "none")
LISTS = ("facts", "groups", "kinds")
FIELD_KEYS = ("kind", *LISTS, "covers", *WRITTEN, *PATTERNS, "means")
# Groups of terms that the catalogue makes.
MADE_GROUPS = ("game", "set")
SAID = {
    "part": "word phrase exact regex text text-phrase text-regex has exactly other equal unequal "
    "less most more least same range unknown known none group",
    "join": "parts and or words keys settings",
    "whole": "sentence first quoted more sort up down name-up name-down random as-grid as-list "
    "as-text as-checklist left-out-one left-out",
    "noun": "card keyword ruling rule all nothing",
}
TOLD = {
    "code": "too-long too-many too-deep unopened unclosed unclosed-quote unknown-field "
    "unknown-value unknown-number not-among not-a-number no-value bad-op bad-regex misplaced",
    "hint": "near",
}


class Given(NamedTuple):
    """The tables of the file, and what they are held against."""

    tables: Mapping[str, Any]
    groups: Mapping[str, Iterable[str]]
    facts: Mapping[str, set[str]]


def load(
    root: Path, terms: Terms, games: Iterable[Mapping[str, Field]], problems: list[Problem]
) -> dict[str, Any]:
    """Read the file; empty if it has a mistake. `games` are the fields of each game."""
    found = read_toml(root / NAME, NAME, problems)
    if found is None:
        return {}
    tables, text = found
    lines = toml_lines(text)
    facts: dict[str, set[str]] = {}
    for fields in games:
        for id, spec in fields.items():
            facts.setdefault(id, set()).add(spec.kind)
    own = tables.get("term")
    groups = {**terms.groups, **(own if isinstance(own, dict) else {})}
    wrong = [
        Problem(NAME, _line(lines, where), *fault)
        for where, fault in _faults(Given(tables, groups, facts))
    ]
    wrong += _traditional(tables, lines)
    problems.extend(wrong)
    return {} if wrong else _plain(tables)


def _line(lines: Mapping[tuple[str, str], int], where: tuple[str, ...]) -> int:
    """The line of a key, given the way to it."""
    for cut in range(len(where), 0, -1):
        table, key = ".".join(where[: cut - 1]), where[cut - 1]
        if line := lines.get((table, key)) or lines.get(("", ".".join(where[:cut]))):
            return line
    return 1


def _plain(tables: Mapping[str, Any]) -> dict[str, Any]:
    fields = {}
    for id, given in tables["field"].items():
        fields[id] = {
            "kind": given["kind"],
            "facts": given.get("facts", []),
            "groups": given.get("groups", []),
            "kinds": given.get("kinds", ["card"]),
            "covers": given.get("covers", {}),
            "names": {language: given[language] for language in WRITTEN},
            "patterns": {key: given[key] for key in PATTERNS if key in given},
            "means": given["means"],
        }
    settings = {
        id: {"names": {lang: given[lang] for lang in WRITTEN}, "means": given["means"]}
        for id, given in tables["setting"].items()
    }
    return {
        "fields": fields,
        "terms": tables["term"],
        "settings": settings,
        "values": tables["word"].get("value", {}),
        "offer": tables["offer"]["fields"],
        "say": tables["say"],
        "examples": list(tables["example"].get("query", {}).values()),
        "problem": tables["problem"],
    }


def _faults(given: Given) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    """Where and what is wrong, and what would be right."""
    tables = given.tables
    for key in TABLES:
        if not isinstance(tables.get(key), dict) or not all(
            isinstance(table, dict) for table in tables[key].values()
        ):
            yield (key,), (_("There is no table [{key}.…].").format(key=key), "")
            return
    for key in tables:
        if key not in TABLES:
            yield (key,), _unknown(key, TABLES)
    for id, table in tables["field"].items():
        for below, fault in _field(id, table, given):
            yield ("field", id, *below), fault
    yield from _clashes(given)
    for id in ("sort", "as"):
        if id not in tables["setting"]:
            yield ("setting",), _missing(id)
    for id, table in tables["setting"].items():
        for below, fault in (*_names(table), *_texts(table, "means")):
            yield ("setting", id, *below), fault
    for top, table in [("term", t) for t in tables["term"]] + [("word", "value")]:
        for id, names in tables[top].get(table, {}).items():
            for _below, fault in _names(names):
                yield (top, table, id), fault
    yield from _offered(tables)
    for id, query in tables["example"].get("query", {}).items():
        for _below, fault in _pattern(id, query, False):
            yield ("example", "query", id), fault
    for top, expected in (("say", SAID), ("problem", TOLD)):
        yield from _patterns(top, tables[top], expected)


def _field(
    id: str, table: Mapping[str, Any], given: Given
) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key in table:
        if key not in FIELD_KEYS:
            yield (key,), _unknown(key, FIELD_KEYS)
    kind = table.get("kind")
    if kind not in FACTS:
        yield (
            ("kind",),
            (
                _("The field `{id}` has the kind {kind}.").format(id=id, kind=kind),
                _("Known are {keys}.").format(keys=listed(FACTS)),
            ),
        )
        return
    for key in LISTS:
        if not _is_texts(table.get(key, [])):
            yield (key,), (_("`{key}` has the wrong type.").format(key=key), _("Write a list."))
            return
    for fact in table.get("facts", ()):
        if fact not in given.facts:
            yield (
                ("facts",),
                (_("No game has the fact {fact}.").format(fact=fact), _near(fact, given.facts)),
            )
        elif not given.facts[fact] <= set(FACTS[kind]):
            yield (
                ("facts",),
                (_("The fact {fact} is no {kind}.").format(fact=fact, kind=kind), ""),
            )
    known = (*given.groups, *MADE_GROUPS)
    for group in table.get("groups", ()):
        if group not in known:
            yield (
                ("groups",),
                (
                    _("There is no group of terms {group}.").format(group=group),
                    _near(group, known),
                ),
            )
    for one in table.get("kinds", ()):
        if one not in KINDS:
            yield ("kinds",), _unknown(one, KINDS)
    yield from _names(table)
    yield from _texts(table, "means")
    for key in PATTERNS:
        if key in table:
            yield from _pattern(key, table[key], True)


def _offered(
    tables: Mapping[str, Any],
) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    """Fields that are offered and cannot be."""
    given = tables["offer"].get("fields", {})
    for key in given:
        if key not in OFFERED:
            yield ("offer", "fields", key), _unknown(key, OFFERED)
    for key, kinds in OFFERED.items():
        if not _is_texts(given.get(key)):
            yield ("offer", "fields"), _missing(key)
            continue
        known = [id for id, field in tables["field"].items() if field.get("kind") in kinds]
        known += tables["term"].get("sort", ()) if key == "sorts" else ()
        for id in given[key]:
            if id.removeprefix("-" if key == "sorts" else "") not in known:
                yield ("offer", "fields", key), _unknown(id, known)


def _clashes(given: Given) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    """Two fields or settings with one name: a query could not tell which is meant."""
    seen: dict[str, str] = {}
    for top in ("field", "setting"):
        for id, table in given.tables[top].items():
            for language in WRITTEN:
                names = table.get(language)
                for name in names if isinstance(names, list) else ():
                    first = seen.setdefault(str(name).casefold(), id)
                    if first != id:
                        wrong = _("{first} has the name {name} too.").format(first=first, name=name)
                        yield (top, id, language), (wrong, _("Keep it in one of them."))


def _names(table: Any) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    for language in WRITTEN:
        names = table.get(language) if isinstance(table, dict) else None
        if not names or not _is_texts(names):
            yield (
                (language,),
                (
                    _("There are no names in `{key}`.").format(key=language),
                    _("Write a list of texts for each of {keys}.").format(keys=listed(WRITTEN)),
                ),
            )


def _texts(table: Mapping[str, Any], key: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    if key not in table:
        yield (), _missing(key)
    else:
        yield from _pattern(key, table[key], False)


def _patterns(
    top: str, tables: Mapping[str, Any], expected: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    for table, given in tables.items():
        if table not in expected:
            yield (top, table), _unknown(table, expected)
            continue
        for key in given:
            if key not in expected[table].split():
                yield (top, table, key), _unknown(key, expected[table].split())
    for table, keys in expected.items():
        for key in keys.split():
            if key not in tables.get(table, {}):
                yield (top, table), _missing(key)
                continue
            for _below, fault in _pattern(key, tables[table][key], table == "part"):
                yield (top, table, key), fault


def _pattern(key: str, given: Any, pair: bool) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A text or a pair of texts in both languages, with the same blanks to fill in all of them."""
    form = '{en = ["…", "…"], zh-Hans = ["…", "…"]}' if pair else '{en = "…", zh-Hans = "…"}'
    texts: list[str] = []
    for language in WRITTEN:
        value = given.get(language) if isinstance(given, dict) else None
        if pair and _is_texts(value) and len(value) == 2:
            texts += value
        elif not pair and isinstance(value, str) and value:
            texts.append(value)
        else:
            wrong = _("`{key}` has no text in {language}.").format(key=key, language=language)
            yield (key,), (wrong, _("Write {form}.").format(form=form))
            return
    blanks = [set(re.findall(r"\{(\w+)\}", text)) for text in texts]
    spare = set.union(*blanks) - {"field"}
    if any(spare != found - {"field"} for found in blanks):
        names = ", ".join(f"{{{name}}}" for name in sorted(spare))
        yield (key,), (_("The texts do not all have {names}.").format(names=names), "")


def _traditional(
    tables: Mapping[str, Any], lines: Mapping[tuple[str, str], int]
) -> Iterator[Problem]:
    """Traditional characters among the simplified texts."""

    def look(value: Any, where: tuple[str, ...]) -> Iterator[Problem]:
        if isinstance(value, dict):
            for key, below in value.items():
                yield from look(below, (*where, key))
        elif isinstance(value, list):
            for item in value:
                yield from look(item, where)
        elif isinstance(value, str) and "zh-Hans" in where:
            yield from traditional_in_hans(value, NAME, _line(lines, where))

    return look(tables, ())


def _is_texts(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def _unknown(key: str, known: Iterable[str]) -> tuple[str, str]:
    return _("`{key}` is not a known key.").format(key=key), _near(key, known)


def _missing(key: str) -> tuple[str, str]:
    return _("`{key}` is missing.").format(key=key), ""


def _near(key: str, known: Iterable[str]) -> str:
    near = nearest(key, known)
    return _("Did you mean `{near}`?").format(near=near) if near else ""
