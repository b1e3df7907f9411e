"""The state of the form in which a match is set up, and what can happen to it."""

from dataclasses import dataclass

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.table import Setup


@dataclass(frozen=True)
class SetupScreen(ScreenState):
    setup: Setup
    """Without a seed, with all its players, its start empty where chance deals. Its options may
    hold some that only another variant knows: they count again when that one is chosen."""

    draws_seats: bool = False
    """Whether lots are drawn, when the match starts, for who sits where."""


@dataclass(frozen=True)
class Edit(Message):
    """A field of the form was changed; see ``edited`` in update.py."""

    field: str
    value: str


@dataclass(frozen=True)
class Arrange(Message):
    """A token of the hand-arranged start was pressed."""

    token: str


@dataclass(frozen=True)
class StartMatch(Message):
    """The match that was set up begins; chance deals from the seed."""

    seed: int
    at_ms: float = 0.0
