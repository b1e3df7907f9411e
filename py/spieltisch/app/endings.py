"""How a match ended, from the side of the person who looks at it."""

from typing import Literal

from spieltisch.app.names import addressed
from spieltisch.table import DRAWN, Finish, Outcome, Seat


def own_seat(people: frozenset[Seat]) -> Seat:
    """The seat whose chances are shown: that of the only person who played, else the first."""
    return addressed(people) or 1


def mood_of(outcome: Outcome, people: frozenset[Seat], seats: int) -> Finish | Literal["told"]:
    """How a match ended for the only person who played; ``told`` if no or several people played and
    somebody has won."""
    own = addressed(people)
    if own is None:
        return "told" if outcome.winners else DRAWN
    return outcome.result_for(own, seats)
