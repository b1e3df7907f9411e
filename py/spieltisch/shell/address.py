"""The page's address: the session follows it, and it follows the session."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.messages import Navigate
from spieltisch.shell.dom import proxy

REFUSED_MS = 1_000


class Address:
    """The part of the page's address after the ``#``."""

    def __init__(self, window: Any, send: Callable[[Navigate], None]) -> None:
        self._window = window
        self._send = send
        self._followed = ""
        self._wanted = ""

    def follow(self, at_ms: float) -> None:
        self._navigate(at_ms)
        on_change = proxy(lambda event: self._navigate(event.timeStamp))
        self._window.addEventListener("hashchange", on_change)

    def set(self, link: str, *, replaces: bool) -> None:
        """Change the address to where the session has gone; ``replaces`` says whether no step back
        leads to the old one."""
        location, history = self._window.location, self._window.history
        if location.hash != self._followed:
            # The person has navigated meanwhile: hashchange is about to fire, and is followed.
            return
        self._wanted = link
        try:
            # Neither call fires hashchange, and none is needed: the session is there already.
            (history.replaceState if replaces else history.pushState)(None, "", link)
        except Exception:  # a JavaScript error has no narrower type here
            # Safari takes a hundred changes in ten seconds, which a key that is held down exceeds.

            def try_again() -> None:
                if self._wanted == link:
                    self.set(link, replaces=replaces)

            self._window.setTimeout(proxy(try_again), REFUSED_MS)
            return
        self._followed, self._wanted = location.hash, ""

    def _navigate(self, at_ms: float) -> None:
        self._followed = self._window.location.hash
        self._wanted = ""
        self._send(Navigate(self._followed, at_ms))
