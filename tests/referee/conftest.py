"""Builders of positions, so that a test says only what matters to it."""

import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from referee.core.values import Choice
from referee.faceoff.actions import decline
from referee.faceoff.cards import Cards
from referee.faceoff.engine import apply
from referee.faceoff.state import Card, Face, Side, State, Unit

CONTENT = Path(__file__).parents[2] / "content" / "faceoff"


def unit(id, power=1, *keywords, kind="character", range=1, flash=0, rested=False, entered=False):
    face = Face(kind, power, range, flash, keywords)
    return Unit(Card(id, face), readied=not rested, entered=entered)


def hand(**flash):
    return tuple(Card(id, Face(flash=points)) for id, points in flash.items())


def state(yours, theirs, *, your_hand=(), their_hand=(), their_life=0, distance=1):
    """It is your turn; `yours` and `theirs` are the lines. Their life cards are life0, life1…"""
    life = tuple(Card(f"life{n}", Face(), "opponent") for n in range(their_life))
    theirs = tuple(replace(u, card=replace(u.card, owner="opponent")) for u in theirs)
    their_hand = tuple(replace(card, owner="opponent") for card in their_hand)
    sides = (Side(tuple(yours), your_hand), Side(theirs, their_hand, life))
    return State(sides, "you", Choice("you", "main"), distance)


def play(state, *actions):
    """The state after the actions, and their events."""
    events = []
    for action in actions:
        state, more = apply(state, action)
        events.extend(more)
    return state, events


def pass_to(state, window):
    """The state after passing until a window opens (`main`: until the combat is over), and the
    events."""
    events = []
    while state.choice is not None and state.choice.kind not in (window, "main"):
        state, more = apply(state, decline(state.choice.player))
        events.extend(more)
    return state, events


@pytest.fixture(scope="session")
def records():
    """The front matter of every card file, by the id of the card."""
    found = {}
    for path in sorted((CONTENT / "cards").rglob("*.md")):
        written = path.read_text(encoding="utf-8").split("---\n")[1]
        found[f"{path.parent.name}/{path.stem}"] = yaml.load(written, yaml.CSafeLoader)
    return found


@pytest.fixture(scope="session")
def cards(records):
    return Cards(records)


@pytest.fixture
def build():
    return SimpleNamespace(unit=unit, hand=hand, state=state, play=play, pass_to=pass_to)


@pytest.fixture(scope="session")
def phrases():
    """The phrase tables by language."""
    return {
        lang: tomllib.loads((CONTENT / f"phrases.{lang}.toml").read_text(encoding="utf-8"))
        for lang in ("en", "zh-Hans")
    }
