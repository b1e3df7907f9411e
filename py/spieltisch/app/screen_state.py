"""What all screens' states have in common."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ScreenState:
    """What is on screen. Leaving a screen drops its state, so that none is left over elsewhere."""
