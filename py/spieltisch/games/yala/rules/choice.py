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
        return {
            direction: self.position.walk(YalaAction(self.site, direction))
            for direction in DIRECTIONS
        }

    def press(self, token: str) -> Self:
        landing = self._direction_to(token)
        if landing is not None:
            return replace(self, direction=landing)
        if token in DIRECTIONS:
            return self
        can_choose = token != self.site and self._is_own_top(token)
        return replace(self, site=token if can_choose else None, direction=None)

    def back(self) -> Self:
        if self.direction is not None:
            return replace(self, direction=None)
        return replace(self, site=None)

    def _direction_to(self, token: str) -> str | None:
        # If both ways end on the same place, they lead to the same position: either will do.
        for direction, walk in self.walks.items():
            if walk.is_open and token in (direction, walk.path[-1]):
                return direction
        return None

    def _is_own_top(self, token: str) -> bool:
        towers = self.position.towers
        if token not in SITES[: len(towers)] or self.seat not in self.position.active_seats:
            return False
        return towers[SITES.index(token)].endswith(COLOUR_OF[self.seat])
