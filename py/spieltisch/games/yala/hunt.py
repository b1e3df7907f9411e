"""Which puzzles of YALA are looked for (search/hunt.py)."""

from dataclasses import replace

from spieltisch.games.yala.rules.core import Ring
from spieltisch.search.hunt import Hunt
from spieltisch.table import Setup


def ring_shape(ring: Ring) -> Ring:
    """YALA's ring, rotated and mirrored to the smallest value, which all its views share."""
    both = (ring, ring[::-1])
    return min(seen[turn:] + seen[:turn] for seen in both for turn in range(len(ring)))


FIRST = Hunt(
    setup=Setup("yala"),
    bots=(
        ("search:2", "search:3"),
        ("search:3", "search:2"),
        ("search:3", "search:3"),
        ("search:1", "search:3"),
        ("search:2", "search:2"),
    ),
    wanted={
        ("win", 2): 60,
        ("win", 3): 70,
        ("win", 4): 60,
        ("win", 5): 35,
        ("win", 6): 20,
        ("do-not-lose", 1): 50,
        ("do-not-lose", 2): 30,
        ("do-not-lose", 3): 10,
        ("draw", 1): 25,
    },
    win_plies=13,
    hold_plies=10,
    most_nodes=25_000,
    most_escapes=24,
    most_matches=1_000,
    shape=ring_shape,
)
SECOND = replace(
    FIRST,
    seed=20_000,
    wanted={("win", 2): 20, ("win", 3): 25, ("do-not-lose", 1): 15, ("do-not-lose", 2): 8},
    fewest_options=4,
    added=20_788,
)
"""In place of those of the first pack that leave little to choose from; from 1 December 2026 on."""

HUNTS = (FIRST, SECOND)
