"""The interface in Chinese: every string, with the same placeholders, in both scripts."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog as Messages
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from zhenshu import i18n
from zhenshu.chinese import simplified_only, traditional_only
from zhenshu.i18n import LOCALE_DIR

ROOT = Path(__file__).parents[2]
HOW = "Run the two commands at the head of babel.cfg, then translate what is empty."


@pytest.fixture(scope="module")
def extracted() -> set[str]:
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {**DEFAULT_KEYWORDS, "tell": None}
    found = [
        message
        for package in ("zhenshu", "referee")
        for _path, _line, message, *_rest in extract_from_dir(
            ROOT / "site" / package, methods, options, keywords
        )
    ]
    return {message for message in found if isinstance(message, str)}


def read(path: Path) -> Messages:
    with path.open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module")
def translated() -> dict[str, str]:
    messages = read(LOCALE_DIR / "zh_Hans" / "LC_MESSAGES" / "messages.po")
    return {str(m.id): str(m.string) for m in messages if m.id and m.string}


def test_the_template_holds_every_string_of_the_source(extracted: set[str]) -> None:
    listed = {m.id for m in read(LOCALE_DIR / "messages.pot") if m.id}
    assert listed == extracted, HOW


def test_every_string_is_translated(extracted: set[str], translated: dict[str, str]) -> None:
    assert translated.keys() == extracted, HOW


def test_translations_keep_the_placeholders(translated: dict[str, str]) -> None:
    for english, chinese in translated.items():
        names = [sorted(re.findall(r"\{[^{}]*\}", text)) for text in (english, chinese)]
        # What stands in backquotes or shows a form is the same too, as it is to be typed.
        assert names[0] == names[1], english


def test_translations_are_simplified_and_convert_whole(translated: dict[str, str]) -> None:
    hant = i18n.catalogue("zh-Hant")
    for english, chinese in translated.items():
        assert traditional_only(chinese) == [], chinese
        assert simplified_only(hant[english]) == [], hant[english]
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[,;:?!][\u4e00-\u9fff]", chinese), chinese


# Words of a template that no language translates, or that English alone has.
AS_THEY_ARE = (
    "Zhenshu",
    "CC BY-SA 4.0",
    "A ring (°) marks an English name of our own: no official one is known.",
)


def test_templates_hold_no_words_of_their_own() -> None:
    for path in sorted((ROOT / "site/zhenshu/web/templates").glob("*.html")):
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(), flags=re.DOTALL)
        text = re.sub(r"<!?[a-z/][^>]*>", "", text)
        for words in AS_THEY_ARE:
            text = text.replace(words, "")
        assert re.findall(r"[A-Za-z]{2,}[^\n]*", text) == ["cards.json, cards.schema.json"] * (
            path.name == "text.html"
        ), path.name


def test_a_string_without_translation_stays_english() -> None:
    assert i18n.translate("No such string.", "zh-Hant") == "No such string."
