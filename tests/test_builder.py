"""The whole build on one game: what it makes, what it leaves alone, what it survives."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from zhenshu import builder
from zhenshu.builder import Report, build, command
from zhenshu.catalog import Catalog
from zhenshu.export import PageError
from zhenshu.export.write import MEMORY
from zhenshu.progress import Progress, Quiet
from zhenshu.search import Searcher

ROOT = Path(__file__).parent.parent
CARD = "content/clash/cards/starter-kit/aberration.md"
SETS = ("starter-kit", "submersion")
PAGE = "dist/en/clash/cards/starter-kit/aberration/index.html"


def search_words(game: str) -> str:
    """The words of search without the facts that other games have."""
    text = (ROOT / "content/search.toml").read_text(encoding="utf-8")
    known = tomllib.loads((ROOT / "content" / game / "fields.toml").read_text(encoding="utf-8"))

    def own(line: re.Match[str]) -> str:
        return f"facts = {json.dumps([fact for fact in json.loads(line[1]) if fact in known])}"

    return re.sub(r"(?m)^facts = (.*)$", own, text)


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has one of the games, with two of its seven sets, built."""
    root = tmp_path_factory.mktemp("project")
    for name in ("pages", "clash"):
        shutil.copytree(ROOT / "content" / name, root / "content" / name)
    for folder in (root / "content/clash/cards").iterdir():
        if folder.name not in SETS:
            shutil.rmtree(folder)
            for path in (root / "content/clash/rulings").iterdir():
                if f"clash/{folder.name}/" in path.read_text(encoding="utf-8"):
                    path.unlink()
    shutil.copy(ROOT / "content/terms.toml", root / "content")
    (root / "content/search.toml").write_text(search_words("clash"), encoding="utf-8")
    build(root, progress=Quiet())
    return root


@pytest.fixture
def project(built_once: Path, tmp_path: Path) -> Path:
    """A copy of that project for one test."""
    return shutil.copytree(built_once, tmp_path / "project", symlinks=True)


def rename(project: Path, name: str) -> None:
    text = (project / CARD).read_text()
    assert "en: Aberration" in text
    (project / CARD).write_text(text.replace("en: Aberration", f"en: {name}"))


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def found(project: Path, query: str) -> list[str]:
    return list(Searcher.open(project / builder.SEARCH).answer(query, "en").groups.get("card", ()))


def test_a_second_build_finds_nothing_to_do(project: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    report = build(project, progress=Quiet())
    assert not report.fresh
    after = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    del before[project / "build/lock"], after[project / "build/lock"]
    assert after == before


def test_one_changed_card_reaches_everything_built(project: Path) -> None:
    rename(project, "Monstrosity")
    report = build(project, progress=Quiet())
    assert 3 <= report.changed < report.pages / 2
    assert "Monstrosity" in (project / PAGE).read_text()
    data = json.loads((project / "dist/data/clash/cards.json").read_bytes())
    assert "Monstrosity" in [card["name"]["en"] for card in data["cards"]]
    assert found(project, "monstrosity") == ["clash/starter-kit/aberration"]
    card = Catalog.open(project / builder.DATABASE).card("clash/starter-kit/aberration")
    assert card and card["name"]["en"] == "Monstrosity"


def test_printed_cards_are_set_again_only_where_one_changed(project: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (project / "build/proxies").iterdir()}
    # Two sets and four decks, in three languages, for two papers.
    assert len(before) == 6 * 3 * 2
    rename(project, "Monstrosity of Enormous Size")
    build(project, progress=Quiet())
    after = {path: path.stat().st_mtime_ns for path in (project / "build/proxies").iterdir()}
    # The card is in one set and one deck.
    assert len(after.keys() - before.keys()) == 2 * 3 * 2
    assert len(after) == len(before)
    assert all(after[path] == before[path] for path in after.keys() & before.keys())
    # The page names the size that each file really has.
    page = (project / "dist/en/proxies/index.html").read_text()
    for id in ("starter-kit", "deck-1", "submersion"):
        name = f"proxies-clash-{id}-en-a4.pdf"
        shown = page.partition(f'{name}">A4 <small>')[2].partition(" KB")[0]
        assert int(shown) == (project / "dist/proxies/en" / name).stat().st_size // 1024


def test_an_incremental_build_equals_a_full_one_to_the_byte(project: Path) -> None:
    """Whatever order hashes give to sets, and however many processes there are."""
    rename(project, "Monstrosity")
    build(project, progress=Quiet())
    changed = tree(project / "dist")
    shutil.rmtree(project / "build")
    code = (
        "from pathlib import Path; from zhenshu.builder import build;"
        "from zhenshu.progress import Quiet;"
        f"build(Path({str(project)!r}), progress=Quiet(), processes=1)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    assert tree(project / "dist") == changed


def test_mistakes_in_content_are_all_told_and_nothing_is_touched(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (project / CARD).read_text()
    (project / CARD).write_text(text.replace("cost:", "coast:").replace("attack:", "atack:"))
    built = {name: tree(project / name) for name in ("db", "dist")}
    assert command(project) == 1
    out = capsys.readouterr().out
    lines = text.splitlines()
    for key in ("cost:", "attack:"):
        line = next(n for n, given in enumerate(lines, 1) if given.startswith(key))
        assert f"{CARD}:{line}: " in out
    assert {name: tree(project / name) for name in ("db", "dist")} == built


def test_a_build_can_be_told_where_the_site_will_live(project: Path) -> None:
    before = tree(project / "dist")
    build(project, progress=Quiet(), base_path="zhenshu")
    after = tree(project / "dist")
    # Links of pages are relative, but for the page that stands at any address.
    outside = {f"opensearch.{language}.xml" for language in ("en", "zh-hans", "zh-hant")}
    assert {name for name in after if after[name] != before[name]} == {"404.html", *outside}
    assert b'href="/zhenshu/' in after["404.html"]
    assert b'href="/zhenshu/' not in before["404.html"]


@pytest.mark.parametrize(
    ("given", "path"), [("/", "/"), ("", "/"), ("a", "/a/"), ("/a/b", "/a/b/"), ("/a/", "/a/")]
)
def test_base_paths_begin_and_end_with_a_slash(given: str, path: str) -> None:
    assert builder.normal(given) == path


class Deadly(Quiet):
    """A progress that kills its process at the n-th report."""

    def __init__(self, moment: int) -> None:
        super().__init__()
        self.left = moment

    def stage(self, name: str, total: int = 0) -> None:
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def test_a_build_killed_in_any_stage_leaves_what_was_built(project: Path) -> None:
    old = tree(project / "dist")
    rename(project, "Monstrosity")
    killed = 0
    while in_a_process(project, Deadly(killed)) == -signal.SIGKILL:
        killed += 1
        assert tree(project / "dist") == old
        # The files of the server are each whole: as they were, or already as they will be.
        catalogue = Catalog.open(project / builder.DATABASE)
        assert len(catalogue.cards("clash")) == 64
        assert found(project, "aberration") == ["clash/starter-kit/aberration"]
    # Content, catalogue, cards to print, pages, links, search index, switch.
    assert killed == 7
    assert "Monstrosity" in (project / PAGE).read_text()
    assert not build(project, progress=Quiet()).fresh


def test_ctrl_c_ends_a_build_without_a_traceback(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_given: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(builder, "export", interrupted)
    rename(project, "Monstrosity")
    assert command(project) == 130
    assert "Traceback" not in capsys.readouterr().err


def in_a_process(project: Path, progress: Progress) -> int:
    child = os.fork()
    if child == 0:
        try:
            build(project, progress=progress)
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_report_says_what_happened() -> None:
    assert str(Report(9000, 12, 1.25)) == (
        "dist/ has 9000 pages, 12 of them new or changed (1.2 s)."
    )
    assert str(Report(0, 0, 0.1, fresh=False)) == "Nothing has changed: dist/ is up to date."


def test_a_file_of_data_that_fails_ends_the_build(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the application says of a failure must not become the file."""

    def fail(catalog: object, language: str) -> None:
        raise LookupError(language)

    before = tree(project / "dist")
    rename(project, "Monstrosity")
    (project / "build" / MEMORY).unlink()
    monkeypatch.setattr("zhenshu.web.sections.search.book", fail)
    with pytest.raises(PageError, match=r"/search/.*book\.json: status 500 instead of 200"):
        build(project, progress=Quiet())
    assert tree(project / "dist") == before
