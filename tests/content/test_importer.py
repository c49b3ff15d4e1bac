"""Tables of cards come in whole or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhenshu import importer, source
from zhenshu.cli import main

ROW = {
    "set": "first",
    "slug": "003",
    "name": "关羽",
    "number": 3,
    "type": ["unit"],
    "faction": ["shu"],
    "requirement": {"shu": 1},
    "might": 5,
    "subtype": ["步兵"],
    "keywords": ["伏击"],
    "summary": "Strong.",
    "sources": ["guide"],
}


@pytest.fixture
def bring(project, capsys):
    """Run `zhenshu import cards` on rows; gives the exit code and what was printed."""

    def run(rows, name="table.json", *more):
        path = project.root / name
        path.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
        code = main(["--root", str(project.root), "--lang", "en", "import", "cards", str(path),
                     "--game", "small", *more])  # fmt: skip
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def card(project, name):
    return (project.root / "content/small/cards/first" / name).read_text(encoding="utf-8")


def test_a_row_becomes_a_file_and_names_become_ids(project, bring):
    assert bring([ROW]) == (0, "1 rows: 1 cards written, 0 unchanged.\n")
    assert card(project, "003.md") == (
        "---\n"
        "name: {zh-Hans: 关羽}\n"
        "number: 3\n"
        "type: [unit]\n"
        "faction: [shu]\n"
        "requirement: {shu: 1}\n"
        "might: 5\n"
        "subtype: [infantry]\n"
        "keywords: [ambush]\n"
        'summary: "Strong."\n'
        "sources: [guide]\n"
        "---\n"
    )
    assert project.problems() == []
    assert bring([ROW]) == (0, "1 rows: 0 cards written, 1 unchanged.\n")


def test_what_a_table_leaves_out_is_unknown(project, bring):
    row = {key: ROW[key] for key in ("set", "slug", "name", "type", "sources")}
    assert bring([row])[0] == 0
    text = card(project, "003.md")
    assert "number: unknown\n" in text
    assert "might: unknown\n" in text
    assert "summary: unknown\n" in text
    assert "unique" not in text
    assert project.problems() == []


def test_a_csv(project, bring):
    table = (
        "set,slug,name.zh-Hans,name.en,type,faction,requirement,might,subtype,keywords,sources\n"
        "first,004,赵云,Zhao Yun,unit,蜀,{蜀: 1},4,Infantry,shoot:2,guide\n"
    )
    project.write("small/import.toml", '[columns]\nsources = {to = "sources", prefix = ""}\n')
    code, out = bring(table, "table.csv")
    assert code == 0, out
    text = card(project, "004.md")
    assert 'name: {zh-Hans: 赵云, en: "Zhao Yun"}' in text
    assert "faction: [shu]" in text
    assert "keywords: [shoot:2]" in text
    assert "requirement: {shu: 1}" in text


def test_a_yaml_with_columns_of_its_own(project, bring):
    project.write(
        "small/import.toml",
        'rows = "cards"\nignore = ["hash"]\n[columns]\nid = "id"\nzh = "name.zh-Hans"\n'
        'kinds = { to = "subtype", split = "/" }\npower = { to = "might", null = "X" }\n'
        'row = { to = "sources", prefix = "guide:row " }\n',
    )
    table = "cards:\n- {id: FIRST-9, zh: 黄忠, type: [unit], kinds: 步兵, row: [1, 2], hash: x}\n"
    code, out = bring(table, "table.yaml")
    assert code == 0, out
    text = card(project, "9.md")
    assert "might: X\n" in text
    assert "subtype: [infantry]\n" in text
    assert 'sources: ["guide:row 1, 2"]\n' in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"might": "five"}, "row 2:2: `might` is five, not a whole number"),
        ({"keywords": ["ambsh"]}, "unknown keyword, ambsh"),
        ({"subtype": ["骑兵"]}, "unknown term, 骑兵"),
        ({"colour": "red"}, "The column colour is no key of a card."),
        ({"set": "second"}, "The set second is not in game.md."),
        ({"set": None}, "The row has no set and slug."),
        ({"slug": "003"}, "The row is the same card as row 1."),
        ({"name": "<b>"}, "holds < or >"),
        ({"sources": ["gide"]}, "The source gide is not in game.md."),
        ({"slug": "../../../x"}, "cannot be a file name"),
    ],
)
def test_one_bad_row_keeps_every_row_out(project, bring, change, message):
    code, out = bring([ROW, {**ROW, "slug": "004", "number": 4, **change}])
    assert code == 1
    assert message in out
    assert "row 2:2: " in out
    assert "Nothing was written" in out
    assert not (project.root / "content/small/cards/first/003.md").exists()


def test_a_card_that_is_there_is_not_written_over(project, bring):
    changed = {**ROW, "slug": "002", "number": 2}
    code, out = bring([changed])
    assert code == 1
    assert "content/small/cards/first/002.md:1: The card is there already and differs." in out
    assert "魏领土" in card(project, "002.md")
    assert bring([changed], "table.json", "--replace")[0] == 0
    assert "关羽" in card(project, "002.md")


def test_a_dry_run_writes_nothing(project, bring):
    assert bring([ROW], "table.json", "--dry-run")[0] == 0
    assert not (project.root / "content/small/cards/first/003.md").exists()


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("{", "table.json", "Expecting"),
        ('{"a": 1}', "table.json", "not a list of rows"),
        ("[1, 2]", "table.json", "not a list of rows"),
        ("a: &x 1\nb: *x\n", "table.yaml", "alias"),
        ("- a\n\t- b\n", "table.yaml", "tab"),
        ("x", "table.xlsx", ".xlsx is not .csv, .json or .yaml."),
        ("[" * 100_000, "table.json", ""),
    ],
)
def test_a_table_that_cannot_be_read(bring, text, name, message):
    code, out = bring(text, name)
    assert code == 2
    assert message in out
    assert "Traceback" not in out


def test_two_faces_and_no_type(project, bring):
    project.change("small/fields.toml", 'only = ["unit"]', 'only = ["unit"]\nback = true')
    row = {key: value for key, value in ROW.items() if key not in ("type", "name")}
    assert bring([{**row, "back": {}}]) == (
        1, "row 1:1: `name` is missing.\nNothing was written: 1 problems in 1 rows.\n"
    )  # fmt: skip


def test_a_table_that_is_not_there(project, capsys):
    code = main(["--root", str(project.root), "--lang", "en", "import", "cards", "no.csv",
                 "--game", "small"])  # fmt: skip
    assert (code, capsys.readouterr().err) == (2, "no.csv: No such file or directory\n")


def test_an_unknown_game_is_refused_with_a_suggestion(project, capsys):
    arguments = ["--root", str(project.root), "--lang", "en", "import", "cards", "x.csv"]
    assert main([*arguments, "--game", "smal"]) == 2
    assert capsys.readouterr().err == "smal is no game. Did you mean small?\n"


scalars = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff")),
    st.integers(-(10**15), 10**15),
    st.booleans(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.from_regex(r"[a-z][a-z-]{0,8}", fullmatch=True), inner, max_size=3),
    ),
    max_leaves=6,
)


@given(values)
def test_what_is_written_reads_back_as_it_was(value):
    problems = []
    text = importer.card_text({"key": value})
    read = source.plain_yaml(text.split("---\n")[1], "x", problems)
    assert problems == []
    assert read == {"key": value}
