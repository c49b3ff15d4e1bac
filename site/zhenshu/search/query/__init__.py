"""The language of search (being written)."""

from zhenshu.search.query.edit import fixed, says, toggled, without
from zhenshu.search.query.nodes import Clause, Group, Key, Node, Not, Problem, Query, Words
from zhenshu.search.query.parser import parse
from zhenshu.search.query.say import kinds, left_out, message, say
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
    "fixed",
    "kinds",
    "left_out",
    "message",
    "parse",
    "say",
    "says",
    "toggled",
    "vocabulary",
    "without",
]
