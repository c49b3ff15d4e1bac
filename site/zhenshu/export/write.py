"""Write the site: every page of the application as a file, rendering only what changed."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from zhenshu import linkcheck, memory
from zhenshu.export.manifest import CHANGING, CHECKED, WHOLE, Made, Manifest
from zhenshu.export.sites import Site, Sites, link
from zhenshu.export.workers import spread
from zhenshu.i18n import gettext as _
from zhenshu.linkcheck import DeadLink
from zhenshu.progress import Progress
from zhenshu.questions import Listener, Question, Told

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

NOT_FOUND = "/404.html"
MEMORY = "asked"

Part = tuple[str, str]
"""A part of the site that is made in one go: `page` and the address of the first of some twins, or
`file` and the name of what makes some files."""


class Page(Protocol):
    """A page as the export sees it: its address, and all that its HTML is made from.

    Neighbours with one and the same `data` are twins in several languages.
    """

    @property
    def path(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def template(self) -> str: ...
    @property
    def data(self) -> Callable[[], dict[str, Any]]: ...


@dataclass(frozen=True)
class Source:
    """What a site is made from.

    `catalogue` hears what the data of pages and the files are made from. `files` are functions
    that each make some of the files beside the pages, bytes by path below the site; their names
    say which is which from one build to the next. `code` is a digest of the code: of everything
    else that a page's HTML or a file depends on. `base_path` is where the site will live on its
    host; only links that start with `/` need it.
    """

    app: "Flask"
    catalogue: Listener
    pages: Sequence[Page]
    files: Mapping[str, Callable[[], Mapping[str, bytes]]]
    code: str
    base_path: str = "/"


@dataclass(frozen=True)
class Exported:
    """How many files a site has, and how many of them were not there before."""

    pages: int
    changed: int


class PageError(Exception):
    """A page could not be made; the text names it."""


class DeadLinks(Exception):
    """Links inside the site lead nowhere; carries all of them."""

    def __init__(self, links: list[DeadLink]):
        self.links = links
        super().__init__("\n".join(map(str, links)))


def export(
    source: Source, sites: Sites, processes: int, progress: Progress
) -> tuple[Site, Exported]:
    """Bring the spare site up to date and check its links; `sites.switch` then shows it.

    Raises `PageError` or `DeadLinks`; `sites` then still shows the site it did before.
    """
    spare, current = sites.spare(), sites.current()
    writer = _Writer(source, spare, current)
    spare.manifest.mark(CHANGING)
    pages = {file_of(page.path) for page in source.pages}
    if len(pages) < len(source.pages):
        raise PageError(_("Two pages have one address."))
    progress.stage(_("pages"), len(source.pages))
    twins = [list(group) for _data, group in groupby(source.pages, lambda page: id(page.data))]
    # Files first: they take longest, and the pages then fill both processes evenly.
    parts: dict[Part, Callable[[], list[Made]]] = {
        **{("file", name): partial(writer.files, make) for name, make in source.files.items()},
        **{("page", group[0].path): partial(writer.twins, group) for group in twins},
    }
    made: list[Made] = []
    for files in _made(source, writer, parts, sites.build / MEMORY, processes):
        made.extend(files)
        progress.step(sum(file.path in pages for file in files))
    gone = writer.known.keys() - {file.path for file in made}
    for path in gone:
        _delete(spare.folder, path)
    changes = [file for file in made if not writer.is_known(file)]
    spare.manifest.change(changes, gone, current.manifest if current else None)
    spare.manifest.mark(WHOLE)

    progress.stage(_("links"))
    links = sorted(_dead_links(spare.manifest, current.manifest if current else None))
    if links:
        raise DeadLinks(links)
    spare.manifest.mark(CHECKED)
    return spare, Exported(len(pages), sum(file.path in pages for file in writer.anew(made)))


def _made(
    source: Source,
    writer: "_Writer",
    parts: Mapping[Part, Callable[[], list[Made]]],
    path: Path,
    processes: int,
) -> Iterator[list[Made]]:
    """The files of every part. A part is made if it never was, or if it asked the catalogue
    something that is answered differently now; what was asked is remembered at a path, with the
    paths and keys of the files that came of it."""
    version = f"{source.code} {source.base_path}"
    seen: dict[Part, Told] = memory.load(path, version)
    kept: dict[Part, Told] = {}
    left = []
    for part in parts:
        old = writer.as_before(seen[part]) if part in seen else None
        if old is None:
            left.append(part)
        else:
            kept[part] = seen[part]
            yield old

    def make(part: Part) -> tuple[Part, Told]:
        return part, source.catalogue.tell(parts[part])

    for part, told in spread(make, left, processes):
        yield told.result
        kept[part] = replace(told, result=[(file.path, file.key) for file in told.result])
    if left or kept.keys() != seen.keys():
        # One and the same question is written once.
        same: dict[Question, Question] = {}
        for part, told in kept.items():
            asked = tuple(same.setdefault(question, question) for question in told.asked)
            kept[part] = replace(told, asked=asked)
        memory.save(path, version, kept)


def file_of(address: str) -> str:
    """The file of a page: `/en/faceoff/` is `en/faceoff/index.html`."""
    path = address.removeprefix("/")
    return f"{path}index.html" if not path or path.endswith("/") else path


def address_of(path: str) -> str:
    """The address of a file, the other way round."""
    return "/" + path.removesuffix("index.html")


class _Writer:
    """Makes single files of the spare site; its methods run in every worker."""

    def __init__(self, source: Source, spare: Site, current: Site | None):
        self.source = source
        self.spare = spare.folder
        self.current = current.folder if current else None
        self.known = spare.manifest.files() if spare.manifest.is_whole() else {}
        self.shown = current.manifest.files() if current else {}
        self.client: FlaskClient | None = None

    def is_known(self, file: Made) -> bool:
        """Whether the spare site had the file before the build."""
        known = self.known.get(file.path)
        return known is not None and known.key == file.key

    def anew(self, made: list[Made]) -> Iterator[Made]:
        """The files that differ from those of the current site."""
        for file in made:
            shown = self.shown.get(file.path)
            if shown is None or shown.key != file.key:
                yield file

    def twins(self, pages: Sequence[Page]) -> list[Made]:
        """Pages that are made from the same data."""
        data = json.dumps(pages[0].data(), ensure_ascii=False, separators=(",", ":"))
        return [self.page(page, data) for page in pages]

    def page(self, page: Page, data: str) -> Made:
        path = file_of(page.path)
        key = self._key(page, data)
        old = self._old(path, key)
        if old:
            return old
        body = self._render(page)
        _write(self.spare / path, body)
        if not path.endswith(".html"):
            return Made(path, key, len(body))
        scan = linkcheck.scan(body.decode(), page.path, self.source.base_path)
        return Made(path, key, len(body), scan)

    def files(self, make: Callable[[], Mapping[str, bytes]]) -> list[Made]:
        """Files that are no pages; the key of each is the digest of its bytes."""
        return [
            self._file(path, hashlib.blake2b(body, digest_size=16).hexdigest(), body)
            for path, body in make().items()
        ]

    def as_before(self, seen: Told) -> list[Made] | None:
        """The files of a part that asked nothing which is answered differently now, if they are
        all there."""
        if not self.source.catalogue.holds(seen):
            return None
        old = [file for path, key in seen.result if (file := self._old(path, key))]
        return old if len(old) == len(seen.result) else None

    def _file(self, path: str, key: str, body: bytes) -> Made:
        old = self._old(path, key)
        if old:
            return old
        _write(self.spare / path, body)
        return Made(path, key, len(body))

    def _old(self, path: str, key: str) -> Made | None:
        """The file as the spare or the current site has it, if that is still right."""
        known = self.known.get(path)
        if known and known.key == key and _size(f"{self.spare}/{path}") == known.size:
            return known
        shown = self.shown.get(path)
        if self.current and shown and shown.key == key:
            if _size(f"{self.current}/{path}") != shown.size:
                return None
            _clear(self.spare / path)
            link(self.current / path, self.spare / path)
            return shown
        return None

    def _key(self, page: Page, data: str) -> str:
        """A digest of everything the page's HTML depends on, the order of its data included."""
        base = self.source.base_path if page.path == NOT_FOUND else ""
        text = "\n".join(
            (self.source.code, page.path, page.language or "", page.template, base, data)
        )
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def _render(self, page: Page) -> bytes:
        if self.client is None:
            self.client = self.source.app.test_client()
        return fetched(self.client, page.path)


def fetched(client: "FlaskClient", path: str) -> bytes:
    """What the application answers at an address; raises `PageError` if it does not."""
    response = client.get(path)
    if response.status_code != 200:
        raise PageError(
            _("{page}: status {status} instead of 200.").format(
                page=path, status=response.status_code
            )
        )
    return bytes(response.data)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return -1


def _write(path: Path, body: bytes) -> None:
    """Write a file anew: what is there may be one file with that of the current site."""
    _clear(path)
    path.write_bytes(body)


def _clear(path: Path) -> None:
    try:
        path.unlink()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)


def _delete(folder: Path, path: str) -> None:
    """Delete a file, and each folder that it leaves empty."""
    (folder / path).unlink(missing_ok=True)
    for parent in (folder / path).parents:
        if parent == folder:
            return
        try:
            parent.rmdir()
        except OSError:
            return


def _dead_links(new: Manifest, old: Manifest | None) -> Iterator[DeadLink]:
    """Dead links of a site. Against an old one, which had none, only what can have died."""
    files = new.files()
    offered: dict[str, tuple[str, ...] | None] = {}

    def anchors(address: str) -> tuple[str, ...] | None:
        if address not in offered:
            scans = dict(new.scans([file_of(address)]))
            offered[address] = scans[file_of(address)].anchors if scans else None
        return offered[address]

    yield from linkcheck.dead(
        ((address_of(path), scan.links) for path, scan in new.scans(_suspects(new, old, files))),
        lambda address: file_of(address) in files,
        anchors,
    )


def _suspects(new: Manifest, old: Manifest | None, files: Mapping[str, Made]) -> list[str] | None:
    """The pages that may have a dead link: those that changed, or all (None) if something that
    could be linked to is no more."""
    if old is None:
        return None
    before = old.files()
    if before.keys() - files.keys():
        return None
    changed = [path for path, file in files.items() if before.get(path) != file]
    then, now = dict(old.scans(changed)), dict(new.scans(changed))
    for path, scan in then.items():
        if path not in now or set(scan.anchors) - set(now[path].anchors):
            return None
    return changed
