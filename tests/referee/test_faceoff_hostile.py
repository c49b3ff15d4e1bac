"""What is hostile or broken is refused with a message, quickly."""

import copy
import random
import time

import pytest

from referee.core.reader import ScenarioError
from referee.core.values import Action
from referee.faceoff.decks import Deck, check_deck
from referee.faceoff.scenario import run
from referee.faceoff.share import Damaged, dump, load_action, load_state
from referee.faceoff.state import Face, State

NAME = {"en": "A", "zh-Hans": "甲"}
UNIT = {"name": NAME, "power": 1, "range": 1}
FOE = {"name": {"en": "D", "zh-Hans": "乙"}, "power": 1}
ATTACK = {"attack": {"by": "A", "target": "D"}}


def ruling(you=None, opponent=None, play=(ATTACK,), **position):
    return {
        "position": {
            "you": {"line": [UNIT], **(you or {})},
            "opponent": {"line": [FOE], **(opponent or {})},
            **position,
        },
        "play": list(play),
        "expect": [{"won": "nobody"}],
    }


def nested(depth):
    value = 1
    for _ in range(depth):
        value = {"may": [value]}
    return value


def units(number):
    return [{"name": {"en": f"U{n}", "zh-Hans": f"单位{n}"}, "power": 1} for n in range(number)]


# Resting it readies and rests it, for ever.
UNREST = {
    "name": {"en": "E", "zh-Hans": "丙"},
    "power": 1,
    "abilities": [
        {"when": "rests", "do": [{"ready": "self"}, {"rest": "self"}]},
        {"when": "attacked", "do": [{"rest": "self"}]},
    ],
}


@pytest.mark.parametrize(
    "written",
    [
        ruling(you={"line": [{**UNIT, "power": -1}]}),
        ruling(you={"line": [{**UNIT, "power": 10**30}]}),
        ruling(you={"line": [{**UNIT, "range": 1.5}]}),
        ruling(you={"line": units(10_000)}),
        ruling(you={"line": units(7)}),
        ruling(you={"life": 10_000}),
        ruling(you={"hand": -1}),
        ruling(you={"supply": 10**9}),
        ruling(you={"tactics": ["gold"]}),
        ruling(you={"tactics": 10**6}),
        ruling(you={"hats": 3}),
        ruling(colour="red"),
        ruling(distance=0),
        ruling(settings={"dice": True}),
        ruling(settings={"hand-limit": "none"}),
        ruling(play=[ATTACK] * 1_000_000),
        ruling(play=[{"choose": None}]),
        ruling(play=[{"use": "B"}]),
        ruling(play=[{"play": {"card": "A", "place": 10**9}}]),
        ruling(play=[{"end": "nobody"}]),
        ruling(play="attack"),
        ruling(you={"line": [{**UNIT, "card": "没有这张牌"}]}),
        ruling(you={"line": [{**UNIT, "attached": ["没有这张牌"]}]}),
        # An attachment is never a host, so nothing can be attached in a circle.
        ruling(you={"line": [{**UNIT, "attached": [{"name": NAME, "attached": []}]}]}),
        ruling(you={"line": [{**UNIT, "abilities": [{"effect": [nested(200)]}]}]}),
        ruling(you={"line": [{**UNIT, "abilities": [{"effect": [{"eval": "1"}]}]}]}),
        ruling(you={"line": [{**UNIT, "keywords": ["insight:999999999"]}]}),
        ruling(opponent={"line": [FOE, UNREST]}, play=[{"attack": {"by": "A", "target": "E"}}]),
    ],
)
def test_a_hostile_ruling_is_refused(written):
    start = time.process_time()
    with pytest.raises(ScenarioError) as caught:
        run(copy.copy(written))
    assert caught.value.message
    assert caught.value.hint
    assert len(caught.value.message) < 300
    assert time.process_time() - start < 1


def test_an_attachment_must_fit_its_host(cards):
    written = ruling(you={"line": [{**UNIT, "attached": ["御驾亲征"]}]})
    with pytest.raises(ScenarioError, match="cannot be attached"):
        run(written, cards)


@pytest.fixture
def table(cards):
    written = ruling(
        you={"line": [{"card": "飞将·吕布", "attached": ["锋利长剑"]}], "hand": [{"card": "冷箭"}]},
        play=[],
    )
    return run(written, cards).cases[0].played.end


def test_a_damaged_position_is_refused(cards, table):
    kept = dump(table)
    assert load_state(kept, cards) == table
    assert len(str(kept)) < 700
    below = random.Random(4).randrange
    for wrong in (
        None,
        [],
        "faceoff-1",
        kept[:2],
        ["faceoff-9", *kept[1:]],
        [kept[0], kept[1] + 1, kept[2]],
        [kept[0], kept[1], [*kept[2][:3], "x"]],
    ):
        with pytest.raises(Damaged):
            load_state(wrong, cards)
    for _ in range(200):
        broken = copy.deepcopy(kept)
        part = broken
        while isinstance(part[-1], list) and below(4):
            inner = [each for each in part if isinstance(each, list) and each]
            if not inner:
                break
            part = inner[below(len(inner))]
        part[below(len(part))] = ("?", -5, None, [], ["U"])[below(5)]
        if broken == kept:
            continue
        with pytest.raises(Damaged):
            load_state(broken, cards)


def test_a_position_is_no_action_nor_the_other_way_round(cards, table):
    action = Action("end", "you", {})
    assert load_action(dump(action)) == action
    with pytest.raises(Damaged):
        load_state(dump(action), cards)
    with pytest.raises(Damaged):
        load_action(dump(State(table.sides, "you", None)))


class TestDecks:
    def unit(self, name):
        return Face("character", 1, name=name, card=name)

    @pytest.fixture
    def deck(self):
        main = tuple(self.unit(f"u{n // 3}") for n in range(40))
        tactic = Face("tactic", name="wind", basic=True)
        return Deck(Face("commander", 2), 5, main, (tactic,) * 12)

    def test_a_legal_deck(self, deck):
        assert check_deck(deck) == ()

    @pytest.mark.parametrize(
        ("change", "kinds"),
        [
            ({"main": ()}, ["deck_size"]),
            ({"tactics": ()}, ["tactics_size"]),
            ({"commander": Face("character", 1)}, ["no_commander"]),
            ({"main": (Face("character", name="same"),) * 40}, ["too_many_copies"]),
            ({"tactics": (Face("tactic", name="same"),) * 12}, ["too_many_copies"]),
            ({"tactics": (Face("character", name="x", basic=True),) * 12}, ["wrong_deck"] * 12),
        ],
    )
    def test_what_is_wrong(self, deck, change, kinds):
        parts = {name: getattr(deck, name) for name in deck.__slots__}
        found = check_deck(Deck(**{**parts, **change}))
        assert [refusal.kind for refusal in found] == kinds
        assert all(refusal.rule.startswith("deck.") for refusal in found)
