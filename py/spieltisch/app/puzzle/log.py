"""How a person has fared with puzzles, kept on the device."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any, NamedTuple, Self

from spieltisch.play.glicko import Rating, updated
from spieltisch.play.mistake import Mistake, format_mistake, parse_mistake
from spieltisch.play.puzzle_choice import START
from spieltisch.table.calendar import number_of, parse_day
from spieltisch.table.record import parse_json

RIGHT, WRONG, HINTED, TOLD, SHOWN = "r", "w", "h", "t", "s"
"""The signs of what happened in an attempt: a right or a wrong action was played; the person was
hinted where to look, was told what to play, was shown the whole solution."""

SIGNS = frozenset((RIGHT, WRONG, HINTED, TOLD, SHOWN))
MOST_SIGNS, MOST_ATTEMPTS, MOST_MISTAKES, MOST_COUNTED = 40, 2000, 200, 10**6
"""The most that is read from storage of each."""


def score_of(signs: str) -> float:
    """An attempt's score: 0 after a mistake or once the answer was told, 0.5 after a hint; or 1."""
    if {WRONG, TOLD, SHOWN} & set(signs):
        return 0.0
    return 0.5 if HINTED in signs else 1.0


class Attempt(NamedTuple):
    """The latest attempt at a puzzle: its signs, and the day, as text."""

    signs: str
    day: str


@dataclass(frozen=True)
class DayStreak:
    """Days in a row on which the day's puzzle was solved.

    Days are those of the calendar where the person was. A traveller may have a day twice, which
    counts once, or skip one when local time jumps ahead over the date line, which is forgiven.

    Attributes:
        first, last: the days, as text.
        east_minutes: how far local time was ahead of UTC on the last one.
        signs: the signs of the last one's attempt.
    """

    first: str
    last: str
    east_minutes: int
    signs: str

    @property
    def length(self) -> int:
        return _gap(self.first, self.last) + 1

    def goes_on(self, day: str, east_minutes: int) -> bool:
        """Whether a day later than the last one belongs to the streak."""
        is_skipped = east_minutes - self.east_minutes > 12 * 60
        return _gap(self.last, day) <= 1 + is_skipped


def _gap(first: str, last: str) -> int:
    return number_of(parse_day(last)) - number_of(parse_day(first))


@dataclass(frozen=True)
class GameLog:
    """The log of one game.

    Attributes:
        rating: the person's, by the results so far.
        streak, best: how many have been solved in a row without help, now and at most.
        attempts: the latest attempt at each puzzle, by its id, in the order they were made.
        days: the latest streak of days; None before the first.
        mistakes: the person's own mistakes that are still to be mended; the first comes next.
    """

    rating: Rating = START
    streak: int = 0
    best: int = 0
    attempts: Mapping[str, Attempt] = field(default_factory=dict)
    days: DayStreak | None = None
    mistakes: tuple[Mistake, ...] = ()

    @property
    def solved(self) -> int:
        """How many were solved without a mistake and without being told the answer."""
        return sum(score_of(attempt.signs) > 0 for attempt in self.attempts.values())

    def attempted(self, puzzle_id: str, opponent: Rating, signs: str, day: str) -> Self:
        """The log after an attempt. Only the first at a puzzle changes the rating and streaks."""
        others = {one: told for one, told in self.attempts.items() if one != puzzle_id}
        log = replace(self, attempts={**others, puzzle_id: Attempt(signs, day)})
        if puzzle_id in self.attempts:
            return log
        score = score_of(signs)
        streak = int(self.streak + score) if score else 0
        rating = updated(self.rating, [(opponent, score)])
        return replace(log, rating=rating, streak=streak, best=max(self.best, streak))

    def with_signs(self, puzzle_id: str, signs: str) -> Self:
        """The log after an attempt went on that had been counted already."""
        told = self.attempts[puzzle_id]._replace(signs=signs)
        return replace(self, attempts={**self.attempts, puzzle_id: told})

    def mistake(self, mistake_id: str | None) -> Mistake | None:
        """The mistake with this id, or the next one without an id; None if there is none."""
        wanted = (one for one in self.mistakes if mistake_id in (None, one.id))
        return next(wanted, None)

    def with_mistake(self, mistake: Mistake) -> Self:
        """The log with a mistake at the end of the queue, or without it once it is mended. If there
        are too many, those at the front are forgotten."""
        others = [one for one in self.mistakes if one.id != mistake.id]
        ours = others if mistake.is_mended else [*others, mistake]
        return replace(self, mistakes=tuple(ours[-MOST_MISTAKES:]))

    def with_day(self, day: str, east_minutes: int, signs: str) -> Self:
        """The log after the day's puzzle was solved, perhaps again."""
        days = self.days
        if days is None or (day > days.last and not days.goes_on(day, east_minutes)):
            return replace(self, days=DayStreak(day, day, east_minutes, signs))
        if day <= days.last:
            return self
        days = DayStreak(days.first, day, east_minutes, signs)
        return replace(self, days=days)

    def days_in_a_row(self, today: str, east_minutes: int) -> int:
        """How long the streak of days is; its last day may be yesterday."""
        days = self.days
        if days is None or (today > days.last and not days.goes_on(today, east_minutes)):
            return 0
        return days.length

    def signs_of_day(self, day: str) -> str:
        """The signs of a day's puzzle, if it was solved; empty if not, or if they are no longer
        known."""
        return self.days.signs if self.days is not None and self.days.last == day else ""


@dataclass(frozen=True)
class PuzzleLog:
    """Attributes:
    games: the logs, by game.
    """

    games: Mapping[str, GameLog] = field(default_factory=dict)

    def of(self, game: str) -> GameLog:
        """A game's log, empty at first."""
        return self.games.get(game) or GameLog()

    def with_game(self, game: str, log: GameLog) -> Self:
        """The log with another one for a game."""
        return replace(self, games={**self.games, game: log})


def with_puzzle_log(log: PuzzleLog, other: PuzzleLog) -> PuzzleLog:
    """The two logs as one, with the rating of the one that has more attempts: each rating comes
    from different attempts."""
    for game, there in other.games.items():
        here = log.of(game)
        fuller = max(here, there, key=lambda one: len(one.attempts))
        days = [one.days for one in (here, there) if one.days is not None]
        both = replace(
            fuller,
            best=max(here.best, there.best),
            attempts={**here.attempts, **there.attempts},
            days=max(days, key=lambda one: one.last, default=None),
        )
        for mistake in (*there.mistakes, *here.mistakes):
            both = both.with_mistake(mistake)
        log = log.with_game(game, both)
    return log


def format_puzzle_log(log: PuzzleLog) -> str:
    """The log as JSON text, for storage."""
    return json.dumps({game: _fields(one) for game, one in log.games.items()})


def _fields(log: GameLog) -> dict[str, object]:
    rating, days = log.rating, log.days
    return {
        "rating": [rating.value, rating.deviation, rating.volatility],
        "streak": [log.streak, log.best],
        "attempts": {name: list(attempt) for name, attempt in log.attempts.items()},
        "days": None if days is None else [days.first, days.last, days.east_minutes, days.signs],
        "mistakes": [format_mistake(mistake) for mistake in log.mistakes],
    }


def parse_puzzle_log(text: str | None) -> PuzzleLog:
    """A log from storage; games with any damage are left out."""
    try:
        games = parse_json(text or "{}")
    except ValueError:
        return PuzzleLog()
    found: dict[str, GameLog] = {}
    for game, fields in games.items() if isinstance(games, dict) else ():
        try:
            found[game] = _parse_game(fields)
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return PuzzleLog(found)


def _parse_game(fields: Any) -> GameLog:
    """One game's log; a damaged one raises what parse_puzzle_log catches."""
    value, deviation, volatility = map(float, fields["rating"])
    streak, best = (_count(number) for number in fields["streak"])
    attempts = list(fields["attempts"].items())[:MOST_ATTEMPTS]
    is_sound = all(map(isfinite, (value, deviation))) and deviation > 0 and 0 < volatility < 1
    if not is_sound:
        raise ValueError("no rating")
    return GameLog(
        rating=Rating(value, deviation, volatility),
        streak=streak,
        best=best,
        attempts={name: Attempt(_signs(signs), _day(day)) for name, (signs, day) in attempts},
        days=None if fields["days"] is None else _parse_days(*fields["days"]),
        # Logs of earlier versions have none.
        mistakes=tuple(map(parse_mistake, fields.get("mistakes", [])[:MOST_MISTAKES])),
    )


def _parse_days(first: Any, last: Any, east_minutes: Any, signs: Any) -> DayStreak:
    if not isinstance(east_minutes, int) or first > last:
        raise ValueError("no days in a row")
    return DayStreak(_day(first), _day(last), east_minutes, _signs(signs))


def _count(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= MOST_COUNTED:
        raise ValueError("no count")
    return value


def _day(value: Any) -> str:
    return str(parse_day(value))


def _signs(value: Any) -> str:
    if not isinstance(value, str) or not set(value) <= SIGNS:
        raise ValueError("no signs")
    return value[:MOST_SIGNS]
