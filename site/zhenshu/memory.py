"""What one run worked out and the next can use again, as long as its inputs stay the same.

Reading documents, checking them and playing rulings is most of the work of reading content, and
between two builds hardly any of it changes. Without `remembering` nothing is kept beyond the run.
"""

import os
import pickle
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from zhenshu.problems import Problem

Made = TypeVar("Made")

Entry = tuple[Any, tuple[Hashable, ...]]
"""A value, and the keys of what was remembered while it was made."""

_before: dict[Hashable, Entry] = {}
_kept: dict[Hashable, Entry] = {}
_making: list[list[Hashable]] = []  # the keys asked for by each value that is being made
_active = False
_MOST_PARTS = 100  # of a file, before it is written anew


@contextmanager
def remembering(path: Path, version: str) -> Iterator[None]:
    """Know what the last run kept in a file, and keep there what this one uses.

    `version` stands for all that keys do not hold: what another version made is of no use.
    """
    global _active, _before
    saved = _saved(path, version)
    _before, _active = {key: entry for part in saved for key, entry in part.items()}, True
    try:
        yield
        new = {key: entry for key, entry in _kept.items() if key not in _before}
        # Writing all of it down would take a good part of the time that it saves.
        if new and saved and len(new) < len(_before) // 100 and len(saved) < _MOST_PARTS:
            with path.open("ab") as file:
                file.write(_packed(version, new))
        elif new or len(_kept) < len(_before) * 0.9:
            save(path, version, _kept)
    finally:
        _before, _active = {}, False
        _kept.clear()


def once(key: Hashable, make: Callable[[], Made]) -> Made:
    """What a function makes, made once for a key, which must hold everything it is made from.
    Nobody may change it afterwards."""
    return unless_wrong(key, lambda _problems: make(), [])


def unless_wrong(
    key: Hashable, make: Callable[[list[Problem]], Made], problems: list[Problem]
) -> Made:
    """As `once`, for what may have mistakes: they go among the problems, and are looked for again
    each time, to be told."""
    if not _active:
        return make(problems)
    entry = _entry(key)
    if entry is None:
        wrong: list[Problem] = []
        _making.append([])
        try:
            value = make(wrong)
        finally:
            below = _making.pop()
        entry = value, tuple(below)
        if not wrong:
            _kept[key] = entry
        problems.extend(wrong)
    if _making:
        _making[-1].append(key)
    found: Made = entry[0]
    return found


def _entry(key: Hashable) -> Entry | None:
    """An entry of this run or the last one. What it was made with stays as long as it does, for
    the day when it has to be made again."""
    found = _kept.get(key)
    if found is None and (found := _before.get(key)) is not None:
        _kept[key] = found
        for below in found[1]:
            _entry(below)
    return found


def _saved(path: Path, version: str) -> list[dict[Any, Any]]:
    """The parts of a file, the first of which `save` wrote; none where there is no such file, or
    one of another version, or where anything is wrong with it."""
    parts = []
    try:
        with path.open("rb") as file:
            while file.peek(1):
                found, part = pickle.load(file)
                if found != version:
                    return []
                parts.append(dict(part))
    except Exception:  # a file that is missing, cut short or foreign is made anew
        return []
    return parts


def load(path: Path, version: str) -> dict[Any, Any]:
    """What `save` wrote; nothing where there is no such file, or one of another version."""
    return next(iter(_saved(path, version)), {})


def save(path: Path, version: str, things: dict[Any, Any]) -> None:
    """Write things down for a later run, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.new")  # one writer at a time: builds hold a lock
    temporary.write_bytes(_packed(version, things))
    os.replace(temporary, path)


def _packed(version: str, things: dict[Any, Any]) -> bytes:
    return pickle.dumps((version, things), pickle.HIGHEST_PROTOCOL)
