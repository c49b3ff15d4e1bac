"""The cards of the site, against the sources they were taken from."""

import re

import pytest


@pytest.fixture
def loaded(content_of_the_site):
    return content_of_the_site


def test_every_card_is_there(loaded):
    """Counts of the sources: 2,091 and 267 in their lists, 7 boxes of 32, and 12 known."""
    counts = {slug: len(game.cards) for slug, game in loaded.games.items()}
    assert counts == {"formation": 2091, "faceoff": 267, "clash": 224, "zongheng": 12}
    assert list(counts) == ["formation", "faceoff", "clash", "zongheng"]


def test_sets_of_formation_have_the_cards_the_official_list_has(loaded):
    per_set = {}
    for card in loaded.games["formation"].cards.values():
        per_set[card.set] = per_set.get(card.set, 0) + 1
    assert per_set == {
        "cz": 186, "qx": 115, "dm": 186, "qq": 129, "yj": 191, "lh": 134, "dj": 191,
        "lt": 150, "ny": 186, "ly": 136, "cx": 136, "ft": 129, "wd": 198, "beauty": 24,
    }  # fmt: skip


def test_a_unit_of_formation(loaded):
    """夏侯惇, number 5 of 初阵: official page 181."""
    card = loaded.games["formation"].cards["formation/cz/005"]
    assert card.names.hans == "独眼罗刹·夏侯惇"
    assert card.names.hant == "獨眼羅剎·夏侯惇"
    facts = card.front.facts
    assert facts["type"] == ["unit"]
    assert facts["requirement"] == {"wei": 3}
    assert (facts["cost"], facts["might"], facts["stamina"]) == (7, 5, 6)
    assert facts["unique"] is True
    assert facts["keywords"] == ["transfer"]
    assert facts["rarity"] == "legendary"
    assert ("off-card", "181") in card.sources


def test_what_no_source_says_is_unknown(loaded):
    """The official list of the later sets has no requirement and no rarity."""
    later = loaded.games["formation"].cards["formation/wd/307"].front.facts
    assert later["requirement"] == later["rarity"] == later["summary"] == "unknown"
    assert later["cost"] == 2
    commander = loaded.games["faceoff"].cards["faceoff/bp01/035"]
    assert commander.front.facts["stamina"] == "unknown"
    beauty = loaded.games["formation"].cards["formation/beauty/001"].front.facts
    assert beauty["keywords"] == "unknown"


def test_a_commander_has_two_faces_and_its_other_numbers(loaded):
    card = loaded.games["faceoff"].cards["faceoff/bp01/035"]
    assert card.front.number == "BP01-L-035"
    assert card.back.number == "BP01-L-035*"
    assert (card.front.facts["power"], card.back.facts["power"]) == (2, 3)
    assert card.printings == (("BP01-LR-035a", "bp01"), ("S01-PR-007", "s01"))
    assert card.front.facts["awaken-requirement"] == {"wind": 2}
    backs = [c for c in loaded.games["faceoff"].cards.values() if c.back]
    assert len(backs) == 14


def test_a_face_and_the_list_that_disagrees(loaded):
    """Partisan: printed 3/2, in the coded list 2/2."""
    card = loaded.games["clash"].cards["clash/starter-kit/partisan"]
    assert (card.front.facts["attack"], card.front.facts["health"]) == (3, 2)
    assert card.differs["s4"]["attack"] == 2


def test_an_attack_printed_as_x(loaded):
    """Vulnerability prints X instead of a number, on 11 cards."""
    cards = loaded.games["clash"].cards.values()
    crosses = [card for card in cards if card.front.facts["attack"] == "X"]
    assert len(crosses) == 11
    assert all("vulnerability" in card.front.facts["keywords"] for card in crosses)


def test_traditional_names_hold_no_simplified_character(loaded):
    from zhenshu import chinese

    names = [
        names.hant
        for game in loaded.games.values()
        for names in (card.names for card in game.cards.values())
        if names.hant
    ]
    assert len(names) > 2300
    wrong = [name for name in names if chinese.simplified_only(name)]
    assert wrong == []


def test_traditional_words_that_machines_get_wrong(loaded, root):
    from zhenshu.records import Records

    records = Records(loaded)
    texts = []
    for game in loaded.games.values():
        texts += [records.keyword(game, k) for k in game.keywords.values()]
        texts += [records.chapter(game, c) for c in game.chapters]
        texts += [records.ruling(game, r) for r in game.rulings.values()]
        texts += [records.game(game)]
    texts += [records.page(page) for page in loaded.pages.values()]
    hant = "".join(_hant(texts))
    assert len(hant) > 20_000
    assert {"隻能", "回覆", "於禁"} <= set(loaded.terms.forbidden)
    assert [word for word in loaded.terms.forbidden if word in hant] == []
    from zhenshu import chinese

    # Code, such as a query in simplified Chinese, stays as it is written.
    assert chinese.simplified_only(re.sub("<code>.*?</code>", "", hant)) == []


def _hant(value):
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "zh-Hant" and isinstance(item, str):
                yield item
            else:
                yield from _hant(item)
    elif isinstance(value, list):
        for item in value:
            yield from _hant(item)
