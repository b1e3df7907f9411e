"""Bots that look ahead: what the page is to ask of them, and what becomes of their answers.

What is wanted follows from the session alone. The shell compares it with what is being thought
about, and starts or stops accordingly: nothing is left thinking for a position that is gone.
"""

from __future__ import annotations

from dataclasses import replace

from spieltisch.play.bots import is_search
from spieltisch.play.match import Match
from spieltisch.play.service import Answer, SearchRequest
from spieltisch.play.timing import PlannedAction
from spieltisch.session import analysis, hints, review
from spieltisch.session.session import Foreseen, Result, Session
from spieltisch.session.study import Finding
from spieltisch.session.watching import PACE_MS, is_watched
from spieltisch.table import Seat

SHORTEST_MS = 700.0
"""A bot's move comes no sooner after a person's, so that it can be followed."""


def may_ask_soon(session: Session) -> bool:
    """Whether it is worth having a worker ready: a bot that looks ahead sits at the table or is
    being sat there; or people play, who may want to know what it thinks.
    """
    match, draft = session.match, session.draft
    if match is not None:
        seats = range(1, match.setup.seats + 1)
        has_bots = not all(map(match.is_human, seats))
        return is_search(match.setup.game) and (has_bots or bool(match.record.entries))
    if session.link.screen != "setup" or draft is None:
        return False
    return is_search(draft.game) and any(one.controller != "human" for one in draft.players)


def wanted_thought(session: Session) -> SearchRequest | None:
    """What has to be thought about now; None for nothing. What the match waits for comes first."""
    question = bot_thought(session)
    if question is None:
        studied = _studied(session)
        question = studied[1] if studied else None
    return question


def bot_thought(session: Session) -> SearchRequest | None:
    """What a bot has to think about now; None for nothing."""
    match = session.match
    if match is None or session.next_wake_ms == 0 or session.asked is not None:
        return None
    if match.is_over or not match.is_at_end or session.tempo.plans:
        return None
    setup = match.setup
    if not is_search(setup.game):
        return None
    for seat in sorted(match.position.active_seats):
        level = match.bot_level(seat)
        if level is not None:
            asked = _question(match, match.shown, seat)
            mind = f"{setup.game} {setup.start} {seat}"
            return replace(asked, ticket=f"bot {asked.ticket}", level=level, match=mind)
    return None


def _studied(session: Session) -> tuple[int, SearchRequest] | None:
    """Which moment of the match a person wants to know about, and what; None for nothing."""
    match = session.match
    if match is None or session.asked is not None:
        return None
    is_awaited = session.help is not None and session.help.is_awaited
    if is_awaited or analysis.is_wanted(session, match):
        return match.shown, _question(match, match.shown, min(match.position.active_seats))
    unknown = review.next_unknown(session, match)
    if unknown is None:
        return None
    question = _question(match, unknown, min(match.position_at(unknown).active_seats))
    ticket = f"review {question.ticket}"
    nodes = review.REVIEW_NODES[match.setup.game]
    return unknown, replace(question, ticket=ticket, nodes=nodes)


def _question(match: Match, shown: int, seat: Seat) -> SearchRequest:
    """The question about a moment of a match, as well as can be answered."""
    setup, position = match.setup, match.position_at(shown)
    moment = f"{setup.game} {setup.start} {shown}"
    return SearchRequest(
        ticket=f"{moment} {match.rules.format_position(position)}",
        game=setup.game,
        position=position.observe(seat),
        seat=seat,
        level=0,
        seed=f"{setup.seed} {moment}",
    )


def answered(session: Session, answer: Answer, at_ms: float) -> Result:
    """Something has been found; an answer to what is no longer asked is dropped."""
    question, match = wanted_thought(session), session.match
    if question is None or question.ticket != answer.ticket or match is None:
        return session, ()
    if question.level:
        action = match.rules.parse_action(answer.action)
        plan = PlannedAction(_soonest(session, match, at_ms), question.seat, action)
        tempo = replace(session.tempo, plans=(plan,))
        return replace(session, tempo=tempo, foreseen=_foreseen(match, answer)), ()
    session = _with_finding(session, match, answer, is_final=True)
    return review.arrived(analysis.arrived(hints.arrived(session))), ()


def _foreseen(match: Match, answer: Answer) -> Foreseen | None:
    if answer.ends_in is None or answer.win_probability < 1:
        return None
    return Foreseen(match.position, answer.action, answer.ends_in - 1)


def found(session: Session, answer: Answer) -> Session:
    """Something has been found, and is still being thought about."""
    question, match = wanted_thought(session), session.match
    if question is None or question.ticket != answer.ticket or match is None:
        return session
    is_shown = not question.level and not question.nodes
    return _with_finding(session, match, answer, is_final=False) if is_shown else session


def _with_finding(session: Session, match: Match, answer: Answer, *, is_final: bool) -> Session:
    studied = _studied(session)
    if studied is None:
        return session
    shown, question = studied
    found = Finding(
        match.position_at(shown),
        question.seat,
        answer.win_probability,
        answer.ends_in,
        answer.variation,
        is_whole=is_final and not question.nodes,
    )
    return replace(session, study=session.study.with_finding(shown, found))


def _soonest(session: Session, match: Match, at_ms: float) -> float:
    last = match.last_turn
    if last is None or session.zero_ms is None:
        return at_ms
    gap_ms = PACE_MS[session.settings.pace] if is_watched(match) else SHORTEST_MS
    return max(at_ms, session.zero_ms + last.at_ms + gap_ms)
