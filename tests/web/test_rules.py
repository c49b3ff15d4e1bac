"""What the pages of rules, rulings and keywords say, and what follows from them."""

import gzip
import re
import xml.etree.ElementTree as etree
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from zhenshu.catalog import Catalog
from zhenshu.web.paragraphs import find, previews, unlinked
from zhenshu.web.sections.keywords import across

Read = Callable[[bytes], Any]
Words = Callable[[str], str]


@pytest.fixture
def words(sample_client: FlaskClient, read: Read) -> Words:
    return lambda address: str(read(sample_client.get(address).data).words)


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_the_whole_book_has_every_paragraph_at_its_permanent_address(
    sample_client: FlaskClient, read: Read, language: str
) -> None:
    page = read(sample_client.get(f"/{language}/alpha/rules/").data)
    ids = {a["id"] for _tag, a in page.elements if "id" in a}
    assert {"fight", "fight.start", "fight.1", "fight.2", "fight.3", "start.1"} <= ids
    assert "wait.7" in ids, "a paragraph is found by an id it had before"
    links = page.all("a", "href")
    assert "fight/#fight.2" in links, "its number leads to its chapter"
    assert not [link for link in links if "keywords/shoot" in link], "the short text has no links"


def test_the_whole_book_says_what_is_assumed_and_what_changed(words: Words) -> None:
    shown = words("/en/alpha/rules/")
    assert "|fight.1 The bold one begins.|" in shown
    assert "|fight.3 A tie goes to the guest. assumed|" in shown
    assert "|start.1 Both shoot first; see fight.2 <b>.|" in shown
    assert "|What changed|Version 1.1, 2026-11-30|Clearer. fight.3|" in shown


def test_a_chapter_says_how_each_paragraph_stands_and_what_cites_it(words: Words) -> None:
    shown = words("/en/alpha/rules/fight/")
    for expected in (
        "|Fighting Alpha|",
        "|The bold one begins.|fight.1 ¶ stated The guide Cited by 1 keyword|Shoot|",
        "|So the other one waits.|fight.2 ¶ derived from fight.1 Cited by 1 ruling, 1 card|"
        "Who begins?|<script>alert('x')</script>|",
        "|A tie goes to the guest.|fight.3 ¶ assumed Open: Nobody says.|",
    ):
        assert expected in shown, expected


def test_a_chapter_leads_to_its_neighbours_and_to_grounds_in_others(
    sample_client: FlaskClient, read: Read
) -> None:
    first = read(sample_client.get("/en/alpha/rules/start/").data)
    last = read(sample_client.get("/en/alpha/rules/fight/").data)
    ways = [
        {a["rel"]: a["href"] for tag, a in page.elements if tag == "a" and "rel" in a}
        for page in (first, last)
    ]
    assert (ways[0].get("prev"), ways[0].get("next")) == (None, "../fight/")
    assert (ways[1].get("prev"), ways[1].get("next")) == ("../start/", None)
    here = [a for tag, a in last.elements if a.get("aria-current") == "page"]
    # Beside the text, and folded above it.
    assert [a["href"] for a in here] == ["./"] * 2
    led = [urljoin("/en/alpha/rules/start/", link) for link in first.all("a", "href")]
    # In the text, and in the margin as its ground.
    assert led.count("/en/alpha/rules/fight/#fight.2") == 2
    assert "../../open/#fight.3" in last.all("a", "href")


@pytest.mark.parametrize(
    ("address", "beside", "heading"),
    [
        ("/en/alpha/rules/fight/with/zh-hant/", "zh-Hant", "How it starts 開始"),
        ("/zh-hant/alpha/rules/fight/with/en/", "en", "開始 How it starts"),
        # A page beside itself, reached by a switch of the language.
        ("/en/alpha/rules/fight/with/en/", "zh-Hans", "How it starts 开始"),
        ("/zh-hans/alpha/rules/fight/with/zh-hans/", "en", "开始 How it starts"),
    ],
)
def test_two_languages_stand_side_by_side_each_with_its_own_mark(
    sample_client: FlaskClient, read: Read, address: str, beside: str, heading: str
) -> None:
    page = read(sample_client.get(address).data)
    assert f"|{heading}|" in page.words
    marked = [a["lang"] for tag, a in page.elements if tag == "p" and "lang" in a]
    assert marked == [beside] * 3


def test_a_pair_of_unknown_languages_is_no_page(sample_client: FlaskClient) -> None:
    assert sample_client.get("/en/alpha/rules/fight/with/fr/").status_code == 404
    assert sample_client.get("/en/beta/rules/fight/with/en/").status_code == 404


def test_a_page_holds_the_previews_of_what_it_links_to(
    sample_client: FlaskClient, read: Read
) -> None:
    page = read(sample_client.get("/en/alpha/rules/start/").data)
    held = {
        a["data-preview"]: a.get("data-label") for _t, a in page.elements if "data-preview" in a
    }
    assert held == {"../../keywords/shoot/": "Shoot", "../fight/#fight.2": None}
    base = "/en/alpha/rules/start/"
    links = {urljoin(base, link) for link in page.all("a", "href")}
    assert {urljoin(base, link) for link in held} <= links
    # The Chinese text does not mention the keyword.
    chinese = read(sample_client.get("/zh-hans/alpha/rules/start/").data)
    assert [a["data-preview"] for _t, a in chinese.elements if "data-preview" in a] == [
        "../fight/#fight.2"
    ]


def test_previews_are_plain_words_and_leave_out_what_is_on_the_page(sample: Catalog) -> None:
    texts = [find(sample, "alpha", "start.1")["text"]]  # type: ignore[index]
    found = previews(sample, "alpha", texts, ["start.1", "wait.7"], ["fight.2"])
    assert [(p["to"], p["text"]["en"]) for p in found] == [
        ("/alpha/rules/start/#start.1", "Both shoot first; see fight.2 <b>."),
        ("/alpha/rules/fight/#wait.7", "So the other one waits."),
        ("/alpha/keywords/shoot/", "What shoot does."),
    ]


def test_links_are_taken_from_a_text_all_or_those_to_one_address() -> None:
    text = (
        '<a class="term" href="site:/a/keywords/x/">X</a> and '
        '<a class="ref" href="site:/a/rules/b/#b.1">b.1</a>'
    )
    assert unlinked({"en": text}) == {"en": "X and b.1"}
    kept = 'X and <a class="ref" href="site:/a/rules/b/#b.1">b.1</a>'
    assert unlinked({"en": text}, "/a/keywords/x/") == {"en": kept}


def test_rulings_are_listed_by_chapter_with_ways_to_narrow_the_list(
    sample_client: FlaskClient, read: Read
) -> None:
    page = read(sample_client.get("/en/alpha/rulings/").data)
    assert "|Fighting|Who begins? derived 2026-11-29 played out|" in page.words
    assert {a["id"] for tag, a in page.elements if tag == "input" and a["type"] == "radio"} == {
        "show-all",
        "show-derived",
    }
    (item,) = (a for tag, a in page.elements if tag == "li" and "is-" in a.get("class", ""))
    assert item["class"] == "is-derived is-played"


def test_a_game_without_rulings_says_so(words: Words) -> None:
    assert "|There is no ruling of this game yet.|" in words("/en/beta/rulings/")


def test_what_is_open_lists_assumptions_and_gaps(words: Words) -> None:
    shown = words("/en/alpha/open/")
    assert "|Fighting|A tie goes to the guest.|Open: Nobody says.|fight.3|" in shown
    assert "|What no source says|Everything else.|" in shown
    assert "The bold one begins." not in shown
    assert "|Nothing is assumed in these rules.|" in words("/en/beta/open/")


def test_every_word_is_listed_once_and_says_where_it_differs(sample: Catalog) -> None:
    words = [word for words in across(sample)["letters"].values() for word in words]
    listed = {
        word["name"]["zh-Hans"]: ([k["game"]["slug"] for k in word["keywords"]], word["differs"])
        for word in words
    }
    assert listed == {
        "射击": (["alpha", "beta"], True),
        "守护": (["alpha"], False),
        "抵抗": (["alpha"], False),
    }


def test_words_come_in_the_order_of_their_sound(catalog: Catalog) -> None:
    letters = across(catalog)["letters"]
    assert list(letters) == sorted(letters)
    sounds = [word["pinyin"] for words in letters.values() for word in words]
    # bào luàn, bào nüè, bèi, běn, biān, bīn: letters come before tones.
    assert sounds.index("bào luàn") < sounds.index("bào nüè") < sounds.index("běn néng")
    assert sounds.index("biān jìng") < sounds.index("bīn sǐ") < sounds.index("bù xiǔ")
    by_word = {word["name"]["zh-Hant"]: word for words in letters.values() for word in words}
    ambush = by_word["伏擊"]
    assert [k["game"]["slug"] for k in ambush["keywords"]] == ["formation", "faceoff"]
    assert ambush["differs"]


def test_texts_link_terms_in_the_forms_they_are_written_in(catalog: Catalog) -> None:
    def linked(id: str) -> list[str]:
        text = find(catalog, "faceoff", id)["text"]["en"]  # type: ignore[index]
        return re.findall(r'<a class="term"[^>]*>([^<]*)</a>', text)

    assert linked("combat.attack.3") == ["rested", "Swift"]
    assert linked("zone.3") == [], "a card that moves to a zone does not use the keyword Move"


def test_links_to_paragraphs_lead_to_their_chapters(catalog: Catalog) -> None:
    texts = [
        block["text"][language]
        for game in catalog.games
        for chapter in catalog.chapters(game)
        for block in chapter["blocks"]
        for language in ("en", "zh-Hans", "zh-Hant")
    ]
    texts += [guide["body"]["en"] for game in catalog.games.values() for guide in game["guides"]]
    links = [link for text in texts for link in re.findall(r'href="site:/\w+/rules/([^"]*)"', text)]
    assert len(links) > 100
    assert all(re.match(r"[a-z-]+/#", link) for link in links)


def test_paragraphs_know_the_cards_of_the_rulings_on_them(catalog: Catalog) -> None:
    seen = 0
    for game in catalog.games:
        for ruling in catalog.rulings(game).values():
            for paragraph in filter(None, (find(catalog, game, id) for id in ruling["rules"])):
                assert ruling["id"] in paragraph["cited_by"]["rulings"]
                assert set(ruling["cards"]) <= set(paragraph["cited_by"]["cards"])
                seen += len(ruling["cards"])
    assert seen


def test_a_chapter_takes_one_round_trip(built: Path) -> None:
    pages = [*built.glob("dist/*/*/rules/*/index.html")]
    heavy = {page: len(gzip.compress(page.read_bytes())) for page in pages}
    assert pages and max(heavy.values()) <= 14 * 1024, max(heavy, key=heavy.__getitem__)


ATOM = {"a": "http://www.w3.org/2005/Atom"}


def test_a_feed_tells_what_changed(sample_client: FlaskClient) -> None:
    answer = sample_client.get("/zh-hans/feed.xml")
    assert answer.mimetype == "application/atom+xml"
    feed = etree.fromstring(answer.data)
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-Hans"
    for needed in ("id", "title", "updated", "author/a:name"):
        assert feed.findtext(f"a:{needed}", "", ATOM), needed
    assert feed.findtext("a:updated", "", ATOM) == "2026-11-30T00:00:00Z"
    (entry,) = feed.findall("a:entry", ATOM)
    assert entry.findtext("a:summary", "", ATOM) == "更清楚。"
    assert entry.findtext("a:updated", "", ATOM) == "2026-11-30T00:00:00Z"
    links = {
        (link.get("rel"), urljoin("/zh-hans/feed.xml", link.get("href", "")))
        for link in feed.iterfind(".//a:link", ATOM)
    }
    assert links == {
        ("self", "/zh-hans/feed.xml"),
        ("alternate", "/zh-hans/changes/"),
        ("alternate", "/zh-hans/changes/#alpha"),
    }
    assert 'id="alpha"' in sample_client.get("/zh-hans/changes/").text


def test_the_ids_of_a_feed_stay_and_differ_by_language(sample_client: FlaskClient) -> None:
    ids = []
    for language in ("zh-hant", "zh-hans", "en"):
        feed = etree.fromstring(sample_client.get(f"/{language}/feed.xml").data)
        ids += [element.text for element in feed.iterfind(".//a:id", ATOM)]
    assert len(set(ids)) == 6
    # Whoever follows the feed would get everything again if this one changed.
    assert ids[-2] == "urn:uuid:e3e09f4b-de5b-58e9-8110-591421281385"


def test_every_page_names_its_feed(sample_client: FlaskClient) -> None:
    assert 'type="application/atom+xml" title="Changes of the rulebooks" href="../feed.xml"' in (
        sample_client.get("/en/alpha/").text
    )


def test_the_versions_of_the_rulebooks(words: Words) -> None:
    shown = words("/en/changes/")
    assert "|Alpha|3 rule paragraphs|Version 1.1, 2026-11-30|Clearer. fight.3|" in shown
    assert "|Beta|3 rule paragraphs|Nothing has changed yet.|" in shown


def test_the_counts_about_the_site_are_those_of_its_content(
    client: FlaskClient, read: Read, catalog: Catalog
) -> None:
    shown = read(client.get("/en/pages/about/").data).words
    for slug, game in catalog.games.items():
        row = shown.partition(f"|{game['name']['en']}|")[2].split("|")[:8]
        numbers = [int(number) for number in row]
        assert sum(numbers[:3]) == game["counts"]["paragraphs"], slug
        assert sum(numbers[3:7]) == game["counts"]["rulings"], slug
        assert numbers[7] == sum(bool(r["cases"]) for r in catalog.rulings(slug).values())
