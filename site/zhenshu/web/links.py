"""Addresses of the site, and how one page names another.

An address is absolute below the site's root: `/en/faceoff/rules/#combat.dodge.1`. Pages write it
relative to their own, so that the finished files work under any path.
"""

from zhenshu.i18n import segment


def relative(page: str, target: str) -> str:
    """An address as seen from a page; a fragment alone where it is on the page itself."""
    cut = min((target.find(mark) for mark in "?#" if mark in target), default=len(target))
    path, rest = target[:cut], target[cut:]
    if path == page:
        return rest or "./"
    here = page.split("/")[1:-1]
    there = path.split("/")[1:]
    shared = 0
    for ours, theirs in zip(here, there[:-1], strict=False):
        if ours != theirs:
            break
        shared += 1
    way = "../" * (len(here) - shared) + "/".join(there[shared:])
    return (way or "./") + rest


class Links:
    """The links of one page.

    `base` is set for a page that may be shown at any address (404.html): its links start with
    this path instead of being relative.
    """

    def __init__(self, page: str, language: str | None, base: str | None = None):
        self.page = page
        self.root = f"/{segment(language)}" if language else ""
        self.base = base

    def href(self, target: str) -> str:
        """A link to an address."""
        if self.base is not None:
            return self.base.rstrip("/") + target
        return relative(self.page, target)

    def to(self, target: str) -> str:
        """A link to an address below the page's own language: `/faceoff/`."""
        return self.href(self.root + target)

    def twin(self, language: str) -> str:
        """A link to the same page in another language; to its home where there is no such page."""
        rest = self.page.removeprefix(self.root) if self.root else "/"
        return self.href(f"/{segment(language)}{rest}")

    def complete(self, html: str) -> str:
        """Content HTML with its `site:/…` links made links of this page."""
        if "site:/" not in html:
            return html
        return html.replace('href="site:/', f'href="{self.to("/")}')
