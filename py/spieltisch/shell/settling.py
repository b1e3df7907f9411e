"""Delays what a turn leads to until the turn has been seen: its outcome, and the card at the end.

The markup has all of it at once; the style sheet hides it while the body's ``data-moving`` is set.
"""

from typing import Any

from spieltisch.shell.dom import closest, proxy
from spieltisch.shell.keyboard import FIELDS

LATE_MS = 40.0
MOST_LATE = 50
"""A busy browser starts animations late: after this long, and at most so often, the page checks
whether anything still moves."""

REST_MS = 600.0
"""How long after the last move has settled the page shows that the match is over."""


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
        """The turn settles in this many ms; ``is_still`` is whether nothing moves at all."""
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
        """Move the focus to the card, unless it is in a field or a popover."""
        node = self._document.activeElement or None
        first = self._document.querySelector("#end .end-next button") or None
        is_busy = node is not None and closest(node, f"{FIELDS}, [popover]") is not None
        if first is not None and not is_busy:
            first.focus()
