"""Reading one file, and remembering what was read."""

import string

from hypothesis import example, given
from hypothesis import strategies as st

from zhenshu import source
from zhenshu.memory import remembering

CARD = "small/cards/first/001.md"


def read(project, problems=None):
    path = project.root / "content" / CARD
    return source.read(path, CARD, [] if problems is None else problems)


def test_front_matter_is_plain_and_every_value_has_a_line(project):
    project.write(CARD, "---\nno: 187\nmap: {a: x, b: [1, 07]}\nday: 2015-07-24\n---\n# en\nHi\n")
    document = read(project)
    assert document.data == {"no": 187, "map": {"a": "x", "b": [1, "07"]}, "day": "2015-07-24"}
    assert document.line("no") == 2
    assert document.line("map", "b", 1) == 3
    assert document.line("day") == 4
    assert document.line("map", "nowhere") == 3
    assert (document.body, document.body_line) == ("# en\nHi\n", 6)


def test_what_was_read_is_remembered_until_it_changes(project, tmp_path, monkeypatch):
    memory = tmp_path / "memory"
    with remembering(memory):
        first = read(project)
    with monkeypatch.context() as patch:
        patch.setattr(source, "_read", lambda *args: None)
        with remembering(memory):
            assert read(project) == first
    project.change(CARD, "might: 4", "might: 14")
    with remembering(memory):
        assert read(project).data["might"] == 14


def test_a_file_with_a_mistake_is_not_remembered(project, tmp_path):
    project.change(CARD, "might: 4", "might: 4\nmight: 5")
    for _time in range(2):
        problems = []
        with remembering(tmp_path / "memory"):
            read(project, problems)
        assert len(problems) == 1


def test_a_broken_memory_is_made_anew(project, tmp_path):
    memory = tmp_path / "memory"
    memory.write_bytes(b"\x80\x04broken")
    with remembering(memory):
        assert read(project).data["might"] == 4
    with remembering(memory):
        assert read(project).data["might"] == 4


@example("[2")
@given(st.text(alphabet=string.printable + "：，·\t&*!", max_size=200))
def test_any_front_matter_is_read_or_refused_in_words(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.md"
    path.write_text(f"---\n{text}\n---\n", encoding="utf-8", newline="")
    problems = []
    document = source.read(path, "any.md", problems)
    assert document is not None or problems
    for problem in problems:
        assert problem.line >= 1
        assert problem.wrong.endswith(".")
