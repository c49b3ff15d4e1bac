"""`POST /api/rule`: the verdict of the referee for other programs, and what hostile bodies get."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

import zhenshu
from zhenshu import content
from zhenshu.i18n import LANGUAGES
from zhenshu.sandbox import bundle
from zhenshu.web import create_app
from zhenshu.web.sections import api

ROOT = Path(__file__).parents[2]
OPENAPI = json.loads(Path(zhenshu.__file__).with_name("web").joinpath("openapi.json").read_text())
DESCRIBED = Draft202012Validator({**OPENAPI, "$ref": "#/components/schemas/Verdict"})


def unit(name: str, power: int, **more: Any) -> dict[str, Any]:
    return {"name": {"en": name, "zh-Hans": f"{name}号"}, "power": power, "range": 1, **more}


def ruling(**more: Any) -> dict[str, Any]:
    """A with power 4 attacks D with power 3, readied, with flash point 1: 4 against 4."""
    return {
        "position": {
            "you": {"line": [unit("A", 4)]},
            "opponent": {"line": [unit("D", 3, flash=1)]},
        },
        "play": [{"attack": {"by": "A", "target": "D"}}],
        "expect": [{"attack": "succeeds"}, {"power": {"D": 4}}],
        **more,
    }


@pytest.fixture(scope="module")
def referee() -> str:
    loaded, problems = content.load(ROOT)
    assert problems == []
    return bundle.game(loaded)


@pytest.fixture(scope="module")
def client(referee: str) -> FlaskClient:
    return create_app(SimpleNamespace(referee=referee, games={}, pages={})).test_client()


def post(client: FlaskClient, body: Any) -> tuple[int, dict[str, Any]]:
    response = client.post("/api/rule", data=body if isinstance(body, bytes) else json.dumps(body))
    assert response.mimetype == "application/json"
    found: dict[str, Any] = json.loads(response.data)
    DESCRIBED.validate(found)
    return response.status_code, found


def test_a_ruling_that_holds(client: FlaskClient) -> None:
    status, found = post(client, ruling())
    assert (status, found["verdict"]) == (200, "holds")
    (case,) = found["cases"]
    assert [verdict["ok"] for verdict in case["verdicts"]] == [True, True]
    assert case["events"][0]["kind"] == "attack_declared"
    kinds = [step["kind"] for step in case["steps"]]
    assert kinds.index("flash_added") < kinds.index("attack_succeeded")
    said = case["steps"][0]["text"]
    assert set(said) == {"en", "zh-Hans", "zh-Hant"}
    assert "".join(piece["text"] for piece in said["zh-Hant"]).count("A號") == 1


def test_a_ruling_the_referee_disagrees_with(client: FlaskClient) -> None:
    status, found = post(client, ruling(expect=[{"power": {"D": 3}}]))
    assert (status, found["verdict"]) == (200, "disagrees")
    (verdict,) = found["cases"][0]["verdicts"]
    assert verdict["path"] == ["expect", 0, "power", "D"]
    assert verdict["expected"] == {
        "en": "power of D in the resolution step: 3",
        "zh-Hans": "D号在结算步骤的武力：3",
        "zh-Hant": "D號在結算步驟的武力：3",
    }
    assert set(verdict["actual"].values()) == {"4"}
    assert "combat.dodge.1" in verdict["rules"]


def test_an_illegal_play(client: FlaskClient) -> None:
    lines = {"you": {"line": [unit("A", 4, rested=True)]}, "opponent": {"line": [unit("D", 3)]}}
    _status, found = post(client, ruling(position=lines, expect=[{"attack": "undecided"}]))
    assert found["verdict"] == "illegal"
    assert found["cases"][0]["steps"][0]["rule"] == "combat.attack.3"


def test_a_card_of_the_catalogue(client: FlaskClient) -> None:
    """豪情乡勇 has power 2 and gains 2 as it attacks."""
    lines = {"you": {"line": ["豪情乡勇"]}, "opponent": {"line": [unit("D", 4)]}}
    attack = [{"attack": {"by": "豪情乡勇", "target": "D"}}]
    _status, found = post(client, ruling(position=lines, play=attack, expect=[{"total": 4}]))
    assert found["verdict"] == "holds"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (ruling(play=[{"atack": {}}]), ["play", 0, "atack"]),
        (
            ruling(position={"you": {"line": [unit("A", -1)]}}),
            ["position", "you", "line", 0, "power"],
        ),
        (ruling(game="chess"), ["game"]),
        (ruling(expect=[]), ["expect"]),
        ({}, []),
    ],
)
def test_a_mistake_is_answered_with_its_place(
    client: FlaskClient, body: Any, path: list[Any]
) -> None:
    status, found = post(client, body)
    assert (status, found["verdict"]) == (422, "wrong")
    assert found["mistakes"][0]["path"] == path
    assert set(found["mistakes"][0]["message"]) == set(LANGUAGES)
    assert all(found["mistakes"][0]["message"].values()) and all(
        found["mistakes"][0]["hint"].values()
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[1]", 400),
        (b"null", 400),
        (b'{"play": "\\ud800"}', 400),
        (b"[" * 60_000, 400),
        (b'{"position": ' + b"9" * 60_000 + b"}", 400),
        (b" " * (api.LONGEST + 1), 413),
        (b'{"position": 1, "play": 2, "expect": 3}', 422),
        (b'{"position": {"you": {"line": {"a": NaN}}}, "play": [], "expect": []}', 400),
        (b'{"position": {"distance": 1e999}, "play": [], "expect": []}', 422),
        (b'{"position": {"distance": -0.5}, "play": [], "expect": []}', 422),
        (b'{"play": [], "play": [], "position": {}, "expect": []}', 400),
        (json.dumps(ruling(variations=[[]])).encode(), 422),
        (json.dumps(ruling(game=["faceoff"])).encode(), 422),
        (b'{"position": ' + b'{"you": ' * 5_000 + b"1" + b"}" * 5_001, 422),
    ],
)
def test_hostile_bodies_get_a_message(client: FlaskClient, body: bytes, status: int) -> None:
    got, found = post(client, body)
    # How deep JSON may be nested before it is refused as such depends on the Python that reads it.
    assert got == status or (got, status) == (400, 422)
    assert set(found["mistakes"][0]["message"]) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("body", "hans"),
    [
        (b"{", "请求内容不是JSON。"),
        (b'{"play": 1, "play": 2}', "“play”写了两次。"),
        (b'{"position": {"distance": 1e999}, "play": [], "expect": []}', "这里应写整数"),
        (b'{"position": {"you": {"hand": -3}}, "play": [], "expect": []}', "数值过小。"),
    ],
)
def test_messages_are_in_every_language(client: FlaskClient, body: bytes, hans: str) -> None:
    message = post(client, body)[1]["mistakes"][0]["message"]
    assert message["zh-Hans"].startswith(hans)
    assert message["en"].isascii() or "“" in message["en"]


def test_only_post_is_answered(client: FlaskClient) -> None:
    response = client.get("/api/rule")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert json.loads(response.data)["verdict"] == "wrong"


def test_what_takes_too_long_is_ended(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a hundredth of a second Python has not even started."""
    monkeypatch.setattr(api, "SECONDS", 0.01)
    status, found = post(client, ruling())
    assert status == 422
    assert found["mistakes"][0]["message"]["en"] == "This is more than the referee can play."


def test_an_answer_that_would_be_too_long_is_refused(client: FlaskClient) -> None:
    """250 attacks that fail, each followed by an effect that readies A: some 14 events each."""
    again = {"timing": ["main"], "do": [{"ready": "self"}]}
    lines = {
        "you": {"line": [unit("A", 1, abilities=[again])]},
        "opponent": {"line": [unit("D", 3)]},
    }
    rounds = [{"attack": {"by": "A", "target": "D"}}, {"use": "A"}] * 250
    status, found = post(client, ruling(position=lines, play=rounds, expect=[{"attack": "fails"}]))
    assert status == 422
    assert "more than" in found["mistakes"][0]["message"]["en"]


def test_no_more_rulings_at_once_than_the_machine_bears(client: FlaskClient) -> None:
    for _ in range(2):
        assert api.AT_ONCE.acquire(blocking=False)
    try:
        assert post(client, ruling())[0] == 503
    finally:
        for _ in range(2):
            api.AT_ONCE.release()
    assert post(client, ruling())[0] == 200
