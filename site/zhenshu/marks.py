"""Small drawings for factions, elements and the standing of a rule, all our own.

Each has its own outline, so that none is told from another by colour alone, and each stands beside
its name. They are filled with the colour of the text, or of their class.
"""

from markupsafe import Markup

# Paths in a box of 16 by 16.
_PATHS = {
    # Factions: a walled city, mountains, waves, scattered camps.
    "faction/wei": "M1 14V4h3v2h2V4h4v2h2V4h3v10h-5v-4H6v4z",
    "faction/shu": "M0 14 5 5l2 3 4-6 5 12z",
    "faction/wu": "M0 6q2-4 4 0t4 0 4 0 4 0v3q-2 4-4 0t-4 0-4 0-4 0zm0 6q2-4 4 0t4 0 4 0 4 0v3H0z",
    "faction/qun": "M8 0l3 3-3 3-3-3zM3 5l3 3-3 3-3-3zm10 0 3 3-3 3-3-3zm-5 5 3 3-3 3-3-3z",
    # Elements: a gust, a tree, a flame, a peak, a crescent, a bolt.
    "element/wind": "M0 5h9a1.5 1.5 0 1 0-1.5-1.5h-2A3.5 3.5 0 1 1 9 7H0zm0 4h12a3 3 0 1"
    " 1-3 3h2a1 1 0 1 0 1-1H0z",
    "element/forest": "M8 0l4 5h-2l4 5H9v6H7v-6H2l4-5H4z",
    "element/fire": "M8 0q1 3 4 6t2 6q-1 4-6 4t-6-4q0-3 2-5 1 2 2 2 1-5 2-9z",
    "element/mountain": "M0 15V9h4V4h3V1h3v3h3v5h3v6z",
    "element/yin": "M11 1A7.5 7.5 0 1 0 15 11 6 6 0 0 1 11 1z",
    "element/thunder": "M9 0 2 9h5l-2 7 9-10H9z",
    # How a paragraph or ruling stands: whole, half, hollow, struck out.
    "status/stated": "M2 2h12v12H2z",
    "status/official": "M2 2h12v12H2z",
    "status/derived": "M1 8l7-7 7 7-7 7zm2.5 0L8 12.5v-9z",
    "status/assumed": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0"
    " 0 1 0-9z",
    "status/superseded": "M1 3l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z",
}

_SVG = {
    key: Markup(
        f'<svg class="mark {key.rpartition("/")[2]}" viewBox="0 0 16 16" aria-hidden="true">'
        f'<path d="{path}"/></svg>'
    )
    for key, path in _PATHS.items()
}


def mark(group: str, id: str) -> Markup:
    """The drawing of a term as SVG; nothing for a term that has none."""
    return _SVG.get(f"{group}/{id}", Markup(""))
