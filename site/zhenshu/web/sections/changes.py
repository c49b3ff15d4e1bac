"""What changed in the rulebooks: a page, and an Atom feed for those who follow it.

A site that works under any address cannot know its own, so the links of the feed are relative.
Readers take them from the address they got the feed from (RFC 4287, section 2; RFC 3986, section
5.1.3). What has to stay the same wherever the site lives, the ids, are UUIDs made from names.
"""

import uuid
import xml.etree.ElementTree as etree
from collections.abc import Iterator

from flask import Blueprint, Response

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.speech import TITLES, speech
from zhenshu.web.kinds import Data, Kind, blueprint, current_catalog, once
from zhenshu.web.links import Links
from zhenshu.web.render import answer

ATOM = "http://www.w3.org/2005/Atom"
# The ids of feeds and entries are made from this one; it never changes.
_NAMES = uuid.UUID("5a7b0c1e-3f52-5d0e-9c1b-8d2f6e4a1b37")
_BEFORE_ALL = "1970-01-01"  # a feed has to say when it changed, even if nothing has
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def changes(catalog: Catalog) -> Data:
    """The versions of every rulebook, the newest first."""
    return {
        "books": [
            {
                **{key: game[key] for key in ("slug", "name", "ours", "changes")},
                "count": game["counts"]["paragraphs"],
            }
            for game in catalog.games.values()
        ]
    }


def feed(catalog: Catalog, language: str) -> bytes:
    """The changes of every rulebook as an Atom feed, the newest first."""
    voice = speech(language)
    links = Links(path(language), language)
    found = [(change, game) for game in catalog.games.values() for change in game["changes"]]
    # Sorting keeps the order of a book's own changes on one day.
    found.sort(key=lambda pair: pair[0]["date"], reverse=True)
    root = etree.Element("feed", {"xmlns": ATOM, _XML_LANG: language})
    _add(root, "id", _id("feed", language))
    title = voice.gettext("Changes of the rulebooks")
    _add(root, "title", f"{TITLES[language]}{voice.gettext(': {value}').format(value=title)}")
    _add(root, "updated", _moment(found[0][0]["date"] if found else _BEFORE_ALL))
    _add(_add(root, "author"), "name", TITLES[language])
    _add(root, "link", rel="self", href="feed.xml", type="application/atom+xml")
    _add(root, "link", rel="alternate", href=links.to("/changes/"), type="text/html")
    for change, game in found:
        slug, version = game["slug"], change["version"]
        entry = _add(root, "entry")
        _add(entry, "id", _id(slug, version, language))
        words = voice.gettext("Version {version}").format(version=version)
        _add(entry, "title", f"{voice.plain(game['name'])}{voice.gettext(', ')}{words}")
        _add(entry, "updated", _moment(change["date"]))
        _add(entry, "link", rel="alternate", href=links.to(f"/changes/#{slug}"), type="text/html")
        _add(entry, "summary", voice.text(change["text"]))
    etree.indent(root)
    return etree.tostring(root, encoding="utf-8", xml_declaration=True)


def path(language: str) -> str:
    """The address of the feed of a language."""
    return f"/{segment(language)}/feed.xml"


def paths() -> Iterator[str]:
    """The address of every feed."""
    return map(path, LANGUAGES)


def _add(
    parent: etree.Element, tag: str, text: str | None = None, **attributes: str
) -> etree.Element:
    element = etree.SubElement(parent, tag, attributes)
    element.text = text
    return element


def _id(*names: str) -> str:
    return uuid.uuid5(_NAMES, "/".join(names)).urn


def _moment(day: str) -> str:
    """The start of a day."""
    return f"{day}T00:00:00Z"


KINDS = (Kind("changes", "/changes/", "changes.html", changes, once),)
section: Blueprint = blueprint("changes", KINDS)


@section.get("/<language:language>/feed.xml")
def show(language: str) -> Response:
    return answer(feed(current_catalog(), language), "application/atom+xml")
