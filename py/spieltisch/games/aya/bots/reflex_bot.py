"""AYA's reflex bots at a table where no time passes: what they would do, not how soon."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from spieltisch.games.aya.bots.reflex import plan
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.table.game import AnyPosition
from spieltisch.table.position import Seat


@dataclass(frozen=True)
class ReflexBot:
    """Attributes:
    level: one of reflex.LEVELS.
    rng: its chance.
    """

    level: int
    rng: Random

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        if not isinstance(position, AyaPosition):
            raise TypeError(f"a reflex bot plays AYA only, not a {type(position).__name__}")
        made = plan(position, seat, self.level, self.rng)
        if made is None:
            raise ValueError(f"seat {seat} owes nothing")
        return made.action
