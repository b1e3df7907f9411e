"""Mū tōrere as a record of capabilities: it has no shouts and no solver, so they are left out."""

from spieltisch.games.contract import Game, SearchBots
from spieltisch.games.mutorere.bots.search import search_for
from spieltisch.games.mutorere.rules.rules import INFO, RULES
from spieltisch.games.mutorere.view.view import VIEW

GAME = Game(INFO, RULES, VIEW, SearchBots(search_for, levels=(1, 2, 3), review_nodes=1_000))
