"""The course of the workshop: steps that lead to a bot of one's own, each with its check."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.app.workshop.board import match_of
from spieltisch.app.workshop.state import (
    Lapse,
    Lapsed,
    NotWonYet,
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
    idea, missed = goal.idea, None
    if idea is not None and idea is not BotIdea.PLAYING:
        missed = _missed(trial, step, idea)
    missed = missed or _late(trial, goal.within)
    if missed is not None:
        return missed
    is_reached = trial.share[0] * goal.matches >= goal.points
    return Passed(step) if is_reached else NotYet()


class _Moment(NamedTuple):
    """A turn of the bot's, at which an idea may have been asked for."""

    match: Match
    number: int
    """From 1 on."""
    turn: Turn
    since_ms: int
    """How long after the turn before."""


class _Look(NamedTuple):
    """How an idea is looked for."""

    lapse: Callable[[_Moment], Lapse | None]
    """What was wrong."""
    is_shown: Callable[[_Moment], bool]
    """Whether it was asked for and right; this may take longer."""
    enough: int
    """So often it must have been shown."""
    latest: int | None = None
    """So many turns of a match are looked at, the last ones."""


LATEST_TURNS = 40
"""So many turns of a match are looked at for a win, the last ones, which is where wins are: the
page would stand still for as long as it looks at hundreds."""


def _missed(trial: Trial, step: int, idea: BotIdea | BotSkill) -> Lapsed | NotYet | None:
    """Where a step's idea was missed first, or that it was not shown often enough; None if it
    was."""
    look, seen = _look_for(idea, step, trial.series.game), list[_Moment]()
    for number, one in enumerate(trial.played, start=1):
        match = match_of(one, trial.series.game)
        if match is None:
            return NotYet()
        moments = list(_moments(match, one.first, look.latest))
        for moment in moments:
            lapse = look.lapse(moment)
            if lapse is not None:
                return Lapsed(number, moment.number, lapse)
        seen += moments
    # It is asked for near the end most of all, and enough of it is soon found there.
    shown = islice(filter(look.is_shown, reversed(seen)), look.enough)
    return None if sum(1 for _ in shown) >= look.enough else NotYet()


def _moments(match: Match, seat: Seat, latest: int | None) -> Iterator[_Moment]:
    since_ms, turns = 0, list[_Moment]()
    for number, turn in enumerate(match.turns, start=1):
        turns.append(_Moment(match, number, turn, turn.at_ms - since_ms))
        since_ms = turn.at_ms
    for moment in turns if latest is None else turns[-latest:]:
        if moment.turn.seat == seat and not moment.turn.is_tables:
            yield moment


def _late(trial: Trial, within: int) -> Lapsed | None:
    """Where a match first has more actions of the bot's than it may have."""
    for number, one in enumerate(trial.played if within else (), start=1):
        match = match_of(one, trial.series.game)
        own = () if match is None else tuple(_moments(match, one.first, None))
        if len(own) > within:
            return Lapsed(number, own[within].number, NotWonYet())
    return None


def _look_for(idea: BotIdea | BotSkill, step: int, game: str) -> _Look:
    if isinstance(idea, BotSkill):
        skill, lapse = idea, SkillNotShown(step)
        return _Look(
            lambda at: lapse if skill.look(at.turn, at.since_ms) is False else None,
            lambda at: skill.look(at.turn, at.since_ms) is True,
            skill.enough,
        )
    course = bot_course_of(game)
    wins = _Wins(None if course is None else course.may_win)
    if idea is BotIdea.WINNING:
        return _Look(wins.missed, wins.has_won, ENOUGH, LATEST_TURNS)
    return _Look(wins.allowed, wins.has_guarded, ENOUGH, LATEST_TURNS)


@dataclass(frozen=True)
class _Wins:
    """What could be won at once."""

    may_win: Callable[[AnyPosition, Seat], Iterable[object]] | None

    def missed(self, at: _Moment) -> WinMissed | None:
        seat, before = at.turn.seat, at.turn.before
        better = None if self.has_won(at) else self._win_in(before, seat)
        return None if better is None else WinMissed(at.match.rules.format_action(better))

    def has_won(self, at: _Moment) -> bool:
        return _has_won(at.turn.after, at.turn.seat)

    def allowed(self, at: _Moment) -> WinAllowed | None:
        seat, turn = at.turn.seat, at.turn
        if self.has_won(at) or not self._is_open(turn.after, seat):
            return None
        guards = (action for action, is_open in self._others(turn) if not is_open)
        better = next(guards, None)
        return None if better is None else WinAllowed(at.match.rules.format_action(better))

    def has_guarded(self, at: _Moment) -> bool:
        seat, turn = at.turn.seat, at.turn
        if self.has_won(at) or self._is_open(turn.after, seat):
            return False
        return any(is_open for _, is_open in self._others(turn))

    def _others(self, turn: Turn) -> Iterator[tuple[object, bool]]:
        """All that could have been done, and whether another seat could then win."""
        for action in turn.before.legal_actions(turn.seat):
            yield action, self._is_open(turn.before.apply(turn.seat, action), turn.seat)

    def _win_in(self, position: AnyPosition, seat: Seat) -> object | None:
        """An action with which a seat wins at once."""
        may_win = self.may_win
        actions = position.legal_actions(seat) if may_win is None else may_win(position, seat)
        return next((one for one in actions if _has_won(position.apply(seat, one), seat)), None)

    def _is_open(self, position: AnyPosition, seat: Seat) -> bool:
        """Whether another seat has won, or can win at once."""
        if position.outcome is not None:
            return not position.outcome.is_draw and not _has_won(position, seat)
        return any(
            self._win_in(position, one) is not None for one in position.active_seats - {seat}
        )


def _has_won(position: AnyPosition, seat: Seat) -> bool:
    outcome = position.outcome
    return outcome is not None and not outcome.is_draw and seat in outcome.winners


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
