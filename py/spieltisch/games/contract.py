"""A game as a record of capabilities; one that a game lacks is None.

It is here and not in table/ because a view is about scenes and markup, of which table/ knows
nothing.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from spieltisch.kit.scene import GameView
from spieltisch.search.game import SearchGame
from spieltisch.table import AnyRules, GameInfo, Seat, Setup, TimedCall, Turn
from spieltisch.table.lesson import Course


@dataclass(frozen=True)
class SearchBots:
    """Bots that look ahead, on the page in a worker; they give hints and evaluations, too.

    Attributes:
        search_for: what the game provides for the search of a position.
        levels: the weakest first.
        review_nodes: how many nodes each position of a review is searched for.
        kind: what the command line calls them.
    """

    search_for: Callable[[Any], SearchGame[Any, Any]]
    levels: tuple[int, ...]
    review_nodes: int
    kind: str = "search"


class Reaction(NamedTuple):
    """What a bot will do if nobody acts before it.

    Attributes:
        delay_ms: how long after the position came up.
        action: a legal action of its seat.
    """

    delay_ms: float
    action: Any


@dataclass(frozen=True)
class ReactionBots:
    """Bots that react at once, each in its own time: for games in which the faster one acts.

    Attributes:
        react: what a seat will do in a position that it observes, at a level and with random
            numbers; None if it has nothing to do.
        levels, kind: as in SearchBots.
    """

    react: Callable[[Any, Seat, int, Random], Reaction | None]
    levels: tuple[int, ...]
    kind: str = "reflex"


@dataclass(frozen=True)
class Shouts:
    """Words that every seat may call, by a key or a button of its own.

    Attributes:
        words: the words as tokens, the one for "yes, there is" first.
        keys: by word, the places on the keyboard (``event.code``) of each seat's key, seat 1 first.
        reserved: keys that play on the board, so that no word can be on them.
        meaning: the legal action that a seat's word stands for in a position; None for nothing.
        label: a word as it is written on keys, whatever the edition.
        is_heard: whether words mean anything in a position.
        is_race: whether people act against a clock in matches of a set-up: then nothing is taken
            back.
        timed_calls: the calls of a match, judged, given its turns from the first on.
        kinds: what a right call can be about, the easiest to see first.
    """

    words: tuple[str, ...]
    keys: Mapping[str, tuple[str, ...]]
    reserved: frozenset[str]
    meaning: Callable[[Any, Seat, str], Any]
    label: Callable[[str], str]
    is_heard: Callable[[Any], bool]
    is_race: Callable[[Setup], bool]
    timed_calls: Callable[[Iterable[Turn]], tuple[TimedCall, ...]]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """The next step of a way to clear everything.

    Attributes:
        cards: what it clears, as the game's view knows it.
        actions: the actions that are still to be played for it.
    """

    cards: tuple[Any, ...]
    actions: tuple[Any, ...]


@dataclass(frozen=True)
class Solver:
    """Finds a way to the end for a person who plays alone, and says which runs can be compared.

    Attributes:
        category: the name of the runs that a match of this set-up is compared with, unique among
            all games; None if it is not played alone.
        total: how much there is to clear.
        advise: the next step; None if not everything can be cleared any more.
    """

    category: Callable[[Setup], str | None]
    total: Callable[[Setup], int]
    advise: Callable[[Any], Advice | None]


def _whole(position: Hashable) -> Hashable:
    return position


@dataclass(frozen=True)
class Puzzles:
    """What the game's puzzles are about; the puzzles are in a pack that is fetched when it is
    wanted (docs/puzzles.md).

    Attributes:
        goals: the goals that a puzzle may have.
        themes: the themes that a puzzle may have.
        horizon: if the goal is to hold out, the other side must have no forced win within so many
            moves after a right action, and must have one after every wrong action.
        sees_losses: whether the game's search gives every move after which the other side wins at
            once the value of a loss in two plies.
        future: a key that is equal for positions from which play goes on alike.
    """

    goals: tuple[str, ...]
    themes: tuple[str, ...] = ()
    horizon: int = 0
    sees_losses: bool = False
    future: Callable[[Any], Hashable] = _whole


@dataclass(frozen=True)
class Game:
    """One game, whole.

    Attributes:
        info: title, author, variants, editions, seats, options.
        rules: set-up, positions, actions and their texts.
        view: board, sentences, motions.
        bots: its computer players.
        shouts: words that seats may call at any time.
        solver: helps a person who plays alone.
        lessons: its course.
        puzzles: what its puzzles are about.
    """

    info: GameInfo
    rules: AnyRules
    view: GameView
    bots: SearchBots | ReactionBots | None = None
    shouts: Shouts | None = None
    solver: Solver | None = None
    lessons: Course | None = None
    puzzles: Puzzles | None = None

    @property
    def search_bots(self) -> SearchBots | None:
        """The bots if they look ahead: then there are hints, evaluations and reviews."""
        return self.bots if isinstance(self.bots, SearchBots) else None

    @property
    def reaction_bots(self) -> ReactionBots | None:
        """The bots if they react."""
        return self.bots if isinstance(self.bots, ReactionBots) else None
