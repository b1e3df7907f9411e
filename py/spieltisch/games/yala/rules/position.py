"""YALA's ring of named places, and a moment of a match on it (docs/rules.md, YALA)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple, Self

from spieltisch.table import (
    NO_PAST,
    Displayed,
    Fact,
    IllegalActionError,
    Kind,
    Outcome,
    Past,
    Reason,
    Seat,
    is_among,
    is_seat_among,
)
from spieltisch.table.fact import gettext_noop

SITES = tuple("abcdefghijklmnop")
"""The places, clockwise, of the largest ring; others have the first of these. A place keeps its
name when others vanish."""

FEWEST_PLACES, PLACES, MOST_PLACES = 8, 12, len(SITES)
"""How many places there are at the start: as house rules allow, and by the rules."""

CLOCKWISE, COUNTER_CLOCKWISE = 1, -1
DIRECTIONS = {"+": CLOCKWISE, "-": COUNTER_CLOCKWISE}
"""How a direction is written in an action."""


class YalaEnd(StrEnum):
    NO_MOVE = "no-move"
    REPETITION = "repetition"


class YalaReason(Kind):
    """Why a stone may not move so."""

    TURN = "it is the other seat's turn"
    NOWHERE = "there is no such place or direction"
    VANISHED = "place {site} has vanished"
    LIGHT = gettext_noop("The stone on top of {site} is light, and you play dark.")
    DARK = gettext_noop("The stone on top of {site} is dark, and you play light.")
    ROUND = gettext_noop("{way}: blocked, a stone may not go all the way round.")
    BLOCKED = gettext_noop("{way}: blocked, {site} is a wall.")
    REPEATING = gettext_noop("{way}: forbidden, it would repeat a position.")


class YalaWay(Kind):
    """Which way round a stone goes."""

    CLOCKWISE = gettext_noop("Clockwise")
    COUNTER_CLOCKWISE = gettext_noop("Counter-clockwise")


WAYS = {"+": YalaWay.CLOCKWISE(), "-": YalaWay.COUNTER_CLOCKWISE()}
"""By the direction of an action."""


Colour = Literal["d", "l"]
"""Dark or light. Seat 1 plays dark, seat 2 light."""

DARK, LIGHT = 1, 2
SEAT_OF: dict[str, Seat] = {"d": DARK, "l": LIGHT}
COLOUR_OF: dict[Seat, Colour] = {DARK: "d", LIGHT: "l"}
OTHER: dict[Colour, Colour] = {"d": "l", "l": "d"}

WALLS = (4, 5, 6)
"""How high a wall may be, by house rules."""

MAX_HEIGHT = 5
"""No tower is higher by the rules (source: "maximal fünf Steinen"): one so high is a wall."""


def walk(towers: Sequence[str], start: int, direction: int, steps: int) -> tuple[int, ...]:
    """The indices of the places stepped on in a walk round the ring, the last
    being where it ends. An empty tower has vanished and is not a step.

    >>> towers = ("ld", "", "dl", "ld", "dl", "ld", "dl", "ld", "dl", "ld", "dl", "ldld")
    >>> walk(towers, start=0, direction=CLOCKWISE, steps=2)
    (2, 3)
    """
    path: list[int] = []
    index, size = start, len(towers)
    while len(path) < steps:
        index = (index + direction) % size
        if towers[index]:
            path.append(index)
    return tuple(path)


class YalaAction(NamedTuple):
    """The top stone of a tower walks: ``site`` is a place's name, ``direction`` ``+`` or ``-``."""

    site: str
    direction: str

    def __str__(self) -> str:
        return self.site + self.direction


_ACTIONS = frozenset(YalaAction(site, way) for site in SITES for way in DIRECTIONS)


class Walk(NamedTuple):
    """Where an action would lead.

    >>> Walk(path=("b", "c"), blocked_at="c", is_repeating=False).is_open
    False
    """

    path: tuple[str, ...]
    """The names of the places stepped on, the last being where the stone would land."""
    blocked_at: str | None
    """The first wall on the path, or the stone's own tower if it would go all the way round; None
    for neither."""
    is_repeating: bool
    """Whether the no-repeat rule forbids it."""

    @property
    def is_open(self) -> bool:
        return self.blocked_at is None and not self.is_repeating


Key = tuple[tuple[str, ...], Colour]
"""What counts as the same position: the ring and the side to move."""


@dataclass(frozen=True, repr=False)
class YalaPosition(Displayed):
    """The ring, the side to move and, for the repetition rule, what went before.

    >>> towers = ("ld", "dl") * 6
    >>> position = YalaPosition(towers, "d")
    >>> position.walk(YalaAction("a", "-")).path
    ('l', 'k')
    >>> position.apply(1, YalaAction("a", "-")).towers[:3]
    ('l', 'dl', 'ld')
    """

    towers: tuple[str, ...]
    """The towers, twelve by the rules, from ``a`` on, each bottom to top in ``d`` and ``l``; empty
    where the place has vanished."""
    to_move: Colour
    repetition: str = "draw"
    """``draw`` or ``no-repeat``."""
    earlier: Past[Key] = NO_PAST
    """The positions that could still come again, oldest first; a vanished place clears them, as it
    never returns."""
    wall: int = MAX_HEIGHT
    """How high a wall is."""

    @cached_property
    def board(self) -> Key:
        return (self.towers, self.to_move)

    @property
    def key(self) -> tuple[tuple[str, ...], Colour, int]:
        return (self.towers, self.to_move, self.wall)

    @cached_property
    def active_seats(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset((SEAT_OF[self.to_move],))

    @cached_property
    def outcome(self) -> Outcome | None:
        """A side that cannot move has lost; under ``draw`` a third occurrence is a draw."""
        if self.repetition == "draw" and self.earlier.count(self.board) >= 2:
            return Outcome(frozenset(), YalaEnd.REPETITION)
        if not self._open_actions:
            return Outcome(frozenset((3 - SEAT_OF[self.to_move],)), YalaEnd.NO_MOVE)
        return None

    def legal_actions(self, seat: Seat) -> tuple[YalaAction, ...]:
        """By place, clockwise before counter-clockwise."""
        return self._open_actions if is_seat_among(self.active_seats, seat) else ()

    @cached_property
    def _open_actions(self) -> tuple[YalaAction, ...]:
        # Walk.is_open without its call, which a click would make a dozen times.
        return tuple(
            action
            for action, (_, blocked_at, is_repeating) in self._own_walks.items()
            if blocked_at is None and not is_repeating
        )

    @cached_property
    def _own_walks(self) -> dict[YalaAction, Walk]:
        return {
            action: self._walk(action)
            for site, tower in zip(SITES, self.towers, strict=False)
            if tower.endswith(self.to_move)
            for action in (YalaAction(site, "+"), YalaAction(site, "-"))
        }

    def walk(self, action: YalaAction) -> Walk:
        """Where the top stone of a standing tower would go, and what is in its way, if anything.
        The stone goes as many towers as its tower is high before the move; a wall may be neither
        entered nor jumped over, and no stone goes all the way round. Raises ValueError where none
        stands."""
        return self._own_walks.get(action) or self._walk(action)

    def _walk(self, action: YalaAction) -> Walk:
        start = SITES.index(action.site)
        steps = len(self.towers[start]) if start < len(self.towers) else 0
        if not steps:
            raise ValueError(f"no tower stands on {action.site}")
        path = walk(self.towers, start, DIRECTIONS[action.direction], steps)
        blocked = None
        for index in path:
            if index == start or len(self.towers[index]) == self.wall:
                blocked = SITES[index]
                break
        # What has vanished never returns.
        may_repeat = blocked is None and self.repetition == "no-repeat" and steps > 1
        is_repeating = (
            may_repeat and (self._moved(start, path[-1]), OTHER[self.to_move]) in self.earlier
        )
        return Walk(tuple([SITES[index] for index in path]), blocked, is_repeating)

    def apply(self, seat: Seat, action: YalaAction) -> Self:
        is_action = isinstance(action, YalaAction) and is_among(self._own_walks, action)
        walk = self._own_walks[action] if is_action else None
        if walk is None or not walk.is_open or not is_seat_among(self.active_seats, seat):
            raise IllegalActionError(seat, action, self.why_not(seat, action) or Reason.ILLEGAL())
        start, landing = SITES.index(action.site), walk.path[-1]
        has_vanished = len(self.towers[start]) == 1
        return type(self)(
            self._moved(start, SITES.index(landing)),
            OTHER[self.to_move],
            self.repetition,
            NO_PAST if has_vanished else self.earlier.with_item(self.board),
            self.wall,
        )

    def observe(self, seat: Seat | None) -> Self:
        return self

    def why_not(self, seat: Seat, action: object) -> Fact | None:
        if self.outcome:
            return Reason.OVER()
        if not is_seat_among((SEAT_OF[self.to_move],), seat):
            return YalaReason.TURN()
        if not isinstance(action, YalaAction) or not is_among(_ACTIONS, action):
            return YalaReason.NOWHERE()
        place = SITES.index(action.site)
        if place >= len(self.towers):
            return YalaReason.NOWHERE()
        tower = self.towers[place]
        if not tower:
            return YalaReason.VANISHED(site=action.site)
        if not tower.endswith(self.to_move):
            mine_is_dark = self.to_move == "d"
            return (YalaReason.LIGHT if mine_is_dark else YalaReason.DARK)(site=action.site)
        walk, way = self.walk(action), WAYS[action.direction]
        if walk.blocked_at == action.site:
            return YalaReason.ROUND(way=way)
        if walk.blocked_at is not None:
            return YalaReason.BLOCKED(way=way, site=walk.blocked_at)
        return YalaReason.REPEATING(way=way) if walk.is_repeating else None

    def _moved(self, start: int, end: int) -> tuple[str, ...]:
        towers = list(self.towers)
        stone = towers[start][-1]
        towers[start] = towers[start][:-1]
        towers[end] += stone
        return tuple(towers)
