"""What stands on a card, compared with the card's own record in the real content."""

from typing import Any

import pytest

from zhenshu.catalog import Catalog
from zhenshu.proxies.face import LONGEST, characters, faces
from zhenshu.proxies.job import Options, address, bilingual, file_name
from zhenshu.proxies.sheet import Layout


def test_a_unit_of_formation_duel(catalog: Catalog) -> None:
    card = catalog.card("formation/cz/006")
    assert card is not None
    (face,) = faces(catalog, card, "zh-Hant")
    assert face["name"] == "奮強突固·樂進"
    assert face["cost"]["value"] == "4"
    assert face["needs"] == [{"mark": "faction/wei", "name": "魏", "count": "2"}]
    assert [stat["value"] for stat in face["stats"]] == ["4", "3"]  # might, then stamina
    assert face["tint"] == "faction/wei"
    assert [block["kind"] for block in face["blocks"]] == ["keyword", "text"]
    assert face["foot"].split(" · ")[1] == "6"


def test_both_faces_of_a_commander(catalog: Catalog) -> None:
    card = catalog.card("faceoff/bp01/035")
    assert card is not None
    front, back = faces(catalog, card, "en")
    # Power, range, flash point; the front also has stamina, which no source gives.
    assert [stat["value"] for stat in front["stats"]] == ["2", "1", "0", "?"]
    assert [stat["value"] for stat in back["stats"]] == ["3", "2", "0"]
    assert back["tint"] == front["tint"] == "element/wind"
    assert front["pinyin"] == "xùn jǐ · lǚ líng qǐ"
    assert back["foot"].endswith("BP01-L-035*")


def test_what_nobody_knows_is_said(catalog: Catalog) -> None:
    card = catalog.card("formation/wd/005")
    assert card is not None
    (face,) = faces(catalog, card, "en")
    assert face["needs"][0]["count"] == "?"
    assert face["blocks"][-1]["kind"] == "pending"


def test_two_languages_say_nothing_twice(catalog: Catalog) -> None:
    card = catalog.card("faceoff/bp01/202")
    assert card is not None
    hant, english = (faces(catalog, card, language)[0] for language in ("zh-Hant", "en"))
    second = bilingual(hant, english, "en")["second"]
    # No English name is known: the reading stands instead of the simplified name.
    assert (second["name"], second["lang"]) == (card["pinyin"], "zh-Latn-pinyin")
    summaries = [block["text"] for block in hant["blocks"] if block["kind"] == "text"]
    assert not {block["text"] for block in second["blocks"]} & set(summaries)
    assert "Elusive 2" in [block["label"] for block in second["blocks"]]


def test_a_name_unknown_in_the_own_language_comes_once(catalog: Catalog) -> None:
    card = catalog.card("faceoff/bp01/202")
    assert card is not None
    english, hant = (faces(catalog, card, language)[0] for language in ("en", "zh-Hant"))
    both = bilingual(english, hant, "zh-Hant")
    assert (both["name"], both["lang"]) == ("夜隱無痕·胡車兒", "zh-Hant")
    assert both["pinyin"] == card["pinyin"]
    assert both["second"]["name"] == ""


@pytest.mark.parametrize(
    ("id", "language", "label", "text"),
    [
        ("formation/qx/085", "en", "Assault 1", "deals 1 damage to its facing unit"),
        ("formation/yj/020", "zh-Hans", "突击3", "对其相对单位造成3点伤害"),
        ("formation/cx/039", "en", "Afterimage 1", "It enters with 1 counter and loses one"),
    ],
)
def test_reminders_have_the_number_of_the_card(
    catalog: Catalog, id: str, language: str, label: str, text: str
) -> None:
    card = catalog.card(id)
    assert card is not None
    (face,) = faces(catalog, card, language)
    (said,) = [block["text"] for block in face["blocks"] if block["label"] == label]
    assert text in said


def test_rulings_are_plain_words(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    card = catalog.card("clash/starter-kit/ogre")
    assert card is not None
    answers = dict.fromkeys(("en", "zh-Hans", "zh-Hant"), "<p>No: <em>2 &lt; 3</em> &amp; 4.</p>\n")
    ruling: dict[str, Any] = {
        "cards": [card["id"]],
        "question": dict.fromkeys(answers, "Is 2 > 3?"),
        "answer": answers,
    }
    monkeypatch.setattr(Catalog, "rulings", lambda _catalog, _game: {"one": ruling})
    (face,) = faces(catalog, card, "en")
    (told,) = face["rulings"]
    assert (told["label"], told["text"]) == ("Is 2 > 3?", "No: 2 < 3 & 4.")


def test_a_card_played_in_part_is_told_once(catalog: Catalog) -> None:
    """The referee plays a part of it, and the summary tells all."""
    card = catalog.card("faceoff/bp01/144")
    assert card is not None and card["texts"] and not card["playable"]
    (face,) = faces(catalog, card, "en")
    (text,) = [block["text"] for block in face["blocks"] if block["kind"] == "text"]
    assert "7 or more tactics" in text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_card(catalog: Catalog, language: str) -> None:
    """Every card has its faces, with no long block and nothing that looks like an id."""
    for game in catalog.games:
        for card in catalog.cards(game):
            made = faces(catalog, card, language)
            assert len(made) == (2 if card["back"] else 1)
            for face in made:
                assert face["name"]
                assert face["kind"]
                assert all(len(block["text"]) <= LONGEST for block in face["blocks"])
                assert characters(face)


def test_addresses_and_names_of_files(catalog: Catalog) -> None:
    card = catalog.card("faceoff/bp01/035")
    assert card is not None
    options = Options("zh-Hant", site="https://cards.test/zhenshu/")
    assert address(card, options) == "https://cards.test/zhenshu/zh-hant/faceoff/cards/bp01/035/"
    assert file_name(options) == "proxies-zh-hant-a4.pdf"
    assert file_name(Options(layout=Layout((200.0, 300.5)))) == "proxies-en-200x300.5mm.pdf"
