"""Scripts of the site that a page fetches when they are wanted, and what they hand over."""

from collections.abc import Callable
from typing import Any

from spieltisch.app.session import Session
from spieltisch.shell.dom import load_script, proxy


class LateScript:
    """A script that tells by an event of the window's that it is there."""

    def __init__(
        self,
        window: Any,
        name: str,
        event: str,
        taken: Callable[[], None],
        failed: Callable[[], None],
    ) -> None:
        """Args:
        event: its name; its detail is what the script hands over.
        taken: what is done once the script is there.
        failed: what is done whenever it could not be fetched.
        """
        self._window = window
        self._name = name
        self._event = event
        self._taken = taken
        self._failed = failed
        self._is_heard = self._is_loading = False
        self.handed: Any = None
        """What the script hands over; None until it is there."""

    def load(self) -> None:
        """Fetch the script, but not again while it is on its way. After a failure the next call
        tries again."""
        if self._is_loading or self.handed is not None:
            return
        self._is_loading = True
        if not self._is_heard:
            self._is_heard = True
            self._window.addEventListener(self._event, proxy(self._take))
        load_script(self._window, self._name).addEventListener("error", proxy(self._give_up))

    def _take(self, event: Any) -> None:
        self.handed, self._is_loading = event.detail, False
        self._taken()

    def _give_up(self, *_: Any) -> None:
        self._is_loading = False
        self._failed()


QR_CODES = "static/qr/begin.js"
"""Defines the element that draws links as QR codes."""


class QrCodes:
    def __init__(self, window: Any) -> None:
        self._window = window
        self._is_fetched = False

    def follow(self, session: Session) -> None:
        """Fetch the element once, with the first match by link or invitation."""
        match = session.match
        is_by_link = match is not None and match.is_by_link
        if not self._is_fetched and (is_by_link or session.live is not None):
            self._is_fetched = True
            load_script(self._window, QR_CODES)
