"""How many of the cards found have each value, for those who would rather choose than write."""

from collections.abc import Callable, Iterator
from typing import Any

from zhenshu.fields import UNKNOWN
from zhenshu.search.library import Bits, Library
from zhenshu.search.query.vocabulary import Term, Vocabulary


def counted(
    library: Library, field: str, found: Bits, terms: list[str], alone: bool
) -> Iterator[tuple[str, int]]:
    """The values of a field that cards among those found have, or have alone, with how many:
    `terms` in their order; numbers by size, then X and unknown."""
    if field in library.numbers:
        numbers = library.numbers[field].having
        sets = [(str(value), numbers[value]) for value in sorted(numbers, key=_number_order)]
    else:
        column = library.keywords if field == "keyword" else library.terms[field]
        those = column.exactly if alone else column.having
        sets = [(term, those.get(term, 0)) for term in dict.fromkeys(terms)]
    for value, having in sets:
        if count := (having & found).bit_count():
            yield value, count


def _number_order(value: int | str) -> tuple[int, int]:
    return (0, value) if isinstance(value, int) else (1 + (value == UNKNOWN), 0)


Toggle = Callable[[str, str], tuple[bool, str]]
"""From a field and a value: whether the query says it, and the query with that turned round."""


Choice = Callable[[str], tuple[Bits, bool]]
"""From a field to what a choice of its values is made among: what would be found if the query took
none of them. And whether it takes cards that have a value alone."""


def facets(
    library: Library, words: Vocabulary, among: Choice, toggle: Toggle
) -> list[dict[str, Any]]:
    """The facets of what was found, in the words of the reader's language. A value that is not
    chosen counts the cards that come in with it."""
    shown = []
    for field in words.offer["facets"]:
        names = {term.id: term.shown for term in _terms(words, field)}
        found, alone = among(field)
        values = []
        cards = found & library.kinds["card"]
        for value, count in counted(library, field, cards, [*names], alone):
            on, query = toggle(field, value)
            name = names.get(value, value)
            values.append({"id": value, "name": name, "count": count, "on": on, "query": query})
        if values:
            shown.append({"field": field, "label": words.label(field), "values": values})
    return shown


def _terms(words: Vocabulary, field: str) -> list[Term]:
    is_number = words.fields[field]["kind"] == "number"
    return words.terms("value") if is_number else words.field_terms(field)
