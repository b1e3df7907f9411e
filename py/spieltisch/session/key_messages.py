"""What can happen while keys are chosen or tried; see also messages.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.table import Seat


@dataclass(frozen=True)
class Bind:
    """The next key that goes down is to be the one for a slot; an empty slot gives up waiting."""

    slot: str


@dataclass(frozen=True)
class KeyCaptured:
    """A key went down while one was waited for.

    Attributes:
        code: its place on the keyboard.
        label: what it writes; empty for what writes nothing.
    """

    code: str
    label: str = ""


@dataclass(frozen=True)
class StartKeyTest:
    """The test begins anew, for so many seats."""

    seats: int


@dataclass(frozen=True)
class Hold:
    """A seat's key went down or came up; seat 0 is every seat's."""

    seat: Seat
    is_down: bool


@dataclass(frozen=True)
class KeyLabelsLoaded:
    """The keyboard has told what is printed on its keys, by code."""

    labels: Mapping[str, str]


KeyMessage: TypeAlias = Bind | KeyCaptured | StartKeyTest | Hold | KeyLabelsLoaded
