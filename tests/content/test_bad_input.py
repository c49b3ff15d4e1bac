"""Each mistake a writer can make has a message of its own, with file, line and remedy."""

import pytest

CARD = "small/cards/first/001.md"


def test_the_small_project_has_no_mistake(project):
    assert project.problems() == []


@pytest.mark.parametrize(
    ("old", "new", "line", "wrong", "remedy"),
    [
        ("might: 4\n", "", 2, "`might` is missing", "Write unknown"),
        ("might: 4", "migth: 4", 7, "`migth` is not a known key", "Did you mean `might`?"),
        ("might: 4", "might: 4\nmight: 5", 8, "`might` is given twice", "Keep one"),
        ("[ambush]", "[ambuhs]", 9, "unknown keyword, ambuhs", "Did you mean `ambush`?"),
        ("[ambush]", "[shoot:two]", 9, "gives shoot the number two", "Write digits"),
        ("[ambush]", "[shoot]", 9, "gives shoot no number", "Write shoot:2."),
        ("[ambush]", "[ambush:2]", 9, "gives ambush a number", "Write ambush alone."),
        ('["guide:page 3"]', "[]", 11, "names no source", "Write the ids"),
        ("[infantry]", "[步兵]", 8, "uses a name, 步兵", "Write its id, infantry."),
        ("[infantry]", "[infantri]", 8, "unknown term, infantri", "Did you mean `infantry`?"),
        ("[infantry]", "[infantry, infantry]", 8, "names infantry twice", "Keep one"),
        ("[infantry]", "infantry", 8, "is not a list", "[infantry]"),
        ("might: 4", 'might: "4"', 7, "is 4, not a whole number", "Write digits"),
        ("might: 4", "might: -1", 7, "is -1, not a whole number", "Write digits"),
        ("might: 4", "might: four", 7, "is four, not a whole number", "Write digits"),
        ("might: 4", "might: null", 7, "has no number", "or unknown"),
        ("might: 4", "might: true", 7, "is True, not a whole number", "Write digits"),
        ("{wei: 2}", "{wu: 2}", 6, "unknown term, wu", ""),
        ("{wei: 2}", "{wei: 0}", 6, "counts wei as 0", "1 or more"),
        ("{wei: 2}", "[wei]", 6, "is not a map of numbers", "Write"),
        ("might: 4", "might: 4\nunique: yes", 8, "`unique` is yes", "true or false"),
        ("might: 4", "might: 4\nsame-name: small/first/02", 8, "not there", "small/first/002"),
        ('"Attacks."', '""', 10, "`summary` is not a text", "double quotes"),
        ('"Attacks."', "{en: It attacks.}", 10, "not just the two written languages", "zh-Hans"),
        ('"Attacks."', '{en: It attacks., zh-Hans: ""}', 10, "is not a text", "double quotes"),
        (
            '"Attacks."',
            '{en: "A.\\nB.", zh-Hans: 甲。}',
            10,
            "more lines in one",
            "one line in both",
        ),
        ('"Attacks."', "{en: A., zh-Hans: 戰斗。}", 10, "traditional character 戰", "Write 战."),
        ('"Attacks."', "{en: A., zh-Hans: 它是只有一个。}", 10, "would say 隻有", "只有"),
        ("guide:page 3", "giude:page 3", 11, "source giude is not in game.md", "`guide`"),
        ("奋强突固·乐进", "<script>alert(1)</script>", 2, "holds < or >", "words alone"),
        ("zh-Hans:", "zh-Hand:", 2, "is not a language used here", "zh-Han"),
        (
            '"奋强突固·乐进"',
            '"奋强突固·乐进", zh-Hant: "奮強突固·乐進"',
            2,
            "simplified character 乐",
            "Write 樂.",
        ),
        ("奋强突固·乐进", "奮强突固·乐进", 2, "traditional character 奮", "Write 奋."),
        ("number: 1", "number: 2", 3, "number 2 is taken by", "Correct one"),
        ("number: 1", "number: []", 3, "is not a printed number", "unknown"),
        ("might: 4", "\tmight: 4", 7, "A tab indents this line", "spaces"),
        ("might: 4", "might: *m", 7, "alias *m", "Write the value out"),
        ("might: 4", "might: &m 4", 7, "anchor &m", "Write the value out"),
        ("might: 4", "might: !!python/object:os.system 4", 7, "tag", "Write the value out"),
        ('"Attacks."', "When: attacks", 10, "colon stands inside", "double quotes"),
        ('"Attacks."', '"Attacks.', 11, "cannot be read", "quotes"),
        ("type: [unit]", "type: [territory]", 7, "`might` is no fact of a territory", "Delete"),
    ],
)
def test_a_mistake_in_a_card(project, old, new, line, wrong, remedy):
    project.change(CARD, old, new)
    path = "small/cards/first/002.md" if "taken" in wrong else CARD
    found = [text for text in project.problems() if text.startswith(f"{path}:{line}: ")]
    assert any(wrong in text and remedy in text for text in found), project.problems()


def test_a_mistaken_type_is_the_only_mistake_of_its_card(project):
    project.change(CARD, "type: [unit]", "type: [unti]")
    (found,) = [text for text in project.problems() if text.startswith(CARD)]
    assert "`type` has an unknown term, unti. Did you mean `unit`?" in found


@pytest.mark.parametrize(
    ("content", "line", "wrong"),
    [
        (b"---\nname: {zh-Hans: \xb9\xd8\xd3\xf0}\n---\n", 2, "Byte 0xb9 is not valid UTF-8."),
        (b"\xef\xbb\xbf---\nnumber: 1\n---\n", 1, "byte order mark"),
        (b"---\nnumber: 1\r\n---\r\n", 2, "carriage return"),
        (b"---\nnumber: 1\n\x00---\n", 3, "U+0000"),
        (b"---\nnumber: 1\n" + b"#" * 10_000_000, 1, "10000014 bytes"),
        (b"number: 1\n", 1, "no front matter"),
        (b"---\n- 1\n---\n", 2, "not a list of `key: value` lines"),
        (b"---\na: &a [1,1]\nb: &b [*a,*a]\nc: [*b,*b]\n---\n", 2, "anchor &a"),
        (b"---\na: " + b"[" * 3000 + b"\n---\n", 2, "nesting"),
        (b'---\nnumber: 1\nsummary: {en: "a\\eb"}\n---\n', 3, "U+001B"),
        (b'---\nnumber: 1\n"a\\x07": 2\n---\n', 3, "U+0007"),
    ],
)
def test_a_file_that_is_no_card(project, content, line, wrong):
    project.write(CARD, content)
    found = [text for text in project.problems() if text.startswith(f"{CARD}:{line}:")]
    assert any(wrong in text for text in found), project.problems()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("small/cards/second/001.md", "The set second is not in game.md."),
        ("small/cards/001.md", "This is no place for a card."),
        ("small/cards/first/001.txt", "This is no place for a card."),
        ("small/cards/first/A 1.md", "`A 1` is not an id."),
        ("small/keywords/Ambush.md", "The file name is not <id>.md."),
        ("small/rules/combat.md", "The file name names no language."),
        ("small/rules/combat.zh-Hant.md", "The file name names no language."),
        ("small/rules/damage.en.md", "The chapter damage has no zh-Hans file."),
    ],
)
def test_a_file_in_the_wrong_place(project, name, wrong):
    project.write(name, "---\ntitle: X\n---\n")
    assert any(wrong in text for text in project.problems())


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "wrong"),
    [
        ("rules/combat.en.md", "#combat.end.2", "#combat.end.1", 9, "used twice"),
        ("rules/combat.en.md", "#combat.end.2", "#combat.end", 10, "id is not one"),
        ("rules/combat.en.md", ' from="combat.end.1"', "", 9, "derived and names no from"),
        ("rules/combat.en.md", 'from="combat.end.1"', 'from="combat.end.7"', 9, "combat.end.7"),
        ("rules/combat.en.md", 'from="combat.end.1"', 'from="combat.end.2"', 9, "rests on itself"),
        ("rules/combat.en.md", 'source="guide"', 'source="book"', 6, "source book"),
        ("rules/combat.en.md", "Combat ends.", "Combat stops.", 6, "older than its English"),
        ("rules/combat.en.md", ".stated", ".certain", 6, "no single status"),
        ("rules/combat.en.md", '\n{: #combat.end.1 .stated source="guide" }', "", 6, "no id"),
        ("rules/combat.en.md", "Combat ends.", "[[combat.end.9]]", 6, "leads nowhere"),
        ("rules/combat.zh-Hans.md", "战斗结束。", "戰斗结束。", 6, "traditional character 戰"),
        ("rules/combat.zh-Hans.md", "战斗结束。", "<b>战斗</b>结束。", 6, "HTML stands"),
        ("rules/combat.zh-Hans.md", "combat.end.2", "combat.end.3", 9, "English has no"),
        ("keywords/ambush.md", "combat.end.1", "combat.end.4", 4, "combat.end.4 is not there"),
        ("game.md", "介绍。", "它是只有一个。", 17, "would say 隻有"),
        ("rules/combat.zh-Hans.md", "战斗结束", "生物战斗", 6, "This game's term is 单位."),
        ("rules/combat.en.md", "Combat ends", "Creature fights", 6, "The text says Creature."),
        ("keywords/shoot.md", "Shoot,", "Ambush,", 2, "keyword ambush is called Ambush too"),
        ("keywords/ambush.md", "[guide]", "[gide]", 5, "Did you mean `guide`?"),
        ("keywords/ambush.md", ", zh-Hans: 它等待。", "", 3, "has no zh-Hans text"),
        ("game.md", "About it.", "About [[keyword:ambsh]].", 15, "leads nowhere"),
        ("game.md", "About it.", "[x](javascript:alert(1))", 15, "javascript:alert(1"),
        ("game.md", "# zh-Hans\n介绍。\n", "", 14, "no zh-Hans text"),
        ("game.md", "order: 1", "order: one", 3, "`order` is not a whole number"),
    ],
)
def test_a_mistake_elsewhere(project, name, old, new, line, wrong):
    project.change(f"small/{name}", old, new)
    found = project.problems()
    stem = f"small/{name.split('.')[0]}"
    assert any(
        text.startswith(stem) and f":{line}: " in text and wrong in text for text in found
    ), found


def test_terms(project):
    project.change("terms.toml", 'shu = { en = "Shu"', 'shu = { eng = "Shu"')
    project.change("terms.toml", '"回复" = "回復"', '"回复" = "回复"')
    found = project.problems()
    assert any(text.startswith("terms.toml:7:") and "unknown key `eng`" in text for text in found)
    assert any(text.startswith("terms.toml:7:") and "no `en` name" in text for text in found)
    assert any(text.startswith("terms.toml:38:") and "character 复" in text for text in found)


@pytest.mark.parametrize("reading", ["樂進", "yuè", "yuè jìn le", "yue4 jin4"])
def test_a_reading_that_is_none(project, reading):
    project.change("terms.toml", '"yuè jìn"', f'"{reading}"')
    (found,) = project.problems()
    assert found.startswith("terms.toml:44:"), found
    assert f"`{reading}` is no reading of 乐进." in found


def test_an_escaped_control_character_in_a_table(project):
    project.change("terms.toml", 'en = "Shu"', r'en = "S\u0007hu"')
    assert any(text.startswith("terms.toml:7:") and "U+0007" in text for text in project.problems())


def test_paragraphs_that_rest_on_each_other(project):
    rules = "small/rules/combat.en.md"
    project.change(rules, '.stated source="guide"', '.derived from="combat.end.2"')
    assert (
        f"{rules}:6: combat.end.1 rests on itself: combat.end.1 → combat.end.2 → combat.end.1."
        in (text.partition(" Derive")[0] for text in project.problems())
    )


def test_a_term_given_twice(project):
    project.change("terms.toml", "[subject]", 'infantry = { en = "I", zh-Hans = "步" }\n[subject]')
    assert any(text.startswith("terms.toml:12:") for text in project.problems())


def test_all_mistakes_come_in_one_run(project):
    project.change(CARD, "might: 4", "might: four")
    project.change("small/cards/first/002.md", "number: 2", "number: 1")
    project.change("small/keywords/ambush.md", "[guide]", "[gide]")
    project.write("small/cards/first/003.md", b"\xff")
    assert [text.split(":")[0] for text in project.problems()] == [
        "small/cards/first/001.md",
        "small/cards/first/002.md",
        "small/cards/first/003.md",
        "small/keywords/ambush.md",
    ]
