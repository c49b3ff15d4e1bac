"""Measure the project beside its peers: python3 scripts/bench.py [PART ...]

Prints a table; all parts take some minutes. Every figure is of this machine and this run, so ratios
between rows say more than the rows. Nothing here is a test.
"""

import argparse
import contextlib
import gzip
import multiprocessing
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench_proxies import proxy_rows
from bench_referee import browser_rows, engine_rows
from bench_search import search_rows
from environment import ROOT, VENV, Trouble, become, prepare

SEED = 20261129  # of the cards that are picked


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the project beside its peers.")
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; all if none is named")
    chosen = parser.parse_args().part or [*PARTS]
    if unknown := [name for name in chosen if name not in PARTS]:
        parser.error(f"no part is called {unknown[0]}; there are {', '.join(PARTS)}")
    if Path(sys.prefix).resolve() != VENV.resolve():
        become([prepare("bench") / "python", __file__, *chosen])
    with tempfile.TemporaryDirectory(prefix="zhenshu-bench-") as folder:
        project = Path(folder, "project")
        shutil.copytree(ROOT / "content", project / "content")
        if "build" not in chosen:
            command(project)
        # In their own order: what is built first is what the others look at.
        for part in [name for name in PARTS if name in chosen]:
            for name, figure, remark in PARTS[part](project, Path(folder)):
                print(f"{name:<34} {figure:>14}  {remark}", flush=True)


Row = tuple[str, str, str]


def build_rows(project: Path, folder: Path) -> Iterator[Row]:
    """The build as commands, then the same pages by the peers."""
    seconds, told = command(project)
    pages = sum(1 for path in (project / "dist/").rglob("*.html"))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    yield "full build", f"{seconds:.1f} s", f"{pages:,} pages, from content to the checked site"
    yield "  pages a second", f"{pages / seconds:.0f}", f"{cores()} cores; budget 60 s for all"
    yield "  largest process", f"{peak} MB", "peak resident memory"
    stage = re.search(r"pages: [\d,]+ \((\d+\.\d) s\)", told)
    own = pages / float(stage[1]) if stage else float("nan")
    yield "pages alone, a second", f"{own:.0f}", "rendered, written, read for links"
    for name, peer, remark in (
        ("Frozen-Flask 1.0.2", frozen_flask, "the same application, in one process"),
        ("Pelican 4.12.0", pelican, "each page's text, from Markdown, in its simple theme"),
    ):
        rate = pages / apart(peer, project, folder)
        yield f"  {name}", f"{rate:.0f}", f"{own / rate:.1f} x; {remark}"
    card = random.Random(SEED).choice(sorted((project / "content").glob("*/cards/*/*.md")))
    for number, name in enumerate(("one changed card", "  once more")):
        text = card.read_text(encoding="utf-8")
        card.write_text(text.replace('summary: "', f'summary: "Change {number}. ', 1), "utf-8")
        seconds, _told = command(project)
        yield name, f"{seconds:.1f} s", "whole command; budget 2 s"
    seconds, _told = command(project)
    yield "nothing changed", f"{seconds:.1f} s", "whole command; budget 3 s"


def command(project: Path) -> tuple[float, str]:
    """Run `zhenshu build`: seconds, and what it said of its stages."""
    began = time.perf_counter()
    run = subprocess.run(
        [VENV / "bin/zhenshu", "--root", project, "build"],
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - began, run.stderr


def apart(work: Callable[..., float], *given: Any) -> float:
    """The seconds that some work reports, done in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, given)


def frozen_flask(project: Path, folder: Path) -> float:
    from flask_frozen import Freezer, MissingURLGeneratorWarning

    from zhenshu.builder import DATABASE
    from zhenshu.catalog import Catalog
    from zhenshu.web import create_app
    from zhenshu.web.pages import all_pages

    catalog = Catalog.open(project / DATABASE)
    app = create_app(catalog)
    app.config["FREEZER_DESTINATION"] = str(folder / "frozen")
    freezer = Freezer(app, with_no_argument_rules=False, with_static_files=False)
    addresses = [page.path for page in all_pages(catalog)]
    freezer.register_generator(lambda: iter(addresses))
    warnings.simplefilter("ignore", MissingURLGeneratorWarning)
    began = time.perf_counter()
    freezer.freeze()
    return time.perf_counter() - began


def pelican(project: Path, folder: Path) -> float:
    from pelican import Pelican
    from pelican.settings import read_settings

    texts = folder / "texts"
    for number, path in enumerate(sorted((project / "dist/").rglob("*.html"))):
        text = path.read_text()
        title = re.search(r"<title>(.*?)</title>", text, re.S)
        body = re.search(r"<main.*?>(.*)</main>", text, re.S)
        plain = re.sub(r"\n\s*\n+", "\n\n", re.sub(r"<[^>]+>", "\n", body[1] if body else ""))
        target = texts / f"pages/{number}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"Title: {title[1] if title else number}\nSlug: page-{number}\n\n{plain}")
    settings = {"PATH": str(texts), "OUTPUT_PATH": str(folder / "pelican"), "THEME": "simple"}
    # Its theme would list every page in the menu of every page.
    settings |= {"DISPLAY_PAGES_ON_MENU": False, "DISPLAY_CATEGORIES_ON_MENU": False}
    settings |= {"TIMEZONE": "UTC", "FEED_ALL_ATOM": None, "CATEGORY_FEED_ATOM": None}
    settings |= {"TRANSLATION_FEED_ATOM": None, "AUTHOR_FEED_ATOM": None, "AUTHOR_FEED_RSS": None}
    site = Pelican(read_settings(override=settings))
    began = time.perf_counter()
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        site.run()
    return time.perf_counter() - began


def weight_rows(project: Path) -> Iterator[Row]:
    """What a reader's browser has to fetch for a card."""
    pages = sorted((project / "dist/").glob("*/*/cards/*/*/index.html"))
    fetched = sorted(([page, *styles(page)] for page in pages), key=lambda each: weight(each, gz))
    for name, files in (("median", fetched[len(fetched) // 2]), ("largest", fetched[-1])):
        kilobytes = weight(files, gz) / 1024
        yield f"{name} card page and its CSS", f"{kilobytes:.1f} KB", "gzip -9; budget 14 KB"
        if shutil.which("brotli"):
            kilobytes = weight(files, brotli) / 1024
            yield f"{name} card page and its CSS", f"{kilobytes:.1f} KB", "brotli"


def styles(page: Path) -> list[Path]:
    """The style sheets that a page asks for."""
    links = re.findall(r'rel="stylesheet" href="([^"?]+)', page.read_text(encoding="utf-8"))
    return [page.parent / link for link in links]


def weight(files: list[Path], pack: Callable[[bytes], int]) -> int:
    return sum(pack(path.read_bytes()) for path in files)


def gz(body: bytes) -> int:
    return len(gzip.compress(body, 9))


def brotli(body: bytes) -> int:
    return len(subprocess.run(["brotli", "-c"], input=body, capture_output=True).stdout)


def answer_rows(project: Path) -> Iterator[Row]:
    """How fast the application starts and answers."""
    bare, full = (started(code) for code in ("pass", "import zhenshu.web"))
    yield "import of the application", f"{(full - bare) * 1000:.0f} ms", "zhenshu.web; best of 5"
    times = sorted(ruling_times(project))
    yield "ruling played, median", f"{statistics.median(times) * 1000:.2f} ms", "in 3 languages"
    yield "ruling played, slowest", f"{times[-1] * 1000:.2f} ms", f"of {len(times)}; budget 5 ms"


def started(code: str) -> float:
    times = []
    for _run in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - began)
    return min(times)


def ruling_times(project: Path) -> Iterator[float]:
    """Seconds to play each ruling that runs, and to tell it in three languages; best of 20."""
    from zhenshu import content, rulings

    loaded, _problems = content.load(project)
    for slug, game in loaded.games.items():
        runs = [ruling for ruling in game.rulings.values() if rulings.runs(ruling.data)]
        named = {f"{card.set}/{card.slug}": card.document.data for card in game.cards.values()}
        cards = rulings.cards_of(slug, named) if runs else None
        for ruling in runs:
            given = (slug, ruling.document, game.words, game.paragraphs(), cards, [])
            yield min(timed(rulings.play, *given) for _run in range(20))


def timed(work: Callable[..., object], *given: Any) -> float:
    began = time.perf_counter()
    work(*given)
    return time.perf_counter() - began


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


PARTS: dict[str, Callable[[Path, Path], Iterator[Row]]] = {
    "build": build_rows,
    "weight": lambda project, _folder: weight_rows(project),
    "answers": lambda project, _folder: answer_rows(project),
    "proxies": lambda project, _folder: proxy_rows(project),
    "engine": lambda project, _folder: engine_rows(project),
    "browser": lambda project, _folder: browser_rows(project),
    "search": search_rows,
}


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
