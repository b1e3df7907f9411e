"""Myra's perft beside python-chess's own, interleaved in one run: leaf positions a second.

Both walk their tree from the start of the game, python-chess four plies (197,281 leaves), Myra two
(47,089). There are two ways to count a leaf, and like is compared
with like:

- *listed*: the last ply's moves are generated and their number taken. python-chess's own perft
  does this (``board.legal_moves.count()``).
- *made*: every leaf position is made.

Geometry tables are built before; Myra's cache of free pits is cleared before each count.

python-chess is GPL software: it is installed only for the comparison, nothing of it is shipped.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import chess

from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.rules import RULES, STARTS

CHESS_DEPTH, CHESS_LEAVES = 4, 197_281
MYRA_LEAVES = 47_089
REPEATS = 20
"""Of Myra's smaller tree, so that both sides are measured over a second or more."""


def chess_listed(board: chess.Board, depth: int) -> int:
    """As python-chess's own perft example counts: the last ply is listed, not made."""
    if depth == 1:
        return int(board.legal_moves.count())
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_listed(board, depth - 1)
        board.pop()
    return leaves


def chess_made(board: chess.Board, depth: int) -> int:
    """That tree with every leaf position made."""
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_made(board, depth - 1)
        board.pop()
    return leaves


def myra_listed(board: core.Board, depth: int) -> int:
    """Perft whose last ply is listed, not made."""
    if depth == 1:
        return len(core.actions(board))
    return sum(myra_listed(core.make(board, a), depth - 1) for a in core.actions(board))


def myra_made(board: core.Board, depth: int) -> int:
    """Perft with every leaf position made."""
    if depth == 0:
        return 1
    return sum(myra_made(core.make(board, a), depth - 1) for a in core.actions(board))


class Row:
    """One way of counting, and the rates it reached."""

    def __init__(self, name: str, leaves: int, count: Callable[[], int], repeat: int = 1) -> None:
        self.name, self.leaves, self.count, self.repeat = name, leaves, count, repeat
        self.rates: list[float] = []

    def run(self) -> None:
        """Measure processor time once, from an empty memo; raises ValueError for a wrong count."""
        begin = time.process_time()
        for _ in range(self.repeat):
            core._open_chains.cache_clear()
            found = self.count()
            if found != self.leaves:
                raise ValueError(f"{self.name}: {found} leaves, not {self.leaves}")
        self.rates.append(self.leaves * self.repeat / (time.process_time() - begin))

    @property
    def median(self) -> float:
        return statistics.median(self.rates)


def rows() -> tuple[list[Row], list[Row]]:
    """What is measured of python-chess, and of Myra."""
    board = RULES.parse_position(STARTS[2]).board
    peers = [
        Row("listed (perft 4)", CHESS_LEAVES, lambda: chess_listed(chess.Board(), CHESS_DEPTH)),
        Row("made (perft 4)", CHESS_LEAVES, lambda: chess_made(chess.Board(), CHESS_DEPTH)),
    ]
    own = [
        Row("listed (perft 2)", MYRA_LEAVES, lambda: myra_listed(board, 2), repeat=REPEATS),
        Row("made (perft 2)", MYRA_LEAVES, lambda: myra_made(board, 2), repeat=REPEATS),
    ]
    return peers, own


def run(rounds: int) -> None:
    """Measure so many interleaved rounds and print medians and ratios."""
    peers, own = rows()
    for row in own:
        row.count()
    for _ in range(rounds):
        for row in (*peers, *own):
            row.run()

    version = sys.version.split()[0]
    print(f"\nmyra_perft: {sys.implementation.name} {version}, medians of {rounds} rounds in turns")
    for row in peers:
        print(f"  python-chess, leaves {row.name:<26}{row.median:>12,.0f} /s")
    for peer, row in zip(peers, own, strict=True):
        print(
            f"  Myra, leaves {row.name:<34}{row.median:>12,.0f} /s"
            f"  = {row.median / peer.median:.1f} x python-chess {peer.name}"
        )
