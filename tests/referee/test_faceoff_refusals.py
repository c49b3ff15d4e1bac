"""What the rules do not allow, each with the paragraph that forbids it."""

from dataclasses import replace

import pytest

from referee.core.values import Action, BadAction, IllegalAction
from referee.faceoff.actions import attack, decline, discard, intercept, legal, why_not
from referee.faceoff.engine import apply


def reasons(state, action):
    return [(refusal.kind, refusal.rule) for refusal in why_not(state, action)]


@pytest.fixture
def table(build):
    """Units of every kind that may not do something, before any attack."""
    return build.state(
        [
            build.unit("able", 3, range=2),
            build.unit("short", 3, range=1),
            build.unit("rested", 3, range=2, rested=True),
            build.unit("fresh", 3, range=2, entered=True),
            build.unit("swift", 3, "swift", range=2, entered=True),
            build.unit("tired", 3, "swift", range=2, entered=True, rested=True),
        ],
        [
            build.unit("far", 1, "intercept"),
            build.unit("plain", 1),
            build.unit("target", 2),
            build.unit("guard", 1, "intercept"),
        ],
        your_hand=build.hand(mine=1),
        their_hand=build.hand(blank=0, theirs=1),
        distance=2,
    )


@pytest.mark.parametrize(
    ("attackers", "target", "expected"),
    [
        (("able",), "target", []),
        (("swift",), "target", []),
        (("able", "swift"), "target", []),
        (("short",), "target", [("out_of_range", "combat.attack.2")]),
        # One attacker out of range makes the whole declaration illegal.
        (("able", "short"), "target", [("out_of_range", "combat.attack.2")]),
        (("rested",), "target", [("attacker_rested", "combat.attack.3")]),
        (("fresh",), "target", [("attacker_entered", "combat.attack.3")]),
        # Swift lifts the ban on units that have just entered, not the one on rested units.
        (("tired",), "target", [("attacker_rested", "combat.attack.3")]),
        ((), "target", [("no_attacker", "combat.attack.1")]),
        (("able", "able"), "target", [("attacker_twice", "combat.attack.1")]),
        (("guard",), "target", [("not_your_unit", "combat.attack.1")]),
        (("able",), "short", [("not_their_unit", "combat.attack.1")]),
        (("able",), "nobody", [("not_their_unit", "combat.attack.1")]),
        (("nobody",), "target", [("not_your_unit", "combat.attack.1")]),
    ],
)
def test_attacks(table, attackers, target, expected):
    assert reasons(table, attack("you", attackers, target)) == expected


def test_every_reason_is_given(table):
    assert reasons(table, attack("you", ("rested", "short"), "target")) == [
        ("attacker_rested", "combat.attack.3"),
        ("out_of_range", "combat.attack.2"),
    ]


def test_only_the_turn_player_attacks(table):
    assert reasons(table, attack("opponent", ("guard",), "able")) == [
        ("not_your_turn", "turn.main.1")
    ]


def test_a_commander_may_be_attacked_past_readied_characters(build):
    state = build.state(
        [build.unit("a", 2)],
        [build.unit("guard", 9), build.unit("lord", 1, kind="commander")],
        their_life=1,
    )
    assert not why_not(state, attack("you", ("a",), "lord"))


class TestInCombat:
    @pytest.fixture
    def begun(self, build, table):
        state, _events = build.play(table, attack("you", ("able",), "target"))
        return state

    @pytest.mark.parametrize(
        ("player", "unit", "expected"),
        [
            ("opponent", "guard", []),
            ("opponent", "far", [("not_beside_target", "combat.intercept.1")]),
            ("opponent", "plain", [("lacks_intercept", "combat.intercept.1")]),
            ("opponent", "able", [("not_your_unit", "combat.intercept.1")]),
            ("you", "guard", [("not_defending", "combat.intercept.1")]),
        ],
    )
    def test_intercept(self, begun, player, unit, expected):
        assert reasons(begun, intercept(player, unit)) == expected

    def test_the_target_does_not_intercept_for_itself(self, build):
        target = build.unit("d", 1, "intercept")
        state, _events = build.play(
            build.state([build.unit("a", 1)], [target]), attack("you", ("a",), "d")
        )
        assert reasons(state, intercept("opponent", "d")) == [
            ("not_beside_target", "combat.intercept.1")
        ]

    def test_a_rested_unit_does_not_intercept(self, build):
        guard = build.unit("guard", 1, "intercept", rested=True)
        state, _events = build.play(
            build.state([build.unit("a", 1)], [build.unit("d", 1), guard]),
            attack("you", ("a",), "d"),
        )
        assert reasons(state, intercept("opponent", "guard")) == [
            ("interceptor_rested", "combat.intercept.1")
        ]

    def test_one_intercept_a_combat(self, build):
        line = [build.unit("left", 1, "intercept"), build.unit("d", 1)]
        line.append(build.unit("right", 1, "intercept"))
        state, _events = build.play(
            build.state([build.unit("a", 1)], line),
            attack("you", ("a",), "d"),
            intercept("opponent", "left"),
        )
        assert reasons(state, intercept("opponent", "right")) == [
            ("intercepted_already", "combat.intercept.2")
        ]

    def test_too_late_to_intercept(self, build, begun):
        state, _events = build.play(begun, decline("opponent"))
        assert reasons(state, intercept("opponent", "guard")) == [
            ("no_intercept_step", "combat.intercept.1")
        ]

    def test_too_early_to_dodge(self, begun):
        assert reasons(begun, discard("opponent", "theirs")) == [
            ("no_dodge_step", "combat.dodge.3")
        ]

    @pytest.mark.parametrize(
        ("player", "card", "expected"),
        [
            ("opponent", "theirs", []),
            ("opponent", "blank", [("card_without_flash", "combat.dodge.3")]),
            ("opponent", "mine", [("not_in_hand", "combat.dodge.3")]),
            ("you", "mine", [("attacker_may_not_dodge", "combat.dodge.6")]),
        ],
    )
    def test_discards(self, build, begun, player, card, expected):
        state, _events = build.pass_to(begun, "dodge")
        assert reasons(state, discard(player, card)) == expected

    def test_no_second_attack_meanwhile(self, begun):
        assert reasons(begun, attack("you", ("swift",), "target")) == [
            ("combat_under_way", "combat.attack.1")
        ]

    def test_the_attacker_has_nothing_to_pass(self, begun):
        assert reasons(begun, decline("you")) == [("nothing_to_pass", "combat.intercept.1")]


def test_nothing_to_do_outside_combat(table):
    assert reasons(table, decline("you")) == [("nothing_to_pass", "turn.main.1")]
    assert reasons(table, intercept("opponent", "guard")) == [
        ("no_intercept_step", "combat.intercept.1")
    ]
    assert reasons(table, discard("opponent", "theirs")) == [("no_dodge_step", "combat.dodge.3")]


def test_nothing_after_the_end(table):
    over = replace(table, winner="you", choice=None)
    assert legal(over) == ()
    assert reasons(over, attack("you", ("able",), "target")) == [("game_over", "win.1")]


def test_apply_refuses_with_the_reasons(table):
    with pytest.raises(IllegalAction) as caught:
        apply(table, attack("you", ("rested",), "target"))
    assert [refusal.rule for refusal in caught.value.refusals] == ["combat.attack.3"]
    assert "combat.attack.3" in str(caught.value)


def test_an_action_the_game_does_not_have(table):
    with pytest.raises(BadAction, match="dance"):
        why_not(table, Action("dance", "you", {}))


def test_legal_lists_every_set_of_able_attackers(table):
    # able and swift reach: alone each, and together, against each of the four targets.
    attacks = [action for action in legal(table) if action.kind == "attack"]
    assert len(attacks) == 3 * 4
    assert attack("you", ("able", "swift"), "guard") in attacks


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("attack", {"attackers": "able", "target": "target"}),
        ("attack", {"attackers": ("able",)}),
        ("attack", {"attackers": (1,), "target": "target"}),
        ("play", {"card": "mine", "supply": -1}),
        ("play", {"card": "mine", "rest": 3}),
        ("play", {"card": ["mine"]}),
        ("use", {"card": "mine", "index": "0"}),
        ("choose", {"chosen": None}),
        ("choose", {"chosen": (1, "mine")}),
    ],
)
def test_data_that_nobody_could_have_meant(table, kind, data):
    with pytest.raises(BadAction, match=kind):
        why_not(table, Action(kind, "you", data))
