import pytest

from zhenshu.search import Searcher

GUAN_YU = ("card", "formation/cz/055")  # 美髯公·关羽
OGRE = ("card", "clash/starter-kit/ogre")
GOLDEN = ("rule", "faceoff/golden.3")
ALONE = ("ruling", "faceoff/not-alone")


def shown(searcher: Searcher, query: str, entry: tuple[str, str], language: str) -> list[str]:
    """The marked parts of the names of an entry."""
    result = searcher.result(*entry, searcher.answer(query, language))
    return [n["text"][start:end] for n in result["names"] for start, end in n["marks"]]


@pytest.mark.parametrize(
    ("query", "entry", "language", "marked"),
    [
        ("關羽", GUAN_YU, "zh-Hant", ["關羽"]),
        ("关 美髯", GUAN_YU, "zh-Hant", ["美髯", "關"]),
        ("公关", GUAN_YU, "zh-Hans", ["公·关"]),
        ('"髯公"', GUAN_YU, "zh-Hans", ["髯公"]),
        ("guan", GUAN_YU, "zh-Hans", ["关"]),
        ("guany", GUAN_YU, "zh-Hans", ["关羽"]),
        ("gongguan", GUAN_YU, "zh-Hant", ["公", "關"]),
        ("mrg", GUAN_YU, "zh-Hans", ["美髯公"]),
        ("guan yu", GUAN_YU, "en", ["关羽", "guān", "yǔ"]),
        ("-guan yu", GUAN_YU, "zh-Hans", ["羽"]),
        ("f:shu", GUAN_YU, "zh-Hans", []),
        ("name=美髯公關羽", GUAN_YU, "zh-Hant", ["美髯公·關羽"]),
        ("GR", OGRE, "en", ["gr"]),
        ("gold", GOLDEN, "en", ["Golden"]),
        ("法則", GOLDEN, "zh-Hant", ["法則"]),
        ('"attack alone"', ALONE, "en", ["attack alone"]),
    ],
)
def test_marks_of_names(
    searcher: Searcher, query: str, entry: tuple[str, str], language: str, marked: list[str]
) -> None:
    assert shown(searcher, query, entry, language) == marked


@pytest.mark.parametrize(
    ("query", "language", "marked"),
    [
        ("o:none", "en", ["none"]),
        ("o:mini", "en", ["minimum"]),
        ('o:"a minimum"', "en", ["a minimum"]),
        ('o:"mini"', "en", []),
        ("o:至多x", "zh-Hans", ["至多X"]),
        ("o:写着 or o:选0", "zh-Hant", ["寫著", "選0"]),
        ("minimum", "en", []),
    ],
)
def test_marks_of_texts(searcher: Searcher, query: str, language: str, marked: list[str]) -> None:
    result = searcher.result(*GOLDEN, searcher.answer(query, language))
    parts = [line["text"][start:end] for line in result["lines"] for start, end in line["marks"]]
    assert parts == marked
