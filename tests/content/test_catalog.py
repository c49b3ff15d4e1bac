"""The catalogue file, as a reader of data opens it."""

import re
import sqlite3
from collections import Counter

import jsonschema
import pytest

from zhenshu import content, dataset, tables
from zhenshu.catalog import Catalog


@pytest.fixture
def db(database):
    with sqlite3.connect(database) as connection:
        yield connection


@pytest.fixture
def catalog(database):
    return Catalog.open(database)


def test_foreign_keys_hold_and_lead_somewhere(db):
    assert db.execute("pragma foreign_key_check").fetchall() == []
    keys = db.execute("pragma foreign_key_list(facts)").fetchall()
    assert {(row[3], row[2]) for row in keys} == {
        ("card", "cards"), ("field", "fields"), ("term", "terms"), ("keyword", "keywords"),
    }  # fmt: skip


def test_a_fact_is_a_row(db):
    """夏侯惇 costs 7 and has 5 might; a card without a known requirement says so."""
    fact = "select value, number from facts where card = ? and field = ?"
    row = db.execute(fact, ("formation/cz/005", "formation/might")).fetchone()
    assert row == ("5", 5)
    row = db.execute(fact, ("formation/wd/307", "formation/requirement")).fetchone()
    assert row == ("unknown", None)


def test_a_text_is_kept_in_every_language(catalog, db):
    summary = catalog.card("formation/cz/005")["facts"]["summary"]
    assert summary["en"].startswith("Whenever it takes damage")
    assert (summary["zh-Hans"][:2], summary["zh-Hant"][-6:]) == ("自身", "等量的傷害。")
    fact = "select value from facts where card = ? and field = ?"
    row = db.execute(fact, ("formation/cz/005", "formation/summary")).fetchone()
    assert row == (summary["en"],)


def test_the_view_of_a_game_has_a_column_a_fact(db):
    row = db.execute(
        "select name_hans, cost, might, rarity from formation_cards where id = 'formation/cz/005'"
    ).fetchone()
    assert row == ("独眼罗刹·夏侯惇", 7, 5, "legendary")


@pytest.mark.parametrize("query", ["夏侯惇", "侯惇", "独眼", "獨眼羅剎", "xiahoudun", '"xia hou"'])
def test_full_text_finds_a_name_in_any_script(db, query):
    found = db.execute(
        "select id from cards where rowid in (select rowid from cards_fts where cards_fts match ?)",
        (query,),
    )
    assert "formation/cz/005" in {row[0] for row in found}


def test_every_table_and_view_is_documented(db, root):
    schema = (root / "db" / "schema.sql").read_text(encoding="utf-8")
    tables = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
    documented = set(re.findall(r"create table (\w+)", schema))
    assert {name for name in tables if "_fts" not in name} == documented


def test_a_build_that_fails_leaves_the_old_file(root, tmp_path):
    path = tmp_path / "zhenshu.db"
    path.write_text("the last good one", encoding="utf-8")
    schema = tmp_path / "schema.sql"
    schema.write_text("create table broken (", encoding="utf-8")
    with pytest.raises(sqlite3.OperationalError):
        tables.build(content.read(root), schema, path)
    assert path.read_text(encoding="utf-8") == "the last good one"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["schema.sql", "zhenshu.db"]


def test_two_builds_of_the_same_content_are_the_same(root, database, tmp_path):
    again = tmp_path / "again.db"
    tables.build(content.read(root), root / "db" / "schema.sql", again)
    assert again.read_bytes() == database.read_bytes()


def test_lists_count_what_they_hold(catalog):
    for game in catalog.games:
        for facet in catalog.facets(game):
            for value in facet["values"]:
                cards = catalog.facet_cards(game, facet["field"], value["id"])
                assert len(cards) == value["count"] > 0 or facet["field"] == "set"


def test_lists_of_factions(catalog):
    """The split of the official list: 409 cards of Wu alone, 408 of each other faction, 339 of
    none, 112 of two and 7 of more."""
    alone = Counter()
    for card in catalog.cards("formation"):
        factions = card["facts"]["faction"]
        alone[factions[0] if len(factions) == 1 else len(factions)] += 1
    assert alone["wu"] == 409
    assert alone["wei"] == alone["shu"] == alone["qun"] == 408
    assert (alone[0], alone[2], alone[3] + alone[4]) == (339, 112, 7)
    facets = {facet["field"]: facet for facet in catalog.facets("formation")}
    counts = {value["id"]: value["count"] for value in facets["faction"]["values"]}
    assert counts["none"] == 339
    several = 2 * alone[2] + 3 * alone[3] + 4 * alone[4]
    assert sum(counts.values()) - counts["none"] == 409 + 3 * 408 + several


def test_lists_that_are_not_there_are_empty(catalog):
    assert catalog.facet_cards("formation", "faction", "jin") == []
    assert catalog.facet_cards("formation", "might", "3") == []
    assert catalog.card("formation/cz/999") is None
    assert catalog.card("nonsense") is None


def test_keyword_labels(catalog):
    assert catalog.keyword_label("formation", "shoot:2", "en") == "Shoot 2"
    assert catalog.keyword_label("formation", "shoot:2", "zh-Hans") == "射击2"
    assert catalog.keyword_label("formation", "shoot:2", "zh-Hant") == "射擊2"
    assert catalog.keyword_label("formation", "transfer", "zh-Hant") == "轉移"


@pytest.mark.parametrize("game", ["formation", "faceoff", "clash", "zongheng"])
def test_data_files_fit_their_schema(catalog, game):
    schema = dataset.schema(catalog, game)
    jsonschema.Draft202012Validator.check_schema(schema)
    data = dataset.cards(catalog, game)
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(data)) == []


def test_the_schema_refuses_what_is_wrong(catalog):
    schema = jsonschema.Draft202012Validator(dataset.schema(catalog, "clash"))
    data = dataset.cards(catalog, "clash")
    card = {**data["cards"][0], "facts": {**data["cards"][0]["facts"], "cost": -1}}
    assert len(list(schema.iter_errors({**data, "cards": [card]}))) == 1
    extra = {**data["cards"][0], "colour": "red"}
    assert len(list(schema.iter_errors({**data, "cards": [extra]}))) == 1
