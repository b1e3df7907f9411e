"""What all screens' states have in common."""

from dataclasses import dataclass, field
from typing import Any

from spieltisch.app.news import News


@dataclass(frozen=True)
class ScreenState:
    """What is on screen. Leaving a screen drops its state, so that none is left over elsewhere."""

    news: News[Any] | None = field(default=None, kw_only=True)
    """What is to be heard of it; None where nothing happens but what a person does."""
