"""Days of the calendar, as ``2026-11-22``, and when something was, as people say it: today,
yesterday, three days ago, else the date."""

import re
from bisect import bisect_right
from operator import itemgetter
from typing import NamedTuple

from spieltisch.app.core.message import Frozen
from spieltisch.kit.words import Words

MINUTE_MS = 60_000
DAY_MINUTES = 24 * 60

_TEXT = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)


class Day(NamedTuple):
    """A day of the Gregorian calendar; months and days count from 1."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


def parse_day(text: str) -> Day:
    """The inverse of ``str``; raises ValueError for a day that no calendar has.

    >>> parse_day("2028-02-29")
    Day(year=2028, month=2, day=29)
    >>> parse_day("2027-02-29")
    Traceback (most recent call last):
        ...
    ValueError: not a day: '2027-02-29'
    """
    found = _TEXT.fullmatch(text)
    day = Day(*map(int, found.groups())) if found else None
    if day is None or day_of(number_of(day)) != day:
        raise ValueError(f"not a day: {text!r}")
    return day


def day_of(number: int) -> Day:
    """The day that is ``number`` days after 1 January 1970.

    Years begin in March here, so that a leap day is the last day of its year; 400 years always
    have 146 097 days. Source: howardhinnant.github.io/date_algorithms.html, ``civil_from_days``.

    >>> str(day_of(0)), str(day_of(20_000))
    ('1970-01-01', '2024-10-04')
    """
    era, day_of_era = divmod(number + 719_468, 146_097)
    leaps = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year_of_era = (day_of_era - leaps) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    from_march = (5 * day_of_year + 2) // 153
    month = from_march + 3 if from_march < 10 else from_march - 9
    year = era * 400 + year_of_era + (month <= 2)
    return Day(year, month, day_of_year - (153 * from_march + 2) // 5 + 1)


def number_of(day: Day) -> int:
    """How many days after 1 January 1970 a day is, the inverse of ``day_of``.

    Source: the same page, ``days_from_civil``.

    >>> number_of(parse_day("2026-11-22")) - number_of(parse_day("2026-10-22"))
    31
    """
    era, year_of_era = divmod(day.year - (day.month <= 2), 400)
    from_march = day.month - 3 if day.month > 2 else day.month + 9
    day_of_year = (153 * from_march + 2) // 5 + day.day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * 146_097 + day_of_era - 719_468


class Zone(Frozen):
    """How far the time of a place is ahead of UTC, from moment to moment.

    >>> winter = Zone(120, ((29_881_500, 60),))
    >>> [winter.east_at(ms) for ms in (1_792_889_999_999, 1_792_890_000_000)]
    [120, 60]
    """

    east_minutes: int = 0
    """In minutes, before the first change."""
    changes: tuple[tuple[int, int], ...] = ()
    """The later changes in their order: the minute since 1970 at which one comes, and the minutes
    from then on."""

    def east_at(self, at_ms: int) -> int:
        """How many minutes it is ahead at a moment, in milliseconds since 1970."""
        count = bisect_right(self.changes, at_ms // MINUTE_MS, key=itemgetter(0))
        return self.changes[count - 1][1] if count else self.east_minutes

    def minute(self, at_ms: int) -> int:
        """The local time of a moment, in minutes after 1 January 1970."""
        return at_ms // MINUTE_MS + self.east_at(at_ms)

    def day(self, at_ms: int) -> int:
        """The local day of a moment, in days after 1 January 1970."""
        return self.minute(at_ms) // DAY_MINUTES


UTC = Zone()


def parse_zone(text: str) -> Zone:
    """A zone as static/boot/zone.js tells it."""
    first, *rest = map(int, text.split())
    return Zone(first, tuple(zip(rest[::2], rest[1::2], strict=True)))


RECENT_DAYS = 7
"""From so many days ago on, a moment has a date; later ones are counted in days."""


class Now(Frozen):
    """The time of the wall clock, and its time zone."""

    at_ms: int = 0
    """Milliseconds since 1970."""
    zone: Zone = UTC
    """That time zone, which has summer and winter: a moment is told by the clock that hung on the
    wall then."""

    def day_number(self, at_ms: int) -> int:
        """The local day on which something was, in days after 1 January 1970: today if a clock that
        stood wrong has it still to come."""
        return self.zone.day(min(at_ms, self.at_ms))

    def clock(self, at_ms: int) -> str:
        """The local time of a moment, as ``14:05``."""
        hours, minutes = divmod(self.zone.minute(at_ms) % DAY_MINUTES, 60)
        return f"{hours:02}:{minutes:02}"


def when_text(words: Words, at_ms: int, now: Now) -> str:
    """When a moment of the past was, in words.

    >>> from spieltisch.kit.words import ENGLISH
    >>> noon = Now(at_ms=1_795_953_600_000, zone=Zone(60))
    >>> [when_text(ENGLISH, noon.at_ms - hours * 3_600_000, noon) for hours in (0, 24, 72, 500)]
    ['today, 13:00', 'yesterday, 13:00', '3 days ago', '8 November']
    """
    number, today = now.day_number(at_ms), now.day_number(now.at_ms)
    days = today - number
    if now.zone.day(at_ms) > today:
        # A clock stood wrong then: of its time nothing is known.
        return words.gettext("today")
    if days == 0:
        return words("today, {clock}", clock=now.clock(at_ms))
    if days == 1:
        return words("yesterday, {clock}", clock=now.clock(at_ms))
    if days < RECENT_DAYS:
        return words.counted("{n} day ago", "{n} days ago", days)
    return date_text(words, day_of(number), day_of(today))


def date_text(words: Words, day: Day, today: Day) -> str:
    """A date; without the year if it is this year."""
    is_recent = day.year == today.year
    told = words.gettext("{day} {month}") if is_recent else words.gettext("{day} {month} {year}")
    return told.format(day=day.day, month=month_name(words, day.month), year=day.year)


def weekday_names(words: Words) -> tuple[str, ...]:
    """The days of the week in two or three letters, from Monday on."""
    return (
        words.gettext("Mon"),
        words.gettext("Tue"),
        words.gettext("Wed"),
        words.gettext("Thu"),
        words.gettext("Fri"),
        words.gettext("Sat"),
        words.gettext("Sun"),
    )


def month_name(words: Words, month: int) -> str:
    names = (
        words.gettext("January"),
        words.gettext("February"),
        words.gettext("March"),
        words.gettext("April"),
        words.gettext("May"),
        words.gettext("June"),
        words.gettext("July"),
        words.gettext("August"),
        words.gettext("September"),
        words.gettext("October"),
        words.gettext("November"),
        words.gettext("December"),
    )
    return names[month - 1]
