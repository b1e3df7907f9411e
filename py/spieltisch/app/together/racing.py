"""Acting where one device decides for all (docs/fair_calls.md): guests ask, the host decides."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spieltisch.app.session import Result, Session
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import Hosting, Visiting
from spieltisch.live.fair_calls import verdict_of
from spieltisch.live.led_messages import MOST_SINCE_MS, Called
from spieltisch.live.log import digest
from spieltisch.play.match import Match
from spieltisch.play.planning import PlannedAction
from spieltisch.play.timing import Call
from spieltisch.table import Seat, Tie


def asked(
    session: Session, table: TableScreen, match: Match, seat: Seat, action: Any, at_ms: float
) -> Result:
    """A person here has chosen what to do: tell the host, which decides whether it counts."""
    live, timing = session.live, table.timing
    session = session.on(table.for_match(match))
    if not isinstance(live, Visiting) or live.match_id != table.match_id:
        return session, ()
    if live.guest.has is None or timing.gate is not None:
        return session, ()
    since_ms = at_ms - timing.shown_ms if timing.is_planned_for(match) else 0.0
    called = Called(
        live.guest.match_id,
        live.guest.round,
        match.shown,
        digest(match, match.shown),
        seat,
        match.rules.format_action(action),
        min(max(0, round(since_ms)), MOST_SINCE_MS),
    )
    live = replace(live, guest=live.guest.calling(called))
    return replace(session, live=live), sent(((live.line, called),))


def decided(
    session: Session, match: Match, acts: Sequence[Call | PlannedAction], tie: Tie | None
) -> Session:
    """The host has decided who was first: if several had called, all devices are to be told."""
    live = session.live
    if not isinstance(live, Hosting) or not match.is_led or len(acts) < 2:
        return session
    referee = replace(live.referee, verdict=verdict_of(acts, tie))
    return replace(session, live=replace(live, referee=referee))
