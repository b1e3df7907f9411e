"""Which puzzles of Hex are looked for (search/hunt.py)."""

from spieltisch.games.hexfive.rules.rules import Board
from spieltisch.search.hunt import Hunt
from spieltisch.table import Setup


def shape(board: Board) -> Board:
    """The board, or the one that is seen from the other side, whichever comes first."""
    return min(board, Board(board.stones[::-1], board.seat))


HUNTS = (
    Hunt(
        setup=Setup("hexfive"),
        bots=(("search:1", "search:2"), ("search:2", "search:1"), ("search:1", "search:1")),
        wanted={("win", 2): 10, ("win", 3): 5},
        win_plies=9,
        hold_plies=0,
        most_nodes=20_000,
        most_escapes=0,
        most_matches=300,
        shape=shape,
        fewest_options=4,
    ),
)
