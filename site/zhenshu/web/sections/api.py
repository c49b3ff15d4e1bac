"""`POST /api/rule`: play a ruling for another program.

The body is the front matter of a ruling file as JSON, the answer the record that `zhenshu.rule`
describes. A ruling that was played is answered with 200, whatever its verdict; a body that is no
JSON map with 400, one that is too long with 413, a ruling that cannot be played, or not in time,
with 422, and with 503 if too many are being played. Every answer is JSON.

A ruling can be small and still take long, so it is played in a process of its own, bounded in
memory and time (see `zhenshu.rule`); on a busy machine it is ended after SECONDS in any case.
"""

import json
import subprocess
import sys
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint, Response, request

from referee.core.messages import NO_HINT, Message, Told, tell
from zhenshu.rule import wrong
from zhenshu.web.kinds import current_catalog

section = Blueprint("api", __name__)

LONGEST = 64 * 1024
"""The most bytes of a body."""

SECONDS = 20
"""The longest that anybody waits for an answer."""

AT_ONCE = BoundedSemaphore(2)
"""How many rulings are played at the same time."""


@section.route("/api/rule", methods=["GET", "POST"])
def play() -> Response:
    """The verdict on the ruling in the body."""
    if request.method != "POST":
        response = _failed(tell("A ruling is sent with POST."), 405)
        response.headers["Allow"] = "POST"
        return response
    body = request.stream.read(LONGEST + 1)
    if len(body) > LONGEST:
        hint = tell("The most is {n} bytes.", n=LONGEST)
        return _failed(tell("The body is too long."), 413, hint)
    try:
        ruling = _parsed(body)
    except (ValueError, RecursionError):
        return _failed(tell("The body is not JSON."), 400)
    except Told as told:
        return _failed(told.message, 400, told.hint)
    if not isinstance(ruling, dict):
        hint = tell("Send position, play and expect.")
        return _failed(tell("The body is not a map."), 400, hint)
    if not current_catalog().referee:
        return _failed(tell("No game of this site has a referee."), 422)
    if not AT_ONCE.acquire(blocking=False):
        hint = tell("Try again in a moment.")
        return _failed(tell("Too many rulings are being played."), 503, hint)
    try:
        return _answered(_played(ruling))
    finally:
        AT_ONCE.release()


def _parsed(body: bytes) -> Any:
    """The value of a body. Raises ValueError if it is not JSON or no text, Told for a key that
    is given twice, and RecursionError."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    # Python reads NaN and Infinity too, which JSON does not have.
    value = json.loads(body, object_pairs_hook=_unique, parse_constant=refuse)
    # Half a surrogate pair is JSON, but no text.
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Told(tell("“{word}” is given twice.", word=twice), tell("Keep one of them."))
    return found


def _played(ruling: dict[str, Any]) -> dict[str, Any] | None:
    """The record of a ruling; None if the worker ended without one."""
    asked = json.dumps({"ruling": ruling, "referee": current_catalog().referee})
    try:
        done = subprocess.run(
            (sys.executable, "-P", "-m", "zhenshu.rule"),
            input=asked,
            stdout=subprocess.PIPE,
            timeout=SECONDS,
            text=True,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _answered(found: dict[str, Any] | None) -> Response:
    if found is None:
        hint = tell("Make it smaller.")
        return _failed(tell("This is more than the referee can play."), 422, hint)
    return _json(found, 422 if found["verdict"] == "wrong" else 200)


def _failed(message: Message, status: int, hint: Message = NO_HINT) -> Response:
    return _json(wrong([Told(message, hint)]), status)


def _json(found: dict[str, Any], status: int) -> Response:
    text = json.dumps(found, ensure_ascii=False)
    return Response(text, status, mimetype="application/json")
