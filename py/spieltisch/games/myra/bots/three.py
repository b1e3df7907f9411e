"""Myra of three seats for the search: best-reply search (Schadd and Winands, 2011).

The seat to act moves, then whichever of the other two has the better answer, then the seat again.
So the search goes as deep as between two seats, and fears whoever is the most dangerous. What it
sees is an estimate: where three play, it proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spieltisch.games.myra.bots.moves import Outlook, Promise
from spieltisch.games.myra.bots.reach import pits, remaining, united
from spieltisch.games.myra.bots.worths import OPENNESS, Worths, strength, worths
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.core import CAPTURE, FORTRESS, CoreAction, Side
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.search.game import HIGHEST_EVALUATION, Level, Root

OVER = HIGHEST_EVALUATION + 10_000
"""A queen has fallen, and with her the match, for this seat or for the last of the others."""

AFTER_CAPTURE = 6_000
"""It is so much better if another's queen has fallen before."""

MOST_HOPE = 5_000
"""What an action gains counts up to this, even if the queen is lost: her captor may not look."""

EXPOSED = 1_500
"""What it costs one of the others to leave its queen to be captured."""


class Circle(NamedTuple):
    """A node of the search.

    Attributes:
        mine: the pieces of the seat that thinks.
        others: those of the seats still in the match, the next first.
        is_mine: whether that seat is to act; else, any of the others.
    """

    mine: Side
    others: tuple[Side, ...]
    is_mine: bool


class CircleSearch:
    """Myra of three seats as a SearchGame."""

    breadth: int = 40
    slice_nodes: int = 600

    def __init__(self, levels: Sequence[Level], best: Level) -> None:
        self.levels = levels
        self.best = best

    def root(self, position: MyraPosition) -> Root:
        """Only where the same seat was to act before, and where the next one was, counts."""
        seat = position.to_act
        boards = position.earlier
        after = seat % len(position.board.sides) + 1
        return Root(
            circle(position.board.sides, seat, is_mine=True),
            frozenset(circle(b.sides, seat, is_mine=True) for b in boards if b.seat == seat),
            frozenset(circle(b.sides, seat, is_mine=False) for b in boards if b.seat == after),
        )

    def expand(self, node: Circle) -> Iterator[tuple[int, CoreAction, Circle]]:
        """All actions of the seat, or of both others; only the best captures of a queen."""
        if node.is_mine:
            return self._mine(node)
        return self._others(node)

    def _mine(self, node: Circle) -> Iterator[tuple[int, CoreAction, Circle]]:
        mine, others, _ = node
        outlook = Outlook(mine, others)
        falls = outlook.is_winning()
        if falls:
            lines = [
                _fall(action, after, others)
                for _, _, action, after in outlook.captures_of(outlook.queens, {})
            ]
            safe = [line for line in lines if line[0] > -HIGHEST_EVALUATION]
            if safe:
                yield from safe
                return
            yield from lines
        own = worths(outlook.queens)
        share = len(others)
        prices = {
            pit: price
            for index, other in enumerate(others)
            for pit, price in _prices(other, worths(_queens(node, index), share)).items()
        }
        base = _standing(node) - OPENNESS * outlook.openness()
        for gain, is_exposed, action, after in outlook.promises(own, prices):
            left = others
            if action[0] == CAPTURE:
                left = tuple(remaining(other, action[3]) for other in others)
            value = base + gain
            if is_exposed:
                value = max(-MOST_HOPE, min(MOST_HOPE, value)) - OVER
            yield value, action, Circle(after, left, False)

    def _others(self, node: Circle) -> Iterator[tuple[int, CoreAction, Circle]]:
        mine, others, _ = node
        outlooks = [
            Outlook(other, (mine, *others[:index], *others[index + 1 :]))
            for index, other in enumerate(others)
        ]
        for index, outlook in enumerate(outlooks):
            for _, _, action, after in outlook.captures_of(mine[0], {}):
                yield (
                    OVER,
                    action,
                    Circle(remaining(mine, mine[0]), _put(others, index, after), True),
                )
                return
        base = -_standing(node)
        for index, outlook in enumerate(outlooks):
            yield from self._one_of_the_others(node, index, outlook, base)

    def _one_of_the_others(
        self, node: Circle, index: int, outlook: Outlook, base: int
    ) -> Iterator[tuple[int, CoreAction, Circle]]:
        mine, others, _ = node
        share = len(others)
        third = 1 - index
        prices = _prices(mine, worths(_queens(node, -1)))
        if share > 1:
            other_prices = _prices(others[third], worths(_queens(node, third), share))
            prices |= {pit: -price for pit, price in other_prices.items()}
        promises: Iterator[Promise] = outlook.promises(worths(_queens(node, index), share), prices)
        if share > 1 and outlook.is_winning():
            queen = others[third][0]
            for _, _, action, after in outlook.captures_of(queen, {}):
                child = Circle(mine, (united(after, remaining(others[third], queen)),), True)
                yield -_standing(child), action, child
        for gain, is_exposed, action, after in promises:
            hit, left = mine, _put(others, index, after)
            if action[0] == CAPTURE:
                hit = remaining(mine, action[3])
                left = tuple(
                    other if number == index else remaining(other, action[3])
                    for number, other in enumerate(left)
                )
            value = base + gain - (EXPOSED if is_exposed else 0)
            yield value, action, Circle(hit, left, True)

    def action(self, position: MyraPosition, move: CoreAction) -> MyraAction:
        return MyraAction._make(move)


def circle(sides: Sequence[Side], seat: int, *, is_mine: bool) -> Circle:
    """The node of a board, seen by a seat."""
    following = [*sides[seat:], *sides[: seat - 1]]
    return Circle(sides[seat - 1], tuple(side for side in following if side[0]), is_mine)


def _put(others: tuple[Side, ...], index: int, after: Side) -> tuple[Side, ...]:
    return (*others[:index], after, *others[index + 1 :])


def _queens(node: Circle, index: int) -> int:
    """The queens that one of the others is to capture, or, for -1, those of all the others."""
    queens = 0 if index < 0 else node.mine[0]
    for number, other in enumerate(node.others):
        if number != index:
            queens |= other[0]
    return queens


def _prices(side: Side, worth: Worths) -> dict[int, int]:
    return {pit: worth[size][pit] for size in range(1, FORTRESS) for pit in pits(side[size])}


def _standing(node: Circle) -> int:
    """How the seat stands, against the mean of the others."""
    total = strength(node.mine, worths(_queens(node, -1)))
    share = len(node.others)
    for index, other in enumerate(node.others):
        total -= strength(other, worths(_queens(node, index))) // share
    return total


def _fall(
    action: CoreAction, after: Side, others: tuple[Side, ...]
) -> tuple[int, CoreAction, Circle]:
    """The line of an action that captures one of the others' queens."""
    (fallen,) = (other for other in others if other[0] & action[3])
    rest = tuple(other for other in others if other != fallen)
    if not rest:
        return OVER, action, Circle(after, others, False)
    child = Circle(united(after, remaining(fallen, fallen[0])), rest, False)
    is_exposed = Outlook(child.mine, rest).is_threatened
    return AFTER_CAPTURE - OVER if is_exposed else _standing(child), action, child
