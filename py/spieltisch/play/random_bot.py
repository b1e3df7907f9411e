"""The bot that takes whatever comes: any legal action, each as likely as the others."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from spieltisch.table.game import AnyPosition
from spieltisch.table.position import Seat


@dataclass(frozen=True)
class RandomBot:
    """Attributes:
    rng: its chance: the same one in the same state plays the same.
    """

    rng: Random

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        return self.rng.choice(position.legal_actions(seat))
