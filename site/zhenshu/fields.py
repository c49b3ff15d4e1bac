"""What facts a card of a game has: `content/<game>/fields.toml`.

The one definition serves the checker, the importer, the template of a new card, the data files and
their schema, the card page and the lists. The head of `content/formation/fields.toml` explains its
keys.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from zhenshu.i18n import gettext as _
from zhenshu.i18n import listed
from zhenshu.problems import Problem, nearest
from zhenshu.prose import WRITTEN
from zhenshu.source import read_toml
from zhenshu.terms import Terms

UNKNOWN = "unknown"
Kind = Literal["number", "term", "terms", "counts", "keywords", "card", "flag", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Wrong and remedy of a value that does not fit.
Fault = tuple[str, str]


@dataclass(frozen=True)
class Field:
    """One fact: its id, what values it takes and where it shows."""

    id: str
    kind: Kind
    group: str = ""
    values: tuple[str, ...] = ()
    label: str = ""
    unit: str = ""
    only: tuple[str, ...] = ()
    allows: tuple[str, ...] = ()
    optional: bool = False
    derived: bool = False
    facet: bool = False
    column: bool = False
    back: bool = False
    help: str = ""

    def applies(self, types: Iterable[str]) -> bool:
        """Whether a card of these types has this fact."""
        return not self.only or any(kind in self.only for kind in types)

    def fault(self, value: Any, known: "Known") -> Fault | None:
        """What is wrong with a value, or None if it is right or `unknown`."""
        if value == UNKNOWN:
            return None
        return _CHECKS[self.kind](self, value, known)


@dataclass(frozen=True)
class Known:
    """What a value may name: terms, the keywords of the game with whether each has a
    number, and its cards."""

    terms: Terms
    keywords: Mapping[str, bool]
    cards: Iterable[str]


def _number(field: Field, value: Any, known: Known) -> Fault | None:
    if value in field.allows:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return None
    if value in (0, None, "", "-"):
        return _("has no number"), _("Write the printed number, or unknown.")
    return (
        _("is {value}, not a whole number of 0 or more").format(value=value),
        _("Write digits, or {others}.").format(others=listed((*field.allows, UNKNOWN))),
    )


def _term(field: Field, value: Any, known: Known) -> Fault | None:
    if not isinstance(value, str):
        return _("is not a single term"), _("Write one id of the group {group}.").format(
            group=field.group
        )
    return _one_of(field, value, known)


def _one_of(field: Field, value: str, known: Known) -> Fault | None:
    ids = field.values or tuple(known.terms.groups.get(field.group, ()))
    if value in ids:
        return None
    meant = known.terms.find(field.group, value)
    if meant in ids:
        return _("uses a name, {name}").format(name=value), _("Write its id, {id}.").format(
            id=meant
        )
    near = nearest(value, ids)
    remedy = _("Did you mean `{near}`?").format(near=near) if near else ""
    if not remedy:
        remedy = _("Known are {ids}.").format(ids=listed(ids[:12]))
        if len(ids) > 12:
            remedy = _("Add it to the group [{group}] of content/terms.toml.").format(
                group=field.group
            )
    return _("has an unknown term, {name}").format(name=value), remedy


def _terms(field: Field, value: Any, known: Known) -> Fault | None:
    if not isinstance(value, list):
        return _("is not a list"), _("Write it in brackets, [{value}].").format(value=value)
    for item in value:
        if fault := _term(field, item, known):
            return fault
    return _repeated(value)


def _repeated(value: list[str]) -> Fault | None:
    twice = next((item for item in value if value.count(item) > 1), None)
    if twice is None:
        return None
    return _("names {name} twice").format(name=twice), _("Keep one of them.")


def _counts(field: Field, value: Any, known: Known) -> Fault | None:
    if not isinstance(value, dict):
        return _("is not a map of numbers"), _("Write {form}.").format(form="{wei: 2}")
    for term, count in value.items():
        if fault := _one_of(field, term, known):
            return fault
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            return _("counts {term} as {count}").format(term=term, count=count), _(
                "Write a whole number of 1 or more."
            )
    return None


def _keywords(field: Field, value: Any, known: Known) -> Fault | None:
    if not isinstance(value, list):
        return _("is not a list"), _("Write it in brackets, [{value}].").format(value=value)
    for item in value:
        keyword, colon, number = str(item).partition(":")
        if keyword not in known.keywords:
            near = nearest(keyword, known.keywords)
            remedy = (
                _("Did you mean `{near}`?").format(near=near)
                if near
                else _("Add its file under keywords/.")
            )
            return _("has an unknown keyword, {name}").format(name=keyword), remedy
        # What a text speaks of or gives may be the keyword in general; what a card has may not.
        if field.id == "keywords" and bool(colon) != known.keywords[keyword]:
            remedy = _("Write {keyword} alone.") if colon else _("Write {keyword}:2.")
            wrong = _("gives {keyword} a number") if colon else _("gives {keyword} no number")
            return wrong.format(keyword=keyword), remedy.format(keyword=keyword)
        counted = number == "X" or (number.isascii() and number.isdecimal())
        if colon and not (counted or known.terms.get("subject", number)):
            return (
                _("gives {keyword} the number {number}").format(keyword=keyword, number=number),
                _("Write digits, X, or an id of the group [subject] of content/terms.toml."),
            )
    return None


def _card(field: Field, value: Any, known: Known) -> Fault | None:
    if isinstance(value, str) and value in known.cards:
        return None
    near = nearest(str(value), known.cards)
    return (
        _("names a card that is not there, {name}").format(name=value),
        _("Did you mean `{near}`?").format(near=near)
        if near
        else _("Write it as game/set/number."),
    )


def _flag(field: Field, value: Any, known: Known) -> Fault | None:
    if isinstance(value, bool):
        return None
    return _("is {value}").format(value=value), _("Write true or false.")


def _text(field: Field, value: Any, known: Known) -> Fault | None:
    """English alone, or a text in both written languages; a line is an ability."""
    texts = list(value.values()) if isinstance(value, dict) else [value]
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        return _("is not a text"), _("Write it in double quotes, or unknown.")
    if isinstance(value, dict):
        if sorted(value) != sorted(WRITTEN):
            return _("has not just the two written languages"), _("Write {form}.").format(
                form='{en: "…", zh-Hans: "…"}'
            )
        if len({text.count("\n") for text in texts}) > 1:
            return _("has more lines in one language than in the other"), _(
                "Give each ability one line in both."
            )
    return None


_CHECKS: dict[str, Callable[[Field, Any, Known], Fault | None]] = {
    "number": _number,
    "term": _term,
    "terms": _terms,
    "counts": _counts,
    "keywords": _keywords,
    "card": _card,
    "flag": _flag,
    "text": _text,
}


def load(root: Path, game: str, terms: Terms, problems: list[Problem]) -> dict[str, Field]:
    """The facts of a game's cards, by id, in page order."""
    name = f"content/{game}/fields.toml"
    path = root / name
    if not path.is_file():
        problems.append(
            Problem(
                name,
                1,
                _("The game has no fields.toml."),
                _("Copy another game's and say what its cards have."),
            )
        )
        return {}
    found = read_toml(path, name, problems)
    if found is None:
        return {}
    tables, text = found
    lines = {line.strip("[] "): n for n, line in enumerate(text.split("\n"), 1) if line[:1] == "["}
    fields: dict[str, Field] = {}
    for key, given in tables.items():
        faults = list(_field_faults(key, given, terms))
        problems.extend(
            Problem(name, lines.get(key, 1), _("Field `{id}` {wrong}.").format(id=key, wrong=wrong))
            for wrong in faults
        )
        if not faults:
            given = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
            fields[key] = Field(id=key, **{"label": key, **given})
    return fields


def _field_faults(id: str, given: Any, terms: Terms) -> Iterable[str]:
    if not isinstance(given, dict):
        yield _("is not a table")
        return
    lists, flags = ("values", "only", "allows"), ("optional", "derived", "facet", "column", "back")
    for key, value in given.items():
        if key in lists:
            right = isinstance(value, list) and all(isinstance(item, str) for item in value)
        else:
            right = isinstance(value, bool if key in flags else str)
        if not right:
            yield _("has a {key} of the wrong type").format(key=key)
            return
    for key in given:
        if key == "id" or key not in Field.__dataclass_fields__:
            yield _("has an unknown key, {key}").format(key=key)
    if given.get("kind") not in KINDS:
        yield _("has the kind {kind}, which is none of {kinds}").format(
            kind=given.get("kind"), kinds=listed(KINDS)
        )
    if given.get("group") and given["group"] not in terms.groups:
        yield _("has an unknown group, {value}").format(value=given["group"])
    for term in given.get("values", ()):
        if terms.get(given.get("group", ""), term) is None:
            yield _("allows {value}, which is no term").format(value=term)
    if terms.get("field", given.get("label", id)) is None:
        yield _("has no label: [field] of content/terms.toml lacks {value}").format(
            value=given.get("label", id)
        )
    if given.get("unit") and terms.get("unit", given["unit"]) is None:
        yield _("has an unknown unit, {value}").format(value=given["unit"])
