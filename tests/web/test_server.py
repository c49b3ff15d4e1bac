"""The local server and clients that hold on to it."""

import socket
import threading

from flask.testing import FlaskClient
from werkzeug.serving import make_server

from zhenshu import server

HALF = b"POST /api/rule HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"


class Hasty(server.Handler):
    timeout = 0.05


def test_a_client_that_sends_half_a_body_is_let_go(client: FlaskClient) -> None:
    application = client.application
    host = make_server(server.HOST, 0, application, threaded=True, request_handler=Hasty)
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    try:
        with socket.create_connection((server.HOST, host.server_port), timeout=30) as half:
            half.sendall(HALF)
            received = b"".join(iter(lambda: half.recv(4096), b""))  # up to the end of it
    finally:
        host.shutdown()
        thread.join()
        host.server_close()
    assert received.startswith(b"HTTP/1.1 400 ")


def test_no_client_is_waited_for_without_end() -> None:
    assert 0 < server.Handler.timeout <= 60
