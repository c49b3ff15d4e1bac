"""Cut the fonts of printed cards from Noto CJK: python3 scripts/fonts.py

Needs Debian's fonts-noto-cjk and fontTools (`pip install fonttools`); only run again when a test
says that a card has a character which the fonts lack. Writes site/zhenshu/proxies/fonts/.

Texts are set in a sans with the common characters of both scripts (GB 2312 level 1, Big5 level 1)
and every character of the content; names in a bold serif with every character of names and terms.
Both keep the Taiwan forms of characters that differ (`locl`), and nothing else that is not used.
"""

import json
import sqlite3
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "site" / "zhenshu" / "proxies" / "fonts"
NOTO = Path("/usr/share/fonts/opentype/noto")
SIMPLIFIED = 2  # the place of SC in the collections of Debian 12
LATIN = {chr(point) for point in (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x1CD, 0x1DD))}
SIGNS = set("–—‘’“”…·•‧‰′″≤≥≠×←→↑↓■□●○◆◇★☆〓「」『』《》〈〉【】（）、。，；：！？％＋－／")
SCRIPTS = ["DFLT", "latn.dflt", "hani.dflt", "hani.ZHT "]


def main():
    database = sqlite3.connect(ROOT / "db" / "zhenshu.db")
    names = letters(
        row for (row,) in database.execute("select json_extract(record, '$.name') from cards")
    ) | letters(map(str, database.execute("select name_en, name_hans, name_hant from terms")))
    tables = ("games", "cards", "keywords", "rulings")
    words = [row for table in tables for (row,) in database.execute(f"select record from {table}")]
    known = LATIN | SIGNS
    cut("NotoSansCJK-Regular.ttc", "Zhenshu Sans", known | names | letters(words) | common())
    cut("NotoSerifCJK-Bold.ttc", "Zhenshu Serif", known | names)


def letters(texts):
    """The characters of some texts, which may be JSON."""
    return {c for text in texts for c in json.dumps(text, ensure_ascii=False) if c.isprintable()}


def common():
    """The common characters: level 1 of GB 2312 and of Big5."""
    codes = [(high, low, "gb2312") for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF)]
    codes += [(high, low, "big5") for high in range(0xA4, 0xC7) for low in range(0x40, 0xFF)]
    return {c for *code, charset in codes for c in bytes(code).decode(charset, "ignore")[-1:]}


def cut(collection, family, characters):
    """Write the subset of a font under a name of its own, and the characters it has."""
    font = TTFont(NOTO / collection, fontNumber=SIMPLIFIED)
    options = subset.Options()
    options.layout_features = ["locl", "kern"]
    options.layout_scripts = SCRIPTS
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes={ord(c) for c in characters & set(map(chr, font.getBestCmap()))})
    cutter.subset(font)
    rename(font, family)
    stem = family.replace(" ", "")
    font.save(OUT / f"{stem}.otf")
    have = "".join(sorted(map(chr, font.getBestCmap())))
    (OUT / f"{stem}.txt").write_text(have, encoding="utf-8", newline="")
    print(f"{family}: {len(have)} characters, {(OUT / f'{stem}.otf').stat().st_size} bytes")


def rename(font, family):
    """Give a font a family name that no installed font has."""
    style = font["name"].getDebugName(2)
    postscript = f"{family.replace(' ', '')}-{style}"
    for id, text in ((1, family), (3, postscript), (4, f"{family} {style}"), (6, postscript)):
        font["name"].setName(text, id, 3, 1, 0x409)
    font["CFF "].cff.fontNames[0] = postscript
    top = font["CFF "].cff[0]
    top.FamilyName, top.FullName = family, f"{family} {style}"


if __name__ == "__main__":
    sys.exit(main())
