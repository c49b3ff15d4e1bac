"""The page's files and the server's PDF: what is answered, and what is refused."""

import io
import json
from typing import NamedTuple, cast

import pytest
from flask.testing import FlaskClient

from zhenshu.catalog import Catalog
from zhenshu.proxies import decklist, typesetter
from zhenshu.proxies.finder import Finder
from zhenshu.search import Searcher
from zhenshu.web import create_app
from zhenshu.web.sections import proxies as section


@pytest.fixture(scope="module")
def client(catalog: Catalog) -> FlaskClient:
    return create_app(catalog).test_client()


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_the_page_and_its_files(client: FlaskClient, language: str) -> None:
    page = client.get(f"/{language}/proxies/")
    assert page.status_code == 200
    assert b"style=" not in page.data
    assert "application/pdf" in page.headers["Link"]
    index = json.loads(client.get(f"/proxies/{language}/index.json").data)
    assert index["games"]["formation"]
    cards = json.loads(client.get(f"/proxies/{language}/faceoff/bp01.json").data)
    assert len(cards["035"]) == 2
    assert client.get(f"/proxies/{language}/faceoff/none.json").status_code == 404
    assert client.get("/proxies/fr/index.json").status_code == 404


def test_every_ready_list_is_whole(client: FlaskClient, catalog: Catalog) -> None:
    index = json.loads(client.get("/proxies/en/index.json").data)
    finder = Finder(catalog)
    found = {each["name"]: decklist.decode(each["list"], finder) for each in index["ready"]}
    assert not any(each.unclear for each in found.values())
    # The Starter Kit has four decks of eight cards, and a promotional set has what was reprinted.
    assert [d.total for name, d in found.items() if "Preconstructed" in name] == [8, 8, 8, 8]
    assert len(found) == len(index["ready"])
    sizes = {id: given["count"] for id, given in catalog.games["formation"]["sets"].items()}
    assert found["Formation Duel, whole set: First Battle"].total == sizes["cz"]


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ("list=clash/starter-kit:ogre", 200, "%PDF"),
        ("list=clash/starter-kit:ogre*99,baron*99&paper=custom&width=200&height=300", 200, "%PDF"),
        ("", 400, "The list has no card."),
        ("list=nonsense", 400, "Line 1, “nonsense/”: No card answers to this."),
        ("list=clash/starter-kit:ogre*100", 400, "Line 1"),
        (
            "list=clash/starter-kit:ogre*-1",
            400,
            "Line 1, “clash/starter-kit/ogre”: The number of copies must be from 1 to 99.",
        ),
        ("list=clash/starter-kit:ogre&paper=custom&width=1e9&height=1", 400, "A side of the paper"),
        ("list=clash/starter-kit:ogre&paper=custom&width=nan&height=x", 400, "A side of the paper"),
        ("list=clash/starter-kit:ogre&gap=x", 400, "The gap must be"),
        ("list=clash/starter-kit:ogre&bleed=inf", 400, "The bleed must be"),
        ("list=clash/starter-kit:ogre&card=huge", 400, "One of the choices"),
        ("list=clash/starter-kit:ogre&ink=gold", 400, "One of the choices"),
        ("list=clash/starter-kit:ogre&second=fr", 400, "One of the choices"),
        ("list=clash/starter-kit:ogre&paper=b5", 400, "One of the choices"),
        ("list=clash/starter-kit:ogre&second=zh-hans&codes=on&rulings=on&duplex=on", 200, "%PDF"),
    ],
)
def test_pdf_by_address(client: FlaskClient, query: str, status: int, told: str) -> None:
    answer = client.get(f"/en/proxies/cards.pdf?{query}")
    assert answer.status_code == status
    assert answer.data.decode(errors="replace").startswith(told)


def test_the_server_makes_no_more_than_it_says(client: FlaskClient, catalog: Catalog) -> None:
    ids = [card["id"] for card in catalog.cards("clash")[:6]]
    six = decklist.encode(dict.fromkeys(ids, 91))
    answer = client.post("/en/proxies/cards.pdf", data={"list": six})
    assert answer.status_code == 400
    assert answer.text == "The list has more than 540 cards.\n"
    wrong = client.post("/en/proxies/cards.pdf", data={"list": "a:b;" * 23}).text.splitlines()
    assert len(wrong) == 21
    assert wrong[-1] == "Lines that were not understood besides: 3."
    huge = client.post("/en/proxies/cards.pdf", data={"list": "a:b," * 100_000})
    assert (huge.status_code, huge.text) == (413, "A request may have at most 100000 bytes.\n")


def test_a_body_of_unknown_length_is_read_no_further_than_it_may(client: FlaskClient) -> None:
    body = io.BytesIO(b"list=" + b"a" * 200_000)
    answer = client.post(
        "/zh-hans/proxies/cards.pdf",
        input_stream=body,
        content_type="application/x-www-form-urlencoded",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert (answer.status_code, answer.text) == (413, "一次请求最多100000字节。\n")
    assert body.tell() < 150_000


@pytest.mark.parametrize(
    "address",
    [
        "/zh-hans/proxies/cards.pdf?list=clash/starter-kit:ogre",
        "/proxies/zh-hans/proxies-clash-deck-1-zh-hans-a4.pdf",
    ],
)
def test_no_more_pdfs_are_made_than_may_be_at_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(section, "WAIT", 0.0)
    with section._SETTING, section._SETTING:
        answer = client.get(address)
        assert (answer.status_code, answer.text) == (503, "正在生成的PDF太多，请稍后再试。\n")
        assert answer.headers["Retry-After"] == "0"
    assert client.get(address).data.startswith(b"%PDF")


@pytest.mark.parametrize("status", [200, 503])
def test_a_pdf_that_is_not_made_makes_room_for_the_next(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    if status == 503:
        monkeypatch.setattr(typesetter, "_CODE", "")  # ends at once
    for _request in range(3):  # one more than are made at once
        answer = client.get("/en/proxies/cards.pdf?list=clash/starter-kit:ogre")
        assert answer.status_code == status


class Searching(NamedTuple):
    """A search that finds the same for every query."""

    groups: dict[str, list[str]]
    problems: list[dict[str, str]]

    def answer(self, query: str, language: str) -> "Searching":
        return self


def test_pdf_of_what_a_query_finds(catalog: Catalog) -> None:
    ids = ["clash/starter-kit/ogre", "clash/starter-kit/baron"]
    for searching, status, told in (
        (Searching({"card": ids}, []), 200, "%PDF"),
        (Searching({}, []), 400, "The list has no card."),
        (Searching({"card": ids}, [{"message": "What is “x”?"}]), 400, "What is “x”?"),
    ):
        client = create_app(catalog, cast(Searcher, searching)).test_client()
        answer = client.get("/en/proxies/cards.pdf?query=x")
        assert answer.status_code == status
        assert answer.data.decode(errors="replace").startswith(told)
