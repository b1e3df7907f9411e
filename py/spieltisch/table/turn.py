"""A turn: an action with the positions on both sides of it, and the events it brought about; and
what the table, the same for every game, allows besides: draws, resigning and clocks.

What may be said, and the time left, follow from the turns alone, so that a replay and a take-back
restore them (docs/rules.md, "Resigning and draws" and "Clocks").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, Self, TypeAlias

from spieltisch.table.fact import Fact, Kind
from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.marks import MAX_NUMBER
from spieltisch.table.position import (
    CLOCK,
    Ended,
    IllegalActionError,
    Outcome,
    Reason,
    Seat,
    TableEnd,
    is_seat_among,
)
from spieltisch.table.record import Entry, Record, Setup, TimeControl

MOST_TO_RESIGN = 2
"""A seat resigns only where no more than so many are in the match: then it is clear who wins."""


class TableAction(Enum):
    """What a seat may say at any time, whoever is to act: an action of the table, not of a game.
    The values are their texts in records."""

    RESIGN = "resign"
    OFFER = "offer-draw"
    ACCEPT = "accept-draw"
    DECLINE = "decline-draw"

    def __str__(self) -> str:
        return self.value


class TableReason(Kind):
    """Why a seat may not say something, or time may not bring something, whatever the game."""

    OUT = "it is not in the match"
    SEVERAL = "{n} seats are in the match, and a seat resigns only against one"
    OPEN = "the offer of seat {by} is open"
    ALONE = "it plays alone"
    SPENT = "it has not acted since its last offer"
    NO_OFFER = "no offer is open"
    AGREED = "it has agreed to the offer"
    NOBODY = "nobody can answer"
    NO_CLOCK = "no clock runs"
    FALLEN = "at {at_ms} ms, but the flag fell at {falls_at_ms} ms"
    EARLY = "at {at_ms} ms, but the flag falls at {falls_at_ms} ms"


TABLE_ACTIONS = {one.value: one for one in TableAction}
"""By text. No game has actions of these names."""


@dataclass(frozen=True)
class Offers:
    """Which offer of a draw is open, who has agreed to it, and who may make another one.

    >>> Offers().by, Offers().agreed
    (None, frozenset())
    """

    by: Seat | None = None
    """Whose offer is open; None if none is."""
    agreed: frozenset[Seat] = frozenset()
    """Who has agreed to it, the one who made it included."""
    spent: frozenset[Seat] = frozenset()
    """The seats that have made an offer and have not acted in the game since: they make no other
    one before that."""
    said: int = 0
    """How many turns of the table there were."""

    def asked(self, rules: AnyRules, position: AnyPosition) -> frozenset[Seat]:
        """The seats that have yet to answer the open offer; none if there is no such offer."""
        if self.by is None or position.outcome is not None:
            return frozenset()
        return rules.playing(position) - self.agreed

    def legal_actions(
        self, rules: AnyRules, position: AnyPosition, seat: Seat
    ) -> tuple[TableAction, ...]:
        """What a seat may say, in an order that never changes, as links store indices into it."""
        playing = rules.playing(position)
        return tuple(
            one for one in TableAction if self._why_not(position, playing, seat, one) is None
        )

    def said_by(
        self, rules: AnyRules, position: AnyPosition, seat: Seat, action: TableAction
    ) -> tuple[Self, AnyPosition]:
        """The offers and the position after a seat has said something; raises IllegalActionError.
        The position stays as it is, unless the match is over."""
        playing = rules.playing(position)
        why = self._why_not(position, playing, seat, action)
        if why is not None:
            raise IllegalActionError(seat, action.value, why)
        after = replace(self, said=self.said + 1)
        match action:
            case TableAction.RESIGN:
                outcome = Outcome(playing - {seat}, TableEnd.RESIGNED)
                return after._closed(), Ended(position, outcome)
            case TableAction.OFFER:
                agreed, spent = frozenset((seat,)), self.spent | {seat}
                return replace(after, by=seat, agreed=agreed, spent=spent), position
            case TableAction.ACCEPT if playing - self.agreed == {seat}:
                return after._closed(), Ended(position, Outcome(frozenset(), TableEnd.AGREED))
            case TableAction.ACCEPT:
                return replace(after, agreed=self.agreed | {seat}), position
            case TableAction.DECLINE:
                return after._closed(), position

    def after(self, turn: Turn) -> Self:
        """The offers after a turn of the game. An offer lapses when somebody else has acted, and
        when a seat is out; what nobody chooses changes nothing."""
        rules, before = turn.rules, turn.before
        if turn.seat == CLOCK or rules.automatic_action(before) == (turn.seat, turn.action):
            return self
        offers = replace(self, spent=self.spent - {turn.seat})
        is_answered = turn.seat != self.by
        has_fallen = rules.playing(before) != rules.playing(turn.after)
        return offers._closed() if is_answered or has_fallen else offers

    def _closed(self) -> Self:
        return replace(self, by=None, agreed=frozenset())

    def _why_not(
        self, position: AnyPosition, playing: frozenset[Seat], seat: Seat, action: TableAction
    ) -> Fact | None:
        """Why a seat may not say something, given those in the match; None if it may."""
        if position.outcome is not None:
            return Reason.OVER()
        if not is_seat_among(playing, seat):
            return TableReason.OUT()
        match action:
            case TableAction.RESIGN if len(playing) > MOST_TO_RESIGN:
                return TableReason.SEVERAL(n=len(playing))
            case TableAction.OFFER if self.by is not None:
                return TableReason.OPEN(by=self.by)
            case TableAction.OFFER if len(playing) == 1:
                return TableReason.ALONE()
            case TableAction.OFFER if seat in self.spent:
                return TableReason.SPENT()
            case TableAction.ACCEPT | TableAction.DECLINE if self.by is None:
                return TableReason.NO_OFFER()
            case TableAction.ACCEPT | TableAction.DECLINE if seat in self.agreed:
                return TableReason.AGREED()
        return None


EXPIRE = "expire"
"""The text of a flag fall's action."""


@dataclass(frozen=True)
class FlagFall:
    """A seat's time has run out: an action of the table, not of a game."""

    seat: Seat


@dataclass(frozen=True)
class Clocks:
    """How much time every seat has.

    >>> clocks = Clocks.of(Setup("yala", clock=TimeControl(5, 3)))
    >>> clocks.left_ms, clocks.at_ms
    ((300000, 300000), None)
    """

    control: TimeControl
    left_ms: tuple[int, ...]
    """What each seat had left when the last turn was played, seat 1 first."""
    at_ms: int | None = None
    """When the last turn was played, since the match began; None before the first turn, which
    starts the clocks."""

    @classmethod
    def of(cls, setup: Setup) -> Self | None:
        """The clocks at the start of a match; None for a match without clocks."""
        control = setup.clock
        return None if control is None else cls(control, (control.initial_ms,) * setup.seats)

    def running(self, rules: AnyRules, position: AnyPosition) -> Seat | None:
        """The seat whose clock runs in a position: the one to act, unless it has no choice."""
        if self.at_ms is None or position.outcome is not None or len(position.active_seats) != 1:
            return None
        (seat,) = position.active_seats
        return None if seat == CLOCK or rules.automatic_action(position) is not None else seat

    def falls_at_ms(self, rules: AnyRules, position: AnyPosition) -> int | None:
        """When the running clock's flag falls, since the match began; None if no clock runs. It
        is at the last moment that can be told, if not before."""
        seat, at_ms = self.running(rules, position), self.at_ms
        if seat is None or at_ms is None:
            return None
        return min(at_ms + self.left_ms[seat - 1], MAX_NUMBER)

    def after(self, turn: Turn) -> Self:
        """The clocks after a turn; raises IllegalActionError for a turn that came too late."""
        seat = self.running(turn.rules, turn.before)
        falls_at_ms = self.falls_at_ms(turn.rules, turn.before)
        is_said, is_over = turn.is_table_action, turn.after.outcome is not None
        if is_said and not is_over and (falls_at_ms is None or turn.at_ms < falls_at_ms):
            # The clock runs on: nobody has acted in the game.
            return self
        if seat is None or falls_at_ms is None:
            return replace(self, at_ms=turn.at_ms)
        if turn.at_ms >= falls_at_ms:
            why = TableReason.FALLEN(at_ms=turn.at_ms, falls_at_ms=falls_at_ms)
            raise IllegalActionError(turn.seat, turn.entry.action, why)
        left_ms = falls_at_ms - turn.at_ms + (0 if is_said else self.control.increment_ms)
        return replace(self._with(seat, left_ms), at_ms=turn.at_ms)

    def fallen(self, rules: AnyRules, position: AnyPosition, at_ms: int) -> tuple[Self, Ended]:
        """The clocks and the position after the flag has fallen: all other seats still in the match
        have won. Raises IllegalActionError unless a clock runs and its flag falls at ``at_ms``."""
        seat = self.running(rules, position)
        falls_at_ms = self.falls_at_ms(rules, position)
        if seat is None or falls_at_ms is None:
            raise IllegalActionError(CLOCK, EXPIRE, TableReason.NO_CLOCK())
        if at_ms != falls_at_ms:
            why = TableReason.EARLY(at_ms=at_ms, falls_at_ms=falls_at_ms)
            raise IllegalActionError(CLOCK, EXPIRE, why)
        winners = rules.playing(position) - {seat}
        clocks = replace(self._with(seat, 0), at_ms=at_ms)
        return clocks, Ended(position, Outcome(winners, TableEnd.TIME))

    def _with(self, seat: Seat, left_ms: int) -> Self:
        return replace(self, left_ms=(*self.left_ms[: seat - 1], left_ms, *self.left_ms[seat:]))


EventKind: TypeAlias = str
"""What happened, in the past tense: one of EVENT_KINDS, or of its game's own
(``Rules.event_kinds``)."""

EVENT_KINDS = (
    "moved",
    "passed",
    "split",
    "built",
    "vanished",
    "captured",
    "eliminated",
    "inherited",
    "gathered",
    "sown",
    "produced",
    "called",
    "matched",
    "missed",
    "refuted",
    "taken-back",
    "conceded",
    "stood",
    "expired",
    "resigned",
    "offered",
    "accepted",
    "declined",
    "won",
    "drawn",
    "lost",
)
"""The kinds that games share. Sentences, motions, sounds and statistics are made from these, so
they are few."""


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn. A game may add fields that its own view needs."""

    kind: EventKind
    seat: Seat
    """Who did it; CLOCK for the clock."""
    sites: tuple[str, ...] = ()
    """Where, in the order it happened: the path of a piece, first to last."""
    target: Seat | None = None
    """The seat that it was done to."""
    count: int = 1
    """How many things it was done to."""


@dataclass(frozen=True)
class Ending(Event):
    """The match is over: ``won`` by its seat, ``drawn``, or ``lost`` by a seat that plays alone."""

    reason: str = ""
    """As in Outcome."""


def endings(outcome: Outcome | None, seat: Seat) -> tuple[Ending, ...]:
    """The last events of a seat's turn: a win for every winner, or one draw, of that seat; none if
    the match goes on.

    >>> [(end.kind, end.seat) for end in endings(Outcome(frozenset({1, 3}), "time"), seat=2)]
    [('won', 1), ('won', 3)]
    >>> endings(None, seat=2)
    ()
    """
    if outcome is None:
        return ()
    if outcome.is_draw:
        return (Ending("drawn", seat, reason=outcome.reason),)
    return tuple(Ending("won", one, reason=outcome.reason) for one in sorted(outcome.winners))


@dataclass(frozen=True)
class Turn:
    """One action as it was played. It becomes text only at the edges: see ``entry``.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> before = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> turn = play(RULES, before, 1, RULES.parse_action("a+"), at_ms=1500)
    >>> [(event.kind, event.sites, event.count) for event in turn.events]
    [('moved', ('a', 'b', 'c'), 1), ('built', ('c',), 3)]
    >>> turn.entry
    Entry(seat=1, action='a+', at_ms=1500)
    >>> turn.place
    (0, 12)
    """

    before: Any
    seat: Seat
    """Who acted; CLOCK for the clock."""
    action: Any
    """A value of the game's rules; or an action of the table: FlagFall, a TableAction."""
    after: Any
    """The positions on both sides are ``Any``, as a game's own view reads them."""
    at_ms: int = 0
    """Milliseconds since the match began."""
    rules: AnyRules = field(kw_only=True, repr=False, compare=False)
    clocks: Clocks | None = field(default=None, kw_only=True, repr=False, compare=False)
    """How much time every seat has after it; None in a match without clocks."""
    offers: Offers | None = field(default=None, kw_only=True, repr=False, compare=False)
    """Which offer is open after it; None for a turn that belongs to no match."""

    @property
    def is_flag_fall(self) -> bool:
        """Whether somebody's time has run out: a rule of the table, not of the game."""
        return isinstance(self.action, FlagFall)

    @property
    def is_table_action(self) -> bool:
        """Whether somebody has said something to the others, and has not acted in the game."""
        return isinstance(self.action, TableAction)

    @property
    def is_tables(self) -> bool:
        """Whether it is a turn of the table, of which no game knows."""
        return isinstance(self.action, FlagFall | TableAction)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, in the order it happened; computed when first asked for."""
        if isinstance(self.action, FlagFall):
            expired = Event("expired", CLOCK, target=self.action.seat)
            return (expired, *endings(self.after.outcome, self.seat))
        if not isinstance(self.action, TableAction):
            return self.rules.events(self)
        outcome: Outcome | None = self.after.outcome
        said = Event(_SAID[self.action], self.seat)
        if self.action is TableAction.RESIGN and outcome is not None and outcome.is_draw:
            # Somebody who plays alone has given up.
            return (said, Ending("lost", self.seat, reason=outcome.reason))
        return (said, *endings(outcome, self.seat))

    @cached_property
    def place(self) -> tuple[int, int]:
        """The action's index among all that were possible, and how many those were."""
        options = possible(self.before)
        return options.index((self.seat, self.action)), len(options)

    @property
    def has_place(self) -> bool:
        """Whether its place is known already, or it has none."""
        return self.is_tables or "place" in vars(self)

    def find_place(self) -> None:
        """Have its place known from now on, where it has one. The page runs without assertions: to
        assert it would find nothing."""
        _ = None if self.is_tables else self.place

    @cached_property
    def entry(self) -> Entry:
        """The turn as it stands in a record."""
        if isinstance(self.action, TableAction):
            text = self.action.value
        else:
            text = EXPIRE if self.is_flag_fall else self.rules.format_action(self.action)
        return Entry(self.seat, text, self.at_ms)


_SAID: Mapping[TableAction, EventKind] = {
    TableAction.RESIGN: "resigned",
    TableAction.OFFER: "offered",
    TableAction.ACCEPT: "accepted",
    TableAction.DECLINE: "declined",
}


def possible(position: AnyPosition) -> list[tuple[Seat, Any]]:
    """All actions of a position, in an order that never changes, as links store indices into it;
    the clock's is included even if the set-up has switched the clock off."""
    return [
        (seat, action)
        for seat in sorted(position.active_seats)
        for action in position.legal_actions(seat)
    ]


@dataclass(frozen=True)
class PlayState:
    """Where a match stands: its position, and what no game knows of, the clocks and what was said.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> setup = Setup("yala", start="ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> state = PlayState.of(RULES, setup)
    >>> turn = state.play(1, state.action_of(setup, Entry(1, "offer-draw", 800)), at_ms=800)
    >>> state.after(turn).sayable()[-1]
    (2, <TableAction.DECLINE: 'decline-draw'>)
    """

    rules: AnyRules
    position: AnyPosition
    clocks: Clocks | None = None
    """None in a match without clocks."""
    offers: Offers | None = None
    """None where nobody can say anything, as in a puzzle."""

    @classmethod
    def of(cls, rules: AnyRules, setup: Setup) -> Self:
        """That of a match which begins; raises SetupError for an impossible start."""
        return cls(rules, rules.initial_position(setup), Clocks.of(setup), Offers())

    def after(self, turn: Turn) -> Self:
        """That after a turn which was played from here."""
        return type(self)(self.rules, turn.after, turn.clocks, turn.offers or self.offers)

    @property
    def running(self) -> Seat | None:
        """The seat whose clock runs; None if none does."""
        return None if self.clocks is None else self.clocks.running(self.rules, self.position)

    def sayable(self) -> list[tuple[Seat, TableAction]]:
        """All that could be said, seat by seat, in an order that never changes."""
        offers, playing = self.offers or Offers(), sorted(self.rules.playing(self.position))
        return [
            (seat, one)
            for seat in playing
            for one in offers.legal_actions(self.rules, self.position, seat)
        ]

    def play(self, seat: Seat, action: Any, at_ms: int = 0) -> Turn:
        """The turn of an action; raises IllegalActionError, also if the clocks do not allow it at
        that time, in milliseconds since the match began."""
        rules, position, clocks, offers = self.rules, self.position, self.clocks, self.offers
        if isinstance(action, FlagFall):
            if clocks is None:
                raise IllegalActionError(CLOCK, EXPIRE, TableReason.NO_CLOCK())
            left, fallen = clocks.fallen(rules, position, at_ms)
            return Turn(
                position, CLOCK, action, fallen, at_ms, rules=rules, clocks=left, offers=offers
            )
        if isinstance(action, TableAction):
            if offers is None:
                raise IllegalActionError(seat, action, TableReason.NOBODY())
            offers, after = offers.said_by(rules, position, seat, action)
            turn = Turn(position, seat, action, after, at_ms, rules=rules, offers=offers)
        else:
            after = position.apply(seat, action)
            turn = Turn(position, seat, action, after, at_ms, rules=rules)
            if offers is not None:
                # Most matches hear of no offer, and a turn changes nothing there.
                is_quiet = offers.by is None and not offers.spent
                turn = replace(turn, offers=offers if is_quiet else offers.after(turn))
        return turn if clocks is None else replace(turn, clocks=clocks.after(turn))

    def action_of(self, setup: Setup, entry: Entry) -> Any:
        """The action of an entry of a record, in a match of a set-up; raises ValueError."""
        running = self.running
        if entry.seat == CLOCK and running is not None and entry.action == EXPIRE:
            return FlagFall(running)
        if entry.seat != CLOCK and entry.action in TABLE_ACTIONS:
            return TABLE_ACTIONS[entry.action]
        action = self.rules.parse_action(entry.action)
        if entry.seat == CLOCK and not has_clock(self.rules, setup, self.position):
            raise IllegalActionError(CLOCK, entry.action, TableReason.NO_CLOCK())
        return action


def play(rules: AnyRules, position: AnyPosition, seat: Seat, action: Any, at_ms: int = 0) -> Turn:
    """The turn of an action of the game in a position that belongs to no match."""
    return PlayState(rules, position).play(seat, action, at_ms)


class ReplayError(ValueError):
    """A record whose entry cannot be played: the message names the entry, from 0, and why.

    >>> print(ReplayError(3, "seat 2 may not play b-: it is the other seat's turn"))
    entries[3]: seat 2 may not play b-: it is the other seat's turn
    """

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entries[{index}]: {why}")
        self.index = index


def replay(rules: AnyRules, record: Record) -> Iterator[Turn]:
    """Play a record from its start, one turn per entry.

    Raises SetupError for an impossible start, ReplayError for an entry that cannot be played, or
    not at that time.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> setup = Setup("yala", start="ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> for turn in replay(RULES, Record(setup, (Entry(1, "a+", 0), Entry(2, "b-", 900)))):
    ...     print(RULES.format_board(turn.after))
    l/dl/ldd/dl/ld/dl/ld/dl/ld/dl/ld/dl l
    l/d/ldd/dl/ld/dl/ld/dl/ld/dl/ld/dll d
    """
    state, at_ms = PlayState.of(rules, record.setup), 0
    for index, entry in enumerate(record.entries):
        try:
            action = state.action_of(record.setup, entry)
            turn = state.play(entry.seat, action, entry.at_ms)
        except ValueError as error:
            raise ReplayError(index, str(error)) from error
        if entry.at_ms < at_ms:
            raise ReplayError(index, f"at {entry.at_ms} ms, after one at {at_ms} ms")
        yield turn
        state, at_ms = state.after(turn), entry.at_ms


def has_clock(rules: AnyRules, setup: Setup, position: AnyPosition) -> bool:
    """Whether a clock of the game runs in a position; the set-up may have switched it off."""
    return position.outcome is None and rules.time_limit(setup, position) is not None
