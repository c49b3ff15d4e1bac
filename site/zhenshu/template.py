"""The commented file that a writer of a new card starts from."""

from collections.abc import Iterator

from zhenshu.content import Content, Game
from zhenshu.fields import Field
from zhenshu.i18n import gettext as _
from zhenshu.problems import nearest
from zhenshu.terms import ID

_SHOWN = 14  # values named in a comment; a longer list is in content/terms.toml
_START = {"terms": "[]", "keywords": "[]", "counts": "{}", "flag": "true"}


def card(content: Content, game: Game, set_id: str, number: str) -> tuple[str, str]:
    """The file name and text of a new card. Raises ValueError in words for a set or number that
    cannot be."""
    sets = game.about.data["sets"]
    if set_id not in sets:
        near = nearest(set_id, sets)
        raise ValueError(
            _("{game} has no set {set}. Did you mean {near}?").format(
                game=game.slug, set=set_id, near=near
            )
            if near
            else _("{game} has no set {set}. Its sets are {sets}.").format(
                game=game.slug, set=set_id, sets=", ".join(sets)
            )
        )
    slug = number.zfill(3) if number.isdecimal() else number.lower()
    if not ID.fullmatch(slug) or len(slug) > 60:
        raise ValueError(
            _("{number} cannot be a file name: use letters, digits and hyphens.").format(
                number=number
            )
        )
    text = "\n".join(_lines(content, game, number))
    return f"content/{game.slug}/cards/{set_id}/{slug}.md", text


def _lines(content: Content, game: Game, number: str) -> Iterator[str]:
    yield "---"
    yield "# " + _("Write what is printed, or unknown. Delete the lines that do not apply.")
    yield "# " + _("Traditional Chinese is made from zh-Hans; give zh-Hant only where it is wrong.")
    yield 'name: {zh-Hans: ""}'
    yield f"number: {number if number.isdecimal() else _quoted(number)}"
    for spec in game.fields.values():
        yield ""
        label = content.terms.groups["field"][spec.label]
        yield f"# {label.en} {label.hans}: {_comment(spec)}"
        values = _values(content, spec)
        if values:
            yield f"# {values}"
        line = f"{spec.id}: {_START.get(spec.kind, 'unknown')}"
        yield f"# {line}" if spec.optional else line
    yield ""
    yield "# " + _("Sources, by their ids in game.md: {ids}").format(
        ids=", ".join(game.about.data["sources"])
    )
    yield "sources: []"
    yield "---"
    yield ""


def _comment(spec: Field) -> str:
    parts: list[str] = [spec.kind]
    if spec.only:
        parts.append(_("only {types}").format(types=", ".join(spec.only)))
    if spec.optional:
        parts.append(_("optional"))
    return "; ".join(parts) + (f". {spec.help}" if spec.help else "")


def _values(content: Content, spec: Field) -> str:
    if not spec.group:
        return ""
    terms = content.terms.groups[spec.group]
    ids = spec.values or tuple(terms)
    if len(ids) > _SHOWN:
        return _("ids of the group [{group}] in content/terms.toml").format(group=spec.group)
    return ", ".join(f"{id} {terms[id].hans}" for id in ids)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "").replace('"', "") + '"'
