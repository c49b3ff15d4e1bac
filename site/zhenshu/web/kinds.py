"""A kind of page: where it is, what it shows, and which pages of it there are.

Views and the list of all pages are both made from kinds, so that they cannot disagree.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, current_app

from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES, segment
from zhenshu.questions import question
from zhenshu.web.render import Renderer

Args = Mapping[str, str]
Data = dict[str, Any]


class Page(NamedTuple):
    """One page: its address, its language, its template and the function that makes its data.

    A page without a language is `/`, `/404.html` or a data file.
    """

    path: str
    language: str | None
    template: str
    data: Callable[[], Data]


@dataclass(frozen=True)
class Kind:
    """A kind of page that exists in every language.

    `address` is a Flask rule below the language. `data(catalog, **args)` gives JSON values only,
    the same for every language, or None where there is no such page. `every` gives the arguments
    of each page.
    """

    name: str
    address: str
    template: str
    data: Callable[..., Data | None]
    every: Callable[[Catalog], Iterable[Args]]

    def pages(self, catalog: Catalog) -> Iterator[Page]:
        """Every page of this kind; twins follow each other and share their data."""
        roots = [(language, f"/{segment(language)}") for language in LANGUAGES]
        for args in self.every(catalog):
            path = self.address
            for key, value in args.items():
                path = path.replace(f"<{key}>", value)
            whole = functools.partial(self.whole, catalog, **args)
            data: Callable[[], Any] = functools.cache(whole)
            for language, root in roots:
                yield Page(root + path, language, self.template, data)

    def whole(self, catalog: Catalog, **args: str) -> Data | None:
        """The data of a page, with what every page shows."""
        data = self.data(catalog, **args)
        return None if data is None else {**data, "site": site(catalog)}


def blueprint(name: str, kinds: Iterable[Kind]) -> Blueprint:
    """A section of the site with a view for each of its kinds of page."""
    section = Blueprint(name, __name__)
    for kind in kinds:
        section.add_url_rule(f"/<language:language>{kind.address}", kind.name, _view(kind))
    return section


def _view(kind: Kind) -> Callable[..., Response]:
    def show(language: str, **args: str) -> Response:
        data = kind.whole(current_catalog(), **args)
        if data is None:
            abort(404)
        return respond(kind.template, language, data)

    return show


def current_catalog() -> Catalog:
    """The catalogue of the running application."""
    found: Catalog = current_app.extensions["catalog"]
    return found


def respond(template: str, language: str | None, data: Data, status: int = 200) -> Response:
    """A page for the address that was asked for."""
    renderer: Renderer = current_app.extensions["renderer"]
    return renderer.response(template, language, data, status)


def every_game(catalog: Catalog) -> Iterator[Args]:
    """The arguments of a page that each game has."""
    return ({"game": slug} for slug in catalog.games)


def once(catalog: Catalog) -> Iterator[Args]:
    """The arguments of a page that the site has once."""
    return iter(({},))


@question
def site(catalog: Catalog) -> Data:
    """What the head and foot of every page show. Kept small: a change of it changes every page."""
    return {
        "games": [
            {key: game[key] for key in ("slug", "name", "ours", "publisher")}
            for game in catalog.games.values()
        ],
        "pages": [{"id": page["id"], "title": page["title"]} for page in catalog.pages.values()],
    }


@question
def brief(catalog: Catalog, game: str) -> Data | None:
    """What a page of a game shows of the game itself; None for a game that is not there."""
    record = catalog.games.get(game)
    if record is None:
        return None
    return {key: record[key] for key in ("slug", "name", "ours", "publisher")}
