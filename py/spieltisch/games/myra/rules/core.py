"""Myra's compact core: boards as bit masks, the actions on them and the boards that these lead to.

Bots search it, and MyraPosition is built on it (docs/rules.md, Myra). It is fast because nothing is
copied to find a path: a troop's reach is a mask that grows by a shift for each direction and step,
and the sets of pits that sowing and gathering can choose are looked up, then filtered by which pits
are allowed.

It knows no past: MyraPosition handles repetition. Actions are plain tuples, equal to the
MyraAction of the same fields, and ``make`` does not check them; ``is_legal`` does.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from spieltisch.games.myra.rules.hexagon import BOARD, bits, chains, spread
from spieltisch.table import Seat

FORTRESS = 5
"""Soldiers in a full pit: it neither moves as a whole nor can be captured."""

SIZES = range(1, FORTRESS + 1)
"""How many soldiers a pit may hold."""

STEPS = (1, *range(1, FORTRESS), 0)
"""How many steps the queen (0), or so many soldiers of one pit, go at most: a fortress none. Their
own number that go is what counts, and more never go fewer steps."""

RESERVE = FORTRESS + 1

Side = tuple[int, ...]
"""One seat's pieces, a number for each of 0 to RESERVE: ``side[0]`` is the mask of its queen,
``side[n]`` for n in SIZES the mask of its pits with n soldiers, ``side[RESERVE]`` the number of
soldiers in reserve. A seat whose queen has been captured has an empty ``side[0]``."""

NO_PIECES: Side = (0,) * (RESERVE + 1)

ActionKind = Literal["move", "capture", "gather", "sow", "produce", "pass"]
"""Plain text, as searches hash and compare actions all the time, which takes longer with enums."""

MOVE: Final = "move"
CAPTURE: Final = "capture"
GATHER: Final = "gather"
SOW: Final = "sow"
PRODUCE: Final = "produce"
PASS: Final = "pass"

CoreAction = tuple[ActionKind, int, int, int]
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
    sides: tuple[Side, ...]
    """A side for each seat, seat 1 first."""
    seat: Seat
    """The seat to act."""
    pits: int = BOARD
    """All pits there are: fewer by a house rule."""


def occupied(side: Side) -> int:
    """The mask of all pits that hold pieces of a side."""
    # No pit is in two masks, so that their sum is all of them.
    return sum(side) - side[RESERVE]


def troop_at(side: Sequence[int], pit: int) -> int:
    """How many soldiers a side has in the pit of a one-site mask; 0 for none, or for its queen."""
    for count in SIZES:
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
    return sum(count * side[count].bit_count() for count in SIZES)


def force(side: Side) -> int:
    """How many soldiers a side has, those in reserve among them."""
    return soldiers(side) + side[RESERVE]


def reigning(board: Board) -> tuple[Seat, ...]:
    """The seats whose queen stands, in order; the match is over when only one is left."""
    return tuple(seat for seat, side in enumerate(board.sides, 1) if side[0])


def actions(board: Board) -> list[CoreAction]:
    """All actions of the seat to act, each once, in a fixed order. First walks, by size and site;
    then gathering, sowing and producing. A seat that can do nothing passes if another can act; the
    list is empty when the match is over or nobody can act."""
    found: list[CoreAction] = []
    for some in _by_pit(board):
        found += some
    seats = reigning(board)
    if not found and len(seats) > 1 and any(can_act(board, seat) for seat in seats):
        return [PASSING]
    return found


def is_legal(board: Board, action: CoreAction) -> bool:
    """Whether an action, of any fields at all, is one of ``actions(board)``. It is looked at by
    itself, without making any other, as records, and bots that try everything, ask all the time."""
    kind, count, origin, pits = action
    if not all(isinstance(field, int) for field in action[1:]):
        return False
    if kind == PASS:
        return actions(board) == [action]
    if kind == PRODUCE:
        return (count, origin) == (1, 0) and _is_one_of(pits, births(board))
    side, empty, prey = _outlook(board)
    if not _is_one_of(origin, occupied(side)) or len(reigning(board)) < 2:
        return False
    size = troop_at(side, origin)
    if kind == GATHER:
        is_chain = 3 <= count <= FORTRESS and size == 1
        return is_chain and pits in open_chains(origin, count - 1, side[1])
    if kind == SOW:
        return count == size >= 2 and pits in open_chains(origin, count, empty)
    if kind not in (MOVE, CAPTURE) or not min(size, 1) <= count <= min(size, FORTRESS - 1):
        return False
    touched = _further(spread(origin), STEPS[count] - 1, empty)
    if kind == CAPTURE:
        return count == size and _is_one_of(pits, touched & prey)
    return _is_one_of(pits, touched & _end(side, empty, count) & ~origin)


def _is_one_of(pit: int, pits: int) -> bool:
    """Whether a mask, of any number at all, is that of one pit among some."""
    return pit > 0 and pit.bit_count() == 1 and bool(pit & pits)


def can_act(board: Board, seat: Seat) -> bool:
    """Whether a seat could do anything but pass if it were its turn."""
    acting = board._replace(seat=seat)
    side, empty, _ = _outlook(acting)
    # Whatever is beside an empty pit can go there, and something nearly always is.
    return bool(spread(occupied(side)) & empty) or any(_by_pit(acting))


def walks(board: Board, pit: int) -> list[CoreAction]:
    side, empty, prey = _outlook(board)
    if not occupied(side) & pit:
        return []
    return _walks(troop_at(side, pit), pit, _ends(side, empty), prey)


def attackers(board: Board, pit: int) -> int:
    """The mask of the pits from which others could capture what lies in a pit, if it were their
    turn; 0 for an empty pit and for a fortress."""
    empty, prey, theirs = board.pits, None, [0] * (FORTRESS + 1)
    for side in board.sides:
        mask = occupied(side)
        empty &= ~mask
        if mask & pit:
            prey = side
        else:
            for count in range(FORTRESS):
                theirs[count] |= side[count]
    if prey is None or prey[FORTRESS] & pit:
        return 0
    found, touched = 0, spread(pit)
    for steps in range(1, FORTRESS):
        for count in range(FORTRESS):
            if STEPS[count] >= steps:
                found |= touched & theirs[count]
        touched |= spread(touched & empty)
    return found


def births(board: Board) -> int:
    """The pits where the seat to act can produce a soldier."""
    side, empty, _ = _outlook(board)
    return _births(side, empty) if len(reigning(board)) > 1 else 0


def _births(side: Side, empty: int) -> int:
    return spread(side[0]) & empty if side[RESERVE] else 0


def _by_pit(board: Board) -> Iterator[list[CoreAction]]:
    """The actions of the seat to act but the pass, in their order: a list for each pit in which
    some begin, and at last what begins in no pit."""
    if len(reigning(board)) < 2:
        return
    side, empty, prey = _outlook(board)
    ends = _ends(side, empty)
    for size in range(FORTRESS + 1):
        for pit in bits(side[size]):
            yield _walks(size, pit, ends, prey)
    singles = side[1]
    for end in bits(singles & spread(singles)):
        # A gathering is a chain out of its last pit; one of two is a build, found by _walks.
        yield [
            (GATHER, count, end, pits)
            for count in range(3, FORTRESS + 1)
            for pits in open_chains(end, count - 1, singles)
        ]
    for size in range(2, FORTRESS + 1):
        for pit in bits(side[size]):
            yield [(SOW, size, pit, pits) for pits in open_chains(pit, size, empty)]
    yield [(PRODUCE, 1, 0, pit) for pit in bits(_births(side, empty))]


def _outlook(board: Board) -> tuple[Side, int, int]:
    """The side to act, the empty pits, and the pits whose pieces it may capture."""
    others = fortresses = 0
    for seat, side in enumerate(board.sides, 1):
        if seat != board.seat:
            others |= occupied(side)
            fortresses |= side[FORTRESS]
    side = board.sides[board.seat - 1]
    return side, board.pits & ~(occupied(side) | others), others & ~fortresses


def _walks(size: int, pit: int, ends: Sequence[int], prey: int) -> list[CoreAction]:
    """The rule of steps: where a pit's queen (size 0) or so many of its soldiers may go. Soldiers
    go STEPS, and may end where there is room for so many
    (``ends``). Only a whole troop captures, and no fortress walks."""
    found: list[CoreAction] = []
    touched, steps = spread(pit), 1
    for count in range(min(size, 1), min(size, FORTRESS - 1) + 1):
        touched, steps = _further(touched, STEPS[count] - steps, ends[0]), STEPS[count]
        found += [(MOVE, count, pit, to) for to in bits(touched & ends[count] & ~pit)]
        if count == size and touched & prey:
            found += [(CAPTURE, count, pit, to) for to in bits(touched & prey)]
    return found


def _further(touched: int, steps: int, empty: int) -> int:
    """What a walk touches so many steps on. It passes through empty pits only; what it touches may
    be where it ends."""
    for _ in range(steps):
        touched |= spread(touched & empty)
    return touched


def _ends(side: Side, empty: int) -> list[int]:
    """Where the queen (0), or so many soldiers, may end."""
    return [_end(side, empty, count) for count in range(FORTRESS)]


def _end(side: Side, empty: int, count: int) -> int:
    """The pits that have room for the queen (0), or for so many soldiers: empty ones, and then own
    troops."""
    return empty | room(side, count) if count else empty


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
        (prey,) = (i for i, side in enumerate(sides) if i != acting and occupied(side) & pits)
        sides[prey], is_queen = remaining(sides[prey], pits), bool(sides[prey][0] & pits)
        # Of three seats, the soldiers of the first whose queen falls go to her captor.
        if is_queen and sum(1 for side in sides if side[0]) == 2:
            sides[acting], sides[prey] = united(sides[acting], sides[prey]), NO_PIECES
    side = list(sides[acting])
    if kind in (MOVE, CAPTURE):
        size, there = troop_at(side, origin), troop_at(side, pits)
        side[size] ^= origin
        if size > count:
            side[size - count] ^= origin
        if there:
            side[there] ^= pits
        side[there + count] ^= pits
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
            return Board(tuple(sides), seat + 1, board.pits)


def remaining(side: Side, gone: int) -> Side:
    """A side without its pieces in the pits of a mask."""
    queen, one, two, three, four, five, reserve = side
    left = ~gone
    return (queen & left, one & left, two & left, three & left, four & left, five & left, reserve)


def united(side: Side, inherited: Side) -> Side:
    """A side with the soldiers on the board of another whose queen it has captured."""
    both = (mine | theirs for mine, theirs in zip(side[1:RESERVE], inherited[1:], strict=False))
    return (side[0], *both, side[RESERVE])
