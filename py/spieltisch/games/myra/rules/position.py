"""A moment of Myra, and what may be done in it (docs/rules.md, Myra)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.hexagon import (
    BOARD,
    cells,
    chains,
    format_cell,
    name_of,
    parse_cell,
    shortest_path,
    sites,
    spread,
)
from spieltisch.table import NO_PAST, IllegalActionError, Outcome, Past, Seat


class Piece(NamedTuple):
    """What lies in a pit.

    Attributes:
        seat: whose it is.
        soldiers: 1 to 5; 0 for the queen.

    >>> Piece(1, 0).is_queen, Piece(2, 5).is_fortress
    (True, True)
    """

    seat: Seat
    soldiers: int

    @property
    def is_queen(self) -> bool:
        return self.soldiers == 0

    @property
    def is_fortress(self) -> bool:
        return self.soldiers == core.FORTRESS


@dataclass(frozen=True)
class MyraPosition:
    """The pieces, whose turn it is and, for the repetition rule, what went before.

    Attributes:
        board: the pieces and the seat to act, as the compact core holds them.
        earlier: the boards that could still come again, oldest first; a capture or a new soldier
            clears them, as captured pieces never return, nor soldiers to the reserve.

    >>> from spieltisch.games.myra.rules.rules import STARTS, parse_position
    >>> start = parse_position(STARTS[3])
    >>> start.seats, start.to_act, start.pieces["a1"], start.reserve(2)
    ((1, 2, 3), 1, Piece(seat=1, soldiers=0), 25)
    >>> [str(action) for action in start.legal_actions(1)][:3]
    ['1a4-a3', '1a4-a5', '1a4-b4']
    """

    board: core.Board
    earlier: Past[core.Board] = NO_PAST

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
            return Outcome(frozenset(seats), "queen-captured")
        if self.earlier.count(self.board) >= 2:
            return Outcome(frozenset(), "repetition")
        if not any(core.can_act(self.board, seat) for seat in seats):
            return Outcome(frozenset(), "no-action")
        return None

    @property
    def fallen(self) -> frozenset[Seat]:
        """The seats whose queen has been captured."""
        return frozenset(self.seats) - frozenset(core.reigning(self.board))

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """What lies in each pit that is not empty, by site, in site order."""
        found = {
            cell: Piece(seat, soldiers)
            for seat, side in enumerate(self.board.sides, 1)
            for soldiers, mask in enumerate(side[: core.RESERVE])
            for cell in cells(mask)
        }
        return {format_cell(cell): found[cell] for cell in sorted(found)}

    @property
    def empty_pits(self) -> int:
        """The mask of the pits where nothing lies."""
        return _empty(self.board)

    def reserve(self, seat: Seat) -> int:
        """How many soldiers a seat has yet to produce."""
        return self.board.sides[seat - 1][core.RESERVE]

    def soldiers(self, seat: Seat) -> int:
        """How many soldiers a seat has on the board."""
        return core.soldiers(self.board.sides[seat - 1])

    def queen(self, seat: Seat) -> str | None:
        """The site of a seat's queen, or None if she has fallen."""
        mask = self.board.sides[seat - 1][0]
        return sites(mask)[0] if mask else None

    def legal_actions(self, seat: Seat) -> tuple[MyraAction, ...]:
        """Walks, by size and site; then gathering, sowing, producing; or only the pass."""
        return self._actions if seat in self.active_seats else ()

    @cached_property
    def _actions(self) -> tuple[MyraAction, ...]:
        return tuple(map(MyraAction._make, core.actions(self.board)))

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
        is_final = action.kind in (core.CAPTURE, core.PRODUCE)
        earlier = NO_PAST if is_final else self.earlier.with_item(self.board)
        return type(self)(core.make(self.board, action), earlier)

    def observe(self, seat: Seat | None) -> Self:
        """Nothing is hidden in Myra."""
        return self

    def walk(self, action: MyraAction) -> tuple[str, ...]:
        """The pits that a legal action goes through, first to last, both ends among them.

        A shortest walk, or the chain; one pit for producing, none for a pass.
        """
        if action.soldiers < 2 or action.kind not in (core.MOVE, core.CAPTURE):
            return action.path
        path = shortest_path(
            parse_cell(action.site), parse_cell(action.target), self.empty_pits, action.soldiers
        )
        return tuple(map(format_cell, path)) if path else action.path


def _text(action: MyraAction) -> str:
    try:
        return str(action)
    except (ValueError, KeyError):
        return repr(action)


def refusal(board: core.Board, action: core.CoreAction) -> str | None:
    """Why the seat to act may not take an action; None if it is in ``core.actions``.

    Args:
        board: a board on which the match goes on.
        action: any fields at all; its masks may have bits that are no sites.
    """
    kind, count, origin, pits = action
    side = board.sides[board.seat - 1]
    if kind == core.PASS and not (count or origin or pits):
        return "there is something else to do" if core.can_act(board, board.seat) else None
    if not 0 <= origin <= BOARD or not 0 < pits <= BOARD or (origin | pits) & ~BOARD:
        return "it names no pits of the board"
    if kind == core.PRODUCE and (count, origin) == (1, 0) and pits.bit_count() == 1:
        return _refuse_producing(board, side, pits)
    if origin.bit_count() == 1 and not origin & pits:
        if kind in (core.MOVE, core.CAPTURE) and pits.bit_count() == 1 and count >= 0:
            return _refuse_walking(board, side, action)
        if kind == core.GATHER and 3 <= count <= core.FORTRESS:
            return _refuse_gathering(side, action)
        if kind == core.SOW and 2 <= count <= core.FORTRESS:
            return _refuse_sowing(board, side, action)
    return "there is no such action"


def _empty(board: core.Board) -> int:
    """The mask of the pits where nothing lies."""
    taken = 0
    for side in board.sides:
        taken |= core.occupied(side)
    return BOARD & ~taken


def _refuse_walking(board: core.Board, side: core.Side, action: core.CoreAction) -> str | None:
    kind, count, origin, pits = action
    size = core.troop_at(side, origin)
    if count == 0:
        if side[0] != origin:
            return f"that seat's queen is not in {name_of(origin)}"
    elif not size:
        return f"that seat has no soldiers in {name_of(origin)}"
    elif count > size:
        there = "is only 1 soldier" if size == 1 else f"are only {size} soldiers"
        return f"there {there} in {name_of(origin)}"
    elif count == core.FORTRESS:
        return "a fortress does not move as a whole"
    if kind == core.CAPTURE:
        why = _refuse_capturing(board, pits, is_part=0 < count < size)
    else:
        why = _refuse_landing(board, side, count, pits)
    if why:
        return why
    if not core.reach(origin, max(count, 1), _empty(board))[-1] & pits:
        steps = "1 step" if count <= 1 else f"at most {count} steps"
        return f"no walk of {steps} through empty pits leads to {name_of(pits)}"
    return None


def _refuse_capturing(board: core.Board, pit: int, *, is_part: bool) -> str | None:
    enemies = [side for seat, side in enumerate(board.sides, 1) if seat != board.seat]
    if not any(core.occupied(side) & pit for side in enemies):
        return f"there is nothing to capture in {name_of(pit)}"
    if any(side[core.FORTRESS] & pit for side in enemies):
        return f"the fortress in {name_of(pit)} cannot be captured"
    return "a part of a troop cannot capture" if is_part else None


def _refuse_landing(board: core.Board, side: core.Side, count: int, pit: int) -> str | None:
    if _empty(board) & pit:
        return None
    if not core.occupied(side) & pit:
        return f"{name_of(pit)} is held by another seat"
    if count == 0 or side[0] & pit:
        return "a queen is always alone in her pit"
    together = core.troop_at(side, pit) + count
    if together > core.FORTRESS:
        return f"{together} soldiers would lie in {name_of(pit)}; a pit holds {core.FORTRESS}"
    return None


def _refuse_gathering(side: core.Side, action: core.CoreAction) -> str | None:
    _, count, end, pits = action
    strangers = (end | pits) & ~side[1]
    if strangers:
        return f"not a single soldier of that seat: {', '.join(sites(strangers))}"
    if pits not in chains(end.bit_length() - 1, count - 1):
        return f"the pits are no chain of {count} that ends in {name_of(end)}"
    return None


def _refuse_sowing(board: core.Board, side: core.Side, action: core.CoreAction) -> str | None:
    _, count, origin, pits = action
    size = core.troop_at(side, origin)
    if size != count:
        soldiers = "1 soldier" if size == 1 else f"{size} soldiers"
        return f"{count} are to be laid out, but that seat has {soldiers} in {name_of(origin)}"
    filled = pits & ~_empty(board)
    if filled:
        return f"not empty: {', '.join(sites(filled))}"
    if pits not in chains(origin.bit_length() - 1, count):
        return f"the pits are no chain of {count} that starts next to {name_of(origin)}"
    return None


def _refuse_producing(board: core.Board, side: core.Side, pit: int) -> str | None:
    if not side[core.RESERVE]:
        return "the reserve is used up"
    if not spread(side[0]) & pit:
        return f"{name_of(pit)} is not next to that seat's queen"
    if not _empty(board) & pit:
        return f"{name_of(pit)} is not empty"
    return None
