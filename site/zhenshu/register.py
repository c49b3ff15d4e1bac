"""The register of a rulebook: every paragraph id it ever had, and what it says of itself.

`content/<game>/rules/ids.txt` holds one id a line, and is only ever added to:

    combat.dodge.1
    combat.evade.1 -> combat.dodge.1      # moved: links to the old id still arrive
    combat.dodge.9 withdrawn              # gone, and never to be used again

`content/<game>/rules/changes.toml` tells readers what changed, the newest first.
"""

import datetime
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem, nearest
from zhenshu.prose import WRITTEN
from zhenshu.source import read_text, read_toml
from zhenshu.terms import traditional_in_hans

_LINE = re.compile(r"(\S+)(?:\s+(?:->\s+(\S+)|(withdrawn)))?\s*(?:#.*)?$")
CHANGE_KEYS = ("version", "date", "paragraphs", *WRITTEN)


@dataclass(frozen=True)
class Change:
    """One entry: the version of the rulebook it made, its day, its text by written language and
    the paragraphs it speaks of."""

    version: str
    date: datetime.date
    texts: Mapping[str, str]
    paragraphs: tuple[str, ...]


def aliases(
    root: Path, game: str, ids: Mapping[str, Any], problems: list[Problem]
) -> dict[str, str]:
    """Old ids and where they lead, with every id that is not as the register says among the
    problems."""
    name = f"content/{game}/rules/ids.txt"
    text = read_text(root / name, name, problems) if (root / name).is_file() else ""
    if text is None:
        return {}
    moved: dict[str, str] = {}
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.split("#")[0].strip():
            continue
        match = _LINE.match(line.strip())
        if not match:
            problems.append(
                Problem(
                    name,
                    number,
                    _("The line is not an id."),
                    _("Write `id`, `id -> new.id` or `id withdrawn`."),
                )
            )
            continue
        id, new, gone = match.groups()
        problems.extend(_line_problems(name, number, id, new, gone, ids, seen))
        seen[id] = number
        if new:
            moved[id] = new
    for id in ids:
        if id not in seen:
            problems.append(
                Problem(
                    name,
                    max(1, text.count("\n")),
                    _("The paragraph {id} is not registered.").format(id=id),
                    _("Add the line {id}; from then on the id is permanent.").format(id=id),
                )
            )
    return moved


def _line_problems(
    name: str,
    number: int,
    id: str,
    new: str | None,
    gone: str | None,
    ids: Mapping[str, Any],
    seen: Mapping[str, int],
) -> Iterator[Problem]:
    if id in seen:
        yield Problem(
            name,
            number,
            _("{id} is registered twice, first on line {line}.").format(id=id, line=seen[id]),
            _("Keep the first line."),
        )
    if new and new not in ids:
        near = nearest(new, ids)
        yield Problem(
            name,
            number,
            _("{id} leads to {new}, which is not there.").format(id=id, new=new),
            _("Did you mean `{near}`?").format(near=near) if near else "",
        )
    if (new or gone) and id in ids:
        yield Problem(
            name,
            number,
            _("{id} was given up and is used again.").format(id=id),
            _("Give the new paragraph a new id."),
        )
    if not new and not gone and id not in ids:
        yield Problem(
            name,
            number,
            _("The paragraph {id} is gone.").format(id=id),
            _("Write `{id} -> new.id` if it moved, or `{id} withdrawn`.").format(id=id),
        )


def changes(root: Path, game: str, ids: Mapping[str, Any], problems: list[Problem]) -> list[Change]:
    """What changed in a rulebook, the newest first."""
    name = f"content/{game}/rules/changes.toml"
    if not (root / name).is_file():
        return []
    read = read_toml(root / name, name, problems)
    if read is None:
        return []
    entries, text = read[0].get("change", []), read[1]
    found: list[Change] = []
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == "[[change]]"]
    if not isinstance(entries, list) or len(entries) != len(lines):
        problems.append(
            Problem(
                name,
                1,
                _("The changes cannot be read."),
                _("Begin each with a line that is exactly [[change]]."),
            )
        )
        return []
    for line, given in zip(lines, entries, strict=False):
        wrong = list(_change_problems(name, line, given, ids))
        problems.extend(wrong)
        if not wrong:
            found.append(
                Change(
                    given["version"],
                    given["date"],
                    {language: given[language] for language in WRITTEN},
                    tuple(given.get("paragraphs", ())),
                )
            )
    for newer, older in itertools.pairwise(found):
        if newer.date < older.date:
            problems.append(
                Problem(
                    name,
                    lines[found.index(older)],
                    _("Version {version} is newer than the one above it.").format(
                        version=older.version
                    ),
                    _("Put the newest first."),
                )
            )
    return found


def _change_problems(name: str, line: int, given: Any, ids: Mapping[str, Any]) -> Iterator[Problem]:
    for key in given:
        if key not in CHANGE_KEYS:
            near = nearest(key, CHANGE_KEYS)
            yield Problem(
                name,
                line,
                _("`{key}` is not a known key.").format(key=key),
                _("Did you mean `{near}`?").format(near=near) if near else "",
            )
    kinds = {"version": str, "date": datetime.date, **dict.fromkeys(WRITTEN, str)}
    for key, kind in kinds.items():
        if type(given.get(key)) is not kind:
            yield Problem(
                name,
                line,
                _("`{key}` is missing or of the wrong kind.").format(key=key),
                _('Write version = "1.1", date = 2026-11-29, and a text in each language.'),
            )
    yield from traditional_in_hans(str(given.get("zh-Hans", "")), name, line)
    paragraphs = given.get("paragraphs", [])
    for id in paragraphs if isinstance(paragraphs, list) else [paragraphs]:
        if not isinstance(id, str) or id not in ids:
            yield Problem(name, line, _("{name} is not there.").format(name=id))
