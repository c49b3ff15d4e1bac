"""What the referee answers a page. Expected answers are worked out from the rules by hand."""

import json

import pytest

from zhenshu.sandbox.api import Referee


@pytest.fixture(scope="module")
def referee(catalog):
    return Referee(catalog.referee)


@pytest.fixture
def ask(referee):
    def ask(kind, **asked):
        return json.loads(referee.answer(json.dumps({"kind": kind, **asked})))

    return ask


def unit(en, hans, **facts):
    return {"name": {"en": en, "zh-Hans": hans}, "power": 2, "range": 1, **facts}


def start(**changes):
    """You have two units, one of them rested, and two cards; the opponent has one unit."""
    you = {
        "line": [unit("Ready", "竖"), unit("Tired", "横", rested=True)],
        "hand": [unit("Recruit", "兵", type="character", cost=0)],
        "tactics": 1,
        **changes,
    }
    return {"position": {"distance": 1, "you": you, "opponent": {"line": [unit("Foe", "敌")]}}}


def texts(able, language="en"):
    return ["".join(piece["text"] for piece in each["text"][language]) for each in able]


def attack(*attackers):
    return {
        "kind": "attack",
        "player": "you",
        "data": {"attackers": list(attackers), "target": "c5"},
    }


def test_the_buttons_name_what_can_be_done(ask):
    answer = ask("legal", start=start())
    assert texts(answer["legal"]) == [
        "Play Recruit to the left of Ready",
        "Play Recruit between Ready and Tired",
        "Play Recruit to the right of Tired",
        "Ready: attack Foe",
        "End the turn",
    ]
    assert texts(answer["legal"], "zh-Hans")[3] == "竖攻击敌"
    assert [each["entry"] for each in answer["legal"]] == [
        {"play": {"card": "兵", "place": 0}},
        {"play": {"card": "兵", "place": 1}},
        {"play": {"card": "兵", "place": 2}},
        {"attack": {"by": ["竖"], "target": "敌"}},
        {"end": "you"},
    ]


def asked_for(ask, do):
    """The buttons and the first step of the last of them, once a skill of the first unit asks."""
    skill = {"timing": ["main"], "do": do}
    line = [unit("A", "甲", abilities=[skill]), unit("B", "乙"), unit("C", "丙")]
    begun = start(line=line, hand=[])
    use = {"kind": "use", "player": "you", "data": {"card": "c1", "index": 0}}
    legal = ask("apply", start=begun, actions=[], action=use)["legal"]
    return legal, ask("apply", start=begun, actions=[use], action=legal[-1]["action"])["steps"][:1]


def test_a_place_to_move_to_is_counted_from_the_left(ask):
    legal, step = asked_for(ask, [{"move": "self"}])
    seen = "from the left, as the player of that line sees it"
    assert texts(legal) == [f"Place 2 {seen}", f"Place 3 {seen}"]
    assert texts(legal, "zh-Hans")[0] == "从左数第2位（以该战线玩家的视角）"
    assert texts(legal, "zh-Hant")[0] == "從左數第2位（以該戰線玩家的視角）"
    assert [each["entry"] for each in legal] == [{"choose": 1}, {"choose": 2}]
    assert texts(step) == [f"Your side chooses place 3 {seen}."]
    assert texts(step, "zh-Hant") == ["以該戰線玩家的視角，我方選擇從左數第3位。"]


def test_one_of_several_effects_is_told_by_its_number(ask):
    legal, step = asked_for(ask, [{"one-of": [[{"draw": 1}], [{"draw": 2}]]}])
    assert texts(legal) == ["Effect 1", "Effect 2"]
    assert texts(legal, "zh-Hans") == ["第1项效果", "第2项效果"]
    assert texts(step, "zh-Hans") == ["我方选择第2项效果。"]


def test_only_the_languages_that_are_wanted_are_spoken(ask):
    answer = ask("legal", start=start(), languages=["zh-Hant"])
    assert [list(each["text"]) for each in answer["legal"]] == [["zh-Hant"]] * 5


def test_traditional_names_are_those_given_then_those_of_the_cards(ask):
    begun = {**start(hand=[{"card": "bp01/035"}]), "hant": {"竖": "豎"}}
    answer = ask("legal", start=begun)
    names = {name["zh-Hans"]: name["zh-Hant"] for name in answer["names"].values() if name}
    assert names["竖"] == "豎"
    assert names["横"] == "横"  # nobody gave its form
    assert names["迅戟·吕玲绮"] == "迅戟·呂玲綺"


def test_why_not_names_the_rule(ask):
    (step,) = ask("why", start=start(), action=attack("c2"))["steps"]
    assert (step["refused"], step["rule"]) == (True, "combat.attack.3")
    assert ask("why", start=start(), action=attack("c1"))["steps"] == []


def test_what_is_refused_changes_nothing(ask):
    answer = ask("apply", start=start(), actions=[], action=attack("c2"))
    assert answer["refused"]
    assert "table" not in answer and "legal" not in answer
    assert [step["rule"] for step in answer["steps"]] == ["combat.attack.3"]


def test_the_table_tells_numbers_and_what_is_going_on(ask):
    answer = ask("apply", start=start(), actions=[], action=attack("c1"))
    assert not answer["refused"]
    table = answer["table"]
    assert table["combat"] == {"step": "intercept", "attackers": ["c1"], "target": "c5"}
    assert table["choice"] == {"player": "opponent", "kind": "intercept", "source": ""}
    ready = table["sides"]["you"]["line"][0]
    assert (ready["id"], ready["power"], ready["readied"]) == ("c1", 2, False)
    assert ready["sums"] == {}  # a number with one part is no sum


def test_a_sum_has_a_text_for_each_language_that_is_wanted(ask):
    begun = start(line=[unit("Marked", "记", counters=3)])
    marked = ask("legal", start=begun, languages=["zh-Hant", "en"])["table"]["sides"]["you"][
        "line"
    ][0]
    assert (marked["power"], list(marked["sums"])) == (5, ["power"])
    said = marked["sums"]["power"]
    assert list(said) == ["zh-Hant", "en"]
    assert "".join(piece["text"] for piece in said["en"]) == "5 = 2 printed + 3 in power counters"
    assert [piece["rule"] for piece in said["en"] if piece["rule"]] == ["kw.power.counter.1"]


def test_a_ruling_can_write_every_button(ask):
    """The entry of each legal action, played in a ruling, leads to the events of the action."""
    begun = start()
    for each in ask("legal", start=begun)["legal"]:
        applied = ask("apply", start=begun, actions=[], action=each["action"], languages=["en"])
        expect = [{"happens": applied["steps"][0]["kind"]}]
        ruling = {**begun, "play": [each["entry"]], "expect": expect}
        (case,) = ask("run", ruling=ruling, languages=["en"])["cases"]
        assert case["steps"][: len(applied["steps"])] == applied["steps"]
        assert case["verdicts"][0]["ok"]


def test_each_step_has_the_board_it_leads_to(ask):
    ruling = {**start(), "play": [{"attack": {"by": "Ready", "target": "Foe"}}]}
    (case,) = ask("run", ruling={**ruling, "expect": [{"attack": "succeeds"}]})["cases"]
    kinds = [step["kind"] for step in case["steps"]]
    assert len(case["after"]) == len(kinds)
    rested = case["boards"][case["after"][kinds.index("rested")]["board"]]
    assert not rested["you"]["line"][0]["readied"]
    assert case["boards"][0]["you"]["line"][0]["readied"]
    last = case["boards"][case["after"][-1]["board"]]
    assert (last["opponent"]["line"], len(last["opponent"]["discard"])) == ([], 1)


def test_joint_attacks_are_told_by_who_can_join(ask):
    begun = start(line=[unit("A", "甲"), unit("B", "乙"), unit("C", "丙", range=0)], hand=[])
    answer = ask("legal", start=begun)
    assert texts(answer["legal"]) == ["A: attack Foe", "B: attack Foe", "End the turn"]
    assert answer["joint"] == {"c5": ["c1", "c2"]}
    assert ask("why", start=begun, action=attack("c1", "c2"))["steps"] == []


def test_a_long_play_has_only_its_first_boards(ask):
    decks = {player: {"deck": 60} for player in ("you", "opponent")}
    turns = [{"end": ("you", "opponent")[n % 2]} for n in range(70)]
    ruling = {"position": decks, "play": turns, "expect": [{"won": "nobody"}]}
    (case,) = ask("run", ruling=ruling, languages=["en"])["cases"]
    assert len(case["boards"]) == 100
    assert [each["board"] for each in case["after"]][-1] is None
    assert case["after"][0]["board"] in (0, 1)


def legal_deck(catalog):
    cards = json.loads(catalog.referee)["cards"]
    wind = {card: facts for card, facts in cards.items() if facts.get("element") == "wind"}
    characters = [card for card in wind if wind[card]["type"] == ["character"]]
    tactic = next(card for card in wind if wind[card]["type"] == ["tactic"])
    # 13 characters three times and a fourteenth once are 40.
    three = {card: 3 for card in characters[:13]}
    return {"stamina": 5, "cards": {"bp01/035": 1, **three, characters[13]: 1, tactic: 12}}


def test_chance_is_the_same_for_one_seed(ask, catalog):
    begun = {"decks": {player: legal_deck(catalog) for player in ("you", "opponent")}}
    first = ask("chance", start=begun, actions=[], seed=7)
    assert first == ask("chance", start=begun, actions=[], seed=7)
    assert first["action"]["player"] == "chance"
    seeds = [ask("chance", start=begun, actions=[], seed=seed)["action"] for seed in range(20)]
    assert any(action != first["action"] for action in seeds)
    assert ask("apply", start=begun, actions=[], action=first["action"])["refused"] is False


def test_the_button_of_a_shuffle_says_that_it_leaves_the_deck_alone(ask, catalog):
    begun = {"decks": {player: legal_deck(catalog) for player in ("you", "opponent")}}
    actions = [ask("chance", start=begun, actions=[], seed=7)["action"]]
    legal = ask("legal", start=begun, actions=actions)["legal"]
    while legal[0]["action"]["player"] != "chance":
        actions.append(legal[0]["action"])
        legal = ask("legal", start=begun, actions=actions)["legal"]
    assert texts(legal) == ["Leave the deck in the order it has"]
    assert texts(legal, "zh-Hant") == ["牌庫保持現有次序"]


def test_a_deck_that_is_not_legal_is_told_with_its_player(ask):
    decks = {player: {"stamina": 5, "cards": {"bp01/035": 2}} for player in ("you", "opponent")}
    error = ask("legal", start={"decks": decks})["error"]
    assert error["player"] == "you"
    # No more than one commander is one: the second is in the main deck, where it does not belong.
    said = ["".join(piece["text"] for piece in step["text"]["en"]) for step in error["steps"]]
    assert said[0] == "The main deck has 1 cards; it must have 40."
    assert said[1] == "The tactics deck has 0 cards; it must have 12."
    assert said[2].endswith(" does not belong in that deck.") and len(said) == 3


@pytest.mark.parametrize("count", [0, -1, 61, "x", None])
def test_the_number_of_a_card_in_a_deck_is_bounded(ask, count):
    decks = {player: {"stamina": 5, "cards": {"bp01/035": count}} for player in ("you", "opponent")}
    error = ask("legal", start={"decks": decks})["error"]
    assert error["path"] == ["you", "cards", "bp01/035"]


def test_a_mistake_says_where_it_is(ask):
    answer = ask("legal", start={"position": {"you": {"line": [{"name": "A"}]}}})
    assert answer["error"]["path"] == ["you", "line", 0]
    answer = ask("legal", start=start(), actions=[attack("c1"), attack("c1")])
    assert answer["error"]["place"] == 1
    assert answer["error"]["steps"][0]["rule"] == "combat.attack.1"
    assert "others" not in answer["error"]


def test_every_mistake_is_told_with_its_place(ask):
    begun = start(line=[unit("A", "甲", power=0), unit("B", "乙", range=1000)])
    error = ask("legal", start=begun)["error"]
    (other,) = error["others"]
    assert error["path"] == ["you", "line", 0, "power"]
    assert other["path"] == ["you", "line", 1, "range"]
    assert other["message"]["en"] == "The number is too large."
    assert other["hint"]["zh-Hans"] == "最多为999。"
