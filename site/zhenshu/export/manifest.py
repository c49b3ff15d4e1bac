"""What a finished site consists of, kept beside it so that the next build need not look.

One SQLite file a site. It is marked whole only while it tells the truth about its folder.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from zhenshu.linkcheck import Scan

# What a manifest says of its site, as its user_version. Another number is of another version of
# this module, or of a build that was stopped.
CHANGING = 0
WHOLE = 11  # the folder is as the manifest says
CHECKED = 12  # and no link in it is dead

_SCHEMA = """
create table file (path text primary key, key text not null, size integer not null);
create table links (path text primary key, links text not null, anchors text not null);
"""


@dataclass(frozen=True)
class Made:
    """One file of a site: its path below the site's folder, the digest of all it is made from,
    its size in bytes and, for a page that was made anew, its links."""

    path: str
    key: str
    size: int
    scan: Scan | None = None


class Manifest:
    """The files of one site by path, and the links and anchors of its pages."""

    def __init__(self, path: Path):
        self.path = path
        self._files: dict[str, Made] | None = None

    def is_whole(self) -> bool:
        """Whether the site's folder is as this manifest says."""
        return self._state() in (WHOLE, CHECKED)

    def is_checked(self) -> bool:
        """Whether the site is whole and has no dead link."""
        return self._state() == CHECKED

    def mark(self, state: int) -> None:
        """Say what holds for the site from now on; make the file where there is none."""
        with closing(self._open()) as db:
            db.execute(f"pragma user_version = {state}")

    def _state(self) -> int:
        if not self.path.is_file():
            return CHANGING
        try:
            with closing(sqlite3.connect(self.path)) as db:
                return int(db.execute("pragma user_version").fetchone()[0])
        except sqlite3.DatabaseError:
            return CHANGING

    def files(self) -> dict[str, Made]:
        """Every file by path, without links. Only `change` may change it."""
        if self._files is None:
            with closing(sqlite3.connect(self.path)) as db:
                rows = db.execute("select path, key, size from file")
                self._files = {path: Made(path, key, size) for path, key, size in rows}
        return self._files

    def scans(self, paths: Iterable[str] | None = None) -> Iterator[tuple[str, Scan]]:
        """Links and anchors of the pages with these paths, or of all."""
        with closing(sqlite3.connect(self.path)) as db:
            if paths is None:
                for path, links, anchors in db.execute("select * from links order by path"):
                    yield path, Scan(_split(links), _split(anchors))
                return
            for path in paths:
                for row in db.execute("select * from links where path = ?", (path,)):
                    yield path, Scan(_split(row[1]), _split(row[2]))

    def change(self, made: Iterable[Made], gone: Iterable[str], old: "Manifest | None") -> None:
        """Write down files that changed and files that are no more.

        The links of a page that was taken over from the old site come from its manifest.
        """
        made, gone = list(made), set(gone)
        if self._files is not None:
            self._files = {path: file for path, file in self._files.items() if path not in gone}
            self._files |= {file.path: replace(file, scan=None) for file in made}
        with closing(self._open()) as db, db:
            forgotten = [(path,) for path in gone]
            db.executemany("delete from file where path = ?", forgotten)
            db.executemany("delete from links where path = ?", forgotten)
            db.executemany(
                "insert or replace into file values (?, ?, ?)",
                ((file.path, file.key, file.size) for file in made),
            )
            db.executemany(
                "insert or replace into links values (?, ?, ?)",
                (
                    (file.path, "\n".join(file.scan.links), "\n".join(file.scan.anchors))
                    for file in made
                    if file.scan
                ),
            )
            if old:
                taken = [file.path for file in made if not file.scan]
                db.executemany(
                    "insert or replace into links values (?, ?, ?)",
                    (
                        (path, "\n".join(scan.links), "\n".join(scan.anchors))
                        for path, scan in old.scans(taken)
                    ),
                )

    def _open(self) -> sqlite3.Connection:
        fresh = not self.path.exists()
        db = sqlite3.connect(self.path)
        # A power cut may lose the file, and the next build starts anew; a killed process may not.
        db.execute("pragma synchronous = off")
        if fresh:
            db.executescript(_SCHEMA)
        return db


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()
