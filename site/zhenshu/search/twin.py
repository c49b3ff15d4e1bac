"""The static twin of the index: the files from which the browser answers.

`<language>.json` is all that is needed to type: the words of queries, and cards and keywords with
their names and facts. `<language>.text.json` has what they say, with rulings and paragraphs, and
may come later. Both say the same `version`, so that a page can tell whether they belong together.

`<language>.json` holds, where every list goes by the order of the catalogue:
    language, games  games by id: [name, its language tag]
    vocabulary       see `query.vocabulary`; the titles come with the texts
    hant, hans       as one string each: every character that folds to another one found in these
                     files, and that other one
    read             Chinese characters, each followed by how it is read on its own
    cards, keywords  tables of entries:
        ids          [what ids have in common, the rest of each], joined by spaces
        names        by language, joined by line breaks; of Chinese only the reader's script
        other        names in the other script that fold apart, by place
        readings     joined by line breaks; left out where `read` tells, two parted by `|`,
                     a hyphen for none
    cards besides:
        numbers      printed numbers, of the front first, parted by `|` and line breaks
    keywords besides: rules
    facts            of cards:
        values       by field, the number of each face; one face without a list
        lists        by field, for fields of terms, keywords, flags and sets: [all different
                     values, the place among them of each card's]
`<language>.text.json` holds:
    cards, keywords  for each entry its lines; see `_lines`
    rulings, rules   ids, titles, lines, and rules and cards, or chapters
`keys.json`, for the print page and the board, holds ids, names, numbers, readings (see `keys`),
hant and hans of all cards.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from zhenshu.i18n import LANGUAGES, segment
from zhenshu.search.entries import Record
from zhenshu.search.facts import Columns
from zhenshu.search.fold import HAN_RANGES, conversions, fold
from zhenshu.search.keys import entry_keys
from zhenshu.search.known import Known

# As the browser cuts a name to read it: characters that have a sound, and dots.
_SOUNDED = re.compile(
    "[{}]|[·・･•‧]".format("".join(f"{chr(a)}-{chr(b)}" for a, b in HAN_RANGES[1:]))
)
UNREAD = "-"  # stands for no reading of a name that has characters


def twin(known: Known) -> dict[str, bytes]:
    """The files of the twin by name."""
    tables = {
        kind: list(found) for kind, found in groupby(known.entries, lambda each: each["kind"])
    }
    cards = tables.get("card", [])
    facts = _facts(cards, known.columns)
    files = {"keys.json": _json(_keys_file(cards))}
    for language in LANGUAGES:
        head = {
            "language": language,
            "games": known.games[language],
            "vocabulary": {
                key: value for key, value in known.vocabularies[language].items() if key != "titles"
            },
        }
        text = _json(_text(tables, language))
        main = _json(_main(tables, language) | {"facts": facts})
        used = set(main.decode()) | set(text.decode())
        hant, hans = conversions(used | set(fold("".join(sorted(used)))))
        files[f"{segment(language)}.json"] = _joined(
            _json({**head, "hant": hant, "hans": hans}), main
        )
        files[f"{segment(language)}.text.json"] = text
    version = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]
    return {name: _joined(_json({"version": version}), body) for name, body in files.items()}


def _joined(first: bytes, second: bytes) -> bytes:
    """Two JSON objects in one."""
    return first[:-1] + b"," + second[1:]


def _keys_file(cards: Sequence[Record]) -> dict[str, Any]:
    known = [entry_keys(card) for card in cards]
    hant, hans = conversions({letter for k in known for name in k.names for letter in name})
    return {
        "ids": [card["id"] for card in cards],
        "names": ["|".join(k.names) for k in known],
        "numbers": ["|".join(k.numbers) for k in known],
        "readings": ["|".join(k.readings) for k in known],
        "hant": hant,
        "hans": hans,
    }


def _main(known: Mapping[str, list[Record]], language: str) -> dict[str, Any]:
    """The tables of cards and keywords in the reader's script."""
    cards, keywords = known.get("card", []), known.get("keyword", [])
    read = _read_alone([*cards, *keywords], language)
    return {
        "read": "".join(f"{character}{sound}" for character, sound in sorted(read.items())),
        "cards": {
            **_named(cards, language, read),
            "numbers": "\n".join("|".join(card["numbers"]) for card in cards),
        },
        "keywords": {
            **_named(keywords, language, read),
            "rules": [_shared_ids(keyword["rules"]) for keyword in keywords],
        },
    }


def _facts(cards: Sequence[Record], columns: Columns) -> dict[str, Any]:
    """The facts of all cards by field; the same in every language."""
    facts = [card["facts"] for card in cards]
    lists = {
        **{field: [each["terms"].get(field) for each in facts] for field in columns.terms},
        **{field: [each[field] for each in facts] for field in ("keywords", "flags", "sets")},
    }
    return {
        "values": {
            field: [_faces(each["numbers"].get(field)) for each in facts]
            for field in columns.numbers
        },
        "lists": {field: _different(values) for field, values in lists.items()},
    }


def _named(records: Sequence[Record], language: str, read: Mapping[str, str]) -> dict[str, Any]:
    """Ids, names and readings of a table."""
    script = "zh-Hant" if language == "zh-Hant" else "zh-Hans"
    other = "zh-Hans" if language == "zh-Hant" else "zh-Hant"
    given = [{tag: name for name, tag in record["names"]} for record in records]
    shown = [tag for tag in ("en", script, "fr") if any(tag in names for names in given)]
    return {
        "ids": [
            [shared, " ".join(id.removeprefix(shared) for id in ids)]
            for shared, ids in _grouped([record["id"] for record in records])
        ],
        "names": {tag: "\n".join(names.get(tag, "") for names in given) for tag in shown},
        "other": {
            place: names[other]
            for place, names in enumerate(given)
            if other in names and fold(names[other]) != fold(names[script])
        },
        "readings": "\n".join(
            _readings(names.get(script), record["readings"], read)
            for names, record in zip(given, records, strict=True)
        ),
    }


def _grouped(ids: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Runs of ids that are alike up to their last slash."""
    for shared, found in groupby(ids, lambda id: id[: id.rindex("/") + 1]):
        yield shared, list(found)


def _shared_ids(ids: Sequence[str]) -> str:
    """Ids of one game, its name left out."""
    return " ".join(id.partition("/")[2] for id in ids)


def _read_alone(records: Iterable[Record], language: str) -> dict[str, str]:
    """How each character of the names is read on its own."""
    script = "zh-Hant" if language == "zh-Hant" else "zh-Hans"
    read: dict[str, str] = {}
    for record in records:
        name = next((name for name, tag in record["names"] if tag == script), "")
        if record["readings"]:
            for piece, sound in zip(
                _SOUNDED.findall(name), record["readings"][-1].split(" "), strict=False
            ):
                read.setdefault(piece, sound)
    return read


def _readings(name: str | None, readings: Sequence[str], read: Mapping[str, str]) -> str:
    """Readings as the table gives them: nothing where the browser can tell them itself."""
    told = " ".join(read.get(piece, "") for piece in _SOUNDED.findall(name or ""))
    if list(readings) == ([told] if told else []):
        return ""
    if not readings:
        return UNREAD
    *named, alone = readings
    return "|".join([*named, "" if alone == told else alone])


def _faces(values: Sequence[Any] | None) -> Any:
    """The numbers of the faces of a card; a card of one face has one number."""
    return None if values is None else values[0] if len(values) == 1 else values


def _different(values: Sequence[Any]) -> list[Any]:
    """All different values, and for each place which of them stands there."""
    texts = list(map(repr, values))
    different = dict(zip(texts, values, strict=True))
    places = {text: place for place, text in enumerate(different)}
    return [list(different.values()), [places[text] for text in texts]]


def _text(known: Mapping[str, list[Record]], language: str) -> dict[str, Any]:
    """What everything says to the readers of a language."""
    tables: dict[str, Any] = {
        kind + "s": [_lines(record, language) for record in known.get(kind, [])]
        for kind in ("card", "keyword")
    }
    for kind, more in (("ruling", ("cards",)), ("rule", ("chapter",))):
        records = known.get(kind, [])
        tables[kind + "s"] = {
            "ids": [record["id"] for record in records],
            "titles": [record["title"][language] for record in records],
            "lines": [_lines(record, language) for record in records],
            **{key: [record[key] for record in records] for key in ("rules", *more)},
        }
    del tables["rules"]["rules"]  # of a paragraph it is its id
    return tables


def _lines(record: Record, language: str) -> Any:
    """The lines of an entry: one as text, several as a list, [text, tag] where the language is
    another."""
    lines = [text if tag == language else [text, tag] for text, tag in record["lines"][language]]
    return lines[0] if len(lines) == 1 and isinstance(lines[0], str) else lines


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
