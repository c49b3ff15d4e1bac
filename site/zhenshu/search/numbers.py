"""Printed numbers that a query asks for and no card has, and those that may have been meant."""

import re
from collections.abc import Iterator

from zhenshu.search.fold import fold
from zhenshu.search.judge import Node
from zhenshu.search.library import Library
from zhenshu.search.query import Problem
from zhenshu.search.query.near import nearest

_NUMBER = re.compile("[A-Za-z0-9/*-]*[0-9][A-Za-z0-9/*-]*")


def unknown_numbers(tree: Node | None, library: Library) -> Iterator[Problem]:
    """A problem for each number of a query that finds nothing, if some number is like it."""
    for text, end, field, there in _asked(tree, library) if tree else ():
        near = () if there else nearest(fold(text), library.printed)
        if near:
            yield Problem("unknown-number", (end - len(text), end), text, near, field)


def _asked(node: Node, library: Library) -> Iterator[tuple[str, int, str | None, bool]]:
    """Each text that may be a number, where it ends, its field, and whether anything has it."""
    if node["kind"] in ("and", "or"):
        for part in node["parts"]:
            yield from _asked(part, library)
    elif node["kind"] == "word" and _NUMBER.fullmatch(node["text"]):
        folded = fold(node["text"])
        there = any(folded in keys for keys in library.keys)
        yield node["text"], node["at"][1], None, there
    elif node["kind"] == "field" and node["field"] == "number" and node["op"] != "!=":
        text = node["value"].get("text", "")
        if _NUMBER.fullmatch(text) and not node["value"]["quoted"]:
            folded, whole = fold(text), node["op"] == "="
            there = any(
                n == folded or (not whole and n.startswith(folded)) for n, _ in library.printed
            )
            yield text, node["at"][1], "number", there
