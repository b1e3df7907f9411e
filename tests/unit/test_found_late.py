"""A page began without what is kept, as its browser was slow: when that comes, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.app.effects import Go, Keep, Read
from spieltisch.app.lesson.progress import Progress, format_progress
from spieltisch.app.matches.messages import FoundLate
from spieltisch.app.messages import Navigate
from spieltisch.app.puzzle.log import Attempt, DayStreak, GameLog, PuzzleLog, format_puzzle_log
from spieltisch.app.runs import format_runs
from spieltisch.app.session import Session
from spieltisch.app.start.state import StartScreen
from spieltisch.app.update import update
from spieltisch.play.glicko import Rating
from spieltisch.table import Run
from tests.unit.asking import after
from tests.unit.kept import KEPT_ID, listed, read
from tests.unit.test_library import OTHER, PLAY, playing

KEPT = playing()[0].match
FOUND = FoundLate(listed(KEPT).kept)


def test_the_match_that_the_address_leads_to_comes_on_the_table_after_all() -> None:
    begun = after(Navigate(PLAY))
    session, effects = update(begun, FOUND)
    assert effects == (Read(KEPT_ID),)
    session, effects = update(session, read(KEPT))
    assert session.match == KEPT
    assert effects == (Go(PLAY, replaces=True),)


def test_what_has_been_played_meanwhile_stays_on_the_table_beside_it() -> None:
    begun = after(Navigate(PLAY))
    played, _ = playing(session=begun)
    session, effects = update(played, FOUND)
    assert session.match == played.match
    assert Read(KEPT_ID) not in effects
    assert len(session.library.summaries) == 2


def test_another_match_and_another_screen_stay() -> None:
    for link in (OTHER, "#/"):
        begun = after(Navigate(link))
        session, effects = update(begun, FOUND)
        assert (session.screen, session.match, effects) == (begun.screen, begun.match, ())
        assert set(session.library.summaries) == {KEPT_ID}


def test_the_best_runs_and_the_lessons_come_together_with_those_of_this_visit() -> None:
    ours = Session(screen=StartScreen())
    runs, progress = {"a/1": (Run(0, 0, 90),)}, Progress({"yala": ("first",)})
    device = replace(ours.device, runs=runs, progress=progress)
    earlier_runs = {"a/1": (Run(0, 0, 80),), "b/1": (Run(1, 0, 5),)}
    earlier = Progress({"yala": ("second",), "myra": ("first",)})
    found = FoundLate((), format_runs(earlier_runs), format_progress(earlier))
    session, effects = update(replace(ours, device=device), found)
    both = {"a/1": (Run(0, 0, 80), Run(0, 0, 90)), "b/1": (Run(1, 0, 5),)}
    solved = Progress({"yala": ("second", "first"), "myra": ("first",)})
    assert (session.device.runs, session.device.progress) == (both, solved)
    # They were written without the earlier ones.
    assert effects == (Keep(both), Keep(solved))


def test_attempts_at_puzzles_come_together_and_the_fuller_log_has_the_rating() -> None:
    strong, weak = Rating(1700.0, 60.0), Rating(1500.0, 300.0)
    days = DayStreak("2026-11-20", "2026-11-21", 0, "r")
    earlier = GameLog(
        strong, 2, 5, {"a": Attempt("r", "2026-11-20"), "b": Attempt("w", "2026-11-21")}
    )
    kept = PuzzleLog({"yala": replace(earlier, days=days), "aya": GameLog(best=1)})
    today = DayStreak("2026-11-22", "2026-11-22", 0, "hr")
    row = DayStreak("2026-11-20", "2026-11-22", 0, "hr")
    ours = PuzzleLog({"yala": GameLog(weak, 1, 1, {"c": Attempt("hr", "2026-11-22")}, today)})
    session = Session(screen=StartScreen())
    session = replace(session, device=replace(session.device, puzzles=ours))
    session, effects = update(session, FoundLate((), None, None, format_puzzle_log(kept)))
    log = session.device.puzzles.of("yala")
    assert (log.rating, log.streak, log.best, log.days) == (strong, 2, 5, row)
    assert tuple(log.attempts) == ("a", "b", "c")
    assert session.device.puzzles.of("aya").best == 1
    assert effects == (Keep(session.device.puzzles),)


def test_where_nothing_was_added_nothing_is_written() -> None:
    found = FoundLate((), format_runs({"a/1": (Run(0, 0, 80),)}), "{}")
    session, effects = update(Session(), found)
    assert (session.device.runs, effects) == ({"a/1": (Run(0, 0, 80),)}, ())
