"""QR codes of the links of turns, drawn by an element that is fetched when one is wanted."""

from typing import Any

from spieltisch.session.session import Session
from spieltisch.shell.dom import load_script

SCRIPT = "static/qr/begin.js"
"""Defines the element."""


class QrCodes:
    """What draws links as QR codes."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._is_fetched = False

    def follow(self, session: Session) -> None:
        """Fetch it, once, with the first match that wants one."""
        match = session.match
        if not self._is_fetched and match is not None and match.is_by_link:
            self._is_fetched = True
            load_script(self._window, SCRIPT)
