"""What a finished site consists of, kept beside it so that the next build need not look.

One SQLite file a site. It is marked complete only while it tells the truth about its folder.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from zhenshu.linkcheck import Scan

FORMAT = 1  # of the tables; a manifest of another format counts as incomplete

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

    def is_complete(self) -> bool:
        """Whether the site's folder is as this manifest says."""
        if not self.path.is_file():
            return False
        try:
            with closing(sqlite3.connect(self.path)) as db:
                return bool(db.execute("pragma user_version").fetchone()[0] == FORMAT)
        except sqlite3.DatabaseError:
            return False

    def files(self) -> dict[str, Made]:
        """Every file by path, without links."""
        with closing(sqlite3.connect(self.path)) as db:
            rows = db.execute("select path, key, size from file")
            return {path: Made(path, key, size) for path, key, size in rows}

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

    def begin(self) -> None:
        """Mark the site as being changed; make the file where there is none."""
        with closing(self._open()) as db:
            db.execute("pragma user_version = 0")

    def change(self, made: Iterable[Made], gone: Iterable[str], old: "Manifest | None") -> None:
        """Write down files that changed and files that are no more.

        The links of a page that was taken over from the old site come from its manifest.
        """
        made = list(made)
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

    def complete(self) -> None:
        """Mark the site as being what this manifest says."""
        with closing(self._open()) as db:
            db.execute(f"pragma user_version = {FORMAT}")

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
