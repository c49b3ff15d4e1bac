"""Ready-made lists and their PDFs: which there are, what is made again, and who shows them."""

import copy
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pdfplumber
import pytest

from zhenshu.catalog import Catalog
from zhenshu.proxies import ready
from zhenshu.proxies.sheet import PAPERS
from zhenshu.proxies.typesetter import Typesetter
from zhenshu.web import create_app

MM = 72 / 25.4
DECK = "proxies/en/proxies-clash-deck-1-en-a4.pdf"


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch, catalog: Catalog) -> list[ready.Ready]:
    """Only two lists, for the tests that set them: a deck of eight and a set of three."""
    kept = [each for each in ready.small(catalog) if each.id in ("deck-1", "luanshi-huangjin")]
    monkeypatch.setattr(ready, "small", lambda _catalog: kept)
    return kept


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many files are set."""
    made: list[int] = []
    own = Typesetter.set

    def count(self: Typesetter, data: dict[str, Any]) -> bytes:
        made.append(len(data["faces"]))
        return own(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Typesetter, "set", count)
        yield made


def test_every_deck_and_every_set_is_a_list(catalog: Catalog) -> None:
    found = list(ready.lists(catalog))
    assert len({(each.game, each.id) for each in found}) == len(found)
    for game in catalog.games:
        sets = {each.id: each.cards for each in found if each.game == game and each.kind == "set"}
        # What was reprinted in a set stands in it too.
        assert all(sets.values())
        assert {id for cards in sets.values() for id in cards} == {
            card["id"] for card in catalog.cards(game)
        }
    decks = [each for each in found if each.kind == "deck"]
    assert [(each.game, each.id, len(each.cards)) for each in decks] == [
        ("clash", f"deck-{number}", 8) for number in (1, 2, 3, 4)
    ]
    assert decks[0].name(catalog, "en") == "Clash of Decks: Preconstructed deck 1"


def test_large_sets_are_left_to_the_print_page(catalog: Catalog) -> None:
    sizes = {(each.game, each.id): len(each.cards) for each in ready.small(catalog)}
    assert max(sizes.values()) <= ready.SMALL
    assert ("clash", "submersion") in sizes
    assert ("formation", "cz") not in sizes


def test_only_what_changed_is_set_again(
    catalog: Catalog,
    database: Path,
    two: list[ready.Ready],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with counted(monkeypatch) as made:
        first = ready.provide(catalog, tmp_path, "code", 1)
        assert made == [8] * 6 + [3] * 6
        assert list(first) == sorted(
            each.address(language, paper)
            for each in two
            for language in ("en", "zh-Hans", "zh-Hant")
            for paper in ("a4", "letter")
        )
        assert set(tmp_path.iterdir()) == set(first.values())
        bodies = {address: path.read_bytes() for address, path in first.items()}
        made.clear()
        assert ready.provide(catalog, tmp_path, "code", 1) == first
        assert made == []
        changed = Catalog.open(database)
        card = changed.card(two[0].cards[0])
        assert card
        card["name"]["en"] = "Another Name"
        changed.vouch(card, b"another")
        second = ready.provide(changed, tmp_path, "code", 1)
        # A name in English is shown in all three languages.
        assert made == [8] * 6
    assert set(tmp_path.iterdir()) == set(second.values())
    kept = {address for address in first if first[address] == second[address]}
    assert kept == {address for address in first if "luanshi" in address}
    assert ready.provide(catalog, tmp_path, "other code", 2).keys() == first.keys()
    again = ready.provide(catalog, tmp_path, "code", 2)
    assert {address: path.read_bytes() for address, path in again.items()} == bodies


def test_a_file_has_the_paper_and_language_of_its_name(
    catalog: Catalog, two: list[ready.Ready], tmp_path: Path
) -> None:
    for address, path in ready.provide(catalog, tmp_path, "code", 1).items():
        with pdfplumber.open(path) as document:
            (page,) = document.pages
            paper = "letter" if address.endswith("-letter.pdf") else "a4"
            assert (page.width / MM, page.height / MM) == pytest.approx(PAPERS[paper], abs=0.01)
            text = page.extract_text()
            said = {"en": "Proxy, not for sale", "zh-hans": "替代卡", "zh-hant": "替代卡"}
            assert said[address.split("/")[1]] in text


def test_the_server_answers_with_the_same_bytes(
    catalog: Catalog, two: list[ready.Ready], tmp_path: Path
) -> None:
    client = create_app(catalog).test_client()
    made = ready.provide(catalog, tmp_path, "code", 1)
    answer = client.get(f"/{DECK}")
    assert answer.mimetype == "application/pdf"
    assert answer.data == made[DECK].read_bytes()
    with pdfplumber.open(io.BytesIO(answer.data)) as document:
        assert "Proxy" in document.pages[0].extract_text()
    for wrong in ("proxies-clash-deck-9-en-a4.pdf", "proxies-formation-cz-en-a4.pdf", "x.pdf"):
        assert client.get(f"/proxies/en/{wrong}").status_code == 404


def test_the_page_links_the_files_it_has_with_their_sizes(catalog: Catalog) -> None:
    shown = copy.copy(catalog)
    shown.carry(
        {
            each.address(language, paper): 45_000
            for each in ready.small(catalog)
            for language in ("en", "zh-Hans", "zh-Hant")
            for paper in ready.PRINTED
        }
    )
    page = create_app(shown).test_client().get("/en/proxies/").text
    assert page.count("43 KB") == 2 * len(ready.small(catalog))
    assert 'href="../../proxies/en/proxies-clash-deck-1-en-letter.pdf"' in page
    assert "/zh-hans/proxies-" not in page
    without = create_app(catalog).test_client().get("/en/proxies/").text
    assert ".pdf" not in without
