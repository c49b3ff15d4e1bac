"""Pages of plain text: about the site, using its data, and the guides to each game."""

from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief


def text(catalog: Catalog, id: str) -> Data | None:
    page = catalog.pages.get(id)
    if page is None:
        return None
    # The data page says which version of the content its files hold.
    return {"page": page, "version": catalog.version if id == "data" else None}


def guide(catalog: Catalog, game: str, id: str) -> Data | None:
    shown = brief(catalog, game)
    guides = catalog.games[game]["guides"] if shown else []
    page = next((page for page in guides if page["id"] == id), None)
    return page and {"game": shown, "page": page, "version": None}


def _every(catalog: Catalog) -> Iterator[Args]:
    return ({"id": id} for id in catalog.pages)


def _every_guide(catalog: Catalog) -> Iterator[Args]:
    for slug, game in catalog.games.items():
        for page in game["guides"]:
            yield {"game": slug, "id": page["id"]}


KINDS = (
    Kind("text", "/pages/<id>/", "text.html", text, _every),
    Kind("guide", "/<game>/guides/<id>/", "text.html", guide, _every_guide),
)
section = blueprint("texts", KINDS)
