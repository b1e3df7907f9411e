"""A turn: an action with the positions on both sides of it, and the events it brought about."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import CLOCK, IllegalActionError, Outcome, Seat
from spieltisch.table.record import Entry, Record, Setup


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn. A game may add to it what its own views want to know.

    Sentences, motions, sounds and statistics hang on events, so the kinds are few and shared.

    Attributes:
        kind: what happened, in the past tense: ``moved``, ``built``, ``captured``, ``matched``,
            ``missed``, ``called``, ``eliminated``, ``won``, ``drawn``, ...
        seat: whose doing it was; CLOCK for the clock's.
        sites: where, in the order it happened: the way of a piece, first to last.
        target: the seat that it was done to, if any.
        count: how many of whatever it was done to.
    """

    kind: str
    seat: Seat
    sites: tuple[str, ...] = ()
    target: Seat | None = None
    count: int = 1


@dataclass(frozen=True)
class Ending(Event):
    """The match is over: ``won`` by its seat, ``drawn``, or ``lost`` by a seat that plays alone.

    Attributes:
        reason: as in Outcome.
    """

    reason: str = ""


def endings(outcome: Outcome | None, seat: Seat) -> tuple[Ending, ...]:
    """The last events of a turn: a win for every winner, or one draw; none while it goes on.

    Args:
        outcome: that of the position after the turn.
        seat: whose turn it was; a draw is told of it.
    """
    if outcome is None:
        return ()
    if outcome.is_draw:
        return (Ending("drawn", seat, reason=outcome.reason),)
    return tuple(Ending("won", one, reason=outcome.reason) for one in sorted(outcome.winners))


@dataclass(frozen=True)
class Turn:
    """One action as it was played. Text is made of it at the edges alone: see ``entry``.

    Attributes:
        before, after: the positions on both sides; ``Any``, as a game's own view reads them.
        seat: who acted; CLOCK for the clock.
        action: the action, as the game's rules have it.
        at_ms: milliseconds since the match began; evidence, never an input to a rule.
        rules: the game's.
    """

    before: Any
    seat: Seat
    action: Any
    after: Any
    at_ms: int = 0
    rules: AnyRules = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, in the order it happened; found out when first asked for."""
        return self.rules.events(self)

    @cached_property
    def place(self) -> tuple[int, int]:
        """Where the action stands among all that could have been done, and how many those were."""
        options = possible(self.before)
        return options.index((self.seat, self.action)), len(options)

    @cached_property
    def entry(self) -> Entry:
        """The turn as it stands in a record."""
        return Entry(self.seat, self.rules.format_action(self.action), self.at_ms)


def possible(position: AnyPosition) -> list[tuple[Seat, Any]]:
    """All that may be done in a position, in an order that never changes: links count on it.

    An action of the clock is among it even where a set-up has switched the clock off.
    """
    return [
        (seat, action)
        for seat in sorted(position.active_seats)
        for action in position.legal_actions(seat)
    ]


def play(rules: AnyRules, position: AnyPosition, seat: Seat, action: Any, at_ms: int = 0) -> Turn:
    """The turn of an action; raises IllegalActionError."""
    return Turn(position, seat, action, position.apply(seat, action), at_ms, rules=rules)


class ReplayError(ValueError):
    """A record whose entry cannot be played: the message names the entry, from 0, and why."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entries[{index}]: {why}")
        self.index = index


def replay(rules: AnyRules, record: Record) -> Iterator[Turn]:
    """Play a record from its start, a turn an entry.

    Raises SetupError for a start that cannot be, ReplayError for an entry that cannot be played, or
    not at that time.
    """
    position: AnyPosition = rules.initial_position(record.setup)
    at_ms = 0
    for index, entry in enumerate(record.entries):
        try:
            action = rules.parse_action(entry.action)
            if entry.seat == CLOCK and not has_clock(rules, record.setup, position):
                raise IllegalActionError(CLOCK, entry.action, "no clock runs")
            turn = play(rules, position, entry.seat, action, entry.at_ms)
        except ValueError as error:
            raise ReplayError(index, str(error)) from error
        if entry.at_ms < at_ms:
            raise ReplayError(index, f"at {entry.at_ms} ms, after one at {at_ms} ms")
        yield turn
        position, at_ms = turn.after, entry.at_ms


def has_clock(rules: AnyRules, setup: Setup, position: AnyPosition) -> bool:
    """Whether the set-up lets a clock run out where the position knows of one."""
    return position.outcome is None and rules.time_limit(setup, position) is not None
