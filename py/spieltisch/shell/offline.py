"""Whether the game is kept on this device: what the page tells of it, and what a person wants."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.messages import OfflineChanged
from spieltisch.shell.dom import proxy

TOLD = "spieltisch:offline"
"""The event by which the page tells that ``<html data-offline>`` has changed."""
WANTED = "spieltisch:keep"
"""The event that tells static/offline/register.js that another choice has been kept."""


class Offline:
    """Tells the session, and hands on what it wants."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        """Args:
        window: the browser's.
        send: tells the session.
        """
        self._window = window
        self._told = window.document.documentElement.dataset
        self._send = send
        self._wanted: str | None = None

    @property
    def megabytes(self) -> int:
        """How much is kept; 0 if the site is not made to be kept."""
        return int(getattr(self._told, "megabytes", None) or 0)

    def begin(self, wanted: str) -> None:
        """Hear from now on of what is kept.

        Args:
            wanted: what the settings say.
        """
        self._wanted = wanted
        self._window.addEventListener(TOLD, proxy(lambda _: self._tell()))
        self._tell()

    def _tell(self) -> None:
        state = getattr(self._told, "offline", None)
        if state:
            self._send(OfflineChanged(state))

    def follow(self, wanted: str) -> None:
        """Do as the settings say, which have been kept."""
        if self._wanted not in (None, wanted):
            self._wanted = wanted
            self._window.dispatchEvent(self._window.Event.new(WANTED))
