"""Texts of content: their languages, their references, and their HTML.

A body holds one section a language, opened by a line `# en` or `# zh-Hans`. Inside a text,
`[[combat.dodge.1]]`, `[[faceoff:combat.dodge.1]]`, `[[keyword:ambush]]`,
`[[card:faceoff/bp01/035]]` and `[[ruling:dodge-flash]]` link to what they name; `[[target|words]]`
shows other words. Markup other than Markdown is not passed on.
"""

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape, unescape

import markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor

from zhenshu import memory
from zhenshu.chinese import to_hant
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem
from zhenshu.source import Document
from zhenshu.terms import traditional_in_hans

WRITTEN = ("en", "zh-Hans")
# Links of the rendered HTML that start so are completed by the page that shows them.
SITE = "site:/"
LONGEST_LINE = 2000  # characters; Markdown takes ever longer for longer ones
TARGET = "target:"  # before the target of a reference that is not resolved yet
_HEADING = re.compile(r"^# ([A-Za-z-]+)\s*$", re.MULTILINE)
_BAR = "\x1f"  # stands for the bar of a reference while Markdown is read
_TAG = re.compile(r"<[^>]+>")
_REFERENCE = re.compile(r"\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]")


@dataclass(frozen=True)
class Reference:
    """What a `[[…]]` names: its kind (rule, keyword, card, ruling), its game and its id there."""

    kind: str
    game: str
    id: str


def reference(target: str, game: str) -> Reference:
    """Read the target of a `[[…]]` that stands in a text of a game."""
    kind, colon, rest = target.partition(":")
    if kind == "card":
        return Reference("card", rest.partition("/")[0], rest)
    if kind in ("keyword", "ruling"):
        other, slash, name = rest.partition("/")
        return Reference(kind, other, name) if slash else Reference(kind, game, rest)
    return Reference("rule", kind, rest) if colon else Reference("rule", game, target)


def plain(html: str) -> str:
    """The words of some HTML of ours, without its markup."""
    return unescape(_TAG.sub("", html))


def references(text: str, game: str) -> Iterator[tuple[int, str, Reference]]:
    """Every reference of a text: its line (from 0), its target as written, and its meaning.

    A text with a line that is too long is a mistake of its own and would take long to search.
    """
    if any(len(row) > LONGEST_LINE for row in text.split("\n")):
        return
    for match in _REFERENCE.finditer(text):
        yield text.count("\n", 0, match.start()), match[1], reference(match[1].strip(), game)


def sections(
    document: Document, problems: list[Problem], required: tuple[str, ...]
) -> dict[str, tuple[str, int]]:
    """The texts of a body by language, each with the line it starts on."""
    heads = list(_HEADING.finditer(document.body))
    before = document.body[: heads[0].start()] if heads else document.body
    if before.strip():
        problems.append(
            Problem(
                document.path,
                document.body_line,
                _("Text stands before the first language heading."),
                _("Put a line `# en` or `# zh-Hans` above it."),
            )
        )
    found: dict[str, tuple[str, int]] = {}
    for head, end in zip(
        heads, [*(h.start() for h in heads[1:]), len(document.body)], strict=False
    ):
        line = document.body_line + document.body.count("\n", 0, head.start())
        language = head[1]
        if language not in WRITTEN or language in found:
            problems.append(
                Problem(
                    document.path,
                    line,
                    _("`# {language}` is not a heading that can stand here.").format(
                        language=language
                    ),
                    _("A body has one section `# en` and one `# zh-Hans`."),
                )
            )
            continue
        text = document.body[head.end() : end]
        start = head.end() + len(text) - len(text.lstrip())
        first = document.body_line + document.body.count("\n", 0, start)
        found[language] = (text.strip(), first)
        problems.extend(markup_problems(text.strip(), document.path, first, language))
    if found or required:
        for language in required or WRITTEN[:1]:
            if not found.get(language, ("", 0))[0]:
                problems.append(
                    Problem(
                        document.path,
                        document.body_line,
                        _("The body has no {language} text.").format(language=language),
                        _("Add a line `# {language}` and the text below it.").format(
                            language=language
                        ),
                    )
                )
    return found


def markup_problems(text: str, path: str, line: int, language: str) -> Iterator[Problem]:
    """HTML, links to unsafe places, endless lines and characters of the other script in a text."""
    for number, row in enumerate(text.split("\n")):
        if len(row) > LONGEST_LINE:
            yield Problem(
                path,
                line + number,
                _("The line has {count} characters.").format(count=len(row)),
                _("Break it into lines of at most {limit}.").format(limit=LONGEST_LINE),
            )
            return
    for match in re.finditer(r"<(?=[A-Za-z/!?])", text):
        yield Problem(
            path,
            line + text.count("\n", 0, match.start()),
            _("HTML stands in the text."),
            _("Use Markdown; HTML is shown as it is written."),
        )
    for match in re.finditer(r"\]\(\s*(?!https?://|#)([^)\s]*)", text):
        yield Problem(
            path,
            line + text.count("\n", 0, match.start()),
            _("The link goes to {target}.").format(target=match[1]),
            _("Link to https://… or write [[target]] for a page of this site."),
        )
    if language == "zh-Hans":
        for number, row in enumerate(text.split("\n")):
            yield from traditional_in_hans(re.sub(r"`[^`]*`", "", row), path, line + number)


_TARGET = re.compile(rf'<a class="ref" href="{TARGET}([^"]*)">(.*?)</a>', re.DOTALL)
Resolve = Callable[[Reference, str], tuple[str, str] | None]


class _ReferenceLinks(InlineProcessor):
    """`[[target|words]]` to a link that names its target, until `render` resolves it."""

    def handleMatch(self, m, data):  # type: ignore[no-untyped-def]
        link = etree.Element("a", {"href": TARGET + m.group(1).strip(), "class": "ref"})
        link.text = m.group(2) or ""
        return link, m.start(0), m.end(0)


class _SafeLinks(Treeprocessor):
    """Links lead to the web or to this site, nowhere else."""

    def run(self, root: etree.Element) -> None:
        for link in root.iter("a"):
            if not link.get("href", "").startswith(("https://", "http://", "#", TARGET)):
                link.attrib.pop("href", None)
        for picture in list(root.iter("img")):
            picture.tag = "span"
            picture.attrib.clear()


@cache
def _converter() -> markdown.Markdown:
    engine = markdown.Markdown(extensions=["tables"])
    engine.preprocessors.deregister("html_block")
    engine.inlinePatterns.deregister("html")
    bar_free = _REFERENCE.pattern.replace("|", _BAR).replace(rf"\{_BAR}", _BAR)
    engine.inlinePatterns.register(_ReferenceLinks(bar_free, engine), "reference", 175)
    engine.treeprocessors.register(_SafeLinks(engine), "safe-links", 0)
    return engine


def _html(text: str) -> str:
    """The HTML of a text, its references not resolved yet."""
    engine = _converter()
    engine.reset()
    # A table would split a reference at its bar.
    return engine.convert(_REFERENCE.sub(lambda match: match[0].replace("|", _BAR), text))


def render(text: str, language: str, game: str, resolve: Resolve) -> str:
    """The HTML of a text. For `zh-Hant` the text is the simplified one and is converted.

    `resolve` gives the address below the language and the name of what a reference names.
    """

    def link(match: re.Match[str]) -> str:
        target, words = unescape(match[1]), match[2]
        found = resolve(reference(target, game), language)
        if found is None:
            return words or escape(target)
        address, name = found
        return f'<a class="ref" href="{escape(SITE + address)}">{words or escape(name)}</a>'

    html = memory.once(("html", text), lambda: _html(text))
    if language == "zh-Hant":
        html = hant_text_nodes(html)
    return _TARGET.sub(link, html)


def render_line(text: str, language: str, game: str, resolve: Resolve) -> str:
    """As `render`, for a single paragraph, without the `<p>` around it."""
    return re.sub(r"^<p>(.*)</p>$", r"\1", render(text, language, game, resolve), flags=re.DOTALL)


def hant_text_nodes(html: str) -> str:
    """Convert what a reader sees of an HTML text; tags, attributes and code stay as they are."""
    pieces = re.split(r"(<code>.*?</code>|<[^>]*>)", html, flags=re.DOTALL)
    return "".join(piece if piece.startswith("<") else to_hant(piece) for piece in pieces)
