"""What only a solitaire has: a way to be found, and runs to be compared."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.games.aya.bots.advice import advise
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.contract import Advice
from spieltisch.play.match import Match
from spieltisch.session.messages import KeepRuns
from spieltisch.session.runs import format_runs, kind_of, run_of, with_run
from spieltisch.session.session import Result, Session


def advice(match: Match) -> Advice | None:
    """The way to clear all cards; None if there is none any more."""
    position = match.position
    return advise(position) if isinstance(position, AyaPosition) else None


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
