"""Printed cards as PDF beside the browser's print of the same page; part of bench.py."""

import multiprocessing
import os
import random
import resource
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench_referee import CHROMIUM, PATIENCE, served

Row = tuple[str, str, str]

SEED = 20261129
SIZES = (54, 540)  # cards of a job, all different: six sheets and sixty


def proxy_rows(project: Path) -> Iterator[Row]:
    """54 and 540 cards both ways, then every card through the shrink."""
    for count in SIZES:
        seconds, size, peak = alone(as_pdf, project, count)
        budget = "; budget 1 s, 500 KB" if count == SIZES[0] else ""
        told = f"{size / 1024:.0f} KB, {peak} MB at most in the typesetter{budget}"
        yield f"{count} cards as PDF", f"{seconds:.2f} s", told
        yield printed_row(project, count)
    seconds, faces, longer, peak = alone(shrink, project)
    told = f"{faces:,} faces in three languages; {longer} go on to a second card; {peak} MB"
    yield "every card through the shrink", f"{seconds:.1f} s", told


def alone(work: Any, *given: Any) -> Any:
    """The result of some work in a process of its own, so that peaks of memory are its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, given)


def opened(project: Path) -> Any:
    from zhenshu.builder import DATABASE
    from zhenshu.catalog import Catalog

    return Catalog.open(project / DATABASE)


def some(project: Path, count: int) -> list[str]:
    catalog = opened(project)
    every = [card["id"] for game in catalog.games for card in catalog.cards(game)]
    return random.Random(SEED).sample(every, count)


def children_peak() -> int:
    """Megabytes of the largest process that this one has started and that has ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def as_pdf(project: Path, count: int) -> tuple[float, int, int]:
    """Seconds (the best of three), bytes, and megabytes of the typesetter."""
    from zhenshu.proxies import pdf
    from zhenshu.proxies.job import Options

    catalog = opened(project)
    counts = dict.fromkeys(some(project, count), 1)
    times = []
    for _run in range(3):
        began = time.perf_counter()
        printed = pdf.make(catalog, counts, Options("zh-Hant"))
        times.append(time.perf_counter() - began)
    return min(times), len(printed.body), children_peak()


def printed_row(project: Path, count: int) -> Row:
    name = "  printed by Chromium"
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        return name, "not measured", str(error)
    if path is None:
        return name, "not measured", "Chromium is not installed"
    from zhenshu.proxies.decklist import encode

    code = encode(dict.fromkeys(some(project, count), 1))
    with served(project / "dist") as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        began = time.perf_counter()
        page.goto(f"{base}zh-hant/proxies/#list={code}")
        page.wait_for_selector("#proxies-sheets > svg")
        counted = time.perf_counter() - began
        body = page.pdf(prefer_css_page_size=True, print_background=True)
        seconds = time.perf_counter() - began
        peak = descendants_peak()
        browser.close()
    told = f"{counted:.1f} s of it until they are counted; {len(body) / 1024:.0f} KB, {peak} MB"
    return name, f"{seconds:.2f} s", f"{told} at most in its largest process"


def descendants_peak() -> int:
    """Megabytes at most of the largest process below this one; 0 where there is no /proc."""
    parents: dict[int, int] = {}
    peaks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            lines = (folder / "status").read_text().splitlines()
        except OSError:
            continue
        told = dict(line.split(":", 1) for line in lines if ":" in line)
        parents[int(folder.name)] = int(told["PPid"])
        peaks[int(folder.name)] = int(told.get("VmHWM", "0 kB").split()[0]) // 1024

    def is_below(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return max(
        (peak for pid, peak in peaks.items() if pid != os.getpid() and is_below(pid)), default=0
    )


def shrink(project: Path) -> tuple[float, int, int, int]:
    """Seconds to fit the text of every face of every card, faces, those that need a second card,
    and megabytes of the typesetter."""
    from zhenshu.i18n import LANGUAGES
    from zhenshu.proxies.job import Options
    from zhenshu.proxies.pdf import Manuscript
    from zhenshu.proxies.typesetter import Typesetter

    catalog = opened(project)
    ids = [card["id"] for game in catalog.games for card in catalog.cards(game)]
    faces = longer = 0
    began = time.perf_counter()
    for language in LANGUAGES:
        manuscript = Manuscript(catalog, dict.fromkeys(ids, 1), Options(language))
        with Typesetter() as typesetter:
            fits = typesetter.measure(manuscript.data)
        faces += len(fits)
        longer += sum(len(fit["parts"]) > 1 for fit in fits)
    return time.perf_counter() - began, faces, longer, children_peak()
