"""A small project of its own for the tests of content: one game, two cards, one chapter."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from zhenshu import chinese, content
from zhenshu.content import Content
from zhenshu.problems import Problem

TERMS = """\
[type]
unit = { en = "Unit", zh-Hans = "单位" }
territory = { en = "Territory", zh-Hans = "领土" }

[faction]
wei = { en = "Wei", zh-Hans = "魏" }
shu = { en = "Shu", zh-Hans = "蜀" }

[subtype]
infantry = { en = "Infantry", zh-Hans = "步兵" }

[subject]
units = { en = "units", zh-Hans = "单位" }

[field]
set = { en = "Set", zh-Hans = "系列" }
type = { en = "Type", zh-Hans = "类型" }
faction = { en = "Faction", zh-Hans = "势力" }
requirement = { en = "Requirement", zh-Hans = "需求" }
might = { en = "Might", zh-Hans = "武力" }
subtype = { en = "Subtype", zh-Hans = "副类别" }
unique = { en = "Unique", zh-Hans = "无双" }
keywords = { en = "Keywords", zh-Hans = "关键词" }
same-name = { en = "Same name as", zh-Hans = "同名牌" }
summary = { en = "Summary", zh-Hans = "效果摘要" }

[unit]
point = { en = "point", zh-Hans = "点" }

[units]
point = { en = "points", zh-Hans = "点" }

[value]
unknown = { en = "Unknown", zh-Hans = "未知" }
none = { en = "None", zh-Hans = "无" }

[conversion]
"回复" = "回復"

[forbidden]
"隻有" = "只有"

[pinyin]
"乐进" = "yuè jìn"
"""

FIELDS = """\
[type]
kind = "terms"
group = "type"
facet = true

[faction]
kind = "terms"
group = "faction"

[requirement]
kind = "counts"
group = "faction"

[might]
kind = "number"
unit = "point"
only = ["unit"]
allows = ["X"]

[subtype]
kind = "terms"
group = "subtype"

[unique]
kind = "flag"
optional = true

[keywords]
kind = "keywords"

[same-name]
kind = "card"
optional = true

[summary]
kind = "text"
"""

GAME = """\
---
name: {en: Small Game, zh-Hans: 小牌戏}
order: 1
players: "2"
publisher: unknown
summary: {en: A game., zh-Hans: 一个游戏。}
sources:
  guide: {title: {en: Guide, zh-Hans: 指南}}
sets:
  first: {name: {en: First, zh-Hans: 第一}, released: unknown}
avoid: {creature: unit, 生物: 单位}
unknown: []
---
# en
About it.
# zh-Hans
介绍。
"""

KEYWORD = """\
---
name: {en: Ambush, zh-Hans: 伏击}
reminder: {en: It waits., zh-Hans: 它等待。}
rules: [combat.end.1]
sources: [guide]
---
"""

SHOOT = """\
---
name: {en: Shoot, zh-Hans: 射击}
pattern: {en: "Shoot {n}", zh-Hans: "射击{n}"}
reminder: {en: It shoots., zh-Hans: 它射击。}
rules: []
sources: [guide]
---
"""

ENGLISH = """\
---
title: Combat
---
## End {#combat.end}

Combat ends.
{: #combat.end.1 .stated source="guide" }

Nothing follows.
{: #combat.end.2 .derived from="combat.end.1" }
"""

CARD = """\
---
name: {zh-Hans: "奋强突固·乐进"}
number: 1
type: [unit]
faction: [wei]
requirement: {wei: 2}
might: 4
subtype: [infantry]
keywords: [ambush]
summary: "Attacks."
sources: ["guide:page 3"]
---
"""

TERRITORY = """\
---
name: {zh-Hans: 魏领土}
number: 2
type: [territory]
faction: [wei]
requirement: {}
subtype: []
keywords: []
summary: unknown
sources: [guide]
---
"""


def digest(text: str) -> str:
    """The digest of a paragraph, made as CONTRIBUTING.md says."""
    return hashlib.sha1(" ".join(text.split()).encode()).hexdigest()[:6]


CHINESE = f"""\
---
title: 战斗
---
## 结束 {{#combat.end}}

战斗结束。
{{: #combat.end.1 of="{digest("Combat ends.")}" }}

此后没有别的。
{{: #combat.end.2 of="{digest("Nothing follows.")}" }}
"""

OWN_GROUPS = ["game", "set", "in", "flag", "lang"]  # of search

FILES = {
    "terms.toml": TERMS,
    "small/game.md": GAME,
    "small/fields.toml": FIELDS,
    "small/keywords/ambush.md": KEYWORD,
    "small/keywords/shoot.md": SHOOT,
    "small/rules/combat.en.md": ENGLISH,
    "small/rules/combat.zh-Hans.md": CHINESE,
    "small/rules/ids.txt": "combat.end.1\ncombat.end.2\n",
    "small/cards/first/001.md": CARD,
    "small/cards/first/002.md": TERRITORY,
    "pages/about.md": "---\ntitle: {en: About, zh-Hans: 关于}\norder: 1\n---\n"
    "# en\nSee [[keyword:small/ambush]].\n# zh-Hans\n见[[keyword:small/ambush]]。\n",
}


def search_words() -> str:
    """The site's own words of search, with no more facts and groups of terms than there are."""
    words = (Path(__file__).parents[2] / "content/search.toml").read_text(encoding="utf-8")

    def known(line: re.Match[str]) -> str:
        there = re.findall(r"(?m)^\[([a-z-]+)\]$", FIELDS + TERMS) + OWN_GROUPS
        return f"{line[1]} = {json.dumps([id for id in json.loads(line[2]) if id in there])}"

    return re.sub(r"(?m)^(facts|groups) = (.*)$", known, words)


class Project:
    """A project folder that a test changes and reads."""

    def __init__(self, root: Path):
        self.root = root
        for name, text in {**FILES, "search.toml": search_words()}.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> None:
        path = self.root / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a text that stands in a file."""
        text = (self.root / "content" / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def load(self) -> tuple[Content, list[Problem]]:
        return content.load(self.root)

    def problems(self) -> list[str]:
        """Every problem as a contributor sees it, paths from content/ on."""
        return [str(problem).removeprefix("content/") for problem in self.load()[1]]


@pytest.fixture
def project(tmp_path: Path):
    yield Project(tmp_path)
    # The conversions and readings of a project are those of the process.
    chinese.configure({}, {})


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's own folder."""
    return Path(__file__).parents[2]
