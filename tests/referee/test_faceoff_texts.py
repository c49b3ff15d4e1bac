"""Skills are written in a closed language, and every one of them can be read out."""

import copy
import tomllib
from pathlib import Path

import pytest

from referee.faceoff.engine import ANSWERS, VERBS
from referee.faceoff.saying import texts
from referee.faceoff.vocabulary import KINDS, RULES, check, rules_of
from referee.faceoff.vocabulary import VERBS as WRITTEN

TERMS = tomllib.loads(
    (Path(__file__).parents[2] / "content" / "terms.toml").read_text(encoding="utf-8")
)


def terms(lang):
    return {
        id: names[lang] for group in ("subtype", "element") for id, names in TERMS[group].items()
    }


def encoded(records):
    return {card: record for card, record in records.items() if "encoded" in record}


def test_no_card_is_written_wrongly(records):
    assert {card: check(record) for card, record in records.items() if check(record)} == {}


def test_enough_cards_of_every_type_are_encoded(records):
    full = [r for r in encoded(records).values() if r["encoded"] == "full"]
    for kind in ("commander", "character", "stratagem", "attachment", "tactic"):
        assert len([record for record in full if kind in record["type"]]) >= 6, kind


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_every_skill_can_be_said(records, phrases, lang):
    for card, record in encoded(records).items():
        for face in ("front", "back"):
            for text in texts(record, face, phrases[lang], terms(lang)):
                assert text, card
                assert not set(text) & set("{}"), card


@pytest.mark.parametrize(
    ("card", "face", "en", "zh"),
    [
        ("bp01/014", "front", "When this enters: Draw 1.", "此牌进场时：抽1张牌。"),
        (
            "bp01/215",
            "back",
            "Main, pay 1 (once a turn): Target 1 unit. Rest the target.",
            "通常，支付1（每回合限1次）：选择1个单位为目标，横置目标。",
        ),
        ("bp01/200", "front", "The host has −3 power.", "所贴附者武力−3。"),
        (
            "bp01/216",
            "front",
            "When your commander is attacked: You may: Ready this. Move this.",
            "我方统帅被攻击时：你可以重置此牌，移动此牌。",
        ),
        (
            "bp01/196",
            "front",
            "When this enters: If no character has died this turn, discard 1 from hand.",
            "此牌进场时：若本回合没有角色阵亡，弃置1张手牌。",
        ),
        (
            "bp01/101",
            "front",
            "While there is one awakened commander of your side, this has +2 power.",
            "只要场上有1名我方已觉醒的统帅，此牌武力+2。",
        ),
    ],
)
def test_a_skill_in_both_languages(records, phrases, card, face, en, zh):
    assert texts(records[card], face, phrases["en"], terms("en")) == (en,)
    assert texts(records[card], face, phrases["zh-Hans"], terms("zh-Hans")) == (zh,)


def test_two_targets_of_a_skill_are_told_apart(records, phrases):
    front = records["bp01/037"]
    assert texts(front, "front", phrases["zh-Hans"], terms("zh-Hans"))[0].endswith(
        "将第1个目标移回其拥有者的手牌。将第2个目标置于其拥有者的主牌库顶。"
    )
    assert "Put target 2 " in texts(front, "front", phrases["en"], terms("en"))[0]


def test_cards_and_units_have_their_measure_words(records, phrases):
    skill = {"timing": ["main"], "do": [{"target": {"what": {"type": "tactic"}, "n": 2}}]}
    (said,) = texts({"abilities": [skill], "type": ["character"]}, "front", phrases["zh-Hans"], {})
    assert said.endswith("选择2张兵法为目标。")


def test_every_verb_that_can_be_written_can_be_done():
    assert set(WRITTEN) <= set(VERBS)
    assert set(ANSWERS) <= set(VERBS)


def test_every_kind_and_verb_cites_paragraphs(records):
    assert set(RULES) == {*KINDS.values(), *WRITTEN}
    assert rules_of(records["bp01/014"]) == ("skill.kind.3", "skill.order.2", "win.2")


@pytest.mark.parametrize(
    ("abilities", "path", "told"),
    [
        ([{"when": "sings", "do": []}], ("abilities", 0, "when"), "sings"),
        ([{"when": "enters"}], ("abilities", 0), "do"),
        ([{"do": [{"draw": 1}]}], ("abilities", 0), "kind"),
        (
            [{"effect": [{"counter": {"n": {"plus": 1}}}]}],
            ("abilities", 0, "effect", 0, "counter", "n"),
            "counted",
        ),
        (
            [{"effect": [{"sacrifice": {"what": {"type": "tactic"}}}]}],
            ("abilities", 0, "effect", 0, "sacrifice", "what", "type"),
            "tactic",
        ),
        (
            [{"timing": ["main"], "cost": {"sacrifice": "target"}, "do": []}],
            ("abilities", 0, "cost", "sacrifice"),
            "target",
        ),
        (
            [{"effect": [{"move": {"type": "tactic"}}]}],
            ("abilities", 0, "effect", 0, "move"),
            "word",
        ),
        ([{"effect": [{"fly": 1}]}], ("abilities", 0, "effect", 0, "fly"), "fly"),
        ([{"effect": [{"draw": "many"}]}], ("abilities", 0, "effect", 0, "draw"), "many"),
        (
            [{"effect": [{"target": {"what": {"side": "yours"}}}]}],
            ("abilities", 0, "effect", 0, "target", "what"),
            "type",
        ),
        (
            [{"static": True, "keywords": ["insight"]}],
            ("abilities", 0, "keywords", 0),
            "insight",
        ),
        ({"middle": []}, ("abilities", "middle"), "middle"),
        ("swift", ("abilities",), "list"),
    ],
)
def test_mistakes_have_a_place_and_a_remedy(records, abilities, path, told):
    record = copy.deepcopy(records["bp01/014"])
    record["abilities"] = abilities
    ((found, message, hint),) = check(record)
    assert found == path
    assert told in str(message)
    assert str(hint)


def test_every_mistake_is_found(records):
    record = copy.deepcopy(records["bp01/014"])
    record["abilities"] = [{"effect": [{"fly": 1}]}, {"when": "sings", "do": []}]
    record["encoded"] = "half"
    assert len(check(record)) == 3
