"""GAME: the record of what Myra can do."""

from functools import cache

from spieltisch.games.contract import Arrays, GameOf, Puzzles, SearchBots, late
from spieltisch.games.myra.bots.search import LEVELS, search_for
from spieltisch.games.myra.rules import why
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import INFO, RULES
from spieltisch.games.myra.view.editor import EDITOR
from spieltisch.games.myra.view.view import VIEW
from spieltisch.table import Turn
from spieltisch.table.lesson import read_course


def _is_queen_safe(turn: Turn) -> bool:
    return not _is_within_reach(turn.after, turn.after.queen(turn.seat))


def _corners_queen(turn: Turn) -> bool:
    """Whether the other queen can be captured whatever her side does."""
    position: MyraPosition = turn.after
    (other,) = position.active_seats
    after = [position.apply(other, action) for action in position.legal_actions(other)]
    return all(_is_within_reach(reply, reply.queen(other)) for reply in after)


def _is_within_reach(position: MyraPosition, site: str | None) -> bool:
    """Whether the seat to act can go to a pit, and so capture what another has there."""
    seats = position.active_seats
    return any(action.target == site for seat in seats for action in position.legal_actions(seat))


@cache
def _arrays() -> Arrays[MyraPosition, MyraAction]:
    # Late: who only plays needs none.
    from spieltisch.games.myra.rules.arrays import SHAPE, AllActions, observe

    return Arrays(AllActions(), SHAPE, observe)


GAME = GameOf(
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
            "within-reach": lambda turn: any(
                _is_within_reach(turn.after, site) for site in turn.events[0].sites[-1:]
            ),
        },
    ),
    puzzles=Puzzles(
        goals=("win", "save-queen"),
        themes=(
            *("capture", "cornered", "step-away", "attacker", "out-of-reach"),
            *("build", "rearrange"),
        ),
        former_themes=dict.fromkeys(("produce", "sow", "split"), "rearrange"),
        horizon=2,
        sees_losses=True,
        why=why.why,
        warn=why.warn,
        why_not=why.why_not,
    ),
    editor=EDITOR,
    asked=(
        'position.pieces["a4"].soldiers',
        "position.queen(seat), position.reserve(seat)",
        "position.attackers(position.queen(seat))",
        "position.walk(action)",
    ),
    bot_course=late("spieltisch.games.myra.bots.course", "bot_course"),
    arrays=_arrays,
)
