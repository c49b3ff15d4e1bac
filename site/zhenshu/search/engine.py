"""From a parsed query to the entries that answer it, in order."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zhenshu.search.judge import Leaves, Node, Truth, judged, pruned
from zhenshu.search.library import Bits, Library, joined, members
from zhenshu.search.names import Names
from zhenshu.search.order import arranged
from zhenshu.searchwords import KINDS


class Found(NamedTuple):
    """What answers a query: places in the order they are shown, by kind; the same as a set; and
    how many entries were left out because nobody knows whether they do."""

    groups: Mapping[str, Sequence[int]]
    yes: Bits
    left_out: int


class Engine:
    """Answers parsed queries from a library."""

    def __init__(self, library: Library, names: Names):
        self.library = library
        self._names = names
        self._facts = Leaves(library)

    def find(
        self,
        parsed: Mapping[str, Any],
        language: str,
        kinds: Sequence[str] = KINDS,
        seed: str = "",
    ) -> Found:
        """What answers a query among some kinds of entry; `parsed` is the JSON of the parser.
        Names and texts are those of a language."""
        tree = pruned(parsed["tree"])
        if tree is None:
            return Found({}, 0, 0)
        among = joined(self.library.kinds[kind] for kind in kinds)
        truth = self.truth(tree, language)
        rank = self._names.ranked(tree)
        groups = {}
        for kind in kinds:
            if found := members(truth.yes & self.library.kinds[kind]):
                groups[kind] = arranged(found, rank, parsed["sort"], self.library, seed)
        return Found(groups, truth.yes & among, (truth.unknown & among).bit_count())

    def truth(self, tree: Node, language: str) -> Truth:
        """The truth of a tree for every entry of every kind."""
        return judged(tree, lambda leaf: self._leaf(leaf, language), self.library.all)

    def _leaf(self, leaf: Node, language: str) -> Truth:
        if leaf["kind"] != "field" or leaf["field"] in ("name", "text"):
            return self._names.truth(leaf, language)
        return self._facts.truth(leaf)
