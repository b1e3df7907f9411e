"""Plays on an invisible copy of the page while the page has nothing else to do.

Code that runs for the first time takes several times as long as later: the browser compiles
WebAssembly and JavaScript at their first use, at first quickly and only later well, and the parts
of drawings get cached. It is better to do all this now than when somebody presses.
"""

from collections.abc import Generator
from contextlib import suppress
from typing import Any

from spieltisch.app.board.messages import Wake
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.shell.dom import DrawnPage, ignored, page_ms, proxy, to_js
from spieltisch.shell.keyboard import ShoutMarks
from spieltisch.shell.listeners import Listeners
from spieltisch.shell.storage import Storage, StorageError


class Effort(Frozen):
    """How much is done on the copy."""

    steps: int
    work_ms: float
    """How long they take at most: a slow device does less, to spare its battery."""
    pause_ms: float
    """How long the browser is left alone after each."""


TO_ANSWER = Effort(steps=90, work_ms=700.0, pause_ms=15.0)
"""Gets the code that draws and listens compiled well. The browser compiles hot code in the
background, again and again for two seconds: being done sooner would gain nothing."""

TO_KEEP = Effort(steps=12_000, work_ms=4_000.0, pause_ms=0.0)
"""Makes the next visits start sooner. Chromium keeps WebAssembly that it has compiled well once a
visit has made a megabyte of it; a start and TO_ANSWER make 0.8. Longer practice
is not worth a device's work (docs/runtime.md)."""

LOW_BATTERY = 0.3
"""With less than this left, and nothing to charge it, a battery is spared."""

COMPILED = "compiled-build"
"""The name in ``localStorage`` of the build for which TO_KEEP was done."""

SOON_MS = 50.0
"""A wake that is due within this is sent at once; rather than wait longer, the copy starts over."""

PRESSABLE = "[data-target]:not([disabled])"


class WarmUp:
    """Presses the first node that can be pressed, again and again, by mouse and by key in turns,
    with real events."""

    def __init__(self, window: Any, session: Session, page: DrawnPage, exercise: Effort) -> None:
        """The page is a copy of the one in sight; ``exercise`` says how much is done."""
        self._window = window
        self._first = self._session = session
        self._page = page
        self._copy = page.root
        self._shout_marks = ShoutMarks(self._copy)
        self._steps_left = exercise.steps
        self._work_left_ms = exercise.work_ms
        self._pause_ms = exercise.pause_ms
        Listeners(window, self._copy, self).listen()

    def steps(self) -> Generator[float, None, bool]:
        """Make one thing happen after another; yields how long to wait after each, in ms.

        Returns:
            whether the device is quick: it has done half of the steps in the time for all.
        """
        wanted, goes_on = self._steps_left, True
        while goes_on:
            begun_ms = page_ms(self._window)
            goes_on = self._steps_left > 0 and self._work_left_ms > 0 and self._go_on(begun_ms)
            if not goes_on:
                self._copy.replaceChildren()
            self._steps_left -= 1
            self._work_left_ms -= page_ms(self._window) - begun_ms
            if goes_on:
                yield self._pause_ms
        return self._work_left_ms > 0 or self._steps_left * 2 < wanted

    def _go_on(self, now_ms: float) -> bool:
        """Make one thing happen; False if nothing is left to do."""
        wake_ms = self._session.next_wake_ms
        node = self._copy.querySelector(PRESSABLE) or None
        if wake_ms is not None and wake_ms < now_ms + SOON_MS:
            self.send(Wake(wake_ms))
        elif node is not None:
            self._press(node)
        elif self._session is not self._first:
            self._session = self._first
            self.show_now()
        else:
            return False
        return True

    def _press(self, node: Any) -> None:
        if self._steps_left % 2 and not node.hasAttribute("data-shout"):
            for name in ("keydown", "keyup"):
                self._tell(node, "KeyboardEvent", name, code="Enter", key="Enter")
            return
        self._tell(node, "PointerEvent", "pointerdown")
        self._tell(node, "FocusEvent", "focusin")
        self._tell(node, "PointerEvent", "pointerup")
        self._tell(node, "MouseEvent", "click", detail=1)

    def _tell(self, node: Any, kind: str, name: str, **more: Any) -> None:
        options = to_js(self._window, {"bubbles": True, **more})
        node.dispatchEvent(getattr(self._window, kind).new(name, options))

    # --------------------------------------------- the page, as listeners know it

    @property
    def session(self) -> Session:
        return self._session

    def send(self, message: Message, *, shows: bool = True) -> None:
        self._session, _ = update(self._session, message)
        self._shout_marks.follow(message, self._session.calls_held)
        if shows:
            self.show_now()

    def show_now(self) -> None:
        self._page.show(page_of(self._session))

    def load_again(self) -> None:
        """Stay: nobody has pressed anything."""

    def carry_out(self, effect: Focus) -> None:
        """Leave the focus where it is."""

    def give(self, what: str, arg: str) -> None:
        """Do nothing: a copy shares nothing."""


class CompiledBuild:
    """Whether the browser keeps what it has compiled of this build of the site."""

    def __init__(self, window: Any, storage: Storage) -> None:
        self._storage = storage
        try:
            workers = getattr(window.navigator, "serviceWorker", None)
        except Exception:  # refused to a page that is to keep nothing
            workers = None
        is_kept = hasattr(window.navigator, "userAgentData") and workers and workers.controller
        page = window.document.documentElement.dataset
        self._build: str = getattr(page, "build", "") if is_kept else ""
        connection = getattr(window.navigator, "connection", None)
        self._spares = bool(connection and getattr(connection, "saveData", False))
        if self._build and hasattr(window.navigator, "getBattery"):
            window.navigator.getBattery().then(proxy(self._look_at), ignored())

    def _look_at(self, battery: Any) -> None:
        """Spare a battery, above all one that is nearly empty. A device without one counts as
        charging."""
        self._spares = self._spares or (not battery.charging and battery.level < LOW_BATTERY)

    @property
    def is_wanted(self) -> bool:
        """Whether TO_KEEP is worth doing: Chromium keeps what it has compiled of files that a
        service worker keeps, and once per build is enough. A device that saves data or has little
        battery left is spared."""
        is_done = self._build == "" or self._storage.read(COMPILED) == self._build
        return not is_done and not self._spares

    def note(self) -> None:
        """Remember that TO_KEEP is done for this build."""
        with suppress(StorageError):
            self._storage.write(COMPILED, self._build)
