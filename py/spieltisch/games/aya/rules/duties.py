"""What AYA's table waits for: who must act now, and how (docs/rules.md, AYA).

A variant gives the next duty with every change of the table; the position turns it into active
seats and legal actions.
"""

from dataclasses import dataclass
from enum import StrEnum

from spieltisch.games.aya.rules.track import STANDARD_MOVES, Track
from spieltisch.table import Outcome, Seat

AyaAction = str
"""A standard move (``4R``), the exceptional move (``X``), a call, or one of the words below."""


class AyaEnd(StrEnum):
    NO_CARDS = "no-cards"
    ALL_WON = "all-won"
    STUCK = "stuck"
    STOCK_TURNED_OVER = "stock-turned-over"
    LAST_CARD = "last-card"
    ALL_OPEN_CARDS = "all-open-cards"
    THREE_IDLE_TURNS = "three-idle-turns"
    AYA_MASTER = "aya-master"
    RUN_BROKEN = "run-broken"


AYA, OYE = "aya", "oye"
"""The two calls. ``oye`` is AHA in the edition ``reilly``."""

REFUTE, CONCEDE = "refute", "concede"

STOP = "stop"
"""Declines the second move that a light card allows: the attempt has failed."""

EXPIRE = "expire"
"""The clock's action: the time for what is owed is over."""

EXCEPTIONAL = "X"
"""The exceptional move, which leaves nothing to choose."""

ACTIONS = (*STANDARD_MOVES, EXCEPTIONAL, AYA, OYE, REFUTE, CONCEDE, STOP, EXPIRE)


@dataclass(frozen=True)
class Calling:
    """Every seat may call; the first to call acts."""

    calls: tuple[AyaAction, ...] = (AYA, OYE)


@dataclass(frozen=True)
class Oye:
    """An OYE was called: every other seat may refute it, until it concedes or time runs out."""

    caller: Seat
    conceded: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Demonstration:
    """What an attempt to refute an OYE goes back to if it fails: the call, and the track."""

    oye: Oye
    track: Track


@dataclass(frozen=True)
class Attempt:
    """A seat owes a standard move."""

    seat: Seat
    is_second: bool = False
    """Whether the first move matched nothing and this one counts for light cards."""
    demonstration: Demonstration | None = None
    """Set where the attempt is to refute an OYE."""
    has_matched: bool = False
    """Rumkugeln: whether a card was laid off this turn."""
    idle_turns: int = 0
    """Rumkugeln: turns before this one, without a break, that laid off no card."""


@dataclass(frozen=True)
class ExceptionalMove:
    """A seat owes an exceptional move; the table plays it at once."""

    seat: Seat
    idle_turns: int = 0
    """Rumkugeln: turns up to this one, without a break, that laid off no card."""


@dataclass(frozen=True)
class FreePlay:
    """A track without cards: one seat may play any standard move, and nothing comes of it. The
    exceptional move may be played, too. It is not among the legal actions, as docs/rules.md counts
    standard moves only."""

    seat: Seat = 1


@dataclass(frozen=True)
class Over:
    """Nothing is owed: the match is over."""

    outcome: Outcome


Duty = Calling | Oye | Attempt | ExceptionalMove | FreePlay | Over
