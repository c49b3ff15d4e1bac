"""Links inside the site that lead nowhere.

A page is read once, by `scan`, into the addresses it links to and the anchors it offers; both are
small and can be kept, so that a later check needs no HTML.
"""

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from zhenshu.i18n import gettext as _

# Attributes are looked for inside tags only: a page may well show `href="…"` as text.
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ATTRIBUTE = re.compile(r'\s(href|src|action|id)="([^"]*)"')
_ELSEWHERE = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//)")

OUTSIDE = "//"  # what a link above the root, or to something loaded from elsewhere, resolves to


@dataclass(frozen=True)
class Scan:
    """What one page says of links: site addresses it leads to, as `/en/faceoff/rules/#combat.1`,
    and the ids it has. Both without repetition, in order."""

    links: tuple[str, ...]
    anchors: tuple[str, ...]


@dataclass(frozen=True, order=True)
class DeadLink:
    """A link that leads nowhere: on which page, to what, and why it fails."""

    page: str
    link: str
    reason: str

    def __str__(self) -> str:
        return f"{self.page}: {self.link}: {self.reason}"


def scan(text: str, address: str, base_path: str = "/") -> Scan:
    """The links and anchors of a page's HTML.

    `address` is where the page stands below the site's root, as `/en/faceoff/rules/`. Links that
    start with `/` count from `base_path`, the address of that root on its host. Links to other
    sites are left out, unless the page would load them (`src`, or `href` of a `<link>`).
    """
    links: dict[str, None] = {}
    anchors: dict[str, None] = {}
    folder = address.rpartition("/")[0]
    for tag in _TAG.findall(text):
        for name, value in _ATTRIBUTE.findall(tag):
            if "&" in value:
                value = html.unescape(value)
            if name == "id":
                anchors[value] = None
            elif _ELSEWHERE.match(value):
                if (name == "src" or tag.startswith("<link")) and not value.startswith("data:"):
                    links[OUTSIDE + value] = None
            else:
                path, hash_mark, anchor = value.partition("#")
                path = path.partition("?")[0]
                target = _resolve(folder, path, base_path) if path else address
                links[target + hash_mark + unquote(anchor)] = None
    return Scan(tuple(links), tuple(anchors))


@lru_cache(maxsize=65536)
def _resolve(folder: str, path: str, base_path: str) -> str:
    """The site address of a link's path, seen from a folder such as `/en/faceoff`."""
    path = unquote(path)
    if path.startswith("/"):
        if not path.startswith(base_path):
            return OUTSIDE + path
        return "/" + path[len(base_path) :]
    parts = folder.split("/")[1:] if folder else []
    *steps, last = path.split("/")
    if last in (".", ".."):
        steps, last = [*steps, last], ""
    for step in steps:
        if step == "..":
            if not parts:
                return OUTSIDE + path
            parts.pop()
        elif step not in ("", "."):
            parts.append(step)
    return "/".join(["", *parts, last])


def dead(
    pages: Iterable[tuple[str, Collection[str]]],
    exists: Callable[[str], bool],
    anchors: Callable[[str], Collection[str] | None],
) -> Iterator[DeadLink]:
    """Every dead link of some pages, given as (address, links).

    `exists` says whether there is something at an address; `anchors` gives the ids of the page at
    an address, or None for what is not a page, and is only asked about links that name one.
    """
    verdicts: dict[str, str | None] = {}
    for page, links in pages:
        for link in links:
            if link not in verdicts:
                verdicts[link] = _fault(link, exists, anchors)
            reason = verdicts[link]
            if reason:
                yield DeadLink(page, link.removeprefix(OUTSIDE), reason)


def _fault(
    link: str,
    exists: Callable[[str], bool],
    anchors: Callable[[str], Collection[str] | None],
) -> str | None:
    if link.startswith(OUTSIDE):
        return _("this lies outside the site.")
    address, _hash, anchor = link.partition("#")
    if not exists(address):
        if exists(address + "/"):
            return _("the address of a page ends with a slash.")
        return _("there is no such page or file.")
    if anchor and (known := anchors(address)) is not None and anchor not in known:
        return _("the page has no such anchor.")
    return None
