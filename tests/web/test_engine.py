"""What the referee of the browser loads, from the server."""

import threading

import pytest
from flask.testing import FlaskClient

from zhenshu.sandbox import bundle
from zhenshu.web.sections import engine


class _Catalog:
    referee = "a game"


def test_both_files_are_made_once_though_asked_for_at_once(
    sample_client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    second = threading.Event()

    def make(game: str) -> dict[str, bytes]:
        calls.append(game)
        if len(calls) > 1:
            second.set()
        second.wait(timeout=0.5)  # time for another to come in, which must not
        return {"engine.json": b"1", "faceoff.json": b"2"}

    catalog = _Catalog()
    monkeypatch.setattr(bundle, "files", make)
    monkeypatch.setattr(engine, "current_catalog", lambda: catalog)
    answers: dict[str, bytes] = {}

    def ask(name: str) -> None:
        answers[name] = sample_client.application.test_client().get(f"/static/referee/{name}").data

    threads = [threading.Thread(target=ask, args=(f"{n}.json",)) for n in ("engine", "faceoff")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == ["a game"]
    assert answers == {"engine.json": b"1", "faceoff.json": b"2"}
