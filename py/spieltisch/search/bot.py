"""A bot that looks ahead, as the table wants bots."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from spieltisch.search.thought import Memory, think
from spieltisch.table.game import AnyPosition
from spieltisch.table.position import Seat


@dataclass(frozen=True)
class SearchBot:
    """Attributes:
    level: 1, the weakest, to 6.
    rng: its chance.
    memories: what it keeps from move to move, by seat.
    """

    level: int
    rng: Random
    memories: dict[Seat, Memory] = field(default_factory=dict)

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        memory = self.memories.setdefault(seat, Memory())
        return think(position, seat, self.level, self.rng, memory=memory).action
