"""The course of the workshop can be done by its worked solutions, and by nothing less."""

from functools import cache

import pytest

from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.app.workshop.course import CHECK_SEED, goals_of, is_check_of, verdict_on
from spieltisch.app.workshop.course_view import is_solution, solution_of
from spieltisch.app.workshop.state import (
    TEMPLATE,
    Lapsed,
    NotWonYet,
    NotYet,
    Passed,
    SkillNotShown,
    WinAllowed,
    WinMissed,
)
from spieltisch.games import catalog
from spieltisch.games.contract import BotSkill
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
GAMES = ("yala", "aya", "myra")
"""Those with steps of their own."""
GOALS = {game: goals_of(game) for game in GAMES}
STEPS = [(game, step) for game in GAMES for step in range(1, len(GOALS[game]) + 1)]


def solution(game, step):
    """The worked solution of a step; of the first one it is the file that lies there."""
    return TEMPLATE if step == 1 else solution_of(FILES, game, step)[1]


@cache
def trial_of(game, source, rival, matches, seed=CHECK_SEED):
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
    series = Series("1", game, pair, matches, seed)
    judge.run(format_job(series))
    while todo:
        confined.run(todo.pop(), 1e9)
        judge.hear(0, answers.pop())
    assert isinstance(events[-1], Done)
    assert not [one for one in events if isinstance(one, Lost)]
    played = tuple(one for one in events if isinstance(one, MatchPlayed))
    return Trial(series=series, kept_as="1", limit_ms=1000, played=played, ended=TrialEnd.DONE)


def checked(step, source, game="yala"):
    """What the check of a step, 1 being the first, has shown."""
    goal = GOALS[game][step - 1]
    trial = trial_of(game, source, goal.rival, goal.matches)
    assert is_check_of(trial, goal)
    return verdict_on(trial, step)


def has_passed(step, source, game="yala"):
    return isinstance(checked(step, source, game), Passed)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_worked_solution_passes_its_step_and_not_the_next(game, step):
    assert checked(step, solution(game, step), game) == Passed(step)
    if step < len(GOALS[game]):
        assert not has_passed(step + 1, solution(game, step), game)


def test_each_step_has_a_worked_solution_that_can_be_read_at_once():
    for game, step in STEPS:
        if step > 1:
            name, source = solution_of(FILES, game, step)
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
@pytest.mark.parametrize(("game", "step"), [one for one in STEPS if one[1] > 1])
def test_what_does_not_look_at_the_position_passes_nothing(game, step, source):
    shown = checked(step, source, game)
    assert not isinstance(shown, Passed)
    if game == "yala":
        assert isinstance(shown, Lapsed) == (GOALS[game][step - 1].idea is not None)


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
    assert checked(4, MOVES) == Passed(4)
    assert checked(5, MOVES) == NotYet()
    # Who has more towers stands better, but that is only half of it.
    assert checked(4, TOPS) == Passed(4)
    assert checked(5, TOPS) == NotYet()


@pytest.mark.parametrize("step", [4, 6])
def test_looking_ahead_alone_is_not_taken_for_judging(step):
    assert checked(step, CONSTANT) == NotYet()


def test_to_win_at_once_is_not_taken_for_guarding_nor_for_strength():
    assert checked(2, WINS_ELSE_LAST) == Passed(2)
    assert isinstance(checked(3, WINS_ELSE_LAST).lapse, WinAllowed)
    assert not has_passed(4, WINS_ELSE_LAST)


def test_to_guard_is_not_taken_for_winning():
    assert checked(3, GUARDS_ALONE) == Passed(3)
    assert isinstance(checked(2, GUARDS_ALONE).lapse, WinMissed)
    assert not has_passed(4, GUARDS_ALONE)


AYA_ALWAYS = "def see(position, seat):\n    return 'aya', ['1L'], 0\n"
OYE_ALWAYS = "def see(position, seat):\n    return 'oye', [], 0\n"

FOUND_BY_OURS = """\
from spieltisch.games.aya.rules.matches import matches

def see(position, seat):
    for match in matches(position):
        return "aya", match.moves, DELAY
    return "oye", [], DELAY
"""

ONLY_IF_SURE = """\
def see(position, seat):
    good = [f"{ball}{end}" for ball in range(1, 6) for end in "LR"]
    good = [move for move in good if position.try_move(move).cards]
    return ("aya", good[:1], 0) if good else ("oye", [], 600000)
"""

TWO_AT_ANY_MOVE = """\
from spieltisch.games.aya.rules.track import STANDARD_MOVES, pattern_of, standard_move

def see(position, seat):
    cards = [card.card.pattern for card in position.open_cards]
    for first in STANDARD_MOVES:
        if pattern_of(standard_move(position.track, first)) in cards:
            return "aya", [first], 0
    for first in STANDARD_MOVES:
        for second in STANDARD_MOVES:
            if pattern_of(standard_move(standard_move(position.track, first), second)) in cards:
                return "aya", [first, second], 0
    return "oye", [], 0
"""


GAIN = "moves, _ = max(matches, key=lambda match: gain(match[1], seat))"
PAIRS_FIRST = "moves, _ = max(matches, key=lambda match: (len(match[0]), gain(match[1], seat)))"
LEAST_OF_PAIRS = (
    "moves, _ = max(matches, key=lambda m: gain(m[1], seat) * (-1 if len(m[0]) > 1 else 1))"
)
PAIRS_OF_THE_BEST = "moves, _ = max(matches, key=lambda m: (gain(m[1], seat), len(m[0])))"
LAST_OF_THE_BEST = "moves, _ = max(matches[::-1], key=lambda match: gain(match[1], seat))"


@pytest.mark.parametrize("step", range(2, 7))
@pytest.mark.parametrize("source", [AYA_ALWAYS, OYE_ALWAYS])
def test_who_calls_the_same_always_passes_nothing_in_aya(step, source):
    assert not has_passed(step, source, "aya")


def test_tries_of_somebody_else_in_aya():
    # Right as far as it goes: it never calls what it has not found.
    assert checked(2, ONLY_IF_SURE, "aya") == Passed(2)
    assert not has_passed(3, ONLY_IF_SURE, "aya")
    # Whoever takes each card for a light one calls AYA wrongly.
    assert checked(2, TWO_AT_ANY_MOVE, "aya").lapse == SkillNotShown(2)
    # What the site itself finds is right, and yet no choice, nor does it wait.
    at_once = FOUND_BY_OURS.replace("DELAY", "0")
    assert checked(2, at_once, "aya") == Passed(2)
    assert checked(3, at_once, "aya") == Passed(3)
    assert not has_passed(4, at_once, "aya")
    assert not has_passed(5, at_once, "aya")
    # Two moves are a choice, too, and made with the first of them.
    chosen = solution("aya", 4)
    assert chosen.count(GAIN) == 1
    for worse in (PAIRS_FIRST, LEAST_OF_PAIRS):
        assert checked(4, chosen.replace(GAIN, worse), "aya").lapse == SkillNotShown(4)
    # Which of those that gain the same is free.
    for as_good in (PAIRS_OF_THE_BEST, LAST_OF_THE_BEST):
        assert checked(4, chosen.replace(GAIN, as_good), "aya") == Passed(4)
    # Whoever waits as long for the move that is owed loses its time.
    assert not has_passed(6, FOUND_BY_OURS.replace("DELAY", "6000"), "aya")


CAPTURES_ELSE_FIRST = """\
def choose(position, seat):
    actions = position.legal_actions(seat)
    goal = position.queen(3 - seat)
    return next((one for one in actions if one.target == goal), actions[0])
"""

GUARDS_BY_ANSWERS = """\
import random

def choose(position, seat):
    actions = random.sample(position.legal_actions(seat), len(position.legal_actions(seat)))
    for action in actions:
        after = position.apply(seat, action)
        if after.outcome:
            return action
        if all(one.target != after.queen(seat) for one in after.legal_actions(3 - seat)):
            return action
    return actions[0]
"""

NEAREST = """\
import random

def choose(position, seat):
    queen = position.queen(3 - seat)
    def far(action):
        if action.target == queen:
            return -1000
        total = 0
        for site, piece in position.apply(seat, action).pieces.items():
            if piece.seat == seat:
                rows = ord(site[0]) - ord(queen[0])
                places = int(site[1:]) - int(queen[1:])
                total += piece.soldiers * max(abs(rows), abs(places), abs(rows - places))
        return total + random.random()
    return min(position.legal_actions(seat), key=far)
"""


def test_tries_of_somebody_else_in_myra():
    assert checked(2, CAPTURES_ELSE_FIRST, "myra") == Passed(2)
    winning = checked(2, GUARDS_BY_ANSWERS, "myra")
    assert isinstance(winning, Lapsed)
    assert isinstance(winning.lapse, WinMissed)
    assert isinstance(checked(3, NEAREST, "myra").lapse, WinAllowed)
    # Whoever looks at all the answers finds the same, and takes longer for it.
    assert checked(3, GUARDS_BY_ANSWERS, "myra") == Passed(3)
    assert checked(4, NEAREST, "myra") == Passed(4)
    assert isinstance(checked(4, solution("myra", 3), "myra").lapse, NotWonYet)


@pytest.mark.parametrize(("game", "matches", "least"), [("aya", 20, 15), ("myra", 10, 9)])
def test_the_last_bot_of_a_course_beats_level_2_in_matches_that_no_check_has(game, matches, least):
    goal = GOALS[game][-1]
    assert goal.rival == "2"
    trial = trial_of(game, solution(game, len(GOALS[game])), "2", matches, 70_001)
    assert trial.points >= least


def test_beside_points_a_skill_says_whose_it_is():
    """What is told before it ends with the rival's name, so "it" would be the rival."""
    goals = [goal for game in catalog.GAMES for goal in goals_of(game)]
    told = [goal.idea.told for goal in goals if isinstance(goal.idea, BotSkill)]
    assert told
    assert not [one for one in told if "our bot" not in one]
