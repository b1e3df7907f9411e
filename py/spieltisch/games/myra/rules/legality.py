"""Why an action is not legal in Myra: the message of an IllegalActionError (docs/rules.md, Myra).

What is legal, ``core.actions`` says; a test holds the two equal over thousands of actions.
"""

from __future__ import annotations

from spieltisch.games.myra.rules.core import (
    CAPTURE,
    FORTRESS,
    GATHER,
    MOVE,
    PASS,
    PRODUCE,
    RESERVE,
    SOW,
    Board,
    CoreAction,
    Side,
    can_act,
    occupied,
    reach,
    troop_at,
)
from spieltisch.games.myra.rules.hexagon import BOARD, chains, format_cell, sites, spread


def refusal(board: Board, action: CoreAction) -> str | None:
    """Why the seat to act may not do this; None if it may.

    Args:
        board: a board on which the match goes on.
        action: any fields at all; masks need not be sites.
    """
    kind, count, origin, pits = action
    side = board.sides[board.seat - 1]
    if kind == PASS and not (count or origin or pits):
        return "there is something else to do" if can_act(board, board.seat) else None
    if not 0 <= origin <= BOARD or not 0 < pits <= BOARD or (origin | pits) & ~BOARD:
        return "it names no pits of the board"
    if kind == PRODUCE and (count, origin) == (1, 0) and pits.bit_count() == 1:
        return _refuse_producing(board, side, pits)
    if origin.bit_count() == 1 and not origin & pits:
        if kind in (MOVE, CAPTURE) and pits.bit_count() == 1 and count >= 0:
            return _refuse_walking(board, side, action)
        if kind == GATHER and 3 <= count <= FORTRESS:
            return _refuse_gathering(side, action)
        if kind == SOW and 2 <= count <= FORTRESS:
            return _refuse_sowing(board, side, action)
    return "there is no such action"


def _empty(board: Board) -> int:
    taken = 0
    for side in board.sides:
        taken |= occupied(side)
    return BOARD & ~taken


def _name(pit: int) -> str:
    return format_cell(pit.bit_length() - 1)


def _refuse_walking(board: Board, side: Side, action: CoreAction) -> str | None:
    kind, count, origin, pits = action
    size = troop_at(side, origin)
    if count == 0:
        if side[0] != origin:
            return f"that seat's queen is not in {_name(origin)}"
    elif not size:
        return f"that seat has no soldiers in {_name(origin)}"
    elif count > size:
        return f"there are only {size} soldiers in {_name(origin)}"
    elif count == FORTRESS:
        return "a fortress does not move as a whole"
    if kind == CAPTURE:
        why = _refuse_capturing(board, pits, is_part=0 < count < size)
    else:
        why = _refuse_landing(board, side, count, pits)
    if why:
        return why
    if not reach(origin, max(count, 1), _empty(board))[-1] & pits:
        steps = "1 step" if count <= 1 else f"at most {count} steps"
        return f"no walk of {steps} through empty pits leads to {_name(pits)}"
    return None


def _refuse_capturing(board: Board, pit: int, *, is_part: bool) -> str | None:
    enemies = [side for seat, side in enumerate(board.sides, 1) if seat != board.seat]
    if not any(occupied(side) & pit for side in enemies):
        return f"there is nothing to capture in {_name(pit)}"
    if any(side[FORTRESS] & pit for side in enemies):
        return f"the fortress in {_name(pit)} cannot be captured"
    return "a part of a troop cannot capture" if is_part else None


def _refuse_landing(board: Board, side: Side, count: int, pit: int) -> str | None:
    if _empty(board) & pit:
        return None
    if not occupied(side) & pit:
        return f"{_name(pit)} is held by another seat"
    if count == 0 or side[0] & pit:
        return "a queen is always alone in her pit"
    together = troop_at(side, pit) + count
    if together > FORTRESS:
        return f"{together} soldiers would lie in {_name(pit)}; a pit holds {FORTRESS}"
    return None


def _refuse_gathering(side: Side, action: CoreAction) -> str | None:
    _, count, end, pits = action
    strangers = (end | pits) & ~side[1]
    if strangers:
        return f"not a single soldier of that seat: {', '.join(sites(strangers))}"
    if pits not in chains(end.bit_length() - 1, count - 1):
        return f"the pits are no chain of {count} that ends in {_name(end)}"
    return None


def _refuse_sowing(board: Board, side: Side, action: CoreAction) -> str | None:
    _, count, origin, pits = action
    size = troop_at(side, origin)
    if size != count:
        return f"{count} are to be laid out, but that seat has {size} soldiers in {_name(origin)}"
    filled = pits & ~_empty(board)
    if filled:
        return f"not empty: {', '.join(sites(filled))}"
    if pits not in chains(origin.bit_length() - 1, count):
        return f"the pits are no chain of {count} that starts next to {_name(origin)}"
    return None


def _refuse_producing(board: Board, side: Side, pit: int) -> str | None:
    if not side[RESERVE]:
        return "the reserve is used up"
    if not spread(side[0]) & pit:
        return f"{_name(pit)} is not next to that seat's queen"
    if not _empty(board) & pit:
        return f"{_name(pit)} is not empty"
    return None
