"""What the ladder measures, one function each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from spieltisch.games import catalog
from spieltisch.play.bots import Bot, levels_for
from spieltisch.search.bot import SearchBot
from spieltisch.search.thought import think
from spieltisch.table import Setup
from tools.ladder.openspiel import MctsBot, spiel
from tools.ladder.series import Series, Stopwatch, play_series, start_of

HEAD_START = 10
"""OpenSpiel's bot thinks this many times as long as ours."""

FEW_MATCHES_FROM = 6
"""From this level on a match takes long."""


@dataclass(frozen=True)
class Plan:
    """What was asked for.

    Attributes:
        game: a game with a search.
        matches: how many to play; None for each part's own number.
        level: None for all of them, or for the best.
        seed: of the first deal.
        processes: how many matches are played at a time.
    """

    game: str
    matches: int | None
    level: int | None
    seed: int
    processes: int

    def setup(self, repetition: str = "draw") -> Setup:
        """What is played, by which rule of repetition; Myra has only one."""
        options = (("repetition", repetition),) if self.game == "yala" else ()
        return Setup(self.game, options=options)

    def count(self, default: int) -> int:
        """How many matches, an even number."""
        return max(2, (self.matches or default) // 2 * 2)

    @property
    def best(self) -> int:
        """The level asked for, or the highest."""
        return self.level or levels_for(self.game)[-1]


def two_levels(first: int, second: int, rng: Random) -> tuple[Bot, Bot]:
    """The search against itself."""
    return SearchBot(first, rng), SearchBot(second, rng)


def with_spiel(level: int, rng: Random) -> tuple[Bot, Bot]:
    """The search, and OpenSpiel's bot, whose time follows from that of our last move."""
    ours = Stopwatch(SearchBot(level, rng))
    return ours, MctsBot(lambda: HEAD_START * ours.last, rng)


def levels(plan: Plan) -> None:
    """Each level against the one below."""
    print(f"{plan.game}: each level against the one below")
    for level in [plan.level] if plan.level else levels_for(plan.game)[1:]:
        matches = plan.count(40 if level >= FEW_MATCHES_FROM else 400)
        series = _between(plan, plan.setup(), level, level - 1, matches)
        print(f"  {level} against {level - 1}: {series}", flush=True)


def draws(plan: Plan) -> None:
    """How often the best level draws against itself, for each rule of repetition."""
    for repetition in ("draw", "no-repeat") if plan.game == "yala" else ("draw",):
        series = _between(plan, plan.setup(repetition), plan.best, plan.best, plan.count(40))
        print(
            f"{plan.game}, level {plan.best} against itself, {repetition}: "
            f"{series.share('repetition'):.0%} drawn by repetition; {series}",
            flush=True,
        )


def _between(plan: Plan, setup: Setup, level: int, other: int, matches: int) -> Series:
    pairing = partial(two_levels, level, other)
    return play_series(setup, pairing, matches, plan.seed, plan.processes)


def speed(plan: Plan) -> None:
    """Positions a second at the best level, from the start of ten matches on."""
    game = catalog.game_of(plan.game).rules
    nodes, seconds = 0, 0.0
    for seed in range(plan.seed, plan.seed + 10):
        position = game.initial_position(start_of(plan.setup(), seed))
        begun = process_time()
        nodes += think(position, min(position.active_seats), plan.best, Random(seed)).nodes
        seconds += process_time() - begun
    print(f"{plan.game}: {nodes / seconds:,.0f} positions a second, {seconds / 10:.2f} s a move")


def against_spiel(plan: Plan) -> None:
    """A level against OpenSpiel's MCTS bot, which thinks HEAD_START times as long."""
    spiel()
    pairing = partial(with_spiel, plan.best)
    series = play_series(plan.setup(), pairing, plan.count(20), plan.seed, plan.processes)
    print(
        f"{plan.game}, level {plan.best} against OpenSpiel's MCTS thinking {series.ratio:.1f} times"
        f" as long: {series}",
        flush=True,
    )
