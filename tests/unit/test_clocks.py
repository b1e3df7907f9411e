"""Clocks of matches in turns: the rule, its records and links, and a session with them."""

import json
from dataclasses import replace

import pytest

from spieltisch.app.board.clocks import running_seat_clock, seat_clocks
from spieltisch.app.board.messages import (
    Answered,
    AskClocks,
    PausePlay,
    Press,
    Ready,
    Show,
    TypeAction,
    Wake,
)
from spieltisch.app.board.sentences import SeatClocks, clock_text
from spieltisch.app.board.sounds import clock_ms
from spieltisch.app.board.thinking import bot_thought
from spieltisch.app.core.messages import Command, Edit, Navigate, Pause, Resume, StartMatch
from spieltisch.app.core.news import ClocksAsked, OnTable, TimeLeft
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.codec import LinkError, format_setup, parse_setup
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import LinkedMatch, decode_match, encode_match, encode_record
from spieltisch.play.service import SearchAnswer
from spieltisch.table import (
    CLOCK,
    Clocks,
    Entry,
    FlagFall,
    IllegalActionError,
    Prospect,
    Record,
    RecordError,
    ReplayError,
    SetupError,
    TimeControl,
    format_record,
    parse_record,
    replay,
)
from tests.front_doors import parse_match
from tests.records import keeping
from tests.unit.asking import after, seen
from tests.unit.kept import next_visit
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

TWO = "#/play/yala?seats=human,human&seed=1&clock=1+2"
BOT = "#/play/yala?seats=human,bot:3&seed=1&clock=1+2"
THREE = "#/play/myra?seats=human,human,human&clock=1+0&seed=1"


def match_of(link):
    game, _, query = link.removeprefix("#/play/").partition("?")
    return Match.open(Record(parse_setup(game, query)))


def any_action(match):
    (seat,) = match.position.active_seats
    return seat, match.position.legal_actions(seat)[0]


def played(match, *times):
    for at_ms in times:
        match = match.play(*any_action(match), at_ms)
    return match


def fallen(match):
    return match.play(CLOCK, FlagFall(match.running_seat), match.falls_at_ms)


def opened(link, *messages):
    session = Session()
    for message in (Navigate(link, 0.0), *messages):
        session, _ = whole_step(session, message)
    return session


def played_here(session, *times):
    """The session when somebody plays at these times, and has seen what comes up."""
    for at_ms in times:
        action = session.match.rules.format_action(any_action(session.match)[1])
        session = after(session, Wake(at_ms - 1), TypeAction(action, at_ms), Wake(at_ms))
    return session


def opened_again(session, link):
    """The session of another visit, in which the match is come back to."""
    return after(Session(), *next_visit(session.match, link))


class TestRule:
    def test_the_first_turn_takes_no_time_and_starts_the_clocks(self):
        match = match_of(TWO)
        assert match.running_seat is None
        match = played(match, 500_000)
        assert match.clocks.left_ms == (60_000, 60_000)
        assert match.running_seat == 2
        assert match.falls_at_ms == 560_000

    def test_a_turn_takes_its_time_and_brings_the_increment(self):
        match = played(match_of(TWO), 0, 10_000, 15_000)
        assert match.clocks.left_ms == (60_000 - 5_000 + 2_000, 60_000 - 10_000 + 2_000)

    def test_the_last_millisecond_is_in_time_and_the_next_is_not(self):
        match = played(match_of(TWO), 0)
        assert played(match, 59_999).clocks.left_ms == (60_000, 2_001)
        with pytest.raises(IllegalActionError, match="flag fell at 60000 ms"):
            played(match, 60_000)

    def test_a_flag_falls_at_one_moment_alone(self):
        match = played(match_of(TWO), 0)
        for at_ms in (59_999, 60_001):
            with pytest.raises(IllegalActionError, match="the flag falls at 60000 ms"):
                match.play(CLOCK, FlagFall(2), at_ms)

    def test_no_flag_falls_before_the_clocks_have_started(self):
        with pytest.raises(IllegalActionError, match="no clock runs"):
            match_of(TWO).play(CLOCK, FlagFall(1), 60_000)

    def test_of_two_the_other_wins(self):
        match = fallen(played(match_of(TWO), 0))
        assert match.is_over
        assert match.position.outcome.winners == {1}
        assert match.position.outcome.reason == "time"
        assert match.clocks.left_ms == (60_000, 0)
        assert [event.kind for event in match.last_turn.events] == ["expired", "won"]

    def test_of_three_the_others_share_the_win(self):
        match = fallen(played(match_of(THREE), 0))
        assert match.position.outcome.winners == {1, 3}

    def test_whoever_was_eliminated_does_not_share_it(self):
        record = parse_record(keeping.read("myra-three-seats"))
        setup = replace(record.setup, clock=TimeControl(180, 0))
        rules = catalog.game_of(setup.game).rules
        turns = list(replay(rules, Record(setup, record.entries)))
        kinds = [{event.kind for event in turn.events} for turn in turns]
        first = next(n for n, found in enumerate(kinds) if "eliminated" in found)
        gone = {e.target for e in turns[first].events if e.kind == "eliminated"}
        match = Match.of_turns(setup, turns[: first + 1])
        loser = match.running_seat
        assert fallen(match).position.outcome.winners == {1, 2, 3} - gone - {loser}

    def test_the_position_is_as_it_was_but_over(self):
        before = played(match_of(TWO), 0)
        match = fallen(before)
        rules = match.rules
        assert rules.format_position(match.position) == rules.format_position(before.position)
        assert match.position.active_seats == frozenset()
        assert match.position.legal_actions(2) == ()
        assert match.position.observe(1).outcome == match.position.outcome
        with pytest.raises(IllegalActionError, match="over"):
            match.position.apply(1, any_action(before)[1])

    def test_taking_back_brings_the_clocks_back(self):
        match = played(match_of(TWO), 0, 10_000, 15_000)
        assert match.show(2).clocks == played(match_of(TWO), 0, 10_000).clocks
        assert match.show(0).clocks == Clocks.of(match.setup)


class TestRecords:
    def test_a_replay_finds_the_same_clocks(self):
        match = fallen(played(match_of(TWO), 0, 10_000, 15_000))
        again = Match.open(parse_record(format_record(match.record)))
        assert again.clocks == match.clocks
        assert again.position.outcome == match.position.outcome
        assert parse_match(format_match(match)).clocks == match.clocks

    @pytest.mark.parametrize(
        ("at_ms", "why"),
        [(59_000, "the flag falls at 60000 ms"), (61_000, "the flag falls at 60000 ms")],
    )
    def test_a_flag_that_falls_at_another_time_is_refused(self, at_ms, why):
        record = played(match_of(TWO), 0).record
        record = Record(record.setup, (*record.entries, Entry(CLOCK, "expire", at_ms)))
        with pytest.raises(ReplayError, match=why):
            Match.open(record)

    def test_a_move_after_the_flag_is_refused(self):
        record = played(match_of(TWO), 0, 10_000).record
        late = replace(record.entries[1], at_ms=60_000)
        with pytest.raises(ReplayError, match=r"entries\[1\].*flag fell at 60000 ms"):
            Match.open(Record(record.setup, (record.entries[0], late)))

    def test_nothing_is_played_after_the_flag_has_fallen(self):
        match = fallen(played(match_of(TWO), 0))
        more = Entry(2, match.turns[0].entry.action, 70_000)
        with pytest.raises(ReplayError, match="over"):
            Match.open(Record(match.setup, (*match.record.entries, more)))

    def test_without_a_clock_no_flag_falls(self):
        record = played(match_of(TWO.replace("&clock=1+2", "")), 0).record
        with pytest.raises(ReplayError, match="not a place"):
            Match.open(Record(record.setup, (*record.entries, Entry(CLOCK, "expire", 60_000))))

    @pytest.mark.parametrize(
        "clock",
        [{}, {"minutes": 5}, {"minutes": 0, "seconds": 0}, {"minutes": 181, "seconds": 0},
         {"minutes": 5, "seconds": 3, "more": 1}, {"minutes": 1.5, "seconds": 0}, "5+3", None],
    )  # fmt: skip
    def test_a_clock_that_is_none_is_refused(self, clock):
        whole = json.loads(format_record(match_of(TWO).record))
        whole["setup"]["clock"] = clock
        with pytest.raises(RecordError):
            parse_record(json.dumps(whole))

    def test_a_record_without_a_clock_does_not_speak_of_one(self):
        assert "clock" not in format_record(match_of(TWO.replace("&clock=1+2", "")).record)

    def test_a_game_with_clocks_of_its_own_has_no_others(self):
        setup = parse_setup("aya", "seats=human,human&seed=1")
        with pytest.raises(SetupError, match="in turns"):
            Match.open(Record(replace(setup, clock=TimeControl(5, 3))))


class TestLinks:
    def test_a_link_tells_the_clock(self):
        setup = parse_setup("yala", "seats=human,human&seed=1&clock=5+3")
        assert setup.clock == TimeControl(5, 3)
        assert format_setup(setup) == "seats=human,human&seed=1&clock=5+3"
        assert parse_setup("yala", format_setup(setup)) == setup
        assert parse_setup("yala", "seats=human,human&seed=1&clock=5%2B3") == setup

    def test_another_text_is_refused(self):
        with pytest.raises(LinkError) as refused:
            parse_setup("yala", "seed=1&clock=soon")
        assert refused.value.part == "clock"

    def test_people_elsewhere_have_clocks_live_and_not_by_link(self):
        """Who sends a match as a link takes the time they like."""
        session = opened("#/play/yala?seats=human,link&seed=1&clock=5+3")
        assert session.match.is_led
        assert "With clocks, everyone has to be there" in seen(session).one("id", "by-link").text
        assert not seen(session).all("data-turn-link")
        session = after(session, TypeAction("a+", 5_000), Ready(5_000))
        assert not session.match.turns, "it begins when the other is there"

    def test_a_match_comes_out_of_its_link_to_the_millisecond(self):
        match = fallen(played(match_of(TWO), 0, 10_007, 15_011))
        linked = decode_match(encode_record(match.record))
        assert linked.record == match.record
        assert linked.turns[-1].clocks == match.clocks

    def test_a_link_whose_times_break_the_clock_is_refused(self):
        match = played(match_of(TWO), 0, 10_000)
        late = replace(match.turns[1], at_ms=70_000)
        code = encode_match(LinkedMatch(match.setup, (match.turns[0], late)))
        with pytest.raises(LinkError, match="flag fell at 60000 ms"):
            decode_match(code)

    def test_a_match_without_a_clock_is_written_as_before(self):
        assert encode_record(parse_record(keeping.read("yala-shortest"))).startswith("1")


class TestAtTheTable:
    def test_a_turn_takes_the_time_until_it_is_played(self):
        session = played_here(opened(TWO), 5_000, 15_000)
        assert session.match.clocks.left_ms == (60_000, 52_000)

    def test_a_flag_falls_when_its_time_has_come(self):
        session = played_here(opened(TWO), 5_000)
        assert session.next_wake_ms <= 65_000
        while not session.match.is_over:
            session = after(session, Wake(session.next_wake_ms))
        assert session.match.last_turn.is_flag_fall
        assert session.match.last_turn.at_ms == 60_000
        assert session.match.position.outcome.winners == {1}
        assert "on time" in str(whole(page_of(session)))
        check(page_of(session))

    def test_what_comes_with_the_flag_is_too_late(self):
        session = played_here(opened(TWO), 5_000)
        action = session.match.rules.format_action(any_action(session.match)[1])
        in_time = after(session, TypeAction(action, 64_999))
        assert not in_time.match.last_turn.is_flag_fall
        late = after(session, TypeAction(action, 65_000))
        assert late.match.last_turn.is_flag_fall

    def test_whatever_moment_is_looked_at_the_clock_that_runs_is_seen(self):
        session = played_here(opened(TWO), 5_000, 15_000)
        now = seat_clocks(session.table, session.match)
        assert now.running == 1
        for message in (Command.FIRST, Command.EARLIER, Command.EARLIER, Show(1), Show(0)):
            session = after(session, message)
            assert session.table.browsing is not None
            assert seat_clocks(session.table, session.match) == now
            assert running_seat_clock(session) == session.table.timing.clock
            assert "seat-clock is-running" in str(whole(page_of(session)))

    def test_once_it_is_over_each_moment_has_the_times_that_were_then(self):
        session = played_here(opened(TWO), 5_000, 15_000)
        while not session.match.is_over:
            session = after(session, Wake(session.next_wake_ms))
        begun = after(session, Show(1))
        assert seat_clocks(begun.table, begun.match) == SeatClocks((60_000, 60_000), None)

    def test_it_is_told_when_little_is_left(self):
        session = played_here(opened(TWO), 5_000)
        told = []
        while not session.match.is_over:
            session = after(session, Wake(session.next_wake_ms))
            if isinstance(session.table.news.what, TimeLeft):
                told.append(session.next_wake_ms)
        assert len(told) == 2, "at 30 and at 10 seconds: of a minute there was no more than that"

    def test_whoever_asks_is_told(self):
        session = after(played_here(opened(TWO), 5_000), AskClocks(15_000))
        assert isinstance(session.table.news.what, ClocksAsked)
        page = str(whole(page_of(session)))
        assert "has 50 seconds." in page
        assert "has 1 minute." in page
        shown = seat_clocks(session.table, session.match, 15_000)
        assert shown.left_ms == (60_000, 50_000)

    def test_no_time_passes_while_the_page_is_hidden(self):
        session = played_here(opened(TWO), 5_000)
        session = after(session, Pause(10_000))
        assert session.next_wake_ms is None
        assert seat_clocks(session.table, session.match).left_ms == (60_000, 55_000)
        session = played_here(after(session, Resume(100_000)), 101_000)
        assert session.match.clocks.left_ms == (60_000, 60_000 - 6_000 + 2_000)

    def test_nor_while_the_match_is_paused(self):
        session = after(played_here(opened(TWO), 5_000), PausePlay(10_000))
        assert session.table.timing.gate.reason == "pause"
        assert clock_ms(session) is None
        session = after(session, Ready(100_000))
        while session.table.timing.gate is not None:
            session = after(session, Wake(session.next_wake_ms))
        session = played_here(session, 104_000)
        assert session.match.clocks.left_ms == (60_000, 60_000 - 6_000 + 2_000)

    def test_a_bot_that_takes_longer_has_no_less_than_nothing_in_a_pause(self):
        session = played_here(opened(BOT), 5_000)
        assert session.match.running_seat == 2
        session = after(session, PausePlay(200_000), AskClocks(201_000))
        assert seat_clocks(session.table, session.match).left_ms == (60_000, 0)
        assert " 0 seconds." in str(whole(page_of(session)))

    def test_a_turn_that_is_taken_back_gives_its_time_back(self):
        session = played_here(opened(TWO), 5_000, 15_000)
        session = after(session, Command.TAKE_BACK, Wake(40_000))
        assert session.match.clocks.left_ms == (60_000, 60_000)
        assert seat_clocks(session.table, session.match).running is None
        # As bots wait, so does time, until something else is played.
        assert session.next_wake_ms is None
        session = played_here(session, 41_000, 44_000)
        assert session.match.clocks.left_ms == (59_000, 62_000)
        assert list(replay(session.match.rules, session.match.record))

    def test_a_match_that_is_come_back_to_waits(self):
        session = played_here(opened(TWO), 5_000, 15_000)
        session = opened_again(session, TWO)
        assert session.table.timing.gate.reason == "turn"
        assert session.next_wake_ms is None
        session = after(session, Ready(1000))
        while session.table.timing.gate is not None:
            session = after(session, Wake(session.next_wake_ms))
        opened_ms = session.next_wake_ms
        session = after(session, Wake(4_000))
        assert opened_ms == 0
        session = played_here(session, 5_000)
        assert session.match.clocks.left_ms == (61_000, 52_000)

    def test_a_match_without_a_clock_waits_for_nobody(self):
        link = TWO.replace("&clock=1+2", "")
        session = opened_again(played_here(opened(link), 5_000), link)
        assert session.table.timing.gate is None

    def test_a_bot_that_is_slow_plays_all_the_same(self):
        session = played_here(opened(BOT), 5_000)
        asked = bot_thought(session)
        assert asked.nodes > 0
        action = session.match.rules.format_action(any_action(session.match)[1])
        answer = SearchAnswer(asked.ticket, (Prospect(0.5, None, (action,)),), 1, 1)
        session = after(session, Wake(session.next_wake_ms))
        assert session.table.news.what is OnTable.THINKING
        assert session.next_wake_ms is None, "its flag does not fall"
        session = after(session, Answered(answer, 200_000), Wake(200_001))
        assert session.match.clocks.left_ms == (60_000, 2_001)
        session = played_here(session, 205_000)
        assert session.match.clocks.left_ms[0] == 60_000 - 5_000 + 2_000
        assert list(replay(session.match.rules, session.match.record))

    def test_a_bot_with_little_time_searches_less(self):
        rich = bot_thought(played_here(opened(BOT.replace("1+2", "60+0")), 5_000))
        poor = bot_thought(played_here(opened(BOT.replace("1+2", "0+1")), 5_000))
        assert 0 < poor.nodes < rich.nodes


class TestSetUp:
    def test_it_is_chosen_in_the_form(self):
        session = opened("#/setup/yala", Edit("clock", "5+3"), StartMatch(4, 0.0))
        assert session.match.setup.clock == TimeControl(5, 3)

    def test_so_are_other_minutes_and_seconds(self):
        session = opened(
            "#/setup/yala", Edit("clock", "own"), Edit("clock-minutes", "7"),
            Edit("clock-seconds", "1"),
        )  # fmt: skip
        assert session.screen.setup.clock == TimeControl(7, 1)
        check(page_of(session))
        session = after(session, Edit("clock-minutes", "999"), Edit("clock-seconds", "x"))
        assert session.screen.setup.clock == TimeControl(7, 1)
        assert after(session, Edit("clock", "none")).screen.setup.clock is None

    def test_a_game_with_clocks_of_its_own_is_not_asked(self):
        session = opened("#/setup/aya", Edit("clock", "5+3"))
        assert session.screen.setup.clock is None
        assert "clock-choice" not in str(whole(page_of(session)))

    def test_with_one_people_elsewhere_play_live(self):
        session = opened("#/setup/yala", Edit("company", "by-link"))
        assert "same Wi-Fi, or by link" in str(whole(page_of(session)))
        session = after(session, Edit("clock", "5+3"))
        assert session.screen.setup.clock == TimeControl(5, 3)
        page = str(whole(page_of(session)))
        assert "live, on the same Wi-Fi" in page
        assert "by link" not in page


@pytest.mark.parametrize(
    ("left_ms", "text"),
    [(3_723_000, "1:02:03"), (300_000, "5:00"), (299_999, "5:00"), (10_000, "0:10"),
     (9_999, "9.9"), (450, "0.4"), (0, "0.0"), (-5, "0.0")],
)  # fmt: skip
def test_what_a_clock_shows(left_ms, text):
    assert clock_text(left_ms) == text


def test_a_press_is_counted_by_its_own_time():
    session = played_here(opened(TWO), 5_000)
    choice = session.table.choice
    site = sorted(choice.targets)[0]
    session = after(session, Press(site, 6_000))
    for token in sorted(session.table.choice.targets):
        done = after(session, Press(token, 8_000))
        if done.match.shown == 2:
            assert done.match.last_turn.at_ms == 3_000
            return
    pytest.fail("nothing could be played")
