"""Looking back at a match that is over: which actions turned it, and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spieltisch.play.bots import is_search
from spieltisch.play.match import Match
from spieltisch.session.requests import NextTurning, TurnTo
from spieltisch.session.session import Result, Session
from spieltisch.session.study import Study
from spieltisch.table import Seat

MISTAKE, BLUNDER = 0.2, 0.4
"""Whoever loses so much of the expected result with one action has turned the match."""

REVIEW_NODES = {"yala": 20_000, "myra": 9_000}
"""So many positions are looked at for each one that is judged, by game: a fraction of a second."""


@dataclass(frozen=True)
class Turning:
    """An action that turned a match.

    Attributes:
        number: which action, counted from 1.
        seat: whose it was.
        action: it, as text.
        before, after: what the seat could expect, 0 to 1.
        better: what would have been better, and what would have followed, as texts.
    """

    number: int
    seat: Seat
    action: str
    before: float
    after: float
    better: tuple[str, ...]

    @property
    def is_grave(self) -> bool:
        """Whether it was a blunder rather than a mistake."""
        return self.before - self.after >= BLUNDER


def can_review(match: Match) -> bool:
    """Whether there is a whole match to look back at."""
    return is_search(match.setup.game) and match.last_position.outcome is not None


def next_unknown(session: Session, match: Match) -> int | None:
    """The first moment that is still to be judged for the review; None if there is none."""
    if not session.study.is_reviewing or not can_review(match):
        return None
    return next(_unknown(session.study, match), None)


def progress(study: Study, match: Match) -> tuple[int, int]:
    """How many moments have been judged, and how many there are to judge."""
    total = len(match.turns)
    return total - sum(1 for _ in _unknown(study, match)), total


def _unknown(study: Study, match: Match) -> Iterator[int]:
    moments = range(len(match.turns))
    return (shown for shown in moments if study.finding(match, shown) is None)


def turnings(study: Study, match: Match) -> tuple[Turning, ...]:
    """The actions that turned a match, as far as it has been judged, in order."""
    if not study.is_reviewed or not can_review(match):
        return ()
    return tuple(_turnings(study, match))


def _turnings(study: Study, match: Match) -> Iterator[Turning]:
    for number, entry in enumerate((turn.entry for turn in match.turns), 1):
        found = study.finding(match, number - 1)
        if found is None or found.line[0] == entry.action:
            continue
        after = _expected(study, match, number, found.seat)
        if after is not None and found.expected - after >= MISTAKE:
            yield Turning(number, found.seat, entry.action, found.expected, after, found.line)


def _expected(study: Study, match: Match, number: int, seat: Seat) -> float | None:
    """What a seat can expect after so many actions; None while that is not known.

    Where more than two play, a judgement tells of one seat alone: what counts then is what the seat
    can expect when its turn comes again.
    """
    for shown in range(number, len(match.turns) + 1):
        outcome = match.position_at(shown).outcome
        if outcome is not None:
            return 0.5 if outcome.is_draw else float(seat in outcome.winners)
        found = study.finding(match, shown)
        if found is None:
            return None
        if found.seat == seat:
            return found.expected
        if match.setup.seats == 2:
            return 1 - found.expected
    return None


def review(session: Session) -> Result:
    """The review begins, or goes on where it was stopped."""
    match = session.match
    if match is None or session.asked is not None or not can_review(match):
        return session, ()
    study = replace(session.study, is_reviewing=True, is_reviewed=True)
    session = replace(session, study=study)
    if next_unknown(session, match) is None:
        return arrived(session), ()
    return session.saying("reviewing"), ()


def stop(session: Session) -> Result:
    """The review ends where it is."""
    if not session.study.is_reviewing:
        return session, ()
    study = replace(session.study, is_reviewing=False)
    return replace(session, study=study).saying("reviewed"), ()


def arrived(session: Session) -> Session:
    """The review is over once nothing is unknown any more."""
    match, study = session.match, session.study
    if match is None or not study.is_reviewing or next_unknown(session, match) is not None:
        return session
    return replace(session, study=replace(study, is_reviewing=False)).saying("reviewed")


def turn(session: Session, message: TurnTo | NextTurning) -> Result:
    """A turning point comes on screen: one by its number, or the next or previous one."""
    match = session.match
    if match is None:
        return session, ()
    numbers = [one.number for one in turnings(session.study, match)]
    match message:
        case TurnTo(number):
            goal = number if number in numbers else None
        case NextTurning(is_back=True):
            goal = max((n for n in numbers if n < match.shown), default=None)
        case _:
            goal = min((n for n in numbers if n > match.shown), default=None)
    if goal is None:
        return session.saying("no-turning"), ()
    return session.with_match(match.show(goal)).saying("turned"), ()
