"""Mistakes in content/search.toml, each told at its line."""

import re
from typing import Any

import pytest


def place(project: Any, text: str) -> int:
    """The line of search.toml that holds a text."""
    lines = (project.root / "content/search.toml").read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_the_words_are_right(project: Any) -> None:
    content, problems = project.load()
    assert problems == []
    assert content.search["fields"]["might"]["facts"] == ["might"]
    assert content.search["fields"]["cost"]["kinds"] == ["card"]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (
            'facts = ["might"]',
            'facts = ["migth"]',
            "No game has the fact migth. Did you mean `might`?",
        ),
        ('facts = ["might"]', 'facts = ["unique"]', "The fact unique is no number."),
        ('groups = ["lang"]', 'groups = ["language"]', "There is no group of terms language."),
        ('en = ["flash"]', 'end = ["flash"]', "`end` is not a known key."),
        ('en = ["flash"]', "", "There are no names in `en`."),
        ('en = ["flash"]', 'en = ["flash", "o"]', "text has the name o too."),
        ('kind = "flag"', 'kind = "flags"', "The field `is` has the kind flags."),
        ('kinds = ["card", "ruling"]', 'kinds = ["cards"]', "`cards` is not a known key."),
        ('zh-Hans = ["射程"]', 'zh-Hans = ["關程"]', "the traditional character 關"),
        ('and = { en = " and ", zh-Hans = "且" }', 'and = { en = " and " }', "no text in zh-Hans"),
        (
            'or = { en = " or ", zh-Hans = "或" }',
            'ro = { en = " or ", zh-Hans = "或" }',
            "`ro` is not",
        ),
        ("{n}项缺少", "项缺少", "The texts do not all have {n}."),
        ('bare = ["faction"', 'bare = ["factoin"', "`factoin` is not a known key."),
        ('facets = ["game"', 'facets = ["name"', "`name` is not a known key."),
        ('"-cost", "might"', '"-costs", "might"', "`-costs` is not a known key."),
        ("facets = [", "faces = [", "`faces` is not a known key."),
        ('zh-Hans = ["清单"]', "zh-Hans = []", "There are no names in `zh-Hans`."),
    ],
)
def test_a_mistake(project: Any, old: str, new: str, wrong: str) -> None:
    at = place(project, old)
    project.change("search.toml", old, new)
    found = [text for text in project.problems() if wrong in text]
    assert found, project.problems()
    told = int(re.match(r"search\.toml:(\d+):", found[0])[1])
    # What is missing is told at the table's own line, a line or more above.
    assert told <= at and at - told <= 6


def test_a_file_that_is_not_there(project: Any) -> None:
    (project.root / "content/search.toml").unlink()
    assert any(text.startswith("search.toml:1:") for text in project.problems())
