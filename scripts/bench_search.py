"""Measure search beside its peers; `bench.py` prints what this finds.

SQLite's FTS5 gets the names and texts as words and pairs of Chinese characters, MiniSearch as its
documents with the same words, Pagefind a page for each card. All answer the same words; only ours
knows pinyin, facts and both scripts, so its queries of facts have no peer.
"""

import contextlib
import gc
import gzip
import http.server
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

Row = tuple[str, str, str]
Entry = dict[str, Any]

SEED = 20261129
MANY = 20_000  # cards, made of real ones
QUERIES = 1000
KEYS = 300  # queries that are typed, key by key
LANGUAGE = "zh-Hans"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
PEERS = {"minisearch": "7.2.0"}  # from npm
FACTS = (
    "f:wei cost<=3",
    "t:unit kw:transfer cost<=3 f:wei",
    "might>stamina sort:-might",
    "-cost<=3 game:formation",
    "is:unique r:legendary",
    "势力:蜀 或 势力:吴 费用:2..4",
    "o:抽",
    "o:伤害 game:faceoff",
    "rule:faceoff/combat",
)


def search_rows(project: Path, folder: Path) -> Iterator[Row]:
    """Search on the server and in the browser, among all real cards and among many."""
    from zhenshu.builder import DATABASE
    from zhenshu.catalog import Catalog
    from zhenshu.search import Known

    known = Known.of(Catalog.open(project / DATABASE))
    cards = sum(1 for entry in known.entries if entry["kind"] == "card")
    for label, each in ((f"{cards:,}", known), (f"{MANY:,}", known._replace(entries=many(known)))):
        queries = list(asked(each.entries))
        yield from server_rows(label, each, queries, folder / label)
        yield from browser_rows(label, each, queries, folder / label)
    yield from first_rows(project)


def many(known: Any) -> list[Entry]:
    """So many cards with names and facts of real ones, before all other entries."""
    chance = random.Random(SEED)
    cards = [entry for entry in known.entries if entry["kind"] == "card"]
    made = []
    for number in range(MANY):
        card, other = chance.choice(cards), chance.choice(cards)
        id = f"{card['id'].rpartition('/')[0]}/{number:05}"
        made.append({**other, "id": id, "order": [*card["order"][:3], f"{number:05}"]})
    made.sort(key=lambda entry: entry["order"])
    return [*made, *(entry for entry in known.entries if entry["kind"] != "card")]


def asked(entries: Sequence[Entry]) -> Iterator[str]:
    """What readers might ask: names, parts of them, pinyin, initials, numbers, texts, facts."""
    chance = random.Random(SEED)
    cards = [entry for entry in entries if entry["kind"] == "card"]
    for number in range(QUERIES):
        card = chance.choice(cards)
        name = chance.choice(card["names"])[0]
        at = chance.randrange(max(1, len(name) - 1))
        spoken = card["readings"][0].replace("· ", "") if card["readings"] else name
        ways = (
            name,
            name[at : at + 2],
            spoken,
            "".join(syllable[0] for syllable in spoken.split())[:3],
            card["numbers"][0] or name,
            chance.choice(FACTS),
        )
        yield ways[number % len(ways)]


def server_rows(label: str, known: Any, queries: list[str], folder: Path) -> Iterator[Row]:
    from zhenshu.search import Searcher, build

    began = time.perf_counter()
    build(known, folder / "index")
    took = time.perf_counter() - began
    searcher = Searcher.open(folder / "index")
    gc.freeze()  # as the server does
    times = [timed(partial(answered, searcher, query)) for query in queries]
    budget = "10 ms" if len(label) < 6 else "40 ms"
    yield spread(f"server, {label} cards", times, f"with facets; p99 budget {budget}")
    yield f"  index of {label} cards", f"{took:.1f} s", "from nothing"
    words = [query for query in queries if ":" not in query]
    find = fts5(known.entries)
    times = [timed(partial(find, query)) for query in words]
    yield spread("  SQLite FTS5, bigrams", times, f"{len(words)} queries of names alone")


def answered(searcher: Any, query: str) -> Any:
    return searcher.answer(query, LANGUAGE).as_json()


def spread(name: str, times: list[float], remark: str) -> Row:
    """The median and the 99th of a hundred of some seconds."""
    ordered = sorted(times)
    middle, late = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return name, f"{middle * 1000:.1f} / {late * 1000:.1f} ms", f"p50 / p99; {remark}"


def timed(work: Any) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def terms(text: str) -> list[str]:
    """The words of a text as its peers get them, and pairs of Chinese characters."""
    from zhenshu.search.fold import is_han, tokens

    found = tokens(text)
    pairs = [a + b for a, b in pairwise(found) if is_han(a) and is_han(b)]
    return [*found, *pairs]


def documents(entries: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    """The id and the words of each entry: its names or title, and what it says."""
    for entry in entries:
        names = [name for name, _tag in entry.get("names", ())]
        title = [entry["title"][LANGUAGE]] if "title" in entry else []
        lines = [line for line, _tag in entry["lines"][LANGUAGE]]
        yield f"{entry['kind']} {entry['id']}", " ".join(terms("\n".join(names + title + lines)))


def fts5(entries: Iterable[Entry]) -> Any:
    """A function that finds all entries with the words of a query, best first, in SQLite."""
    db = sqlite3.connect(":memory:")
    db.execute("create virtual table found using fts5(id unindexed, words)")
    db.executemany("insert into found values (?, ?)", documents(entries))

    def find(query: str) -> list[Any]:
        words = " ".join(f'"{word}"' for word in terms(query))
        sql = "select id from found where found match ? order by rank"
        return db.execute(sql, (words,)).fetchall() if words else []

    return find


TYPE = """async ([queries, segment]) => {
  const { answer, load, withText } = await import("/static/search-engine.js");
  const fetched = async (file) => (await fetch(`/search/${file}.json`)).json();
  const [main, text] = await Promise.all([fetched(segment), fetched(`${segment}.text`)]);
  let began = performance.now();
  let library = load(main);
  const loaded = performance.now() - began;
  library = withText(library, text);
  answer("o:x", library); // the first look into texts prepares them
  const times = [];
  for (const query of queries) {
    const letters = Array.from(query);
    for (let length = 1; length <= letters.length; length++) {
      began = performance.now();
      answer(letters.slice(0, length).join(""), library);
      times.push(performance.now() - began);
    }
  }
  return [loaded, times];
}"""
MINISEARCH = """async ([queries, documents]) => {
  const { default: MiniSearch } = await import("/minisearch.js");
  const split = (text) => text.split(" ");
  const index = new MiniSearch({ fields: ["words"], tokenize: split });
  const began = performance.now();
  index.addAll(documents.map(([id, words]) => ({ id, words })));
  const built = performance.now() - began;
  const times = queries.map((words) => {
    const start = performance.now();
    index.search(words, { combineWith: "AND", prefix: true });
    return performance.now() - start;
  });
  return [built, times, JSON.stringify(index).length];
}"""
PAGEFIND = """async (queries) => {
  const pagefind = await import("/pagefind/pagefind.js");
  await pagefind.init();
  const times = [];
  for (const query of queries) {
    const start = performance.now();
    await pagefind.search(query);
    times.push(performance.now() - start);
  }
  return times;
}"""


def browser_rows(label: str, known: Any, queries: list[str], folder: Path) -> Iterator[Row]:
    """Every key of some queries in Chromium, and the same words by scripts of others."""
    from zhenshu.search import twin

    site = folder / "site"
    (site / "search").mkdir(parents=True)
    for name, body in twin(known).items():
        (site / "search" / name).write_bytes(body)
    shutil.copytree(static(), site / "static")
    (site / "index.html").write_text("<!doctype html><title>Search</title>", "utf-8")
    if label != f"{MANY:,}":
        for name in ("en", "zh-hans", "zh-hant"):
            first, later = (gz(site / f"search/{name}{part}.json") for part in ("", ".text"))
            yield (
                f"data to search in {name}",
                f"{first:.0f} KB",
                f"gzip -9; budget 150 KB; texts {later:.0f} KB more, in the background",
            )
    typed = queries[:KEYS]
    with chromium(site) as page:
        if isinstance(page, str):
            yield f"browser, {label} cards", "not measured", page
            return
        loaded, times = page.evaluate(TYPE, [typed, LANGUAGE.lower()])
        seconds = [each / 1000 for each in times]
        yield spread(f"browser, a key, {label} cards", seconds, f"{len(times)} keys; budget 16 ms")
        yield "  data made ready", f"{loaded:.0f} ms", "once a page, before the first key"
        yield from minisearch_rows(page, site, known.entries, typed)
        yield from pagefind_rows(page, site, known.entries, typed)


def minisearch_rows(page: Any, site: Path, entries: list[Entry], typed: list[str]) -> Iterator[Row]:
    name = "  MiniSearch, a query"
    try:
        npm("minisearch", PEERS["minisearch"], "package/dist/es/index.js", site / "minisearch.js")
    except (OSError, subprocess.SubprocessError, KeyError) as error:
        yield name, "not measured", f"npm: {type(error).__name__}"
        return
    words = [" ".join(terms(query)) for query in typed if ":" not in query]
    built, times, size = page.evaluate(MINISEARCH, [words, list(documents(entries))])
    yield spread(name, [t / 1000 for t in times], f"indexed in {built:.0f} ms")
    yield "  its index as JSON", f"{size / 1024:.0f} KB", "not compressed"


def pagefind_rows(page: Any, site: Path, entries: list[Entry], typed: list[str]) -> Iterator[Row]:
    name = "  Pagefind, a query"
    pages = site / "pages"
    pages.mkdir()
    for number, (id, words) in enumerate(documents(entries)):
        body = f'<!doctype html><html lang="en"><title>{escape(id)}</title><main>{escape(words)}'
        (pages / f"{number}.html").write_text(body, "utf-8")
    command = (
        sys.executable,
        "-m",
        "pagefind",
        "--site",
        pages,
        "--output-path",
        site / "pagefind",
    )
    began = time.perf_counter()
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        yield name, "not measured", f"pagefind: {type(error).__name__}"
        return
    took = time.perf_counter() - began
    words = [" ".join(terms(query)) for query in typed if ":" not in query]
    times = page.evaluate(PAGEFIND, words)
    yield spread(
        name, [t / 1000 for t in times], f"parts fetched as asked; indexed in {took:.1f} s"
    )


def npm(package: str, version: str, member: str, path: Path) -> None:
    """Fetch one file of a package with npm."""
    with contextlib.chdir(path.parent):
        command = ["npm", "pack", f"{package}@{version}", "--silent"]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
        with tarfile.open(done.stdout.strip()) as archive:
            found = archive.extractfile(member)
            assert found is not None
            path.write_bytes(found.read())


def gz(path: Path) -> float:
    return len(gzip.compress(path.read_bytes(), 9)) / 1024


def static() -> Path:
    import zhenshu

    return Path(zhenshu.__file__).parent / "web" / "static"


@contextlib.contextmanager
def chromium(site: Path) -> Iterator[Any]:
    """A page of Chromium at a folder served on this machine; else a text that says why not."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        yield str(error)
        return
    if path is None:
        yield "Chromium is not installed"
        return
    with served(site) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(base)
        yield page
        browser.close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    handler = partial(Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


FIRST = """() => new Promise((resolve) => {
  const look = () => {
    if (document.querySelector("#search-answer a[href*='/cards/']")) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""


def first_rows(project: Path) -> Iterator[Row]:
    """From opening the search page of the finished site to its first result, nothing cached."""
    with chromium(project / "dist") as page:
        if isinstance(page, str):
            yield "first result, cold", "not measured", page
            return
        base, times = page.url.rstrip("/"), []
        for _run in range(5):
            context = page.context.browser.new_context()
            fresh = context.new_page()
            fresh.goto(f"{base}/zh-hans/search/?q=guanyu", wait_until="commit")
            times.append(fresh.evaluate(FIRST))
            context.close()
        figure = f"{statistics.median(times):.0f} ms"
        yield "first result, cold", figure, "search page opened with a query; median of 5"
