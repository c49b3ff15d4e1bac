"""QR codes: read back by the steps of the standard, and the same in the browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from zhenshu.catalog import Catalog
from zhenshu.proxies import codes
from zhenshu.web import create_app

ADDRESSES = [
    "https://cards.example/en/clash/cards/starter-kit/ogre/",
    "http://127.0.0.1:8000/zhenshu/zh-hant/zongheng/cards/luanshi-huangjin/zhang-jiao/",
    "http://xn--fiq228c.example/",
    *(f"https://a.example/{'x1/' * length}" for length in range(0, 54, 3)),
    "https://a.example/".ljust(codes.LONGEST, "y"),
]


def decoded(rows: Any) -> str:
    """What a code of version 3 says: taken off the mask and read in the order of the standard."""
    size = len(rows)
    bits = []
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        upwards = ((size - 1 - right + (right < 6)) // 2) % 2 == 0
        for row in range(size - 1, -1, -1) if upwards else range(size):
            for column in (right, right - 1):
                if not is_fixed(row, column, size):
                    bits.append(rows[row][column] ^ ((row // 2 + column // 3) % 2 == 0))
    words = [int("".join(map(str, map(int, bits[at : at + 8]))), 2) for at in range(0, 352, 8)]
    assert words[0] >> 4 == 0b0100  # bytes
    length = (words[0] & 15) << 4 | words[1] >> 4
    halves = [half for word in words[1 : length + 2] for half in (word >> 4, word & 15)][1:-1]
    return bytes(a << 4 | b for a, b in zip(halves[::2], halves[1::2], strict=True)).decode()


def is_fixed(row: int, column: int, size: int) -> bool:
    """Finders with format, timing, and the one alignment pattern of versions 2 to 6."""
    corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    aligned = abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return corner or aligned or 6 in (row, column)


def rows_of(path: str) -> list[list[int]]:
    """The modules of a path of SVG."""
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)]
    size = max(x + width for x, _y, width in runs)
    rows = [[0] * size for _ in range(size)]
    for x, y, width in runs:
        rows[y][x : x + width] = [1] * width
    return rows


def test_a_code_says_its_address() -> None:
    # Version 3, the largest with one block.
    address = "https://cards.example/en/clash/cards/ogre/"
    rows = codes.modules(address)
    assert rows and len(rows) == 29
    assert decoded(rows) == address
    assert rows_of(codes.path(rows)) == [list(row) for row in rows]


def test_an_address_that_is_too_long_has_no_code() -> None:
    assert codes.svg("x" * (codes.LONGEST + 1)) is None
    assert codes.svg("x" * codes.LONGEST)


def test_the_browser_makes_the_same_codes(browser_page: Page, address: str) -> None:
    page = browser_page
    page.goto(f"{address}/en/proxies/")
    found = page.evaluate(
        """async (addresses) => {
          const { modules, path } = await import("../../static/proxies-qr.js");
          return addresses.map((address) => {
            const rows = modules(address);
            return rows && path(rows);
          });
        }""",
        [*ADDRESSES, "x" * (codes.LONGEST + 1)],
    )
    for given, path in zip(ADDRESSES, found, strict=False):
        rows = codes.modules(given)
        assert rows
        assert path == codes.path(rows), given
    assert found[-1] is None


def test_codes_are_an_option_of_the_page(browser_page: Page, address: str) -> None:
    page = browser_page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/en/proxies/#list=clash/starter-kit:ogre*2;faceoff/bp01:035")
    expect(page.locator("#proxies-sheets .proxy")).to_have_count(4)
    assert page.locator("#proxies-sheets .code").count() == 0
    assert not any("proxies-qr" in url for url in asked)
    page.check("[name=codes]")
    expect(page.locator("#proxies-sheets .code")).to_have_count(4)
    rows = codes.modules(f"{address}/en/clash/cards/starter-kit/ogre/")
    assert rows
    first = page.locator("#proxies-sheets .code path").first
    assert first.get_attribute("d") == codes.path(rows)
    width = page.locator("#proxies-sheets .code").first.bounding_box()
    card = page.locator("#proxies-sheets .card").first.bounding_box()
    assert width and card
    # 11 mm; what is drawn of the card is its frame, 1.8 mm inside the edge, half a line outside.
    assert width["width"] / card["width"] == pytest.approx(11 / (63 - 2 * 1.8), rel=0.01)


def test_the_server_s_codes_know_where_it_is_mounted(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(codes, "svg", lambda address: seen.append(address))
    client = create_app(catalog).test_client()
    answer = client.get(
        "/zh-hant/proxies/cards.pdf?list=clash/starter-kit:ogre&codes=on",
        base_url="https://cards.example/zhenshu",
    )
    assert answer.status_code == 200
    assert seen == ["https://cards.example/zhenshu/zh-hant/clash/cards/starter-kit/ogre/"]
