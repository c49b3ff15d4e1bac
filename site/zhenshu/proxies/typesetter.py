"""Typst, in a process of its own that lives for one job.

What typst has set it remembers as long as its process lives, some megabytes a sheet; so a server
must not set in its own. The child reads data from its standard input and answers on its standard
output, writes no file, and is ended if it takes too long.
"""

import json
import struct
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any

HERE = Path(__file__).parent
TEMPLATE = HERE / "sheet.typ"
FONTS = HERE / "fonts"
LIMIT = 600.0  # seconds that one job may take, if nobody waits for it at the other end
_LENGTH = struct.Struct(">cQ")  # before each message: what it is, and its bytes
_CODE = "from zhenshu.proxies.typesetter import serve; serve()"

Record = dict[str, Any]


class TypesetterError(RuntimeError):
    """Typst could not set the data; the text says what it said."""


class Ended(TypesetterError):
    """The process of typst was ended: by its time, or by a machine without memory for it."""

    reason = "slow"


class Typesetter:
    """A typesetter at work. Use it in a `with`; at its end nothing of it is left."""

    def __init__(self, limit: float = LIMIT):
        self._limit = limit

    def __enter__(self) -> "Typesetter":
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._timer = threading.Timer(self._limit, self._process.kill)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        self._process.kill()
        self._process.communicate()

    @property
    def pid(self) -> int:
        """The process, for those who measure it."""
        return self._process.pid

    def measure(self, data: Record) -> list[Record]:
        """How the text of each face fits, as `sheet.typ` tells it. Raises TypesetterError."""
        found = json.loads(self._ask(b"m", data))
        return [answer["value"] for answer in found]

    def set(self, data: Record) -> bytes:
        """The PDF of data with pages. Raises TypesetterError."""
        return self._ask(b"s", data)

    def _ask(self, what: bytes, data: Record) -> bytes:
        assert self._process.stdin and self._process.stdout
        try:
            _send(self._process.stdin, what, json.dumps(data).encode())
            answer, body = _receive(self._process.stdout)
        except (BrokenPipeError, EOFError):
            raise Ended(f"It may take {self._limit:g} seconds.") from None
        if answer == b"e":
            raise TypesetterError(body.decode())
        return body


def serve() -> None:
    """The child's life: answer until there are no more questions."""
    import typst  # the parent never loads it

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]
    )
    while True:
        try:
            what, body = _receive(sys.stdin.buffer)
        except (EOFError, KeyboardInterrupt):
            return
        compiler = typst.Compiler(
            str(TEMPLATE), font_paths=fonts, sys_inputs={"data": body.decode()}
        )
        try:
            measured = what == b"m"
            answer = compiler.query("<fit>").encode() if measured else compiler.compile()
            assert isinstance(answer, bytes)  # one document, and no file for it
            _send(sys.stdout.buffer, b"a", answer)
        except RuntimeError as error:
            _send(sys.stdout.buffer, b"e", str(error).encode())


def _send(stream: IO[bytes], what: bytes, body: bytes) -> None:
    stream.write(_LENGTH.pack(what, len(body)))
    stream.write(body)
    stream.flush()


def _receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """A whole message. Raises EOFError where there is none."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    what, length = _LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return what, body
