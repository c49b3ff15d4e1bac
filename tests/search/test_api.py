"""Search from outside the pages: the API, its description, and the browser's search bar."""

import json
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from zhenshu.search import Searcher
from zhenshu.web import create_app

CATALOG = SimpleNamespace(referee="", games={}, pages={})


@pytest.fixture(scope="module")
def client(searcher: Searcher) -> FlaskClient:
    return create_app(CATALOG, searcher).test_client()


@pytest.fixture(scope="module")
def description(client: FlaskClient) -> dict[str, Any]:
    return json.loads(client.get("/openapi.json").data)


def asked(client: FlaskClient, **given: str | int) -> tuple[int, dict[str, Any]]:
    response = client.get("/api/search", query_string=given)
    assert response.mimetype == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    return response.status_code, json.loads(response.data)


def valid(description: dict[str, Any], name: str, content: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    Draft202012Validator(schema).validate(content)


def test_an_answer(client: FlaskClient) -> None:
    status, found = asked(client, q="f:wei sort:cost", lang="zh-Hant", size=2)
    assert status == 200
    assert (found["total"], found["page"], found["pages"]) == (5, 1, 3)
    assert found["groups"] == [{"kind": "card", "count": 5}]
    assert [result["id"] for result in found["results"]] == [
        "formation/qq/112",
        "formation/cz/006",
    ]
    first = found["results"][0]
    assert first["url"] == "/zh-hant/formation/cards/qq/112/"
    assert first["names"][0] == {"text": "怠軍反覆·孟達", "lang": "zh-Hant", "marks": []}
    assert found["language"] == "zh-Hant"


def test_pages_go_through_all_kinds(client: FlaskClient) -> None:
    every = []
    for page in (1, 2, 3):
        _status, found = asked(client, q="breakthrough or jin", size=3, page=page)
        every += [(result["kind"], result["id"]) for result in found["results"]]
    _status, whole = asked(client, q="breakthrough or jin", size=200)
    assert every == [(result["kind"], result["id"]) for result in whole["results"]][:9]
    assert len({kind for kind, _id in every}) == 2
    assert asked(client, q="f:wei", page=99)[1]["results"] == []


def test_what_is_wrong_with_a_query_has_its_place(client: FlaskClient) -> None:
    status, found = asked(client, q="fo:wei cost:abc ogre", lang="en")
    assert status == 200
    assert [(each["code"], each["at"]) for each in found["problems"]] == [
        ("unknown-field", [0, 2]),
        ("not-a-number", [12, 15]),
    ]
    assert [result["id"] for result in found["results"]] == ["clash/starter-kit/ogre"]


@pytest.mark.parametrize(
    ("given", "code", "at"),
    [
        ({}, "no-query", "q"),
        ({"q": "a", "lang": "fr"}, "bad-lang", "lang"),
        ({"q": "a", "page": "0"}, "bad-page", "page"),
        ({"q": "a", "page": "-1"}, "bad-page", "page"),
        ({"q": "a", "page": "１"}, "bad-page", "page"),
        ({"q": "a", "page": "9" * 99}, "bad-page", "page"),
        ({"q": "a", "size": "201"}, "bad-size", "size"),
        ({"q": "a", "size": ""}, "bad-size", "size"),
    ],
)
def test_a_parameter_that_cannot_be_read(
    client: FlaskClient, description: dict[str, Any], given: dict[str, str], code: str, at: str
) -> None:
    status, found = asked(client, **given)
    assert status == 400
    assert (found["error"]["code"], found["error"]["at"]) == (code, at)
    valid(description, "Refusal", found)


def test_without_an_index(description: dict[str, Any]) -> None:
    status, found = asked(create_app(CATALOG).test_client(), q="a")
    assert (status, found["error"]["code"]) == (503, "unavailable")
    valid(description, "Refusal", found)


def test_every_answer_is_as_described(
    client: FlaskClient, description: dict[str, Any], examples: list[dict[str, Any]]
) -> None:
    Draft202012Validator.check_schema(description["components"]["schemas"]["Answer"])
    for example in examples[::5]:
        status, found = asked(client, q=example["query"], lang="zh-Hans", size=5)
        assert status == 200
        valid(description, "Answer", found)


def test_every_parameter_is_described(description: dict[str, Any]) -> None:
    (path,) = (path for path in description["paths"] if "search" in path)
    parameters = description["paths"][path]["get"]["parameters"]
    assert [each["name"] for each in parameters] == ["q", "lang", "page", "size", "seed"]
    assert set(description["paths"]) == {"/api/search", "/api/rule"}


@settings(deadline=None)
@given(st.text() | st.text("()\"'!-:=<>/\\|,.f関wei 关0123456789"))
def test_any_query_is_answered(client: FlaskClient, query: str) -> None:
    status, found = asked(client, q=query.encode("utf-8", "replace").decode())
    assert status == 200
    assert found["page"] == 1


def test_the_address_of_a_site_below_a_path(searcher: Searcher) -> None:
    client = create_app(CATALOG, searcher).test_client()
    response = client.get("/api/search?q=ogre", environ_overrides={"SCRIPT_NAME": "/z"})
    assert response.json["results"][0]["url"] == "/z/en/clash/cards/starter-kit/ogre/"


@pytest.mark.parametrize(
    ("segment", "language", "about"),
    [("en", "en", "Search"), ("zh-hant", "zh-Hant", "拼音"), ("zh-hans", "zh-Hans", "拼音")],
)
def test_the_bar_of_a_browser(client: FlaskClient, segment: str, language: str, about: str) -> None:
    response = client.get(f"/opensearch.{segment}.xml", base_url="https://cards.test/zhenshu/")
    assert response.mimetype == "application/opensearchdescription+xml"
    root = ElementTree.fromstring(response.data)
    name = "{http://a9.com/-/spec/opensearch/1.1/}"
    assert root.tag == f"{name}OpenSearchDescription"
    assert len(root.findtext(f"{name}ShortName") or "") in range(1, 17)
    assert about in (root.findtext(f"{name}Description") or "")
    assert root.findtext(f"{name}Language") == language
    url = root.find(f"{name}Url")
    assert url is not None
    page = f"https://cards.test/zhenshu/{segment}/search/"
    assert url.attrib["template"] == f"{page}?q={{searchTerms}}"
