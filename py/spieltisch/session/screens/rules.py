"""A game's rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RulesScreen:
    """Attributes:
    game: whose rules.
    """

    game: str
