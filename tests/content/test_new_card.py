"""`zhenshu new card` writes a file a writer can fill in."""

import pytest

from zhenshu.cli import main


@pytest.fixture
def new(project, capsys):
    def run(*words):
        code = main(["--root", str(project.root), "--lang", "en", "new", "card", *words])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def test_a_new_card_names_every_fact_and_its_values(project, new):
    code, out = new("small", "first", "187")
    assert code == 0
    assert "content/small/cards/first/187.md is written" in out
    text = (project.root / "content/small/cards/first/187.md").read_text(encoding="utf-8")
    assert "number: 187\n" in text
    for fact in ("type", "faction", "requirement", "might", "subtype", "keywords", "summary"):
        assert f"\n{fact}: " in text
    assert "unit 单位, territory 领土" in text
    assert "# unique: true" in text
    assert "guide" in text


def test_a_new_card_left_as_it_is_is_a_list_of_things_to_do(project, new):
    new("small", "first", "187")
    found = project.problems()
    assert found
    assert all(text.startswith("small/cards/first/187.md:") for text in found)
    assert any("`name.zh-Hans` is not a text" in text for text in found)


def test_a_filled_new_card_is_without_mistake(project, new):
    new("small", "first", "187")
    name = "small/cards/first/187.md"
    project.change(name, 'zh-Hans: ""', "zh-Hans: 关羽")
    project.change(name, "\ntype: []", "\ntype: [unit]")
    project.change(name, "sources: []", "sources: [guide]")
    assert project.problems() == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("small", "frist", "1"), "small has no set frist. Did you mean first?"),
        (("smal", "first", "1"), "smal is no game. Did you mean small?"),
        (("small", "first", "001"), "content/small/cards/first/001.md is there already."),
        (("small", "first", "../../x"), "cannot be a file name"),
        (("small", "first", "x" * 300), "cannot be a file name"),
        (("small", "first", "<b>"), "cannot be a file name"),
        (("small", "first", ""), "cannot be a file name"),
    ],
)
def test_what_cannot_be_is_refused(project, new, words, message):
    before = sorted(project.root.rglob("*"))
    code, out = new(*words)
    assert code == 2
    assert message in out
    assert sorted(project.root.rglob("*")) == before


def test_outside_a_project(tmp_path, capsys):
    assert main(["--root", str(tmp_path), "--lang", "en", "check"]) == 2
    assert "has no folder content/" in capsys.readouterr().err


def test_check_says_how_many(project, capsys):
    assert main(["--root", str(project.root), "--lang", "en", "check"]) == 0
    assert capsys.readouterr().out == "No mistake found in 2 cards of 1 games.\n"
    project.change("small/cards/first/001.md", "might: 4", "might: four")
    assert main(["--root", str(project.root), "--lang", "en", "check"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("content/small/cards/first/001.md:7: `might` is four")
    assert out[-1] == "Mistakes found: 1."
