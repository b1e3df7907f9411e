"""What a game lends the search, and how the search counts."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

N = TypeVar("N", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Candidate = tuple[int, M, N]
"""A move: what the new node is worth to the side that moves, the move, and the new node."""

Sight = tuple[int, int, Candidate[M, N] | None]
"""What was seen of a node: at how many moves, what the best is worth, and the best."""

WIN = 1_000_000
"""The score of a side that has won; one less for every ply that it is still away."""

PROVEN = WIN - 10_000
"""A score from here up, or from its negative down, is no estimate: the end was seen."""

UNPROVEN_WIN = 500_000
"""Beyond every evaluation, yet no proof: the side to move has no move left, but only because a rule
against repetition forbids the moves back into the variation that is being searched."""

HIGHEST_EVALUATION = 100_000
"""Evaluations lie within this, on both sides of 0."""

ODDS_UNIT = 400
"""Evaluations are scaled so that this much more makes the odds of winning e times as good."""


class Root(NamedTuple):
    """Where a search begins, and the past that matters to it.

    Attributes:
        node: the position; a value that the game's ``expand`` takes.
        same_side: nodes of the past with the side to move that is to move now, that may not be
            reached again, or end the match as a draw if they are.
        other_side: the same with the other side to move.
        is_forbidding: whether reaching a node of the past is forbidden; else it is a draw.
        era: grows with every irreversible move, such as a capture: a node of an earlier era cannot
            come again.
    """

    node: Any
    same_side: frozenset[Any] = frozenset()
    other_side: frozenset[Any] = frozenset()
    is_forbidding: bool = False
    era: int = 0


class Level(NamedTuple):
    """How well a bot plays. Nothing here is a time, so a level plays the same everywhere.

    Attributes:
        nodes: the search ends after so many positions.
        depth: the deepest iteration, in plies; forced moves do not count.
        draw_score: what a draw is worth to the bot, in units of the evaluation; below 0 it avoids
            repetitions.
        noise: standard deviation of a random error that is added to the score of each of the
            root's moves, in units of the evaluation; proven scores get none.
    """

    nodes: int
    depth: int = 60
    draw_score: int = 0
    noise: int = 0


class SearchGame(Protocol[N, M]):
    """A game of two sides as the search sees it: all that it knows of the game.

    A node is a position without its past, seen by the side to move; equal nodes have equal futures.
    """

    levels: Sequence[Level]
    """The weakest first."""

    best: Level
    """The strongest that answers within about two seconds in a browser: for hints and analysis."""

    breadth: int
    """At most so many moves of a node are searched, by their value, unless they all lose."""

    futility_margin: int
    """By how much a ply lowers the evaluation of the side to move at most, captures apart and as a
    rule; 0 where there is no such rule."""

    slice_nodes: int
    """How many nodes are searched between two results of ``thinking``."""

    def root(self, position: Any) -> Root:
        """The node of a position, seen by the seat that is to act, and its past."""

    def expand(self, node: N) -> Iterable[Candidate[M, N]]:
        """The moves of the side to move: value, move, the node it leads to.

        The value is that of the new node for the side that moves: WIN if the other side has lost
        there, ``n - WIN`` if it is sure to win in n plies, else an estimate within
        HIGHEST_EVALUATION. What lies between is no proof, but as good as over, and is searched no
        further. A node that is searched has moves. Where one move wins at once, others may be left
        out.
        """

    def best_at_sight(self, node: N, floor: int, ceiling: int) -> Sight[M, N]:
        """The best of ``expand``, or one that reaches the ceiling, by its value alone: most of what
        a search looks at is its horizon, so a game may know a faster way.

        Where nothing is worth more than the floor, it may tell the most that they can be worth, and
        None for the best.
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
