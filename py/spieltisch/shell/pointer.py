"""Fingers and mice: shouts, held pads, dragged pieces, and traces over a board.

The markup says what a pointer may do with a node:

- ``data-shout`` is shouted and ``data-hold`` held as soon as the pointer comes down.
- ``data-drag`` is dragged and let go over a ``data-site`` or near a ``data-drop``: its own token is
  pressed, and then the token of that place.
- On a board that is edited (``data-editing``) whatever lies on a ``data-site`` is dragged to
  another one; the token that is pressed first says where it comes from.
- ``data-grip`` on a board with ``data-tracing`` is where a trace starts. With ``walk`` the site
  where the pointer comes up is pressed, and shown as aimed at (``data-aimed``) on the way. With
  ``chain`` each site on the way is pressed; coming back to an earlier one (``data-earlier``) goes
  back to it. What is held already (``data-held``) is not pressed again.

What can be dragged or traced can be pressed as well: a click does that, see events.py.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from spieltisch.app.board.messages import Press
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.editor.state import FROM
from spieltisch.app.settings.state import Hold
from spieltisch.shell.dom import attribute, closest
from spieltisch.shell.events import shout_message

SLACK_PX = 8
"""A finger that moves less than this has pressed, not dragged."""

REACH_PX = 48
"""How far beside a ``data-drop`` a piece may be let go."""

Send = Callable[[Message | None], None]


class Pointer:
    """Handles all pointer events. One pointer at a time drags or traces; shouts and held pads count
    for each finger."""

    def __init__(self, root: Any, send: Send, position: Callable[[], object]) -> None:
        """The root is the document, or the node that holds another page of ours; another
        ``position`` than before ends a trace."""
        self._root = root
        self._send = send
        self._position = position
        self._gesture: _Drag | _Trace | None = None
        self._pads: dict[int, int] = {}
        self._swallows_click = False

    def down(self, event: Any, now_ms: float, *, calls: bool = True) -> None:
        """A pointer went down; ``now_ms`` is when the page heard of it. One that ``calls`` not
        shouts nothing."""
        self._swallows_click = False
        is_main = event.button == 0
        if is_main and (self._gesture is None or self._gesture.pointer == event.pointerId):
            self._gesture = self._begun(event)
        pad = closest(event.target, "[data-hold]")
        if pad is not None:
            seat = int(attribute(pad, "data-hold") or 0)
            self._pads[event.pointerId] = seat
            self._send(Hold(seat, is_down=True))
        elif is_main and calls:
            self._send(shout_message(event.target, event.timeStamp, now_ms))

    def move(self, event: Any) -> None:
        gesture = self._gesture
        if gesture is not None and event.pointerId == gesture.pointer:
            gesture.move(event)

    def up(self, event: Any) -> None:
        """A pointer came up, or the browser took it over, for instance to scroll."""
        gesture = self._gesture
        if gesture is not None and event.pointerId == gesture.pointer:
            self._gesture = None
            self._swallows_click = gesture.has_moved
            gesture.end(None if event.type == "pointercancel" else event)
        seat = self._pads.pop(event.pointerId, None)
        if seat is not None:
            self._send(Hold(seat, is_down=False))

    def swallows_click(self, event: Any) -> bool:
        """Whether a click is the end of a drag or a trace; one made by a key never is."""
        swallows, self._swallows_click = self._swallows_click, False
        return swallows and bool(event.detail)

    def _begun(self, event: Any) -> _Drag | _Trace | None:
        piece = closest(event.target, "[data-drag]")
        if piece is not None:
            return _Drag(self._root, piece, event, self._press)
        place = closest(event.target, "[data-editing] [data-site]")
        if place is not None:
            return _Drag(self._root, place, event, self._press)
        grip = closest(event.target, "[data-tracing] [data-grip]")
        if grip is not None:
            return _Trace(self._root, grip, event, self._press, self._position)
        return None

    def _press(self, token: str, at_ms: float) -> None:
        self._send(Press(token, at_ms))


class _Drag:
    def __init__(
        self, root: Any, piece: Any, event: Any, press: Callable[[str, float], None]
    ) -> None:
        self.pointer = event.pointerId
        self.has_moved = False
        self._root = root
        self._site = None if piece.hasAttribute("data-drag") else attribute(piece, "data-site")
        self._piece = piece if self._site is None else self._lying_on(piece)
        self._press = press
        self._start = (event.clientX, event.clientY)

    def _lying_on(self, site: Any) -> Any:
        """What lies on a site: drawn in it, the last above all others, or apart from it."""
        inside = site.querySelectorAll("[data-piece]")
        if inside.length:
            return inside.item(inside.length - 1)
        name = attribute(site, "data-site")
        return self._root.querySelector(f'[data-editing] [data-piece="{name}"]') or site

    def move(self, event: Any) -> None:
        x, y = event.clientX - self._start[0], event.clientY - self._start[1]
        drawing = getattr(self._piece, "ownerSVGElement", None) or None
        if not self.has_moved:
            if hypot(x, y) < SLACK_PX:
                return
            self.has_moved = True
            self._piece.classList.add("is-dragged")
            (drawing or self._piece).setPointerCapture(self.pointer)
        scale = drawing.getScreenCTM().a if drawing is not None else 1
        self._piece.style.translate = f"{x / scale:.1f}px {y / scale:.1f}px"

    def end(self, event: Any | None) -> None:
        """The piece is dropped on its goal, or goes back to where it was."""
        goal = self._goal(event) if event is not None and self.has_moved else None
        self._piece.style.removeProperty("translate")
        self._piece.classList.remove("is-dragged")
        token = attribute(self._piece, "data-drag") if self._site is None else FROM + self._site
        if event is None or goal is None or token is None or goal == self._site:
            return
        if attribute(self._piece, "aria-pressed") != "true":
            self._press(token, event.timeStamp)
        self._press(goal, event.timeStamp)

    def _goal(self, event: Any) -> str | None:
        """The token of the site under the pointer, or of a place to drop within reach."""
        x, y = event.clientX, event.clientY
        node = self._root.elementFromPoint(x, y) or None
        site = closest(node, "[data-site]") if node is not None else None
        is_open = site is not None and (
            site.hasAttribute("data-target") or closest(site, "[data-editing]") is not None
        )
        if site is not None and is_open:
            return attribute(site, "data-token") or attribute(site, "data-site")
        for place in self._root.querySelectorAll("[data-drop]"):
            box = place.getBoundingClientRect()
            is_near = (
                box.left - REACH_PX <= x <= box.right + REACH_PX
                and box.top - REACH_PX <= y <= box.bottom + REACH_PX
            )
            if is_near:
                return attribute(place, "data-drop")
        return None


class _Trace:
    """A trace over a board, from the site where the pointer went down."""

    def __init__(
        self,
        root: Any,
        grip: Any,
        event: Any,
        press: Callable[[str, float], None],
        position: Callable[[], object],
    ) -> None:
        self.pointer = event.pointerId
        self.has_moved = False
        self._root = root
        self._press_token = press
        self._position = position
        self._first_position = position()
        self._site = attribute(grip, "data-site")
        self._is_over = False

    def move(self, event: Any) -> None:
        if self._is_over:
            return
        under = self._root.elementFromPoint(event.clientX, event.clientY) or None
        node = closest(under, "[data-tracing] [data-site]") if under is not None else None
        site = attribute(node, "data-site") if node is not None else None
        if site == self._site:
            return
        if not self.has_moved:
            self._leave_first(event)
        self._site = site
        self._aim(None)
        # A press may have patched the board: look for the site's node again.
        node = self._node(site)
        if node is None or self._is_over:
            return
        if self._root.querySelector("[data-tracing=walk]"):
            self._aim(node)
        elif node.hasAttribute("data-earlier") or (
            node.hasAttribute("data-target") and not node.hasAttribute("data-held")
        ):
            self._press(site, event)

    def end(self, event: Any | None) -> None:
        """The pointer came up: press the site that is aimed at."""
        aimed = self._aimed()
        self._aim(None)
        site = attribute(aimed, "data-site") if aimed is not None else None
        if event is not None and site is not None:
            self._press_token(site, event.timeStamp)

    def _leave_first(self, event: Any) -> None:
        """Press the first site, unless it is held already."""
        self.has_moved = True
        board = self._root.querySelector("[data-tracing]") or None
        if board is not None:
            board.setPointerCapture(self.pointer)
        node = self._node(self._site)
        if node is not None and not node.hasAttribute("data-held"):
            self._press(self._site, event)

    def _press(self, site: str | None, event: Any) -> None:
        if site is not None:
            self._press_token(site, event.timeStamp)
        # Once an action has been played, the rest of the trace is ignored.
        self._is_over = self._position() is not self._first_position

    def _aim(self, node: Any | None) -> None:
        aimed = self._aimed()
        if aimed is not None:
            aimed.removeAttribute("data-aimed")
        if node is not None and node.hasAttribute("data-target"):
            node.setAttribute("data-aimed", "")

    def _aimed(self) -> Any | None:
        return self._root.querySelector("[data-aimed]") or None

    def _node(self, site: str | None) -> Any | None:
        if site is None:
            return None
        return self._root.querySelector(f'[data-tracing] [data-site="{site}"]') or None


STEP_PX = 60.0
"""How far a wheel turns for one step. A trackpad reports a few pixels at a time."""

LINE_PX, PAGE_PX = 20.0, 400.0

PAUSE_MS = 250.0
"""After a rest this long, the distance is counted from zero again."""


class Wheel:
    """How far the wheel has been turned since the last step."""

    def __init__(self) -> None:
        self._turned_px = 0.0
        self._last_ms = 0.0

    def turn(self, event: Any) -> Command | None:
        """The step that an event completes; None if it completes none."""
        unit_px = (1.0, LINE_PX, PAGE_PX)[int(event.deltaMode)]
        is_anew = event.timeStamp - self._last_ms > PAUSE_MS
        is_turned_round = self._turned_px * event.deltaY < 0
        turned_px = 0.0 if is_anew or is_turned_round else self._turned_px
        self._last_ms = event.timeStamp
        turned_px += event.deltaY * unit_px
        is_full = abs(turned_px) >= STEP_PX
        # One step at a time, however fast the wheel spins: nobody sees more.
        self._turned_px = 0.0 if is_full else turned_px
        if not is_full:
            return None
        return Command.LATER if event.deltaY > 0 else Command.EARLIER


def is_for_board(event: Any) -> bool:
    """Whether a turn of the wheel is meant for the board, rather than to zoom or to scroll."""
    if event.ctrlKey or event.shiftKey or not event.deltaY:
        return False
    return closest(event.target, ".table .board") is not None
