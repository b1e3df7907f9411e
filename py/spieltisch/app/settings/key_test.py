"""The keyboard test: everybody holds a key, or a finger, and sees what the device lets through."""

from dataclasses import dataclass, replace
from typing import Self

from spieltisch.app.message import Message
from spieltisch.app.screen_state import ScreenState
from spieltisch.app.settings.keys import MAX_SEATS
from spieltisch.app.settings.messages import Hold, StartKeyTest
from spieltisch.table import Seat

MIN_SEATS = 2


@dataclass(frozen=True)
class KeyTestScreen(ScreenState):
    seats: int = MIN_SEATS
    """How many take part."""
    held: frozenset[Seat] = frozenset()
    """The seats whose key is down now."""
    seen: frozenset[Seat] = frozenset()
    """The seats whose key has been down at any time."""
    together: frozenset[Seat] = frozenset()
    """The most seats whose keys were down at once, in the last of such moments."""

    @property
    def everybody(self) -> frozenset[Seat]:
        return frozenset(range(1, self.seats + 1))

    @property
    def dropped(self) -> frozenset[Seat]:
        """The seats whose key arrives when it is pressed alone, but not with the others."""
        return self.seen - self.together if len(self.together) > 1 else frozenset()

    @property
    def silent(self) -> frozenset[Seat]:
        """The seats whose key has not arrived at all so far."""
        return self.everybody - self.seen

    def after(self, message: Message) -> Self:
        """The screen after a message to it."""
        match message:
            case StartKeyTest(seats):
                return type(self)(max(MIN_SEATS, min(MAX_SEATS, seats)))
            case Hold(0):
                # All keys are up: the page has lost the keyboard.
                return replace(self, held=frozenset())
            case Hold(seat, is_down=False):
                return replace(self, held=self.held - {seat})
            case Hold(seat) if seat in self.everybody:
                held = self.held | {seat}
                together = held if len(held) >= len(self.together) else self.together
                return replace(self, held=held, seen=self.seen | {seat}, together=together)
        return self
