"""Events and refusals as plain values, for programs that read JSON."""

from collections.abc import Mapping
from typing import Any

from referee.core.values import Choice, Event, Number, Refusal


def record(told: Event | Refusal) -> dict[str, Any]:
    """An event or a refusal as a map of plain values.

    A number is a map of its `total` and its `addends`. What the referee keeps for itself, as the
    effects that are still to be done, is left out.
    """
    data = {key: _plain(told.data[key]) for key in told.data if _is_plain(told.data[key])}
    found: dict[str, Any] = {"kind": told.kind, "data": data, "rule": told.rule}
    if isinstance(told, Event):
        found["cause"] = told.cause
        found["source"] = told.source
    return found


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | tuple | Number | Choice | Mapping)


def _plain(value: Any) -> Any:
    if isinstance(value, Number):
        addends = [
            {"amount": part.amount, "label": part.label, "rule": part.rule, "source": part.source}
            for part in value.addends
        ]
        return {"total": value.total, "addends": addends}
    if isinstance(value, Choice):
        return {"player": value.player, "kind": value.kind, "options": list(value.options)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _plain(value[key]) for key in value}
    return value
