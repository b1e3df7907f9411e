"""Judging the position on screen, on request: who stands how well, and the best line."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.play.bots import is_search
from spieltisch.play.match import Match
from spieltisch.session.session import Result, Session


def is_wanted(session: Session, match: Match) -> bool:
    """Whether the position on screen is still to be judged."""
    is_judged = match.is_over or session.study.whole(match, match.shown) is not None
    return session.study.is_open and not is_judged


def toggle(session: Session) -> Result:
    """The judging begins, or ends."""
    if not session.study.is_open:
        return judge(session)
    return replace(session, study=replace(session.study, is_open=False, is_asked=False)), ()


def judge(session: Session) -> Result:
    """The judgement is to be said: at once, or as soon as there is one."""
    match = session.match
    if match is None or session.asked is not None or not is_search(match.setup.game):
        return session, ()
    session = replace(session, study=replace(session.study, is_open=True))
    is_asked = is_wanted(session, match)
    session = replace(session, study=replace(session.study, is_asked=is_asked))
    return session.saying("judged"), ()


def arrived(session: Session) -> Session:
    """What was to be said is there, if it is."""
    match, study = session.match, session.study
    if match is None or not study.is_asked or study.whole(match, match.shown) is None:
        return session
    return replace(session, study=replace(study, is_asked=False)).saying("judged")
