"""The two commands of the README: what they say when something is missing, and what they skip."""

import os
import re
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of that name, for a project with nothing but a pyproject.toml."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.delitem(sys.modules, "environment", raising=False)
    import environment

    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "small"\nversion = "1"\n'
        '[build-system]\nrequires = ["setuptools>=77"]\nbuild-backend = "setuptools.build_meta"\n'
    )
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "STAMP", tmp_path / ".venv/installed.json")
    return environment


@pytest.fixture
def installed(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The extras of each installation that `prepare` asks for; nothing is really installed."""
    asked: list[list[str]] = []

    def create() -> None:
        commands = environment.VENV / ("Scripts" if os.name == "nt" else "bin")
        commands.mkdir(parents=True)
        (commands / "python").touch()

    monkeypatch.setattr(environment, "_create", create)
    monkeypatch.setattr(environment, "_works", lambda python: python.exists())
    monkeypatch.setattr(environment, "_install", lambda _python, extras: asked.append(extras))
    return asked


def test_packages_are_installed_once(environment: ModuleType, installed: list[Any]) -> None:
    environment.prepare()
    environment.prepare()
    assert installed == [[]]


def test_packages_are_installed_again_when_the_project_file_changes(
    environment: ModuleType, installed: list[Any]
) -> None:
    environment.prepare()
    with (environment.ROOT / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    environment.prepare()
    assert installed == [[], []]


def test_an_extra_once_installed_stays(environment: ModuleType, installed: list[Any]) -> None:
    environment.prepare("test")
    environment.prepare()
    environment.prepare("bench")
    environment.prepare("test")
    assert installed == [["test"], ["bench", "test"]]


def test_a_half_finished_installation_is_done_again(
    environment: ModuleType, installed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object) -> None:
        raise environment.Trouble("no network")

    with monkeypatch.context() as patch:
        patch.setattr(environment, "_install", fails)
        with pytest.raises(environment.Trouble):
            environment.prepare()
    environment.prepare()
    assert installed == [[]]


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_environments_says_which_package_helps(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    def find(name: str) -> object:
        return None if name == module else SimpleNamespace()

    monkeypatch.setattr(environment.importlib.util, "find_spec", find)
    with pytest.raises(environment.Trouble) as trouble:
        environment.prepare()
    assert str(trouble.value) == (
        f"This Python cannot make environments: its module {module} is missing.\n"
        "On Debian or Ubuntu, install it with: apt-get install python3-venv"
    )


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of this machine where nobody answers."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def test_without_a_network_pip_does_not_speak_in_tracebacks(
    environment: ModuleType, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_RETRIES", "1")
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{closed_port}/simple")
    with pytest.raises(environment.Trouble) as trouble:
        environment._install(sys.executable, [])
    assert str(trouble.value) == (
        "The packages could not be downloaded: no package index answered.\n"
        "Check the network connection (or the proxy settings of pip), then run this again."
    )


@pytest.mark.parametrize("script", ["run.py", "test.py"])
def test_an_old_python_is_told_so(script: str) -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 4, 'final', 0);"
        f"sys.argv = [{script!r}]; sys.path.insert(0, {str(SCRIPTS)!r});"
        f"runpy.run_path({str(SCRIPTS / script)!r}, run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr == "Zhenshu needs Python 3.11 or newer; this is Python 3.10.\n"
    assert run.stdout == ""


class TestBrowser:
    """scripts/test.py, on machines with and without a browser."""

    @pytest.fixture
    def script(self, environment: ModuleType) -> dict[str, Any]:
        return runpy.run_path(str(SCRIPTS / "test.py"))

    @pytest.fixture
    def commands(self, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """What is run, on a machine that has only what `has` names."""
        ran: list[list[str]] = []

        def run(command: list[str], **_given: Any) -> Any:
            ran.append(command)
            return SimpleNamespace(returncode=0, stderr="")

        monkeypatch.setattr(script["subprocess"], "run", run)
        return ran

    def has(self, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
        monkeypatch.setattr("shutil.which", lambda name: name if name in names else None)

    @pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
    def test_one_that_is_there_is_used(
        self,
        script: dict[str, Any],
        commands: list[Any],
        monkeypatch: pytest.MonkeyPatch,
        name: str,
    ) -> None:
        self.has(monkeypatch, name, "apt-get")
        script["provide_browser"]()
        assert commands == []

    def test_the_system_s_administrator_gets_it_installed(
        self, script: dict[str, Any], commands: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.has(monkeypatch, "apt-get")
        monkeypatch.setattr("os.geteuid", lambda: 0)
        script["provide_browser"]()
        assert [command[-2:] for command in commands] == [
            ["--quiet", "update"],
            ["chromium", "fonts-noto-cjk"],
        ]

    def test_others_are_told_what_to_install(
        self, script: dict[str, Any], commands: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.has(monkeypatch, "apt-get")
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        with pytest.raises(script["Trouble"], match="apt-get install chromium fonts-noto-cjk"):
            script["provide_browser"]()
        assert commands == []


def test_the_continuous_check_runs_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    command = re.search(r"^    (python3 scripts/test\.py)\s", readme, re.M)
    assert command
    ran = (ROOT / ".ci/run").read_text().splitlines()[-1]
    assert ran == f"exec {command[1]}"
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    assert "- run: .ci/run" in (ROOT / ".github/workflows/test.yml").read_text()


def test_every_command_is_documented() -> None:
    help_text = subprocess.run(
        [sys.executable, "-c", "from zhenshu.cli import main; main(['--help'])"],
        capture_output=True,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "COLUMNS": "100"},
    ).stdout
    commands = set(re.findall(r"^    (\w+) ", help_text, re.M))
    assert {"check", "build", "serve"} <= commands
    documented = re.findall(r"^\| `zhenshu (\w+)", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    assert set(documented) == commands


def test_the_port_is_an_option_of_the_one_who_runs_it() -> None:
    """A port that is taken is told before anything is built."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = f"from zhenshu import server; print(server.serve(None, port={port}))"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout == "1\n"
    assert run.stderr == f"Port {port} cannot be used: it is taken. Choose another: --port 8000\n"
