"""The fonts have every character that any card can show."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from zhenshu.catalog import Catalog
from zhenshu.proxies.face import characters, faces
from zhenshu.proxies.pdf import FONTS, MISSING, covered
from zhenshu.proxies.words import words
from zhenshu.speech import speech


@pytest.mark.parametrize("name", ["ZhenshuSans", "ZhenshuSerif"])
def test_the_list_of_characters_is_that_of_the_font(name: str) -> None:
    listed = Path(FONTS, f"{name}.txt").read_text(encoding="utf-8")
    font = TTFont(FONTS / f"{name}.otf")
    assert set(listed) == set(map(chr, font.getBestCmap()))
    # Taiwan's forms of characters are there.
    languages = font["GSUB"].table.ScriptList.ScriptRecord
    assert any(
        system.LangSysTag.strip() == "ZHT"
        for script in languages
        for system in script.Script.LangSysRecord
    )


def test_the_sans_stands_in_for_the_serif() -> None:
    serif, sans = (Path(FONTS, f"Zhenshu{n}.txt").read_text("utf-8") for n in ("Serif", "Sans"))
    assert set(serif) <= set(sans)
    assert MISSING in sans


def test_every_card_in_every_language(catalog: Catalog) -> None:
    lacking = {
        (card["id"], letter)
        for game in catalog.games
        for card in catalog.cards(game)
        for language in ("en", "zh-Hans", "zh-Hant")
        for face in faces(catalog, card, language)
        for letter in characters(face) - covered()
    }
    assert not lacking, "python3 scripts/fonts.py makes the fonts anew"


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_words_around_cards(catalog: Catalog, language: str) -> None:
    own = words(language)
    names = (speech(language).plain(game["name"]) for game in catalog.games.values())
    texts = (*(own[key] for key in ("proxy", "bar", "colon", "comma")), *names)
    assert not set("".join(texts)) - covered() - {" "}
