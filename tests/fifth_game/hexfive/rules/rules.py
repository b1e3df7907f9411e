"""Hex on five times five fields: who has a chain of stones from side to side has won.

Each seat in turn puts a stone on an empty field. Dark joins the top and the bottom, light the left
and the right; one of them always does, so there is no draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from spieltisch.table import Event, Status, Turn
from spieltisch.table.game import GameInfo, Rules, Shuffle
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

SIZE = 5
COLUMNS = "abcde"
SITES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
"""Row by row from the top, each from the left."""
STONES = {1: "d", 2: "l"}
"""The seats' stones: dark and light."""
EMPTY = "." * len(SITES)
INFO = GameInfo("hexfive", "Hex 5×5", "Piet Hein", {"standard": (2,)})


def _around(at: int) -> tuple[int, ...]:
    """The fields that touch one; each row lies half a field further to the right."""
    row, column = divmod(at, SIZE)
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
    found = [(row + down, column + right) for down, right in steps]
    return tuple(r * SIZE + c for r, c in found if r in range(SIZE) and c in range(SIZE))


AROUND = tuple(map(_around, range(len(SITES))))
FIRST_SIDE = {"d": range(SIZE), "l": range(0, len(SITES), SIZE)}
LAST_SIDE = {"d": range(len(SITES) - SIZE, len(SITES)), "l": range(SIZE - 1, len(SITES), SIZE)}


@lru_cache(maxsize=50_000)
def lacking(stones: str, own: str) -> int:
    """How many stones a side still needs for a chain if the other only looks on; 0 for a win, and
    more than there are fields if none is possible any more."""
    never = len(SITES) + 1
    found = dict.fromkeys(range(len(SITES)), never)
    near: list[set[int]] = [set() for _ in range(never)]

    def reach(fields: Iterable[int], cost: int) -> None:
        for at in fields:
            now = cost + (stones[at] == ".")
            if stones[at] in (own, ".") and now < found[at]:
                found[at] = now
                near[now].add(at)

    reach(FIRST_SIDE[own], 0)
    for cost in range(never):
        while near[cost]:
            reach(AROUND[near[cost].pop()], cost)
    return min(found[at] for at in LAST_SIDE[own])


class Board(NamedTuple):
    """A position: the stone on each of SITES or ``.``, and the seat to move."""

    stones: str
    seat: Seat

    def __str__(self) -> str:
        rows = (self.stones[at : at + SIZE] for at in range(0, len(SITES), SIZE))
        return f"{'/'.join(rows)} {STONES[self.seat]}"

    def stone(self, site: str) -> str:
        return self.stones[SITES.index(site)]

    @property
    def is_won(self) -> bool:
        """Whether the seat that moved last has a chain."""
        return lacking(self.stones, STONES[3 - self.seat]) == 0

    @property
    def empty(self) -> Iterator[str]:
        return (site for site, stone in zip(SITES, self.stones, strict=True) if stone == ".")

    def after(self, site: str) -> Board:
        at = SITES.index(site)
        stones = self.stones[:at] + STONES[self.seat] + self.stones[at + 1 :]
        return Board(stones, 3 - self.seat)


@dataclass(frozen=True, repr=False)
class HexfivePosition(Displayed):
    """A board. An action is the site of the stone."""

    board: Board

    @property
    def key(self) -> Board:
        return self.board

    @cached_property
    def outcome(self) -> Outcome | None:
        return Outcome(frozenset((3 - self.board.seat,)), "chain") if self.board.is_won else None

    @property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset((self.board.seat,))

    def legal_actions(self, seat: Seat) -> tuple[str, ...]:
        return tuple(self.board.empty) if is_seat_among(self.active_seats, seat) else ()

    def apply(self, seat: Seat, action: str) -> Self:
        if (why := usual_why_not(self, seat, action)) is not None:
            raise IllegalActionError(seat, action, why)
        return type(self)(self.board.after(action))

    why_not = usual_why_not

    def observe(self, seat: Seat | None) -> Self:
        """Nothing is hidden."""
        return self


@dataclass(frozen=True)
class HexfiveChoice:
    """The tokens are SITES; one press, on an empty field, is all there is to choose."""

    position: HexfivePosition
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


class Hexfive(Rules[HexfivePosition, str]):
    """Has no clocks and no automatic actions: those are left out."""

    event_kinds = ("placed",)

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        return str(Board(EMPTY, 1))

    def initial_position(self, setup: Setup) -> HexfivePosition:
        INFO.check(setup)
        if setup.start != str(Board(EMPTY, 1)):
            raise SetupError("start", setup.start)
        return self.parse_position(setup.start)

    def parse_position(self, text: str) -> HexfivePosition:
        if not re.fullmatch(r"(?:[dl.]{5}/){4}[dl.]{5} [dl]", text):
            raise ValueError(f"{text!r} is not five rows of five fields, and a side to move")
        rows, _, side = text.partition(" ")
        board = Board(rows.replace("/", ""), 1 if side == STONES[1] else 2)
        if board.stones.count("d") - board.stones.count("l") != board.seat - 1:
            raise ValueError(f"{text!r} has not as many stones of each side as were placed")
        if lacking(board.stones, side) == 0:
            raise ValueError(f"{text!r} was won before the last stone")
        return HexfivePosition(board)

    def format_position(self, position: HexfivePosition) -> str:
        return str(position.board)

    def format_board(self, position: HexfivePosition) -> str:
        """``...../...../..d../...../..... l``: the rows from the top, and the side to move."""
        return str(position.board)

    def parse_action(self, text: str) -> str:
        if text not in SITES:
            raise ValueError(f"{text!r} is not a field, a1 to e5")
        return text

    def format_action(self, action: str) -> str:
        return action

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged by hand."""
        return setup.start

    def choose(self, position: HexfivePosition, seat: Seat) -> HexfiveChoice:
        return HexfiveChoice(position, seat)

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """``placed``, and where; then ``won`` if that was the end."""
        placed = Event("placed", turn.seat, (turn.action,))
        return (placed, *endings(turn.after.outcome, turn.seat))

    def trace(self, position: HexfivePosition) -> Mapping[str, object]:
        return {"position": self.format_board(position)}


RULES = Hexfive()
