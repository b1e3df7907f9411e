"""Offers a newer build of the site, and takes it when the person says so."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.messages import Tell
from spieltisch.shell.dom import closest, proxy

OFFERED = "spieltisch:update"
"""The event by which static/offline/register.js offers a newer build: its detail is a function that
takes the build and promises whether the page is about to reload."""

TAKING = "[data-do=update]"


class Updates:
    """Offers the newer build that the browser has fetched."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        """Args:
        window: the browser's.
        send: tells the session.
        """
        self._send = send
        self._take: Any = None
        window.addEventListener(OFFERED, proxy(self._offer))
        window.document.addEventListener("click", proxy(self._on_click))

    def _offer(self, event: Any) -> None:
        self._take = event.detail
        self._send(Tell("update"))

    def _on_click(self, event: Any) -> None:
        if self._take is not None and closest(event.target, TAKING) is not None:
            self._take().then(proxy(self._know))

    def _know(self, is_taken: bool) -> None:
        """Tell the person if the build was not taken: another open page still uses the old one."""
        if not is_taken:
            self._send(Tell("update-elsewhere"))
