"""Turns of a match by link leave the page: sent by the device, or read from the screen."""

from collections.abc import Callable
from typing import Any

from spieltisch.presenters.by_link import link_of
from spieltisch.session.routes import format_link
from spieltisch.session.session import Session
from spieltisch.shell.dom import proxy, to_js

QR_CODES = "static/qr/begin.js"
"""Defines the element that draws links as QR codes."""


class TurnLinks:
    """What the browser does with the links of turns."""

    def __init__(self, window: Any, copy: Callable[[], None]) -> None:
        """Args:
        window: the browser's.
        copy: copies the link, where the device has nothing to send it by.
        """
        self._window = window
        self._copy = copy
        self._has_qr_codes = False

    def send(self, session: Session) -> None:
        """Ask the device whom to send the match on the table to."""
        table, match, navigator = session.table, session.kept_match, self._window.navigator
        if table is None or match is None:
            return
        if not getattr(navigator, "share", None):
            self._copy()
            return
        link = session.device.site + format_link(link_of(match, table.match_id))
        # Who closes the sheet without sending has changed their mind: nothing is to be told.
        navigator.share(to_js(self._window, {"url": link})).then(None, proxy(lambda *_: None))

    def follow(self, session: Session) -> None:
        """Fetch what draws QR codes: once, with the first match that wants one."""
        match = session.match
        if self._has_qr_codes or match is None or not match.is_by_link:
            return
        self._has_qr_codes = True
        script = self._window.document.createElement("script")
        script.type, script.src = "module", QR_CODES
        self._window.document.head.append(script)
