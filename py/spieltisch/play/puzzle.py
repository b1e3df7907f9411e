"""A puzzle: a position, a goal, and all actions that reach it; and its JSON texts.

A pack is a JSON text of many puzzles (docs/puzzles.md). Reading one checks only its form: the rules
check its positions and actions when it is played, and its solutions were proved when it was made.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from spieltisch.table import MAX_SEED, Seat, Setup
from spieltisch.table.codec import Codec, codec, parse, typed
from spieltisch.table.marks import OPTIONAL, Between, Length, Matching, MisfitError, Only, Then


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


BANDS = 5
"""How many bands of difficulty there are; 1 is the easiest."""

MOST_MOVES = 99
MAX_PACK_LENGTH = 4_000_000
"""Letters of a pack of puzzles; the largest has a third of a million."""

_WORD = Matching(re.compile("[a-z]+(-[a-z]+)*"))
_NODE_NUMBER = codec(Annotated[int, Between(0, MAX_SEED)])
_REPLIES = codec(tuple[str, ...])


def _answer(value: object) -> Continuation:
    """An answer as the list of the replies, with the number of the next node if there is one."""
    *replies, last = typed(value, list) or [""]
    if isinstance(last, str):
        return Continuation(_REPLIES.read(value))
    return Continuation(_REPLIES.read(replies), _NODE_NUMBER.read(last))


_ANSWER: Codec[Continuation] = Codec(
    _answer, lambda one: [*one.replies, *([] if one.then is None else [one.then])]
)


def _onward(solution: Solution) -> Solution:
    """The solution, if its answers lead only to later nodes, so that every line ends."""
    for number, node in enumerate(solution):
        if not node:
            raise MisfitError("accepts nothing", f"[{number}]")
        for action, answer in node.items():
            if answer.then is not None and not number < answer.then < len(solution):
                why = f"goes on at node {answer.then}, which is not one of those after it"
                raise MisfitError(why, f"[{number}].{action}")
    return solution


AnyNode = Mapping[str, Annotated[Continuation, _ANSWER]]


@dataclass(frozen=True)
class Puzzle:
    """One thing to find."""

    id: Annotated[str, Matching(re.compile("[a-z0-9]{6}"))]
    """Its name in addresses, made from its content: the same puzzle has it in every pack."""
    setup: Annotated[Setup, Only(("game", "variant", "edition", "options", "seats"))]
    position: str
    """The position's text, as in docs/rules.md."""
    seat: Seat
    """Who is to solve it."""
    goal: Annotated[str, _WORD]
    """One of the goals of the game's ``puzzles``."""
    moves: Annotated[int, Between(1, MOST_MOVES)]
    """How many own actions it takes, if the defence holds out as long as it can."""
    band: Annotated[int, Between(1, BANDS)]
    effort: Annotated[int, Between(0, MAX_SEED)]
    """The measure that the band was chosen by (docs/puzzles.md)."""
    themes: tuple[Annotated[str, _WORD], ...]
    """Some of the themes of the game's ``puzzles``."""
    solution: Annotated[Solution, codec(tuple[AnyNode, ...]), Length(1), Then(_onward)]
    """The accepted actions at every moment, and what follows."""
    added: Annotated[int, Between(0, MAX_SEED), OPTIONAL] = 0
    """The first day of the calendar, counted from 1 January 1970, on which it may be the day's; 0
    for one of the first pack."""
    retired: Annotated[int, Between(0, MAX_SEED), OPTIONAL] = 0
    """From which day on it comes only by its link; 0 for never."""

    def check(self) -> None:
        """Raise ValueError for a seat that there is not."""
        if not 1 <= self.seat <= self.setup.seats:
            raise MisfitError(f"is {self.seat}, not from 1 to {self.setup.seats}", ".seat")

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def solutions(self) -> tuple[str, ...]:
        """The first actions that are accepted, as texts."""
        return tuple(self.solution[0])

    @property
    def line(self) -> tuple[str, ...]:
        return line_from(self.solution)

    def judge(self, node: int, action: str) -> Continuation | None:
        """What follows an own action at a node of the solution; None if it is wrong."""
        return self.solution[node].get(action)


PUZZLE = codec(Puzzle)


def told(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle for people and other programs: its solution as lists of actions."""
    fields: dict[str, object] = PUZZLE.write(puzzle)
    del fields["solution"]
    return {**fields, "solutions": list(puzzle.solutions), "line": list(puzzle.line)}


@dataclass(frozen=True)
class Pack:
    """The puzzles of a game, in a file."""

    FORMAT: ClassVar = 1

    puzzles: tuple[Puzzle, ...]

    def check(self) -> None:
        """Raise ValueError for a puzzle that is there twice."""
        ids: set[str] = set()
        for index, puzzle in enumerate(self.puzzles):
            if puzzle.id in ids:
                raise MisfitError(f"{puzzle.id!r} is there more than once", f"puzzles[{index}].id")
            ids.add(puzzle.id)


_PACK = codec(Pack)


def parse_pack(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a pack; raises ValueError, saying where and why."""
    return parse(text, MAX_PACK_LENGTH, _PACK, "the pack").puzzles
