"""Rulings: every one in the content plays out as it says, and a wrong one is found out."""

import copy
import re
from pathlib import Path

import pytest
import yaml

from referee.core.reader import ScenarioError
from referee.core.values import Number
from referee.faceoff.scenario import run
from referee.games import RUN

CONTENT = Path(__file__).parents[2] / "content"
RULINGS = sorted(CONTENT.glob("faceoff/rulings/*.md"))
PARAGRAPHS = {
    match[1]: match[2] or ""
    for chapter in CONTENT.glob("faceoff/rules/*.en.md")
    for match in re.finditer(
        r'^\{: #([a-z.0-9]+) \.\w+(?: from="([^"]*)")?',
        chapter.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""The paragraphs of the rulebook, and what each is derived from."""


def front_matter(path):
    return yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])


def runs(path):
    return "position" in front_matter(path)


@pytest.mark.parametrize("path", [p for p in RULINGS if runs(p)], ids=lambda path: path.stem)
class TestContent:
    def test_every_expectation_is_met(self, cards, path):
        result = RUN["faceoff"](front_matter(path), cards)
        failed = [v for case in result.cases for v in case.verdicts if not v.ok]
        assert failed == []
        assert result.ok
        assert all(case.verdicts for case in result.cases)

    def test_the_play_cites_a_paragraph_of_the_ruling(self, cards, path):
        """The play cites one, or one that it is derived from, and only paragraphs that exist."""
        ruling = front_matter(path)
        cited = set()
        for case in run(ruling, cards).cases:
            for step in case.played.steps:
                cited |= {refusal.rule for refusal in step.refusals}
            for event in case.played.events:
                cited.add(event.rule)
                for value in event.data.values():
                    if isinstance(value, Number):
                        cited |= {addend.rule for addend in value.addends if addend.rule}
        grounds = set(ruling["rules"])
        for rule in ruling["rules"]:
            grounds |= set(PARAGRAPHS[rule].split())
        assert grounds & cited
        assert cited <= set(PARAGRAPHS)

    def test_the_contrary_is_not_met(self, cards, path):
        ruling = front_matter(path)
        parts = [ruling, *ruling.get("variations", [])]
        turned = 0
        for part in parts:
            for expectation in part.get("expect", []):
                if expectation.get("attack") in ("succeeds", "fails"):
                    was = expectation["attack"]
                    expectation["attack"] = "fails" if was == "succeeds" else "succeeds"
                    turned += 1
        if not turned:
            # Nothing is attacked: expect a question that nobody asks.
            ruling["expect"].append({"asked": "nothing at all"})
            turned = 1
        failed = [v for case in run(ruling, cards).cases for v in case.verdicts if not v.ok]
        assert len(failed) == turned


BASE = yaml.safe_load(
    """
position:
  distance: 1
  you:
    line:
      - {name: {en: Attacker, zh-Hans: 攻击者}, power: 4, range: 1}
      - {name: {en: Helper, zh-Hans: 援军}, power: 1, range: 1}
    hand:
      - {name: {en: Banner, zh-Hans: 战旗}, flash: 1}
  opponent:
    life: 2
    line:
      - {name: {en: Guard, zh-Hans: 卫士}, power: 2, flash: 1, keywords: [intercept]}
      - {name: {en: Lord, zh-Hans: 主公}, type: commander, power: 2}
    hand:
      - {name: {en: Shield, zh-Hans: 盾牌}, flash: 1}
play:
  - attack: {by: Attacker, target: Guard}
  - discard: Shield
expect:
  - attack: succeeds
"""
)


def ruling(**parts):
    return {**copy.deepcopy(BASE), **parts}


@pytest.mark.parametrize(
    ("right", "wrong", "actual"),
    [
        ({"attack": "succeeds"}, {"attack": "fails"}, "succeeds"),
        ({"total": 4}, {"total": 5}, 4),
        # 2 printed, 1 own flash, 1 from Shield.
        ({"power": {"Guard": 4}}, {"power": {"Guard": 3}}, 4),
        ({"power": {"卫士": 2, "at": "response"}}, {"power": {"卫士": 3, "at": "response"}}, 2),
        ({"where": {"Guard": "discard"}}, {"where": {"Guard": "battlefield"}}, "discard"),
        ({"where": {"Banner": "hand"}}, {"where": {"Banner": "discard"}}, "hand"),
        (
            {"orientation": {"Attacker": "rested"}},
            {"orientation": {"Attacker": "readied"}},
            "rested",
        ),
        ({"orientation": {"Helper": "readied"}}, {"orientation": {"Helper": "rested"}}, "readied"),
        ({"life": {"opponent": 2}}, {"life": {"opponent": 1}}, 2),
        ({"hand": {"opponent": 0}}, {"hand": {"opponent": 1}}, 0),
        ({"won": "nobody"}, {"won": "you"}, "nobody"),
        ({"happens": "flash_added"}, {"never": "flash_added"}, 1),
        ({"never": "no_flash"}, {"happens": "no_flash"}, 0),
    ],
)
def test_a_wrong_expectation_is_reported(right, wrong, actual):
    result = run(ruling(expect=[right, wrong]))
    met, failed = result.cases[0].verdicts
    assert met.ok
    assert not failed.ok
    assert failed.actual == actual
    assert failed.path[:2] == ("expect", 1)
    assert not result.ok


def test_a_refused_action_must_be_expected():
    play = [{"attack": {"by": "Attacker", "target": "Lord"}}, {"discard": "Banner"}]
    result = run(ruling(play=play, expect=[{"attack": "succeeds"}]))
    (failed,) = [verdict for verdict in result.cases[0].verdicts if not verdict.ok]
    assert failed.path == ("play", 1)
    assert (failed.kind, failed.actual) == ("legal", ("combat.dodge.6",))
    assert run(ruling(play=play, expect=[{"illegal": "combat.dodge.6"}])).ok
    assert not run(ruling(play=play, expect=[{"illegal": "combat.dodge.3"}])).ok


def test_an_expected_refusal_must_happen():
    (verdict,) = run(ruling(expect=[{"illegal": "combat.dodge.6"}])).cases[0].verdicts
    assert not verdict.ok
    assert verdict.actual == "nothing"


def test_windows_without_a_mention_are_passed():
    steps = run(ruling()).cases[0].played.steps
    assert [(step.path, step.action.kind) for step in steps] == [
        (("play", 0), "attack"),
        ((), "pass"),
        ((), "pass"),
        (("play", 1), "discard"),
        ((), "pass"),
    ]


def test_two_attacks_in_one_play():
    play = [
        {"attack": {"by": "Attacker", "target": "Lord"}},
        {"attack": {"by": ["Helper"], "target": "Lord"}},
    ]
    result = run(ruling(play=play, expect=[{"life": {"opponent": 1}}, {"attack": "fails"}]))
    assert result.ok


def test_the_state_before_each_event_is_kept():
    played = run(ruling()).cases[0].played
    assert len(played.states) == len(played.events) + 1
    assert played.states[0].find("c1").readied
    assert not played.end.find("c1").readied
    assert played.names["c1"] == {"en": "Attacker", "zh-Hans": "攻击者"}


def test_the_other_player_may_have_the_turn():
    position = copy.deepcopy(BASE["position"])
    position["turn"] = "opponent"
    position["opponent"]["line"][1]["range"] = 1
    play = [{"attack": {"by": "Lord", "target": "Helper"}}]
    result = run(ruling(position=position, play=play, expect=[{"where": {"Helper": "discard"}}]))
    assert result.ok


def test_variations_replace_play_and_expectations_and_merge_the_position():
    variation = {
        "title": {"en": "Rested", "zh-Hans": "横置"},
        "position": {"opponent": {"line": [{"name": "Guard", "rested": True}]}},
        "expect": [{"power": {"Guard": 3}}],
    }
    base, varied = run(ruling(variations=[variation])).cases
    assert base.title is None
    assert varied.title == {"en": "Rested", "zh-Hans": "横置"}
    assert varied.ok
    assert varied.verdicts[0].path == ("variations", 0, "expect", 0, "power", "Guard")


TITLE = {"en": "Other", "zh-Hans": "其他"}
NAME = {"en": "New", "zh-Hans": "新"}


def variation(**parts):
    return ruling(variations=[{"title": TITLE, **parts}])


def line(**unit):
    return variation(position={"you": {"line": [unit]}})


def without(part):
    return {key: value for key, value in BASE.items() if key != part}


LINE = ("variations", 0, "position", "you", "line", 0)


@pytest.mark.parametrize(
    ("written", "path", "told"),
    [
        (without("play"), (), "play"),
        (ruling(expect=[]), ("expect",), "expected"),
        (ruling(expect=[{"sings": 1}]), ("expect", 0, "sings"), "sings"),
        (ruling(expect=[{"happens": "dance"}]), ("expect", 0, "happens"), "dance"),
        (ruling(expect=[{"power": {"Nobody": 1}}]), ("expect", 0, "power", "Nobody"), "Nobody"),
        (ruling(expect=[{"life": {"us": 1}}]), ("expect", 0, "life", "us"), "us"),
        (ruling(play=[{"attack": {"by": "Attacker"}}]), ("play", 0, "attack"), "target"),
        (ruling(play=[{"dance": "Guard"}]), ("play", 0, "dance"), "dance"),
        (ruling(play=[{"discard": "Sheild"}]), ("play", 0, "discard"), "Sheild"),
        (ruling(variations=[{"title": TITLE}]), ("variations", 0), "changes nothing"),
        (variation(position={"life": 3}), ("variations", 0, "position", "life"), "life"),
        (
            variation(position={"distance": 0}),
            ("variations", 0, "position", "distance"),
            "too small",
        ),
        (line(name="Attacker", rested="yes"), (*LINE, "rested"), "yes"),
        (line(name="Attacker", keywords=["fly"]), (*LINE, "keywords", 0), "fly"),
        # A character without power would be dead already.
        (line(name="Attacker", power=0), (*LINE, "power"), "too small"),
        (line(name=NAME), LINE, "power"),
        (line(name={"en": "New"}, power=1), (*LINE, "name"), "zh-Hans"),
        (line(name={"en": "Guard", "zh-Hans": "新"}, power=1), None, "Guard"),
        (line(name=NAME, power=1, type="commander"), ("variations", 0, "position", "you"), "life"),
    ],
)
def test_mistakes_are_found_where_they_are(written, path, told):
    with pytest.raises(ScenarioError) as caught:
        run(written)
    if path is not None:
        assert caught.value.path == path
    assert told in str(caught.value.message)
    assert str(caught.value.hint)


def test_every_mistake_is_found_in_one_run():
    position = copy.deepcopy(BASE["position"])
    position["settings"] = {"measure": "sideways", "colour": "red"}
    position["you"]["line"][0] |= {"powr": 4, "range": "far", "keywords": ["fly", "swift", "run"]}
    written = ruling(
        position=position,
        play=[
            {"atack": {}},
            {"attack": {"by": "Attacker", "target": "Nobody", "wiht": 1}},
            {"end": "me"},
        ],
        expect=[
            {"where": {"Attacker": "heaven", "Guard": "hell"}},
            {"life": {"us": 1, "you": "x"}},
        ],
        variations=[{"titel": TITLE, "expect": []}],
    )
    with pytest.raises(ScenarioError) as caught:
        run(written)
    unit = ("position", "you", "line", 0)
    assert {each.path for each in (caught.value, *caught.value.others)} == {
        ("position", "settings", "measure"),
        ("position", "settings", "colour"),
        (*unit, "powr"),
        (*unit, "range"),
        (*unit, "keywords", 0),
        (*unit, "keywords", 2),
        ("play", 0, "atack"),
        ("play", 1, "attack", "wiht"),
        ("play", 1, "attack", "target"),
        ("play", 2, "end"),
        ("expect", 0, "where", "Attacker"),
        ("expect", 0, "where", "Guard"),
        ("expect", 1, "life", "us"),
        ("expect", 1, "life", "you"),
        ("variations", 0, "titel"),
        ("variations", 0),
    }


def test_a_name_that_a_mistake_has_lost_is_no_further_mistake():
    """The attacker's own name cannot be read, so nobody knows who attacks in the play."""
    line = [{"name": {"en": "Attacker"}, "power": 4, "range": 1}]
    position = copy.deepcopy(BASE["position"])
    position["you"]["line"] = line
    with pytest.raises(ScenarioError) as caught:
        run(ruling(position=position))
    assert caught.value.path == ("position", "you", "line", 0, "name")
    assert caught.value.others == ()


def test_no_more_mistakes_are_told_than_anybody_reads():
    with pytest.raises(ScenarioError) as caught:
        run(ruling(play=[{f"dance-{n}": 1} for n in range(400)]))
    assert len(caught.value.others) == 49


@pytest.mark.parametrize("skill", [{}, [], 3, 0, "retreat", "rest"])
def test_a_skill_that_a_card_does_not_have_is_told(skill):
    position = copy.deepcopy(BASE["position"])
    position["you"]["line"][0]["abilities"] = [{"timing": ["main"], "do": [{"draw": 1}]}]
    with pytest.raises(ScenarioError) as caught:
        run(ruling(position=position, play=[{"use": {"card": "Attacker", "skill": skill}}]))
    assert caught.value.path == ("play", 0, "use", "skill")


DAMAGE = (None, -1, 10**30, 1.5, "x", [], {}, [{}], {"a": 1}, True, "you", "Guard")


def places(value):
    """Every map and list in a value, with each of its keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in inside:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


@pytest.mark.parametrize("damage", DAMAGE, ids=repr)
def test_a_damaged_ruling_is_played_or_refused_in_words(damage):
    written = copy.deepcopy(BASE)
    for holder, key in list(places(written)):
        whole, holder[key] = holder[key], damage
        try:
            run(written)
        except ScenarioError as error:
            assert str(error.message) and str(error.hint)
        holder[key] = whole


def test_two_commanders_are_one_too_many():
    written = variation(
        position={"opponent": {"line": [{"name": NAME, "power": 1, "type": "commander"}]}}
    )
    with pytest.raises(ScenarioError, match="two commanders"):
        run(written)
