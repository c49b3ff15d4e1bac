"""What is shown for an address that leads nowhere, or a request that cannot be answered."""

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, NotFound

from zhenshu.catalog import Catalog
from zhenshu.i18n import from_segment
from zhenshu.web.kinds import Data, current_catalog, respond, site

PATH = "/404.html"
TEMPLATE = "404.html"


def data(catalog: Catalog, status: int = 404) -> Data:
    return {"status": status, "site": site(catalog)}


def register(app: Flask) -> None:
    """Answer errors in the language of the address, and serve the page that file hosts show."""

    @app.get(PATH, endpoint="missing")
    def page() -> Response:
        return respond(TEMPLATE, None, data(current_catalog()))

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> Response:
        status = error.code or 500
        language = from_segment(request.path.split("/")[1])
        response = respond(TEMPLATE, language, data(current_catalog(), status), status)
        if isinstance(error, NotFound):
            return response
        # Such as Allow, which tells what would have been answered.
        for name, value in error.get_headers():
            if name != "Content-Type":
                response.headers[name] = value
        return response
