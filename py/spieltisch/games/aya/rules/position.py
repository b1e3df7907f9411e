"""A moment of AYA, and what may be done in it (docs/rules.md, AYA)."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.duties import Attempt, AyaAction, ExceptionalMove, FreePlay, Oye
from spieltisch.games.aya.rules.table import OpenCard, Table
from spieltisch.games.aya.rules.track import (
    STANDARD_MOVES,
    Track,
    pattern_of,
    standard_move,
)
from spieltisch.games.aya.rules.variants import Moment, Variant, clockwise
from spieltisch.table import (
    CLOCK,
    Displayed,
    Fact,
    IllegalActionError,
    Kind,
    Outcome,
    Reason,
    Seat,
    is_seat_among,
)

SECOND_MOVES: tuple[AyaAction, ...] = (*STANDARD_MOVES, duties.STOP)
"""What a seat may do after a first move that matched nothing, while a light card is open."""


class AyaReason(Kind):
    """Why a seat may not do something."""

    OWES_NOTHING = "it owes nothing now"
    NO_ACTION = "there is no such action"
    BARE_TRACK = "only moves are played on a bare track"
    MAY = "it may {actions}"


class Tried(NamedTuple):
    """What one standard move of an attempt leads to."""

    track: Track
    cards: tuple[OpenCard, ...]
    may_go_on: bool
    """Whether it matched nothing and a light card allows a second move."""


@dataclass(frozen=True, repr=False)
class AyaPosition(Displayed):
    """The table, and what it waits for."""

    variant: Variant
    table: Table
    duty: duties.Duty

    @property
    def key(self) -> Self:
        """It has no past."""
        return self

    @property
    def track(self) -> Track:
        return self.table.track

    @property
    def seats(self) -> int:
        return len(self.table.hands)

    @property
    def scores(self) -> tuple[int, ...]:
        """What the result is counted by, seat 1 first: cards left, or cards won."""
        return self.variant.scores(self.table)

    @property
    def outcome(self) -> Outcome | None:
        return self.duty.outcome if isinstance(self.duty, duties.Over) else None

    @property
    def clock(self) -> str | None:
        """Which clock runs, where clocks run at all: ``move``, ``refute`` or none. The move clock
        is for each move that is owed; the refute clock is for all that others do about one OYE,
        demonstrations too."""
        duty = self.duty
        if isinstance(duty, Oye) or (isinstance(duty, Attempt) and duty.demonstration):
            return "refute"
        return "move" if isinstance(duty, Attempt) and self.variant.is_timed else None

    @cached_property
    def active_seats(self) -> frozenset[Seat]:
        clock = (CLOCK,) if self.clock else ()
        return frozenset((*self.owing_seats, *clock))

    @property
    def owing_seats(self) -> tuple[Seat, ...]:
        """The seats that may act now, without the clock, seat 1 first."""
        duty = self.duty
        if isinstance(duty, duties.Over):
            return ()
        if isinstance(duty, Attempt | ExceptionalMove | FreePlay):
            return (duty.seat,)
        everybody = clockwise(self.table)
        if isinstance(duty, Oye):
            return tuple(s for s in everybody if s != duty.caller and s not in duty.conceded)
        return tuple(everybody)

    def legal_actions(self, seat: Seat) -> tuple[AyaAction, ...]:
        """Moves as in STANDARD_MOVES, then the words."""
        if not is_seat_among(self.active_seats, seat):
            return ()
        duty = self.duty
        if seat == CLOCK:
            return (duties.EXPIRE,)
        if isinstance(duty, duties.Calling):
            return duty.calls
        if isinstance(duty, Oye):
            return (duties.REFUTE, duties.CONCEDE)
        if isinstance(duty, Attempt):
            return SECOND_MOVES if duty.is_second else STANDARD_MOVES
        if isinstance(duty, FreePlay):
            return STANDARD_MOVES
        return (duties.EXCEPTIONAL,)

    @property
    def open_cards(self) -> tuple[OpenCard, ...]:
        """The cards that can be matched now: during a seat's attempt those that count for it, else
        those that count for any seat."""
        seat = self.duty.seat if isinstance(self.duty, Attempt) else None
        return self.variant.open_cards(self.table, seat)

    def try_move(self, move: AyaAction) -> Tried:
        """What a standard move of the current attempt would lead to. A second move counts for light
        cards alone (docs/rules.md, AYA, "Cards")."""
        is_second = isinstance(self.duty, Attempt) and self.duty.is_second
        track = standard_move(self.track, move)
        pattern = pattern_of(track)
        cards = self.open_cards
        matched = tuple(
            card
            for card in cards
            if card.card.pattern == pattern and (card.card.is_light or not is_second)
        )
        may_go_on = not matched and not is_second and any(card.card.is_light for card in cards)
        return Tried(track, matched, may_go_on)

    def apply(self, seat: Seat, action: AyaAction) -> Self:
        if (why := self.why_not(seat, action)) is not None:
            raise IllegalActionError(seat, action, why)
        return type(self)(self.variant, *self._after(seat, action))

    def observe(self, seat: Seat | None) -> Self:
        """Every seat sees the same: the track, the open cards and the sizes of the piles."""
        table = self.table.seen(self.variant.face_down)
        return type(self)(self.variant, table, self.duty)

    def why_not(self, seat: Seat, action: object) -> Fact | None:
        if self.outcome:
            return Reason.OVER()
        if not is_seat_among(self.active_seats, seat):
            return AyaReason.OWES_NOTHING()
        if not isinstance(action, str) or action not in duties.ACTIONS:
            return AyaReason.NO_ACTION()
        legal = self.legal_actions(seat)
        if isinstance(self.duty, FreePlay):
            # The exceptional move on a bare track is not offered, but allowed.
            is_move = action in legal or action == duties.EXCEPTIONAL
            return None if is_move else AyaReason.BARE_TRACK()
        return None if action in legal else AyaReason.MAY(actions=", ".join(legal))

    def _after(self, seat: Seat, action: AyaAction) -> Moment:
        duty, table, variant = self.duty, self.table, self.variant
        if isinstance(duty, Attempt):
            return self._after_owed_move(duty, action)
        if isinstance(duty, ExceptionalMove):
            return variant.after_exceptional_move(table.after_exceptional_move(), duty)
        if isinstance(duty, Oye):
            # A refutation is a demonstration; when nobody is left to give one, the OYE stands.
            if action == duties.REFUTE:
                demonstration = duties.Demonstration(duty, self.track)
                return Moment(table, Attempt(seat, demonstration=demonstration))
            if action == duties.CONCEDE and len(self.owing_seats) > 1:
                return Moment(table, Oye(duty.caller, duty.conceded | {seat}))
            return variant.oye_stands(table, duty)
        if isinstance(duty, FreePlay):
            if action == duties.EXCEPTIONAL:
                return Moment(table.after_exceptional_move(), duty)
            return Moment(table.with_track(standard_move(table.track, action)), duty)
        return variant.called(table, seat) if action == duties.AYA else Moment(table, Oye(seat))

    def _after_owed_move(self, attempt: Attempt, action: AyaAction) -> Moment:
        demonstration = attempt.demonstration
        if action == duties.EXPIRE and demonstration:
            table = self.table.with_track(demonstration.track)
            return self.variant.oye_stands(table, demonstration.oye)
        if action in (duties.STOP, duties.EXPIRE):
            return self._after_failure(self.table, attempt)
        tried = self.try_move(action)
        table = self.table.with_track(tried.track)
        if tried.may_go_on:
            return Moment(table, replace(attempt, is_second=True))
        if not tried.cards:
            return self._after_failure(table, attempt)
        if demonstration:
            return self.variant.oye_refuted(table, demonstration.oye)
        return self.variant.matched(table, attempt, tried.cards)

    def _after_failure(self, table: Table, attempt: Attempt) -> Moment:
        """A demonstration that fails is taken back; the time to refute goes on."""
        if attempt.demonstration:
            return Moment(table.with_track(attempt.demonstration.track), attempt.demonstration.oye)
        return self.variant.failed(table, attempt)
