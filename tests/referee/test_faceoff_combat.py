"""Combat with the numbers of the guide's example, and worked answers to questions about it.

Every expected number is worked out by hand from the paragraph that the test names.
"""

from dataclasses import replace

import pytest

from referee.faceoff.actions import attack, decline, discard, intercept
from referee.faceoff.numbers import power


def fight(build, yours, theirs, *, attackers=("a",), target="d", dodge=(), intercepts=(), **more):
    """Attack, intercept, dodge, and pass otherwise; the final state and all events."""
    state, events = build.play(build.state(yours, theirs, **more), attack("you", attackers, target))
    for unit in intercepts:
        state, some = build.play(state, intercept("opponent", unit))
        events += some
    state, some = build.pass_to(state, "dodge")
    events += some
    for card in dodge:
        state, some = build.play(state, discard("opponent", card))
        events += some
    state, some = build.pass_to(state, "main")
    return state, events + some


def kinds(events):
    return [event.kind for event in events]


def the(events, kind):
    (event,) = [event for event in events if event.kind == kind]
    return event


@pytest.mark.parametrize(
    ("base", "flash", "rested", "dodge", "expected", "outcome"),
    [
        # The guide's example: 2 + 1 = 3 against 4, one card more 4 against 4, two cards 5.
        (2, 1, False, (), 3, "attack_succeeded"),
        (2, 1, False, ("one",), 4, "attack_succeeded"),
        (2, 1, False, ("one", "other"), 5, "attack_failed"),
        # combat.dodge.1: 3 + 1 = 4, equal is enough; combat.dodge.2: rested, 3.
        (3, 1, False, (), 4, "attack_succeeded"),
        (3, 1, True, (), 3, "attack_succeeded"),
        # combat.dodge.4: rested, yet 3 + 2 = 5 with a card of two points.
        (3, 1, True, ("two",), 5, "attack_failed"),
    ],
)
def test_power_of_the_target(build, base, flash, rested, dodge, expected, outcome):
    state, events = fight(
        build,
        [build.unit("a", 4)],
        [build.unit("d", base, flash=flash, rested=rested)],
        dodge=dodge,
        their_hand=build.hand(one=1, other=1, two=2),
    )
    event = the(events, outcome)
    assert event.data["attack"].total == 4
    assert event.data["power"].total == expected
    survives = outcome == "attack_failed"
    assert (state.find("d") is not None) == survives
    assert [card.id for card in state.side("opponent").discard] == [
        *dodge,
        *([] if survives else ["d"]),
    ]


def test_own_flash_and_discards_are_told_apart(build):
    _state, events = fight(
        build,
        [build.unit("a", 4)],
        [build.unit("d", 2, flash=1)],
        dodge=("one",),
        their_hand=build.hand(one=1),
    )
    addends = the(events, "attack_succeeded").data["power"].addends
    assert [(part.amount, part.label, part.rule, part.source) for part in addends] == [
        (2, "printed", "", "d"),
        (1, "own_flash", "combat.dodge.1", "d"),
        (1, "discarded_flash", "combat.dodge.3", "one"),
    ]


@pytest.mark.parametrize(
    ("flash", "rested", "kind", "rule"),
    [
        (1, False, "flash_added", "combat.dodge.1"),
        (1, True, "no_flash", "combat.dodge.2"),
    ],
)
def test_own_flash_depends_on_orientation(build, flash, rested, kind, rule):
    target = build.unit("d", 1, flash=flash, rested=rested)
    _state, events = fight(build, [build.unit("a", 4)], [target])
    assert the(events, kind).rule == rule


def test_nothing_is_said_of_a_unit_without_flash(build):
    for rested in (False, True):
        target = build.unit("d", 1, rested=rested)
        _state, events = fight(build, [build.unit("a", 4)], [target])
        assert not {"flash_added", "no_flash"} & set(kinds(events))


def test_discards_cite_why_they_are_allowed(build):
    for rested, rule in ((False, "combat.dodge.3"), (True, "combat.dodge.4")):
        _state, events = fight(
            build,
            [build.unit("a", 4)],
            [build.unit("d", 1, rested=rested)],
            dodge=("one",),
            their_hand=build.hand(one=1),
        )
        assert the(events, "discarded").rule == rule


def test_dodging_lasts_no_longer_than_the_combat(build):
    state, _events = fight(
        build,
        [build.unit("a", 1)],
        [build.unit("d", 3)],
        dodge=("one",),
        their_hand=build.hand(one=1),
    )
    assert power(state, "d").total == 3


def test_a_failed_attack_leaves_attackers_rested_and_unhurt(build):
    state, events = fight(build, [build.unit("a", 2)], [build.unit("d", 3)])
    assert the(events, "attack_failed").rule == "combat.resolve.5"
    assert not state.unit("a").readied
    assert "died" not in kinds(events)
    assert state.choice.player == "you"


def test_a_joint_attack_adds_the_attackers_up(build):
    state, events = fight(
        build,
        [build.unit("a", 2), build.unit("b", 3), build.unit("c", 9)],
        [build.unit("d", 5)],
        attackers=("a", "b"),
    )
    total = the(events, "attack_succeeded").data["attack"]
    assert [(part.amount, part.source) for part in total.addends] == [(2, "a"), (3, "b")]
    assert not state.unit("a").readied
    assert not state.unit("b").readied
    assert state.unit("c").readied


class TestIntercept:
    def test_the_interceptor_is_rested_and_becomes_the_target(self, build):
        state, events = fight(
            build,
            [build.unit("a", 4)],
            [build.unit("d", 1), build.unit("guard", 2, "intercept", flash=2)],
            intercepts=("guard",),
        )
        assert the(events, "intercepted").data == {"unit": "guard", "instead_of": "d"}
        # Rested by its own Intercept, so 2 without its flash points.
        assert the(events, "attack_succeeded").data["power"].total == 2
        assert state.find("guard") is None
        assert state.find("d") is not None

    def test_a_character_saves_a_dying_commander(self, build):
        state, events = fight(
            build,
            [build.unit("a", 4)],
            [build.unit("d", 1, kind="commander"), build.unit("guard", 1, "intercept")],
            intercepts=("guard",),
        )
        assert state.winner == ""
        assert the(events, "died").data["unit"] == "guard"

    def test_breakthrough_does_nothing_to_a_character(self, build):
        state, events = fight(
            build,
            [build.unit("a", 4, "breakthrough")],
            [build.unit("d", 1, kind="commander"), build.unit("guard", 1, "intercept")],
            intercepts=("guard",),
            their_life=3,
        )
        assert len(state.side("opponent").life) == 3
        assert the(events, "no_damage").rule == "damage.1"

    def test_a_commander_intercepts_and_takes_the_damage(self, build):
        state, _events = fight(
            build,
            [build.unit("a", 4, "breakthrough")],
            [build.unit("d", 1), build.unit("lord", 1, "intercept", kind="commander")],
            intercepts=("lord",),
            their_life=3,
        )
        # 1 + 1 for Breakthrough of 3 life.
        assert len(state.side("opponent").life) == 1
        assert state.find("d") is not None


class TestDamage:
    @pytest.mark.parametrize(
        ("life", "breakthroughs", "left", "lost"),
        [(3, 0, 2, 0), (4, 2, 1, 0), (1, 1, 0, 1), (1, 3, 0, 3), (2, 1, 0, 0)],
    )
    def test_points_take_life_cards(self, build, life, breakthroughs, left, lost):
        state, events = fight(
            build,
            [build.unit("a", 4, *["breakthrough"] * breakthroughs)],
            [build.unit("d", 2, kind="commander")],
            their_life=life,
        )
        side = state.side("opponent")
        assert len(side.life) == left
        # From the top, into the hand.
        assert [card.id for card in side.hand] == [f"life{n}" for n in range(life - left)]
        assert [e.data["points"] for e in events if e.kind == "damage_lost"] == [lost][: bool(lost)]
        assert ("dying" in kinds(events)) == (left == 0)
        assert state.winner == ""

    def test_a_joint_attack_is_one_attack(self, build):
        state, _events = fight(
            build,
            [build.unit("a", 1), build.unit("b", 1)],
            [build.unit("d", 2, kind="commander")],
            attackers=("a", "b"),
            their_life=3,
        )
        assert len(state.side("opponent").life) == 2

    def test_each_point_names_the_damage_as_its_cause(self, build):
        _state, events = fight(
            build,
            [build.unit("a", 4, "breakthrough")],
            [build.unit("d", 2, kind="commander")],
            their_life=2,
        )
        begun = events.index(the(events, "damage_begun"))
        causes = [event.cause for event in events if event.kind == "life_taken"]
        assert causes == [begun, begun]
        assert events[events[begun].cause].kind == "attack_succeeded"

    def test_a_dying_commander_loses(self, build):
        state, events = fight(build, [build.unit("a", 2)], [build.unit("d", 2, kind="commander")])
        assert the(events, "lost").rule == "combat.resolve.4"
        assert state.winner == "you"
        assert state.choice is None
        assert "damage_begun" not in kinds(events)

    def test_a_dying_commander_survives_a_failed_attack(self, build):
        state, _events = fight(build, [build.unit("a", 1)], [build.unit("d", 2, kind="commander")])
        assert state.winner == ""


def test_the_six_steps_follow_one_another(build):
    _state, events = fight(build, [build.unit("a", 2)], [build.unit("d", 1)])
    assert events[0].kind == "attack_declared"
    assert [event.data["step"] for event in events if event.kind == "step_begun"] == [
        "intercept",
        "response",
        "dodge",
        "resolution",
        "end",
    ]
    assert events[-1].kind == "combat_ended"


def test_an_assumed_distance_is_said_to_be_assumed(build):
    given = build.state([build.unit("a", 2)], [build.unit("d", 1)])
    assumed = replace(given, distance_assumed=True)
    declare = attack("you", ("a",), "d")
    _state, events = build.play(assumed, declare)
    assert the(events, "distance_assumed").rule == "line.7"
    _state, events = build.play(given, declare)
    assert "distance_assumed" not in kinds(events)


def test_the_response_step_has_nothing_but_passing(build):
    state, _events = build.play(
        build.state([build.unit("a", 2)], [build.unit("d", 1)]), attack("you", ("a",), "d")
    )
    state, _events = build.play(state, decline("opponent"))
    assert state.fight().step == "response"
    state, events = build.play(state, decline("opponent"))
    assert events[0].rule == "combat.response.1"
    assert state.fight().step == "dodge"
