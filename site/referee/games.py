"""The games that have a referee, by their slug."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.scenario import RulingResult
from referee.faceoff import scenario as faceoff

RUN: Mapping[str, Callable[[Mapping[str, Any]], RulingResult[Any]]] = {"faceoff": faceoff.run}
