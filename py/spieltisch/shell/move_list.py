"""Keeps the move that is shown in sight, in lists that may scroll.

Some are strips, which lie in one line and are pushed aside with a finger. What a person has pushed
into the middle is shown, as if it had been pressed.
"""

from collections.abc import Callable
from typing import Any

from spieltisch.play.match import Match
from spieltisch.shell.dom import attribute, proxy
from spieltisch.table import Turn

REST_MS = 120
"""So long a strip lies still before its middle counts: not every browser says that it rests."""


class Strip:
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
    return bool(place.scrollWidth > place.clientWidth)


def in_the_middle(strip: Any) -> Any:

    def distance(item: Any) -> float:
        box = item.getBoundingClientRect()
        return abs(float(box.left + box.right - inside.left - inside.right))

    inside = strip.getBoundingClientRect()
    return min(strip.children, key=distance)


MARGIN_PX = 6.0

TRIES = 4
"""In how many frames a list is scrolled until the move is in sight: parts of a long list get their
true height only once they are near."""


class MoveList:
    """Scrolls the lists of moves and of turning points, and nothing else: the board stays where it
    is."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._tries = 0
        self._shown: tuple[str, int] | None = None
        self._turn: Turn | None = None
        self._on_frame = proxy(self._scroll)
        # Something that opens beside the list shrinks it, and may hide the move.
        self._sizes = window.ResizeObserver.new(self._on_frame)
        self._watched: Any = None
        self._has_review = False

    def follow(self, match: Match | None) -> None:
        """Scroll to the shown move if it is another one; called whenever the page has changed.

        While it stays the same, a person may scroll the list freely. A variation has another move
        at the same place, and another chapter another one to begin with.
        """
        # Where the board stays in sight above a review, begin with what lies right below it.
        document = self._window.document
        had_review, self._has_review = self._has_review, bool(document.getElementById("review"))
        if self._has_review and not had_review:
            table = document.querySelector(".table")
            if self._window.getComputedStyle(table).position == "sticky":
                self._window.scrollTo(0, 0)
        shown = None if match is None else (match.setup.game, match.shown)
        turn = None if match is None else _turn_of(match)
        # By identity: to compare two turns is to compare their pasts.
        if shown == self._shown and turn is self._turn:
            return
        self._shown, self._turn = shown, turn
        if shown is not None:
            self._tries = TRIES
            # In the next frame the browser computes the layout anyway.
            self._window.requestAnimationFrame(self._on_frame)

    def _scroll(self, *_: Any) -> None:
        moves = self._window.document.getElementById("moves")
        if not moves:
            return
        # Scroll again whenever the list changes its size; another screen or match may have brought
        # another list.
        if self._watched is None or not moves.isSameNode(self._watched):
            self._sizes.disconnect()
            self._sizes.observe(moves)
            self._watched = moves
        before = moves.scrollTop
        if not _show_current(moves):
            moves.scrollTop = 0
        self._tries -= 1
        if self._tries > 0 and moves.scrollTop != before:
            self._window.requestAnimationFrame(self._on_frame)
        turnings = self._window.document.querySelector(".turnings")
        if turnings:
            _show_current(turnings)


def _turn_of(match: Match) -> Turn | None:
    """The move that is shown; at the start, the first one."""
    return match.turns[max(match.shown, 1) - 1] if match.turns else None


def _show_current(place: Any) -> bool:
    """Scroll a list to the line that is current; False if there is none."""
    move = place.querySelector("[aria-current]")
    if not move:
        return False
    inside, box = place.getBoundingClientRect(), move.closest("li").getBoundingClientRect()
    if is_strip(place) and in_the_middle(place).querySelector("[aria-current]") != move:
        place.scrollLeft += (box.left + box.right - inside.left - inside.right) / 2
    # Of what is longer than the list, as a long comment makes it, the beginning is to be seen.
    bottom = min(box.bottom, box.top + inside.height - 2 * MARGIN_PX)
    if bottom > inside.bottom - MARGIN_PX:
        place.scrollTop += bottom - inside.bottom + MARGIN_PX
    elif box.top < inside.top + MARGIN_PX:
        place.scrollTop += box.top - inside.top - MARGIN_PX
    return True
