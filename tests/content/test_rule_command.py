"""`zhenshu rule FILE`, the examples of CONTRIBUTING.md, and what the rulings cover."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from zhenshu import content, coverage
from zhenshu.cli import main

ROOT = Path(__file__).parents[2]
RULING = ROOT / "content/faceoff/rulings/equal-power.md"

# A with power 4 attacks D with power 3, readied, with flash point 1: 4 against 4.
HEAD = """\
---
position:
  you: {line: [{name: {en: A, zh-Hans: 甲}, power: 4, range: 1}]}
  opponent: {line: [{name: {en: D, zh-Hans: 乙}, power: 3, flash: 1}]}
"""
ATTACK = "play: [{attack: {by: A, target: D}}]\n"


@pytest.fixture(autouse=True)
def no_reading_again(monkeypatch, content_of_the_site):
    """The content of the site is read for all tests together; how, `zhenshu check` tests."""
    load = content.load

    def loaded(root, *given):
        return (content_of_the_site, []) if root == ROOT else load(root, *given)

    monkeypatch.setattr(content, "load", loaded)


@pytest.fixture
def rule(tmp_path, capsys):
    """Play a text outside content/; the exit code, and what is said on both streams."""

    def run(text, *words, lang="en"):
        path = tmp_path / "mine.md"
        path.write_text(text, encoding="utf-8")
        code = main(["--root", str(ROOT), "--lang", lang, "rule", str(path), *words])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def test_a_ruling_inside_content(capsys):
    code = main(["--root", str(ROOT), "--lang", "en", "rule", str(RULING)])
    out = capsys.readouterr().out
    assert code == 0
    assert "The attack succeeds: power 4 against Defender with 4 = 3 printed + 1" in out
    assert "[combat.resolve.1]" in out
    assert "✓ the attack succeeds" in out
    assert out.endswith("All expectations are met.\n")


def test_a_file_outside_content(rule):
    code, out = rule(HEAD + ATTACK + "expect: [{attack: succeeds}]\n---\n")
    assert code == 0
    assert "[combat.resolve.2]" in out


@pytest.mark.parametrize(("lang", "said"), [("zh-Hans", "攻击成功"), ("zh-Hant", "攻擊成功")])
def test_the_steps_in_chinese(rule, lang, said):
    code, out = rule(HEAD + ATTACK + "expect: [{attack: succeeds}]\n---\n", lang=lang)
    assert code == 0
    assert said in out


def test_the_referee_disagrees(rule):
    code, out = rule(HEAD + ATTACK + "expect:\n  - attack: succeeds\n  - power: {D: 3}\n---\n")
    assert code == 1
    (line,) = [line for line in out.splitlines() if "✗" in line]
    # The expectation stands on line 8 of the file.
    assert (
        "mine.md:8: Expected: power of D in the resolution step: 3. The referee finds: 4." in line
    )
    assert "combat.dodge.1" in line
    assert "The referee disagrees with the ruling." in out


@pytest.mark.parametrize(
    ("lang", "met", "missed"),
    [
        ("zh-Hans", "✓ 攻击成功", "乙在结算步骤的武力：3，但规则引擎得出4。"),
        ("zh-Hant", "✓ 攻擊成功", "乙在結算步驟的武力：3，但規則引擎得出4。"),
    ],
)
def test_verdicts_in_chinese(rule, lang, met, missed):
    text = HEAD + ATTACK + "expect:\n  - attack: succeeds\n  - power: {D: 3}\n---\n"
    code, out = rule(text, lang=lang)
    assert code == 1
    assert met in out
    assert missed in out
    assert "、combat.dodge.1" in out


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("zh-Hans", "mine.md:5: “atack”不是可以执行的行动。可以写：attack、intercept、"),
        ("zh-Hant", "mine.md:5: 「atack」不是可以執行的行動。可以寫：attack、intercept、"),
    ],
)
def test_mistakes_in_chinese(rule, lang, said):
    code, out = rule(HEAD + "play: [{atack: {}}]\nexpect: [{won: you}]\n---\n", lang=lang)
    assert code == 2
    assert said in out


# Units that count units, whose power counts units: more than any machine could weigh.
COUNTING = """\
---
position:
  you:
    line:
      - {name: {en: A, zh-Hans: 甲}, power: 4, range: 1}
"""
for _name in "BCDEF":
    COUNTING += (
        f"      - {{name: {{en: {_name}, zh-Hans: {_name}号}}, power: 1, abilities: ["
        + ", ".join(
            ["{static: true, for: {type: unit}, power: {count: {type: unit, power-max: 99}}}"] * 4
        )
        + "]}\n"
    )
COUNTING += "  opponent: {line: [{name: {en: T, zh-Hans: 丁}, power: 3}]}\n"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "This takes the referee more than 20000 steps. Use fewer cards"),
        ("zh-Hans", "规则引擎要算超过20000步。请减少牌、技能或行动。"),
    ],
)
def test_what_takes_too_long_is_told(rule, lang, said):
    play = "play: [{attack: {by: A, target: T}}]\nexpect: [{attack: succeeds}]\n---\n"
    code, out = rule(COUNTING + play, lang=lang)
    assert code == 2
    assert said in out


@pytest.mark.parametrize("number", ["²", "①", "-1", "99999999999999999999999"])
def test_what_is_no_number_of_a_keyword_is_told(rule, number):
    head = HEAD.replace("power: 4", f'power: 4, keywords: ["insight:{number}"]')
    code, out = rule(head + ATTACK + "expect: [{won: you}]\n---\n")
    assert code == 2
    assert "mine.md:3: " in out and "is not known here." in out


def test_half_a_character_is_no_text(rule):
    head = HEAD.replace("zh-Hans: 甲", 'zh-Hans: "\\ud800"')
    code, out = rule(head + ATTACK + "expect: [{attack: succeeds}]\n---\n")
    assert code == 2
    assert "mine.md:3: " in out


def test_an_illegal_play(rule):
    text = HEAD.replace("power: 4", "power: 4, rested: true") + ATTACK
    code, out = rule(text + "expect: [{attack: undecided}]\n---\n")
    assert code == 2
    (line,) = [line for line in out.splitlines() if "✗" in line]
    assert "mine.md:5: " in line
    assert "- illegal: combat.attack.3" in line


def test_an_expected_refusal_is_no_mistake(rule):
    text = HEAD.replace("power: 4", "power: 4, rested: true") + ATTACK
    code, out = rule(text + "expect: [{illegal: combat.attack.3}]\n---\n")
    assert code == 0
    assert "  1. Not allowed: A is rested and cannot attack. [combat.attack.3]\n" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "play: [{atack: {}}]\nexpect: [{won: you}]\n---\n", "mine.md:5: “atack” cannot"),
        (HEAD + ATTACK + "---\n", "mine.md:2: A ruling that runs needs “expect”."),
        (HEAD + "play: [{\n---\n", "mine.md:"),
        ("no front matter", "mine.md:1: The file has no front matter."),
        (HEAD + ATTACK + "game: chess\nexpect: [{won: you}]\n---\n", "chess is no game."),
        (
            HEAD + ATTACK + "game: formation\nexpect: [{won: you}]\n---\n",
            "mine.md:6: “formation” has no referee.",
        ),
    ],
)
def test_a_file_that_is_wrong(rule, text, said):
    code, out = rule(text)
    assert code == 2
    assert said in out


def test_a_file_that_is_not_there(capsys):
    assert main(["--root", str(ROOT), "--lang", "en", "rule", "nowhere.md"]) == 2
    assert "nowhere.md:1: This is no file that can be read." in capsys.readouterr().err


def test_json(rule):
    code, out = rule(HEAD + ATTACK + "expect: [{attack: succeeds}]\n---\n", "--json")
    found = json.loads(out)
    assert (code, found["verdict"]) == (0, "holds")
    (case,) = found["cases"]
    kinds = [event["kind"] for event in case["events"]]
    assert kinds[0] == "attack_declared"
    assert kinds[-1] == "combat_ended"


def test_all_mistakes_are_told_in_the_order_of_the_file(rule):
    head = HEAD.replace("flash: 1", "flsh: 1")
    code, out = rule(head + "play: [{atack: {}}]\nexpect: [{attack: wins}]\n---\n")
    assert code == 2
    told = [line.partition("mine.md:")[2] for line in out.splitlines()]
    assert [line.split(" means")[0].split(" cannot")[0].split(" is")[0] for line in told] == [
        "4: “flsh”",
        "5: “atack”",
        "6: “wins”",
    ]


def test_json_of_a_mistake_has_file_and_line(rule):
    code, out = rule(HEAD + "play: [{atack: {}}]\nexpect: [{won: you}]\n---\n", "--json")
    error = json.loads(out)["mistakes"][0]
    assert code == 2
    assert (Path(error["file"]).name, error["line"]) == ("mine.md", 5)
    assert error["path"] == ["play", 0, "atack"]


GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml ruling\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
SCRIPT = re.findall(r"^```python referee\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_the_guide_has_three_examples():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_guide_hold(rule, example):
    code, out = rule(f"---\n{example}---\n")
    assert code == 0, out


def test_the_script_of_the_guide_runs():
    (script,) = SCRIPT
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "attack_succeeded combat.resolve.1\n"


def test_a_paragraph_is_covered_by_rulings_that_run():
    found = coverage.coverage(
        "faceoff",
        ["aim.1", "line.1", "line.2", "unit.1", "unit.2"],
        {"one": ["line.1", "unit.1"], "two": ["line.1", "unit.2", "unit.2"], "none": []},
    )
    # aim.1 and unit.1 describe, and are not counted.
    assert found.covered == {"line.1": ("one", "two"), "unit.2": ("two",)}
    assert found.uncovered == ("line.2",)
    assert found.share == pytest.approx(2 / 3)


def test_a_ruling_covers_what_it_names_and_what_the_play_cites():
    text = {"en": [{"text": "4 = ", "rule": ""}, {"text": "3", "rule": "golden.7"}]}
    cases = [{"steps": [{"rule": "combat.resolve.1", "text": text}]}]
    assert coverage.covers({"rules": ["unit.2"]}, cases) == [
        "unit.2",
        "combat.resolve.1",
        "golden.7",
    ]
    assert coverage.covers({"rules": ["unit.2"]}, []) == []


def test_the_rulings_of_face_off_cover_their_rulebook():
    loaded, problems = content.load(ROOT)
    assert problems == []
    game = loaded.games["faceoff"]
    assert len(game.cases) >= 50
    running = {
        id: coverage.covers(game.rulings[id].data, cases) for id, cases in game.cases.items()
    }
    assert coverage.coverage("faceoff", game.paragraphs(), running).share >= 0.85
