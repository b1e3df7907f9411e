"""Calls people back who have looked away from a match that others play with them: by the page's
icon and, if they have allowed it, by a notification."""

from contextlib import suppress
from typing import Any

from spieltisch.app.core.messages import Notifying, Permission
from spieltisch.app.core.session import Session
from spieltisch.app.screens import awaits_people
from spieltisch.shell.dom import proxy
from spieltisch.shell.host import MessageHost

ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect width='32' height='32' rx='7' fill='%231d6b57'/%3E"
    "%3Ccircle cx='16' cy='16' r='9' fill='%23ffd166'/%3E%3C/svg%3E"
)
"""The icon while it is the turn of people here: a light."""


class Attention:
    def __init__(self, window: Any, host: MessageHost) -> None:
        self._window = window
        self._host = host
        self._icon: Any = None
        self._told: Any = None
        self._on_answer = proxy(lambda answer: host.send(Notifying(Permission(answer))))
        self._on_press = proxy(lambda *_: window.focus())

    def listen(self) -> None:
        """Tell the session whether people can be asked to allow notifications."""
        known = getattr(self._window, "Notification", None)
        if known:
            self._host.send(Notifying(Permission(known.permission)), shows=False)

    def ask(self) -> None:
        """Ask the person to allow notifications: only at a press, as browsers want it."""
        self._window.Notification.requestPermission().then(self._on_answer)

    def follow(self, session: Session, title: str) -> None:
        """It has become, or is no longer, the turn of people here."""
        is_on, document = awaits_people(session), self._window.document
        if is_on == (self._icon is not None):
            return
        if not is_on:
            self._icon.remove()
            self._icon = None
            if self._told is not None:
                self._told.close()
                self._told = None
            return
        self._icon = document.createElement("link")
        self._icon.rel, self._icon.type, self._icon.href = "icon", "image/svg+xml", ICON
        document.head.append(self._icon)
        if document.visibilityState == "hidden" and session.device.notifies is Permission.GRANTED:
            # Some phones leave this to service workers alone. Title and sound tell it there.
            with suppress(Exception):
                self._told = self._window.Notification.new(title)
                self._told.addEventListener("click", self._on_press)
