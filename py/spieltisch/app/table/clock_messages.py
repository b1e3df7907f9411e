"""The message that asks about clocks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AskClocks:
    """Somebody asks how much time everybody has, at ``at_ms`` of the page's clock."""

    at_ms: float = 0.0
