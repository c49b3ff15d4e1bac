"""Card files: `content/<game>/cards/<set>/<slug>.md`, checked against the game's fields."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from zhenshu import memory, prose, shape, source
from zhenshu.fields import UNKNOWN, Field, Known
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem, nearest
from zhenshu.shape import Key
from zhenshu.source import Document
from zhenshu.terms import ID, Names, traditional_in_hans, wrong_in_hant

# What every card of every game has beside the fields of its game.
NAME_LANGUAGES = ("en", "zh-Hans", "zh-Hant", "fr")


@dataclass(frozen=True)
class Face:
    """One face of a card: its printed number and its facts by field id."""

    number: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Card:
    """A card as its file gives it.

    `number` is the printed number, or `unknown`. `printings` are other numbers of the same card,
    as (number, set). `sources` are (source id, place in it). `differs` holds, by source id, the
    facts another source gives instead. `notes` are by written language.
    """

    game: str
    set: str
    slug: str
    names: Names
    front: Face
    back: Face | None
    printings: tuple[tuple[str, str], ...]
    sources: tuple[tuple[str, str], ...]
    differs: Mapping[str, Mapping[str, Any]]
    notes: Mapping[str, str]
    document: Document = field(repr=False)

    @property
    def id(self) -> str:
        return f"{self.game}/{self.set}/{self.slug}"

    @property
    def types(self) -> list[str]:
        types = self.front.facts.get("type", [])
        return [kind for kind in _list(types) if isinstance(kind, str)]


def common(fields: Mapping[str, Field], sets: Iterable[str]) -> dict[str, Key]:
    """The shape of a card's front matter; each fact is checked apart."""
    printed = shape.record({"number": Key(_number), "set": Key(shape.one_of(*sets))})
    facts = {name: Key(shape.anything, required=False) for name in fields}
    return {
        "name": Key(shape.languages((), NAME_LANGUAGES)),
        "ours": Key(shape.flag, required=False),
        "number": Key(_number),
        "printings": Key(shape.list_of(printed), required=False),
        **facts,
        "back": Key(shape.anything, required=False),
        "differs": Key(shape.map_of(shape.anything), required=False),
        "sources": Key(shape.list_of(shape.text)),
        "encoded": Key(shape.one_of("full", "partial"), required=False),
        "abilities": Key(shape.anything, required=False),
    }


def _number(value: Any) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """A printed number: `187`, `29/36`, `BP01-L-035*`."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return
    if not isinstance(value, str) or not value or len(value) > 40 or set(value) & set("<> \n"):
        yield (
            (),
            _("is not a printed number"),
            _("Write it as on the card, or unknown."),
        )


def load(
    root: Path,
    game: str,
    fields: Mapping[str, Field],
    sets: Iterable[str],
    sources: Iterable[str],
    problems: list[Problem],
) -> list[Card]:
    """Every card of a game, in order of set and slug. Facts are checked by `check_facts`, when
    all names are known."""
    sets, sources = list(sets), list(sources)
    shaped = common(fields, sets)
    rules = hashlib.blake2b(repr((fields, sets, sources)).encode(), digest_size=16).digest()
    folder = root / "content" / game / "cards"

    def one(path: Path, name: str, wrong: list[Problem]) -> Card | None:
        document = source.read(path, name, wrong)
        if document is None or not document.data:
            return None
        wrong.extend(shape.problems(document, shaped))
        wrong.extend(_name_problems(document))
        wrong.extend(source_problems(document, sources))
        return build(document, game, path.parent.name, path.stem, fields, wrong)

    found: list[Card] = []
    for path in sorted(folder.rglob("*")):
        if path.parent == folder and path.is_dir():
            continue
        name = path.relative_to(root).as_posix()
        misplaced = _misplaced(path, folder, name, sets)
        if misplaced:
            problems.append(misplaced)
            continue
        key = ("card", name, source.state(path), rules)
        card = memory.unless_wrong(key, partial(one, path, name), problems)
        if card:
            found.append(card)
    order = {name: position for position, name in enumerate(sets)}
    found.sort(key=lambda card: (order[card.set], card.slug))
    problems.extend(_twice(found))
    return found


def _misplaced(path: Path, folder: Path, name: str, sets: list[str]) -> Problem | None:
    parts = path.relative_to(folder).parts
    if len(parts) != 2 or path.suffix != ".md":
        return Problem(
            name,
            1,
            _("This is no place for a card."),
            _("Cards are cards/<set>/<number>.md."),
        )
    if parts[0] not in sets:
        near = nearest(parts[0], sets)
        return Problem(
            name,
            1,
            _("The set {id} is not in game.md.").format(id=parts[0]),
            _("Did you mean `{near}`?").format(near=near) if near else _("Add it under `sets`."),
        )
    if not ID.fullmatch(path.stem):
        return Problem(
            name,
            1,
            _("`{id}` is not an id.").format(id=path.stem),
            _("Use small letters, digits and single hyphens."),
        )
    return None


def _name_problems(document: Document) -> Iterator[Problem]:
    name = document.data.get("name")
    if isinstance(name, dict) and not name:
        yield document.problem(("name",), _("The card has no name."), _('Write {zh-Hans: "…"}.'))


def source_problems(document: Document, known: Iterable[str]) -> Iterator[Problem]:
    """Sources that the game does not list."""
    given = document.data.get("sources")
    if given == []:
        yield document.problem(
            ("sources",),
            _("The card names no source."),
            _("Write the ids of the sources its facts come from."),
        )
    places = [(("sources", i), s) for i, s in enumerate(given)] if isinstance(given, list) else []
    differs = document.data.get("differs")
    places += [(("differs", s), s) for s in differs] if isinstance(differs, dict) else []
    for where, text in places:
        if not isinstance(text, str):
            continue
        id = text.partition(":")[0]
        if id not in known:
            near = nearest(id, known)
            yield document.problem(
                where,
                _("The source {id} is not in game.md.").format(id=id),
                _("Did you mean `{near}`?").format(near=near)
                if near
                else _("Add it under `sources`."),
            )


def build(
    document: Document,
    game: str,
    set_id: str,
    slug: str,
    fields: Mapping[str, Field],
    problems: list[Problem] | None = None,
) -> Card | None:
    """The card of a file whose shape was checked; None if it has no name to go by."""
    data = document.data
    name = data.get("name")
    if not isinstance(name, dict) or not all(isinstance(v, str) for v in name.values()):
        return None
    body = prose.sections(document, [] if problems is None else problems, ())
    notes = {language: text for language, (text, _line) in body.items()}
    back = data.get("back")
    return Card(
        game=game,
        set=set_id,
        slug=slug,
        names=Names.of(name, bool(data.get("ours"))),
        front=Face(str(data.get("number", UNKNOWN)), _facts(data, fields)),
        back=Face(str(back.get("number", UNKNOWN)), _facts(back, fields))
        if isinstance(back, dict)
        else None,
        printings=tuple(
            (str(p["number"]), str(p["set"]))
            for p in _list(data.get("printings"))
            if isinstance(p, dict) and {"number", "set"} <= p.keys()
        ),
        sources=tuple(
            (s.partition(":")[0], s.partition(":")[2])
            for s in _list(data.get("sources"))
            if isinstance(s, str)
        ),
        differs=data["differs"] if isinstance(data.get("differs"), dict) else {},
        notes=notes,
        document=document,
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _facts(data: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    return {name: data[name] for name in fields if name in data}


def _twice(cards: list[Card]) -> Iterator[Problem]:
    """Two cards with one number, printings counted."""
    seen: dict[tuple[str, str], Card] = {}
    for card in cards:
        numbers = [(card.set, card.front.number)]
        numbers += [(set_id, number) for number, set_id in card.printings]
        for key in numbers:
            if key[1] == UNKNOWN:
                continue
            first = seen.setdefault(key, card)
            if first is not card:
                yield card.document.problem(
                    ("number",),
                    _("The number {number} is taken by {other}.").format(
                        number=key[1], other=first.document.path
                    ),
                    _("Correct one of the two, or list it under `printings` there."),
                )


def check_facts(card: Card, fields: Mapping[str, Field], known: Known) -> Iterator[Problem]:
    """Missing, misplaced and wrong facts of a card, on both faces and in `differs`."""
    data = card.document.data
    kind = fields.get("type")
    # Which facts a card of a mistaken type has, nobody can tell: only the mistake is told.
    mistaken = kind and kind.fault(data.get("type", UNKNOWN), known)
    types = [] if mistaken else card.types
    yield from _check_face(card, fields, known, types, data, ())
    back = data.get("back")
    if back is not None:
        if not isinstance(back, dict):
            yield card.document.problem(("back",), _("`back` is not a map."))
            return
        two_sided = {name: field for name, field in fields.items() if field.back}
        for key in back:
            if key != "number" and key not in two_sided:
                yield card.document.problem(
                    ("back", key), _("`{key}` is no fact of a back.").format(key=key)
                )
        yield from _check_face(card, two_sided, known, types, back, ("back",))
    for source_id, facts in card.differs.items():
        for name, value in facts.items() if isinstance(facts, dict) else ():
            yield from _check_one(card, fields, known, name, value, ("differs", source_id, name))


def _check_face(
    card: Card,
    fields: Mapping[str, Field],
    known: Known,
    types: list[str],
    data: Mapping[str, Any],
    where: tuple[str, ...],
) -> Iterator[Problem]:
    for name, spec in fields.items():
        if name in data:
            if types and not spec.applies(types):
                yield card.document.problem(
                    (*where, name),
                    _("`{key}` is no fact of a {types}.").format(key=name, types=" ".join(types)),
                    _("Delete the line, or correct `type`."),
                )
            else:
                yield from _check_one(card, fields, known, name, data[name], (*where, name))
        elif spec.applies(types) and not spec.optional:
            yield card.document.problem(
                where,
                _("`{key}` is missing.").format(key=name),
                _("Write unknown if no source says it."),
            )


def _check_one(
    card: Card,
    fields: Mapping[str, Field],
    known: Known,
    name: str,
    value: Any,
    where: tuple[str, ...],
) -> Iterator[Problem]:
    spec = fields.get(name)
    if spec is None:
        yield card.document.problem(where, _("`{key}` is not a known key.").format(key=name))
        return
    fault = spec.fault(value, known)
    if fault:
        yield card.document.problem(
            where, _("`{key}` {wrong}.").format(key=name, wrong=fault[0]), fault[1]
        )
    elif spec.kind == "text" and isinstance(value, dict):
        path, line = card.document.path, card.document.line(*where, "zh-Hans")
        yield from traditional_in_hans(value["zh-Hans"], path, line)
        yield from wrong_in_hant(value["zh-Hans"], known.terms.forbidden, path, line)
