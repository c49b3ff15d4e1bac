"""What a query was understood to say: a tree, settings and problems, as plain as its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Where something stands in a query: code points from its first to behind its last.
Span = tuple[int, int]
# What a field is compared with; the package lists the forms.
Value = Mapping[str, Any]


@dataclass(frozen=True)
class Words:
    """Something looked for in names: a `word`, `phrase`, `exact` name or `regex`."""

    kind: str
    at: Span
    text: str

    def as_json(self) -> dict[str, Any]:
        key = "source" if self.kind == "regex" else "text"
        return {"kind": self.kind, "at": list(self.at), key: self.text}


@dataclass(frozen=True)
class Clause:
    """A field, an operator (`: = != < <= > >=`) and a value."""

    at: Span
    field: str
    op: str
    value: Value
    kind: str = "field"

    def as_json(self) -> dict[str, Any]:
        clause = {"kind": self.kind, "at": list(self.at), "field": self.field, "op": self.op}
        return {**clause, "value": dict(self.value)}


@dataclass(frozen=True)
class Not:
    """What must not hold."""

    at: Span
    part: "Node"
    kind: str = "not"

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "at": list(self.at), "part": self.part.as_json()}


@dataclass(frozen=True)
class Group:
    """Two or more parts of which all (`and`) or any (`or`) must hold."""

    kind: str
    at: Span
    parts: tuple["Node", ...]

    def as_json(self) -> dict[str, Any]:
        parts = [part.as_json() for part in self.parts]
        return {"kind": self.kind, "at": list(self.at), "parts": parts}


Node = Words | Clause | Not | Group


@dataclass(frozen=True)
class Key:
    """A key that results are sorted by: a field with numbers, `name` or `random`."""

    field: str
    down: bool

    def as_json(self) -> dict[str, Any]:
        return {"field": self.field, "down": self.down}


@dataclass(frozen=True)
class Problem:
    """A part of a query that was passed over or that nothing has, and what may have been meant.

    `code` is a key of `problem.code` in content/search.toml, `given` the wrong part, `field` the
    field that it was given to.
    """

    code: str
    at: Span
    given: str = ""
    near: tuple[str, ...] = ()
    field: str | None = None

    def as_json(self) -> dict[str, Any]:
        found = {"code": self.code, "at": list(self.at), "given": self.given}
        return {**found, "near": list(self.near), "field": self.field}


@dataclass(frozen=True)
class Query:
    """All that a text says. `settings` tells where the `sort` and `as` in force stand."""

    tree: Node | None = None
    sort: tuple[Key, ...] = ()
    view: str | None = None
    settings: Mapping[str, Span] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        settings = [{"setting": key, "at": list(at)} for key, at in self.settings.items()]
        return {
            "tree": self.tree.as_json() if self.tree else None,
            "sort": [key.as_json() for key in self.sort],
            "as": self.view,
            "settings": settings,
            "problems": [problem.as_json() for problem in self.problems],
        }
