"""Myra's lessons (docs/rules.md, Myra)."""

from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.table import Seat, Turn
from spieltisch.table.lesson import read_course


def _is_queen_safe(turn: Turn) -> bool:
    position: MyraPosition = turn.after
    return not any(
        _can_capture(position, seat, position.queen(turn.seat)) for seat in position.active_seats
    )


def _corners_queen(turn: Turn) -> bool:
    """Whether the other queen can be captured whatever her side does."""
    position: MyraPosition = turn.after
    (other,) = position.active_seats
    after = [position.apply(other, action) for action in position.legal_actions(other)]
    return all(_can_capture(reply, turn.seat, reply.queen(other)) for reply in after)


def _can_capture(position: MyraPosition, seat: Seat, site: str | None) -> bool:
    return any(action.target == site for action in position.legal_actions(seat))


def _is_within_reach(turn: Turn) -> bool:
    position: MyraPosition = turn.after
    moved = turn.events[0].sites[-1:]
    return any(
        (action.target,) == moved
        for seat in position.active_seats
        for action in position.legal_actions(seat)
    )


LESSONS = read_course(
    __name__,
    {
        "queen-safe": _is_queen_safe,
        "queen-stays": lambda turn: turn.after.queen(turn.seat) == turn.before.queen(turn.seat),
        "queen-cornered": _corners_queen,
        "within-reach": _is_within_reach,
    },
)
