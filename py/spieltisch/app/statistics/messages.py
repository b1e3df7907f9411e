"""What can happen to the statistics."""

from dataclasses import dataclass

from spieltisch.app.message import Message


@dataclass(frozen=True)
class EraseStatistics(Message):
    """Statistics are to count only what is played from now on."""

    at_ms: float = 0.0
