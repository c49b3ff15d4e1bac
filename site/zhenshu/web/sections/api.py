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

from zhenshu.web.kinds import current_catalog

section = Blueprint("api", __name__)

LONGEST = 64 * 1024
"""The most bytes of a body."""

SECONDS = 20
"""The longest that anybody waits for an answer."""

MOST_EVENTS = 2000
"""The most events of an answer; a ruling has a few hundred."""

AT_ONCE = BoundedSemaphore(2)
"""How many rulings are played at the same time."""


@section.route("/api/rule", methods=["GET", "POST"])
def play() -> Response:
    """The verdict on the ruling in the body."""
    if request.method != "POST":
        response = _failed("A ruling is sent with POST.", 405)
        response.headers["Allow"] = "POST"
        return response
    body = request.stream.read(LONGEST + 1)
    if len(body) > LONGEST:
        return _failed("The body is too long.", 413, f"The most is {LONGEST} bytes.")
    try:
        ruling = json.loads(body)
        # Half a surrogate pair is JSON, but no text.
        json.dumps(ruling, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return _failed("The body is not JSON.", 400)
    if not isinstance(ruling, dict):
        return _failed("The body is not a map.", 400, "Send position, play and expect.")
    if not current_catalog().referee:
        return _failed("No game of this site has a referee.", 422)
    if not AT_ONCE.acquire(blocking=False):
        return _failed("Too many rulings are being played.", 503, "Try again in a moment.")
    try:
        return _answered(_played(ruling))
    finally:
        AT_ONCE.release()


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
        return _failed("This is more than the referee can play.", 422, "Make it smaller.")
    if sum(len(case["events"]) for case in found.get("cases", ())) > MOST_EVENTS:
        return _failed("The play is too long.", 422, f"The most is {MOST_EVENTS} events.")
    return _json(found, 422 if found["verdict"] == "wrong" else 200)


def _failed(message: str, status: int, hint: str = "") -> Response:
    error = {"message": message, "hint": hint, "path": []}
    return _json({"verdict": "wrong", "error": error}, status)


def _json(found: dict[str, Any], status: int) -> Response:
    text = json.dumps(found, ensure_ascii=False)
    return Response(text, status, mimetype="application/json")
