"""What the browser loads: the modules it needs, the data, and the runtime as it was published."""

import hashlib
import json
from pathlib import Path

import pytest

from zhenshu.catalog import Catalog
from zhenshu.sandbox import bundle
from zhenshu.sandbox.api import Referee

SITE = Path(bundle.__file__).parents[2]
RUNTIME = SITE / "zhenshu" / "web" / "static" / "referee" / "micropython-1.27.0"


def test_the_runtime_is_the_one_that_was_published() -> None:
    told = (RUNTIME / "VERSION").read_text(encoding="utf-8")
    assert told.startswith("MicroPython 1.27.0,")
    sums = [line.split("  ") for line in told.partition("sha256\n")[2].splitlines()]
    assert sorted(name for _sum, name in sums) == ["micropython.js", "micropython.wasm"]
    for checksum, name in sums:
        assert hashlib.sha256((RUNTIME / name).read_bytes()).hexdigest() == checksum
    assert (RUNTIME / "LICENSE").read_text(encoding="utf-8").startswith("The MIT License")


def test_the_engine_has_all_it_imports_and_no_more(tmp_path: Path) -> None:
    paths = set(bundle.engine())
    assert "referee/core/values.py" in paths and "referee/faceoff/__init__.py" in paths
    assert "zhenshu/sandbox/lower.py" not in paths and "zhenshu/rulings.py" not in paths
    assert "referee/core/change.py" not in paths  # the prelude has it
    (tmp_path / "referee").mkdir()
    for name, source in {
        "referee/__init__.py": "",
        "referee/a.py": "from referee import b\nfrom typing import Any",
        "referee/b.py": "from referee.c import thing",
        "referee/c.py": "from referee import a\nthing = 1",
        "referee/d.py": "",
    }.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    found = bundle.needed(tmp_path, "referee.a")
    assert found == {f"referee/{name}.py" for name in ("__init__", "a", "b", "c")}


def test_the_same_content_gives_the_same_files(catalog: Catalog, built: Path) -> None:
    assert bundle.files(catalog.referee) == bundle.files(catalog.referee)
    for name, body in bundle.files(catalog.referee).items():
        assert (built / "dist" / "static" / "referee" / name).read_bytes() == body


def test_without_face_off_there_is_nothing_to_load() -> None:
    assert bundle.files("") == {}


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_data_is_in_three_languages(catalog: Catalog, language: str) -> None:
    data = json.loads(catalog.referee)
    tables = {"events", "refusals", "addends", "words", "verdicts", "found"}
    assert set(data["phrases"][language]) == tables
    assert data["labels"][language].keys() == data["labels"]["en"].keys()
    assert data["cards"]["bp01/035"]["name"]["zh-Hans"] == "迅戟·吕玲绮"
    assert "summary" not in data["cards"]["bp01/035"]
    assert Referee(catalog.referee)


def test_what_the_referee_says_is_translated() -> None:
    messages = bundle.messages()
    assert set(messages) == {"zh-Hans", "zh-Hant"}
    assert messages["zh-Hans"]["This is not a unit."] == "这不是单位。"
    assert messages["zh-Hant"]["This is not a unit."] == "這不是單位。"
    for language, found in messages.items():
        same = [pattern for pattern in found if pattern == found[pattern]]
        assert same in ([], ["“{word}”"]), language
