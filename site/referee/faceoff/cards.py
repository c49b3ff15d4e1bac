"""Cards as the files of the catalogue describe them, made into faces the referee plays with."""

from collections.abc import Mapping
from typing import Any

from referee.core.reader import Text
from referee.faceoff.state import Ability, Face
from referee.faceoff.vocabulary import kind_of, normal, written_on

Record = Mapping[str, Any]

ADVANCE: Record = {
    "rule": "kw.advance.1",
    "timing": ["main"],
    "cost": {"pay": 2, "flip": True},
    "do": [
        {"target": {"what": {"type": "unit", "side": "yours"}}},
        {"gain": {"range": 1, "until": "turn"}},
    ],
}
RETREAT: Record = {
    "rule": "kw.retreat.1",
    "timing": ["main"],
    "cost": {"pay": 2, "flip": True},
    "do": [
        {"target": {"what": {"type": "character", "side": "yours"}}},
        {"put": {"to": "deck-bottom"}},
        {"if-done": [{"draw": 1}]},
    ],
}
"""The skills that the keywords Advance and Retreat stand for, and the paragraphs that say so."""


class Cards:
    """The cards of the catalogue, found by id, by number or by name in any language."""

    def __init__(self, records: Mapping[str, Record]):
        """`records` maps the id of a card, as bp01/035, to the front matter of its file."""
        self._records = records
        self._faces: dict[str, Face] = {}
        self._ids: dict[str, str] = {}  # made when first asked for

    def find(self, called: str) -> str:
        """The id of the card that is called so; "" if there is none, or more than one."""
        if not self._ids:
            self._ids = _ids(self._records)
        return self._ids.get(called, "")

    def face(self, card: str) -> Face:
        """The front of a card by its id."""
        if card not in self._faces:
            self._faces[card] = face_of(card, self._records[card], self._records)
        return self._faces[card]

    def name(self, card: str) -> Text:
        """The name of a card; where it has none in a language, the Chinese one."""
        return _names(self._records[card])


def _ids(records: Mapping[str, Record]) -> dict[str, str]:
    """The ids of cards by what they are called; of two cards with one name neither is found."""
    found: dict[str, str] = {}
    for card in sorted(records):
        record = records[card]
        found[card] = card
        for called in (str(record.get("number", card)), *_names(record).values()):
            found[called] = "" if found.get(called, card) != card else card
    return found


def _names(record: Record) -> dict[str, str]:
    name = record["name"]
    return {"en": str(name.get("en", name["zh-Hans"])), "zh-Hans": str(name["zh-Hans"])}


def face_of(card: str, record: Record, records: Mapping[str, Record]) -> Face:
    """The face that the front matter of a card describes. What is unknown is 0 or left out."""
    name = str(record["name"]["zh-Hans"])
    treated = records.get(str(record.get("treated-as", "")).rpartition("faceoff/")[2])
    if treated is not None:
        name = str(treated["name"]["zh-Hans"])
    kind = "stratagem" if "stratagem" in record["type"] else str(record["type"][0])
    written = list(written_on(record, "front"))
    keywords = _keywords(record)
    if kind == "tactic":
        words = _words(record, "keywords")
        written.extend([ADVANCE] if "advance" in words else [])
        written.extend([RETREAT] if "retreat" in words else [])
    if isinstance(record.get("awaken-cost"), int):
        written.append(_awaken(record))
    back = None
    if "back" in record:
        facing = {**record, **record["back"], "abilities": written_on(record, "back")}
        facing = {key: facing[key] for key in facing if key not in ("back", "awaken-cost")}
        back = face_of(card, facing, records)
    return Face(
        kind,
        _number(record, "power"),
        _number(record, "range"),
        _number(record, "flash"),
        keywords,
        card=card,
        name=name,
        person=name.rpartition("·")[2],
        element=str(record.get("element", "")),
        requirement=_number(record, "requirement"),
        cost=_number(record, "cost"),
        traits=_words(record, "traits"),
        subtype=_words(record, "subtype"),
        timing=_words(record, "timing"),
        attach=str(record.get("attach-to", "")),
        basic=kind == "tactic",
        abilities=abilities_of(written),
        back=back,
    )


def abilities_of(written: Any) -> tuple[Ability, ...]:
    """The abilities of a face, as its file writes them."""
    found = []
    for index, data in enumerate(written):
        found.append(Ability(index, kind_of(data), normal(_frozen(data))))
    return tuple(found)


def _frozen(value: Any) -> Any:
    """Plain data of a file as the state holds it, with tuples for lists."""
    if isinstance(value, Mapping):
        return {str(key): _frozen(value[key]) for key in value}
    if isinstance(value, list | tuple):
        return tuple([_frozen(each) for each in value])
    return value


def _keywords(record: Record) -> tuple[str, ...]:
    """The keywords of units; the others stand for skills or are told by the abilities."""
    left_out = ("awaken", "advance", "retreat", "ambush")
    found = [word for word in _words(record, "keywords") if word not in left_out]
    if record.get("peerless") == "yes":
        found.append("peerless")
    return tuple(found)


def _awaken(record: Record) -> Record:
    """The skill that Awaken stands for (kw.awaken.1)."""
    cost: dict[str, Any] = {"pay": record["awaken-cost"], "awaken": True}
    if isinstance(record.get("awaken-requirement"), Mapping):
        cost["needs"] = record["awaken-requirement"]
    return {"timing": ["main"], "cost": cost, "do": [{"awaken": "commander"}]}


def _words(record: Record, key: str) -> tuple[str, ...]:
    """The words of a list; none if it is unknown."""
    value = record.get(key, ())
    return tuple([str(word) for word in value]) if isinstance(value, list) else ()


def _number(record: Record, key: str) -> int:
    value = record.get(key, 0)
    return value if isinstance(value, int) else 0
