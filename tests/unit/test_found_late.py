"""A page began without what is kept, as its browser was slow: when that comes, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.app.core.effects import Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Navigate, Tell
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import Copied, StorageFails
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.progress import Progress, format_progress
from spieltisch.app.keeping.puzzle_log import GameLog, PuzzleLog
from spieltisch.app.keeping.solitaires import Solitaires, format_solitaires
from spieltisch.app.matches.state import FoundLate, StorageWorks, ValuesChanged
from spieltisch.app.update import update
from spieltisch.table import Solitaire
from tests.unit.asking import after
from tests.unit.kept import KEPT_ID, asked, listed, read
from tests.unit.test_library import OTHER, PLAY, playing

KEPT = playing()[0].match
FOUND = FoundLate(listed(KEPT).kept)


def test_the_match_that_the_address_leads_to_comes_on_the_table_after_all() -> None:
    begun = after(Navigate(PLAY, 0.0))
    session, effects = update(begun, FOUND)
    assert effects == (asked(KEPT_ID),)
    session, effects = update(session, read(KEPT))
    assert session.match == KEPT
    assert effects == (Go(PLAY, replaces=True),)


def test_what_has_been_played_meanwhile_stays_on_the_table_beside_it() -> None:
    begun = after(Navigate(PLAY, 0.0))
    played, _ = playing(session=begun)
    session, effects = update(played, FOUND)
    assert session.match == played.match
    assert asked(KEPT_ID) not in effects
    assert len(session.library.summaries) == 2


def test_another_match_and_another_screen_stay() -> None:
    for link in (OTHER, "#/"):
        begun = after(Navigate(link, 0.0))
        session, effects = update(begun, FOUND)
        assert (session.screen, session.match, effects) == (begun.screen, begun.match, ())
        assert set(session.library.summaries) == {KEPT_ID}


def test_values_are_taken_as_storage_has_merged_them() -> None:
    ours = Session(screen=StartScreen())
    runs, progress = {"a/1": (Solitaire(0, 0, 90),)}, Progress({"yala": ("first",)})
    ours = replace(ours, kept=ours.kept.having(runs, progress))
    both = {"a/1": (Solitaire(0, 0, 80), Solitaire(0, 0, 90)), "b/1": (Solitaire(1, 0, 5),)}
    solved = Progress({"yala": ("second", "first"), "myra": ("first",)})
    for told in (
        ValuesChanged({"runs": format_solitaires(both), "lessons": format_progress(solved)}),
        FoundLate((), {"runs": format_solitaires(both), "lessons": format_progress(solved)}),
    ):
        session, effects = update(ours, told)
        assert (session.kept.of(Solitaires), session.kept.of(Progress)) == (both, solved)
        assert effects == ()


def test_values_that_storage_says_nothing_of_stay() -> None:
    ours = Session(screen=StartScreen())
    puzzles = PuzzleLog({"yala": GameLog(best=3)})
    runs, progress = {"a/1": (Solitaire(0, 0, 90),)}, Progress({"yala": ("first",)})
    ours = replace(ours, kept=Kept().having(runs, progress, puzzles))
    for told in (ValuesChanged(), FoundLate()):
        assert update(ours, told) == (ours, ())


def test_a_notice_of_storage_goes_away_once_storage_works_again() -> None:
    for kind in (StorageFails.LOST, StorageFails.UNREAD, StorageFails.FULL):
        session, _ = update(Session(), Tell(kind))
        assert session.notice == kind
        session, _ = update(session, StorageWorks())
        assert session.notice is None
    session, _ = update(Session(), Tell(Copied("whole", 7)))
    assert update(session, StorageWorks()) == (session, ())


def test_where_nothing_was_added_nothing_is_written() -> None:
    found = FoundLate(
        (), {"runs": format_solitaires({"a/1": (Solitaire(0, 0, 80),)}), "lessons": "{}"}
    )
    session, effects = update(Session(), found)
    assert (session.kept.of(Solitaires), effects) == ({"a/1": (Solitaire(0, 0, 80),)}, ())
