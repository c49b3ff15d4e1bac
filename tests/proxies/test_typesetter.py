"""The typesetter's process: what it says when it fails, and that nothing is left of it."""

import os
import subprocess
import sys
import threading

import pytest

from zhenshu.catalog import Catalog
from zhenshu.proxies import pdf
from zhenshu.proxies.job import Options
from zhenshu.proxies.sheet import PAPERS, Layout
from zhenshu.proxies.typesetter import Ended, Typesetter, TypesetterError

OGRE = {"clash/starter-kit/ogre": 1}


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_nothing_is_left_of_a_job(catalog: Catalog) -> None:
    # Threads and files of tests before this one may still be ending.
    threads, files = set(threading.enumerate()), set(os.listdir("/proc/self/fd"))
    manuscript = pdf.Manuscript(catalog, OGRE, Options())
    with Typesetter() as typesetter:
        assert is_running(typesetter.pid)
        manuscript.printed(typesetter, Options().layout)
    assert not is_running(typesetter.pid)
    assert set(os.listdir("/proc/self/fd")) <= files
    assert set(threading.enumerate()) <= threads


def test_data_it_cannot_set_are_told_in_its_own_words() -> None:
    with Typesetter() as typesetter:
        with pytest.raises(TypesetterError, match="does not contain key"):
            typesetter.measure({"card": [63, 88]})
        # It goes on working after a mistake.
        with pytest.raises(TypesetterError):
            typesetter.set({})


def test_a_job_that_does_not_end_is_ended(catalog: Catalog) -> None:
    manuscript = pdf.Manuscript(catalog, OGRE, Options())
    with Typesetter(limit=0.0) as typesetter:
        typesetter._timer.join()  # its time is over
        with pytest.raises(Ended, match="may take 0 seconds"):
            manuscript.printed(typesetter, Options().layout)
    assert not is_running(typesetter.pid)


def test_typst_is_never_loaded_where_cards_are_asked_for() -> None:
    code = "import sys, zhenshu.web, zhenshu.proxies.pdf; print('typst' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout == "False\n"


def test_both_papers_of_one_manuscript_are_files_of_their_own(catalog: Catalog) -> None:
    """Text is measured once; a second paper gives the same file as a job of its own."""
    a4, letter = (Layout(PAPERS[name]) for name in ("a4", "letter"))
    manuscript = pdf.Manuscript(catalog, OGRE, Options(layout=a4))
    with Typesetter() as typesetter:
        both = [manuscript.printed(typesetter, layout).body for layout in (a4, letter)]
    assert both[0] == pdf.make(catalog, OGRE, Options(layout=a4)).body
    assert both[1] == pdf.make(catalog, OGRE, Options(layout=letter)).body
    assert both[0] != both[1]
