"""Check the keys and values of front matter against a described shape."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zhenshu.i18n import gettext as _
from zhenshu.i18n import listed
from zhenshu.problems import Problem, nearest
from zhenshu.source import Document, Where
from zhenshu.terms import simplified_in_hant, traditional_in_hans

# A check yields (where below the value, wrong, remedy).
Check = Callable[[Any], Iterator[tuple[Where, str, str]]]


@dataclass(frozen=True)
class Key:
    """A key of front matter: what its value must be, and whether it may be left out."""

    check: Check
    required: bool = True


def problems(
    document: Document, shape: Mapping[str, Key], where: Where = (), data: Any = None
) -> Iterator[Problem]:
    """Unknown, missing and wrong keys of a map (by default the whole front matter)."""
    data = document.data if data is None else data
    for key in data:
        if key not in shape:
            near = nearest(key, shape)
            yield document.problem(
                (*where, key),
                _("`{key}` is not a known key.").format(key=key),
                _("Did you mean `{near}`?").format(near=near)
                if near
                else _("Known are {keys}.").format(keys=listed(shape)),
            )
    for key, expected in shape.items():
        if key not in data:
            if expected.required:
                yield document.problem(where, _("`{key}` is missing.").format(key=key))
            continue
        for below, wrong, remedy in expected.check(data[key]):
            yield document.problem(
                (*where, key, *below),
                _("`{key}` {wrong}.").format(key=".".join(map(str, (key, *below))), wrong=wrong),
                remedy,
            )


def text(value: Any) -> Iterator[tuple[Where, str, str]]:
    """A text that is not empty and holds no markup."""
    if not isinstance(value, str) or not value.strip():
        yield (), _("is not a text"), _("Write it in double quotes.")
    elif "<" in value or ">" in value:
        yield (), _("holds < or >, which could be markup"), _("Write the words alone.")


def number(value: Any) -> Iterator[tuple[Where, str, str]]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield (), _("is not a whole number"), _("Write digits without quotes.")


def flag(value: Any) -> Iterator[tuple[Where, str, str]]:
    if not isinstance(value, bool):
        yield (), _("is {value}").format(value=value), _("Write true or false.")


def anything(value: Any) -> Iterator[tuple[Where, str, str]]:
    """A value that somebody else checks."""
    return iter(())


def one_of(*values: str) -> Check:
    def check(value: Any) -> Iterator[tuple[Where, str, str]]:
        if value not in values:
            yield (
                (),
                _("is {value}").format(value=value),
                _("Write one of {values}.").format(values=listed(values)),
            )

    return check


def either(word: str, check: Check) -> Check:
    """The word (such as `unknown`), or what the check wants."""

    def checked(value: Any) -> Iterator[tuple[Where, str, str]]:
        return iter(()) if value == word else check(value)

    return checked


def list_of(check: Check) -> Check:
    def checked(value: Any) -> Iterator[tuple[Where, str, str]]:
        if not isinstance(value, list):
            yield (), _("is not a list"), _("Write it in brackets, [a, b].")
            return
        for position, item in enumerate(value):
            for below, wrong, remedy in check(item):
                yield (position, *below), wrong, remedy

    return checked


def map_of(check: Check) -> Check:
    def checked(value: Any) -> Iterator[tuple[Where, str, str]]:
        if not isinstance(value, dict):
            yield (), _("is not a map"), _("Write `key: value` lines below it.")
            return
        for key, item in value.items():
            for below, wrong, remedy in check(item):
                yield (key, *below), wrong, remedy

    return checked


def record(shape: Mapping[str, Key]) -> Check:
    """A map with the keys of a shape of its own."""

    def checked(value: Any) -> Iterator[tuple[Where, str, str]]:
        if not isinstance(value, dict):
            yield (), _("is not a map"), _("Write `key: value` lines below it.")
            return
        for key in value:
            if key not in shape:
                near = nearest(key, shape)
                yield (
                    (key,),
                    _("is not a known key"),
                    _("Did you mean `{near}`?").format(near=near) if near else "",
                )
        for key, expected in shape.items():
            if key in value:
                for below, wrong, remedy in expected.check(value[key]):
                    yield (key, *below), wrong, remedy
            elif expected.required:
                yield (), _("lacks `{key}`").format(key=key), ""

    return checked


def languages(required: tuple[str, ...], others: tuple[str, ...] = ()) -> Check:
    """A map from language to text. Scripts are checked where they can be mixed up."""

    def checked(value: Any) -> Iterator[tuple[Where, str, str]]:
        if not isinstance(value, dict):
            yield (), _("is not a map of languages"), _('Write {en: "…", zh-Hans: "…"}.')
            return
        for key, words in value.items():
            if key not in (*required, *others):
                near = nearest(key, (*required, *others))
                yield (
                    (key,),
                    _("is not a language used here"),
                    _("Did you mean `{near}`?").format(near=near) if near else "",
                )
                continue
            for _below, wrong, remedy in text(words):
                yield (key,), wrong, remedy
            mixed = {"zh-Hant": simplified_in_hant, "zh-Hans": traditional_in_hans}.get(key)
            if mixed and isinstance(words, str):
                for problem in mixed(words, "", 0):
                    yield (key,), _("mixes scripts"), f"{problem.wrong} {problem.remedy}"
        for language in required:
            if language not in value:
                yield (), _("has no {language} text").format(language=language), ""

    return checked


both = languages(("en", "zh-Hans"))
