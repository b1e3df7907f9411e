"""Help in steps, a step more of it each time: of a solver for solitaires, of the bots elsewhere."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.games.contract import Advice
from spieltisch.play.bots import is_search
from spieltisch.play.match import Match, format_match
from spieltisch.session import solitaire
from spieltisch.session.messages import Keep
from spieltisch.session.runs import kind_of
from spieltisch.session.session import Help, Result, Session, people_to_act

MOST_STEPS = {"solitaire": 3, "search": 2}


def helper_of(match: Match) -> str:
    """Who can help the person who is to act: ``solitaire``, ``search``; empty for nobody."""
    if match.is_over:
        return ""
    if kind_of(match) is not None:
        return "solitaire"
    return "search" if is_search(match.setup.game) and people_to_act(match) else ""


def hint(session: Session) -> Result:
    """A step more of help.

    It counts once for a position, however many steps were wanted.
    """
    match, told = session.match, session.help
    helper = helper_of(match) if match is not None and session.asked is None else ""
    if match is None or not helper:
        return session, ()
    if told is not None and told.is_awaited:
        return session.saying("helped"), ()
    if told is None:
        told = _first(session, match, helper)
    told = replace(told, step=min(MOST_STEPS[helper], told.step + 1))
    is_counted = helper == "solitaire" and told.step == 1 and told.advice is not None
    if not is_counted:
        return _told(session, told), ()
    match = solitaire.helped(match)
    keep = Keep(match.setup.game, format_match(match))
    return _told(session.with_match(match), told), (keep,)


def check(session: Session) -> Result:
    """Whether a solitaire can still be cleared: no help, as it tells no way."""
    match = session.match
    if match is None or session.help is not None or helper_of(match) != "solitaire":
        return session, ()
    return _told(session, Help(0, solitaire.advice(match))), ()


def arrived(session: Session) -> Session:
    """What was awaited has been found, if it was."""
    match, told = session.match, session.help
    if match is None or told is None or not told.is_awaited:
        return session
    found = session.study.whole(match, match.shown)
    return session if found is None else _told(session, Help(told.step, found.line[0]))


def _first(session: Session, match: Match, helper: str) -> Help:
    """What there is to be told, step by step."""
    advice: Advice | str | None
    if helper == "solitaire":
        advice = solitaire.advice(match)
        return Help(0, advice)
    found = session.study.whole(match, match.shown)
    return Help(0, found.line[0]) if found else Help(0, None, is_awaited=True)


def _told(session: Session, told: Help) -> Session:
    return replace(session, help=told).saying("helped")
