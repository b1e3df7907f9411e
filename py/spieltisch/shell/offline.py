"""Whether the game is kept on this device: what the page tells of it, what a person wants, and the
next build of the site."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import OfflineChanged, OfflineState, Tell
from spieltisch.app.core.notice import UpdateNotice
from spieltisch.shell.dom import proxy

TOLD = "spieltisch:offline"
"""The event by which the page tells that ``<html data-offline>`` has changed."""
WANTED = "spieltisch:keep"
"""The event that tells static/offline/register.js that another choice has been kept."""


class Offline:
    """Tells the session, and hands on what it wants."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        self._window = window
        self._told = window.document.documentElement.dataset
        self._send = send
        self._wanted: str | None = None

    @property
    def megabytes(self) -> int:
        """How much is kept; 0 if the site is not made to be kept."""
        return int(getattr(self._told, "megabytes", None) or 0)

    def begin(self, wanted: str) -> None:
        """Hear from now on of what is kept."""
        self._wanted = wanted
        self._window.addEventListener(TOLD, proxy(lambda _: self._tell()))
        self._tell()

    def _tell(self) -> None:
        state = getattr(self._told, "offline", None)
        if state:
            self._send(OfflineChanged(OfflineState(state)))

    def follow(self, wanted: str) -> None:
        """Do as the settings say, which have been kept."""
        if self._wanted not in (None, wanted):
            self._wanted = wanted
            self._window.dispatchEvent(self._window.Event.new(WANTED))


OFFERED = "spieltisch:update"
"""The event by which static/offline/register.js offers a newer build: its detail is a function that
takes the build and promises what came of it: "taken", "blocked" or "silent"."""

TROUBLES = {"blocked": UpdateNotice.BLOCKED, "silent": UpdateNotice.SILENT}
"""What is told if the build was not taken; if it was, the page is about to reload."""


class Updates:
    """Offers the newer build that the browser has fetched."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        self._window = window
        self._send = send
        self._take: Any = None

    def listen(self) -> None:
        self._window.addEventListener(OFFERED, proxy(self._offer))

    def _offer(self, event: Any) -> None:
        self._take = event.detail
        self._send(Tell(UpdateNotice.READY))

    def take(self) -> None:
        if self._take is not None:
            self._take().then(proxy(self._know))

    def _know(self, outcome: str) -> None:
        """Tell the person if the build was not taken."""
        if outcome in TROUBLES:
            self._send(Tell(TROUBLES[outcome]))
