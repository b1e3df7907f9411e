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
    Fact,
    FlawError,
    GameInfo,
    Kind,
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
from spieltisch.table.fact import gettext_noop
from spieltisch.table.graphemes import shortened

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

_RESERVE = re.compile("r(0|[1-9][0-9]*)")
_PIECE = re.compile(f"([Q1-{FORTRESS}])([a-k][0-9]{{1,2}})")


MOST_QUOTED = 20


class MyraFlaw(Kind):
    """What is wrong with the text of a board, or with its pieces."""

    SIDES = gettext_noop(
        "There have to be two or three sides, with / between them: the pieces and the"
        " reserve of each, such as Qa1,2f6 r3, and then ; and the side to move."
    )
    EDGE = gettext_noop("“{edge}” is not a possible length of an edge. Choose from: {lengths}.")
    SIDE = gettext_noop("Side {number}: {what}")
    PIECE = gettext_noop(
        "“{piece}” is not a piece with its place. Write Q for the queen or 1 to 5 for soldiers,"
        " followed by the place, such as Qa1 or 3f6."
    )
    NO_PIT = gettext_noop("{site} is not on this board.")
    TAKEN = gettext_noop("There is a piece on {site} already.")
    QUEENS = gettext_noop("A side has one queen only.")
    NO_RESERVE = gettext_noop("The reserve is missing: r and a number, such as r3.")
    RESERVE = gettext_noop("A reserve of {n} is more than {most}.")
    TO_MOVE = gettext_noop("“{seat}” cannot be the side to move: there are sides 1 to {most}.")
    NO_ROOM = gettext_noop("Three sides have no room on a board with edges of {edge}.")
    NO_QUEEN = gettext_noop("{name} has no queen.")
    NO_TURN = gettext_noop("{name} has no queen, so it cannot be that side's turn.")
    LEFT_OVER = gettext_noop(
        "{name} has no queen: the soldiers belong to the one who has captured her."
    )
    SOLDIERS = gettext_noop(
        "{name} has {n} soldiers with the reserve. There cannot be more than {most}."
    )
    NO_MOVE = gettext_noop("Nobody can move.")

    # Said to programs alone: what people type is put in order first.
    ORDER = "{piece} is out of site order"
    EDGE_TOLD = "edge={edge} goes without saying"


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
    spieltisch.table.fact.FlawError: Side 2: There is a piece on a1 already.
    """
    board = read_board(text)
    for flaw in _wrong_pieces(board):
        raise FlawError(flaw)
    return board


def _wrong_pieces(board: Board) -> Iterator[Fact]:
    """What no position of a match has."""
    standing, seats = reigning(board), range(1, len(board.sides) + 1)
    fallen = [seat for seat in seats if seat not in standing]
    if not standing:
        for seat in fallen:
            yield MyraFlaw.NO_QUEEN(seat=seat)
    if len(standing) > 1 and board.seat in fallen:
        yield MyraFlaw.NO_TURN(seat=board.seat)
    captor = None
    if len(seats) > 2 and fallen:
        # Who has captured the first queen has taken over the soldiers, and so may have more.
        first = min(fallen, key=lambda seat: core.soldiers(board.sides[seat - 1]))
        if core.soldiers(board.sides[first - 1]):
            yield MyraFlaw.LEFT_OVER(seat=first)
        others = (seat for seat in seats if seat != first)
        captor = max(others, key=lambda seat: core.force(board.sides[seat - 1]))
    for seat, side in enumerate(board.sides, 1):
        most, soldiers = SOLDIERS_EACH * (2 if seat == captor else 1), core.force(side)
        if soldiers > most:
            yield MyraFlaw.SOLDIERS(seat=seat, n=soldiers, most=most)


def _wrong_start(board: Board) -> Iterator[Fact]:
    """Why no match begins so."""
    standing = reigning(board)
    if len(standing) == 1:
        for seat in range(1, len(board.sides) + 1):
            if seat not in standing:
                yield MyraFlaw.NO_QUEEN(seat=seat)
    yield from _wrong_pieces(board)
    if len(standing) > 1 and MyraPosition(board).outcome:
        yield MyraFlaw.NO_MOVE()


def read_board(text: str) -> Board:
    """A board of any pieces, also of counts that no match has; raises FlawError for what is no
    board's text."""
    told, edged, edge = text.partition(_EDGED)
    fields, semicolon, seat_text = told.rpartition(" ; ")
    parts = fields.split(" / ")
    if not semicolon or len(parts) not in (2, 3):
        raise FlawError(MyraFlaw.SIDES())
    if edged and edge not in HOUSE_EDGE.choices:
        quoted = shortened(edge, MOST_QUOTED)
        raise FlawError(MyraFlaw.EDGE(edge=quoted, lengths=", ".join(HOUSE_EDGE.choices)))
    if edge == HOUSE_EDGE.default:
        raise FlawError(MyraFlaw.EDGE_TOLD(edge=edge))
    pits = hexagon.PITS[int(edge)] if edged else hexagon.PITS[hexagon.EDGE]
    sides: list[Side] = []
    taken = 0
    for number, part in enumerate(parts, 1):
        try:
            sides.append(_parse_side(part, pits, taken))
        except FlawError as error:
            raise FlawError(MyraFlaw.SIDE(number=number, what=error.flaw)) from None
        taken |= core.occupied(sides[-1])
    if seat_text not in map(str, range(1, len(parts) + 1)):
        quoted = shortened(seat_text, MOST_QUOTED)
        raise FlawError(MyraFlaw.TO_MOVE(seat=quoted, most=len(parts)))
    if has_no_room(len(parts), hexagon.EDGE_OF[pits]):
        raise FlawError(MyraFlaw.NO_ROOM(edge=edge))
    return Board(tuple(sides), int(seat_text), pits)


def _parse_side(text: str, pits: int, taken: int) -> Side:
    """A side, given the pits that other sides have taken; raises FlawError."""
    fields, _, reserve = text.partition(" ")
    side = [0] * (RESERVE + 1)
    previous, own = -1, 0
    for piece in fields.split(",") if fields != "-" else ():
        match = _PIECE.fullmatch(piece)
        cell = hexagon.CELL_OF.get(match[2]) if match else None
        if match is None or cell is None:
            raise FlawError(MyraFlaw.PIECE(piece=shortened(piece, MOST_QUOTED)))
        if not pits >> cell & 1:
            raise FlawError(MyraFlaw.NO_PIT(site=match[2]))
        if (taken | own) >> cell & 1:
            raise FlawError(MyraFlaw.TAKEN(site=match[2]))
        if cell < previous:
            raise FlawError(MyraFlaw.ORDER(piece=piece))
        previous, own = cell, own | 1 << cell
        soldiers = 0 if match[1] == "Q" else int(match[1])
        if not soldiers and side[0]:
            raise FlawError(MyraFlaw.QUEENS())
        side[soldiers] |= 1 << cell
    told = _RESERVE.fullmatch(reserve)
    if told is None:
        raise FlawError(MyraFlaw.NO_RESERVE())
    if len(told[1]) > len(str(RESERVE_EACH)) or int(told[1]) > RESERVE_EACH:
        quoted = shortened(told[1], MOST_QUOTED)
        raise FlawError(MyraFlaw.RESERVE(n=quoted, most=RESERVE_EACH))
    side[RESERVE] = int(told[1])
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


def has_no_room(seats: int, edge: int) -> bool:
    """Whether the starts would lie over each other."""
    return seats > 2 and edge == min(hexagon.EDGES)


def _checked(setup: Setup) -> int:
    """How many pits a set-up has on an edge; raises SetupError where it cannot be played."""
    INFO.check(setup)
    edge = _edge(setup)
    if has_no_room(setup.seats, edge):
        fitting = (one for one in HOUSE_EDGE.choices if not has_no_room(setup.seats, int(one)))
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
        for flaw in self.flaws(setup):
            raise SetupError("start", setup.start, why=str(flaw))
        board = read_board(setup.start)
        if (len(board.sides), hexagon.EDGE_OF[board.pits]) != (setup.seats, edge):
            raise SetupError("start", setup.start)
        return MyraPosition(board)

    def flaws(self, setup: Setup) -> tuple[Fact, ...]:
        try:
            return tuple(_wrong_start(read_board(setup.start)))
        except FlawError as error:
            return (error.flaw,)

    def format_board(self, position: MyraPosition) -> str:
        return format_board(position.board)

    def count_seats(self, position: MyraPosition) -> int:
        return len(position.seats)

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged: the start for the set-up's seats, by the rules where they have no
        room on the board that the house has chosen."""
        INFO.check(setup)
        edge = _edge(setup)
        return start_of(setup.seats, hexagon.EDGE if has_no_room(setup.seats, edge) else edge)

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
