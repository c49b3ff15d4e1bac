"""Face-Off (正面对决): combat in full, from a position on the battlefield.

Rules are cited by the ids of the paragraphs in content/faceoff/rules. Turns, costs, card
abilities, and keywords other than state.KEYWORDS are not played.
"""

from referee.faceoff.actions import legal, why_not
from referee.faceoff.combat import apply
from referee.faceoff.events import reduce
from referee.faceoff.view import view

__all__ = ["apply", "legal", "reduce", "view", "why_not"]
