"""A newer build of the site: it is offered, and taken when a person says so."""

from collections.abc import Callable
from typing import Any

from spieltisch.session.messages import Message, Tell
from spieltisch.shell.dom import closest, proxy

OFFERED = "spieltisch:update"
"""The event of static/offline/register.js that offers one: its detail is a function that takes it,
and promises whether the page loads anew."""

TAKING = "[data-do=update]"


class Updates:
    """Offers what the browser has fetched."""

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
        """Another open page keeps the build that it has, and with it this one."""
        if not is_taken:
            self._send(Tell("update-elsewhere"))
