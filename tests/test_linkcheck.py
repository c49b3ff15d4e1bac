"""What the link checker reads from a page, and what it calls dead."""

import pytest

from zhenshu import linkcheck
from zhenshu.linkcheck import DeadLink, dead, scan


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("./", "/en/cards/"),
        ("../", "/en/"),
        ("..", "/en/"),
        ("a/b/", "/en/cards/a/b/"),
        ("../../static/site.css?v=1", "/static/site.css"),
        ("../rules/#combat.1", "/en/rules/#combat.1"),
        ("#top", "/en/cards/#top"),
        ("?q=x", "/en/cards/"),
        ("../a%20b/", "/en/a b/"),
        ("../?a=1&amp;b=2#c", "/en/#c"),
        ("/zs/en/", "/en/"),
    ],
)
def test_links_resolve_to_addresses_of_the_site(href: str, target: str) -> None:
    page = f'<a href="{href}">x</a>'
    assert scan(page, "/en/cards/", "/zs/").links == (target,)


def test_each_kind_of_reference_is_read_once_and_text_is_not() -> None:
    page = """<link rel="stylesheet" href="../s.css"><script src="../s.js"></script>
    <form action="find/"><use href="#mark"/></form><a class="x" href="find/">again</a>
    <p id="one">href="text/" &lt;a href="shown/"&gt;</p><p data-href="no/" id="two"></p>"""
    found = scan(page, "/en/")
    assert found.links == ("/s.css", "/s.js", "/en/find/", "/en/#mark")
    assert found.anchors == ("one", "two")


def test_other_sites_may_be_linked_but_not_loaded() -> None:
    page = """<a href="https://example.org/">x</a><a href="mailto:a@b.c">y</a>
    <img src="data:image/png;base64,AA=="><img src="//cdn.example/x.png">
    <link rel="stylesheet" href="https://cdn.example/x.css">"""
    links = scan(page, "/").links
    assert links == ("////cdn.example/x.png", "//https://cdn.example/x.css")
    assert [str(d) for d in dead([("/", links)], lambda _: True, lambda _: None)] == [
        "/: //cdn.example/x.png: this lies outside the site.",
        "/: https://cdn.example/x.css: this lies outside the site.",
    ]


@pytest.mark.parametrize("href", ["../../x/", "/elsewhere/"])
def test_a_link_above_the_root_is_outside(href: str) -> None:
    (link,) = scan(f'<a href="{href}">x</a>', "/en/", "/zs/").links
    assert link == linkcheck.OUTSIDE + href


def test_dead_links_tell_page_link_and_reason() -> None:
    anchors = {"/": (), "/en/": ("here",)}
    there = {"/", "/en/", "/s.css"}
    links = ("/en/#here", "/s.css", "/s.css#part", "/en/#gone", "/en", "/fr/")
    found = list(dead([("/", links)], there.__contains__, anchors.get))
    assert found == [
        DeadLink("/", "/en/#gone", "the page has no such anchor."),
        DeadLink("/", "/en", "the address of a page ends with a slash."),
        DeadLink("/", "/fr/", "there is no such page or file."),
    ]


def test_a_page_is_asked_for_its_anchors_only_where_a_link_names_one() -> None:
    asked: list[str] = []

    def anchors(address: str) -> tuple[str, ...]:
        asked.append(address)
        return ("one", "two")

    links = ("/en/", "/en/a/#one", "/en/b/", "/en/a/#two")
    assert not list(dead([("/", links)], lambda _: True, anchors))
    assert asked == ["/en/a/", "/en/a/"]
