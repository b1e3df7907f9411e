"""QR codes of links to be sent, drawn by an element that is fetched when one is wanted."""

from typing import Any

from spieltisch.app.session import Session
from spieltisch.shell.dom import load_script

SCRIPT = "static/qr/begin.js"
"""Defines the element."""


class QrCodes:
    """Loads the element that draws links as QR codes."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._is_fetched = False

    def follow(self, session: Session) -> None:
        """Fetch the element once, with the first match by link or invitation."""
        match = session.match
        is_by_link = match is not None and match.is_by_link
        if not self._is_fetched and (is_by_link or session.live is not None):
            self._is_fetched = True
            load_script(self._window, SCRIPT)
