"""The language in which card files write what a card does: a closed set of words.

    abilities:
      - when: enters                 # triggered; or another of triggers.WHEN
        who: self                    # whom it has to happen to; self, or the host, if left out
        if: {on-flank: left}         # a condition, looked at when it is resolved
        once: true                   # at most once per turn
        do: [{draw: 1}]
      - timing: [main]               # activated; main, response, or both
        cost: {pay: 1, rest: true}   # also: needs, flip, sacrifice, discard, uncounter
        once: true
        do: [...]
      - static: true                 # works all the time
        for: {type: character, side: yours, other: true}    # self, or the host, if left out
        while: {turn: yours}
        power: 1                     # also: range, keywords, loses, cannot, cheaper, control
      - cost: {less: 2}              # what it costs itself, while a condition holds
      - enters-with: 3               # +1 power counters it enters with
      - instead-of: destroyed        # replacement, for itself or the host
        may: true
        do: [...]
      - effect: [...]                # what a stratagem does
      - ambush: [...]                # what its Ambush does

A commander has those of its faces apart: `abilities: {front: [...], back: [...]}`. Keywords that
are printed, Awaken, Advance and Retreat are not written again.

Effects are lists of steps, each a map with one verb. `who` is a word or a selector: self, host,
it (what triggered the skill), target, chosen, sacrificed, discarded, commander (the own one),
attackers, attacked, you, opponent, or a name given by `as`.

A selector describes cards: `{type: character, side: yours, cost-max: 3}`. A condition is a map
whose entries all have to hold. An amount is a number or a count: `{count: <selector>}`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from referee.core.messages import Message, tell
from referee.core.reader import Mistakes, Node, ScenarioError, whole
from referee.faceoff.state import COUNTED_KEYWORDS, KEYWORDS
from referee.faceoff.triggers import WHEN

Mistake: TypeAlias = tuple[tuple[str | int, ...], Message, Message]
Reader: TypeAlias = Callable[[Node], None]

KINDS: Mapping[str, str] = {
    "when": "triggered",
    "timing": "activated",
    "static": "static",
    "cost": "cost",
    "enters-with": "enters-with",
    "more-counters": "more-counters",
    "instead-of": "replacement",
    "effect": "effect",
    "ambush": "ambush",
}
"""The key that tells which kind an ability is, and the kind."""

ELEMENTS = ("wind", "forest", "fire", "mountain", "yin", "thunder")
TYPES = ("unit", "character", "commander", "attachment", "tactic", "stratagem", "card", "player")
ZONES = ("battlefield", "hand", "discard")
STEPS = ("intercept", "response", "dodge")
UNTIL = ("turn", "combat")
BANS = ("attack", "attack-alone", "joint", "ready", "killed-in-combat")
COUNTS = ("count", "tactics", "happened", "cost-of", "power-of")
PLACES = ("hand", "deck-top", "deck-bottom", "life", "tactics", "discard")


def kind_of(data: Mapping[str, Any]) -> str:
    """The kind of an ability. Raises KeyError if it is none."""
    if "timing" in data:
        return "activated"
    for key in KINDS:
        if key in data:
            return KINDS[key]
    raise KeyError("kind")


def normal(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """An ability as the referee reads it: its effects under `do`, whatever its kind."""
    kind = kind_of(data)
    if kind in ("effect", "ambush"):
        return {"do": data[kind]}
    if kind == "cost":
        cost: Mapping[str, Any] = data["cost"]
        return cost
    if kind == "enters-with":
        return {"counters": data["enters-with"], "unpaid": data.get("unpaid")}
    return data


def check(record: Mapping[str, Any]) -> list[Mistake]:
    """What is wrong with the abilities of a card, from its front matter: for each mistake the
    path to it, what is wrong, and what would be right."""
    mistakes: list[Mistake] = []
    for path, written in _faces(record):
        try:
            read_abilities(Node.of(written, path))
        except ScenarioError as error:
            for each in (error, *error.others):
                mistakes.append((each.path, each.message, each.hint))
    for path, _written in _faces(record):
        if path[-1] not in ("abilities", "front", "back"):
            wrong = tell("“{word}” is no face.", word=path[-1])
            mistakes.append((path, wrong, tell("Write front or back.")))
    if record.get("encoded", "full") not in ("full", "partial"):
        wrong = tell("It is neither full nor partial.")
        mistakes.append((("encoded",), wrong, tell("Write one of them.")))
    return mistakes


def _faces(record: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], Any]]:
    """What is written about each face, with the path to it."""
    written = record.get("abilities", [])
    if not isinstance(written, Mapping):
        return [(("abilities",), written)]
    return [(("abilities", str(face)), written[face]) for face in sorted(written, key=str)]


def written_on(record: Mapping[str, Any], face: str) -> Any:
    """The abilities of the front or back of a card, as its file writes them."""
    written = record.get("abilities", ())
    if isinstance(written, Mapping):
        return written.get(face, ())
    return written if face == "front" else ()


def read_abilities(node: Node) -> None:
    """Check the abilities of a card. Raises ScenarioError with all mistakes."""
    _list_of(_ability)(node)


def _ability(node: Node) -> None:
    fields = dict(node.entries())
    for key in ("timing", *KINDS):
        if key in fields:
            known = _ABILITIES[key]
            break
    else:
        raise node.wrong(
            tell("It is not clear what kind of skill this is."),
            tell("Begin with one of {known}.", known=tuple(KINDS)),
        )
    _fields(known, tuple([key for key in known if key == "do"]))(node)


def _fields(known: Mapping[str, Reader], needed: tuple[str, ...] = ()) -> Reader:
    """A reader of a map with these keys."""

    def read(node: Node) -> None:
        mistakes = Mistakes()
        fields = mistakes.keep(node.fields, sorted(known), needed, mistakes) or {}
        for key in sorted(fields):
            mistakes.keep(known[key], fields[key])
        mistakes.tell()

    return read


def _one_of(*known: str) -> Reader:
    def read(node: Node) -> None:
        node.word(known)

    return read


def _list_of(reader: Reader) -> Reader:
    def read(node: Node) -> None:
        mistakes = Mistakes()
        for item in node.items():
            mistakes.keep(reader, item)
        mistakes.tell()

    return read


def _number(node: Node) -> None:
    node.number(-99, 99)


def _flag(node: Node) -> None:
    node.flag()


def _word(node: Node) -> None:
    node.word()


def _keyword(node: Node) -> None:
    word, _colon, number = node.word().partition(":")
    if number:
        if word not in COUNTED_KEYWORDS or whole(number) is None:
            raise node.wrong(
                tell("“{word}” has no number “{n}”.", word=word, n=number),
                tell("Known: {known}.", known=_WRITTEN_KEYWORDS),
            )
    elif word not in KEYWORDS:
        raise node.wrong(
            tell("“{word}” is no keyword of units.", word=word),
            tell("Known: {known}.", known=_WRITTEN_KEYWORDS),
        )


_WRITTEN_KEYWORDS = (*KEYWORDS, *[f"{each}:1" for each in COUNTED_KEYWORDS])


def _who(node: Node) -> None:
    if isinstance(node.value, dict):
        _selector(node)
    else:
        node.word()


def _victim(node: Node) -> None:
    """What is sacrificed: the card itself, or a character."""
    if isinstance(node.value, dict):
        _selector(node)
        node.value["type"].word(("character", "unit"))
    else:
        node.word(("self",))


def _amount(node: Node) -> None:
    if not isinstance(node.value, dict):
        _number(node)
    elif any([key in node.value for key in COUNTS]):
        _AMOUNT(node)
    else:
        raise node.wrong(
            tell("It is not clear what is counted."), tell("Write one of {known}.", known=COUNTS)
        )


def _selector(node: Node) -> None:
    _SELECTOR(node)


def _condition(node: Node) -> None:
    for key, value in node.entries():
        if key in _CONDITIONS:
            _CONDITIONS[key](value)
        elif isinstance(value.value, dict):
            _selector(value)
        else:
            raise value.wrong(
                tell("“{word}” is no condition.", word=key),
                tell("Known: {known}.", known=tuple(sorted(_CONDITIONS))),
            )


def _effect(node: Node) -> None:
    verb, args = node.only()
    if verb not in VERBS:
        raise args.wrong(
            tell("“{word}” is no verb.", word=verb),
            tell("Known: {known}.", known=tuple(sorted(VERBS))),
        )
    VERBS[verb](args)


_effects = _list_of(_effect)


def _either(number: Reader, fields: Reader) -> Reader:
    """A reader of a shorthand, or of a map."""

    def read(node: Node) -> None:
        (fields if isinstance(node.value, dict) else number)(node)

    return read


_SELECTOR = _fields(
    {
        "type": _one_of(*TYPES),
        "side": _one_of("yours", "theirs", "any"),
        "zone": _one_of(*ZONES),
        "other": _flag,
        "named": _word,
        "trait": _word,
        "without": _word,
        "subtype": _word,
        "timing": _one_of("main", "response"),
        "cost": _number,
        "cost-max": _number,
        "power-max": _amount,
        "range": _number,
        "range-max": _number,
        "rested": _flag,
        "awakened": _flag,
        "counters": _flag,
        "moved": _flag,
        "equipped": _flag,
        "keyword": _word,
        "role": _one_of("attacking", "attacked"),
        "flank": _one_of("left", "right"),
        "adjacent": _word,
    },
    ("type",),
)

_AMOUNT = _fields(
    {
        "count": _who,
        "tactics": _one_of("yours"),
        "happened": _word,
        "cost-of": _word,
        "power-of": _who,
        "times": _number,
        "plus": _number,
    }
)

_CONDITIONS: Mapping[str, Reader] = {
    "turn": _one_of("yours", "theirs"),
    "controls": _fields({"what": _selector, "least": _number, "most": _number}, ("what",)),
    "on-flank": _one_of("left", "right"),
    "tactics": _number,
    "raised": _one_of("power", "range"),
    "alone": _flag,
    "intercepted": _flag,
    "happened": _one_of("died"),
    "unpaid": _flag,
    "not": _condition,
}
"""The conditions; beside them a word for cards whose cards have to fit a selector."""

_TARGET = _fields(
    {"what": _selector, "up-to": _flag, "n": _number, "as": _word},
    ("what",),
)

VERBS: Mapping[str, Reader] = {
    "target": _TARGET,
    "choose": _TARGET,
    "may": _effects,
    "if": _fields({"that": _condition, "then": _effects, "else": _effects}, ("that", "then")),
    "if-done": _effects,
    "one-of": _list_of(_effects),
    "gain": _fields(
        {
            "who": _who,
            "power": _amount,
            "range": _amount,
            "keywords": _list_of(_keyword),
            "ability": _ability,
            "cannot": _list_of(_one_of("attack", "attack-alone")),
            "until": _one_of(*UNTIL),
        }
    ),
    "counter": _fields({"who": _who, "n": _amount}, ("n",)),
    "uncounter": _fields({"who": _who, "n": _amount}, ("n",)),
    "rest": _who,
    "ready": _who,
    "suppress": _who,
    "move": _word,
    "destroy": _who,
    "sacrifice": _fields({"what": _victim, "who": _word, "as": _word}, ("what",)),
    "damage": _fields({"who": _who, "n": _amount, "no-ambush": _flag}, ("n",)),
    "awaken": _one_of("commander"),
    "attack": _fields({"by": _who}, ("by",)),
    "draw": _either(_number, _fields({"n": _amount, "who": _who}, ("n",))),
    "put": _fields({"who": _who, "to": _one_of(*PLACES)}, ("to",)),
    "top": _fields({"who": _who, "n": _number, "to": _one_of(*PLACES)}, ("to",)),
    "take-life": _who,
    "discard": _fields(
        {"who": _who, "n": _amount, "random": _flag, "up-to": _flag},
        ("n",),
    ),
    "look": _fields(
        {"n": _number, "what": _selector, "take": _number, "to": _word, "reveal": _flag}, ("n",)
    ),
    "play": _either(_word, _fields({"who": _who, "pay": _number}, ("who",))),
    "supply": _number,
    "discount": _fields({"type": _one_of(*TYPES), "by": _number}, ("type", "by")),
    "skip": _fields(
        {"steps": _list_of(_one_of(*STEPS)), "lasts": _one_of("combat", "next", "turn")},
        ("steps",),
    ),
    "lose": _who,
}
"""The verbs, and how what stands beside each is read; `engine.VERBS` carries them out."""

_COST = _fields(
    {
        "pay": _number,
        "needs": _fields({element: _number for element in ELEMENTS}),
        "rest": _flag,
        "flip": _flag,
        "sacrifice": _victim,
        "discard": _number,
        "uncounter": _number,
    }
)

_ABILITIES: Mapping[str, Mapping[str, Reader]] = {
    "timing": {
        "timing": _list_of(_one_of("main", "response")),
        "cost": _COST,
        "once": _flag,
        "do": _effects,
    },
    "when": {
        "when": _one_of(*WHEN),
        "who": _who,
        "if": _condition,
        "once": _flag,
        "do": _effects,
    },
    "static": {
        "static": _flag,
        "for": _who,
        "while": _condition,
        "power": _amount,
        "range": _amount,
        "keywords": _list_of(_keyword),
        "loses": _list_of(_keyword),
        "cannot": _list_of(_one_of(*BANS)),
        "cheaper": _fields(
            {"type": _one_of(*TYPES), "by": _number, "first": _flag}, ("type", "by")
        ),
        "control": _flag,
    },
    "cost": {"cost": _fields({"less": _amount, "while": _condition}, ("less",))},
    "enters-with": {"enters-with": _number, "unpaid": _flag},
    "more-counters": {"more-counters": _flag},
    "instead-of": {"instead-of": _one_of("destroyed"), "may": _flag, "do": _effects},
    "effect": {"effect": _effects},
    "ambush": {"ambush": _effects},
}


RULES: Mapping[str, tuple[str, ...]] = {
    # Kinds of skill.
    "triggered": ("skill.kind.3", "skill.order.2"),
    "activated": ("skill.kind.4", "skill.cost.1"),
    "static": ("skill.kind.5",),
    "cost": ("skill.kind.5", "cost.3"),
    "enters-with": ("skill.kind.6", "kw.power.counter.1"),
    "more-counters": ("skill.kind.6",),
    "replacement": ("skill.kind.6",),
    "effect": ("play.9",),
    "ambush": ("kw.ambush.1",),
    # Verbs.
    "target": ("skill.target.1", "skill.target.2", "kw.insight.1"),
    "choose": ("golden.3",),
    "may": ("skill.kind.2",),
    "if": ("skill.if.2",),
    "if-done": ("skill.if.1",),
    "one-of": ("skill.order.1",),
    "gain": ("golden.7",),
    "counter": ("kw.power.counter.1",),
    "uncounter": ("kw.power.counter.2",),
    "rest": ("kw.rest.1",),
    "ready": ("kw.ready.1",),
    "suppress": ("kw.suppress.1",),
    "move": ("kw.move.1", "kw.move.2"),
    "destroy": ("kw.destroy.1", "kw.die.1"),
    "sacrifice": ("kw.sacrifice.1", "kw.die.1"),
    "damage": ("damage.9", "damage.10"),
    "awaken": ("kw.awaken.1",),
    "attack": ("combat.attack.5", "combat.attack.6"),
    "draw": ("win.2",),
    "put": ("zone.3", "zone.7"),
    "top": ("zone.5", "zone.11"),
    "take-life": ("kw.ambush.3",),
    "discard": ("skill.order.1",),
    "look": ("skill.order.1",),
    "play": ("element.2", "play.10", "play.12"),
    "supply": ("kw.supply.4",),
    "discount": ("cost.3",),
    "skip": ("combat.skip.1",),
    "lose": ("win.4", "win.5"),
}
"""The paragraphs that a kind of skill or a verb rests on."""


def rules_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The paragraphs that the skills of a card rest on, each once, in order."""
    found: list[str] = []
    waiting: list[Any] = []
    for _path, written in _faces(record):
        for data in written:
            found.extend(RULES[kind_of(data)])
        waiting.append(written)
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            for key in sorted(value):
                found.extend(RULES[key] if key in VERBS else ())
                waiting.append(value[key])
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return tuple(sorted(set(found)))
