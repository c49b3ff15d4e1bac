"""The one table of terms, `content/terms.toml`: every name a fact can have, in three languages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from zhenshu import chinese, memory
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem, nearest
from zhenshu.source import read_toml, state, toml_lines

NAME = "content/terms.toml"
TERM_KEYS = ("en", "zh-Hans", "zh-Hant", "pinyin", "ours")
_SYLLABLE = re.compile("[a-zāáǎàēéěèīíǐìōóǒòūúǔùüǖǘǚǜńňǹ]{1,6}")
STRING_TABLES = ("conversion", "forbidden", "pinyin")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True)
class Names:
    """What a thing is called. A language without a name has None.

    `ours` says that the English is our own rendering, as no official one is known. `extra` holds
    names in languages the site itself does not speak, such as French.
    """

    en: str | None
    hans: str | None
    hant: str | None
    ours: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Mapping[str, Any], ours: bool = False) -> "Names":
        """Names from a map as content writes it; traditional is made where it is not given."""
        given = {k: v for k, v in given.items() if isinstance(v, str | bool)}
        hans = given.get("zh-Hans")
        hant = given.get("zh-Hant") or (chinese.to_hant(hans) if hans else None)
        extra = {k: v for k, v in given.items() if k not in TERM_KEYS}
        return cls(given.get("en"), hans, hant, ours or bool(given.get("ours")), extra)

    def plain(self) -> dict[str, str | None]:
        """The names by language code, as the data files give them."""
        return {"en": self.en, "zh-Hans": self.hans, "zh-Hant": self.hant, **self.extra}


@dataclass
class Terms:
    """All terms by group and id, in the order of the file."""

    groups: dict[str, dict[str, Names]] = field(default_factory=dict)
    conversion: dict[str, str] = field(default_factory=dict)
    forbidden: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)

    def get(self, group: str, term: str) -> Names | None:
        return self.groups.get(group, {}).get(term)

    def find(self, group: str, name: str) -> str | None:
        """The id of a term by its id or its name in any language and script."""
        terms = self.groups.get(group, {})
        if name in terms:
            return name
        wanted = name.casefold()
        for term, names in terms.items():
            spellings = (names.en, names.hans, names.hant)
            if wanted in (s.casefold() for s in spellings if s):
                return term
        return None


def load(root: Path, problems: list[Problem]) -> Terms:
    """Read the table and make its conversions and readings the ones in use."""
    terms = memory.unless_wrong(("terms", state(root / NAME)), partial(_read, root), problems)
    chinese.configure(terms.conversion, terms.readings)
    return terms


def _read(root: Path, problems: list[Problem]) -> Terms:
    found = read_toml(root / NAME, NAME, problems)
    if found is None:
        return Terms()
    tables, text = found
    terms = Terms(
        conversion=_strings(tables.get("conversion")),
        forbidden=_strings(tables.get("forbidden")),
        readings=_strings(tables.get("pinyin")),
    )
    chinese.configure(terms.conversion, terms.readings)
    problems.extend(_check(tables, text))
    for group, entries in tables.items():
        if group not in STRING_TABLES and isinstance(entries, dict):
            terms.groups[group] = {
                term: Names.of(given) for term, given in entries.items() if isinstance(given, dict)
            }
    return terms


def _strings(table: Any) -> dict[str, str]:
    """The usable entries of a table of strings; `_check` tells of the others."""
    if not isinstance(table, dict):
        return {}
    return {key: value for key, value in table.items() if key and isinstance(value, str)}


def _check(tables: Mapping[str, Any], text: str) -> Iterator[Problem]:
    lines = toml_lines(text)
    for group, entries in tables.items():
        if not isinstance(entries, dict):
            yield Problem(
                NAME,
                lines.get(("", group), 1),
                _("`{key}` stands outside a group.").format(key=group),
                _("Move it under a line such as [subtype]."),
            )
            continue
        for term, given in entries.items():
            line = lines.get((group, term), 1)
            if group in STRING_TABLES:
                if not term or not isinstance(given, str):
                    yield Problem(NAME, line, _("`{key}` is not a text.").format(key=term))
                elif group == "conversion":
                    yield from simplified_in_hant(given, NAME, line)
                    yield from traditional_in_hans(term, NAME, line)
                elif group == "pinyin" and not _is_reading(given, term):
                    yield Problem(
                        NAME,
                        line,
                        _("`{reading}` is no reading of {run}.").format(reading=given, run=term),
                        _("Write one syllable for each character, as {form}.").format(
                            form="guān yǔ"
                        ),
                    )
            else:
                yield from _check_term(term, given, line)


def _is_reading(given: str, run: str) -> bool:
    syllables = given.split()
    return len(syllables) == len(run) and all(map(_SYLLABLE.fullmatch, syllables))


def _check_term(term: str, given: Any, line: int) -> Iterator[Problem]:
    if not ID.fullmatch(term):
        yield Problem(
            NAME,
            line,
            _("`{id}` is not an id.").format(id=term),
            _("Use small letters, digits and single hyphens."),
        )
    if not isinstance(given, dict):
        yield Problem(
            NAME,
            line,
            _("The term `{id}` has no names.").format(id=term),
            _('Write {id} = {{ en = "…", zh-Hans = "…" }}.').format(id=term),
        )
        return
    for key, value in given.items():
        if key not in TERM_KEYS:
            near = nearest(key, TERM_KEYS)
            yield Problem(
                NAME,
                line,
                _("The term `{id}` has an unknown key `{key}`.").format(id=term, key=key),
                _("Did you mean `{near}`?").format(near=near) if near else "",
            )
        elif not isinstance(value, bool if key == "ours" else str):
            yield Problem(NAME, line, _("`{key}` has the wrong type.").format(key=key))
    for key in ("en", "zh-Hans"):
        if not given.get(key):
            yield Problem(
                NAME,
                line,
                _("The term `{id}` has no `{key}` name.").format(id=term, key=key),
                _("Every term has an English and a simplified Chinese name."),
            )
    if isinstance(given.get("zh-Hans"), str):
        yield from traditional_in_hans(given["zh-Hans"], NAME, line)
    if isinstance(given.get("zh-Hant"), str):
        yield from simplified_in_hant(given["zh-Hant"], NAME, line)


def simplified_in_hant(text: str, path: str, line: int) -> Iterator[Problem]:
    """A problem for each character of a traditional text that only simplified Chinese has."""
    for character in chinese.simplified_only(text):
        yield Problem(
            path,
            line,
            _("The traditional text has the simplified character {character}.").format(
                character=character
            ),
            _("Write {character}.").format(character=chinese.to_hant(character)),
        )


def wrong_in_hant(
    text: str, forbidden: Mapping[str, str], path: str, line: int
) -> Iterator[Problem]:
    """A problem for each forbidden run in the traditional text made of a simplified one."""
    hant = chinese.to_hant(text)
    for wrong, right in forbidden.items():
        if wrong in hant:
            row = hant[: hant.index(wrong)].count("\n")
            yield Problem(
                path,
                line + row,
                _("In traditional Chinese the text would say {wrong}.").format(wrong=wrong),
                _(
                    "Add the run to [conversion] of content/terms.toml, so that it says {right}."
                ).format(right=right),
            )


def traditional_in_hans(text: str, path: str, line: int) -> Iterator[Problem]:
    """A problem for each character of a simplified text that only traditional Chinese has."""
    for character in chinese.traditional_only(text):
        yield Problem(
            path,
            line,
            _("The simplified text has the traditional character {character}.").format(
                character=character
            ),
            _("Write {character}.").format(character=chinese.to_hans(character)),
        )
