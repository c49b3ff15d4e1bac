"""A query read back in the reader's language, and its problems told, by the patterns of
content/search.toml."""

import re
from collections.abc import Iterable
from typing import Any, TypeGuard

from zhenshu.search.query.nodes import Clause, Group, Node, Not, Problem, Query, Words
from zhenshu.search.query.vocabulary import Vocabulary
from zhenshu.searchwords import KINDS

MOST_VALUES = 4  # named in one part
LONGEST_GIVEN = 40  # characters of a wrong part that a message repeats
_COMPARED = {"<": "less", "<=": "most", ">": "more", ">=": "least", "!=": "unequal"}
_NAMING = ("bad-op", "not-among")  # problems whose pattern says what may stand there
Json = dict[str, Any]


def say(query: Query, vocabulary: Vocabulary) -> Json:
    """What was understood: `text`, one sentence, and `parts`, each with the place in the query
    that says it, so that it can be taken out."""
    return _Speaker(vocabulary).whole(query)


def message(problem: Problem, vocabulary: Vocabulary) -> str:
    """What is wrong with a part of a query, and what may have been meant."""
    given = problem.given
    if len(given) > LONGEST_GIVEN:
        given = given[:LONGEST_GIVEN] + "…"
    label = vocabulary.label(problem.field) if problem.field else ""
    values = vocabulary.say["join"]["parts"].join(problem.near)
    pattern = vocabulary.problem["code"][problem.code]
    told = fill(pattern, given=given, field=label, values=values)
    if not problem.near or problem.code in _NAMING:
        return told
    near = vocabulary.say["join"]["or"].join(problem.near)
    gap = " " if vocabulary.language == "en" else ""
    return told + gap + fill(vocabulary.problem["hint"]["near"], near=near)


def left_out(count: int, vocabulary: Vocabulary) -> str:
    """How many entries were left out because what the query asks is not known of them."""
    key = "left-out-one" if count == 1 else "left-out"
    return fill(vocabulary.say["whole"][key], n=str(count))


def kinds(query: Query, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The kinds of entries that a query is about: those that all of its fields are about, and that
    a clause `in` allows where it stands alone or beside others."""
    found = list(KINDS)
    for clause in _clauses(query.tree):
        found = [kind for kind in found if kind in vocabulary.fields[clause.field]["kinds"]]
    for part in top(query.tree):
        if _narrows(part):
            found = [kind for kind in found if kind in part.value["terms"]]
    return tuple(found)


def top(tree: Node | None) -> tuple[Node, ...]:
    """The parts that must all hold."""
    if isinstance(tree, Group) and tree.kind == "and":
        return tree.parts
    return (tree,) if tree else ()


def fill(pattern: str, **values: str) -> str:
    """A pattern with its blanks filled in."""
    return re.sub(r"\{(\w+)\}", lambda blank: values.get(blank[1], blank[0]), pattern)


def _narrows(part: Node) -> TypeGuard[Clause]:
    return (
        isinstance(part, Clause)
        and part.field == "in"
        and part.op != "!="
        and "terms" in part.value
    )


def _clauses(node: Node | None) -> Iterable[Clause]:
    if isinstance(node, Clause):
        yield node
    elif isinstance(node, Not):
        yield from _clauses(node.part)
    elif isinstance(node, Group):
        for part in node.parts:
            yield from _clauses(part)


class _Speaker:
    def __init__(self, vocabulary: Vocabulary):
        self.words = vocabulary
        self.patterns = vocabulary.say["part"]
        self.join = vocabulary.say["join"]
        self.forms = vocabulary.say["whole"]

    def whole(self, query: Query) -> Json:
        settings = [
            {"text": self.setting(setting, query), "at": list(at)}
            for setting, at in query.settings.items()
        ]
        if query.tree is None and not settings:
            return {"text": "", "parts": []}
        sentence = [self.sentence(query)] if query.tree else []
        text = self.join["settings"].join([*sentence, *(each["text"] for each in settings)])
        return {"text": text, "parts": [*self.parts(query.tree), *settings]}

    def parts(self, tree: Node | None) -> list[Json]:
        if isinstance(tree, Group) and tree.kind == "or":
            texts = [self.inner(part) for part in tree.parts]
            texts[1:] = [(self.join["or"] + text).strip() for text in texts[1:]]
            return [
                {"text": text, "at": list(part.at)}
                for text, part in zip(texts, tree.parts, strict=True)
            ]
        return [{"text": self.inner(part), "at": list(part.at)} for part in top(tree)]

    def sentence(self, query: Query) -> str:
        found = kinds(query, self.words)
        noun = self.noun(found)
        join, parts = "parts", [part for part in top(query.tree) if not _narrows(part)]
        if isinstance(query.tree, Group) and query.tree.kind == "or":
            join, parts = "or", list(query.tree.parts)
            said = list(map(self.inner, parts))
        else:
            said = self.top_level(parts)
        if not said or not found:
            return noun
        if self.begins_with_field(parts[0]):
            said[0] = fill(self.forms["first"], value=said[0])
        return fill(self.forms["sentence"], noun=noun, parts=self.join[join].join(said))

    def top_level(self, parts: list[Node]) -> list[str]:
        """Each part in words, with the single words of a name in one."""
        words = [part for part in parts if isinstance(part, Words) and part.kind == "word"]
        said: list[str] = []
        for part in parts:
            if part in words:
                if part is words[0]:
                    values = self.join["words"].join(self.quoted(word.text) for word in words)
                    said.append(fill(self.patterns["word"][0], value=values))
            else:
                said.append(self.inner(part))
        return said

    def noun(self, found: tuple[str, ...]) -> str:
        nouns = self.words.say["noun"]
        if len(found) in (0, len(KINDS)):
            return str(nouns["all" if found else "nothing"])
        first, *others = (nouns[kind] for kind in found)
        return str(self.join["words"].join([first, *(other.lower() for other in others)]))

    def inner(self, node: Node, denied: bool = False) -> str:
        """A part in words; one of several parts stands in parentheses."""
        if isinstance(node, Not):
            return self.inner(node.part, not denied)
        if isinstance(node, Group):
            value = self.join[node.kind].join(map(self.inner, node.parts))
            return fill(self.patterns["group"][denied], value=value)
        if isinstance(node, Words):
            value = f"/{node.text}/" if node.kind == "regex" else self.quoted(node.text)
            return fill(self.patterns[node.kind][denied], value=value)
        key, turned, values = self.clause(node)
        pattern = self.pattern(node.field, key)[denied != turned]
        return fill(pattern, field=self.words.label(node.field), **values)

    def pattern(self, field: str, key: str) -> list[str]:
        """The two patterns of a field for what is said of it."""
        own = self.words.fields[field]["patterns"].get(key)
        return list(own or self.patterns["has" if key == "says" else key])

    def begins_with_field(self, node: Node) -> bool:
        if isinstance(node, Not):
            return self.begins_with_field(node.part)
        if not isinstance(node, Clause):
            return False
        return self.pattern(node.field, self.clause(node)[0])[0].startswith("{field}")

    def clause(self, node: Clause) -> tuple[str, bool, dict[str, str]]:
        """The pattern of a clause, whether it denies the pattern, and what fills it."""
        value, op = node.value, node.op
        kind = self.words.fields[node.field]["kind"]
        other = op == "!="
        if "unknown" in value:
            return ("known" if other else "unknown"), False, {}
        if "none" in value:
            return "none", other, {}
        if "from" in value:
            return "range", other, {"from": str(value["from"]), "to": str(value["to"])}
        if "field" in value:
            key = _COMPARED.get(op, "same") if not other else "same"
            return key, other, {"value": self.words.label(value["field"])}
        if "any" in value:
            shown = {term.id: term.shown for term in self.words.terms("value")}
            numbers = [shown.get(each, str(each)) for each in value["any"]]
            return _COMPARED.get(op, "equal"), False, {"value": self.listed(numbers)}
        if "number" in value and "keyword" not in value:
            return _COMPARED.get(op, "equal"), False, {"value": str(value["number"])}
        if "x" in value:
            return _COMPARED.get(op, "equal"), False, {"value": "X"}
        if "flag" in value:
            return "says", other, {"value": self.names(node)}
        if "ids" in value:
            return "says", other, {"value": self.listed(map(self.titled, value["ids"]))}
        if "regex" in value:
            key = "regex" if kind == "name" else "text-regex"
            return key, other, {"value": f"/{value['regex']}/"}
        if "text" in value:
            quoted = {"value": self.quoted(value["text"])}
            return self.text_key(kind, op, value["quoted"]), other, quoted
        key = {"=": "exactly", "!=": "other"}.get(op, "says")
        return key, False, {"value": self.names(node)}

    def text_key(self, kind: str, op: str, quoted: bool) -> str:
        if kind == "prefix":
            return "exactly" if op == "=" else "says"
        if kind == "name":
            return "exact" if op == "=" else "phrase" if quoted else "word"
        return "text-phrase" if quoted or op == "=" else "text"

    def names(self, node: Clause) -> str:
        """The terms, keywords or flag of a clause in the reader's language."""
        value = node.value
        ids = value.get("terms") or value.get("keyword") or [value["flag"]]
        shown = {term.id: self.called(term, value) for term in self.words.field_terms(node.field)}
        return self.listed(shown[id] for id in ids)

    def called(self, term: Any, value: Any) -> str:
        if "keyword" not in value:
            return str(term.shown)
        name = term.shown
        if value["number"] is not None:
            name = fill(term.pattern, n=str(value["number"]))
        return name if self.words.language == "en" else self.quoted(name)

    def titled(self, id: str) -> str:
        """A ruling by its question, a paragraph by its number."""
        title = self.words.titles.get(id)
        return self.quoted(title) if title else id.partition("/")[2]

    def listed(self, given: Iterable[str]) -> str:
        names = list(dict.fromkeys(given))
        joined = self.join["or"].join(names[:MOST_VALUES])
        if len(names) <= MOST_VALUES:
            return joined
        return fill(self.forms["more"], value=joined, n=str(len(names) - MOST_VALUES))

    def quoted(self, text: str) -> str:
        return fill(self.forms["quoted"], value=text)

    def setting(self, setting: str, query: Query) -> str:
        if setting == "as":
            return str(self.forms[f"as-{query.view}"])
        keys = []
        for key in query.sort:
            way = "down" if key.down else "up"
            form = f"name-{way}" if key.field == "name" else way
            form = "random" if key.field == "random" else form
            label = self.words.label(key.field) if key.field in self.words.fields else ""
            keys.append(fill(self.forms[form], field=label))
        return fill(self.forms["sort"], keys=self.join["keys"].join(keys))
