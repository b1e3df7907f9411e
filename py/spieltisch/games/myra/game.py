"""GAME: the record of what Myra can do."""

from spieltisch.games.contract import Game, Puzzles, SearchBots
from spieltisch.games.myra.bots.search import LEVELS, search_for
from spieltisch.games.myra.lessons import LESSONS
from spieltisch.games.myra.rules.rules import INFO, RULES
from spieltisch.games.myra.view.editor import EDITOR
from spieltisch.games.myra.view.view import VIEW

GAME = Game(
    info=INFO,
    rules=RULES,
    view=VIEW,
    bots=SearchBots(search_for, tuple(range(1, len(LEVELS) + 1)), review_nodes=9_000),
    lessons=LESSONS,
    puzzles=Puzzles(
        goals=("win", "save-queen"),
        themes=("capture", "produce", "sow", "split"),
        horizon=2,
        sees_losses=True,
    ),
    editor=EDITOR,
)
