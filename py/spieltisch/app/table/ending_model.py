"""How the match on the table ended, from the side of the person who looks at it."""

from spieltisch.app.table import again
from spieltisch.app.table.review import can_review, curve_on
from spieltisch.app.table.state import TableScreen
from spieltisch.app.table.view.ending import Ending
from spieltisch.app.together.state import Live, is_led_elsewhere
from spieltisch.play.match import Match
from spieltisch.table import DRAWN, Outcome, Seat, bot_level


def ending_of(
    live: Live | None, table: TableScreen, match: Match, people: frozenset[Seat]
) -> Ending | None:
    """How a match ended and what can be done next; None before it has ended."""
    outcome = match.position.outcome
    if outcome is None:
        return None
    return Ending(
        mood=mood_of(outcome, people, match.setup.seats),
        is_open=table.shows_end,
        is_celebrated=bool(outcome.winners & people),
        can_swap=again.swapped(match) is not None,
        next_level=_next_level(match),
        can_review=can_review(match),
        review=curve_on(table.analysis, match) if table.shows_end and can_review(match) else None,
        own=own_seat(people),
        is_led_elsewhere=is_led_elsewhere(live, table.match_id),
    )


def own_seat(people: frozenset[Seat]) -> Seat:
    """The seat whose chances are shown: that of the only person who played, else the first."""
    return min(people) if len(people) == 1 else 1


def mood_of(outcome: Outcome, people: frozenset[Seat], seats: int) -> str:
    """How a match ended for the only person who played: ``won``, ``lost`` or ``drawn``; ``told``
    if no or several people played and somebody has won."""
    if len(people) != 1:
        return "told" if outcome.winners else DRAWN
    return outcome.result_for(min(people), seats)


def _next_level(match: Match) -> int | None:
    """The level of the weakest bot in the next harder match; None if there is none."""
    setup = again.harder(match)
    if setup is None:
        return None
    return min(filter(None, (bot_level(player.controller) for player in setup.players)))
