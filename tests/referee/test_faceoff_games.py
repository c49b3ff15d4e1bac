"""Whole games of random play with real cards: what holds in every one of them."""

import json
import os
import random
from itertools import count

import pytest

from referee.core.loop import replay
from referee.core.phrases import explain
from referee.core.values import CHANCE, IllegalAction
from referee.faceoff import apply, chance, legal, reduce, view, why_not
from referee.faceoff.actions import attack, choose, concede, decline, discard, end, intercept
from referee.faceoff.decks import Deck, new_game
from referee.faceoff.events import EVENTS
from referee.faceoff.playing import play, use
from referee.faceoff.share import dump, load_action, load_state
from referee.faceoff.state import PLAYERS
from referee.faceoff.view import REVEALING, hidden, told

# So many random actions that are allowed, and as many that are not; see CONTRIBUTING.md.
ACTIONS = int(os.environ.get("ZHENSHU_RANDOM_ACTIONS", "2000"))
GAMES = 200
MOST_ACTIONS = 3000


def deck(cards, records, below):
    """A random legal deck of one element; its commander has a stamina of 5, which we made up."""

    def of(kind, element):
        return [
            card
            for card, record in records.items()
            if kind in record["type"] and record.get("element") == element
        ]

    element = ("wind", "forest", "fire", "mountain", "yin", "thunder")[below(6)]
    able = [card for kind in ("character", "stratagem", "attachment") for card in of(kind, element)]
    commanders = of("commander", element)
    main = []
    while len(main) < 40:
        card = able[below(len(able))]
        if main.count(card) < 3:
            main.append(card)
    return Deck(
        cards.face(commanders[below(len(commanders))]),
        5,
        tuple(cards.face(card) for card in main),
        tuple(cards.face(of("tactic", element)[0]) for _ in range(12)),
    )


def played(cards, records, seed):
    """A random game: the first state, the actions, all events, and the states between actions."""
    below = random.Random(seed).randrange
    state, events = new_game(deck(cards, records, below), deck(cards, records, below))
    states, actions, log = [state], [], [events]
    while not state.winner:
        assert len(actions) < MOST_ACTIONS, f"game {seed} does not end"
        if state.choice.player == CHANCE:
            action = chance(state, below)
        else:
            able = legal(state)
            action = able[below(len(able))]
        state, events = apply(state, action)
        states.append(state)
        actions.append(action)
        log.append(events)
    return states, actions, log


def every_card(state):
    found = []
    for side in state.sides:
        for unit in side.line:
            found.append(unit.id)
            found.extend(each.id for each in unit.attached)
        found.extend(tactic.id for tactic in side.tactics)
        for zone in (side.hand, side.life, side.discard, side.deck, side.tactics_deck):
            found.extend(card.id for card in zone)
    return sorted(found)


def check_table(state):
    """What is so at every moment."""
    for player, side in zip(PLAYERS, state.sides, strict=True):
        assert side.supply >= 0
        assert all(unit.counters >= 0 for unit in side.line)
        for zone in (side.hand, side.life, side.discard, side.deck, side.tactics_deck):
            assert all(card.owner == player for card in zone)
        for unit in side.line:
            for attached in unit.attached:
                assert unit.card.face.type in attached.card.face.attach


def test_random_games(cards, records):
    ends = set()
    done = 0
    for seed in count():
        if seed >= GAMES and done >= ACTIONS:
            break
        states, actions, log = played(cards, records, seed)
        done += len(actions)
        ends.add(states[-1].winner)
        everything = every_card(states[0])
        assert len(everything) == 2 * 53
        for state in states:
            check_table(state)
        for state in states[:: len(states) // 6]:
            assert every_card(state) == everything
            assert len(set(every_card(state))) == len(everything)
        # The game replays from its actions, and its state from its events.
        state = states[0]
        for action, events in zip(actions[:60], log[1:61], strict=False):
            state, again = apply(state, action)
            assert again == events
        flat = [event for events in log[1:] for event in events]
        *_before, folded = replay(states[0], flat, reduce)
        assert folded == states[-1]
        assert all(tuple(event.data) == EVENTS[event.kind] for event in flat)
    assert {"you", "opponent"} <= ends


def test_what_is_written_is_read_again(cards, records):
    for seed in range(12):
        states, actions, _log = played(cards, records, seed)
        for state in states[::9]:
            assert load_state(json.loads(json.dumps(dump(state))), cards) == state
        for action in actions[::9]:
            assert load_action(json.loads(json.dumps(dump(action)))) == action


def ids_in(value):
    """Every string inside a value of the game."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from ids_in(each)
    elif isinstance(value, dict):
        yield from ids_in(tuple(value.values()))
    elif hasattr(value, "__slots__"):
        for name in value.__slots__:
            yield from ids_in(getattr(value, name))


def test_a_view_and_its_events_have_no_hidden_card(cards, records):
    for seed in range(6):
        states, _actions, log = played(cards, records, seed)
        for player in PLAYERS:
            for state in states[::15]:
                secret = set(hidden(state, player))
                choice = state.choice
                if choice is not None and choice.player == player:
                    # A player who looks at cards sees what can be picked.
                    secret -= set(choice.options)
                assert not secret & set(ids_in(view(state, player)))
            for state, events in list(zip(states, log[1:], strict=False))[::5]:
                table = list(replay(state, events, reduce))
                seen = told(table, events, player)
                assert [event.kind for event in seen] == [event.kind for event in events]
                for before, after, event in zip(table, table[1:], seen, strict=False):
                    never = set(hidden(before, player)) & set(hidden(after, player))
                    if event.data.get("player") != player and event.kind not in REVEALING:
                        assert not never & set(ids_in(event.data)), event


def random_action(state, below):
    """Any action about any card, mostly one that is not allowed."""
    cards = every_card(state)
    card, other = cards[below(len(cards))], cards[below(len(cards))]
    player = PLAYERS[below(2)]
    return (
        attack(player, (card,), other),
        attack(player, (card, other), card),
        intercept(player, card),
        discard(player, card),
        decline(player),
        play(player, card, place=below(9)),
        play(player, card, host=other),
        play(player, card, rest=(other,), supply=below(3)),
        use(player, card, below(3)),
        choose(player, card),
        choose(CHANCE, (card, other)),
        end(player),
        concede(CHANCE),
    )[below(13)]


def test_random_actions_are_refused_or_carried_out(cards, records):
    below = random.Random(1).randrange
    refused = 0
    for seed in count():
        if refused >= ACTIONS:
            break
        states, _actions, _log = played(cards, records, seed)
        for state in states[::4]:
            for _ in range(8):
                action = random_action(state, below)
                refusals = why_not(state, action)
                if refusals:
                    refused += 1
                    assert all(refusal.rule for refusal in refusals)
                    with pytest.raises(IllegalAction):
                        apply(state, action)
                else:
                    check_table(apply(state, action)[0])


def test_a_whole_game_can_be_told(cards, records, phrases):
    states, _actions, log = played(cards, records, 3)
    names = {card: {"en": f"Card {card}", "zh-Hans": f"牌{card}"} for card in every_card(states[0])}
    for events in log:
        for lang, tables in phrases.items():
            assert len(explain(events, tables, lang, names)) == len(events)
