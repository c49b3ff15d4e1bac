"""What the progress says on a terminal and in a log."""

import io
import re

from zhenshu.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(stream: io.StringIO) -> str:
    progress = Progress(stream)
    progress.stage("pages", 1200)
    progress.step(600)
    progress.stage("switch")
    progress.end()
    progress.end()
    return re.sub(r"\d+\.\d s", "N s", stream.getvalue())


def test_a_log_gets_one_line_a_stage() -> None:
    assert run(io.StringIO()) == "pages: 1,200 (N s)\nswitch: (N s)\n"


def test_a_terminal_gets_a_bar_that_names_the_stage() -> None:
    shown = run(Terminal())
    assert "░ pages 0/1,200" in shown
    assert shown.count("\n") == 2
    assert re.sub(r" +\n", "\n", shown).endswith("\rswitch: (N s)\n")
