"""Myra's texts, set-up and start, and what a turn brought about (docs/rules.md, Myra)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction, parse_action
from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import FORTRESS, PASS, RESERVE, Board, Side, reigning
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.table import (
    Event,
    EventKind,
    GameInfo,
    Option,
    Past,
    Rules,
    Seat,
    Setup,
    SetupError,
    Shuffle,
    Turn,
    endings,
)

_KINDS: Mapping[str, EventKind] = {
    core.GATHER: "gathered",
    core.SOW: "sown",
    core.PRODUCE: "produced",
    core.PASS: "passed",
}


@dataclass(frozen=True)
class PieceEvent(Event):
    """An event of a queen or of ``count`` soldiers; a queen counts as one piece."""

    is_queen: bool = False


def events(turn: Turn) -> tuple[Event, ...]:
    """The action itself first, then what came of it, then the end of the match, if it is over.

    - ``moved`` (PieceEvent) along its walk; ``split`` where soldiers stay behind, with how many;
      ``built`` where they join others, with how many they are together;
      ``captured`` (PieceEvent) from a target; ``eliminated``, if that was its queen; ``inherited``,
      the pits whose soldiers change hands, with how many soldiers that is.
    - ``gathered`` and ``sown`` along their chain, which for sowing begins with the pit left;
      ``produced`` in a pit; ``passed``.
    """
    before: MyraPosition = turn.before
    action, seat = turn.action, turn.seat
    walk, count = before.walk(action), action.soldiers or 1
    told: list[Event] = []
    if action.kind in _KINDS:
        told.append(Event(_KINDS[action.kind], seat, walk, count=count))
    else:
        told.append(PieceEvent("moved", seat, walk, count=count, is_queen=not action.soldiers))
    if action.kind == core.CAPTURE:
        told += _captured(before, before.pieces[action.target], seat, walk[-1:])
    elif action.kind == core.MOVE:
        left = before.pieces[action.site].soldiers - action.soldiers
        if left:
            told.append(Event("split", seat, walk[:1], count=left))
        if action.target in before.pieces:
            together = turn.after.pieces[action.target].soldiers
            told.append(Event("built", seat, walk[-1:], count=together))
    return (*told, *endings(turn.after.outcome, seat))


def _captured(
    before: MyraPosition, piece: Piece, captor: Seat, pit: tuple[str, ...]
) -> Iterator[Event]:
    yield PieceEvent("captured", captor, pit, piece.seat, piece.soldiers or 1, piece.is_queen)
    if piece.is_queen:
        yield Event("eliminated", captor, pit, piece.seat)
        theirs = {site: one for site, one in before.pieces.items() if one.seat == piece.seat}
        pits = tuple(site for site, one in theirs.items() if not one.is_queen)
        if pits and len(core.reigning(before.board)) > 2:
            soldiers = sum(one.soldiers for one in theirs.values())
            yield Event("inherited", captor, pits, piece.seat, soldiers)


RESERVE_EACH = 25
HOUSE_EDGE = Option("edge", tuple(map(str, hexagon.EDGES)), is_house=True)
"""How many pits there are on an edge."""

SOLDIERS_EACH = 50
"""25 on the board and 25 in reserve (source: "25 kleine Kugeln, die Soldaten und 25 Vorrat")."""

_EDGED = " edge="
"""Before how many pits there are on an edge, in the text of a board by house rules."""

_BETWEEN = " | "
"""Separates the board and the boards that could come again in a position's text."""

_FIELD = re.compile("(-|[^ ]+) r(0|[1-9][0-9]*)")
_PIECE = re.compile(f"([Q1-{FORTRESS}])([a-k][0-9]{{1,2}})")


_TEXTS = {
    (1 << cell, soldiers): (str(soldiers) if soldiers else "Q") + hexagon.format_cell(cell)
    for cell in hexagon.CELLS
    for soldiers in range(RESERVE)
}
"""By a pit's mask and what stands in it. Digests of long matches write thousands of boards."""


def format_position(position: MyraPosition) -> str:
    """The board and those that could come again, oldest first: ``BOARD | BOARD | ...``."""
    earlier = position.earlier.texts(format_board)
    return _BETWEEN.join((format_board(position.board), *earlier))


def parse_position(text: str) -> MyraPosition:
    """The exact inverse of format_position; raises ValueError as parse_board does."""
    board, *earlier = map(parse_board, text.split(_BETWEEN))
    for other in earlier:
        if other.pits != board.pits or list(map(_forces, other.sides)) != list(
            map(_forces, board.sides)
        ):
            raise ValueError(f"{format_board(other)!r} has other pieces, so it cannot come again")
    return MyraPosition(board, Past(earlier))


def format_board(board: Board) -> str:
    """``Qa1,4a2,... r25 / 2h11,...,Qk11 r25 ; 1``, and `` edge=5`` by a house rule."""
    text = " / ".join(map(_format_side, board.sides)) + f" ; {board.seat}"
    edge = hexagon.EDGE_OF[board.pits]
    return text if edge == hexagon.EDGE else f"{text}{_EDGED}{edge}"


@lru_cache(maxsize=64)
def _format_side(side: Side) -> str:
    pieces: list[tuple[int, int]] = []
    for soldiers, mask in enumerate(side[:RESERVE]):
        pieces += [(pit, soldiers) for pit in hexagon.bits(mask)]
    pieces.sort()
    return f"{','.join([_TEXTS[piece] for piece in pieces]) or '-'} r{side[RESERVE]}"


def parse_board(text: str) -> Board:
    """The exact inverse of format_board; raises ValueError saying what is wrong and where. A board
    must have counts that are possible in a match: no pit twice, at most 50 soldiers a seat (with
    three seats, a captor has its own and the fallen seat's), a queen for each seat but the fallen,
    and no soldiers with the first seat that fell of three.

    >>> board = parse_board("Qa1,4a2 r25 / 2h11,Qk11 r25 ; 2")
    >>> board.seat, format_board(board)
    (2, 'Qa1,4a2 r25 / 2h11,Qk11 r25 ; 2')
    >>> parse_board("Qa1 r25 / Qa1 r25 ; 1")
    Traceback (most recent call last):
        ...
    ValueError: seat 2: a1 already holds another seat's pieces
    """
    board = read_board(text)
    standing = reigning(board)
    if not standing:
        raise ValueError("no seat has a queen")
    fallen = [side for side in board.sides if not side[0]]
    if len(board.sides) == 3 and fallen and all(core.soldiers(side) for side in fallen):
        raise ValueError("soldiers are left to a seat that fell; they are its captor's")
    if len(standing) > 1 and board.seat not in standing:
        raise ValueError(f"seat {board.seat} is to act but its queen has fallen")
    limits = [(f"seat {seat}", side, SOLDIERS_EACH) for seat, side in enumerate(board.sides, 1)]
    if len(board.sides) == 3 and fallen:
        # Of the two that went on, the one with more in all may be the captor.
        first = board.sides.index(min(fallen, key=core.soldiers))
        rest = (side for index, side in enumerate(board.sides) if index != first)
        other, captor = sorted(rest, key=core.force)
        limits = [("the captor", captor, 2 * SOLDIERS_EACH)]
        limits.append(("the captor's opponent", other, SOLDIERS_EACH))
    for who, side, most in limits:
        soldiers = core.force(side)
        if soldiers > most:
            raise ValueError(f"{who}: {soldiers} soldiers are more than {most}")
    return board


def read_board(text: str) -> Board:
    """A board of any pieces, also of counts that no match has; raises ValueError for what is no
    board's text."""
    told, edged, edge = text.partition(_EDGED)
    if edged and edge not in HOUSE_EDGE.choices[1:]:
        raise ValueError(f"{edge!r} is none of the edges that have to be told")
    pits = hexagon.PITS[int(edge)] if edged else hexagon.PITS[hexagon.EDGE]
    fields, semicolon, seat_text = told.rpartition(" ; ")
    parts = fields.split(" / ")
    if not semicolon or len(parts) not in (2, 3):
        raise ValueError(f"{text!r} is not two or three fields, ' ; ' and the seat to act")
    if seat_text not in [str(number) for number in range(1, len(parts) + 1)]:
        raise ValueError(f"{seat_text!r} is not the seat to act, 1 to {len(parts)}")
    if _has_no_room(len(parts), hexagon.EDGE_OF[pits]):
        raise ValueError(f"three seats have no room on a board with edges of {edge}")
    sides = tuple(_parse_side(part, f"seat {seat}", pits) for seat, part in enumerate(parts, 1))
    taken = 0
    for seat, side in enumerate(sides, 1):
        for mask in side[:RESERVE]:
            if mask & taken:
                where = hexagon.format_cell(next(hexagon.cells(mask & taken)))
                raise ValueError(f"seat {seat}: {where} already holds another seat's pieces")
        taken |= sum(side[:RESERVE])
    return Board(sides, int(seat_text), pits)


def _parse_side(text: str, where: str, pits: int) -> Side:
    field = _FIELD.fullmatch(text)
    if not field:
        raise ValueError(f"{where}: {text!r} is not pieces, a space, 'r' and the reserve")
    if len(field[2]) > len(str(RESERVE_EACH)) or int(field[2]) > RESERVE_EACH:
        raise ValueError(f"{where}: a reserve of {field[2]} is more than {RESERVE_EACH}")
    side = [0] * RESERVE + [int(field[2])]
    previous = -1
    for piece in field[1].split(",") if field[1] != "-" else ():
        match = _PIECE.fullmatch(piece)
        if not match:
            raise ValueError(
                f"{where}: {piece!r} is not Q or a number from 1 to {FORTRESS}, then a site"
            )
        try:
            cell = hexagon.parse_cell(match[2])
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        if not pits >> cell & 1:
            raise ValueError(f"{where}: {match[2]} is no site of this board")
        if cell <= previous:
            raise ValueError(f"{where}: {piece!r} is out of site order")
        previous = cell
        soldiers = 0 if match[1] == "Q" else int(match[1])
        if not soldiers and side[0]:
            raise ValueError(f"{where}: {piece!r} is a second queen")
        side[soldiers] |= 1 << cell
    return tuple(side)


def _forces(side: Side) -> tuple[int, int, bool]:
    """Soldiers, reserve and queen: only a capture or a new soldier changes them."""
    return core.soldiers(side), side[RESERVE], bool(side[0])


INFO = GameInfo(
    name="myra",
    title="Myra",
    author="Michael Winkelmann",
    seat_counts={"standard": (2, 3)},
    options=(HOUSE_EDGE,),
)


def start_corners(seats: int, edge: int = hexagon.EDGE) -> tuple[str, ...]:
    """Where the queens start, seat 1 first.

    >>> start_corners(2), start_corners(3), start_corners(3, 5)
    (('a1', 'k11'), ('a1', 'f11', 'k6'), ('a1', 'e9', 'i5'))
    """
    middle, last = hexagon.ROWS[edge - 1], hexagon.ROWS[2 * edge - 2]
    if seats == 2:
        return ("a1", f"{last}{2 * edge - 1}")
    return ("a1", f"{middle}{2 * edge - 1}", f"{last}{edge}")


START_ROWS = (0, 4, 3, 2)
"""What each pit of a row holds, from the queen (0) in the corner towards the centre."""


def _start_side(corner: str, edge: int) -> Side:
    """A seat's start: rows of 1 to 4 pits, those i and row - i steps along the corner's edges."""
    side = [0] * RESERVE + [RESERVE_EACH]
    lines = (hexagon.ray(corner, way, hexagon.PITS[edge]) for way in hexagon.DIRECTIONS)
    one, other = ((corner, *line) for line in lines if len(line) == edge - 1)
    toward = next(way for way in hexagon.DIRECTIONS if other[1] in hexagon.ray(corner, way))
    for row, soldiers in enumerate(START_ROWS):
        for i in range(row + 1):
            pit = (one[i], *hexagon.ray(one[i], toward))[row - i]
            side[soldiers] |= hexagon.mask_of(pit)
    return tuple(side)


@cache
def start_of(seats: int, edge: int = hexagon.EDGE) -> str:
    """The start, as position text."""
    sides = tuple(_start_side(corner, edge) for corner in start_corners(seats, edge))
    return format_board(Board(sides, 1, hexagon.PITS[edge]))


STARTS = {seats: start_of(seats) for seats in INFO.seat_counts["standard"]}
"""By the rules, by the number of seats."""


def _edge(setup: Setup) -> int:
    return int(setup.option(HOUSE_EDGE.name, HOUSE_EDGE.default))


def _has_no_room(seats: int, edge: int) -> bool:
    """Whether the starts would lie over each other."""
    return seats > 2 and edge == min(hexagon.EDGES)


def _checked(setup: Setup) -> int:
    """How many pits a set-up has on an edge; raises SetupError where it cannot be played."""
    INFO.check(setup)
    edge = _edge(setup)
    if _has_no_room(setup.seats, edge):
        fitting = (one for one in HOUSE_EDGE.choices if not _has_no_room(setup.seats, int(one)))
        raise SetupError(HOUSE_EDGE.name, str(edge), tuple(fitting))
    return edge


class Myra(Rules[MyraPosition, MyraAction]):
    parse_position = staticmethod(parse_position)
    format_position = staticmethod(format_position)
    parse_action = staticmethod(parse_action)
    events = staticmethod(events)

    def playing(self, position: MyraPosition) -> frozenset[Seat]:
        return frozenset(position.seats) - position.fallen

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        return start_of(setup.seats, _checked(setup))

    def initial_position(self, setup: Setup) -> MyraPosition:
        edge = _checked(setup)
        try:
            position = MyraPosition(parse_board(setup.start))
        except ValueError as error:
            raise SetupError("start", setup.start, why=str(error)) from error
        if (len(position.seats), position.edge) != (setup.seats, edge) or position.outcome:
            raise SetupError("start", setup.start)
        return position

    def format_board(self, position: MyraPosition) -> str:
        return format_board(position.board)

    def count_seats(self, position: MyraPosition) -> int:
        return len(position.seats)

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged: the start for the set-up's seats, by the rules where they have no
        room on the board that the house has chosen."""
        INFO.check(setup)
        edge = _edge(setup)
        return start_of(setup.seats, hexagon.EDGE if _has_no_room(setup.seats, edge) else edge)

    def choose(self, position: MyraPosition, seat: Seat) -> MyraChoice:
        return MyraChoice(position, seat)

    def automatic_action(self, position: MyraPosition) -> tuple[Seat, MyraAction] | None:
        """A seat with no other action passes."""
        for seat in position.active_seats:
            action = position.legal_actions(seat)[0]
            if action.kind == PASS:
                return seat, action
        return None


RULES = Myra()
