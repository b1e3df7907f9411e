"""GAME: the record of what Myra can do."""

from spieltisch.games.contract import Game, Puzzles, SearchBots
from spieltisch.games.myra.bots.search import LEVELS, search_for
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import INFO, RULES
from spieltisch.games.myra.view.editor import EDITOR
from spieltisch.games.myra.view.view import VIEW
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


GAME = Game(
    info=INFO,
    rules=RULES,
    view=VIEW,
    bots=SearchBots(search_for, tuple(range(1, len(LEVELS) + 1)), review_nodes=9_000),
    lessons=read_course(
        __name__,
        {
            "queen-safe": _is_queen_safe,
            "queen-stays": lambda turn: turn.after.queen(turn.seat) == turn.before.queen(turn.seat),
            "queen-cornered": _corners_queen,
            "within-reach": _is_within_reach,
        },
    ),
    puzzles=Puzzles(
        goals=("win", "save-queen"),
        themes=("capture", "produce", "sow", "split"),
        horizon=2,
        sees_losses=True,
    ),
    editor=EDITOR,
)
