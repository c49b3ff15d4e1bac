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

_before: dict[Hashable, Any] = {}
_kept: dict[Hashable, Any] = {}


@contextmanager
def remembering(path: Path, version: str) -> Iterator[None]:
    """Know what the last run kept in a file, and keep there what this one uses.

    `version` stands for all that keys do not hold: what another version made is of no use.
    """
    before = load(path, version)
    _kept.clear()
    _before.clear()
    _before.update(before)
    try:
        yield
        if _kept.keys() != before.keys():
            save(path, version, _kept)
    finally:
        _before.clear()
        _kept.clear()


def recall(key: Hashable) -> Any:
    """What was kept under a key in this run or the last one; None if nothing was. The key must
    hold everything the value was made from."""
    found = _kept.get(key)
    if found is None and (found := _before.get(key)) is not None:
        _kept[key] = found
    return found


def keep(key: Hashable, value: Any) -> None:
    """Keep a value, which nobody may change afterwards."""
    _kept[key] = value


def unless_wrong(
    key: Hashable, make: Callable[[list[Problem]], Made], problems: list[Problem]
) -> Made:
    """What a function makes, made once for a key. What it finds wrong goes among the problems,
    and is then looked for again each time, to be told."""
    found: Made = recall(key)
    if found is None:
        wrong: list[Problem] = []
        found = make(wrong)
        if not wrong:
            keep(key, found)
        problems.extend(wrong)
    return found


def load(path: Path, version: str) -> dict[Any, Any]:
    """What `save` wrote; nothing where there is no such file, or one of another version."""
    try:
        found_version, found = pickle.loads(path.read_bytes())
    except Exception:  # a file that is missing, cut short or foreign is made anew
        return {}
    return found if found_version == version and isinstance(found, dict) else {}


def save(path: Path, version: str, things: dict[Any, Any]) -> None:
    """Write things down for a later run, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.new")
    temporary.write_bytes(pickle.dumps((version, things), pickle.HIGHEST_PROTOCOL))
    os.replace(temporary, path)
