"""The website: one Flask application for the server, the export and the tests."""

from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, request
from werkzeug.routing import BaseConverter, ValidationError

from zhenshu.catalog import Catalog
from zhenshu.i18n import from_segment, segment
from zhenshu.web import errors
from zhenshu.web.render import Renderer
from zhenshu.web.sections import (
    api,
    cards,
    changes,
    coverage,
    data,
    engine,
    home,
    keywords,
    openings,
    outside,
    proxies,
    rules,
    rulings,
    sandbox,
    search,
    texts,
)
from zhenshu.web.security import protect

SECTIONS = (
    home,
    cards,
    keywords,
    rules,
    rulings,
    sandbox,
    openings,
    coverage,
    changes,
    search,
    proxies,
    texts,
    api,
    outside,
    data,
    engine,
)


class LanguageConverter(BaseConverter):
    """A language in an address: `zh-hant` is the language zh-Hant."""

    regex = "[a-z-]+"

    def to_python(self, value: str) -> str:
        language = from_segment(value)
        if language is None:
            raise ValidationError
        return language

    def to_url(self, value: str) -> str:
        return segment(value)


def create_app(
    catalog: Catalog, searcher: search.Searcher | None = None, base_path: str = "/"
) -> Flask:
    """The site of a catalogue.

    Without a searcher the search page leaves the answers to its script. `base_path` is where the
    site lives; only 404.html needs to know, as every other page links relative to itself.
    """
    app = Flask(__name__)
    app.url_map.converters["language"] = LanguageConverter
    # `//host/` must never become a redirect; `/en//` is simply not a page.
    app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.extensions["catalog"] = catalog
    app.extensions["searcher"] = searcher
    static = Path(app.static_folder or "")
    app.extensions["renderer"] = Renderer(app.jinja_env, static, base_path)
    for section in SECTIONS:
        app.register_blueprint(section.section)
    errors.register(app)
    app.after_request(_redirect_below)
    app.after_request(protect)
    return app


def _redirect_below(response: Response) -> Response:
    """Make the redirect to an address with its slash relative, so that it is right wherever the
    site lives."""
    if response.status_code == 308 and not request.path.endswith("/"):
        query = f"?{request.query_string.decode('latin-1')}" if request.query_string else ""
        response.headers["Location"] = f"{quote(request.path.rpartition('/')[2])}/{query}"
    return response
