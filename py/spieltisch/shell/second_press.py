"""Presses on what they are not meant for. The second press of a double click, or of a key that is
held down: what has come under the finger since the first one is not meant by it. A review that has
just begun is not stopped, and a new match's first move is not played by the press that has started
it. And a press on what somebody else has put there a moment ago (static/boot/arrivals.js)."""

from math import hypot, inf
from typing import Any

from spieltisch.shell.dom import attribute, closest

THING = "button, a[href], [data-do], [data-site], [data-token], [data-shout]"
"""What a press can be meant for."""

SENDING = "button[type=submit]"

TOUCH_MS, TOUCH_PX = 350.0, 24.0
"""Two taps so close are one double tap. Browsers count the clicks of a mouse by themselves, but not
everywhere those of a finger."""

BOARD = "board"
"""What is pressed where a board is: it may well be pressed as fast as anybody can."""


class Presses:
    """What was pressed last: the first press of a double click, of which the second one follows."""

    def __init__(self) -> None:
        self._thing: str | None = None
        self._at_ms = -inf
        self._place = (0.0, 0.0)

    def is_astray(self, event: Any, *, is_touch: bool) -> bool:
        """Whether a click belongs to the one before, and would now do something else than that; or
        is on what has just come in the place of something else."""
        if getattr(event, "hasJustCome", False):
            return True
        thing = _thing(event.target)
        is_second = event.detail > 1 or (is_touch and event.detail and self._is_close(event))
        self._at_ms, self._place = event.timeStamp, (event.clientX, event.clientY)
        if not is_second or self._thing is None:
            self._thing = thing
        return bool(is_second) and self._has_gone(thing)

    def is_call_astray(self, event: Any) -> bool:
        """Whether a pointer comes down on a word to call just after a click on no board there."""
        return self._thing != BOARD and self._has_gone(BOARD) and self._is_close(event)

    def is_held_astray(self, event: Any) -> bool:
        """Whether a key that is held down would press something else than when it came down."""
        thing = _thing(event.target)
        if not event.repeat:
            self._thing = thing
        return bool(event.repeat) and self._has_gone(thing)

    def _is_close(self, event: Any) -> bool:
        x, y = self._place
        is_near = hypot(event.clientX - x, event.clientY - y) <= TOUCH_PX
        return is_near and event.timeStamp - self._at_ms <= TOUCH_MS

    def _has_gone(self, thing: str | None) -> bool:
        """Whether another thing is in the place of the one that was pressed first. A link has led
        away, so that the one that looks like it leads further."""
        first = self._thing
        return None not in (first, thing) and (thing != first or str(first).startswith("#"))


def _thing(target: Any) -> str | None:
    """What a press on a node is meant for, with what it is about and whether it is pressed in."""
    node = closest(target, THING)
    if node is None:
        return None
    do = attribute(node, "data-do")
    if do is None:
        return attribute(node, "href") or (SENDING if node.matches(SENDING) else BOARD)
    told = (attribute(node, one) for one in ("data-arg", "data-question", "aria-pressed"))
    return " ".join((do, *map(str, told)))
