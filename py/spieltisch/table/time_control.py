"""How much time each seat has in a match with clocks."""

import re
from dataclasses import dataclass
from typing import Annotated

from spieltisch.table.marks import Between

MOST_MINUTES = 180
MOST_SECONDS = 180

_TEXT = re.compile(r"(\d{1,3})\+(\d{1,3})", re.ASCII)


@dataclass(frozen=True)
class TimeControl:
    """A time for each seat, and an increment after each of its turns (Fischer's clock).

    >>> TimeControl(minutes=5, seconds=3).initial_ms, TimeControl(0, 10).initial_ms
    (300000, 10000)
    """

    minutes: Annotated[int, Between(0, MOST_MINUTES)]
    """What each seat begins with; if 0, it begins with one increment."""
    seconds: Annotated[int, Between(0, MOST_SECONDS)]
    """The increment, what each turn adds."""

    def __post_init__(self) -> None:
        is_known = 0 <= self.minutes <= MOST_MINUTES and 0 <= self.seconds <= MOST_SECONDS
        if not is_known or not self.minutes + self.seconds:
            raise ValueError(f"no clock has {self.minutes} minutes and {self.seconds} seconds")

    @property
    def initial_ms(self) -> int:
        """What each seat begins with, in milliseconds."""
        return (60 * self.minutes or self.seconds) * 1000

    @property
    def increment_ms(self) -> int:
        """What each turn adds, in milliseconds."""
        return self.seconds * 1000


def parse_time_control(text: str) -> TimeControl:
    """A time control as people write it, ``5+3``; raises ValueError.

    >>> parse_time_control("5+3")
    TimeControl(minutes=5, seconds=3)
    >>> parse_time_control("five minutes")
    Traceback (most recent call last):
        ...
    ValueError: 'five minutes' is not minutes + seconds, such as 5+3
    """
    found = _TEXT.fullmatch(text)
    control = TimeControl(int(found[1]), int(found[2])) if found else None
    if control is None or format_time_control(control) != text:
        raise ValueError(f"{text!r} is not minutes + seconds, such as 5+3")
    return control


def format_time_control(control: TimeControl) -> str:
    return f"{control.minutes}+{control.seconds}"


NO_CLOCK = "none"
OWN = "own"
"""What may be chosen at set-up besides PRESETS: no clock, or a time of one's own."""

PRESETS = (
    TimeControl(1, 0),
    TimeControl(3, 2),
    TimeControl(5, 3),
    TimeControl(10, 5),
    TimeControl(15, 10),
)
"""The usual time controls, the quickest first."""
