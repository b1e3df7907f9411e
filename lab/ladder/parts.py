"""What the ladder measures, one function each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time
from typing import Any

from lab.ladder.openspiel import MctsBot, spiel
from lab.ladder.rivals import Rival
from lab.ladder.series import Series, Stopwatch, play_series, start_of
from spieltisch.games import catalog
from spieltisch.games.contract import SearchBots
from spieltisch.play.bots import Actor, SearchBot
from spieltisch.search import ProofTable, think
from spieltisch.table import AnyPosition, Seat, Setup
from spieltisch.table.position import seat_for
from tools.project import ToolError

RIVAL = "a459788"
"""The older search that the best level plays against."""

HEAD_START = 10
"""OpenSpiel's bot thinks this many times as long as ours."""

FEW_MATCHES_FROM = 6
"""From this level on fewer matches are played, as each takes long."""


@dataclass(frozen=True)
class Options:
    """What the ladder was asked to measure."""

    game: str
    """A game with a search."""
    matches: int | None
    """How many to play; None for each part's own number."""
    level: int | None
    """None for all of them, or for the best."""
    seed: int
    """Of the first deal."""
    processes: int
    """How many matches are played at a time."""
    nodes: int | None
    """How many positions both sides search in the part `rival`; None for the level's own number."""

    def setup(self, repetition: str = "draw", seats: int = 2) -> Setup:
        """What is played, by which rule of repetition if the game has more than one."""
        options = (("repetition", repetition),) if len(self.repetitions) > 1 else ()
        return Setup(self.game, options=options, seats=seats)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """How many seats can play."""
        return catalog.game_of(self.game).info.seat_counts["standard"]

    @property
    def repetitions(self) -> tuple[str, ...]:
        """The game's rules of repetition."""
        options = catalog.game_of(self.game).info.options
        found = (option.choices for option in options if option.name == "repetition")
        return next(found, ("draw",))

    @property
    def bots(self) -> SearchBots:
        """The game's bots."""
        return search_bots(self.game)

    def count(self, default: int, seats: int = 2) -> int:
        """How many matches to play, equally many from each seat."""
        return max(1, (self.matches or default) // seats) * seats

    @property
    def best(self) -> int:
        """The level asked for, or the highest."""
        return self.level or self.bots.levels[-1]


def search_bots(game: str) -> SearchBots:
    """A game's bots that search; raises ToolError for a game without them."""
    bots = catalog.game_of(game).search_bots
    if bots is None:
        raise ToolError(f"no search plays {game}")
    return bots


@dataclass(frozen=True)
class LimitedBot(SearchBot):
    """A level that searches another number of positions."""

    nodes: int = 0
    """How many."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        game = self.bots.search_for(position)
        limits = game.levels[self.level - 1]._replace(nodes=self.nodes)
        table = self.proof_tables.setdefault(seat, ProofTable())
        return think(game, position, seat, limits, self.rng, table).action


def two_levels(game: str, first: int, second: int, rng: Random) -> tuple[Actor, Actor]:
    """The search against itself."""
    bots = search_bots(game)
    return SearchBot(bots, first, rng), SearchBot(bots, second, rng)


def with_spiel(game: str, level: int, rng: Random) -> tuple[Actor, Actor]:
    """The search, and OpenSpiel's bot, whose time follows from that of our last move."""
    ours = Stopwatch(SearchBot(search_bots(game), level, rng))
    return ours, MctsBot(lambda: HEAD_START * ours.last, rng)


def with_rival(
    game: str, name: str, level: int, nodes: int | None, rng: Random
) -> tuple[Actor, Actor]:
    """The search, and the same level of an older one."""
    bots = search_bots(game)
    ours = (
        SearchBot(bots, level, rng) if nodes is None else LimitedBot(bots, level, rng, nodes=nodes)
    )
    return ours, Rival(name, game, level, rng, nodes)


def levels(options: Options) -> None:
    """Each level against the one below."""
    print(f"{options.game}: each level against the one below")
    lowest, *others = options.bots.levels
    if options.level == lowest:
        raise ToolError(f"There is no level below {lowest}.")
    for level in [options.level] if options.level else others:
        matches = options.count(40 if level >= FEW_MATCHES_FROM else 400)
        series = _between(options, options.setup(), level, level - 1, matches)
        print(f"  {level} against {level - 1}: {series}", flush=True)


def draws(options: Options) -> None:
    """How often the best level draws against itself, for each rule of repetition."""
    for repetition in options.repetitions:
        series = _between(
            options, options.setup(repetition), options.best, options.best, options.count(40)
        )
        print(
            f"{options.game}, level {options.best} against itself, {repetition}: "
            f"{series.share('repetition'):.0%} drawn by repetition; {series}",
            flush=True,
        )


def _between(options: Options, setup: Setup, level: int, other: int, matches: int) -> Series:
    pairing = partial(two_levels, options.game, level, other)
    return play_series(setup, pairing, matches, options.seed, options.processes)


def speed(options: Options) -> None:
    """Positions a second at the best level, from the start of ten matches on."""
    game = catalog.game_of(options.game).rules
    nodes, seconds = 0, 0.0
    for seed in range(options.seed, options.seed + 10):
        position = game.initial_position(start_of(options.setup(), seed))
        begun = process_time()
        search, seat = options.bots.search_for(position), seat_for(position)
        nodes += think(search, position, seat, options.best, Random(seed)).nodes
        seconds += process_time() - begun
    print(f"{options.game}: {nodes / seconds:,.0f} positions a second, {seconds / 10:.2f} s a move")


def against_rival(options: Options) -> None:
    """A level against the same one of a459788; with three seats, against two of the older."""
    for seats in options.seat_counts:
        pairing = partial(with_rival, options.game, RIVAL, options.best, options.nodes)
        setup = options.setup(seats=seats)
        series = play_series(
            setup, pairing, options.count(200, seats), options.seed, options.processes
        )
        low, high = series.interval
        print(
            f"{options.game}, {seats} seats, level {options.best} against that of {RIVAL}: "
            f"{series.score:.1%}, between {low:.1%} and {high:.1%}; {series}; "
            f"the older one thought {series.ratio:.2f} times as long a move",
            flush=True,
        )


def against_spiel(options: Options) -> None:
    """A level against OpenSpiel's MCTS bot, which thinks HEAD_START times as long."""
    spiel()
    pairing = partial(with_spiel, options.game, options.best)
    series = play_series(
        options.setup(), pairing, options.count(20), options.seed, options.processes
    )
    print(
        f"{options.game}, level {options.best} against OpenSpiel's MCTS thinking "
        f"{series.ratio:.1f} times as long: {series}",
        flush=True,
    )
