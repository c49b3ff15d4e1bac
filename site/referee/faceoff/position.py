"""Positions of Face-Off as rulings write them; `referee.faceoff.scenario` says how."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.change import replace
from referee.core.messages import tell
from referee.core.reader import Node, whole
from referee.core.scenario import Names
from referee.core.values import Choice
from referee.faceoff.cards import Cards, abilities_of
from referee.faceoff.playing import hosts
from referee.faceoff.state import (
    COUNTED_KEYWORDS,
    KEYWORDS,
    LINE_LIMIT,
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

MOST_CARDS = 60
"""The most cards in one zone of a position."""

_PRINTED = (
    "type",
    "power",
    "range",
    "flash",
    "keywords",
    "cost",
    "element",
    "requirement",
    "traits",
    "subtype",
    "timing",
    "attach-to",
    "abilities",
)
_CARD = ("name", "card", *_PRINTED)
_UNIT = (*_CARD, "rested", "entered", "awakened", "counters", "attached", "suppressed", "owner")
_TYPES = ("commander", "character", "stratagem", "attachment", "tactic")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "measure": ("flat", "facing"),
    "breakthrough": ("all", "best"),
    "execute": ("any", "all"),
    "elusive": ("once", "each"),
}
_SETTINGS = (
    *sorted(_CHOICES),
    *("hand-limit", "attacker-dodges", "supply-pays", "intercept-attacked", "facedown-pays"),
)


def load(position: Node, names: Names, cards: Cards) -> State:
    """The state that a position describes."""
    known = ("turn", "turn-number", "distance", "settings", *PLAYERS)
    found = position.fields(known)
    reader = _Reader(names, cards)
    turn = found["turn"].word(PLAYERS) if "turn" in found else "you"
    you, opponent = [
        reader.side(found[player], player) if player in found else Side() for player in PLAYERS
    ]
    settings = _settings(found["settings"]) if "settings" in found else Settings()
    state = State(
        (you, opponent),
        turn,
        Choice(turn, "main"),
        distance_assumed=settings.measure == "flat",
        settings=settings,
    )
    if "turn-number" in found:
        state = replace(state, number=found["turn-number"].number(1))
    if "distance" in found:
        state = replace(state, distance=found["distance"].number(1), distance_assumed=False)
    for player in PLAYERS:
        if player in found:
            _check_attached(state, player, found[player])
    return state


def _check_attached(state: State, player: str, node: Node) -> None:
    """An attachment lies only under what it may be attached to (attach.5)."""
    for unit in state.side(player).line:
        for attached in unit.attached:
            if unit.card.id not in hosts(state, attached.controller, attached.card):
                raise node.wrong(
                    tell("“{card}” cannot be attached there.", card=attached.card.face.name),
                    tell("See attach-to of the card; attach it to another unit."),
                )


def _settings(node: Node) -> Settings:
    """What the sources leave open, as the position answers it."""
    settings = Settings()
    for key, value in sorted(node.fields(_SETTINGS).items()):
        chosen: Any
        if key in _CHOICES:
            chosen = value.word(_CHOICES[key])
        elif key == "hand-limit":
            chosen = value.number()
        else:
            chosen = value.flag()
        settings = replace(settings, **{key.replace("-", "_"): chosen})
    return settings


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads cards, and gives each an id and a name."""

    names: Names
    cards: Cards

    def side(self, node: Node, player: str) -> Side:
        known = ("line", "hand", "life", "discard", "deck", "tactics", "tactics-deck", "supply")
        found = node.fields(known)
        line = tuple([self.unit(item, player) for item in _items(found, "line", MOST_CARDS)])
        commanders = [unit for unit in line if unit.card.face.type == "commander"]
        if len(commanders) > 1:
            raise found["line"].wrong(tell("There are two commanders."), tell("A player has one."))
        if commanders and "life" not in found:
            raise node.wrong(
                tell("The life of the commander is missing."), tell("Add life: 0 or more.")
            )
        if len(line) - len(commanders) > LINE_LIMIT:
            raise found["line"].wrong(
                tell("There are too many characters."),
                tell("The most is {n} (line.3).", n=LINE_LIMIT),
            )
        hand = self.pile(found, "hand", player)
        life = self.pile(found, "life", player)
        tactics = self.tactics(found["tactics"], player) if "tactics" in found else ()
        return Side(
            line,
            hand,
            life,
            self.pile(found, "discard", player),
            self.pile(found, "deck", player),
            tactics,
            self.pile(found, "tactics-deck", player),
            found["supply"].number(0, MOST_CARDS) if "supply" in found else 0,
        )

    def pile(self, found: Mapping[str, Node], zone: str, player: str) -> tuple[Card, ...]:
        """Cards in a list, the top one first, or as many cards without a name as a number says."""
        if zone not in found:
            return ()
        node = found[zone]
        if isinstance(node.value, list):
            return tuple([self.card(item, player) for item in _items(found, zone, MOST_CARDS)])
        number = node.number(0, MOST_CARDS)
        return tuple([Card(self.names.add(None), Face(), player) for _ in range(number)])

    def tactics(self, node: Node, player: str) -> tuple[Tactic, ...]:
        """The tactics zone: a number of readied tactics, or a list of elements or cards."""
        if not isinstance(node.value, list):
            number = node.number(0, MOST_CARDS)
            face = Face("tactic")
            return tuple([Tactic(Card(self.names.add(None), face, player)) for _ in range(number)])
        return tuple([self.tactic(item, player) for item in _all(node, MOST_CARDS)])

    def tactic(self, node: Node, player: str) -> Tactic:
        if isinstance(node.value, str):
            element = node.word(ELEMENTS)
            return Tactic(Card(self.names.add(None), Face("tactic", element=element), player))
        found = node.fields((*_CARD, "rested", "face-down"))
        face = self.face(node, found, "tactic")
        card = Card(self.named(node, found, face), face, player)
        return Tactic(card, not _flag(found, "rested"), not _flag(found, "face-down"))

    def card(self, node: Node, player: str) -> Card:
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        found = node.fields(_CARD)
        face = self.face(node, found, "")
        return Card(self.named(node, found, face), face, player)

    def unit(self, node: Node, player: str) -> Unit:
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        found = node.fields(_UNIT)
        if "card" not in found and "power" not in found:
            raise node.wrong(
                tell("“{word}” is missing.", word="power"), tell("Add it, or name a card.")
            )
        face = self.face(node, found, "character")
        if face.type not in ("commander", "character"):
            raise node.wrong(tell("This is not a unit."), tell("Write a commander or a character."))
        owner = found["owner"].word(PLAYERS) if "owner" in found else player
        counters = found["counters"].number() if "counters" in found else 0
        if face.type == "character" and "card" not in found and not counters and not face.power:
            # A character without power would have died before the position was reached.
            raise found["power"].wrong(
                tell("The number is too small."), tell("The least is {n}.", n=1)
            )
        card = Card(self.named(node, found, face), face, owner)
        attached = []
        for item in _items(found, "attached", MOST_CARDS):
            attached.append(self.attachment(item, player))
        gains = (Gain("unreadying", 1, ""),) if _flag(found, "suppressed") else ()
        return Unit(
            card,
            not _flag(found, "rested"),
            _flag(found, "entered"),
            awakened=_flag(found, "awakened"),
            counters=counters,
            attached=tuple(attached),
            gains=gains,
        )

    def attachment(self, node: Node, player: str) -> Attachment:
        """A card under a unit; `by` says who controls it, the player of the unit if left out."""
        if isinstance(node.value, str):
            node = Node({"card": node}, node.path)
        found = dict(node.fields((*_CARD, "by")))
        by = found.pop("by").word(PLAYERS) if "by" in found else player
        face = self.face(node, found, "attachment")
        if face.type != "attachment":
            raise node.wrong(tell("This is not an attachment."), tell("Write an attachment."))
        return Attachment(Card(self.named(node, found, face), face, by), by)

    def named(self, node: Node, found: Mapping[str, Node], face: Face) -> str:
        """The id of a card: by its own name, or that of the card it is."""
        if "name" in found:
            return self.names.add(found["name"])
        if "card" not in found:
            raise node.wrong(tell("“{word}” is missing.", word="name"), tell("Add it."))
        card = self.cards.find(found["card"].word())
        return self.names.add_text(self.cards.name(card), node)

    def face(self, node: Node, found: Mapping[str, Node], usual: str) -> Face:
        """The face of a card: one of the catalogue, changed by what is written, or a new one."""
        face = Face(usual)
        if "card" in found:
            called = found["card"].word()
            card = self.cards.find(called)
            if not card:
                raise found["card"].wrong(
                    tell("No card, or more than one, is called “{name}”.", name=called),
                    tell("Write its full Chinese name, its number, or its id as bp01/035."),
                )
            face = self.cards.face(card)
        changes = _changes(found)
        # A card with other numbers than the catalogue's is not that card.
        face = replace(face, card="", **changes) if changes else face
        if "name" in found and not face.name:
            name = found["name"].text()
            face = replace(face, name=name["zh-Hans"], person=name["zh-Hans"])
        if face.type == "attachment" and not face.attach:
            face = replace(face, attach="your-character")
        return face


def _changes(found: Mapping[str, Node]) -> dict[str, Any]:
    """What a position says about the printed face of a card."""
    changes: dict[str, Any] = {}
    if "type" in found:
        changes["type"] = found["type"].word(_TYPES)
    for key in ("power", "range", "flash", "cost", "requirement"):
        if key in found:
            changes[key] = found[key].number()
    if "keywords" in found:
        changes["keywords"] = tuple([_keyword(item) for item in found["keywords"].items()])
    if "element" in found:
        changes["element"] = found["element"].word(ELEMENTS)
    for key in ("traits", "subtype"):
        if key in found:
            changes[key] = tuple([item.word() for item in found[key].items()])
    if "timing" in found:
        timing = [item.word(("main", "response")) for item in found["timing"].items()]
        changes["timing"] = tuple(timing)
    if "attach-to" in found:
        words = ("your-character", "any-character", "any-commander", "any-non-female-character")
        changes["attach"] = found["attach-to"].word(words)
    if "abilities" in found:
        read_abilities(found["abilities"])
        changes["abilities"] = abilities_of(plain(found["abilities"]))
    return changes


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


def _items(found: Mapping[str, Node], key: str, most: int) -> list[Node]:
    if key not in found:
        return []
    return _all(found[key], most)


def _all(node: Node, most: int) -> list[Node]:
    """The entries of a list of cards, which has no more than so many."""
    items = node.items()
    if len(items) > most:
        raise node.wrong(
            tell("{n} cards are too many.", n=len(items)), tell("The most is {n}.", n=most)
        )
    return items


def _flag(found: Mapping[str, Node], key: str) -> bool:
    return found[key].flag() if key in found else False
