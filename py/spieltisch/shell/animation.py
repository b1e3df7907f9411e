"""Animations: pieces on their way, and what a turn has brought about."""

from collections.abc import Sequence
from typing import Any

from spieltisch.kit.scene import BEAT_MS, FLIGHT_MS, GLOW_MS, LEG_MS, Flight, Glow, Motion
from spieltisch.shell.dom import to_js


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


def follow_up(window: Any, board: Any, parts: Sequence[Glow | Flight], legs: int) -> float:
    """Animate what a turn has brought about, once its pieces have settled; under reduced motion
    the style sheet alone shows it. Returns after how many milliseconds all is over.

    Args:
        parts: the glows, which run all at once, and the flights, which follow them.
        legs: how many legs the longest way of a piece has: by their end all have settled.
    """
    after_ms = over_ms = LEG_MS * legs
    if not board or is_still(window):
        return 0
    for part in parts:
        node = board.querySelector(f'[data-after="{part.mark}"]')
        if not node:
            continue
        if isinstance(part, Glow):
            frames: list[dict[str, Any]] = [{"opacity": 0}, {"opacity": 1}, {"opacity": 0}]
            delay_ms, duration_ms, fill = after_ms, GLOW_MS, "both"
        else:
            frames = _flown(window, node, board, part.goal)
            delay_ms, duration_ms, fill = after_ms + GLOW_MS + BEAT_MS, FLIGHT_MS, "forwards"
        timing = {"delay": delay_ms, "duration": duration_ms, "fill": fill, "easing": "ease-in"}
        animation = animate(window, node, frames, timing)
        if isinstance(part, Flight):
            _mark_until_over(node.parentNode, animation)
        over_ms = max(over_ms, delay_ms + duration_ms)
    return over_ms


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
