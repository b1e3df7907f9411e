"""No streak of days is lost that was kept, wherever one flies and whatever a clock says."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.core.dates import MINUTE_MS, Now, Zone, day_of, number_of, parse_day, when_text
from spieltisch.app.core.messages import SetClock
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    DuelResult,
    GameLog,
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.keeping.writing import keep
from spieltisch.app.matches.finding import found_matches
from spieltisch.app.matches.state import MatchFilter
from spieltisch.app.update import update
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match

ZONES = (
    "Pacific/Kiritimati", "Pacific/Niue", "Pacific/Apia", "Pacific/Pago_Pago", "Pacific/Honolulu",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Marquesas", "Pacific/Kwajalein",
    "Pacific/Fakaofo", "Pacific/Norfolk", "Pacific/Tongatapu", "Australia/Lord_Howe",
    "Australia/Adelaide", "Australia/Eucla", "Australia/Sydney", "Asia/Tokyo", "Asia/Kathmandu",
    "Asia/Kolkata", "Asia/Tehran", "Asia/Kabul", "Asia/Yangon", "Asia/Dubai", "Asia/Singapore",
    "Asia/Pyongyang", "Asia/Gaza", "Asia/Beirut", "Africa/Cairo", "Africa/Casablanca",
    "Europe/Berlin", "Europe/London", "Europe/Istanbul", "Atlantic/Azores", "America/St_Johns",
    "America/Sao_Paulo", "America/New_York", "America/Havana", "America/Los_Angeles",
    "America/Anchorage", "America/Caracas", "America/Santiago", "Etc/GMT+12",
)  # fmt: skip
"""Half hours and quarters, both ends of the world, and three that once skipped a day."""

STARTS = tuple(
    datetime(*day, tzinfo=UTC)
    for day in (
        (2011, 12, 26), (2015, 8, 10), (2024, 2, 25), (2026, 3, 5), (2026, 3, 26), (2026, 4, 1),
        (2026, 9, 24), (2026, 10, 22), (2026, 11, 20), (2026, 12, 28),
    )
)  # fmt: skip
HOUR_MS = 60 * MINUTE_MS


@lru_cache(maxsize=100_000)
def east_at(zone: str, at_minute: int) -> int:
    moment = datetime.fromtimestamp(at_minute * 60, UTC).astimezone(ZoneInfo(zone))
    offset = moment.utcoffset()
    assert offset is not None
    return offset // timedelta(minutes=1)


class Stay(NamedTuple):
    zone: str
    hours: int


class Day(NamedTuple):
    """A day as somebody has lived it."""

    name: str
    minutes: int
    """How long it was."""
    easts: tuple[tuple[int, int], ...]
    """When it was there first in each place, in minutes, and how far ahead that was."""


STEP = 30


def lived(start: datetime, stays: list[Stay]) -> list[Day]:
    """The days of a journey in which somebody is in a place from the moment they leave another."""
    at, days = round(start.timestamp() / 60), list[Day]()
    for zone, hours in stays:
        for minute in range(at, at + hours * 60, STEP):
            east = east_at(zone, minute)
            name = str(day_of((minute + east) // 1440))
            known = [index for index, one in enumerate(days) if one.name == name]
            if not known:
                days.append(Day(name, STEP, ((minute, east),)))
                continue
            one = days[known[0]]
            is_new = one.easts[-1][1] != east or days[-1].name != name
            easts = (*one.easts, (minute, east)) if is_new else one.easts
            days[known[0]] = Day(name, one.minutes + STEP, easts)
        at += hours * 60
    return days


STAYS = st.lists(
    st.builds(Stay, st.sampled_from(ZONES), st.integers(1, 80)), min_size=1, max_size=9
)
JOURNEYS = st.builds(lived, st.sampled_from(STARTS), STAYS)


def played(days: list[Day], log: GameLog | None = None, *, again: bool = False) -> GameLog:
    """The log of somebody who looks at each day's puzzle in each place, and solves it once, or
    ``again`` wherever they are."""
    log = log or GameLog()
    looks = sorted((at, one.name, east) for one in days for at, east in one.easts)
    for _, name, east in looks:
        is_solved = any(one.first <= name <= one.last for one in log.streaks)
        does = is_solved and not again
        log = log.seen_on(name, east) if does else log.with_day(name, east, "r")
    return log


def shown(log: GameLog, days: list[Day]) -> int:
    last = max((at, one.name, east) for one in days for at, east in one.easts)
    return log.days_in_a_row(last[1], last[2])


def span(days: list[Day]) -> int:
    """Of how many days the calendar has from the first to the one it is where one is now."""
    names = sorted(one.name for one in days)
    return number_of(parse_day(names[-1])) - number_of(parse_day(names[0])) + 1


@settings(max_examples=500)
@given(JOURNEYS, st.booleans())
def test_who_misses_no_day_loses_no_streak(days: list[Day], again: bool) -> None:
    assert shown(played(days, again=again), days) == span(days)


@settings(max_examples=500)
@given(JOURNEYS, st.data())
def test_a_day_of_which_flying_leaves_half_or_less_may_be_missed(
    days: list[Day], data: st.DataObject
) -> None:
    names = sorted(one.name for one in days)
    inner = {one.name for one in days if one.minutes <= 720} & set(names[1:-1])
    # Two in a row are two days, however short.
    left = data.draw(st.sampled_from(sorted(inner) or [""]))
    rest = [one for one in days if one.name != left]
    assert shown(played(rest), rest) == span(rest)


@settings(max_examples=300)
@given(st.sampled_from(ZONES), st.sampled_from(STARTS), st.integers(3, 12), st.data())
def test_a_day_that_was_missed_ends_it(
    zone: str, start: datetime, count: int, data: st.DataObject
) -> None:
    days = lived(start, [Stay(zone, 24 * count)])
    missed = data.draw(st.sampled_from([one for one in days[1:-1] if one.minutes > 720]))
    rest = [one for one in days if one != missed]
    after = [one for one in rest if one.name > missed.name]
    assert shown(played(rest), rest) == span(after)


@settings(max_examples=300)
@given(JOURNEYS, st.lists(st.tuples(st.integers(0, 30), st.integers(-20_000, 20_000)), max_size=5))
def test_a_clock_that_stands_wrong_for_a_while_ends_nothing(
    days: list[Day], wrong: list[tuple[int, int]]
) -> None:
    """Days that were solved by a wrong clock are put among the right ones in any order."""
    log = GameLog()
    looks = sorted((at, one.name, east) for one in days for at, east in one.easts)
    for index, (_, name, east) in enumerate(looks):
        for where, shift in wrong:
            if where == index:
                log = log.with_day(str(day_of(number_of(parse_day(name)) + shift)), east, "r")
        log = log.with_day(name, east, "r")
    assert shown(log, days) >= span(days)


@settings(max_examples=200)
@given(JOURNEYS, st.integers(0, 20))
def test_two_devices_that_are_made_one_have_lost_nothing(days: list[Day], at: int) -> None:
    base = played(days[:at])
    ours, theirs = played(days[at::2], base), played(days[at + 1 :: 2], base)
    merged = merged_puzzle_log(*(PuzzleLog({"yala": one}) for one in (base, ours, theirs)))
    both = merged_puzzle_log(PuzzleLog(), *(PuzzleLog({"yala": one}) for one in (ours, theirs)))
    for log in (merged, both):
        read = parse_puzzle_log(format_puzzle_log(log))
        assert read == log
        covered = {
            day_of(number).__str__()
            for one in read.of("yala").streaks
            for number in range(number_of(parse_day(one.first)), number_of(parse_day(one.last)) + 1)
        }
        assert {one.name for one in days} <= covered


AUCKLAND, HONOLULU, NIUE, KIRITIMATI = 13 * 60, -10 * 60, -11 * 60, 14 * 60


def after(*solved: tuple[str, int]) -> GameLog:
    log = GameLog()
    for day, east in solved:
        log = log.with_day(day, east, "r")
    return log


def test_over_the_date_line_and_back() -> None:
    log = after(
        ("2026-11-24", AUCKLAND), ("2026-11-25", AUCKLAND), ("2026-11-24", HONOLULU),
        ("2026-11-25", HONOLULU), ("2026-11-27", AUCKLAND),
    )  # fmt: skip
    assert log.days_in_a_row("2026-11-27", AUCKLAND) == 4


def test_who_has_only_looked_at_a_solved_day_is_known_to_have_been_there() -> None:
    log = after(("2026-11-24", AUCKLAND), ("2026-11-25", AUCKLAND)).seen_on("2026-11-25", HONOLULU)
    assert log.with_day("2026-11-27", AUCKLAND, "r").days_in_a_row("2026-11-27", AUCKLAND) == 4
    assert log.seen_on("2026-11-24", NIUE) is log
    away = after(("2026-11-24", AUCKLAND), ("2026-11-25", AUCKLAND))
    assert away.with_day("2026-11-27", AUCKLAND, "r").days_in_a_row("2026-11-27", AUCKLAND) == 1


def test_tomorrow_counts_for_those_alone_who_come_from_it() -> None:
    log = after(("2026-11-25", KIRITIMATI), ("2026-11-26", KIRITIMATI))
    assert log.days_in_a_row("2026-11-25", HONOLULU) == 2
    assert log.days_in_a_row("2026-11-24", NIUE) == 2
    # The clock was a day ahead, and was set right.
    assert log.days_in_a_row("2026-11-25", KIRITIMATI) == 1
    assert log.days_in_a_row("2026-11-24", KIRITIMATI) == 0


def test_the_duel_of_a_day_counts_once() -> None:
    log = GameLog()
    for day in ("2026-11-25", "2030-01-01", "2026-11-24"):
        assert not log.has_duel_of(day)
        log = log.with_duel(DuelResult(day, "o", 30, 0, is_calm=False))
    read = parse_puzzle_log(format_puzzle_log(PuzzleLog({"aya": log}))).of("aya")
    assert all(read.has_duel_of(day) for day in ("2026-11-25", "2030-01-01", "2026-11-24"))
    ours = read.with_duel(DuelResult("2026-11-26", "o", 30, 0, is_calm=False))
    theirs = read.with_duel(DuelResult("2026-11-27", "o", 30, 0, is_calm=False))
    logs = [PuzzleLog({"aya": one}) for one in (read, ours, theirs)]
    for both in (merged_puzzle_log(*logs), merged_puzzle_log(PuzzleLog(), *logs[1:])):
        assert both.of("aya").has_duel_of("2026-11-26")
        assert both.of("aya").has_duel_of("2026-11-27")


def test_a_log_without_days_of_duels_is_not_damaged() -> None:
    whole = replace(
        GameLog(), duel=DuelResult("2026-11-25", "o", 30, 0, is_calm=False), streak=1, best=1
    )
    fields = json.loads(format_puzzle_log(PuzzleLog({"aya": whole})))
    del fields["aya"]["duel_days"]
    flaws: list[str] = []
    read = parse_puzzle_log(json.dumps(fields), flaws).of("aya")
    assert (read, flaws) == (whole, [])
    assert read.has_duel_of("2026-11-25")


@pytest.mark.parametrize("ahead_ms", [-30 * HOUR_MS, -1, 0, 1, 30 * HOUR_MS, 80_000 * HOUR_MS])
@pytest.mark.parametrize("east", [-720, -150, 0, 345, 840])
def test_a_list_and_its_filter_name_the_same_day(ahead_ms: int, east: int) -> None:
    now = Now(1_795_953_600_000, Zone(east))
    told = when_text(ENGLISH, now.at_ms + ahead_ms, now)
    is_today = now.day_number(now.at_ms + ahead_ms) == now.day_number(now.at_ms)
    assert told.startswith("today") == is_today


DAY = number_of(parse_day("2026-11-28")) * 24 * HOUR_MS
IN_2030 = number_of(parse_day("2030-01-01")) * 24 * HOUR_MS
MATCH = "match0000001"


def kept_at(session: Session, at_ms: int) -> Session:
    """The session where a match has been played by a clock that says ``at_ms``."""
    session, _ = update(session, SetClock(float(at_ms)))
    return keep(session, MATCH, 0.0)[0]


def found(session: Session, now_ms: int, wanted: MatchFilter) -> int:
    now = Now(now_ms)
    lists = found_matches(session.library.summaries, wanted, now, ENGLISH)
    return sum(map(len, lists.values()))


def test_a_match_of_a_clock_in_2030_is_of_today_in_list_and_filter() -> None:
    begun = replace(Session(), matches={MATCH: Match.of_turns(parse_setup("yala", "seed=1"), ())})
    session = kept_at(begun, IN_2030)
    today = MatchFilter(since="2026-11-28", until="2026-11-28")
    assert found(session, DAY + HOUR_MS, today) == 1
    assert when_text(ENGLISH, IN_2030, Now(DAY)) == "today"
