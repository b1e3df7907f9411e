"""What everybody who has a seat must grant: taking turns back, and help by computers."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from spieltisch.play.match import Match
from spieltisch.table import Seat


@dataclass(frozen=True)
class BackAsked:
    """A wish to take turns back."""

    length: int
    """How many turns are to count."""
    shown: int
    """How many counted when it was made: it lapses when that changes."""
    seat: Seat
    """Whose wish it is."""
    waits_for: frozenset[int | None] = frozenset()
    """On the host, whose answers are missing: the lines of guests, and None for the people at the
    host."""

    def is_open(self, match: Match) -> bool:
        """Whether it can still be granted."""
        return self.shown == match.shown


def wished(match: Match, seats: Collection[Seat]) -> BackAsked | None:
    """What people at these seats can wish: to choose once more what they chose last. None if they
    have chosen nothing yet."""
    for length in range(match.shown - 1, -1, -1):
        turn = match.turns[length]
        if turn.seat in seats and match.rules.automatic_action(turn.before) is None:
            return BackAsked(length, match.shown, turn.seat)
    return None


def gone_back(match: Match, length: int) -> Match:
    """The match with only its first ``length`` turns counting. The others are kept until another is
    played: whoever played the next may play it again."""
    return match.show(length)


def may_redo(match: Match) -> bool:
    """Whether the next turn that was taken back is that of people here, who may play it again."""
    return match.shown < len(match.turns) and match.turns[match.shown].seat in match.here


def with_help(match: Match, agreed: Collection[Seat]) -> Match:
    """The match in which computers help, if the people at all seats agree to that."""
    is_helped = {*match.shared, *match.people} <= set(agreed)
    return match if is_helped == match.is_helped else replace(match, is_helped=is_helped)
