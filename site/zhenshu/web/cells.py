"""The values of facts in a list of cards: short, as a list of many cards is a long page."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from zhenshu.fields import UNKNOWN
from zhenshu.marks import mark
from zhenshu.speech import Names, Speech


class Cells:
    """Puts the values of one page's facts into words.

    A template could do this, but a thousand cards share few values: each is made once.
    """

    def __init__(
        self, voice: Speech, terms: Mapping[str, Mapping[str, Names]], labels: Mapping[str, Names]
    ):
        """`terms` and `labels` are the names of everything the facts mention."""
        self._voice = voice
        self._terms = terms
        self._labels = labels
        self._made: dict[tuple[str, str], Markup] = {}

    def __call__(self, field: Mapping[str, Any], value: Any) -> Markup:
        key = (field["id"], str(value))
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(field, value)
        return made

    def _make(self, field: Mapping[str, Any], value: Any) -> Markup:
        voice = self._voice
        if value == UNKNOWN:
            return Markup('<span class="unknown">{}</span>').format(voice.gettext("unknown"))
        if field["kind"] not in ("term", "terms", "keywords"):
            return escape(value)
        items = value if isinstance(value, list) else [value]
        if field["kind"] == "keywords":
            names = [voice.name(self._labels[item]) for item in items]
        else:
            group = field["group"]
            names = [mark(group, item) + voice.name(self._terms[group][item]) for item in items]
        return Markup(voice.gettext(", ")).join(names)
