"""Pages of plain text: about the site, using its data, and so on."""

from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.web.kinds import Args, Data, Kind, blueprint


def text(catalog: Catalog, id: str) -> Data | None:
    page = catalog.pages.get(id)
    if page is None:
        return None
    # The data page says which version of the content its files hold.
    return {"page": page, "version": catalog.version if id == "data" else None}


def _every(catalog: Catalog) -> Iterator[Args]:
    return ({"id": id} for id in catalog.pages)


KINDS = (Kind("text", "/pages/<id>/", "text.html", text, _every),)
section = blueprint("texts", KINDS)
