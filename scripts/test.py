"""Check everything: python3 scripts/test.py [options for pytest]

Lint, format, types and the tests, in an environment made on the first run. Standard library only.
The tests run in one process a core; `-n 0` runs them in one.
"""

import os
import shutil
import subprocess
import sys

from environment import Trouble, become, prepare, run

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-noto-cjk")


def main():
    commands = prepare("test")
    provide_browser()
    checks = (
        [commands / "ruff", "check"],
        [commands / "ruff", "format", "--check"],
        [commands / "mypy"],
    )
    failed = [check for check in checks if run(check)]
    if failed:
        names = ", ".join(" ".join([check[0].name, *check[1:]]) for check in failed)
        raise Trouble(f"The tests were not run: first put right what {names} says above.")
    os.chdir(commands.parent.parent)
    become([commands / "pytest", "--numprocesses=auto", "--dist=loadfile", *sys.argv[1:]])


def provide_browser():
    """Install Chromium and a Chinese font where that can be done; the browser tests need them."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    apt = _administrator() and shutil.which("apt-get")
    if not apt:
        raise Trouble(
            "The tests need the browser Chromium, and Chinese fonts. On Debian or Ubuntu:\n"
            "  sudo apt-get install {}".format(" ".join(PACKAGES))
        )
    print("Installing Chromium and a Chinese font ...", flush=True)
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run(
            [*_administrator(), apt, "--quiet", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise Trouble(f"apt-get could not install Chromium. It says:\n{done.stderr.strip()}")


def _administrator():
    """What to put before a command so that it may change the system; None if nothing does."""
    if os.name != "posix":
        return None
    if os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive"]
    sudo = shutil.which("sudo")
    may = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0
    return [sudo, "-n", "env", "DEBIAN_FRONTEND=noninteractive"] if may else None


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
