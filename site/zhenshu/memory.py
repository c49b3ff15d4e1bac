"""What one run worked out and the next can use again, as long as its inputs stay the same.

Reading documents and turning texts into HTML is most of the work of reading content, and between
two builds hardly any of it changes. Without `remembering` nothing is kept beyond the run.
"""

import os
import pickle
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_before: dict[Hashable, Any] = {}
_kept: dict[Hashable, Any] = {}


@contextmanager
def remembering(path: Path) -> Iterator[None]:
    """Know what the last run kept in a file, and keep there what this one uses."""
    # What another version of the program made is of no use to this one.
    version = [file.stat().st_mtime_ns for file in sorted(Path(__file__).parent.glob("*.py"))]
    try:
        kept_version, kept = pickle.loads(path.read_bytes())
    except Exception:  # a file that is missing, cut short or foreign is made anew
        kept_version, kept = None, {}
    _kept.clear()
    _before.clear()
    _before.update(kept if kept_version == version else {})
    try:
        yield
        if _kept.keys() != _before.keys():
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(f".{os.getpid()}.new")
            temporary.write_bytes(pickle.dumps((version, _kept)))
            os.replace(temporary, path)
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
