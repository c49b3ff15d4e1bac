"""Serve the site on this machine, with the search answered by the server.

Werkzeug's threaded server is meant for this: one reader, this machine only. It comes with Flask;
a production server such as waitress would be one more package and no faster for one browser.
"""

import errno
import gc
import socket
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from werkzeug.exceptions import NotFound
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.utils import redirect

from zhenshu import builder
from zhenshu.catalog import Catalog
from zhenshu.i18n import gettext as _
from zhenshu.search import Searcher
from zhenshu.web import create_app

HOST = "127.0.0.1"
App = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Handler(WSGIRequestHandler):
    """Reports errors, not every request, and lets go of clients that stay silent."""

    timeout = 30  # seconds without a byte: a thread is not held by half a request

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing."""


def serve(root: Path, *, port: int = 8000, base_path: str = "/") -> int:
    """Build a project's site and serve it until Ctrl-C; the exit code.

    Says the address on standard output once it answers. The port is taken before the build, so
    that nobody waits for nothing; 0 takes any free one.
    """
    base_path = builder.normal(base_path)
    try:
        listener = _listen(port)
    except OSError as error:
        reason = _("it is taken") if error.errno == errno.EADDRINUSE else error.strerror
        print(
            _("Port {port} cannot be used: {reason}. Choose another: --port {other}").format(
                port=port, reason=reason, other=8000 if port != 8000 else 8001
            ),
            file=sys.stderr,
        )
        return 1
    with listener:
        if failed := builder.command(root, base_path=base_path):
            return failed
        application = mounted(_open(root, base_path), base_path)
        port = listener.getsockname()[1]
        server = make_server(
            HOST, port, application, threaded=True, request_handler=Handler, fd=listener.fileno()
        )
        print(f"http://{HOST}:{port}{base_path}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
        finally:
            server.server_close()
    return 0


def _open(root: Path, base_path: str) -> App:
    catalogue = Catalog.open(root / builder.DATABASE)
    searcher = Searcher.open(root / builder.SEARCH)
    gc.freeze()  # what stays for good need not be looked through again and again
    return create_app(catalogue, searcher, base_path).wsgi_app


def _listen(port: int) -> socket.socket:
    """A listening socket. Raises OSError, such as when another program has the port."""
    listener = socket.socket()
    if sys.platform != "win32":  # there, the option would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def mounted(application: App, base_path: str) -> App:
    """An application as it is seen below a path such as `/zhenshu/`; `/` leads there."""
    prefix = base_path.rstrip("/")
    if not prefix:
        return application

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.startswith(base_path):
            below = {**environ, "SCRIPT_NAME": prefix, "PATH_INFO": path.removeprefix(prefix)}
            return application(below, start_response)
        response = redirect(base_path) if path in ("", "/", prefix) else NotFound()
        return response(environ, start_response)

    return answer
