"""What a query asks of names and texts: which entries answer, and how well.

A card or a keyword goes by its names, numbers and readings, as `match` says; a ruling by its
question, a paragraph by its heading and its number, both as texts in the reader's language.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from zhenshu.search.fold import fold, runs
from zhenshu.search.judge import Node, Truth, sought
from zhenshu.search.library import Bits, Library, bits, spaced
from zhenshu.search.match import NAME, NONE, WHOLE, Subject, place_in, rank, word_fits

KEPT = 512  # words whose answers are remembered


class Proposer(Protocol):
    """Names entries that may answer, so that not all have to be looked at: never too few."""

    def names(self, word: str) -> Iterable[int]:
        """Places of entries whose names, numbers or readings may hold a folded word."""
        ...

    def texts(self, language: str, asked: str) -> Iterable[int]:
        """Places of entries whose texts may hold what `judge.sought` gives."""
        ...


Matcher = Callable[[str], Any]
"""From the source of a regular expression to something with `search(text)`."""


class Names:
    """The truth and the ranks of leaves about names and texts. Answers are remembered."""

    def __init__(self, library: Library, proposer: Proposer, compile: Matcher):
        self._library = library
        self._proposer = proposer
        self._compile = compile
        titled = library.kinds["ruling"] | library.kinds["rule"]
        # They stand behind all cards and keywords.
        self._first_titled = (titled & -titled).bit_length() - 1 if titled else library.size
        self._fitting: dict[str, Bits] = {}
        self._truths: dict[tuple[str, ...], Truth] = {}
        self._plain: dict[tuple[str, str], list[Any]] = {}

    def truth(self, node: Node, language: str) -> Truth:
        """The truth of a leaf that is about names or texts."""
        kind, op = node["kind"], ":"
        text = node.get("text") or node.get("source") or ""
        if kind == "field":
            op, value = node["op"], node["value"]
            text = value.get("regex") or value["text"]
            if node["field"] == "text":
                kind = "text-regex" if "regex" in value else "quoted" if value["quoted"] else "text"
            elif "regex" in value:
                kind = "regex"
            else:
                kind = "exact" if op == "=" else "phrase" if value["quoted"] else "word"
        key = (kind, language, text)
        if key not in self._truths:
            if len(self._truths) >= KEPT:
                self._truths.clear()
            found = getattr(self, f"_{kind.replace('-', '_')}")(text, language)
            self._truths[key] = Truth(found, 0)
        truth = self._truths[key]
        return Truth(self._library.all & ~truth.yes, 0) if op == "!=" else truth

    def fitting(self, word: str) -> Bits:
        """The cards and keywords that a folded word finds."""
        found = self._fitting.get(word)
        if found is None:
            if len(self._fitting) >= KEPT:
                self._fitting.clear()
            keys, subjects = self._library.keys, self._library.subjects
            held = (place for place in self._proposer.names(word) if word in keys[place])
            places = (p for p in held if (subject := subjects[p]) and word_fits(word, subject))
            found = self._fitting[word] = bits(places, self._library.size)
        return found

    def _word(self, text: str, language: str) -> Bits:
        found = self._library.all
        for run in runs(text):
            found &= self.fitting(run)
        return found | self._among_titles(sought(text, False), language)

    def _phrase(self, text: str, language: str) -> Bits:
        asked = fold(text)
        found = [
            place
            for place in self._proposer.names(asked)
            if (subject := self._library.subjects[place])
            and any(asked in name.whole for name in subject.names)
        ]
        titled = self._among_titles(sought(text, True), language)
        return bits(found, self._library.size) | titled

    def _exact(self, text: str, language: str) -> Bits:
        asked, title = fold(text), spaced(text)
        found = [
            place
            for place in self._proposer.names(asked)
            if (subject := self._library.subjects[place])
            and any(asked == name.whole for name in subject.names)
        ]
        for place in range(self._first_titled, self._library.size):
            record = self._library.records[place]
            number = spaced(record["id"].partition("/")[2]) if record["kind"] == "rule" else " "
            if self._library.titles[language][place] == title + number[1:] or number == title:
                found.append(place)
        return bits(found, self._library.size)

    def _among_titles(self, asked: str, language: str) -> Bits:
        if not asked:
            return 0
        titles = self._library.titles[language]
        places = range(self._first_titled, self._library.size)
        return bits((p for p in places if asked in titles[p]), self._library.size)

    def _text(self, text: str, language: str, quoted: bool = False) -> Bits:
        asked = sought(text, quoted)
        if not asked:
            return 0
        texts = self._library.texts[language]
        found = (p for p in self._proposer.texts(language, asked) if asked in texts[p])
        return bits(found, self._library.size)

    def _quoted(self, text: str, language: str) -> Bits:
        return self._text(text, language, True)

    def _regex(self, source: str, language: str) -> Bits:
        matcher = self._compile(source)
        names = self._kept("names", language, lambda: self._library.plain_names)
        titles = self._kept("titles", language, lambda: self._library.plain_titles(language))
        found = (
            place
            for place in range(self._library.size)
            if any(map(matcher.search, names[place] or [titles[place]]))
        )
        return bits(found, self._library.size)

    def _text_regex(self, source: str, language: str) -> Bits:
        matcher = self._compile(source)
        texts = self._kept("texts", language, lambda: self._library.plain_texts(language))
        found = (p for p, text in enumerate(texts) if text and matcher.search(text))
        return bits(found, self._library.size)

    def _kept(self, kind: str, language: str, make: Callable[[], list[Any]]) -> list[Any]:
        if (kind, language) not in self._plain:
            self._plain[kind, language] = make()
        return self._plain[kind, language]

    def ranked(self, node: Node) -> Callable[[int], int] | None:
        """How well an entry that was found answers a tree, 0 best, by place; None if the tree
        asks for no name, so that all answer alike.

        An `and` answers as its worst part, its bare words together being one; an `or` as its best
        part; a negation and a fact do not count.
        """
        kind = node["kind"]
        if kind == "and":
            return self._ranked_and(node)
        if kind == "or":
            parts = [each for each in map(self.ranked, node["parts"]) if each]
            return (lambda place: min(part(place) for part in parts)) if parts else None
        if kind == "field" and node["field"] == "name" and node["op"] != "!=":
            value = node["value"]
            if "regex" in value:
                return None
            kind = "exact" if node["op"] == "=" else "phrase" if value["quoted"] else "word"
            node = {"kind": kind, "text": value["text"]}
        if kind == "word":
            return self._ranked_words([node])
        if kind == "phrase":
            asked = fold(node["text"])
            return lambda place: _phrase_rank(asked, self._library.subjects[place])
        return None

    def _ranked_and(self, node: Node) -> Callable[[int], int] | None:
        words = [part for part in node["parts"] if part["kind"] == "word"]
        others = [self.ranked(part) for part in node["parts"] if part["kind"] != "word"]
        parts = [each for each in others if each]
        if words:
            parts.append(self._ranked_words(words))
        return (lambda place: max(part(place) for part in parts)) if parts else None

    def _ranked_words(self, nodes: Iterable[Node]) -> Callable[[int], int]:
        asked = [run for node in nodes for run in runs(node["text"])]
        subjects = self._library.subjects

        def ranked(place: int) -> int:
            subject = subjects[place]
            given = rank(asked, subject) if subject else NAME[WHOLE]
            return NONE if given is None else given

        return ranked


def _phrase_rank(asked: str, subject: Subject | None) -> int:
    if subject is None:
        return NAME[WHOLE]
    places = [place_in(asked, *name) for name in subject.names if asked in name.whole]
    return NAME[min(places)] if places else NONE
