"""Choosing a YALA move: a tower, then where its top stone lands.

Tokens are places ``a``-``l`` and the directions ``+`` and ``-``. A tower whose stone is blocked may
be chosen too, so that the view can show why; it has no targets.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    DIRECTIONS,
    SITES,
    Walk,
    YalaAction,
    YalaPosition,
)
from spieltisch.table import Seat, Status


@dataclass(frozen=True)
class YalaChoice:
    """A partial input; see the module.

    >>> from spieltisch.games.yala.rules.position import YalaPosition
    >>> choice = YalaChoice(YalaPosition(("ld", "dl") * 6, "d"), seat=1).press("a")
    >>> sorted(choice.targets), choice.action
    (['c', 'k'], None)
    >>> str(choice.press("k").action)
    'a-'
    """

    position: YalaPosition
    seat: Seat
    site: str | None = None
    """The tower whose stone is to move; None before it is chosen."""
    direction: str | None = None
    """``+`` or ``-``; None before it is chosen."""

    @property
    def status(self) -> Status:
        return Status.INCOMPLETE if self.action is None else Status.COMPLETE

    @property
    def action(self) -> YalaAction | None:
        if self.site is None or self.direction is None:
            return None
        return YalaAction(self.site, self.direction)

    @cached_property
    def targets(self) -> frozenset[str]:
        if self.action is not None:
            return frozenset()
        if self.site is None:
            return frozenset(action.site for action in self.position.legal_actions(self.seat))
        return frozenset(walk.path[-1] for walk in self.walks.values() if walk.is_open)

    @cached_property
    def walks(self) -> dict[str, Walk]:
        """Both ways from the chosen tower, by direction; {} before one is chosen."""
        if self.site is None:
            return {}
        ways = [YalaAction(self.site, direction) for direction in DIRECTIONS]
        return {way.direction: self.position.walk(way) for way in ways}

    def press(self, token: str) -> Self:
        # If both ways end on the same place, they lead to the same position: either will do.
        for direction, walk in self.walks.items():
            if walk.is_open and token in (direction, walk.path[-1]):
                return replace(self, direction=direction)
        if token in DIRECTIONS:
            return self
        towers = dict(zip(SITES, self.position.towers, strict=False))
        is_own = towers.get(token, "").endswith(COLOUR_OF[self.seat])
        can_choose = is_own and token != self.site and self.seat in self.position.active_seats
        return replace(self, site=token if can_choose else None, direction=None)

    def back(self) -> Self:
        if self.direction is not None:
            return replace(self, direction=None)
        return replace(self, site=None)
