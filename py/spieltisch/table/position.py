"""One moment of one game: the contract that every game's position meets."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Protocol, Self, TypeVar

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


class IllegalActionError(ValueError):
    """An action that its seat may not do now; the message names seat, action and why.

    >>> print(IllegalActionError(2, "d+", "it is the other seat's turn"))
    seat 2 may not play d+: it is the other seat's turn
    """

    def __init__(self, seat: Seat, action: str, why: str) -> None:
        super().__init__(f"seat {seat} may not play {action}: {why}")
        self.seat = seat
        self.action = action
        self.why = why


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
        raise IllegalActionError(seat, str(action), "the match is over")

    def observe(self, seat: Seat | None) -> Self:
        return replace(self, position=self.position.observe(seat))

    def __getattr__(self, name: str) -> Any:
        # While a copy is made, Python looks up dunder names before ``position`` is set: delegating
        # them would recurse.
        if name.startswith("__") or name == "position":
            raise AttributeError(name)
        return getattr(self.position, name)


class Position(Protocol[A]):
    """Frozen and hashable. Equal positions have equal futures.

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

    def legal_actions(self, seat: Seat) -> tuple[A, ...]:
        """All actions of a seat, each once, in an order that never changes; () if not active."""

    def apply(self, seat: Seat, action: A) -> Self:
        """The position after a legal action; raises IllegalActionError for any other."""

    def observe(self, seat: Seat | None) -> Self:
        """What a seat (None: a spectator) may see; hidden parts are blanked."""


def seat_for(position: Position[Any], action: Any = None) -> Seat:
    """Who acts in a position where nobody is named: the first seat that may play the action, or
    anything at all if none is given. The clock is taken only if no other seat may.

    >>> from spieltisch.games.aya.rules.rules import RULES
    >>> refuting = RULES.parse_position("bb|bbbyy|yy ; turbo zoch seats=3 ; refute caller=1")
    >>> sorted(refuting.active_seats)
    [0, 2, 3]
    >>> seat_for(refuting), seat_for(refuting, "expire")
    (2, 0)
    """
    first, *others = sorted(position.active_seats, key=lambda seat: (seat == CLOCK, seat))
    if action is None or not others:
        return first
    able = (seat for seat in (first, *others) if action in position.legal_actions(seat))
    return next(able, first)
