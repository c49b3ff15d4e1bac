from typing import Any

import pytest

from zhenshu.search.keys import Keys, keys


@pytest.fixture
def card(shelf: Any) -> Any:
    by_id = {card["id"]: card for card in shelf.every()}
    return by_id.__getitem__


def test_names_in_every_language_and_script(card: Any) -> None:
    assert keys(card("zongheng/yxjq/lu-bu")).names == ("lubu", "吕布")
    assert keys(card("clash/starter-kit/annihilation")).names == ("annihilation",)
    # 鉅 may stand for another character than 钜: both spellings are kept.
    assert keys(card("formation/cz/143")).names == ("钜鹿狂信徒", "巨鹿狂信徒")
    # 覆 is one with 复, as our traditional texts write it for that.
    assert keys(card("formation/qq/112")).names == ("怠军反复·孟达",)


def test_numbers_of_all_faces_and_printings(card: Any) -> None:
    # The star on the back's number is folded away, which makes it the front's.
    # Each also without the rarity, as players write it.
    assert keys(card("faceoff/bp01/035")).numbers == (
        "bp01l035",
        "bp01035",
        "bp01lr035a",
        "bp01035a",
        "s01pr007",
        "s01007",
    )
    assert keys(card("clash/starter-kit/annihilation")).numbers == ("29/36",)


def test_a_number_nobody_knows_is_none(card: Any) -> None:
    assert keys(card("clash/resistance/oeuf-de-phoenix")).numbers == ()


def test_a_card_without_a_chinese_name(card: Any) -> None:
    assert keys(card("zongheng/unsorted/default-general")) == Keys(("nogeneral",), (), ())


@pytest.mark.parametrize(
    ("id", "readings"),
    [
        ("formation/cz/048", ("GuanPing",)),
        ("formation/cz/055", ("MeiRanGong·GuanYu",)),
        ("formation/wd/069", ("ZhangZhaoZhangHong",)),
        ("faceoff/bp01/035", ("XunJi·LuLingQi", "XunJi·LvLingQi", "XunJi·LyuLingQi")),
        # 乐 by itself is lè.
        ("faceoff/bp01/030", ("XianDeng·YueJin", "XianDeng·LeJin")),
    ],
)
def test_readings(card: Any, id: str, readings: tuple[str, ...]) -> None:
    assert keys(card(id)).readings == readings


def test_latin_letters_in_a_chinese_name_have_no_sound(card: Any) -> None:
    made = {**card("formation/cz/048"), "pinyin": "guān EX2 píng"}
    made["name"] = {"en": None, "zh-Hans": "关EX2·平", "zh-Hant": "關EX2·平"}
    assert keys(made) == Keys(("关ex2·平",), ("48",), ("Guan·Ping",))
