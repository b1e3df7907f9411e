"""Bots by name, and how they play against each other.

``random`` plays every game; each game adds a kind of its own, with levels. If all bots of a match
react in their own time, the match runs through the same timing as on the page, with a clock that
jumps to the next event. Bots that search or play at random take no time: if several seats may act,
the first is drawn at random, and now and then it is the clock.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from spieltisch.games import catalog
from spieltisch.games.contract import Game, Reaction, ReactionBots, SearchBots
from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.search import ProofTable, think
from spieltisch.table import CLOCK, AnyPosition, Bot, Player, Seat, Setup

RANDOM = "random"


class Actor(Protocol):
    """Acts for a seat in a match in which no time passes."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """A legal action of the seat, which is active in the position that it observes."""


@dataclass(frozen=True)
class RandomBot:
    """Plays any legal action, each as likely as the others."""

    rng: Random
    """Its random numbers: with the same state it plays the same."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        return self.rng.choice(position.legal_actions(seat))


@dataclass(frozen=True)
class SearchBot:
    """Plays what a game's search finds."""

    bots: SearchBots
    """The game's."""
    level: int
    """One of theirs."""
    rng: Random
    """Its random numbers."""
    proof_tables: dict[Seat, ProofTable] = field(default_factory=dict)
    """By seat, the wins it has proven."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        table = self.proof_tables.setdefault(seat, ProofTable())
        game = self.bots.search_for(position)
        return think(game, position, seat, self.level, self.rng, proof_table=table).action


class TimedBot(ABC):
    """Acts for a seat in a match in which the faster one counts."""

    @abstractmethod
    def react(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        """What it does with what its seat observes, and when; None if it has nothing to do."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """What it does where no time passes, as an Actor."""
        reaction = self.react(position, seat)
        if reaction is None:
            raise ValueError(f"seat {seat} owes nothing")
        return reaction.action


@dataclass(frozen=True)
class ReactionBot(TimedBot):
    """Plays what a game's reaction bots would do; attributes as those of SearchBot."""

    bots: ReactionBots
    level: int
    rng: Random

    def react(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        return self.bots.react(position, seat, self.level, self.rng)


class Entrant(Protocol):
    """A bot before it sits down: of the house, or of a person's own (own_bot.py)."""

    @property
    def controller(self) -> Bot:
        """The controller of its seat."""

    def make(self, game: Game, rng: Random) -> Actor:
        """The bot; raises ValueError if it does not play the game."""


@dataclass(frozen=True)
class BotName:
    """A bot as it is asked for: ``random``, ``reflex:3``."""

    kind: str
    """RANDOM, or the kind of a game's own bots."""
    level: int
    """One of the kind's levels; 0 for a kind without levels."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.level else self.kind

    @property
    def controller(self) -> Bot:
        """The controller of its seat; a bot without levels counts as the weakest."""
        return Bot(self.level or 1)

    def make(self, game: Game, rng: Random) -> Actor:
        """The bot; raises ValueError for a kind that the game does not have."""
        if self.kind == RANDOM:
            return RandomBot(rng)
        if game.bots is None or self.kind != game.bots.kind:
            raise ValueError(f"{game.info.name} has no bots of kind {self.kind!r}")
        if isinstance(game.bots, SearchBots):
            return SearchBot(game.bots, self.level, rng)
        return ReactionBot(game.bots, self.level, rng)


def parse_bot(text: str, game: Game) -> BotName:
    """A bot for a game from its name, or from its level alone; raises ValueError for one that does
    not exist.

    >>> parse_bot("search:3", catalog.game_of("yala")).level
    3
    >>> parse_bot("random", catalog.game_of("aya")).controller
    Bot(level=1)
    """
    own = game.bots.kind if game.bots and re.fullmatch("[0-9]+", text) else ""
    kind, colon, level = (f"{own}:{text}" if own else text).partition(":")
    known, kinds = ", ".join(names_for(game)), _kinds(game)
    if kind not in kinds:
        is_elsewhere = any(kind in _kinds(other) for other in catalog.GAMES.values())
        why = f"does not play {game.info.name}" if is_elsewhere else "is not known"
        raise ValueError(f"bot {text!r} {why}; there are {known}")
    if level not in {str(number) if number else "" for number in kinds[kind]} or (
        colon and not level
    ):
        raise ValueError(f"bot {text!r} has no such level; there are {known}")
    return BotName(kind, int(level or 0))


def names_for(game: Game) -> list[str]:
    """The bots that play a game, as parse_bot takes them."""
    return [str(BotName(kind, level)) for kind, levels in _kinds(game).items() for level in levels]


def _kinds(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The kinds of bots that play a game, with their levels."""
    kinds: dict[str, tuple[int, ...]] = {RANDOM: (0,)}
    return kinds if game.bots is None else {**kinds, game.bots.kind: game.bots.levels}


MOST_ENTRIES = 20_000
"""A longer match is aborted."""

CLOCK_CHANCE = 0.05
"""In a match without time: how likely a running clock runs out before anybody acts."""


class EndlessMatchError(RuntimeError):
    """Bots have played MOST_ENTRIES entries without an end, or none of them acts any more."""


def play_matches(
    game: Game, setup: Setup, bots: Sequence[Entrant], seed: int, matches: int
) -> Iterator[Match]:
    """Play matches to their ends, one after the other; the seeds are ``seed``, ``seed + 1``, ...

    Args:
        setup: what is played, without seed, start and players.
        bots: who sits where, seat 1 first.
        seed: of the first deal, and of its bots' random numbers.

    Raises SetupError for an impossible set-up, EndlessMatchError for a match without an end.

    >>> game = catalog.game_of("yala")
    >>> bots = [parse_bot("random", game)] * 2
    >>> [match] = play_matches(game, game.info.default_setup(), bots, seed=1, matches=1)
    >>> match.is_over, match.setup.seed
    (True, 1)
    """
    game.info.check(setup)
    players = tuple(Player(str(bot), bot.controller) for bot in bots)
    for number in range(seed, seed + matches):
        start = game.rules.deal(setup, Random(number).shuffle)
        dealt = replace(setup, seed=number, start=start, players=players)
        # Not the random numbers of the deal, from which the bots could know the cards.
        yield play_match(dealt, bots, Random(f"bots {number}"))


def play_match(setup: Setup, bots: Sequence[Entrant], rng: Random) -> Match:
    """Play one match to its end.

    Args:
        setup: with its start dealt.
        bots: who sits where, seat 1 first.
        rng: the bots' random numbers: the same state plays the same match.

    Raises EndlessMatchError for a match without an end.
    """
    game = catalog.game_of(setup.game)
    match = Match(setup, game.rules.initial_position(setup))
    made = [bot.make(game, rng) for bot in bots]
    timed = [bot for bot in made if isinstance(bot, TimedBot)]
    progress = _in_time(match, timed, rng) if timed == made else _untimed(match, made, rng)
    for match in progress:
        if len(match.turns) >= MOST_ENTRIES and not match.is_over:
            raise EndlessMatchError(f"no end after {MOST_ENTRIES} entries, seed {setup.seed}")
    return match


def _in_time(match: Match, bots: Sequence[TimedBot], rng: Random) -> Iterator[Match]:
    """The match after every entry."""

    def react(match: Match, seat: Seat, rng: Random) -> Reaction | None:
        if seat == CLOCK:
            return None
        return bots[seat - 1].react(match.position.observe(seat), seat)

    timing, now_ms = Timing(), 0.0
    while not match.is_over:
        wake_ms = timing.next_wake_ms(match)
        if wake_ms is None:
            raise EndlessMatchError(f"nobody acts after {len(match.turns)} entries")
        now_ms = max(now_ms, wake_ms)
        if (due := timing.due(match, now_ms)) is not None:
            match = match.play(due.seat, due.action, round(due.at_ms))
            yield match
        else:
            timing = timing.planned(match, now_ms, rng, automatic_ms=0, react=react)


def _untimed(match: Match, bots: Sequence[Actor], rng: Random) -> Iterator[Match]:
    """The match after every entry."""
    while not match.is_over:
        position = match.position
        seat = _first_to_act(match, rng)
        if seat == CLOCK:
            action = position.legal_actions(CLOCK)[0]
        else:
            action = bots[seat - 1].choose(position.observe(seat), seat)
        match = match.play(seat, action)
        yield match


def _first_to_act(match: Match, rng: Random) -> Seat:
    position = match.position
    seats = sorted(position.active_seats - {CLOCK})
    is_timed = match.rules.time_limit(match.setup, position) is not None
    if not seats or (is_timed and rng.random() < CLOCK_CHANCE):
        return CLOCK
    return rng.choice(seats) if len(seats) > 1 else seats[0]


class Results:
    """How some matches ended, for the command line."""

    def __init__(self, seats: int) -> None:
        self.games = self.draws = self.entries = 0
        self.wins = [0] * seats

    def add(self, played: Match) -> None:
        """Count one match more; a shared win is a win of everybody who shares it."""
        outcome = played.position.outcome
        self.games += 1
        self.entries += len(played.record.entries)
        self.draws += outcome is not None and outcome.is_draw
        for seat in outcome.winners if outcome else ():
            self.wins[seat - 1] += 1

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        wins = " ".join(map(str, self.wins))
        length = self.entries / self.games
        without = f"draws {self.draws}" if len(self.wins) > 1 else f"lost {self.draws}"
        return f"{games}, wins by seat {wins}, {without}, average length {length:.1f}"
