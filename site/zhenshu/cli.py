"""The `zhenshu` command: check, new, import, build, serve, proxies, rule."""

import argparse
import gc
import io
import json
import locale
import sys
from pathlib import Path

from zhenshu import content as contents
from zhenshu import importer, rule, rulings, template
from zhenshu.content import Content, Game
from zhenshu.i18n import LANGUAGES, from_segment, speaking
from zhenshu.i18n import gettext as _
from zhenshu.problems import Problem, nearest


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code is 0 when all is well, 1 for mistakes in content, 2 for a
    command that cannot be carried out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file name can hold what the terminal cannot show.
            stream.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    with speaking(given.lang):
        try:
            return int(given.run(given))
        except Refused as refused:
            print(refused, file=sys.stderr)
            return 2
        except BrokenPipeError:
            return 2
        except KeyboardInterrupt:
            return 130
        except OSError as error:
            print(error, file=sys.stderr)
            return 2


class Refused(Exception):
    """A command cannot be carried out; the text says why and what would help."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="zhenshu", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="project folder (default: here)")
    parser.add_argument(
        "--lang", type=_language, default=_own_language(), help="zh-Hant, zh-Hans or en"
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    check = commands.add_parser("check", help="find every mistake in content/")
    check.set_defaults(run=_check)

    new = commands.add_parser("new", help="start a new content file")
    kinds = new.add_subparsers(required=True, metavar="kind")
    card = kinds.add_parser("card", help="write a commented card file")
    card.add_argument("game")
    card.add_argument("set")
    card.add_argument("number")
    card.set_defaults(run=_new_card)

    imports = commands.add_parser("import", help="bring a table in")
    kinds = imports.add_subparsers(required=True, metavar="kind")
    table = kinds.add_parser("cards", help="CSV, JSON or YAML to card files")
    table.add_argument("file", type=Path)
    table.add_argument("--game", required=True)
    table.add_argument("--replace", action="store_true", help="write over cards that differ")
    table.add_argument("--dry-run", action="store_true", help="say what would happen")
    table.set_defaults(run=_import_cards)

    build = commands.add_parser("build", help="make the catalogue, the index and dist/")
    build.add_argument("--base-path", default="/", help="where the site will live, as /zhenshu/")
    build.set_defaults(run=_build)

    serve = commands.add_parser("serve", help="build, then serve on this machine")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--base-path", default="/", help="where the site lives, as /zhenshu/")
    serve.set_defaults(run=_serve)
    _add_proxies(commands)

    ruling = commands.add_parser("rule", help="play a ruling file and say what comes of it")
    ruling.add_argument("file", type=Path, help="a ruling, inside or outside content/")
    ruling.add_argument("--json", action="store_true", help="print what happened as JSON")
    ruling.set_defaults(run=_rule)
    return parser


def _add_proxies(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    proxies = commands.add_parser("proxies", help="make a PDF of cards to print, from a list")
    proxies.add_argument(
        "list", type=Path, nargs="?", help="a list of cards in any usual form, or -"
    )
    proxies.add_argument("--query", help="print what a search finds instead, one copy of each card")
    proxies.add_argument("-o", "--out", type=Path, help="the file (default: named by its paper)")
    proxies.add_argument("--game", help="take names for cards of this game only")
    proxies.add_argument("--paper", default="a4", help="a4, letter, a3, legal, or 200x300 in mm")
    proxies.add_argument(
        "--card", choices=("standard", "poker", "57x87", "59x86"), default="standard"
    )
    proxies.add_argument("--gap", type=float, default=0, help="mm between cards")
    proxies.add_argument("--bleed", type=float, default=0, help="mm of background around cards")
    proxies.add_argument("--marks", choices=("corners", "lines", "none"), default="corners")
    proxies.add_argument("--duplex", action="store_true", help="print backs as well")
    proxies.add_argument(
        "--offset", type=float, nargs=2, default=(0, 0), metavar=("RIGHT", "DOWN"), help="of backs"
    )
    proxies.add_argument(
        "--faces", choices=("side", "back", "fold"), default="side", help="of double-faced cards"
    )
    proxies.add_argument("--ink", choices=("full", "light", "text"), default="light")
    proxies.add_argument("--second", type=_language, help="a second language, smaller below")
    proxies.add_argument("--rulings", action="store_true", help="print rulings on the cards")
    proxies.add_argument("--site", default="", help="address of the site, for QR codes")
    proxies.set_defaults(run=_proxies)


def _language(text: str) -> str:
    language = from_segment(text.lower())
    if language is None:
        raise argparse.ArgumentTypeError(f"{text}: one of {', '.join(LANGUAGES)}")
    return language


def _own_language() -> str:
    """The language of the terminal, as its environment says."""
    name = (locale.getlocale()[0] or "").lower()
    if not name.startswith(("zh", "chinese")):
        return "en"
    return "zh-Hant" if any(part in name for part in ("tw", "hk", "hant", "trad")) else "zh-Hans"


def _check(given: argparse.Namespace) -> int:
    loaded, problems = contents.load(_root(given))
    for problem in problems:
        print(problem)
    if problems:
        print(_("Mistakes found: {count}.").format(count=len(problems)))
        return 1
    cards = sum(len(game.cards) for game in loaded.games.values())
    print(
        _("No mistake found in {cards} cards of {games} games.").format(
            cards=cards, games=len(loaded.games)
        )
    )
    return 0


def _new_card(given: argparse.Namespace) -> int:
    root = _root(given)
    loaded, _problems = contents.load(root)
    game = _game(loaded, given.game)
    try:
        name, text = template.card(loaded, game, given.set, given.number)
    except ValueError as error:
        raise Refused(str(error)) from error
    path = root / name
    if path.exists():
        raise Refused(_("{path} is there already.").format(path=name))
    importer.write(root, {name: text})
    print(_("{path} is written. Fill in the facts, then run: zhenshu check").format(path=name))
    return 0


def _import_cards(given: argparse.Namespace) -> int:
    root = _root(given)
    loaded, _problems = contents.load(root)
    game = _game(loaded, given.game)
    try:
        mapped = importer.mapping(root, game.slug)
        table = importer.read_table(given.file, mapped.rows)
    except importer.TableError as error:
        raise Refused(str(error)) from error
    outcome = importer.convert(root, loaded, game, table, mapped)
    problems = list(outcome.problems)
    if not given.replace:
        problems += [
            Problem(
                name,
                1,
                _("The card is there already and differs."),
                _("Correct the table, or run again with --replace."),
            )
            for name in outcome.files
            if (root / name).exists()
        ]
    for problem in problems:
        print(problem)
    if problems:
        print(
            _("Nothing was written: {count} problems in {rows} rows.").format(
                count=len(problems), rows=len(table)
            )
        )
        return 1
    if not given.dry_run:
        importer.write(root, outcome.files)
    print(
        _("{rows} rows: {written} cards written, {unchanged} unchanged.").format(
            rows=len(table), written=len(outcome.files), unchanged=outcome.unchanged
        )
    )
    if given.dry_run:
        print(_("This was a dry run: nothing was written."))
    return 0


def _build(given: argparse.Namespace) -> int:
    from zhenshu import builder  # the web stack is not needed by the other commands

    gc.disable()  # the process ends with the build, so what it made is never looked through
    return builder.command(_root(given), base_path=given.base_path)


def _serve(given: argparse.Namespace) -> int:
    from zhenshu import server

    return server.serve(_root(given), port=given.port, base_path=given.base_path)


def _proxies(given: argparse.Namespace) -> int:
    from zhenshu.proxies import command, job, sheet

    try:
        paper = command.paper(given.paper)
    except ValueError:
        raise Refused(
            _("{text} is no paper: write a4, or 200x300.").format(text=given.paper)
        ) from None
    layout = sheet.Layout(
        paper=paper,
        card=sheet.CARDS[given.card],
        gap=given.gap,
        bleed=given.bleed,
        marks=given.marks,
        duplex=given.duplex or given.faces == "back",
        offset=tuple(given.offset),
        fold=given.faces == "fold",
    )
    options = job.Options(
        given.lang, given.second, layout, given.ink, given.faces, given.rulings, given.site
    )
    if (given.list is None) == (given.query is None):
        raise Refused(_("Give either a list or a query."))
    asked = given.list if given.query is None else command.Query(given.query)
    return command.command(_root(given), asked, given.out, options, given.game)


def _rule(given: argparse.Namespace) -> int:
    """0 if every expectation is met, 1 if not, 2 for a file or a play that is wrong."""
    root = _root(given)
    try:
        document, slug, problems = rule.find(given.file, root)
    except OSError as error:
        raise Refused(
            _("{path} cannot be read: {reason}.").format(path=given.file, reason=error.strerror)
        ) from error
    if document is None or problems:
        raise Refused("\n".join(map(str, problems)))
    loaded, _problems = contents.load(root)
    game = _game(loaded, slug)
    records = {f"{card.set}/{card.slug}": card.document.data for card in game.cards.values()}
    cards = rulings.cards_of(slug, records)
    found = rule.answer(slug, document.data, game.words, cards)
    if given.json:
        for each in found.get("mistakes", ()):
            each |= {"file": document.path, "line": document.line(*each["path"])}
        print(json.dumps(found, ensure_ascii=False))
    else:
        for text in rule.report(found, document, given.lang):
            print(text)
    return rule.EXIT[found["verdict"]]


def _root(given: argparse.Namespace) -> Path:
    root = given.root.absolute()
    if not (root / "content").is_dir():
        raise Refused(
            _("{path} has no folder content/. Run this in the project's folder.").format(path=root)
        )
    return root


def _game(loaded: Content, slug: str) -> Game:
    if slug in loaded.games:
        return loaded.games[slug]
    near = nearest(slug, loaded.games)
    known = ", ".join(loaded.games)
    raise Refused(
        _("{slug} is no game. Did you mean {near}?").format(slug=slug, near=near)
        if near
        else _("{slug} is no game. Known are {games}.").format(slug=slug, games=known)
    )
