"""Tracing over a board: pressing a site, and dragging from it to others.

A board that takes it says how by ``data-tracing``: with ``walk``, the site where the pointer comes
up is pressed, and seen aimed at (``data-aimed``) on the way; with ``chain``, every site that the
pointer comes to is pressed, one after another, and coming back to an earlier one (``data-earlier``)
goes back to it. A trace starts from a ``data-grip``; what is held already (``data-held``) is not
pressed again then. Whatever can be traced can be pressed as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spieltisch.shell.dom import attribute, closest

Pressed = Callable[[str, float], None]
"""Told a token and when it was pressed."""


class Trace:
    """One pointer at a time, from where it goes down to where it comes up."""

    def __init__(self, document: Any, pressed: Pressed) -> None:
        self._document = document
        self._pressed = pressed
        self._pointer: Any = None
        self._site: str | None = None
        self._has_begun = False
        self._position: str | None = None
        self._swallows = False

    def down(self, event: Any) -> None:
        """A pointer went down: perhaps on a site that a trace can start from."""
        self._swallows = False
        node = closest(event.target, "[data-tracing] [data-grip]")
        if node is None or self._pointer is not None or event.button != 0:
            return
        self._pointer, self._site = event.pointerId, attribute(node, "data-site")
        self._has_begun = False
        self._position = self._position_now()

    def move(self, event: Any) -> None:
        """The pointer moved, perhaps to another site."""
        if self._pointer is None or event.pointerId != self._pointer:
            return
        node = self._node_under(event)
        site = attribute(node, "data-site") if node is not None else None
        if site == self._site:
            return
        if not self._has_begun:
            self._begin(event)
        self._site = site
        if self._pointer is None:
            return
        self._aim(None)
        # What was pressed has drawn the board anew: the site is looked for again.
        node = self._node(site)
        if node is None:
            return
        if self._mode() == "walk":
            self._aim(node)
        elif node.hasAttribute("data-earlier") or (
            node.hasAttribute("data-target") and not node.hasAttribute("data-held")
        ):
            self._press(site, event)

    def up(self, event: Any) -> None:
        """The pointer came up: what is aimed at is pressed."""
        if self._pointer is None or event.pointerId != self._pointer:
            return
        has_begun, aimed = self._has_begun, self._aimed()
        site = attribute(aimed, "data-site") if aimed is not None else None
        self.cancel()
        self._swallows = has_begun
        if site is not None:
            self._pressed(site, event.timeStamp)

    def cancel(self) -> None:
        """Nothing is traced any more."""
        self._aim(None)
        self._pointer = self._site = self._position = None
        self._has_begun = False

    def swallows_click(self, event: Any) -> bool:
        """Whether a click is the end of a trace; one made by a key (no detail) never is."""
        swallows, self._swallows = self._swallows, False
        return swallows and bool(getattr(event, "detail", 0))

    def _begin(self, event: Any) -> None:
        """The pointer has left the first site: that one is pressed, unless it is held already."""
        self._has_begun = True
        node = self._node(self._site)
        if node is not None and not node.hasAttribute("data-held"):
            self._press(self._site, event)

    def _press(self, site: str | None, event: Any) -> None:
        if site is not None:
            self._pressed(site, event.timeStamp)
        if self._position_now() != self._position:
            # An action was played: the rest of the way means nothing.
            self._swallows = True
            self.cancel()

    def _aim(self, node: Any) -> None:
        aimed = self._aimed()
        if aimed is not None:
            aimed.removeAttribute("data-aimed")
        if node is not None and node.hasAttribute("data-target"):
            node.setAttribute("data-aimed", "")

    def _aimed(self) -> Any:
        return self._document.querySelector("[data-aimed]") or None

    def _mode(self) -> str | None:
        board = self._board()
        return attribute(board, "data-tracing") if board is not None else None

    def _position_now(self) -> str | None:
        board = self._board()
        return attribute(board, "data-position") if board is not None else None

    def _board(self) -> Any:
        return self._document.querySelector("[data-tracing]") or None

    def _node(self, site: str | None) -> Any:
        if site is None:
            return None
        return self._document.querySelector(f'[data-tracing] [data-site="{site}"]') or None

    def _node_under(self, event: Any) -> Any:
        node = self._document.elementFromPoint(event.clientX, event.clientY) or None
        return closest(node, "[data-tracing] [data-site]") if node is not None else None
