"""The games that have a referee, by their slug."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.scenario import RulingResult
from referee.faceoff.scenario import run as run_faceoff

RUN: Mapping[str, Callable[[Mapping[str, Any]], RulingResult[Any]]] = {"faceoff": run_faceoff}
