"""The state of the settings and of the keyboard test, and what can happen there; SetSetting sets
most of what is set."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from spieltisch.app.core.keys import MAX_SEATS, Slot
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.settings import Settings
from spieltisch.table import Seat


class SettingsScreen(ScreenState):
    binding: Slot | None = None
    """The slot that the next key is for; None while no key is waited for."""


class SettingsChanged(Message):
    """Another tab has changed settings, and kept them; its language comes by itself."""

    settings: Settings


class Bind(Message, do="bind"):
    """The next key that goes down is to be bound to a slot; with an empty slot, none is."""

    slot: str


class KeyCaptured(Message):
    """A key went down while one was waited for."""

    code: str
    """Its place on the keyboard."""
    label: str = ""
    """The character that it types; empty if it types none."""


class StartKeyTest(Message, do="test-keys"):
    """The keyboard test begins anew, for a number of seats."""

    seats: int


class Hold(Message):
    """A seat's key went down or came up; seat 0 stands for all seats."""

    seat: Seat
    is_down: bool


class KeyLabelsLoaded(Message):
    """The browser has told what is printed on the keys, by code."""

    labels: Mapping[str, str]


class KeyShown(Message):
    """A key that was pressed has shown what is printed on it."""

    code: str
    label: str


MIN_SEATS = 2


class AllKeysScreen(ScreenState):
    pass


class KeyTestScreen(ScreenState):
    seats: int = MIN_SEATS
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
