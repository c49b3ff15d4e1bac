"""Changes to the text of a query: a part taken out, a value chosen, a slip mended."""

import re
from collections.abc import Iterator

from zhenshu.search.fold import SPACES, fold
from zhenshu.search.query.lexer import QUOTES, whole
from zhenshu.search.query.nodes import Clause, Group, Problem, Query, Span, Value, Words
from zhenshu.search.query.parser import parse
from zhenshu.search.query.say import top
from zhenshu.search.query.vocabulary import Vocabulary

_AND = r"and|且|&|＆"
_OR = r"or|或|\||｜"
_GAP = f"[{SPACES}，、；]"
_BEHIND = re.compile(f"(?:(?:{_GAP}(?:{_AND}|{_OR})|[-－−]|(?:^|{_GAP})(?:not|非)){_GAP}*)+$", re.I)
_BEFORE = re.compile(f"^{_GAP}*(?:{_AND}|{_OR})(?={_GAP}|$)", re.I)
_EDGES = re.compile(f"^[{SPACES}]+|(?<![{SPACES}])[{SPACES}]+$")
_CHOICE = re.compile(f"[^:：=＝]+[:：=＝]+[{SPACES}]*")
_SIDE = re.compile("[|｜]")
# What a value is that others can stand beside, in fields of numbers; in all others it is terms.
_CHOICES = {"number": ("any", "number", "x", "unknown")}
_EMPTY = re.compile(f"[(（]{_GAP}*[)）]")
_PLAIN = re.compile(r"[^\W_][^\s，、；()（）\"“”„＂「」『』﹁﹂﹃﹄«»:：=＝<>＜＞≠≤≥!！|｜&＆]*")
# All others close what they open.
_CLOSING = dict(zip("(（“‘「『﹁﹃«", ")）”’」』﹂﹄»", strict=True))


def without(text: str, at: Span) -> str:
    """The text of a query without one part of it, and without what joined that part."""
    text = whole(text)
    left, right = text[: at[0]], text[at[1] :]
    # What joined the part to others goes with it, first what stands before it.
    cut = _BEHIND.sub("", left)
    if cut == left:
        right = _BEFORE.sub("", right)
    before, behind = re.sub(f"{_GAP}*$", "", cut), re.sub(f"^{_GAP}*", "", right)
    gap = "" if before[-1:] in ("(", "（") or behind[:1] in (")", "）") else " "
    return _strip(_EMPTY.sub("", before + gap + behind))


def says(query: Query, field: str, value: str | int) -> Span | None:
    """Where a query says that a field has a value, if it says so of all it finds.

    `value` is the id of a term or keyword, a number, or `X`, `unknown` or `none`.
    """
    said = _said(query, field)
    return next((each.at for each in said if str(value) in _values(each.value)), None)


def chosen(query: Query, field: str, vocabulary: Vocabulary) -> Clause | None:
    """The clause of a query that takes one of some values of a field, to which others can be
    added."""
    kinds = _CHOICES.get(vocabulary.fields[field]["kind"], ("terms", "keyword"))
    said = (each for each in _said(query, field) if _values(each.value))
    return next((each for each in said if any(kind in each.value for kind in kinds)), None)


def _said(query: Query, field: str) -> Iterator[Clause]:
    for part in top(query.tree):
        if isinstance(part, Clause) and part.field == field and part.op in (":", "="):
            yield part


def _values(given: Value) -> list[str]:
    """The values that a clause takes."""
    if "keyword" in given:
        return list(given["keyword"]) if given["number"] is None else []
    for key in ("terms", "any"):
        if key in given:
            return list(map(str, given[key]))
    for key in ("flag", "number"):
        if key in given:
            return [str(given[key])]
    return ["X" if key == "x" else key for key in ("x", "unknown", "none") if key in given]


def toggled(text: str, query: Query, field: str, value: str | int, vocabulary: Vocabulary) -> str:
    """The text of a query that takes a value of a field as well, or no longer if it did: beside
    those that it takes of the field, or in a clause of its own."""
    if at := says(query, field, value):
        return _without_value(text, at, str(value), vocabulary)
    written = _written(field, str(value), vocabulary)
    own = chosen(query, field, vocabulary)
    if own and written[0] != '"':
        head, given = _parted(whole(text), own.at)
        if given[0] in QUOTES:  # which cannot stand in a list
            given = "|".join(_written(field, each, vocabulary) for each in _values(own.value))
        return _replaced(text, own.at, f"{head}{given}|{written}")
    text = _closed(whole(text), query)
    clause = f"{vocabulary.label(field)}:{written}"
    tree = query.tree
    if isinstance(tree, Group) and tree.kind == "or" and text[tree.at[0]] not in "(（":
        settings = sorted(query.settings.values(), reverse=True)
        kept = [text[begin:end] for begin, end in settings]
        for span in settings:
            text = without(text, span)
        return " ".join([f"({text})", clause, *reversed(kept)])
    return " ".join(filter(None, (_strip(text), clause)))


def _without_value(text: str, at: Span, value: str, vocabulary: Vocabulary) -> str:
    """The text of a query without a value of a clause, or without the clause if it has no other."""
    head, given = _parted(whole(text), at)
    meant = [(side, parse(head + side, vocabulary).tree) for side in _SIDE.split(given)]
    kept = [one for one, c in meant if isinstance(c, Clause) and value not in _values(c.value)]
    return _replaced(text, at, head + "|".join(kept)) if kept else without(text, at)


def _parted(text: str, at: Span) -> tuple[str, str]:
    """The name and operator of a clause that takes values, and these values."""
    found = _CHOICE.match(text, at[0])
    assert found
    return found[0], text[found.end() : at[1]]


def _replaced(text: str, at: Span, put: str) -> str:
    text = whole(text)
    return text[: at[0]] + put + text[at[1] :]


def conditions(text: str, query: Query, vocabulary: Vocabulary) -> str | None:
    """The text of a query with the field before each bare word that names a value, so that
    `wei transfer` says faction:wei keyword:transfer; None if no word does."""
    typed = changed = whole(text)
    for part in reversed(top(query.tree)):
        if isinstance(part, Words) and part.kind == "word":
            changed = _replaced(changed, part.at, _with_field(part.text, vocabulary))
    return None if changed == typed else changed


def _with_field(word: str, vocabulary: Vocabulary) -> str:
    """A word with the field before it of which it names a value, also one that ends in -s."""
    for given in dict.fromkeys((word, re.sub("[sS]$", "", word))):
        if field := vocabulary.named.get(fold(given)):
            return f"{vocabulary.label(field)}:{given}"
    return word


def fixed(text: str, problem: Problem, near: str) -> str:
    """The text of a query with something else in the place of a wrong part."""
    text = whole(text)
    begin, end = problem.at
    put = near if problem.code in ("unknown-field", "bad-op") else _safe(near)
    if text[begin] in QUOTES and put == near:
        put = f'"{near}"'  # else it might grow into what follows
    return text[:begin] + put + text[end:]


def _strip(text: str) -> str:
    return _EDGES.sub("", text)


def _closed(text: str, query: Query) -> str:
    """A text to which a clause can be added: with its open quotes and parentheses closed."""
    for code in ("unclosed-quote", "unclosed"):
        for problem in reversed(query.problems):
            if problem.code == code:
                text += _CLOSING.get(problem.given, problem.given)
    return text


def _written(field: str, value: str, vocabulary: Vocabulary) -> str:
    """A value as the readers of a language write it: the name that means the fewest things, best
    without quotes."""
    known = vocabulary.written.get((field, value))
    if known is not None:
        return known
    own = [term for term in vocabulary.field_terms(field) if term.id == value]
    common = [term.shown for term in vocabulary.terms("value") if term.id == value]
    names = common or [value]
    if own:
        shown = own[0].shown
        name = shown.lower() if vocabulary.language == "en" else shown
        names = [_safe(name), _safe(value.partition("/")[2] or value)]
    label = vocabulary.label(field)
    best = min(names, key=lambda one: (_width(f"{label}:{one}", value, vocabulary), one[0] == '"'))
    vocabulary.written[field, value] = best
    return best


def _width(clause: str, value: str, vocabulary: Vocabulary) -> int:
    """How many things a clause means; very many if not the value."""
    tree = parse(clause, vocabulary).tree
    given = tree.value if isinstance(tree, Clause) else {}
    meant = given.get("terms") or given.get("keyword") or [given.get("flag")]
    return len(meant) if value in meant else 1000


def _safe(value: str) -> str:
    """A value in quotes, if it would else be read as more than a word."""
    return value if _PLAIN.fullmatch(value) else '"' + value.replace('"', "") + '"'
