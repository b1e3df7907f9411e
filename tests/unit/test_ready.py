"""Ready?, the countdown and Pause: in a race time passes only when everybody is ready for it."""

from dataclasses import replace

import pytest

from spieltisch.app.board import clocks
from spieltisch.app.board.messages import PausePlay, Press, Ready, Shout, TypeAction, Wake
from spieltisch.app.core.messages import Command, Navigate, Pause, Resume, SetSetting
from spieltisch.app.core.notice import PlainNotice
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.play.timing import COUNT_MS, COUNTDOWN_MS, HOLD_MS
from tests.unit.asking import after
from tests.unit.kept import next_visit
from tests.unit.markup_check import check
from tests.unit.races import counted_down

ALONE = "#/play/aya?seats=human,bot:1,bot:5&seed=1"
TWO = "#/play/aya?seats=human,human&seed=1"
LATE = 10.0**6


def at(link, *messages):
    return after(Session(), Navigate(link, 0.0), *messages)


def entries(session):
    return [(turn.seat, turn.entry.action) for turn in session.match.turns]


def gate(session):
    return session.table.timing.gate


def passed(session, until_ms):
    """The session after all that time brings until then."""
    now_ms = 0.0
    while session.next_wake_ms is not None and session.next_wake_ms <= until_ms:
        now_ms = max(now_ms, session.next_wake_ms)
        session = after(session, Wake(now_ms))
    return session


def page(session):
    return check(page_of(session))


class TestBeforeARace:
    def test_no_bot_acts_and_no_clock_runs_until_everybody_is_ready(self):
        session = at(ALONE)
        assert session.next_wake_ms is None
        assert entries(after(session, Wake(LATE))) == []
        assert page(session).one("id", "status").text == "Ready?"

    def test_three_two_one(self):
        session = at(ALONE, Ready(1000))
        counted = []
        while gate(session) is not None:
            counted.append((gate(session).count, session.next_wake_ms - 1000))
            session = after(session, Wake(session.next_wake_ms))
        assert counted == [(3, COUNT_MS), (2, 2 * COUNT_MS), (1, COUNTDOWN_MS)]

    def test_the_numbers_are_on_the_table(self):
        session = at(ALONE, Ready(0))
        told = []
        while gate(session) is not None:
            told.append(page(session).one("class", "call-count").text)
            session = after(session, Wake(session.next_wake_ms))
        assert told == ["3", "2", "1"]

    def test_a_slow_page_skips_numbers_rather_than_wait(self):
        session = at(ALONE, Ready(0), Wake(2100))
        assert gate(session).count == 1
        assert gate(after(session, Wake(9000))) is None

    def test_bots_begin_to_look_when_it_is_over(self):
        session = after(counted_down(at(ALONE), 5000), Wake(5000))
        assert all(plan.at_ms > 5000 for plan in session.table.timing.plans)
        assert len(session.table.timing.plans) == 2

    def test_ready_twice_counts_once(self):
        session = at(ALONE, Ready(0), Wake(1000))
        assert after(session, Ready(1500)) == session

    @pytest.mark.parametrize(
        "link",
        [
            "#/play/aya?seats=human,human&move-clock=off&refute-clock=off&seed=1",
            "#/play/aya?seats=human,human&variant=kindergarten&seed=1",
            "#/play/aya?seats=bot:1,bot:2&seed=1",
            "#/play/yala?seats=human,bot:1&seed=1",
        ],
    )
    def test_nobody_gets_ready_where_nobody_races(self, link):
        session = at(link)
        assert gate(session) is None
        assert not page(session).all("data-do", "ready")


class TestPeopleNeverWait:
    @pytest.mark.parametrize("counting", [(), (Ready(0),), (Ready(0), Wake(1000))])
    def test_a_shout_starts_at_once_and_counts(self, counting):
        session = at(ALONE, *counting, Shout(1, "aya", 1500, 1500))
        assert gate(session) is None
        assert entries(session) == [(1, "aya")]

    def test_two_shouts_are_decided_as_ever(self):
        session = at(TWO, Shout(2, "aya", 1520, 1600), Shout(1, "aya", 1500, 1601))
        assert session.next_wake_ms == 1600 + HOLD_MS
        session = after(session, Wake(session.next_wake_ms))
        assert entries(session) == [(1, "aya")]

    def test_what_cannot_be_pressed_starts_nothing(self):
        session = at(ALONE)
        assert after(session, Press("3", 100)) == session
        assert after(session, Shout(2, "aya", 100, 100)) == session
        assert after(session, Command.CANCEL) == session

    def test_a_typed_action_starts_it_too(self):
        session = at(ALONE, TypeAction("aya", 700))
        assert (gate(session), entries(session)) == (None, [(1, "aya")])

    def test_the_clock_of_a_call_runs_from_the_call(self):
        session = at(ALONE, Shout(1, "aya", 1500, 1500), Wake(1500))
        assert session.table.timing.clock.from_ms == 1500


class TestComingBack:
    def kept(self):
        return at(TWO, TypeAction("aya", 700)).match

    def test_a_reload_in_the_middle_asks_again(self):
        session = after(Session(), *next_visit(self.kept(), TWO))
        assert (gate(session).reason, session.next_wake_ms) == ("return", None)
        assert page(session).one("id", "status").text == "Continue the game?"
        session = after(counted_down(session, 4000), Wake(4000))
        assert session.table.timing.clock.from_ms == 4000

    def test_a_ball_goes_on_at_once(self):
        session = after(Session(), *next_visit(self.kept(), TWO), Press("3", 50))
        assert gate(session) is None
        assert session.table.choice.ball == "3"

    def test_what_the_table_owes_is_played_before_the_question(self):
        """A call that failed is followed by an exceptional move, which nobody chooses."""
        played = at(TWO, TypeAction("aya", 0), Wake(0), Wake(5000))
        assert played.match.rules.automatic_action(played.match.position) is not None
        session = after(Session(), *next_visit(played.match, TWO))
        session = passed(session, LATE)
        assert entries(session)[-1] == (2, "X")
        assert (gate(session).reason, session.next_wake_ms) == ("return", None)

    def test_a_match_that_is_over_asks_nothing(self):
        link = "#/play/aya?seats=bot:5,bot:5&seed=1"
        session = passed(at(link), LATE)
        assert session.match.is_over
        other = after(Session(), *next_visit(session.match, link))
        assert other.match == session.match
        assert gate(other) is None


class TestPause:
    def playing(self):
        return after(counted_down(at(ALONE)), Wake(0))

    def called(self):
        return after(self.playing(), Shout(1, "aya", 500, 500), Wake(500))

    def test_no_time_passes(self):
        session = after(self.playing(), PausePlay(100))
        assert session.next_wake_ms is None
        assert entries(after(session, Wake(LATE))) == []

    def test_it_goes_on_where_it_stopped_after_a_countdown(self):
        session = self.called()
        clock, zero_ms = session.table.timing.clock, session.table.zero_ms
        session = after(session, PausePlay(1500), Ready(60_000))
        session = passed(session, 60_000 + COUNTDOWN_MS)
        by_ms = 60_000 + COUNTDOWN_MS - 1500
        assert session.table.timing.clock.until_ms == clock.until_ms + by_ms
        assert session.table.zero_ms == zero_ms + by_ms

    def test_bots_are_put_off_as_long(self):
        session = self.playing()
        before = [plan.at_ms for plan in session.table.timing.plans]
        session = counted_down(after(session, PausePlay(50)), 9000)
        assert [plan.at_ms for plan in session.table.timing.plans] == [ms + 8950 for ms in before]

    def test_the_cards_are_veiled_and_the_clock_is_gone(self):
        root = page(after(self.called(), PausePlay(1500)))
        assert {"is-gated", "is-pause"} <= set(root.one("id", "board").attributes["class"].split())
        assert not root.all("role", "timer")
        assert root.one("data-do", "ready").text.startswith("Continue")

    def test_nobody_plays_on_what_cannot_be_seen(self):
        session = after(self.called(), PausePlay(1500))
        for message in (Press("3", 1600), Shout(1, "aya", 1600, 1600)):
            assert after(session, message) == session
        typed = after(session, TypeAction("3L", 1600))
        assert typed == replace(session, notice=PlainNotice.HELD)

    def test_a_shout_in_the_countdown_goes_on_at_once(self):
        session = after(self.playing(), PausePlay(100), Ready(5000), Shout(1, "aya", 5100, 5100))
        assert (gate(session), entries(session)) == (None, [(1, "aya")])
        assert all(plan.at_ms > 5100 for plan in session.table.timing.plans)

    def test_a_countdown_is_broken_off(self):
        session = at(ALONE, Ready(0), PausePlay(500))
        assert (gate(session).reason, gate(session).opens_at_ms) == ("start", None)

    def test_calls_are_decided_before(self):
        session = after(counted_down(at(TWO)), Wake(0), Shout(1, "aya", 500, 500))
        assert after(session, PausePlay(505)) == session

    def test_bots_that_are_watched_can_be_paused(self):
        session = at("#/play/aya?seats=bot:5,bot:5&seed=1", Wake(0), PausePlay(10))
        assert session.next_wake_ms is None

    def test_only_races_are_paused(self):
        session = at("#/play/yala?seats=human,human&seed=1")
        assert after(session, PausePlay(100)) == session
        assert not page(session).all("data-do", "pause")

    def test_a_page_that_is_hidden_in_a_pause_waits_on(self):
        session = after(self.called(), PausePlay(1500), Pause(2000), Resume(9000))
        assert session.next_wake_ms is None
        session = counted_down(session, 20_000)
        assert session.table.timing.clock.until_ms == 500 + 5000 + 20_000 - 1500

    def test_a_page_that_is_hidden_breaks_the_countdown_off(self):
        session = at(ALONE, Ready(0), Pause(500), Wake(4000), Resume(9000))
        assert (gate(session).count, session.next_wake_ms) == (0, None)


class TestKeys:
    @pytest.mark.parametrize("key", ["Enter", " "])
    def test_ready(self, key):
        assert clocks.key_message(at(ALONE), key, 5) == Ready(5)
        assert clocks.key_message(counted_down(at(ALONE)), key, 5) is None

    @pytest.mark.parametrize("key", ["p", "Escape"])
    def test_pause_and_go_on(self, key):
        session = counted_down(at(ALONE))
        assert clocks.key_message(session, key, 5) == PausePlay(5)
        assert clocks.key_message(after(session, PausePlay(5)), key, 9) == Ready(9)
        assert clocks.key_message(at(ALONE), key, 5) is None

    def test_escape_drops_what_is_chosen_first(self):
        session = after(counted_down(at(ALONE)), Wake(0), Shout(1, "aya", 500, 500))
        session = after(session, Press("3", 600))
        assert clocks.key_message(session, "Escape", 700) is None
        assert clocks.key_message(after(session, Command.CANCEL), "Escape", 800) == PausePlay(800)

    def test_elsewhere_they_mean_nothing(self):
        for link in ("#/", "#/settings", "#/play/yala?seats=human,human&seed=1"):
            assert clocks.key_message(at(link), "p", 5) is None


class TestSpoken:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_every_step_is_told(self, language):
        session = at("", SetSetting("language", language), Navigate(ALONE, 0.0))
        steps = [session]
        for message in (Ready(0), PausePlay(10), Ready(20)):
            steps.append(after(steps[-1], message))
        steps.append(passed(steps[-1], 20 + COUNTDOWN_MS))
        for step in steps:
            assert page(step).one("id", "live").text.strip()
