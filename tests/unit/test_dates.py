"""When something was, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from spieltisch.kit.dates import Now, when_text
from spieltisch.kit.words import ENGLISH

NOW = datetime(2026, 11, 22, 11, 30, tzinfo=UTC)


def ms(moment):
    return round(moment.timestamp() * 1000)


def said(moment, *, east_minutes=0):
    return when_text(ENGLISH, ms(moment), Now(ms(NOW), east_minutes))


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (datetime(2026, 11, 22, 9, 5, tzinfo=UTC), "today, 09:05"),
        (datetime(2026, 11, 21, 23, 59, tzinfo=UTC), "yesterday, 23:59"),
        (datetime(2026, 11, 20, 12, 0, tzinfo=UTC), "2 days ago"),
        (datetime(2026, 11, 16, 0, 0, tzinfo=UTC), "6 days ago"),
        (datetime(2026, 11, 15, 12, 0, tzinfo=UTC), "15 November"),
        (datetime(2025, 12, 31, 12, 0, tzinfo=UTC), "31 December 2025"),
    ],
)
def test_what_was_lately_is_counted_and_the_rest_has_a_date(moment, expected):
    assert said(moment) == expected


def test_days_are_those_of_the_place():
    late = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    assert said(late, east_minutes=60) == "today, 00:30"
    assert said(late, east_minutes=-120) == "yesterday, 21:30"


def test_a_clock_that_was_put_back_tells_no_future():
    assert said(NOW + timedelta(days=3)).startswith("today")
