"""Rulings that run: a position, what is played, what must come of it, and variations.

A ruling is a map, as YAML front matter gives it:

    position:     what lies on the table (each game says how)
    play:         a list of actions, each a map with one key, as `- attack: {...}`
    expect:       a list of expectations, each a map with one key
    variations:   a list of maps with a `title` in every language, and any of position, play and
                  expect. The position is merged into the one above (see reader.merge); play and
                  expect take the place of those above.

Other keys are left to the reader of the file. Two expectations every game has:

    - illegal: combat.attack.2       an action of the play was refused, citing this paragraph
    - happens: no_flash              an event of this kind happened; `- never:` is the contrary

An action that is refused changes nothing, and play goes on after it. Unless an expectation says
so, a refusal counts as a failed expectation. Windows that the play does not mention are passed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from referee.core.loop import replay
from referee.core.messages import tell
from referee.core.reader import Mistakes, Node, Path, ScenarioError, Text, Unsure, merge
from referee.core.values import Action, Event, Refusal, Verdict
from referee.core.work import STEPS_OF_CARD, STEPS_OF_ENTRY, TooMuch, bounded, spend

S = TypeVar("S")

PARTS = ("position", "play", "expect")

MOST_EVENTS = 2000
"""The most events of one play; no ruling needs more than a few dozen."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action, and the events it led to or the refusals it met.

    `path` leads to the entry of the play, () for a window passed because nobody mentions it.
    """

    path: Path
    action: Action
    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """A position that has been played out.

    `events` are numbered from 0, as their causes are; `states[n]` is the state before event n,
    and the last state is the end. `names` maps the ids of cards to their names by language,
    empty for a card that the position does not name. `halt` is the state after the last written
    action, before windows that nobody mentions are passed.
    """

    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    states: tuple[S, ...]
    names: Mapping[str, Text]
    halt: S

    @property
    def end(self) -> S:
        """The position that the play leads to."""
        return self.states[-1]


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """The base case of a ruling (title None) or one variation."""

    title: Text | None
    played: Played[S]
    verdicts: tuple[Verdict, ...]

    @property
    def ok(self) -> bool:
        """Whether every expectation is met."""
        return all(verdict.ok for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class RulingResult(Generic[S]):
    """What came of a ruling: its base case, then its variations."""

    cases: tuple[Case[S], ...]

    @property
    def ok(self) -> bool:
        """Whether every expectation of every case is met."""
        return all(case.ok for case in self.cases)


class Names:
    """The names that a position gives to things, and the ids the engine gives to them.

    A thing may be called by its name in any written language. `mistakes` are those of the whole
    ruling so far; `lost` says that a thing could not be read because of one, so that a name which
    nothing bears proves nothing.
    """

    def __init__(self, mistakes: Mistakes | None = None) -> None:
        self.mistakes = mistakes or Mistakes()
        self.lost = False
        self.texts: dict[str, Text] = {}
        self._ids: dict[str, str] = {}

    def add(self, name: Node | None) -> str:
        """A new id, for a thing with a name in every language or without any."""
        spend(STEPS_OF_CARD)
        new = f"c{len(self.texts) + 1}"
        text = name.text() if name else {}
        for called in text.values():
            if name and self._ids.get(called, new) != new:
                raise name.wrong(
                    tell("Two things are called “{name}”.", name=called), tell("Rename one.")
                )
            self._ids[called] = new
        self.texts[new] = text
        return new

    def add_text(self, text: Text, place: Node) -> str:
        """A new id for a thing with a name of its own, which the place in the file mentions."""
        return self.add(Node.of(text, place.path))

    def id(self, name: Node) -> str:
        """The id of the thing with a name. Raises Unsure if that may be a lost one."""
        if self.lost and name.word() not in self._ids:
            raise Unsure
        return self._ids[name.word(sorted(self._ids))]


Check: TypeAlias = Callable[[Node, Played[Any], Names], Iterable[Verdict]]


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """What a game tells about itself, so that its rulings can be played.

    `load` makes a state of a position, `action` an action of an entry of the play. `window` is
    the passing of a window that lies before an action, or before the end of the play (None);
    None if there is none. `checks` are the game's own expectations, `events` its kinds of event.
    """

    load: Callable[[Node, Names], S]
    action: Callable[[Node, S, Names], Action]
    window: Callable[[S, Action | None], Action | None]
    why_not: Callable[[S, Action], tuple[Refusal, ...]]
    apply: Callable[[S, Action], tuple[S, tuple[Event, ...]]]
    reduce: Callable[[S, Event], S]
    checks: Mapping[str, Check]
    events: Iterable[str]


def run(ruling: Mapping[str, Any], game: Game[S]) -> RulingResult[S]:
    """Play a ruling with its variations and check what is expected of each.

    Raises ScenarioError with every mistake that can be found if it cannot be played as written, or
    if it takes too much work. To find them, what is mistaken is left out and play goes on. An
    expectation that is not met raises nothing: it is a verdict that is not ok.
    """
    try:
        return bounded(lambda: _run(Node.of(ruling), game))
    except TooMuch as error:
        raise ScenarioError(("play",), error.message, error.hint) from error


def _run(root: Node, game: Game[S]) -> RulingResult[S]:
    mistakes = Mistakes()
    parts = root.value
    for part in PARTS:
        if part not in parts:
            hint = tell("Add it.")
            mistakes.add(root.wrong(tell("A ruling that runs needs “{part}”.", part=part), hint))
    mistakes.tell()
    base = [parts[part] for part in PARTS]
    cases = [mistakes.keep(_case, None, base, game, mistakes)]
    if "variations" in parts:
        for variation in mistakes.keep(parts["variations"].items) or ():
            cases.append(mistakes.keep(_variation, base, variation, game, mistakes))
    mistakes.tell()
    return RulingResult(tuple([case for case in cases if case is not None]))


def _variation(base: list[Node], variation: Node, game: Game[S], mistakes: Mistakes) -> Case[S]:
    title, changed = _vary(base, variation, mistakes)
    return _case(title, changed, game, mistakes)


def _vary(base: list[Node], variation: Node, mistakes: Mistakes) -> tuple[Text, list[Node]]:
    fields = variation.fields(("title", *PARTS), ("title",), mistakes)
    if len(fields) == 1:
        raise variation.wrong(
            tell("The variation changes nothing."), tell("Give it position, play or expect.")
        )
    position, play, expect = base
    if "position" in fields:
        position = merge(position, fields["position"])
    changed = [position, fields.get("play", play), fields.get("expect", expect)]
    return mistakes.keep(fields["title"].text) or {}, changed


def _case(title: Text | None, parts: list[Node], game: Game[S], mistakes: Mistakes) -> Case[S]:
    position, play, expect = parts
    names = Names(mistakes)
    played = _play(game.load(position, names), play, names, game)
    expected = mistakes.keep(expect.items)
    if expected == []:
        hint = tell("Say what must come of the play.")
        mistakes.add(expect.wrong(tell("Nothing is expected."), hint))
    verdicts: list[Verdict] = []
    for node in expected or ():
        # Most look at every state.
        spend(len(played.states))
        verdicts.extend(mistakes.keep(_check, node, played, names, game) or ())
    allowed = [verdict.expected for verdict in verdicts if verdict.kind == "illegal"]
    for step in played.steps:
        rules = _rules(step)
        if rules and not any(rule in allowed for rule in rules):
            verdicts.append(Verdict(step.path, "legal", {}, "allowed", rules, False))
    return Case(title, played, tuple(verdicts))


def _play(start: S, play: Node, names: Names, game: Game[S]) -> Played[S]:
    state = start
    steps: list[Step] = []
    log: list[Event] = []

    def pass_windows(state: S, action: Action | None) -> S:
        passing = game.window(state, action)
        while passing is not None:
            state = do(state, (), passing)
            passing = game.window(state, action)
        return state

    def do(state: S, path: Path, action: Action) -> S:
        state, events = game.apply(state, action)
        log.extend(events)
        if len(log) > MOST_EVENTS:
            raise play.wrong(
                tell("The play is too long."), tell("The most is {n} events.", n=MOST_EVENTS)
            )
        steps.append(Step(path, action, events))
        return state

    for node in names.mistakes.keep(play.items) or ():
        spend(STEPS_OF_ENTRY)
        action = names.mistakes.keep(game.action, node, state, names)
        if action is None:
            continue
        state = pass_windows(state, action)
        # Who acts may depend on what has been passed.
        action = game.action(node, state, names)
        refusals = game.why_not(state, action)
        if refusals:
            steps.append(Step(node.path, action, (), refusals))
        else:
            state = do(state, node.path, action)
    halt = state
    pass_windows(state, None)
    states = tuple(replay(start, log, game.reduce))
    return Played(tuple(steps), tuple(log), states, names.texts, halt)


def _check(node: Node, played: Played[S], names: Names, game: Game[S]) -> list[Verdict]:
    word, value = node.only()
    if word == "illegal":
        rule = value.word()
        refused: list[str] = []
        for step in played.steps:
            refused.extend([each for each in _rules(step) if each not in refused])
        actual = tuple(refused) if refused else "nothing"
        return [Verdict(value.path, word, {}, rule, actual, rule in refused)]
    if word in ("happens", "never"):
        kind = value.word(game.events)
        times = [event.kind for event in played.events].count(kind)
        ok = (times > 0) == (word == "happens")
        return [Verdict(value.path, word, {}, kind, times, ok)]
    if word not in game.checks:
        known = ["illegal", "happens", "never", *sorted(game.checks)]
        raise value.wrong(
            tell("“{word}” is no expectation.", word=word),
            tell("Known: {known}.", known=tuple(known)),
        )
    return list(game.checks[word](value, played, names))


def _rules(step: Step) -> tuple[str, ...]:
    """The paragraphs that refused a step."""
    return tuple([refusal.rule for refusal in step.refusals])
