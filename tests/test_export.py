"""The export on a small application: what is written, what is left alone, what survives a kill."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort

from zhenshu.export import DeadLinks, PageError, SiteError, Sites, Source, export, write
from zhenshu.progress import Quiet
from zhenshu.questions import Listener, question


@dataclass(frozen=True)
class FakePage:
    path: str
    language: str | None
    template: str
    data: Callable[[], dict[str, Any]]


class Stock(Listener):
    """What the pages and files of a `Web` are made from, as it is during one build."""

    def __init__(self, pages: dict[str, str], files: dict[str, bytes]):
        super().__init__()
        self.pages = pages
        self.stored = {path: body.decode() for path, body in files.items()}

    @question
    def text(self, address: str) -> str:
        return self.pages[address]

    @question
    def files(self) -> dict[str, str]:
        return self.stored


class Web:
    """A site whose pages are given as HTML by address, and which counts what it makes and
    renders."""

    def __init__(self, pages: dict[str, str], files: dict[str, bytes] | None = None):
        self.pages = pages
        self.files = files or {}
        self.fixed_file: bytes | None = None
        self.rendered: list[str] = []
        self.made: list[str] = []
        self.app = Flask(__name__, static_folder=None)
        self.app.add_url_rule("/", "root", self.show)
        self.app.add_url_rule("/<path:rest>", "page", self.show)

    def show(self, rest: str = "") -> str:
        address = f"/{rest}"
        if address not in self.pages:
            abort(404)
        self.rendered.append(address)
        return self.pages[address]

    def source(self, code: str = "1", base_path: str = "/") -> Source:
        stock = Stock(dict(self.pages), self.files)

        def data(address: str) -> dict[str, Any]:
            self.made.append(address)
            return {"text": stock.text(address)}

        def stored() -> dict[str, bytes]:
            self.made.append("stored")
            return {path: text.encode() for path, text in stock.files().items()}

        pages = [FakePage(path, "en", "page.html", partial(data, path)) for path in self.pages]
        files = {"stored": stored, "fixed": self.fixed}
        return Source(self.app, stock, pages, files, code, base_path)

    def fixed(self) -> dict[str, bytes]:
        """A file that asks nothing, and whose making is noted among what was rendered."""
        if self.fixed_file is None:
            return {}
        self.rendered.append("fixed.bin")
        return {"fixed.bin": self.fixed_file}


def publish(web: Web, out: Path, code: str = "1", processes: int = 1) -> int:
    """Export and show a site; how many of its pages were not as before."""
    return again(web.source(code), out, processes)


def again(source: Source, out: Path, processes: int = 1) -> int:
    sites = Sites(out)
    with sites.locked():
        site, exported = export(source, sites, processes, Quiet())
        sites.switch(site)
    return exported.changed


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def two_pages() -> dict[str, str]:
    return {"/": '<a href="en/">in</a>', "/en/": '<p id="x"></p><a href="../">out</a>'}


def test_pages_become_index_files_and_files_stand_beside_them(tmp_path: Path) -> None:
    web = Web({**two_pages(), "/404.html": "<p>nothing here</p>"}, {"data/a.json": b"{}"})
    publish(web, tmp_path)
    assert tree(tmp_path / "dist") == {
        "index.html": b'<a href="en/">in</a>',
        "en/index.html": b'<p id="x"></p><a href="../">out</a>',
        "404.html": b"<p>nothing here</p>",
        "data/a.json": b"{}",
    }


@pytest.mark.parametrize("processes", [1, 2])
def test_only_pages_with_new_data_are_rendered_again(tmp_path: Path, processes: int) -> None:
    web = Web(two_pages())
    assert publish(web, tmp_path) == 2
    web.pages["/en/"] = "<p>other</p>"
    web.rendered.clear()
    assert publish(web, tmp_path, processes=processes) == 1
    if processes == 1:  # forked workers count in their own memory
        assert web.rendered == ["/en/"]
    assert (tmp_path / "dist/en/index.html").read_text() == "<p>other</p>"
    assert (tmp_path / "dist/index.html").read_text() == '<a href="en/">in</a>'


def test_a_third_build_takes_over_what_the_second_changed(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    web.pages["/en/"] = "<p>second</p>"
    publish(web, tmp_path)
    web.pages["/"] = "third"
    web.rendered.clear()
    assert publish(web, tmp_path) == 1
    assert web.rendered == ["/"]
    assert tree(tmp_path / "dist") == {"index.html": b"third", "en/index.html": b"<p>second</p>"}


def test_going_back_to_an_earlier_state_renders_nothing(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    web.pages["/"] = "else"
    publish(web, tmp_path)
    web.pages["/"] = '<a href="en/">in</a>'
    web.rendered.clear()
    assert publish(web, tmp_path) == 1  # one page is not as it was shown
    assert web.rendered == []  # but the folder that has its turn still holds it
    assert (tmp_path / "dist/index.html").read_text() == '<a href="en/">in</a>'


def test_the_site_before_is_not_written_into(tmp_path: Path) -> None:
    """Files taken over are hard links; changing one must not reach the older site."""
    web = Web(two_pages())
    publish(web, tmp_path)
    first = (tmp_path / "dist").resolve()
    web.pages["/"] = "second"
    publish(web, tmp_path)
    before = tree(tmp_path / "dist")
    shown = (tmp_path / "dist").resolve()
    assert shown != first
    web.pages["/en/"] = "third"
    publish(web, tmp_path)
    assert tree(shown) == before


def test_new_code_renders_every_page(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    web.rendered.clear()
    assert publish(web, tmp_path, code="2") == 2
    assert sorted(web.rendered) == ["/", "/en/"]


def test_files_of_the_code_alone_are_made_again_only_with_new_code(tmp_path: Path) -> None:
    web = Web(two_pages())
    web.fixed_file = b"one"
    publish(web, tmp_path)
    for text in ("a", "b", "c"):
        web.pages["/en/"] = text
        web.rendered.clear()
        publish(web, tmp_path)
        assert web.rendered == ["/en/"]
        assert (tmp_path / "dist/fixed.bin").read_bytes() == b"one"
    web.fixed_file = b"two"
    publish(web, tmp_path, code="2")
    assert (tmp_path / "dist/fixed.bin").read_bytes() == b"two"


def test_what_is_no_more_is_deleted_with_its_folder(tmp_path: Path) -> None:
    web = Web({"/": "home", "/en/a/": "a"}, {"data/x.json": b"x"})
    publish(web, tmp_path)
    del web.pages["/en/a/"]
    web.files.clear()
    publish(web, tmp_path)
    publish(web, tmp_path, code="2")  # each of the two folders had its turn
    assert sorted(p.name for p in (tmp_path / "dist").iterdir()) == ["index.html"]
    assert not (tmp_path / "dist/en").exists()


def test_a_damaged_or_lost_file_is_made_again(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    (tmp_path / "dist/index.html").write_text("cut")
    (tmp_path / "dist/en/index.html").unlink()
    publish(web, tmp_path)
    assert tree(tmp_path / "dist") == {
        "index.html": b'<a href="en/">in</a>',
        "en/index.html": b'<p id="x"></p><a href="../">out</a>',
    }


def test_two_full_exports_are_equal_whatever_the_processes(tmp_path: Path) -> None:
    pages = {f"/en/{n}/": f'<p id="p{n}">{n}</p><a href="../{n // 2}/">half</a>' for n in range(90)}
    publish(Web(pages), tmp_path / "one", processes=1)
    publish(Web(pages), tmp_path / "two", processes=2)
    assert tree(tmp_path / "one/dist") == tree(tmp_path / "two/dist")
    assert len(tree(tmp_path / "one/dist")) == 90


def test_a_page_that_fails_is_named_and_nothing_changes(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    before = tree(tmp_path / "dist")
    source = web.source(code="2")
    lost = FakePage("/en/lost/", "en", "page.html", dict)
    broken = replace(source, pages=[*source.pages, lost])
    sites = Sites(tmp_path)
    for processes in (1, 2):
        with sites.locked(), pytest.raises(PageError, match="/en/lost/: status 404 instead of 200"):
            export(broken, sites, processes, Quiet())
        assert tree(tmp_path / "dist") == before
    publish(web, tmp_path, code="2")
    assert tree(tmp_path / "dist") == before


def test_an_address_given_twice_is_refused(tmp_path: Path) -> None:
    source = Web(two_pages()).source()
    sites = Sites(tmp_path)
    with sites.locked(), pytest.raises(PageError, match="Two pages have one address"):
        export(replace(source, pages=[*source.pages, source.pages[0]]), sites, 1, Quiet())


def test_every_dead_link_is_reported_and_nothing_changes(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    before = tree(tmp_path / "dist")
    web.pages["/"] = '<a href="en/#x">good</a><a href="en/#y">bad</a><a href="fr/">worse</a>'
    with pytest.raises(DeadLinks) as raised:
        publish(web, tmp_path)
    assert [(d.page, d.link, d.reason) for d in raised.value.links] == [
        ("/", "/en/#y", "the page has no such anchor."),
        ("/", "/fr/", "there is no such page or file."),
    ]
    assert tree(tmp_path / "dist") == before


def test_a_dead_link_put_right_costs_one_page(tmp_path: Path) -> None:
    web = Web({**two_pages(), "/": '<a href="fr/">in</a>'})
    for _again in range(2):  # a site with dead links is never shown, nor taken for a good one
        with pytest.raises(DeadLinks):
            publish(web, tmp_path)
        assert not (tmp_path / "dist").exists()
    web.pages["/"] = '<a href="en/">in</a>'
    web.rendered.clear()
    publish(web, tmp_path)
    assert web.rendered == ["/"]


@pytest.mark.parametrize("kind", ["anchor", "page", "file"])
def test_a_link_dies_on_an_unchanged_page_when_its_target_goes(tmp_path: Path, kind: str) -> None:
    link = {"anchor": "en/#x", "page": "en/", "file": "data/x.json"}[kind]
    web = Web({**two_pages(), "/": f'<a href="{link}">x</a>'}, {"data/x.json": b"x"})
    web.pages["/en/"] = '<p id="x"></p>'
    publish(web, tmp_path)
    if kind == "anchor":
        web.pages["/en/"] = '<p id="z"></p>'
    elif kind == "page":
        del web.pages["/en/"]
    else:
        web.files.clear()
    web.rendered.clear()
    with pytest.raises(DeadLinks) as raised:
        publish(web, tmp_path)
    assert [(dead.page, dead.link) for dead in raised.value.links] == [("/", f"/{link}")]
    assert "/" not in web.rendered


def test_links_of_a_page_taken_over_are_still_known(tmp_path: Path) -> None:
    """The link list must follow a page through both folders: here it is two builds old."""
    web = Web({"/": '<a href="en/#x">x</a>', "/en/": '<p id="x"></p>', "/c/": "c"})
    publish(web, tmp_path)
    web.pages["/c/"] = "d"
    publish(web, tmp_path)
    web.pages["/c/"] = "e"
    publish(web, tmp_path)
    web.pages["/en/"] = "empty"
    with pytest.raises(DeadLinks, match="/en/#x"):
        publish(web, tmp_path)


def test_a_foreign_dist_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/mine.txt").write_text("mine")
    with pytest.raises(SiteError, match="was not made by a build"):
        publish(Web(two_pages()), tmp_path)
    assert (tmp_path / "dist/mine.txt").read_text() == "mine"


def test_without_symbolic_links_the_folder_itself_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: Any, **_more: Any) -> None:
        raise OSError("no symbolic links here")

    monkeypatch.setattr(os, "symlink", refuse)
    monkeypatch.setattr(os, "link", refuse)
    web = Web(two_pages())
    for text in ("one", "two", "three"):
        web.pages["/"] = text
        web.rendered.clear()
        publish(web, tmp_path)
        assert (tmp_path / "dist").is_dir() and not (tmp_path / "dist").is_symlink()
        assert (tmp_path / "dist/index.html").read_text() == text
        assert (tmp_path / "dist/en/index.html").is_file()
    assert web.rendered == ["/"]


def test_the_other_folder_can_be_made_ready_and_is_a_site_of_its_own(tmp_path: Path) -> None:
    web = Web(two_pages(), {"data/a.json": b"{}"})
    publish(web, tmp_path)
    with Sites(tmp_path).locked():
        Sites(tmp_path).prepare()
    assert tree(tmp_path / "build/b") == tree(tmp_path / "build/a")
    web.pages["/"] = "second"
    web.rendered.clear()
    assert publish(web, tmp_path) == 1
    assert web.rendered == ["/"]
    assert (tmp_path / "build/a/index.html").read_text() == '<a href="en/">in</a>'
    assert (tmp_path / "dist/index.html").read_text() == "second"
    del web.pages["/en/"]
    publish(web, tmp_path)
    assert sorted(tree(tmp_path / "dist")) == ["data/a.json", "index.html"]


def test_a_deleted_dist_comes_back_from_the_site_kept_behind_it(tmp_path: Path) -> None:
    web = Web(two_pages())
    publish(web, tmp_path)
    (tmp_path / "dist").unlink()
    web.rendered.clear()
    publish(web, tmp_path)
    assert web.rendered == []
    assert sorted(tree(tmp_path / "dist")) == ["en/index.html", "index.html"]


def no_links(*_given: Any, **_more: Any) -> None:
    raise OSError("no symbolic links here")


def die_at(moment: int) -> None:
    """Make the process kill itself at the n-th of the calls that change what others can see:
    each file of the site and each step of the switch."""
    left = moment

    def deadly(call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*given, **more)

        return counted

    write._write = deadly(write._write)
    for name in ("replace", "rename", "link", "symlink"):
        setattr(os, name, deadly(getattr(os, name)))


def publish_and_die(web: Web, out: Path, moment: int) -> None:
    die_at(moment)
    publish(web, out)


def in_a_process(work: Callable[[], object]) -> int:
    """Do something in a forked process; its exit code, or the signal that ended it as minus."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("links", ["links", "no links"])
def test_a_build_killed_at_any_moment_leaves_a_whole_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: str
) -> None:
    if links == "no links":
        monkeypatch.setattr(os, "symlink", no_links)
    old = {f"/en/{n}/": "old" if n < 4 else "same" for n in range(6)}
    new = {address: text.replace("old", "new") for address, text in old.items()}
    old_tree = {f"{address[1:]}index.html": text.encode() for address, text in old.items()}
    new_tree = {f"{address[1:]}index.html": text.encode() for address, text in new.items()}
    seen = set()
    for moment in range(40):
        out = tmp_path / str(moment)
        publish(Web(old), out)
        ended = in_a_process(partial(publish_and_die, Web(new), out, moment))
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
        # Between two renames there may be no dist for an instant; whoever builds next repairs it.
        with Sites(out).locked():
            left = tree(out / "dist")
        assert left in (old_tree, new_tree)
        seen.add("old" if left == old_tree else "new")
        publish(Web(new), out)
        assert tree(out / "dist") == new_tree
        kept = {path.name for path in (out / "build").iterdir()}
        assert kept <= {"a", "b", "a.files", "b.files", "asked", "lock"}
    else:
        pytest.fail("the build never came to its end")
    assert moment > 6 and "old" in seen


class Deadly(Quiet):
    """A progress that kills the process which reports it."""

    def step(self, count: int = 1) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def test_workers_of_a_killed_build_do_not_write_into_the_next(tmp_path: Path) -> None:
    pages = {f"/en/{n}/": f"<p>{n}</p>" for n in range(400)}
    sites = Sites(tmp_path)

    def half_a_build() -> None:
        with sites.locked():
            export(Web(pages).source(), sites, 2, Deadly())

    assert in_a_process(half_a_build) == -signal.SIGKILL
    publish(Web({"/": "small"}), tmp_path)
    assert tree(tmp_path / "dist") == {"index.html": b"small"}


def test_a_part_is_made_again_only_if_an_answer_changed(tmp_path: Path) -> None:
    web = Web(two_pages(), {"data/x.json": b"1"})
    publish(web, tmp_path)
    web.made.clear()
    publish(web, tmp_path)
    assert web.made == []
    web.pages["/en/"] = "other"
    publish(web, tmp_path)
    assert web.made == ["/en/"]
    web.files["data/x.json"] = b"2"
    web.made.clear()
    publish(web, tmp_path)
    assert web.made == ["stored"]
    assert (tmp_path / "dist/data/x.json").read_bytes() == b"2"
