"""The static site: `dist`, made from the application's own pages."""

from zhenshu.export.sites import Site, SiteError, Sites
from zhenshu.export.workers import WorkerFailed, cores
from zhenshu.export.write import DeadLinks, Exported, Page, PageError, Source, export, fetched

__all__ = [
    "DeadLinks",
    "Exported",
    "Page",
    "PageError",
    "Site",
    "SiteError",
    "Sites",
    "Source",
    "WorkerFailed",
    "cores",
    "export",
    "fetched",
]
