"""Every page of the site, for whoever writes them to files."""

from collections.abc import Iterator

from zhenshu.catalog import Catalog
from zhenshu.web import errors
from zhenshu.web.kinds import Kind, Page
from zhenshu.web.sections import (
    cards,
    changes,
    coverage,
    home,
    keywords,
    openings,
    proxies,
    rules,
    rulings,
    sandbox,
    search,
    texts,
)

KINDS: tuple[Kind, ...] = (
    *home.KINDS,
    *cards.KINDS,
    *keywords.KINDS,
    *rules.KINDS,
    *rulings.KINDS,
    *sandbox.KINDS,
    *openings.KINDS,
    *coverage.KINDS,
    *changes.KINDS,
    *search.KINDS,
    *proxies.KINDS,
    *texts.KINDS,
)


def all_pages(catalog: Catalog) -> Iterator[Page]:
    """Every page, each with the same data that its view shows. Data files are not pages."""
    yield Page("/", None, home.CHOICE, lambda: home.choice(catalog))
    yield Page(errors.PATH, None, errors.TEMPLATE, lambda: errors.data(catalog))
    for kind in KINDS:
        yield from kind.pages(catalog)
