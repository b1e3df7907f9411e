"""GAME: the record of what YALA can do."""

from functools import cache

from spieltisch.games.contract import Arrays, GameOf, Puzzles, SearchBots, late
from spieltisch.games.yala.bots.search import LEVELS, search_for
from spieltisch.games.yala.rules import why
from spieltisch.games.yala.rules.position import YalaAction, YalaPosition
from spieltisch.games.yala.rules.rules import INFO, RULES
from spieltisch.games.yala.view.editor import EDITOR
from spieltisch.games.yala.view.view import VIEW
from spieltisch.table.lesson import read_course


def _past(position: YalaPosition) -> list[YalaPosition]:
    wall = position.wall
    return [
        YalaPosition(towers, side, position.repetition, wall=wall)
        for towers, side in position.earlier
    ]


@cache
def _arrays() -> Arrays[YalaPosition, YalaAction]:
    # Late: who only plays needs none.
    from spieltisch.games.yala.rules.arrays import ACTIONS, SHAPE, observe

    return Arrays(ACTIONS, SHAPE, observe)


GAME = GameOf(
    info=INFO,
    rules=RULES,
    view=VIEW,
    bots=SearchBots(search_for, tuple(range(1, len(LEVELS) + 1)), review_nodes=20_000),
    lessons=read_course(__name__),
    puzzles=Puzzles(
        goals=("win", "do-not-lose", "draw"),
        themes=(
            *("wall", "vanish", "cover", "bar", "one-reply"),
            *("defence", "repetition", "long"),
        ),
        horizon=4,
        past=_past,
        why=why.why,
        warn=why.warn,
        why_not=why.why_not,
    ),
    editor=EDITOR,
    bot_course=late("spieltisch.games.yala.bots.course", "bot_course"),
    asked=(
        "position.towers[0]",
        "position.walk(action).path",
    ),
    arrays=_arrays,
)
