"""The two site folders that take turns behind `dist`.

`build/a` and `build/b` each hold a whole site; `dist` is a symbolic link to the current one. A
build changes the other one to what it should be, and then moves the link over in one step. So a
build that is killed leaves the current site as it was, and a build that changes little does little.

Where the system has no symbolic links, the current folder itself is renamed to `dist`. The site
whose folder is missing from `build/` is then the current one.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from zhenshu.export.manifest import Manifest
from zhenshu.i18n import gettext as _

try:
    import fcntl
except ImportError:  # Windows; there, not starting two builds at once is up to the user
    fcntl = None  # type: ignore[assignment]

NAMES = ("a", "b")


def link(old: str | Path, new: str | Path) -> None:
    """Give a file a second name; copy it where there are no hard links."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


class SiteError(Exception):
    """The folders are not as a build leaves them; the text says what would help."""


@dataclass(frozen=True)
class Site:
    """One of the two folders, and what is known of its files."""

    name: str
    folder: Path
    manifest: Manifest

    def is_whole(self) -> bool:
        return self.folder.is_dir() and self.manifest.is_whole()

    def is_checked(self) -> bool:
        return self.folder.is_dir() and self.manifest.is_checked()


class Sites:
    """The site folders of a project (or of any folder that gets `build/` and `dist`)."""

    def __init__(self, out: Path):
        self.dist = out / "dist"
        self.build = out / "build"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folders for one build; a second build waits. Cleans up after killed builds.

        The lock lives as long as any process of the build, forked workers included. Raises
        `SiteError` if `dist` is something that no build made.
        """
        self.build.mkdir(parents=True, exist_ok=True)
        with (self.build / "lock").open("w") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX)
            self._recover()
            yield

    def current(self) -> Site | None:
        """The site that `dist` shows; None before the first build."""
        name = self._current_name()
        if name is None:
            return None
        site = self._site(name)
        if not self.dist.is_symlink():
            site = replace(site, folder=self.dist)
        return site if site.is_checked() else None

    def spare(self) -> Site:
        """The other folder, to be changed: as the last build but one left it, or empty."""
        site = self._site(NAMES[1] if self._current_name() == NAMES[0] else NAMES[0])
        if not site.is_whole():
            self._remove(site.name)
        site.folder.mkdir(exist_ok=True)
        return site

    def switch(self, site: Site) -> None:
        """Make a whole site in `build/` the one that `dist` shows, in one step."""
        if self.dist.is_symlink() or not self.dist.exists():
            link = self.build / "link"
            link.unlink(missing_ok=True)
            try:
                link.symlink_to(f"{self.build.name}/{site.name}", target_is_directory=True)
            except OSError:
                pass  # no symbolic links here
            else:
                os.replace(link, self.dist)
                return
        old = self._current_name()
        if old:
            os.rename(self.dist, self.build / old)
        os.rename(site.folder, self.dist)

    def prepare(self) -> None:
        """Make the other folder a copy of the current one where it holds no whole site, so that
        even the first build after a full one has little to do. The copies are hard links."""
        current, site = self.current(), self.spare()
        if current is None or site.is_whole():
            return
        shutil.copytree(current.folder, site.folder, copy_function=link, dirs_exist_ok=True)
        copied = self.build / "files"
        shutil.copyfile(current.manifest.path, copied)
        os.replace(copied, site.manifest.path)

    def _site(self, name: str) -> Site:
        return Site(name, self.build / name, Manifest(self.build / f"{name}.files"))

    def _current_name(self) -> str | None:
        if self.dist.is_symlink():
            name = Path(os.readlink(self.dist)).name
            return name if name in NAMES else None
        if not self.dist.exists():
            return None
        renamed = [name for name in NAMES if not (self.build / name).exists()]
        renamed = [name for name in renamed if self._site(name).manifest.is_checked()]
        return renamed[0] if len(renamed) == 1 else None

    def _recover(self) -> None:
        current = self._current_name()
        if current is None and self.dist.exists():
            raise SiteError(
                _("{path} was not made by a build. Move it away first.").format(path=self.dist)
            )
        if not self.dist.exists():
            # Killed between two renames, or deleted by hand: the newer site is as good as any.
            good = [site for site in map(self._site, NAMES) if site.is_checked()]
            if good:
                newer = max(good, key=lambda site: site.manifest.path.stat().st_mtime_ns)
                self.switch(newer)
                current = newer.name
        for name in NAMES:
            if name != current and not self._site(name).manifest.is_whole():
                self._remove(name)

    def _remove(self, name: str) -> None:
        if (self.build / name).is_dir():
            shutil.rmtree(self.build / name)
        self._site(name).manifest.path.unlink(missing_ok=True)
