"""Face-Off (正面对决): whole games, from checking the decks to the last attack.

Rules are cited by the ids of the paragraphs in content/faceoff/rules. What the sources leave open
is decided by `state.Settings`. `vocabulary` is the language in which card files write skills.
"""

from referee.faceoff.actions import legal, why_not
from referee.faceoff.engine import apply, chance
from referee.faceoff.events import reduce
from referee.faceoff.view import view

__all__ = ["apply", "chance", "legal", "reduce", "view", "why_not"]
