"""Mū tōrere for the search: a node is a board, a move the site of the man that moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spieltisch.games.mutorere.rules.rules import Board, MuTorerePosition
from spieltisch.search.game import WIN, Level, Root, SearchGame


class MuTorereSearch(SearchGame[Board, str]):
    """Mū tōrere as a SearchGame."""

    levels: Sequence[Level] = (Level(100, depth=1, noise=100), Level(100, depth=3), Level(2_000))
    best: Level = Level(5_000)
    breadth: int = 100
    futility_margin: int = 0
    slice_nodes: int = 200

    def root(self, position: MuTorerePosition) -> Root:
        """What has come twice is a draw if it comes again."""
        board, past = position.board, position.earlier
        twice = frozenset(one for one in past if past.count(one) > 1)
        same_side = frozenset(one for one in twice if one.seat == board.seat)
        return Root(board, same_side, twice - same_side)

    def expand(self, node: Board) -> Iterator[tuple[int, str, Board]]:
        """A board is worth more the fewer replies it leaves; without one it is won."""
        for site in node.movable:
            child = node.after(site)
            yield WIN if not child.movable else -100 * len(child.movable), site, child

    def action(self, position: MuTorerePosition, move: str) -> str:
        return move


def search_for(position: MuTorerePosition) -> MuTorereSearch:
    """The search that plays a position; it is the same for all."""
    return MuTorereSearch()
