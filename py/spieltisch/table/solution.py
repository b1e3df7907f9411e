"""What solves a puzzle: every own action that is accepted, and how the defence answers it.

It is a graph rather than one line, as several actions may be as good; ways that lead to the same
position go on as one. All of it was found when the puzzle was made, so that judging an action is
looking it up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Answer:
    """What follows an own action that is accepted.

    Attributes:
        replies: what the others do about it, as texts of actions.
        then: the number of the node at which the solver acts next; None where the puzzle is solved.
    """

    replies: tuple[str, ...] = ()
    then: int | None = None


Node: TypeAlias = Mapping[str, Answer]
"""A moment at which the solver acts: what is accepted, as texts of actions, and what follows. The
first is the one that is shown on request; whatever is not here is wrong."""

Solution: TypeAlias = tuple[Node, ...]
"""The moments by their numbers: 0 is the first, and all others come after what leads to them."""


def line_from(solution: Solution, number: int = 0) -> tuple[str, ...]:
    """One whole way from a node to the end: the texts of the actions of all seats."""
    line: list[str] = []
    then: int | None = number
    while then is not None:
        action, answer = next(iter(solution[then].items()))
        line += (action, *answer.replies)
        then = answer.then
    return tuple(line)
