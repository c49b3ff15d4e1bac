"""What the two lines alone tell, worked out by hand from the units in them."""

from dataclasses import replace

import pytest

from referee.core.work import TooMuch, bounded, spent
from referee.faceoff.inplay import Standing, in_play, standing, triggers
from referee.faceoff.state import Ability, Attachment, Card, Face, Gain, Unit, with_line, with_unit

STRONGER = Ability(0, "static", {"for": {"type": "unit"}, "power": 1})
RANGED = Ability(1, "static", {"range": 1, "keywords": ("swift",)})
ON_DEATH = Ability(2, "triggered", {"when": "dies", "do": ()})
USED = Ability(3, "activated", {"timing": ("main",), "do": ()})


def skilled(id, *abilities, power=1, kind="character", keywords=()):
    return Unit(Card(id, Face(kind, power, 1, 0, keywords, abilities=abilities)))


def worn(id, *abilities, power=0, by="you"):
    return Attachment(Card(id, Face("attachment", power, abilities=abilities), by), by)


def gaining(unit, kind, value):
    return replace(unit, gains=(*unit.gains, Gain(kind, value, "turn")))


@pytest.fixture
def weak(build):
    """The characters that could be without power, if these units are the line of `you`."""
    return lambda *line: in_play(build.state(line, ())).weak


class TestSkills:
    def test_those_that_work_by_themselves_in_the_order_of_the_table(self, build):
        host = replace(skilled("b", ON_DEATH), attached=(worn("w", RANGED),))
        gifted = gaining(skilled("c", USED), "ability", ON_DEATH)
        found = in_play(build.state([skilled("a", STRONGER, USED), host], [gifted]))
        assert found.static == (Standing("you", "a", STRONGER), Standing("you", "w", RANGED))
        assert found.triggered == (
            Standing("you", "b", ON_DEATH),
            Standing("opponent", "c", ON_DEATH),
        )
        assert found.words == ("for", "power", "range", "keywords")

    def test_an_attachment_works_for_its_controller(self, build):
        host = replace(skilled("a"), attached=(worn("w", STRONGER, by="opponent"),))
        assert in_play(build.state([host], ())).static == (Standing("opponent", "w", STRONGER),)

    def test_an_activated_skill_that_is_gained_waits_to_be_used(self, build):
        found = in_play(build.state([gaining(skilled("a"), "ability", USED)], ()))
        assert found.static == found.triggered == ()

    def test_an_awakened_unit_has_the_skills_of_its_back(self, build):
        back = Face("character", 3, abilities=(RANGED,))
        front = Face("character", 2, abilities=(STRONGER,), back=back)
        for awakened, ability in ((False, STRONGER), (True, RANGED)):
            unit = Unit(Card("a", front), awakened=awakened)
            assert in_play(build.state([unit], ())).static == (Standing("you", "a", ability),)

    def test_static_skills_by_what_they_give(self, build):
        state = build.state([skilled("a", STRONGER, ON_DEATH), skilled("b", RANGED)], ())
        assert list(standing(state, "power")) == [Standing("you", "a", STRONGER)]
        assert list(standing(state, "keywords")) == [Standing("you", "b", RANGED)]
        assert list(standing(state, "cheaper")) == []


class TestWork:
    def test_each_static_skill_is_a_step_where_any_gives_what_is_asked(self, build):
        state = build.state([skilled("a", STRONGER), skilled("b", RANGED)], ())
        for word, steps in (("power", 2), ("cheaper", 0)):
            bounded(lambda word=word: standing(state, word))
            assert spent() == steps, word

    def test_looking_for_triggered_skills_is_work_each_time(self, build):
        # Two printed abilities, one attachment, and one triggered skill found.
        host = replace(skilled("a", ON_DEATH, USED), attached=(worn("w"),))
        state = build.state([host], ())
        for _ in range(2):
            bounded(lambda: triggers(state))
            assert spent() == 4
        with pytest.raises(TooMuch):
            bounded(lambda: triggers(state), 3)


class TestWeak:
    def test_only_characters_die_of_it(self, weak):
        assert weak(skilled("a", power=0), skilled("b", power=0, kind="commander")) == ("a",)
        assert weak(skilled("a", power=1)) == ()

    def test_what_a_unit_has_of_its_own_counts(self, weak):
        counted = replace(skilled("a", power=0), counters=1)
        armed = replace(skilled("b", power=0), attached=(worn("w", power=2),))
        less = gaining(gaining(skilled("c", power=3), "power", -2), "power", -1)
        # 3 - 2 - 1 = 0
        assert weak(counted, armed, less) == ("c",)
        assert weak(gaining(skilled("d", power=0), "range", 4)) == ("d",)

    def test_a_skill_that_makes_stronger_is_not_counted_on(self, weak):
        assert weak(skilled("a", STRONGER, power=0)) == ("a",)

    @pytest.mark.parametrize(
        ("amount", "found"),
        [
            (-2, ("two",)),
            (2, ()),
            ({"count": {"type": "unit"}, "times": -1}, ("two", "nine")),
            ({"count": {"type": "unit"}, "plus": -1}, ("two", "nine")),
            ({"count": {"type": "unit"}, "times": 2, "plus": 1}, ()),
        ],
    )
    def test_skills_that_lower_power_lower_it_by_no_more_than_they_say(self, weak, amount, found):
        lowering = Ability(0, "static", {"power": amount})
        leader = skilled("leader", lowering, power=1, kind="commander")
        assert weak(leader, skilled("two", power=2), skilled("nine", power=9)) == found

    def test_several_such_skills_add_up(self, weak):
        lowering = Ability(0, "static", {"power": -1})
        assert weak(skilled("a", lowering, lowering, power=2), skilled("b", power=3)) == ("a",)


class TestRest:
    def test_whether_anything_is_attached_or_in_another_hand(self, build):
        assert not in_play(build.state([skilled("a")], [skilled("b")])).attached
        assert in_play(build.state([replace(skilled("a"), attached=(worn("w"),))], ())).attached
        stolen = replace(skilled("a"), card=replace(skilled("a").card, owner="opponent"))
        assert in_play(build.state([stolen], ())).attached

    def test_whether_anybody_is_peerless(self, build):
        assert in_play(build.state((), [skilled("a", keywords=("peerless",))])).peerless
        assert not in_play(build.state((), [skilled("a", keywords=("swift",))])).peerless


class TestMemory:
    def test_two_games_at_once_are_told_apart(self, build):
        one, two = build.state([skilled("a", STRONGER)], ()), build.state([skilled("b")], ())
        for _ in range(2):
            assert [each.source for each in in_play(one).static] == ["a"]
            assert in_play(two).static == ()

    def test_lines_that_stay_are_not_looked_through_again(self, build):
        state = build.state([skilled("a", STRONGER)], [skilled("b")])
        assert in_play(replace(state, count=7, distance=3)) is in_play(state)
        same = with_line(state, "you", lambda unit: unit)
        assert same is state

    def test_a_unit_that_changes_in_either_line_is_seen(self, build):
        state = build.state([skilled("a")], [skilled("b")])
        assert in_play(state).static == ()
        for name, player in (("a", "you"), ("b", "opponent")):
            new = with_unit(state, name, lambda unit: gaining(unit, "ability", STRONGER))
            assert in_play(new).static == (Standing(player, name, STRONGER),)
            assert in_play(state).static == ()
