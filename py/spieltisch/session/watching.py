"""Watching bots play each other: halting them, and letting them move one by one."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.play.bots import is_search
from spieltisch.play.match import Match
from spieltisch.session.requests import GoOn, Halt, Step
from spieltisch.session.session import Result, Session

PACE_MS = {"slow": 3000.0, "normal": 1200.0, "fast": 250.0}
"""How long after a move the next one comes at the soonest, by the settings' pace."""


def is_watched(match: Match) -> bool:
    """Whether nobody plays but bots that look ahead; AYA's are watched for how fast they are."""
    seats = range(1, match.setup.seats + 1)
    return is_search(match.setup.game) and not any(map(match.is_human, seats))


def watch(session: Session, message: Halt | GoOn | Step) -> Result:
    """Whoever watches halts the bots, lets them go on, or has one of them move."""
    match, tempo = session.match, session.tempo
    if match is None or not is_watched(match):
        return session, ()
    match message:
        case Halt():
            tempo = tempo.halted()
        case GoOn(at_ms):
            tempo = tempo.going_on(at_ms)
        case Step(at_ms):
            tempo = tempo.stepping(at_ms)
    return replace(session, tempo=tempo), ()
