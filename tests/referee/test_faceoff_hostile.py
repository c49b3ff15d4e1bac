"""What is hostile or broken is refused with a message, quickly."""

import copy
import random
from pathlib import Path

import pytest
import yaml

from referee.core.reader import ScenarioError, whole
from referee.core.values import Action
from referee.core.work import MOST_STEPS, TooMuch, bounded, spend, spent
from referee.faceoff.decks import Deck, check_deck
from referee.faceoff.scenario import run
from referee.faceoff.share import Damaged, dump, load_action, load_state
from referee.faceoff.state import Face, State

HOSTILE = yaml.safe_load(Path(__file__).parents[1].joinpath("hostile.yaml").read_text("utf-8"))
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


@pytest.mark.parametrize("name", HOSTILE["refused"])
def test_a_hostile_ruling_is_refused(name):
    written = {**HOSTILE["usual"], **HOSTILE["refused"][name]}
    says = written.pop("says")
    with pytest.raises(ScenarioError) as caught:
        run(written)
    assert str(caught.value.message).startswith(says)
    assert str(caught.value.hint)
    assert len(str(caught.value)) < 2000
    # What came before has been forgotten.
    assert run(HOSTILE["usual"]).cases


VARIED = {"title": NAME, "position": {"you": {"line": [{"name": "A", "power": 2}]}}}


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({**ruling(you={"hand": 60, "deck": 60}, play=[]), "variations": [VARIED] * 400}, "steps"),
        ({**ruling(play=[ATTACK] * 500), "variations": [VARIED] * 2}, "steps"),
        ({**ruling(), "expect": [{"happens": "rested"}] * 500, "variations": [VARIED] * 400},
         "steps"),
        ({"position": {}, "play": [], "expect": [], "more": [[1] * 400] * 400}, "steps"),
    ],
)  # fmt: skip
def test_what_takes_too_much_work_is_refused(written, told):
    with pytest.raises(ScenarioError) as caught:
        run(written)
    assert told in str(caught.value.message)
    assert str(caught.value.hint)
    # What came before has been forgotten.
    assert run(ruling()).cases


def test_the_work_of_a_question_is_the_same_each_time():
    found = []
    for _ in range(2):
        run(ruling())
        found.append(spent())
    assert found[0] == found[1] > 0


def test_a_question_inside_another_counts_for_it():
    with pytest.raises(TooMuch, match="more than 7 steps"):
        bounded(lambda: [bounded(lambda: spend(4), 100) for _ in range(2)], 7)
    spend(MOST_STEPS + 1)  # bounded by nobody


@pytest.mark.parametrize("number", ["²", "①", "٣", "", "-1", "1e3", "0x1", "9" * 5000])
def test_only_digits_are_numbers(number):
    assert whole(number) is None
    with pytest.raises(ScenarioError):
        run(ruling(you={"line": [{**UNIT, "keywords": [f"insight:{number}"]}]}))
    skill = {"static": True, "keywords": [f"insight:{number}"]}
    with pytest.raises(ScenarioError):
        run(ruling(you={"line": [{**UNIT, "abilities": [skill]}]}))


def test_a_message_does_not_repeat_what_is_endless():
    with pytest.raises(ScenarioError) as caught:
        run(ruling(you={"\ud800" * 10_000: 1}))
    assert len(str(caught.value.message)) < 100


@pytest.mark.parametrize(
    "written",
    [
        ruling(you={"line": [{**UNIT, "power": -(10**5000)}]}),
        ruling(you={"line": [{**UNIT, "power": float("nan")}]}),
        ruling(you={"line": [{**UNIT, "power": float("inf")}]}),
        ruling(you={"tactics": ["wind"] * 61}),
        ruling(you={"line": [{**UNIT, "power": 10**30}]}),
        ruling(you={"line": [{**UNIT, "range": 1.5}]}),
        ruling(you={"line": units(10_000)}),
        ruling(you={"line": units(7)}),
        ruling(you={"life": 10_000}),
        ruling(you={"tactics": 10**6}),
        ruling(play=[ATTACK] * 1_000_000),
        ruling(you={"line": [{**UNIT, "abilities": [{"effect": [nested(200)]}]}]}),
    ],
)
def test_what_no_file_would_hold_is_refused(written):
    with pytest.raises(ScenarioError) as caught:
        run(copy.copy(written))
    assert str(caught.value.message)
    assert str(caught.value.hint)
    assert len(str(caught.value)) < 2000


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
