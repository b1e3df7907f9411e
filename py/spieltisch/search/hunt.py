"""Which puzzles of a game are looked for, and in which matches.

A game's ``hunt.py`` has them as ``HUNTS``; the laboratory goes hunting (docs/puzzles.md). No page
has these modules.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from spieltisch.table import Setup

Kind = tuple[str, int]
"""A goal and a number of moves."""


def _as_it_is(node: Hashable) -> Hashable:
    return node


@dataclass(frozen=True)
class Hunt:
    """What is looked for, and where."""

    setup: Setup
    """What the bots play."""
    bots: tuple[tuple[str, str], ...]
    """The pairings, one a match, again and again in this order."""
    wanted: Mapping[Kind, int]
    """How many puzzles of each kind."""
    win_plies: int
    hold_plies: int
    """How far from the end of a match positions are taken, for wins and for holding out."""
    most_nodes: int
    """A position is left when its proofs look at more than so many."""
    most_escapes: int
    """Holding out is no puzzle where more actions than so many do not lose at once."""
    most_matches: int
    """The hunt ends after so many."""
    board: Callable[[Random], str] | None = None
    """Makes the board that a match begins with; None for the usual start."""
    seed: int = 0
    """Of the first match; each further match has the next one."""
    shape: Callable[[Any], Hashable] = _as_it_is
    """Gives one value to all nodes of the search that differ only by names of places."""
    fewest_options: int = 2
    """A position with fewer actions to choose from is no puzzle."""
    added: int = 0
    """The day, counted from 1 January 1970, from which on the puzzles count (``Puzzle.added``). A
    hunt for a later pack makes none whose shape is there already."""
