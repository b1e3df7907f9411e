"""How puzzles went: rating, streaks, days in a row, and how that is kept."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.keeping.puzzle_log import (
    DEVIATIONS,
    VALUES,
    VOLATILITIES,
    DayStreak,
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
    score_of,
)
from spieltisch.play.puzzle import START, Rating

PUZZLE = Rating(1100.0, 60.0)
BERLIN, TOKYO, HONOLULU, AUCKLAND = 60, 9 * 60, -10 * 60, 13 * 60


def test_a_mistake_costs_all_a_hint_a_half():
    assert [score_of(signs) for signs in ("r", "rr", "hr", "htr", "wr", "rs")] == [
        1.0, 1.0, 0.5, 0.0, 0.0, 0.0,
    ]  # fmt: skip


class TestAttempts:
    def test_what_is_solved_raises_the_rating_and_the_streak(self):
        log = GameLog().attempted("a", PUZZLE, "r", "2026-11-22")
        assert log.rating.value > START.value
        assert log.rating.deviation < START.deviation
        assert (log.streak, log.best, log.solved) == (1, 1, 1)

    def test_a_hint_keeps_the_streak_and_a_mistake_ends_it(self):
        log = GameLog(streak=3, best=5)
        assert log.attempted("a", PUZZLE, "hr", "2026-11-22").streak == 3
        failed = log.attempted("a", PUZZLE, "wr", "2026-11-22")
        assert (failed.streak, failed.best, failed.solved) == (0, 5, 0)
        assert failed.rating.value < log.rating.value

    def test_a_puzzle_is_rated_once(self):
        log = GameLog().attempted("a", PUZZLE, "w", "2026-11-22")
        log = log.attempted("b", PUZZLE, "r", "2026-11-22")
        again = log.attempted("a", PUZZLE, "r", "2026-11-23")
        assert (again.rating, again.streak) == (log.rating, log.streak)
        assert list(again.attempts) == ["b", "a"]
        assert again.attempts["a"] == LatestAttempt("r", "2026-11-23")

    def test_an_attempt_goes_on(self):
        log = GameLog().attempted("a", PUZZLE, "w", "2026-11-22").with_trace("a", "wr")
        assert log.attempts["a"] == LatestAttempt("wr", "2026-11-22")


def after_days(*days, east=BERLIN, log=None):
    log = log or GameLog()
    for day in days:
        log = log.with_day(day, east, "r")
    return log


class TestDays:
    def test_in_a_row_are_counted_over_the_end_of_months_and_years(self):
        log = after_days("2026-12-30", "2026-12-31", "2027-01-01")
        assert log.days_in_a_row("2027-01-01", BERLIN) == 3
        assert after_days("2028-02-28", "2028-02-29", "2028-03-01").days.length == 3

    def test_yesterday_still_counts_and_the_day_before_does_not(self):
        log = after_days("2026-11-20", "2026-11-21")
        assert log.days_in_a_row("2026-11-22", BERLIN) == 2
        assert log.days_in_a_row("2026-11-23", BERLIN) == 0
        assert log.with_day("2026-11-23", BERLIN, "r").days.length == 1

    def test_a_day_counts_once(self):
        log = after_days("2026-11-21", "2026-11-21")
        assert log.days.length == 1

    def test_who_travels_west_may_have_a_day_twice(self):
        log = after_days("2026-11-21", "2026-11-22", east=TOKYO)
        back = log.with_day("2026-11-21", HONOLULU, "w")
        assert back == log
        assert log.days_in_a_row("2026-11-21", HONOLULU) == 2
        assert log.with_day("2026-11-23", HONOLULU, "r").days.length == 3

    def test_who_travels_east_over_the_date_line_never_has_a_day(self):
        log = after_days("2026-11-21", east=HONOLULU)
        assert log.with_day("2026-11-23", AUCKLAND, "r").days.first == "2026-11-21"
        assert log.with_day("2026-11-24", AUCKLAND, "r").days.first == "2026-11-24"

    def test_what_was_done_is_known_of_the_latest(self):
        log = GameLog().with_day("2026-11-22", BERLIN, "wr")
        assert log.trace_of_day("2026-11-22") == "wr"
        assert log.trace_of_day("2026-11-21") == ""


class TestAClockThatStoodWrong:
    """Days are those of the computer's clock, which may be years off for a while."""

    NOVEMBER = tuple(f"2026-11-{day}" for day in range(20, 26))

    @pytest.mark.parametrize("wrong", ["2030-01-01", "2027-11-25", "2026-12-31", "1970-01-01"])
    def test_in_the_middle_breaks_no_streak(self, wrong):
        log = after_days(*self.NOVEMBER[:4], wrong, *self.NOVEMBER[4:])
        assert log.days_in_a_row(self.NOVEMBER[-1], BERLIN) == 6

    @pytest.mark.parametrize("wrong", ["2030-01-01", "2027-11-25", "1970-01-01"])
    def test_at_first_freezes_no_streak(self, wrong):
        log = after_days(wrong, *self.NOVEMBER)
        assert log.days_in_a_row(self.NOVEMBER[-1], BERLIN) == 6

    def test_counts_nothing_before_the_day_has_come(self):
        log = after_days("2030-01-01", "2030-01-02")
        assert log.days_in_a_row("2026-11-25", BERLIN) == 0
        assert log.days_in_a_row("2030-01-02", BERLIN) == 2

    def test_some_days_ahead_is_caught_up_with(self):
        log = after_days("2026-11-20", "2026-11-23", "2026-11-21", "2026-11-22", "2026-11-23")
        assert log.days_in_a_row("2026-11-23", BERLIN) == 4
        assert log.other_days == ()

    @given(st.lists(st.dates(date(2020, 1, 1), date(2040, 1, 1)).map(str), max_size=6))
    def test_any_times_leaves_the_right_days_as_they_were(self, wrong):
        log, right = GameLog(), self.NOVEMBER
        for at, day in enumerate(right):
            log = after_days(*wrong[at : at + 1], log=log).with_day(day, BERLIN, "r")
        assert log.days_in_a_row(right[-1], BERLIN) >= len(right)

    def test_is_read_as_it_was_written(self):
        log = PuzzleLog({"yala": after_days("2026-11-24", "2030-01-01", "2026-11-25")})
        assert log.of("yala").other_days
        assert parse_puzzle_log(format_puzzle_log(log)) == log


def test_the_days_of_two_logs_make_one_streak():
    here = PuzzleLog({"yala": after_days("2026-11-24", "2026-11-25")})
    there = PuzzleLog({"yala": after_days("2026-11-21", "2026-11-22", "2026-11-23")})
    for ours, theirs in ((here, there), (there, here)):
        both = merged_puzzle_log(PuzzleLog(), ours, theirs)
        assert both.of("yala").days_in_a_row("2026-11-25", BERLIN) == 5


BOUNDED = st.builds(Rating, *(st.floats(*each) for each in (VALUES, DEVIATIONS, VOLATILITIES)))


@given(BOUNDED, st.integers(1, 8), st.lists(st.sampled_from(["r", "w", "hr"]), max_size=30))
def test_from_every_rating_that_is_read_all_attempts_are_counted(rating, band, signs):
    log, opponent = GameLog(rating), Rating(800.0 + 300 * (band - 1), 60.0)
    for number, each in enumerate(signs):
        log = log.attempted(str(number), opponent, each, "2026-11-25")
    assert len(log.attempts) == len(signs)
    assert parse_puzzle_log(format_puzzle_log(PuzzleLog({"yala": log}))).of("yala") == log


@pytest.mark.parametrize(
    "rating",
    [[-1e6, 350, 0.06], [1e308, 350, 0.06], [900, 1e308, 0.06], [900, 350, 1e-300], [True, 1, 0.5],
     [900, 350], "900", None, [10**400, 350, 0.06]],
)  # fmt: skip
def test_only_the_part_that_is_damaged_is_left_out(rating):
    whole = GameLog(streak=3, best=4, attempts={"a": LatestAttempt("r", "2026-11-22")})
    fields = json.loads(format_puzzle_log(PuzzleLog({"yala": whole})))
    fields["yala"]["rating"] = rating
    fields["yala"]["attempts"]["b"] = ["?", "never"]
    flaws: list[str] = []
    # Numbers of more than thirty digits are refused with the whole.
    read = parse_puzzle_log(json.dumps(fields), flaws).of("yala")
    assert flaws
    assert read == (GameLog() if "0" * 400 in json.dumps(rating) else whole)


DAYS = st.dates().map(str)
SIGNS = st.text("rwhts", max_size=5)
LOGS = st.builds(
    GameLog,
    rating=st.builds(Rating, st.floats(0, 4000), st.floats(1, 350), st.floats(0.01, 0.2)),
    streak=st.integers(0, 99),
    best=st.integers(0, 99),
    attempts=st.dictionaries(st.text("abc", max_size=6), st.builds(LatestAttempt, SIGNS, DAYS)),
    days=st.none()
    | st.builds(
        lambda one, other, east, signs: DayStreak(min(one, other), max(one, other), east, signs),
        DAYS, DAYS, st.integers(-720, 840), SIGNS,
    ),
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["one", "other"]), LOGS))
def test_what_is_kept_is_read_as_it_was_written(games):
    assert parse_puzzle_log(format_puzzle_log(PuzzleLog(games))) == PuzzleLog(games)


KEPT = GameLog(
    streak=1,
    best=1,
    attempts={"a": LatestAttempt("r", "2026-11-22")},
    days=after_days("2026-11-22").days,
)
SOUND = format_puzzle_log(PuzzleLog({"one": KEPT}))


@pytest.mark.parametrize("names", [["other_days"], ["other_days", "mistakes"]])
def test_a_log_of_an_earlier_version_is_not_damaged(names):
    fields = json.loads(SOUND)
    for name in names:
        del fields["one"][name]
    flaws: list[str] = []
    assert parse_puzzle_log(json.dumps(fields), flaws) == PuzzleLog({"one": KEPT})
    assert flaws == []


@pytest.mark.parametrize(
    "text",
    [
        None, "", "{", "[]", "7", '{"one": 7}', '{"one": {}}',
    ],
)  # fmt: skip
def test_where_nothing_is_sound_the_log_is_empty(text):
    assert parse_puzzle_log(text) == PuzzleLog()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (SOUND.replace('"r"', '"x"'), replace(KEPT, attempts={}, days=None)),
        (SOUND.replace("2026-11-22", "2026-11-32"), replace(KEPT, attempts={}, days=None)),
        (SOUND.replace('"streak": [1, 1]', '"streak": [-1, 1]'), replace(KEPT, streak=0, best=0)),
        (SOUND.replace("0.06", "7"), KEPT),
        (SOUND.replace("0.06", '"0.06"'), KEPT),
        (SOUND.replace('"attempts": {', '"attempts": {"b": 3, '), KEPT),
        (SOUND.replace(f", {BERLIN},", ', "east",'), replace(KEPT, days=None)),
        (SOUND.replace('"mistakes": []', '"mistakes": [{}]'), KEPT),
        (SOUND.replace('"other_days": []', '"other_days": [7]'), KEPT),
    ],
)
def test_what_is_damaged_is_left_out_and_told(text, rest):
    assert text != SOUND
    flaws: list[str] = []
    assert parse_puzzle_log(text, flaws) == PuzzleLog({"one": rest})
    assert len(flaws) >= 1
    assert all(flaw.startswith("puzzles.one.") for flaw in flaws)


def test_what_is_no_json_is_set_aside_whole_and_told():
    """A number that is none (RFC 8259 has no NaN): no program of ours writes one."""
    flaws: list[str] = []
    assert parse_puzzle_log(SOUND.replace("0.06", "NaN"), flaws) == PuzzleLog()
    assert len(flaws) == 1
