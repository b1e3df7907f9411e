"""What several tabs have made of one kept value is brought together, whichever writes last."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.keeping.kinds import KINDS, LESSONS, PUZZLES, SOLITAIRES
from spieltisch.app.keeping.progress import Progress, format_progress, parse_progress
from spieltisch.app.keeping.puzzle_log import (
    DayStreak,
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.keeping.solitaires import format_solitaires, parse_solitaires, with_solitaire
from spieltisch.app.restoring import merged
from spieltisch.play.puzzle import Rating
from spieltisch.table import Solitaire
from tools.project import ROOT

OPPONENT = Rating(1000, 80)
GAMES = st.sampled_from(["yala", "myra", "aya"])
DAY = "2026-11-25"


def attempts(log, done):
    for game, number, signs in done:
        one = log.of(game).attempted(f"{game}-{number}", OPPONENT, signs, DAY)
        log = log.with_game(game, one)
    return log


DONE = st.lists(
    st.tuples(GAMES, st.integers(0, 9), st.sampled_from(["r", "w", "hr", "wr", "s"])), max_size=8
)


@given(DONE, DONE, DONE)
def test_no_attempt_is_lost(before, here, there):
    base = attempts(PuzzleLog(), before)
    ours, theirs = attempts(base, here), attempts(base, there)
    texts = map(format_puzzle_log, (base, ours, theirs))
    both = parse_puzzle_log(merged(PUZZLES, *texts))
    for game in {*ours.games, *theirs.games}:
        tried = {*ours.of(game).attempts, *theirs.of(game).attempts}
        assert set(both.of(game).attempts) == tried
        for name, told in ours.of(game).attempts.items():
            if told != base.of(game).attempts.get(name):
                assert both.of(game).attempts[name] == told
        assert both.of(game).best >= max(ours.of(game).best, theirs.of(game).best)


@given(DONE, DONE)
def test_what_only_one_has_changed_is_taken_as_it_is(before, there):
    base = attempts(PuzzleLog(), before)
    changed = format_puzzle_log(attempts(base, there))
    text = format_puzzle_log(base)
    assert parse_puzzle_log(merged(PUZZLES, text, text, changed)) == parse_puzzle_log(changed)
    assert parse_puzzle_log(merged(PUZZLES, text, changed, text)) == parse_puzzle_log(changed)
    assert parse_puzzle_log(merged(PUZZLES, text, changed, changed)) == parse_puzzle_log(changed)


def test_all_that_is_kept_beside_matches_is_merged():
    script = (ROOT / "static/storage/values.js").read_text()
    (listed,) = re.findall(r"export const MERGED = (\[.*?\]);", script, re.DOTALL)
    assert json.loads(listed) == list(KINDS)


@given(DONE, DONE)
def test_what_is_done_before_the_value_was_read_is_added_to_it(there, here):
    theirs, ours = attempts(PuzzleLog(), there), attempts(PuzzleLog(), here)
    both = parse_puzzle_log(merged(PUZZLES, None, *map(format_puzzle_log, (ours, theirs))))
    for game in {*ours.games, *theirs.games}:
        tried = {*ours.of(game).attempts, *theirs.of(game).attempts}
        assert set(both.of(game).attempts) == tried


def test_the_rating_moves_by_what_both_have_done():
    base = attempts(PuzzleLog(), [("yala", n, "r") for n in range(4)])
    ours = attempts(base, [("yala", 5, "r")])
    theirs = attempts(base, [("yala", 6, "r"), ("yala", 7, "r")])
    texts = map(format_puzzle_log, (base, ours, theirs))
    both = parse_puzzle_log(merged(PUZZLES, *texts)).of("yala")
    in_a_row = attempts(base, [("yala", n, "r") for n in (5, 6, 7)]).of("yala")
    assert (both.streak, both.best, both.solved) == (7, 7, 7)
    assert both.rating.value == pytest.approx(in_a_row.rating.value, abs=15)
    assert both.rating.deviation == pytest.approx(in_a_row.rating.deviation, rel=0.05)


def test_a_streak_that_one_has_ended_is_over():
    base = attempts(PuzzleLog(), [("yala", n, "r") for n in range(4)])
    ours, theirs = attempts(base, [("yala", 5, "w")]), attempts(base, [("yala", 6, "r")])
    texts = map(format_puzzle_log, (base, ours, theirs))
    both = parse_puzzle_log(merged(PUZZLES, *texts)).of("yala")
    assert (both.streak, both.best) == (0, 5)


def test_erased_statistics_come_back_by_no_other_tab():
    base = attempts(PuzzleLog(), [("yala", n, "r") for n in range(4)])
    theirs = attempts(base, [("yala", 6, "r")])
    texts = map(format_puzzle_log, (base, PuzzleLog(), theirs))
    both = parse_puzzle_log(merged(PUZZLES, *texts)).of("yala")
    assert set(both.attempts) == {"yala-6"}
    runs = [format_solitaires(one) for one in ({"zoch/10": (Solitaire(0, 0, 9),)}, {})]
    kept = with_solitaire(parse_solitaires(runs[0]), "zoch/10", Solitaire(0, 0, 8))
    assert parse_solitaires(merged(SOLITAIRES, *runs, format_solitaires(kept))) == {
        "zoch/10": (Solitaire(0, 0, 8),)
    }


def test_days_in_a_row_go_on():
    log, later = GameLog(days=DayStreak("2026-11-20", "2026-11-24", 60, "r")), "2026-11-25"
    done = log.with_day(later, 60, "r")
    other = replace(log, best=3)
    texts = [format_puzzle_log(PuzzleLog({"yala": one})) for one in (log, done, other)]
    both = parse_puzzle_log(merged(PUZZLES, *texts)).of("yala")
    assert both.days == done.days
    assert both.best == 3
    texts = [texts[0], texts[2], texts[1]]
    assert parse_puzzle_log(merged(PUZZLES, *texts)).of("yala").days == done.days


STEPS = st.dictionaries(GAMES, st.lists(st.sampled_from("abcdef"), unique=True).map(tuple))


@given(STEPS, STEPS, STEPS)
def test_every_solved_step_stays(before, here, there):
    texts = [format_progress(Progress(one)) for one in (before, here, there)]
    both = parse_progress(merged(LESSONS, *texts))
    for one in (before, here, there):
        assert all(both.has(game, step) for game, steps in one.items() for step in steps)


RUN = st.builds(Solitaire, st.integers(0, 3), st.integers(0, 2), st.integers(0, 50))
RUN_LISTS = st.lists(RUN, max_size=3)


def runs_of(found):
    runs = {}
    for run in found:
        runs = with_solitaire(runs, "zoch/10", run)
    return runs


@given(RUN_LISTS, RUN_LISTS, RUN_LISTS)
def test_the_best_runs_of_all_stay(before, here, there):
    base = runs_of(before)
    ours, theirs = runs_of([*before, *here]), runs_of([*before, *there])
    both = parse_solitaires(merged(SOLITAIRES, *map(format_solitaires, (base, ours, theirs))))
    best = sorted({*before, *here, *there})[:1]
    assert list(both.get("zoch/10", ()))[:1] == best


@given(st.text(), st.text(), st.text(), st.sampled_from([SOLITAIRES, LESSONS, PUZZLES]))
def test_any_text_at_all_ends_in_a_value(base, ours, theirs, name):
    text = merged(name, base, ours, theirs)
    assert merged(name, text, text, text) == text


def test_before_the_log_was_read_the_fuller_one_has_the_rating() -> None:
    strong, weak = Rating(1700.0, 60.0), Rating(1500.0, 300.0)
    days = DayStreak("2026-11-20", "2026-11-21", 0, "r")
    earlier = GameLog(
        strong, 2, 5, {"a": LatestAttempt("r", "2026-11-20"), "b": LatestAttempt("w", "2026-11-21")}
    )
    kept = PuzzleLog({"yala": replace(earlier, days=days), "aya": GameLog(best=1)})
    today = DayStreak("2026-11-22", "2026-11-22", 0, "hr")
    row = DayStreak("2026-11-20", "2026-11-22", 0, "hr")
    ours = PuzzleLog({"yala": GameLog(weak, 1, 1, {"c": LatestAttempt("hr", "2026-11-22")}, today)})
    both = parse_puzzle_log(merged(PUZZLES, None, *map(format_puzzle_log, (ours, kept))))
    log = both.of("yala")
    assert (log.rating, log.streak, log.best, log.days) == (strong, 2, 5, row)
    assert tuple(log.attempts) == ("a", "b", "c")
    assert both.of("aya").best == 1
