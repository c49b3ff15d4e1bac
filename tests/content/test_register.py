"""Ids of paragraphs are permanent: the register knows every one there ever was."""

import datetime

import pytest

from zhenshu import register

IDS = {"combat.end.1": None, "combat.end.2": None}
IDS_FILE = "small/rules/ids.txt"
CHANGES_FILE = "small/rules/changes.toml"


def aliases(project):
    problems = []
    found = register.aliases(project.root, "small", IDS, problems)
    return found, [str(problem) for problem in problems]


def test_a_register_that_is_right(project):
    project.write(IDS_FILE, "combat.end.1\ncombat.end.2\nold.1 -> combat.end.1\nold.2 withdrawn\n")
    assert aliases(project) == ({"old.1": "combat.end.1"}, [])


@pytest.mark.parametrize(
    ("text", "line", "wrong"),
    [
        ("combat.end.1\n", 1, "combat.end.2 is not registered"),
        ("combat.end.1\ncombat.end.2\ncombat.end.3\n", 3, "combat.end.3 is gone"),
        ("combat.end.1\ncombat.end.2\nold.1 -> combat.end.9\n", 3, "combat.end.9"),
        ("combat.end.1\ncombat.end.2 withdrawn\n", 2, "given up and is used again"),
        ("combat.end.1\ncombat.end.1\ncombat.end.2\n", 2, "registered twice, first on line 1"),
        ("combat.end.1\ncombat.end.2\nold.1 => x\n", 3, "The line is not an id."),
    ],
)
def test_a_mistake_in_the_register(project, text, line, wrong):
    project.write(IDS_FILE, text)
    found = aliases(project)[1]
    assert len(found) == 1
    assert found[0].startswith(f"content/{IDS_FILE}:{line}: ")
    assert wrong in found[0]


def changes(project, text):
    project.write(CHANGES_FILE, text)
    problems = []
    found = register.changes(project.root, "small", IDS, problems)
    return found, [str(problem) for problem in problems]


CHANGE = """\
[[change]]
version = "1.1"
date = 2026-11-30
en = "More."
zh-Hans = "增加。"
paragraphs = ["combat.end.2"]

[[change]]
version = "1.0"
date = 2026-11-29
en = "First."
zh-Hans = "初版。"
"""


def test_changes_come_with_the_newest_first(project):
    found, problems = changes(project, CHANGE)
    assert problems == []
    assert [change.version for change in found] == ["1.1", "1.0"]
    assert found[0].date == datetime.date(2026, 11, 30)
    assert found[0].paragraphs == ("combat.end.2",)
    assert found[1].texts == {"en": "First.", "zh-Hans": "初版。"}


@pytest.mark.parametrize(
    ("old", "new", "line", "wrong"),
    [
        ("2026-11-30", "2026-11-28", 8, "Version 1.0 is newer"),
        ('version = "1.1"', "version = 1.1", 1, "`version` is missing or of the wrong kind"),
        ("combat.end.2", "combat.end.7", 1, "combat.end.7 is not there"),
        ("增加", "增強", 1, "traditional character 強"),
        ("paragraphs", "paragraph", 1, "Did you mean `paragraphs`?"),
        ("2026-11-30", "2026-13-30", 3, "The file cannot be read"),
    ],
)
def test_a_mistake_in_the_changes(project, old, new, line, wrong):
    problems = changes(project, CHANGE.replace(old, new, 1))[1]
    found = [text for text in problems if text.startswith(f"content/{CHANGES_FILE}:{line}: ")]
    assert any(wrong in text for text in found), problems
