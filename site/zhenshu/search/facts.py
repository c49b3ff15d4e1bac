"""Which facts of a card answer which field of the query language, the same for all games.

A card's facts become:
- numbers   field → one value a face: an integer, "X", UNKNOWN or None where it does not apply
- terms     field → lists of terms, one for each fact and face that applies; UNKNOWN for a list
            that no source gives
- keywords  list of [game/keyword, its number or None]; UNKNOWN; None where it does not apply
- flags     the flags that are true; a flag that no source decides is there with a question mark
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from zhenshu.fields import UNKNOWN

Facts = Mapping[str, Any]


class Columns(NamedTuple):
    """The facts behind each field that is a number, of which no game has two of one field, and
    behind each whose values are terms."""

    numbers: Mapping[str, Sequence[str]]
    terms: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, fields: Mapping[str, Mapping[str, Any]]) -> "Columns":
        """The columns that the fields of content/search.toml ask for."""
        behind = {id: spec for id, spec in fields.items() if spec["facts"]}
        return cls(
            {id: spec["facts"] for id, spec in behind.items() if spec["kind"] == "number"},
            {id: spec["facts"] for id, spec in behind.items() if spec["groups"]},
        )


MAYBE = "?"  # behind a flag that no source decides


def faces(card: Mapping[str, Any]) -> list[Facts]:
    """The facts of the front, and of the back if there is one."""
    return [card["facts"], *([card["back"]["facts"]] if card["back"] else [])]


def numbers(
    card: Mapping[str, Any], fields: Mapping[str, Sequence[str]]
) -> dict[str, list[int | str | None]]:
    """The numbers of a card by field; fields that apply to no face are left out."""
    found = {}
    for field, names in fields.items():
        values = [_number(face, names) for face in faces(card)]
        if any(value is not None for value in values):
            found[field] = values
    return found


def _number(face: Facts, names: Iterable[str]) -> int | str | None:
    value = next((face[name] for name in names if name in face), None)
    if isinstance(value, Mapping):  # what is asked of each faction; together, as one number
        return sum(value.values())
    return value if isinstance(value, int) or value in ("X", UNKNOWN) else None


def terms(
    card: Mapping[str, Any], fields: Mapping[str, Sequence[str]]
) -> dict[str, list[list[str] | str]]:
    """The terms of a card by field, a list for each fact and face; equal lists once."""
    found = {}
    for field, names in fields.items():
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


def keywords(card: Mapping[str, Any]) -> list[list[Any] | str] | str | None:
    """The keywords that a card has on either face, each with its number."""
    given = [face["keywords"] for face in faces(card) if "keywords" in face]
    known = [item for value in given if value != UNKNOWN for item in value]
    found: list[list[Any] | str] = []
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
