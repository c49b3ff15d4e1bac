"""Values made quickly, and values with other values in some of their fields.

A game is played by making values: a state for each event, and a side or a unit within most. As
`dataclasses` does it, that is more than half of the work of playing.
"""

from collections.abc import Callable
from functools import update_wrapper
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

_shapes: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}


def quick(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots and no subclasses, of which values are made five times as fast.

    As its fields cannot be set, its own `__init__` goes a long way round for each of them. This
    one sets the fields of what is, until it is made, of a twin class with the same slots. Defaults
    are plain values.
    """
    names = kind.__match_args__  # type: ignore[attr-defined]
    twin = type(kind.__name__, (), {"__slots__": names})
    lines = (
        f"def __init__(self, {', '.join(names)}):",
        " _become(self, '__class__', _twin)",
        *[f" self.{name} = {name}" for name in names],
        " self.__class__ = _kind",
    )
    scope: dict[str, Any] = {"_become": object.__setattr__, "_twin": twin, "_kind": kind}
    exec("\n".join(lines), scope)
    made, slow = scope["__init__"], vars(kind)["__init__"]
    made.__defaults__ = slow.__defaults__
    setattr(kind, "__init__", update_wrapper(made, slow))  # noqa: B010
    return kind


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
