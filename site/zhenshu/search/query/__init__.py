"""The language of search (being written)."""

from zhenshu.search.query.nodes import Clause, Group, Key, Node, Not, Problem, Query, Words
from zhenshu.search.query.parser import parse
from zhenshu.search.query.vocabulary import Vocabulary, vocabulary

__all__ = [
    "Clause",
    "Group",
    "Key",
    "Node",
    "Not",
    "Problem",
    "Query",
    "Vocabulary",
    "Words",
    "parse",
    "vocabulary",
]
