"""One moment of one game: the contract that every game's position meets."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Protocol, Self, TypeVar

from spieltisch.table.fact import Fact, Kind
from spieltisch.table.marks import MAX_NUMBER, Between

Seat = int
"""A place at the table: 1, 2, ... clockwise; 0 is the clock."""

CLOCK: Seat = 0
"""The clock's seat: a clock that runs out is an action of this seat."""


class Finish(StrEnum):
    """How a match ended for one seat."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


class TableEnd(StrEnum):
    """Why the table ends a match, whatever its game; games have their own reasons besides."""

    TIME = "time"
    RESIGNED = "resigned"
    AGREED = "agreed"
    """On a draw."""


A = TypeVar("A")


@dataclass(frozen=True)
class Outcome:
    """How a match ended.

    >>> nobody = Outcome(frozenset(), "repetition")
    >>> nobody.result_for(1, seats=2), nobody.result_for(1, seats=1)
    (<Finish.DRAWN: 'drawn'>, <Finish.LOST: 'lost'>)
    >>> Outcome(frozenset({2}), "no-move").value_for(2)
    1.0
    """

    winners: frozenset[Seat]
    """The winning seats; several share the win, none is a draw."""
    reason: str
    """One of TableEnd or of the game's own enum, such as ``no-move``, as text: what is kept may be
    of a game's later version."""
    scores: tuple[Annotated[int, Between(-MAX_NUMBER, MAX_NUMBER)], ...] | None = None
    """Points by seat, seat 1 first, where the game counts any."""

    @property
    def is_draw(self) -> bool:
        return not self.winners

    def result_for(self, seat: Seat, seats: int) -> Finish:
        """The finish of one of ``seats`` seats; a player alone who does not win loses."""
        if seat in self.winners:
            return Finish.WON
        return Finish.LOST if self.winners or seats == 1 else Finish.DRAWN

    def value_for(self, seat: Seat) -> float:
        """The outcome's value to a seat: 1 is a win, 0.5 a draw, 0 a loss."""
        return 0.5 if self.is_draw else float(seat in self.winners)

    def returns(self, seats: int) -> tuple[float, ...]:
        """What each of so many seats has got, seat 1 first; in all that is nothing, but for one who
        plays alone, who gets 1 or -1.

        >>> Outcome(frozenset({2}), "no-move").returns(2), Outcome(frozenset({1, 3}), "").returns(3)
        ((-1.0, 1.0), (0.5, -1.0, 0.5))
        """
        if seats == 1:
            return (1.0 if self.winners else -1.0,)
        losers = seats - len(self.winners)
        if self.is_draw or not losers:
            return (0.0,) * seats
        won, lost = 1 / len(self.winners), -1 / losers
        return tuple(won if seat in self.winners else lost for seat in range(1, seats + 1))


MOST_TOLD = 100
"""Letters of a value that an error names: an action's text has no more."""


def _told(value: object) -> str:
    """A value of any type as short text; its type where it has none."""
    try:
        text = str(value)
    except Exception:
        return f"a {type(value).__name__}"
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]}…"


def is_among(some: Collection[Any], value: object) -> bool:
    """Whether a value, of any type at all, is one of some.

    >>> is_among({1, 2}, 2), is_among({1, 2}, []), is_among({1, 2}, None)
    (True, False, False)
    """
    try:
        return value in some
    except TypeError:  # It has no hash.
        return False


def is_seat_among(seats: Collection[Seat], seat: object) -> bool:
    """Whether something, of any type at all, is one of some seats. What only equals one is none:
    a position that kept it would tell it in its text.

    >>> is_seat_among({1, 2}, 2), is_seat_among({1, 2}, 2.0), is_seat_among({1, 2}, True)
    (True, False, False)
    """
    return type(seat) is int and seat in seats


def check_seat(seat: object, count: int) -> None:
    """Raise ValueError for what is none of so many seats.

    >>> check_seat(2, 2)
    >>> check_seat(3, 2)
    Traceback (most recent call last):
        ...
    ValueError: 3 is no seat: there are 1 to 2
    """
    if not is_seat_among(range(1, count + 1), seat):
        told = "that" if isinstance(seat, int) and abs(seat) > MAX_NUMBER else repr(seat)[:40]
        raise ValueError(f"{told} is no seat: there are 1 to {count}")


class Reason(Kind):
    """Why a seat may not do something, in any game; games have their own reasons besides."""

    OVER = "the match is over"
    TURN = "it is another seat's turn"
    ILLEGAL = "it is not among the legal actions"


class IllegalActionError(ValueError):
    """An action that its seat may not do now, or that is none at all; the message names seat,
    action and why.

    >>> print(IllegalActionError(2, "4R", Reason.OVER()))
    seat 2 may not play 4R: the match is over
    """

    def __init__(self, seat: Seat, action: object, reason: Fact) -> None:
        self.action = _told(action)
        self.why = str(reason)
        super().__init__(f"seat {_told(seat)} may not play {self.action}: {self.why}")
        self.seat = seat
        self.reason = reason


@dataclass(frozen=True)
class Ended:
    """The position after the table has ended the match, as when a flag has fallen: like the one
    before it, also for the game's view, but the match is over."""

    position: Any
    outcome: Outcome | None

    @property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset()

    def legal_actions(self, seat: Seat) -> tuple[Any, ...]:
        return ()

    def apply(self, seat: Seat, action: Any) -> Self:
        raise IllegalActionError(seat, action, Reason.OVER())

    def why_not(self, seat: Seat, action: object) -> Fact:
        return Reason.OVER()

    def observe(self, seat: Seat | None) -> Self:
        return replace(self, position=self.position.observe(seat))

    def __str__(self) -> str:
        return str(self.position)

    def __getattr__(self, name: str) -> Any:
        # While a copy is made, Python looks up dunder names before ``position`` is set: delegating
        # them would recurse.
        if name.startswith("__") or name == "position":
            raise AttributeError(name)
        return getattr(self.position, name)


class Position(Protocol[A]):
    """Frozen and hashable. Equal positions have equal futures. ``repr`` is the whole text, ``str``
    that of the board, and a notebook draws it: Displayed does all three.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> before = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> before.active_seats, before.outcome
    (frozenset({1}), None)
    >>> [str(action) for action in before.legal_actions(1)][:4]
    ['a+', 'a-', 'c+', 'c-']
    >>> after = before.apply(1, before.legal_actions(1)[0])
    >>> RULES.format_board(after)
    'l/dl/ldd/dl/ld/dl/ld/dl/ld/dl/ld/dl l'
    """

    @property
    def active_seats(self) -> frozenset[Seat]:
        """The seats that may act now; empty when the match is over. CLOCK may be among them."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    @property
    def key(self) -> Hashable:
        """The board and who is to act, without the past, for tables of one's own: equal for equal
        boards, however they came about. What it was that repeats is not in it."""

    def legal_actions(self, seat: Seat) -> tuple[A, ...]:
        """All actions of a seat, each once, in an order that never changes; () if it is not active,
        and for whatever is no seat."""

    def apply(self, seat: Seat, action: A) -> Self:
        """The position after a legal action; raises IllegalActionError for any other, whatever its
        type."""

    def why_not(self, seat: Seat, action: object) -> Fact | None:
        """Why a seat may not play something, of whatever type: what ``apply`` raises; None if it
        may. ``usual_why_not`` tells what every game knows."""

    def observe(self, seat: Seat | None) -> Self:
        """What a seat (None: a spectator) may see; hidden parts are blanked."""


def usual_why_not(position: Position[Any], seat: Seat, action: object) -> Fact | None:
    """Why a seat may not play something, as any game knows it; None if it may.

    >>> from spieltisch.games.myra.rules.rules import RULES, STARTS
    >>> usual_why_not(RULES.parse_position(STARTS[2]), 2, RULES.parse_action("Qk11-k10")).kind.name
    'TURN'
    """
    if position.outcome is not None:
        return Reason.OVER()
    if not is_seat_among(position.active_seats, seat):
        return Reason.TURN()
    # What only equals an action is none.
    alike = {one for one in position.legal_actions(seat) if type(one) is type(action)}
    return None if is_among(alike, action) else Reason.ILLEGAL()


@cache
def _game_beside(module: str) -> Any:
    """The game of whose folder a module is: that of ``games.yala.rules.position`` is the GAME of
    ``games.yala.game``."""
    return import_module(f"{module.partition('.rules')[0]}.game").GAME


class Displayed:
    """A position that shows itself, as the game says in whose folder its class is. It is frozen, so
    that a copy is itself.

    >>> from spieltisch.games.myra.rules.rules import RULES
    >>> RULES.parse_position("Qa1,4a2 r25 / Qk11 r25 ; 1").apply(1, RULES.parse_action("2a2-b3"))
    Qa1,2a2,2b3 r25 / Qk11 r25 ; 2 | Qa1,4a2 r25 / Qk11 r25 ; 1
    >>> print(_)
    Qa1,2a2,2b3 r25 / Qk11 r25 ; 2
    """

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __repr__(self) -> str:
        return str(_game_beside(type(self).__module__).rules.format_position(self))

    def __str__(self) -> str:
        return str(_game_beside(type(self).__module__).rules.format_board(self))

    def _repr_svg_(self) -> str:
        return str(_game_beside(type(self).__module__).drawing(self))


def seat_for(position: Position[Any], action: Any = None) -> Seat:
    """Who acts in a position where nobody is named: the first seat that may play the action, or
    anything at all if none is given. The clock is taken only if no other seat may. Raises
    ValueError for a position that is over.

    >>> from spieltisch.games.aya.rules.rules import RULES
    >>> refuting = RULES.parse_position("bb|bbbyy|yy ; turbo zoch seats=3 ; refute caller=1")
    >>> sorted(refuting.active_seats)
    [0, 2, 3]
    >>> seat_for(refuting), seat_for(refuting, "expire")
    (2, 0)
    """
    if not position.active_seats:
        raise ValueError("the match is over: nobody acts")
    first, *others = sorted(position.active_seats, key=lambda seat: (seat == CLOCK, seat))
    if action is None or not others:
        return first
    able = (seat for seat in (first, *others) if action in position.legal_actions(seat))
    return next(able, first)
