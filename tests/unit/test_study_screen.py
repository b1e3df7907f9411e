"""The screen of studies: how one comes on it, what is done to it, what is said and kept."""

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import (
    Answered,
    Press,
    Progressed,
    Show,
    ShowVariation,
    TypeAction,
    Wake,
)
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.effects import CopyLink, Focus, Go, SaveFile
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.keys import TABLE_KEYS, Needs, message_of
from spieltisch.app.core.messages import Command, Edit, ImportFiles, Navigate, ReadOn
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadStudy
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import REPLAYED_AT_ONCE
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.keeping.studies import OwnStudy, Studies
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.screens import SCREENS, page_of, said
from spieltisch.app.study.keys import PRACTISE_STEPS, STUDY_KEYS, STUDY_STEPS
from spieltisch.app.study.state import (
    GoTo,
    NotInStudy,
    SetGlyph,
    SetMode,
    ShowMove,
    StudyCommand,
    StudyScreen,
    Vary,
)
from spieltisch.app.study.view import OFFERED, study_keys
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from spieltisch.play import study_text
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import complete_setup, parse_setup
from spieltisch.play.service import SearchAnswer
from spieltisch.play.study import (
    MAX_CHAPTERS,
    MAX_COMMENT,
    MAX_TEXT,
    MOST_MARKS,
    ROOT,
    Study,
    StudyFlaw,
    StudyMode,
)
from spieltisch.play.study_text import format_study, parse_chapters, parse_study
from spieltisch.shell.deeds import DEEDS
from spieltisch.table import Player, Prospect, Setup, parse_record, seat_for
from tests.records import keeping
from tests.unit.asking import seen
from tests.unit.whole_step import whole_step

YALA = "#/play/yala?seats=human,bot:2&seed=42"
BEGUN = (Navigate(YALA, 0.0), TypeAction("a+", 1.0), Command.STUDY)
FORKED = (*BEGUN, TypeAction("a-", 2.0), Command.EARLIER, TypeAction("b+", 3.0))


def after(*messages, session=None):
    session = session or Session()
    for message in messages:
        session, _ = whole_step(session, message)
        page_of(session)
    return session


def told(session):
    return said(session.heard)


def moves(session):
    """The moves of the study on screen, as its text has them."""
    (own,) = session.kept.of(Studies).by_id.values()
    return own.text.rpartition("\n\n")[2].strip()


def test_a_match_is_studied_from_the_moment_that_is_looked_at_with_what_is_tried_out():
    tried = (Command.TRY_OUT, TypeAction("a-", 2.0), TypeAction("d+", 3.0), Show(2))
    people = Navigate(YALA.replace("bot:2", "human"), 0.0)
    session = after(people, BEGUN[1], *tried, Command.STUDY)
    screen = session.screen
    assert isinstance(screen, StudyScreen)
    assert moves(session) == "1. a+ 2. a- 3. d+"
    assert screen.match.shown == 2
    assert screen.name == "Dark – Light"
    # The same again is the same study, and the match is as it was.
    again = after(people, Command.STUDY, session=session)
    assert again.kept.of(Studies) == session.kept.of(Studies)
    assert again.match.shown == 2
    without = after(people, Command.LEAVE_VARIATION, Command.STUDY, session=session)
    assert len(without.kept.of(Studies).by_id) == 2


def test_a_position_that_is_set_up_is_studied():
    session = after(Navigate("#/editor/myra", 0.0), Command.STUDY, TypeAction("3a3-d5", 1.0))
    assert moves(session) == "1. 3a3-d5"
    assert isinstance(after(Navigate("#/editor/aya", 0.0), Command.STUDY).screen.draft.game, str)


@pytest.mark.parametrize(
    "address",
    [
        "#/play/aya?seed=1",
        "#/play/yala?seats=human,human&seed=1&clock=5+3",
        "#/play/yala?seats=human,link&seed=1",
        "#/settings",
        "#/editor/aya",
    ],
)
def test_what_may_not_be_studied_is_not(address):
    session = after(Navigate(address, 0.0), Command.STUDY)
    assert not isinstance(session.screen, StudyScreen)
    assert not session.kept.of(Studies).by_id


def test_each_step_is_said_once_with_all_that_is_told_of_it():
    session = after(*FORKED, SetGlyph("!"))
    assert told(session) == "Good move."
    session = after(Edit("comment", "Why not?"), Command.EARLIER, session=session)
    assert told(session) == "Move 1. Dark: a clockwise to c, now 3 high. 1 variation."
    session = after(Command.LATER, Vary(1), session=session)
    assert told(session) == (
        "Move 2. Bruno: b clockwise to d, now 3 high. Good move. Comment: Why not?"
        " Variation 1 of 1."
    )
    count = session.heard_count
    session = after(Command.LATER, Command.PRESENT, session=session)
    assert session.heard_count == count
    session = after(Command.FIRST, session=session)
    assert told(session) == "The start."


def test_a_variation_is_signed_promoted_deleted_and_brought_back():
    session = after(*FORKED, SetGlyph("?!"), Edit("comment", "a {b} \\"))
    assert moves(session) == "1. a+ 2. a- (2. b+ $6 {a {b\\} \\\\})"
    session = after(StudyCommand.PROMOTE, session=session)
    assert moves(session) == "1. a+ 2. b+ $6 {a {b\\} \\\\} (2. a-)"
    session = after(StudyCommand.DELETE_MOVE, session=session)
    assert moves(session) == "1. a+ 2. a-"
    assert told(session).startswith("Deleted.")
    for _ in range(2):
        session = after(Command.TAKE_BACK, session=session)
    assert moves(session) == "1. a+ 2. a- (2. b+ $6 {a {b\\} \\\\})"
    # All letters of a comment are one change.
    typed = after(
        Edit("comment", "x"), Edit("comment", "xy"), Edit("comment", "xyz"), session=session
    )
    back = after(Command.TAKE_BACK, session=typed)
    assert moves(back) == moves(session)
    assert moves(after(Command.REDO, session=back)) == moves(typed)
    assert moves(after(SetGlyph("?!"), session=session)) == "1. a+ 2. a- (2. b+ {a {b\\} \\\\})"


def test_a_variation_of_a_variation_becomes_the_main_line():
    deep = (*FORKED, TypeAction("c-", 4.0), Command.EARLIER, TypeAction("e+", 5.0))
    session = after(*deep)
    assert moves(session) == "1. a+ 2. a- (2. b+ 3. c- (3. e+))"
    once = after(StudyCommand.PROMOTE, session=session)
    assert moves(once) == "1. a+ 2. a- (2. b+ 3. e+ (3. c-))"
    assert told(once).startswith("Moved up.")
    # The last step up leads to the main line, and so does one press or key.
    main = after(StudyCommand.MAKE_MAIN, session=session)
    for whole_way in (after(StudyCommand.PROMOTE, session=once), main):
        assert moves(whole_way) == "1. a+ 2. b+ (2. a-) 3. e+ (3. c-)"
        assert told(whole_way).startswith("Now the main line.")
    assert SCREENS[StudyScreen].keys["9"] == StudyCommand.MAKE_MAIN
    assert page_buttons(session, "make-main") == [False]
    assert page_buttons(main, "make-main") == [True]
    back = after(Command.TAKE_BACK, session=main)
    assert moves(back) == moves(session)
    # There is nothing higher, so that nothing changes.
    assert after(StudyCommand.MAKE_MAIN, session=main).screen.before == main.screen.before


def page_buttons(session, verb):
    """Whether each such button is disabled."""
    return ["disabled" in one.attributes for one in seen(session).all("data-do", verb)]


def test_moves_flow_and_a_brief_variation_stands_between_them():
    line = ("a-", "d+", "e+", "f+", "g+")
    session = after(*FORKED, Command.FIRST, Command.LATER)
    for n, text in enumerate(line):
        session = after(TypeAction(text, 5.0 + n), session=session)
    page = seen(session)
    (stretch,) = page.all("class", "study-line in-0")
    assert [one.attributes["id"] for one in stretch.all("data-do", "go-to")] == [
        f"node-{one}" for _, _, one in session.screen.study.walk()
    ]
    (aside,) = stretch.all("class", "study-aside")
    assert aside.text.split() == ["2", "b+"]


def test_a_brief_variation_behind_a_long_one_stands_in_the_line_that_both_leave():
    moves = f"1. a+ (1. f+ {{{200 * 'x'}}}) (1. e+) 2. a-"
    page = seen(opened(CHAPTERS.partition("1. a+")[0] + moves))
    (aside,) = page.all("class", "study-aside")
    assert aside.text.split() == ["1", "e+"]
    inside = [one.text for one in page.all("class", "study-line in-1")]
    assert len(inside) == 1
    assert "e+" not in inside[0]


def test_studies_that_differ_in_a_comment_alone_are_two():
    head = CHAPTERS.partition("1. a+")[0]
    texts = [f'{head}1. a+ {{first\n[Mode "x"] {said}\nend}}\n' for said in ("mine", "theirs")]
    session = after(ImportFiles((("", texts[0]),), 0.0))
    session = after(ImportFiles((("", texts[1]),), 1.0), session=session)
    kept = [one.text for one in session.kept.of(Studies).by_id.values()]
    assert len(kept) == 2
    assert sorted("mine" in one for one in kept) == [False, True]


def test_another_move_after_undoing_is_another_move():
    session = after(*BEGUN, TypeAction("a-", 2.0), Command.TAKE_BACK, TypeAction("b+", 3.0))
    assert moves(session) == "1. a+ 2. b+"
    assert session.match.last_turn.entry.action == "b+"
    session = after(Command.TAKE_BACK, Command.REDO, session=session)
    assert moves(session) == "1. a+ 2. b+"


def test_a_study_is_kept_given_as_a_file_and_as_a_link_and_opened_from_both():
    session = after(*FORKED, SetGlyph("!"), Edit("name", "Mine"))
    _, (file,) = whole_step(session, StudyCommand.SAVE)
    _, (link,) = whole_step(session, StudyCommand.SHARE)
    assert isinstance(file, SaveFile)
    assert isinstance(link, CopyLink)
    assert file.name == "Mine.study.txt"
    assert parse_study(file.text).name == "Mine"
    for message in (Navigate(link.link, 0.0), ImportFiles((("x.txt", file.text),), 0.0)):
        other = after(message)
        assert isinstance(other.screen, StudyScreen)
        assert [one.text for one in other.kept.of(Studies).by_id.values()] == [file.text]
        assert (
            other.screen.study_id not in session.kept.of(Studies).by_id
            or other.screen.name == "Mine"
        )
        # Where it is kept already, it is not kept twice.
        assert len(after(message, session=session).kept.of(Studies).by_id) == 1
    (study_id,) = session.kept.of(Studies).by_id
    session, effects = whole_step(session, Navigate(f"#/study/{study_id}", 0.0))
    assert effects == (Go(f"#/study/{study_id}", replaces=True),)
    gone = after(StudyCommand.DELETE, session=session)
    assert not gone.kept.of(Studies).by_id
    assert after(Command.KEEP_AGAIN, session=gone).kept.of(Studies).by_id.keys() == {study_id}
    assert isinstance(after(Navigate(f"#/study/{study_id}", 0.0), session=gone).screen, StartScreen)


def test_several_files_are_several_studies():
    text = after(*BEGUN).kept.of(Studies).by_id.popitem()[1].text
    files = tuple((f"{n}.txt", f"{text}2. {move}\n") for n, move in enumerate(("a-", "b+")))
    session = after(ImportFiles(files, 0.0))
    assert len(session.kept.of(Studies).by_id) == 2
    assert session.match.setup.game == "yala"


@pytest.mark.parametrize("is_link", [True, False])
def test_a_wrong_study_is_refused_with_the_line(is_link):
    text = after(*BEGUN).kept.of(Studies).by_id.popitem()[1].text + "2. zz\n"
    line = text.count("\n")
    message = (
        Navigate(f"#/study/{pack_text(text)}", 0.0) if is_link else ImportFiles((("", text),), 0.0)
    )
    session = after(Navigate("#/settings", 0.0), message)
    assert session.notice == BadStudy(StudyFlaw.MOVE, line, "zz")
    assert isinstance(session.screen, StartScreen) == is_link
    assert not session.kept.of(Studies).by_id


def test_a_study_in_a_mail_is_opened_and_one_in_a_bot_is_the_bots():
    text = after(*BEGUN).kept.of(Studies).by_id.popitem()[1].text
    mail = "Hello!\n\n" + text.replace(' "', " \u201c").replace('"]', "\u201d]").replace(
        "+", "\uff0b"
    )
    session = after(Navigate("#/settings", 0.0), ImportFiles((("", mail),), 0.0))
    assert [one.text for one in session.kept.of(Studies).by_id.values()] == [text]
    bot = f'"""\n{text}"""\n\n\ndef choose(position, seat):\n    return "a+"\n'
    session = after(Navigate("#/workshop/yala", 0.0), ImportFiles((("mine.py", bot),), 0.0))
    assert not session.kept.of(Studies).by_id
    assert session.screen.bot.source == bot


def test_other_files_are_imported_as_ever():
    session = after(ImportFiles((("a.json", keeping.read("yala-shortest")),), 0.0))
    assert isinstance(session.screen, ImportScreen)


@pytest.mark.parametrize("link", ["#/study", "#/study/", "#/study/zzzzzzzzzzzz", "#/study/1abc"])
def test_a_wrong_address_leads_to_the_start(link):
    session = after(Navigate(link, 0.0))
    assert isinstance(session.screen, StartScreen)
    assert session.notice is not None


def test_nothing_is_forgotten_where_there_is_no_room():
    text = after(*BEGUN).kept.of(Studies).by_id.popitem()[1].text
    others = {
        f"k{number:011}": OwnStudy(game="yala", name="x", text=text.replace("a+", "d+"))
        for number in range(Studies.MOST)
    }
    session = Session(kept=Kept().having(Studies(others)))
    session = after(*BEGUN, session=session)
    assert session.notice == BadStudy(StudyFlaw.ROOM)
    assert session.kept.of(Studies).by_id == others
    # It is there all the same, and can be saved.
    assert isinstance(session.screen, StudyScreen)
    _, (file,) = whole_step(session, StudyCommand.SAVE)
    assert "1. a+" in file.text


def test_a_study_that_would_grow_too_long_stays_as_it_was():
    setup = parse_setup("yala", "seed=42")
    rules, study = catalog.game_of("yala").rules, Study(setup)
    start = rules.initial_position(setup)
    for first in start.legal_actions(1):
        for second in start.apply(1, first).legal_actions(2):
            pair = map(rules.format_action, (first, second))
            more, at = study.played_on(ROOT, pair)
            more = more.commented(at, "x" * MAX_COMMENT)
            study = more if len(format_study("x", more)) < MAX_TEXT else study
    session = after(ImportFiles((("", format_study("x", study)),), 0.0))
    before = session.screen.study
    session = after(Edit("comment", "y" * MAX_COMMENT), Edit("comment", "z"), session=session)
    assert session.screen.study.nodes[ROOT].comment == "z"
    session = after(Edit("comment", "y" * MAX_COMMENT), session=session)
    assert session.notice == BadStudy(StudyFlaw.LENGTH)
    assert session.screen.study.nodes[ROOT].comment == "z"
    assert session.screen.study.moves == before.moves


def test_the_best_lines_grow_and_become_variations():
    session = after(*BEGUN, Command.EVALUATE)
    request = wanted_thought(session)
    assert request is not None
    assert request.wanted == 3
    lines = (Prospect(0.6, None, ("a-", "d+")), Prospect(0.5, None, ("b+",)))
    answer = SearchAnswer(request.ticket, lines, nodes=9, depth=3)
    session = after(Progressed(answer), session=session)
    assert "Depth 3" in whole(page_of(session))
    assert told(session) == "The computer is sitting down …"
    session = after(Answered(answer, 1.0), session=session)
    assert told(session).startswith("Dark 40%, Bruno 60%. Best – ")
    assert wanted_thought(session) is None
    session = after(ShowVariation(2, 0), session=session)
    assert moves(session) == "1. a+ 2. a- 3. d+"
    assert wanted_thought(session) is not None
    session = after(Command.EARLIER, Command.EARLIER, ShowVariation(1, 1), session=session)
    assert moves(session) == "1. a+ 2. a- (2. b+) 3. d+"
    session = after(Command.ANALYSE, session=session)
    assert wanted_thought(session) is None


@pytest.mark.parametrize("name", ["yala-shortest", "myra-three-seats"])
def test_a_recorded_match_is_walked_from_end_to_end(name):
    record = parse_record(keeping.read(name))
    actions = [entry.action for entry in record.entries]
    text = format_study("x", Study.of_moves(record.setup, actions))
    session = after(ImportFiles((("", text),), 0.0), Command.PRESENT)
    assert session.match.shown == len(actions)
    session = after(*[Command.EARLIER] * len(actions), session=session)
    assert session.screen.at == ROOT
    session = after(GoTo(len(actions)), session=session)
    assert session.match.shown == len(actions)


def test_the_list_of_matches_leads_to_all_studies():
    session = after(*FORKED, Navigate("#/matches", 0.0))
    (study_id,) = session.kept.of(Studies).by_id
    assert f"#/study/{study_id}" in whole(page_of(session))


class TestAnotherTab:
    """The same study is open in two tabs."""

    @staticmethod
    def theirs(session, *messages):
        """What the other tab keeps of the study after some messages."""
        return after(*messages, session=session).kept.of(Studies)

    @staticmethod
    def told(session, studies):
        return ValuesChanged({Studies.KIND: studies.format()})

    def test_what_it_has_added_is_gone_on_with(self):
        session = after(*FORKED)
        theirs = self.theirs(session, TypeAction("c+", 4.0), Edit("name", "theirs"))
        session = after(self.told(session, theirs), session=session)
        assert session.screen.name == "theirs"
        assert moves(after(SetGlyph("!"), session=session)) == moves(
            after(TypeAction("c+", 4.0), Command.EARLIER, SetGlyph("!"), session=after(*FORKED))
        )

    def test_the_move_on_screen_stays_where_it_is_left(self):
        session = after(*FORKED, TypeAction("c+", 4.0))
        for messages, line in (
            ((SetGlyph("?"),), "a+ b+ c+"),
            ((Command.EARLIER, StudyCommand.MAKE_MAIN, Edit("comment", "so")), "a+ b+ c+"),
            ((StudyCommand.DELETE_MOVE,), "a+ b+"),
            ((Command.FIRST, Command.LATER, StudyCommand.DELETE_MOVE), ""),
        ):
            theirs = self.theirs(session, *messages)
            screen = after(self.told(session, theirs), session=session).screen
            path = screen.study.path(screen.at)
            assert " ".join(screen.study.nodes[one].action for one in path) == line
            # What was undone and may come back was another study.
            assert (screen.before, screen.after) == ((), ())

    def test_what_it_does_to_others_changes_nothing_here(self):
        session = after(*FORKED, Command.TAKE_BACK)
        ((one, own),) = session.kept.of(Studies).by_id.items()
        more = session.kept.of(Studies).having("other", replace(own, name="other"))
        assert after(self.told(session, more), session=session).screen == session.screen
        gone = after(self.told(session, more.without(one)), session=session)
        assert gone.screen == replace(session.screen, is_deleted=True)
        # What is deleted stays so, until that is wanted.
        touched = after(SetGlyph("!"), session=gone)
        assert touched.kept.of(Studies).by_id.keys() == {"other"}
        again = after(Command.KEEP_AGAIN, session=touched)
        assert again.kept.of(Studies).by_id.keys() == {one, "other"}

    @pytest.mark.parametrize("broken", ["[", "no such move", "a+ x+"])
    def test_a_study_that_cannot_be_read_leaves_the_screen_as_it_is(self, broken):
        session = after(*FORKED)
        ((one, own),) = session.kept.of(Studies).by_id.items()
        head = own.text.rpartition("\n\n")[0]
        theirs = session.kept.of(Studies).having(one, replace(own, text=f"{head}\n\n{broken}"))
        assert after(self.told(session, theirs), session=session).screen == session.screen

    def test_who_goes_on_while_a_long_one_is_read_keeps_what_they_have(self):
        record = parse_record(keeping.read("myra-three-seats"))
        actions = [entry.action for entry in record.entries]
        assert len(actions) > REPLAYED_AT_ONCE
        text = format_study("x", Study.of_moves(record.setup, actions[:3]))
        whole_text = format_study("x", Study.of_moves(record.setup, actions))
        session = after(ImportFiles((("", text),), 0.0))
        ((one, own),) = session.kept.of(Studies).by_id.items()
        theirs = session.kept.of(Studies).having(one, replace(own, text=whole_text))
        begun, _ = update(session, self.told(session, theirs))
        assert begun.screen == session.screen

        def read(*messages):
            """What comes of messages before the other tab's study has been read."""
            session = begun
            for message in (*messages, ReadOn(1_000), ReadOn(1_000)):
                session, _ = update(session, message)
            return session

        assert read().screen.study.moves == len(actions)
        signed = read(GoTo(3), SetGlyph("!")).screen.study
        assert (signed.moves, signed.nodes[3].glyph) == (3, "!")
        assert isinstance(read(Navigate("#/", 0.0)).screen, StartScreen)


CHAPTERS = """[Game "yala"]
[Name "Two"]
[Seats "2"]
[Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]

1. a+ {Well begun.} (1. e+ $2 {Too early}) (1. f+ $1) 2. a- 3. d+

[Chapter "The end"]

1. d+ 2. b+ 3. e+
"""


def opened(text=CHAPTERS):
    return after(ImportFiles((("", text),), 0.0))


def text_of(session):
    ((_, own),) = session.kept.of(Studies).by_id.items()
    return own.text


class TestChapters:
    def test_one_is_turned_to_by_the_list_and_by_keys_and_each_is_left_where_it_was(self):
        session = after(Command.LATER, StudyCommand.NEXT_CHAPTER, session=opened())
        assert told(session) == "2. The end. The start."
        session = after(Command.PRESENT, Edit("chapter", "1"), session=session)
        assert told(session).startswith("Chapter 1. Move 1.")
        assert session.match.shown == 1
        session = after(StudyCommand.PREVIOUS_CHAPTER, Edit("chapter", "7"), session=session)
        assert session.screen.number == 0
        session = after(StudyCommand.NEXT_CHAPTER, session=session)
        assert session.match.shown == 3
        keys = SCREENS[StudyScreen].keys
        assert keys["PageDown"] == StudyCommand.NEXT_CHAPTER
        assert keys["PageUp"] == StudyCommand.PREVIOUS_CHAPTER

    def test_one_begins_with_the_position_on_screen_is_named_deleted_and_brought_back(self):
        session = after(Command.LATER, StudyCommand.NEW_CHAPTER, session=opened())
        assert [len(one.study.nodes) for one in session.screen.whole] == [6, 1, 4]
        session = after(
            Edit("chapter-name", "Mine"), TypeAction("a-", 1.0), Command.EARLIER, session=session
        )
        begun = session.screen.study
        assert begun.setup.start != session.screen.chapters[0].study.setup.start
        text = text_of(session)
        assert [one.chapter for one in parse_chapters(text)] == ["", "Mine", "The end"]
        gone = after(StudyCommand.DELETE_CHAPTER, session=session)
        assert told(gone) == "2. Mine deleted. 2. The end. The start."
        assert len(parse_chapters(text_of(gone))) == 2
        back = after(Command.TAKE_BACK, session=gone)
        assert told(back).startswith("Undone. 2. Mine. ")
        assert told(after(Command.REDO, session=back)) == "Redone. 2. The end. The start."
        assert text_of(back) == text
        assert text_of(after(Command.REDO, session=back)) == text_of(gone)
        # Undone as far as it goes, it is what was opened.
        for _ in range(3):
            back = after(Command.TAKE_BACK, session=back)
        assert len(parse_chapters(text_of(back))) == 2
        assert back.screen.number == 0
        again = after(Command.REDO, Command.REDO, Command.LATER, session=back)
        assert again.screen.match.last_turn.entry.action == "a-"

    def test_which_one_was_deleted_is_told_with_the_way_back_until_something_else_changes(self):
        session = after(StudyCommand.NEW_CHAPTER, StudyCommand.NEXT_CHAPTER, session=opened())
        assert not seen(session).all("id", "restore-chapter")
        session, effects = whole_step(session, StudyCommand.DELETE_CHAPTER)
        assert Focus("restore-chapter") in effects
        (way,) = seen(session).all("id", "restore-chapter")
        assert way.text == "Restore 3. The end"
        # Looking round changes nothing.
        session = after(StudyCommand.PREVIOUS_CHAPTER, Command.LATER, session=session)
        (way,) = seen(session).all("id", "restore-chapter")
        assert way.text == "Restore 3. The end"
        back = after(pressed(way.attributes["data-do"], "", 9.0, int), session=session)
        assert [one.name for one in back.screen.whole] == ["", "", "The end"]
        assert back.screen.number == 2
        assert not seen(back).all("id", "restore-chapter")
        changed = after(SetGlyph("!"), session=session)
        assert not seen(changed).all("id", "restore-chapter")
        nameless = after(StudyCommand.NEXT_CHAPTER, StudyCommand.DELETE_CHAPTER, session=changed)
        assert told(nameless).startswith("Chapter 2 deleted. Chapter 1. Move 1.")
        assert not seen(after(SetMode(StudyMode.READ), session=nameless)).all(
            "id", "restore-chapter"
        )

    def test_the_way_back_names_the_chapter_that_is_gone_and_ends_with_another_name(self):
        session = after(StudyCommand.NEW_CHAPTER, StudyCommand.NEXT_CHAPTER, session=opened())
        session = after(StudyCommand.DELETE_CHAPTER, session=session)
        redone = after(
            Command.TAKE_BACK,
            StudyCommand.PREVIOUS_CHAPTER,
            StudyCommand.PREVIOUS_CHAPTER,
            Command.REDO,
            session=session,
        )
        (way,) = seen(redone).all("id", "restore-chapter")
        assert way.text == "Restore 3. The end"
        renamed = after(Edit("chapter-name", "So", session.screen.thing), session=session)
        assert "So" in [one.name for one in renamed.screen.whole]
        assert not seen(renamed).all("id", "restore-chapter")

    def test_a_step_back_that_leads_to_another_chapter_names_it(self):
        session = after(Command.LATER, SetGlyph("!"), session=opened())
        here = after(Command.TAKE_BACK, session=session)
        assert told(here).startswith("Undone. Move 1.")
        elsewhere = after(StudyCommand.NEXT_CHAPTER, Command.TAKE_BACK, session=session)
        assert told(elsewhere).startswith("Undone. Chapter 1. Move 1.")
        # Once it is on screen, it is not named again.
        again = after(Command.REDO, session=elsewhere)
        assert told(again).startswith("Redone. Move 1.")
        away = after(StudyCommand.NEXT_CHAPTER, Command.TAKE_BACK, session=again)
        redone = after(StudyCommand.NEXT_CHAPTER, Command.REDO, session=away)
        assert told(redone).startswith("Redone. Chapter 1. Move 1.")
        begun = after(StudyCommand.NEW_CHAPTER, Command.TAKE_BACK, session=session)
        assert told(begun).startswith("Undone. Chapter 1. Move 1.")
        assert told(after(Command.EARLIER, session=begun)).startswith("The start.")

    def test_looking_at_others_forgets_nothing_that_can_be_brought_back(self):
        session = after(Command.LATER, SetGlyph("!"), session=opened())
        texts = [text_of(session)]
        for messages in (
            (StudyCommand.NEXT_CHAPTER, Command.LATER, SetGlyph("?")),
            (StudyCommand.PREVIOUS_CHAPTER, StudyCommand.DELETE_CHAPTER),
            (Command.LATER, Edit("comment", "so")),
        ):
            session = after(*messages, session=session)
            texts.append(text_of(session))
            session = after(StudyCommand.NEXT_CHAPTER, Edit("chapter", "1"), session=session)
        for text in reversed(texts[:-1]):
            session = after(StudyCommand.NEXT_CHAPTER, Command.TAKE_BACK, session=session)
            assert text_of(session) == text
        for text in texts[1:]:
            session = after(StudyCommand.PREVIOUS_CHAPTER, Command.REDO, session=session)
            assert text_of(session) == text

    def test_what_is_written_in_one_puts_no_other_into_words_again(self, monkeypatch):
        session = after(StudyCommand.NEXT_CHAPTER, StudyCommand.NEW_CHAPTER, session=opened())
        session = after(Edit("chapter-name", "Mine"), TypeAction("d+", 1.0), session=session)
        others = [session.screen.whole[number].study for number in (0, 1)]
        put, words = [], study_text._words
        monkeypatch.setattr(study_text, "_words", lambda one: put.append(one) or words(one))
        for message in (
            *(Edit("comment", "Why not?"[:length]) for length in range(1, 9)),
            SetGlyph("!"),
            TypeAction("b+", 2.0),
            Edit("name", "Both"),
            Command.TAKE_BACK,
        ):
            session = after(message, session=session)
            assert text_of(session) == session.screen.text()
        assert put
        assert not any(one is other for one in put for other in others)

    def test_the_field_of_a_move_writes_into_its_own_chapter(self):
        session = after(Command.LATER, session=opened())
        thing = seen(session).one("data-edit", "comment").attributes["data-thing"]
        turned = after(StudyCommand.NEXT_CHAPTER, Command.LATER, session=session)
        others = seen(turned).one("data-edit", "comment").attributes["data-thing"]
        assert thing != others
        late = after(Edit("comment", "late", thing), session=turned)
        assert late.screen.study == turned.screen.study
        assert "1. a+ {late}" in text_of(late)

    def test_one_that_begins_here_keeps_who_plays(self):
        setup = Setup("myra", seats=2, seed=1, players=(Player("Anna"), Player("Bo")))
        study = Study.of_moves(complete_setup(setup), ())
        session = opened(format_study("x", study))
        position = session.match.position
        text = session.match.rules.format_action(position.legal_actions(seat_for(position))[0])
        session = after(TypeAction(text, 1.0), StudyCommand.NEW_CHAPTER, session=session)
        assert [one.name for one in session.screen.study.setup.players] == ["Anna", "Bo"]

    def test_the_last_one_stays_and_there_are_not_too_many(self):
        session = after(StudyCommand.DELETE_CHAPTER, session=after(*BEGUN))
        assert len(session.screen.whole) == 1
        for _ in range(MAX_CHAPTERS + 1):
            session = after(StudyCommand.NEW_CHAPTER, session=session)
        assert len(session.screen.whole) == MAX_CHAPTERS
        assert session.notice == BadStudy(StudyFlaw.CHAPTERS)

    def test_all_of_them_are_copied_renamed_and_sent(self):
        session = after(StudyCommand.NEXT_CHAPTER, StudyCommand.CLONE, session=opened())
        both = session.kept.of(Studies).by_id.values()
        assert sorted(one.name for one in both) == ["Two", "Two 2"] or len(both) == 2
        first, other = (parse_chapters(one.text) for one in both)
        assert [one.study for one in first] == [one.study for one in other]
        _, (link,) = whole_step(session, StudyCommand.SHARE)
        there = after(Navigate(link.link, 0.0))
        assert [one.name for one in there.screen.whole] == ["", "The end"]

    def test_another_tab_changes_them_here(self):
        session = after(StudyCommand.NEXT_CHAPTER, Command.LATER, session=opened())
        theirs = after(Command.LATER, SetGlyph("!"), Edit("chapter-name", "so"), session=session)
        news = ValuesChanged({Studies.KIND: theirs.kept.of(Studies).format()})
        here = after(news, session=session).screen
        assert (here.number, here.match.shown) == (1, 1)
        assert [one.name for one in here.whole] == ["", "so"]
        gone = after(StudyCommand.DELETE_CHAPTER, session=session)
        news = ValuesChanged({Studies.KIND: gone.kept.of(Studies).format()})
        assert after(news, session=session).screen.number == 0

    def test_the_one_on_screen_stays_where_another_tab_puts_one_before_it(self):
        session = after(StudyCommand.NEXT_CHAPTER, Command.LATER, session=opened())
        theirs = after(StudyCommand.PREVIOUS_CHAPTER, StudyCommand.NEW_CHAPTER, session=session)
        news = ValuesChanged({Studies.KIND: theirs.kept.of(Studies).format()})
        here = after(news, Edit("comment", "mine"), session=session)
        assert (here.screen.number, here.match.shown) == (2, 1)
        assert [one.chapter for one in parse_chapters(text_of(here))] == ["", "", "The end"]
        assert "d+ {mine}" in text_of(here)


class TestReading:
    def test_nothing_is_changed_and_moves_that_are_there_are_followed(self):
        session = after(SetMode(StudyMode.READ), session=opened())
        assert told(session).startswith("Read.")
        text = text_of(session)
        session = after(
            TypeAction("f+", 1.0),
            SetGlyph("?"),
            Edit("comment", "x"),
            Edit("name", "x"),
            Edit("chapter-name", "x"),
            StudyCommand.PROMOTE,
            StudyCommand.MAKE_MAIN,
            StudyCommand.DELETE_MOVE,
            StudyCommand.NEW_CHAPTER,
            StudyCommand.DELETE_CHAPTER,
            Command.TAKE_BACK,
            session=session,
        )
        assert text_of(session) == text
        assert session.match.last_turn.entry.action == "f+"
        session = after(TypeAction("j+", 2.0), session=session)
        assert session.notice == NotInStudy()
        assert session.match.shown == 1
        page = seen(session)
        assert not [*page.all("data-do", "sign"), *page.all("data-edit", "comment")]

    def test_what_it_is_goes_out_with_it_and_is_the_same_study(self):
        session = after(SetMode(StudyMode.READ), session=opened())
        _, (link,) = whole_step(session, StudyCommand.SHARE)
        assert after(Navigate(link.link, 0.0)).screen.mode is StudyMode.READ
        written = after(SetMode(StudyMode.WRITE), session=session)
        again = after(Navigate(link.link, 0.0), session=written)
        assert again.screen.mode is StudyMode.READ
        assert len(again.kept.of(Studies).by_id) == 1


def idle_buttons(session):
    """The buttons on the page that do nothing, of those that look as if they did."""
    found = []
    for node in seen(session).all("data-do"):
        name, arg = (node.attributes.get(one) or "" for one in ("data-do", "data-arg"))
        is_there = {"disabled", "aria-disabled", "aria-current"} & node.attributes.keys()
        if name in DEEDS or is_there or node.attributes.get("aria-pressed") == "true":
            continue
        later, effects = whole_step(session, pressed(name, arg, 5.0, lambda below: below - 1))
        if later == session and not effects:
            found.append(f"{name} {arg}".strip())
    return found


@pytest.mark.parametrize("mode", StudyMode)
@pytest.mark.parametrize("way", [(), (Command.LATER,), (Command.PRESENT,)], ids=len)
def test_whatever_looks_like_a_button_does_something(mode, way):
    session = after(
        SetMode(mode), StudyCommand.NEXT_CHAPTER, Command.EVALUATE, *way, session=opened()
    )
    asked = wanted_thought(session)
    assert (asked is None) == (mode is StudyMode.PRACTISE)
    if asked is not None:
        position = session.match.position
        texts = [
            session.match.rules.format_action(one)
            for one in position.legal_actions(seat_for(position))
        ]
        lines = tuple(Prospect(0.6, None, (text,)) for text in texts[:2])
        session = after(
            Answered(SearchAnswer(asked.ticket, lines, nodes=9, depth=3), 1.0), session=session
        )
        assert all(text in seen(session).one("id", "evaluation").text for text in texts[:2])
    assert not idle_buttons(session)


@pytest.mark.parametrize("mode", StudyMode)
def test_no_key_is_told_that_does_nothing(mode):
    told_ones = dict(study_keys(ENGLISH, mode)).values()
    is_written = mode is StudyMode.WRITE
    assert ("move the variation up" in told_ones) == is_written
    assert any("blunder" in one for one in told_ones) == is_written
    assert "another chapter" in told_ones


@pytest.mark.parametrize("mode", StudyMode)
def test_a_key_of_a_study_is_told_if_it_does_something_and_only_then(mode):
    """Each is pressed in all that a study can be in: at its start, in the middle, with something
    to undo and to redo, in the first of two chapters and in the last."""
    written = after(StudyCommand.NEXT_CHAPTER, StudyCommand.PREVIOUS_CHAPTER, session=opened())
    written = after(Command.LATER, SetGlyph("!"), session=written)
    begun = after(SetMode(mode), session=written) if mode is not written.screen.mode else written
    line = [TypeAction("a+", 1.0), Wake(9_999.0)]
    states = [begun, after(Command.LATER, session=begun), after(*line, session=begun)]
    states += [after(Command.PRESENT, session=begun), after(Command.FIRST, session=begun)]
    states += [after(StudyCommand.NEXT_CHAPTER, session=begun)]
    if mode is StudyMode.WRITE:
        states += [after(Command.TAKE_BACK, session=begun)]
    told_ones = {*dict(study_keys(ENGLISH, mode)).values()}
    told_ones |= {row.told for row in TABLE_KEYS if row.needs in OFFERED[mode]}
    tables = [row for row in TABLE_KEYS if row.shown == "B" or row.needs is Needs.UNDO]
    for row in (*STUDY_KEYS, *PRACTISE_STEPS, *tables):
        does = {
            stroke.do
            for stroke in row.strokes
            for state in states
            if after(message_of(stroke), session=state).screen != state.screen
        }
        if row.told in told_ones:
            assert does == {stroke.do for stroke in row.strokes}, row.told
        elif row not in (*STUDY_STEPS, *PRACTISE_STEPS):
            assert not does, row.told


@pytest.mark.parametrize("tags", ["", '[Mode "OTB"]\n', '[Event "x"]\n[Mode "ICS"]\n[Name "y"]\n'])
def test_a_study_is_the_same_whatever_its_readers_do_and_others_tell_of_it(tags):
    session = opened(CHAPTERS.replace("\n\n", f"\n{tags}\n", 1))
    assert session.screen.mode is StudyMode.WRITE
    for mode in (StudyMode.READ, StudyMode.PRACTISE, StudyMode.WRITE):
        session = after(SetMode(mode), session=session)
        _, (link,) = whole_step(session, StudyCommand.SHARE)
        assert all(one in text_of(session) for one in tags.splitlines())
        session = after(Navigate("#/", 1.0), Navigate(link.link, 2.0), session=session)
        assert session.screen.mode is mode
        assert len(session.kept.of(Studies).by_id) == 1


class TestPractising:
    """The study asks for the moves of the side that begins."""

    @pytest.fixture
    def session(self):
        return after(SetMode(StudyMode.PRACTISE), session=opened())

    def test_it_asks_tells_what_is_wrong_and_plays_the_others_moves(self, session):
        assert told(session) == "Practise. The start. What would you play for Dark?"
        assert not seen(session).all("data-do", "go-to")
        wrong = after(TypeAction("e+", 1.0), session=session)
        assert told(wrong) == "e+: Too early. Look for another move."
        wrong = after(TypeAction("g+", 2.0), session=wrong)
        assert told(wrong) == "g+ is not in this study. Look for another move."
        right = after(TypeAction("a+", 3.0), session=wrong)
        assert "Comment: Well begun." in told(right)
        assert right.screen.wake_ms is not None
        assert right.screen.choice is None
        early = after(Wake(4.0), TypeAction("d+", 4.0), session=right)
        assert early.match.shown == 1
        replied = after(Wake(9_999.0), session=early)
        assert replied.match.shown == 2
        assert told(replied).endswith("What would you play for Dark?")
        over = after(TypeAction("d+", 10_000.0), session=replied)
        assert told(over).endswith("The end of the line. Found at once: 1 of 2.")
        assert [one.text for one in seen(over).all("data-do", "next-chapter")] == ["Next chapter"]
        next_one = after(StudyCommand.NEXT_CHAPTER, session=over)
        assert told(next_one).endswith("What would you play for Dark?")
        again = after(StudyCommand.PREVIOUS_CHAPTER, session=next_one)
        assert (again.match.shown, again.screen.missed) == (0, frozenset())

    @pytest.mark.parametrize("mode", [StudyMode.WRITE, StudyMode.READ])
    def test_who_leaves_it_before_the_others_have_moved_can_go_on(self, session, mode):
        left = after(TypeAction("a+", 1.0), SetMode(mode), Wake(9_999.0), session=session)
        assert left.match.shown == 1
        assert left.screen.choice is not None
        assert after(TypeAction("a-", 10_000.0), session=left).match.shown == 2

    def test_what_another_tab_writes_meanwhile_asks_for_no_move_of_the_others(self, session):
        here = after(TypeAction("a+", 1.0), session=session)
        theirs = after(Edit("chapter-name", "so"), session=opened())
        own = here.kept.of(Studies).by_id[here.screen.study_id]
        text = next(iter(theirs.kept.of(Studies).by_id.values())).text
        newer = here.kept.of(Studies).having(here.screen.study_id, replace(own, text=text))
        here = after(ValuesChanged({Studies.KIND: newer.format()}), session=here)
        assert here.screen.whole[0].name == "so"
        later = after(Wake(9_999.0), session=here)
        assert later.screen.mode is not StudyMode.PRACTISE or (
            seat_for(later.match.position) == seat_for(session.match.position)
        )

    def test_the_move_that_is_shown_is_none_that_is_called_a_mistake(self):
        text = CHAPTERS.replace("1. a+ {Well begun.}", "1. a+ $4 {Too far.}")
        session = after(SetMode(StudyMode.PRACTISE), session=opened(text))
        shown = after(ShowMove(1.0), session=session)
        assert shown.match.last_turn.entry.action == "f+"

    def test_another_good_move_of_the_study_is_right_too(self, session):
        over = after(TypeAction("f+", 1.0), session=session)
        assert told(over).endswith("The end of the line. Found at once: 1 of 1.")

    def test_a_move_is_shown_and_counts_as_missed(self, session):
        shown = after(ShowMove(1.0), Wake(9_999.0), ShowMove(10_000.0), session=session)
        assert told(shown).endswith("Found at once: 0 of 2.")
        begun = after(Command.FIRST, session=shown)
        assert begun.match.shown == 0
        assert after(ShowMove(1.0), session=shown).match.shown == 3

    def test_nothing_else_leads_on_and_one_goes_back_to_what_was_asked(self, session):
        for message in (Command.LATER, Command.PRESENT, GoTo(1), Show(2), Vary(1)):
            assert after(message, session=session).screen == session.screen
        there = after(TypeAction("a+", 1.0), Wake(9_999.0), session=session)
        back = after(Command.EARLIER, session=there)
        assert (back.match.shown, back.screen.wake_ms) == (0, None)
        assert after(Command.ANALYSE, session=there).screen.question is None

    def test_it_goes_out_as_a_lesson(self, session):
        _, (link,) = whole_step(session, StudyCommand.SHARE)
        there = after(Navigate(link.link, 0.0))
        assert there.screen.mode is StudyMode.PRACTISE
        assert "What would you play for Dark?" in whole(page_of(there))

    def test_a_study_without_moves_asks_nothing(self):
        empty = CHAPTERS.partition("1. a+")[0]
        session = after(SetMode(StudyMode.PRACTISE), session=opened(empty))
        assert told(session) == "Practise. The start. No move yet."
        assert after(ShowMove(1.0), TypeAction("a+", 2.0), session=session).match.shown == 0


class TestDrawing:
    """Rings and arrows on the board."""

    @pytest.fixture
    def session(self):
        return after(Command.LATER, StudyCommand.DRAW, session=opened())

    @staticmethod
    def drawn(session):
        """What is seen of them."""
        page = seen(session)
        return [
            one.attributes["class"]
            for one in page.all("class")
            if "sketch-" in one.attributes["class"]
        ]

    def test_two_presses_make_an_arrow_and_one_site_twice_a_ring(self, session):
        assert told(session).startswith("Presses draw")
        session = after(Press("a", 1.0), session=session)
        assert told(session) == "From a."
        session = after(Press("c", 2.0), session=session)
        assert told(session) == "Arrow from a to c."
        session = after(Press("f", 3.0), Press("f", 4.0), session=session)
        assert told(session) == "Ring on f."
        assert "a+ {[%csl Gf][%cal Ga-c] Well begun.}" in text_of(session)
        assert session.match.shown == 1
        # The same again takes it away, and all of it can be undone.
        session = after(Press("a", 5.0), Press("c", 6.0), session=session)
        assert told(session) == "Taken away: arrow from a to c."
        assert "a+ {[%csl Gf] Well begun.}" in text_of(session)
        back = after(Command.TAKE_BACK, session=session)
        assert "[%cal Ga-c]" in text_of(back)

    def test_a_mark_too_many_is_not_begun_for_ever(self, session):
        places = "abcdefghijkl"
        pairs = [(one, other) for one in places for other in places if one != other]
        for one, other in pairs[:MOST_MARKS]:
            session = after(Press(one, 1.0), Press(other, 2.0), session=session)
        full = after(Press("l", 3.0), Press("k", 4.0), session=session)
        assert full.screen.study == session.screen.study
        assert full.screen.drawn_from is None

    def test_the_hint_tells_of_no_move_while_presses_draw(self, session):
        telling = seen(after(StudyCommand.DRAW, session=session)).one("id", "hint").text
        assert telling
        assert seen(session).one("id", "hint").text == ""

    def test_they_are_seen_heard_sent_and_read_by_others(self, session):
        session = after(Press("a", 1.0), Press("c", 2.0), session=session)
        _, (link,) = whole_step(session, StudyCommand.SHARE)
        there = after(Navigate(link.link, 0.0))
        assert not any("sketch sketch-G" in one for one in self.drawn(there))
        there = after(Command.LATER, session=there)
        assert told(there).endswith("Arrow from a to c.")
        assert "sketch sketch-G" in self.drawn(there)

    def test_escape_drops_what_was_begun_and_then_ends_it(self, session):
        session = after(Press("a", 1.0), Command.CANCEL, session=session)
        assert (session.screen.is_drawing, session.screen.drawn_from) == (True, None)
        session = after(Press("nowhere", 2.0), Command.CANCEL, session=session)
        assert not session.screen.is_drawing
        assert told(session) == "Presses play again."
        assert "%c" not in text_of(session)

    def test_what_is_of_no_place_is_kept_and_not_drawn(self):
        session = opened(CHAPTERS.replace("{Well", "{[%csl Gz9,Ya][%cal Ra-z9] Well"))
        session = after(Command.LATER, session=session)
        assert "sketch sketch-Y" in self.drawn(session)
        assert "sketch sketch-R" not in self.drawn(session)
        assert "[%csl Gz9,Ya][%cal Ra-z9]" in text_of(session)

    @pytest.mark.parametrize("mode", [StudyMode.READ, StudyMode.PRACTISE])
    def test_nothing_is_drawn_where_it_is_read_or_practised(self, mode):
        session = after(Command.LATER, SetMode(mode), session=opened())
        drawn = after(StudyCommand.DRAW, Press("a", 1.0), Press("a", 2.0), session=session)
        assert "%csl" not in text_of(drawn)

    def test_myras_pits_are_marked_too(self):
        session = after(Navigate("#/editor/myra", 0.0), Command.STUDY, StudyCommand.DRAW)
        session = after(Press("a1", 1.0), Press("a3", 2.0), session=session)
        assert "{[%cal Ga1-a3]}" in text_of(session)
        assert "sketch sketch-G" in self.drawn(session)
