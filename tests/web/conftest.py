"""A catalogue of two small games made by hand, with names that would do harm as markup, and a
strict reader of pages."""

import json
import re
import sqlite3
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from zhenshu import fields, searchwords, terms
from zhenshu.catalog import Catalog
from zhenshu.web import create_app

ROOT = Path(__file__).parents[2]

Record = dict[str, Any]
HOSTILE = "<script>alert('x')</script>"


def text(en: str | None, hans: str | None = None, hant: str | None = None) -> Record:
    """A text in three languages; the Chinese alike in both scripts unless both are given."""
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant or hans}


def term(en: str, hans: str, hant: str | None = None, ours: bool = False) -> Record:
    return {**text(en, hans, hant), "ours": ours}


def field(id: str, kind: str, label: Record, **given: Any) -> Record:
    blank = {"group": "", "unit": None, "units": None, "only": [], "facet": False}
    more = {"column": False, "derived": False, "back": False}
    return {"id": id, "kind": kind, "label": label, **blank, **more, **given}


TERMS = {
    "type/unit": term("Unit", "单位", "單位", ours=True),
    "type/stratagem": term("Stratagem", "锦囊", "錦囊"),
    "faction/wei": term("Wei", "魏"),
    "faction/wu": term("Wu", "吴", "吳"),
    "rarity/odd": term(f"Odd {HOSTILE}", "怪"),
    "subject/units": term("units", "单位", "單位"),
    "field/set": term("Set", "系列"),
    "field/back": term("Awakened face", "觉醒面", "覺醒面"),
    "value/none": term("None", "无", "無"),
    "value/unknown": term("Unknown", "未知"),
}
POINT = {"unit": term("point", "点", "點"), "units": term("points", "点", "點")}
FIELDS = [
    field("type", "terms", term("Type", "类型", "類型"), group="type", facet=True, column=True),
    field("faction", "terms", term("Faction", "势力", "勢力"), group="faction", facet=True),
    field("cost", "number", term("Cost", "费用", "費用"), facet=True, column=True, **POINT),
    field("power", "number", term("Power", "武力"), column=True, back=True, **POINT),
    field("need", "counts", term("Requirement", "需求"), group="faction"),
    field("rarity", "term", term("Rarity", "罕见度", "罕見度"), group="rarity", derived=True),
    field("keywords", "keywords", term("Keywords", "关键词", "關鍵詞"), facet=True, back=True),
    field("grants", "keywords", term("Grants", "赋予", "賦予")),
    field("like", "card", term("Same name as", "同名牌")),
    field("unique", "flag", term("Unique", "唯一")),
    field("summary", "text", term("Summary", "摘要"), back=True),
]


def card(slug: str, name: Record, facts: Record, **given: Any) -> Record:
    blank = {"ours": False, "pinyin": "", "printings": [], "back": None, "differs": {}}
    more = {"sources": [{"id": "guide", "at": "page 7"}], "note": None}
    more |= {"playable": False, "texts": None}
    own = {"id": f"alpha/first/{slug}", "game": "alpha", "set": "first", "slug": slug}
    return {**own, "number": slug.upper(), "name": name, "facts": facts, **blank, **more, **given}


CARDS = [
    card(
        "a-1",
        text(HOSTILE, f"吕布{HOSTILE}", f"呂布{HOSTILE}"),
        {
            "type": ["unit"],
            "faction": ["wei", "wu"],
            "cost": 3,
            "power": 1,
            "need": {"wei": 2},
            "rarity": "odd",
            "keywords": ["shoot:4", "guard"],
            "grants": ["resist:units"],
            "like": "alpha/first/a-2",
            "unique": True,
            "summary": text(f"Deals 9 damage.\nThen: {HOSTILE}", None, None),
        },
        ours=True,
        pinyin="lǚ bù script alert x script",
        printings=[{"number": "P-77", "set": "second"}],
        back={
            "number": "A-1*",
            "facts": {
                "power": 5,
                "keywords": ["guard"],
                "summary": text("Turns the page.", "翻页。", "翻頁。"),
            },
        },
        differs={"list": {"cost": 8, "keywords": []}},
        sources=[{"id": "guide", "at": "page 7"}, {"id": "list", "at": ""}],
        note={
            "en": '<p>Compare <a href="site:/alpha/rules/#fight.1">fight.1</a>.</p>',
            "zh-Hans": None,
            "zh-Hant": None,
        },
    ),
    card(
        "a-2",
        {**text(None), "fr": "Éventail"},
        {
            "type": ["stratagem"],
            "faction": [],
            "cost": "X",
            "keywords": "unknown",
            "summary": "unknown",
        },
        number="unknown",
    ),
]


def keyword(id: str, name: Record, **given: Any) -> Record:
    blank = {"ours": True, "pinyin": "", "pattern": None, "body": None, "rules": [], "also": []}
    more = {"sources": ["guide"], "cards": [], "count": 0}
    reminder = {"reminder": text(f"What {id} does.", f"{id}的作用。")}
    return {"id": id, "game": "alpha", "name": name, **blank, **more, **reminder, **given}


KEYWORDS = [
    keyword(
        "shoot",
        text("Shoot", "射击", "射擊"),
        pattern=text("Shoot {n}", "射击{n}", "射擊{n}"),
        pinyin="shè jī",
        rules=["fight.1"],
        also=[{"game": "beta", "id": "shoot"}],
        cards=["alpha/first/a-1"],
        count=1,
        body=text("<p>At range.</p>", "<p>远距。</p>", "<p>遠距。</p>"),
    ),
    keyword("guard", text("Guard", "守护", "守護"), cards=["alpha/first/a-1"], count=1),
    keyword("resist", text("Resist", "抵抗"), pattern=text("Resist {n}", "{n}抵抗")),
]


def paragraph(id: str, status: str, words: str, **given: Any) -> Record:
    blank = {"chapter": "fight", "level": 0, "sources": [], "grounds": [], "open": None}
    more = {"aliases": [], "cited_by": {"keywords": [], "rulings": [], "cards": []}}
    words_in = text(words, f"{id}的中文。")
    return {"id": id, "status": status, "text": words_in, **blank, **more, **given}


FIGHT = {
    "id": "fight",
    "title": text("Fighting", "交战", "交戰"),
    "blocks": [
        {"id": "fight.start", "level": 2, "text": text("How it starts", "开始", "開始")},
        paragraph(
            "fight.1",
            "stated",
            "The bold one begins.",
            sources=["guide"],
            cited_by={"keywords": ["shoot"], "rulings": [], "cards": []},
        ),
        paragraph(
            "fight.2",
            "derived",
            "So the other one waits.",
            grounds=["fight.1"],
            aliases=["wait.7"],
            cited_by={
                "keywords": [],
                "rulings": ["who-begins"],
                "cards": ["alpha/first/a-1"],
            },
        ),
        paragraph(
            "fight.3",
            "assumed",
            "A tie goes to the guest.",
            open=text("Nobody says.", "没有来源。", "沒有來源。"),
        ),
    ],
}
START = {
    "id": "start",
    "title": text("Starting", "开局", "開局"),
    "blocks": [
        paragraph(
            "start.1",
            "derived",
            'Both <a class="term" href="site:/alpha/keywords/shoot/">shoot</a> first; see '
            '<a class="ref" href="site:/alpha/rules/fight/#fight.2">fight.2</a> &lt;b&gt;.',
            chapter="start",
            grounds=["fight.2"],
        )
    ],
}


def unit(name: Record | None, **given: Any) -> Record:
    blank = {"type": "", "power": 2, "range": 1, "flash": 0, "keywords": []}
    return {"name": name, "readied": True, "entered": False, **blank, **given}


def side(*line: Record) -> Record:
    return {"line": list(line), "hand": [], "life": 0, "discard": []}


def step(kind: str, words: str, **given: Any) -> Record:
    said = {code: [{"text": words, "rule": ""}] for code in ("en", "zh-Hans", "zh-Hant")}
    return {"kind": kind, "rule": "fight.1", "refused": False, "cause": None, "text": said, **given}


GUARD = text("Guard", "卫士", "衛士")
LORD = text("Lord", "主公")
BOARD = {
    "turn": "you",
    "distance": 1,
    "sides": {
        "you": side(unit(GUARD, power=7, keywords=["shoot:4"])),
        "opponent": {
            "line": [unit(LORD, type="commander", readied=False), unit(None, entered=True)],
            "hand": [{"name": text("Horse", "战马", "戰馬"), "flash": 3}],
            "life": 4,
            "discard": [LORD],
        },
    },
}
RULING = {
    "id": "who-begins",
    "game": "alpha",
    "question": text("Who begins?", "谁先手？", "誰先手？"),
    "answer": text(
        '<p>The bold one, as <a href="site:/alpha/cards/first/a-1/">this card</a> says.</p>',
        '<p><a href="site:/alpha/cards/first/a-1/">勇者</a>先手。</p>',
    ),
    "status": "derived",
    "sources": ["guide"],
    "date": "2026-11-29",
    "rules": ["fight.2"],
    "cards": ["alpha/first/a-1"],
    "cases": [
        {
            "title": None,
            "start": BOARD,
            "end": BOARD,
            "steps": [
                step("attack", "Guard attacks."),
                step("not_allowed", "Lord may not answer.", refused=True, rule="fight.3"),
                step("rested", "Guard is rested.", cause=0),
                step("dies", "Lord dies.", cause=1),
            ],
            "verdicts": [
                {
                    "path": [],
                    "kind": "where",
                    "expected": text("place of Lord: discard pile", "主公所在：弃牌区"),
                    "actual": text("discard pile", "弃牌区"),
                    "ok": True,
                }
            ],
        }
    ],
}


def game(slug: str, name: Record, cards: int, fields: list[Record], **given: Any) -> Record:
    counts = {"cards": cards, "keywords": 3, "paragraphs": 3, "rulings": 1}
    words = text(f"About {slug}.", f"{slug}简介。", f"{slug}簡介。")
    return {
        "slug": slug,
        "name": name,
        "ours": True,
        "players": "2",
        "publisher": None,
        "summary": words,
        "about": text(f"<p>{words['en']}</p>", "<p>简介。</p>", "<p>簡介。</p>"),
        "sources": {},
        "sets": {},
        "guides": [],
        "changes": [],
        "unknown": [],
        "fields": fields,
        "counts": counts,
        **given,
    }


def printed_in(en: str, count: int) -> Record:
    name = text(en, "系列")
    return {"name": name, "ours": True, "released": None, "count": count}


GAMES = [
    game(
        "alpha",
        text("Alpha", "甲"),
        2,
        FIELDS,
        sources={
            "guide": {"title": text("The guide", "指南"), "url": "https://a.test/", "note": None},
            "list": {"title": text("The list", "列表"), "url": None, "note": text("Old.", "旧。")},
        },
        sets={"first": printed_in("First", 2), "second": printed_in("Second", 1)},
        unknown=[text("Everything else.", "其余。", "其餘。")],
        guides=[
            {
                "id": "learn",
                "title": text("Learn it", "入门", "入門"),
                "body": text("<p>Begin.</p>", "<p>开始。</p>", "<p>開始。</p>"),
            }
        ],
        changes=[
            {
                "version": "1.1",
                "date": "2026-11-30",
                "text": text("Clearer.", "更清楚。"),
                "paragraphs": ["fight.3"],
            }
        ],
    ),
    game("beta", text("Beta", "乙"), 0, FIELDS[:1], publisher=text("B & Co", "乙社")),
]
PAGES = [
    {"id": "data", "title": text("The data", "数据", "數據"), "body": text("<p>…</p>", "<p>…</p>")}
]


def _search_words() -> Record:
    """The words of search that the site has."""
    table = terms.load(ROOT, [])
    games = [path.parent.name for path in sorted((ROOT / "content").glob("*/game.md"))]
    facts = [fields.load(ROOT, game, table, []) for game in games]
    return searchwords.load(ROOT, table, facts, [])


def _catalogue(change: Callable[[Record], Record] = lambda record: record) -> Catalog:
    """The catalogue of the sample, with every record changed in some way."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.execute("create table meta (key, value)")
    db.execute("insert into meta values ('version', '0123456789ab')")
    db.execute("insert into meta values ('search', ?)", (json.dumps(_search_words()),))
    db.execute("create table terms (id, name_en, name_hans, name_hant, ours)")
    for id, names in TERMS.items():
        row = (id, names["en"], names["zh-Hans"], names["zh-Hant"], names["ours"])
        db.execute("insert into terms values (?, ?, ?, ?, ?)", row)
    bare: Record = {"rules": [], "also": [], "sources": [], "cards": [], "count": 0}
    other = {**KEYWORDS[0], "game": "beta", **bare}
    tables = {
        "games": GAMES,
        "cards": CARDS,
        "keywords": [*KEYWORDS, other],
        "chapters": [{**chapter, "game": "alpha"} for chapter in (START, FIGHT)],
        "rulings": [RULING],
        "pages": PAGES,
    }
    for table, records in tables.items():
        db.execute(f"create table {table} (game, position, record)")
        for position, record in enumerate(records):
            row = (record.get("game"), position, json.dumps(change(record)))
            db.execute(f"insert into {table} values (?, ?, ?)", row)
    return Catalog(db)


@pytest.fixture(scope="session")
def sample() -> Catalog:
    return _catalogue()


@pytest.fixture
def changed_sample() -> Callable[..., Catalog]:
    """The sample anew, with its records changed."""
    return _catalogue


@pytest.fixture(scope="session")
def sample_client(sample: Catalog) -> FlaskClient:
    app = create_app(sample)
    app.testing = True
    return app.test_client()


class Reader(HTMLParser):
    """Reads a page as a strict parser would: every element closed, every attribute quoted.

    `elements` are (tag, attributes) in order; `words` is the text of the main part with `|` between
    blocks.
    """

    VOID = frozenset({"meta", "link", "img", "input", "path"})
    BLOCKS = re.compile("p|h[1-5]|li|dt|dd|th|td|tr|div|section|ul|ol|dl|table")

    def __init__(self, html: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], "elements are left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {tag} {attrs}"
        self.elements.append((tag, dict(attrs)))
        self._block(tag)
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1] == tag, f"</{tag}> closes {self._open[-3:]}"
        self._open.pop()
        self._block(tag)

    def handle_data(self, data: str) -> None:
        if "main" in self._open:
            self._words.append(data)

    def _block(self, tag: str) -> None:
        if self.BLOCKS.fullmatch(tag):
            self._words.append("|")

    @property
    def words(self) -> str:
        joined = re.sub(r"\s+", " ", "".join(self._words))
        return re.sub(r"(?: ?\| ?)+", "|", joined)

    def all(self, tag: str, attribute: str) -> list[str]:
        """The values of an attribute of every such element that has it."""
        return [a[attribute] or "" for t, a in self.elements if t == tag and attribute in a]


@pytest.fixture(scope="session")
def read() -> Callable[[bytes], Reader]:
    return lambda body: Reader(body.decode())
