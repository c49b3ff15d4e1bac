"""Every passage of the source documents has its paragraph: tables by line, never by quotation."""

import tomllib
from pathlib import Path

import pytest

TABLES = sorted((Path(__file__).parent / "seeds").glob("*.toml"))
KEYS = {"lines", "rules", "rulings", "why"}


def passages(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))["passage"]


def test_there_is_a_table_for_each_source_document():
    assert [path.stem for path in TABLES] == [
        "clash-zh-hans", "faceoff-en", "formation-zh-hans", "formation-zh-hant", "zongheng-zh-hans",
    ]  # fmt: skip


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_passages_follow_each_other_and_say_where_their_facts_are(path):
    last = 0
    for passage in passages(path):
        first, end = passage["lines"]
        assert last < first <= end, passage
        last = end
        assert passage.keys() <= KEYS, passage
        carried = passage.get("rules", []) + passage.get("rulings", [])
        # A passage is carried by paragraphs or rulings, or the table says why it holds no rule.
        assert carried or passage["why"], passage


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_what_carries_a_passage_is_there(path, content_of_the_site):
    game = content_of_the_site.games[path.stem.partition("-")[0]]
    rules, rulings = game.paragraphs(), game.rulings
    for passage in passages(path):
        assert [id for id in passage.get("rules", []) if id not in rules] == []
        assert [id for id in passage.get("rulings", []) if id not in rulings] == []


# The ids of the documents in each game's list of sources.
DOCUMENTS = {
    "formation": {"seed", "seed-hant", "seed-hans"},
    "faceoff": {"guide"},
    "clash": {"s1", "seed"},
    "zongheng": {"z1", "z2", "seed"},
}


@pytest.mark.parametrize(("slug", "documents"), DOCUMENTS.items())
def test_what_a_document_alone_states_stands_in_its_table(slug, documents, content_of_the_site):
    carried = {
        id
        for path in TABLES
        if path.stem.startswith(slug)
        for passage in passages(path)
        for id in passage.get("rules", [])
    }
    stated = {
        id
        for id, block in content_of_the_site.games[slug].paragraphs().items()
        if block.status == "stated" and set(block.sources) <= documents
    }
    assert len(stated) > 50
    assert sorted(stated - carried) == []
