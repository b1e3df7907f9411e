"""Series of matches between two bots: seeded, every start played from both sides."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from spieltisch.games import catalog
from spieltisch.play.bots import Actor
from spieltisch.play.statistics import interval
from spieltisch.table import AnyPosition, Seat, Setup

Pairing = Callable[[Random], tuple[Actor, Actor]]
"""Makes the two bots of a match. It must be picklable, as it is sent to other processes."""

MOST_ACTIONS = 400
"""A match that is longer counts as a draw."""

OPENING = {"myra": 4}
"""How many random actions come first, in games whose matches would all start alike."""


class Stopwatch:
    """A bot, and how long it thinks.

    Attributes:
        seconds: altogether, in processor time.
        last: for its last move.
    """

    def __init__(self, bot: Actor) -> None:
        self._bot = bot
        self.seconds = 0.0
        self.last = 0.0

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """What the bot chooses."""
        begun = process_time()
        action = self._bot.choose(position, seat)
        self.last = process_time() - begun
        self.seconds += self.last
        return action


class Result(NamedTuple):
    """One match, seen by the first bot."""

    score: float
    """1 a win, 0 a loss; a draw is shared by all seats, so of two it is 0.5."""
    is_drawn: bool
    """Whether nobody has won."""
    reason: str
    """How it ended; ``too long`` for a match that was broken off."""
    actions: int
    """Of all seats."""
    seconds: tuple[float, float]
    """How long the first bot thought, and the second, in processor time."""


@dataclass(frozen=True)
class Series:
    """Attributes:
    results: the matches'.
    seconds: of wall clock, for all of them.
    """

    results: tuple[Result, ...]
    seconds: float

    @property
    def score(self) -> float:
        """The first bot's share of the points, 0 to 1."""
        return sum(result.score for result in self.results) / len(self.results)

    @property
    def ratio(self) -> float:
        """How many times as long as the first bot the second one has thought."""
        first, second = (sum(result.seconds[index] for result in self.results) for index in (0, 1))
        return second / first

    @property
    def error(self) -> float:
        """The standard error of the score."""
        variance = sum((result.score - self.score) ** 2 for result in self.results)
        return float((variance / max(1, len(self.results) - 1) / len(self.results)) ** 0.5)

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the score's 95 % confidence interval."""
        return interval(self.score, len(self.results))

    def share(self, reason: str) -> float:
        """How many of the matches ended that way, 0 to 1."""
        return sum(result.reason == reason for result in self.results) / len(self.results)

    def __str__(self) -> str:
        actions = sum(result.actions for result in self.results) / len(self.results)
        ends = Counter(result.reason for result in self.results if result.is_drawn)
        draws = ", ".join(f"{count} {reason}" for reason, count in ends.items()) or "none"
        return (
            f"{self.score:6.1%} ± {self.error:.1%}  ({len(self.results)} matches, drawn: {draws};"
            f" {actions:.0f} actions each, {self.seconds:.0f} s)"
        )


def play_series(
    setup: Setup, pairing: Pairing, matches: int, seed: int, processes: int = 1
) -> Series:
    """Play a number of matches; every start is played from each seat.

    Args:
        setup: what is played, without seed and start.
        pairing: makes the two bots; the score is the first one's, the second plays all other
            seats.
        matches: how many, a multiple of the number of seats.
        seed: of the first deal.
        processes: how many matches are played at a time.
    """
    begun = perf_counter()
    play = partial(_play, setup, pairing)
    seats = setup.seats
    numbers = [(seed + index // seats, 1 + index % seats) for index in range(matches)]
    pool = get_context("spawn").Pool(processes) if processes > 1 else nullcontext()
    with pool as workers:
        played: list[Result] = []
        for result in workers.imap(play, numbers) if workers else map(play, numbers):
            played.append(result)
            series = Series(tuple(played), perf_counter() - begun)
            # Shown after each match: a long series that is broken off has a result, too.
            print(f"  {series}", end="\r", file=sys.stderr, flush=True)
        return series


def start_of(setup: Setup, seed: int) -> Setup:
    """The set-up with a start of its own: dealt, or after a few actions at random."""
    game = catalog.game_of(setup.game).rules
    rng = Random(seed)
    dealt = replace(setup, seed=seed, start=game.deal(setup, rng.shuffle))
    position: AnyPosition = game.initial_position(dealt)
    for _ in range(OPENING.get(setup.game, 0)):
        (seat,) = position.active_seats
        position = position.apply(seat, rng.choice(position.legal_actions(seat)))
    return replace(dealt, start=game.format_board(position))


def _play(setup: Setup, pairing: Pairing, number: tuple[int, Seat]) -> Result:
    seed, seat_of_first = number
    first, second = map(Stopwatch, pairing(Random(f"ladder {seed} {seat_of_first}")))
    position: AnyPosition = catalog.game_of(setup.game).rules.initial_position(
        start_of(setup, seed)
    )
    actions = 0
    while position.active_seats and actions < MOST_ACTIONS:
        (seat,) = position.active_seats
        bot = first if seat == seat_of_first else second
        position = position.apply(seat, bot.choose(position.observe(seat), seat))
        actions += 1
    outcome = position.outcome
    is_drawn = outcome is None or outcome.is_draw
    return Result(
        1 / setup.seats if outcome is None or is_drawn else float(seat_of_first in outcome.winners),
        is_drawn,
        outcome.reason if outcome else "too long",
        actions,
        (first.seconds, second.seconds),
    )
