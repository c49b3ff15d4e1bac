"""Read one content file: bytes, front matter with line numbers, body.

Front matter is the safe core of YAML 1.2: maps, lists, strings, integers, true, false and null.
Anchors, tags, dates and floats do not exist here, so `no: 187` is a text and a number, and a file
cannot expand into more than it shows.
"""

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem

LIMIT = 256 * 1024  # bytes; the longest chapter is a tenth of it
LONGEST_NUMBER = 18  # digits; a longer one is taken as a text
FENCE = "---"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
Where = tuple[str | int, ...]


class _Resolver(yaml.resolver.BaseResolver):
    """The scalars of YAML 1.2's core schema, without floats."""


for _tag, _pattern, _first in (
    ("null", r"null|~|", ["n", "~", ""]),
    ("bool", r"true|false", list("tf")),
    ("int", r"-?(?:0|[1-9][0-9]*)", list("-0123456789")),
):
    _Resolver.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first
    )


class _Loader(yaml.cyaml.CParser, _Resolver):
    def __init__(self, text: str):
        yaml.cyaml.CParser.__init__(self, text)
        _Resolver.__init__(self)


@dataclass
class Document:
    """A content file: its front matter as plain values, the line of each value, and its body.

    `path` is relative to the project. `lines` maps a way into `data` (a tuple of keys and
    positions) to the line it stands on. `body_line` is the line the body starts on, `state` what
    tells whether the file was changed.
    """

    path: str
    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[Where, int] = field(default_factory=dict)
    body: str = ""
    body_line: int = 1
    state: tuple[int, int] = (0, 0)

    def line(self, *where: str | int) -> int:
        """The line of a value, or of the nearest thing around it that has one."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def problem(self, where: Where, wrong: str, remedy: str = "") -> Problem:
        """A problem at a value of the front matter."""
        return Problem(self.path, self.line(*where), wrong, remedy)


def read_text(path: Path, name: str, problems: list[Problem]) -> str | None:
    """The text of a file, or None with the reason among the problems.

    Refuses what no editor should have made of it: more than `LIMIT` bytes, bytes that are not
    UTF-8, a byte order mark, NUL and other control characters, line ends of another system.
    """
    try:
        if not path.is_file():
            problems.append(
                Problem(name, 1, _("This is no file that can be read."), _("Put a text file here."))
            )
            return None
        with path.open("rb") as file:
            raw = file.read(LIMIT + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        problems.append(
            Problem(name, 1, _("The file cannot be read: {reason}.").format(reason=reason))
        )
        return None
    size = len(raw) if len(raw) <= LIMIT else path.stat().st_size
    if size > LIMIT:
        problems.append(
            Problem(
                name,
                1,
                _("The file has {size} bytes; content files have at most {limit}.").format(
                    size=size, limit=LIMIT
                ),
                _("Split it, or check that it is the file you meant."),
            )
        )
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.append(
            Problem(
                name,
                raw.count(b"\n", 0, error.start) + 1,
                _("Byte {byte} is not valid UTF-8.").format(byte=f"0x{raw[error.start]:02x}"),
                _("Save the file as UTF-8."),
            )
        )
        return None
    found = list(_bad_characters(text, name))
    problems.extend(found)
    return None if found else text


def read_toml(path: Path, name: str, problems: list[Problem]) -> tuple[dict[str, Any], str] | None:
    """The tables of a TOML file and its text; None with the reason among the problems."""
    text = read_text(path, name, problems)
    if text is None:
        return None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        place = re.search(r"\(at (?:line (\d+)|end of document).*\)", str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        reason = str(error).partition(" (at ")[0]
        problems.append(
            Problem(
                name,
                line,
                _("The file cannot be read: {reason}.").format(reason=reason),
                _("Write key = value lines, texts in double quotes, and each key once."),
            )
        )
        return None
    if control := _first_control(data):
        escape = re.search(r"\\[bfuU]", text)
        line = text.count("\n", 0, escape.start()) + 1 if escape else 1
        problems.append(_control_problem(name, line, control))
        return None
    return data, text


def _first_control(data: Any) -> str:
    """The first control character in the texts of a table, where only an escape can put it."""
    if isinstance(data, str):
        found = _CONTROL.search(data)
        return found[0] if found else ""
    if isinstance(data, dict):
        data = [*data, *data.values()]
    return next(filter(None, map(_first_control, data)), "") if isinstance(data, list) else ""


def _control_problem(name: str, line: int, control: str) -> Problem:
    return Problem(
        name,
        line,
        _("The control character {code} stands in the text.").format(code=f"U+{ord(control):04X}"),
        _("Delete it."),
    )


def toml_lines(text: str) -> dict[tuple[str, str], int]:
    """The line of each key of a one-entry-a-line TOML file, by (table, key)."""
    found: dict[tuple[str, str], int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        head = re.match(r"\s*\[([^\]]+)\]\s*(?:#.*)?$", line)
        entry = re.match(r'\s*"?([^"=#]+?)"?\s*=', line)
        if head:
            table = head[1].strip().strip('"')
            found.setdefault(("", table), number)
        elif entry:
            found.setdefault((table, entry[1].strip()), number)
    return found


def _bad_characters(text: str, name: str) -> list[Problem]:
    found: list[Problem] = []
    if text.startswith("\ufeff"):
        found.append(
            Problem(
                name,
                1,
                _("The file starts with a byte order mark."),
                _("Save it as UTF-8 without BOM."),
            )
        )
    if "\r" in text:
        found.append(
            Problem(
                name,
                text.count("\n", 0, text.index("\r")) + 1,
                _("Lines end with a carriage return (CR)."),
                _("Save the file with Unix line ends (LF)."),
            )
        )
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        found.append(_control_problem(name, line, control[0]))
    return found


def state(path: str | Path) -> tuple[int, int]:
    """What tells whether a file was changed: its size and its time; (0, 0) without a file."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def read(path: Path, name: str, problems: list[Problem]) -> Document | None:
    """Read one file of front matter and body; None with the reasons among the problems."""
    text = read_text(path, name, problems)
    if text is None:
        return None
    lines = text.split("\n")
    fences = [number for number, line in enumerate(lines) if line.rstrip() == FENCE][:2]
    if len(fences) < 2 or fences[0] != 0:
        problems.append(
            Problem(
                name,
                1,
                _("The file has no front matter."),
                _("Start it with a line `---`, then the facts, then another line `---`."),
            )
        )
        return None
    end = fences[1]
    body = "\n".join(lines[end + 1 :])
    document = Document(name, body=body, body_line=end + 2, state=state(path))
    document.data = _mapping("\n".join(lines[1:end]), name, document.lines, problems)
    return document


def _mapping(
    head: str, name: str, lines: dict[Where, int], problems: list[Problem]
) -> dict[str, Any]:
    """The front matter as plain values. Lines count the fence above it."""
    data = plain_yaml(head, name, problems, lines)
    if isinstance(data, dict):
        return data
    if data is not _BROKEN:
        problems.append(
            Problem(
                name,
                2,
                _("The front matter is not a list of `key: value` lines."),
                _("Write one fact a line, as `number: 187`."),
            )
        )
    return {}


_BROKEN = object()


def plain_yaml(
    text: str, name: str, problems: list[Problem], lines: dict[Where, int] | None = None
) -> Any:
    """A YAML text as plain values, with the line of each (counted from 2, below a fence).

    With a problem that makes the text unreadable the value is a mark that is neither a map nor a
    list.
    """
    try:
        refused = _refused(text, name)
        if refused:
            problems.extend(refused)
            return _BROKEN
        node = _Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        problems.append(_yaml_problem(error, name, text))
        return _BROKEN
    except yaml.YAMLError as error:
        problems.append(Problem(name, 2, str(error)))
        return _BROKEN
    if node is None:
        return None
    try:
        return _Plain(name, {} if lines is None else lines, problems).value(node, ())
    except RecursionError:
        problems.append(Problem(name, 2, _("The values are nested too deep.")))
        return _BROKEN


def _refused(head: str, name: str) -> list[Problem]:
    """Anchors, aliases and tags: parts of YAML that content has no use for."""
    if not re.search(r"[&*!]", head):
        return []
    found: list[Problem] = []
    for event in yaml.parse(head, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            wrong = _("The alias *{name} stands for another value.").format(name=event.anchor)
        elif getattr(event, "anchor", None):
            wrong = _("The anchor &{name} names a value.").format(name=event.anchor)
        elif getattr(event, "tag", None):
            wrong = _("The tag {tag} is not allowed.").format(tag=event.tag)
        else:
            continue
        remedy = _("Write the value out, in double quotes if it is a text.")
        found.append(Problem(name, event.start_mark.line + 2, wrong, remedy))
    return found


def _yaml_problem(error: yaml.MarkedYAMLError, name: str, text: str) -> Problem:
    # A quote that is never closed is noticed far below the line that opens it.
    opened = error.context_mark if "quoted" in str(error.context) else None
    mark = opened or error.problem_mark or error.context_mark
    rows = text.split("\n")
    # What is missing at the end is noticed on the line after it.
    row = min(mark.line, len(rows) - 1) if mark else 0
    line = row + 2
    wrong = str(error.problem or error.context)
    indent = rows[row]
    if "\t" in indent[: len(indent) - len(indent.lstrip())]:
        return Problem(
            name,
            line,
            _("A tab indents this line."),
            _("Indent with spaces; YAML does not allow tabs."),
        )
    if "mapping values are not allowed" in wrong:
        return Problem(
            name,
            line,
            _("A colon stands inside an unquoted text."),
            _('Put the text in double quotes: key: "one: two".'),
        )
    return Problem(
        name,
        line,
        _("The front matter cannot be read: {reason}.").format(reason=wrong),
        _("Check brackets, quotes and indentation around this line."),
    )


class _Plain:
    """Turns a YAML node tree into plain values, noting the line of each."""

    def __init__(self, name: str, lines: dict[Where, int], problems: list[Problem]):
        self.name = name
        self.lines = lines
        self.problems = problems

    def value(self, node: yaml.Node, where: Where) -> Any:
        self.lines[where] = node.start_mark.line + 2
        if isinstance(node, yaml.MappingNode):
            return self._map(node, where)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(child, (*where, i)) for i, child in enumerate(node.value)]
        self._check_escapes(node)
        return _scalar(node)

    def _map(self, node: yaml.MappingNode, where: Where) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 2
            if not isinstance(key_node, yaml.ScalarNode):
                self._add(line, _("A key is not a single word."), _("Use a plain word as key."))
                continue
            self._check_escapes(key_node)
            key = key_node.value
            if key in found:
                self._add(
                    line,
                    _("`{key}` is given twice, first on line {first}.").format(
                        key=key, first=self.lines[(*where, key)]
                    ),
                    _("Keep one of them."),
                )
                continue
            found[key] = self.value(value_node, (*where, key))
            # A block value starts on the next line; its key is what a writer looks for.
            self.lines[(*where, key)] = line
        return found

    def _check_escapes(self, node: yaml.ScalarNode) -> None:
        # In the file itself none stands, but "\e" writes one.
        if control := _CONTROL.search(node.value):
            line = node.start_mark.line + 2
            self.problems.append(_control_problem(self.name, line, control[0]))

    def _add(self, line: int, wrong: str, remedy: str) -> None:
        self.problems.append(Problem(self.name, line, wrong, remedy))


def _scalar(node: yaml.ScalarNode) -> str | int | bool | None:
    kind = node.tag.rpartition(":")[2]
    if kind == "int" and len(node.value) <= LONGEST_NUMBER:
        return int(node.value)
    if kind == "bool":
        return bool(node.value == "true")
    return None if kind == "null" else str(node.value)
