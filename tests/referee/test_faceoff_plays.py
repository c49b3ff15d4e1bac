"""Plays with real cards and made-up ones; plays.yaml says what must come of each."""

import re
from pathlib import Path

import pytest
import yaml

from referee.core.values import Number
from referee.faceoff.scenario import run

FILE = Path(__file__).with_name("plays.yaml")
PLAYS = yaml.safe_load(FILE.read_text(encoding="utf-8"))
RULES = Path(__file__).parents[2] / "content" / "faceoff" / "rules"


@pytest.mark.parametrize("name", PLAYS)
def test_play(cards, name):
    written = {part: PLAYS[name][part] for part in ("position", "play", "expect")}
    (case,) = run(written, cards).cases
    failed = [(verdict.expected, verdict.actual) for verdict in case.verdicts if not verdict.ok]
    assert not failed, [event.kind for event in case.played.events]
    cited = {event.rule for event in case.played.events}
    for event in case.played.events:
        for value in event.data.values():
            if isinstance(value, Number):
                cited |= {addend.rule for addend in value.addends}
    assert set(PLAYS[name].get("cites", ())) <= cited


def test_every_paragraph_named_is_in_the_rulebook():
    text = "\n".join(path.read_text(encoding="utf-8") for path in RULES.glob("*.en.md"))
    known = set(re.findall(r"^\{: #([a-z.0-9]+) ", text, re.MULTILINE))
    named = {rule for name in PLAYS for rule in re.findall(r"[a-z]+(?:\.[a-z]+)*\.\d+", name)}
    assert named <= known
    # Every paragraph the sources of the referee name, in code and in words.
    sources = Path(__file__).parents[2] / "site" / "referee" / "faceoff"
    cited = set()
    for path in sources.glob("*.py"):
        written = path.read_text(encoding="utf-8")
        cited |= set(re.findall(r'"((?:[a-z]+\.)+\d+)"', written))
    assert cited - known == set()
