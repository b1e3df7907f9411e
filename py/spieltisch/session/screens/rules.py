"""A game's rules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RulesScreen:
    """Attributes:
    game: whose rules.
    """

    game: str
