"""The screen with the kept matches: what each message does there, and its markup."""

from __future__ import annotations

from secrets import randbelow

import pytest

from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.effects import Focus, Go, Keep
from spieltisch.app.core.messages import Command, Navigate, SetClock
from spieltisch.app.core.notice import BadLink
from spieltisch.app.matches.state import (
    DeleteMatches,
    EditName,
    LibraryChanged,
    MatchesScreen,
    MatchFilter,
    RenameMatch,
    SetFilter,
)
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.play.summary import format_summary
from tests.unit.archived import NOW_MS, kept, library, match_id, recorded
from tests.unit.asking import after, seen
from tests.unit.markup_check import check

SUNDAY, GOING, LOST = match_id(1), match_id(2), match_id(3)


def kept_here():
    """Three matches are kept: two are over."""
    summaries = (
        kept(1, recorded("yala-dark-wins", "human,bot:3"), days_ago=1, name="Sunday"),
        kept(2, recorded("yala-not-over", "human,human"), days_ago=2),
        kept(3, recorded("myra-two-seats", "bot:2,human"), days_ago=30),
    )
    return LibraryChanged(tuple(map(format_summary, summaries)))


def opened(link="#/matches", *, messages=()):
    return after(SetClock(float(NOW_MS)), kept_here(), Navigate(link, 0.0), *messages)


def listed(session):
    return [node.attributes["data-match"] for node in seen(session).all("data-match")]


class TestList:
    def test_those_in_progress_come_before_those_that_ended(self):
        session = opened()
        assert listed(session) == [GOING, SUNDAY, LOST]
        root = check(page_of(session))
        headings = [node.text for node in root.walk() if node.tag in ("h1", "h2", "h3")]
        assert headings == ["Your games", "In progress", "YALA", "Ended", "Sunday", "Myra"]

    def test_each_opens_by_one_link_and_says_all_there_is_to_know(self):
        root = check(page_of(opened()))
        link = root.one("id", f"open-{SUNDAY}")
        assert (link.tag, link.attributes["href"]) == ("a", f"#/match/{SUNDAY}")
        item = root.one("data-match", SUNDAY)
        for told in ("Sunday", "YALA", "You against Nora", "Won", "29 moves", "yesterday"):
            assert told in item.text

    def test_boards_are_no_boards_to_play_on(self):
        root = check(page_of(opened()))
        assert not root.all("id", "board")
        assert not root.all("data-site")
        assert not root.all("data-position")

    def test_what_is_kept_nowhere_is_told_with_a_way_on(self):
        root = check(page_of(after(Navigate("#/matches", 0.0))))
        assert "Every game you begin is kept here" in root.text
        assert root.all("href", "#/")
        assert not root.all("id", "find")

    def test_what_fits_nothing_is_told_with_a_way_back(self):
        session = opened("#/matches?show=ended&text=nobody")
        root = check(page_of(session))
        assert "No game found." in root.text
        assert root.all("href", "#/matches?show=ended")
        assert not listed(session)

    @pytest.mark.parametrize("show", ["", "going", "ended"])
    def test_however_many_there_are_few_are_drawn(self, show):
        texts = tuple(map(format_summary, library(120).values()))
        link = f"#/matches?show={show}" if show else "#/matches"
        session = after(SetClock(float(NOW_MS)), LibraryChanged(texts), Navigate(link, 0.0))
        assert 0 < len(listed(session)) <= 30
        check(page_of(session))


class TestFinding:
    def test_a_choice_is_in_the_address_and_the_way_back_is_that_before_the_list(self):
        session, effects = update(opened(), SetFilter("result", "won"))
        assert listed(session) == [SUNDAY]
        assert effects == (Go("#/matches?result=won", replaces=True),)
        assert listed(opened("#/matches?result=won")) == [SUNDAY]

    def test_what_is_typed_is_looked_for_and_stays_in_its_field(self):
        session = opened(messages=(SetFilter("text", "sun"),))
        assert listed(session) == [SUNDAY]
        assert seen(session).one("id", "find").attributes["value"] == "sun"

    def test_what_cannot_be_chosen_changes_nothing(self):
        session = opened()
        for message in (SetFilter("result", "x"), SetFilter("y", ""), SetFilter("text", "")):
            assert update(session, message) == (session, ())

    def test_another_page_begins_at_its_heading(self):
        texts = tuple(map(format_summary, library(120).values()))
        session = after(LibraryChanged(texts), Navigate("#/matches?show=ended", 0.0))
        session, effects = update(session, Navigate("#/matches?show=ended&page=2", 0.0))
        assert session.screen.wanted == MatchFilter(show="ended", page=2)
        assert effects == (Focus("ended-title"),)


class TestNames:
    def test_a_name_is_changed_in_its_place(self):
        session, effects = update(opened(), EditName(GOING))
        assert effects == (Focus(f"name-{GOING}"),)
        field = check(page_of(session)).one("id", f"name-{GOING}")
        assert (field.attributes["value"], field.attributes["placeholder"]) == ("", "YALA")
        session, effects = update(session, RenameMatch(GOING, " Monday "))
        assert Focus(f"edit-name-{GOING}") in effects
        assert [one.kept.name for one in effects if isinstance(one, Keep)] == ["Monday"]
        assert "Monday" in seen(session).one("data-match", GOING).text
        assert not seen(session).all("data-name")

    def test_it_can_be_left_as_it_was(self):
        session = opened(messages=(EditName(SUNDAY),))
        session, effects = update(session, Command.CANCEL)
        assert effects == (Focus(f"edit-name-{SUNDAY}"),)
        assert "Sunday" in seen(session).one("data-match", SUNDAY).text

    def test_what_is_not_kept_has_no_name(self):
        session = opened()
        assert update(session, EditName("nothing00000")) == (session, ())


class TestDeleting:
    def test_a_match_goes_and_comes_back(self):
        session, effects = update(opened(), DeleteMatches((SUNDAY,)))
        assert listed(session) == [GOING, LOST]
        assert effects[-1] == Focus("ended-title")
        assert seen(session).all("data-do", "undo-delete")
        session = after(Command.UNDO_DELETE, session=session)
        assert listed(session) == [GOING, SUNDAY, LOST]

    def test_the_last_one_leaves_the_keyboard_on_the_page(self):
        session, effects = update(opened(), DeleteMatches((GOING,)))
        assert effects[-2:] == (Focus("main"), Focus("going-title"))
        assert not seen(session).all("id", "going-title")


class TestStart:
    def test_the_latest_in_progress_are_shown_above_the_games(self):
        root = check(page_of(after(kept_here(), Navigate("#/", 0.0))))
        (link,) = root.all("data-match")
        assert link.attributes["href"] == f"#/match/{GOING}"
        assert "Continue YALA " in link.text
        assert "All games (3)" in root.text
        assert "no download" not in root.text

    def test_who_has_none_is_told_what_this_place_is(self):
        root = check(page_of(after(Navigate("#/", 0.0))))
        assert "no download" in root.text
        assert not root.all("data-match")


def test_buttons_mean_what_they_say():
    assert pressed("edit-name", SUNDAY, 0.0, randbelow) == EditName(SUNDAY)
    assert pressed("delete", SUNDAY, 0.0, randbelow) == DeleteMatches((SUNDAY,))


def test_a_wrong_query_ends_on_the_menu():
    session = opened("#/matches?show=everything")
    assert not isinstance(session.screen, MatchesScreen)
    assert session.notice == BadLink("field", "show=everything")
