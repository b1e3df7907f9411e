"""Hex as a record of capabilities: it has no shouts, no lessons and no editor."""

from spieltisch.games.contract import Game, Puzzles, SearchBots
from spieltisch.games.hexfive.bots.search import search_for
from spieltisch.games.hexfive.rules.rules import INFO, RULES
from spieltisch.games.hexfive.view.view import VIEW

GAME = Game(
    INFO,
    RULES,
    VIEW,
    SearchBots(search_for, levels=(1, 2, 3), review_nodes=1_000),
    puzzles=Puzzles(goals=("win",)),
)
