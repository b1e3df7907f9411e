"""The session's alarm clock: wakes it when it wants to be woken, and tells it when the device has
slept."""

from typing import Any

from spieltisch.app.match.messages import Wake
from spieltisch.app.message import Message
from spieltisch.app.messages import Pause, Resume
from spieltisch.app.session import Session
from spieltisch.shell.dom import page_ms, proxy
from spieltisch.shell.host import MessageHost

LOOK_MS = 1000.0
"""How often the clock is checked while a match goes on."""

SLEPT_MS = 5000.0
"""A timer that is this late means that the device slept: a busy page is less late."""


class Alarm:
    """Wakes the session, and notices a device that has slept.

    A device that falls asleep with the page visible sends no event: timers stop and go on minutes
    later, while the page's clock has mostly gone on. Nobody could act meanwhile, so this time
    counts for nobody, just as while the page is hidden. Checking the clock regularly shows since
    when the device slept.
    """

    def __init__(self, window: Any, host: MessageHost) -> None:
        self._window = window
        self._host = host
        self._timer: Any = None
        self._due_ms: float | None = None
        self._on_due = proxy(self._ring)

    def follow(self, session: Session) -> None:
        """Set the timer for the session's next wake and the next check of the clock."""
        self._window.clearTimeout(self._timer)
        match, is_hidden = session.match, session.device.hidden_since_ms is not None
        wanted_ms, is_watched = (
            session.next_wake_ms,
            (
                session.table is not None
                and match is not None
                and not match.is_over
                and not is_hidden
            ),
        )
        self._due_ms = None
        if wanted_ms is None and not is_watched:
            return
        now_ms = page_ms(self._window)
        wait_ms = LOOK_MS if wanted_ms is None else max(0.0, wanted_ms - now_ms)
        if is_watched:
            wait_ms = min(wait_ms, LOOK_MS)
            self._due_ms = now_ms + wait_ms
        self._timer = self._window.setTimeout(self._on_due, wait_ms)

    def with_sleep(self, message: Message) -> tuple[Message, ...]:
        """The message, and a Pause and a Resume if the device has slept unnoticed: before the
        message if the sleep lasted until its event, after it if the sleep followed."""
        now_ms = page_ms(self._window)
        slept_since_ms = self._slept_since_ms(now_ms)
        if slept_since_ms is None:
            return (message,)
        self._due_ms = None
        at_ms: float = getattr(message, "at_ms", now_ms)
        if at_ms <= slept_since_ms:
            return (message, Pause(slept_since_ms), Resume(now_ms))
        return (Pause(slept_since_ms), Resume(at_ms), message)

    def _slept_since_ms(self, now_ms: float) -> float | None:
        due_ms = self._due_ms
        return due_ms if due_ms is not None and now_ms - due_ms > SLEPT_MS else None

    def _ring(self, *_: Any) -> None:
        session, now_ms = self._host.session, page_ms(self._window)
        wanted_ms = session.next_wake_ms
        is_due = wanted_ms is not None and wanted_ms <= now_ms
        # Input that the browser has not delivered yet comes first: its call may be the earlier.
        if session.calls_held and self._is_input_pending():
            self._timer = self._window.setTimeout(self._on_due, 0)
        elif is_due or self._slept_since_ms(now_ms) is not None:
            self._host.send(Wake(now_ms))
        else:
            self.follow(session)

    def _is_input_pending(self) -> bool:
        scheduling = getattr(self._window.navigator, "scheduling", None)
        return bool(scheduling and scheduling.isInputPending())
