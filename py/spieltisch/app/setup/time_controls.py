"""How much time each seat is to have in a match that is being set up."""

from dataclasses import replace

from spieltisch.play.codec import check_clock, may_have_clock
from spieltisch.table import Setup, SetupError, TimeControl, parse_time_control
from spieltisch.table.time_control import NO_CLOCK, OWN, PRESETS

CLOCK_FIELDS = ("clock", "clock-minutes", "clock-seconds")
"""The fields of the form that are about the clocks."""

FIRST_OWN = TimeControl(20, 10)
"""The time control that is filled in when somebody wants none of the presets."""


def offers_clock(setup: Setup) -> bool:
    """Whether the seats may have clocks: only in a game that is played in turns."""
    return may_have_clock(setup) and _is_possible(replace(setup, clock=FIRST_OWN))


def with_clock(setup: Setup, field: str, value: str) -> Setup:
    """The set-up with another time control; unchanged if that is not possible.

    Args:
        setup: as it is.
        field: ``clock``, ``clock-minutes`` or ``clock-seconds``.
        value: of ``clock``, a time control as text, NO_CLOCK, or OWN for minutes and seconds of
            one's own; of the others, a number.
    """
    try:
        changed = replace(setup, clock=_clock(setup.clock, field, value))
    except ValueError:
        return setup
    return changed if _is_possible(changed) else setup


def _clock(before: TimeControl | None, field: str, value: str) -> TimeControl | None:
    if field == "clock":
        if value == OWN:
            return FIRST_OWN if before is None or before in PRESETS else before
        return None if value == NO_CLOCK else parse_time_control(value)
    now = before or FIRST_OWN
    if field == "clock-minutes":
        return TimeControl(int(value), now.seconds)
    return TimeControl(now.minutes, int(value))


def _is_possible(setup: Setup) -> bool:
    try:
        check_clock(setup)
    except SetupError:
        return False
    return True
