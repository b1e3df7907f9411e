"""Which puzzle comes next, and which one a day has."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.dates import Day, Zone, day_of, number_of, parse_day
from spieltisch.app.core.messages import Navigate, SetClock
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.play.puzzle import next_for, of_day, rating_of
from tests.small_packs import FETCHED, WIN

PACK = tuple(
    replace(WIN, id=f"{band}{place:05}", band=band) for band in range(1, 6) for place in range(4)
)


class TestTheNext:
    def test_is_of_the_band_that_fits_and_new(self):
        assert next_for(PACK, 1000.0, ()).band == 2
        assert next_for(PACK, 100.0, ()).band == 1
        assert next_for(PACK, 3000.0, ()).band == 5
        first = next_for(PACK, 1400.0, ())
        assert first.band == 3
        second = next_for(PACK, 1400.0, [first.id])
        assert second.band == 3
        assert second.id != first.id

    def test_when_a_band_is_used_up_the_nearest_other_is_taken(self):
        third = [one.id for one in PACK if one.band == 3]
        assert next_for(PACK, 1450.0, third).band == 4

    def test_leaving_one_out_does_not_bring_it_back_at_once(self):
        shown, after = [], None
        for _ in range(4):
            after = next_for(PACK, 1400.0, (), after).id
            shown.append(after)
        assert len(set(shown)) == 4

    def test_when_all_are_done_the_one_that_was_longest_ago_comes(self):
        ids = [one.id for one in reversed(PACK)]
        assert next_for(PACK, 1400.0, ids).id == ids[0]
        assert next_for(PACK, 1400.0, ids, after=ids[0]).id == ids[1]
        assert next_for(PACK[:1], 1400.0, [PACK[0].id], after=PACK[0].id) == PACK[0]

    def test_bands_are_rated_one_above_the_other(self):
        ratings = [rating_of(one).value for one in PACK[::4]]
        assert ratings == sorted(set(ratings))


def local_day(wall_ms, east_minutes):
    """What the session takes for today, at a moment, so far ahead of UTC."""
    session, _ = update(Session(), SetClock(float(wall_ms), Zone(east_minutes)))
    return session.day(0.0)


class TestTheDays:
    def test_is_the_same_all_day_and_another_the_next(self):
        days = [Day(2026, 12, 30), Day(2026, 12, 31), Day(2027, 1, 1), Day(2027, 1, 2)]
        chosen = [of_day(PACK, number_of(day)).id for day in days]
        assert chosen == [of_day(PACK, number_of(day)).id for day in days]
        assert len(set(chosen)) == len(days)

    @pytest.mark.parametrize("count", [1, 2, 3, 20, 300, 365, 366])
    def test_a_pack_is_gone_through_whole(self, count):
        pack = [replace(WIN, id=f"{place:06}") for place in range(count)]
        start = number_of(Day(2026, 2, 27))
        chosen = {of_day(pack, start + later).id for later in range(count)}
        assert len(chosen) == count

    def test_is_the_same_wherever_the_calendar_says_the_same(self):
        # Noon in Kiritimati, fourteen hours ahead, and ten hours later, when it is noon in London,
        # and another eleven, when it is noon in Midway.
        noon_utc = date(2026, 11, 22).toordinal() - date(1970, 1, 1).toordinal()
        noon_ms = (noon_utc * 24 + 12) * 3_600_000
        places = ((-14, 14 * 60), (0, 0), (11, -11 * 60))
        found = {local_day(noon_ms + hours * 3_600_000, east) for hours, east in places}
        assert found == {"2026-11-22"}

    @pytest.mark.parametrize("wall_ms", [-1e15, -1.0, 253_402_300_800_000.0, 8.64e15, 1e300])
    @pytest.mark.parametrize("east_minutes", [-12 * 60, 0, 14 * 60])
    def test_is_a_day_whatever_the_clock_says(self, wall_ms, east_minutes):
        day = local_day(wall_ms, east_minutes)
        assert str(parse_day(day)) == day
        session = Session()
        for message in (SetClock(wall_ms, Zone(east_minutes)), *FETCHED):
            session, _ = update(session, message)
        for link in ("#/puzzle/yala", "#/daily/yala", "#/statistics", "#/matches"):
            session, _ = update(session, Navigate(link, 0.0))
            assert whole(page_of(session))

    def test_begins_at_midnight_where_one_is(self):
        midnight_ms = (number_of(Day(2027, 1, 1)) * 24) * 3_600_000
        assert local_day(midnight_ms - 1, 0) == "2026-12-31"
        assert local_day(midnight_ms, 0) == "2027-01-01"
        assert local_day(midnight_ms - 3_600_000, 60) == "2027-01-01"
        assert local_day(midnight_ms + 3_600_000 - 1, -60) == "2026-12-31"


@given(st.dates(max_value=date(9998, 12, 31)))
def test_days_are_those_of_the_calendar(day):
    ours = Day(day.year, day.month, day.day)
    assert number_of(ours) == (day - date(1970, 1, 1)).days
    assert day_of(number_of(ours)) == ours
    assert str(ours) == day.isoformat()
    assert parse_day(day.isoformat()) == ours
    tomorrow = day + timedelta(days=1)
    assert str(day_of(number_of(ours) + 1)) == tomorrow.isoformat()


@pytest.mark.parametrize(
    "text",
    ["", "2026-2-3", "2026-02-30", "2026-13-01", "2025-02-29", "2026-00-10", "x", "٢٠٢٦-٠١-٠١"],
)
def test_what_is_no_day_is_refused(text):
    with pytest.raises(ValueError, match="not a day"):
        parse_day(text)
