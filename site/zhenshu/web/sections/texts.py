"""Pages of plain text: about the site, using its data, and the guides to each game."""

from collections import Counter
from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.search.query.help import help_of
from zhenshu.web.kinds import Args, Data, Kind, blueprint, brief
from zhenshu.web.paragraphs import previews
from zhenshu.web.sections.rulings import STATUSES

PARAGRAPH_STATUSES = ("stated", "derived", "assumed")


def text(catalog: Catalog, id: str) -> Data | None:
    page = catalog.pages.get(id)
    if page is None:
        return None
    return {
        "page": page,
        # The data page says which version of the content its files hold.
        "version": catalog.version if id == "data" else None,
        "counts": _counts(catalog) if id == "about" else None,
        "search": help_of(catalog) if id == "search" else None,
        "previews": [],
    }


def _counts(catalog: Catalog) -> list[Data]:
    """How many paragraphs and rulings of each game stand how, and how many rulings are played."""
    counts = []
    for slug, game in catalog.games.items():
        blocks = [block for chapter in catalog.chapters(slug) for block in chapter["blocks"]]
        paragraphs = Counter(block["status"] for block in blocks if not block["level"])
        rulings = catalog.rulings(slug).values()
        standing = Counter(ruling["status"] for ruling in rulings)
        counts.append(
            {
                **{key: game[key] for key in ("slug", "name", "ours")},
                "paragraphs": {status: paragraphs[status] for status in PARAGRAPH_STATUSES},
                "rulings": {status: standing[status] for status in STATUSES},
                "played": sum(bool(ruling["cases"]) for ruling in rulings),
            }
        )
    return counts


def guide(catalog: Catalog, game: str, id: str) -> Data | None:
    shown = brief(catalog, game)
    guides = catalog.games[game]["guides"] if shown else []
    page = next((page for page in guides if page["id"] == id), None)
    if page is None:
        return None
    return {
        "game": shown,
        "page": page,
        "version": None,
        "counts": None,
        "search": None,
        "previews": previews(catalog, game, [page["body"]]),
    }


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
