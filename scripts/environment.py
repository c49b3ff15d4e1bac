"""The project's own Python environment, `.venv`, for the scripts beside this file.

Standard library only, and written so that an old Python can read it far enough to say that it is
too old.
"""

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.json"
OLDEST = (3, 11)


class Trouble(Exception):
    """A script cannot go on; the text says why and what helps, in plain words."""


def check_python():
    """Refuse a Python that is too old for the project."""
    if sys.version_info < OLDEST:
        raise Trouble(
            "Zhenshu needs Python {}.{} or newer; this is Python {}.{}.".format(
                *OLDEST, *sys.version_info[:2]
            )
        )


def prepare(extra=""):
    """Make the environment if needed, with the packages of pyproject.toml and of one extra.

    Returns the folder of its commands. Installs only if pyproject.toml has changed, the extra is
    new or the project has moved.
    """
    check_python()
    commands = VENV / ("Scripts" if os.name == "nt" else "bin")
    python = commands / ("python.exe" if os.name == "nt" else "python")
    extras = {*_installed().get("extras", []), *filter(None, [extra])}
    wanted = {"project": _digest(), "extras": sorted(extras)}
    if python.exists() and _installed() == wanted:
        return commands
    if not _works(python):
        _create()
    print("Installing packages into .venv (about a minute the first time) ...", flush=True)
    _install(python, wanted["extras"])
    STAMP.write_text(json.dumps(wanted), encoding="utf-8")
    return commands


def _digest():
    project = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(f"{ROOT} {sys.version} ".encode() + project).hexdigest()


def _installed():
    try:
        return json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _works(python):
    """Whether there is an environment of this very Python, with pip in it."""
    code = "import pip, sys; print(*sys.version_info[:3])"
    try:
        run = subprocess.run([python, "-c", code], capture_output=True, text=True)
    except OSError:
        return False
    return run.stdout.split() == [str(part) for part in sys.version_info[:3]]


def _create():
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise Trouble(
            f"This Python cannot make environments: its module {missing[0]} is missing.\n"
            "On Debian or Ubuntu, install it with: apt-get install python3-venv"
        )
    print("Making the environment .venv ...", flush=True)
    run = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True
    )
    if run.returncode:
        raise Trouble(
            f"The environment {VENV} could not be made:\n{(run.stdout + run.stderr).strip()}"
        )


def _install(python, extras):
    target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    # Without a network, the five tries that pip makes for each package would take minutes.
    environment = {"PIP_RETRIES": "2", **os.environ}
    run = subprocess.run(
        [*pip, "--quiet", "--editable", target], capture_output=True, text=True, env=environment
    )
    if run.returncode == 0:
        return
    if _no_network(run.stderr):
        raise Trouble(
            "The packages could not be downloaded: no package index answered.\n"
            "Check the network connection (or the proxy settings of pip), then run this again."
        )
    raise Trouble(f"pip could not install the packages. It says:\n{run.stderr.strip()}")


def _no_network(words):
    signs = (
        "NewConnectionError",
        "NameResolutionError",
        "ConnectTimeoutError",
        "ProxyError",
        "Temporary failure in name resolution",
        "Network is unreachable",
    )
    return any(sign in words for sign in signs)


def run(command):
    """Run a command in the project's folder; its exit code."""
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def become(command):
    """Run a command as the last thing this script does, so that it gets every signal itself."""
    if os.name == "posix":
        os.execv(command[0], [str(part) for part in command])
    sys.exit(subprocess.call([str(part) for part in command]))
