"""Which bots there are, by name. A bot's own module loads when the bot is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from spieltisch.table.game import AnyPosition
from spieltisch.table.position import Seat


class Bot(Protocol):
    """Whoever acts for a seat."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """A legal action of the seat.

        Args:
            position: what the seat observes; the seat is active in it.
            seat: whom the bot acts for.
        """


Factory = Callable[[int, Random], Bot]
"""Makes a bot of a level, with a chance of its own."""


@dataclass(frozen=True)
class BotKind:
    """Attributes:
    make: its factory.
    levels: the levels it knows, the weakest first; a kind without levels has only 0.
    games: the games it plays; empty for all.
    """

    make: Factory
    levels: tuple[int, ...] = (0,)
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class BotName:
    """A bot as it is asked for: ``random``, ``reflex:3``.

    Attributes:
        kind: a name of KINDS.
        level: one of the kind's levels.
    """

    kind: str
    level: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.level else self.kind

    @property
    def controller(self) -> str:
        """Who sits there, as a Player says it; a bot without levels counts as the weakest."""
        return f"bot:{self.level or 1}"

    def make(self, rng: Random) -> Bot:
        return KINDS[self.kind].make(self.level, rng)


def _random(level: int, rng: Random) -> Bot:
    from spieltisch.play.random_bot import RandomBot

    return RandomBot(rng)


def _reflex(level: int, rng: Random) -> Bot:
    from spieltisch.games.aya.bots.reflex_bot import ReflexBot

    return ReflexBot(level, rng)


def _search(level: int, rng: Random) -> Bot:
    from spieltisch.search.bot import SearchBot

    return SearchBot(level, rng)


KINDS: dict[str, BotKind] = {
    "random": BotKind(_random),
    "reflex": BotKind(_reflex, levels=(1, 2, 3, 4, 5), games=("aya",)),
    "search": BotKind(_search, levels=(1, 2, 3, 4, 5, 6), games=("yala", "myra")),
}
"""Every kind of bot. A new one is added here and nowhere else."""


def levels_for(game: str) -> tuple[int, ...]:
    """The levels of the bot that people play a game against, the weakest first; () for none."""
    return next((kind.levels for kind in KINDS.values() if game in kind.games), ())


def is_search(game: str) -> bool:
    """Whether the bots that people play a game against look ahead, which takes a worker."""
    return game in KINDS["search"].games


def parse_bot(text: str, game: str) -> BotName:
    """A bot for a game from its name; raises ValueError for one that is not there."""
    kind, colon, level = text.partition(":")
    known = ", ".join(names_for(game))
    if kind not in KINDS:
        raise ValueError(f"bot {text!r} is not known; there are {known}")
    found = KINDS[kind]
    if found.games and game not in found.games:
        raise ValueError(f"bot {text!r} does not play {game}; there are {known}")
    if level not in {str(number) if number else "" for number in found.levels} or (
        colon and not level
    ):
        raise ValueError(f"bot {text!r} has no such level; there are {known}")
    return BotName(kind, int(level or 0))


def names_for(game: str) -> list[str]:
    """The bots that play a game, as parse_bot takes them."""
    return [
        str(BotName(name, level))
        for name, kind in KINDS.items()
        if not kind.games or game in kind.games
        for level in kind.levels
    ]
