"""Proves puzzles: finds all actions that reach a goal, and shows that no others do.

docs/puzzles.md says what is proved, and how. Here is what one player alone can do, for the page as
well; against an opponent lab/puzzles/proving.py proves.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable
from typing import TypeVar

from spieltisch.games.contract import Game
from spieltisch.play.puzzle import Continuation, Solution
from spieltisch.table import AnyPosition, Seat, play

T = TypeVar("T")

Work = Generator[None, None, T]
"""A proof that is done bit by bit: it yields before each position that it looks at."""


def finished(work: Work[T]) -> T:
    """What a proof comes to, all of it done at once."""
    result: list[T] = []

    def whole() -> Generator[None, None, None]:
        result.append((yield from work))

    for _ in whole():
        pass
    return result[0]


MOST_NODES = 3_000_000
"""A proof that would look at more positions is given up."""

MOST_MOMENTS = 60
"""A solution of more moments is no puzzle: too many ways lead to the end."""

CAPTURED = "captured"
"""The event of a capture. If the solution is the only capture, it is no puzzle: that is seen at
once."""

CLEAR = "clear"
"""The goal of puzzles for a player alone."""


class NoPuzzleError(ValueError):
    """The goal cannot be reached from the position in just one way; the message says why."""


class SolutionMoment:
    """A node of a solution in the making: each accepted action, its replies, and the next node."""

    def __init__(self) -> None:
        self.ways: dict[str, tuple[tuple[str, ...], SolutionMoment | None]] = {}
        self.distance = 0
        """How many actions the shortest way to the end has; 0 if none leads there."""
        self.chance = 0.0
        """How likely the end is reached if each action is drawn from those that do not break the
        run."""
        self.is_broken = True
        """Whether every action ends the run at once, in vain."""

    @property
    def attempts(self) -> int:
        """How many attempts it takes on average to reach the end so, in hundredths."""
        return round(100 / self.chance)


class Alone:
    """Puzzles of one side: everything that can be done is tried to its end."""

    def __init__(self, game: Game, seat: Seat, most_nodes: int = MOST_NODES) -> None:
        """A proof that would look at more than ``most_nodes`` positions is given up."""
        assert game.puzzles is not None
        self._game = game
        self._future = game.puzzles.future
        self._seat = seat
        self._most_nodes = most_nodes
        self._moments: dict[Hashable, SolutionMoment] = {}
        self._leading = 0

    def moment(self, position: AnyPosition) -> Work[SolutionMoment]:
        """All that leads to the end from a position, if anything does. Raises NoPuzzleError if too
        much does, or if that is too much to look at."""
        key = self._future(position)
        moment = self._moments.get(key)
        if moment is None:
            if len(self._moments) >= self._most_nodes:
                raise NoPuzzleError(f"more than {self._most_nodes} positions to look at")
            yield
            self._moments[key] = moment = SolutionMoment()
            yield from self._look_at(position, moment)
            self._leading += bool(moment.ways)
            if self._leading > MOST_MOMENTS:
                raise NoPuzzleError(f"more than {MOST_MOMENTS} moments lead to the end")
        return moment

    def _look_at(self, position: AnyPosition, moment: SolutionMoment) -> Work[None]:
        """Find out all about a moment from those after it, the shortest ways first."""
        ways: list[tuple[int, str, SolutionMoment | None]] = []
        chances: list[float] = []
        for action in position.legal_actions(self._seat):
            after = position.apply(self._seat, action)
            then = None
            if after.outcome is None:
                then = yield from self.moment(after)
                moment.is_broken = False
                if not then.is_broken:
                    chances.append(then.chance)
            elif self._seat in after.outcome.winners:
                moment.is_broken = False
                chances.append(1.0)
            else:
                continue
            if then is None or then.ways:
                distance = 1 if then is None else 1 + then.distance
                ways.append((distance, self._game.rules.format_action(action), then))
        ways.sort(key=lambda way: way[0])
        moment.ways = {text: ((), then) for _, text, then in ways}
        moment.distance = ways[0][0] if ways else 0
        moment.chance = sum(chances) / len(chances) if chances else 0.0


def solution_of(game: Game, position: AnyPosition, seat: Seat, first: SolutionMoment) -> Solution:
    """The solution that begins with a moment; raises NoPuzzleError if its first action is
    obvious."""
    _check_start(game, position, seat, first)
    return _numbered(first)


def _check_start(game: Game, position: AnyPosition, seat: Seat, first: SolutionMoment) -> None:
    """Raise NoPuzzleError if the first action is obvious."""
    rules = game.rules
    kinds_of: dict[str, set[str]] = {}
    results: dict[str, AnyPosition] = {}
    for action in position.legal_actions(seat):
        turn = play(rules, position, seat, action)
        text = rules.format_action(action)
        kinds_of[text] = {event.kind for event in turn.events}
        results[text] = turn.after
    if len(set(results.values())) == 1:
        raise NoPuzzleError("there is only one thing to do")
    captures = {results[text] for text, kinds in kinds_of.items() if CAPTURED in kinds}
    if len(captures) == 1 and captures == {results[text] for text in first.ways}:
        raise NoPuzzleError("it is the only capture")


def _numbered(first: SolutionMoment) -> Solution:
    """The moments as a solution: each comes after all that lead to it."""
    order: list[SolutionMoment] = []
    seen: set[int] = set()

    def visit(moment: SolutionMoment) -> None:
        seen.add(id(moment))
        for _, then in moment.ways.values():
            if then is not None and id(then) not in seen:
                visit(then)
        order.append(moment)

    visit(first)
    order.reverse()
    numbers = {id(moment): number for number, moment in enumerate(order)}
    return tuple(
        {
            text: Continuation(replies, None if then is None else numbers[id(then)])
            for text, (replies, then) in moment.ways.items()
        }
        for moment in order
    )
