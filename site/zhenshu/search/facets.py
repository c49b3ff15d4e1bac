"""How many of the cards found have each value, for those who would rather choose than write."""

from collections.abc import Callable, Iterator
from typing import Any

from zhenshu.fields import UNKNOWN
from zhenshu.search.library import Bits, Library
from zhenshu.search.query.vocabulary import Term, Vocabulary

FACETS = ("game", "faction", "element", "type", "keyword", "cost")
"""The fields that have facets, in the order they are shown."""


def counted(
    library: Library, field: str, found: Bits, terms: list[str]
) -> Iterator[tuple[str, int]]:
    """The values of a field that cards among those found have, with how many: `terms` in their
    order; numbers by size, then X and unknown."""
    if field == "cost":
        having = library.numbers[field].having
        values = sorted(having, key=_number_order)
        sets = [(str(value), having[value]) for value in values]
    else:
        column = library.keywords if field == "keyword" else library.terms[field]
        sets = [(term, column.having.get(term, 0)) for term in dict.fromkeys(terms)]
    for value, those in sets:
        if count := (those & found).bit_count():
            yield value, count


def _number_order(value: int | str) -> tuple[int, int]:
    return (0, value) if isinstance(value, int) else (1 + (value == UNKNOWN), 0)


Toggle = Callable[[str, str], tuple[bool, str]]
"""From a field and a value: whether the query says it, and the query with that turned round."""


def facets(
    library: Library, found: Bits, words: Vocabulary, toggle: Toggle
) -> list[dict[str, Any]]:
    """The facets of what was found, in the words of the reader's language."""
    shown = []
    for field in FACETS:
        names = {term.id: term.shown for term in _terms(words, field)}
        values = []
        for value, count in counted(library, field, found & library.kinds["card"], [*names]):
            on, query = toggle(field, value)
            name = names.get(value, value)
            values.append({"id": value, "name": name, "count": count, "on": on, "query": query})
        if values:
            shown.append({"field": field, "label": words.label(field), "values": values})
    return shown


def _terms(words: Vocabulary, field: str) -> list[Term]:
    return words.terms("value") if field == "cost" else words.field_terms(field)
