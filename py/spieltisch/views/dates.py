"""When something was, as people say it: today, yesterday, three days ago, else the date."""

from dataclasses import dataclass
from typing import NamedTuple

from spieltisch.views.words import Words

RECENT_DAYS = 7
"""What was so many days ago has a date; what was sooner is counted in days."""

MINUTE_MS = 60_000
DAY_MINUTES = 24 * 60


class Day(NamedTuple):
    """A day of the calendar; months and days count from 1."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


def day_of(number: int) -> Day:
    """The day so many days after 1 January 1970, in the Gregorian calendar.

    Years are counted from March on, so that a leap day is the last of its year; 400 of them always
    have 146 097 days. Source: howardhinnant.github.io/date_algorithms.html, ``civil_from_days``.
    """
    era, day_of_era = divmod(number + 719_468, 146_097)
    leaps = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year_of_era = (day_of_era - leaps) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    from_march = (5 * day_of_year + 2) // 153
    month = from_march + 3 if from_march < 10 else from_march - 9
    year = era * 400 + year_of_era + (month <= 2)
    return Day(year, month, day_of_year - (153 * from_march + 2) // 5 + 1)


@dataclass(frozen=True)
class Now:
    """What the wall clock says, and where.

    Attributes:
        at_ms: milliseconds since 1970.
        east_minutes: how far local time is ahead of UTC. Far away from now summer time may differ:
            then all is an hour off.
    """

    at_ms: int = 0
    east_minutes: int = 0

    def day_number(self, at_ms: int) -> int:
        """The local day of a moment, in days after 1 January 1970."""
        return self._minutes(at_ms) // DAY_MINUTES

    def clock(self, at_ms: int) -> str:
        """What a clock on this wall showed at a moment, as ``14:05``."""
        hours, minutes = divmod(self._minutes(at_ms) % DAY_MINUTES, 60)
        return f"{hours:02}:{minutes:02}"

    def _minutes(self, at_ms: int) -> int:
        return at_ms // MINUTE_MS + self.east_minutes


def when_text(words: Words, at_ms: int, now: Now) -> str:
    """When a moment of the past was."""
    number, today = now.day_number(at_ms), now.day_number(now.at_ms)
    days = today - number
    if days <= 0:
        return words.gettext("today, {clock}").format(clock=now.clock(at_ms))
    if days == 1:
        return words.gettext("yesterday, {clock}").format(clock=now.clock(at_ms))
    if days < RECENT_DAYS:
        return words.ngettext("{n} day ago", "{n} days ago", days).format(n=days)
    return date_text(words, day_of(number), day_of(today))


def date_text(words: Words, day: Day, today: Day) -> str:
    """A date; of this year without the year."""
    is_recent = day.year == today.year
    told = words.gettext("{day} {month}") if is_recent else words.gettext("{day} {month} {year}")
    return told.format(day=day.day, month=month_name(words, day.month), year=day.year)


def month_name(words: Words, month: int) -> str:
    """A month's name, by its number from 1."""
    names = (
        words.gettext("January"), words.gettext("February"), words.gettext("March"),
        words.gettext("April"), words.gettext("May"), words.gettext("June"),
        words.gettext("July"), words.gettext("August"), words.gettext("September"),
        words.gettext("October"), words.gettext("November"), words.gettext("December"),
    )  # fmt: skip
    return names[month - 1]
