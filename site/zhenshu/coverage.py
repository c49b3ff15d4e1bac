"""Which paragraphs of a rulebook the rulings that run put to the test.

A ruling covers the paragraphs it names under `rules`, and those that the referee cites while
playing it: with an event, with a refusal, or beside an addend of a sum.

Not every paragraph can be played. `DESCRIPTIVE` lists, by game, those that say what the game is
about, what is printed on its cards, or what the card data shows; all others are mechanical: they
say what happens or what is allowed. Deck building and setting up are mechanical too, although a
ruling begins with a position and so never reaches them; they count as not covered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

DESCRIPTIVE: Mapping[str, tuple[str, ...]] = {
    "faceoff": (
        "aim.",
        "card.",
        "unit.1",
        "unit.4",
        "skill.kind.1",
        "kw.awaken.5",
        "kw.flash.point.2",
    ),
}
"""Sections (with a full stop at the end) and paragraphs that describe."""


@dataclass(frozen=True)
class Coverage:
    """The mechanical paragraphs of a game in the order of its rulebook: those that rulings cover,
    with the ids of these rulings, and those that none covers yet."""

    covered: Mapping[str, tuple[str, ...]]
    uncovered: tuple[str, ...]

    @property
    def share(self) -> float:
        """The covered part of the mechanical paragraphs, from 0 to 1; 1 if there are none."""
        total = len(self.covered) + len(self.uncovered)
        return len(self.covered) / total if total else 1.0


def mechanical(game: str, paragraph: str) -> bool:
    """Whether a paragraph says what happens or what is allowed."""
    described = DESCRIPTIVE.get(game, ())
    return not any(
        paragraph.startswith(each) if each.endswith(".") else paragraph == each
        for each in described
    )


def coverage(
    game: str, paragraphs: Iterable[str], running: Mapping[str, Iterable[str]]
) -> Coverage:
    """The coverage of a rulebook by its rulings that run.

    `paragraphs` are the ids of all paragraphs, `running` what each ruling covers, by its id; see
    `covers`.
    """
    by_paragraph: dict[str, list[str]] = {}
    for ruling, rules in running.items():
        for rule in dict.fromkeys(rules):
            by_paragraph.setdefault(rule, []).append(ruling)
    ids = [id for id in paragraphs if mechanical(game, id)]
    return Coverage(
        {id: tuple(by_paragraph[id]) for id in ids if id in by_paragraph},
        tuple(id for id in ids if id not in by_paragraph),
    )


def covers(data: Mapping[str, Any], cases: Iterable[Mapping[str, Any]]) -> list[str]:
    """What a ruling covers: its front matter names some, the cases of its run cite the others.

    A ruling without cases does not run, and covers nothing.
    """
    found: dict[str, None] = {}
    for case in cases:
        found.update(dict.fromkeys(data.get("rules", ())))
        for step in case["steps"]:
            found[step["rule"]] = None
            for pieces in step["text"].values():
                found.update({piece["rule"]: None for piece in pieces if piece["rule"]})
    return list(found)
