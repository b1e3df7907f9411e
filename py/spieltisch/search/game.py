"""What a game provides for the search, and how scores are counted."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

N = TypeVar("N", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Candidate = tuple[int, M, N]
"""A move: the new node's value to the side that moves, the move, and the new node."""

Sight = tuple[int, int, Candidate[M, N] | None]
"""What best_at_sight finds: how many moves it looked at, the best value, and the best candidate."""

WIN = 1_000_000
"""The score of a side that has won; one less for every ply until it has."""

PROVEN = WIN - 10_000
"""A score from here up, or from its negative down, is a proof and no estimate."""

UNPROVEN_WIN = 500_000
"""Beyond every evaluation, but no proof: the side to move has no move left only because a rule
against repetition forbids moves back into the variation that is being searched."""

HIGHEST_EVALUATION = 100_000
"""Evaluations lie within this, on both sides of 0."""

ODDS_UNIT = 400
"""Evaluations are scaled so that this much more makes the odds of winning e times as good."""


class Root(NamedTuple):
    """Where a search begins, and the past that matters to it."""

    node: Any
    """The position; a value that the game's ``expand`` takes."""
    same_side: frozenset[Any] = frozenset()
    """Past nodes with the same side to move as now; reaching one again is forbidden, or ends the
    match as a draw."""
    other_side: frozenset[Any] = frozenset()
    """Past nodes with the other side to move."""
    is_forbidding: bool = False
    """Whether reaching a past node is forbidden; else it is a draw."""
    era: int = 0
    """Grows with every irreversible move, such as a capture: a node of an earlier era cannot come
    again."""


class Level(NamedTuple):
    """How well a bot plays. Nothing here is a time, so a level plays the same everywhere."""

    nodes: int
    """The search ends after so many positions."""
    depth: int = 60
    """The deepest iteration, in plies; forced moves do not count."""
    draw_score: int = 0
    """What a draw is worth to the bot, in units of the evaluation; below 0 it avoids repetitions.
    """
    noise: int = 0
    """Standard deviation of a random error that is added to the score of each of the root's moves,
    in units of the evaluation; proven scores get none."""


class SearchGame(Protocol[N, M]):
    """A game of two sides as the search sees it: all that it knows of the game.

    A node is a position without its past, seen by the side to move; equal nodes have equal futures.
    """

    levels: Sequence[Level]
    """The weakest first."""

    best: Level
    """The strongest that answers within about two seconds in a browser: for hints and analysis."""

    breadth: int
    """How many moves of a node are searched, the best values first; more only if these all lose."""

    futility_margin: int
    """The most that a ply usually lowers the evaluation of the side to move, captures apart; 0 if
    there is no such bound."""

    slice_nodes: int
    """How many nodes are searched between two results of ``thinking``."""

    def root(self, position: Any) -> Root:
        """The node of a position, seen by the seat that is to act, and its past."""

    def expand(self, node: N) -> Iterable[Candidate[M, N]]:
        """The moves of the side to move: value, move, the node it leads to.

        The value is that of the new node for the side that moves: WIN if the other side has lost
        there, ``n - WIN`` if it is sure to win in n plies, else an estimate within
        HIGHEST_EVALUATION. A value between estimates and proofs is no proof, but the node counts as
        decided and is searched no further. Every node that is searched has moves. If one move wins
        at once, others may be left out.
        """

    def best_at_sight(self, node: N, floor: int, ceiling: int) -> Sight[M, N]:
        """The best of ``expand`` by value alone, or one that reaches the ceiling. Most nodes of a
        search are at its horizon, so a game may override this with a faster way.

        If no value exceeds the floor, it may return an upper bound of the values, and None for the
        best.
        """
        count, value, best = 0, -WIN - 1, None
        for candidate in self.expand(node):
            count += 1
            if candidate[0] > value:
                value, best = candidate[0], candidate
                if value >= ceiling:
                    break
        return count, value, best

    def action(self, position: Any, move: M) -> Any:
        """The move as an action of the position whose root it was found at."""
