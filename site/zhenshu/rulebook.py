"""Rulebooks: numbered paragraphs with permanent ids, the same in every language.

A chapter is `content/<game>/rules/<chapter>.<lang>.md`. A paragraph ends with its attributes:

    {: #combat.dodge.1 .stated source="guide" }
    {: #combat.dodge.2 .derived from="combat.dodge.1" }
    {: #combat.dodge.6 .assumed open="Two sentences of the guide disagree." }

English carries the status; Chinese carries `of`, the digest of the English it was made from, so
that a translation older than its source is found.
"""

import hashlib
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from zhenshu import memory, shape, source
from zhenshu.i18n import gettext as _
from zhenshu.i18n import listed
from zhenshu.problems import Problem, nearest
from zhenshu.prose import WRITTEN, markup_problems
from zhenshu.source import Document

STATUSES = ("stated", "derived", "assumed")
ID = re.compile(r"[a-z]+(?:\.[a-z]+)*\.[1-9][0-9]{0,3}")
HEADING_ID = re.compile(r"[a-z]+(?:\.[a-z]+)*")
LONGEST = 500  # characters of a heading or of a line of attributes
SHAPE = {"title": shape.Key(shape.text), "order": shape.Key(shape.number, required=False)}
_ATTRIBUTES = re.compile(r"^\{:\s*(.*?)\s*\}$")
_HEADING = re.compile(r"^(#{2,4})\s+(.*?)\s*(?:\{\s*#(\S+?)\s*\})?\s*$")


@dataclass(frozen=True)
class Block:
    """A paragraph (level 0) or heading (level 2-4) of one chapter in one language."""

    id: str
    level: int
    text: str
    line: int
    classes: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Six hexadecimal digits that change when the text does, white space aside."""
        plain = " ".join(self.text.split())
        return hashlib.sha1(plain.encode(), usedforsecurity=False).hexdigest()[:6]


@dataclass(frozen=True)
class Paragraph:
    """A rule: its id, its status and grounds, and by written language its text and first line."""

    id: str
    status: str
    sources: tuple[str, ...]
    grounds: tuple[str, ...]
    texts: Mapping[str, str]
    lines: Mapping[str, int]
    open: Mapping[str, str]


@dataclass(frozen=True)
class Heading:
    id: str
    level: int
    texts: Mapping[str, str]
    lines: Mapping[str, int]


@dataclass(frozen=True)
class Chapter:
    """One chapter: `titles` and `texts` are by written language (en, zh-Hans)."""

    id: str
    order: int
    titles: Mapping[str, str]
    blocks: tuple[Heading | Paragraph, ...]


def load(root: Path, game: str, problems: list[Problem]) -> list[Chapter]:
    """The chapters of a game in order, with every mistake of theirs among the problems."""
    folder = root / "content" / game / "rules"
    names: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.md")):
        chapter, _dot, language = path.stem.partition(".")
        if language not in WRITTEN:
            problems.append(
                Problem(
                    str(path.relative_to(root)),
                    1,
                    _("The file name names no language."),
                    _("Call it <chapter>.en.md or <chapter>.zh-Hans.md."),
                )
            )
            continue
        names.setdefault(chapter, set()).add(language)
    chapters: list[Chapter] = []
    for chapter, languages in names.items():
        files = [root / f"content/{game}/rules/{chapter}.{language}.md" for language in WRITTEN]
        loaded = memory.unless_wrong(
            ("chapter", game, chapter, *map(source.state, files)),
            partial(_chapter, root, game, chapter, languages),
            problems,
        )
        if loaded:
            chapters.append(loaded)
    _check_ids(chapters, game, problems)
    return sorted(chapters, key=lambda chapter: (chapter.order, chapter.id))


def _chapter(
    root: Path, game: str, chapter: str, languages: set[str], problems: list[Problem]
) -> Chapter | None:
    documents: dict[str, Document] = {}
    blocks: dict[str, list[Block]] = {}
    for language in WRITTEN:
        name = f"content/{game}/rules/{chapter}.{language}.md"
        if language not in languages:
            problems.append(
                Problem(
                    name,
                    1,
                    _("The chapter {id} has no {language} file.").format(
                        id=chapter, language=language
                    ),
                    _("Add it, with the same paragraph ids."),
                )
            )
            continue
        document = source.read(root / name, name, problems)
        if document is None:
            continue
        problems.extend(shape.problems(document, SHAPE))
        documents[language] = document
        blocks[language] = list(_blocks(document, language, problems))
    if len(blocks) < len(WRITTEN):
        return None
    problems.extend(_compare(blocks, documents))
    return _merge(chapter, documents, blocks)


def _blocks(document: Document, language: str, problems: list[Problem]) -> Iterator[Block]:
    """Split a body at its blank lines."""
    line = document.body_line
    for part in re.split(r"(\n\s*\n)", document.body):
        first = line + len(part) - len(part.lstrip("\n"))
        line += part.count("\n")
        text = part.strip()
        if not text:
            continue
        heading = _HEADING.match(text) if len(text) < LONGEST and "\n" not in text else None
        if heading:
            if not heading[3] or not HEADING_ID.fullmatch(heading[3]):
                problems.append(
                    Problem(
                        document.path,
                        first,
                        _("The heading has no id."),
                        _("End it with {form}.").format(form="{#combat.dodge}"),
                    )
                )
                continue
            yield Block(heading[3], len(heading[1]), heading[2], first)
        elif block := _paragraph(text, first, document, problems):
            problems.extend(markup_problems(block.text, document.path, first, language))
            yield block


def _paragraph(text: str, first: int, document: Document, problems: list[Problem]) -> Block | None:
    *lines, last = text.split("\n")
    given = _ATTRIBUTES.match(last.strip()) if len(last) < LONGEST else None
    where = first + len(lines)
    if not given or not lines:
        problems.append(
            Problem(
                document.path,
                where,
                _("The paragraph has no id."),
                _("End it with a line such as {form}.").format(
                    form='{: #combat.dodge.1 .stated source="guide" }'
                ),
            )
        )
        return None
    try:
        words = shlex.split(given[1])
    except ValueError:
        problems.append(Problem(document.path, where, _("A quote is not closed.")))
        return None
    ids = [word[1:] for word in words if word.startswith("#")]
    if len(ids) != 1 or not ID.fullmatch(ids[0]):
        problems.append(
            Problem(
                document.path,
                where,
                _("The paragraph's id is not one."),
                _("Write words and a number with dots, as #combat.dodge.1."),
            )
        )
        return None
    pairs = dict(word.split("=", 1) for word in words if "=" in word and word[0] not in "#.")
    classes = tuple(word[1:] for word in words if word.startswith("."))
    return Block(ids[0], 0, "\n".join(lines).strip(), first, classes, pairs)


def _compare(
    blocks: Mapping[str, list[Block]], documents: Mapping[str, Document]
) -> Iterator[Problem]:
    """The two languages have the same ids in the same order, and the translation is current."""
    english, chinese = blocks["en"], blocks["zh-Hans"]
    by_id = {block.id: block for block in english}
    path = documents["zh-Hans"].path
    there = {block.id for block in chinese}
    for block in english:
        yield from _status_problems(block, documents["en"])
        if block.id not in there:
            yield Problem(
                path,
                1,
                _("The paragraph {id} is missing.").format(id=block.id),
                _("Translate it from line {line} of the English.").format(line=block.line),
            )
    for block in chinese:
        original = by_id.get(block.id)
        if original is None:
            yield Problem(
                path,
                block.line,
                _("The English has no {id}.").format(id=block.id),
                _("Add it there first, or correct the id."),
            )
        elif not block.level and block.attributes.get("of") != original.digest:
            yield Problem(
                path,
                block.line,
                _("The translation of {id} is older than its English.").format(id=block.id),
                _('Reread line {line} of the English, then write of="{digest}".').format(
                    line=original.line, digest=original.digest
                ),
            )
        extra = set(block.attributes) - {"of", "open"} | set(block.classes)
        if extra:
            yield Problem(
                path,
                block.line,
                _("The translation repeats {what}.").format(what=listed(sorted(extra))),
                _("Status and source stand in the English only."),
            )
    common = [block.id for block in chinese if block.id in by_id]
    order = [block.id for block in english if block.id in there]
    for ours, theirs in zip(common, order, strict=False):
        if ours != theirs:
            line = next(block.line for block in chinese if block.id == ours)
            yield Problem(
                path,
                line,
                _("{id} is out of order.").format(id=ours),
                _("The English has {other} here.").format(other=theirs),
            )
            break


def _status_problems(block: Block, document: Document) -> Iterator[Problem]:
    if block.level:
        return
    status = [name for name in block.classes if name in STATUSES]
    needed = {"stated": "source", "derived": "from", "assumed": "open"}
    if len(status) != 1 or len(block.classes) != 1:
        yield Problem(
            document.path,
            block.line,
            _("{id} has no single status.").format(id=block.id),
            _("Write one of .stated, .derived, .assumed."),
        )
    elif not block.attributes.get(needed[status[0]]):
        yield Problem(
            document.path,
            block.line,
            _("{id} is {status} and names no {key}.").format(
                id=block.id, status=status[0], key=needed[status[0]]
            ),
            _('Add {key}="…".').format(key=needed[status[0]]),
        )
    for key in block.attributes:
        if key not in ("source", "from", "open"):
            near = nearest(key, ("source", "from", "open"))
            yield Problem(
                document.path,
                block.line,
                _("{id} has an unknown attribute, {key}.").format(id=block.id, key=key),
                _("Did you mean `{near}`?").format(near=near) if near else "",
            )


def _merge(
    chapter: str, documents: Mapping[str, Document], blocks: Mapping[str, list[Block]]
) -> Chapter:
    chinese = {block.id: block for block in blocks["zh-Hans"]}
    merged: list[Heading | Paragraph] = []
    for block in blocks["en"]:
        other = chinese.get(block.id)
        if other is None:
            continue
        texts = {"en": block.text, "zh-Hans": other.text}
        lines = {"en": block.line, "zh-Hans": other.line}
        if block.level:
            merged.append(Heading(block.id, block.level, texts, lines))
            continue
        opens = {
            "en": block.attributes.get("open", ""),
            "zh-Hans": other.attributes.get("open", ""),
        }
        merged.append(
            Paragraph(
                block.id,
                block.classes[0] if block.classes else "",
                tuple(block.attributes.get("source", "").split()),
                tuple(block.attributes.get("from", "").split()),
                texts,
                lines,
                opens if any(opens.values()) else {},
            )
        )
    order = documents["en"].data.get("order", 0)
    titles = {
        language: str(document.data.get("title", chapter))
        for language, document in documents.items()
    }
    return Chapter(chapter, order if isinstance(order, int) else 0, titles, tuple(merged))


def _check_ids(chapters: list[Chapter], game: str, problems: list[Problem]) -> None:
    """Ids are unique in the game, numbers rise, and derived paragraphs stand on others."""
    seen: dict[str, str] = {}
    last: dict[str, int] = {}
    paragraphs = [(c, b) for c in chapters for b in c.blocks if isinstance(b, Paragraph)]
    by_id = {b.id: b for _c, b in paragraphs}
    for chapter, block in paragraphs:
        faults = list(_ground_faults(block, by_id))
        if other := seen.get(block.id):
            faults.append(
                (
                    _("{id} is used twice, also in {other}.").format(id=block.id, other=other),
                    _("Give one of them a new id."),
                )
            )
        seen[block.id] = chapter.id
        prefix, _dot, number = block.id.rpartition(".")
        if int(number) <= last.get(prefix, 0):
            faults.append(
                (
                    _("{id} is out of order.").format(id=block.id),
                    _("Numbers rise within {prefix}.").format(prefix=prefix),
                )
            )
        last[prefix] = int(number)
        path = f"content/{game}/rules/{chapter.id}.en.md"
        problems.extend(Problem(path, block.lines["en"], *fault) for fault in faults)


def _ground_faults(block: Paragraph, by_id: Mapping[str, Paragraph]) -> Iterator[tuple[str, str]]:
    """What is wrong with the grounds of a paragraph, each with a remedy."""
    for ground in block.grounds:
        if ground not in by_id:
            near = nearest(ground, by_id)
            yield (
                _("{id} rests on {ground}, which is not there.").format(id=block.id, ground=ground),
                _("Did you mean `{near}`?").format(near=near) if near else "",
            )
    if circle := _circle(block, by_id):
        yield (
            _("{id} rests on itself: {circle}.").format(id=block.id, circle=" → ".join(circle)),
            _("Derive it from paragraphs that stand without it."),
        )


def _circle(start: Paragraph, by_id: Mapping[str, Paragraph]) -> list[str]:
    """The shortest way from a paragraph over its grounds back to itself; empty if there is none."""
    ways = [[start.id]]
    seen = set()
    for way in ways:  # grows while it is walked
        there = by_id.get(way[-1])
        for ground in there.grounds if there else ():
            if ground == start.id:
                return [*way, ground]
            if ground not in seen:
                seen.add(ground)
                ways.append([*way, ground])
    return []
