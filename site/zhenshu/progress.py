"""What a long command is doing, told on standard error."""

import sys
import time
from typing import TextIO

_WIDTH = 24  # characters of the bar
_PAUSE = 0.1  # seconds between two drawings, so that drawing costs nothing


class Progress:
    """The stages of a command: a bar that moves on a terminal, one line a stage elsewhere.

    >>> progress = Progress()
    >>> progress.stage("pages", 9000)
    >>> progress.step(50)
    >>> progress.end()
    """

    def __init__(self, stream: TextIO | None = None):
        self._stream = sys.stderr if stream is None else stream
        self._moving = self._stream.isatty()
        self._name = ""

    def stage(self, name: str, total: int = 0) -> None:
        """Begin a stage of `total` steps (0: not counted), ending the one before."""
        self.end()
        self._name, self._total, self._done = name, total, 0
        self._began = time.monotonic()
        self._drawn = 0.0
        self._draw()

    def step(self, count: int = 1) -> None:
        """Say that `count` more steps of the stage are done."""
        self._done += count
        self._draw()

    def end(self) -> None:
        """End the running stage, leaving one line with what it took."""
        if not self._name:
            return
        seconds = time.monotonic() - self._began
        count = f" {self._total:,}" if self._total else ""
        start, rest = ("\r", " " * _WIDTH) if self._moving else ("", "")
        print(f"{start}{self._name}:{count} ({seconds:.1f} s){rest}", file=self._stream, flush=True)
        self._name = ""

    def _draw(self) -> None:
        now = time.monotonic()
        if not self._moving or now - self._drawn < _PAUSE:
            return
        self._drawn = now
        filled = _WIDTH * self._done // self._total if self._total else 0
        count = f" {self._done:,}/{self._total:,}" if self._total else ""
        bar = "█" * filled + "░" * (_WIDTH - filled)
        print(f"\r{bar} {self._name}{count}", end="", file=self._stream, flush=True)


class Quiet(Progress):
    """A progress that says nothing, for callers that are themselves a step of something."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)

    def stage(self, name: str, total: int = 0) -> None:
        """Nothing."""

    def step(self, count: int = 1) -> None:
        """Nothing."""
