"""The data files: every card of a game as JSON, and the JSON Schema that describes them.

`data/<game>/cards.json` is stable: ids and keys are never renamed or reused; new keys may come.
"""

import json
from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN

Schema = dict[str, Any]


def cards(catalog: Catalog, game: str) -> dict[str, Any]:
    """The content of `cards.json`: the game, its content version and its cards in order."""
    record = catalog.games[game]
    return {
        "$schema": "cards.schema.json",
        "game": game,
        "name": record["name"],
        "version": catalog.version,
        "licence": "CC-BY-SA-4.0",
        "sources": record["sources"],
        "sets": record["sets"],
        "cards": catalog.cards(game),
    }


def schema(catalog: Catalog, game: str) -> Schema:
    """The JSON Schema of `cards.json`; the facts are the game's own fields."""
    fields = catalog.games[game]["fields"]
    front = {field["id"]: _fact(catalog, field) for field in fields}
    back = {field["id"]: front[field["id"]] for field in fields if field["back"]}
    number = {"type": "string", "description": "As printed; `unknown` where no source says it."}
    card = _object(
        {
            "id": {"type": "string", "description": "Permanent: game/set/slug, also the address."},
            "game": {"const": game},
            "set": {"enum": list(catalog.games[game]["sets"])},
            "slug": {"type": "string", "pattern": "^[a-z0-9-]+$"},
            "number": number,
            "name": _names("null: nobody has given a name in this language.", ("fr",)),
            "ours": {"type": "boolean", "description": "The English name is our own rendering."},
            "pinyin": {"type": "string", "description": "Of the simplified name; may be empty."},
            "printings": _list(_object({"number": number, "set": {"type": "string"}})),
            "facts": _object(front, required=()),
            "back": {
                "anyOf": [
                    {"type": "null"},
                    _object({"number": number, "facts": _object(back, required=())}),
                ]
            },
            "differs": {
                "description": "By source, the facts it gives instead.",
                "type": "object",
                "additionalProperties": _object(front, required=()),
            },
            "sources": _list(_object({"id": {"type": "string"}, "at": {"type": "string"}})),
            "note": {"anyOf": [{"type": "null"}, _names("HTML.")]},
            "playable": {"type": "boolean", "description": "The referee plays all of this card."},
            "texts": {
                "description": "By face and language, what it says; null: skills not written.",
                "type": ["object", "null"],
            },
        }
    )
    texts = {"type": "object"}
    whole = _object(
        {
            "$schema": {"type": "string"},
            "game": {"const": game},
            "name": _names("Of the game."),
            "version": {"type": "string", "description": "Changes when any content does."},
            "licence": {"type": "string"},
            "sources": texts,
            "sets": texts,
            "cards": _list(card),
        }
    )
    title = f"Cards of {catalog.games[game]['name']['en']}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **whole}


def encode(data: dict[str, Any]) -> bytes:
    """JSON as the files hold it: UTF-8, indented, and each card on a line of its own, so that
    changes show line by line."""
    around = {key: value for key, value in data.items() if key != "cards"}
    text = json.dumps(around, ensure_ascii=False, indent=1)
    if "cards" in data:
        cards = ",\n".join(f"  {json.dumps(card, ensure_ascii=False)}" for card in data["cards"])
        before = text.removesuffix("\n}")
        text = f'{before},\n "cards": [\n{cards}\n ]\n}}'
    return f"{text}\n".encode()


def _fact(catalog: Catalog, field: dict[str, Any]) -> Schema:
    """What a fact may be, by the kind of its field."""
    unknown = {"const": UNKNOWN}
    whole = {"type": "integer", "minimum": 0}
    ids = catalog.term_ids(field["group"])
    keyword = {"type": "string", "description": "A keyword's id, with its number after a colon."}
    kinds: dict[str, Schema] = {
        "number": {"anyOf": [whole, {"const": "X"}, unknown]},
        "term": {"anyOf": [{"enum": ids}, unknown]},
        "terms": {"anyOf": [_list({"enum": ids}), unknown]},
        "counts": {
            "anyOf": [
                {
                    "type": "object",
                    "propertyNames": {"enum": ids},
                    "additionalProperties": {"type": "integer", "minimum": 1},
                },
                unknown,
            ]
        },
        "keywords": {"anyOf": [_list(keyword), unknown]},
        "card": {"type": "string", "description": "The id of another card."},
        "flag": {"type": "boolean"},
        "text": {
            "anyOf": [
                _names("In our words, an ability a line; null: not yet translated."),
                unknown,
            ]
        },
    }
    label = field["label"]["en"]
    unit = f", in {field['units']['en']}" if field["units"] else ""
    derived = "; derived, stated by no source" if field["derived"] else ""
    return {"title": f"{label}{unit}{derived}", **kinds[field["kind"]]}


def _object(properties: Schema, required: tuple[str, ...] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _names(description: str, others: tuple[str, ...] = ()) -> Schema:
    name = {"type": ["string", "null"]}
    languages = ("en", "zh-Hans", "zh-Hant")
    return {
        "description": description,
        "type": "object",
        "properties": {language: name for language in (*languages, *others)},
        "required": list(languages),
        "additionalProperties": False,
    }
