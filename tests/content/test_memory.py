"""What reading content remembers from run to run, and what it does not."""

import shutil
from pathlib import Path

import pytest

from zhenshu import chinese, content, prose, rulings, source
from zhenshu.memory import remembering
from zhenshu.records import Records

CARD = "small/cards/first/001.md"


@pytest.fixture
def load(project, tmp_path):
    """Load the project, remembering what was loaded before."""

    def load(version="1"):
        with remembering(tmp_path / "memory", version):
            return project.load()

    return load


def test_what_was_read_is_not_read_again(load, monkeypatch):
    first = load()
    monkeypatch.setattr(source, "read", lambda *given: pytest.fail(f"read again: {given[1]}"))
    assert load() == first


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (CARD, "might: 4", "might: 7"),
        (CARD, "might: 4", "might: four"),
        (CARD, "sources: [", "sources: [cards, "),
        ("small/cards/first/002.md", "魏领土", "奋强突固·乐进"),
        ("small/fields.toml", 'allows = ["X"]', 'allows = ["X", 4]'),
        ("small/fields.toml", "[unique]", "[alone]"),
        ("small/game.md", "{creature: unit,", "{combat: unit,"),
        ("small/game.md", "first: {name: {en: First,", "first: {name: {en: 1st,"),
        ("small/game.md", "guide: {title:", "booklet: {title:"),
        ("small/keywords/ambush.md", "It waits.", "It waits for a creature."),
        ("small/keywords/ambush.md", "combat.end.1", "combat.end.3"),
        ("small/keywords/shoot.md", 'pattern: {en: "Shoot {n}", zh-Hans: "射击{n}"}\n', ""),
        ("small/rules/combat.en.md", "Combat ends.", "Combat ends now."),
        ("small/rules/combat.zh-Hans.md", "战斗结束。", "只有战斗结束。"),
        ("small/rules/ids.txt", "combat.end.2\n", ""),
        ("pages/about.md", "small/ambush", "small/shoot"),
    ],
)
def test_a_change_is_seen(project, load, name, old, new):
    load()
    project.change(name, old, new)
    fresh = project.load()
    assert load() == fresh
    assert load() == fresh


def test_files_that_come_and_go_are_seen(project, load):
    load()
    path = project.root / "content" / CARD
    text = path.read_text(encoding="utf-8")
    path.unlink()
    assert list(load()[0].games["small"].cards) == ["small/first/002"]
    project.write("small/cards/first/003.md", text)
    assert list(load()[0].games["small"].cards) == ["small/first/002", "small/first/003"]


def test_mistakes_are_told_each_time(project, load):
    project.change(CARD, "might: 4", "might: 4\nmight: 5")
    for _time in range(2):
        (problem,) = load()[1]
        assert "`might` is given twice" in problem.wrong


def test_another_version_remembers_nothing(load, monkeypatch):
    load(version="1")
    seen = []
    read = source.read
    monkeypatch.setattr(source, "read", lambda *given: seen.append(given[1]) or read(*given))
    load(version="2")
    assert f"content/{CARD}" in seen


def test_a_broken_memory_is_made_anew(load, tmp_path):
    (tmp_path / "memory").write_bytes(b"\x80\x04broken")
    assert load() == load()


@pytest.fixture(scope="module")
def played(root, tmp_path_factory) -> Path:
    """Face-Off with one of its rulings, and the memory of a first run."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copytree(root / "content/faceoff", folder / "content/faceoff")
    shutil.copy(root / "content/terms.toml", folder / "content")
    for path in (folder / "content/faceoff/rulings").glob("*.md"):
        if path.stem != RULING:
            path.unlink()
    with remembering(folder / "memory", "1"):
        content.load(folder)
    return folder


RULING = "advance-retreat-commander"  # names the tactic bp01/253, whose skills flip it


@pytest.mark.parametrize(
    ("names", "old", "new", "told"),
    [
        ("cards/bp01/253.md", "keywords: [advance, retreat]", "keywords: []", True),
        ("cards/bp01/253.md", "name: {zh-Hans: 风兵法}", "name: {zh-Hans: 风之兵法}", True),
        (f"rulings/{RULING}.md", "range: {Lord: 2}", "range: {Lord: 3}", True),
        ("rules/keywords.*.md", "#kw.flip.3 ", "#kw.flip.9 ", True),
        ("phrases.en.toml", 'tactic_flipped = "', 'tactic_flipped = "Now ', False),
    ],
)
def test_a_ruling_is_played_again_when_what_it_rests_on_changes(
    played, tmp_path, names, old, new, told
):
    root = tmp_path / "project"
    shutil.copytree(played, root)  # with the times of the files
    before = content.load(played)[0].games["faceoff"].cases
    for path in (root / "content/faceoff").glob(names):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    with remembering(root / "memory", "1"):
        loaded, problems = content.load(root)
    fresh, fresh_problems = content.load(root)
    assert problems == fresh_problems
    assert any(RULING in problem.path for problem in problems) == told
    assert loaded.games["faceoff"].cases == fresh.games["faceoff"].cases != before


def test_rulings_are_not_played_again_for_another_card(played, tmp_path, monkeypatch):
    root = tmp_path / "project"
    shutil.copytree(played, root)
    path = root / "content/faceoff/cards/bp01/180.md"
    path.write_text(path.read_text(encoding="utf-8").replace("rarity: ", "rarity:  "), "utf-8")
    monkeypatch.setattr(rulings, "play", lambda *given: pytest.fail("played again"))
    with remembering(root / "memory", "1"):
        content.load(root)


def test_little_that_is_new_is_added_to_the_file(played, tmp_path, monkeypatch):
    root = tmp_path / "project"
    shutil.copytree(played, root)
    memory = root / "memory"
    whole = memory.read_bytes()
    path = root / "content/faceoff/cards/bp01/180.md"
    path.write_text(path.read_text(encoding="utf-8").replace("rarity: ", "rarity:  "), "utf-8")
    with remembering(memory, "1"):
        changed = content.load(root)
    added = memory.read_bytes()
    assert added.startswith(whole)
    assert 0 < len(added) - len(whole) < len(whole) / 10
    with monkeypatch.context() as patch:
        patch.setattr(source, "read", lambda *given: pytest.fail(f"read again: {given[1]}"))
        with remembering(memory, "1"):
            assert content.load(root) == changed
    memory.write_bytes(added[:-1])  # a build was killed
    with remembering(memory, "1"):
        assert content.load(root) == changed


def test_html_is_made_again_only_where_something_in_it_is_called_otherwise(
    project, tmp_path, monkeypatch
):
    about = "[[card:small/first/001]]"
    project.change("pages/about.md", "[[keyword:small/ambush]]", about)
    rendered = []
    for name in ("render", "render_line"):
        make = getattr(prose, name)
        monkeypatch.setattr(
            prose, name, lambda text, *given, make=make: rendered.append(text) or make(text, *given)
        )

    def page():
        rendered.clear()
        with remembering(tmp_path / "memory", "1"):
            loaded = project.load()[0]
            records, game = Records(loaded), loaded.games["small"]
            for chapter in game.chapters:
                records.chapter(game, chapter)
            return records.page(loaded.pages["about"])["body"]

    assert "乐进" in page()["zh-Hans"]
    assert "Combat ends." in rendered
    project.change(CARD, "乐进", "李典")
    assert "李典" in page()["zh-Hans"]
    assert rendered == [f"见{about}。", f"见{about}。", f"See {about}."]
    page()
    assert not rendered
    project.change("small/keywords/ambush.md", "name: {en: Ambush", "name: {en: Combat")
    page()
    assert "Combat ends." in rendered


def test_traditional_texts_are_remembered_for_the_conversions_that_made_them(
    project, tmp_path, monkeypatch
):
    def converted(phrases):
        chinese.configure(phrases)
        chinese.to_hant.cache_clear()  # as in another process
        with remembering(tmp_path / "memory", "1"):
            return chinese.to_hant("回复")

    assert converted({}) == "回覆"
    assert converted({"回复": "回復"}) == "回復"
    monkeypatch.setattr(chinese, "_converter", lambda: pytest.fail("converted again"))
    assert converted({"回复": "回復"}) == "回復"
