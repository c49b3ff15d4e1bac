"""The build: from `content/` to the catalogue, the search index and the static site.

Each stage reads only what the one before it made. What is shown or served is replaced at the very
end, so a build that fails or is killed leaves it as it was.
"""

import gc
import hashlib
import importlib.metadata
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from zhenshu.export import (
    DeadLinks,
    PageError,
    Site,
    SiteError,
    Sites,
    Source,
    WorkerFailed,
    cores,
    export,
    fetched,
)
from zhenshu.i18n import gettext as _
from zhenshu.problems import ContentError
from zhenshu.progress import Progress
from zhenshu.questions import Told

if TYPE_CHECKING:
    from zhenshu.catalog import Catalog
    from zhenshu.search import Known

PACKAGE = Path(__file__).resolve().parent
SITE = PACKAGE.parent  # the folder with every module of the project
STATIC = PACKAGE / "web" / "static"
DATABASE = Path("db", "zhenshu.db")
SEARCH = Path("db", "search")
STAMP = "stamp"  # tells which inputs the built things were made from
SCHEMA = SITE.parent / "db" / "schema.sql"


@dataclass(frozen=True)
class Report:
    """What a build did: the pages of the site, those that are not as before, seconds taken.

    `fresh` is false, and the pages are not counted, when nothing had changed since the last build.
    """

    pages: int
    changed: int
    seconds: float
    fresh: bool = True

    def __str__(self) -> str:
        if not self.fresh:
            return _("Nothing has changed: dist/ is up to date.")
        return _("dist/ has {pages} pages, {changed} of them new or changed ({seconds} s).").format(
            pages=self.pages, changed=self.changed, seconds=f"{self.seconds:.1f}"
        )


def command(root: Path, *, base_path: str = "/") -> int:
    """Build for a person at a terminal: tell what happens, print every mistake; the exit code."""
    progress = Progress()
    try:
        report = build(root, progress=progress, base_path=base_path)
    except ContentError as error:
        progress.end()
        print(error)
        print(_("Mistakes found: {count}.").format(count=len(error.problems)))
        return 1
    except DeadLinks as error:
        progress.end()
        print(error)
        print(_("{count} dead links found.").format(count=len(error.links)))
        return 1
    except (PageError, SiteError, WorkerFailed) as error:
        progress.end()
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress.end()
        return 130  # as shells call a command that was ended by Ctrl-C
    print(report)
    return 0


def build(
    root: Path,
    *,
    progress: Progress,
    out: Path | None = None,
    base_path: str = "/",
    processes: int | None = None,
) -> Report:
    """Build the project at `root`: `db/zhenshu.db`, `db/search` and `dist`.

    `out` is the folder that gets them, and the working folder `build/`; the project itself if
    None. `base_path` is where the site will live on its host. `processes` defaults to one a core.

    Raises `ContentError` with every mistake in content, `DeadLinks` and `PageError` of the
    export; none of the built things is touched then.
    """
    began = time.monotonic()
    base_path = normal(base_path)
    out = out or root
    sites = Sites(out)
    with sites.locked():
        stamp = sites.build / STAMP
        code = code_digest()
        inputs = _inputs(root, code, base_path)
        current = sites.current()
        if current and _is_built(out) and _read(stamp) == f"{inputs} {current.name}":
            return Report(0, 0, time.monotonic() - began, fresh=False)
        collecting = gc.isenabled()
        gc.disable()  # a build makes much and drops little; collecting would cost a tenth of it
        try:
            processes = processes or cores()
            catalogue, known = _catalogue(root, sites.build, code, progress)
            prints = _prints(catalogue, sites.build, code, processes, progress)
            templates = sites.build / "templates"
            source = _source(catalogue, known, prints, templates, code, base_path)
            site, exported = export(source, sites, processes, progress)
            stamp.unlink(missing_ok=True)  # a build that is killed from here on is done again
            _show(out, sites, site, known.result, progress)
        finally:
            if collecting:
                gc.enable()
        stamp.write_text(f"{inputs} {site.name}", encoding="utf-8")
        sites.prepare()
    progress.end()
    return Report(exported.pages, exported.changed, time.monotonic() - began)


def normal(base_path: str) -> str:
    """A path on a host as the site writes it: `zhenshu` is `/zhenshu/`."""
    inner = base_path.strip("/")
    return f"/{inner}/" if inner else "/"


# The stages import what they need themselves: a build that finds nothing to do needs none of it.


def _catalogue(root: Path, work: Path, code: str, progress: Progress) -> tuple["Catalog", Told]:
    """Read and check all content, make a new catalogue of it in the working folder, and tell what
    search knows of it (`Known`)."""
    from zhenshu import catalog, content, memory, source, tables, terms
    from zhenshu.search import Known

    progress.stage(_("content"))
    # Every text depends on the conversions in the table of terms.
    with memory.remembering(work / "memory", f"{code} {source.state(root / terms.NAME)}"):
        loaded = content.read(root)
        progress.stage(_("catalogue"))
        tables.build(loaded, SCHEMA, work / DATABASE.name)
        catalogue = catalog.Catalog.open(work / DATABASE.name)
        return catalogue, catalogue.tell(lambda: Known.of(catalogue))


def _prints(
    catalogue: "Catalog", work: Path, code: str, processes: int, progress: Progress
) -> Mapping[str, Path]:
    """Make the PDFs of printed cards that are not there from an earlier build, and write into the
    catalogue, open and in its file, which there are."""
    from zhenshu import catalog
    from zhenshu.proxies import ready
    from zhenshu.proxies.typesetter import TypesetterError

    progress.stage(_("cards to print"))
    try:
        prints = ready.provide(catalogue, work / "proxies", code, processes)
    except TypesetterError as error:
        raise PageError(str(error)) from error
    sizes = {address: path.stat().st_size for address, path in prints.items()}
    catalog.keep_prints(work / DATABASE.name, sizes)
    catalogue.carry(sizes)
    return prints


def _source(
    catalogue: "Catalog",
    known: Told,
    prints: Mapping[str, Path],
    work: Path,
    code: str,
    base_path: str,
) -> Source:
    """The pages and files of the site of a catalogue. Compiled templates are kept in a folder."""
    from jinja2 import FileSystemBytecodeCache

    from zhenshu.sandbox import bundle
    from zhenshu.search import twin
    from zhenshu.web import create_app
    from zhenshu.web.pages import all_pages
    from zhenshu.web.sections import data, outside, proxies, sandbox

    app = create_app(catalogue, base_path=base_path)
    work.mkdir(exist_ok=True)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(work))

    def search_files() -> Mapping[str, bytes]:
        return {f"search/{name}": body for name, body in twin(known.result).items()}

    def fetch(path: str) -> Mapping[str, bytes]:
        return {path[1:]: fetched(app.test_client(), path)}

    def engine() -> Mapping[str, bytes]:
        there = sandbox.has_referee(catalogue, bundle.GAME)
        return {"static/referee/engine.json": bundle.engine_file()} if there else {}

    def faceoff() -> Mapping[str, bytes]:
        game = catalogue.referee
        return {f"static/referee/{bundle.GAME}.json": game.encode()} if game else {}

    files: dict[str, Callable[[], Mapping[str, bytes]]] = {
        # The worker that makes them asks nothing more, so their name says what was answered.
        f"search {known.answers.hex()}": search_files,
        "static": _static_files,
        "engine": engine,
        "faceoff": faceoff,
        "outside": lambda: dict(outside.files(base_path)),
        **{path: partial(fetch, path) for path in data.paths(catalogue)},
        **{path: partial(_one, path, make) for path, make in proxies.files(catalogue).items()},
        # The name of a print says what is in it.
        **{
            f"{path} {file.name}": partial(_one, path, file.read_bytes)
            for path, file in prints.items()
        },
    }
    # Traditional texts of the interface are made by the conversions in use.
    made_by = hashlib.blake2b(f"{code} {catalogue.conversion}".encode(), digest_size=16)
    pages = list(all_pages(catalogue))
    return Source(app, catalogue, pages, files, made_by.hexdigest(), base_path)


def _one(path: str, make: Callable[[], bytes]) -> Mapping[str, bytes]:
    return {path: make()}


def _show(out: Path, sites: Sites, site: Site, known: "Known", progress: Progress) -> None:
    """Replace what readers and the server see, each thing in one step."""
    from zhenshu import search

    progress.stage(_("search index"))
    search.build(known, out / SEARCH)
    progress.stage(_("switch"))
    os.replace(sites.build / DATABASE.name, out / DATABASE)
    sites.switch(site)


def _is_built(out: Path) -> bool:
    return (out / DATABASE).is_file() and (out / SEARCH).is_dir()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def code_digest() -> str:
    """A digest of all code, templates, static files and translations, and of the packages they
    run on."""
    required = importlib.metadata.requires("zhenshu") or []
    names = sorted(re.split(r"[^\w.-]", name)[0] for name in required if "extra ==" not in name)
    versions = [f"{name} {importlib.metadata.version(name)}" for name in names]
    digest = hashlib.blake2b(f"{platform.python_version()} {versions}".encode(), digest_size=16)
    for path in (SCHEMA, *_files(SITE)):
        body = path.read_bytes()
        digest.update(f"\n{path.relative_to(SITE.parent).as_posix()} {len(body)}\n".encode())
        digest.update(body)
    return digest.hexdigest()


def _inputs(root: Path, code: str, base_path: str) -> str:
    """A digest of everything a build depends on; of content, only each file's size and time."""
    digest = hashlib.blake2b(f"{code} {base_path}".encode(), digest_size=16)
    for entry in _entries(root / "content"):
        stat = entry.stat()
        name = entry.path.removeprefix(str(root))
        digest.update(f"\n{name} {stat.st_size} {stat.st_mtime_ns}".encode())
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """Every file of a folder in a stable order."""
    return (Path(entry.path) for entry in _entries(folder))


def _entries(folder: str | Path) -> Iterator["os.DirEntry[str]"]:
    """What `_files` yields, leaving out what Python and setuptools make."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__" and not entry.name.endswith(".egg-info"):
                yield from _entries(entry.path)
        else:
            yield entry


def _static_files() -> Mapping[str, bytes]:
    names = ((path, path.relative_to(STATIC).as_posix()) for path in _files(STATIC))
    return {f"static/{name}": path.read_bytes() for path, name in names}
