"""Two scripts and pinyin, on the names and words that machines get wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhenshu import chinese, terms
from zhenshu.i18n import translate

# Worked out by hand; the surnames and words are those of the cards and rules.
HANT = {
    "于禁": "于禁",
    "毅重·于禁": "毅重·于禁",
    "于吉": "于吉",
    "太平道人·于吉": "太平道人·于吉",
    "钟会": "鍾會",
    "文丑": "文醜",
    "皇后": "皇后",
    "伏皇后": "伏皇后",
    "之后": "之後",
    "回复体力": "回復體力",
    "最多只能2张": "最多只能2張",
    "支持度": "支持度",
    "攻击对象": "攻擊對象",
    "若干": "若干",
    "致命": "致命",
    "铜雀台": "銅雀台",
    "岳飞": "岳飛",
    "五岳": "五嶽",
}


@pytest.fixture(scope="module")
def configured(root):
    terms.load(root, [])
    yield
    chinese.configure({}, {})


@pytest.mark.parametrize(("hans", "hant"), HANT.items())
def test_traditional(configured, hans, hant):
    assert chinese.to_hant(hans) == hant


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("奋强突固·乐进", "fèn qiáng tū gù · yuè jìn"),
        ("夏侯惇", "xià hóu dūn"),
        ("许褚", "xǔ chǔ"),
        ("张郃", "zhāng hé"),
        ("吕布", "lǚ bù"),
        ("beauty卡", "beauty kǎ"),
        ("Baron", ""),
        ("", ""),
    ],
)
def test_pinyin(configured, name, reading):
    assert chinese.pinyin(name) == reading


def test_a_reading_of_ours_goes_before_the_dictionary():
    chinese.configure({}, {"乐": "yuè"})
    assert chinese.pinyin("快乐") == "kuài yuè"
    chinese.configure({}, {})
    assert chinese.pinyin("快乐") == "kuài lè"


def test_scripts_are_told_apart(configured):
    assert chinese.simplified_only("于禁之后关羽体力") == ["关", "体"]
    assert chinese.traditional_only("乾坤關羽") == ["關"]


@given(st.text(max_size=40))
def test_any_text_can_be_read(text):
    assert len(chinese.syllables(text)) == sum(map(chinese.is_han, text))
    assert isinstance(chinese.to_hant(text), str)
    chinese.pinyin(text)


def test_the_interface_follows_the_conversions_in_use():
    """搜索 is 搜尋 in Taiwan; a catalogue read before the terms must not stay."""
    chinese.configure({})
    assert translate("Search", "zh-Hant") == "搜索"
    chinese.configure({"搜索": "搜尋"})
    assert translate("Search", "zh-Hant") == "搜尋"
    chinese.configure({})
