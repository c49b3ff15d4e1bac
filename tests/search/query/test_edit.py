"""Queries changed by a tap: a part taken out, a value chosen, a slip mended."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhenshu.search.query import Vocabulary, conditions, fixed, parse, say, says, toggled, without


@pytest.mark.parametrize(
    ("text", "at", "left"),
    [
        ("a b c", (2, 3), "a c"),
        ("a b c", (0, 1), "b c"),
        ("a b c", (4, 5), "a b"),
        ("a", (0, 1), ""),
        ("  a ，  b", (2, 3), "b"),
        ("a and b", (6, 7), "a"),
        ("a and b", (0, 1), "b"),
        ("a or b or c", (5, 6), "a or c"),
        ("a or b or c", (10, 11), "a or b"),
        ("a 或 b", (4, 5), "a"),
        ("魏 & 蜀", (0, 1), "蜀"),
        ("(a) b", (1, 2), "b"),
        ("（ a ） b", (2, 3), "b"),
        ("x (a or b)", (8, 9), "x (a)"),
        ("or a", (3, 4), "or"),
        ("𠮷 b", (0, 1), "b"),
        ("b 𠮷 c", (4, 5), "b 𠮷"),
    ],
)
def test_without(text: str, at: tuple[int, int], left: str) -> None:
    assert without(text, at) == left


@pytest.mark.parametrize(
    ("text", "language", "made"),
    [
        ("wei transfer", "en", "faction:wei keyword:transfer"),
        ("  Wei Units cost<=3", "en", "  faction:Wei type:Unit cost<=3"),
        ("魏 转移 费用<=3", "zh-Hans", "势力:魏 关键词:转移 费用<=3"),
        ("魏，轉移", "zh-Hant", "勢力:魏，關鍵詞:轉移"),
        ("huo 曹", "zh-Hans", "属性:huo 曹"),
        ('s 曹仁 -wei "shu" (wu qun)', "en", None),
        ("wei or shu", "en", None),
    ],
)
def test_conditions(
    vocabularies: dict[str, Vocabulary], text: str, language: str, made: str | None
) -> None:
    words = vocabularies[language]
    assert conditions(text, parse(text, words), words) == made


@pytest.mark.parametrize(
    ("text", "field", "value", "language", "made"),
    [
        ("", "faction", "wei", "en", "faction:wei"),
        ("", "faction", "wei", "zh-Hans", "势力:魏"),
        ("", "faction", "wei", "zh-Hant", "勢力:魏"),
        ("guan", "faction", "wei", "en", "guan faction:wei"),
        ("guan f:wei", "faction", "wei", "en", "guan"),
        ("势力：魏 guan", "faction", "wei", "en", "guan"),
        ("-f:wei", "faction", "wei", "en", "-f:wei faction:wei"),
        ("f!=wei", "faction", "wei", "en", "f!=wei faction:wei"),
        ("", "cost", 3, "zh-Hans", "费用:3"),
        ("cost:3", "cost", 3, "en", ""),
        ("cost<=3", "cost", 3, "en", "cost<=3 cost:3"),
        ("", "cost", "X", "en", "cost:X"),
        ("guan f:wei", "faction", "shu", "en", "guan f:wei|shu"),
        ("勢力：魏 关", "faction", "shu", "zh-Hant", "勢力：魏|蜀 关"),
        ("f:wei|shu|wu guan", "faction", "shu", "en", "f:wei|wu guan"),
        ("f:wei|wu guan", "faction", "wu", "en", "f:wei guan"),
        ("f = wei", "faction", "shu", "en", "f = wei|shu"),
        ("f:w|zzz|shu", "faction", "wei", "en", "f:shu"),
        ('f:"wei" guan', "faction", "shu", "en", "f:wei|shu guan"),
        ("f:?", "faction", "shu", "en", "f:? faction:shu"),
        ("f:none", "faction", "shu", "en", "f:none faction:shu"),
        ("kw:insight2 kw:flank", "keyword", "faceoff/ambush", "en", "kw:insight2 kw:flank|ambush"),
        ("cost:2", "cost", 3, "en", "cost:2|3"),
        ("cost:2", "cost", "unknown", "zh-Hans", "cost:2|未知"),
        ("cost:2|X|?", "cost", "X", "en", "cost:2|?"),
        ("cost:2..4", "cost", 3, "en", "cost:2..4 cost:3"),
        ("cost=x", "cost", "X", "en", ""),
        ("", "cost", "unknown", "zh-Hans", "费用:未知"),
        ("", "faction", "none", "zh-Hant", "勢力:無"),
        ("", "element", "none", "en", "element:none"),
        ("", "element", "none", "zh-Hans", "属性:无属性"),
        ("", "type", "son-of-heaven", "en", "type:son-of-heaven"),
        ("", "type", "infantry", "zh-Hans", "类型:步兵"),
        ("", "keyword", "faceoff/insight", "en", "keyword:insight"),
        ("", "keyword", "faceoff/joint-attack", "en", "keyword:joint-attack"),
        ("", "keyword", "formation/transfer", "zh-Hant", "關鍵詞:轉移"),
        ("kw:insight", "keyword", "faceoff/insight", "en", ""),
        ("kw:insight2", "keyword", "faceoff/insight", "en", "kw:insight2 keyword:insight"),
        ("", "game", "formation", "en", "game:formation"),
        ("a or b", "faction", "wei", "en", "(a or b) faction:wei"),
        ("(a or b)", "faction", "wei", "en", "(a or b) faction:wei"),
        ("a or b sort:cost", "faction", "wei", "en", "(a or b) faction:wei sort:cost"),
        ('"a', "faction", "wei", "en", '"a" faction:wei'),
        ("「a", "faction", "wei", "en", "「a」 faction:wei"),
        ("((a", "faction", "wei", "en", "((a)) faction:wei"),
    ],
)
def test_toggled(
    text: str,
    field: str,
    value: str | int,
    language: str,
    made: str,
    vocabularies: dict[str, Vocabulary],
) -> None:
    words = vocabularies[language]
    assert toggled(text, parse(text, words), field, value, words) == made


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_value_can_be_chosen_and_left_again(
    language: str, vocabularies: dict[str, Vocabulary]
) -> None:
    words = vocabularies[language]
    for field in ("game", "faction", "element", "type", "keyword", "timing", "set", "is", "lang"):
        for term in words.field_terms(field):
            chosen = toggled("guan", parse("guan", words), field, term.id, words)
            query = parse(chosen, words)
            assert not query.problems, chosen
            assert says(query, field, term.id), chosen
            assert toggled(chosen, query, field, term.id, words) == "guan"


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("factoin:wei cost:3", "faction:wei cost:3"),
        ("a f:shuu", "a f:Shu"),
        ("f:「shuu」a", 'f:"Shu"a'),
        ("sort:-mihgt", "sort:-might"),
        ("sort:cost,mihgt,name", "sort:cost,might,name"),
        ("f<shu", "f:shu"),
        ("kw:tranfser", "kw:Transfer"),
        ("is:foil", "is:unique"),
        ('t:"five tiger genral"', 't:"Five Tiger General"'),
    ],
)
def test_fixed(text: str, mended: str, vocabularies: dict[str, Vocabulary]) -> None:
    words = vocabularies["en"]
    (problem,) = parse(text, words).problems
    assert fixed(text, problem, problem.near[0]) == mended


CLAUSES = ["guan", "f:wei", "-cost<=3", "“lu bu”", "(a or b)", "not t:horse", "kw:shoot2"]


@settings(deadline=None)
@given(
    clauses=st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=6),
    gap=st.sampled_from([" ", "，", " and ", " & ", " 且 "]),
    data=st.data(),
)
def test_a_part_taken_out_leaves_the_others(
    clauses: list[str], gap: str, data: st.DataObject, vocabularies: dict[str, Vocabulary]
) -> None:
    words = vocabularies["en"]
    text = gap.join(clauses)
    parts = say(parse(text, words), words)["parts"]
    if len(clauses) == 1 and len(parts) == 2:  # the sides of an `or`
        return
    gone = data.draw(st.integers(0, len(parts) - 1))
    begin, end = parts[gone]["at"]
    left = say(parse(without(text, (begin, end)), words), words)["parts"]
    texts = [part["text"] for part in parts]
    del texts[gone]
    if texts == ["(with “a” in the name or with “b” in the name)"]:
        texts = ["with “a” in the name", "or with “b” in the name"]
    assert [part["text"] for part in left] == texts
