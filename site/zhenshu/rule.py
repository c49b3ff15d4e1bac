"""`zhenshu rule FILE`: play one ruling, wherever its file lies, and say what comes of it.

What came of a ruling is a record of JSON values, the same for `--json` and for `POST /api/rule`:

    verdict    holds, disagrees (an expectation is not met), illegal (an action is refused and no
               expectation says so), or wrong (it cannot be played as written)
    cases      the ruling, then its variations, each with `title` (by language, or null), `steps`
               (`kind`, `rule`, `refused`, `cause`, `text` by language), `events` as
               `referee.core.plain` writes them, and `verdicts`: `path` into the file, `kind`, the
               word of the expectation, `expected` and `actual` by language, `ok`, and `rules`, the
               paragraphs that bear on it
    mistakes   instead of cases, if the verdict is wrong: all that can be found, each with
               `message` and `hint` by language, and `path`

Run as a module it is the worker of the web address: it reads a request from standard input,
`{"ruling": …, "referee": what `sandbox.bundle.game` makes}`, and writes the record.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.core.messages import Told, tell
from referee.core.phrases import Phrases
from referee.core.plain import record
from referee.core.reader import ScenarioError
from referee.core.scenario import Case, Played
from referee.core.values import Event, Number, Refusal, Verdict
from referee.core.work import TooMuch, bounded
from referee.games import CARDS, RUN
from zhenshu.chinese import in_three
from zhenshu.i18n import LANGUAGES, catalogue, listed
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem
from zhenshu.sandbox.telling import case_record, said_in, verdict_record
from zhenshu.source import Document, read

Record = dict[str, Any]

GAME = "faceoff"
"""The game of a ruling that names none and does not lie in the folder of one."""

EXIT = {"holds": 0, "disagrees": 1, "illegal": 2, "wrong": 2}

MEMORY = 512 * 1024 * 1024
SECONDS = 5
"""The most memory, in bytes, and time of the processor that the worker may take."""


def answer(
    game: str, ruling: Mapping[str, Any], words: Mapping[str, Phrases], cards: Any
) -> Record:
    """Play a ruling, given its front matter, and tell what came of it.

    `words` are the phrases of the game by language, `cards` those it may name.
    """
    if game not in RUN:
        message = tell("“{game}” has no referee.", game=game)
        hint = tell("Write one of {known}.", known=tuple(RUN))
        return wrong([ScenarioError(("game",), message, hint)])
    try:
        cases, told = bounded(lambda: _played(game, ruling, words, cards))
    except ScenarioError as error:
        return wrong((error, *error.others))
    except TooMuch as error:
        return wrong([error])
    verdict = "holds" if all(case.ok for case in cases) else "disagrees"
    if any(True for case in cases for _verdict in _illegal(case)):
        verdict = "illegal"
    return {"verdict": verdict, "cases": told}


def _played(
    game: str, ruling: Mapping[str, Any], words: Mapping[str, Phrases], cards: Any
) -> tuple[tuple[Case[Any], ...], list[Record]]:
    """The cases of a ruling, and what is told of each."""
    cases = RUN[game](ruling, cards).cases
    return cases, [_told(case, words) for case in cases]


def wrong(mistakes: Iterable[Told]) -> Record:
    """The record of a ruling that cannot be played."""
    messages = {language: catalogue(language) for language in LANGUAGES}
    found = [
        {
            "message": said_in(mistake.message, LANGUAGES, messages),
            "hint": said_in(mistake.hint, LANGUAGES, messages),
            "path": list(mistake.path) if isinstance(mistake, ScenarioError) else [],
        }
        for mistake in mistakes
    ]
    return {"verdict": "wrong", "mistakes": found}


def _told(case: Case[Any], words: Mapping[str, Phrases]) -> Record:
    played = case.played
    names = {id: in_three(text) if text else {} for id, text in played.names.items()}
    title = in_three(case.title) if case.title else None
    return {
        "title": title,
        "steps": case_record(case, words, names, title)["steps"],
        "events": [record(event) for event in played.events],
        "verdicts": [
            {**verdict_record(verdict, words, names), "rules": _bearing(played, verdict)}
            for verdict in case.verdicts
        ],
    }


def _illegal(case: Case[Any]) -> Iterator[Verdict]:
    """The verdicts on actions that were refused although nobody expects it."""
    refused = {step.path for step in case.played.steps if step.refusals}
    return (verdict for verdict in case.verdicts if not verdict.ok and verdict.path in refused)


def _bearing(played: Played[Any], verdict: Verdict) -> list[str]:
    """The paragraphs that refused an action; otherwise those cited by what happened to the cards
    that an expectation is about, or all that were cited if it is about none."""
    if verdict.kind == "legal":
        return list(verdict.actual)
    named = {id for id in verdict.data.values() if id in played.names}
    told: list[Event | Refusal] = list(played.events)
    for step in played.steps:
        told.extend(step.refusals)
    found: dict[str, None] = {}
    for each in told:
        if not named or named & set(_strings(each.data)):
            found[each.rule] = None
            for value in each.data.values():
                addends = value.addends if isinstance(value, Number) else ()
                found.update({part.rule: None for part in addends if part.rule})
    return list(found)


def _strings(data: Mapping[str, Any]) -> Iterator[str]:
    for value in data.values():
        values = value if isinstance(value, tuple) else (value,)
        yield from (each for each in values if isinstance(each, str))


def find(path: Path, root: Path) -> tuple[Document | None, str, list[Problem]]:
    """A ruling file, its game, and what keeps it from being read. Raises OSError."""
    folder = root / "content"
    inside = path.resolve().is_relative_to(folder.resolve())
    name = path.resolve().relative_to(root.resolve()).as_posix() if inside else str(path)
    problems: list[Problem] = []
    document = read(path, name, problems)
    if document is None or not document.data:
        return None, GAME, problems
    named = document.data.get("game", GAME)
    return document, name.split("/")[1] if inside else str(named), problems


def report(found: Record, document: Document, language: str) -> Iterator[str]:
    """What came of a ruling file, line by line: the steps with their paragraphs, then what is
    wrong, each with file, line and remedy."""
    if found["verdict"] == "wrong":
        problems = [
            document.problem(tuple(each["path"]), each["message"][language], each["hint"][language])
            for each in found["mistakes"]
        ]
        yield from map(str, sorted(problems))
        return
    for case in found["cases"]:
        if case["title"]:
            yield f"\n# {case['title'][language]}"
        for number, step in enumerate(case["steps"], 1):
            text = "".join(piece["text"] for piece in step["text"][language])
            refused = _("Not allowed") + _(": ") if step["refused"] else ""
            yield f"{number:3}. {refused}{text} [{step['rule']}]"
        for verdict in case["verdicts"]:
            yield _line(verdict, document, language)
    yield {
        "holds": _("All expectations are met."),
        "disagrees": _("The referee disagrees with the ruling."),
        "illegal": _("The play is illegal."),
    }[found["verdict"]]


def _line(verdict: Mapping[str, Any], document: Document, language: str) -> str:
    if verdict["ok"]:
        return f"  ✓ {verdict['expected'][language]}"
    wrong = _("Expected: {expected}. The referee finds: {actual}.").format(
        expected=verdict["expected"][language], actual=verdict["actual"][language]
    )
    if verdict["kind"] == "legal":
        remedy = _("Correct the play, or expect the refusal: - illegal: {rule}").format(
            rule=verdict["rules"][0]
        )
    else:
        remedy = _("See {rules}.").format(rules=listed(verdict["rules"]))
    return f"  ✗ {document.problem(tuple(verdict['path']), wrong, remedy)}"


def main() -> None:
    """Answer the request on standard input, within bounds of memory and time."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    request = json.load(sys.stdin)
    referee, ruling = json.loads(request["referee"]), request["ruling"]
    game = str(ruling.get("game", GAME))
    cards = CARDS[GAME](referee["cards"])
    print(json.dumps(answer(game, ruling, referee["phrases"], cards)))


if __name__ == "__main__":
    main()
