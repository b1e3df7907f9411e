"""Choosing an action step by step, as a person does with clicks and keys."""

from enum import Enum
from typing import Protocol, Self, TypeVar

from spieltisch.table.position import Seat

A_co = TypeVar("A_co", covariant=True)


class Status(Enum):
    """How far a choice has come."""

    INCOMPLETE = "incomplete"
    """Nothing could be played yet."""
    PLAYABLE = "playable"
    """It could be played as it is, or go on."""
    COMPLETE = "complete"
    """Nothing is left to choose: it is played at once."""


class Choice(Protocol[A_co]):
    """A partial input: frozen, made for one position and one seat.

    What is pressed is a token: a site's name, or whatever else the game lets a person pick, such
    as a number of soldiers or an end of the track.
    """

    @property
    def seat(self) -> Seat:
        """Whose action is chosen."""

    @property
    def status(self) -> Status: ...

    @property
    def action(self) -> A_co | None:
        """What would be played now; None while the choice is incomplete."""

    @property
    def targets(self) -> frozenset[str]:
        """The tokens that lead on from here."""

    def press(self, token: str) -> Self:
        """The choice after a press. A token that leads nowhere starts afresh, or changes nothing;
        it never raises."""

    def back(self) -> Self:
        """The choice one press earlier; the empty choice stays as it is."""
