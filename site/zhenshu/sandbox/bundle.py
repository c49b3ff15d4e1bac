"""What the browser loads to run the referee, made at build time: two files of JSON.

engine.json     {path of a module: its lowered source}, of all that `api` needs
faceoff.json    what `api.Referee` reads: `languages`; `phrases` of the referee and `labels` of
                the sandbox by language; `cards`, what their files say, by id as bp01/035;
                `hant`, the traditional forms of their names by the simplified ones;
                `messages`, by language what the modules say to those who ask, by its English
"""

import ast
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.core.phrases import Phrases
from zhenshu import memory
from zhenshu.chinese import to_hant
from zhenshu.content import Content
from zhenshu.i18n import LANGUAGES, translate
from zhenshu.sandbox import lower
from zhenshu.sandbox.subset import OWN, REWRITTEN

GAME = "faceoff"
ENTRY = "zhenshu.sandbox.api"
"""The module that the worker asks."""

_HERE = Path(__file__).parent
_SITE = _HERE.parents[1]
_PARTS = ("position", "play", "expect", "variations")
_FACTS = (
    *("name", "number", "type", "power", "range", "flash", "keywords", "element", "requirement"),
    *("cost", "traits", "subtype", "timing", "attach-to", "peerless", "treated-as"),
    *("awaken-cost", "awaken-requirement", "back", "abilities"),
)
"""What the referee reads of a card's file."""


def files(game: str) -> dict[str, bytes]:
    """Both files by name, none if there is no game; `game` is the text of the second one."""
    if not game:
        return {}
    return {"engine.json": engine_file(), f"{GAME}.json": game.encode()}


def engine_file() -> bytes:
    """The first of the two files; it depends on the code alone."""
    return _json(engine()).encode()


def question(ruling: Mapping[str, Any]) -> dict[str, Any]:
    """What a page asks so that the referee runs a ruling, given its front matter: the parts that
    the referee reads, and the traditional forms of the names and titles in them."""
    parts = {part: ruling[part] for part in _PARTS if part in ruling}
    return {"ruling": parts, "hant": hant(parts)}


def hant(value: Any) -> dict[str, str]:
    """The traditional forms of the simplified texts inside a value."""
    return {text: to_hant(text) for text in _simplified(value)}


def _simplified(value: Any) -> Iterator[str]:
    """The simplified texts inside a value."""
    if isinstance(value, Mapping):
        text = value.get("zh-Hans")
        if isinstance(text, str):
            yield text
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _simplified(each)


def engine(site: Path = _SITE) -> dict[str, str]:
    """The lowered modules by path, in order. Raises lower.CannotLower with all that is refused."""
    found = {f"{lower.PRELUDE}.py": (_HERE / "prelude.py").read_text(encoding="utf-8")}
    refused: list[lower.Refused] = []
    for path in sorted(needed(site, ENTRY)):
        source = (site / path).read_text(encoding="utf-8")
        try:
            found[path] = lower.lower(source, f"{site.name}/{path}")
        except lower.CannotLower as error:
            refused.extend(error.refused)
    if refused:
        raise lower.CannotLower(refused)
    # The packages above the glue have nothing in them that the browser needs.
    for package in ("zhenshu", "zhenshu/sandbox"):
        found[f"{package}/__init__.py"] = ""
    return found


def needed(site: Path, module: str) -> set[str]:
    """The paths of a module of ours and of all modules of ours that it imports, in turn."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        path = _path(site, waiting.pop())
        if path in found:
            continue
        found.add(path)
        waiting.extend(_imports(site, path))
    return found


def _imports(site: Path, path: str) -> Iterator[str]:
    for node in ast.walk(_tree(site / path)):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(OWN):
            continue
        module = str(node.module)
        if module in REWRITTEN:
            continue
        yield module
        yield from (f"{module}.{name.name}" for name in node.names if _is(site, module, name.name))
        if module.startswith("referee."):
            # Importing a module imports the packages it lies in.
            yield module.rpartition(".")[0]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _is(site: Path, package: str, name: str) -> bool:
    """Whether a name of a package is a module in it."""
    folder = site / package.replace(".", "/")
    return (folder / f"{name}.py").is_file()


def _path(site: Path, module: str) -> str:
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (site / path).is_dir() else f"{path}.py"


def game(content: Content) -> str:
    """What the referee of Face-Off is told in the browser, as JSON; "" without that game."""
    faceoff = content.games.get(GAME)
    if faceoff is None or len(faceoff.words) < len(LANGUAGES):
        return ""
    labels = tomllib.loads((_HERE / "labels.toml").read_text(encoding="utf-8"))
    labels["zh-Hant"] = {form: to_hant(pattern) for form, pattern in labels["zh-Hans"].items()}
    cards = {
        f"{card.set}/{card.slug}": _facts(card.document.data) for card in faceoff.cards.values()
    }
    names = [card["name"]["zh-Hans"] for card in cards.values()]
    hant = {name: to_hant(name) for name in names}
    return _json(
        {
            "languages": list(LANGUAGES),
            "phrases": {language: _phrases(faceoff.words[language]) for language in LANGUAGES},
            "labels": labels,
            "cards": cards,
            "hant": {name: other for name, other in hant.items() if name != other},
            "messages": memory.once(("messages",), messages),
        }
    )


def messages(site: Path = _SITE) -> dict[str, dict[str, str]]:
    """What the modules say in other languages than English, by language, then by the English."""
    patterns = [pattern for path in sorted(needed(site, ENTRY)) for pattern in _said(site, path)]
    return {
        language: {pattern: translate(pattern, language) for pattern in patterns}
        for language in LANGUAGES
        if language != "en"
    }


def _said(site: Path, path: str) -> Iterator[str]:
    """The patterns that a module gives to `tell`, and the comma between what is listed."""
    if path == _path(site, "referee.core.messages"):
        yield ", "
    for node in ast.walk(_tree(site / path)):
        match node:
            case ast.Call(func=ast.Name("tell"), args=[ast.Constant(pattern), *_]):
                yield str(pattern)


def _facts(record: Mapping[str, Any]) -> dict[str, Any]:
    facts = {key: record[key] for key in _FACTS if key in record}
    if "back" in facts:
        facts["back"] = {key: facts["back"][key] for key in _FACTS if key in facts["back"]}
    return facts


def _phrases(tables: Phrases) -> Phrases:
    """The phrases of a language without those for the texts of cards, which the site has made."""
    return {name: table for name, table in tables.items() if name != "says"}


def _json(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
