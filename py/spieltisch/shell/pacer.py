"""Work in steps, so that the page goes on answering, and while nobody does anything; the session's
alarm clock; and the answer to the page that asks whether Python is alive."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from typing import Any

from spieltisch.app.board.messages import Wake
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.messages import Pause, Resume
from spieltisch.app.core.session import Session
from spieltisch.shell.dom import page_ms, proxy, to_js
from spieltisch.shell.host import MessageHost

STEP_MS = 30.0
"""For how long a step begins something new; then presses are handled."""

APART_MS = 1_000.0
"""How often at most what steps have made is set apart from the garbage collector's work: cyclic
rubbish that is set apart with it is never freed."""


class Pacer:
    """Repeats one kind of work, as much of it in each step as the time allows."""

    _apart_at_ms = float("-inf")
    """When what any of them has made was set apart last."""

    def __init__(
        self,
        window: Any,
        work: Callable[[float], bool],
        show: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            work: does a little, at a time of the page's clock, and says whether the step may go on:
                what comes next may want one of its own.
            show: shows what the work of a step has come to.
        """
        self._window = window
        self._work = work
        self._show = show
        self._is_wanted = False
        self._is_due = False
        self._on_due = proxy(self._take)

    def follow(self, *, is_wanted: bool) -> None:
        """If there is more to do, go on once the browser has handled what was pressed."""
        self._is_wanted = is_wanted
        if is_wanted and not self._is_due:
            self._is_due = True
            self._window.setTimeout(self._on_due, 0)

    def _take(self, *_: Any) -> None:
        now_ms = self._window.performance.now
        end_ms = now_ms() + STEP_MS
        # The work says by `follow` whether there is more of it.
        while self._is_wanted and now_ms() < end_ms:
            if not self._work(now_ms()):
                break
        self._show()
        set_apart(now_ms())
        self._is_due = False
        self.follow(is_wanted=self._is_wanted)


def set_apart(now_ms: float) -> None:
    """Set apart what steps have made, unless that was done in the last second. It stays as a rule:
    otherwise the garbage collector looks through all of it again and again, in pauses that grow
    with it."""
    if now_ms >= Pacer._apart_at_ms + APART_MS:
        Pacer._apart_at_ms = now_ms
        gc.collect(1)
        gc.freeze()


IDLE_LIMIT_MS = 2000.0
"""An idle moment is waited for no longer: Chromium tells of none while nothing is drawn."""


class SpareTime:
    """One preparation after another, each in an idle moment of the browser, put off whenever
    something is done."""

    def __init__(self, window: Any, preparations: Iterator[float | None]) -> None:
        """``preparations`` prepares one thing per step. It yields how many milliseconds without
        activity must pass before the next step; None if that must wait for some activity."""
        self._window = window
        self._preparations = preparations
        # Some browsers do not tell when they are idle: there the pause alone must do.
        self._tells_idle = hasattr(window, "requestIdleCallback")
        self._limit = to_js(window, {"timeout": IDLE_LIMIT_MS}) if self._tells_idle else None
        self._on_time = proxy(self._await_idle if self._tells_idle else self._prepare)
        self._on_idle = proxy(self._prepare)
        self._timer: Any = None
        self._idle: Any = None
        self._pause_ms: float | None = 0.0
        self._is_over = False
        self._wait(0.0)

    def put_off(self) -> None:
        """Restart the pause, as something was done."""
        self._wait(self._pause_ms or 0.0)

    def _wait(self, pause_ms: float) -> None:
        self._window.clearTimeout(self._timer)
        if self._idle is not None:
            self._window.cancelIdleCallback(self._idle)
            self._idle = None
        if not self._is_over:
            self._timer = self._window.setTimeout(self._on_time, pause_ms)

    def _await_idle(self, *_: Any) -> None:
        self._idle = self._window.requestIdleCallback(self._on_idle, self._limit)

    def _prepare(self, *_: Any) -> None:
        self._idle = None
        try:
            self._pause_ms = next(self._preparations)
        except StopIteration:
            self._is_over = True
            return
        if self._pause_ms is not None:
            self._wait(self._pause_ms)


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

    def follow(self, session: Session, least_ms: float = 0.0) -> None:
        """Set the timer for the session's next wake and the next check of the clock, but not for
        sooner than in ``least_ms``."""
        self._window.clearTimeout(self._timer)
        match, is_seen = session.match, session.device.hidden_since_ms is None
        is_played = session.table is not None and match is not None and not match.is_over
        wanted_ms, is_watched = session.next_wake_ms, is_played and is_seen
        self._due_ms = None
        if wanted_ms is None and not is_watched:
            return
        now_ms = page_ms(self._window)
        wait_ms = LOOK_MS if wanted_ms is None else max(least_ms, wanted_ms - now_ms)
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
        at_ms = message.at_ms if isinstance(message, TimedMessage) else now_ms
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
        scheduling = getattr(self._window.navigator, "scheduling", None)
        if session.calls_held and scheduling and scheduling.isInputPending():
            self._timer = self._window.setTimeout(self._on_due, 0)
        elif is_due or self._slept_since_ms(now_ms) is not None:
            self._host.send(Wake(now_ms))
        else:
            self.follow(session)


ASKED = "spieltisch:ping"
"""The event by which the page asks: its detail is a function that is the answer."""


def answer_pings(window: Any) -> None:
    """Answer by way of the loop, on which all depends that is not a press."""

    def answer(event: Any) -> None:
        told = event.detail
        asyncio.get_event_loop().call_soon(lambda: told())

    window.addEventListener(ASKED, proxy(answer))
