"""What comes late, and what comes between: each a fault of its own. ``test_between.py`` puts
everything between everything else.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import LockChanged
from spieltisch.app.core.damage import MATCHES, REVIEWS
from spieltisch.app.core.effects import GiveKept
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import (
    Command,
    ImportFiles,
    Navigate,
    ReadOn,
    SaveKept,
    SetSetting,
    TellWait,
)
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import LanguageMissing
from spieltisch.app.core.settings import parse_settings
from spieltisch.app.core.waits import (
    AllRead,
    Came,
    Catalogue,
    Examples,
    HostBuild,
    Modules,
    Owner,
    PuzzlePack,
    Stored,
    WaitScreen,
    Written,
)
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import FoundLate, LibraryChanged, RenameMatch
from spieltisch.app.rules.screen import RulesScreen
from spieltisch.app.study.state import StudyScreen
from spieltisch.app.together.messages import InviteByLink, PlayLive, TakeCode
from spieltisch.app.update import update
from spieltisch.app.workshop.state import WorkshopScreen
from spieltisch.play.match import Match, format_match
from spieltisch.play.service import SearchAnswer, format_answer, parse_answer
from spieltisch.play.summary import MatchId, format_summary, parse_summary
from spieltisch.shell.deeds import OF_ALL
from spieltisch.table import BY_LINK, Player, Prospect
from tests.unit.slow_page import OURS, Page, link_of, long_match, played_on

A, B = "a" * 12, "b" * 12
LONG = 60
"""Turns of a match that is not replayed at once."""


def visited(*opened: tuple[MatchId, Match], **begun: str) -> Page:
    """A page on which some kept matches have been opened, the last of them last."""
    page = Page()
    for match_id, match in opened:
        summary = page.store.write(match, match_id, 10)
        page.send(LibraryChanged((format_summary(summary),)))
        page.send(Navigate(f"#/match/{match_id}", 0.0))
        page.settle()
    return page


# ------------------------------------------------------------------------ named


def test_a_match_that_storage_knows_better_is_not_opened_as_it_is() -> None:
    """Fault 1: 61 turns were written over 80, as the reading of the 80 was thrown away."""
    match = long_match(LONG)
    page = visited((A, match))
    page.send(Navigate("#/", 0.0), Navigate(link_of(long_match(500, 2)), 0.0), ReadOn(20))
    page.other_tab(played_on(match, 20), A)
    page.send(Command.STOP_READING, Navigate(f"#/match/{A}", 0.0))
    page.settle()
    page.play()
    assert len(page.store.match(A).turns) == LONG + 21


def test_nor_may_anything_be_played_in_it_before_it_is_read() -> None:
    """Fault 1, where nothing is stopped."""
    match = long_match(LONG)
    page = visited((A, match))
    page.send(Navigate("#/", 0.0), Navigate(link_of(long_match(500, 2)), 0.0), ReadOn(20))
    page.other_tab(played_on(match, 20), A)
    page.send(Navigate(f"#/match/{A}", 0.0))
    assert page.session.match is None
    page.answer()
    page.send(ReadOn(5))
    assert page.session.match is None
    page.settle()
    page.play()
    assert page.store.match(A) == played_on(match, 21)


def test_not_even_while_it_is_being_read() -> None:
    match = long_match(LONG)
    page = visited((B, long_match(LONG, 3)))
    summary = page.store.write(match, A, 10)
    page.send(LibraryChanged((format_summary(summary),)), Navigate(f"#/match/{A}", 0.0))
    page.answer()
    page.replay(5)
    page.other_tab(played_on(match, 3), A)
    page.settle()
    assert page.session.match is not None
    assert len(page.session.match.turns) == LONG + 3


@pytest.mark.parametrize("elsewhere", ["#/settings", "#/", "#/play/yala?seats=human,human&seed=7"])
def test_a_study_pulls_nobody_out_of_where_they_are_by_now(elsewhere: str) -> None:
    """Fault 2."""
    page = visited((A, long_match(LONG)))
    page.send(Command.STUDY, Navigate(elsewhere, 0.0))
    there, address = page.session.screen, page.address
    page.settle()
    assert (page.session.screen, page.address) == (there, address)


def test_a_study_asked_for_twice_is_one_study() -> None:
    """Fault 3."""
    page = visited((A, long_match(LONG)))
    page.send(Command.STUDY, ReadOn(5), Command.STUDY)
    page.settle()
    assert isinstance(page.session.screen, StudyScreen)
    assert len(page.session.kept.of(Studies).by_id) == 1


def test_what_is_read_in_the_background_is_not_told_and_moves_nothing() -> None:
    """Fault 4."""
    match = long_match(500)
    page = visited((A, match))
    page.send(LockChanged(A, is_ours=False))
    before = page.text
    page.other_tab(played_on(match, 3), A)
    page.answer()
    page.send(ReadOn(50), TellWait())
    assert [one.owner for one in page.session.waits] == [Owner.LIBRARY]
    assert "stop-reading" not in page.text
    assert before.partition('id="board"')[0] == page.text.partition('id="board"')[0]
    page.send(Command.STOP_READING)
    assert page.session.waits, "it is not this that is stopped"
    page.settle()
    assert page.session.match is not None
    assert len(page.session.match.turns) == 503


def test_nothing_is_told_of_it_above_the_board_of_another_match_either() -> None:
    """Fault 4: its *Stop* led away from the board that was shown."""
    match = long_match(500)
    page = visited((A, match), (B, long_match(LONG, 3)))
    before, board = page.text, page.session.screen
    page.other_tab(played_on(match, 3), A)
    page.send(ReadOn(50), TellWait())
    assert page.text == before
    page.send(Command.STOP_READING)
    assert page.session.screen == board
    page.settle()
    assert (page.text, page.session.screen) == (before, board)


@pytest.mark.parametrize("other", ["human", "bot:2"])
def test_storage_that_is_slow_keeps_no_variation_as_a_match(other: str) -> None:
    """Fault 5."""
    page = Page()
    page.send(Navigate(f"#/play/yala?seats=human,{other}&seed=7", 0.0))
    assert page.session.match is not None
    begun = page.session.match
    kept = played_on(begun, 4)
    page.send(Command.TRY_OUT)
    page.play()
    summary = page.store.write(kept, A, 10)
    page.send(FoundLate((format_summary(summary),)))
    page.settle()
    assert set(page.store.matches) == {A}
    assert page.session.home is not None
    assert page.session.home.match_id == A
    assert page.session.kept_match == kept


@pytest.mark.parametrize("plays_on", [True, False])
@pytest.mark.parametrize("is_there_at_once", [True, False])
def test_a_study_whose_code_is_missing_waits_beside_the_board(
    plays_on: bool, is_there_at_once: bool
) -> None:
    """Fault 7: the match it came from was a snapshot, which another tab may delete."""
    page = visited((A, long_match(LONG)))
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Command.STUDY)
    assert page.session.table is not None
    page.store.forget(A)
    page.send(LibraryChanged(gone=(A,)))
    if plays_on:
        page.play()
    if not is_there_at_once:
        page.asked.clear()
        page.send(Came(Modules(), False, page.now_ms))
        assert page.session.table is not None
        page.send(Command.FETCH_AGAIN)
    page.settle()
    assert isinstance(page.session.screen, StudyScreen)


def test_what_cannot_be_fetched_for_a_board_is_told_over_it_and_tried_again() -> None:
    page = visited((A, long_match(LONG)))
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    board = page.session.table
    page.send(Command.STUDY)
    assert "stop-reading" not in page.text
    page.send(TellWait())
    assert "Fetching" in page.text
    page.asked.clear()
    page.send(Came(Modules(), False, page.now_ms))
    assert page.session.table == board
    assert "could not be fetched" in page.text
    page.send(Command.FETCH_AGAIN)
    page.settle()
    assert isinstance(page.session.screen, StudyScreen)


def test_a_wait_in_vain_offers_the_way_back() -> None:
    """Fault 8."""
    page = visited((A, long_match(LONG)))
    back = page.address
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Navigate("#/rules/yala", 0.0), Came(Modules(), False, 5.0))
    assert isinstance(page.session.screen, WaitScreen)
    assert page.session.screen.back == back
    assert f'href="{back.replace("&", "&amp;")}"' in page.text
    page.send(Navigate("#/statistics", 0.0))
    assert page.session.screen.back == back


def test_stopping_ends_what_is_shown_alone() -> None:
    page = visited((A, long_match(LONG)))
    page.send(LockChanged(A, is_ours=False))
    page.other_tab(played_on(long_match(LONG), 3), A)
    page.send(Command.STUDY, TellWait(), Command.STOP_READING)
    assert page.session.table is not None
    assert [one.owner for one in page.session.waits] == [Owner.LIBRARY]
    page.settle()
    assert page.session.match is not None
    assert len(page.session.match.turns) == LONG + 3


def test_what_nobody_waits_for_is_dropped() -> None:
    page = visited((A, long_match(5)))
    stored = Stored(MATCHES, A), Stored(REVIEWS, A)
    for need in (*stored, PuzzlePack("yala"), Modules(), AllRead(), Written()):
        assert update(page.session, Came(need, "{}", 5.0)) == (page.session, ())


def test_a_session_can_be_compared_and_printed() -> None:
    page = visited((A, long_match(LONG)))
    page.send(Command.STUDY)
    assert page.session == replace(page.session)
    assert "OpenStudy" in repr(page.session.waits)
    assert "0x" not in repr(page.session.waits)


def test_what_is_played_here_counts_more_than_what_is_still_being_read() -> None:
    """Another tab has named the match, so that it is read again; meanwhile turns were taken back
    and others played."""
    match = long_match(LONG)
    page = visited((A, match))
    summary = page.store.write(match, A, 10, name="x")
    page.send(LibraryChanged((format_summary(summary),)))
    page.answer()
    page.send(Command.TAKE_BACK)
    page.play()
    here = page.session.match
    page.settle()
    assert page.session.match == here
    assert page.store.match(A) == here


def test_a_deleted_match_that_is_being_read_is_not_opened() -> None:
    page = Page()
    summary = page.store.write(long_match(LONG), A, 10)
    page.send(LibraryChanged((format_summary(summary),)), Navigate(f"#/match/{A}", 0.0))
    page.answer()
    page.store.forget(A)
    page.send(LibraryChanged(gone=(A,)))
    page.settle()
    assert isinstance(page.session.screen, StartScreen)
    assert page.session.notice is not None


@pytest.mark.parametrize("late", [Command.STUDY, EditPosition(), PlayLive(1)])
def test_what_was_wanted_of_a_board_that_is_left_takes_no_wait_away(late: Message) -> None:
    """It came as the page was being led elsewhere, and nothing would have followed upon it."""
    page = visited((A, long_match(5)))
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Navigate("#/rules/yala", 0.0), late)
    page.settle()
    assert isinstance(page.session.screen, RulesScreen)


@pytest.mark.parametrize("is_sent", [False, True])
def test_a_match_that_was_left_while_it_was_being_read_again_is_opened_as_it_is_by_now(
    is_sent: bool,
) -> None:
    """Another tab plays it on; its turns were still being replayed when its board came back, and
    the next move was written over them."""
    by_link = (Player("Anna", BY_LINK), Player("Bo", BY_LINK))
    match = long_match(LONG, 1, by_link if is_sent else ())
    page = visited((A, match))
    page.send(LockChanged(A, is_ours=False))
    page.other_tab(played_on(match, 2), A)
    page.answer()
    page.send(
        Navigate("#/statistics", 0.0), Navigate(link_of(match) if is_sent else f"#/match/{A}", 0.0)
    )
    assert page.session.table is None, "turns would be written over"
    page.settle()
    assert page.session.table is not None
    assert page.session.table.match_id == A
    assert page.session.kept_match == page.store.match(A)


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("what", ["named", "played there", "played here"])
def test_no_summary_that_was_damaged_is_made_anew_over_what_was_written_meanwhile(
    what: str, is_long: bool
) -> None:
    """It was, from the match as it had been, and with the name that it had had before."""
    match = long_match(LONG if is_long else 5)
    page = visited((A, match))
    page.store.summaries[A] = '{"name": "old"}'
    page.send(FoundLate(('{"name": "old"}',), ids=(A,)))
    if is_long:
        page.answer()
    if what == "played here":
        page.play()
    else:
        new = match if what == "named" else played_on(match, 2)
        summary = page.store.write(new, A, 10, name="new")
        page.send(LibraryChanged((format_summary(summary),), ids=(A,)))
    written = page.store.summaries[A]
    page.settle()
    assert page.store.summaries[A] == written
    assert page.session.library.summaries[A] == parse_summary(written)


def test_a_summary_that_is_made_anew_keeps_what_this_visit_knows_of_it() -> None:
    page = visited((A, long_match(LONG)))
    page.send(RenameMatch(A, "mine"))
    page.send(FoundLate(('{"name": "old"}',), ids=(A,)))
    page.settle()
    assert parse_summary(page.store.summaries[A]).name == "mine"


# ------------------------------------------------- what comes is not as it should be


@pytest.mark.parametrize("text", ["<!DOCTYPE html>", "", "[]", '{"a": 1}', None])
def test_examples_that_are_none_leave_the_workshop_without_any(text: str | None) -> None:
    """Fault 9: a network's login answers every request with its page."""
    page = Page()
    page.send(Navigate("#/workshop/yala", 0.0))
    assert Examples() in [one.need for one in page.session.waits]
    page.send(Came(Examples(), text, 1.0))
    assert not page.session.waits
    screen = page.session.screen
    assert isinstance(screen, WorkshopScreen)
    assert screen.examples == ()
    assert page.text


def test_an_answer_without_a_move_is_refused_where_it_is_read() -> None:
    """Fault 18: the first move of none was taken where it was shown."""
    sound = SearchAnswer("t", (Prospect(0.5, None, ("a+",)),), 1, 1)
    assert parse_answer(format_answer(sound)) == sound
    with pytest.raises(ValueError, match="is empty"):
        parse_answer(format_answer(SearchAnswer("t", (Prospect(0.5, None, ()),), 1, 1)))


@pytest.mark.parametrize("language", ["xx", "", "DE", "en\n"])
def test_a_language_that_there_is_not_is_not_chosen(language: str) -> None:
    """Fault 21: nothing could be drawn any more."""
    page = Page()
    page.send(SetSetting("language", language))
    assert page.session.settings.language == "en"
    assert page.text


# ------------------------------------------------------- the words of a language


def speaking(*languages: str) -> Page:
    """A page that has the words of some languages alone."""
    page = Page()
    visit = replace(page.session.visit, languages=frozenset(languages))
    page.session = replace(page.session, visit=visit)
    page.send(Navigate("#/settings", 0.0))
    return page


def chosen_in(page: Page) -> list[str]:
    """Which language its field shows."""
    return re.findall(r'<option (?=[^>]*selected)[^>]*value="(\w\w)"', page.text)[:1]


def choice(language: str) -> SetSetting:
    return SetSetting("language", language)


def test_a_language_is_spoken_once_its_words_have_come() -> None:
    page = speaking("en")
    page.send(choice("de"))
    assert page.session.settings.language == "en"
    assert [one.need for one in page.asked] == [Catalogue("de")]
    assert "stop-reading" not in page.text
    assert chosen_in(page) == ["de"], "the field falls back while its words come"
    page.send(TellWait())
    assert "Fetching" in page.text
    assert "stop-reading" in page.text
    page.answer()
    assert page.session.settings.language == "de"
    assert not page.session.waits
    assert parse_settings(page.store.values["settings"]).language == "de"
    page.send(choice("en"), choice("de"))
    assert not page.asked, "they come once"
    assert page.session.settings.language == "de"


@pytest.mark.parametrize("elsewhere", ["#/", "#/matches", "#/play/yala?seats=human,human&seed=7"])
def test_a_choice_counts_wherever_somebody_is_by_then(elsewhere: str) -> None:
    """Of the screen it was chosen on nothing has to be there."""
    page = speaking("en")
    page.send(choice("de"), Navigate(elsewhere, 0.0), TellWait())
    assert "stop-reading" in page.text
    page.settle()
    assert page.session.settings.language == "de"


def test_where_an_address_leads_is_told_before_a_language_is() -> None:
    page = speaking("en")
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(choice("de"), Navigate("#/rules/yala", 0.0), TellWait())
    assert isinstance(page.session.screen, WaitScreen)
    page.send(Came(Modules(), True, 5.0))
    assert isinstance(page.session.screen, RulesScreen)
    page.settle()
    assert page.session.settings.language == "de"


@pytest.mark.parametrize("last", ["de", "fr", "en"])
@pytest.mark.parametrize("others_first", [True, False])
def test_the_language_that_was_chosen_last_counts(last: str, *, others_first: bool) -> None:
    page = speaking("en")
    page.send(choice("de"), choice("fr"), choice(last))
    for need in (Catalogue("de"), Catalogue("fr"))[:: 1 if others_first else -1]:
        page.send(Came(need, True, 5.0))
    assert page.session.settings.language == last
    assert not page.session.waits


@pytest.mark.parametrize("is_told", [True, False])
def test_who_stops_waiting_for_a_language_keeps_the_one_they_had(*, is_told: bool) -> None:
    page = speaking("en")
    page.send(choice("de"), *([TellWait()] if is_told else []), Command.STOP_READING)
    assert not page.session.waits
    assert chosen_in(page) == ["en"]
    page.settle()
    assert page.session.settings.language == "en"


def test_words_that_cannot_be_had_are_told_and_the_language_stays() -> None:
    page = speaking("en")
    page.send(choice("de"), Came(Catalogue("de"), False, 5.0))
    assert page.session.notice == LanguageMissing("Deutsch")
    assert not page.session.waits
    assert chosen_in(page) == ["en"]
    assert page.session.settings.language == "en"


def test_a_language_that_another_tab_has_chosen_comes_as_well_and_nobody_is_told() -> None:
    page = speaking("en")
    page.send(SetSetting("language", "de", is_kept=True), TellWait())
    assert "stop-reading" not in page.text
    assert chosen_in(page) == ["en"]
    page.send(choice("fr"))
    page.settle()
    assert page.session.settings.language == "fr", "what was chosen last counts"
    page.send(SetSetting("language", "es", is_kept=True))
    page.settle()
    assert page.session.settings.language == "es"


# ---------------------------------------------------------- a part that is missing


def test_what_is_missing_waits_until_the_host_has_said_which_build_it_has() -> None:
    """The shell held it back, and nobody could see what it waited for."""
    page = Page(build=OURS)
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Navigate("#/rules/yala", 0.0))
    page.asked.clear()
    page.send(Came(Modules(), False, 5.0), TellWait())
    assert [one.owner for one in page.session.waits] == [Owner.PERSON, Owner.PAGE]
    assert "fetch-again" not in page.text
    page.hosts = "b2"
    page.answer()
    assert [one.is_missing for one in page.session.waits] == [True]
    assert "newer version" in page.text


def test_what_is_asked_for_anew_is_not_missing_because_it_was_before() -> None:
    """The host is still being asked why the words did not come; by then they have been chosen once
    more, and are on their way."""
    page = speaking("en")
    page.session = replace(page.session, device=replace(page.session.device, build=OURS))
    page.send(choice("de"))
    page.asked.clear()
    page.send(Came(Catalogue("de"), False, 5.0), choice("fr"), choice("de"))
    page.send(Came(HostBuild(), OURS, 6.0))
    assert page.session.notice is None
    page.settle()
    assert page.session.settings.language == "de"


@pytest.mark.parametrize("leave", [Command.STOP_READING, Navigate("#/settings", 0.0)])
def test_of_what_nobody_waits_for_any_more_nothing_is_told(leave: Message) -> None:
    page = Page(build=OURS)
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Navigate("#/rules/yala", 0.0))
    page.asked.clear()
    page.send(Came(Modules(), False, 5.0), leave)
    there = page.session.screen
    page.settle()
    assert page.session.screen == there
    assert page.session.notice is None
    assert not page.session.waits


# --------------------------------------------------- a database that is slow


def early(*sent: Message) -> Page:
    """A page that was opened before its storage could be read."""
    page = Page()
    page.session = replace(page.session, visit=replace(page.session.visit, is_read=False))
    page.send(Navigate("#/", 0.0), *sent)
    return page


def given(match: Match) -> ImportFiles:
    return ImportFiles((("a.json", format_match(match)),), 0.0)


def test_a_file_waits_until_all_that_is_kept_is_known_and_the_person_is_told() -> None:
    page = early(given(long_match(5)))
    assert [fetch.need for fetch in page.asked] == [AllRead()]
    assert "Reading what is saved" not in page.text
    page.send(TellWait())
    assert "Reading what is saved on this device" in page.text
    assert "stop-reading" in page.text
    page.answer()
    assert "Reading what is saved" not in page.text
    assert isinstance(page.session.screen, ImportScreen)
    assert page.address == "#/import"
    page.send(Navigate("#/", 0.0), given(long_match(6)))
    assert page.asked == []
    assert isinstance(page.session.screen, ImportScreen)


@pytest.mark.parametrize("leave", [Command.STOP_READING, Navigate("#/settings", 0.0)])
def test_a_file_is_given_up_by_leaving(leave: Message) -> None:
    page = early(given(long_match(5)), TellWait())
    page.send(leave)
    there, address = page.session.screen, page.address
    assert not page.session.waits
    page.answer()
    assert (page.session.screen, page.address) == (there, address)
    # The next one waits for nothing that was given up: storage answers at once by now.
    page.send(given(long_match(5)))
    page.settle()
    assert isinstance(page.session.screen, ImportScreen)


def test_the_later_of_two_files_is_read() -> None:
    page = early(given(long_match(5)), given(long_match(6)))
    page.settle()
    assert isinstance(page.session.screen, ImportScreen)
    assert page.session.screen.job is not None
    assert page.session.visit.imports == 1


def test_a_file_that_needs_what_is_late_waits_for_both() -> None:
    page = Page()
    visit = replace(page.session.visit, is_read=False, is_whole=False)
    page.session = replace(page.session, visit=visit)
    page.send(Navigate("#/", 0.0), given(long_match(5)))
    assert [fetch.need for fetch in page.asked] == [Modules()]
    page.settle()
    assert isinstance(page.session.screen, ImportScreen)


def test_a_link_that_was_pasted_waits_for_nothing() -> None:
    page = early(ImportFiles((("", "look: https://a.example/#/rules/yala"),), 0.0))
    assert isinstance(page.session.screen, RulesScreen)
    assert not page.session.waits


@pytest.mark.parametrize("what", OF_ALL)
def test_what_saves_all_waits_until_it_is_known(what: str) -> None:
    page = early(SaveKept(what, "found"), TellWait())
    assert page.effects == ()
    assert "Reading what is saved on this device" in page.text
    page.answer()
    assert page.effects == (GiveKept(what, "found"),)
    page.send(SaveKept(what, ""))
    assert page.effects == (GiveKept(what, ""),)


FILE, ALL, FOUND = given(long_match(5)), SaveKept(OF_ALL[0], ""), SaveKept(OF_ALL[-1], "found")


@pytest.mark.parametrize("sent", [(FILE, ALL), (ALL, FILE), (ALL, FOUND), (ALL, FILE, FOUND)])
def test_a_file_and_what_is_to_be_saved_wait_for_the_same_and_neither_is_dropped(
    sent: tuple[Message, ...],
) -> None:
    page = early(*sent)
    page.send(Came(AllRead(), True, 5.0))
    saved = [GiveKept(one.what, one.arg) for one in sent if isinstance(one, SaveKept)]
    assert [one for one in page.effects if isinstance(one, GiveKept)] == saved
    assert page.session.visit.imports == (FILE in sent)
    assert not page.session.waits


def test_what_is_pressed_twice_meanwhile_is_saved_once() -> None:
    page = early(ALL, ALL)
    page.send(Came(AllRead(), True, 5.0))
    assert page.effects == (GiveKept(ALL.what, ""),)


def test_whoever_waits_no_more_waits_for_neither() -> None:
    page = early(FILE, ALL, TellWait())
    page.send(Command.STOP_READING)
    assert not page.session.waits


def unfinished() -> Page:
    """A page of which neither all Python nor all that is kept has come."""
    page = early()
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    return page


def test_a_file_given_on_the_way_to_a_screen_is_read_there() -> None:
    page = unfinished()
    page.send(Navigate("#/editor/yala", 0.0), FILE)
    assert isinstance(page.session.screen, WaitScreen)
    page.answer()
    assert not isinstance(page.session.screen, WaitScreen)
    assert [one.need for one in page.session.waits if one.then == FILE] == [AllRead()]
    page.settle()
    assert isinstance(page.session.screen, ImportScreen)


def test_a_file_is_given_up_by_going_where_all_has_to_come_for() -> None:
    page = unfinished()
    page.send(FILE, Navigate("#/editor/yala", 0.0))
    page.settle()
    assert page.session.visit.imports == 0
    assert not isinstance(page.session.screen, ImportScreen | WaitScreen)


def test_what_could_not_be_had_is_asked_for_once_more_for_all_who_wait() -> None:
    page = unfinished()
    page.send(Navigate("#/editor/yala", 0.0), FILE, Came(Modules(), False, 1.0))
    assert [one.is_missing for one in page.session.waits] == [True, True]
    page.asked.clear()
    page.send(Command.FETCH_AGAIN)
    page.settle()
    assert isinstance(page.session.screen, ImportScreen)
    assert not page.session.waits


def test_a_wait_for_a_match_is_not_dropped_for_what_is_saved_meanwhile() -> None:
    page = early()
    page.store.write(long_match(60), "a" * 12, 1)
    page.send(LibraryChanged(tuple(page.store.summaries.values())))
    page.send(Navigate(f"#/match/{'a' * 12}", 0.0), ALL, TellWait())
    assert isinstance(page.session.screen, WaitScreen)
    assert "Reading the game" in page.text
    page.settle()
    assert page.session.table is not None


# ------------------------------------------------------ on the way to somewhere else


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("what", ["owner's file", "study", "code"])
def test_what_comes_to_nothing_on_the_way_leaves_nobody_waiting(what: str, is_whole: bool) -> None:
    """It took the place of what the address leads to, and then nothing was waited for at all."""
    match = long_match(LONG)
    page = visited((B, long_match(LONG, 3)))
    page.send(Command.STUDY)
    page.settle()
    (study,) = page.session.kept.of(Studies).by_id.values()
    visit = replace(page.session.visit, is_whole=is_whole)
    device = replace(page.session.device, relays="wss://relay.example.org")
    page.session = replace(page.session, visit=visit, device=device)
    summary = page.store.write(match, A, 10)
    page.send(LibraryChanged((format_summary(summary),)), Navigate(f"#/match/{A}", 0.0))
    assert isinstance(page.session.screen, WaitScreen)
    messages: dict[str, Message] = {
        "owner's file": InviteByLink(1, 1),
        # Its last move goes nowhere.
        "study": ImportFiles((("x.txt", f"{study.text.rstrip()[:-2]}x9\n"),), 0.0),
        "code": TakeCode("junk", 0.0),
    }
    page.send(messages[what])
    page.settle()
    assert not isinstance(page.session.screen, WaitScreen)
    assert page.text
