"""How a person has fared with puzzles, kept on the device."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, Self, TypeVar

from spieltisch.app.core.dates import DAY_MINUTES, number_of, parse_day
from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.kept_parts import kept_object, sound_members, sound_parts
from spieltisch.app.core.message import Frozen
from spieltisch.games import catalog
from spieltisch.play.mistake import MISTAKE, Mistake
from spieltisch.play.puzzle import DEVIATIONS, START, VALUES, VOLATILITIES, Rating, updated
from spieltisch.table.codec import Codec, codec, members
from spieltisch.table.marks import AS_LIST, Between, Length, MisfitError, Only, Then


def own_log(game: str) -> str:
    """The name of the log of puzzles from own cards."""
    return f"{game}/own"


def skill_log(game: str) -> str:
    """The name of the log of puzzles of the game's own skill."""
    return f"{game}/skill"


class ContestKind(StrEnum):
    """Results are kept under these names, with ``-calm`` where no clock runs."""

    RUN = "run"
    """As many puzzles as one can solve."""
    SPOT = "spot"
    """The same with puzzles of the game's own skill."""
    DUEL = "duel"
    """The same cards for everybody; of seconds, or misses, the least is the best."""


MOST_COUNTED, MOST_TOTAL = 10**6, 10**9
"""The bounds of what is read from storage: of counts, and of results."""

_NUMBER = Between(0, MOST_TOTAL)


def _day(text: str) -> str:
    return str(parse_day(text))


class ContestFigures(NamedTuple):
    times: Annotated[int, Between(1, MOST_COUNTED)]
    total: Annotated[int, _NUMBER]
    best: Annotated[int, _NUMBER]

    @property
    def average(self) -> float:
        return self.total / self.times


class DuelResult(NamedTuple):
    """How somebody's first duel of a day went."""

    day: Annotated[str, Then(_day)]
    rolled: Annotated[str, Length(0, 400)]
    """A letter for each ball that rolled, and for each miss."""
    seconds: Annotated[int, _NUMBER]
    """How long it took, misses included; 0 if it was untimed."""
    misses: Annotated[int, _NUMBER]
    is_calm: bool


Tallies = Mapping[str, ContestFigures]


def _best(kind: str, *results: int) -> int:
    return min(results) if kind.startswith(ContestKind.DUEL) else max(results)


def _figures(times: int, total: int, best: int) -> ContestFigures:
    """The figures within the bounds of what is read again: a file may tell of as many as there can
    be."""
    total = max(0, min(total, MOST_TOTAL))
    return ContestFigures(min(times, MOST_COUNTED), total, min(best, MOST_TOTAL))


def with_result(tallies: Tallies, kind: str, result: int) -> Tallies:
    times, total, best = tallies.get(kind, ContestFigures(0, 0, result))
    return {**tallies, kind: _figures(times + 1, total + result, _best(kind, best, result))}


def united(ours: Tallies, theirs: Tallies) -> Tallies:
    """The tallies of two devices as one: counts are of the one that has more, so that nothing is
    counted twice where both have the same contests."""
    both = {**ours}
    for kind, there in theirs.items():
        here = ours.get(kind, there)
        fuller = max(here, there)
        both[kind] = fuller._replace(best=_best(kind, here.best, there.best))
    return both


def moved(base: Tallies, ours: Tallies, theirs: Tallies) -> Tallies:
    """Their tallies with what we have added to the base, or without what we have erased."""
    found: dict[str, ContestFigures] = {}
    for kind in (*theirs, *(kind for kind in ours if kind not in theirs)):
        known = [one[kind] for one in (ours, theirs) if kind in one]
        before, here, there = (
            one.get(kind, ContestFigures(0, 0, 0)) for one in (base, ours, theirs)
        )
        times = there.times + here.times - before.times
        if times > 0:
            total = there.total + here.total - before.total
            found[kind] = _figures(times, total, _best(kind, *(one.best for one in known)))
    return found


T = TypeVar("T")

RIGHT, TRACE_WRONG, HINTED, TRACE_TOLD, SHOWN = "r", "w", "h", "t", "s"
"""What can happen in an attempt, a letter each: a right or a wrong action was played; the person
was hinted where to look, was told what to play, was shown the whole solution. The letters of all
that has happened, one after the other, are its trace."""

DONE = frozenset((RIGHT, TRACE_WRONG, HINTED, TRACE_TOLD, SHOWN))
MOST_TRACE, MOST_ATTEMPTS, MOST_MISTAKES = 40, 2000, 200
"""The most that is read from storage of each."""

COUNTED = Between(0, MOST_COUNTED)

MOST_STREAKS = 12
"""How many streaks of days are kept beside the one that was added to last."""

MOST_DUEL_DAYS = 60

MOST_EAST = DAY_MINUTES
"""No local time is further ahead of UTC, or behind it, in minutes."""

MOST_LETTERS = 500_000
"""Letters of all positions of a game's mistakes: each has its whole past. So all logs together fit
into a file of all that is kept, and are read without a pause."""

MAX_PUZZLE_LOG = 16_000_000
"""Letters of all logs that are read: earlier versions kept more of the past."""


def score_of(trace: str) -> float:
    """An attempt's score: 0 after a mistake or once the answer was told, 0.5 after a hint; or 1."""
    if {TRACE_WRONG, TRACE_TOLD, SHOWN} & set(trace):
        return 0.0
    return 0.5 if HINTED in trace else 1.0


def _trace(text: str) -> str:
    if not set(text) <= DONE:
        raise MisfitError(f"{text!r} is no trace of an attempt")
    return text[:MOST_TRACE]


class LatestAttempt(NamedTuple):
    trace: Annotated[str, Then(_trace)]
    day: Annotated[str, Then(_day)]


class DayStreak(Frozen):
    """Days in a row on which the day's puzzle was solved.

    Days are those of the calendar where the person was. A traveller may have a day twice, which
    counts once. A day of which flying east leaves no more than half need not be solved: over the
    date line there may be nothing left of it.
    """

    first: Annotated[str, Then(_day)]
    last: Annotated[str, Then(_day)]
    east_minutes: Annotated[int, Between(-MOST_EAST, MOST_EAST)]
    """How far local time was ahead of UTC on the last one, where it was seen last."""
    trace: Annotated[str, Then(_trace)]
    """The trace of the last one's attempt."""

    def check(self) -> None:
        """Raise ValueError for a streak that ends before it begins."""
        if self.first > self.last:
            raise MisfitError(f"end at {self.last}, before {self.first}")

    @property
    def length(self) -> int:
        return _gap(self.first, self.last) + 1

    def until(self, today: str, east_minutes: int) -> int:
        """How many of its days have begun, for somebody who is so far ahead of UTC today: coming
        from further east they may have had tomorrow, and the day after."""
        had = -((east_minutes - self.east_minutes) // DAY_MINUTES)
        return min(self.length, _gap(self.first, today) + 1 + max(0, had))

    def distance(self, day: str) -> int:
        """How many days a day is away from the streak; 0 for one of its own."""
        return max(0, _gap(day, self.first), _gap(self.last, day))

    def goes_on(self, day: str, east_minutes: int) -> bool:
        """Whether a day later than the last one belongs to the streak."""
        may_skip = east_minutes - self.east_minutes >= DAY_MINUTES // 2
        return _gap(self.last, day) <= 1 + may_skip


def _gap(first: str, last: str) -> int:
    return number_of(parse_day(last)) - number_of(parse_day(first))


def _united(streaks: Iterable[DayStreak]) -> list[DayStreak]:
    """The streaks with those made one that overlap or follow each other, the earliest first."""
    united: list[DayStreak] = []
    for one in sorted(streaks, key=attrgetter("first")):
        if united and _gap(united[-1].last, one.first) <= 1:
            later = max(one, united[-1], key=lambda each: (each.last, -each.east_minutes))
            united[-1] = replace(later, first=united[-1].first)
        else:
            united.append(one)
    return united


def _bounded(rating: Rating) -> Rating:
    """The rating within the bounds of what is read again."""
    bounds = (VALUES, DEVIATIONS, VOLATILITIES)
    parts = (rating.value, rating.deviation, rating.volatility)
    return Rating(
        *(min(max(part, low), high) for part, (low, high) in zip(parts, bounds, strict=True))
    )


def _fitting(mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """The last of them for which there is room."""
    left, fitting = MOST_LETTERS, list[Mistake]()
    for one in reversed(mistakes[-MOST_MISTAKES:]):
        if len(one.puzzle.position) <= left:
            left -= len(one.puzzle.position)
            fitting.append(one)
    return tuple(reversed(fitting))


class GameLog(Frozen):
    """The log of one game.

    A computer's clock may stand wrong for a while, so that a day is counted years ahead. The streak
    from before is kept beside that one, and goes on as soon as the clock is right again.
    """

    rating: Rating = START
    """The person's, by the results so far."""
    streak: int = 0
    """How many have been solved in a row without help."""
    best: int = 0
    """How long the longest such streak was."""
    attempts: Mapping[str, LatestAttempt] = field(default_factory=dict)
    """The latest attempt at each puzzle, by its id, in the order they were made."""
    days: DayStreak | None = None
    """The streak of days that was added to last; None before the first."""
    mistakes: tuple[Mistake, ...] = ()
    """The person's own mistakes that are still to be mended; the first comes next."""
    other_days: tuple[DayStreak, ...] = ()
    """Other streaks, the earliest first, none of them next to another."""
    tallies: Tallies = field(default_factory=dict)
    duel: DuelResult | None = None
    """The latest duel of the day; None before the first."""
    duel_days: tuple[str, ...] = ()
    """The last days whose duels were counted, the earliest first: after a flight, or with a clock
    that is set back, a day comes again."""

    @property
    def solved(self) -> int:
        """How many were solved without a mistake and without being told the answer."""
        return sum(map(self.has_solved, self.attempts))

    def has_solved(self, puzzle_id: str) -> bool:
        attempt = self.attempts.get(puzzle_id)
        return attempt is not None and score_of(attempt.trace) > 0

    def has_failed(self, puzzle_id: str) -> bool:
        return puzzle_id in self.attempts and not self.has_solved(puzzle_id)

    def attempted(self, puzzle_id: str, opponent: Rating | None, trace: str, day: str) -> Self:
        """The log after an attempt. Only the first at a puzzle changes the rating, if there is an
        opponent's, and streaks."""
        others = {one: told for one, told in self.attempts.items() if one != puzzle_id}
        log = replace(self, attempts={**others, puzzle_id: LatestAttempt(trace, day)})
        if puzzle_id in self.attempts:
            return log
        score = score_of(trace)
        streak = min(int(self.streak + score), MOST_COUNTED) if score else 0
        rating = self.rating
        if opponent is not None:
            rating = _bounded(updated(rating, [(opponent, score)]))
        return replace(log, rating=rating, streak=streak, best=max(self.best, streak))

    def with_trace(self, puzzle_id: str, trace: str) -> Self:
        """The log after an attempt went on that had been counted already; it may have been erased
        in another tab since."""
        if puzzle_id not in self.attempts:
            return self
        told = self.attempts[puzzle_id]._replace(trace=trace)
        return replace(self, attempts={**self.attempts, puzzle_id: told})

    def mistake(self, mistake_id: str | None) -> Mistake | None:
        """The mistake with this id, or the next one without an id; None if there is none."""
        wanted = (one for one in self.mistakes if mistake_id in (None, one.id))
        return next(wanted, None)

    def with_mistake(self, mistake: Mistake) -> Self:
        """The log with a mistake at the end of the queue, or without it once it is mended. If there
        are too many or too long ones, those at the front are forgotten."""
        others = [one for one in self.mistakes if one.id != mistake.id]
        ours = others if mistake.is_mended else [*others, mistake]
        return replace(self, mistakes=_fitting(ours))

    def without_mistake(self, mistake: Mistake) -> Self:
        return replace(self, mistakes=tuple(one for one in self.mistakes if one != mistake))

    def with_day(self, day: str, east_minutes: int, trace: str) -> Self:
        """The log after the day's puzzle was solved, perhaps again."""
        streaks = self.seen_on(day, east_minutes).streaks
        if any(one.first <= day <= one.last for one in streaks):
            return self.with_streaks(streaks, day)
        before = [one for one in streaks if one.last < day and one.goes_on(day, east_minutes)]
        first = before[-1].first if before else day
        added = DayStreak(first, day, east_minutes, trace)
        return self.with_streaks([*(one for one in streaks if one not in before[-1:]), added], day)

    def seen_on(self, day: str, east_minutes: int) -> Self:
        """The log after the puzzle of a day was seen that may be solved already: a traveller who
        has the day once more lives on from there, and may skip the next one flying back."""
        streaks = [
            replace(one, east_minutes=east_minutes) if one.last == day else one
            for one in self.streaks
        ]
        if streaks == self.streaks:
            return self
        return self.with_streaks(streaks, self.days.last if self.days is not None else day)

    def days_in_a_row(self, today: str, east_minutes: int) -> int:
        """How long the streak of days is; its last day may be yesterday.

        Days that are still to come do not count, but a traveller may come from tomorrow.
        """
        begun = [one for one in self.streaks if one.until(today, east_minutes) > 0]
        if not begun or (today > begun[-1].last and not begun[-1].goes_on(today, east_minutes)):
            return 0
        return begun[-1].until(today, east_minutes)

    def trace_of_day(self, day: str) -> str:
        """The trace of a day's puzzle, if it was solved; empty if not, or if they are no longer
        known."""
        return next((one.trace for one in self.streaks if one.last == day), "")

    def has_duel_of(self, day: str) -> bool:
        return day in self.duel_days or (self.duel is not None and self.duel.day == day)

    def with_duel(self, duel: DuelResult) -> Self:
        days = _duel_days(self.duel_days, (duel.day,))
        return replace(self, duel=duel, duel_days=days)

    @property
    def streaks(self) -> list[DayStreak]:
        """All streaks of days, the earliest first."""
        ours = () if self.days is None else (self.days,)
        return sorted((*self.other_days, *ours), key=attrgetter("first"))

    def with_streaks(self, streaks: Iterable[DayStreak], day: str) -> Self:
        """The log with these streaks, of which the one with a day, or next to it, was added to."""
        united = _united(streaks)
        at = min(range(len(united)), key=lambda number: united[number].distance(day))
        others = (*united[:at], *united[at + 1 :])[-MOST_STREAKS:]
        return replace(self, days=united[at], other_days=others)

    def with_days_of(self, other: Self) -> Self:
        """The log with the days of another one as well."""
        streaks = [*self.streaks, *other.streaks]
        if not streaks:
            return self
        latest = max((one.days.last for one in (self, other) if one.days is not None), default="")
        return self.with_streaks(streaks, latest)


def _duel_days(*days: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({one for each in days for one in each}))[-MOST_DUEL_DAYS:]


class PuzzleLog(Frozen, KeptValue):
    games: Mapping[str, GameLog] = field(default_factory=dict)
    """The logs, by game; those of puzzles from own cards by ``own_log``, of a game's
    own skill by ``skill_log``."""

    def of(self, game: str) -> GameLog:
        return self.games.get(game) or GameLog()

    def with_game(self, game: str, log: GameLog) -> Self:
        """The logs with one of a game; an empty one is none, as in storage."""
        others = {name: one for name, one in self.games.items() if name != game}
        return replace(self, games=others if log == GameLog() else {**others, game: log})


def _both(here: GameLog, there: GameLog) -> GameLog:
    """The two logs of a game as one, with the rating of the one that has more attempts: each rating
    comes from different attempts."""
    fuller, other = sorted((here, there), key=lambda one: len(one.attempts), reverse=True)
    both = replace(
        fuller,
        best=max(here.best, there.best),
        attempts={**here.attempts, **there.attempts},
        tallies=united(here.tallies, there.tallies),
        duel=_later(here.duel, there.duel),
        duel_days=_duel_days(here.duel_days, there.duel_days),
    ).with_days_of(other)
    for mistake in (*there.mistakes, *here.mistakes):
        both = both.with_mistake(mistake)
    return both


def _later(one: DuelResult | None, other: DuelResult | None) -> DuelResult | None:
    """The duel of the later day; of the same day's, the same one whichever comes first."""
    return max((duel for duel in (one, other) if duel is not None), default=None)


def merged_puzzle_log(base: PuzzleLog, ours: PuzzleLog, theirs: PuzzleLog) -> PuzzleLog:
    """The log of two that have both gone on from the same, or erased it."""
    games = dict.fromkeys((*theirs.games, *ours.games, *base.games))
    logs = {game: _merged(base.of(game), ours.of(game), theirs.of(game)) for game in games}
    return PuzzleLog({game: log for game, log in logs.items() if log != GameLog()})


def _merged(base: GameLog, ours: GameLog, theirs: GameLog) -> GameLog:
    """What we have made of the base, done to what others have made of it."""
    if theirs == base or ours == theirs:
        return ours
    if ours == base:
        return theirs
    if base == GameLog():
        return _both(theirs, ours)
    left = {
        name: attempt
        for name, attempt in theirs.attempts.items()
        if name in ours.attempts or base.attempts.get(name) != attempt
    }
    news = {name: told for name, told in ours.attempts.items() if base.attempts.get(name) != told}
    gained = ours.streak - base.streak
    streak = ours.streak if gained < 0 else min(theirs.streak + gained, MOST_COUNTED)
    is_erased = ours.best < base.best
    # Another order of the same attempts would give almost the same rating.
    log = replace(
        theirs,
        rating=_bounded(
            Rating(
                theirs.rating.value + ours.rating.value - base.rating.value,
                min(
                    theirs.rating.deviation * ours.rating.deviation / base.rating.deviation,
                    START.deviation,
                ),
                theirs.rating.volatility * ours.rating.volatility / base.rating.volatility,
            )
        ),
        streak=streak,
        best=max(ours.best, streak) if is_erased else max(ours.best, theirs.best, streak),
        attempts={**left, **news},
        tallies=moved(base.tallies, ours.tallies, theirs.tallies),
        duel=theirs.duel if ours.duel == base.duel else _later(ours.duel, theirs.duel),
        duel_days=_duel_days(
            theirs.duel_days, (day for day in ours.duel_days if day not in base.duel_days)
        ),
    )
    return _with_mistakes(_with_days(log, base, ours), base, ours)


def _with_days(log: GameLog, base: GameLog, ours: GameLog) -> GameLog:
    """The log of others with the days that we have added, or without those that we have erased."""
    if ours.days is None and not ours.other_days:
        is_theirs = (log.days, log.other_days) != (base.days, base.other_days)
        return log if is_theirs else replace(log, days=None, other_days=())
    return log.with_days_of(ours)


def _with_mistakes(log: GameLog, base: GameLog, ours: GameLog) -> GameLog:
    """The log of others without the mistakes that we have mended, and with those that are new."""
    before, after = ({one.id: one for one in each.mistakes} for each in (base, ours))
    left = (one for one in log.mistakes if one.id in after or one.id not in before)
    log = replace(log, mistakes=tuple(left))
    for mistake in ours.mistakes:
        if before.get(mistake.id) != mistake:
            log = log.with_mistake(mistake)
    return log


class _Stored(Frozen):
    rating: Annotated[Rating, AS_LIST]
    streak: tuple[Annotated[int, COUNTED], Annotated[int, COUNTED]]
    """Now, and at most."""
    attempts: Mapping[str, LatestAttempt]
    days: Annotated[DayStreak, AS_LIST] | None
    mistakes: tuple[Mistake, ...]
    other_days: tuple[Annotated[DayStreak, AS_LIST], ...]
    tallies: Tallies
    duel: DuelResult | None
    duel_days: tuple[Annotated[str, Then(_day)], ...]


_STORED, _SINGLE = (
    codec(_Stored),
    members(_Stored, [Only(("rating", "streak", "days", "tallies", "duel"))]),
)
_ATTEMPT, _STREAK = codec(Mapping[str, LatestAttempt]), codec(Annotated[DayStreak, AS_LIST])
_DAY = codec(Annotated[str, Then(_day)])


def format_puzzle_log(log: PuzzleLog) -> str:
    stored = {
        game: _Stored(
            one.rating,
            (one.streak, one.best),
            *(one.attempts, one.days, one.mistakes, one.other_days, one.tallies, one.duel),
            one.duel_days,
        )
        for game, one in log.games.items()
    }
    return json.dumps({game: _STORED.write(one) for game, one in stored.items()})


def parse_puzzle_log(text: str | None, flaws: list[str] | None = None) -> PuzzleLog:
    """A log from storage; what is damaged is left out, part by part, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    found: dict[str, GameLog] = {}
    for game, value in kept_object(text, MAX_PUZZLE_LOG, "puzzles", told).items():
        if not isinstance(value, dict):
            told.append(f"puzzles.{game} is not an object")
            continue
        log = _game_log(game, value, told)
        if log != GameLog():
            found[game] = log
    return PuzzleLog(found)


def _game_log(game: str, value: dict[str, Any], flaws: list[str]) -> GameLog:
    def tell(name: str, why: str) -> None:
        flaws.append(f"puzzles.{game}.{name}: {why}")

    def last(name: str, most: int, one: Codec[T]) -> list[T]:
        """The sound ones of the last members of a list, or of an object."""
        given = value.get(name, ())
        told = [{key: each} for key, each in given.items()] if isinstance(given, dict) else given
        if not isinstance(told, list | tuple):
            tell(name, f"{name} is neither a list nor an object")
            return []
        return sound_members(one, told[-most:], partial(tell, name))

    for name in {"rating", "streak", "attempts"} - value.keys():
        tell(name, "missing")
    parts = sound_parts(_SINGLE, value, tell)
    streak, best = parts.get("streak", (0, 0))
    log = GameLog(
        rating=parts.get("rating", START),
        streak=streak,
        best=best,
        attempts={
            name: attempt
            for one in last("attempts", MOST_ATTEMPTS, _ATTEMPT)
            for name, attempt in one.items()
        },
        tallies=parts.get("tallies", {}),
        duel=parts.get("duel"),
        duel_days=_duel_days(last("duel_days", MOST_DUEL_DAYS, _DAY)),
        # Earlier versions kept more.
        mistakes=_fitting(last("mistakes", MOST_MISTAKES, _mistakes_of(game))),
    )
    ours = parts.get("days")
    streaks = [*last("other_days", MOST_STREAKS, _STREAK), *([ours] if ours else ())]
    return log.with_streaks(streaks, (ours or streaks[-1]).last) if streaks else log


def _mistakes_of(game: str) -> Codec[Mistake]:
    def read(value: object) -> Mistake:
        mistake = MISTAKE.read(value)
        setup = mistake.puzzle.setup
        if setup.game != game:
            raise MisfitError(f"is a mistake of {setup.game}")
        # Whether the position is one, is seen when it comes on screen: with the pasts of hundreds
        # the page would be busy for a second.
        catalog.game_of(game).info.check(setup)
        return mistake

    return Codec(read, MISTAKE.write)
