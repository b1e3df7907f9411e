"""A moment of Myra, and what may be done in it (rules.md, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.core import (
    CAPTURE,
    FORTRESS,
    MOVE,
    PRODUCE,
    RESERVE,
    Board,
    actions,
    can_act,
    make,
    occupied,
    reigning,
    troop_at,
)
from spieltisch.games.myra.rules.hexagon import (
    BOARD,
    cells,
    format_cell,
    parse_cell,
    shortest_path,
    sites,
)
from spieltisch.games.myra.rules.legality import refusal
from spieltisch.table.position import IllegalActionError, Outcome, Seat


class Piece(NamedTuple):
    """What lies in a pit.

    Attributes:
        seat: whose it is.
        soldiers: 1 to 5; 0 for the queen.
    """

    seat: Seat
    soldiers: int

    @property
    def is_queen(self) -> bool:
        return self.soldiers == 0

    @property
    def is_fortress(self) -> bool:
        return self.soldiers == FORTRESS


class Effect(NamedTuple):
    """What an action does, in the rules' words and facts, for views to show and say.

    Attributes:
        kind: ``move``, ``build``, ``split``, ``capture``, ``gather``, ``sow``, ``produce`` or
            ``pass``; splitting onto an own troop is ``split``.
        walk: the pits gone through, first to last, both ends among them: a shortest walk, or the
            chain; one pit for producing, none for a pass.
        captured: what is captured, or None.
        fallen: the seat whose queen is captured, or None.
        inherited: the pits whose soldiers the fallen seat's captor takes over, in site order.
    """

    kind: str
    walk: tuple[str, ...]
    captured: Piece | None = None
    fallen: Seat | None = None
    inherited: tuple[str, ...] = ()


@dataclass(frozen=True)
class MyraPosition:
    """The pieces, whose turn it is and, for the repetition rule, what went before.

    Attributes:
        board: the pieces and the seat to act, as the compact core holds them.
        earlier: the boards that could still come again, oldest first; a capture or a new soldier
            clears them, as what is captured or left the reserve never returns.
    """

    board: Board
    earlier: tuple[Board, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, fallen ones among them."""
        return tuple(range(1, len(self.board.sides) + 1))

    @property
    def to_act(self) -> Seat:
        return self.board.seat

    @property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset((self.board.seat,))

    @cached_property
    def outcome(self) -> Outcome | None:
        """The last queen wins; a third occurrence, or nobody able to act, is a draw."""
        seats = reigning(self.board)
        if len(seats) == 1:
            return Outcome(frozenset(seats), "queen-captured")
        if self.earlier.count(self.board) >= 2:
            return Outcome(frozenset(), "repetition")
        if not any(can_act(self.board, seat) for seat in seats):
            return Outcome(frozenset(), "no-action")
        return None

    @property
    def fallen(self) -> frozenset[Seat]:
        """The seats whose queen has been captured."""
        return frozenset(self.seats) - frozenset(reigning(self.board))

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """What lies in each pit that is not empty, by site, in site order."""
        found = {
            cell: Piece(seat, soldiers)
            for seat, side in enumerate(self.board.sides, 1)
            for soldiers, mask in enumerate(side[:RESERVE])
            for cell in cells(mask)
        }
        return {format_cell(cell): found[cell] for cell in sorted(found)}

    @property
    def empty_pits(self) -> int:
        """The mask of the pits where nothing lies."""
        taken = 0
        for side in self.board.sides:
            taken |= occupied(side)
        return BOARD & ~taken

    def reserve(self, seat: Seat) -> int:
        """How many soldiers a seat has yet to produce."""
        return self.board.sides[seat - 1][RESERVE]

    def soldiers(self, seat: Seat) -> int:
        """How many soldiers a seat has on the board."""
        return sum(n * self.board.sides[seat - 1][n].bit_count() for n in range(1, FORTRESS + 1))

    def queen(self, seat: Seat) -> str | None:
        """The site of a seat's queen, or None if she has fallen."""
        mask = self.board.sides[seat - 1][0]
        return sites(mask)[0] if mask else None

    def legal_actions(self, seat: Seat) -> tuple[MyraAction, ...]:
        """What walks, by size and site; then gathering, sowing, producing; or only the pass."""
        return self._actions if seat in self.active_seats else ()

    @cached_property
    def _actions(self) -> tuple[MyraAction, ...]:
        return tuple(map(MyraAction._make, actions(self.board)))

    def is_legal(self, seat: Seat, action: MyraAction) -> bool:
        """Whether a seat may do this now; quicker than asking legal_actions."""
        return seat in self.active_seats and refusal(self.board, action) is None

    def apply(self, seat: Seat, action: MyraAction) -> Self:
        why: str | None
        if self.outcome:
            why = "the match is over"
        elif seat != self.board.seat:
            why = "it is another seat's turn"
        else:
            why = refusal(self.board, action)
        if why is not None:
            raise IllegalActionError(seat, _text(action), why)
        is_final = action.kind in (CAPTURE, PRODUCE)
        return type(self)(make(self.board, action), () if is_final else (*self.earlier, self.board))

    def observe(self, seat: Seat | None) -> Self:
        """Nothing is hidden in Myra."""
        return self

    def walk(self, action: MyraAction) -> tuple[str, ...]:
        """The pits that a legal action goes through, as in Effect.walk."""
        if action.soldiers < 2 or action.kind not in (MOVE, CAPTURE):
            return action.path
        path = shortest_path(
            parse_cell(action.site), parse_cell(action.target), self.empty_pits, action.soldiers
        )
        return tuple(map(format_cell, path)) if path else action.path

    def effect(self, action: MyraAction) -> Effect:
        """What a legal action of the seat to act does."""
        kind = self._kind(action)
        walk = self.walk(action)
        if action.kind != CAPTURE:
            return Effect(kind, walk)
        captured = self.pieces[action.target]
        if not captured.is_queen:
            return Effect(kind, walk, captured)
        inherited: tuple[str, ...] = ()
        if len(reigning(self.board)) > 2:
            side = self.board.sides[captured.seat - 1]
            inherited = sites(occupied(side) & ~side[0])
        return Effect(kind, walk, captured, captured.seat, inherited)

    def _kind(self, action: MyraAction) -> str:
        if action.kind != MOVE or not action.soldiers:
            return action.kind
        side = self.board.sides[self.board.seat - 1]
        if action.soldiers < troop_at(side, action.origin):
            return "split"
        return "build" if troop_at(side, action.pits) else "move"


def _text(action: MyraAction) -> str:
    try:
        return str(action)
    except (ValueError, KeyError):
        return repr(action)
