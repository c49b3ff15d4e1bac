"""What the script of the referee loads, beside its static files."""

from functools import lru_cache
from threading import Lock

from flask import Blueprint, Response, abort

from zhenshu.catalog import Catalog
from zhenshu.sandbox import bundle
from zhenshu.web.kinds import current_catalog
from zhenshu.web.render import answer

section = Blueprint("engine", __name__)

_MAKING = Lock()


@section.get("/static/referee/<any('engine.json', 'faceoff.json'):name>")
def file(name: str) -> Response:
    # A browser asks for both at once. CPython 3.11 parses wrongly in two threads at a time, and
    # once is enough.
    with _MAKING:
        files = _files(current_catalog())
    if name not in files:
        abort(404)
    return answer(files[name], "application/json")


@lru_cache(maxsize=1)
def _files(catalog: Catalog) -> dict[str, bytes]:
    return bundle.files(catalog.referee)
