"""What every message says of itself, so that nobody else has to keep a list of which is which."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, dataclass_transform

from spieltisch.app.core.buttons import Do, register


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
    """Whether it is about the match itself, so that what is tried out in it is left."""
    playback: Playback = Playback.STOPS
    agreement: Agreement = Agreement.NOBODY
    is_late: bool = False
    """Whether it needs the Python of screens that come late."""


PLAIN = Traits()
ABOUT_MATCH = Traits(is_about_match=True)
STOPS_PLAYBACK = Traits(playback=Playback.STOPS_ONLY)
NEEDS_REST = Traits(is_late=True)
DURING_PLAYBACK = Traits(playback=Playback.GOES_ON)


class Message(Frozen, is_kind=True):
    """Something that happens to a session.

    A message for a screen that is not shown came too late, after the person has gone elsewhere: it
    changes nothing.
    """

    def __init_subclass__(
        cls, *, do: Do | None = None, traits: Traits | None = None, is_kind: bool = False
    ) -> None:
        """A class may have a button that makes its messages (buttons.py), and traits that all of
        them have."""
        super().__init_subclass__(is_kind=is_kind)
        if not is_kind and issubclass(cls, TimedMessage) is not ("at_ms" in cls.__annotations__):
            raise TypeError(f"{cls.__name__}: a TimedMessage has the field at_ms, and no other has")
        register(cls, do)
        if traits is not None:
            type.__setattr__(cls, "traits", traits)

    @property
    def traits(self) -> Traits:
        return PLAIN

    @property
    def about(self) -> object:
        """What it is about: one that waits takes the place of an earlier one of its class about the
        same."""
        return self

    @property
    def misses_part(self) -> bool:
        """Whether it tells that a part of the page could not be fetched: the host is asked which
        build it has before anybody hears of it."""
        return False


class TimedMessage(Message, is_kind=True):
    """One that says when it happened, by the page's clock, in its field ``at_ms``."""

    if TYPE_CHECKING:
        # The field is each class's own, at the place where it is given.
        @property
        def at_ms(self) -> float: ...
