"""What the browser asks the referee: JSON in, JSON out.

A request is a map with a `kind`; what else it has depends on that. `languages` are those in which
texts are wanted, all if it is left out.

    run      `ruling`: the front matter of a ruling. `hant`: the traditional forms of the names and
             titles in it, by their simplified ones. Answers `cases`, the records that pages show
             of a ruling, each with `boards` and `after` more: the `sides` that the play goes
             through, and for each step the situation after it, with the place of its `board`
             among them, or null after MOST_BOARDS. The first board is that before the first step.
    legal    `start` and `actions`: where a game begins and what has been done since. Answers the
             `table`, the `names` of its cards by id, and `legal`, the actions that are allowed:
             `action`, the `text` of its button, and the `entry` that the play of a ruling would
             have, or null. Joint attacks would be too many: `joint` has, by target, the units
             that can take part in one, and `why` tells about any of them.
    apply    the same, and `action`. Answers `steps`, the events it led to or the refusals it met
             (`refused`), and what `legal` answers after it, or without it if it is refused.
    why      the same. Answers `steps`, the refusals; none if the action is allowed.
    log      `start` and `actions`. Answers `events`: the events of the start, then those of each
             action, as `referee.core.plain` writes them.
    chance   `start`, `actions` and `seed`, a whole number. Answers `action`, the one that chance
             picks; for one seed it is always the same one.

A start is `{"position": …}`, as rulings write it, or `{"decks": {"you": …, "opponent": …}}`, each
`{"stamina": …, "cards": {…}}`: that of the commander, and how many there are of each card, by its
number, name or id. It may have `hant`. Nothing is kept for the caller: undoing is asking with
fewer actions.

An answer to what cannot be played has `error` alone: `message` by language, and where they are
known `hint` likewise, `path` (into the ruling or the position), `others` (further mistakes, each
with a message, a hint and a path), `place` (among the actions), `player` (whose deck it is) and
`steps` (the refusals).
"""

import json
from collections.abc import Mapping
from typing import Any

from referee.core.messages import NO_HINT, Message, Told, tell
from referee.core.plain import record
from referee.core.reader import Node, ScenarioError
from referee.core.scenario import Names as Naming
from referee.core.values import Action, Event
from referee.core.work import MOST_STEPS, bounded
from referee.faceoff.actions import legal, why_not
from referee.faceoff.cards import Cards
from referee.faceoff.decks import Deck, check_deck, new_game
from referee.faceoff.engine import apply, chance
from referee.faceoff.position import MOST_CARDS, load
from referee.faceoff.scenario import run
from referee.faceoff.state import PLAYERS, Face, State
from zhenshu.sandbox.acting import entry, label, read
from zhenshu.sandbox.telling import (
    Names,
    Record,
    alike,
    case_record,
    refused_steps,
    said_in,
    sides,
    situation,
    steps,
    table,
    written,
)

LONGEST = 100_000
"""The most characters of a request."""

MOST_ACTIONS = 1000
"""The most actions of a game; a long one has a few hundred."""

STEPS_OF_ACTION = 200
"""The work that is allowed for each action of a game, beside that for the question. In random games
an action takes 60 steps on average."""

MOST_BOARDS = 100
"""The most boards of a case; one that is written by hand has a dozen."""

_DECK = ("stamina", "cards")


class Trouble(Told):
    """A request cannot be answered; `more` are the place and the steps of the answer."""

    def __init__(self, message: Message, hint: Message = NO_HINT, **more: Any):
        super().__init__(message, hint)
        self.more = more


class Game:
    """A game as far as it has been played: every state, so that going back costs nothing.

    `states[n]` is the state before action n, `events[n + 1]` are the events of that action.
    """

    def __init__(self, start: Any, names: Names, state: State, events: tuple[Event, ...]):
        self.start = start
        self.names = names
        self.states = [state]
        self.actions: list[Any] = []
        self.events = [events]

    def back_to(self, actions: list[Any]) -> None:
        """Forget what was done otherwise."""
        same = 0
        while same < min(len(actions), len(self.actions)) and actions[same] == self.actions[same]:
            same += 1
        self.actions = self.actions[:same]
        self.states = self.states[: same + 1]
        self.events = self.events[: same + 1]


class Referee:
    """Answers requests about Face-Off."""

    def __init__(self, data: str):
        """`data` is what `bundle` makes: phrases, labels and cards as JSON."""
        found = json.loads(data)
        self._languages: list[str] = found["languages"]
        self._phrases = found["phrases"]
        self._labels = found["labels"]
        self._cards = Cards(found["cards"])
        self._hant: Mapping[str, str] = found["hant"]
        self._messages: Mapping[str, Any] = found["messages"]
        self._game: Game | None = None

    def answer(self, text: str) -> str:
        """The answer to a request; never raises because of one."""
        try:
            if len(text) > LONGEST:
                raise Trouble(tell("This is too long."), tell("The most is {n}.", n=LONGEST))
            request = _parsed(text)
            found = bounded(lambda: self._answer(request), _allowed(request))
        except Told as told:
            found = {"error": self._error(told)}
        except (MemoryError, RuntimeError):
            # The stack or the memory of the runtime is at its end; a new game is small again.
            self._game = None
            trouble = Trouble(tell("This is more than the referee can hold in mind."))
            found = {"error": self._error(trouble)}
        return json.dumps(found)

    def _error(self, told: Told) -> Record:
        found = self._mistake(told)
        if isinstance(told, ScenarioError) and told.others:
            found["others"] = [self._mistake(other) for other in told.others]
        return {**found, **told.more} if isinstance(told, Trouble) else found

    def _mistake(self, told: Told) -> Record:
        found: Record = {"message": said_in(told.message, self._languages, self._messages)}
        if told.hint != NO_HINT:
            found["hint"] = said_in(told.hint, self._languages, self._messages)
        if isinstance(told, ScenarioError):
            found["path"] = list(told.path)
        return found

    def _answer(self, request: Any) -> Record:
        if not isinstance(request, dict):
            raise Trouble(tell("A request is a map."))
        kind = request.get("kind")
        words = self._words(request)
        if kind == "run":
            return self._run(request, words)
        if kind not in ("legal", "apply", "why", "log", "chance"):
            raise Trouble(tell("A request is one of run, legal, apply, why, log and chance."))
        game = self._played(request, words)
        if kind == "legal":
            return self._open(game, words)
        if kind == "log":
            return {"events": [[record(event) for event in events] for events in game.events]}
        if kind == "chance":
            return {"action": written(chance(game.states[-1], _dice(request.get("seed"))))}
        action = read(request.get("action"))
        refusals = why_not(game.states[-1], action)
        found: Record = {"steps": refused_steps(refusals, words, game.names)}
        if kind == "apply":
            found["refused"] = bool(refusals)
            if not refusals:
                events = self._do(game, request["action"], action)
                found["steps"] = steps(events, words, game.names)
                found = {**found, **self._open(game, words)}
        return found

    def _words(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The phrases in the languages that are wanted."""
        wanted = request.get("languages", self._languages)
        if not isinstance(wanted, list) or not all([each in self._languages for each in wanted]):
            raise Trouble(tell("The languages are {known}.", known=tuple(self._languages)))
        return {language: self._phrases[language] for language in wanted}

    def _run(self, request: Mapping[str, Any], words: Mapping[str, Any]) -> Record:
        ruling = request.get("ruling")
        if not isinstance(ruling, dict):
            raise Trouble(tell("A ruling is a map."))
        hant = _map(request.get("hant"))
        cases = []
        for case in run(ruling, self._cards).cases:
            names = self._named(case.played.names, hant)
            title = self._in_three(case.title, hant) if case.title else None
            found = case_record(case, words, names, title)
            found["boards"], found["after"] = self._boards(case.played, words, names)
            cases.append(found)
        return {"cases": cases}

    def _boards(
        self, played: Any, words: Mapping[str, Any], names: Names
    ) -> tuple[list[Record], list[Record]]:
        """The boards that a play goes through, and for each step what is so after it."""
        shown = played.states[0]
        boards = [sides(shown, words, names)]
        after = []
        seen = 0
        for step in played.steps:
            now = played.states[seen]
            for _event in step.events:
                seen += 1
                now = played.states[seen]
                if len(boards) < MOST_BOARDS and not alike(now, shown):
                    shown = now
                    boards.append(sides(shown, words, names))
                after.append({**situation(now), "board": _last(boards, alike(now, shown))})
            for _refusal in step.refusals:
                after.append({**situation(now), "board": _last(boards, alike(now, shown))})
        return boards, after

    def _played(self, request: Mapping[str, Any], words: Mapping[str, Any]) -> Game:
        """The game of a request, played as far as its actions say."""
        start, actions = request.get("start"), request.get("actions", [])
        if not isinstance(start, dict) or not isinstance(actions, list):
            raise Trouble(tell("A start is a map, actions are a list."))
        if len(actions) > MOST_ACTIONS:
            raise Trouble(
                tell("{n} actions are too many.", n=len(actions)),
                tell("The most is {n}.", n=MOST_ACTIONS),
            )
        game = self._game
        if game is None or game.start != start:
            game = self.begin(start)
            self._game = game
        game.back_to(actions)
        for place in range(len(game.actions), len(actions)):
            action = read(actions[place])
            refusals = why_not(game.states[-1], action)
            if refusals:
                found = refused_steps(refusals, words, game.names)
                raise Trouble(tell("This action is not allowed."), place=place, steps=found)
            self._do(game, actions[place], action)
        return game

    def _do(self, game: Game, asked: Any, action: Action) -> tuple[Event, ...]:
        """Carry out an action, given as it was asked for too."""
        state, events = apply(game.states[-1], action)
        game.states.append(state)
        game.actions.append(asked)
        game.events.append(events)
        return events

    def begin(self, start: Mapping[str, Any]) -> Game:
        """The game that a start begins. Raises ScenarioError and Trouble."""
        hant = _map(start.get("hant"))
        if "decks" in start:
            decks = Node.of(start["decks"]).fields(PLAYERS, PLAYERS)
            you, opponent = [self._deck(decks[player], player) for player in PLAYERS]
            state, events = new_game(you, opponent)
            texts = {card.id: self._cards.name(card.face.card) for card in _every(state)}
            return Game(start, self._named(texts, hant), state, events)
        names = Naming()
        state = load(Node.of(start.get("position")), names, self._cards)
        names.mistakes.tell()
        return Game(start, self._named(names.texts, hant), state, ())

    def _deck(self, node: Node, player: str) -> Deck:
        found = node.fields(_DECK, _DECK)
        faces: list[Face] = []
        for called, count in found["cards"].entries():
            faces.extend([self._face(Node(called, count.path))] * count.number(1, MOST_CARDS))
        commanders = [face for face in faces if face.type == "commander"]
        deck = Deck(
            commanders[0] if commanders else Face(),
            found["stamina"].number(1),
            (
                *[face for face in faces if face.type not in ("commander", "tactic")],
                *commanders[1:],
            ),
            tuple([face for face in faces if face.type == "tactic"]),
        )
        refusals = check_deck(deck)
        if refusals:
            names = {
                card: self._in_three(self._cards.name(card), {})
                for card in [str(refusal.data.get("card", "")) for refusal in refusals]
                if card
            }
            words = {language: self._phrases[language] for language in self._languages}
            steps = refused_steps(refusals, words, names)
            raise Trouble(tell("The deck is not legal."), player=player, steps=steps)
        return deck

    def _face(self, node: Node) -> Face:
        card = self._cards.find(node.word())
        if not card:
            raise node.wrong(
                tell("No card, or more than one, is called “{name}”.", name=node.word()),
                tell("Write its full Chinese name, its number, or its id as bp01/035."),
            )
        return self._cards.face(card)

    def _open(self, game: Game, words: Mapping[str, Any]) -> Record:
        """What a player sees before the next action."""
        state = game.states[-1]
        able = []
        joint: Record = {}
        for action in legal(state):
            attackers = action.data.get("attackers", ())
            if len(attackers) > 1:
                joining = joint.setdefault(action.data["target"], [])
                joining.extend([unit for unit in attackers if unit not in joining])
                continue
            able.append(
                {
                    "action": written(action),
                    "text": label(state, action, self._labels, words, game.names),
                    "entry": entry(state, action, game.names),
                }
            )
        shown = table(state, words, game.names)
        return {"table": shown, "names": game.names, "legal": able, "joint": joint}

    def _named(
        self, texts: Mapping[str, Mapping[str, str]], hant: Mapping[str, str]
    ) -> dict[str, Any]:
        """Names by id, in all languages."""
        return {card: self._in_three(texts[card], hant) for card in texts}

    def _in_three(self, text: Mapping[str, str], hant: Mapping[str, str]) -> Mapping[str, str]:
        """A text with its traditional form: that of the request, of the catalogue, or as it is."""
        if not text:
            return {}
        hans = text["zh-Hans"]
        return {**text, "zh-Hant": hant.get(hans, self._hant.get(hans, hans))}


def _last(boards: list[Record], known: bool) -> int | None:
    """The place of the last board, None if it is not the one to be shown."""
    return len(boards) - 1 if known else None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise Trouble(tell("This is not JSON.")) from error


def _allowed(request: Any) -> int:
    """The most steps of an answer: a game that is asked about anew is played again."""
    actions = request.get("actions") if isinstance(request, dict) else None
    played = len(actions) if isinstance(actions, list) else 0
    return MOST_STEPS + STEPS_OF_ACTION * min(played, MOST_ACTIONS)


def _map(value: Any) -> Mapping[str, str]:
    return value if isinstance(value, dict) else {}


def _every(state: State) -> list[Any]:
    """Every card of a game that begins."""
    found = []
    for side in state.sides:
        found.extend([unit.card for unit in side.line])
        for zone in (side.hand, side.life, side.discard, side.deck, side.tactics_deck):
            found.extend(zone)
    return found


def _dice(seed: Any) -> Any:
    """What gives numbers from 0 to n - 1, always the same ones for one seed.

    Park and Miller's generator of 1988: the numbers stay below 2 to the power of 46.
    """
    if not isinstance(seed, int):
        raise Trouble(tell("A seed is a whole number."))
    state = [seed % 2_147_483_646 + 1]

    def below(n: int) -> int:
        state[0] = state[0] * 48_271 % 2_147_483_647
        return state[0] % n

    return below
