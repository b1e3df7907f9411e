"""Studies: the tree, what can be done to it, and its text (docs/page.md, Studies)."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play.codec import parse_setup
from spieltisch.play.study import (
    GLYPHS,
    MARK,
    MAX_CHAPTERS,
    MAX_COMMENT,
    MAX_MOVES,
    MAX_TEXT,
    ROOT,
    Study,
    StudyError,
    StudyFlaw,
    StudyMode,
    to_study,
    turns_of,
)
from spieltisch.play.study_text import (
    Chapter,
    format_chapters,
    format_study,
    is_study,
    parse_chapters,
    parse_study,
)
from spieltisch.table import parse_record, replay
from tests.records import keeping

STUDIED = [name for name, game in catalog.GAMES.items() if game.search_bots is not None]
SETUPS = [
    parse_setup("yala", 'seed=42&names=Ann "A",B\\ob&repetition=no-repeat'),
    parse_setup("myra", "seats=human,human,human&seed=7"),
]
HEAD = format_study("x", Study(to_study(SETUPS[0]))).strip() + "\n\n"


TRICKY = st.sampled_from(["[%csl Ga] so", "\\[%cal Ga-b]", "[%clk 1:00]", "; {no} end", "[Game]"])
MARKS = st.from_regex(MARK, fullmatch=True)


@st.composite
def studies(draw):
    """A study made by legal moves from anywhere, with comments and signs, of which some was
    deleted or promoted."""
    setup = draw(st.sampled_from(SETUPS))
    rules, chance = catalog.game_of(setup.game).rules, Random(draw(st.integers(0, 2**32)))
    study, positions = Study(to_study(setup)), {ROOT: rules.initial_position(setup)}
    for _ in range(draw(st.integers(0, 25))):
        at = chance.choice(list(study.nodes))
        seats = sorted(positions[at].active_seats)
        if not seats:
            continue
        action = chance.choice(positions[at].legal_actions(seats[0]))
        study, new = study.played(at, rules.format_action(action))
        positions[new] = positions[at].apply(seats[0], action)
        study = study.commented(new, draw(st.text(max_size=8) | TRICKY | st.just("")))
        for mark in draw(st.lists(MARKS, max_size=2)):
            study = study.marked(new, mark)
        study = study.with_glyph(new, draw(st.sampled_from(("", *GLYPHS))))
        if chance.random() < 0.15:
            study, _ = study.without(chance.choice(list(study.nodes)))
        if chance.random() < 0.15:
            study = study.promoted(chance.choice(list(study.nodes)))
    return study.commented(ROOT, draw(st.text(max_size=20)))


def opened(text):
    return [list(turns_of(found.study, found.lines)) for found in parse_chapters(text)]


def shape(study):
    """What a study says, whatever the ids of its moves."""
    told = [(depth, begins, study.nodes[one]) for depth, begins, one in study.walk()]
    rest = [
        (depth, begins, n.action, n.comment, n.glyph, n.codes, n.marks) for depth, begins, n in told
    ]
    return study.setup, study.tags, study.nodes[ROOT].comment, study.nodes[ROOT].marks, rest


@given(studies(), st.data())
def test_a_study_is_written_and_read_as_it_is(study, data):
    at = data.draw(st.sampled_from([ROOT, *(one for _, _, one in study.walk())]))
    text = format_study("Two lines", study, at)
    found = parse_study(text)
    assert is_study(text)
    assert found.name == "Two lines"
    assert shape(found.study) == shape(study)
    names = [study.nodes[one].action for one in study.path(at)]
    assert [found.study.nodes[one].action for one in found.study.path(found.at)] == names
    assert format_study("Two lines", found.study, found.at) == text
    turns = dict(zip((one for _, _, one in study.walk()), turns_of(study), strict=True))
    assert all(turns[one].entry.action == study.nodes[one].action for one in turns)


@given(st.lists(studies(), min_size=1, max_size=3), st.data())
def test_chapters_are_written_and_read_as_they_are(some, data):
    game = some[0].setup.game
    some = [one for one in some if one.setup.game == game]
    chapters = [Chapter(data.draw(st.sampled_from(["", "End", 'a "b"'])), one) for one in some]
    number = data.draw(st.integers(0, len(some) - 1))
    at = data.draw(st.sampled_from([ROOT, *(one for _, _, one in some[number].walk())]))
    mode = data.draw(st.sampled_from(list(StudyMode)))
    text = format_chapters("All", chapters, (number, at), mode)
    assert is_study(text)
    found = parse_chapters(text)
    assert [(one.chapter, shape(one.study)) for one in found] == [
        (one.name, shape(one.study)) for one in chapters
    ]
    assert (found[0].name, found[0].mode) == ("All", mode)
    again = [Chapter(one.chapter, one.study) for one in found]
    assert format_chapters("All", again, (number, found[number].at), mode) == text


@given(studies(), st.data())
def test_what_is_done_to_a_tree_leaves_a_tree(study, data):
    at = data.draw(st.sampled_from(list(study.nodes)))
    study_without, before = study.without(at)
    for one in (study, study_without, study.promoted(at)):
        walked = [node for _, _, node in one.walk()]
        assert len(walked) == len(set(walked)) == one.moves
        assert all(node in one.nodes[one.nodes[node].parent].children for node in walked)
    assert at == ROOT or (at not in study_without.nodes and before == study.nodes[at].parent)
    assert study_without.moves == study.moves - sum(at in study.path(one) for one in study.nodes)
    # Promoted often enough, a move is in the main line.
    promoted = study
    for _ in study.nodes:
        promoted = promoted.promoted(at)
    assert at == ROOT or at in promoted.moves_through(ROOT)
    assert sorted(promoted.nodes) == sorted(study.nodes)
    path = study.path(at)
    assert study.moves_through(at)[: len(path)] == path
    if study.variations(at):
        assert set(study.variations(at)) & set(path)


@pytest.mark.parametrize(
    ("moves", "brief"),
    [
        ("1. a+ (1. b+) 2. a-", "b+"),
        ("1. a+ (1. b+ 2. a- 3. d+ 4. e+) 2. a-", "b+ a- d+ e+"),
        ("1. a+ (1. b+ 2. a- 3. d+ 4. e+ 5. f+) 2. a-", ""),
        ("1. a+ (1. b+ 2. a- (2. c+) 3. d+) 2. a-", "c+"),
        ("1. a+ (1. b+ {" + "x" * 121 + "}) 2. a-", ""),
        ("1. a+ (1. b+ {" + "x" * 60 + "} 2. d+ {" + "x" * 60 + "}) (1. c+)", "b+ d+ c+"),
    ],
)
def test_a_variation_of_few_moves_and_words_is_brief(moves, brief):
    study = parse_study(HEAD + moves).study
    found = study.brief_variations()
    assert [study.nodes[one].action for _, _, one in study.walk() if one in found] == brief.split()


def test_a_move_that_is_there_is_followed_and_no_id_is_given_twice():
    study, first = Study(SETUPS[0]).played(ROOT, "a+")
    assert study.played(ROOT, "a+") == (study, first)
    less, _ = study.without(first)
    assert less.played(ROOT, "b+")[1] != first


@pytest.mark.parametrize("name", [n for n in keeping.names() if n.split("-")[0] in STUDIED])
def test_every_recorded_match_becomes_a_study(name):
    record = parse_record(keeping.read(name))
    rules = catalog.game_of(record.setup.game).rules
    turns = [turn for turn in replay(rules, record) if not turn.is_tables]
    actions = [turn.entry.action for turn in turns]
    if len(actions) > MAX_MOVES:
        with pytest.raises(StudyError):
            Study.of_moves(record.setup, actions)
        return
    found = parse_study(format_study(name[:24], Study.of_moves(record.setup, actions))).study
    assert [found.nodes[one].action for one in found.moves_through(ROOT)] == actions
    assert [turn.after for turn in turns_of(found)] == [turn.after for turn in turns]


@pytest.mark.parametrize(
    ("moves", "flaw", "line"),
    [
        ("1. a+\n2. xx", StudyFlaw.MOVE, 2),
        ("1. a+ 2. a- (2. b+\n(2. h+ 3. zz)) 3. d+", StudyFlaw.MOVE, 2),
        ("1. a+ (1. b+", StudyFlaw.BRACKET, 1),
        ("1. a+\n\n) 2. a-", StudyFlaw.BRACKET, 3),
        ("(1. a+)", StudyFlaw.BRACKET, 1),
        ("a+ {no end", StudyFlaw.COMMENT, 1),
        ("a+ {" + "x" * (MAX_COMMENT + 1) + "}", StudyFlaw.COMMENT, 1),
        ("a+ {two\nlines} $256", StudyFlaw.GLYPH, 2),
        ("a+ {two\nlines} (b+ $999)", StudyFlaw.GLYPH, 2),
        ("$14 a+", StudyFlaw.GLYPH, 1),
        ('a+ ; to the end\n[Game "yala"]\n\n1. a+\nxx', StudyFlaw.MOVE, 5),
        ('a+ (b+\n[Game "yala"]\n', StudyFlaw.GLYPH, 2),
        ('a+\n[Game "myra"]\n1. a+', StudyFlaw.HEAD, 2),
        ('a+\n[Start "hello"]\n1. a+', StudyFlaw.HEAD, 2),
        ("a+\n[chapter]", StudyFlaw.GLYPH, 2),
        (f"a+\n{HEAD}" * (MAX_CHAPTERS + 1), StudyFlaw.CHAPTERS, 65 + 63 * HEAD.count("\n")),
        ("$1 a+", StudyFlaw.GLYPH, 1),
        ("a+!!!", StudyFlaw.GLYPH, 1),
        ("a+ }", StudyFlaw.GLYPH, 1),
        ("$", StudyFlaw.GLYPH, 1),
    ],
)
def test_a_wrong_text_is_refused_with_its_line(moves, flaw, line):
    text = HEAD + moves
    before = HEAD.count("\n")
    with pytest.raises(StudyError) as refused:
        opened(text)
    assert (refused.value.flaw, refused.value.line) == (flaw, before + line)


@pytest.mark.parametrize(
    "head",
    [
        '[Game "chess"]',
        '[Game "aya"]\n[Variant "kindergarten"]',
        '[Game "yala"]\n[Seats "7"]',
        '[Game "yala"]\n[Seats "two"]',
        '[Game "yala"]\n[Start "nonsense"]',
        '[Game "yala"]\n[Option "taste=good"]',
        '[Game "yala"]\n[Player "Ann"]',
        '[Name "no game"]',
        '[Event "chess"]\n[Site "club"]',
        "",
    ],
)
def test_a_match_that_cannot_be_is_refused(head):
    with pytest.raises(StudyError) as refused:
        parse_study(head + "\n1. a+\n")
    assert refused.value.flaw is StudyFlaw.HEAD


def test_a_beginning_that_is_not_told_is_missed_in_its_line():
    for text, line in (
        ('\n[Event "x"]\n[Game "yala"]', 3),
        (HEAD + '1. a+\n[Seats "2"]', 2 + HEAD.count("\n")),
    ):
        with pytest.raises(StudyError) as refused:
            parse_chapters(f"{text}\n\n1. a+")
        assert (refused.value.flaw, refused.value.line) == (StudyFlaw.START, line)


def test_what_others_write_is_read():
    found = parse_study(
        "\ufeff" + HEAD.replace("]\n", "]\r\n") + "{Start} a+! {Why?} b+?? (2.c+ $10 {x}) *"
    )
    nodes = found.study.nodes
    line = [nodes[one] for one in found.study.moves_through(ROOT)]
    assert [(one.action, one.glyph, one.comment) for one in line] == [
        ("a+", "!", "Why?"),
        ("b+", "??", ""),
    ]
    assert nodes[ROOT].comment == "Start"
    assert [nodes[one].glyph for one in nodes[line[1].parent].children] == ["??", "="]


def test_what_is_said_for_others_is_kept():
    tags = '[Event "My \\"club\\""]\n[Site_2 ""]\n'
    found = parse_study(
        tags
        + HEAD.strip()
        + '\n[Result "1-0"]\n\n1. a+ $14 $1 $3 ; why\r\n'
        + "2. a- {[%csl Rd,Gq9x!] [%cal Gab, Bc-d]\n[%clk 0:01] so} $146 1-0"
    )
    first, second = (found.study.nodes[one] for one in found.study.moves_through(ROOT))
    assert (first.glyph, first.codes, first.comment) == ("!", (14, 3), "why")
    assert (second.codes, second.marks) == ((146,), ("Rd", "Ga-b", "Bc-d"))
    assert second.comment == "[%clk 0:01] so"
    text = format_study("x", found.study)
    assert parse_study(text).study == found.study
    assert all(one in text for one in (*tags.splitlines(), '[Result "1-0"]', "$1 $14 $3", "[%clk"))
    assert "{[%csl Rd][%cal Ga-b,Bc-d] [%clk 0:01] so}" in text.replace("\n", " ")


TOLD = '{Start} 1. a+ $1 {Why? "so"} (1. d+ $10 2. h+) 2. a- $16 {it\'s} (2. b+ {or} 3. e+) 3. e+\n'
BEGUN = '[Event "Club"]\n' + HEAD
LINE = "\n"


def mailed(text):
    """As it stands in the answer to a mail."""
    return "".join(f"> {one}\n" if one else ">\n" for one in text.removesuffix("\n").split("\n"))


OTHERS = {
    "blanks in tags": lambda text: text.replace('[Game "', '[ Game  "'),
    "no blanks in tags": lambda text: re.sub(r"(?m)^(\[\w+) ", r"\1", text),
    "small tags": lambda text: text.replace("[Game", "[game").replace("[Start", "[START"),
    "curly quotes": lambda text: re.sub(r'(?m)^(\[\w+ )"(.*)"\]$', r"\1“\2”]", text),
    "low quotes": lambda text: re.sub(r'(?m)^(\[\w+ )"(.*)"\]$', r"\1„\2“]", text),
    "lines for programs": lambda text: "% made by x\n" + text.replace("]\n\n", "]\n%\n\n% [x\n", 1),
    "a line for programs between moves": lambda text: text.replace(" 2. a-", "\n% 2. b+\n2. a-"),
    "three dots": lambda text: text.replace("2. a-", "2... a-").replace("2. b+", "2... b+"),
    "three dots apart": lambda text: text.replace("2. a-", "2. ... a-").replace("3. e", "3 ...e"),
    "an ellipsis": lambda text: text.replace("2. a-", "2… a-").replace("(2. ", "(2.… "),
    "no full stops": lambda text: re.sub(r"\b([0-9])\. ", r"\1 ", text),
    "brackets behind full stops": lambda text: re.sub(r"\b([0-9])\. ", r"\1.) ", text),
    "a number before a bracket": lambda text: text.replace("2. h+)", "2. h+ 3)", 1),
    "a number and a full stop before a bracket": lambda text: text.replace("h+)", "h+ 3.)"),
    "brackets behind numbers": lambda text: re.sub(r"\b([0-9])\. ", r"\1) ", text),
    "no numbers": lambda text: re.sub(r"\b[0-9]\. ", "", text),
    "a minus": lambda text: text.replace("a-", "a−"),
    "a dash": lambda text: text.replace("a-", "a–"),
    "full width": lambda text: text.replace("a+", "ａ＋").replace("a-", "ａ－"),
    "capitals": lambda text: re.sub(r"\b([abdeh])([+-])", lambda f: f[1].upper() + f[2], text),
    "unseen letters": lambda text: text.replace("a- ", "a-\u200b ").replace(" 3.", "\u200b 3."),
    "blanks that do not break": lambda text: text.replace(". ", ".\u00a0"),
    "signs behind moves": lambda text: text.replace(" $1 ", "! ").replace(" $10", "="),
    "wide signs": lambda text: text.replace(" $1 ", "！ "),
    "signs of Informator": lambda text: text.replace("$10", "=").replace("$16", "±"),
    "signs of typewriters": lambda text: text.replace(" $16", " +/-"),
    "signs that stick": lambda text: text.replace(" $16", "±").replace(" $10", "="),
    "a result": lambda text: text + "½-½\n",
    "another result": lambda text: text + "1–0\n",
    "a comment before its variation": lambda text: text.replace("(2. b+ {or}", "( {or} 2. b+"),
    "a rest of a line before it": lambda text: text.replace("(2. b+ {or}", "(; or\n2. b+"),
    "a mail": lambda text: mailed(text),
    "a mail that was answered twice": lambda text: re.sub("(?m)^", ">> ", text.strip()) + "\n",
    "a reply to a mail": lambda text: f"On Monday, Bo wrote:\n{mailed(text)}\nGood!\n\n-- \nAnn\n",
    "a reply to a reply": lambda text: f"Hello!\n\n{mailed('Bo:' + LINE + mailed(text))}No.",
    "a mail without blanks": lambda text: "So:\n" + re.sub("(?m)^", ">>", text.strip()) + "\nSo",
    "a mail with broken lines": lambda text: mailed(f"{text}*\n").replace("(2. b", "\n(2. b"),
    "a mail in a fence": lambda text: f"Bo wrote:\n```\n{mailed(text)}```\nI like it.\n",
    "a fence in a mail": lambda text: mailed(f"Mine:\n~~~\n{text}~~~\nAnd yours?\n"),
    "a mail in a fence in a mail": lambda text: mailed(f"```\n{mailed(text)}```\nAnd?\n"),
    "a fence before it and behind": lambda text: (
        f"```\nHello\n```\nMine:\n~~~\n{text}~~~\n```\nBye\n```\n"
    ),
    "a page that shows a mail": lambda text: f"Bo wrote:\n{mailed(text)}".replace(
        ">", "&gt;"
    ).replace('"', "&quot;"),
    "a fence": lambda text: f"```\n{text}```\n",
    "a fence with words": lambda text: f"Mine:\n\n```pgn\n{text}```\nDo you [like] it? (I do",
    "words before it": lambda text: f"Hello!\nHere is (as I said) my study:\n\n{text}",
    "a page": lambda text: text.replace("&", "&amp;").replace('"', "&quot;"),
    "marks in the middle": lambda text: "\ufeff" + text.replace("2. a-", "\ufeff2. a-"),
    "windows": lambda text: text.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("how", OTHERS)
def test_what_other_hands_and_programs_write_is_read_as_it_is_meant(how):
    wanted = parse_study(BEGUN + TOLD)
    list(turns_of(wanted.study))
    text = OTHERS[how](BEGUN + TOLD)
    assert text != BEGUN + TOLD
    assert is_study(text)
    (found,) = parse_chapters(text)
    assert shape(found.study) == shape(wanted.study)
    # What is wrong in it is refused with the line in which it stands.
    wrong = OTHERS[how](f"{BEGUN}{TOLD}4. zz\n")
    with pytest.raises(StudyError) as refused:
        opened(wrong)
    line = next(n for n, line in enumerate(wrong.splitlines(), 1) if "zz" in line)
    assert (refused.value.flaw, refused.value.line) == (StudyFlaw.MOVE, line)


AROUND = (
    "a mail",
    "a mail that was answered twice",
    "a reply to a mail",
    "a reply to a reply",
    "a fence",
    "a fence with words",
    "words before it",
    "lines for programs",
    "windows",
    "a page",
)
"""What may be put round any study, and round what was put round it, in any order."""
ONCE = ("lines for programs", "windows", "a page")


@given(studies(), st.lists(st.sampled_from(AROUND), max_size=5), st.data())
def test_a_study_is_read_whatever_is_put_round_it_and_its_moves_are_written_like(study, some, data):
    """In every game that is studied: of its moves the case, the width and the dash."""
    dash = data.draw(st.sampled_from("-–−－"))
    form = data.draw(st.sampled_from([str, str.upper]))
    nodes = {
        one: replace(node, action=form(node.action).replace("-", dash))
        for one, node in study.nodes.items()
    }
    text = format_study("Two", replace(study, nodes=nodes))
    is_plain = "```" not in text and "%" not in text
    for number, how in enumerate(some):
        if is_plain and (how not in ONCE or how not in some[:number]):
            text = OTHERS[how](text)
    assert is_study(text)
    assert shape(parse_study(text).study) == shape(study)


@pytest.mark.parametrize(
    ("fence", "other"), [("```", "~~~"), ("~~~", "```"), ("````", "```"), ("~~~~", "~~~ so")]
)
def test_a_fence_ends_at_its_own_mark(fence, other):
    text = BEGUN + TOLD.replace("{or}", f"{{or\n{other}\nso}}")
    wanted = shape(parse_study(text).study)
    for begin in (fence, f"{fence}pgn", f"So:\n\n  {fence}"):
        for end in (fence, f"{fence} ", f"{fence}\n{other}\nSo.", fence + fence[0]):
            assert shape(parse_study(f"{begin}\n{text}{end}").study) == wanted
            assert shape(parse_study(mailed(f"{begin}\n{text}{end}")).study) == wanted


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("a+ (1. b+ 2)", 2),
        ("a+ (1. b+ 2) 2. a-", 3),
        ("a+ (1. b+ 2) 2) a-", 3),
        ("a+ (1) b+ 2) d+ 3) 2) a-", 4),
        ("a+ (1 b+ (1 d+ 2)) 2 a-", 4),
        ("a+ (1. b+ 2.) {so} 2. a-", 3),
        ("a+ (1. b+ 2) $1", 2),
        ("a+ (1. b+ 2) *", 2),
        ("1.) a+ (1.) b+ 2.)\n\u200bd+ 3)\n%\ne+) 2.) a-", 5),
        ("a+ 2) {so} a-", 2),
        ("a+ (1) {or} b+ 2) a-) 2) a-", 4),
        ("a+ 2)", 1),
    ],
)
def test_a_bracket_behind_a_number_belongs_to_it_only_where_a_move_follows(moves, count):
    for text in (moves, moves.replace(" ", "\n")):
        assert parse_study(HEAD + text).study.moves == count


def test_a_number_is_one_only_where_it_is_no_action():
    text = format_study("x", Study(to_study(parse_setup("yala", "seed=42"))))
    assert parse_study(f"{text}1 a+ 2 d+").study.moves == 2
    with pytest.raises(StudyError):
        opened(f"{text}1 a+ 22222 d+")


FOREIGN = st.lists(
    st.tuples(
        st.sampled_from(["Event", "Mode", "At", "Name", "Start", "Edition", "Mode_2", "Atlas"]),
        st.sampled_from(["OTB", "ICS", "read it", "", "x3", "3x", 'a "b" \\ [c]', "12345", "Read"]),
    ),
    max_size=6,
)


@given(FOREIGN, FOREIGN, st.sampled_from(list(StudyMode)))
def test_a_tag_of_another_hand_is_kept_even_where_it_is_called_as_one_of_ours(one, other, mode):
    def written(tags):
        values = ((tag, re.sub(r'([\\"])', r"\\\1", value)) for tag, value in tags)
        return "".join(f'[{tag} "{value}"]\n' for tag, value in values)

    own = HEAD.strip() + "\n" + (f'[Mode "{mode}"]\n' if mode is not StudyMode.WRITE else "")
    text = f'{own}{written(one)}\n1. a+\n\n[Chapter "B"]\n{own}{written(other)}\n1. d+\n'
    found = parse_chapters(text)
    assert (found[0].name, found[0].mode) == ("x", mode)
    assert list(found[0].study.tags) == one
    assert [tag for tag in found[1].study.tags if tag != ("Name", "x")] == other
    for new in StudyMode:
        chapters = [Chapter(each.chapter, each.study) for each in found]
        again = parse_chapters(format_chapters("New", chapters, mode=new))
        assert (again[0].name, again[0].mode) == ("New", new)
        assert [each.study for each in again] == [each.study for each in found]


def test_what_of_our_own_is_told_twice_counts_once_and_is_written_once():
    text = HEAD.strip() + '\n[At "1"]\n[At "2"]\n[Seed "1"]\n[Seed "2"]\n\n1. a+ 2. a-\n'
    found = parse_study(text)
    assert (found.at, found.study.tags) == (1, ())
    assert parse_study(format_study("x", found.study)).at == ROOT


def test_chapters_of_other_hands_need_not_say_again_what_the_first_says():
    two = parse_chapters(HEAD + '1. a+ *\n\n[Chapter "Two"]\n[Event "x"]\n\n1. b+ {so} *\n')
    assert [(one.chapter, one.study.moves) for one in two] == [("", 1), ("Two", 1)]
    assert two[1].study.tags == (("Event", "x"),)
    empty = parse_chapters(f'{HEAD}[Chapter "A"]\n\n[Chapter "B"]\n[Chapter "C"]\n')
    assert [one.chapter for one in empty] == ["A", "B", "C"]


def test_a_mark_is_set_changed_and_taken_away():
    study = Study(SETUPS[0]).marked(ROOT, "Ga").marked(ROOT, "Ga-c").marked(ROOT, "Ra")
    assert study.nodes[ROOT].marks == ("Ra", "Ga-c")
    assert study.marked(ROOT, "Ra").nodes[ROOT].marks == ("Ga-c",)
    assert study.grafted(study, ROOT)[0].nodes[ROOT].marks == ("Ra", "Ga-c")


def test_variations_may_lie_in_one_another_however_deep():
    study = Study(to_study(SETUPS[0]))
    at = ROOT
    for number in range(MAX_MOVES // 2):
        study, _ = study.played(at, f"a{number}")
        study, at = study.played(at, f"b{number}")
    text = format_study("deep", study)
    assert shape(parse_study(text).study) == shape(study)


def test_limits_are_told():
    actions = [f"m{number}" for number in range(MAX_MOVES + 1)]
    study = Study.of_moves(SETUPS[0], actions[:-1])
    for too_many in (
        lambda: Study.of_moves(SETUPS[0], actions),
        lambda: study.played(ROOT, "other"),
        lambda: parse_study(HEAD + " ".join(actions)),
    ):
        with pytest.raises(StudyError) as refused:
            too_many()
        assert refused.value.flaw is StudyFlaw.MOVES
    with pytest.raises(StudyError) as refused:
        parse_study(HEAD + " " * MAX_TEXT)
    assert refused.value.flaw is StudyFlaw.LENGTH
    assert len(study.commented(ROOT, "x" * 9999).nodes[ROOT].comment) == MAX_COMMENT


@given(st.text(alphabet='ab+-1.(){}$!?"[]\\ \n*=;%±…Ａ–\u200b', max_size=60))
@example("1{}*?")
@example("a!=!")
@example("1\u200b.")
@example("\u200b[")
@example("a （b） ％c")
@example("1== 2!")
@example("1. a+ 1-0!")
@example("1. a+ {[%csl Ga]} {[%csl Ra]}")
@example("1. a+ {[%cal Ga-b,Ra-b] [%csl Ya,Ga]} {} {[%csl Ba]}")
def test_no_text_does_anything_but_be_read_or_refused(moves):
    try:
        found = parse_study(HEAD + moves)
    except StudyError:
        return
    assert shape(parse_study(format_study("x", found.study)).study) == shape(found.study)


@pytest.mark.parametrize(
    ("hostile", "flaw"),
    [
        ("{" * 90_000, StudyFlaw.COMMENT),
        ("{\\" * 45_000, StudyFlaw.COMMENT),
        ("(" * 90_000, StudyFlaw.BRACKET),
        ("a(" * 45_000, StudyFlaw.BRACKET),
        ("a+ ( " * 15_000, StudyFlaw.BRACKET),
        ("$1" * 45_000, StudyFlaw.GLYPH),
        ("a! " * 30_000, StudyFlaw.MOVES),
        ('[Game "' * 12_000, StudyFlaw.GLYPH),
        ('[A "b"]' * 12_000, None),
        ("1." * 45_000, None),
        ("[" * 90_000, StudyFlaw.GLYPH),
        ("\\" * 90_000, None),
        ("a+ {" + 900 * "x" + "}" + 45_000 * "{}", None),
        ("a+ {" + 15_000 * "[%csl " + "}", StudyFlaw.COMMENT),
        ("a+ (" + "1.)" * 30_000, StudyFlaw.BRACKET),
        ("a+ (1.)" + "{}" * 45_000, StudyFlaw.BRACKET),
    ],
    ids=lambda one: str(one)[:6],
)
def test_hostile_texts_are_refused_or_read(hostile, flaw):
    """With a head before them; without one, they name no game if they can be read at all."""
    for text, told in ((HEAD + hostile, flaw), (hostile, flaw or StudyFlaw.HEAD)):
        if told is None:
            # One long word is one move, which is tried when the study is played.
            assert len(parse_study(text).study.nodes) <= 2
            continue
        with pytest.raises(StudyError) as refused:
            parse_study(text)
        assert refused.value.flaw is told


@pytest.mark.parametrize(
    "around",
    [
        "> ",
        ">",
        "> \n",
        ">\t> x\n",
        "```\n~~~\n",
        "> ```\n",
        '[Event "x"]\n',
        "[\n\n",
    ],
)
def test_a_study_is_found_in_hostile_texts(around):
    """Where time is squared, this takes minutes."""
    many = around * (45_000 // len(around))
    for lead in ("> ", ">" * 99):
        text = f'{many}\n{lead}[Game "yala"]\n{lead}[Seed "1"]\n{many}'
        assert len(text) < MAX_TEXT
        assert is_study(text)
        text = f'{many}{lead}[Game "yala"]\n{many}{lead}1. a+\n'
        assert len(text) < MAX_TEXT
        assert is_study(text)


def test_names_with_signs_of_the_text_come_back():
    setup = replace(SETUPS[0], clock=None)
    found = parse_study(format_study('A "b" \\ [c]', Study(to_study(setup))))
    assert found.name == 'A "b" \\ [c]'
    assert [one.name for one in found.study.setup.players] == ['Ann "A"', "B\\ob"]


def test_moving_up_goes_one_step_at_a_time() -> None:
    study, added = Study(parse_setup("yala", "seed=42")), []
    for action in ("a+", "b+", "c+", "d+"):
        study, at = study.played(ROOT, action)
        added.append(at)
    a, b, c, d = added
    orders = []
    for _ in range(4):
        study = study.promoted(d)
        orders.append(study.nodes[ROOT].children)
    assert orders == [(a, b, d, c), (a, d, b, c), (d, a, b, c), (d, a, b, c)]
    assert study.promoted(c, is_main=True).nodes[ROOT].children == (c, d, a, b)
