"""Positions of Face-Off as rulings write them; `referee.faceoff.scenario` says how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.core.change import replace
from referee.core.messages import tell
from referee.core.reader import Mistakes, Node, Unsure, whole
from referee.core.scenario import Names
from referee.core.values import Choice
from referee.faceoff.cards import Cards, abilities_of
from referee.faceoff.playing import hosts
from referee.faceoff.state import (
    COUNTED_KEYWORDS,
    KEYWORDS,
    LINE_LIMIT,
    OPEN,
    PLAYERS,
    Attachment,
    Card,
    Face,
    Gain,
    Settings,
    Side,
    State,
    Tactic,
    Unit,
)
from referee.faceoff.vocabulary import ELEMENTS, read_abilities

T = TypeVar("T")

MOST_CARDS = 60
"""The most cards in one zone of a position."""

_SETTINGS = ("hand-limit", *OPEN)


def load(position: Node, names: Names, cards: Cards) -> State:
    """The state that a position describes, without what is mistaken in it; those mistakes are kept
    by `names`. Raises ScenarioError for what is no position at all."""
    known = ("turn", "turn-number", "distance", "settings", *PLAYERS)
    mistakes = names.mistakes
    found = position.fields(known, (), mistakes)
    reader = _Reader(names, cards)
    turn = mistakes.part(found, "turn", _player, "you")
    you, opponent = [
        reader.one(reader.side, found[player], player) if player in found else None
        for player in PLAYERS
    ]
    settings = _settings(found, mistakes)
    state = State(
        (you or Side(), opponent or Side()),
        turn,
        Choice(turn, "main"),
        distance_assumed=settings.measure == "flat",
        settings=settings,
    )
    number = mistakes.part(found, "turn-number", _positive, 0)
    if number:
        state = replace(state, number=number)
    distance = mistakes.part(found, "distance", _positive, 0)
    if distance:
        state = replace(state, distance=distance, distance_assumed=False)
    for player in PLAYERS:
        if player in found:
            mistakes.keep(_check_attached, state, player, found[player])
    return state


def _player(node: Node) -> str:
    return node.word(PLAYERS)


def _positive(node: Node) -> int:
    return node.number(1)


def _check_attached(state: State, player: str, node: Node) -> None:
    """An attachment lies only under what it may be attached to (attach.5)."""
    for unit in state.side(player).line:
        for attached in unit.attached:
            if unit.card.id not in hosts(state, attached.controller, attached.card):
                raise node.wrong(
                    tell("“{card}” cannot be attached there.", card=attached.card.face.name),
                    tell("See attach-to of the card; attach it to another unit."),
                )


def _settings(found: Mapping[str, Node], mistakes: Mistakes) -> Settings:
    """What the sources leave open, as the position answers it."""
    settings = Settings()
    answers: Mapping[str, Node] = {}
    if "settings" in found:
        answers = mistakes.keep(found["settings"].fields, _SETTINGS, (), mistakes) or {}
    for key in sorted(answers):
        chosen = mistakes.keep(_setting, key, answers[key])
        if chosen is not None:
            settings = replace(settings, **{key.replace("-", "_"): chosen})
    return settings


def _setting(key: str, value: Node) -> Any:
    if key == "hand-limit":
        return value.number()
    _rule, answers = OPEN[key]
    return value.flag() if True in answers else value.word([str(each) for each in answers])


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads cards, and gives each an id and a name."""

    names: Names
    cards: Cards

    def one(self, read: Callable[[Node, str], T], node: Node, player: str) -> T | None:
        """What is read of a thing of a player; None for one that is lost to a mistake."""
        thing = self.names.mistakes.keep(read, node, player)
        if thing is None:
            self.names.lost = True
        return thing

    def all(self, read: Callable[[Node, str], T], node: Node, player: str) -> tuple[T, ...]:
        """What is read of a list of things."""
        items = self.one(_items, node, player) or ()
        things = [self.one(read, item, player) for item in items]
        return tuple([thing for thing in things if thing is not None])

    def side(self, node: Node, player: str) -> Side:
        mistakes = self.names.mistakes
        known = ("line", "hand", "life", "discard", "deck", "tactics", "tactics-deck", "supply")
        found = node.fields(known, (), mistakes)
        line = self.all(self.unit, found["line"], player) if "line" in found else ()
        commanders = [unit for unit in line if unit.card.face.type == "commander"]
        if len(commanders) > 1:
            two = tell("There are two commanders.")
            mistakes.add(found["line"].wrong(two, tell("A player has one.")))
        if commanders and "life" not in found:
            missing = tell("The life of the commander is missing.")
            mistakes.add(node.wrong(missing, tell("Add life: 0 or more.")))
        if len(line) - len(commanders) > LINE_LIMIT:
            many = tell("There are too many characters.")
            hint = tell("The most is {n} (line.3).", n=LINE_LIMIT)
            mistakes.add(found["line"].wrong(many, hint))
        hand = self.pile(found, "hand", player)
        life = self.pile(found, "life", player)
        tactics = self.one(self.tactics, found["tactics"], player) if "tactics" in found else ()
        return Side(
            line,
            hand,
            life,
            self.pile(found, "discard", player),
            self.pile(found, "deck", player),
            tactics or (),
            self.pile(found, "tactics-deck", player),
            mistakes.part(found, "supply", _count, 0),
        )

    def pile(self, found: Mapping[str, Node], zone: str, player: str) -> tuple[Card, ...]:
        """Cards in a list, the top one first, or as many cards without a name as a number says."""
        if zone not in found:
            return ()
        node = found[zone]
        if isinstance(node.value, list):
            return self.all(self.card, node, player)
        number = self.names.mistakes.keep(_count, node) or 0
        return tuple([Card(self.names.add(None), Face(), player) for _ in range(number)])

    def tactics(self, node: Node, player: str) -> tuple[Tactic, ...]:
        """The tactics zone: a number of readied tactics, or a list of elements or cards."""
        if not isinstance(node.value, list):
            face = Face("tactic")
            names = [self.names.add(None) for _ in range(_count(node))]
            return tuple([Tactic(Card(name, face, player)) for name in names])
        return self.all(self.tactic, node, player)

    def tactic(self, node: Node, player: str) -> Tactic:
        if isinstance(node.value, str):
            element = node.word(ELEMENTS)
            return Tactic(Card(self.names.add(None), Face("tactic", element=element), player))
        found = node.fields((*_CARD, "rested", "face-down"), (), self.names.mistakes)
        face = self.face(found, "tactic")
        readied, up = not self.flag(found, "rested"), not self.flag(found, "face-down")
        return Tactic(Card(self.named(node, found), face, player), readied, up)

    def card(self, node: Node, player: str) -> Card:
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        found = node.fields(_CARD, (), self.names.mistakes)
        face = self.face(found, "")
        return Card(self.named(node, found), face, player)

    def unit(self, node: Node, player: str) -> Unit:
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        mistakes = self.names.mistakes
        found = node.fields(_UNIT, (), mistakes)
        if "card" not in found and "power" not in found:
            missing = tell("“{word}” is missing.", word="power")
            mistakes.add(node.wrong(missing, tell("Add it, or name a card.")))
        face = self.face(found, "character")
        if face.type not in ("commander", "character"):
            no_unit = tell("This is not a unit.")
            mistakes.add(node.wrong(no_unit, tell("Write a commander or a character.")))
        owner = mistakes.part(found, "owner", _player, player)
        counters = mistakes.part(found, "counters", Node.number, 0)
        if face.type == "character" and "card" not in found and not counters:
            # A character without power would have died before the position was reached.
            mistakes.part(found, "power", _positive, 0)
        name = mistakes.keep(self.named, node, found)
        attached = (
            self.all(self.attachment, found["attached"], player) if "attached" in found else ()
        )
        gains = (Gain("unreadying", 1, ""),) if self.flag(found, "suppressed") else ()
        readied, entered = not self.flag(found, "rested"), self.flag(found, "entered")
        awakened = self.flag(found, "awakened")
        if name is None:
            raise Unsure
        return Unit(
            Card(name, face, owner),
            readied,
            entered,
            awakened=awakened,
            counters=counters,
            attached=attached,
            gains=gains,
        )

    def attachment(self, node: Node, player: str) -> Attachment:
        """A card under a unit; `by` says who controls it, the player of the unit if left out."""
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        found = node.fields((*_CARD, "by"), (), self.names.mistakes)
        by = self.names.mistakes.part(found, "by", _player, player)
        face = self.face(found, "attachment")
        if face.type != "attachment":
            raise node.wrong(tell("This is not an attachment."), tell("Write an attachment."))
        return Attachment(Card(self.named(node, found), face, by), by)

    def named(self, node: Node, found: Mapping[str, Node]) -> str:
        """The id of a card: by its own name, or that of the card it is."""
        if "name" in found:
            return self.names.add(found["name"])
        if "card" not in found:
            raise node.wrong(tell("“{word}” is missing.", word="name"), tell("Add it."))
        return self.names.add_text(self.cards.name(self.called(found["card"])), node)

    def called(self, node: Node) -> str:
        """The id of the card of the catalogue that is called so."""
        called = node.word()
        card = self.cards.find(called)
        if not card:
            raise node.wrong(
                tell("No card, or more than one, is called “{name}”.", name=called),
                tell("Write its full Chinese name, its number, or its id as bp01/035."),
            )
        return card

    def face(self, found: Mapping[str, Node], usual: str) -> Face:
        """The face of a card: one of the catalogue, changed by what is written, or a new one."""
        card = self.names.mistakes.part(found, "card", self.called, "")
        face = self.cards.face(card) if card else Face(usual)
        changes = _changes(found, self.names.mistakes)
        # A card with other numbers than the catalogue's is not that card.
        face = replace(face, card="", **changes) if changes else face
        if "name" in found and not face.name:
            name = self.names.mistakes.keep(found["name"].text)
            called = name["zh-Hans"] if name else ""
            face = replace(face, name=called, person=called)
        if face.type == "attachment" and not face.attach:
            face = replace(face, attach="your-character")
        return face

    def flag(self, found: Mapping[str, Node], key: str) -> bool:
        return self.names.mistakes.part(found, key, Node.flag, False)


def _changes(found: Mapping[str, Node], mistakes: Mistakes) -> dict[str, Any]:
    """What a position says about the printed face of a card."""
    changes: dict[str, Any] = {}
    for key in sorted(found):
        if key in _FACE:
            value = mistakes.keep(_FACE[key], found[key])
            if value is not None:
                changes["attach" if key == "attach-to" else key] = value
    return changes


def _one_of(*known: str) -> Callable[[Node], Any]:
    return lambda node: node.word(known)


def _list_of(read: Callable[[Node], Any]) -> Callable[[Node], Any]:
    def read_all(node: Node) -> tuple[Any, ...]:
        mistakes = Mistakes()
        found = [mistakes.keep(read, item) for item in node.items()]
        mistakes.tell()
        return tuple(found)

    return read_all


def _abilities(node: Node) -> Any:
    read_abilities(node)
    return abilities_of(plain(node))


def plain(node: Node) -> Any:
    """The value of a node without places."""
    if isinstance(node.value, dict):
        return {key: plain(inner) for key, inner in node.entries()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.items()]
    return node.value


def _keyword(node: Node) -> str:
    known = (*KEYWORDS, *[f"{word}:1" for word in COUNTED_KEYWORDS])
    word, _colon, written = node.word().partition(":")
    number = whole(written)
    if number is not None and number < 100 and word in COUNTED_KEYWORDS:
        return f"{word}:{number}"
    return node.word(known)


def _items(node: Node, _player: str) -> list[Node]:
    """The entries of a list of cards, which has no more than MOST_CARDS."""
    items = node.items()
    if len(items) > MOST_CARDS:
        raise node.wrong(
            tell("{n} cards are too many.", n=len(items)), tell("The most is {n}.", n=MOST_CARDS)
        )
    return items


def _count(node: Node) -> int:
    return node.number(0, MOST_CARDS)


_FACE: Mapping[str, Callable[[Node], Any]] = {
    "type": _one_of("commander", "character", "stratagem", "attachment", "tactic"),
    "power": Node.number,
    "range": Node.number,
    "flash": Node.number,
    "keywords": _list_of(_keyword),
    "cost": Node.number,
    "element": _one_of(*ELEMENTS),
    "requirement": Node.number,
    "traits": _list_of(Node.word),
    "subtype": _list_of(Node.word),
    "timing": _list_of(_one_of("main", "response")),
    "attach-to": _one_of(
        "your-character", "any-character", "any-commander", "any-non-female-character"
    ),
    "abilities": _abilities,
}
"""What a position may say of the printed face of a card, and how each is read."""

_CARD = ("name", "card", *_FACE)
_UNIT = (*_CARD, "rested", "entered", "awakened", "counters", "attached", "suppressed", "owner")
