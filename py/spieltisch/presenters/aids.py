"""What the match screen shows of the help that a session has given."""

from __future__ import annotations

from spieltisch.play.match import Match
from spieltisch.session.hints import helper_of
from spieltisch.session.review import can_review, progress, turnings
from spieltisch.session.session import Session
from spieltisch.session.watching import is_watched
from spieltisch.table import Outcome
from spieltisch.views.aids import Aids
from spieltisch.views.judgement import Judgement, Judging, judging_text
from spieltisch.views.review import ReviewFace, TurningFace, done_text, turning_text
from spieltisch.views.scene import Scene
from spieltisch.views.watching import Watching


def aids_of(session: Session, match: Match) -> Aids:
    """What can help now, and what has."""
    is_over = can_review(match)
    return Aids(
        can_hint=helper_of(match) != "",
        judging=judging_of(session, match) if session.study.is_open else None,
        can_review=is_over,
        review=review_of(session, match) if is_over and session.study.is_reviewed else None,
    )


def spoken(session: Session, match: Match, scene: Scene) -> str | None:
    """What is said of it, where the news are of it."""
    words, kind = scene.words, session.news.kind if session.news else ""
    if kind == "judged":
        return judging_text(scene, judging_of(session, match))
    if kind == "reviewing":
        return words.gettext("The review begins.")
    if kind == "reviewed":
        return done_text(words, review_of(session, match))
    if kind == "no-turning":
        return words.gettext("There is no further turning point.")
    if kind == "turned":
        turning = aids_of(session, match).turnings.get(match.shown)
        return turning_text(scene, turning) if turning else ""
    return None


def review_of(session: Session, match: Match) -> ReviewFace:
    """What looking back has brought."""
    done, total = progress(session.study, match)
    faces = tuple(
        TurningFace(
            one.number,
            one.seat,
            one.action,
            round(100 * one.before),
            round(100 * one.after),
            one.better,
            one.is_grave,
        )
        for one in turnings(session.study, match)
    )
    return ReviewFace(done, total, session.study.is_reviewing, faces)


def watching_of(session: Session, match: Match) -> Watching | None:
    """How a match among bots is watched, while it goes on."""
    if not is_watched(match) or match.last_position.outcome is not None:
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
