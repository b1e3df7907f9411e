"""Playing on a copy of the page that nobody sees, while the page has nothing else to do.

What runs for the first time takes several times as long as it will later: the browser compiles
WebAssembly and JavaScript when it is used, at first quickly, in time well, and what a drawing is
made of is remembered. Better that happens now than when somebody presses.
"""

from typing import Any

from spieltisch.presenters.page import page_of
from spieltisch.session.effects import Focus
from spieltisch.session.messages import Message, Wake
from spieltisch.session.session import Session
from spieltisch.session.update import update
from spieltisch.shell.dom import DrawnPage, to_js
from spieltisch.shell.listeners import Listeners
from spieltisch.shell.shout_marks import ShoutMarks

MOST_STEPS = 90
"""So many have what draws and what listens compiled well."""

MOST_WORK_MS = 700.0
"""A slow device does less: it is somebody's battery."""

SOON_MS = 50.0
"""What time brings within this is waited for; instead of waiting longer all begins anew."""

PRESSABLE = "[data-target]:not([disabled])"


class WarmUp:
    """Presses the first node that can be pressed, again and again, by mouse and by key in turns,
    with real events."""

    def __init__(self, window: Any, session: Session, page: DrawnPage) -> None:
        """Args:
        window: the browser's.
        session: what the page shows.
        page: a copy of it.
        """
        self._window = window
        self._first = self._session = session
        self._page = page
        self._copy = page.root
        self._shout_marks = ShoutMarks(self._copy)
        self._steps_left = MOST_STEPS
        self._work_left_ms = MOST_WORK_MS
        Listeners(window, self._copy, self).listen()

    def step(self) -> bool:
        """Have one thing happen; False where nothing is left to do."""
        begun_ms = self._window.performance.now()
        goes_on = self._steps_left > 0 and self._work_left_ms > 0 and self._go_on(begun_ms)
        if not goes_on:
            self._copy.replaceChildren()
        self._steps_left -= 1
        self._work_left_ms -= self._window.performance.now() - begun_ms
        return goes_on

    def _go_on(self, now_ms: float) -> bool:
        wake_ms = self._session.next_wake_ms
        node = self._copy.querySelector(PRESSABLE) or None
        if wake_ms is not None and wake_ms < now_ms + SOON_MS:
            self.send(Wake(wake_ms))
        elif node is not None:
            self._press(node)
        elif self._session is not self._first:
            self._session = self._first
            self._show()
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
        """What is shown on the copy."""
        return self._session

    def send(self, message: Message, *, shows: bool = True) -> None:
        """Let a message change the session, and show it on the copy."""
        self._session, _ = update(self._session, message)
        self._shout_marks.follow(message, self._session.calls_held)
        if shows:
            self._show()

    def _show(self) -> None:
        self._page.show(page_of(self._session))

    def carry_out(self, effect: Focus) -> None:
        """Leave the keyboard where it is."""

    def share(self, *, is_part: bool) -> None:
        """Give nothing to anybody."""

    def send_turn(self) -> None:
        """Send nothing to anybody."""
