"""The course of the workshop: eight steps, each of which a series can show to be done."""

from dataclasses import dataclass

from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.league import Trial, TrialEnd
from spieltisch.play.own_jobs import Contestant


@dataclass(frozen=True)
class Goal:
    """What a bot is to make against a bot of the house."""

    rival: str
    """Its name."""
    matches: int
    points: int


GOALS = (
    Goal("random", 2, 0),
    Goal("random", 10, 3),
    Goal("random", 10, 6),
    Goal("random", 10, 9),
    Goal("1", 10, 5),
    Goal("1", 10, 8),
    Goal("2", 10, 6),
    Goal("3", 10, 6),
)


def reached(trial: Trial, step: int) -> int:
    """How many steps are done after a series, if ``step`` were before it. One that ended early
    shows nothing."""
    while trial.ended == TrialEnd.DONE and step < len(GOALS) and _shows(trial, GOALS[step]):
        step += 1
    return step


def _shows(trial: Trial, goal: Goal) -> bool:
    rival, count = trial.series.contestants[1], len(trial.played)
    is_as_wanted = rival == Contestant(goal.rival) and count >= goal.matches
    return is_as_wanted and trial.share[0] * goal.matches >= goal.points


def steps_done(bots: Bots, bot: OwnBot) -> int:
    """How many steps a person has done, with whichever bot of the game."""
    return max(one.step for one in (bot, *bots.of(bot.game).values()))
