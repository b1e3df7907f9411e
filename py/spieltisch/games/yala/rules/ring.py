"""YALA's ring: twelve named places, some of them vanished (rules.md, section 2)."""

from __future__ import annotations

from collections.abc import Sequence

SITES = tuple("abcdefghijkl")
"""The places, clockwise. A place keeps its name when others vanish."""

CLOCKWISE, COUNTER_CLOCKWISE = 1, -1
DIRECTIONS = {"+": CLOCKWISE, "-": COUNTER_CLOCKWISE}
"""How a direction is written in an action."""


def walk(towers: Sequence[str], start: int, direction: int, steps: int) -> tuple[int, ...]:
    """The places passed on a walk round the ring, the last being where it ends.

    Args:
        towers: twelve towers; an empty one has vanished and is not a step.
        start: index of the place the walk leaves; it need not be counted again.
        direction: CLOCKWISE or COUNTER_CLOCKWISE.
        steps: how many places to go.

    Returns:
        The indices of the places stepped on, ``steps`` of them.
    """
    path: list[int] = []
    index = start
    while len(path) < steps:
        index = (index + direction) % len(towers)
        if towers[index]:
            path.append(index)
    return tuple(path)
