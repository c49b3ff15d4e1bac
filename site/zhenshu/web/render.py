"""From data to HTML: the one way every page is made.

A template sees the data of its page and the helpers of `Renderer.html`, and nothing else, so that
the same data always gives the same page.
"""

import hashlib
from functools import partial
from pathlib import Path
from typing import Any

from flask import Response, request
from jinja2 import Environment
from markupsafe import Markup

from zhenshu.marks import mark
from zhenshu.speech import TITLES, speech, switch
from zhenshu.web.cells import Cells
from zhenshu.web.links import Links
from zhenshu.web.modules import imports
from zhenshu.web.security import META_POLICY


class Renderer:
    """Makes pages with the templates and static files of an application."""

    def __init__(self, environment: Environment, static: Path, base_path: str):
        self._environment = environment
        self._digests = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:8]
            for path in static.iterdir()
            if path.is_file()
        }
        self._static = static
        self._base_path = base_path

    def html(self, template: str, language: str | None, path: str, data: dict[str, Any]) -> str:
        """The HTML of a page at an address. Without a language the interface speaks English."""
        links = Links(path, language, self._base_path if template == "404.html" else None)
        voice = speech(language or "en")

        def asset(name: str) -> str:
            # A digest in the address lets browsers keep the file until it changes.
            return links.href(f"/static/{name}?v={self._digests[name]}")

        def html(texts: dict[str, str]) -> Markup:
            return Markup(links.complete(texts[voice.language]))

        return self._environment.get_template(template).render(
            data,
            lang=voice.language,
            language=language,
            languages=switch(language),
            title=TITLES[voice.language],
            policy=META_POLICY,
            _=voice.gettext,
            t=voice.text,
            plain=voice.plain,
            name=voice.name,
            others=voice.others,
            count=voice.count,
            href=links.href,
            to=links.to,
            twin=links.twin,
            html=html,
            complete=links.complete,
            asset=asset,
            imports=partial(imports, self._static),
            mark=mark,
            cells=partial(Cells, voice),
        )

    def response(
        self, template: str, language: str | None, data: dict[str, Any], status: int = 200
    ) -> Response:
        """A page for the address of the current request."""
        return answer(self.html(template, language, request.path, data), "text/html", status)


def answer(content: str | bytes, mimetype: str, status: int = 200) -> Response:
    """An answer to the current request; browsers may ask whether it has changed."""
    response = Response(content, status, mimetype=mimetype)
    if status == 200:
        response.add_etag()
        response.make_conditional(request)
    return response
