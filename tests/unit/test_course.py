"""The course of the workshop can be done by its worked solutions, and by nothing less."""

from functools import cache

import pytest

from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.app.workshop.course import CHECK_SEED, goals_of, is_check_of, is_reached
from spieltisch.app.workshop.course_view import is_solution, solution_of
from spieltisch.app.workshop.state import TEMPLATE
from spieltisch.play.confined import PRINTED, Confined
from spieltisch.play.judge import TELL, Judge
from spieltisch.play.own_jobs import (
    Contestant,
    Done,
    Lost,
    MatchPlayed,
    Series,
    format_job,
    parse_event,
)
from tools.project import ROOT

FILES = [
    (path.stem, path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "examples").glob("*.py"))
]
GOALS = goals_of("yala")
STEPS = range(1, len(GOALS) + 1)


def solution(step):
    """The worked solution of a step; of the first one it is the file that lies there."""
    return TEMPLATE if step == 1 else solution_of(FILES, "yala", step)[1]


@cache
def trial_of(source, rival, matches):
    """A check's series as a page plays it."""
    todo, answers, events = [], [], []

    def post(place, text):
        if place == TELL:
            events.append(parse_event(text))
        else:
            todo.append(text)

    def answered(kind, text):
        if kind != PRINTED:
            answers.append(text)

    judge, confined = Judge(post), Confined(answered, lambda: 0.0)
    pair = (Contestant("mine", source), Contestant(rival))
    series = Series("1", "yala", pair, matches, CHECK_SEED)
    judge.run(format_job(series))
    while todo:
        confined.run(todo.pop(), 1e9)
        judge.hear(0, answers.pop())
    assert isinstance(events[-1], Done)
    assert not [one for one in events if isinstance(one, Lost)]
    played = tuple(one for one in events if isinstance(one, MatchPlayed))
    return Trial(series=series, kept_as="1", limit_ms=1000, played=played, ended=TrialEnd.DONE)


def checked(step, source):
    """Whether the check of a step, 1 being the first, is passed; and where the bot has failed."""
    goal = GOALS[step - 1]
    trial = trial_of(source, goal.rival, goal.matches)
    assert is_check_of(trial, goal)
    return is_reached(trial, goal)


@pytest.mark.parametrize("step", STEPS)
def test_a_worked_solution_passes_its_step_and_not_the_next(step):
    assert checked(step, solution(step)) == (True, None)
    if step < len(GOALS):
        assert not checked(step + 1, solution(step))[0]


def test_each_step_has_a_worked_solution_that_can_be_read_at_once():
    for step in STEPS[1:]:
        name, source = solution_of(FILES, "yala", step)
        assert is_solution(name)
        assert source.count("\n") < 60


RANDOM = """\
import random


def choose(position, seat):
    return random.choice(position.legal_actions(seat))
"""

FIRST, LAST = (
    f"def choose(position, seat):\n    return position.legal_actions(seat)[{one}]\n"
    for one in (0, -1)
)

WINS_ELSE_LAST = """\
def choose(position, seat):
    actions = position.legal_actions(seat)
    for action in actions:
        outcome = position.apply(seat, action).outcome
        if outcome and seat in outcome.winners:
            return action
    return actions[-1]
"""

GUARDS_ALONE = """\
def choose(position, seat):
    for action in position.legal_actions(seat):
        after = position.apply(seat, action)
        if not any(after.apply(3 - seat, one).outcome for one in after.legal_actions(3 - seat)):
            return action
    return action
"""

CONSTANT = "def evaluate(position, seat):\n    return 0\n"


@pytest.mark.parametrize("source", [TEMPLATE, RANDOM, FIRST, LAST])
@pytest.mark.parametrize("step", STEPS[1:])
def test_what_does_not_look_at_the_position_passes_nothing(step, source):
    is_done, lapse = checked(step, source)
    assert not is_done
    assert (lapse is not None) == (GOALS[step - 1].idea is not None)


MOVES = """\
from dataclasses import replace

def evaluate(position, seat):
    mine = replace(position, to_move="dl"[seat - 1])
    theirs = replace(position, to_move="ld"[seat - 1])
    return len(mine.legal_actions(seat)) - len(theirs.legal_actions(3 - seat))
"""

TOPS = """\
def evaluate(position, seat):
    dark = sum(tower[-1] == "d" for tower in position.towers if 0 < len(tower) < 5)
    light = sum(tower[-1] == "l" for tower in position.towers if 0 < len(tower) < 5)
    return dark - light if seat == 1 else light - dark
"""


def test_a_few_lines_of_somebody_else_pass_the_step_of_which_they_have_the_idea():
    assert checked(4, MOVES) == (True, None)
    assert checked(5, MOVES) == (False, None)
    # Who has more towers stands better, but that is only half of it.
    assert checked(4, TOPS) == (True, None)
    assert checked(5, TOPS) == (False, None)


@pytest.mark.parametrize("step", [4, 6])
def test_looking_ahead_alone_is_not_taken_for_judging(step):
    assert checked(step, CONSTANT) == (False, None)


def test_to_win_at_once_is_not_taken_for_guarding_nor_for_strength():
    assert checked(2, WINS_ELSE_LAST) == (True, None)
    is_done, lapse = checked(3, WINS_ELSE_LAST)
    assert not is_done
    assert not lapse.is_win
    assert not checked(4, WINS_ELSE_LAST)[0]


def test_to_guard_is_not_taken_for_winning():
    assert checked(3, GUARDS_ALONE) == (True, None)
    is_done, lapse = checked(2, GUARDS_ALONE)
    assert not is_done
    assert lapse.is_win
    assert not checked(4, GUARDS_ALONE)[0]
