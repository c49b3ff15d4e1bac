"""Card pages say everything their records hold; lists and marks."""

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment, translate
from zhenshu.marks import mark

Read = Callable[[bytes], Any]


@pytest.fixture
def words(sample_client: FlaskClient, read: Read) -> Callable[[str], str]:
    return lambda address: str(read(sample_client.get(address).data).words)


def test_a_card_in_english(words: Callable[[str], str]) -> None:
    shown = words("/en/alpha/cards/first/a-1/")
    for expected in (
        "|Traditional|呂布<script>alert('x')</script>|",
        "|Simplified|吕布<script>alert('x')</script>|",
        "|Pinyin|lǚ bù script alert x script|",
        "|English|<script>alert('x')</script> our rendering|",
        "|Number|A-1|",
        "|Also printed as|P-77 (Second)|",
        "|Front A-1|",
        "|Cost|3 points|",
        "|Power|1 point|",
        "|Summary|Deals 9 damage.|Then: <script>alert('x')</script>|",
        "|Keywords|Shoot 4|What shoot does.|Guard|What guard does.|",
        "|Type|Unit|",
        "|Faction|Wei, Wu|",
        "|Requirement|Wei × 2|",
        "|Rarity derived|Odd <script>alert('x')</script>|",
        "|Grants|Resist units|",
        "|Same name as|Éventail|",
        "|Unique|yes|",
        "|Awakened face A-1*|Power|5 points|Summary|Turns the page.|",
        "|Another source differs|The list|Cost|8 points|Keywords|none|",
        "|Note|Compare fight.1.|",
        "|Rulings|Who begins? derived|",
        "|Sources|The guide page 7|The list|",
        "|Not yet playable: the rules engine cannot play this card yet.|",
    ):
        assert expected in shown, expected


def test_a_card_in_chinese(words: Callable[[str], str]) -> None:
    shown = words("/zh-hant/alpha/cards/first/a-1/")
    for expected in (
        "|英文|<script>alert('x')</script> 本站譯名|",
        "|費用|3 點|",
        "|摘要 （摘要，尚未翻譯）|Deals 9 damage.|Then: <script>alert('x')</script>|",
        "|關鍵詞|射擊4|shoot的作用。|守護|guard的作用。|",
        "|勢力|魏、吳|",
        "|賦予|單位抵抗|",
        "|同名牌|Éventail|",
        "|覺醒面 A-1*|",
        "|備註|尚未翻譯|Compare fight.1.|",
        "|尚不可推演：規則引擎還不能執行這張牌。|",
    ):
        assert expected in shown, expected


def test_what_is_unknown_or_empty_is_said_in_words(words: Callable[[str], str]) -> None:
    shown = words("/en/alpha/cards/first/a-2/")
    for expected in (
        "|Chinese|no Chinese name known|",
        "|English|no English name known|",
        "|French|Éventail|",
        "|Number|unknown|",
        "|Cost|X points|",
        "|Summary|unknown|",
        "|Faction|none|",
        "|Keywords|unknown|",
    ):
        assert expected in shown, expected


def test_texts_in_another_language_say_so(sample_client: FlaskClient, read: Read) -> None:
    page = read(sample_client.get("/zh-hans/alpha/cards/first/a-1/").data)
    # Two abilities on the front; the back is translated.
    assert page.elements.count(("p", {"lang": "en"})) == 2
    assert "翻页。" in sample_client.get("/zh-hans/alpha/cards/first/a-1/").text
    assert ("div", {"lang": "en"}) in page.elements  # the note
    english = read(sample_client.get("/en/alpha/cards/first/a-2/").data)
    assert ("dd", {"lang": "fr"}) in english.elements
    (heading,) = re.findall(r"<h1>(.*)</h1>", sample_client.get("/en/alpha/cards/first/a-2/").text)
    assert heading == '<span lang="fr">Éventail</span>'


def test_a_card_leads_to_its_neighbours_and_to_cards_like_it(
    sample_client: FlaskClient, read: Read
) -> None:
    links = read(sample_client.get("/en/alpha/cards/first/a-1/").data).all("a", "href")
    expected = ("../a-2/", "../", "../../second/", "../../by/type/unit/", "../../by/faction/wu/")
    assert {*expected, "../../by/cost/3/", "../../../keywords/shoot/"} <= set(links)
    assert "../../../../alpha/rules/#fight.1" in links  # in the note
    assert "../../../rulings/who-begins/" in links


def test_a_list_shows_the_columns_of_its_cards(words: Callable[[str], str]) -> None:
    shown = words("/en/alpha/cards/by/cost/x/")
    assert "|Card|Cost|" in shown  # no card on it has power
    assert "|Éventail Stratagem|X|" in shown
    hant = words("/zh-hant/alpha/cards/first/")
    assert "|呂布<script>alert('x')</script> A-1 · 單位|3|1|" in hant
    assert "|2張卡牌 · 發售：未知|" in hant


def test_marks_differ_in_shape() -> None:
    shapes = [
        re.sub(r' class="[^"]*"', "", mark(group, id))
        for group, ids in {
            "faction": ("wei", "shu", "wu", "qun"),
            "element": ("wind", "forest", "fire", "mountain", "yin", "thunder"),
            "status": ("stated", "derived", "assumed", "superseded"),
        }.items()
        for id in ids
    ]
    assert all(shape.startswith("<svg") for shape in shapes)
    assert len(set(shapes)) == len(shapes) == 14
    assert mark("faction", "nobody") == ""


def test_a_card_takes_one_round_trip(client: FlaskClient, catalog: Catalog, read: Read) -> None:
    """A page and the stylesheet in 14 KB, the stylesheet in 9 KB, as hosts compress them."""
    sheet = len(gzip.compress(client.get("/static/site.css").data))
    assert sheet < 9 * 1024
    largest = max(
        (card for game in catalog.games for card in catalog.cards(game)),
        key=lambda card: len(str(card)),
    )
    for language in LANGUAGES:
        path = f"/{segment(language)}/{_address(largest)}"
        assert sheet + len(gzip.compress(client.get(path).data)) <= 14 * 1024


def _address(card: dict[str, Any]) -> str:
    return f"{card['game']}/cards/{card['set']}/{card['slug']}/"


@settings(max_examples=150, deadline=None)
@given(chosen=st.data())
def test_every_fact_of_every_card_is_on_its_page(
    app: Flask, catalog: Catalog, read: Read, chosen: st.DataObject
) -> None:
    game = chosen.draw(st.sampled_from(list(catalog.games)))
    card = chosen.draw(st.sampled_from(catalog.cards(game)))
    language = chosen.draw(st.sampled_from(LANGUAGES))
    body = app.test_client().get(f"/{segment(language)}/{_address(card)}").data
    shown = read(body).words
    for expected in _expected(catalog, card, language):
        assert expected in shown, expected


def _expected(catalog: Catalog, card: dict[str, Any], language: str) -> Iterator[str]:
    """What the page must say, worked out from the record alone."""
    game = catalog.games[card["game"]]
    yield from (name for name in card["name"].values() if name)
    yield card["pinyin"]
    faces = [(card["number"], card["facts"])]
    if card["back"]:
        faces.append((card["back"]["number"], card["back"]["facts"]))
    for printing in card["printings"]:
        yield printing["number"]
    for source in card["sources"]:
        yield f"{game['sources'][source['id']]['title'][language]} {source['at']}".strip()
    if card["note"]:
        note = card["note"][language] or card["note"]["en"]
        yield re.split("<[^>]+>", note)[1].replace("\n", " ").strip()
    for lines in (card["texts"] or {}).values():
        yield from lines[language]
    fields = {field["id"]: field for field in game["fields"]}
    for number, facts in [*faces, *((None, facts) for facts in card["differs"].values())]:
        if number:
            yield translate("unknown", language) if number == "unknown" else number
        for id, value in facts.items():
            field = fields[id]
            if field["kind"] == "text" and card["playable"]:
                continue  # the text of the card has taken its place
            label = field["label"][language]
            yield from _values(catalog, card["game"], field, value, language)
            if id != "keywords" and field["kind"] != "text" and not field["derived"]:
                first = next(_values(catalog, card["game"], field, value, language))
                yield f"|{label}|{first}"


def _values(
    catalog: Catalog, game: str, field: dict[str, Any], value: Any, language: str
) -> Iterator[str]:
    """The words for a value; the first of them begins what stands beside the label."""
    kind = field["kind"]
    if value == "unknown":
        yield translate("unknown", language)
    elif value in ([], {}):
        yield translate("none", language)
    elif kind == "number":
        unit = field["unit" if value == 1 else "units"]
        yield f"{value} {unit[language]}|" if unit else f"{value}|"
    elif kind == "flag":
        yield translate("yes" if value else "no", language)
    elif kind == "term":
        yield catalog.term(field["group"], value)[language]
    elif kind == "terms":
        yield from (catalog.term(field["group"], id)[language] for id in value)
    elif kind == "counts":
        for id, count in value.items():
            yield f"{catalog.term(field['group'], id)[language]} × {count}"
    elif kind == "keywords":
        yield from (catalog.keyword_label(game, given, language) for given in value)
    elif kind == "card":
        names = catalog.card(value)["name"]  # type: ignore[index]
        yield names[language] or names["zh-Hans"] or names["en"] or names["fr"]
    else:
        yield from (value[language] or value["en"]).split("\n")
