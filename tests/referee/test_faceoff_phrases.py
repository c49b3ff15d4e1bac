"""Every word of the referee has a phrase in each language, and no phrase is left over."""

import ast
import re
from pathlib import Path

import pytest

import referee.faceoff
from referee.core.phrases import Line, Piece, explain, explain_verdict, fields
from referee.core.values import Addend, Event, Number, Verdict
from referee.faceoff.actions import REFUSALS
from referee.faceoff.events import EVENTS
from referee.faceoff.expectations import CHECKS, STEPS, ZONES
from referee.faceoff.numbers import ADDENDS
from referee.faceoff.state import COUNTED_KEYWORDS, KEYWORDS, PLAYERS, WINDOWS
from referee.faceoff.vocabulary import ELEMENTS, PLACES, UNTIL

RULINGS = list((Path(__file__).parents[2] / "content/faceoff/rulings").glob("*.md"))
LANGUAGES = ("en", "zh-Hans")
MARKS = {"card", "equals", "plus", "comma", "and"}
ANSWERS = {"yes", "no", "done", "first", "second", "order"}
WORDS = {
    *(*MARKS, *ANSWERS, *PLAYERS, "chance", *WINDOWS, "resolution", "end"),
    *(*ELEMENTS, *PLACES, *UNTIL, "next", "attack", "attack-alone"),
    *("stratagem", "character", "attachment"),
    *[f"keyword-{word}" for word in (*KEYWORDS, *COUNTED_KEYWORDS)],
}
NAMES = {
    "c1": {"en": "Guard", "zh-Hans": "卫士"},
    "c2": {"en": "shield", "zh-Hans": "盾牌"},
    "c3": {},
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_are_complete(phrases, lang):
    tables = phrases[lang]
    assert set(tables) == {"events", "refusals", "addends", "words", "verdicts", "found", "says"}
    assert set(tables["events"]) == set(EVENTS)
    assert set(tables["refusals"]) == set(REFUSALS)
    assert set(tables["addends"]) == set(ADDENDS)
    questions = literals(2, "ask", "put_question") | {"target", "choose"}
    assert set(tables["words"]) == WORDS | questions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_patterns_use_the_data_they_get(phrases, lang):
    for table, data in (("events", EVENTS), ("refusals", REFUSALS)):
        for kind, pattern in phrases[lang][table].items():
            assert set(fields(pattern)) <= set(data[kind]), kind
    for kind, pattern in phrases[lang]["verdicts"].items():
        assert "value" in fields(pattern), kind
    for label, pattern in phrases[lang]["addends"].items():
        assert "n" in fields(pattern), label
        assert set(fields(pattern)) <= {"n", "source"}, label


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verdict_can_be_told(phrases, lang):
    tables = phrases[lang]
    kinds = {*CHECKS, "illegal", "legal", "happens", "never"}
    told = {kind for kind in tables["verdicts"] if not kind.startswith("found-")}
    assert told == kinds
    about = {"unit": "c1", "card": "c1", "player": "you", "step": "attack"}
    for kind in sorted(kinds):
        verdict = Verdict((), kind, about, 3, 4, False)
        for line in explain_verdict(verdict, tables, lang, NAMES):
            assert line.text
    words = {**tables["words"], **tables["found"]}
    assert {*ZONES, *STEPS, *PLAYERS, "readied", "rested", "tactics-deck"} <= set(words)


@pytest.mark.parametrize(
    ("lang", "expected", "found"),
    [
        ("en", "power of Guard in the attack step: 3", "4"),
        ("zh-Hans", "卫士在攻击步骤的武力：3", "4"),
    ],
)
def test_a_verdict_in_each_language(phrases, lang, expected, found):
    verdict = Verdict((), "power", {"unit": "c1", "step": "attack"}, 3, 4, False)
    lines = explain_verdict(verdict, phrases[lang], lang, NAMES)
    assert tuple(line.text for line in lines) == (expected, found)


@pytest.mark.parametrize(
    ("lang", "expected", "found"),
    [
        ("en", "an action forbidden by golden.5", "forbidden by combat.attack.3 and win.1"),
        ("zh-Hans", "有行动被golden.5禁止", "禁止行动的条文：combat.attack.3和win.1"),
    ],
)
def test_a_verdict_names_paragraphs_by_their_ids(phrases, lang, expected, found):
    verdict = Verdict((), "illegal", {}, "golden.5", ("combat.attack.3", "win.1"), False)
    lines = explain_verdict(verdict, phrases[lang], lang, NAMES)
    assert tuple(line.text for line in lines) == (expected, found)


def literals(position, *callees):
    """The strings that the source of the package passes to a callee at a position."""
    found = set()
    for path in Path(referee.faceoff.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in callees:
                argument = node.args[position] if len(node.args) > position else None
                if isinstance(argument, ast.Constant):
                    found.add(argument.value)
    return found


def test_the_lists_of_kinds_are_those_of_the_source():
    assert literals(0, "game.add") == set(EVENTS)
    assert literals(0, "Refusal") == set(REFUSALS)
    assert literals(1, "Addend") == set(ADDENDS)


def said(phrases, lang, kind, data):
    (line,) = explain([Event(kind, data, "some.rule.1")], phrases[lang], lang, NAMES)
    return line


@pytest.mark.parametrize(
    ("lang", "n", "told"),
    [
        ("en", 2, "Guard gets +2 power until the end of the turn."),
        ("en", -2, "Guard gets −2 power until the end of the turn."),
        ("zh-Hans", 2, "直到回合结束，卫士武力+2。"),
        ("zh-Hans", -2, "直到回合结束，卫士武力−2。"),
    ],
)
def test_what_is_gained_has_one_sign(phrases, lang, n, told):
    data = {"unit": "c1", "n": n, "until": "turn"}
    assert said(phrases, lang, "power_gained", data).text == told


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_what_rulings_expect_to_happen_is_said_in_words(phrases, lang):
    texts = [path.read_text(encoding="utf-8") for path in RULINGS]
    found = re.findall(r"(?:happens|never): (\w+)", "".join(texts))
    assert len(found) > 50
    assert set(found) <= set(phrases[lang]["found"])


def test_a_line_in_each_language(phrases):
    power = Number(
        (
            Addend(2, "printed", source="c1"),
            Addend(1, "own_flash", "combat.dodge.1", "c1"),
        )
    )
    data = {"unit": "c1", "flash": 1, "power": power}
    assert said(phrases, "en", "flash_added", data) == Line(
        "flash_added",
        "some.rule.1",
        (
            Piece("Guard", ref="c1"),
            Piece(" is readied, so its own flash of 1 counts: power 3 = 2 printed + "),
            Piece("1 own flash", rule="combat.dodge.1"),
            Piece("."),
        ),
    )
    assert (
        said(phrases, "zh-Hans", "flash_added", data).text
        == "卫士竖置，加上自身的闪点1：武力3 = 基础2 + 自身闪点1。"
    )


def test_lists_words_and_cards_without_a_name(phrases):
    data = {"player": "you", "attackers": ("c1", "c2"), "target": "c3"}
    assert (
        said(phrases, "en", "attack_declared", data).text
        == "Your side attacks a card with Guard and shield."
    )
    data = {"player": "opponent", "card": "c3", "left": 0}
    assert (
        said(phrases, "zh-Hans", "life_taken", data).text
        == "对方将体力区最上面的1张牌加入手牌。剩余体力：0。"
    )


def test_a_sentence_begins_with_a_capital(phrases):
    assert said(phrases, "en", "rested", {"unit": "c2"}).text == "Shield is rested."


def test_a_missing_phrase_is_an_error(phrases):
    with pytest.raises(KeyError, match="danced"):
        said(phrases, "en", "danced", {})
