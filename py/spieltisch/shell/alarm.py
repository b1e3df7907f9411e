"""The session's alarm clock: the session is woken when it wants to be, and is told when the device
has slept."""

from typing import Any

from spieltisch.session.messages import Message, Pause, Resume, Wake
from spieltisch.session.session import Session
from spieltisch.shell.dom import proxy
from spieltisch.shell.host import Host

LOOK_MS = 1000.0
"""So often the clock is looked at while a match goes on."""

SLEPT_MS = 5000.0
"""A timer that comes so much too late has slept; a page that is merely busy is not so late."""


class Alarm:
    """Wakes the session, and notices a device that has slept.

    A device that falls asleep with the page in sight tells nobody: timers stop, and go on minutes
    later, by when the page's clock has mostly gone on. Whoever was to act could not, so that is
    nobody's time, as little as when the page is hidden. Since when it slept is known by looking at
    the clock now and then.
    """

    def __init__(self, window: Any, host: Host) -> None:
        self._window = window
        self._host = host
        self._timer: Any = None
        self._due_ms: float | None = None
        self._on_due = proxy(self._ring)

    def follow(self, session: Session) -> None:
        """Set it to what the session wants next."""
        self._window.clearTimeout(self._timer)
        wanted_ms, is_watched = session.next_wake_ms, _is_time_passing(session)
        self._due_ms = None
        if wanted_ms is None and not is_watched:
            return
        now_ms = self._now_ms
        wait_ms = LOOK_MS if wanted_ms is None else max(0.0, wanted_ms - now_ms)
        if is_watched:
            wait_ms = min(wait_ms, LOOK_MS)
            self._due_ms = now_ms + wait_ms
        self._timer = self._window.setTimeout(self._on_due, wait_ms)

    def with_sleep(self, message: Message) -> tuple[Message, ...]:
        """A message, and in its place what is to be told of a sleep that was not known of yet: it
        lasted until what the message tells of, or from then on."""
        now_ms = self._now_ms
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
        session, now_ms = self._host.session, self._now_ms
        wanted_ms = session.next_wake_ms
        is_due = wanted_ms is not None and wanted_ms <= now_ms
        # Presses that the browser has but has not told yet come first: they may be the earlier.
        if session.calls_held and self._is_input_pending():
            self._timer = self._window.setTimeout(self._on_due, 0)
        elif is_due or self._slept_since_ms(now_ms) is not None:
            self._host.send(Wake(now_ms))
        else:
            self.follow(session)

    def _is_input_pending(self) -> bool:
        scheduling = getattr(self._window.navigator, "scheduling", None)
        return bool(scheduling and scheduling.isInputPending())

    @property
    def _now_ms(self) -> float:
        now_ms: float = self._window.performance.now()
        return now_ms


def _is_time_passing(session: Session) -> bool:
    """Whether a match goes on in sight."""
    match, is_hidden = session.match, session.device.hidden_since_ms is not None
    return session.table is not None and match is not None and not match.is_over and not is_hidden
