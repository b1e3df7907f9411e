"""Matches leave the page as links: copied, sent by the device, or read from the screen."""

from collections.abc import Callable
from typing import Any

from spieltisch.play.codec import LinkError
from spieltisch.presenters.by_link import link_of
from spieltisch.session.messages import Tell
from spieltisch.session.routes import format_link
from spieltisch.session.session import Session
from spieltisch.shell.dom import proxy, to_js

QR_CODES = "static/qr/begin.js"
"""Defines the element that draws links as QR codes."""


class Sharing:
    """What the browser does with links."""

    def __init__(self, window: Any, send: Callable[[Tell], None]) -> None:
        """Args:
        window: the browser's.
        send: where it is told what has become of a link.
        """
        self._window = window
        self._send = send
        self._has_qr_codes = False

    def share(self, session: Session, *, is_part: bool, is_sent: bool) -> None:
        """Copy the link to the match on the table, or show it to be copied.

        Args:
            session: as it is.
            is_part: whether it is to lead to the moment that is looked at, rather than to all.
            is_sent: whether the device is to be asked whom to send it to, if it can be.
        """
        table, match = session.table, session.kept_match
        if table is None or match is None:
            return
        # What is tried out is nobody's match.
        match = table.home.looked_at(match) if is_part else match
        try:
            link = session.device.site + format_link(link_of(match, table.match_id))
        except LinkError:
            self._send(Tell("too-long"))
            return
        navigator = self._window.navigator
        if is_sent and getattr(navigator, "share", None):
            # Who closes the sheet without sending has changed their mind: nothing is to be told.
            navigator.share(to_js(self._window, {"url": link})).then(None, proxy(lambda *_: None))
            return
        what = "part" if is_part else "whole" if match.is_over else "so-far"
        copied = proxy(lambda *_: self._send(Tell("copied", (what, str(match.shown)))))
        failed = proxy(lambda *_: self._send(Tell("copy", (link,))))
        if not navigator.clipboard:
            failed()
            return
        navigator.clipboard.writeText(link).then(copied, failed)

    def follow(self, session: Session) -> None:
        """Fetch what draws QR codes: once, with the first match that wants one."""
        match = session.match
        if self._has_qr_codes or match is None or not match.is_by_link:
            return
        self._has_qr_codes = True
        script = self._window.document.createElement("script")
        script.type, script.src = "module", QR_CODES
        self._window.document.head.append(script)
