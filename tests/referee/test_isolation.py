"""The referee stands alone: in the browser it has a small part of the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

SITE = Path(__file__).parents[2] / "site"
SOURCES = sorted((SITE / "referee").rglob("*.py"))
ALLOWED = {"collections.abc", "dataclasses", "typing"}

PROGRAM = """
import importlib, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("flask", "zhenshu"):
            raise ImportError(f"the referee imports {name}")

sys.meta_path.insert(0, Block())
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
for name in ("flask", "zhenshu"):
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    sys.exit(f"{name} was not blocked")
"""


def test_every_module_imports_with_the_site_blocked():
    names = [".".join(path.relative_to(SITE).with_suffix("").parts) for path in SOURCES]
    names = [name.removesuffix(".__init__") for name in names]
    assert "referee.faceoff.combat" in names
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(SITE), *names], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_only_a_few_modules_are_imported():
    for path in SOURCES:
        if path.name == "change.py":
            continue  # the browser's runtime has its own
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules = {node.module or ""}
            else:
                continue
            ours = {module for module in modules if module.partition(".")[0] == "referee"}
            assert modules - ours <= ALLOWED, path
