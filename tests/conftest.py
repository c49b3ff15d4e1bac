"""The whole site, built once from the real content, for the tests that look at it.

Nothing here reaches the network: the pages are served on this machine, and the browser reports
every request that would leave it.
"""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)
from werkzeug.serving import BaseWSGIServer, make_server

from zhenshu import builder, chinese, content, server, tables, terms
from zhenshu.catalog import Catalog
from zhenshu.content import Content
from zhenshu.progress import Quiet
from zhenshu.search import Searcher
from zhenshu.terms import Terms
from zhenshu.web import create_app

ROOT = Path(__file__).parent.parent
BASE_PATH = "/zhenshu/"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def site_terms() -> Terms:
    return terms.load(ROOT, [])


@pytest.fixture(autouse=True)
def own_conversions(site_terms: Terms) -> Iterator[None]:
    """Conversions and readings are those of the process. A test that reads other content leaves
    its own in use; the next one, and what it shares with others, begins with the site's."""
    yield
    chinese.configure(site_terms.conversion, site_terms.readings)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `dist` and `db/`, built from the real content for the path /zhenshu/.

    The processes of pytest-xdist share it: whoever comes second waits, and finds it built.
    """
    own = tmp_path_factory.getbasetemp()
    out = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "built"
    builder.build(ROOT, progress=Quiet(), out=out, base_path=BASE_PATH)
    return out


@pytest.fixture(scope="session")
def read_once() -> Content:
    return content.read(ROOT)


@pytest.fixture
def content_of_the_site(read_once: Content) -> Content:
    """The project's own content, without a mistake, and its conversions in use."""
    chinese.configure(read_once.terms.conversion, read_once.terms.readings)
    return read_once


@pytest.fixture(scope="session")
def database(read_once: Content, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the real content, for tests that need no site around it."""
    path = tmp_path_factory.mktemp("catalogue") / "zhenshu.db"
    chinese.configure(read_once.terms.conversion, read_once.terms.readings)
    tables.build(read_once, builder.SCHEMA, path)
    return path


@pytest.fixture(scope="session")
def catalog(built: Path) -> Catalog:
    return Catalog.open(built / builder.DATABASE)


@pytest.fixture(scope="session")
def app(built: Path, catalog: Catalog) -> Flask:
    """The application as the server runs it, at the root of its host."""
    return create_app(catalog, Searcher.open(built / builder.SEARCH))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


class _FileHost(SimpleHTTPRequestHandler):
    """A plain file host with the site below /zhenshu/, and its 404.html for all else."""

    def translate_path(self, path: str) -> str:
        if not path.startswith(BASE_PATH):
            return super().translate_path("/no/such/file")
        return super().translate_path("/" + path.removeprefix(BASE_PATH))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def _serving(host: ThreadingHTTPServer | BaseWSGIServer) -> Iterator[str]:
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}{BASE_PATH}"
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of the exported site on a plain file host, below /zhenshu/."""
    handler = partial(_FileHost, directory=str(built / "dist"))
    with _serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        yield address


@pytest.fixture(scope="session")
def served(built: Path, catalog: Catalog) -> Iterator[str]:
    """The address of the application on its own server, below /zhenshu/."""
    app = create_app(catalog, Searcher.open(built / builder.SEARCH), BASE_PATH)
    mounted = server.mounted(app.wsgi_app, BASE_PATH)
    host = make_server("127.0.0.1", 0, mounted, threaded=True, request_handler=server.Handler)
    with _serving(host) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium with a profile of its own."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert path, "Chromium is not installed; python3 scripts/test.py installs it."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser that has never seen the site.

    The test fails if the page logs an error or a warning, or asks for anything from another host.
    """
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.set_default_timeout(30_000)
    wrong: list[str] = []

    def logged(message: ConsoleMessage) -> None:
        # The browser itself calls a 404 an error; a test that asks for one says so.
        if message.type in ("error", "warning") and "status of 404" not in message.text:
            wrong.append(f"{message.type}: {message.text}")

    def answered(response: Response) -> None:
        if response.status >= 400 and not response.request.is_navigation_request():
            wrong.append(f"{response.status}: {response.url}")

    def asked(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.hostname != "127.0.0.1" and parts.scheme not in ("data", "blob"):
            wrong.append(f"leaves the host: {request.url}")

    page.on("console", logged)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("response", answered)
    page.on("request", asked)
    yield page
    context.close()
    assert not wrong
