"""What a scene shows of a session beside the position: clocks, calls, keys, helps, best runs."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.play.match import Match
from spieltisch.session.bindings import label
from spieltisch.session.runs import kind_of
from spieltisch.session.session import Session
from spieltisch.table import AnyPosition, AnyRules, Turn, play
from spieltisch.views.bindings import RehearsalPicture
from spieltisch.views.scene import ClockFace, HelpFace, RunFace, TieFace

MOST_RECENT = 3
"""So many of the last actions are shown with what they brought about."""


def recent_turns(match: Match) -> tuple[Turn, ...]:
    """The last few actions, the latest last."""
    return match.turns[max(0, match.shown - MOST_RECENT) : match.shown]


def people_of(match: Match) -> frozenset[int]:
    """The seats on which people sit."""
    return frozenset(seat for seat in range(1, match.setup.seats + 1) if match.is_human(seat))


def key_labels(session: Session) -> Mapping[str, str]:
    """What is printed on the key of every slot."""
    layout = {**session.layout, **session.settings.labels}
    return {slot: label(code, layout) for slot, code in session.settings.bound.items()}


def rehearsal_picture(session: Session) -> RehearsalPicture:
    """Who holds a key to try it."""
    tried = session.rehearsal
    return RehearsalPicture(
        key_labels(session), tried.seats, tried.held, tried.together, tried.dropped, tried.silent
    )


def clock_face(session: Session, match: Match) -> ClockFace | None:
    """The clock that runs in the position on screen."""
    clock = session.tempo.clock
    if clock is None or session.tempo.planned_for is not match.position:
        return None
    return ClockFace(clock.name, clock.from_ms, clock.until_ms)


def tie_face(session: Session) -> TieFace | None:
    """The last decision who was first, if it was drawn."""
    tie = session.tempo.tie
    return None if tie is None else TieFace(tie.seats, tie.margin_ms)


def help_face(session: Session, match: Match) -> HelpFace | None:
    """What a person was told on request."""
    told = session.help
    if told is None:
        return None
    if told.advice is None:
        return HelpFace(told.step, is_lost=not told.is_awaited, is_awaited=told.is_awaited)
    if isinstance(told.advice, str):
        turn = turn_of(match.position, told.advice, match.rules)
        return HelpFace(told.step, is_lost=False, moves=(told.advice,), turn=turn)
    return HelpFace(told.step, is_lost=False, cards=told.advice.cards, moves=told.advice.actions)


def turn_of(position: AnyPosition, text: str, rules: AnyRules) -> Turn:
    """What an action would bring about, of the one seat that may act."""
    (seat,) = position.active_seats
    return play(rules, position, seat, rules.parse_action(text))


def run_faces(session: Session, match: Match) -> tuple[RunFace, ...]:
    """The best runs of the kind that a match is."""
    kind = kind_of(match)
    return tuple(RunFace(*run) for run in session.runs.get(kind, ())) if kind else ()
