"""Mū tōrere, a game of the Māori: eight points lie on a ring round a ninth, with four men a side.

A man goes to the one empty point: along the ring to the next point, from the centre, or to the
centre if an opponent's man is beside it. The seat that cannot move has lost; a board that comes for
the third time is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

from spieltisch.table import NO_PAST, Event, Past, Status, Turn
from spieltisch.table.game import GameInfo, Option, Rules, Shuffle
from spieltisch.table.position import (
    Displayed,
    IllegalActionError,
    Outcome,
    Seat,
    is_seat_among,
    usual_why_not,
)
from spieltisch.table.record import Setup, SetupError
from spieltisch.table.turn import endings

RING = "abcdefgh"
CENTRE = "i"
SITES = RING + CENTRE
BESIDE = {site: (RING[i - 1], RING[(i + 1) % len(RING)]) for i, site in enumerate(RING)}
MEN = {1: "d", 2: "l"}
"""The seats' men: dark and light."""

START = "ddddllll."
BEGINS = Option("begins", ("dark", "light"))
INFO = GameInfo("mutorere", "Mū tōrere", "the Māori", {"standard": (2,)}, options=(BEGINS,))


class Board(NamedTuple):
    """A position without its past: the man on each of SITES or ``.``, and the seat to move."""

    men: str
    seat: Seat

    def __str__(self) -> str:
        return f"{self.men} {MEN[self.seat]}"

    def man(self, site: str) -> str:
        return self.men[SITES.index(site)]

    @property
    def empty(self) -> str:
        return SITES[self.men.index(".")]

    @property
    def movable(self) -> tuple[str, ...]:
        """Where the men are that the seat to move may move; they all go to the empty point."""
        own, other = MEN[self.seat], MEN[3 - self.seat]
        if self.empty == CENTRE:
            near = [site for site in RING if other in map(self.man, BESIDE[site])]
        else:
            near = [*sorted(BESIDE[self.empty]), CENTRE]
        return tuple(site for site in near if self.man(site) == own)

    def after(self, site: str) -> Board:
        """The board after the man on a site has moved."""
        left = SITES.index(site)
        men = self.men.replace(".", MEN[self.seat])
        return Board(f"{men[:left]}.{men[left + 1 :]}", 3 - self.seat)


@dataclass(frozen=True, repr=False)
class MuTorerePosition(Displayed):
    """A board and all those before it, the oldest first. An action is the site of a man."""

    board: Board
    earlier: Past[Board] = NO_PAST

    @property
    def key(self) -> Board:
        return self.board

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.board.movable:
            return Outcome(frozenset((3 - self.board.seat,)), "no-move")
        has_come_twice = self.earlier.count(self.board) >= 2
        return Outcome(frozenset(), "repetition") if has_come_twice else None

    @property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset((self.board.seat,))

    def legal_actions(self, seat: Seat) -> tuple[str, ...]:
        return self.board.movable if is_seat_among(self.active_seats, seat) else ()

    def apply(self, seat: Seat, action: str) -> Self:
        if (why := usual_why_not(self, seat, action)) is not None:
            raise IllegalActionError(seat, action, why)
        return type(self)(self.board.after(action), self.earlier.with_item(self.board))

    why_not = usual_why_not

    def observe(self, seat: Seat | None) -> Self:
        """Nothing is hidden."""
        return self


@dataclass(frozen=True)
class MuTorereChoice:
    """The tokens are SITES; one press, on the man that is to move, is all there is to choose."""

    position: MuTorerePosition
    seat: Seat
    action: str | None = None

    @property
    def status(self) -> Status:
        return Status.COMPLETE if self.action else Status.INCOMPLETE

    @property
    def targets(self) -> frozenset[str]:
        return frozenset() if self.action else frozenset(self.position.legal_actions(self.seat))

    def press(self, token: str) -> Self:
        return replace(self, action=token) if token in self.targets else self

    def back(self) -> Self:
        return replace(self, action=None)


class MuTorere(Rules[MuTorerePosition, str]):
    """Has no clocks and no automatic actions: those are left out."""

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        return f"{START} {setup.option(BEGINS.name, BEGINS.default)[0]}"

    def initial_position(self, setup: Setup) -> MuTorerePosition:
        INFO.check(setup)
        if setup.start not in (f"{START} d", f"{START} l"):
            raise SetupError("start", setup.start)
        return self.parse_position(setup.start)

    def parse_position(self, text: str) -> MuTorerePosition:
        """Boards as format_board has them, this one first, then those before it."""
        board, *earlier = map(_parse_board, text.split(" | "))
        return MuTorerePosition(board, Past(earlier))

    def format_position(self, position: MuTorerePosition) -> str:
        return " | ".join(map(str, (position.board, *position.earlier)))

    def format_board(self, position: MuTorerePosition) -> str:
        """``ddddllll. d``: the ring from the top clockwise, the centre, and the side to move."""
        return str(position.board)

    def parse_action(self, text: str) -> str:
        if text not in tuple(SITES):
            raise ValueError(f"{text!r} is not one of {SITES}")
        return text

    def format_action(self, action: str) -> str:
        return action

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged by hand."""
        return setup.start

    def choose(self, position: MuTorerePosition, seat: Seat) -> MuTorereChoice:
        return MuTorereChoice(position, seat)

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """``moved``, from where to where; then ``won`` or ``drawn`` if that was the end."""
        moved = Event("moved", turn.seat, (turn.action, turn.before.board.empty))
        return (moved, *endings(turn.after.outcome, turn.seat))

    def trace(self, position: MuTorerePosition) -> Mapping[str, object]:
        return {"position": self.format_board(position)}


def _parse_board(text: str) -> Board:
    men, _, side = text.partition(" ")
    if not re.fullmatch(r"[dl.]{9} [dl]", text) or sorted(men) != sorted(START):
        raise ValueError(f"{text!r} is not nine points with four men a side, and a side to move")
    return Board(men, 1 if side == MEN[1] else 2)


RULES = MuTorere()
