"""The course of the workshop: steps that lead to a bot of one's own, each with its check."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.app.workshop.board import match_of
from spieltisch.app.workshop.state import (
    Lapse,
    Lapsed,
    NotYet,
    Passed,
    SkillNotShown,
    Verdict,
    WinAllowed,
    WinMissed,
)
from spieltisch.games import catalog
from spieltisch.games.contract import BotCourse, BotGoal, BotIdea, BotSkill
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import Contestant
from spieltisch.table import AnyPosition, Seat, Turn

CHECK_SEED = 5_002
"""Of each check: as its games are always the same, no luck passes one, nor does pressing again, and
a worked solution that has passed passes everywhere."""

_USUAL = (
    BotGoal("random", 2, idea=BotIdea.PLAYING),
    BotGoal("random", 10, 3),
    BotGoal("random", 10, 6),
    BotGoal("random", 10, 9),
    BotGoal("1", 10, 5),
    BotGoal("1", 10, 8),
    BotGoal("2", 10, 6),
    BotGoal("3", 10, 6),
)

ENOUGH = 5
"""So often an idea must have been shown in a series, that none is taken for known by chance."""


def bot_course_of(game: str) -> BotCourse | None:
    """A game's own course; None if it has the usual goals alone."""
    course = catalog.game_of(game).bot_course
    return None if course is None else course()


def goals_of(game: str) -> tuple[BotGoal, ...]:
    """What is to be shown, step by step."""
    course = bot_course_of(game)
    return _USUAL if course is None else tuple(step.goal for step in course.steps)


def is_check_of(trial: Trial, goal: BotGoal) -> bool:
    """Whether a series is one that shows if a goal is reached, however it has ended."""
    series = trial.series
    asked = Contestant(goal.rival), goal.matches, CHECK_SEED
    return asked == (series.contestants[1], series.matches, series.seed)


def verdict_on(trial: Trial, step: int) -> Verdict:
    """What a series, which is the check of a step, 1 being the first, has shown of it."""
    goal = goals_of(trial.series.game)[step - 1]
    if trial.ended is not TrialEnd.DONE or len(trial.played) < goal.matches:
        return NotYet()
    idea = goal.idea
    if idea is not None and idea is not BotIdea.PLAYING:
        missed = _missed(trial, idea)
        if missed is not None:
            return missed
    is_reached = trial.share[0] * goal.matches >= goal.points
    return Passed(step) if is_reached else NotYet()


def _missed(trial: Trial, idea: BotIdea | BotSkill) -> Lapsed | NotYet | None:
    """Where an idea was missed first, or that it was not shown often enough; None if it was."""
    look = _LOOKS[idea] if isinstance(idea, BotIdea) else partial(_skilled, idea)
    enough = ENOUGH if isinstance(idea, BotIdea) else idea.enough
    shown = 0
    for number, one in enumerate(trial.played, start=1):
        match = match_of(one, trial.series.game)
        if match is None:
            return NotYet()
        for turn, lapse in look(match, one.first):
            if lapse is not None:
                return Lapsed(number, turn, lapse)
            shown += 1
    return None if shown >= enough else NotYet()


Looked: TypeAlias = Iterator[tuple[int, Lapse | None]]
"""The turns of a seat at which an idea was asked for, and what was wrong; None for one that was
right."""


LATEST = 40
"""So many turns of a match are looked at, the last ones, which is where wins are: the page would
stand still for as long as it looks at hundreds."""


def _turns_of(match: Match, seat: Seat) -> Iterator[tuple[int, Turn]]:
    """The latest turns of a seat, with their numbers."""
    for number, turn in list(enumerate(match.turns, start=1))[-LATEST:]:
        if turn.seat == seat and not turn.is_tables:
            yield number, turn


def _winning(match: Match, seat: Seat) -> Looked:
    for number, turn in _turns_of(match, seat):
        if _has_won(turn.after, seat):
            yield number, None
        elif (better := _win_in(turn.before, seat)) is not None:
            yield number, WinMissed(match.rules.format_action(better))


def _guarding(match: Match, seat: Seat) -> Looked:
    for number, turn in _turns_of(match, seat):
        if _has_won(turn.after, seat):
            continue
        others = ((one, turn.before.apply(seat, one)) for one in turn.before.legal_actions(seat))
        if _is_open(turn.after, seat):
            guards = (action for action, after in others if not _is_open(after, seat))
            if (better := next(guards, None)) is not None:
                yield number, WinAllowed(match.rules.format_action(better))
        elif any(_is_open(after, seat) for _, after in others):
            yield number, None


def _skilled(skill: BotSkill, match: Match, seat: Seat) -> Looked:
    since_ms = 0
    for number, turn in enumerate(match.turns, start=1):
        if turn.seat == seat and not turn.is_tables:
            is_shown = skill.look(turn, turn.at_ms - since_ms)
            if is_shown is not None:
                yield number, None if is_shown else SkillNotShown(skill)
        since_ms = turn.at_ms


_LOOKS: dict[BotIdea, Callable[[Match, Seat], Looked]] = {
    BotIdea.WINNING: _winning,
    BotIdea.GUARDING: _guarding,
}


def _win_in(position: AnyPosition, seat: Seat) -> object | None:
    """An action with which a seat wins at once."""
    actions = position.legal_actions(seat)
    return next((one for one in actions if _has_won(position.apply(seat, one), seat)), None)


def _has_won(position: AnyPosition, seat: Seat) -> bool:
    outcome = position.outcome
    return outcome is not None and not outcome.is_draw and seat in outcome.winners


def _is_open(position: AnyPosition, seat: Seat) -> bool:
    """Whether another seat has won, or can win at once."""
    if position.outcome is not None:
        return not position.outcome.is_draw and not _has_won(position, seat)
    return any(_win_in(position, one) is not None for one in position.active_seats - {seat})


def steps_done(bots: Bots, bot: OwnBot) -> int:
    """How many steps of the course as it is now a person has done, with whichever bot of the
    game."""
    version, every = _version(bot.game), (bot, *bots.of(bot.game).values())
    done = max((one.step for one in every if one.course == version), default=0)
    return min(done, len(goals_of(bot.game)))


def with_step(bot: OwnBot, step: int) -> OwnBot:
    """A bot with which a person has come as far as a step, 1 being the first."""
    return replace(bot, step=step, course=_version(bot.game))


def _version(game: str) -> int:
    course = bot_course_of(game)
    return 0 if course is None else course.version
