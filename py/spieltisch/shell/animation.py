"""What moves: pieces on their way, what a turn has brought about, what waits until it has been
seen, and running clocks."""

from collections.abc import Callable, Sequence
from math import ceil, inf
from typing import Any

from spieltisch.app.board.sentences import TENTHS_MS, clock_text, elapsed_text
from spieltisch.kit.scene import (
    BEAT_MS,
    FLIGHT_MS,
    GLOW_MS,
    LEG_MS,
    LIGHT_MS,
    Flight,
    Glow,
    Light,
    Motion,
)
from spieltisch.shell.dom import closest, page_ms, proxy, to_js
from spieltisch.shell.keyboard import FIELDS
from spieltisch.table import Clock


def is_still(window: Any) -> bool:
    """Whether the person has asked the browser for reduced motion: then nothing moves."""
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


def travel(window: Any, board: Any, motions: Sequence[Motion]) -> int:
    """Animate pieces to where they are drawn; none under reduced motion.

    Returns how many legs the longest way has that is shown.
    """
    if not board or is_still(window):
        return 0
    longest = 0
    for motion in motions:
        node = board.querySelector(f'[data-piece="{motion.piece}"]')
        if not node:
            continue
        # The board's own units: an SVG node's CSS pixels are user units.
        turns = motion.turns or (0.0,) * len(motion.offsets)
        frames = [
            {"transform": f"translate({x:.1f}px, {y:.1f}px) rotate({turn:.0f}deg)"}
            for (x, y), turn in zip(motion.offsets, turns, strict=True)
        ]
        legs = len(frames) - 1
        longest = max(longest, legs)
        animation = animate(window, node, frames, {"duration": LEG_MS * legs, "easing": "linear"})
        _mark_until_over(node.parentNode, animation)
    return longest


def _mark_until_over(node: Any, animation: Any) -> None:
    """Settling looks for this class to see whether anything still travels."""
    node.classList.add("is-travelling")
    animation.finished.then(lambda _: node.classList.remove("is-travelling"))


def follow_up(window: Any, board: Any, parts: Sequence[Glow | Flight | Light], legs: int) -> float:
    """Animate what a turn has brought about, once its pieces have settled; under reduced motion
    the style sheet alone shows it. Returns after how many milliseconds all but the lights is over.

    Args:
        parts: the glows, which run all at once, the flights, which follow them, and the lights.
        legs: how many legs the longest way of a piece has: by their end all have settled.
    """
    after_ms = over_ms = float(LEG_MS * legs)
    if not board or is_still(window):
        return 0
    lights = 0
    for part in parts:
        node = board.querySelector(f'[data-after="{part.mark}"]')
        if not node:
            continue
        if isinstance(part, Glow):
            frames: list[dict[str, Any]] = [{"opacity": 0}, {"opacity": 1}, {"opacity": 0}]
            delay_ms, duration_ms, fill = after_ms, GLOW_MS, "both"
        elif isinstance(part, Light):
            frames = [{"opacity": 0, "strokeWidth": "20px"}, {}]
            delay_ms, duration_ms, fill = light_ms(after_ms, lights), LIGHT_MS, "backwards"
            lights += 1
        else:
            frames = _flown(window, node, board, part.goal)
            delay_ms, duration_ms, fill = after_ms + GLOW_MS + BEAT_MS, FLIGHT_MS, "forwards"
        timing = {"delay": delay_ms, "duration": duration_ms, "fill": fill, "easing": "ease-in"}
        animation = animate(window, node, frames, timing)
        if isinstance(part, Flight):
            _mark_until_over(node.parentNode, animation)
        if not isinstance(part, Light):
            over_ms = max(over_ms, delay_ms + duration_ms)
    return over_ms


def light_ms(landed_ms: float, number: int) -> float:
    """When the light with so many before it begins: a beat after all pieces have landed."""
    return landed_ms + BEAT_MS + number * LIGHT_MS


LANDED = 0.85
"""How much of a flight is over when what flies has landed; it fades where it lies."""


def _flown(window: Any, node: Any, board: Any, goal: str) -> list[dict[str, Any]]:
    """The frames of a flight: it lands over its goal, or vanishes a little above where it began if
    it has none that is drawn."""
    target = board.querySelector(f"#{goal}") if goal else None
    there = _box(window, target) if target else None
    if there is None:
        return [{}, {"transform": "translateY(-1.5rem)", "opacity": 0}]
    here = node.getBoundingClientRect()
    x = there.x + there.width / 2 - here.x - here.width / 2
    y = there.y + there.height / 2 - here.y - here.height / 2
    landed = {"transform": f"translate({x:.0f}px, {y:.0f}px) scale(0.6)"}
    return [{}, {**landed, "opacity": 1, "offset": LANDED}, {**landed, "opacity": 0}]


def _box(window: Any, node: Any) -> Any:
    """Where a node is drawn; None if nothing of it is. A node that only groups others has no box of
    its own (``display: contents``): its box is that of what it groups."""
    around = window.document.createRange()
    around.selectNodeContents(node)
    boxes = (part.getBoundingClientRect() for part in (node, around))
    return next((box for box in boxes if box.width or box.height), None)


def animate(window: Any, node: Any, frames: Sequence[Any], timing: dict[str, Any]) -> Any:
    return node.animate(to_js(window, list(frames)), to_js(window, timing))


LATE_MS = 40.0
MOST_LATE = 50
"""A busy browser starts animations late: after this long, and at most so often, the page checks
whether anything still moves."""

REST_MS = 400.0
"""How long after all of the last turn has been seen the page tells that the match is over."""


class Settling:
    """The time from a turn until all of it has been seen. ``body[data-moving]`` says what is seen
    now: the ``turn``, the ``lights`` that show how the match has ended, the ``beat`` before that is
    told."""

    def __init__(self, window: Any, on_end: Callable[[], None]) -> None:
        self._window = window
        self._document = window.document
        self._on_end = on_end
        self._alarm: Any = None
        self._is_end = False
        self._lights_ms = 0.0
        self._asks_left = 0
        self._on_settled = proxy(self._settled)
        self._on_lit = proxy(self._lit)
        self._on_rested = proxy(self._rested)

    def begin(self, *, is_end: bool) -> None:
        """A turn is about to be seen; ``is_end`` is whether it ends the match."""
        self._window.clearTimeout(self._alarm)
        self._is_end = is_end
        self._document.body.dataset.moving = "turn"

    def after(self, ms: float, lights: int, *, is_still: bool) -> None:
        """The turn settles in this many ms, and then so many lights come; ``is_still`` is whether
        nothing moves at all."""
        self._asks_left = MOST_LATE
        self._lights_ms = light_ms(0, lights) if lights else 0
        if is_still:
            self._rested()
        else:
            self._alarm = self._window.setTimeout(self._on_settled, ms)

    def _settled(self, *_: Any) -> None:
        if self._asks_left and self._document.querySelector(".is-travelling"):
            self._asks_left -= 1
            self._alarm = self._window.setTimeout(self._on_settled, LATE_MS)
            return
        if not self._is_end:
            self._rested()
            return
        self._document.body.dataset.moving = "lights"
        self._alarm = self._window.setTimeout(self._on_lit, self._lights_ms)

    def _lit(self, *_: Any) -> None:
        self._document.body.dataset.moving = "beat"
        self._alarm = self._window.setTimeout(self._on_rested, REST_MS)

    def _rested(self, *_: Any) -> None:
        del self._document.body.dataset.moving
        if self._is_end:
            self._is_end = False
            self._on_end()
            # The focus goes to the card, unless it is in a field or a popover.
            node = self._document.activeElement or None
            first = self._document.querySelector("#end .end-next button") or None
            is_busy = node is not None and closest(node, f"{FIELDS}, [popover]") is not None
            if first is not None and not is_busy:
                first.focus()


class SeatClockFace:
    """The clock beside a seat's name, or of a contest: it counts down, or up if it has no end."""

    FACE = ".seat-clock.is-running"

    def __init__(self, window: Any) -> None:
        self._window = window
        self._shown: Clock | None = None
        self._alarm: Any = None
        self._on_alarm = proxy(self._count)

    def show(self, clock: Clock | None) -> None:
        """Make the face show a clock; called whenever the page has changed."""
        self._shown = clock
        # A newly drawn face shows the clock's whole time, not the time that is left.
        self._count()

    def _count(self, *_: Any) -> None:
        self._window.clearTimeout(self._alarm)
        clock, face = self._shown, self._window.document.querySelector(self.FACE) or None
        if clock is None or face is None:
            return
        told, wait_ms = self._told(face, clock)
        if face.textContent != told:
            face.textContent = told
        if wait_ms is not None:
            # A little late: a timer that came early would find the same text.
            self._alarm = self._window.setTimeout(self._on_alarm, wait_ms + 5)

    def _told(self, face: Any, clock: Clock) -> tuple[str, float | None]:
        """What the face shows now, and for how long; None once time is up."""
        if clock.until_ms == inf:
            run_ms = page_ms(self._window) - clock.from_ms
            return elapsed_text(run_ms), 1000 - run_ms % 1000
        left_ms = max(0.0, clock.until_ms - page_ms(self._window))
        face.classList.toggle("is-low", left_ms < TENTHS_MS)
        step_ms = 100 if left_ms < TENTHS_MS else 1000
        return clock_text(left_ms), left_ms % step_ms if left_ms else None


class ClockFace(SeatClockFace):
    """The clock of what is owed: its seconds are counted down, and its rim drains."""

    FACE = ".call-seconds"

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self._animations: list[Any] = []

    def show(self, clock: Clock | None) -> None:
        if clock != self._shown:
            for animation in self._animations:
                animation.cancel()
            self._animations = [] if clock is None else self._drain(clock)
        super().show(clock)

    def _drain(self, clock: Clock) -> list[Any]:
        """Start draining the rim; under reduced motion it stays, and only the number counts."""
        if is_still(self._window):
            return []
        left_ms = max(0.0, clock.until_ms - page_ms(self._window))
        # A clock that begins later, as something is said before, is whole until then.
        gone = max(0.0, 100 * (1 - left_ms / max(1.0, clock.until_ms - clock.from_ms)))
        frames = [{"strokeDashoffset": f"{gone:.2f}"}, {"strokeDashoffset": "100"}]
        timing = {"duration": left_ms, "fill": "forwards"}
        rims = self._window.document.querySelectorAll(".rim-clock > *")
        return [animate(self._window, rim, frames, timing) for rim in rims]

    def _told(self, face: Any, clock: Clock) -> tuple[str, float | None]:
        left_ms = max(0.0, clock.until_ms - page_ms(self._window))
        shown_ms = min(left_ms, clock.until_ms - clock.from_ms)
        return str(ceil(shown_ms / 1000)), left_ms % 1000 if left_ms else None
