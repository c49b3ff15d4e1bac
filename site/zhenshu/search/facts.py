"""Which facts of a card answer which field of the query language, the same for all games.

A card's facts become:
- numbers   field → one value a face: an integer, "X", UNKNOWN or None where it does not apply
- terms     field → lists of terms, one for each fact and face that applies; UNKNOWN for a list
            that no source gives
- keywords  list of [game/keyword, its number or None]; UNKNOWN; None where it does not apply
- flags     the flags that are true; a flag that no source decides is there with a question mark
"""

from collections.abc import Iterable, Mapping
from typing import Any

from zhenshu.fields import UNKNOWN

Facts = Mapping[str, Any]

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("cost",),
    "requirement": ("requirement",),
    "might": ("might", "power", "attack"),
    "stamina": ("stamina", "health", "life"),
    "range": ("range",),
    "flash": ("flash",),
    "deck": ("deck",),
}
"""The facts behind each field that is a number; no game has two of one field."""

TERMS: Mapping[str, tuple[str, ...]] = {
    "faction": ("faction",),
    "element": ("element",),
    "type": ("type", "subtype", "traits"),
    "requirement": ("requirement",),
    "timing": ("timing",),
    "theme": ("themes",),
    "rarity": ("rarity",),
}
"""The facts behind each field whose values are terms."""

MAYBE = "?"  # behind a flag that no source decides


def faces(card: Mapping[str, Any]) -> list[Facts]:
    """The facts of the front, and of the back if there is one."""
    return [card["facts"], *([card["back"]["facts"]] if card["back"] else [])]


def numbers(card: Mapping[str, Any]) -> dict[str, list[int | str | None]]:
    """The numbers of a card by field; fields that apply to no face are left out."""
    found = {}
    for field, names in NUMBERS.items():
        values = [_number(face, names) for face in faces(card)]
        if any(value is not None for value in values):
            found[field] = values
    return found


def _number(face: Facts, names: Iterable[str]) -> int | str | None:
    value = next((face[name] for name in names if name in face), None)
    if isinstance(value, Mapping):  # what is asked of each faction; together, as one number
        return sum(value.values())
    return value if isinstance(value, int) or value in ("X", UNKNOWN) else None


def terms(card: Mapping[str, Any]) -> dict[str, list[list[str] | str]]:
    """The terms of a card by field, a list for each fact and face; equal lists once."""
    found = {}
    for field, names in TERMS.items():
        given = [face[name] for face in faces(card) for name in names if name in face]
        lists = [list_ for value in given if (list_ := _terms(value)) is not None]
        if lists:
            found[field] = [list_ for at, list_ in enumerate(lists) if list_ not in lists[:at]]
    return found


def _terms(value: Any) -> list[str] | str | None:
    if value == UNKNOWN:
        return UNKNOWN
    if isinstance(value, int):  # a requirement without factions
        return None
    return [value] if isinstance(value, str) else list(value)


def keywords(card: Mapping[str, Any]) -> list[list[Any]] | str | None:
    """The keywords that a card has on either face, each with its number."""
    given = [face["keywords"] for face in faces(card) if "keywords" in face]
    known = [item for value in given if value != UNKNOWN for item in value]
    found = []
    for item in dict.fromkeys(known):
        id, _colon, number = str(item).partition(":")
        found.append([f"{card['game']}/{id}", int(number) if number.isdecimal() else None])
    if UNKNOWN in given:
        return UNKNOWN if not found else [*found, UNKNOWN]
    return found if given else None


def flags(card: Mapping[str, Any], ruled: bool) -> list[str]:
    """The flags of a card; `ruled` says whether a ruling is about it."""
    found = []
    for flag in ("unique", "border"):
        value = card["facts"].get(flag)
        if value:
            found.append(f"{flag}{MAYBE}" if value == UNKNOWN else flag)
    if card["back"]:
        found.append("double-faced")
    if card.get("playable"):
        found.append("playable")
    if not card.get("texts") and card["facts"].get("summary", UNKNOWN) == UNKNOWN:
        found.append("unknown-text")
    if card["printings"]:
        found.append("reprinted")
    if ruled:
        found.append("with-ruling")
    return found


def sets(card: Mapping[str, Any]) -> list[str]:
    """The sets a card was printed in, each as game/set."""
    codes = dict.fromkeys([card["set"], *(printing["set"] for printing in card["printings"])])
    return [f"{card['game']}/{code}" for code in codes]
