"""The solution of a puzzle: every accepted action of the solver, and how the defence answers it.

It is a graph rather than one line, as several actions may be equally good; lines that lead to the
same position share a node. All of it was computed when the puzzle was made, so that an action is
judged by looking it up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Continuation:
    """What follows an accepted action of the solver."""

    replies: tuple[str, ...] = ()
    """The other seats' answers, as texts of actions."""
    then: int | None = None
    """The number of the node at which the solver acts next; None if the puzzle is solved."""


Node: TypeAlias = Mapping[str, Continuation]
"""A moment at which the solver acts: the accepted actions, as texts, and what follows each. The
first is shown on request; every action not listed is wrong."""

Solution: TypeAlias = tuple[Node, ...]
"""The nodes by their numbers: 0 is the first; every other one comes after those that lead to it."""


def line_from(solution: Solution, number: int = 0) -> tuple[str, ...]:
    """One whole line from a node to the end: the texts of the actions of all seats."""
    line: list[str] = []
    then: int | None = number
    while then is not None:
        action, answer = next(iter(solution[then].items()))
        line += (action, *answer.replies)
        then = answer.then
    return tuple(line)
