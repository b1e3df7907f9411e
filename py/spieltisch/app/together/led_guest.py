"""A guest's side of a match that another device leads: the host's time, and who was first."""

from dataclasses import replace

from spieltisch.app.effects import Effect
from spieltisch.app.session import Result, Session
from spieltisch.app.table import clocks, ready
from spieltisch.app.table.at import At
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import Visiting
from spieltisch.live import led_messages as led
from spieltisch.live.fair_calls import Verdict
from spieltisch.live.protocol import PeerMessage
from spieltisch.play.timing import Timing
from spieltisch.table import Gate


def hear(session: Session, live: Visiting, message: led.LedMessage, at_ms: float) -> Result:
    """The host has told something about time."""
    match message:
        case led.Ping(number=number):
            return session, to_host(live, led.Pong(live.guest.match_id, number))
        case led.Told(seats=seats, behind=behind) if len(seats) == len(behind):
            behind_ms = tuple(map(float, behind))
            verdict = Verdict(seats, behind_ms, message.is_drawn, message.is_corrected)
            return replace(session, live=replace(live, verdict=verdict)), ()
        case led.Held():
            return _held_back(session, live, message, at_ms), ()
    return session, ()


def _held_back(session: Session, live: Visiting, held: led.Held, at_ms: float) -> Session:
    """What holds time back has changed."""
    opens_at_ms = None if held.opens is None else at_ms + held.opens
    gate = None if held.reason == "none" else Gate(held.reason, opens_at_ms)
    session = replace(session, live=replace(live, gate=gate, is_ready=False))
    table, match = session.table, session.kept_match
    if table is None or match is None or table.match_id != live.match_id:
        return session
    if table.variation is not None:
        return session
    if gate is None:
        table = ready.opened(At(session, table, match), at_ms)
    else:
        timing = replace(_stopped(table.timing, at_ms), gate=gate).counted(at_ms)
        kind = "paused" if held.opens is None else "ready"
        table = replace(table, timing=timing).saying(kind)
    if held.passed is not None:
        table = clocks.having_run(table, match, at_ms, held.passed)
    return session.on(table)


def _stopped(timing: Timing, at_ms: float) -> Timing:
    return timing.paused(at_ms) if timing.gate is None else timing


def to_host(live: Visiting, message: PeerMessage) -> tuple[Effect, ...]:
    """The effects that send the host a message."""
    return sent(((live.line, message),))
