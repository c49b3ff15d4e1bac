"""Reading what people write: merging variations, and the place of every mistake."""

import pytest

from referee.core.reader import Node, ScenarioError, merge


def plain(node):
    if isinstance(node.value, dict):
        return {key: plain(inner) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    return node.value


GUARD = {"name": {"en": "Guard", "zh-Hans": "卫士"}, "power": 3, "flash": 1}
LORD = {"name": {"en": "Lord", "zh-Hans": "主公"}, "power": 2}


@pytest.mark.parametrize("name", ["Guard", "卫士", GUARD["name"]])
def test_a_named_thing_is_changed_in_place(name):
    base = Node.of({"line": [GUARD, LORD], "life": 2})
    over = Node.of({"line": [{"name": name, "rested": True, "power": 4}]})
    assert plain(merge(base, over)) == {
        "line": [{**GUARD, "rested": True, "power": 4}, LORD],
        "life": 2,
    }


def test_a_new_thing_is_added_at_the_end():
    new = {"name": {"en": "Archer", "zh-Hans": "弓手"}, "power": 1}
    merged = merge(Node.of({"line": [GUARD]}), Node.of({"line": [new]}))
    assert plain(merged)["line"] == [GUARD, new]


def test_other_values_are_replaced():
    base = Node.of({"life": 2, "words": ["one", "two"]})
    over = Node.of({"life": 0, "words": ["three"]})
    assert plain(merge(base, over)) == {"life": 0, "words": ["three"]}


def test_values_keep_the_place_where_they_were_written():
    base = Node.of({"line": [GUARD]}, ("position",))
    over = Node.of({"line": [{"name": "Guard", "power": 9}]}, ("variations", 0, "position"))
    (guard,) = merge(base, over).value["line"].value
    assert guard.value["power"].path == ("variations", 0, "position", "line", 0, "power")
    assert guard.value["flash"].path == ("position", "line", 0, "flash")


def test_merging_leaves_the_base_alone():
    base = Node.of({"line": [GUARD]})
    merge(base, Node.of({"line": [{"name": "Guard", "power": 9}]}))
    assert plain(base) == {"line": [GUARD]}


def test_a_misspelt_name_is_found():
    base, over = Node.of({"line": [GUARD]}), Node.of({"line": [{"name": "Gaurd"}]})
    with pytest.raises(ScenarioError) as caught:
        merge(base, over)
    assert caught.value.path == ("line", 0, "name")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (True, lambda node: node.number()),
        ("3", lambda node: node.number()),
        (-1, lambda node: node.number()),
        (0, lambda node: node.number(1)),
        (1, lambda node: node.flag()),
        (None, lambda node: node.word()),
        ("three", lambda node: node.word(("one", "two"))),
        ({"en": "only one"}, lambda node: node.text()),
        ("plain", lambda node: node.text()),
        ({"a": 1, "b": 2}, lambda node: node.only()),
        ({"a": 1}, lambda node: node.items()),
        ([1], lambda node: node.entries()),
        ({"a": 1}, lambda node: node.fields(("b",))),
        ({}, lambda node: node.fields(("b",), ("b",))),
    ],
)
def test_what_is_not_expected_is_refused_with_a_remedy(value, read):
    with pytest.raises(ScenarioError) as caught:
        read(Node.of(value, ("place",)))
    assert caught.value.path[0] == "place"
    assert str(caught.value.message)
    assert str(caught.value.hint)


@pytest.mark.parametrize("name", ["Guard", ["Guard"], None])
def test_a_name_that_is_no_text_by_language_is_shown_how(name):
    with pytest.raises(ScenarioError) as caught:
        Node.of({"name": name}).value["name"].text()
    assert caught.value.path == ("name",)
    assert str(caught.value.message) == "A text in each language is expected here."
    assert str(caught.value.hint) == "Write it as in {en: Guard, zh-Hans: 卫士}."
