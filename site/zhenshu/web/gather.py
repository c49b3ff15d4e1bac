"""Collects the names that a page needs for the ids in its records."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.i18n import LANGUAGES

Record = dict[str, Any]


class Gathering:
    """Names by id, for the values of one game's facts.

    `terms` holds names by group and id, `labels` keywords as cards have them (`shoot:2`), `cards`
    the names of cards by id.
    """

    def __init__(self, catalog: Catalog, game: str):
        self._catalog = catalog
        self._game = game
        self.terms: dict[str, dict[str, Record]] = defaultdict(dict)
        self.labels: dict[str, Record] = {}
        self.cards: dict[str, Record] = {}

    def facts(self, fields: Iterable[Record], facts: Record) -> None:
        """Collect what the values of some facts name."""
        for field in fields:
            value = facts.get(field["id"], UNKNOWN)
            if value == UNKNOWN:
                continue
            kind = field["kind"]
            if kind == "term":
                self.term(field["group"], value)
            elif kind in ("terms", "counts"):
                for id in value:
                    self.term(field["group"], id)
            elif kind == "keywords":
                for given in value:
                    self.keyword(given)
            elif kind == "card":
                self.card(value)

    def term(self, group: str, id: str) -> None:
        terms = self.terms[group]
        if id not in terms:
            terms[id] = self._catalog.term(group, id)

    def keyword(self, given: str) -> None:
        if given not in self.labels:
            keyword = self._catalog.keyword(self._game, given.partition(":")[0])
            names = {
                language: self._catalog.keyword_label(self._game, given, language)
                for language in LANGUAGES
            }
            self.labels[given] = {**names, "ours": keyword["ours"]}

    def card(self, id: str) -> None:
        if id not in self.cards and (card := self._catalog.card(id)):
            self.cards[id] = {"name": card["name"], "number": card["number"]}

    def names(self) -> Record:
        """What was collected, to be part of a page's data."""
        return {"terms": self.terms, "labels": self.labels, "cards": self.cards}
