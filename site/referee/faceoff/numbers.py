"""The numbers of the game, each with its addends, and what the words of abilities stand for.

Selectors, conditions and amounts are the plain data of card files; `referee.faceoff.vocabulary`
says what they mean. They and the numbers rest on each other, so they are read together here. A
skill that looks at a number that looks at a skill is followed three skills deep and no further.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.core.change import quick, replace
from referee.core.values import Addend, Number
from referee.core.work import spend
from referee.faceoff.inplay import Standing, standing
from referee.faceoff.state import (
    PLAYERS,
    Card,
    Face,
    State,
    Unit,
    distance,
    flank,
    other,
)

Selector: TypeAlias = Mapping[str, Any]

ADDENDS = (
    "printed",
    "attached",
    "counters",
    "gained",
    "skill",
    "own_flash",
    "discarded_flash",
    "attacker",
    "success",
    "breakthrough",
    "reduced",
)
"""Every label of an addend."""

_DEEPEST = 3


@quick
@dataclass(frozen=True, slots=True)
class Scope:
    """Where an ability is read: whose it is, on which card, and what its words stand for."""

    state: State
    player: str
    source: str
    bound: tuple[tuple[str, tuple[str, ...]], ...] = ()
    depth: int = 0


def _applying(
    state: State, unit: Unit, key: str, depth: int, word: str = ""
) -> Iterable[tuple[Scope, Standing]]:
    """The static abilities that give a unit something under a key, each in its scope; if a word
    is given, only those that list a word which begins so."""
    if depth >= _DEEPEST:
        return ()
    found = standing(state, key)
    return _those_applying(state, found, unit, key, depth, word) if found else ()


def _those_applying(
    state: State, found: Iterable[Standing], unit: Unit, key: str, depth: int, word: str
) -> Iterator[tuple[Scope, Standing]]:
    for each in found:
        data = each.ability.data
        if word and not any([w.startswith(word) for w in data[key]]):
            continue
        scope = Scope(state, each.player, each.source, (), depth + 1)
        if not holds(scope, data.get("while")):
            continue
        whom = data.get("for")
        if whom is None:
            whom = "host" if state.find(each.source) is None else "self"
        if isinstance(whom, str):
            applies = unit.card.id in resolve(scope, whom)
        else:
            applies = matches(scope, whom, unit.card.id)
        if applies:
            yield scope, each


def power(state: State, unit: str, depth: int = 0) -> Number:
    """The power of a unit on the battlefield (golden.6: never below 0 in total)."""
    found = state.unit(unit)
    addends = _addends(state, found, "power", depth)
    if found.counters:
        addends.insert(1, Addend(found.counters, "counters", "kw.power.counter.1", unit))
    combat = state.combat
    if combat is not None and combat.target == unit:
        addends.extend(combat.added)
    return _number(addends)


def reach(state: State, unit: str, depth: int = 0) -> Number:
    """The range of a unit on the battlefield."""
    return _number(_addends(state, state.unit(unit), "range", depth))


def _addends(state: State, unit: Unit, what: str, depth: int) -> list[Addend]:
    name = unit.card.id
    printed = unit.face.power if what == "power" else unit.face.range
    addends = [Addend(printed, "printed", source=name)]
    for attached in unit.attached:
        face = attached.card.face
        more = face.power if what == "power" else face.range
        if more:
            addends.append(Addend(more, "attached", "attach.2", attached.card.id))
    for gain in unit.gains:
        if gain.kind == what:
            addends.append(Addend(gain.value, "gained", "golden.7", gain.source or name))
    for scope, each in _applying(state, unit, what, depth):
        more = amount(scope, each.ability.data[what])
        if more:
            addends.append(Addend(more, "skill", "skill.kind.5", each.source))
    return addends


def _number(addends: list[Addend]) -> Number:
    total = sum([addend.amount for addend in addends])
    if total < 0:
        addends.append(Addend(-total, "reduced", "golden.6"))
    return Number(tuple(addends))


def instances(state: State, unit: str, keyword: str, depth: int = 0) -> list[str]:
    """Every instance of a keyword that a unit on the battlefield has, as it is written."""
    found = state.unit(unit)
    words = list(found.face.keywords)
    for gain in found.gains:
        if gain.kind == "keyword":
            words.append(gain.value)
    for attached in found.attached:
        words.extend(attached.card.face.keywords)
    for _scope, each in _applying(state, found, "keywords", depth, keyword):
        words.extend(each.ability.data["keywords"])
    for _scope, each in _applying(state, found, "loses", depth, keyword):
        words = [word for word in words if word not in each.ability.data["loses"]]
    return [word for word in words if word == keyword or word.startswith(keyword + ":")]


def has(state: State, unit: str, keyword: str, depth: int = 0) -> int:
    """How many times a unit on the battlefield has a keyword; the sum of X for one with X
    (kw.insight.6, kw.elusive.6)."""
    times = 0
    for word in instances(state, unit, keyword, depth):
        times += 1 if word == keyword else int(word[len(keyword) + 1 :])
    return times


def banned(state: State, unit: str, ban: str) -> str:
    """The card whose skill forbids something to a unit (attack, attack-alone, ready), or ""."""
    found = state.unit(unit)
    for gain in found.gains:
        if gain.kind == "ban" and gain.value == ban:
            return gain.source or unit
    for _scope, each in _applying(state, found, "cannot", 0, ban):
        if ban in each.ability.data["cannot"]:
            return each.source
    return ""


def attack_power(state: State) -> Number:
    """The total power of the attackers in the combat under way."""
    attackers = state.fight().attackers
    if len(attackers) == 1:
        return power(state, attackers[0])
    parts = []
    for unit in attackers:
        total = power(state, unit).total
        parts.append(Addend(total, "attacker", "combat.resolve.6", unit))
    return Number(tuple(parts))


def combat_damage(state: State) -> Number:
    """The damage of a successful attack on a commander with life left."""
    addends = [Addend(1, "success", "combat.resolve.3")]
    parts = []
    for unit in state.fight().attackers:
        count = has(state, unit, "breakthrough")
        if count:
            parts.append(Addend(count, "breakthrough", "combat.resolve.3", unit))
    if len(parts) > 1:
        # Whether several attackers add up is open.
        parts = [replace(part, rule="combat.resolve.8") for part in parts]
    if state.settings.breakthrough == "best" and len(parts) > 1:
        best = max([part.amount for part in parts])
        parts = [part for part in parts if part.amount == best][:1]
    return Number(tuple(addends + parts))


def elements(state: State, player: str, element: str) -> int:
    """The points of an element that the face-up tactics of a player give (element.1)."""
    side = state.side(player)
    return len([card for card in side.tactics if card.up and card.card.face.element == element])


def resolve(scope: Scope, who: Any) -> tuple[str, ...]:
    """The cards or players that a word or a selector stands for."""
    if not isinstance(who, str):
        return candidates(scope, who)
    state = scope.state
    for name, ids in scope.bound:
        if name == who:
            return ids
    if who == "self":
        return (scope.source,)
    if who == "host":
        host = state.host(scope.source)
        return () if host is None else (host.card.id,)
    if who == "commander":
        commander = state.commander(scope.player)
        return () if commander is None else (commander.card.id,)
    if who == "you":
        return (scope.player,)
    if who == "opponent":
        return (other(scope.player),)
    combat = state.combat
    if combat is not None and who == "attackers":
        return combat.attackers
    if combat is not None and who == "attacked" and combat.target:
        return (combat.target,)
    return ()


def candidates(scope: Scope, selector: Selector) -> tuple[str, ...]:
    """Every card or player that a selector fits, in the order of the table."""
    state = scope.state
    side = selector.get("side", "any")
    players = [p for p in PLAYERS if side == "any" or (side == "yours") == (p == scope.player)]
    kind = selector["type"]
    if kind == "player":
        return tuple(players)
    zone = selector.get("zone", "battlefield")
    found: list[tuple[Card, Unit | None]] = []
    for player in players:
        theirs = state.side(player)
        if zone == "hand":
            found.extend([(card, None) for card in theirs.hand])
        elif zone == "discard":
            found.extend([(card, None) for card in theirs.discard])
        elif kind == "tactic":
            found.extend([(tactic.card, None) for tactic in theirs.tactics])
        elif kind == "attachment":
            for unit in theirs.line:
                found.extend([(attached.card, None) for attached in unit.attached])
        else:
            found.extend([(unit.card, unit) for unit in theirs.line])
    spend(len(found))
    return tuple([card.id for card, unit in found if _fits(scope, selector, card, unit)])


def card_of(state: State, card: str) -> Card | None:
    """A card in any zone, None if the game does not have it."""
    for side in state.sides:
        for unit in side.line:
            if unit.card.id == card:
                return unit.card
            for attached in unit.attached:
                if attached.card.id == card:
                    return attached.card
        for tactic in side.tactics:
            if tactic.card.id == card:
                return tactic.card
        for zone in (side.hand, side.discard, side.life, side.deck, side.tactics_deck):
            for held in zone:
                if held.id == card:
                    return held
    return None


def matches(scope: Scope, selector: Selector, card: str) -> bool:
    """Whether a selector fits a card. Its zone and side are checked for units only."""
    unit = scope.state.find(card)
    found = unit.card if unit is not None else card_of(scope.state, card)
    return found is not None and _fits(scope, selector, found, unit)


def _fits(scope: Scope, selector: Selector, card: Card, unit: Unit | None) -> bool:
    """Whether a selector fits a card, which on the battlefield is a unit."""
    if not _face_fits(selector, card.face if unit is None else unit.face):
        return False
    if selector.get("other") and card.id == _body(scope):
        return False
    if unit is not None:
        return _unit_fits(scope, selector, unit)
    return not any(key in selector for key in _UNIT_KEYS)


def _body(scope: Scope) -> str:
    """The unit that an ability means by other: its own, or the host of its attachment."""
    host = scope.state.host(scope.source)
    return scope.source if host is None else host.card.id


_UNIT_KEYS = (
    *("rested", "keyword", "equipped", "role", "flank", "adjacent"),
    *("awakened", "counters", "moved", "range", "range-max", "power-max"),
)


def _face_fits(selector: Selector, face: Face) -> bool:
    kind = selector["type"]
    if kind == "unit":
        if face.type not in ("commander", "character"):
            return False
    elif kind != "card" and face.type != kind:
        return False
    if "named" in selector and selector["named"] not in (face.person, face.name):
        return False
    if "trait" in selector and selector["trait"] not in face.traits:
        return False
    if "without" in selector and selector["without"] in face.traits:
        return False
    if "subtype" in selector and selector["subtype"] not in face.subtype:
        return False
    if "timing" in selector and selector["timing"] not in face.timing:
        return False
    if "cost" in selector and face.cost != selector["cost"]:
        return False
    return not ("cost-max" in selector and face.cost > selector["cost-max"])


def _unit_fits(scope: Scope, selector: Selector, unit: Unit) -> bool:
    state, name = scope.state, unit.card.id
    player = state.controller(name)
    side = selector.get("side", "any")
    if side != "any" and (side == "yours") != (player == scope.player):
        return False
    if "rested" in selector and selector["rested"] == unit.readied:
        return False
    if "awakened" in selector and selector["awakened"] != unit.awakened:
        return False
    if "counters" in selector and selector["counters"] != (unit.counters > 0):
        return False
    if "moved" in selector and selector["moved"] != (unit.moves > 0):
        return False
    if "equipped" in selector:
        worn = any("equipment" in each.card.face.subtype for each in unit.attached)
        if worn != selector["equipped"]:
            return False
    if "flank" in selector and flank(state, name) != selector["flank"]:
        return False
    if "adjacent" in selector and not _beside(scope, name, selector["adjacent"]):
        return False
    combat = state.combat
    if "role" in selector:
        fighting = combat is not None and (
            name in combat.attackers if selector["role"] == "attacking" else name == combat.target
        )
        if not fighting:
            return False
    if "keyword" in selector and not has(state, name, selector["keyword"], scope.depth):
        return False
    return _numbers_fit(scope, selector, name)


def _numbers_fit(scope: Scope, selector: Selector, unit: str) -> bool:
    state, depth = scope.state, scope.depth
    if "power-max" in selector:
        most = amount(scope, selector["power-max"])
        if power(state, unit, depth).total > most:
            return False
    if "range" in selector and reach(state, unit, depth).total != selector["range"]:
        return False
    if "range-max" in selector:
        return reach(state, unit, depth).total <= int(selector["range-max"])
    return True


def _beside(scope: Scope, unit: str, who: str) -> bool:
    state = scope.state
    for near in resolve(scope, who):
        if state.controller(near) == state.controller(unit) and distance(state, near, unit) == 1:
            return True
    return False


def amount(scope: Scope, value: Any) -> int:
    """The number that an amount of an ability stands for."""
    if isinstance(value, int):
        return value
    state = scope.state
    if "count" in value:
        number = len(resolve(scope, value["count"]))
    elif "tactics" in value:
        number = len(state.side(scope.player).tactics)
    elif "happened" in value:
        number = state.tallied(value["happened"])
    elif "cost-of" in value:
        faces = [card_of(state, card) for card in resolve(scope, value["cost-of"])]
        number = sum([card.face.cost for card in faces if card is not None])
    else:
        units = [unit for unit in resolve(scope, value["power-of"]) if state.find(unit)]
        number = max([power(state, unit, scope.depth).total for unit in units], default=0)
    return number * int(value.get("times", 1)) + int(value.get("plus", 0))


def holds(scope: Scope, condition: Any) -> bool:
    """Whether a condition is met; one that is left out is."""
    if condition is None:
        return True
    return all([_holds(scope, key, condition[key]) for key in sorted(condition)])


def _holds(scope: Scope, key: str, value: Any) -> bool:
    state, combat = scope.state, scope.state.combat
    if key == "turn":
        return (state.turn == scope.player) == bool(value == "yours")
    if key == "controls":
        found = len(candidates(scope, value["what"]))
        return int(value.get("least", 1)) <= found <= int(value.get("most", found))
    if key == "on-flank":
        return flank(state, _body(scope)) == str(value)
    if key == "tactics":
        return len(state.side(scope.player).tactics) >= int(value)
    if key == "raised":
        unit = state.find(_body(scope))
        if unit is None:
            return False
        if value == "power":
            return power(state, unit.card.id, scope.depth).total > unit.face.power
        return reach(state, unit.card.id, scope.depth).total > unit.face.range
    if key == "alone":
        return combat is not None and not combat.joint
    if key == "intercepted":
        return combat is not None and combat.intercepted
    if key == "happened":
        return state.tallied(value) > 0
    if key == "unpaid":
        unit = state.find(scope.source)
        return unit is not None and unit.unpaid == bool(value)
    if key == "not":
        return not holds(replace(scope, depth=scope.depth + 1), value)
    # What is left are words for cards: each of them fits a selector.
    chosen = resolve(scope, key)
    return bool(chosen) and all([matches(scope, value, card) for card in chosen])
