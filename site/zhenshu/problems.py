"""Mistakes in content, each with its place and its remedy."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake: the file (relative to the project), its line (from 1), what is wrong, and
    what would be right."""

    path: str
    line: int
    wrong: str
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.path}:{self.line}: {self.wrong}"
        # Chinese sentences follow each other without a space.
        gap = "" if text.endswith("。") else " "
        return f"{text}{gap}{self.remedy}" if self.remedy else text


class ContentError(Exception):
    """Content cannot be used; carries every problem that was found in the run."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like a misspelt one, or None if none is alike."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else None
