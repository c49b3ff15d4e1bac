"""The server's search: from what was typed to what is answered."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from zhenshu.search import query as queries
from zhenshu.search.engine import Engine, Found
from zhenshu.search.facets import facets
from zhenshu.search.facts import Columns
from zhenshu.search.fold import plain
from zhenshu.search.index import Index
from zhenshu.search.judge import pruned
from zhenshu.search.library import Bits, Library
from zhenshu.search.marks import asked
from zhenshu.search.names import Names
from zhenshu.search.numbers import unknown_numbers
from zhenshu.search.query import regex
from zhenshu.search.shown import result
from zhenshu.searchwords import KINDS

Json = dict[str, Any]


class Answer(NamedTuple):
    """What a query is answered with; `as_json` gives what the API and the browser give too.

    `groups` holds by kind the ids of all entries found, in order.
    """

    query: str
    language: str
    parsed: queries.Query
    said: Any
    problems: list[Json]
    groups: Mapping[str, list[str]]
    left_out: int
    facets: Callable[[], list[Json]]
    suggest: Json | None

    def as_json(self, facets: bool = True) -> Json:
        parsed = self.parsed.as_json()
        return {
            "query": self.query,
            "parsed": parsed,
            "said": self.said,
            "problems": self.problems,
            "groups": [
                {"kind": kind, "count": len(ids), "ids": ids} for kind, ids in self.groups.items()
            ],
            "left_out": self.left_out,
            "facets": self.facets() if facets else [],
            "suggest": self.suggest,
            "as": parsed["as"] or "list",
        }


class Ids(NamedTuple):
    """The ids of what answers a query, by kind and in order, and how many entries were left out
    because nobody knows whether they do."""

    groups: dict[str, list[str]]
    left_out: int


class Searcher:
    """Answers queries from an index. Threads may share it; it does not see later builds."""

    def __init__(self, index: Index):
        library = Library(index.entries, Columns(*index.words["columns"]))
        library.prepare()
        self._library = library
        self._engine = Engine(library, Names(library, index, lambda s: regex.compile(s, plain)))
        self._games = index.words["games"]
        self._words = {
            language: queries.Vocabulary(words)
            for language, words in index.words["vocabularies"].items()
        }

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the index that `build` made in a folder. Raises FileNotFoundError without one."""
        return cls(Index.open(folder))

    def answer(self, text: str, language: str, seed: str = "") -> Answer:
        """The answer to what a reader of a language typed. A seed settles what `sort:random`
        means."""
        words = self._words[language]
        parsed = queries.parse(text, words)
        found = self._find(parsed, language, seed)
        tree = parsed.as_json()["tree"]
        unknown = () if found.groups else unknown_numbers(tree, self._library)
        problems = [
            {
                **problem.as_json(),
                "message": queries.message(problem, words),
                "fixed": [queries.fixed(text, problem, near) for near in problem.near],
            }
            for problem in (*parsed.problems, *unknown)
        ]

        def among(field: str) -> tuple[Bits, bool]:
            own = queries.chosen(parsed, field, words)
            if own is None:
                return found.yes, False
            others = [part.as_json() for part in queries.top(parsed.tree) if part is not own]
            tree = pruned({"kind": "and", "parts": others})
            yes = self._engine.truth(tree, language).yes if tree else self._library.all
            return yes, own.op == "="

        def toggled(field: str, value: str) -> tuple[bool, str]:
            on = queries.says(parsed, field, value) is not None
            return on, queries.toggled(text, parsed, field, value, words)

        return Answer(
            text,
            language,
            parsed,
            queries.say(parsed, words),
            problems,
            self._ids(found),
            found.left_out,
            lambda: facets(self._library, words, among, toggled),
            None if found.groups else self._suggested(text, parsed, language),
        )

    def find(
        self, parsed: Json, language: str, kinds: Sequence[str] = KINDS, seed: str = ""
    ) -> Ids:
        """What answers a parsed query, as JSON, among some kinds of entry."""
        found = self._engine.find(parsed, language, kinds, seed)
        return Ids(self._ids(found), found.left_out)

    def _ids(self, found: Found) -> dict[str, list[str]]:
        ids = self._library.ids
        return {kind: [ids[place] for place in places] for kind, places in found.groups.items()}

    def _find(self, parsed: queries.Query, language: str, seed: str = "") -> Found:
        kinds = queries.kinds(parsed, self._words[language])
        return self._engine.find(parsed.as_json(), language, kinds, seed)

    def _suggested(self, text: str, parsed: queries.Query, language: str) -> Json | None:
        """Another query for bare words that no name has, and how many answer it: those that name
        values are conditions, or else all are looked for in texts."""
        words = self._words[language]
        nodes = _bare_words(parsed.as_json()["tree"])
        clauses = (text[start:end] for start, end in (node["at"] for node in nodes))
        others = {
            "conditions": queries.conditions(text, parsed, words),
            "texts": " ".join(f"o:{clause}" for clause in clauses),
        }
        for kind, query in others.items():
            found = self._find(queries.parse(query, words), language) if query else None
            if found and (count := sum(map(len, found.groups.values()))):
                return {"kind": kind, "query": query, "count": count}
        return None

    def vocabulary(self, language: str) -> queries.Vocabulary:
        """The words of queries for the readers of a language."""
        return self._words[language]

    def record(self, kind: str, id: str) -> Json:
        """The entry of a kind and id (see `entries`). Raises KeyError for one not there."""
        return self._library.records[self._library.places[kind, id]]

    def result(self, kind: str, id: str, answer: Answer) -> Json:
        """What is shown of an entry that was found (see `shown.result`). Raises KeyError for one
        that is not there."""
        place = self._library.places[kind, id]
        return result(
            self._library.records[place],
            self._library.subjects[place],
            answer.language,
            asked(answer.parsed.as_json()["tree"]),
            self._games[answer.language],
        )


def _bare_words(tree: Json | None) -> list[Json]:
    """The nodes of a tree that is nothing but words and phrases; none of another."""
    if tree is None:
        return []
    parts = tree["parts"] if tree["kind"] == "and" else [tree]
    return parts if all(part["kind"] in ("word", "phrase") for part in parts) else []
