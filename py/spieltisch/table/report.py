"""What is shown of a match besides its positions: clocks, ties, runs, calls, and what a search has
found."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, Self

from spieltisch.table.marks import COUNT
from spieltisch.table.position import Seat


@dataclass(frozen=True)
class Clock:
    name: str
    """As in TimeLimit."""
    from_ms: float
    """When it started, by the caller's clock."""
    until_ms: float


class GateReason(StrEnum):
    """Why time is held back."""

    START = "start"
    RETURN = "return"
    """To a match that was left in the middle."""
    TURN = "turn"
    """Somebody is to move whose clock will run."""
    PAUSE = "pause"


@dataclass(frozen=True)
class Gate:
    """Holds time back in a race, or where seats have clocks, until people have said that they are
    ready; then it counts down.

    Bots and clocks wait until it opens, people do not: an action of theirs opens it at once. Only a
    pause that nobody has ended yet holds people back as well, as they cannot see the table then.
    """

    reason: GateReason
    opens_at_ms: float | None = None
    """When it opens, by the caller's clock; None until somebody is ready."""
    count: int = 0
    """The second that the countdown is at: 3, 2, 1; 0 before it begins."""

    @property
    def holds_people(self) -> bool:
        """Whether people may not act either."""
        return self.reason is GateReason.PAUSE and self.opens_at_ms is None


@dataclass(frozen=True)
class Tie:
    """Calls too close to tell who was first."""

    seats: tuple[Seat, ...]
    """Who called, the winner of the draw first."""
    margin_ms: float
    """How far apart they were."""


class Run(NamedTuple):
    """One solitaire, from its first move to its end; better runs sort first."""

    left: Annotated[int, COUNT]
    """How many cards were not cleared."""
    helps: Annotated[int, COUNT]
    """How often a hint was given or something taken back."""
    ms: Annotated[int, COUNT]
    """How long it took."""


class TimedCall(NamedTuple):
    """A call that turned out to be right or wrong."""

    seat: Seat
    word: str
    kind: str
    """What it was about, one of the game's kinds; empty if it was wrong."""
    ms: int | None
    """How long after the call first became possible; None if that is not known."""
    is_right: bool
    number: int = 0
    """Which turn the call was, counted from 1."""


@dataclass(frozen=True)
class Refutation:
    """The best answer to an action that was found."""

    action: str
    """The answer, as text."""
    wins_in: int | None
    """Within how many of its own moves the seat that answers is proved to win; None if that is not
    proved."""


@dataclass(frozen=True)
class Evaluation:
    """What was found about one position."""

    position: Any
    """The position, with its past."""
    seat: Seat
    """Who is to act there, and whose chances these are."""
    win_probability: float
    """0 is a loss for the seat, 1 a win."""
    ends_in: int | None
    """In how many actions the match is proved to end; None if that is not proved."""
    variation: tuple[str, ...]
    """The best line, as texts, the best action first; empty if the match is over."""
    is_final: bool = True
    """Whether the search is complete; else it may find more."""
    depth: int = 0
    """How many actions ahead was looked; 0 where that is not known."""
    others: tuple[Self, ...] = ()
    """What comes of the next best actions, each with its own line, the best first."""

    @property
    def percent(self) -> int:
        """The win probability in percent; 0 and 100 only if the result is certain."""
        percent = round(100 * self.win_probability)
        is_certain = self.ends_in is not None or not self.variation
        return percent if is_certain else min(99, max(1, percent))

    @property
    def wins_in(self) -> int | None:
        """Within how many of its own moves the seat is proved to win; None if it is not."""
        if self.ends_in is None or self.win_probability < 1:
            return None
        return (self.ends_in + 1) // 2

    @property
    def refutation(self) -> Refutation | None:
        """The best answer to the action that led here; None if the match is over."""
        return Refutation(self.variation[0], self.wins_in) if self.variation else None
