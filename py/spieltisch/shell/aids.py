"""What the match screen shows of the help that a session has given."""

from __future__ import annotations

from spieltisch.session.hints import helper_of
from spieltisch.session.match import Match
from spieltisch.session.session import Session
from spieltisch.session.watching import is_watched
from spieltisch.table import Outcome
from spieltisch.views.aids import Aids
from spieltisch.views.judgement import Judgement, Judging
from spieltisch.views.watching import Watching


def aids_of(session: Session, match: Match) -> Aids:
    """What can help now, and what has."""
    return Aids(
        can_hint=helper_of(match) != "",
        judging=judging_of(session, match) if session.study.is_open else None,
    )


def watching_of(session: Session, match: Match) -> Watching | None:
    """How a match among bots is watched, while it goes on."""
    if not is_watched(match) or match.positions[-1].outcome is not None:
        return None
    return Watching(session.settings.pace, session.tempo.is_halted)


def judging_of(session: Session, match: Match) -> Judging:
    """How the position on screen is judged, as far as that is known."""
    outcome = match.position.outcome
    if outcome is not None:
        return Judging(_of_outcome(outcome), session.bots)
    found = session.study.finding(match, match.shown)
    if found is None:
        return Judging(None, session.bots)
    judgement = Judgement(found.seat, found.expected, found.ends_in, found.line, found.is_whole)
    return Judging(judgement, session.bots)


def _of_outcome(outcome: Outcome) -> Judgement:
    """A match that is over is certain: the winner has all, or each a half."""
    seat = min(outcome.winners, default=1)
    return Judgement(seat, 1.0 if outcome.winners else 0.5, None, (), is_whole=True)
