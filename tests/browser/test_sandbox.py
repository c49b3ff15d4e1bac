"""Rulings that are stepped and changed, and the sandbox, as a reader uses them."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from referee.games import RUN
from zhenshu.problems import Problem
from zhenshu.source import read

# The referee loads in its own time, however busy the machine is.
expect.set_options(timeout=30_000)

DODGE = "en/faceoff/rulings/dodge-flash/"
SANDBOX = "en/faceoff/sandbox/"
CARDS = Path(__file__).parents[2] / "content/faceoff/cards/bp01"
# The base case of dodge-flash: power 4 attacks power 2 that adds its own flash of 1.
SUCCEEDS = "The attack succeeds: power 4 against Defender with 3 = 2 printed + 1 own flash."


@pytest.fixture
def ruling(browser_page: Page, site: str) -> Locator:
    """The base case of dodge-flash."""
    browser_page.goto(f"{site}{DODGE}")
    return browser_page.locator("section.case").first


@pytest.fixture
def changing(ruling: Locator) -> Locator:
    """The same with its fields open."""
    ruling.get_by_text("Change it").click()
    expect(ruling.locator(".now")).to_have_text(f"As the ruling has it: {SUCCEEDS}")
    return ruling


def power_of(case: Locator, unit: str) -> Locator:
    return case.get_by_role("group", name=unit, exact=True).get_by_role("spinbutton", name="Power")


def test_nothing_of_the_referee_is_loaded_before_it_is_used(browser_page: Page, site: str) -> None:
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(request.url))
    browser_page.goto(f"{site}{DODGE}")
    button = browser_page.get_by_role("button", name="Next step").first
    expect(button).to_be_visible()
    assert not [url for url in asked if "worker" in url or "engine" in url or "wasm" in url]
    button.click()
    expect(browser_page.locator(".sentence").first).to_be_visible()
    assert [url for url in asked if url.endswith("engine.json")]


def test_a_case_is_stepped_through_by_buttons_and_arrow_keys(
    ruling: Locator, browser_page: Page
) -> None:
    steps = ruling.locator("[data-part=steps] > li")
    sentences = [re.sub(r"\s+", " ", text) for text in steps.locator("> p").all_inner_texts()]
    told = ruling.get_by_role("status").first
    place = ruling.locator(".stepper .quiet")
    expect(ruling.get_by_role("button", name="Back", exact=False).first).to_be_disabled()
    ruling.get_by_role("button", name="Next step").click()
    expect(told.locator(".sentence")).to_have_text(sentences[0])
    expect(told.locator(".paragraph")).to_contain_text("combat.attack.1")
    expect(place).to_have_text(f"step 1 of {len(sentences)}")
    expect(steps.nth(0)).to_have_attribute("aria-current", "step")
    browser_page.keyboard.press("ArrowRight")
    expect(told.locator(".sentence")).to_have_text(sentences[1])
    browser_page.keyboard.press("ArrowLeft")
    browser_page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("before the first step")
    expect(ruling.get_by_role("button", name="Next step")).to_be_focused()


def test_the_board_is_that_of_the_step_and_shows_sums(ruling: Locator) -> None:
    start = ruling.locator("[data-part=start]")
    on = ruling.get_by_role("button", name="Next step")
    sentence = ruling.locator(".sentence")
    on.click()
    expect(start.locator(".unit", has_text="Attacker")).to_contain_text("readied, attacking")
    for _ in range(20):
        if "own flash" in sentence.inner_text():
            break
        before = sentence.inner_text()
        on.click()
        expect(sentence).not_to_have_text(before)
    expect(start.locator(".unit", has_text="Attacker")).to_contain_text("rested")
    defender = start.locator(".unit", has_text="Defender")
    expect(defender).to_contain_text("3 = 2 printed + 1 own flash")


def test_a_changed_number_turns_the_verdict(changing: Locator) -> None:
    # 4 printed and 1 own flash are 5, and 4 does not reach that.
    power_of(changing, "Defender").fill("4")
    answer = changing.locator(".now")
    expect(answer).to_contain_text("Now: The attack fails: power 4 against Defender with 5")
    expect(answer).to_contain_text(f"Before: {SUCCEEDS}")
    expect(changing.locator(".else")).to_contain_text("No more: Defender dies")
    expect(changing.locator("[data-part=verdicts] .missed").first).to_be_visible()
    expect(changing.locator("[data-part=after] .unit")).to_have_count(2)
    # 3 and 1 are 4, which 4 still reaches.
    power_of(changing, "Defender").fill("3")
    expect(answer).to_contain_text("Now: The attack succeeds: power 4 against Defender with 4")
    changing.get_by_role("button", name="Back to the ruling").click()
    expect(answer).to_have_text(f"As the ruling has it: {SUCCEEDS}")
    expect(power_of(changing, "Defender")).to_have_value("2")
    expect(changing.locator("[data-part=verdicts] .missed")).to_have_count(0)


def test_orientation_and_keywords_can_be_changed(changing: Locator) -> None:
    defender = changing.get_by_role("group", name="Defender", exact=True)
    defender.get_by_role("checkbox", name="Rested").check()
    expect(changing.locator(".now")).to_contain_text("power 4 against Defender with 2")
    attacker = changing.get_by_role("group", name="Attacker", exact=True)
    attacker.get_by_role("checkbox", name="Entered this turn").check()
    expect(changing.locator(".now")).to_contain_text("entered this turn and does not have Swift")
    expect(changing.locator("[data-part=steps] .refused")).to_have_count(1)
    attacker.get_by_text("Keywords").click()
    attacker.get_by_role("checkbox", name="Swift").check()
    expect(changing.locator(".now")).to_contain_text("power 4 against Defender with 2")


def test_decisions_can_be_changed(changing: Locator) -> None:
    answer = changing.locator(".now")
    changing.get_by_role("checkbox", name="Discard Shield to dodge").check()
    # 2 printed, 1 own flash and 1 discarded are 4: still reached.
    expect(answer).to_contain_text("Now: The attack succeeds: power 4 against Defender with 4")
    changing.get_by_role("checkbox", name="Discard Horse to dodge").check()
    expect(answer).to_contain_text("Now: The attack fails: power 4 against Defender with 5")
    changing.get_by_role("combobox", name="Intercepted by").select_option(label="Defender")
    expect(answer).to_contain_text("does not have Intercept")


def test_what_cannot_be_played_is_said_and_mended(changing: Locator) -> None:
    power_of(changing, "Defender").fill("0")
    expect(changing.locator(".now")).to_contain_text("cannot be played: The number is too small.")
    power_of(changing, "Defender").fill("2")
    expect(changing.locator(".now")).to_have_text(f"The answer stays: {SUCCEEDS}")


def test_every_mistake_is_told_in_a_list(changing: Locator) -> None:
    power_of(changing, "Attacker").fill("0")
    expect(changing.locator(".now")).to_contain_text("cannot be played: The number is too small.")
    expect(changing.locator(".now li")).to_have_count(0)
    power_of(changing, "Defender").fill("0")
    told = "The number is too small. The least is 1."
    expect(changing.locator(".now li")).to_have_text([told, told])
    expect(changing.locator(".now")).to_have_attribute("role", "status")
    power_of(changing, "Attacker").fill("4")
    power_of(changing, "Defender").fill("2")
    expect(changing.locator(".now")).to_have_text(f"The answer stays: {SUCCEEDS}")


def test_a_changed_position_is_opened_in_the_sandbox(changing: Locator, browser_page: Page) -> None:
    power_of(changing, "Defender").fill("4")
    expect(changing.locator(".now")).to_contain_text("fails")
    changing.get_by_role("link", name="Open it in the sandbox, with its play").click()
    # The attack, and four windows that are passed or used: 4 does not reach 4 + 1.
    log = browser_page.locator("#log > li")
    expect(log.last).to_contain_text("The attack fails")
    undo = browser_page.locator("#undo")
    for left in reversed(range(log.count())):
        undo.click()
        expect(log).to_have_count(left)
    defender = browser_page.locator("#table .unit", has_text="Defender")
    expect(defender).to_contain_text("power 4")
    expect(browser_page.locator("#table .unit", has_text="Attacker")).to_contain_text("readied")


def test_the_first_turn_and_a_hand_limit_can_be_set(sandbox: Page) -> None:
    form = sandbox.locator("#add")
    form.get_by_label("commander").check()
    add(sandbox, "Lord", 3)
    form.get_by_label("commander").uncheck()
    add(sandbox, "Foe", 1, "Opponent")
    sandbox.get_by_label("The first turn of the game").check()
    sandbox.locator("#table").get_by_role("button", name="Lord").click()
    # turn.main.2: no commander attacks in the first turn.
    expect(sandbox.locator("#picked")).to_contain_text("turn.main.2")
    limit = sandbox.get_by_role("spinbutton", name="Hand limit (empty: none)")
    limit.fill("0")
    form.get_by_label("Where").select_option(label="Hand")
    add(sandbox, "Card", 0)
    sandbox.locator("#now").get_by_role("button", name="End the turn").click()
    expect(sandbox.locator("#now")).to_contain_text("a card to discard for the hand limit")
    sandbox.locator("#undo").click()
    limit.fill("")
    sandbox.locator("#now").get_by_role("button", name="End the turn").click()
    expect(sandbox.locator("#now")).to_contain_text("Opponent: main phase")


def test_without_webassembly_the_page_says_so(browser: Browser, site: str) -> None:
    context = browser.new_context()
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto(f"{site}{DODGE}")
    page.get_by_role("button", name="Next step").first.click()
    expect(page.get_by_role("status").first).to_contain_text("cannot run the referee")
    expect(page.locator("[data-part=steps] > li").first).to_be_visible()
    context.close()


def test_without_webassembly_the_sandbox_says_so_and_stays_awake(
    browser: Browser, site: str
) -> None:
    context = browser.new_context()
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    thrown: list[object] = []
    page.on("pageerror", lambda error: thrown.append(error))
    page.goto(f"{site}{SANDBOX}")
    told = page.locator("#told")
    expect(told).to_contain_text("cannot run the referee")
    page.locator("#add").get_by_role("button", name="Add", exact=True).click()
    page.locator("#save").click()
    expect(told).to_contain_text("cannot run the referee")
    assert not thrown
    context.close()


# --- The sandbox ---


@pytest.fixture
def sandbox(browser_page: Page, site: str) -> Page:
    browser_page.goto(f"{site}{SANDBOX}")
    expect(browser_page.locator("#told")).to_have_text("The position is set up.")
    return browser_page


def add(page: Page, name: str, power: int, player: str = "You") -> None:
    """Put a made-up unit on a line, with range 1."""
    form = page.locator("#add")
    form.get_by_label("Whose").select_option(label=player)
    form.get_by_label("Name").fill(name)
    form.get_by_label("Power").fill(str(power))
    form.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#told")).to_have_text(f"Added: {name}")


@pytest.fixture
def duel(sandbox: Page) -> Page:
    """Strong (4) faces Weak (2), which has no flash."""
    add(sandbox, "Strong", 4)
    add(sandbox, "Weak", 2, "Opponent")
    return sandbox


ATTACK = "Strong: attack Weak"


def do(page: Page, *names: str) -> None:
    for name in names:
        page.locator("#now").get_by_role("button", name=name).click()


def fight(page: Page) -> None:
    """Attack, and let the other side pass in all three windows."""
    do(page, ATTACK, "Pass in the intercept step", "Pass in the response step")
    do(page, "Pass in the dodge step")
    expect(page.locator("#table .unit")).to_have_count(1)


def test_a_game_is_set_up_and_played(duel: Page) -> None:
    fight(duel)
    expect(duel.locator("#table")).to_contain_text("Discard pile: Weak")
    expect(duel.locator("#log > li")).to_have_count(4)
    last = duel.locator("#log > li").last
    expect(last).to_contain_text("The attack succeeds: power 4 against Weak with 2.")
    last.locator("summary", has_text="combat.resolve").first.click()
    expect(last.locator("details[open] p")).to_be_visible()
    expect(duel.get_by_role("status").first).to_contain_text("Weak dies")


def test_all_is_undone_and_done_again(duel: Page) -> None:
    fight(duel)
    undo, redo = duel.locator("#undo"), duel.locator("#redo")
    expect(redo).to_be_disabled()
    for left in (3, 2, 1, 0):
        undo.click()
        expect(duel.locator("#log > li")).to_have_count(left)
    undo.click()
    expect(duel.locator("#table .unit")).to_have_count(1)
    undo.click()
    expect(duel.locator("#table .unit")).to_have_count(0)
    expect(undo).to_be_disabled()
    for _ in range(6):
        redo.click()
    expect(duel.locator("#log > li")).to_have_count(4)
    expect(duel.locator("#table")).to_contain_text("Discard pile: Weak")
    expect(redo).to_be_disabled()


def test_what_a_card_cannot_do_has_its_reason_and_paragraph(duel: Page) -> None:
    duel.locator("#table").get_by_role("button", name="Strong").click()
    picked = duel.locator("#picked")
    expect(picked.get_by_role("button", name=ATTACK)).to_be_visible()
    picked.get_by_role("checkbox", name="Rested").check()
    expect(picked.get_by_role("button", name=ATTACK)).to_have_count(0)
    reason = picked.locator(".reasons li", has_text="Attack Weak")
    expect(reason).to_contain_text("Strong is rested and cannot attack.")
    reason.locator("summary").click()
    expect(reason.get_by_role("link", name="In the rules")).to_have_attribute(
        "href", re.compile(r"/rules/#combat\.attack\.3$")
    )


def test_a_card_of_the_catalogue_is_found_and_added_twice(sandbox: Page) -> None:
    sandbox.get_by_label("A card of the catalogue").fill("guan yu")
    sandbox.locator("#found button").first.click()
    expect(sandbox.locator("#told")).to_have_text("Added: 武圣·关羽")
    sandbox.locator("#found button").first.click()
    expect(sandbox.locator("#told")).to_have_text("Added: 武圣·关羽 (2)")
    sandbox.locator("#table").get_by_role("button", name="关羽", exact=False).first.click()
    page_of_card = sandbox.get_by_role("link", name="The page of this card")
    expect(page_of_card).to_have_attribute("href", "../cards/bp01/079/")


def test_what_the_referee_does_not_take_is_said_and_changes_nothing(sandbox: Page) -> None:
    add(sandbox, "Lone", 1)
    sandbox.locator("#add").get_by_label("Name").fill("Nothing")
    sandbox.locator("#add").get_by_label("Power").fill("0")
    sandbox.locator("#add").get_by_role("button", name="Add", exact=True).click()
    expect(sandbox.locator("#told")).to_contain_text("cannot be played: The number is too small.")
    expect(sandbox.locator("#table .unit")).to_have_count(1)
    expect(sandbox.locator("#table .unit")).to_contain_text("Lone")


def test_a_referee_that_is_lost_while_undoing_loses_nothing(browser: Browser, site: str) -> None:
    context = browser.new_context()
    # Its memory is taken from it in the middle of a game, as phones do.
    context.add_init_script(
        "globalThis.Worker = class extends Worker {"
        "  constructor(...given) { super(...given); globalThis.last = this; }"
        "}"
    )
    page = context.new_page()
    page.goto(f"{site}{SANDBOX}")
    expect(page.locator("#told")).to_have_text("The position is set up.")
    add(page, "Strong", 4)
    add(page, "Weak", 2, "Opponent")
    do(page, ATTACK, "Pass in the intercept step")
    log = page.locator("#log > li")
    expect(log).to_have_count(2)
    page.evaluate("last.terminate()")
    page.locator("#undo").click()
    expect(page.locator("#told")).to_contain_text("too long")
    expect(log).to_have_count(2)
    page.locator("#undo").click()
    expect(log).to_have_count(1)
    page.locator("#redo").click()
    expect(log).to_have_count(2)
    context.close()


def test_cards_that_could_not_be_loaded_are_found_at_the_next_try(
    browser: Browser, site: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}{SANDBOX}")
    field, told = page.get_by_label("A card of the catalogue"), page.locator("#told")
    expect(told).to_have_text("The position is set up.")
    context.set_offline(True)
    field.fill("guan y")
    expect(told).to_have_text("The cards could not be loaded. Try again later.")
    context.set_offline(False)
    field.fill("guan yu")
    expect(page.locator("#found button").first).to_contain_text("关羽")
    field.fill("qqqq")
    expect(told).to_have_text("No card found")
    context.close()


def test_a_name_can_neither_turn_the_words_around_nor_widen_the_page(sandbox: Page) -> None:
    sandbox.set_viewport_size({"width": 320, "height": 844})
    form = sandbox.locator("#add")
    for player, name in (("You", "\u202eDrawkcab"), ("Opponent", "W" * 39)):
        shown = name.removeprefix("\u202e")
        form.get_by_label("Whose").select_option(label=player)
        form.get_by_label("Name").fill(name)
        form.get_by_role("button", name="Add", exact=True).click()
        expect(sandbox.locator("#told")).to_have_text(f"Added: {shown}")
    attack = sandbox.locator("#now .do").first
    expect(attack).to_have_text(f"Drawkcab: attack {'W' * 39}")
    sandbox.locator("#table .pick").first.click()
    expect(sandbox.locator("#picked h3")).to_have_text("W" * 39)
    assert sandbox.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_number_that_cannot_be_gives_way_when_its_field_is_left(sandbox: Page) -> None:
    life = sandbox.get_by_role("group", name="You").get_by_role("spinbutton", name="Life")
    for wrong in ("-5", "61", "1.5", ""):
        life.fill(wrong)
        life.blur()
        expect(life).to_have_value("3")
    expect(sandbox.locator("#table .side").last).to_contain_text("Life: 3")
    life.fill("2")
    life.blur()
    expect(life).to_have_value("2")


def test_a_link_carries_the_position_and_what_was_done(duel: Page, browser: Browser) -> None:
    fight(duel)
    expect(duel.locator("#log > li")).to_have_count(4)
    # The address follows a moment after the board; asking for the link waits for it.
    duel.locator("#copy").click()
    expect(duel.locator("#told")).to_contain_text(re.compile("copied|copy this", re.IGNORECASE))
    expect(duel).to_have_url(re.compile(r"/sandbox/#1\.[\w-]{200,}$"))
    link = duel.url
    assert len(link) <= 2000
    context = browser.new_context()
    other = context.new_page()
    other.goto(link)
    expect(other.locator("#log > li")).to_have_count(4)
    expect(other.locator("#table")).to_contain_text("Discard pile: Weak")
    assert other.locator("#log").inner_text() == duel.locator("#log").inner_text()
    context.close()


@pytest.mark.parametrize(
    ("fragment", "told"),
    [
        ("1.eJyLrlaqzC9Vsqp", "This link is damaged"),
        ("1.****", "This link is damaged"),
        ("hello", "This link is damaged"),
        ("2.eJyLrlaqzC9Vsqp", "another version"),
    ],
)
def test_a_damaged_link_says_so(browser_page: Page, site: str, fragment: str, told: str) -> None:
    browser_page.goto(f"{site}{SANDBOX}#{fragment}")
    expect(browser_page.locator("#told")).to_contain_text(told)
    expect(browser_page.locator("#table .unit")).to_have_count(0)
    add(browser_page, "Fresh", 1)


def test_a_game_is_saved_as_a_ruling_that_runs(duel: Page, tmp_path: Path) -> None:
    fight(duel)
    with duel.expect_download() as download:
        duel.locator("#save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    problems: list[Problem] = []
    document = read(saved, saved.name, problems)
    assert document and problems == []
    assert document.data["play"][0] == {"attack": {"by": ["Strong"], "target": "Weak"}}
    result = RUN["faceoff"](document.data)
    assert result.ok
    assert {"where": {"Strong": "battlefield", "Weak": "discard"}} in document.data["expect"]


@pytest.fixture
def decks(sandbox: Page) -> Page:
    """The form for two decks, filled in by keyboard but for the lists."""
    sandbox.get_by_text("Begin a game with two decks").focus()
    sandbox.keyboard.press("Enter")
    cards = [read(path, path.name, []) for path in sorted(CARDS.glob("*.md"))]
    wind = [card.data for card in cards if card and card.data.get("element") == "wind"]
    characters = [card["name"]["zh-Hans"] for card in wind if card["type"] == ["character"]][:14]
    (tactic,) = [card["name"]["zh-Hans"] for card in wind if card["type"] == ["tactic"]]
    # 13 characters three times and a fourteenth once are 40.
    main = [f"3 {name}" for name in characters[:13]] + [f"1 {characters[13]}"]
    deck = ["Commander:", "BP01-L-035", *main, f"{tactic} ×12"]
    for player in ("you", "opponent"):
        sandbox.locator(f"#list-{player}").fill("\n".join(deck))
        sandbox.keyboard.press("Tab")
        sandbox.keyboard.type("5")
    return sandbox


def test_two_decks_begin_a_game_that_a_link_carries(decks: Page, browser: Browser) -> None:
    decks.keyboard.press("Enter")
    expect(decks.locator("#told")).to_have_text("The game begins.")
    expect(decks.locator("#now .owed")).to_have_text("Chance to decide: the order of a deck")
    expect(decks.locator("#add")).to_be_hidden()
    # Each player's main and tactics deck is shuffled.
    for done in range(1, 5):
        decks.get_by_role("button", name="Let chance decide").click()
        expect(decks.locator("#log > li")).to_have_count(done)
    decks.locator("#save").click()
    expect(decks.locator("#told")).to_contain_text("cannot be written as a ruling")
    address = decks.url
    assert len(address) <= 2000
    other = browser.new_page()
    other.goto(address)
    expect(other.locator("#log > li")).to_have_count(4)
    other.close()
    decks.locator("#empty").click()
    expect(decks.locator("#add")).to_be_visible()
    decks.locator("#undo").click()
    expect(decks.locator("#log > li")).to_have_count(4)


def test_what_is_wrong_with_a_deck_is_told(decks: Page) -> None:
    deck = decks.locator("#list-opponent")
    whole = deck.input_value()
    deck.fill(whole + "\n1 Nobody")
    decks.get_by_role("button", name="Begin the game").click()
    expect(decks.locator("#told")).to_contain_text("Opponent, line 18: no card, or more than one")
    deck.fill(whole.replace("×12", "×11"))
    decks.get_by_role("button", name="Begin the game").click()
    expect(decks.locator("#told")).to_contain_text(
        "Opponent: The tactics deck has 11 cards; it must have 12."
    )
    expect(decks.locator("#log > li")).to_have_count(0)


def test_a_joint_attack_is_put_together_and_refused_with_its_reason(duel: Page) -> None:
    add(duel, "Second", 1)
    duel.get_by_text("Attack jointly").click()
    weak = duel.locator("#now").get_by_role("group", name="Attack Weak")
    weak.get_by_role("checkbox", name="Strong").uncheck()
    weak.get_by_role("checkbox", name="Second").uncheck()
    weak.get_by_role("button", name="Attack together").click()
    expect(duel.locator("#told")).to_contain_text("An attack needs an attacker.")
    expect(duel.locator("#redo")).to_be_disabled()
    duel.get_by_text("Attack jointly").click()
    weak.get_by_role("button", name="Attack together").click()
    # 4 and 1 are 5 together.
    for window in ("intercept", "response", "dodge"):
        do(duel, f"Pass in the {window} step")
    expect(duel.locator("#log")).to_contain_text("power 5 = 4 from Strong + 1 from Second against")


def test_the_next_turn_begins_when_a_player_ends_one(duel: Page) -> None:
    do(duel, "End the turn")
    expect(duel.locator("#now")).to_contain_text("Opponent: main phase")
    expect(duel.locator("#log")).to_contain_text("Turn 4 begins")


def test_a_game_is_played_by_keyboard_alone(duel: Page) -> None:
    do_it = duel.locator("#now").get_by_role("button", name=ATTACK)
    do_it.focus()
    for step in ("intercept", "response", "dodge"):
        duel.keyboard.press("Enter")
        # The focus stays among what can be done now.
        passing = duel.locator("#now").get_by_role("button", name=f"Pass in the {step} step")
        expect(passing).to_be_focused()
    duel.keyboard.press("Enter")
    expect(duel.locator("#table .unit")).to_have_count(1)
    duel.keyboard.press("Control+z")
    expect(duel.locator("#table .unit")).to_have_count(2)
    duel.keyboard.press("Control+Shift+z")
    expect(duel.locator("#table .unit")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_living_boards(duel: Page, site: str, width: int, scheme: str) -> None:
    duel.set_viewport_size({"width": width, "height": 844})
    duel.get_by_text("Begin a game with two decks").click()
    duel.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    duel.locator("#table").get_by_role("button", name="Strong").click()
    expect(duel.locator(".reasons").first).to_be_visible()
    do(duel, ATTACK)
    expect(duel.locator("#log > li")).to_have_count(1)
    assert duel.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(duel)
    assert found.violations_count == 0, found.generate_report()
    duel.goto(f"{site}{DODGE}")
    case = duel.locator("section.case").first
    case.get_by_role("button", name="Next step").click()
    case.get_by_text("Change it").click()
    expect(case.locator(".now")).not_to_be_empty()
    assert duel.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(duel)
    assert found.violations_count == 0, found.generate_report()
