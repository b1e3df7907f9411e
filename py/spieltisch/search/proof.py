"""Exhaustive proofs: in how many moves a side can force a win against every defence.

Nothing is estimated here. The game's SearchGame tells which positions are won or lost at once; all
others are decided by trying every action of both sides, up to a number of moves, and the results
are remembered. The values of moves only say which are tried first.

Only those repetitions matter that the match's past makes a draw: a side that can force a win can do
so without repeating a position, as every move of the fastest win brings it nearer.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from spieltisch.search.game import WIN, Root, SearchGame

UNKNOWN = 1 << 30
"""More moves than anybody asks for."""


class TooOpenError(Exception):
    """The proof would have to look at more positions than it may."""


class _Known(NamedTuple):
    """What is known of a node: so many moves are too few, so many are enough."""

    too_few: int = 0
    enough: int = UNKNOWN


_NOTHING = _Known()


class Proof:
    """What has been proved of the nodes after one root so far.

    Every question names the node's side: 0 if the root's side is to move there, else 1.

    Attributes:
        nodes: how many positions have been looked at.
    """

    def __init__(
        self, game: SearchGame[Any, Any], root: Root, most_nodes: int, sees_losses: bool = False
    ) -> None:
        """Args:
        game: what the game provides for the search.
        root: its past says which nodes are draws; it must not forbid repetitions.
        most_nodes: TooOpenError is raised beyond so many positions.
        sees_losses: whether the game gives every move after which the other side wins at once the
            value ``1 - WIN``: then such wins need not be searched for.
        """
        self.nodes = 0
        self._sees_losses = sees_losses
        self._game = game
        self._most_nodes = most_nodes
        self._draws = (root.same_side, root.other_side)
        self._wins: tuple[dict[Any, _Known], ...] = ({}, {})
        self._losses: tuple[dict[Any, _Known], ...] = ({}, {})
        self._children: dict[Any, list[tuple[int, Any]]] = {}

    def wins_in(self, node: Any, most: int, side: int = 0) -> int | None:
        """The fewest own moves in which the side to move forces a win; None if more than most."""
        return next((n for n in range(1, most + 1) if self.is_won(node, n, side)), None)

    def is_won(self, node: Any, moves: int, side: int = 0) -> bool:
        """Whether the side to move can force a win within so many own moves."""
        known = self._wins[side].get(node, _NOTHING)
        if moves <= known.too_few or moves >= known.enough:
            return moves >= known.enough
        children, draws = self._expanded(node), self._draws[1 - side]
        is_won = children[0][0] == WIN or (
            moves > 1
            and any(
                value != 1 - WIN and child not in draws and self.is_lost(child, moves - 1, 1 - side)
                for value, child in children
            )
        )
        self._wins[side][node] = _with(known, moves, is_won)
        return is_won

    def is_lost(self, node: Any, moves: int, side: int = 0) -> bool:
        """Whether the other side can force a win within so many moves, whatever is done."""
        known = self._losses[side].get(node, _NOTHING)
        if moves <= known.too_few or moves >= known.enough:
            return moves >= known.enough
        draws = self._draws[1 - side]
        if moves == 1 and self._sees_losses:
            is_lost = all(
                value == 1 - WIN and child not in draws for value, child in self._lazily(node)
            )
        else:
            is_lost = all(
                value != WIN
                and child not in draws
                and (value == 1 - WIN or self.is_won(child, moves, 1 - side))
                for value, child in self._expanded(node)
            )
        self._losses[side][node] = _with(known, moves, is_lost)
        return is_lost

    def _expanded(self, node: Any) -> list[tuple[int, Any]]:
        """What can be reached from a node, by value, the best for the side to move first."""
        children = self._children.get(node)
        if children is None:
            children = sorted(self._lazily(node), key=_value, reverse=True)
            self._children[node] = children
        return children

    def _lazily(self, node: Any) -> Iterator[tuple[int, Any]]:
        """What can be reached, unsorted, each generated only when it is asked for."""
        for value, _, child in self._game.expand(node):
            self.nodes += 1
            if self.nodes > self._most_nodes:
                raise TooOpenError
            yield value, child


def _value(candidate: tuple[int, Any]) -> int:
    return candidate[0]


def _with(known: _Known, moves: int, is_proved: bool) -> _Known:
    """What is known when so many moves have been found to be enough, or too few."""
    return _Known(known.too_few, moves) if is_proved else _Known(moves, known.enough)
