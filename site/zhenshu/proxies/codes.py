"""QR codes of addresses, printed on cards.

`web/static/proxies-qr.js` makes the same ones in the browser, where alone the address of a site on
a file host is known.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import segno

LONGEST = 180  # bytes of an address: more would not be read at the size of a stamp
# One mask for all: trying all eight takes most of the time and hardly makes better codes of
# addresses. By the penalties of ISO/IEC 18004 this one does best.
MASK = 4

Rows = Sequence[Sequence[int]]


def modules(address: str) -> Rows | None:
    """The modules of a code, row by row, 1 for dark; None for an address that is too long."""
    raw = address.encode()
    if len(raw) > LONGEST:
        return None
    made = segno.make(raw, error="m", boost_error=False, mask=MASK, mode="byte", micro=False)
    rows: Rows = made.matrix
    return rows


def path(rows: Rows) -> str:
    """A code as a path of SVG in units of a module: each row's dark runs as rectangles."""
    return "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in _runs(rows))


def _runs(rows: Rows) -> Iterator[tuple[int, int, int]]:
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                yield x, y, width
            x += width


def svg(address: str) -> str | None:
    """A code as an SVG document with a margin of one module; None if the address is too long."""
    rows = modules(address)
    if rows is None:
        return None
    box = f"-1 -1 {len(rows) + 2} {len(rows) + 2}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><path d="{path(rows)}"/></svg>'
