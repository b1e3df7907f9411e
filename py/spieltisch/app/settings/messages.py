"""Messages about settings, and about choosing and testing keys; see also messages.py."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.app.message import Message
from spieltisch.app.settings.settings import Settings
from spieltisch.table import Seat


@dataclass(frozen=True)
class SettingsChanged(Message):
    """Another tab has changed settings, and kept them; its language comes by itself."""

    settings: Settings


@dataclass(frozen=True)
class Bind(Message):
    """The next key that goes down is to be bound to a slot; with an empty slot, none is."""

    slot: str


@dataclass(frozen=True)
class KeyCaptured(Message):
    """A key went down while one was waited for."""

    code: str
    """Its place on the keyboard."""
    label: str = ""
    """The character that it types; empty if it types none."""


@dataclass(frozen=True)
class StartKeyTest(Message):
    """The keyboard test begins anew, for a number of seats."""

    seats: int


@dataclass(frozen=True)
class Hold(Message):
    """A seat's key went down or came up; seat 0 stands for all seats."""

    seat: Seat
    is_down: bool


@dataclass(frozen=True)
class KeyLabelsLoaded(Message):
    """The browser has told what is printed on the keys, by code."""

    labels: Mapping[str, str]


@dataclass(frozen=True)
class KeyShown(Message):
    """A key that was pressed has shown what is printed on it."""

    code: str
    label: str
