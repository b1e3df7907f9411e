"""The calendar's days, held against Python's own."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.dates import Day, Zone, day_of, number_of, parse_day, parse_zone

FIRST = date(1970, 1, 1).toordinal()
AFTER_400_YEARS = 146_097
"""The Gregorian calendar begins anew."""


def test_every_day_has_its_number():
    for number in range(AFTER_400_YEARS):
        day = date.fromordinal(FIRST + number)
        assert day_of(number) == (day.year, day.month, day.day)
        assert number_of(Day(day.year, day.month, day.day)) == number


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1600, 2, 29), date(1969, 12, 31), date.max])
def test_days_long_ago_and_to_come_have_theirs(day):
    number = day.toordinal() - FIRST
    assert str(day_of(number)) == day.isoformat()
    assert number_of(Day(day.year, day.month, day.day)) == number
    assert parse_day(day.isoformat()) == day_of(number)


@pytest.mark.parametrize(
    "text", ["", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-22 "]
)
def test_what_no_calendar_has_is_refused(text):
    with pytest.raises(ValueError, match="not a day"):
        parse_day(text)


def test_a_day_begins_at_midnight_where_one_is():
    assert Zone(-30).minute(60_000 * 100 + 59_999) == 70
    last = 24 * 60 * 60_000 - 1
    assert [Zone().day(last), Zone().day(last + 1)] == [0, 1]
    assert [Zone(1).day(last), Zone(-1).day(0)] == [1, -1]


MINUTES = st.integers(0, 30_000_000)
EAST = st.integers(-840, 840)


@given(EAST, st.dictionaries(MINUTES, EAST, max_size=9), MINUTES)
def test_each_moment_has_the_time_that_was_then(east, changes, minute):
    """A zone is found again in its text, and tells of each moment what all its changes do."""
    told = [east, *(number for change in sorted(changes.items()) for number in change)]
    zone = parse_zone(" ".join(map(str, told)))
    for one, after in sorted(changes.items()):
        if one <= minute:
            east = after
    assert zone.east_at(minute * 60_000) == zone.east_at(minute * 60_000 + 59_999) == east
