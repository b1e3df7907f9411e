"""Myra's compact core: boards as bit masks, the actions on them and the boards that these lead to.

Bots search it, and MyraPosition is built on it (docs/rules.md, Myra). It is fast because nothing is
copied to find a path: a troop's reach is a mask that grows by a shift for each direction and step,
and the sets of pits that sowing and gathering can choose are looked up, then filtered by which pits
are allowed.

It knows no past: MyraPosition handles repetition. Actions are plain tuples, equal to the
MyraAction of the same fields, and are not checked here; see ``position.refusal``.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from spieltisch.games.myra.rules.hexagon import BOARD, bits, chains, spread
from spieltisch.table import Seat

FORTRESS = 5
"""Soldiers in a full pit: it neither moves as a whole nor can be captured."""

RESERVE = 6

Side = tuple[int, ...]
"""One seat's pieces, seven numbers: ``side[0]`` is the mask of its queen, ``side[n]`` for 1 to 5
the mask of its pits with n soldiers, ``side[RESERVE]`` the number of soldiers in reserve.
A seat whose queen has been captured has an empty ``side[0]``."""

NO_PIECES: Side = (0, 0, 0, 0, 0, 0, 0)

MOVE, CAPTURE, GATHER, SOW, PRODUCE, PASS = "move", "capture", "gather", "sow", "produce", "pass"

CoreAction = tuple[str, int, int, int]
"""Kind, soldiers, origin, pits; the last two are masks, 0 where there is none.

- MOVE (a move, build or split) and CAPTURE: how many go (0: the queen), from, to.
- GATHER: how many soldiers come together, the pit they come together in, the other pits.
- SOW: how many soldiers, the pit they leave, the pits they are laid on.
- PRODUCE: 1, no origin, the new soldier's pit.
- PASS: 0 and no pits.

Sowing or gathering over the same pits is thus the same tuple, whatever the order.
"""

PASSING: CoreAction = (PASS, 0, 0, 0)


class Board(NamedTuple):
    """The pieces and whose turn it is.

    Attributes:
        sides: a side for each seat, seat 1 first.
        seat: the seat to act.
    """

    sides: tuple[Side, ...]
    seat: Seat


def occupied(side: Side) -> int:
    """The mask of all pits that hold pieces of a side."""
    return side[0] | side[1] | side[2] | side[3] | side[4] | side[5]


def troop_at(side: Sequence[int], pit: int) -> int:
    """How many soldiers a side has in the pit of a one-site mask; 0 for none, or for its queen."""
    for count in range(1, FORTRESS + 1):
        if side[count] & pit:
            return count
    return 0


def soldiers(side: Side) -> int:
    """How many soldiers a side has on the board.

    >>> from spieltisch.games.myra.rules.rules import parse_board
    >>> board = parse_board("Qa1,4a2 r25 / 2h11,Qk11 r25 ; 2")
    >>> [soldiers(side) for side in board.sides], reigning(board)
    ([4, 2], (1, 2))
    """
    return sum(count * side[count].bit_count() for count in range(1, FORTRESS + 1))


def reigning(board: Board) -> tuple[Seat, ...]:
    """The seats whose queen stands, in order; the match is over when only one is left."""
    return tuple(seat for seat, side in enumerate(board.sides, 1) if side[0])


def can_act(board: Board, seat: Seat) -> bool:
    """Whether a seat could do anything but pass if it were its turn.

    A piece beside an empty pit can move there, in whole or in part; without such a pit, only
    captures and builds by one step are left. Whatever else is possible, one of these is, too.
    """
    side = board.sides[seat - 1]
    others, prey = _others(board, seat)
    mine = occupied(side)
    if spread(mine) & BOARD & ~(mine | others):
        return True
    walkers = side[0] | side[1] | side[2] | side[3] | side[4]
    if spread(walkers) & prey:
        return True
    troops = mine & ~side[0]
    return bool(spread(troops) & troops & ~side[FORTRESS])


def _others(board: Board, seat: Seat) -> tuple[int, int]:
    """The masks of the pits that other seats hold, and of those that can be captured."""
    others = fortresses = 0
    for other, side in enumerate(board.sides, 1):
        if other != seat:
            others |= occupied(side)
            fortresses |= side[FORTRESS]
    return others, others & ~fortresses


def actions(board: Board) -> list[CoreAction]:
    """All actions of the seat to act, each once, in a fixed order.

    First walks, by size and site; then gathering, sowing and producing. A seat that can do
    nothing passes if another can act; the list is empty when the match is over or nobody can act.
    """
    if len(reigning(board)) < 2:
        return []
    side, empty, prey = _outlook(board)
    found: list[CoreAction] = []
    for size in range(FORTRESS + 1):
        for pit in bits(side[size]):
            found += _walks(side, size, pit, empty, prey)
    found += _gatherings(side[1])
    found += _sowings(side, empty)
    found += [(PRODUCE, 1, 0, pit) for pit in bits(births(board))]
    return found or _last_resort(board)


def _outlook(board: Board) -> tuple[Side, int, int]:
    """The side to act, the empty pits, and the pits whose pieces it may capture."""
    side = board.sides[board.seat - 1]
    others, prey = _others(board, board.seat)
    return side, BOARD & ~(occupied(side) | others), prey


def walks(board: Board, pit: int) -> list[CoreAction]:
    """Moves, builds, splits and captures of the seat to act that leave one pit."""
    side, empty, prey = _outlook(board)
    if not occupied(side) & pit:
        return []
    return _walks(side, troop_at(side, pit), pit, empty, prey)


def _walks(side: Side, size: int, pit: int, empty: int, prey: int) -> list[CoreAction]:
    """The walks from a pit, of its queen (size 0) or soldiers; only a whole troop captures."""
    if not size:
        beside = spread(pit)
        return [
            *((MOVE, 0, pit, to) for to in bits(beside & empty)),
            *((CAPTURE, 0, pit, to) for to in bits(beside & prey)),
        ]
    found: list[CoreAction] = []
    for count, touched in enumerate(reach(pit, min(size, FORTRESS - 1), empty), 1):
        ends = touched & (empty | room(side, count)) & ~pit
        found += [(MOVE, count, pit, to) for to in bits(ends)]
        if count == size:
            found += [(CAPTURE, count, pit, to) for to in bits(touched & prey)]
    return found


def births(board: Board) -> int:
    """The mask of the pits where the seat to act may produce a soldier."""
    side, empty, _ = _outlook(board)
    return spread(side[0]) & empty if side[RESERVE] else 0


def _gatherings(singles: int) -> list[CoreAction]:
    """A gathering is a chain out of its last pit; one of two is a build, found by _walks."""
    return [
        (GATHER, count, end, pits)
        for end in bits(singles & spread(singles))
        for count in range(3, FORTRESS + 1)
        for pits in open_chains(end, count - 1, singles)
    ]


def _sowings(side: Side, empty: int) -> list[CoreAction]:
    return [
        (SOW, size, pit, pits)
        for size in range(2, FORTRESS + 1)
        for pit in bits(side[size])
        for pits in open_chains(pit, size, empty)
    ]


def count_actions(board: Board) -> int:
    """How many actions there are: ``len(actions(board))`` without making the list."""
    if len(reigning(board)) < 2:
        return 0
    side, empty, prey = _outlook(board)
    beside_queen = spread(side[0])
    total = (beside_queen & (empty | prey)).bit_count()
    if side[RESERVE]:
        total += (beside_queen & empty).bit_count()
    for size in range(1, FORTRESS + 1):
        for pit in bits(side[size]):
            for count, touched in enumerate(reach(pit, min(size, FORTRESS - 1), empty), 1):
                targets = empty | room(side, count)
                if count == size:
                    targets |= prey
                total += (touched & targets & ~pit).bit_count()
            if size > 1:
                total += len(open_chains(pit, size, empty))
    singles = side[1]
    for end in bits(singles & spread(singles)):
        total += sum(len(open_chains(end, length, singles)) for length in (2, 3, 4))
    return total or len(_last_resort(board))


def _last_resort(board: Board) -> list[CoreAction]:
    return [PASSING] if any(can_act(board, seat) for seat in reigning(board)) else []


def reach(pit: int, steps: int, empty: int) -> list[int]:
    """The pits that a walk can touch in at most 1, 2, ... steps: a mask for each.

    A walk passes through empty pits only; the pits it touches, empty or not, are possible ends.
    The pit itself, and bits that are no site, may be in the masks.
    """
    touched = spread(pit)
    found = [touched]
    for _ in range(steps - 1):
        touched |= spread(touched & empty)
        found.append(touched)
    return found


def room(side: Side, count: int) -> int:
    """The mask of a side's troops that so many soldiers may build on; a pit holds five."""
    mask = 0
    for size in range(1, FORTRESS + 1 - count):
        mask |= side[size]
    return mask


def open_chains(pit: int, length: int, allowed: int) -> tuple[int, ...]:
    """The sets of allowed sites that a path of this length leaving a pit can visit."""
    cell = pit.bit_length() - 1
    return _open_chains(cell, length, allowed & _surroundings(cell, length))


@lru_cache(maxsize=4096)
def _open_chains(cell: int, length: int, allowed: int) -> tuple[int, ...]:
    return tuple(mask for mask in chains(cell, length) if not mask & ~allowed)


@cache
def _surroundings(cell: int, steps: int) -> int:
    """The sites at most so many steps from a cell, without itself."""
    mask = 1 << cell
    for _ in range(steps):
        mask |= spread(mask) & BOARD
    return mask & ~(1 << cell)


def make(board: Board, action: CoreAction) -> Board:
    """The board after an action of the seat to act, which must be one of ``actions(board)``."""
    kind, count, origin, pits = action
    sides = list(board.sides)
    acting = board.seat - 1
    if kind == CAPTURE:
        _remove(sides, acting, pits)
    side = list(sides[acting])
    if kind in (MOVE, CAPTURE):
        _walk(side, count, origin, pits)
    elif kind == SOW:
        side[count] ^= origin
        side[1] |= pits
    elif kind == GATHER:
        side[1] ^= origin | pits
        side[count] |= origin
    elif kind == PRODUCE:
        side[1] |= pits
        side[RESERVE] -= 1
    sides[acting] = tuple(side)
    seat = acting
    while True:
        seat = (seat + 1) % len(sides)
        if sides[seat][0]:
            return Board(tuple(sides), seat + 1)


def _walk(side: list[int], count: int, origin: int, target: int) -> None:
    """Move so many soldiers of a pit (0: the queen) to a target, onto an own troop if any."""
    if not count:
        side[0] = target
        return
    size = troop_at(side, origin)
    there = troop_at(side, target)
    side[size] ^= origin
    if size > count:
        side[size - count] ^= origin
    if there:
        side[there] ^= target
    side[there + count] ^= target


def _remove(sides: list[Side], acting: int, pit: int) -> None:
    """Take a pit's pieces off the board; of three seats, the first to fall goes to its captor."""
    for index, side in enumerate(sides):
        if index != acting and occupied(side) & pit:
            is_queen = bool(side[0] & pit)
            left = tuple(mask & ~pit for mask in side[:RESERVE])
            sides[index] = (*left, side[RESERVE])
            if is_queen and sum(1 for other in sides if other[0]) == 2:
                own = sides[acting]
                united = (mine | theirs for mine, theirs in zip(own[:RESERVE], left, strict=True))
                sides[acting] = (*united, own[RESERVE])
                sides[index] = NO_PIECES


def perft(board: Board, depth: int) -> int:
    """The number of action sequences of a length; the last actions are counted, not made.

    The past is ignored, so the number is right up to depth 8 from an empty past: no third
    occurrence comes before the eighth action, and it rules out only later actions.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count_actions(board)
    return sum(perft(make(board, action), depth - 1) for action in actions(board))
