"""The games that have a referee, by their slug."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.scenario import RulingResult
from referee.faceoff.cards import Cards
from referee.faceoff.scenario import run as run_faceoff

RUN: Mapping[str, Callable[..., RulingResult[Any]]] = {"faceoff": run_faceoff}
"""What plays a ruling: called with its front matter and, if it names cards, with CARDS of them."""

CARDS: Mapping[str, Callable[[Mapping[str, Mapping[str, Any]]], Any]] = {"faceoff": Cards}
"""What makes the cards of a game, from the front matter of each by its id, as bp01/035."""
