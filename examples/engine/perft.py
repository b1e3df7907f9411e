"""Counts all ways to play on from a position, for so many moves: what an implementation of the
rules can be held to.

    python perft.py yala 4
    python perft.py myra 2
"""

import sys
from time import perf_counter

from spieltisch.games import catalog


def perft(position, depth):
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    [seat] = position.active_seats or [0]
    return sum(
        perft(position.apply(seat, move), depth - 1) for move in position.legal_actions(seat)
    )


def divided(position, depth):
    """The same, by the first move."""
    [seat] = position.active_seats
    return {
        str(move): perft(position.apply(seat, move), depth - 1)
        for move in position.legal_actions(seat)
    }


def main(name="yala", depth="3"):
    start = catalog.game_of(name).begin(seed=42)
    begun = perf_counter()
    counts = divided(start, int(depth))
    seconds = perf_counter() - begun
    for move, count in counts.items():
        print(f"{move}: {count}")
    total = sum(counts.values())
    print(f"{total} in {seconds:.2f} s, {total / seconds:.0f} a second")


if __name__ == "__main__":
    main(*sys.argv[1:])
