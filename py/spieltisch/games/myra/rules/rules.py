"""Myra's texts, set-up and start (docs/rules.md, Myra)."""

from collections.abc import Mapping

from spieltisch.games.myra.rules.actions import MyraAction, format_action, parse_action
from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import PASS, RESERVE, Board, Side
from spieltisch.games.myra.rules.events import events
from spieltisch.games.myra.rules.hexagon import DIRECTIONS, mask_of, ray
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.texts import (
    RESERVE_EACH,
    format_board,
    format_position,
    parse_board,
    parse_position,
)
from spieltisch.table import GameInfo, Rules, Seat, Setup, SetupError, Shuffle

INFO = GameInfo(
    name="myra", title="Myra", author="Michael Winkelmann", seat_counts={"standard": (2, 3)}
)

START_CORNERS = {2: ("a1", "k11"), 3: ("a1", "f11", "k6")}
"""Where the queens start, by the number of seats, seat 1 first."""

START_ROWS = (0, 4, 3, 2)
"""What each pit of a row holds, from the queen (0) in the corner towards the centre."""


def _start_side(corner: str) -> Side:
    """A seat's start: rows of 1, 2, 3 and 4 pits, i + j steps along the corner's two edges."""
    side = [0] * RESERVE + [RESERVE_EACH]
    one, other = (
        (corner, *line) for line in (ray(corner, way) for way in DIRECTIONS) if len(line) == 5
    )
    toward = next(way for way in DIRECTIONS if other[1] in ray(corner, way))
    for row, soldiers in enumerate(START_ROWS):
        for i in range(row + 1):
            pit = (one[i], *ray(one[i], toward))[row - i]
            side[soldiers] |= mask_of(pit)
    return tuple(side)


STARTS = {
    seats: format_board(Board(tuple(map(_start_side, corners)), 1))
    for seats, corners in START_CORNERS.items()
}
"""The start, as position text, by the number of seats."""


class Myra(Rules[MyraPosition, MyraAction]):
    """The rules of Myra, as the table's Rules."""

    parse_position = staticmethod(parse_position)
    format_position = staticmethod(format_position)
    parse_action = staticmethod(parse_action)
    format_action = staticmethod(format_action)
    events = staticmethod(events)

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """The start for the set-up's seats; chance has no part in it."""
        INFO.check(setup)
        return STARTS[setup.seats]

    def initial_position(self, setup: Setup) -> MyraPosition:
        """The set-up's start: the usual one, or any position of as many seats that is not over."""
        INFO.check(setup)
        try:
            position = MyraPosition(parse_board(setup.start))
        except ValueError as error:
            raise SetupError("start", setup.start) from error
        if len(position.seats) != setup.seats or position.outcome:
            raise SetupError("start", setup.start)
        return position

    def format_board(self, position: MyraPosition) -> str:
        """``Qa1,4a2,... r25 / 2h11,...,Qk11 r25 ; 1``: a field a seat, and the seat to act."""
        return format_board(position.board)

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged: the start for the set-up's seats."""
        INFO.check(setup)
        return STARTS[setup.seats]

    def choose(self, position: MyraPosition, seat: Seat) -> MyraChoice:
        return MyraChoice(position, seat)

    def automatic_action(self, position: MyraPosition) -> tuple[Seat, MyraAction] | None:
        """A seat with no other action passes."""
        for seat in position.active_seats:
            action = position.legal_actions(seat)[0]
            if action.kind == PASS:
                return seat, action
        return None

    def trace(self, position: MyraPosition) -> Mapping[str, object]:
        return {"position": self.format_board(position)}


RULES = Myra()
