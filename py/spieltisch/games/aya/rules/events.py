"""What a turn of AYA brought about, for sentences, motions, sounds and statistics."""

from collections.abc import Iterable
from dataclasses import dataclass

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.duties import Attempt, AyaAction, Oye
from spieltisch.games.aya.rules.matches import CardMatch, matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import LEFT, RIGHT, ZONE_BALLS
from spieltisch.table import Ending, Event, EventKind, Seat, TimedCall, Turn, endings

KINDS = frozenset(
    ("called", "moved", "matched", "missed", "refuted", "taken-back", "conceded", "stood")
)
"""Every kind of AyaEvent.

``called``: a seat has called; see AyaEvent.call.
``moved``: balls were pushed in; ``sites`` are each one's place and end, in turn: ``4 R``, or
``1 L 5 R`` for the exceptional move. If nothing follows, a light card allows a second move.
``matched``: an attempt has matched cards. ``missed``: it has failed.
``refuted``: a demonstration has matched; ``target`` is the caller whose OYE was wrong.
``taken-back``: a demonstration has failed, or time has cut it short.
``conceded``: a seat will not refute the OYE of ``target``.
``stood``: nobody has refuted the OYE that the event's seat called.
"""


@dataclass(frozen=True)
class AyaEvent(Event):
    """One thing that happened, see KINDS; ``count`` says how many cards were matched or refuted."""

    call: AyaAction = ""
    """``called``: AYA, OYE, or REFUTE where the seat says that it can refute an OYE."""
    cards: tuple[OpenCard, ...] = ()
    """``matched``, ``refuted``: the open cards that were matched, where they lay before."""
    overlooked: tuple[CardMatch, ...] = ()
    """``stood``: the matches that were possible all the time; () if the call was right."""
    has_expired: bool = False
    """``missed``, ``stood``: whether because time ran out."""


def events_of(turn: Turn) -> tuple[Event, ...]:
    """What a legal action brought about, in the order it happened, as AyaEvents; and how the match
    ended, if it did. Positions may be observed."""
    happened = _happened(turn.before, turn.seat, turn.action)
    outcome = turn.after.outcome
    # A broken solitaire, which nobody wins, is lost, not drawn.
    if outcome and outcome.is_draw:
        return (*happened, Ending("lost", turn.seat, reason=outcome.reason))
    return (*happened, *endings(outcome, turn.seat))


def sites_of(move: AyaAction) -> tuple[str, ...]:
    """The balls that a move takes and the ends where it pushes them in: ball, end, ball, end."""
    if move == duties.EXCEPTIONAL:
        return (ZONE_BALLS[0], LEFT, ZONE_BALLS[-1], RIGHT)
    return (move[0], move[1])


def _happened(before: AyaPosition, seat: Seat, action: AyaAction) -> tuple[AyaEvent, ...]:
    duty = before.duty
    if isinstance(duty, duties.Over):
        raise ValueError(f"nothing can happen any more: seat {seat}, {action}")
    if isinstance(duty, duties.Calling):
        return (AyaEvent("called", seat, call=action),)
    if isinstance(duty, Attempt):
        return _attempted(before, duty, action)
    if not isinstance(duty, Oye):
        return (AyaEvent("moved", seat, sites_of(action)),)
    if action == duties.REFUTE:
        return (AyaEvent("called", seat, target=duty.caller, call=duties.REFUTE),)
    if action != duties.CONCEDE:
        return (_stood(before, duty, has_expired=True),)
    conceded = AyaEvent("conceded", seat, target=duty.caller)
    if len(before.owing_seats) > 1:
        return (conceded,)
    return (conceded, _stood(before, duty, has_expired=False))


def _attempted(before: AyaPosition, attempt: Attempt, action: AyaAction) -> tuple[AyaEvent, ...]:
    seat, demonstration = attempt.seat, attempt.demonstration
    has_expired = action == duties.EXPIRE
    taken_back = AyaEvent("taken-back", seat)
    if has_expired and demonstration:
        back = AyaPosition(
            before.variant, before.table.with_track(demonstration.track), demonstration.oye
        )
        return (taken_back, _stood(back, demonstration.oye, has_expired=True))
    failed = taken_back if demonstration else AyaEvent("missed", seat, has_expired=has_expired)
    if action in (duties.STOP, duties.EXPIRE):
        return (failed,)
    moved = AyaEvent("moved", seat, sites_of(action))
    tried = before.try_move(action)
    if tried.may_go_on:
        return (moved,)
    if not tried.cards:
        return (moved, failed)
    kind: EventKind = "refuted" if demonstration else "matched"
    caller = demonstration.oye.caller if demonstration else None
    count, cards = len(tried.cards), tried.cards
    return (moved, AyaEvent(kind, seat, target=caller, count=count, cards=cards))


def _stood(at_call: AyaPosition, oye: Oye, *, has_expired: bool) -> AyaEvent:
    return AyaEvent("stood", oye.caller, overlooked=matches(at_call), has_expired=has_expired)


# How fast and how right calls were, for statistics.

DARK, LIGHT, NOTHING = "dark", "light", "nothing"
CALL_KINDS = (DARK, LIGHT, NOTHING)
"""What a right call was about: a dark card, a light one only, or that no card can be matched."""

_RESULTS = frozenset(("matched", "missed", "refuted", "stood"))


def timed_calls(turns: Iterable[Turn]) -> tuple[TimedCall, ...]:
    """The calls AYA and OYE of a match, in order, each with what came of it. An OYE that stood
    though a card could have been matched was wrong, even if nobody saw it. A call without a result
    yet is left out."""
    found: list[TimedCall] = []
    made: TimedCall | None = None
    before_ms = 0
    for number, turn in enumerate(turns, start=1):
        if turn.is_tables:
            continue
        for event in turn.events:
            if not isinstance(event, AyaEvent):
                continue
            if event.kind == "called" and event.call in (duties.AYA, duties.OYE):
                # If no time has passed since the turn before, the match began or was resumed with
                # this call, and it is unknown how long the table had been seen.
                ms = turn.at_ms - before_ms or None
                made = TimedCall(event.seat, event.call, "", ms, is_right=False, number=number)
            elif made is not None and event.kind in _RESULTS:
                if event.kind == "matched":
                    is_light = all(card.card.is_light for card in event.cards)
                    made = made._replace(kind=LIGHT if is_light else DARK, is_right=True)
                elif event.kind == "stood" and not event.overlooked:
                    made = made._replace(kind=NOTHING, is_right=True)
                found.append(made)
                made = None
        before_ms = turn.at_ms
    return tuple(found)
