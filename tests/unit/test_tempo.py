"""Time at the table: who was first, ties, clocks, bots' plans, automatic moves, and pauses."""

from collections import Counter

import pytest

from spieltisch.app.board.messages import LockChanged, PlayFrom, Press, Shout, Show, Wake
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.messages import Command, Navigate, Pause, Resume
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.solitaires import format_solitaires, parse_solitaires, with_solitaire
from spieltisch.app.update import update
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.solver import solution
from spieltisch.play.match import is_race, may_browse, may_take_back, one_back
from spieltisch.play.timing import AUTOMATIC_MS, HOLD_MS, TIE_MS
from spieltisch.table import Solitaire
from tests.unit.asking import after
from tests.unit.kept import kept_matches, read
from tests.unit.races import counted_down

THREE = "#/play/aya?seats=human,human,human&seed=1"
CALM = "#/play/aya?seats=human,human&seed=1&move-clock=off&refute-clock=off"
ALONE = "#/play/aya?seats=human,bot:1,bot:1&seed=1"
BOTS = "#/play/aya?seats=bot:5,bot:4,bot:3&seed={seed}"
KINDERGARTEN = "#/play/aya?seats=human,human&variant=kindergarten&seed=1"
TUEFTLER = "#/play/aya?seats=human&variant=tueftler&seed=4"


def at(link, *messages):
    session, _ = update(Session(), Navigate(link, 0.0))
    return after(counted_down(session), Wake(0), *messages)


def entries(session):
    return [(entry.seat, entry.action) for entry in session.match.record.entries]


def settled(session):
    return after(session, Wake(session.next_wake_ms))


def planned(session, now_ms):
    """Woken once more, so that the new position has its plans and its clock."""
    return after(session, Wake(now_ms))


def called(link, seat=1, word="aya", at_ms=1000.0):
    """A match in which a seat has called and nobody else has."""
    session = settled(at(link, Shout(seat, word, at_ms, at_ms)))
    return planned(session, at_ms + HOLD_MS)


class TestWhoWasFirst:
    def test_a_call_is_held_before_it_counts(self):
        session = at(THREE, Shout(2, "aya", 1000, 1000))
        assert entries(session) == []
        assert session.next_wake_ms == 1000 + HOLD_MS
        assert entries(settled(session)) == [(2, "aya")]

    def test_the_earlier_time_stamp_wins_whatever_order_they_come_in(self):
        session = at(THREE, Shout(2, "aya", 1020, 1300), Shout(1, "aya", 1000, 1301))
        assert entries(settled(session)) == [(1, "aya")]
        assert settled(session).table.timing.tie is None

    def test_a_third_call_between_them_settles_nothing(self):
        calls = [Shout(2, "aya", 1000, 1300), Shout(3, "aya", 1010, 1301)]
        session = at(THREE, *calls, Shout(1, "aya", 980, 1302))
        assert entries(session) == []
        assert entries(settled(session)) == [(1, "aya")]

    def test_a_busy_page_holds_calls_from_when_it_sees_the_first(self):
        session = at(THREE, Shout(2, "aya", 1000, 1300))
        assert session.next_wake_ms == 1300 + HOLD_MS

    def test_the_second_call_is_no_call_once_the_first_acts(self):
        session = at(THREE, Shout(2, "aya", 1000, 1000), Shout(1, "oye", 1011, 1011))
        assert entries(settled(session)) == [(2, "aya")]

    def test_a_seat_calls_once(self):
        session = at(THREE, Shout(2, "aya", 1000, 1000), Shout(2, "oye", 1001, 1001))
        assert len(session.table.timing.held) == 1

    def test_answers_to_an_oye_all_count(self):
        session = called(THREE, word="oye")
        session = after(session, Shout(3, "oye", 2000, 2000), Shout(2, "oye", 2001, 2001))
        told = entries(settled(session))
        assert (told[0], sorted(told[1:])) == ((1, "oye"), [(2, "concede"), (3, "concede")])

    def test_who_has_called_oye_cannot_refute_it(self):
        session = called(THREE, word="oye")
        assert after(session, Shout(1, "aya", 2000, 2000)).table.timing.held == ()

    def test_nobody_calls_while_another_acts(self):
        session = called(THREE)
        assert after(session, Shout(2, "aya", 1500, 1500)) == session

    def test_a_call_made_before_the_position_came_up_is_for_none(self):
        session = called(THREE)
        until_ms = session.table.timing.clock.until_ms
        session = after(session, Wake(until_ms), Wake(until_ms), Wake(until_ms + AUTOMATIC_MS))
        assert entries(session)[1:] == [(0, "expire"), (2, "X")]
        came_up_ms = session_ms(session)
        late = after(session, Shout(2, "aya", came_up_ms - 50, came_up_ms + 200))
        assert late.table.timing.held == ()
        assert after(session, Shout(2, "aya", came_up_ms + 50, came_up_ms + 200)).table.timing.held

    def test_a_bots_seat_has_no_keys(self):
        session = at(ALONE)
        assert after(session, Shout(2, "aya", 10, 10)) == session

    def test_a_person_alone_among_bots_is_heard_at_once(self):
        session = at(ALONE, Shout(1, "aya", 10, 10))
        assert entries(session) == [(1, "aya")]

    def test_a_bot_that_was_due_before_the_call_was_first(self):
        session = at(ALONE)
        due = min(session.table.timing.plans, key=lambda plan: plan.at_ms)
        later = TIE_MS + 0.5
        late = after(session, Shout(1, "aya", due.at_ms + later, due.at_ms + 300))
        assert entries(late)[0] == (due.seat, due.action)
        early = after(session, Shout(1, "aya", due.at_ms - later, due.at_ms + 300))
        assert entries(early) == [(1, "aya")]

    def test_a_bot_waits_for_a_call_that_was_made_before_and_reaches_us_after(self):
        session = at(ALONE)
        due = min(session.table.timing.plans, key=lambda plan: plan.at_ms)
        assert after(session, Wake(due.at_ms + HOLD_MS - 0.5)) == session
        assert entries(after(session, Wake(due.at_ms + HOLD_MS)))[0] == (due.seat, due.action)

    @pytest.mark.parametrize("margin", [-5, 5])
    def test_a_person_and_a_bot_can_tie(self, margin):
        firsts = Counter()
        for seed in range(60):
            session = at(f"#/play/aya?seats=human,bot:3&seed={seed}")
            (due,) = session.table.timing.plans
            session = settled(after(session, Shout(1, "aya", due.at_ms + margin, due.at_ms + 300)))
            assert sorted(session.table.timing.tie.seats) == [1, 2]
            assert session.table.timing.tie.margin_ms == pytest.approx(5)
            seat = entries(session)[0][0]
            assert seat == session.table.timing.tie.seats[0]
            firsts[seat] += 1
        assert min(firsts[1], firsts[2]) >= 15, "a draw favours nobody"

    def test_a_bot_that_was_due_before_held_calls_was_first(self):
        session = at("#/play/aya?seats=human,human,bot:5&seed=1")
        (due,) = session.table.timing.plans
        late = Shout(1, "aya", due.at_ms + TIE_MS + 1, due.at_ms + 300)
        assert entries(after(session, late))[0][0] == 3

    def test_a_bot_that_was_due_with_a_held_call_is_a_tie_with_it(self):
        session = at("#/play/aya?seats=human,human,bot:5&seed=1")
        (due,) = session.table.timing.plans
        session = after(session, Shout(1, "aya", due.at_ms + 5, due.at_ms + 300))
        assert entries(session) == []
        assert sorted(settled(session).table.timing.tie.seats) == [1, 3]

    def test_the_callers_keys_are_heard_though_his_call_is_still_held(self):
        """A page that was busy sees the call, the ball and the end all at once."""
        session = at(THREE, Shout(1, "aya", 1000, 1300), Press("3", 1150), Press("R", 1280))
        assert entries(session)[:2] == [(1, "aya"), (1, "3R")]

    def test_nothing_else_ends_the_waiting(self):
        session = at(THREE, Shout(1, "aya", 1000, 1300), Press("3", 1001))
        assert entries(session) == []


class TestTies:
    def tied(self, seed, margin=3):
        link = f"#/play/aya?seats=human,human,human&seed={seed}"
        calls = (Shout(2, "aya", 1000, 1000), Shout(1, "aya", 1000 + margin, 1004))
        return settled(at(link, *calls))

    def test_within_the_margin_it_is_a_tie_and_says_so(self):
        session = self.tied(1)
        assert sorted(session.table.timing.tie.seats) == [1, 2]
        assert session.table.timing.tie.margin_ms == 3
        assert entries(session)[0][0] == session.table.timing.tie.seats[0]

    def test_beyond_the_margin_it_is_none(self):
        session = self.tied(1, TIE_MS + 0.5)
        assert session.table.timing.tie is None
        assert entries(session) == [(2, "aya")]

    def test_it_is_drawn_fairly(self):
        winners = Counter(entries(self.tied(seed))[0][0] for seed in range(200))
        assert set(winners) == {1, 2}
        assert 70 <= winners[1] <= 130

    def test_the_same_calls_are_decided_the_same(self):
        assert entries(self.tied(5)) == entries(self.tied(5))

    def test_it_is_forgotten_with_the_next_action(self):
        session = planned(self.tied(1), 2000)
        assert after(session, Press("1", 2100), Press("L", 2101)).table.timing.tie is None


class TestClocks:
    def test_the_move_clock_starts_when_the_call_counts(self):
        session = called(THREE)
        clock = session.table.timing.clock
        assert (clock.name, clock.until_ms - clock.from_ms) == ("move", 5000)
        assert session.next_wake_ms == clock.until_ms

    def test_it_runs_out(self):
        session = called(THREE)
        until_ms = session.table.timing.clock.until_ms
        assert after(session, Wake(until_ms - 1)) == session
        assert entries(after(session, Wake(until_ms)))[-1] == (0, "expire")

    def test_a_move_pressed_in_time_but_seen_late_is_in_time(self):
        session = called(THREE)
        until_ms = session.table.timing.clock.until_ms
        session = after(session, Press("2", until_ms - 20), Press("L", until_ms - 10))
        assert entries(session)[-1] == (1, "2L")

    def test_a_move_pressed_too_late_is_too_late_though_no_alarm_has_come(self):
        session = called(THREE)
        until_ms = session.table.timing.clock.until_ms
        session = after(session, Press("2", until_ms - 20), Press("L", until_ms + 10))
        assert entries(session)[-1] == (0, "expire")

    def test_a_second_move_has_a_clock_of_its_own(self):
        for seed in range(60):
            session = called(f"#/play/aya?seats=human,human&seed={seed}")
            session = after(session, Press("1", 2000), Press("L", 2001))
            if getattr(session.match.position.duty, "is_second", False):
                assert planned(session, 2001).table.timing.clock.from_ms == 2001
                return
        pytest.fail("no light card ever allowed a second move")

    def test_the_refute_clock_runs_on_through_a_demonstration(self):
        session = called(THREE, word="oye")
        clock = session.table.timing.clock
        assert (clock.name, clock.until_ms - clock.from_ms) == ("refute", 20_000)
        session = settled(after(session, Shout(2, "aya", 3000, 3000)))
        assert planned(session, 3100).table.timing.clock == clock

    def test_when_it_runs_out_the_oye_stands(self):
        session = called(THREE, word="oye")
        session = after(session, Wake(session.table.timing.clock.until_ms))
        assert entries(session)[-1] == (0, "expire")

    def test_calm_has_none(self):
        session = called(CALM)
        assert session.table.timing.clock is None
        assert session.next_wake_ms is None

    def test_who_comes_back_to_a_match_finds_the_clock_anew(self):
        session = called(THREE)
        session = after(session, Navigate("#/settings", 0.0))
        assert session.next_wake_ms is None
        session = planned(counted_down(after(session, Navigate(THREE, 0.0)), 60_000), 60_000)
        assert entries(session) == [(1, "aya")]
        assert session.table.timing.clock.from_ms == 60_000


class TestPlans:
    def test_an_exceptional_move_can_be_seen_coming(self):
        session = at(KINDERGARTEN)
        assert session.next_wake_ms == AUTOMATIC_MS
        assert entries(after(session, Wake(AUTOMATIC_MS))) == [(1, "X")]

    @pytest.mark.parametrize("seed", range(3))
    def test_bots_play_a_match_to_its_end(self, seed):
        session, _ = update(Session(), Navigate(BOTS.format(seed=seed), 0.0))
        for _ in range(5000):
            if session.next_wake_ms is None:
                break
            session = after(session, Wake(max(session.next_wake_ms, session_ms(session))))
        assert session.match.is_over
        assert session.next_wake_ms is None

    def test_a_wake_too_early_changes_nothing(self):
        session = at(KINDERGARTEN)
        assert after(session, Wake(AUTOMATIC_MS - 1)) == session

    def test_nothing_is_due_where_something_was_taken_back(self):
        session = after(at(KINDERGARTEN), Wake(AUTOMATIC_MS), Wake(1000), Press("1", 2000))
        session = after(session, Press("L", 2001), PlayFrom(1))
        assert session.next_wake_ms is None


def session_ms(session):
    """The time by the page's clock that the match has come to."""
    entry = session.match.last_turn
    return 0 if entry is None else (session.table.zero_ms or 0) + entry.at_ms


class TestPause:
    def test_nothing_happens_while_nobody_looks(self):
        session = after(called(THREE), Pause(2000))
        assert session.next_wake_ms is None
        assert entries(after(session, Wake(99_000))) == [(1, "aya")]

    def test_the_clock_goes_on_where_it_stopped(self):
        session = called(THREE)
        until_ms = session.table.timing.clock.until_ms
        session = after(session, Pause(2000), Resume(62_000))
        assert session.table.timing.clock.until_ms == until_ms + 60_000

    def test_bots_go_on_where_they_stopped(self):
        session = at(ALONE)
        before = [plan.at_ms for plan in session.table.timing.plans]
        session = after(session, Pause(100), Resume(1100))
        assert [plan.at_ms for plan in session.table.timing.plans] == [ms + 1000 for ms in before]

    def test_the_record_does_not_count_it(self):
        session = after(called(THREE), Pause(2000), Resume(62_000))
        session = after(session, Press("1", 62_500), Press("L", 62_600))
        assert session.match.last_turn.at_ms == 1600

    def test_a_second_pause_is_none(self):
        session = after(called(THREE), Pause(2000), Pause(50_000), Resume(62_000))
        assert session.table.timing.clock.from_ms == 1000 + HOLD_MS + 60_000

    def test_to_resume_without_a_pause_changes_nothing(self):
        session = called(THREE)
        assert after(session, Resume(5000)) == session

    def test_a_match_opened_unseen_waits(self):
        session, _ = update(Session(), Pause(0))
        session = after(session, Navigate(KINDERGARTEN, 0.0), Wake(5000))
        assert entries(session) == []


class TestTakingBack:
    def test_not_in_a_race(self):
        session = after(called(THREE), Press("1", 1500), Press("L", 1501))
        assert is_race(session.match)
        assert not may_browse(session.match)
        assert not may_take_back(session.match)
        for message in (PlayFrom(0), Show(0), Command.EARLIER, Command.TAKE_BACK):
            assert after(session, message) == session

    def test_a_calm_match_is_no_race(self):
        session = after(called(CALM), Press("1", 1500), Press("L", 1501))
        assert not is_race(session.match)
        assert after(session, PlayFrom(0)).match.shown == 0

    @pytest.mark.parametrize("variant", ["rumkugeln", "kindergarten", "tueftler"])
    def test_where_nobody_races_it_is_free(self, variant):
        seats = "human" if variant == "tueftler" else "human,human"
        session = at(f"#/play/aya?seats={seats}&variant={variant}&seed=1")
        assert may_browse(session.match)
        assert may_take_back(session.match)

    def test_a_race_that_is_over_can_be_looked_through_but_not_played_anew(self):
        session, _ = update(Session(), Navigate(BOTS.format(seed=1), 0.0))
        while session.next_wake_ms is not None:
            session = after(session, Wake(max(session.next_wake_ms, session_ms(session))))
        length = len(session.match.record.entries)
        assert after(session, PlayFrom(3)) == session
        session = after(session, Show(3))
        assert session.looked_at.shown == 3
        assert session.match.shown == length
        assert len(after(session, Shout(1, "aya", 10**9, 10**9)).match.record.entries) == length

    def test_one_back_leads_to_where_a_person_chooses(self):
        """What the table played of itself is taken back together with what led to it."""
        session = after(at(KINDERGARTEN), Wake(AUTOMATIC_MS), Wake(1000))
        assert one_back(session.match) == 0
        now_ms = 2000.0
        while session.match.rules.automatic_action(session.match.position) is None:
            session = after(session, Press("1", now_ms), Press("L", now_ms + 1))
            now_ms += 10
        moves = len(session.match.record.entries)
        session = planned(session, now_ms)
        session = after(session, Wake(session.next_wake_ms))
        assert entries(session)[-1] == (2, "X")
        assert one_back(session.match) == moves - 1


class TestSolitaire:
    def test_a_hint_comes_in_three_steps_and_counts_once(self):
        session = at(TUEFTLER)
        for step in (1, 2, 3, 3):
            session = after(session, Command.HINT)
            assert session.table.help.step == step
        assert session.match.helps == 1
        advice = session.table.help.advice
        move = advice.actions[0]
        session = after(session, Press(move[0], 10), Press(move[1], 11))
        assert session.table.help is None

    def cleared(self, *, is_told):
        """The session when all cards are cleared, and what is then to be kept beside the match:
        by the hints, or by moves that nobody was told."""
        session = at(TUEFTLER)
        effects = ()
        while not session.match.is_over:
            if is_told:
                session = after(session, Command.HINT)
                moves = session.table.help.advice.actions
            else:
                moves = solution(session.match.position)[0]
            for move in moves:
                session = after(session, Press(move[0], 10))
                session, effects = update(session, Press(move[1], 11))
        assert session.match.position.outcome.reason == "aya-master"
        kept = [
            effect
            for effect in effects
            if isinstance(effect, Keep) and not isinstance(effect.kept, KeptMatch)
        ]
        return session, kept

    def test_following_the_hints_clears_all_cards_and_is_not_counted(self):
        session, kept = self.cleared(is_told=True)
        assert session.match.helps > 0
        assert kept == []

    def test_who_clears_all_cards_without_help_has_a_solitaire(self):
        _, (kept,) = self.cleared(is_told=False)
        (one,) = kept.kept["zoch/10"]
        assert (one.left, one.helps) == (0, 0)

    def test_whether_it_can_still_be_cleared_is_no_help(self):
        session = after(at(TUEFTLER), Command.CHECK_SOLVABLE)
        assert session.table.help.advice is not None
        assert session.match.helps == 0

    def test_it_says_when_the_cards_cannot_be_cleared_any_more(self):
        """Only what the solver says: after each first match, whether the rest can be cleared."""
        told = set()
        for seed in range(12):
            fresh = at(f"#/play/aya?seats=human&variant=tueftler&seed={seed}")
            for match in matches(fresh.match.position):
                session = fresh
                for move in match.moves:
                    session = after(session, Press(move[0], 10), Press(move[1], 11))
                session = after(session, Command.CHECK_SOLVABLE)
                told.add(session.table.help.advice is None)
                assert (session.table.help.advice is None) == (
                    solution(session.match.position) is None
                )
        assert told == {True, False}

    def test_taking_back_counts_as_help_and_is_kept(self):
        session = after(at(TUEFTLER), Command.HINT)
        move = session.table.help.advice.actions[0]
        session = after(session, Press(move[0], 10), Press(move[1], 11))
        session, effects = update(session, PlayFrom(0))
        assert session.match.helps == 2
        (kept,) = kept_matches(effects)
        assert kept.helps == 2

    def test_others_get_no_hints(self):
        session = at(KINDERGARTEN)
        assert after(session, Command.HINT, Command.CHECK_SOLVABLE) == session

    def test_cleared_beats_quick_and_unhelped_beats_quicker(self):
        solitaires = {}
        for one in (
            Solitaire(2, 0, 10),
            Solitaire(0, 1, 20),
            Solitaire(0, 0, 90),
            Solitaire(0, 0, 80),
        ):
            solitaires = with_solitaire(solitaires, "zoch/10", one)
        assert solitaires["zoch/10"] == (
            Solitaire(0, 0, 80),
            Solitaire(0, 0, 90),
            Solitaire(0, 1, 20),
        )
        assert parse_solitaires(format_solitaires(solitaires)) == solitaires

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"a": [[1, 2]]}', "null"])
    def test_damaged_solitaires_are_none(self, text):
        assert not any(parse_solitaires(text).values())


def test_a_match_that_another_tab_plays_lets_no_clock_run_out():
    session = after(called(THREE), Press("1", 1500))
    match_id = session.table.match_id
    session = after(session, LockChanged(match_id, is_ours=False))
    assert session.next_wake_ms is None
    session = after(session, LockChanged(match_id, is_ours=True), read(session.match, match_id))
    session = planned(counted_down(session, 90_000), 90_000)
    assert session.table.timing.clock.from_ms == 90_000
