"""Bots by name, and how they play against each other.

``random`` plays every game; each game adds a kind of its own, with levels. If all bots of a match
react in their own time, the match runs through the same timing as on the page, with a clock that
jumps to the next event. Bots that search or play at random take no time: if several seats may act,
the first is drawn at random, and now and then it is the clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Any, Protocol, Self

from spieltisch.games import catalog
from spieltisch.games.contract import Game, Reaction, ReactionBots, SearchBots
from spieltisch.play.codec import clean_name
from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.search import ProofTable, think
from spieltisch.table import CLOCK, AnyPosition, Bot, Player, Seat, Setup, SetupError


class Actor(Protocol):
    """Acts for a seat in a match in which no time passes."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """A legal action of the seat, which is active in the position that it observes."""


@dataclass(frozen=True)
class RandomBot:
    """Plays any legal action, each as likely as the others."""

    rng: Random

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        return self.rng.choice(position.legal_actions(seat))


@dataclass(frozen=True)
class SearchBot:
    """Plays what a game's search finds."""

    bots: SearchBots
    level: int
    rng: Random
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


class BotKind(StrEnum):
    """What a bot does; the values are its names. A game has bots of one kind besides RANDOM."""

    RANDOM = "random"
    SEARCH = "search"
    REFLEX = "reflex"


@dataclass(frozen=True)
class BotName:
    """A bot as it is asked for: ``random``, ``reflex:3``."""

    kind: BotKind
    level: int = 0
    """One of the kind's levels; 0 for RANDOM, which has none."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.level else self.kind.value

    @property
    def controller(self) -> Bot:
        """The controller of its seat; a bot without levels counts as the weakest."""
        return Bot(self.level or 1)

    def make(self, game: Game, rng: Random) -> Actor:
        """The bot; raises ValueError for a kind that the game does not have."""
        match self.kind, game.bots:
            case BotKind.RANDOM, _:
                return RandomBot(rng)
            case BotKind.SEARCH, SearchBots() as bots:
                return SearchBot(bots, self.level, rng)
            case BotKind.REFLEX, ReactionBots() as bots:
                return ReactionBot(bots, self.level, rng)
        raise ValueError(f"{game.info.name} has no bots of kind {self.kind.value!r}")


def parse_bot(text: str, game: Game) -> BotName:
    """A bot for a game from its name, or from its level alone; raises ValueError for one that does
    not exist.

    >>> parse_bot("search:3", catalog.game_of("yala")).level
    3
    >>> parse_bot("random", catalog.game_of("aya")).controller
    Bot(level=1)
    """
    bots = {str(bot): bot for bot in _bots_of(game)}
    *_, strongest = bots.values()
    is_level = text.isascii() and text.isdecimal() and strongest.level
    name = f"{strongest.kind}:{text}" if is_level else text
    if name in bots:
        return bots[name]
    kind, why = name.partition(":")[0], "is not known"
    if kind in {*BotKind}:
        is_ours = any(kind == bot.kind for bot in bots.values())
        why = "has no such level" if is_ours else f"does not play {game.info.name}"
    raise ValueError(f"bot {text!r} {why}; there are {', '.join(bots)}")


def names_for(game: Game) -> list[str]:
    """The bots that play a game, as parse_bot takes them."""
    return list(map(str, _bots_of(game)))


def _bots_of(game: Game) -> list[BotName]:
    kind = BotKind.REFLEX if game.search_bots is None else BotKind.SEARCH
    levels = () if game.bots is None else game.bots.levels
    return [BotName(BotKind.RANDOM), *(BotName(kind, level) for level in levels)]


MOST_ENTRIES = 20_000
"""A longer match is aborted."""

CLOCK_CHANCE = 0.05
"""In a match without time: how likely a running clock runs out before anybody acts."""


class EndlessMatchError(RuntimeError):
    """Bots have played MOST_ENTRIES entries without an end, or none of them acts any more."""


def play_matches(
    game: Game, setup: Setup, bots: Sequence[Entrant], seed: int, matches: int
) -> Iterator[Match]:
    """Play matches to their ends, one after the other; the seeds, also those of the bots' random
    numbers, are ``seed``, ``seed + 1``, ... The set-up is without seed, start and players; the bots
    are given by seat, one for each. Raises SetupError for an impossible set-up, EndlessMatchError
    for a match without an end.

    >>> game = catalog.game_of("yala")
    >>> bots = [parse_bot("random", game)] * 2
    >>> [match] = play_matches(game, game.info.default_setup(), bots, seed=1, matches=1)
    >>> match.is_over, match.setup.seed
    (True, 1)
    """
    players = tuple(Player(clean_name(str(bot)), bot.controller) for bot in bots)
    setup = replace(setup, players=players)
    game.info.check(setup)
    for number in range(seed, seed + matches):
        start = game.rules.deal(setup, Random(number).shuffle)
        dealt = replace(setup, seed=number, start=start)
        # Not the random numbers of the deal, from which the bots could know the cards.
        yield play_match(game, dealt, bots, Random(f"bots {number}"))


def play_match(game: Game, setup: Setup, bots: Sequence[Entrant], rng: Random) -> Match:
    """Play one match, whose start is dealt, to its end, with a bot for each seat; the same state of
    the random numbers plays the same match. The game may be one that the catalogue does not have.
    Raises SetupError for a set-up or a number of bots that cannot be, EndlessMatchError for a match
    without an end."""
    playing = PlayedMatch.begun(game, setup, bots, rng)
    while not playing.match.is_over:
        if len(playing.match.turns) >= MOST_ENTRIES:
            raise EndlessMatchError(f"no end after {MOST_ENTRIES} entries, seed {setup.seed}")
        playing.step()
    return playing.match


@dataclass
class PlayedMatch:
    """A match that bots play, an entry at a time."""

    match: Match
    bots: Sequence[Actor]
    """By seat."""
    rng: Random
    now_ms: float = 0.0
    """How much time has passed, where time does."""
    _timing: Timing = field(default_factory=Timing)

    @classmethod
    def begun(cls, game: Game, setup: Setup, bots: Sequence[Entrant], rng: Random) -> Self:
        """A match with a bot for each seat; raises SetupError."""
        match = begun_match(game, setup, len(bots))
        return cls(match, [bot.make(game, rng) for bot in bots], rng)

    def step(self) -> None:
        """Play one entry more of a match that is not over. Whatever a bot raises, all is as it was
        before it was asked: it can be asked again."""
        state = self.rng.getstate()
        try:
            if all(isinstance(bot, TimedBot) for bot in self.bots):
                self._step_in_time()
            else:
                self._step_untimed()
        except BaseException:
            self.rng.setstate(state)
            raise

    def _step_in_time(self) -> None:
        match = self.match
        while True:
            wake_ms = self._timing.next_wake_ms(match)
            if wake_ms is None:
                raise EndlessMatchError(f"nobody acts after {len(match.turns)} entries")
            self.now_ms = max(self.now_ms, wake_ms)
            if (due := self._timing.due(match, self.now_ms)) is not None:
                self.match = match.play(due.seat, due.action, round(due.at_ms))
                return
            self._timing = self._timing.planned(
                match, self.now_ms, self.rng, automatic_ms=0, react=self._react
            )

    def _react(self, match: Match, seat: Seat, rng: Random) -> Reaction | None:
        bot = None if seat == CLOCK else self.bots[seat - 1]
        return bot.react(match.position.observe(seat), seat) if isinstance(bot, TimedBot) else None

    def _step_untimed(self) -> None:
        match, rng = self.match, self.rng
        position = match.position
        seats = sorted(position.active_seats - {CLOCK})
        is_timed = match.rules.time_limit(match.setup, position) is not None
        if not seats or (is_timed and rng.random() < CLOCK_CHANCE):
            self.match = match.play(CLOCK, position.legal_actions(CLOCK)[0])
        else:
            seat = rng.choice(seats) if len(seats) > 1 else seats[0]
            action = self.bots[seat - 1].choose(position.observe(seat), seat)
            self.match = match.play(seat, action)


def begun_match(game: Game, setup: Setup, bots: int) -> Match:
    """A match whose start is dealt, before its first entry; raises SetupError for a set-up, or a
    number of bots, that cannot be."""
    if bots != setup.seats:
        why = f"{bots} bots for {setup.seats} seats"
        raise SetupError("players", str(bots), why=why)
    own_game = None if catalog.GAMES.get(setup.game) is game else game
    return Match(setup, game.rules.initial_position(setup), own_game=own_game)


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

    def told(self, of: str, bots: Sequence[object]) -> str:
        """Two sentences on these games of something, between bots, a name for each seat.

        >>> results = Results(2)
        >>> print(results.told("yala, seed 7", ["random", "search:1"]))
        0 games of yala, seed 7: random (seat 1) won 0, search:1 (seat 2) won 0, 0 were drawn.
        """
        games, drawn = _counted(self.games, "game"), self.draws
        if len(self.wins) == 1:
            how = f"{bots[0]} won {self.wins[0]} and lost {drawn}."
        else:
            seats = enumerate(zip(bots, self.wins, strict=True), 1)
            won = ", ".join(f"{bot} (seat {seat}) won {count}" for seat, (bot, count) in seats)
            how = f"{won}, {drawn} {'was' if drawn == 1 else 'were'} drawn."
        if self.games == 1:
            how += f" It took {_counted(self.entries, 'turn')}."
        elif self.games:
            how += f" They took {self.entries / self.games:.1f} turns on average."
        return f"{games} of {of}: {how}"


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
