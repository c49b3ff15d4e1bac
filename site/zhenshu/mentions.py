"""Link the defined terms that a text mentions to their definitions.

The terms are a game's keywords. The first mention of each in a text becomes a link, found by the
keyword's name or by the forms its file lists, such as `rested` for Rest.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

CLASS = "term"
_TAG = re.compile(r"(<[^>]*>)")


@dataclass(frozen=True)
class Mentions:
    """How the terms of a game are written in one language: address below the language by form."""

    addresses: Mapping[str, str]

    @cached_property
    def _forms(self) -> re.Pattern[str] | None:
        if not self.addresses:
            return None
        longest_first = sorted(self.addresses, key=lambda form: (-len(form), form))
        whole = "|".join(map(re.escape, longest_first))
        # A Latin form is a whole word; Chinese has no spaces between words.
        return re.compile(rf"(?<![A-Za-z-])(?:{whole})(?![A-Za-z-])")

    def link(self, html: str, prefix: str, but: Iterable[str] = ()) -> str:
        """The HTML with the first mention of each term linked; text that is a link already, code
        and the terms in `but` (addresses) are left alone."""
        if self._forms is None:
            return html
        done = set(but)
        inside = 0
        pieces = _TAG.split(html)
        for position, piece in enumerate(pieces):
            if re.match(r"</?(?:a|code|h[1-6])\b", piece):
                inside += -1 if piece.startswith("</") else 1
            elif not inside and not piece.startswith("<"):
                pieces[position] = self._forms.sub(
                    lambda match: self._one(match[0], prefix, done), piece
                )
        return "".join(pieces)

    def _one(self, form: str, prefix: str, done: set[str]) -> str:
        address = self.addresses[form]
        if address in done:
            return form
        done.add(address)
        return f'<a class="{CLASS}" href="{prefix}{address}">{form}</a>'
