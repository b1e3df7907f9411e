"""What is known of kept matches, and how they are written, named, deleted and brought back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import LockChanged, Press
from spieltisch.app.core.effects import Fetch, Forget, Go, Keep, TakeOver
from spieltisch.app.core.library import KeptName, Library
from spieltisch.app.core.messages import Command, Navigate, Pause, SetClock, SetSetting, Tell
from spieltisch.app.core.notice import PlainNotice, UpdateNotice
from spieltisch.app.core.session import Device, Session
from spieltisch.app.keeping.deletions import DeletedMatches
from spieltisch.app.matches.state import DeleteMatches, LibraryChanged, RenameMatch
from spieltisch.app.screens import page_of
from spieltisch.play.summary import format_summary, parse_summary, summary_of
from spieltisch.shell.storage import changes_of, changes_to_forget
from tests.front_doors import parse_match
from tests.unit.kept import asked, listed, next_visit, read, stored
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

PLAY = "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
OTHER = "#/play/yala?seats=human,human&seed=7"
NOON = 1_780_000_000_000.0


def after(*messages, session=None):
    session, effects = session or Session(device=Device(zero_ms=NOON)), ()
    for message in messages:
        session, effects = whole_step(session, message)
    return session, effects


def playing(link=PLAY, *, at_ms=1000.0, session=None):
    """A match of one turn."""
    session, _ = after(Navigate(link, at_ms), session=session)
    site = min(session.table.choice.targets)
    session, _ = after(Press(site, at_ms), session=session)
    way = min(session.table.choice.targets - {site})
    return after(Press(way, at_ms), session=session)


class TestTimes:
    def test_a_match_begins_with_its_first_turn_and_was_played_last_with_its_last(self):
        session, (keep, *_) = playing(at_ms=1000.0)
        (summary,) = session.library.summaries.values()
        assert keep.kept.summary == summary
        assert (summary.begun_ms, summary.played_ms) == (NOON + 1000, NOON + 1000)
        session, _ = after(Press("a", 9000.0), Press("-", 9001.0), session=session)
        (summary,) = session.library.summaries.values()
        assert (summary.begun_ms, summary.played_ms) == (NOON + 1000, NOON + 9001)

    def test_a_device_that_slept_has_its_clocks_set(self):
        session, _ = playing()
        session, _ = after(SetClock(NOON + 10**7), session=session)
        session, _ = after(Press("a", 9000.0), Press("-", 9001.0), session=session)
        (summary,) = session.library.summaries.values()
        assert summary.played_ms == NOON + 10**7 + 9001

    @pytest.mark.parametrize("wrong_ms", [0.0, NOON - 10**10, NOON + 10**12])
    def test_a_wall_clock_that_jumps_spoils_nothing_that_is_kept(self, wrong_ms):
        session, _ = after(SetClock(wrong_ms), session=playing()[0])
        session, _ = after(Press("a", 9000.0), Press("-", 9001.0), session=session)
        (summary,) = session.library.summaries.values()
        assert summary.length == len(session.match.turns) == 2
        assert summary.begun_ms == NOON + 1000
        assert summary.played_ms == max(NOON + 1000, wrong_ms + 9001)
        assert parse_summary(format_summary(summary)) == summary
        for link in ("#/", "#/matches", "#/statistics"):
            shown, _ = after(Navigate(link, 0.0), session=session)
            check(page_of(shown))

    def test_taking_back_is_no_playing(self):
        session, _ = after(Command.TAKE_BACK, session=playing()[0])
        (summary,) = session.library.summaries.values()
        assert (summary.length, summary.played_ms) == (0, NOON + 1000)


class TestLibrary:
    def summary(self, match_id, link, played_ms):
        session, _ = after(Navigate(link, 0.0))
        return summary_of(session.match, match_id, begun_ms=1, played_ms=played_ms)

    def test_the_latest_of_a_game_is_the_one_played_last(self):
        summaries = [
            self.summary("a" * 12, PLAY, 5),
            self.summary("b" * 12, OTHER, 9),
            self.summary("c" * 12, "#/play/myra?seats=human,human&seed=1", 20),
        ]
        library = Library().with_summaries(summaries)
        assert library.latest("yala") == summaries[1]
        assert library.latest("aya") is None
        assert library.begun_as(summaries[0].setup) == [summaries[0]]

    def test_of_two_that_began_alike_the_last_played_comes_first(self):
        older, newer = self.summary("b" * 12, PLAY, 5), self.summary("a" * 12, PLAY, 9)
        for order in ([older, newer], [newer, older]):
            assert Library().with_summaries(order).begun_as(older.setup) == [newer, older]


class TestDeleting:
    def test_it_leaves_the_list_at_once_and_storage_when_it_cannot_come_back(self):
        session, _ = after(Navigate("#/", 0.0), session=playing()[0])
        (match_id,) = session.library.summaries
        session, effects = after(DeleteMatches((match_id,)), session=session)
        assert not session.library.summaries
        assert session.deletions == (DeletedMatches((match_id,)),)
        assert effects == ()
        gone, effects = after(Command.LET_GO, session=session)
        assert effects == (Forget((match_id,)),)
        assert after(Command.UNDO_DELETE, session=gone) == (gone, ())

    @pytest.mark.parametrize(
        "meanwhile",
        [
            Navigate("#/settings", 0.0),
            Navigate("#/play/chess", 0.0),
            Navigate("#/play/myra?seats=human,human&seed=9", 0.0),
            Tell(UpdateNotice.READY),
            Tell(PlainNotice.DAMAGE_KEPT),
            Command.DISMISS,
            SetSetting("language", "de"),
            Pause(1.0),
        ],
        ids=str,
    )
    def test_it_comes_back_on_whatever_screen_and_whatever_else_is_told(self, meanwhile):
        before, _ = after(Navigate("#/", 0.0), session=playing()[0])
        ids = tuple(before.library.summaries)
        session, effects = after(DeleteMatches(ids), meanwhile, session=before)
        assert not any(isinstance(one, Forget) for one in effects)
        page = check(page_of(session))
        assert page.one("data-do", "undo-delete")
        session, _ = after(Command.UNDO_DELETE, session=session)
        assert {one: session.library.summaries[one] for one in ids} == before.library.summaries
        assert not session.deletions

    def test_it_comes_back(self):
        before, _ = after(Navigate("#/", 0.0), session=playing()[0])
        session, effects = after(
            DeleteMatches(tuple(before.library.summaries)), Command.UNDO_DELETE, session=before
        )
        assert session.library == before.library
        assert (session.deletions, effects) == ((), ())
        (match_id,) = before.library.summaries
        assert after(Navigate(PLAY, 0.0), session=session)[1] == (asked(match_id),)

    def test_what_was_deleted_last_comes_back_first(self):
        session, _ = after(Navigate("#/", 0.0), session=playing(OTHER, session=playing()[0])[0])
        first, second = session.library.summaries
        session, effects = after(DeleteMatches((first,)), DeleteMatches((second,)), session=session)
        assert effects == ()
        session, _ = after(Command.UNDO_DELETE, session=session)
        assert list(session.library.summaries) == [second]
        both, _ = after(Command.UNDO_DELETE, session=session)
        assert set(both.library.summaries) == {first, second}
        assert after(Command.LET_GO, session=session)[1] == (Forget((first,)),)

    def test_what_another_tab_plays_on_is_not_deleted(self):
        session, _ = after(Navigate("#/", 0.0), session=playing()[0])
        (match_id,) = session.library.summaries
        (match,) = session.matches.values()
        session, _ = after(DeleteMatches((match_id,)), session=session)
        session, _ = after(listed(match, match_id, played_ms=99), session=session)
        # Nothing is offered that is there again.
        assert session.deletions == ()
        session, effects = after(Command.LET_GO, session=session)
        assert effects == ()
        assert list(session.library.summaries) == [match_id]

    def test_what_another_tab_has_erased_cannot_come_back(self):
        session, _ = after(Navigate("#/", 0.0), session=playing()[0])
        (match_id,) = session.library.summaries
        session, _ = after(DeleteMatches((match_id,)), session=session)
        session, _ = after(LibraryChanged((), gone=(match_id,)), session=session)
        assert session.deletions == ()
        assert after(Command.UNDO_DELETE, session=session) == (session, ())

    def test_the_match_on_the_table_and_unknown_ones_stay(self):
        session, _ = playing()
        for ids in ((session.table.match_id,), ("abcdefghijkl",), ()):
            assert after(DeleteMatches(ids), session=session) == (session, ())


class TestNames:
    def test_a_name_is_kept_without_the_match(self):
        session, _ = playing()
        (match_id,) = session.library.summaries
        session, (keep,) = after(RenameMatch(match_id, "  Sunday, \n late "), session=session)
        assert session.library.summaries[match_id].name == "Sunday late"
        assert keep == Keep(KeptName(match_id, "Sunday late"))
        assert changes_of(keep.kept) == [("names", match_id, "Sunday late")]
        assert after(RenameMatch(match_id, "Sunday late"), session=session) == (session, ())
        session, _ = after(Press("a", 9000.0), Press("-", 9001.0), session=session)
        assert session.library.summaries[match_id].name == "Sunday late"

    def test_an_unknown_match_gets_none(self):
        session, _ = playing()
        assert after(RenameMatch("abcdefghijkl", "x"), session=session) == (session, ())


class TestElsewhere:
    def elsewhere(self):
        session, _ = playing()
        match_id = session.table.match_id
        return after(LockChanged(match_id, is_ours=False), session=session)[0], match_id

    @pytest.mark.parametrize("message", [Press("a", 9e9), Command.TAKE_BACK, Command.HINT])
    def test_nothing_is_played_here(self, message):
        session, _ = self.elsewhere()
        changed, effects = after(message, session=session)
        assert changed.matches == session.matches
        assert effects == ()

    def test_it_is_taken_over_and_read_anew(self):
        session, match_id = self.elsewhere()
        session, effects = after(Command.PLAY_HERE, session=session)
        assert TakeOver(match_id) in effects
        session, effects = after(LockChanged(match_id, is_ours=True), session=session)
        assert effects == (asked(match_id),)
        assert session.table.choice is None, "the other tab may have gone further"
        there, _ = after(Press("a", 9000.0), Press("-", 9001.0), session=playing()[0])
        session, _ = after(read(there.match, match_id), session=session)
        assert session.match == there.match
        assert session.table.choice is not None

    def test_what_was_never_kept_goes_on_as_it_is(self):
        session, _ = after(Navigate(PLAY, 0.0))
        match_id = session.table.match_id
        session, _ = after(LockChanged(match_id, is_ours=False), session=session)
        session, _ = after(LockChanged(match_id, is_ours=True), session=session)
        session, _ = after(stored(match_id, None), session=session)
        assert session.table.choice is not None

    def test_what_was_read_for_a_lock_that_is_lost_again_does_not_let_this_tab_play(self):
        session, match_id = self.elsewhere()
        text = read(session.match, match_id)
        session, _ = after(
            LockChanged(match_id, is_ours=True),
            LockChanged(match_id, is_ours=False),
            text,
            session=session,
        )
        assert session.table.is_elsewhere
        session, _ = after(LockChanged(match_id, is_ours=True), text, session=session)
        assert not session.table.is_elsewhere

    def test_a_link_to_the_match_on_the_table_does_not_let_this_tab_play(self):
        session, match_id = self.elsewhere()
        for link in (PLAY, f"#/match/{match_id}"):
            session, _ = after(Navigate(link, 0.0), session=session)
            assert session.table.match_id == match_id
            assert session.table.is_elsewhere
            assert session.table.choice is None

    @given(data=st.data())
    def test_however_answers_cross_one_tab_of_three_plays(self, data):
        """Each tab hears of its lock in order, and of what it has read whenever that comes."""
        start, _ = playing()
        match_id, match = start.table.match_id, start.match
        tabs, owner = [start] * 3, 0
        locks, reads = [[], [False], [False]], [[], [], []]
        for _ in range(data.draw(st.integers(0, 40))):
            tab = data.draw(st.integers(0, 2))
            happens = data.draw(st.sampled_from(["take", "lock", "read", "link"]))
            if happens == "take" and tab != owner:
                locks[owner].append(False)
                locks[tab].append(True)
                owner = tab
            elif happens == "lock":
                self.hear(tabs, tab, match_id, locks, reads)
            elif happens == "read" and reads[tab]:
                reads[tab].pop()
                tabs[tab], _ = after(read(match, match_id), session=tabs[tab])
            elif happens == "link":
                tabs[tab], _ = after(Navigate(PLAY, 0.0), session=tabs[tab])
        for tab in range(3):
            while locks[tab]:
                self.hear(tabs, tab, match_id, locks, reads)
            for _ in reads[tab]:
                tabs[tab], _ = after(read(match, match_id), session=tabs[tab])
        assert [not session.table.is_elsewhere for session in tabs] == [
            tab == owner for tab in range(3)
        ]

    def hear(self, tabs, tab, match_id, locks, reads):
        if locks[tab]:
            told = LockChanged(match_id, is_ours=locks[tab].pop(0))
            tabs[tab], effects = after(told, session=tabs[tab])
            reads[tab] += [one for one in effects if isinstance(one, Fetch)]

    def test_a_lock_of_another_match_means_nothing(self):
        session, _ = playing()
        late = LockChanged("abcdefghijkl", is_ours=False)
        assert after(late, session=session) == (session, ())


def test_what_is_written_of_a_match_is_read_again():
    session, (keep, *_) = playing()
    written = json.loads(json.dumps(changes_of(keep.kept)))
    (matches, match_id, text), (summaries, same_id, row) = written
    assert (matches, summaries, match_id) == ("matches", "summaries", same_id)
    assert parse_match(text) == session.match
    assert parse_summary(row["text"]) == session.library.summaries[match_id]
    assert (row["id"], row["link"], row["played"]) == (match_id, PLAY, NOON + 1000)
    assert {change[2] for change in changes_to_forget(match_id)} == {None}
    assert {change[0] for change in written} <= {
        change[0] for change in changes_to_forget(match_id)
    }


def test_the_next_visit_goes_on():
    session, _ = playing()
    again, effects = after(*next_visit(session.match, PLAY))
    assert again.match == session.match
    assert effects == (Go(PLAY, replaces=True),)
