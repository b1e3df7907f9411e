"""The course of the workshop: eight steps, each with a check of its own."""

from collections.abc import Callable, Iterator
from functools import partial

from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.app.workshop.board import match_of
from spieltisch.app.workshop.state import Lapse
from spieltisch.games import catalog
from spieltisch.games.contract import BotGoal, BotIdea, BotSkill, BotStep
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


def steps_of(game: str) -> tuple[BotStep, ...]:
    """The steps of a game's own course; none if it has the usual goals alone."""
    course = catalog.game_of(game).bot_course
    return () if course is None else course()


def goals_of(game: str) -> tuple[BotGoal, ...]:
    """What is to be shown, step by step."""
    return tuple(step.goal for step in steps_of(game)) or _USUAL


def is_check_of(trial: Trial, goal: BotGoal) -> bool:
    """Whether a series is one that shows if a goal is reached, however it has ended."""
    series = trial.series
    asked = Contestant(goal.rival), goal.matches, CHECK_SEED
    return asked == (series.contestants[1], series.matches, series.seed)


def is_reached(trial: Trial, goal: BotGoal) -> tuple[bool, Lapse | None]:
    """Whether a series, which is a check of a goal, has reached it; if not, where it has failed, as
    far as there is one place."""
    if trial.ended is not TrialEnd.DONE or len(trial.played) < goal.matches:
        return False, None
    idea = goal.idea
    if idea is not None and idea is not BotIdea.PLAYING:
        is_shown, lapse = _is_shown(trial, idea)
        if not is_shown:
            return False, lapse
    return trial.share[0] * goal.matches >= goal.points, None


def _is_shown(trial: Trial, idea: BotIdea | BotSkill) -> tuple[bool, Lapse | None]:
    """Whether an idea was shown often enough, and never missed; else where it was missed first."""
    look = _LOOKS[idea] if isinstance(idea, BotIdea) else partial(_skilled, idea)
    enough = ENOUGH if isinstance(idea, BotIdea) else idea.enough
    shown = 0
    for number, one in enumerate(trial.played, start=1):
        match = match_of(one, trial.series.game)
        if match is None:
            return False, None
        for turn, better in look(match, one.first):
            if better is not None:
                return False, Lapse(number, turn, better, idea is BotIdea.WINNING)
            shown += 1
    return shown >= enough, None


Look = Callable[[Match, Seat], Iterator[tuple[int, str | None]]]
"""The turns of a seat at which an idea was asked for, and what it should have played instead, empty
where its skill knows; None for one that was right."""


LATEST = 40
"""So many turns of a match are looked at, the last ones, which is where wins are: the page would
stand still for as long as it looks at hundreds."""


def _turns_of(match: Match, seat: Seat) -> Iterator[tuple[int, Turn]]:
    """The latest turns of a seat, with their numbers."""
    for number, turn in list(enumerate(match.turns, start=1))[-LATEST:]:
        if turn.seat == seat and not turn.is_tables:
            yield number, turn


def _winning(match: Match, seat: Seat) -> Iterator[tuple[int, str | None]]:
    for number, turn in _turns_of(match, seat):
        if _has_won(turn.after, seat):
            yield number, None
        elif (better := _win_in(turn.before, seat)) is not None:
            yield number, match.rules.format_action(better)


def _guarding(match: Match, seat: Seat) -> Iterator[tuple[int, str | None]]:
    for number, turn in _turns_of(match, seat):
        if _has_won(turn.after, seat):
            continue
        others = ((one, turn.before.apply(seat, one)) for one in turn.before.legal_actions(seat))
        if _is_open(turn.after, seat):
            guards = (action for action, after in others if not _is_open(after, seat))
            if (better := next(guards, None)) is not None:
                yield number, match.rules.format_action(better)
        elif any(_is_open(after, seat) for _, after in others):
            yield number, None


def _skilled(skill: BotSkill, match: Match, seat: Seat) -> Iterator[tuple[int, str | None]]:
    since_ms = 0
    for number, turn in enumerate(match.turns, start=1):
        if turn.seat == seat and not turn.is_tables:
            is_shown = skill.look(turn, turn.at_ms - since_ms)
            if is_shown is not None:
                yield number, None if is_shown else ""
        since_ms = turn.at_ms


_LOOKS: dict[BotIdea, Look] = {
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
    """How many steps a person has done, with whichever bot of the game."""
    return max(one.step for one in (bot, *bots.of(bot.game).values()))
