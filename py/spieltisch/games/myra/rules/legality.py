"""Why an action is not legal in Myra: the message of an IllegalActionError (docs/rules.md, Myra).

What is legal, ``core.actions`` says; a test holds the two equal over thousands of actions.
"""

from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.hexagon import BOARD, chains, format_cell, sites, spread


def refusal(board: core.Board, action: core.CoreAction) -> str | None:
    """Why the seat to act may not do this; None if it may.

    Args:
        board: a board on which the match goes on.
        action: any fields at all; masks need not be sites.
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
    taken = 0
    for side in board.sides:
        taken |= core.occupied(side)
    return BOARD & ~taken


def _name(pit: int) -> str:
    return format_cell(pit.bit_length() - 1)


def _refuse_walking(board: core.Board, side: core.Side, action: core.CoreAction) -> str | None:
    kind, count, origin, pits = action
    size = core.troop_at(side, origin)
    if count == 0:
        if side[0] != origin:
            return f"that seat's queen is not in {_name(origin)}"
    elif not size:
        return f"that seat has no soldiers in {_name(origin)}"
    elif count > size:
        return f"there are only {size} soldiers in {_name(origin)}"
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
        return f"no walk of {steps} through empty pits leads to {_name(pits)}"
    return None


def _refuse_capturing(board: core.Board, pit: int, *, is_part: bool) -> str | None:
    enemies = [side for seat, side in enumerate(board.sides, 1) if seat != board.seat]
    if not any(core.occupied(side) & pit for side in enemies):
        return f"there is nothing to capture in {_name(pit)}"
    if any(side[core.FORTRESS] & pit for side in enemies):
        return f"the fortress in {_name(pit)} cannot be captured"
    return "a part of a troop cannot capture" if is_part else None


def _refuse_landing(board: core.Board, side: core.Side, count: int, pit: int) -> str | None:
    if _empty(board) & pit:
        return None
    if not core.occupied(side) & pit:
        return f"{_name(pit)} is held by another seat"
    if count == 0 or side[0] & pit:
        return "a queen is always alone in her pit"
    together = core.troop_at(side, pit) + count
    if together > core.FORTRESS:
        return f"{together} soldiers would lie in {_name(pit)}; a pit holds {core.FORTRESS}"
    return None


def _refuse_gathering(side: core.Side, action: core.CoreAction) -> str | None:
    _, count, end, pits = action
    strangers = (end | pits) & ~side[1]
    if strangers:
        return f"not a single soldier of that seat: {', '.join(sites(strangers))}"
    if pits not in chains(end.bit_length() - 1, count - 1):
        return f"the pits are no chain of {count} that ends in {_name(end)}"
    return None


def _refuse_sowing(board: core.Board, side: core.Side, action: core.CoreAction) -> str | None:
    _, count, origin, pits = action
    size = core.troop_at(side, origin)
    if size != count:
        return f"{count} are to be laid out, but that seat has {size} soldiers in {_name(origin)}"
    filled = pits & ~_empty(board)
    if filled:
        return f"not empty: {', '.join(sites(filled))}"
    if pits not in chains(origin.bit_length() - 1, count):
        return f"the pits are no chain of {count} that starts next to {_name(origin)}"
    return None


def _refuse_producing(board: core.Board, side: core.Side, pit: int) -> str | None:
    if not side[core.RESERVE]:
        return "the reserve is used up"
    if not spread(side[0]) & pit:
        return f"{_name(pit)} is not next to that seat's queen"
    if not _empty(board) & pit:
        return f"{_name(pit)} is not empty"
    return None
