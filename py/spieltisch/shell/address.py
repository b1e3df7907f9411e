"""The page's address: people go where it leads, and it tells where the session has gone."""

from collections.abc import Callable
from typing import Any

from spieltisch.session.messages import Navigate
from spieltisch.shell.dom import proxy


class Address:
    """What stands behind the ``#`` of the page's address."""

    def __init__(self, window: Any, send: Callable[[Navigate], None]) -> None:
        self._window = window
        self._send = send
        self._followed = ""

    def follow(self, at_ms: float) -> None:
        """Go where it leads: now, at ``at_ms`` of the page's clock, and whenever it changes."""
        self._navigate(at_ms)
        on_change = proxy(lambda event: self._navigate(event.timeStamp))
        self._window.addEventListener("hashchange", on_change)

    def set(self, link: str, *, replaces: bool) -> None:
        """Tell where the session has gone.

        Args:
            link: how to come there.
            replaces: whether no step back shall lead to the address before.
        """
        location, history = self._window.location, self._window.history
        if location.hash != self._followed:
            # Somebody has gone on meanwhile; the browser is about to tell, and the session follows.
            return
        # Neither call fires hashchange: the session is there already.
        (history.replaceState if replaces else history.pushState)(None, "", link)
        self._followed = location.hash

    def _navigate(self, at_ms: float) -> None:
        self._followed = self._window.location.hash
        self._send(Navigate(self._followed, at_ms))
