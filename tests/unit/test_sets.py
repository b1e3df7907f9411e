"""Sets: studies whose chapters ask something, what is proved of them, how they are done, printed
and told."""

import asyncio
import re
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import Answered, MakePuzzle, TypeAction, Wake
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import GiveText
from spieltisch.app.core.messages import Command, Edit, Navigate
from spieltisch.app.core.table import MOST_TRIED
from spieltisch.app.editor.state import IntoStudy
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.screens import page_of, said
from spieltisch.app.study.asking import proof_text
from spieltisch.app.study.proving import TaskProof, Verdict, subject_of
from spieltisch.app.study.sheet import SheetScreen
from spieltisch.app.study.state import (
    Score,
    SetGlyph,
    SetMode,
    ShowMove,
    StudyCommand,
    StudyScreen,
)
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH, LANGUAGES
from spieltisch.play.code_text import pack_text
from spieltisch.play.puzzle import Puzzle
from spieltisch.play.service import SearchAnswer, Service, format_request, parse_answer
from spieltisch.play.study import Study, StudyMode, Task, TaskKind, to_study
from spieltisch.play.study_text import format_study, parse_chapters
from spieltisch.table import Prospect
from tests.puzzles import pack
from tests.sets import FIVE
from tests.unit.asking import after, seen
from tests.unit.whole_step import whole_step

START = "#/study/" + pack_text(FIVE)


def told(session):
    return said(session.heard)


def practised(session):
    (region,) = seen(session).all("id", "practise")
    return region


def answered(session, action, at_ms=50.0):
    """The bot that is asked for a move has found this one."""
    request = wanted_thought(session)
    prospects = (Prospect(0.5, None, (action,)),)
    return after(Answered(SearchAnswer(request.ticket, prospects, 1, 1), at_ms), session=session)


def searched(session):
    """What is asked was found out, by the search itself."""
    text = asyncio.run(Service().think(format_request(wanted_thought(session))))
    return after(Answered(parse_answer(text), 5.0), session=session)


def test_a_task_is_a_tag_and_a_text_without_one_reads_as_before():
    found = parse_chapters(FIVE)
    assert [str(one.study.task) for one in found] == ["win", "defend", "all", "play:1", "move"]
    for odd in (
        "mate",
        "play",
        "play:0",
        "win:3",
        "Play:1",
        "play:12",
        "play:7",
        "play:8",
        "play:9",
        "",
    ):
        (read,) = parse_chapters(f'[Game "yala"]\n[Task "{odd}"]\n[Seed "1"]\n\n1. a+\n')
        assert read.study.task is None
        # It is another program's, and kept.
        assert ("Task", odd) in read.study.tags
        assert f'[Task "{odd}"]' in format_study("x", read.study)
    plain = FIVE.replace('[Task "win"]\n', "")
    (first, *_) = parse_chapters(plain)
    assert first.study.task is None
    assert "Task" not in format_study("x", first.study)
    twice = '[Game "yala"]\n[Task "win"]\n[Task "all"]\n[Seed "1"]\n\n1. a+\n'
    (read,) = parse_chapters(twice)
    assert (read.study.task, read.study.tags) == (Task(TaskKind.WIN), (("Task", "all"),))


def test_a_set_is_done_in_order_and_its_result_is_told():
    session = after(Navigate(START, 0.0))
    assert told(session) == (
        "Chapter 1. The start. Comment: Look at b. Task 1 of 5: Find the winning move."
        " Light to move: find the winning move."
    )
    assert practised(session).attributes["data-task"] == "win"
    assert practised(session).attributes["data-tasks"] == "5"
    # A miss counts as help; what the trainer says of it answers.
    session = after(TypeAction("e-", 1.0), session=session)
    assert "e-: Too slow. Look for another move." in practised(session).text
    session = after(TypeAction("b+", 2.0), session=session)
    session = after(Wake(5_000.0), session=session)
    session = after(TypeAction("b+", 6_000.0), session=session)
    assert session.screen.scores.done == {0: Score.HELPED}
    # Of one's own accord, and then once more: the first time counts.
    session = after(StudyCommand.NEXT_CHAPTER, TypeAction("i-", 7_000.0), session=session)
    assert session.screen.scores.done[1] is Score.ALONE
    session = after(Command.FIRST, ShowMove(8_000.0), session=session)
    assert session.screen.scores.done[1] is Score.ALONE
    # All good moves, each after the other; after each the board goes back.
    session = after(StudyCommand.NEXT_CHAPTER, TypeAction("b-", 9_000.0), session=session)
    assert "Right. Found: 1 of 2." in practised(session).text
    assert "This, too." in seen(session).all("id", "moves")[0].text
    session = after(TypeAction("b+", 9_100.0), session=session)
    assert len(session.screen.found) == 1
    session = after(Wake(20_000.0), session=session)
    assert told(session).endswith("find all good moves. Found: 1 of 2.")
    assert session.match.shown == 0
    session = after(TypeAction("f-", 21_000.0), session=session)
    assert practised(session).attributes["data-practise"] == "wrong"
    session = after(ShowMove(22_000.0), session=session)
    assert practised(session).attributes["data-practise"] == "done"
    assert session.screen.scores.done[2] is Score.HELPED
    # Played out: the study's own moves count for nothing, and the bot answers.
    session = after(StudyCommand.NEXT_CHAPTER, session=session)
    assert wanted_thought(session) is None
    session = after(TypeAction("h-", 30_000.0), session=session)
    assert (wanted_thought(session).level, wanted_thought(session).seat) == (1, 2)
    session = after(Wake(40_000.0), session=session)
    session = after(TypeAction("h-", 41_000.0), session=session)
    assert session.match.shown == 1
    session = answered(session, "h-", 50_000.0)
    session = after(Wake(50_000.0), session=session)
    assert "Ada" in told(session)
    session = after(TypeAction("h-", 60_000.0), session=session)
    assert session.match.is_over
    assert session.screen.scores.done[3] is Score.ALONE
    assert "You win" in practised(session).text
    # What the trainer has written was not changed by it.
    (own,) = session.kept.of(Studies).by_id.values()
    found = parse_chapters(own.text)
    assert [one.study.moves for one in found] == [4, 1, 3, 1, 1]
    session = after(StudyCommand.NEXT_CHAPTER, session=session)
    assert "What would you play for Dark?" in practised(session).text
    _, (given,) = whole_step(session, StudyCommand.SHARE_RESULT)
    assert given == GiveText(
        "Five: Solved: 4 of 5, 2 with help.\n1 (✓) · 2 ✓ · 3 (✓) · 4 ✓ · 5 –", "result"
    )


def test_what_is_lost_or_drawn_is_not_solved_and_comes_back_after_a_visit_elsewhere():
    session = after(Navigate(START, 0.0), Edit("chapter", "4"))
    for n, move in enumerate(("h-", "h-")):
        session = after(TypeAction(move, 1_000.0 * n), session=session)
        if not session.match.is_over:
            session = answered(session, "h-", 1_000.0 * n + 500)
            session = after(Wake(1_000.0 * n + 900), session=session)
    scores = session.screen.scores
    (study_id,) = session.kept.of(Studies).by_id
    gone = after(Navigate("#/settings", 0.0), session=session)
    again = after(Navigate(f"#/study/{study_id}", 0.0), session=gone)
    assert again.screen.scores == scores
    assert scores.done
    # To write it begins anew.
    written = after(SetMode(StudyMode.WRITE), SetMode(StudyMode.PRACTISE), session=again)
    assert not written.screen.scores.done


def test_nothing_is_taken_back_or_shown_where_it_is_played_out():
    session = after(Navigate(START, 0.0), Edit("chapter", "4"), TypeAction("h-", 1.0))
    for message in (Command.EARLIER, ShowMove(2.0), Command.LATER, StudyCommand.CHECK):
        assert after(message, session=session).match.shown == 1
    assert not seen(session).all("data-do", "show-answer")
    # Again begins it anew.
    assert after(Command.FIRST, session=session).match.shown == 0


def test_a_study_becomes_a_set_by_one_press_which_can_be_undone():
    text = format_study("x", parse_chapters(FIVE)[4].study).replace('[Task "move"]\n', "")
    session = after(Navigate("#/study/" + pack_text(text), 0.0))
    assert session.screen.mode is StudyMode.WRITE
    made = after(StudyCommand.MAKE_SET, session=session)
    assert made.screen.task == Task(TaskKind.MOVE)
    (own,) = made.kept.of(Studies).by_id.values()
    assert '[Mode "practise"]' in own.text
    assert '[Task "move"]' in own.text
    back = after(SetMode(StudyMode.WRITE), Command.TAKE_BACK, session=made)
    assert back.screen.study.task is None
    # Without a move there is nothing to ask.
    bare = after(Navigate("#/editor/yala", 0.0), Command.STUDY, StudyCommand.MAKE_SET)
    assert bare.screen.mode is StudyMode.WRITE


def test_a_task_is_chosen_said_undone_and_cannot_be_by_a_reader():
    session = after(Navigate("#/editor/yala", 0.0), Command.STUDY)
    session = after(Edit("task", "play:3"), session=session)
    assert session.screen.study.task == Task(TaskKind.PLAY, 3)
    assert told(session).startswith("Play it out against ")
    assert told(session).endswith(" Nothing is proved here: what the study says counts.")
    assert after(Command.TAKE_BACK, session=session).screen.study.task is None
    assert after(Edit("task", ""), session=session).screen.study.task is None
    assert told(after(Edit("task", "xyz"), session=session)) == "No task."
    for mode in (StudyMode.READ, StudyMode.PRACTISE):
        other = after(SetMode(mode), Edit("task", "win"), session=session)
        assert other.screen.study.task == Task(TaskKind.PLAY, 3)


def test_positions_are_added_to_a_study_from_the_editor():
    session = after(Navigate("#/editor/yala", 0.0), Command.STUDY)
    (study_id,) = session.kept.of(Studies).by_id
    place = "#/editor/yala?position=dldll///dl/dl/ld/ldld//dld/ld//ldld d"
    session = after(Navigate(place, 0.0), session=session)
    assert seen(session).all("data-do", "study-into")
    session = after(IntoStudy(study_id), session=session)
    assert isinstance(session.screen, StudyScreen)
    assert (session.screen.number, len(session.screen.chapters)) == (1, 2)
    (own,) = session.kept.of(Studies).by_id.values()
    assert own.text.count("[Start") == 2
    # One of another game is none to add to, and one that is gone neither: then a new one begins.
    other = after(Navigate("#/editor/myra", 0.0), session=session)
    assert not seen(other).all("data-do", "study-into")
    assert len(after(IntoStudy("nothing00000"), session=other).kept.of(Studies).by_id) == 2
    assert len(after(IntoStudy(study_id), session=other).kept.of(Studies).by_id) == 2


def test_a_sheet_has_a_diagram_for_each_task_and_the_solutions_behind():
    session = after(Navigate(START, 0.0))
    (study_id,) = session.kept.of(Studies).by_id
    sheet = after(Navigate(f"#/sheet/{study_id}", 0.0), session=session)
    assert isinstance(sheet.screen, SheetScreen)
    page = seen(sheet)
    assert [one.attributes["data-task"] for one in page.all("class", "sheet-diagram")] == [
        "win", "defend", "all", "play", "move",
    ]  # fmt: skip
    (diagrams,) = page.all("class", "sheet-diagrams")
    assert "That is it." not in diagrams.text
    assert "Look at b." in diagrams.text
    (solutions,) = page.all("class", "sheet-solutions")
    assert "1. b+ That is it. (1. e-? Too slow) 2. i- 3. b+" in solutions.text
    assert "1. b+ (1. b- This, too.) (1. f-??)" in solutions.text
    lost = after(Navigate("#/sheet/nothing00000", 0.0), session=session)
    assert not isinstance(lost.screen, SheetScreen)


def test_sheets_and_tasks_are_drawn_in_every_language():
    for language in LANGUAGES:
        session = after(Navigate(START, 0.0))
        settings = session.settings.with_field("language", language)
        session = replace(session, settings=settings)
        (study_id,) = session.kept.of(Studies).by_id
        for number in range(1, 6):
            page_of(after(Edit("chapter", str(number)), session=session))
        page_of(after(SetMode(StudyMode.WRITE), session=session))
        page_of(after(Navigate(f"#/sheet/{study_id}", 0.0), session=session))


# ------------------------------------------------------------------ proofs


def proved(session, task, *moves):
    """The session with a task and these answers to it, once it was checked."""
    for move in moves:
        session = after(TypeAction(move, 1.0), Command.FIRST, session=session)
    session = after(Edit("task", task), StudyCommand.CHECK, session=session)
    assert "Checking every move" in seen(session).text
    return searched(session)


@pytest.mark.parametrize(
    ("number", "task", "moves", "verdict", "text"),
    [
        (0, "win", ("b+",), Verdict.WINS, "Proved, a win within 2 moves: b+."),
        (0, "all", ("b+",), Verdict.WINS, "Proved, a win within 2 moves: b+."),
        (0, "win", ("e-",), Verdict.OTHERS_WIN, "Not proved: what wins fastest is b+."),
        (1, "defend", ("i-",), Verdict.HOLDS, "Proved: every other move loses."),
        (1, "all", ("i-",), Verdict.HOLDS, "Proved: every other move loses."),
        (1, "win", ("i-",), Verdict.NO_WIN, "Not proved: no forced win was found."),
        (
            2,
            "all",
            ("b+", "b-"),
            Verdict.WINS,
            "Proved, a win at once: b+, b-. Nothing else wins at once.",
        ),
        (2, "win", ("b+",), Verdict.OTHERS_WIN, "Not proved: what wins fastest is b+, b-."),
    ],
)
def test_what_is_proved_is_said_and_what_is_not(number, task, moves, verdict, text):
    study = parse_chapters(FIVE)[number].study
    bare = format_study("x", Study(study.setup))
    session = proved(after(Navigate("#/study/" + pack_text(bare), 0.0)), task, *moves)
    assert session.screen.proof.verdict is verdict
    assert text in told(session)
    assert text in seen(session).text
    # Another answer, and nothing is proved any more; the same again, and it is.
    position = session.match.position
    other = next(
        one
        for action in position.legal_actions(study_seat(session))
        if (one := session.match.rules.format_action(action)) not in moves
    )
    more = after(TypeAction(other, 9.0), session=session)
    assert more.screen.proof is None
    assert after(Command.TAKE_BACK, session=more).screen.proof == session.screen.proof


def study_seat(session):
    (seat,) = session.match.position.active_seats
    return seat


def test_of_what_is_for_its_maker_to_say_nothing_is_proved():
    session = after(Navigate("#/editor/yala", 0.0), Command.STUDY, TypeAction("a+", 1.0))
    for task in ("move", "play:2"):
        asked = after(Edit("task", task), session=session)
        assert "Nothing is proved here" in seen(asked).text
        assert not after(StudyCommand.CHECK, session=asked).screen.is_checking
    # Nor of a task without an answer.
    empty = after(Navigate("#/editor/yala", 0.0), Command.STUDY, Edit("task", "win"))
    assert not after(StudyCommand.CHECK, session=empty).screen.is_checking


def test_who_solves_a_task_may_check_it_only_once_it_is_done():
    session = after(Navigate(START, 0.0), Edit("chapter", "2"))
    assert not after(StudyCommand.CHECK, session=session).screen.is_checking
    session = after(TypeAction("i-", 1.0), StudyCommand.CHECK, session=session)
    assert "Proved: every other move loses." in seen(searched(session)).text


def of_puzzle(puzzle: Puzzle, kind: TaskKind) -> Study:
    editor = catalog.game_of(puzzle.game).editor
    study = Study(to_study(editor.read(puzzle.setup, puzzle.position)))
    for action in puzzle.solutions:
        study, _ = study.played(0, action)
    return replace(study, task=Task(kind))


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_the_puzzles_of_the_packs_are_proved_as_sets(game):
    some = [one for one in pack(game) if one.goal == "win" and one.moves <= 3][::25]
    assert len(some) > 2
    for puzzle in some:
        text = format_study("x", of_puzzle(puzzle, TaskKind.WIN))
        session = after(Navigate("#/study/" + pack_text(text), 0.0), StudyCommand.CHECK)
        session = searched(session)
        assert session.screen.proof.verdict is Verdict.WINS, puzzle.id
        assert session.screen.proof.moves == tuple(sorted(puzzle.solutions)), puzzle.id


def test_a_puzzle_is_offered_where_it_will_succeed_and_says_what_it_tries():
    bare = format_study("x", Study(parse_chapters(FIVE)[0].study.setup))
    session = after(Navigate("#/study/" + pack_text(bare), 0.0), Command.ANALYSE)
    session = searched(session)
    assert seen(session).all("data-do", "make-puzzle")
    assert "Light to move: find the move that wins within 2 moves." in seen(session).text
    assert isinstance(after(MakePuzzle(9.0), session=session).screen, PuzzleScreen)
    bare = format_study("x", Study(parse_chapters(FIVE)[1].study.setup))
    session = after(Navigate("#/study/" + pack_text(bare), 0.0), Command.ANALYSE)
    session = searched(session)
    assert not seen(session).all("data-do", "make-puzzle")
    assert "This can't be a puzzle: no forced win can be proved here." in seen(session).text


# ------------------------------------------------------------------ checks that come too late


def begun_check():
    """A position with an answer, which has become a task that wins, while that is being checked;
    and what the search finds of it."""
    study = parse_chapters(FIVE)[0].study
    bare = format_study("x", Study(study.setup))
    session = after(Navigate("#/study/" + pack_text(bare), 0.0), TypeAction("b+", 1.0))
    session = after(Edit("task", "move"), Edit("task", "win"), StudyCommand.CHECK, session=session)
    assert session.screen.is_checking
    text = asyncio.run(Service().think(format_request(wanted_thought(session))))
    return session, Answered(parse_answer(text), 5.0)


def written_elsewhere(session, *messages):
    """That another tab has done this to the study on screen."""
    theirs = after(*messages, session=session).kept.of(Studies)
    return ValuesChanged({Studies.KIND: theirs.format()})


@pytest.mark.parametrize(
    "messages",
    [
        (Command.TAKE_BACK,),
        (Command.TAKE_BACK, Command.TAKE_BACK),
        (Command.TAKE_BACK, Command.TAKE_BACK, Command.TAKE_BACK),
        (Command.TAKE_BACK, Command.REDO),
        (Edit("task", ""),),
        (Edit("task", "move"),),
        (Edit("task", "defend"),),
        (Edit("task", ""), Edit("task", "win")),
        (Command.FIRST, TypeAction("e-", 2.0)),
        (Command.FIRST, Command.LATER, SetGlyph("?")),
        (Command.FIRST, Command.LATER, StudyCommand.DELETE_MOVE),
        (StudyCommand.NEW_CHAPTER,),
        (StudyCommand.NEW_CHAPTER, Command.TAKE_BACK),
        (StudyCommand.MAKE_SET,),
        (SetMode(StudyMode.READ),),
    ],
)
def test_a_check_answers_only_what_was_asked(messages):
    session, answer = begun_check()
    changed = after(*messages, session=session)
    assert not changed.screen.is_checking
    assert "Checking every move" not in seen(changed).text
    assert wanted_thought(changed) is None
    late = after(answer, session=changed)
    assert late.screen == changed.screen
    assert not late.screen.proofs
    assert not any("data-proved" in one.attributes for one in seen(late).walk())
    # Nor does it begin again by itself once the same is asked again.
    assert not after(Edit("task", "win"), session=late).screen.is_checking


def test_a_check_goes_on_where_the_same_is_still_asked():
    session, answer = begun_check()
    for messages in (
        (Command.FIRST,),
        (Edit("comment", "So."),),
        (Command.FIRST, Command.LATER, SetGlyph("!"), Command.TAKE_BACK),
        (TypeAction("i-", 2.0),),
    ):
        changed = after(*messages, session=session)
        assert after(answer, session=changed).screen.proof.verdict is Verdict.WINS
    # So it does in another tab's study.
    news = written_elsewhere(session, Edit("comment", "So."))
    read = after(news, session=session)
    assert read.screen.study.nodes[read.screen.at].comment == "So."
    assert after(answer, session=read).screen.proof.verdict is Verdict.WINS
    for task in ("", "move", "all"):
        other = after(written_elsewhere(session, Edit("task", task)), session=session)
        assert not other.screen.is_checking
        assert after(answer, session=other).screen.proof is None


# ------------------------------------------------------------------ what is noted


def test_nothing_is_noted_of_a_study_without_tasks_which_takes_no_place_of_others():
    plain = re.sub(r'\[Task "[^"]*"\]\n', "", FIVE)
    notes = {f"match{n}": "tried out" for n in range(MOST_TRIED)}
    session = after(Navigate("#/study/" + pack_text(plain), 0.0))
    session = replace(session, tried=notes)
    wrong = after(TypeAction("e-", 1.0), ShowMove(2.0), Wake(9_000.0), session=session)
    assert wrong.screen.missed
    assert wrong.tried == notes
    # Nor of a chapter without a task in a set.
    mixed = FIVE.replace('[Task "win"]\n', "")
    session = after(Navigate("#/study/" + pack_text(mixed), 0.0), TypeAction("e-", 1.0))
    assert not session.tried
    # In a set the oldest note makes room.
    session = after(Edit("chapter", "2"), TypeAction("f+", 2.0), session=session)
    (study_id,) = session.kept.of(Studies).by_id
    assert session.tried == {study_id: "-w---"}
    session = after(TypeAction("i-", 3.0), session=replace(session, tried=notes))
    assert session.tried == {**{one: notes[one] for one in list(notes)[1:]}, study_id: "-h---"}


def test_the_note_goes_with_the_scores():
    session = after(Navigate(START, 0.0), TypeAction("e-", 1.0))
    (study_id,) = session.kept.of(Studies).by_id
    session = replace(session, tried={"other": "tried out", **session.tried})
    assert session.tried[study_id] == "w----"
    written = after(SetMode(StudyMode.WRITE), session=session)
    assert written.tried == {"other": "tried out"}
    again = after(SetMode(StudyMode.PRACTISE), session=written)
    assert again.tried == {"other": "tried out"}


# ------------------------------------------------------------------ tasks that nobody can do


UNFINISHED = "".join(
    f'[{head} "x"]\n[Task "{task}"]\n[Start "/ll/lddd/dlld/l//dldll/ld/d/dldld// l"]\n\n{line}\n\n'
    for head, task, line in (
        ('Game "yala"]\n[Mode "practise"]\n[Name', "win", "{Nothing yet.}"),
        ("Chapter", "move", ""),
        ("Chapter", "all", "1. b+? (1. e-??)"),
        ("Chapter", "win", "1. e-?"),
        ("Chapter", "defend", ""),
        ("Chapter", "all", "1. b+ (1. e-?)"),
        ("Chapter", "play:1", ""),
    )
)


def test_a_chapter_without_anything_to_find_is_no_task_of_the_set():
    session = after(Navigate("#/study/" + pack_text(UNFINISHED), 0.0))
    assert len(session.screen.whole) == 7
    assert session.screen.tasks == (3, 5, 6)
    for number in (1, 2, 3, 5):
        session = after(Edit("chapter", str(number)), session=session)
        assert practised(session).attributes["data-tasks"] == "3"
        assert practised(session).attributes.get("data-task") is None
        assert not practised(session).all("class", "study-task")
        assert not practised(session).all("id", "task-proof")
        assert told(session)
        assert not after(ShowMove(1.0), session=session).screen.scores.done
    session = after(Edit("chapter", "4"), session=session)
    assert "Task 1 of 3" in told(session)
    session = after(ShowMove(2.0), session=session)
    session = after(Edit("chapter", "6"), TypeAction("b+", 3.0), session=session)
    assert practised(session).attributes["data-practise"] == "done"
    assert "Solved: 2 of 3, 1 with help." in practised(session).text
    session = after(Edit("chapter", "7"), session=session)
    assert "Task 3 of 3" in told(session)
    # Whoever writes it chooses the task before the moves, or after them.
    written = after(SetMode(StudyMode.WRITE), Edit("chapter", "5"), session=session)
    assert written.screen.study.task == Task(TaskKind.DEFEND)
    more = after(TypeAction("b+", 4.0), SetMode(StudyMode.PRACTISE), session=written)
    assert more.screen.tasks == (3, 4, 5, 6)


def test_a_set_is_made_of_what_can_be_asked():
    session = after(Navigate("#/editor/yala", 0.0), Command.STUDY, Edit("task", "win"))
    assert after(StudyCommand.MAKE_SET, session=session).screen.mode is StudyMode.WRITE
    session = after(StudyCommand.NEW_CHAPTER, session=session)
    position = session.match.position
    first = next(iter(position.legal_actions(study_seat(session))))
    move = session.match.rules.format_action(first)
    session = after(TypeAction(move, 1.0), session=session)
    assert session.screen.study.moves == 1
    made = after(StudyCommand.MAKE_SET, session=session)
    assert (made.screen.mode, made.screen.number) == (StudyMode.PRACTISE, 1)
    assert "Task 1 of 1" in told(made)


# ------------------------------------------------------------------ names


def test_who_moves_is_named_as_on_the_board_where_it_is_played_out():
    session = after(Navigate(START, 0.0), Edit("chapter", "4"), TypeAction("h-", 1_000.0))
    session = after(Wake(9_000.0), session=answered(session, "h-", 2_000.0))
    (moves,) = seen(session).all("id", "moves")
    assert "Move 1 h-, Dark" in moves.text
    assert "Move 2 h-, Ada" in moves.text
    assert "Light" not in moves.text


# ------------------------------------------------------------------ what several moves are called


@pytest.mark.parametrize(
    ("proof", "text"),
    [
        (
            TaskProof(Verdict.WINS, ("a+", "b-"), 1),
            "Proved, a win at once: a+, b-. Nothing else wins at once.",
        ),
        (
            TaskProof(Verdict.WINS, ("a+", "b-"), 3),
            "Proved, a win within 3 moves: a+, b-. Nothing else wins as fast.",
        ),
        (
            TaskProof(Verdict.LONGEST, ("a+", "b-")),
            "Proved: every move loses; what holds out longest is a+, b-.",
        ),
        (TaskProof(Verdict.OTHERS_HOLD, ("a+", "b-")), "Not proved: a+, b- may hold, too."),
    ],
)
def test_a_proof_reads_well_of_one_move_and_of_several(proof, text):
    screen = after(Navigate(START, 0.0)).screen
    for moves in (proof.moves, proof.moves[:1]):
        known = replace(screen, proofs={subject_of(screen.study): replace(proof, moves=moves)})
        assert proof_text(known, ENGLISH) == text.replace("a+, b-", ", ".join(moves))
