"""What the help page prints: every field and examples, made from what the parser uses."""

from typing import Any

from zhenshu.chinese import in_three
from zhenshu.i18n import LANGUAGES, translate
from zhenshu.search.query.parser import parse
from zhenshu.search.query.say import say
from zhenshu.search.query.vocabulary import Vocabulary, Words, vocabulary

Json = dict[str, Any]
# The language in which readers are shown the other names.
OTHER = {"zh-Hant": "en", "zh-Hans": "en", "en": "zh-Hans"}
# Groups of terms that are few and stand nowhere else.
SHOWN_GROUPS = ("in", "flag", "lang")


def help_of(catalog: Words) -> Json:
    """`fields` and `examples`, each text of them by language.

    A field or setting has `names` in the reader's language and `others` in the `other` language,
    with spaces between, whether it is `compared` by size, what `:` `means`, and the `known` names
    of its values if they are few. An example is a `query` and how it is `said`.
    """
    words = {language: vocabulary(catalog, language) for language in LANGUAGES}
    search = catalog.search
    specs = {**search["fields"], **search["settings"]}
    return {
        "fields": [_field(id, spec, words) for id, spec in specs.items()],
        "other": OTHER,
        "examples": [_example(query, words) for query in search["examples"]],
    }


def _field(id: str, spec: Json, words: dict[str, Vocabulary]) -> Json:
    names = in_three({language: " ".join(given) for language, given in spec["names"].items()})
    return {
        "names": names,
        "others": {language: names[other] for language, other in OTHER.items()},
        "compared": spec.get("kind") == "number",
        "means": in_three(spec["means"]),
        "known": {language: _values(words[language], id) for language in LANGUAGES},
    }


def _values(words: Vocabulary, id: str) -> str:
    return translate(", ", words.language).join(_known(words, id))


def _known(words: Vocabulary, id: str) -> list[str]:
    if id in words.settings:
        fields = [field for field, spec in words.fields.items() if spec["kind"] == "number"]
        numbers = [words.label(field) for field in fields] if id == "sort" else []
        return [*numbers, *(term.shown for term in words.terms(id))]
    groups = [group for group in words.fields[id]["groups"] if group in SHOWN_GROUPS]
    # What has a space in a sentence is typed as its id.
    terms = words.terms(*groups)
    return [term.id if " " in term.shown else term.shown for term in terms]


def _example(query: Json, words: dict[str, Vocabulary]) -> Json:
    texts = in_three(query)
    said = {lang: say(parse(texts[lang], words[lang]), words[lang])["text"] for lang in LANGUAGES}
    return {"query": texts, "said": said}
