"""Defined terms are linked once in a text, and only where they are words of the text."""

from hypothesis import given
from hypothesis import strategies as st

from zhenshu.mentions import Mentions

EN = Mentions({"Ambush": "g/keywords/ambush/", "rested": "g/keywords/rest/"})
ZH = Mentions({"伏击": "g/keywords/ambush/", "伏击区": "g/keywords/zone/"})


def test_the_first_mention_is_linked():
    assert EN.link("<p>Ambush beats Ambush.</p>", "site:/") == (
        '<p><a class="term" href="site:/g/keywords/ambush/">Ambush</a> beats Ambush.</p>'
    )


def test_a_form_is_a_whole_word_and_the_longest():
    assert EN.link("Ambushed unrested non-rested", "") == "Ambushed unrested non-rested"
    assert ZH.link("放进伏击区。", "") == (
        '放进<a class="term" href="g/keywords/zone/">伏击区</a>。'
    )


def test_links_headings_code_and_attributes_are_left_alone():
    for html in (
        '<a href="x">Ambush</a>',
        "<h2>Ambush</h2>",
        "<code>Ambush</code>",
        '<b title="Ambush">x</b>',
    ):
        assert EN.link(html, "") == html


def test_a_definition_does_not_link_to_itself():
    assert EN.link("Ambush", "", but=["g/keywords/ambush/"]) == "Ambush"


def test_without_terms_nothing_changes():
    assert Mentions({}).link("<p>Ambush</p>", "") == "<p>Ambush</p>"


@given(st.text(alphabet="<>/apcodeh1 Ambushrested伏击", max_size=60))
def test_what_a_reader_sees_stays_the_same(text):
    linked = EN.link(text, "")
    assert linked.replace('<a class="term" href="g/keywords/ambush/">', "").replace(
        '<a class="term" href="g/keywords/rest/">', ""
    ).replace("</a>", "") == text.replace("</a>", "")
