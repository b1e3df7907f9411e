"""How a match ended, from the side of the person who looks at it."""

from spieltisch.table import DRAWN, Outcome, Seat


def own_seat(people: frozenset[Seat]) -> Seat:
    """The seat whose chances are shown: that of the only person who played, else the first."""
    return min(people) if len(people) == 1 else 1


def mood_of(outcome: Outcome, people: frozenset[Seat], seats: int) -> str:
    """How a match ended for the only person who played: ``won``, ``lost`` or ``drawn``; ``told``
    if no or several people played and somebody has won."""
    if len(people) != 1:
        return "told" if outcome.winners else DRAWN
    return outcome.result_for(min(people), seats)
