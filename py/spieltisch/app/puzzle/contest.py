"""Puzzles against the clock: a run of a game's puzzles, or the duel of the day, the same cards for
everybody. Both can be had without a clock as well."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from spieltisch.app.core.dates import number_of, parse_day
from spieltisch.app.core.message import Frozen, TimedMessage
from spieltisch.app.core.news import ScreenState
from spieltisch.app.keeping.puzzle_log import ContestKind
from spieltisch.games import catalog
from spieltisch.play.codec import complete_setup
from spieltisch.play.puzzle import BANDS, Puzzle
from spieltisch.play.skill import name_of, puzzle_named

RUN_MS = 180_000.0
"""How long a run takes, unless it is untimed."""

MISTAKES_TO_END = 3
"""A run ends with so many."""

PENALTY_MS = 10_000.0
"""What a miss in a duel adds to its time."""

PAUSE_MS = 900.0
"""How long the verdict is seen before a contest goes on."""

SHOWN_MS = 5000.0
"""How long the right answer to a miss in a run stays, with its reason, before the next puzzle."""

STEPS = 40
"""A run goes through a pack in so many steps, each a little harder."""

MISS = "❌"
"""The letter of a miss, among those of the balls that rolled."""


class Contest(Frozen):
    """One that is going on, or is over."""

    kind: ContestKind
    day: str
    """The day on which it began, as text."""
    seed: int
    """A number that other runs do not have, so that they have other puzzles."""
    is_calm: bool
    """Whether no clock runs."""
    begun_ms: float
    """When it began, by the page's clock."""
    solved: int = 0
    misses: int = 0
    missed: tuple[str, ...] = ()
    """The puzzles of a run that were missed, by their ids."""
    held_ms: float | None = None
    """Since when the clock stands, as the right answer to a miss is shown; None while it runs."""
    rolled: str = ""
    """A letter for each ball that rolled in a duel, and for each miss."""
    is_cleared: bool = False
    took_ms: float = 0.0
    """How long it took, misses included, once it is over."""

    @property
    def name(self) -> str:
        """What results are kept under."""
        return f"{self.kind}-calm" if self.is_calm else self.kind

    @property
    def is_run(self) -> bool:
        return self.kind != ContestKind.DUEL

    @property
    def until_ms(self) -> float | None:
        """When time is up; None where there is no limit."""
        return self.begun_ms + RUN_MS if self.is_run and not self.is_calm else None

    def held(self, at_ms: float) -> Self:
        """The contest while its clock stands."""
        return replace(self, held_ms=at_ms)

    def going_on(self, at_ms: float) -> Self:
        """The contest once its clock runs again: what was shown has cost no time."""
        held_ms = at_ms - self.held_ms if self.held_ms is not None else 0.0
        return replace(self, begun_ms=self.begun_ms + held_ms, held_ms=None)

    @property
    def has_begun(self) -> bool:
        """Whether anything has been done in it."""
        return bool(self.solved or self.misses or self.rolled)

    @property
    def has_ended(self) -> bool:
        return self.misses >= MISTAKES_TO_END if self.is_run else self.is_cleared

    @property
    def is_whole(self) -> bool:
        """Whether its result counts: a run's does, even one that was stopped."""
        return self.is_run or self.is_cleared

    @property
    def result(self) -> int:
        """What is kept of it: puzzles solved, or seconds, or misses where no clock ran."""
        if self.is_run:
            return self.solved
        return self.misses if self.is_calm else self.seconds

    @property
    def seconds(self) -> int:
        return round(self.took_ms / 1000)

    def is_out_of_time(self, at_ms: float) -> bool:
        is_held = self.held_ms is not None
        return not is_held and self.until_ms is not None and at_ms >= self.until_ms

    def ended(self, at_ms: float) -> Self:
        if self.until_ms is not None:
            # A page that was hidden hears late that time is up.
            at_ms = min(at_ms, self.until_ms)
        took_ms = at_ms - self.begun_ms + (0 if self.is_run else PENALTY_MS * self.misses)
        return replace(self, took_ms=0.0 if self.is_calm else took_ms)


class ContestScreen(ScreenState):
    """Before a contest, and after it."""

    game: str
    kind: ContestKind
    today: str
    over: Contest | None = None


class BeginContest(TimedMessage, do="begin-contest"):
    is_calm: bool
    at_ms: float


class StopContest(TimedMessage, do="stop-contest"):
    at_ms: float


class NextOfRun(TimedMessage, do="next-of-run"):
    """The right answer has been seen."""

    at_ms: float


def nth_of_run(pack: Sequence[Puzzle], number: int, seed: int) -> Puzzle:
    """The puzzle that comes after ``number`` others in a run: they become harder."""
    easiest_first = sorted(
        (one for one in pack if not one.retired), key=lambda one: (one.band, one.effort)
    )
    width = max(1, len(easiest_first) // STEPS)
    place = number * width + seed * (2 * number + 1) % width
    return easiest_first[place % len(easiest_first)]


def nth_of_skill(game: str, number: int, seed: int) -> Puzzle:
    """The same with puzzles of the game's own skill: from the last step on all are the hardest."""
    band = 1 + min(number, STEPS - 1) * BANDS // STEPS
    return puzzle_named(game, name_of(seed + number, band))


def duel_of(game: str, day: str) -> Puzzle:
    """The duel of a day: nobody has to ship it, as every device deals the same."""
    puzzles, rules = catalog.game_of(game).puzzles, catalog.game_of(game).rules
    assert puzzles is not None
    assert puzzles.duel is not None
    number = number_of(parse_day(day))
    setup = complete_setup(replace(puzzles.duel.setup, seed=number))
    position = rules.format_position(rules.initial_position(setup))
    setup = replace(setup, start="", seed=None)
    return Puzzle("duel00", setup, position, 1, puzzles.goals[0], 1, 1, 0, (), ({},))
