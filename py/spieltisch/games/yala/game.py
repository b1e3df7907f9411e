"""GAME: the record of what YALA can do."""

from spieltisch.games.contract import Game, Puzzles, SearchBots
from spieltisch.games.yala.bots.search import LEVELS, search_for
from spieltisch.games.yala.rules.position import YalaPosition
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


GAME = Game(
    info=INFO,
    rules=RULES,
    view=VIEW,
    bots=SearchBots(search_for, tuple(range(1, len(LEVELS) + 1)), review_nodes=20_000),
    lessons=read_course(__name__),
    puzzles=Puzzles(
        goals=("win", "do-not-lose", "draw"),
        themes=("wall", "vanish"),
        horizon=4,
        past=_past,
    ),
    editor=EDITOR,
)
