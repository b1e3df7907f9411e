"""Time at the table, as it is shown: a clock that runs, and calls too close to tell apart."""

from dataclasses import dataclass

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
class Tie:
    """Calls too close to tell who was first.

    Attributes:
        seats: who called, the one that the draw favoured first.
        margin_ms: how far apart they were.
    """

    seats: tuple[Seat, ...]
    margin_ms: float
