"""Bots by name: ``random`` plays every game; each game adds a kind of its own, with levels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from spieltisch.games import catalog
from spieltisch.games.contract import Game, ReactionBots, SearchBots
from spieltisch.search import ProofTable, think
from spieltisch.table import AnyPosition, Seat

RANDOM = "random"


class Bot(Protocol):
    """Acts for a seat where no time passes."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """A legal action of the seat.

        Args:
            position: what the seat observes; the seat is active in it.
            seat: whom the bot acts for.
        """


@dataclass(frozen=True)
class RandomBot:
    """Plays any legal action, each as likely as the others.

    Attributes:
        rng: its chance: the same one in the same state plays the same.
    """

    rng: Random

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        return self.rng.choice(position.legal_actions(seat))


@dataclass(frozen=True)
class SearchBot:
    """Plays what a game's search finds.

    Attributes:
        bots: the game's.
        level: one of theirs.
        rng: its chance.
        proof_tables: by seat, the wins it has seen.
    """

    bots: SearchBots
    level: int
    rng: Random
    proof_tables: dict[Seat, ProofTable] = field(default_factory=dict)

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        table = self.proof_tables.setdefault(seat, ProofTable())
        game = self.bots.search_for(position)
        return think(game, position, seat, self.level, self.rng, proof_table=table).action


@dataclass(frozen=True)
class ReactionBot:
    """Plays what a game's reaction bots would do, however long it would take them; attributes as
    those of SearchBot."""

    bots: ReactionBots
    level: int
    rng: Random

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        reaction = self.bots.react(position, seat, self.level, self.rng)
        if reaction is None:
            raise ValueError(f"seat {seat} owes nothing")
        return reaction.action


@dataclass(frozen=True)
class BotName:
    """A bot as it is asked for: ``random``, ``reflex:3``.

    Attributes:
        kind: RANDOM, or the kind of a game's own bots.
        level: one of the kind's levels; 0 for a kind without levels.
    """

    kind: str
    level: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.level else self.kind

    @property
    def controller(self) -> str:
        """Who sits there, as a Player says it; a bot without levels counts as the weakest."""
        return f"bot:{self.level or 1}"

    def make(self, game: Game, rng: Random) -> Bot:
        """The bot, with its chance; raises ValueError for a kind that the game does not have."""
        if self.kind == RANDOM:
            return RandomBot(rng)
        if game.bots is None or self.kind != game.bots.kind:
            raise ValueError(f"{game.info.name} has no bots of kind {self.kind!r}")
        if isinstance(game.bots, SearchBots):
            return SearchBot(game.bots, self.level, rng)
        return ReactionBot(game.bots, self.level, rng)


def parse_bot(text: str, game: Game) -> BotName:
    """A bot for a game from its name; raises ValueError for one that is not there."""
    kind, colon, level = text.partition(":")
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
