"""The state of the form in which a match is set up, and what can happen there."""

from spieltisch.app.core.message import Message
from spieltisch.app.core.news import ScreenState
from spieltisch.games import catalog
from spieltisch.table import HUMAN, Setup


class SetupScreen(ScreenState):
    setup: Setup
    """Without a seed, with all its players, its start empty where chance deals. Its options may
    hold some that only another variant knows: they count again when that one is chosen."""

    draws_seats: bool = False
    """Whether lots are drawn, when the match starts, for who sits where."""

    @property
    def thing(self) -> str:
        return self.setup.game

    @property
    def may_ask_bots(self) -> bool:
        has_bots = any(player.controller != HUMAN for player in self.setup.players)
        return catalog.game_of(self.setup.game).search_bots is not None and has_bots


class Arrange(Message, do="arrange"):
    """A token of the hand-arranged start was pressed."""

    token: str
