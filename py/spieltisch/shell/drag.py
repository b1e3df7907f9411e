"""Dragging pieces: ``data-drag`` is taken hold of, and let go over a ``data-site``.

A drag is two presses: the piece's token, and the token of the site where it was let go. Whatever
can be dragged can be pressed as well.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from spieltisch.shell.dom import attribute, closest

SLACK_PX = 8
"""A finger that moves less than this has pressed, not dragged."""

REACH_PX = 48
"""How far beside a ``data-drop`` a piece may be let go."""

Pressed = Callable[[str, float], None]
"""Told a token and when it was pressed."""


class Drag:
    """One piece at a time, under one pointer."""

    def __init__(self, document: Any, pressed: Pressed) -> None:
        self._document = document
        self._pressed = pressed
        self._node: Any = None
        self._pointer: Any = None
        self._start = (0.0, 0.0)
        self._is_moving = False
        self._has_dropped = False

    def down(self, event: Any) -> None:
        """A pointer went down: perhaps on a piece."""
        self._has_dropped = False
        node = closest(event.target, "[data-drag]")
        if node is None or self._node is not None or event.button != 0:
            return
        self._node, self._pointer = node, event.pointerId
        self._start = (event.clientX, event.clientY)
        self._is_moving = False

    def move(self, event: Any) -> None:
        """The pointer moved: the piece goes with it."""
        if self._node is None or event.pointerId != self._pointer:
            return
        x, y = event.clientX - self._start[0], event.clientY - self._start[1]
        if not self._is_moving and hypot(x, y) < SLACK_PX:
            return
        self._is_moving = True
        scale = self._node.ownerSVGElement.getScreenCTM().a if self._node.ownerSVGElement else 1
        self._node.style.translate = f"{x / scale:.1f}px {y / scale:.1f}px"
        self._node.classList.add("is-dragged")

    def up(self, event: Any) -> None:
        """The pointer came up: the piece is let go."""
        if self._node is None or event.pointerId != self._pointer:
            return
        node, was_moving = self._node, self._is_moving
        self.cancel()
        if not was_moving:
            return
        self._has_dropped = True
        goal = self._goal(event)
        token = attribute(node, "data-drag")
        if goal is None or token is None:
            return
        if attribute(node, "aria-pressed") != "true":
            self._pressed(token, event.timeStamp)
        self._pressed(goal, event.timeStamp)

    def cancel(self) -> None:
        """The piece goes back to where it was."""
        if self._node is not None:
            self._node.style.removeProperty("translate")
            self._node.classList.remove("is-dragged")
        self._node = self._pointer = None
        self._is_moving = False

    def swallows_click(self) -> bool:
        """Whether the click that now comes is the end of a drag, and no press."""
        has_dropped, self._has_dropped = self._has_dropped, False
        return has_dropped

    def _goal(self, event: Any) -> str | None:
        """The token of the site under the pointer, or of the nearest place to drop within reach."""
        x, y = event.clientX, event.clientY
        node = self._document.elementFromPoint(x, y) or None
        site = closest(node, "[data-site]") if node is not None else None
        if site is not None and site.hasAttribute("data-target"):
            return attribute(site, "data-token") or attribute(site, "data-site")
        for place in self._document.querySelectorAll("[data-drop]"):
            box = place.getBoundingClientRect()
            is_near = (
                box.left - REACH_PX <= x <= box.right + REACH_PX
                and box.top - REACH_PX <= y <= box.bottom + REACH_PX
            )
            if is_near:
                return attribute(place, "data-drop")
        return None
