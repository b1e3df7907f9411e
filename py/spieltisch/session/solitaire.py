"""What only a solitaire has: hints, and runs to be compared."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.games.aya.advice import Advice, advise
from spieltisch.games.aya.position import AyaPosition
from spieltisch.session.match import Match, format_match
from spieltisch.session.messages import Keep, KeepRuns
from spieltisch.session.runs import format_runs, kind_of, run_of, with_run
from spieltisch.session.session import Help, Result, Session

MOST_STEPS = 3


def hint(session: Session) -> Result:
    """A step more of help: there is a card, this card, this ball and end.

    It counts once for a position, however many steps were wanted.
    """
    match, told = session.match, session.help
    if match is None or not _can_help(match):
        return session, ()
    advice = _advice(match) if told is None else told.advice
    step = min(MOST_STEPS, (told.step if told else 0) + 1)
    if step > 1 or advice is None:
        return _told(session, step, advice), ()
    match = helped(match)
    keep = Keep(match.record.setup.game, format_match(match))
    return _told(session.with_match(match), step, advice), (keep,)


def check(session: Session) -> Result:
    """Whether the cards can still be cleared: no help, as it tells no way."""
    match = session.match
    if match is None or not _can_help(match) or session.help is not None:
        return session, ()
    return _told(session, 0, _advice(match)), ()


def _can_help(match: Match) -> bool:
    return kind_of(match) is not None and not match.is_over


def _advice(match: Match) -> Advice | None:
    position = match.position
    return advise(position) if isinstance(position, AyaPosition) else None


def _told(session: Session, step: int, advice: Advice | None) -> Session:
    return replace(session, help=Help(step, advice)).saying("helped")


def helped(match: Match) -> Match:
    """The match with one more help counted, where helps are counted."""
    return match if kind_of(match) is None else replace(match, helps=match.helps + 1)


def note_run(session: Session, match: Match) -> Result:
    """A solitaire that has come to its end is compared with the best ones."""
    kind, run = kind_of(match), run_of(match)
    if kind is None or run is None:
        return session, ()
    runs = with_run(session.runs, kind, run)
    if runs == session.runs:
        return session, ()
    return replace(session, runs=runs), (KeepRuns(format_runs(runs)),)
