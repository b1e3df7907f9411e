"""A turn: an action with the positions on both sides of it, and the events it brought about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from spieltisch.table.clocks import EXPIRE, Clocks, FlagFall
from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.offers import TABLE_ACTIONS, Offers, TableAction
from spieltisch.table.position import CLOCK, IllegalActionError, Outcome, Seat
from spieltisch.table.record import Entry, Record, Setup

EventKind: TypeAlias = Literal[
    "moved", "passed", "split", "built", "vanished", "captured", "eliminated", "inherited",
    "gathered", "sown", "produced", "called", "matched", "missed", "refuted", "taken-back",
    "conceded", "stood", "expired", "resigned", "offered", "accepted", "declined", "won", "drawn",
    "lost",
]  # fmt: skip
"""What happened, in the past tense. Sentences, motions, sounds and statistics are made from these,
so they are few and shared."""


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn. A game may add fields that its own view needs."""

    kind: EventKind
    seat: Seat
    """Who did it; CLOCK for the clock."""
    sites: tuple[str, ...] = ()
    """Where, in the order it happened: the path of a piece, first to last."""
    target: Seat | None = None
    """The seat that it was done to, if any."""
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
    """The action, a value of the game's rules; or one of the table: FlagFall, a TableAction."""
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
        return self.is_flag_fall or self.is_table_action

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, in the order it happened; computed when first asked for."""
        if isinstance(self.action, FlagFall):
            expired = Event("expired", CLOCK, target=self.action.seat)
            return (expired, *endings(self.after.outcome, self.seat))
        if isinstance(self.action, TableAction):
            return _said(self.action, self.seat, self.after.outcome)
        return self.rules.events(self)

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


def _said(action: TableAction, seat: Seat, outcome: Outcome | None) -> tuple[Event, ...]:
    said = Event(_SAID[action], seat)
    if action is TableAction.RESIGN and outcome is not None and outcome.is_draw:
        # Somebody who plays alone has given up.
        return (said, Ending("lost", seat, reason=outcome.reason))
    return (said, *endings(outcome, seat))


def possible(position: AnyPosition) -> list[tuple[Seat, Any]]:
    """All actions of a position, in an order that never changes, as links store indices into it.

    The clock's action is included even if the set-up has switched the clock off.
    """
    return [
        (seat, action)
        for seat in sorted(position.active_seats)
        for action in position.legal_actions(seat)
    ]


def play(
    rules: AnyRules,
    position: AnyPosition,
    seat: Seat,
    action: Any,
    at_ms: int = 0,
    clocks: Clocks | None = None,
    offers: Offers | None = None,
) -> Turn:
    """The turn of an action; raises IllegalActionError, also if the match's clocks do not allow it
    at that time. The clocks and the offers are those before it, and None in a match without clocks,
    and where nobody can say anything, as in a puzzle."""
    if isinstance(action, FlagFall):
        if clocks is None:
            raise IllegalActionError(CLOCK, EXPIRE, "no clock runs")
        left, fallen = clocks.fallen(rules, position, at_ms)
        return Turn(position, CLOCK, action, fallen, at_ms, rules=rules, clocks=left, offers=offers)
    if isinstance(action, TableAction):
        if offers is None:
            raise IllegalActionError(seat, str(action), "nobody can answer")
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
    position: AnyPosition = rules.initial_position(record.setup)
    at_ms, clocks, offers = 0, Clocks.of(record.setup), Offers()
    for index, entry in enumerate(record.entries):
        try:
            action = action_of(rules, record.setup, position, entry, clocks)
            turn = play(rules, position, entry.seat, action, entry.at_ms, clocks, offers)
        except ValueError as error:
            raise ReplayError(index, str(error)) from error
        if entry.at_ms < at_ms:
            raise ReplayError(index, f"at {entry.at_ms} ms, after one at {at_ms} ms")
        yield turn
        position, at_ms, clocks = turn.after, entry.at_ms, turn.clocks
        offers = turn.offers or offers


def action_of(
    rules: AnyRules, setup: Setup, position: AnyPosition, entry: Entry, clocks: Clocks | None
) -> Any:
    """The action of a record's entry at the position in which it is played; raises ValueError.
    The clocks are those of the match there, None in one without clocks."""
    running = None if clocks is None else clocks.running(rules, position)
    if entry.seat == CLOCK and running is not None and entry.action == EXPIRE:
        return FlagFall(running)
    if entry.seat != CLOCK and entry.action in TABLE_ACTIONS:
        return TABLE_ACTIONS[entry.action]
    action = rules.parse_action(entry.action)
    if entry.seat == CLOCK and not has_clock(rules, setup, position):
        raise IllegalActionError(CLOCK, entry.action, "no clock runs")
    return action


def has_clock(rules: AnyRules, setup: Setup, position: AnyPosition) -> bool:
    """Whether a clock of the game runs in a position; the set-up may have switched it off."""
    return position.outcome is None and rules.time_limit(setup, position) is not None
