"""Calls on several devices: who was first, what waits for whom, and who could gain by what."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import Press, Shout, Wake
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.live.fair_calls import (
    LEAST_SLACK_MS,
    LEAST_TOLD_MS,
    MOST_EARLY_SLACK_MS,
    MOST_GRACE_MS,
    PINGS,
    Trips,
    grace_ms,
    remote_call,
    verdict_of,
)
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.timing import HOLD_MS, TIE_MS, Call, Hearing, PlannedAction, Timing
from spieltisch.table import BY_LINK, CLOCK, Player, Record, Tie, parse_controller
from tests.unit.races import counted_down

LINK = "seats=human,human,human&seed=1"


def trips(*trips_ms: float) -> Trips:
    """What is known of a device after it has answered so fast."""
    known = Trips()
    for trip_ms in trips_ms:
        known = known.after(trip_ms)
    return known


def steady(trip_ms: float) -> Trips:
    return trips(*(trip_ms,) * PINGS)


@lru_cache(maxsize=16)
def table(*controllers: str) -> Match:
    """A match in which all may call; a bot, somebody here, or somebody on another device."""
    setup = parse_setup("aya", f"seats={','.join('human' for _ in controllers)}&seed=1")
    players = tuple(Player(controller=parse_controller(str(one))) for one in controllers)
    return replace(Match.open(Record(setup)), setup=replace(setup, players=players))


def timing_of(match: Match, grace_ms: float = 150.0, lots: str = "lots") -> Timing:
    """The timing of a match whose first position came up at 1000 ms."""
    return Timing(hearing=Hearing(grace_ms, lots)).planned(match, 1000.0)


class TestTrips:
    def test_they_are_known_after_five_answers_of_which_the_last_count(self):
        assert not trips(10, 20, 30, 40).is_known
        known = trips(900, 900, 10, 20, 30, 40, 50)
        assert known.is_known
        assert known.usual_ms == 30

    def test_one_slow_answer_changes_nothing(self):
        assert trips(20, 20, 20, 20, 900).usual_ms == 20
        assert trips(20, 20, 20, 20, 900).longest_ms == steady(20).longest_ms

    def test_a_line_that_varies_may_take_longer(self):
        assert trips(20, 40, 60, 80, 100).longest_ms > steady(60).longest_ms + 50

    def test_nothing_is_known_of_a_device_before_it_has_answered(self):
        assert (Trips().usual_ms, Trips().longest_ms) == (0, LEAST_SLACK_MS)
        assert not Trips().is_too_far


class TestWaiting:
    def test_nobody_elsewhere_is_waited_for_where_there_is_nobody(self):
        assert grace_ms(()) == 0

    @given(st.lists(st.floats(0, 600), min_size=1, max_size=5))
    def test_whoever_calls_together_is_waited_for_or_said_to_be_too_far(self, trips_ms):
        devices = [steady(trip_ms) for trip_ms in trips_ms]
        waited_ms = grace_ms(devices)
        assert 0 < waited_ms <= MOST_GRACE_MS
        for known in devices:
            assert known.is_too_far or known.longest_ms <= waited_ms
            assert known.is_too_far is (known.longest_ms > MOST_GRACE_MS)

    def test_it_is_as_long_as_the_farthest_needs(self):
        assert grace_ms((steady(5), steady(120))) == steady(120).longest_ms
        assert grace_ms((steady(5), steady(300))) == MOST_GRACE_MS


class TestHeard:
    TRIPS = steady(100)

    def heard(self, since_ms: float, arrived_ms: float, shown_ms: float = 1000.0) -> Call:
        return remote_call(self.TRIPS, shown_ms, 2, "aya", since_ms, arrived_ms)

    def test_it_counts_as_made_so_long_after_the_position_as_its_device_says(self):
        call = self.heard(480.0, 1000 + 100 + 480)
        assert (call.seat, call.token, call.at_ms, call.arrived_ms) == (2, "aya", 1480, 1580)

    def test_one_that_claims_to_be_earlier_than_could_be_is_put_back(self):
        call = self.heard(100.0, 1580.0)
        assert call.at_ms == 1580 - self.TRIPS.longest_ms
        assert 1480 - call.at_ms == LEAST_SLACK_MS, "so much can be gained, and no more"

    @given(st.floats(), st.floats(0, 10**6), st.floats(0, 600))
    def test_whatever_it_claims_it_gains_the_slack_at_most(self, since, later, trip_ms):
        known = steady(trip_ms)
        arrived_ms = 1000.0 + later
        call = remote_call(known, 1000.0, 2, "aya", since, arrived_ms)
        honest_ms = max(1000.0, arrived_ms - known.usual_ms)
        assert honest_ms - LEAST_SLACK_MS - 1e-6 <= call.at_ms <= arrived_ms
        assert call.at_ms >= 1000

    @pytest.mark.parametrize("since", [nan, inf, -inf])
    def test_what_is_no_time_counts_as_made_when_it_came(self, since):
        assert self.heard(since, 1700.0).at_ms == 1700

    def test_a_cheat_who_is_slower_is_no_longer_first_by_a_claim(self):
        """It reacts 100 ms later than somebody on the host, and claims to have needed no time."""
        match = table("human", BY_LINK)
        call = self.heard(0.0, 1000 + 100 + 600)
        timing = timing_of(match).with_call(match, Call(1, "aya", 1500.0), 1500.0)
        acts, _ = timing.with_call(match, call, 1700.0).settled(match)
        assert [act.seat for act in acts] == [1, 2]


class TestBelow:
    """What the browsers measure below their pages bounds what a page can gain."""

    @given(st.floats(0, 500), st.floats(0, 1000), st.floats(0, 10**6), st.floats(0, 10**6))
    def test_answers_held_back_gain_the_slack_at_most(self, trip_ms, held_ms, since, later):
        known = steady(trip_ms + held_ms).after_below(trip_ms)
        arrived_ms = 1000.0 + later
        call = remote_call(known, 1000.0, 2, "aya", since, arrived_ms)
        honest_ms = max(1000.0, arrived_ms - trip_ms)
        assert call.at_ms >= honest_ms - LEAST_SLACK_MS - 1e-6

    def test_nor_do_they_begin_sooner(self):
        """When a countdown ends there is told by how long it takes there."""
        assert steady(130.0).after_below(30.0).there_ms == 15
        assert steady(30.0).after_below(130.0).there_ms == 15
        assert steady(30.0).there_ms == 15

    def test_they_are_waited_for_no_less(self):
        """A page may be slow without a wish to be."""
        known = steady(120.0).after_below(20.0)
        assert grace_ms((known,)) == steady(120.0).longest_ms

    def test_the_last_five_count_and_a_line_that_varies_may_take_longer(self):
        known = steady(60.0)
        for trip_ms in (900, 900, 20, 40, 60, 80, 100):
            known = known.after_below(trip_ms)
        assert known.believed_ms == trips(20, 40, 60, 80, 100).longest_ms

    @given(
        st.lists(st.floats(0, 1000), min_size=PINGS, max_size=PINGS),
        st.floats(0, 500),
        st.integers(1, PINGS),
    )
    def test_answers_held_back_for_different_times_gain_little_and_in_the_end_nothing(
        self, held_ms, trip_ms, count
    ):
        known = trips(*(trip_ms + ms for ms in held_ms))
        for _ in range(count):
            known = known.after_below(trip_ms)
        most_ms = LEAST_SLACK_MS if count == PINGS else MOST_EARLY_SLACK_MS
        assert known.believed_ms <= trip_ms + most_ms + 1e-6

    @pytest.mark.parametrize("below", [(22.0,), (30.0,), (22.0, 24.0), (22.0, 40.0, 35.0, 28.0)])
    @pytest.mark.parametrize("trip_ms", [30.0, 65.0, 70.0])
    def test_on_a_line_that_varies_nobody_honest_is_put_back_by_what_little_is_measured(
        self, below, trip_ms
    ):
        known = replace(trips(30, 60, 50, 40, 70), below=below)
        call = remote_call(known, 1000.0, 2, "aya", 500.0, 1500.0 + trip_ms)
        assert call.put_back_ms < LEAST_TOLD_MS

    def test_where_browsers_tell_nothing_the_pages_answers_count(self):
        assert steady(100.0).believed_ms == steady(100.0).longest_ms

    @pytest.mark.parametrize(
        ("since_ms", "told"), [(480.0, None), (465.0, None), (400.0, 80), (0.0, 480)]
    )
    def test_all_are_told_of_what_counts_much_later_than_it_says(self, since_ms, told):
        known = steady(100.0).after_below(100.0)
        late = remote_call(known, 1000.0, 2, "aya", since_ms, 1600.0)
        acts = (Call(1, "aya", 1400.0), late)
        assert verdict_of("", acts, None).put_back == (None if told is None else (0, told))


class TestOneTiming:
    """What comes from elsewhere is ordered with people here, bots and clocks, as they are."""

    def test_a_call_is_held_for_those_that_may_still_come_but_only_where_somebody_may(self):
        call = Call(1, "aya", 1500.0)
        apart, here = table("human", BY_LINK), table("human", "human")
        assert timing_of(apart).with_call(apart, call, 1501.0).settles_at_ms == 1500 + 150
        assert timing_of(here).with_call(here, call, 1501.0).settles_at_ms == 1501 + HOLD_MS

    def test_one_that_comes_from_far_is_hardly_waited_with(self):
        match = table("human", BY_LINK)
        call = Call(2, "aya", 1500.0, arrived_ms=1649.0)
        assert timing_of(match).with_call(match, call, 1649.0).settles_at_ms == 1649 + HOLD_MS

    def test_the_earlier_one_is_first_though_it_comes_later(self):
        match = table("human", BY_LINK)
        timing = timing_of(match).with_call(match, Call(1, "aya", 1500.0), 1500.0)
        timing = timing.with_call(match, Call(2, "aya", 1460.0, arrived_ms=1600.0), 1600.0)
        acts, tie = timing.settled(match)
        assert [act.seat for act in acts] == [2, 1]
        told = verdict_of("", acts, tie)
        assert (told.seats, told.behind) == ((2, 1), (0, 40))
        assert told.is_corrected
        assert not told.is_drawn

    def test_a_bot_waits_for_who_may_have_been_earlier(self):
        match = table("human", BY_LINK, "bot:5")
        timing = timing_of(match)
        (due,) = timing.plans
        assert timing.next_wake_ms(match) == due.at_ms + 150
        call = Call(2, "aya", due.at_ms - TIE_MS - 1, arrived_ms=due.at_ms + 140)
        acts, tie = timing.with_call(match, call, due.at_ms + 140).settled(match)
        assert acts[0] == call
        assert tie is None

    def test_a_bot_that_was_earlier_stays_so(self):
        match = table("human", BY_LINK, "bot:5")
        timing = timing_of(match)
        (due,) = timing.plans
        call = Call(2, "aya", due.at_ms + TIE_MS + 1, arrived_ms=due.at_ms + 100)
        acts, _ = timing.with_call(match, call, due.at_ms + 100).settled(match)
        assert acts[:2] == (due, call)

    def test_a_clock_waits_for_who_acted_in_time(self):
        match = table("human", BY_LINK).play(1, "oye")
        timing = timing_of(match)
        assert timing.clock is not None
        until_ms = timing.clock.until_ms
        assert timing.next_wake_ms(match) == until_ms + 150
        in_time = Call(2, "refute", until_ms - 1, arrived_ms=until_ms + 100)
        assert timing.with_call(match, in_time, until_ms + 100).ran_out(match) is None
        too_late = replace(in_time, at_ms=until_ms + 1)
        found = timing.with_call(match, too_late, until_ms + 100).ran_out(match)
        assert found is not None
        assert found.seat == CLOCK

    def test_a_clock_of_somebody_here_waits_for_nobody(self):
        match = table("human", BY_LINK).play(1, "aya")
        timing = timing_of(match)
        assert timing.clock is not None
        assert timing.next_wake_ms(match) == timing.clock.until_ms

    def test_a_pause_moves_when_the_position_came_up(self):
        timing = timing_of(table("human", BY_LINK))
        assert timing.shown_ms == 1000
        assert timing.paused(1200.0).resumed(1500.0).shown_ms == 1300

    def test_how_others_are_heard_stays_when_the_match_comes_on_the_table_anew(self):
        timing = timing_of(table("human", BY_LINK))
        assert timing.afresh().hearing == timing.hearing


class TestAtTheTable:
    """The host's own page waits as well, whatever is pressed there meanwhile."""

    def session(self, *controllers: str) -> Session:
        session, _ = update(Session(), Navigate(f"#/play/aya?{LINK}", 0.0))
        session, _ = update(counted_down(session), Wake(0.0))
        apart = table(*controllers)
        assert session.table is not None
        timing = timing_of(apart)
        return session.with_table(replace(session.table, timing=timing), apart)

    def entries(self, session: Session) -> list[tuple[int, str]]:
        assert session.match is not None
        return [(entry.seat, entry.action) for entry in session.match.record.entries]

    def test_who_goes_on_to_play_at_once_waits_like_all_others(self):
        session, _ = update(
            self.session("human", BY_LINK, BY_LINK), Shout(1, "aya", 1500.0, 1500.0)
        )
        assert session.next_wake_ms == 1650
        for press in (Press("3", 1600.0), Press("R", 1640.0)):
            session, _ = update(session, press)
        assert self.entries(session) == []
        session, _ = update(session, Wake(1650.0))
        assert self.entries(session) == [(1, "aya")]

    def test_a_call_here_after_a_bots_does_not_make_it_first_before_all_are_heard(self):
        session = self.session("human", BY_LINK, "bot:5")
        assert session.table is not None
        (due,) = session.table.timing.plans
        called_ms = due.at_ms + 100
        session, _ = update(session, Shout(1, "aya", called_ms, called_ms))
        assert self.entries(session) == []
        table_, match = session.table, session.match
        assert table_ is not None
        assert match is not None
        earlier = Call(2, "aya", due.at_ms - 50, arrived_ms=called_ms + 20)
        timing = table_.timing.with_call(match, earlier, called_ms + 20)
        session = session.on(replace(table_, timing=timing))
        assert session.next_wake_ms is not None
        session, _ = update(session, Wake(session.next_wake_ms))
        assert self.entries(session) == [(2, "aya")]


class TestTies:
    def drawn(self, lots: str, first: int = 1, apart_ms: float = 3.0) -> tuple[int, ...]:
        match = table("human", BY_LINK, BY_LINK)
        timing = timing_of(match, lots=lots)
        for number, seat in enumerate((first, *({1, 2, 3} - {first}))):
            call = Call(seat, "aya", 1500 + number * apart_ms, arrived_ms=1600)
            timing = timing.with_call(match, call, 1600.0)
        _, tie = timing.settled(match)
        assert tie is not None
        return tie.seats

    def test_all_who_know_the_lots_find_the_same_one_first(self):
        """Whatever came first, and by whatever few milliseconds it was earlier."""
        found = {self.drawn("lots", first, apart) for first in (1, 2, 3) for apart in (1.0, 3.0)}
        assert len(found) == 1

    def test_no_seat_is_favoured(self):
        firsts = Counter(self.drawn(f"match {number}")[0] for number in range(600))
        assert min(firsts[seat] for seat in (1, 2, 3)) > 150

    def test_the_turn_counts_so_that_nobody_is_lucky_all_along(self):
        match, firsts = table("human", BY_LINK), set()
        for _ in range(8):
            timing = timing_of(match)
            for seat in (1, 2):
                timing = timing.with_call(match, Call(seat, "aya", 1500.0), 1500.0)
            acts, _ = timing.settled(match)
            firsts.add(acts[0].seat)
            match = match.play(1, "oye").play(2, "concede").play(2, "X")
        assert firsts == {1, 2}

    def test_a_tie_is_told_as_drawn_and_not_as_corrected(self):
        acts = (Call(2, "aya", 1503.0, arrived_ms=1600.0), Call(1, "aya", 1500.0))
        told = verdict_of("", acts, Tie((2, 1), 3.0))
        assert (told.seats, told.behind) == ((2, 1), (3, 0))
        assert told.is_drawn
        assert not told.is_corrected


class TestVerdict:
    def test_it_tells_what_a_bot_did(self):
        acts = (PlannedAction(1480.0, 3, "aya"), Call(2, "aya", 1500.0, 1600.0))
        told = verdict_of("", acts, None)
        assert (told.seats, told.behind) == ((3, 2), (0, 20))
        assert not told.is_corrected


class TestLeading:
    """Whoever leads plans: when that begins, or ends, it is planned anew."""

    def test_what_was_not_planned_while_another_device_led_is_planned_when_it_no_longer_does(self):
        match = table("human", "bot:5")
        led = replace(timing_of(match), is_led=True).planned(match, 1000.0)
        assert led.plans == ()
        assert led.led(match, is_led=False).plans == timing_of(match).plans
        assert timing_of(match).led(match, is_led=True).plans == ()
        assert led.led(match, is_led=True) is led

    def test_a_clock_that_ran_goes_on(self):
        match = table("human", BY_LINK).play(1, "aya")
        timing = timing_of(match)
        assert timing.clock is not None
        assert timing.led(match, is_led=True).led(match, is_led=False) == timing

    def test_what_has_come_up_meanwhile_is_planned_when_it_is_its_time(self):
        match = table("human", "bot:5")
        led = replace(timing_of(match), is_led=True)
        later = match.play(1, "aya")
        assert led.led(later, is_led=False).plans == ()
        assert led.led(later, is_led=False).next_wake_ms(later) == 0
