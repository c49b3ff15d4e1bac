"""The order of what was found: by rank, or as the query says; equal ones as in the catalogue."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from zhenshu.search.library import Library, Number


def arranged(
    found: Sequence[int],
    rank: Callable[[int], int] | None,
    keys: Sequence[Mapping[str, Any]],
    library: Library,
    seed: str,
) -> list[int]:
    """Places in the order they are shown. `found` are in catalogue order, which sorting keeps
    among equal ones; so the last key is sorted by first."""
    if not keys:
        return sorted(found, key=rank) if rank else list(found)
    arranged = list(found)
    for key in reversed(keys):
        arranged = _sorted(arranged, key["field"], key["down"], library, seed)
    return arranged


def _sorted(
    places: Sequence[int], field: str, down: bool, library: Library, seed: str
) -> list[int]:
    if field == "random":
        return sorted(places, key=lambda place: _chance(library, place, seed), reverse=down)
    if field == "name":
        return sorted(places, key=lambda place: _name(library, place), reverse=down)
    values = library.fronts(field)
    sized = {place: size for place in places if isinstance(size := values[place], int)}
    rest = [place for place in places if place not in sized]
    return sorted(sized, key=sized.__getitem__, reverse=down) + sorted(
        rest, key=lambda place: _without_number(values[place])
    )


def _without_number(value: Number) -> int:
    """X stands before unknown, and that before what has no such number."""
    return 2 if value is None else int(value != "X")


def _name(library: Library, place: int) -> str:
    """What an entry is sorted by: its pinyin, or its name if it has none."""
    subject = library.subjects[place]
    if subject is None:
        return library.records[place]["id"].partition("/")[2]
    first = next((each.small.whole for each in subject.readings), None)
    return first or next((name.whole for name in subject.names), "")


def _chance(library: Library, place: int, seed: str) -> int:
    return fnv(f"{seed}:{library.records[place]['id']}".encode())


def fnv(body: Iterable[int]) -> int:
    """The FNV-1a hash of bytes, in 32 bits."""
    found = 0x811C9DC5
    for byte in body:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found
