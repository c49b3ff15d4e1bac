"""What holds in every game, tried on random positions and random play."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.loop import replay
from referee.core.phrases import explain, explain_refusals
from referee.core.values import Choice, IllegalAction, Number
from referee.faceoff.actions import (
    REFUSALS,
    attack,
    decline,
    discard,
    intercept,
    legal,
    why_not,
)
from referee.faceoff.engine import apply
from referee.faceoff.events import EVENTS, reduce
from referee.faceoff.state import KEYWORDS, PLAYERS, Card, Face, Side, State, Unit
from referee.faceoff.view import HIDDEN, view

small = st.integers(0, 2)
keywords = st.lists(st.sampled_from(KEYWORDS), max_size=3).map(tuple)


def cards(prefix, faces):
    owner = "you" if prefix.startswith("y") else "opponent"
    return tuple(Card(f"{prefix}{index}", face, owner) for index, face in enumerate(faces))


@st.composite
def sides(draw, prefix):
    kinds = draw(st.permutations(["commander", *["character"] * draw(small)]))
    line = []
    for index, kind in enumerate(kinds):
        face = Face(kind, draw(st.integers(1, 5)), draw(small), draw(small), draw(keywords))
        (card,) = cards(f"{prefix}{index}unit", [face])
        line.append(Unit(card, draw(st.booleans()), draw(st.booleans())))
    hand = draw(st.lists(small.map(lambda flash: Face(flash=flash)), max_size=3))
    life = [Face()] * draw(small)
    return Side(tuple(line), cards(f"{prefix}hand", hand), cards(f"{prefix}life", life))


@st.composite
def positions(draw):
    turn = draw(st.sampled_from(PLAYERS))
    both = (draw(sides("y")), draw(sides("o")))
    assumed = draw(st.booleans())
    return State(both, turn, Choice(turn, "main"), draw(st.integers(1, 2)), assumed)


@st.composite
def games(draw):
    """A random position and what is done in it, as a list of states and one of actions."""
    state = draw(positions())
    states, actions = [state], []
    for _ in range(draw(st.integers(0, 12))):
        able = legal(state)
        if not able:
            break
        actions.append(draw(st.sampled_from(able)))
        state, _events = apply(state, actions[-1])
        states.append(state)
    return states, actions


def every_action(state):
    """Every action that can be put into words about the units and cards of a state."""
    units = {player: [unit.id for unit in state.side(player).line] for player in PLAYERS}
    hands = [card.id for player in PLAYERS for card in state.side(player).hand]
    for player in PLAYERS:
        yield decline(player)
        for card in hands:
            yield discard(player, card)
        for unit in (*units["you"], *units["opponent"]):
            yield intercept(player, unit)
        for target in (*units["you"], *units["opponent"]):
            for chosen in range(1 << len(units[player])):
                attackers = [unit for i, unit in enumerate(units[player]) if chosen >> i & 1]
                yield attack(player, tuple(attackers), target)


@given(games())
def test_folding_the_events_gives_the_state(game):
    states, actions = game
    log = []
    for before, action, after in zip(states, actions, states[1:], strict=False):
        again, events = apply(before, action)
        assert again == after
        assert tuple(replay(before, events, reduce))[-1] == after
        log.extend(events)
    assert tuple(replay(states[0], log, reduce))[-1] == states[-1]
    assert states[-1].count == len(log)
    assert all(event.cause is None or event.cause < n for n, event in enumerate(log))


@given(games())
def test_legal_is_what_nothing_speaks_against(game):
    state = game[0][-1]
    able = legal(state)
    for action in every_action(state):
        refusals = why_not(state, action)
        assert (action in able) == (not refusals)
        if refusals:
            with pytest.raises(IllegalAction) as caught:
                apply(state, action)
            assert caught.value.refusals == refusals
            assert all(refusal.rule for refusal in refusals)


@given(games())
def test_numbers_are_the_sums_of_what_happened(game):
    """Totals are worked out a second time from the units and the discards alone."""
    states, actions = game
    dodged = 0
    for before, action in zip(states, actions, strict=False):
        _after, events = apply(before, action)
        for event in events:
            dodged = 0 if event.kind == "attack_declared" else dodged
            dodged += event.data["flash"] if event.kind == "discarded" else 0
            if event.kind in ("attack_succeeded", "attack_failed"):
                combat = before.combat
                target = before.unit(combat.target)
                own = target.face.flash if target.readied else 0
                assert event.data["power"].total == target.face.power + own + dodged
                powers = [before.unit(unit).face.power for unit in combat.attackers]
                assert event.data["attack"].total == sum(powers)
            for value in event.data.values():
                if isinstance(value, Number):
                    assert value.total == sum(addend.amount for addend in value.addends)


@given(games())
def test_no_card_is_lost_or_made(game):
    states, _actions = game

    def every_card(state):
        found = []
        for side in state.sides:
            found += [unit.card for unit in side.line]
            found += [*side.hand, *side.life, *side.discard]
        return sorted(card.id for card in found)

    assert all(every_card(state) == every_card(states[0]) for state in states)


@given(games(), st.sampled_from(PLAYERS), st.lists(small, min_size=20, max_size=20))
def test_a_view_does_not_depend_on_what_is_hidden(game, player, flashes):
    state = game[0][-1]
    secret = PLAYERS.index(player) ^ 1
    changed = list(state.sides)
    other = changed[secret]
    new = [Card(f"new{n}", Face(flash=flash)) for n, flash in enumerate(flashes)]
    changed[secret] = replace(
        other, hand=tuple(new[: len(other.hand)]), life=tuple(new[: len(other.life)])
    )
    assert view(replace(state, sides=tuple(changed)), player) == view(state, player)
    seen = view(state, player)
    assert seen.side(player).hand == state.side(player).hand
    assert seen.sides[secret].line == other.line
    for side, full in zip(seen.sides, state.sides, strict=True):
        assert side.life == (HIDDEN,) * len(full.life)


@given(games())
def test_everything_can_be_said(phrases, game):
    states, actions = game
    names = {}
    for side in states[0].sides:
        for card in (*[unit.card for unit in side.line], *side.hand, *side.life):
            names[card.id] = {"en": f"Card {card.id}", "zh-Hans": f"牌{card.id}"}
    events = []
    for before, action in zip(states, actions, strict=False):
        events.extend(apply(before, action)[1])
    refusals = []
    for action in every_action(states[-1]):
        refusals.extend(why_not(states[-1], action))
    assert all(tuple(event.data) == EVENTS[event.kind] for event in events)
    assert all(tuple(refusal.data) == REFUSALS[refusal.kind] for refusal in refusals)
    for lang, tables in phrases.items():
        assert len(explain(events, tables, lang, names)) == len(events)
        assert len(explain_refusals(refusals, tables, lang, names)) == len(refusals)
