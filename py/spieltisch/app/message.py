"""What every message says of itself, so that nobody else has to keep a list of which is which."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Each class of this is a frozen dataclass, as messages, notices, effects and states are."""

    def __init_subclass__(cls, *, is_kind: bool = False, kw_only: bool = False) -> None:
        """A class that only says what kind others are of may be one of enums, too."""
        super().__init_subclass__()
        if not is_kind and not issubclass(cls, Enum):
            dataclass(frozen=True, kw_only=kw_only)(cls)


class Playback(Enum):
    """What a message does to a playback that is running."""

    STOPS = auto()
    """It stops, and the message has its effect."""
    STOPS_ONLY = auto()
    """It stops, and that is all: a press was meant for the moment that was seen."""
    GOES_ON = auto()


class Agreement(Enum):
    """Who else is asked, while people are connected, before a message has its effect."""

    NOBODY = auto()
    TURNS = auto()
    """The others, for they have seen what was played."""
    SEATS = auto()
    """The others, for they know who sits where."""
    HOST = auto()
    """The host, who begins the next match."""


@dataclass(frozen=True)
class Traits:
    """How a message is treated before the screen hears it."""

    is_about_match: bool = False
    """Whether it is about the match itself, so that a variation on the board is left for it."""
    playback: Playback = Playback.STOPS
    agreement: Agreement = Agreement.NOBODY


PLAIN = Traits()
ABOUT_MATCH = Traits(is_about_match=True)
STOPS_PLAYBACK = Traits(playback=Playback.STOPS_ONLY)
DURING_PLAYBACK = Traits(playback=Playback.GOES_ON)


class Message(Frozen, is_kind=True):
    """Something that happens to a session.

    A message for a screen that is not shown came too late, after the person has gone elsewhere: it
    changes nothing.
    """

    def __init_subclass__(cls, *, traits: Traits | None = None, is_kind: bool = False) -> None:
        """A class may have traits that all of its messages have."""
        super().__init_subclass__(is_kind=is_kind)
        if traits is not None:
            type.__setattr__(cls, "traits", traits)

    @property
    def traits(self) -> Traits:
        return PLAIN


class TimedMessage(Message):
    """One that only says when it happened."""

    at_ms: float
    """By the page's clock."""
