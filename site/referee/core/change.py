"""Values with other values in some of their fields.

`dataclasses.replace` does the same, and is half of the work of playing a game: it asks every
field for its options each time.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

_shapes: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}


def replace(value: T, **changes: Any) -> T:
    """A dataclass with at least two fields, in which some have other values."""
    kind = type(value)
    shape = _shapes.get(kind)
    if shape is None:
        names = kind.__match_args__  # type: ignore[attr-defined]
        shape = attrgetter(*names), {name: place for place, name in enumerate(names)}
        _shapes[kind] = shape
    read, places = shape
    fields = list(read(value))
    for name in changes:
        fields[places[name]] = changes[name]
    return kind(*fields)
