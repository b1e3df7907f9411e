"""When something was, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from spieltisch.app.core.dates import UTC as UTC_ZONE
from spieltisch.app.core.dates import Now, Zone, parse_zone, when_text
from spieltisch.kit.words import ENGLISH

NOW = datetime(2026, 11, 22, 11, 30, tzinfo=UTC)


def ms(moment):
    return round(moment.timestamp() * 1000)


def said(moment, *, zone=UTC_ZONE, now=NOW):
    return when_text(ENGLISH, ms(moment), Now(ms(now), zone))


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
    assert said(late, zone=Zone(60)) == "today, 00:30"
    assert said(late, zone=Zone(-120)) == "yesterday, 21:30"


BERLIN = parse_zone("60 29579100 120 29881500 60 30103260 120")
"""In 2026 from 29 March to 25 October in summer time."""


@pytest.mark.parametrize(
    ("moment", "now", "expected"),
    [
        # Half past midnight in summer time, seen at eleven in winter time.
        (
            datetime(2026, 10, 24, 22, 30, tzinfo=UTC),
            datetime(2026, 10, 25, 10, tzinfo=UTC),
            "today, 00:30",
        ),
        (
            datetime(2026, 10, 24, 21, 59, tzinfo=UTC),
            datetime(2026, 10, 25, 10, tzinfo=UTC),
            "yesterday, 23:59",
        ),
        # The hour that comes twice.
        (
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
            datetime(2026, 10, 25, 10, tzinfo=UTC),
            "today, 02:30",
        ),
        (
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
            datetime(2026, 10, 25, 10, tzinfo=UTC),
            "today, 02:30",
        ),
        # Half past midnight in winter time, seen in summer time.
        (
            datetime(2026, 3, 28, 23, 30, tzinfo=UTC),
            datetime(2026, 3, 29, 12, tzinfo=UTC),
            "today, 00:30",
        ),
        (
            datetime(2026, 3, 28, 22, 30, tzinfo=UTC),
            datetime(2026, 3, 29, 12, tzinfo=UTC),
            "yesterday, 23:30",
        ),
        (datetime(2026, 7, 31, 22, 30, tzinfo=UTC), datetime(2026, 12, 24, tzinfo=UTC), "1 August"),
    ],
)
def test_a_moment_is_told_by_the_clock_of_its_time(moment, now, expected):
    assert said(moment, zone=BERLIN, now=now) == expected


def test_a_clock_that_was_put_back_tells_no_future():
    assert said(NOW + timedelta(days=3)).startswith("today")
