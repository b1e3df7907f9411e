"""What is told of a turn only once it has been seen: its outcome, and the card at the end.

The page holds all of it at once; the style sheet hides it while the body says that something moves.
"""

from typing import Any

from spieltisch.shell.dom import closest, proxy
from spieltisch.shell.keyboard import FIELDS

LATE_MS = 40.0
MOST_LATE = 50
"""A busy browser begins to move things later than it was told: so often, and after so long each
time, it is asked whether they still move."""

REST_MS = 600.0
"""How long after its last move has settled a match is seen to be over."""


class Settling:
    """The time from a turn until all of it has been seen."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._document = window.document
        self._alarm: Any = None
        self._is_end = False
        self._asks_left = 0
        self._on_settled = proxy(self._settled)
        self._on_rested = proxy(self._rested)

    def begin(self, *, is_end: bool) -> None:
        """A turn is about to be seen; ``is_end`` is whether it ends the match."""
        self._window.clearTimeout(self._alarm)
        self._is_end = is_end
        self._document.body.dataset.moving = "end" if is_end else "turn"

    def after(self, ms: float, *, is_still: bool) -> None:
        """It has settled after so long; ``is_still`` is whether nothing is to move at all."""
        self._asks_left = MOST_LATE
        if is_still:
            self._rested()
        else:
            self._alarm = self._window.setTimeout(self._on_settled, ms)

    def _settled(self, *_: Any) -> None:
        if self._asks_left and self._document.querySelector(".is-travelling"):
            self._asks_left -= 1
            self._alarm = self._window.setTimeout(self._on_settled, LATE_MS)
            return
        if not self._is_end:
            self._rested()
            return
        self._document.body.dataset.moving = "settled"
        self._alarm = self._window.setTimeout(self._on_rested, REST_MS)

    def _rested(self, *_: Any) -> None:
        del self._document.body.dataset.moving
        if self._is_end:
            self._is_end = False
            self._offer_card()

    def _offer_card(self) -> None:
        """The keyboard goes to the card, unless it is in use."""
        node = self._document.activeElement or None
        first = self._document.querySelector("#end .end-next button") or None
        is_busy = node is not None and closest(node, f"{FIELDS}, [popover]") is not None
        if first is not None and not is_busy:
            first.focus()
