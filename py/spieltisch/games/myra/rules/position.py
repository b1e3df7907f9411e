"""A moment of Myra, and what may be done in it (docs/rules.md, Myra)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.table import (
    NO_PAST,
    Displayed,
    Fact,
    IllegalActionError,
    Outcome,
    Past,
    Reason,
    Seat,
    is_seat_among,
)


class MyraEnd(StrEnum):
    QUEEN_CAPTURED = "queen-captured"
    REPETITION = "repetition"
    NO_ACTION = "no-action"
    """Nobody has one."""


class Piece(NamedTuple):
    """What lies in a pit.

    >>> Piece(1, 0).is_queen, Piece(2, 5).is_fortress
    (True, True)
    """

    seat: Seat
    """Whose it is."""
    soldiers: int
    """1 to 5; 0 for the queen."""

    @property
    def is_queen(self) -> bool:
        return self.soldiers == 0

    @property
    def is_fortress(self) -> bool:
        return self.soldiers == core.FORTRESS


class _Listed(NamedTuple):
    """All actions on a board."""

    actions: tuple[MyraAction, ...]
    known: set[MyraAction]
    """The same, filled once one of them is looked for."""

    def has(self, action: MyraAction) -> bool:
        if not self.known:
            self.known.update(self.actions)
        return action in self.known


_LISTED: dict[core.Board, _Listed] = {}
"""Those of a few boards: with those of each position a long match would take hundreds of
megabytes."""

MOST_LISTED = 32


def _listed(board: core.Board) -> _Listed:
    found = _LISTED.get(board)
    if found is None:
        found = _Listed(tuple(map(MyraAction._make, core.actions(board))), set())
        if len(_LISTED) >= MOST_LISTED:
            # Another thread may be making room at the same time.
            with suppress(KeyError, RuntimeError):
                del _LISTED[next(iter(_LISTED))]
        _LISTED[board] = found
    return found


def _is_legal(board: core.Board, action: MyraAction) -> bool:
    """All legal actions take longer to list, where a record is read; whoever tries one after the
    other has listed them."""
    listed, (kind, *fields) = _LISTED.get(board), action
    if listed is None or not isinstance(kind, str):
        return core.is_legal(board, action)
    return all(isinstance(field, int) for field in fields) and listed.has(action)


_cells_of = lru_cache(maxsize=4096)(lambda mask: tuple(hexagon.cells(mask)))
"""The cells of a mask: after most actions all but two of a side's are as before."""

sites_of = lru_cache(maxsize=8)(hexagon.sites)
"""The sites of a board, which are asked for all the time."""


@dataclass(frozen=True, repr=False)
class MyraPosition(Displayed):
    """The pieces, whose turn it is and, for the repetition rule, what went before.

    >>> from spieltisch.games.myra.rules.rules import STARTS, parse_position
    >>> start = parse_position(STARTS[3])
    >>> start.seats, start.to_act, start.pieces["a1"], start.reserve(2)
    ((1, 2, 3), 1, Piece(seat=1, soldiers=0), 25)
    >>> [str(action) for action in start.legal_actions(1)][:3]
    ['1a4-a3', '1a4-a5', '1a4-b4']
    """

    board: core.Board
    """The pieces and the seat to act, as the compact core holds them."""
    earlier: Past[core.Board] = NO_PAST
    """The boards that could still come again, oldest first; a capture or a new soldier clears them,
    as captured pieces never return, nor soldiers to the reserve."""

    @property
    def key(self) -> core.Board:
        return self.board

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
        seats = core.reigning(self.board)
        if len(seats) == 1:
            return Outcome(frozenset(seats), MyraEnd.QUEEN_CAPTURED)
        if self.earlier.count(self.board) >= 2:
            return Outcome(frozenset(), MyraEnd.REPETITION)
        if not any(core.can_act(self.board, seat) for seat in seats):
            return Outcome(frozenset(), MyraEnd.NO_ACTION)
        return None

    @property
    def fallen(self) -> frozenset[Seat]:
        return frozenset(self.seats) - frozenset(core.reigning(self.board))

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """What lies in each pit that is not empty, by site, in site order."""
        found = {
            cell: Piece(seat, soldiers)
            for seat, side in enumerate(self.board.sides, 1)
            for soldiers, mask in enumerate(side[: core.RESERVE])
            for cell in _cells_of(mask)
        }
        return {hexagon.format_cell(cell): found[cell] for cell in sorted(found)}

    @property
    def empty_pits(self) -> int:
        # No pit holds pieces of two sides.
        return self.board.pits & ~sum(map(core.occupied, self.board.sides))

    @property
    def edge(self) -> int:
        """How many pits there are on an edge of the board."""
        return hexagon.EDGE_OF[self.board.pits]

    @property
    def sites(self) -> tuple[str, ...]:
        """All pits, in site order."""
        return sites_of(self.board.pits)

    def reserve(self, seat: Seat) -> int:
        return self.board.sides[seat - 1][core.RESERVE]

    def soldiers(self, seat: Seat) -> int:
        return core.soldiers(self.board.sides[seat - 1])

    def queen(self, seat: Seat) -> str | None:
        """The site of a seat's queen, or None if she has fallen."""
        mask = self.board.sides[seat - 1][0]
        return hexagon.sites(mask)[0] if mask else None

    def attackers(self, site: str) -> tuple[str, ...]:
        """From where others could capture what lies in a pit, if it were their turn.

        >>> from spieltisch.games.myra.rules.rules import parse_position
        >>> one = parse_position("Qa1,4a2 r25 / 2c2,Qk11 r25 ; 1")
        >>> one.attackers("a1"), one.attackers("a2"), one.attackers("c2"), one.attackers("b2")
        (('c2',), ('c2',), ('a2',), ())
        """
        return hexagon.sites(core.attackers(self.board, hexagon.mask_of(site)))

    def legal_actions(self, seat: Seat) -> tuple[MyraAction, ...]:
        """Walks, by size and site; then gathering, sowing, producing; or only the pass."""
        return _listed(self.board).actions if is_seat_among(self.active_seats, seat) else ()

    def apply(self, seat: Seat, action: MyraAction) -> Self:
        if (why := self.why_not(seat, action)) is not None:
            raise IllegalActionError(seat, action, why)
        is_final = action.kind in (core.CAPTURE, core.PRODUCE)
        earlier = NO_PAST if is_final else self.earlier.with_item(self.board)
        return type(self)(core.make(self.board, action), earlier)

    def why_not(self, seat: Seat, action: object) -> Fact | None:
        if self.outcome:
            return Reason.OVER()
        if not is_seat_among(self.active_seats, seat):
            return Reason.TURN()
        is_legal = isinstance(action, MyraAction) and _is_legal(self.board, action)
        return None if is_legal else Reason.ILLEGAL()

    def observe(self, seat: Seat | None) -> Self:
        return self

    def walk(self, action: MyraAction) -> tuple[str, ...]:
        """The pits that a legal action goes through, first to last, both ends among them. A
        shortest walk, or the chain; one pit for producing, none for a pass."""
        if action.kind not in (core.MOVE, core.CAPTURE) or core.STEPS[action.soldiers] < 2:
            return action.path
        path = hexagon.shortest_path(
            hexagon.parse_cell(action.site),
            hexagon.parse_cell(action.target),
            self.empty_pits,
            core.STEPS[action.soldiers],
        )
        return tuple(map(hexagon.format_cell, path)) if path else action.path
