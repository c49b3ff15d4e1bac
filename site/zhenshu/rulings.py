"""Rulings, played by the referee and put into words.

A ruling with a position is run when content is read; one without is not run yet, and says so. One
that cannot be played as written, whose expectations are not met, or that rests on a paragraph the
rulebook does not have, is a mistake in content. What a page shows of a run is a case: a record of
JSON values.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.core.phrases import Phrases
from referee.core.reader import ScenarioError
from referee.core.scenario import Case, RulingResult
from referee.faceoff.state import State
from referee.games import CARDS, RUN
from zhenshu.chinese import in_three, to_hant
from zhenshu.i18n import LANGUAGES, active, said
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem
from zhenshu.prose import WRITTEN
from zhenshu.sandbox.telling import case_record
from zhenshu.source import Document, read_toml

Record = dict[str, Any]


def runs(ruling: Mapping[str, Any]) -> bool:
    """Whether a ruling can be run: whether it has anything for the referee."""
    return any(part in ruling for part in ("position", "play", "expect", "variations"))


def phrases_file(game: str, language: str) -> str:
    """Where what the referee of a game says in a language stands, below the project."""
    return f"content/{game}/phrases.{language}.toml"


def phrases(root: Path, game: str, problems: list[Problem]) -> dict[str, Phrases]:
    """What the referee of a game says, by language; traditional is made from simplified."""
    found: dict[str, Phrases] = {}
    for language in WRITTEN:
        name = phrases_file(game, language)
        if not (root / name).is_file():
            problems.append(
                Problem(name, 1, _("The referee of {game} has no phrases.").format(game=game))
            )
            continue
        if read := read_toml(root / name, name, problems):
            found[language] = {
                table: {key: text for key, text in entries.items() if isinstance(text, str)}
                for table, entries in read[0].items()
                if isinstance(entries, dict)
            }
    if "zh-Hans" in found:
        found["zh-Hant"] = {
            table: {key: to_hant(pattern) for key, pattern in patterns.items()}
            for table, patterns in found["zh-Hans"].items()
        }
    return found


def cards_of(game: str, records: Mapping[str, Mapping[str, Any]]) -> Any:
    """The cards of a game as its referee takes them, from front matter by set and number, as
    bp01/035; None for a game without a referee."""
    make = CARDS.get(game)
    return make(records) if make else None


def called(ruling: Any, cards: Any, records: Mapping[str, Record]) -> list[tuple[Any, ...]]:
    """All that a ruling may take from the catalogue: each of its words that names a card, the
    card, its front matter and that of the card it is treated as."""
    found: list[tuple[Any, ...]] = []
    for word in dict.fromkeys(_words(ruling)):
        if card := cards.find(word):
            record = records[card]
            other = str(record.get("treated-as", "")).partition("/")[2]
            found.append((word, card, record, records.get(other)))
    return found


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


def play(
    game: str,
    document: Document,
    words: Mapping[str, Phrases],
    paragraphs: Mapping[str, Any],
    cards: Any,
    problems: list[Problem],
) -> list[Record]:
    """Run a ruling and give its cases; what is wrong with it goes among the problems.

    `cards` are those it may name, as `cards_of` makes them.
    """
    run = RUN.get(game)
    if run is None:
        problems.append(
            document.problem((), _("{game} has no referee that could play this.").format(game=game))
        )
        return []
    try:
        result = run(document.data, cards)
    except ScenarioError as error:
        problems.extend(
            document.problem(each.path, said(each.message), said(each.hint))
            for each in (error, *error.others)
        )
        return []
    if len(words) < len(LANGUAGES):
        return []
    try:
        cases = [_case(case, words) for case in result.cases]
    except (KeyError, IndexError) as error:
        problems.append(
            Problem(
                f"content/{game}/phrases.en.toml",
                1,
                _("A phrase that {ruling} needs is missing or broken: {reason}.").format(
                    ruling=document.path, reason=error
                ),
                _("Compare the tables of the two languages."),
            )
        )
        return []
    wrong = [*_unmet(cases, document), *_uncited(result, paragraphs, document)]
    problems.extend(wrong)
    return [] if wrong else cases


def _unmet(cases: Iterable[Record], document: Document) -> Iterator[Problem]:
    language = active()
    for case in cases:
        for verdict in case["verdicts"]:
            if not verdict["ok"]:
                yield document.problem(
                    tuple(verdict["path"]),
                    _("Expected: {expected}. The referee finds: {actual}.").format(
                        expected=verdict["expected"][language], actual=verdict["actual"][language]
                    ),
                    _("Correct the ruling, or the referee if the ruling is right."),
                )


def _uncited(
    result: RulingResult[Any], paragraphs: Mapping[str, Any], document: Document
) -> Iterator[Problem]:
    events = [event for case in result.cases for event in case.played.events]
    refusals = [r for case in result.cases for step in case.played.steps for r in step.refusals]
    rules = {*(event.rule for event in events), *(refusal.rule for refusal in refusals)}
    for rule in sorted(rules - set(paragraphs)):
        yield document.problem(
            (),
            _("The referee cites {rule}, which the rulebook does not have.").format(rule=rule),
            _("Add the paragraph."),
        )


def _case(case: Case[State], words: Mapping[str, Phrases]) -> Record:
    ordered = {language: words[language] for language in LANGUAGES}
    names = {id: in_three(text) if text else {} for id, text in case.played.names.items()}
    return case_record(case, ordered, names, in_three(case.title) if case.title else None)


def cited(cases: Iterable[Record]) -> list[str]:
    """Every paragraph that the steps of some cases rest on, in order of first use."""
    rules = (step["rule"] for case in cases for step in case["steps"])
    return list(dict.fromkeys(rules))
