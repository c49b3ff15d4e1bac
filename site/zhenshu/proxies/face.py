"""What stands on a card: a pure model of one face in one language, before any setting.

A face is a dict of JSON values, read by `sheet.typ` and by `web/static/proxies.js`:

    id, game, set, slug     of the card
    name, lang, pinyin      the name a reader is shown and its language; pinyin or ""
    cost                    {label, value} or None
    needs                   what must be there to play it: [{mark, name, count}]
    kind                    the type line
    tint                    the mark whose colour the frame has, `faction/wei`, or ""
    stats                   numbers in the game's own order and terms: [{label, value}]
    blocks                  the text, in order: [{kind, label, text, lang}], where kind is detail (a
                            fact), keyword (label is the keyword, text its reminder, which may be
                            left out), text (what the card does) or pending (nobody knows)
    rulings                 blocks of the kind ruling (label is the question), for those who want it
    foot                    set, number and rarity

`mark` names a drawing of `zhenshu.marks`. A number that no source gives is `?`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from zhenshu import prose
from zhenshu.catalog import Catalog
from zhenshu.fields import UNKNOWN
from zhenshu.speech import speech

Record = dict[str, Any]
# The colour of a frame by its mark: dark enough to be read as text, and printed well in grey.
TINTS = {
    "": "#554f48",
    "faction/wei": "#2f5f8a",
    "faction/shu": "#2f6b3c",
    "faction/wu": "#a02c1a",
    "faction/qun": "#6b5a1e",
    "element/wind": "#3f7a74",
    "element/forest": "#2f6b3c",
    "element/fire": "#a02c1a",
    "element/mountain": "#7a5a33",
    "element/yin": "#54437a",
    "element/thunder": "#8a6a00",
}
LONGEST = 300  # of a block, in Latin letters; a Chinese character counts as two
_SENTENCE = re.compile(r"[^.!?。！？；]*[.!?。！？；]+[”』」)）\"]?\s*|[^.!?。！？；]+$")
_NUMBER = re.compile(r"(?<![A-Za-z])N(?![A-Za-z])")
_ONE = re.compile(r"\bN (card|counter)s\b")


@dataclass(frozen=True)
class Layout:
    """Which facts of a game's cards stand where, by field id."""

    kind: tuple[str, ...]
    stats: tuple[str, ...]
    details: tuple[str, ...] = ()
    needs: str = ""
    tint: str = ""
    foot: tuple[str, ...] = ("rarity",)


LAYOUTS = {
    "formation": Layout(
        kind=("type", "faction", "subtype", "unique", "border"),
        stats=("might", "stamina"),
        details=("timing",),
        needs="requirement",
        tint="faction",
    ),
    "faceoff": Layout(
        kind=("type", "element", "subtype", "traits"),
        stats=("power", "range", "flash", "stamina"),
        details=("timing", "attach-to", "awaken-cost", "awaken-requirement", "treated-as"),
        needs="requirement",
        tint="element",
    ),
    "clash": Layout(kind=("type",), stats=("attack", "health"), details=("auras",), foot=("deck",)),
    "zongheng": Layout(kind=("type", "subtype"), stats=("might", "life", "skills", "awakening")),
}
# What a card says only if it is not the rule: a unit acts at the normal time.
_UNSAID = {"timing": "normal-default"}


def faces(catalog: Catalog, card: Record, language: str) -> list[Record]:
    """The faces of a card, the front first, in a language."""
    return list(_Writer(catalog, card, language).faces())


class _Writer:
    """Writes the faces of one card in one language."""

    def __init__(self, catalog: Catalog, card: Record, language: str):
        self.catalog = catalog
        self.card = card
        self.language = language
        self.game = catalog.games[card["game"]]
        self.fields = {field["id"]: field for field in self.game["fields"]}
        self.layout = LAYOUTS.get(card["game"]) or self._plain()
        self.speech = speech(language)
        self._ = self.speech.gettext

    def _plain(self) -> Layout:
        """The layout of a game that has none of its own."""
        of = {kind: [f for f in self.fields.values() if f["kind"] == kind] for kind in _KINDS}
        return Layout(
            kind=tuple(field["id"] for field in of["terms"]),
            stats=tuple(f["id"] for f in of["number"] if f["unit"] and f["id"] != "cost"),
            details=tuple(f["id"] for f in of["term"] if f["id"] != "rarity"),
        )

    def faces(self) -> Iterator[Record]:
        said = self.card.get("texts") or {}
        front = self._face(self.card["facts"], self.card["number"], said.get("front"))
        yield front
        if self.card["back"]:
            given = self.card["back"]
            back = self._face(given["facts"], given["number"], said.get("back"))
            title = self.speech.plain(self.catalog.term("field", "back"))
            kind = " · ".join(filter(None, (title, back["kind"])))
            yield {**back, "kind": kind, "tint": front["tint"], "rulings": []}

    def _face(self, facts: Record, number: str, said: Record | None) -> Record:
        name, tag = self.speech.spoken(self.card["name"])
        own = {key: self.card[key] for key in ("id", "game", "set", "slug")}
        return {
            **own,
            "name": name,
            "lang": tag,
            "pinyin": self.card["pinyin"] if self.language == "en" and tag != "en" else "",
            "cost": self._stat("cost", facts),
            "needs": list(self._needs(facts)),
            "kind": self._kind(facts),
            "tint": self._tint(facts),
            "stats": [stat for id in self.layout.stats if (stat := self._stat(id, facts))],
            "blocks": [part for block in self._blocks(facts, said) for part in _parts(block)],
            "rulings": [part for block in self._rulings() for part in _parts(block)],
            "foot": self._foot(facts, number),
        }

    def _stat(self, id: str, facts: Record) -> Record | None:
        if id not in facts:
            return None
        value = "?" if facts[id] == UNKNOWN else str(facts[id])
        return {"label": self._label(id), "value": value}

    def _label(self, id: str) -> str:
        return self.speech.plain(self.fields[id]["label"])

    def _needs(self, facts: Record) -> Iterator[Record]:
        given = facts.get(self.layout.needs) if self.layout.needs else None
        if given is None:
            return
        if given == UNKNOWN:
            yield {"mark": "", "name": self._label(self.layout.needs), "count": "?"}
        elif isinstance(given, dict):
            group = self.fields[self.layout.needs]["group"]
            for id, count in given.items():
                yield {"mark": f"{group}/{id}", "name": self._term(group, id), "count": str(count)}
        elif given:
            # A number of the card's own element.
            id = facts.get(self.layout.tint, UNKNOWN)
            known = id != UNKNOWN
            name = self._term(self.layout.tint, id) if known else self._label(self.layout.needs)
            mark = f"{self.layout.tint}/{id}" if known else ""
            yield {"mark": mark, "name": name, "count": str(given)}

    def _term(self, group: str, id: str) -> str:
        return self.speech.plain(self.catalog.term(group, id))

    def _kind(self, facts: Record) -> str:
        given = [self._value(id, facts[id]) for id in self.layout.kind if id in facts]
        return " · ".join(value for value in given if value)

    def _tint(self, facts: Record) -> str:
        given = facts.get(self.layout.tint, UNKNOWN)
        first = given[0] if isinstance(given, list) and given else given
        return f"{self.layout.tint}/{first}" if first and first != UNKNOWN else ""

    def _value(self, id: str, given: Any) -> str:
        """A fact in words; empty for one that needs none."""
        field = self.fields[id]
        if given == UNKNOWN:
            return "" if field["kind"] == "terms" else self._("unknown")
        kind = field["kind"]
        if kind == "term":
            return self._term(field["group"], given)
        if kind == "terms":
            return self._(", ").join(self._term(field["group"], id) for id in given)
        if kind == "counts":
            named = (f"{self._term(field['group'], id)} ×{count}" for id, count in given.items())
            return self._(", ").join(named)
        if kind == "keywords":
            return self._(", ").join(self._keyword(label) for label in given)
        if kind == "card":
            card = self.catalog.card(given)
            return self.speech.plain(card["name"]) if card else str(given)
        return self._label(id) if kind == "flag" else str(given)

    def _keyword(self, given: str) -> str:
        return self.catalog.keyword_label(self.card["game"], given, self.language)

    def _blocks(self, facts: Record, said: Record | None) -> Iterator[Record]:
        for id in self.layout.details:
            given = facts.get(id)
            if given not in (None, [], {}, _UNSAID.get(id)):
                yield self._block("detail", self._label(id), self._value(id, given))
        yield from self._keywords(facts.get("keywords"))
        told = [id for id, field in self.fields.items() if field["kind"] == "text" and id in facts]
        # Of a card that the referee plays in part its text tells a part, the summaries all.
        if said and (self.card["playable"] or not told):
            yield from (self._block("text", "", line) for line in said[self.language])
            return
        for id in told:
            yield from self._texts(id, facts[id])

    def _keywords(self, given: Any) -> Iterator[Record]:
        if given == UNKNOWN:
            yield self._block("detail", self._label("keywords"), self._("unknown"))
        elif given:
            known = self.catalog.keywords(self.card["game"])
            for label in given:
                id, _colon, number = label.partition(":")
                reminder = _numbered(self.speech.text(known[id]["reminder"]), number)
                yield self._block("keyword", self._keyword(label), reminder)

    def _texts(self, id: str, given: str | dict[str, str | None]) -> Iterator[Record]:
        # The summary needs no heading; another text says what it is.
        label = "" if id == "summary" else self._label(id)
        if isinstance(given, str):
            text = self._("What it does is not known.")
            yield self._block("pending", label, text)
            return
        language = self.language if given[self.language] else "en"
        for ability in (given[language] or "").split("\n"):
            yield {"kind": "text", "label": label, "text": ability, "lang": language}

    def _block(self, kind: str, label: str, text: str) -> Record:
        return {"kind": kind, "label": label, "text": text, "lang": self.language}

    def _rulings(self) -> Iterator[Record]:
        for ruling in self.catalog.rulings(self.card["game"]).values():
            if self.card["id"] in ruling.get("cards", ()):
                question = self.speech.text(ruling["question"])
                answer = " ".join(prose.plain(ruling["answer"][self.language]).split())
                yield self._block("ruling", question, answer)

    def _foot(self, facts: Record, number: str) -> str:
        parts = [self.speech.plain(self.game["sets"][self.card["set"]]["name"])]
        parts += [] if number == UNKNOWN else [number]
        for id in self.layout.foot:
            if facts.get(id, UNKNOWN) != UNKNOWN:
                value = self._value(id, facts[id])
                term = self.fields[id]["kind"] == "term"
                parts.append(value if term else f"{self._label(id)} {value}")
        return " · ".join(parts)


_KINDS = ("number", "term", "terms")


def _numbered(reminder: str, number: str) -> str:
    """A reminder with the number of the card for the N of its keyword."""
    if not number:
        return reminder
    if number == "1":
        reminder = _ONE.sub(r"1 \1", reminder)
    return _NUMBER.sub(number, reminder)


def _parts(block: Record) -> Iterator[Record]:
    """A block cut at the ends of sentences, so that each part has room on one card."""
    for number, text in enumerate(_short(block["text"])):
        yield (
            block
            if not number and text == block["text"]
            else {
                **block,
                "label": "" if number else block["label"],
                "text": text,
            }
        )


def _short(text: str) -> Iterator[str]:
    part = ""
    for piece in _pieces(text):
        if part and _size(part) + _size(piece) > LONGEST:
            yield part.strip()
            part = ""
        part += piece
    yield part.strip()


def _pieces(text: str) -> Iterable[str]:
    """Sentences; one that is too long is cut wherever the room ends."""
    for sentence in _SENTENCE.findall(text):
        step = LONGEST if sentence.isascii() else LONGEST // 2
        yield from (sentence[at : at + step] for at in range(0, len(sentence), step))


def _size(text: str) -> int:
    return sum(1 if letter < "\u2000" else 2 for letter in text)


def characters(face: Record) -> set[str]:
    """Every character that a face can show."""
    blocks = [*face["blocks"], *face["rulings"]]
    pairs = [*face["stats"], *face["needs"], *([face["cost"]] if face["cost"] else [])]
    texts = [face[key] for key in ("name", "pinyin", "kind", "foot")]
    texts += [text for block in blocks for text in (block["label"], block["text"])]
    texts += [text for pair in pairs for text in pair.values()]
    return set("".join(texts)) - {" ", "\n"}
