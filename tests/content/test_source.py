"""Reading one file."""

import string

from hypothesis import example, given
from hypothesis import strategies as st

from zhenshu import source

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
