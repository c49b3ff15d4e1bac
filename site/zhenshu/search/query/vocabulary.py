"""The words a query may use, as JSON for both implementations, and ready to be looked up.

`vocabulary` makes it from a catalogue and its content/search.toml for the readers of a language:
    language   of the reader; the names of all languages are understood, those of one are shown
    hant hans  characters that fold to one of the names below, and what each folds to
    fields     by id: kind, kinds, groups, covers, patterns, and `names`, pairs of a folded name and
               the name as it is shown; the first of `shown` is what the site writes
    settings   `sort` and `as`, with names as above
    groups     terms in their order: [id, shown, folded names joined by |, folded pinyin]
    keywords   [game/id, shown, folded names, folded pinyin, pattern for one with a number]
    rulings    ids by game
    titles     of rulings, by game/id
    rules      by game and section, how many paragraphs it has
    offer      fields by what the site does with them of itself
    say, problem    patterns
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from zhenshu import chinese
from zhenshu.i18n import LANGUAGES
from zhenshu.search.fold import conversions, fold

Json = Mapping[str, Any]
NUMBERED = re.compile(r"(.*[^0-9])(x|[0-9]{1,6})")


class Words(Protocol):
    """What is read of a catalogue."""

    @property
    def search(self) -> Json: ...
    @property
    def games(self) -> Mapping[str, Json]: ...
    def term_ids(self, group: str) -> list[str]: ...
    def term(self, group: str, id: str) -> Json: ...
    def keywords(self, game: str) -> Mapping[str, Json]: ...
    def rulings(self, game: str) -> Mapping[str, Json]: ...
    def chapters(self, game: str) -> Iterable[Json]: ...


def vocabulary(catalog: Words, language: str) -> "Vocabulary":
    """The words of a catalogue for the readers of a language."""
    table = catalog.search
    groups = {group for spec in table["fields"].values() for group in spec["groups"]}
    made = {
        "language": language,
        "fields": {id: _field(spec, language) for id, spec in table["fields"].items()},
        "settings": {id: _named(given, language) for id, given in table["settings"].items()},
        "groups": {
            group: _group(catalog, group, language)
            for group in (*sorted(groups), "sort", "as", "value")
        },
        "keywords": [row for game in catalog.games for row in _keywords(catalog, game, language)],
        "rulings": {game: list(catalog.rulings(game)) for game in catalog.games},
        "titles": {
            f"{game}/{id}": ruling["question"][language]
            for game in catalog.games
            for id, ruling in catalog.rulings(game).items()
        },
        "rules": {game: _sections(catalog.chapters(game)) for game in catalog.games},
        "offer": table["offer"],
        "say": _spoken(table["say"], language),
        "problem": _spoken(table["problem"], language),
    }
    keys = [row[2] for rows in made["groups"].values() for row in rows]
    keys += [row[2] for row in made["keywords"]]
    keys += [key for spec in _with_names(made) for key, _shown in spec["names"]]
    hant, hans = conversions(set("".join(keys)))
    return Vocabulary({**made, "hant": hant, "hans": hans})


def _field(spec: Json, language: str) -> Json:
    return {
        **_named(spec, language),
        "kind": spec["kind"],
        "kinds": spec["kinds"],
        "groups": spec["groups"],
        "covers": spec["covers"],
        "patterns": _spoken(spec["patterns"], language),
    }


def _named(given: Json, language: str) -> Json:
    names = given["names"]
    pairs: dict[str, str] = {}
    for lang in _reading_order(language):
        for name in names[lang]:
            pairs.setdefault(fold(name), _script(name, language))
    return {"names": list(map(list, pairs.items()))}


def _reading_order(language: str) -> tuple[str, str]:
    return ("en", "zh-Hans") if language == "en" else ("zh-Hans", "en")


def _script(text: str, language: str) -> str:
    return chinese.to_hant(text) if language == "zh-Hant" else text


def _spoken(given: Any, language: str) -> Any:
    """Patterns in a language, all others left out."""
    if "en" not in given:
        return {key: _spoken(below, language) for key, below in given.items()}
    said = given[_reading_order(language)[0]]
    if isinstance(said, list):
        return [_script(text, language) for text in said]
    return _script(said, language)


def _group(catalog: Words, group: str, language: str) -> list[list[str]]:
    search = catalog.search
    own = search["values"] if group == "value" else search["terms"].get(group)
    if own is not None:
        return [_own_row(id, names, language) for id, names in own.items()]
    if group == "game":
        return [_row(id, game["name"], language) for id, game in catalog.games.items()]
    if group == "set":
        return [
            _row(f"{slug}/{code}", given["name"], language, code)
            for slug, game in catalog.games.items()
            for code, given in game["sets"].items()
        ]
    return [_row(id, catalog.term(group, id), language) for id in catalog.term_ids(group)]


def _own_row(id: str, names: Json, language: str) -> list[str]:
    shown = _script(names[_reading_order(language)[0]][0], language)
    return [id, shown, _keys((id, *names["en"], *names["zh-Hans"])), _sound(names["zh-Hans"][0])]


def _row(id: str, names: Json, language: str, *more: str) -> list[str]:
    hans = names.get("zh-Hans")
    given = [name for key, name in names.items() if key in (*LANGUAGES, "fr") and name]
    shown = names.get(language) or (given[0] if given else id)
    return [id, shown, _keys((*more, id, *given)), _sound(hans)]


def _keywords(catalog: Words, game: str, language: str) -> Iterable[list[str]]:
    for id, record in catalog.keywords(game).items():
        row = _row(id, record["name"], language)
        pattern = record["pattern"][language] if record["pattern"] else ""
        yield [f"{game}/{id}", *row[1:], pattern]


def _keys(names: Iterable[str]) -> str:
    return "|".join(dict.fromkeys(filter(None, map(fold, names))))


def _sound(hans: str | None) -> str:
    return fold(chinese.pinyin(hans)) if hans else ""


def _sections(chapters: Iterable[Json]) -> dict[str, int]:
    """How many paragraphs each section has; they are numbered from 1 on."""
    counts: dict[str, int] = {}
    for chapter in chapters:
        for block in chapter["blocks"]:
            if not block["level"]:
                section, _dot, number = block["id"].rpartition(".")
                counts[section] = max(counts.get(section, 0), int(number))
    return counts


def _with_names(json: Json) -> list[Json]:
    return [*json["fields"].values(), *json["settings"].values()]


class Term:
    """A term ready to be looked up: what is shown of it, its folded names and their sound."""

    def __init__(self, row: list[str]):
        self.id, self.shown, keys, self.sound = row[:4]
        self.keys = tuple(keys.split("|"))
        self.pattern = row[4] if len(row) > 4 else ""

    def rank(self, folded: str) -> int:
        """How well a folded word names the term: 0 is its name, 1 its sound or the beginning of
        its name, 2 the beginning of its sound, 3 is not at all."""
        if folded in self.keys:
            return 0
        if folded == self.sound or any(key.startswith(folded) for key in self.keys):
            return 1
        return 2 if self.sound.startswith(folded) else 3


class Vocabulary:
    """The JSON of a vocabulary, ready to be looked up."""

    def __init__(self, json: dict[str, Any]):
        self._json = json
        self.language: str = json["language"]
        self.fields: dict[str, Json] = json["fields"]
        self.settings: dict[str, Json] = json["settings"]
        self.rulings: dict[str, list[str]] = json["rulings"]
        self.titles: dict[str, str] = json["titles"]
        self.rules: dict[str, dict[str, int]] = json["rules"]
        self.offer: dict[str, list[str]] = json["offer"]
        self.say: dict[str, Json] = json["say"]
        self.problem: dict[str, Json] = json["problem"]
        self.keywords = [Term(row) for row in json["keywords"]]
        self._groups = {group: [*map(Term, rows)] for group, rows in json["groups"].items()}
        named = {**self.fields, **self.settings}
        # How clauses are written for readers, by field and value; filled by edit.py.
        self.written: dict[tuple[str, str], str] = {}
        # Folded names of fields and settings: the id, and the name as it is shown.
        self.names = {
            key: (id, shown) for id, spec in named.items() for key, shown in spec["names"]
        }
        # By the folded name or sound of a value, its field.
        self.named: dict[str, str] = {}
        for field in self.offer["bare"]:
            for term in self.field_terms(field):
                for key in filter(None, (*term.keys, term.sound)):
                    self.named.setdefault(key, field)
        # Of `names`, the fields with numbers.
        self.numbers = {
            key: (id, shown)
            for key, (id, shown) in self.names.items()
            if id in self.fields and self.fields[id]["kind"] == "number"
        }

    def as_json(self) -> dict[str, Any]:
        return self._json

    def terms(self, *groups: str) -> list[Term]:
        """The terms of some groups, in order."""
        return [term for group in groups for term in self._groups[group]]

    def field_terms(self, field: str) -> list[Term]:
        """The terms a field may have; keywords for one of that kind."""
        if self.fields[field]["kind"] == "keyword":
            return self.keywords
        return self.terms(*self.fields[field]["groups"])

    def label(self, id: str) -> str:
        """What a field or setting is called."""
        named = self.fields.get(id) or self.settings[id]
        return str(named["names"][0][1])
