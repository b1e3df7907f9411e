"""YALA and Myra of two seats in the form that OpenSpiel's bot plays: with numbered actions.

A match in this form is a *history*: the bot plays it on and copies it thousands of times a move, so
it uses the packed cores, and the opponent loses no time to a slow position.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol, Self

from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.core import (
    CAPTURE,
    PRODUCE,
    Board,
    CoreAction,
    actions,
    make,
    reigning,
)
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.yala.rules.core import CORE, CoreMove, Ring, action_of, pack
from spieltisch.games.yala.rules.position import YalaAction, YalaPosition
from spieltisch.table import AnyPosition, Seat


class History(Protocol):
    """A match that is played on."""

    seat: Seat
    """Who is to act."""
    choices: int
    """How many actions there are, numbered from 0; none when it is over."""
    winner: Seat
    """Who has won; 0 for nobody, or not yet."""

    def copy(self) -> Self:
        """A copy that can be played on independently."""

    def play(self, number: int) -> None:
        """Make one of the choices."""

    def action(self, number: int) -> Any:
        """One of the choices, as an action of the position that the history was made from."""


class YalaHistory:
    """YALA: dark is seat 1."""

    def __init__(self, position: YalaPosition) -> None:
        self._ring: Ring = pack(position.towers, position.to_move)
        self._position = position
        self.seat = 1 if position.to_move == "d" else 2
        self._is_forbidding = position.repetition == "no-repeat"
        self._met: Counter[tuple[Ring, Seat]] = Counter(
            (pack(towers, to_move), 1 if to_move == "d" else 2)
            for towers, to_move in position.earlier
        )
        self._met[self._ring, self.seat] += 1
        self._look()

    def copy(self) -> YalaHistory:
        twin = object.__new__(YalaHistory)
        twin.__dict__ = {**self.__dict__, "_met": self._met.copy()}
        return twin

    def play(self, number: int) -> None:
        after = CORE.child(self._ring, self._moves[number])
        if len(after) < len(self._ring):
            self._met = Counter()
        self._ring, self.seat = after, 3 - self.seat
        self._met[after, self.seat] += 1
        self._look()

    def action(self, number: int) -> YalaAction:
        return action_of(self._position, self._moves[number])

    def _look(self) -> None:
        self._moves: list[CoreMove] = CORE.moves(self._ring)
        if self._is_forbidding:
            self._moves = [
                move
                for move in self._moves
                if (CORE.child(self._ring, move), 3 - self.seat) not in self._met
            ]
        is_drawn = not self._is_forbidding and self._met[self._ring, self.seat] > 2
        self.winner = 0 if self._moves or is_drawn else 3 - self.seat
        self.choices = 0 if is_drawn else len(self._moves)


class MyraHistory:
    """Myra of two seats."""

    def __init__(self, position: MyraPosition) -> None:
        self._met = Counter(position.earlier)
        self._look(position.board)

    def copy(self) -> MyraHistory:
        twin = object.__new__(MyraHistory)
        twin.__dict__ = {**self.__dict__, "_met": self._met.copy()}
        return twin

    def play(self, number: int) -> None:
        action = self._actions[number]
        if action[0] in (CAPTURE, PRODUCE):
            self._met = Counter()
        else:
            self._met[self._board] += 1
        self._look(make(self._board, action))

    def action(self, number: int) -> MyraAction:
        return MyraAction._make(self._actions[number])

    def _look(self, board: Board) -> None:
        self._board, self.seat = board, board.seat
        left = reigning(board)
        self.winner = left[0] if len(left) == 1 else 0
        is_over = self.winner or self._met[board] > 1
        self._actions: list[CoreAction] = [] if is_over else actions(board)
        self.choices = len(self._actions)


def history_of(position: AnyPosition) -> History:
    """The history that begins at a position."""
    if isinstance(position, MyraPosition):
        return MyraHistory(position)
    if isinstance(position, YalaPosition):
        return YalaHistory(position)
    raise TypeError(f"no history is made of a {type(position).__name__}")
