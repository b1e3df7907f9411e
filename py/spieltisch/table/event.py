"""What a turn brought about, in words that every game shares."""

from dataclasses import dataclass

from spieltisch.table.position import Outcome, Seat


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn. A game may add to it what its own views want to know.

    Sentences, motions, sounds and statistics hang on events, so the kinds are few and shared.

    Attributes:
        kind: what happened, in the past tense: ``moved``, ``built``, ``captured``, ``matched``,
            ``missed``, ``called``, ``eliminated``, ``won``, ``drawn``, ...
        seat: whose doing it was; CLOCK for the clock's.
        sites: where, in the order it happened: the way of a piece, first to last.
        target: the seat that it was done to, if any.
        count: how many of whatever it was done to.
    """

    kind: str
    seat: Seat
    sites: tuple[str, ...] = ()
    target: Seat | None = None
    count: int = 1


@dataclass(frozen=True)
class Ending(Event):
    """The match is over: ``won`` by its seat, ``drawn``, or ``lost`` by a seat that plays alone.

    Attributes:
        reason: as in Outcome.
    """

    reason: str = ""


def endings(outcome: Outcome | None, seat: Seat) -> tuple[Ending, ...]:
    """The last events of a turn: a win for every winner, or one draw; none while it goes on.

    Args:
        outcome: that of the position after the turn.
        seat: whose turn it was; a draw is told of it.
    """
    if outcome is None:
        return ()
    if outcome.is_draw:
        return (Ending("drawn", seat, reason=outcome.reason),)
    return tuple(Ending("won", one, reason=outcome.reason) for one in sorted(outcome.winners))
