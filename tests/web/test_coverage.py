"""The page that tells which rules the rulings put to the test."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from referee.core.values import Event, Number, Refusal
from referee.games import CARDS, RUN
from zhenshu.catalog import Catalog
from zhenshu.web.sections.coverage import coverage, percent

Read = Callable[[bytes], Any]
FACEOFF = Path(__file__).parents[2] / "content" / "faceoff"
# What a ruling has no way to put to the test: the aim, what is printed where, the names of kinds.
DESCRIBING = re.compile(
    r"(aim|card)\..+|unit\.[14]|skill\.kind\.1|kw\.awaken\.5|kw\.flash\.point\.2"
)


def front_matter(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text("utf-8").split("---\n")[1]))


def grounds(data: Any) -> Iterator[str]:
    """The paragraphs of every addend among the data of an event."""
    if isinstance(data, Number):
        yield from (addend.rule for addend in data.addends)
    elif isinstance(data, tuple):
        for each in data:
            yield from grounds(each)


def cited_while_playing(ruling: dict[str, Any], cards: Any) -> Iterator[str]:
    for case in RUN["faceoff"](ruling, cards).cases:
        told: list[Event | Refusal] = list(case.played.events)
        told.extend(refusal for step in case.played.steps for refusal in step.refusals)
        for each in told:
            yield each.rule
            for value in each.data.values():
                yield from grounds(value)


def test_the_share_is_that_of_the_files_and_of_the_referee(catalog: Catalog) -> None:
    """Worked out from the text of the rulebook and the events of the referee, without the
    catalogue and without the texts of the steps."""
    books = sorted((FACEOFF / "rules").glob("*.en.md"))
    ids = [id for b in books for id in re.findall(r"^\{: #(\S+) \.", b.read_text("utf-8"), re.M)]
    mechanical = {id for id in ids if not DESCRIBING.fullmatch(id)}
    files = sorted((FACEOFF / "cards").glob("*/*.md"))
    cards = CARDS["faceoff"]({f"{f.parent.name}/{f.stem}": front_matter(f) for f in files})
    covered: set[str] = set()
    for file in (FACEOFF / "rulings").glob("*.md"):
        ruling = front_matter(file)
        if "play" in ruling:
            covered.update(ruling["rules"], cited_while_playing(ruling, cards))

    shown = coverage(catalog, "faceoff")
    assert shown is not None
    assert (shown["covered"], shown["total"]) == (len(covered & mechanical), len(mechanical))
    assert set(shown["paragraphs"]) == mechanical - covered
    assert sum(chapter["covered"] for chapter in shown["chapters"]) == shown["covered"]
    assert sum(chapter["total"] for chapter in shown["chapters"]) == shown["total"]
    assert shown["describing"] == len(ids) - len(mechanical)
    assert shown["covered"] >= 0.85 * shown["total"]


def test_it_tells_what_is_not_covered(sample_client: FlaskClient, read: Read) -> None:
    page = read(sample_client.get("/en/alpha/coverage/").data)
    # The ruling rests on fight.2; its steps cite fight.1 and, in a refusal, fight.3.
    assert "|75.0%: 3 of 4 mechanical paragraphs are cited" in page.words
    assert "|Fighting|3 of 3|0|" in page.words
    assert "|Starting|0 of 1|1|" in page.words
    assert "start.1 derived|Both shoot first; see fight.2 <b>. In the rules|" in page.words
    links = page.all("a", "href")
    assert "../rules/start/#start.1" in links and "#not.start" in links
    assert "not.start" in [a.get("id") for _tag, a in page.elements]
    # What the text of start.1 mentions, for the script that shows it beside the link.
    assert {"../keywords/shoot/", "../rules/fight/#fight.2"} <= set(page.all("p", "data-preview"))


def test_the_rules_and_the_rulings_lead_to_it(sample_client: FlaskClient, read: Read) -> None:
    for section in ("rules", "rulings"):
        page = read(sample_client.get(f"/zh-hant/alpha/{section}/").data)
        assert "../coverage/" in page.all("a", "href")


def test_a_game_whose_rulings_do_not_run_has_none(sample_client: FlaskClient, read: Read) -> None:
    assert sample_client.get("/en/beta/coverage/").status_code == 404
    for section in ("rules", "rulings"):
        page = read(sample_client.get(f"/en/beta/{section}/").data)
        assert "../coverage/" not in page.all("a", "href")


def test_only_a_whole_is_a_hundred_percent() -> None:
    assert [percent(0, 3), percent(2, 3), percent(999, 1000), percent(1999, 2000)] == [
        "0.0%",
        "66.6%",
        "99.9%",
        "99.9%",
    ]
    assert percent(7, 7) == percent(0, 0) == "100.0%"
