"""Every game's lessons hold what they say: whatever can be done in a step is done, by a session."""

import re

import pytest

from spieltisch.app.board.messages import Press, ShowSolution, TypeAction, Wake
from spieltisch.app.core.effects import Animate, Keep
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.table import play
from tests import fourth
from tests.lessons import STEPS, TAUGHT, presses_for
from tests.unit.markup_check import check

each_game = pytest.mark.parametrize("name", TAUGHT)
each_step = pytest.mark.parametrize(
    ("name", "step"), STEPS, ids=[f"{name}-{step.name}" for name, step in STEPS]
)

LONGEST_TASK = 190
"""In characters: what is to be done is read at a glance."""


def opened(name, step):
    session, _ = update(Session(), Navigate(f"#/learn/{name}/{step.name}", 0.0))
    assert isinstance(session.screen, LessonScreen)
    return session


def after_replies(session):
    """The session when all have replied, and the turns that were."""
    turns = []
    while (wake_ms := session.next_wake_ms) is not None:
        session, effects = update(session, Wake(wake_ms))
        turns += [effect.turn for effect in effects if isinstance(effect, Animate)]
    return session, turns


def actions(name, step):
    rules = catalog.game_of(name).rules
    position = rules.parse_position(step.position)
    return {rules.format_action(one): one for one in position.legal_actions(step.seat)}


def turn_of(name, step, action):
    rules = catalog.game_of(name).rules
    return play(rules, rules.parse_position(step.position), step.seat, action)


@each_game
def test_steps_have_names_for_addresses_and_their_texts_are_short(name):
    course = catalog.game_of(name).lessons
    names = [step.name for step in course.steps]
    assert sorted(set(names)) == sorted(names)
    for step in course.steps:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", step.name)
        answers = [one.answer for one in step.mistakes]
        for text in (step.task, step.praise, step.otherwise, *answers, course.farewell):
            assert len(text) <= LONGEST_TASK
            assert text.endswith((".", "!", "?"))


@each_step
def test_every_solution_is_played_and_solves_it(name, step):
    assert step.solutions
    for text in step.solutions:
        session, effects = update(opened(name, step), TypeAction(text, 0.0))
        assert session.screen.state == "solved", text
        (kept,) = [effect.kept for effect in effects if isinstance(effect, Keep)]
        assert kept.has(name, step.name)
        assert session.kept.of(Progress) == kept


@each_step
def test_whatever_else_can_be_done_is_answered_and_solves_nothing(name, step):
    start = opened(name, step)
    also_solve = []
    for text, action in actions(name, step).items():
        if text in step.solutions:
            continue
        mistake = step.judge(turn_of(name, step, action))
        if mistake is None:
            also_solve.append(text)
            continue
        session, effects = update(start, TypeAction(text, 0.0))
        assert (session.screen.state, session.screen.told) == ("wrong", mistake.answer)
        assert not [effect for effect in effects if isinstance(effect, Keep)]
    assert start.screen.state == "open"
    assert (also_solve == []) == step.is_sole, also_solve


@each_step
def test_every_kind_of_mistake_can_be_made_and_every_reply_be_played(name, step):
    made = {}
    for text, action in actions(name, step).items():
        mistake = step.judge(turn_of(name, step, action))
        if mistake in step.mistakes:
            made.setdefault(step.mistakes.index(mistake), []).append(text)
    assert sorted(made) == list(range(len(step.mistakes)))
    tried = [(text, step.mistakes[number]) for number, texts in made.items() for text in texts]
    for text, mistake in tried:
        session, _ = update(opened(name, step), TypeAction(text, 0.0))
        session, turns = after_replies(session)
        assert not session.screen.replies
        assert len(turns) >= len(mistake.replies)
    session, turns = after_replies(
        update(opened(name, step), TypeAction(step.solutions[0], 0.0))[0]
    )
    assert not session.screen.replies
    assert len(turns) >= len(step.replies)


@each_step
def test_it_is_solved_by_pressing_what_the_board_offers(name, step):
    game, session = catalog.game_of(name), opened(name, step)
    for token in presses_for(game, session.match.position, step.seat, step.solutions[0]):
        assert token in session.screen.choice.targets
        session, _ = update(session, Press(token, 0.0))
    assert session.screen.state == "solved"


def is_missed(session):
    """Whether the learner's action was a miss."""
    turns = session.match.turns
    return any(event.kind == "missed" for turn in turns[:1] for event in turn.events)


@each_step
def test_its_page_is_sound_however_the_step_is(name, step):
    session = opened(name, step)
    wrong = next(
        (
            text
            for text, action in actions(name, step).items()
            if step.judge(turn_of(name, step, action)) is not None
        ),
        None,
    )
    states = {"open": session, "solved": update(session, TypeAction(step.solutions[0], 0.0))[0]}
    if wrong is not None:
        states["wrong"] = update(session, TypeAction(wrong, 0.0))[0]
    for state, shown in states.items():
        root = check(whole(page_of(shown)))
        holder = root.one("data-step")
        assert holder.attributes["data-step"] == step.name
        assert holder.attributes["data-step-state"] == state
        assert shown.screen.told in root.one("id", "lesson-told").text
        (spoken,) = [node.text for node in root.one("id", "live").all("role") if node.text]
        # Nobody is praised for a miss.
        solved = "Right! " if step.is_feat else "Done. "
        assert state != "solved" or step.is_feat != is_missed(shown)
        # A step begins with its title.
        verdict = {"open": f"{step.title}. ", "solved": solved, "wrong": "Not yet. "}[state]
        assert spoken.startswith(f"{verdict}{shown.screen.told}")
    # Nor for what the page has done.
    shown = update(session, ShowSolution(0.0))[0]
    assert shown.screen.state == "solved"
    verdict = check(whole(page_of(shown))).one("id", "lesson-told").text
    assert verdict.startswith(f"This is how. {shown.screen.told}")


def test_a_game_without_lessons_offers_none():
    with fourth.in_catalogue():
        assert catalog.game_of(fourth.NAME).lessons is None
        session, _ = update(Session(), Navigate(f"#/learn/{fourth.NAME}", 0.0))
        assert isinstance(session.screen, StartScreen)
        assert session.notice == BadLink("page", f"/learn/{fourth.NAME}")
        assert f"#/learn/{fourth.NAME}" not in whole(page_of(session))
        session, _ = update(session, Navigate(f"#/setup/{fourth.NAME}", 0.0))
        assert "#/learn/" not in whole(page_of(session))
