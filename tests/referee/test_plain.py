"""What leaves the referee for other programs, and the example in its own docstring."""

import doctest
import json

import referee
from referee.core.plain import record
from referee.core.values import Addend, Event, Number, Refusal
from referee.faceoff.scenario import run


def test_the_example():
    result = doctest.testmod(referee)
    assert result.attempted > 5
    assert result.failed == 0


def test_a_number_keeps_its_addends():
    power = Number((Addend(3, "printed", source="c1"), Addend(1, "own_flash", "combat.dodge.1")))
    assert record(Event("flash_added", {"power": power}, "combat.dodge.1", 4)) == {
        "kind": "flash_added",
        "data": {
            "power": {
                "total": 4,
                "addends": [
                    {"amount": 3, "label": "printed", "rule": "", "source": "c1"},
                    {"amount": 1, "label": "own_flash", "rule": "combat.dodge.1", "source": ""},
                ],
            }
        },
        "rule": "combat.dodge.1",
        "cause": 4,
        "source": "",
    }


def test_a_refusal():
    assert record(Refusal("no_attacker", {}, "combat.attack.1")) == {
        "kind": "no_attacker",
        "data": {},
        "rule": "combat.attack.1",
    }


def test_every_event_of_a_play_is_fit_for_json(cards):
    ruling = {
        "position": {
            "you": {"tactics": ["thunder"], "hand": [{"card": "震慑"}]},
            "opponent": {
                "line": [
                    {"name": {"en": "D", "zh-Hans": "乙"}, "power": 1},
                    {"name": {"en": "E", "zh-Hans": "丙"}, "power": 1},
                ]
            },
        },
        "play": [{"play": "震慑"}, {"choose": "D"}],
        "expect": [{"orientation": {"D": "rested"}}],
    }
    (case,) = run(ruling, cards).cases
    assert case.ok
    records = [json.loads(json.dumps(record(event))) for event in case.played.events]
    (asked,) = [each for each in records if each["kind"] == "asked"]
    assert asked["data"]["choice"]["kind"] == "target"
    assert "agenda" not in asked["data"]
