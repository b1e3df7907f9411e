"""Offers a newer build of the site, and takes it when the person says so."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.messages import Tell
from spieltisch.app.notice import UpdateBlocked, UpdateReady, UpdateSilent
from spieltisch.shell.dom import proxy

OFFERED = "spieltisch:update"
"""The event by which static/offline/register.js offers a newer build: its detail is a function that
takes the build and promises what came of it: "taken", "blocked" or "silent"."""

TROUBLES = {"blocked": UpdateBlocked(), "silent": UpdateSilent()}
"""What is told if the build was not taken; if it was, the page is about to reload."""


class Updates:
    """Offers the newer build that the browser has fetched."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        """Args:
        window: the browser's.
        send: tells the session.
        """
        self._window = window
        self._send = send
        self._take: Any = None

    def listen(self) -> None:
        """Hear of offers from now on."""
        self._window.addEventListener(OFFERED, proxy(self._offer))

    def _offer(self, event: Any) -> None:
        self._take = event.detail
        self._send(Tell(UpdateReady()))

    def take(self) -> None:
        """Take the build that was offered, if one was."""
        if self._take is not None:
            self._take().then(proxy(self._know))

    def _know(self, outcome: str) -> None:
        """Tell the person if the build was not taken."""
        if outcome in TROUBLES:
            self._send(Tell(TROUBLES[outcome]))
