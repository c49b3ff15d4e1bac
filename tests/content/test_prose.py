"""Texts become safe HTML with links that lead somewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhenshu import prose
from zhenshu.prose import Reference


def resolve(reference, language):
    names = {"en": "Ambush", "zh-Hans": "伏击", "zh-Hant": "伏擊"}
    if reference == Reference("keyword", "small", "ambush"):
        return "small/keywords/ambush/", names[language]
    if reference.kind == "rule":
        return f"{reference.game}/rules/#{reference.id}", reference.id
    return None


def render(text, language="en"):
    return prose.render(text, language, "small", resolve)


@pytest.mark.parametrize(
    ("target", "meaning"),
    [
        ("combat.dodge.1", Reference("rule", "small", "combat.dodge.1")),
        ("faceoff:combat.dodge.1", Reference("rule", "faceoff", "combat.dodge.1")),
        ("keyword:ambush", Reference("keyword", "small", "ambush")),
        ("keyword:faceoff/ambush", Reference("keyword", "faceoff", "ambush")),
        ("card:faceoff/bp01/035", Reference("card", "faceoff", "faceoff/bp01/035")),
        ("ruling:dodge-flash", Reference("ruling", "small", "dodge-flash")),
    ],
)
def test_references(target, meaning):
    assert prose.reference(target, "small") == meaning


def test_a_reference_becomes_a_link_with_the_readers_name():
    assert render("See [[keyword:ambush]].") == (
        '<p>See <a class="ref" href="site:/small/keywords/ambush/">Ambush</a>.</p>'
    )
    assert "伏擊</a>" in render("见[[keyword:ambush]]。", "zh-Hant")
    assert ">this rule</a>" in render("See [[combat.end.1|this rule]].")


def test_a_table_and_an_emphasis_are_kept():
    html = render("| a | b |\n| - | - |\n| *1* | 2 |\n")
    assert "<td><em>1</em></td>" in html


def test_a_name_is_converted_once():
    """s2tw turns the traditional 遠征 into 遠徵."""
    html = prose.render("[[keyword:x]]", "zh-Hant", "small", lambda ref, lang: ("x/", "遠征"))
    assert html == '<p><a class="ref" href="site:/x/">遠征</a></p>'


def test_a_reference_with_words_stands_in_a_table():
    html = render("| a | b |\n| - | - |\n| [[combat.end.1|one]] | 2 |\n")
    assert '<td><a class="ref" href="site:/small/rules/#combat.end.1">one</a></td>' in html
    assert "<td>2</td>" in html


def test_traditional_converts_what_is_read_and_nothing_else():
    html = render("关羽[关](https://example.org/关)`关键`", "zh-Hant")
    assert "關羽" in html
    assert "<code>关键</code>" in html
    assert "https://example.org/关" in html


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        "[x](vbscript:x)",
        "![x](https://example.org/x.png)",
        "<a href='javascript:alert(1)'>x</a>",
        "<javascript:alert(1)>",
        "[[keyword:ambush|<script>alert(1)</script>]]",
        '[x](https://a "onmouseover=alert(1)")',
        "<!-- x --><style>x</style>",
    ],
)
def test_no_markup_of_a_writer_comes_through(hostile):
    html = render(hostile)
    for bad in ("<script", "<img", "<style", "onerror=alert(1)>", 'href="javascript', 'href="data',
                'href="vbscript', "<!--", 'src="'):  # fmt: skip
        assert bad not in html.lower()


@given(st.text(max_size=80))
def test_any_text_gives_html_without_scripts(text):
    html = render(text).lower()
    assert "<script" not in html
    assert 'href="javascript' not in html
