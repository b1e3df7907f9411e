"""Hex for the search: a node is a board, a move the field of the stone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spieltisch.games.hexfive.rules.rules import STONES, Board, HexfivePosition, lacking
from spieltisch.search.game import WIN, Level, Root, SearchGame


class HexfiveSearch(SearchGame[Board, str]):
    """Hex as a SearchGame."""

    levels: Sequence[Level] = (Level(100, depth=1, noise=400), Level(200, depth=2), Level(1_000))
    best: Level = Level(4_000)
    breadth: int = 25
    futility_margin: int = 0
    slice_nodes: int = 200

    def root(self, position: HexfivePosition) -> Root:
        """No board comes again."""
        return Root(position.board)

    def expand(self, node: Board) -> Iterator[tuple[int, str, Board]]:
        """A board is worth more the more stones the other side still needs than oneself."""
        own, other = STONES[node.seat], STONES[3 - node.seat]
        for site in node.empty:
            child = node.after(site)
            needed = lacking(child.stones, own)
            yield WIN if needed == 0 else 300 * (lacking(child.stones, other) - needed), site, child

    def action(self, position: HexfivePosition, move: str) -> str:
        return move


def search_for(position: HexfivePosition) -> HexfiveSearch:
    """The search that plays a position; it is the same for all."""
    return HexfiveSearch()
