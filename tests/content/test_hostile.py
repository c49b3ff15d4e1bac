"""Files no editor makes are refused in words: no traceback, no waiting, no silence."""

import os

import pytest

CARD = "small/cards/first/001.md"


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("might: 4", "might: " + "9" * 5000, "not a whole number"),
        ("type: [unit]", "type: [1]", "is not a single term"),
        ("type: [unit]", "type: [[]]", "is not a single term"),
        ("might: 4", "might: 4\nsame-name: []", "names a card that is not there"),
        ("might: 4", "might: 4\nsame-name: {a: 1}", "names a card that is not there"),
        ('name: {zh-Hans: "奋强突固·乐进"}', "name: {}", "has no name"),
        ("might: 4", "might:\n" + "".join(" " * n + "-\n" for n in range(1, 700)), "too deep"),
    ],
)
def test_a_card(project, old, new, wrong):
    project.change(CARD, old, new)
    assert any(text.startswith(f"{CARD}:") and wrong in text for text in project.problems())


@pytest.mark.parametrize("name", ["terms.toml", "small/game.md", CARD, "small/rules/combat.en.md"])
@pytest.mark.parametrize("kind", ["folder", "dangling", "pipe", "endless"])
def test_what_is_no_file(project, name, kind):
    path = project.root / "content" / name
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "endless" else "/nowhere")
    assert project.problems()


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("terms.toml", "x = " + "[" * 3000, "cannot be read"),
        ("terms.toml", "[conversion]\n'' = 'a'\nx = 1\n", "is not a text"),
        ("small/fields.toml", '[type]\nkind = "terms"\ngroup = "type"\nonly = 5\n', "wrong type"),
        ("small/rules/changes.toml", "change = 5", "The changes cannot be read"),
        ("small/keywords/shoot.md", "---\nname: [\n", "no front matter"),
        ("stray.txt", "x", "belongs to nothing"),
        ("other/cards/first/001.md", "x", "has no game.md"),
        ("pages/about.md", "---\ntitle: {en: A, zh-Hans: 甲}\norder: 1\n---\n# en\n"
         + "[" * 50_000 + "\n# zh-Hans\n甲\n", "50000 characters"),
        ("small/rules/combat.en.md", "---\ntitle: C\n---\n## a" + " " * 20_000 + "x{#a\n", "id"),
    ],
)  # fmt: skip
def test_a_file_of_another_kind(project, name, text, wrong):
    project.write(name, text)
    assert any(wrong in problem for problem in project.problems()), project.problems()[:5]


def test_content_without_a_game(project):
    (project.root / "content" / "small" / "game.md").unlink()
    assert any("There is no game." in text for text in project.problems())
