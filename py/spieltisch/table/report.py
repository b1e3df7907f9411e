"""What is told of a match beside its positions: clocks, ties, runs, calls, and what a search has
found."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from spieltisch.table.position import Seat


@dataclass(frozen=True)
class Clock:
    """A clock that runs.

    Attributes:
        name: as in TimeLimit.
        from_ms, until_ms: when it started and when it runs out, by the caller's clock.
    """

    name: str
    from_ms: float
    until_ms: float


@dataclass(frozen=True)
class Gate:
    """Holds time back in a race, or where seats have clocks, until people have said that they are
    ready; then it counts down.

    Bots and clocks wait behind it, people do not: what they play opens it at once. Only a pause
    that nobody has ended yet holds them back as well, as they cannot see the table then.

    Attributes:
        reason: ``start``; ``return``, to a match that was left in the middle; ``turn``, the same
            where seats have clocks; or ``pause``.
        opens_at_ms: when it opens, by the caller's clock; None until somebody is ready.
        count: the second that the countdown is at: 3, 2, 1; 0 before it begins.
    """

    reason: str
    opens_at_ms: float | None = None
    count: int = 0

    @property
    def holds_people(self) -> bool:
        """Whether people may not act either."""
        return self.reason == "pause" and self.opens_at_ms is None


@dataclass(frozen=True)
class Tie:
    """Calls too close to tell who was first.

    Attributes:
        seats: who called, the one that the draw favoured first.
        margin_ms: how far apart they were.
    """

    seats: tuple[Seat, ...]
    margin_ms: float


class Run(NamedTuple):
    """One solitaire, from its first move to its end; better runs sort first.

    Attributes:
        left: how many cards were not cleared.
        helps: how often a hint was given or something taken back.
        ms: how long it took.
    """

    left: int
    helps: int
    ms: int


class TimedCall(NamedTuple):
    """A call that something has come of.

    Attributes:
        seat, word: who called what.
        kind: what it was about, one of the game's; empty where it was wrong.
        ms: how long after it could have been called first; None where that is not known.
        is_right: whether what was called was there.
    """

    seat: Seat
    word: str
    kind: str
    ms: int | None
    is_right: bool


@dataclass(frozen=True)
class Refutation:
    """How an action is answered best, as far as was found.

    Attributes:
        action: the answer, as text.
        wins_in: within how many of its own moves the seat that answers is proved to win; None where
            that is not proved.
    """

    action: str
    wins_in: int | None


@dataclass(frozen=True)
class Evaluation:
    """What was found about one position.

    Attributes:
        position: the very position; another match's, or another way's, is another one.
        seat: who is to act there, and whose chances these are.
        win_probability: 0 is a loss for the seat, 1 a win.
        ends_in: in how many actions the end is seen; None where it is not.
        variation: the best line, as texts, the best action first; empty where the match is over.
        is_final: whether as much was thought as can be; else more may be found.
    """

    position: Any
    seat: Seat
    win_probability: float
    ends_in: int | None
    variation: tuple[str, ...]
    is_final: bool = True

    @property
    def percent(self) -> int:
        """The win probability in percent; only what is certain is 0 or 100."""
        percent = round(100 * self.win_probability)
        is_certain = self.ends_in is not None or not self.variation
        return percent if is_certain else min(99, max(1, percent))

    @property
    def wins_in(self) -> int | None:
        """Within how many of its own moves the seat is proved to win; None where it is not."""
        if self.ends_in is None or self.win_probability < 1:
            return None
        return (self.ends_in + 1) // 2

    @property
    def refutation(self) -> Refutation | None:
        """How the action is answered best that led here; None where the match is over."""
        return Refutation(self.variation[0], self.wins_in) if self.variation else None
