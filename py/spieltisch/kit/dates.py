"""When something was, as people say it: today, yesterday, three days ago, else the date."""

from dataclasses import dataclass

from spieltisch.kit.words import Words
from spieltisch.table.calendar import DAY_MINUTES, UTC, Day, Zone, day_of

RECENT_DAYS = 7
"""From so many days ago on, a moment has a date; later ones are counted in days."""


@dataclass(frozen=True)
class Now:
    """The time of the wall clock, and its time zone."""

    at_ms: int = 0
    """Milliseconds since 1970."""
    zone: Zone = UTC
    """That time zone, which has summer and winter: a moment is told by the clock that hung on the
    wall then."""

    def day_number(self, at_ms: int) -> int:
        """The local day of a moment, in days after 1 January 1970."""
        return self.zone.day(at_ms)

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
    if days <= 0:
        return words.gettext("today, {clock}").format(clock=now.clock(at_ms))
    if days == 1:
        return words.gettext("yesterday, {clock}").format(clock=now.clock(at_ms))
    if days < RECENT_DAYS:
        return words.ngettext("{n} day ago", "{n} days ago", days).format(n=days)
    return date_text(words, day_of(number), day_of(today))


def date_text(words: Words, day: Day, today: Day) -> str:
    """A date; without the year if it is this year."""
    is_recent = day.year == today.year
    told = words.gettext("{day} {month}") if is_recent else words.gettext("{day} {month} {year}")
    return told.format(day=day.day, month=month_name(words, day.month), year=day.year)


def weekday_names(words: Words) -> tuple[str, ...]:
    """The days of the week in two or three letters, from Monday on."""
    return (
        words.gettext("Mon"), words.gettext("Tue"), words.gettext("Wed"), words.gettext("Thu"),
        words.gettext("Fri"), words.gettext("Sat"), words.gettext("Sun"),
    )  # fmt: skip


def month_name(words: Words, month: int) -> str:
    """A month's name, by its number from 1."""
    names = (
        words.gettext("January"), words.gettext("February"), words.gettext("March"),
        words.gettext("April"), words.gettext("May"), words.gettext("June"),
        words.gettext("July"), words.gettext("August"), words.gettext("September"),
        words.gettext("October"), words.gettext("November"), words.gettext("December"),
    )  # fmt: skip
    return names[month - 1]
