"""Turns are taken back when everybody who has a seat grants it."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from spieltisch.play.match import Match
from spieltisch.table import Seat


@dataclass(frozen=True)
class BackAsked:
    """A wish to take turns back.

    Attributes:
        length: how many turns are to count.
        shown: how many counted when it was made: it lapses when anything else happens.
        seat: whose wish it is.
        waits_for: whose answers are awaited, on the host: the lines of guests, and None for the
            people there.
    """

    length: int
    shown: int
    seat: Seat
    waits_for: frozenset[int | None] = frozenset()

    def is_open(self, match: Match) -> bool:
        """Whether it can still be granted."""
        return self.shown == match.shown


def wished(match: Match, seats: Collection[Seat]) -> BackAsked | None:
    """What people at these seats can wish: to choose once more what they chose last. None where
    they have chosen nothing yet."""
    for length in range(match.shown - 1, -1, -1):
        turn = match.turns[length]
        if turn.seat in seats and match.rules.automatic_action(turn.before) is None:
            return BackAsked(length, match.shown, turn.seat)
    return None


def gone_back(match: Match, length: int) -> Match:
    """The match without the turns after the first ones: nobody plays them again."""
    return replace(match, turns=match.turns.cut(length), shown=length)
