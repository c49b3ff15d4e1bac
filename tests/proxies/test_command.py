"""The command: what it writes, what it says, and that it writes nothing it should not."""

from pathlib import Path

import pdfplumber
import pytest

from zhenshu.catalog import Catalog
from zhenshu.cli import main
from zhenshu.proxies import typesetter
from zhenshu.proxies.command import DATABASE, SEARCH
from zhenshu.search import Known, build


@pytest.fixture
def root(catalog: Catalog, database: Path, tmp_path: Path) -> Path:
    """A project folder with a catalogue."""
    (tmp_path / "content").mkdir()
    (tmp_path / DATABASE).parent.mkdir()
    (tmp_path / DATABASE).symlink_to(database)
    return tmp_path


def run(root: Path, text: str, *options: str, lang: str = "en") -> int:
    (root / "list.txt").write_text(text, encoding="utf-8")
    given = ["--lang", lang, "--root", str(root), "proxies", str(root / "list.txt")]
    return main([*given, "-o", str(root / "out.pdf"), *options])


def test_a_list_becomes_a_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "8 Baron\n2 吕玲绮\n", "--paper", "letter", "--second", "zh-hant") == 0
    assert capsys.readouterr().out == f"{root / 'out.pdf'}: 10 cards, 2 pages. Print at 100 %.\n"
    with pdfplumber.open(root / "out.pdf") as document:
        # Eight barons, and two commanders with two faces each.
        assert len(document.pages) == 2
        assert "Baron" in document.pages[0].extract_text()


def test_a_line_that_is_not_clear_stops_it(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "2 Baron\n3 Barron\n-1 Baron\n") == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("Line 2, “3 Barron”: No card answers to this. Nearest: Baron (clash/")
    assert told[1].startswith("Line 3, “-1 Baron”: The number of copies must be from 1 to 99.")
    assert not (root / "out.pdf").exists()


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        ("", (), "The list has no card."),
        ("1 Baron", ("--paper", "1x1"), "A side of the paper must be from 50 to 1200 mm."),
        ("1 Baron", ("--paper", "10000x10"), "A side of the paper must be from 50 to 1200 mm."),
        ("1 Baron", ("--paper", "b5"), "b5 is no paper: write a4, or 200x300."),
        ("1 Baron", ("--gap", "nan"), "The gap must be from 0 to 20 mm."),
        ("1 Baron", ("--gap", "1", "--faces", "fold"), "Folded cards need a gap of 0"),
        ("1 Baron", ("--game", "chess"), "chess is no game."),
        ("\n" * 6000, (), "The list has more than 5000 lines."),
        ("99 Baron\n99 Ogre\n" + "1 Baron\n" * 3, ("--paper", "x"), "x is no paper"),
    ],
)
def test_what_it_refuses(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, options: tuple[str], told: str
) -> None:
    assert run(root, text, *options) == 2
    assert capsys.readouterr().err.startswith(told)
    assert not (root / "out.pdf").exists()


def test_a_file_in_any_usual_encoding(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "gb.csv").write_bytes("数量,卡名\n2,吕玲绮\n".encode("gb18030"))
    (root / "no.txt").write_bytes(b"\xff\xff\xff")
    given = ["--lang", "en", "--root", str(root), "proxies", "-o", str(root / "out.pdf")]
    assert main([*given, str(root / "gb.csv")]) == 0
    assert capsys.readouterr().out.endswith("out.pdf: 2 cards, 1 pages. Print at 100 %.\n")
    assert main([*given, str(root / "no.txt")]) == 2
    assert capsys.readouterr().err == "The file is not in UTF-8, UTF-16 or GB 18030.\n"


def test_a_folder_that_cannot_be_written(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "1 Baron", "-o", str(root / "no" / "out.pdf")) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The PDF takes too much time or memory. Make it of fewer cards.\n"),
        ("zh-hans", "PDF耗时或占用内存太多，请减少卡牌数量。\n"),
    ],
)
def test_a_typesetter_that_is_ended_is_told_in_the_reader_s_language(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    told: str,
) -> None:
    monkeypatch.setattr(typesetter, "_CODE", "")  # ends at once
    assert run(root, "1 Baron", lang=language) == 2
    assert capsys.readouterr().err == told
    assert [path.name for path in root.glob("*out*")] == []


class TestQuery:
    """What a search finds, printed."""

    @pytest.fixture
    def searched(self, root: Path, catalog: Catalog) -> Path:
        """A project folder with a search index."""
        build(Known.of(catalog), root / SEARCH)
        return root

    def test_it_prints_one_of_each_card(
        self, searched: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = str(searched / "out.pdf")
        given = ["--lang", "en", "--root", str(searched), "proxies", "-o", out]
        assert main([*given, "--query", "deck:2", "--paper", "letter"]) == 0
        # The second deck of the Starter Kit has eight cards.
        assert capsys.readouterr().out == f"{out}: 8 cards, 1 pages. Print at 100 %.\n"
        assert main([*given, "--query", "deck:2", "--game", "faceoff"]) == 2
        assert capsys.readouterr().err == "The list has no card.\n"
        assert main([*given, "--query", "deck:"]) == 2
        assert capsys.readouterr().err
        assert main([*given, "--query", "clash", "list.txt"]) == 2
        assert main(given) == 2
        assert "Give either a list or a query." in capsys.readouterr().err


def test_a_query_without_an_index(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "--root", str(root), "proxies", "--query", "ogre"]) == 2
    assert "Run first: zhenshu build" in capsys.readouterr().err
