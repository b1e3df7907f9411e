"""The menu of games."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StartScreen:
    """It has no state of its own: what can be continued is told by the matches."""
