"""A strip: a list that lies in one line, to be pushed aside with a finger, one item in its middle.

What a person has pushed into the middle is shown, as if it had been pressed.
"""

from collections.abc import Callable
from typing import Any

from spieltisch.shell.dom import attribute, proxy

REST_MS = 120
"""So long a strip lies still before its middle counts: not every browser says that it rests."""


class Strip:
    """Watches the strip of turning points."""

    def __init__(self, window: Any, press: Callable[[Any], None]) -> None:
        self._window = window
        self._press = press
        self._strip: Any = None
        self._alarm: Any = None
        self._on_rest = proxy(self._rested)

    def scrolled(self, event: Any) -> None:
        """Wait until what was pushed lies still."""
        if not hasattr(event.target, "matches") or not event.target.matches(".turnings"):
            return
        self._strip = event.target
        self._window.clearTimeout(self._alarm)
        self._alarm = self._window.setTimeout(self._on_rest, REST_MS)

    def _rested(self) -> None:
        if not self._strip.isConnected or not is_strip(self._strip):
            return
        button = in_the_middle(self._strip).querySelector("button")
        if attribute(button, "aria-current") is None:
            self._press(button)


def is_strip(place: Any) -> bool:
    """Whether a list lies in one line."""
    return bool(place.scrollWidth > place.clientWidth)


def in_the_middle(strip: Any) -> Any:
    """The item of a strip that is nearest to its middle."""

    def distance(item: Any) -> float:
        box = item.getBoundingClientRect()
        return abs(float(box.left + box.right - inside.left - inside.right))

    inside = strip.getBoundingClientRect()
    return min(strip.children, key=distance)
