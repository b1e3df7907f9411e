"""The seats' clocks: what they show, and how they are told."""

from spieltisch.app.match.clocks import SeatClocks
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import pause_button, ready_button
from spieltisch.kit.words import Words
from spieltisch.table import Seat

TENTHS_MS = 10_000
"""Below this the tenths of a second are shown, too."""

RUNNING = "seat-clock is-running"
"""The class of the clock that runs; the shell counts it down."""

KEY = "c"
"""The key with which a person asks for the clocks."""


def clock_text(left_ms: float) -> str:
    """What a clock shows: ``1:02:03``, ``5:00`` or, with little time left, ``9.4``.

    Whole seconds are rounded up, so that 0 is the end; tenths are cut.
    """
    if left_ms < TENTHS_MS:
        tenths = max(0, int(left_ms)) // 100
        return f"{tenths // 10}.{tenths % 10}"
    seconds = -int(-left_ms // 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def elapsed_text(ms: float) -> str:
    """What a clock shows that counts up, in whole seconds: ``2:31``."""
    minutes, seconds = divmod(max(0, int(ms)) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def seat_clock(words: Words, clocks: SeatClocks, seat: Seat) -> Markup:
    """The clock beside the name of a seat. Screen readers are silent about it while it runs: their
    users ask by a key, or are told when little is left."""
    left_ms, is_running = clocks.left_ms[seat - 1], clocks.running == seat
    return el(
        "span",
        {
            "id": f"clock-{seat}",
            "class": RUNNING if is_running else "seat-clock",
            "role": "timer",
            "aria-live": "off",
            "aria-label": words.gettext("Time left"),
        },
        clock_text(left_ms),
    )


def clock_row(scene: Scene) -> Markup:
    """The button that stops the clocks, or lets them run again, and the countdown before that."""
    part = ready_button(scene) or pause_button(scene)
    count = scene.gate.count if scene.gate is not None else 0
    return region("div#clock-row.clock-row", el("b.clock-count", count) if count else None, part)


def clocks_text(words: Words, names: Names, clocks: SeatClocks, *, is_short: bool = False) -> str:
    """How much time everybody has, to be spoken: the seat whose clock runs comes first, and is the
    only one when little is left (``is_short``)."""
    seats = sorted(range(1, len(names) + 1), key=lambda seat: seat != clocks.running)
    if is_short:
        seats = seats[:1]
    return " ".join(_left_text(words, names, seat, clocks.left_ms[seat - 1]) for seat in seats)


def _left_text(words: Words, names: Names, seat: Seat, left_ms: float) -> str:
    minutes, seconds = divmod(-int(-left_ms // 1000), 60)
    if not minutes:
        to_you = words.ngettext("You have {n} second.", "You have {n} seconds.", seconds)
        of_other = words.ngettext("{name} has {n} second.", "{name} has {n} seconds.", seconds)
        return names.told(seat, to_you, of_other, n=seconds)
    if not seconds:
        to_you = words.ngettext("You have {n} minute.", "You have {n} minutes.", minutes)
        of_other = words.ngettext("{name} has {n} minute.", "{name} has {n} minutes.", minutes)
        return names.told(seat, to_you, of_other, n=minutes)
    to_you = words.gettext("You have {minutes} min {seconds} s.")
    of_other = words.gettext("{name} has {minutes} min {seconds} s.")
    return names.told(seat, to_you, of_other, minutes=minutes, seconds=seconds)
