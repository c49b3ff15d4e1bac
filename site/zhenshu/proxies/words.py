"""What proxies say to a reader: on the cards, on the page and in the terminal."""

from collections.abc import Callable
from functools import cache

from zhenshu.speech import speech

Words = dict[str, str]


@cache
def words(language: str) -> Words:
    """Every word of proxies in a language, by its use."""
    return _words(speech(language).gettext)


def _words(_: Callable[[str], str]) -> Words:
    return {
        "proxies": _("Print cards"),
        # On a sheet.
        "proxy": _("Proxy, not for sale"),
        "bar": _("50 mm: print at 100 %"),
        "code": _("QR code of the card's page"),
        "colon": _(": {value}").format(value=""),
        "comma": _(", "),
        # A line of a list that was not taken in.
        "line": _("Line {line}, “{text}”: {why}"),
        "more": _("Lines that were not understood besides: {n}."),
        "excess": _("{count} × {name}: {why}"),
        "unknown": _("No card answers to this."),
        "several": _("More than one card answers to this."),
        "count": _("The number of copies must be from 1 to 99."),
        "nearest": _("Nearest: {names}"),
        # A list beyond a limit.
        "length": _("The list has more than {limit} characters."),
        "encoding": _("The file is not in UTF-8, UTF-16 or GB 18030."),
        "lines": _("The list has more than {limit} lines."),
        "cards": _("The list has more than {limit} cards."),
        "empty": _("The list has no card."),
        # A PDF that is not made.
        "bytes": _("A request may have at most {limit} bytes."),
        "largest": _("The server makes PDFs of up to {limit} cards."),
        "making": _("The PDF is being made…"),
        "unmade": _("The PDF could not be made."),
        "slow": _("The PDF takes too much time or memory. Make it of fewer cards."),
        "busy": _("Too many PDFs are being made. Try again in a moment."),
        # A sheet that cannot be made.
        "paper": _("A side of the paper must be from 50 to 1200 mm."),
        "room": _("No card fits on this paper."),
        "gap": _("The gap must be from 0 to 20 mm."),
        "bleed": _("The bleed must be from 0 to 5 mm."),
        "offset": _("The offset must be from -10 to 10 mm."),
        "choice": _("One of the choices is none that there is."),
        "fold": _("Folded cards need a gap of 0 and paper with two cards in a row."),
        # A sheet that is made as asked, with a warning.
        "warning-bleed": _(
            "The bleed ends half way to the next card: the gap is too small for it."
        ),
        "warning-edge": _("Some printers print nothing so near to the edge of the paper."),
        "warning-bar": _("There is no room for the check bar."),
        # The page.
        "pages": _("Cards: {cards} · pages: {pages} · sheets of paper: {sheets}"),
        "none": _("No card yet: add some above."),
        "copies": _("Copies of {name}"),
        "remove": _("Remove {name}"),
        "page": _("Page {page} of {pages}"),
        "headings": _("Taken as headings: {texts}"),
        "added": _("Cards added: {n}."),
        "deck": _("{game}: {deck}"),
        "set": _("{game}, whole set: {set}"),
        "choose": _("Take {name}"),
        "drop": _("Leave out"),
    }


def reason(error: Exception, language: str) -> str:
    """Why nothing was made: for an error that has a `reason`."""
    text = words(language)[getattr(error, "reason", "empty")]
    return text.format(limit=getattr(error, "limit", ""))
