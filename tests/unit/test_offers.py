"""Resigning and draws on a page: at one device, against the computer, by link and live."""

import re
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import (
    Answered,
    ClaimSeat,
    PausePlay,
    Press,
    Ready,
    Say,
    TypeAction,
    Wake,
)
from spieltisch.app.board.thinking import Purpose, thought, wanted_thought
from spieltisch.app.core.effects import Clear
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.live.protocol import Turns, format_message, parse_message
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match, one_back, one_forth, to_be_sent
from spieltisch.play.record_link import SAID, decode_match, encode_record
from spieltisch.play.service import SearchAnswer
from spieltisch.play.statistics import statistics_of
from spieltisch.play.summary import format_summary, parse_summary, summary_of
from spieltisch.play.timing import answer_to_offer
from spieltisch.table import Clocks, Prospect, Record, TableAction, Turn
from tests.unit.asking import after, said, seen
from tests.unit.devices import Devices, log
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

OFFER, ACCEPT = TableAction.OFFER, TableAction.ACCEPT
DECLINE, RESIGN = TableAction.DECLINE, TableAction.RESIGN

TWO = "#/play/yala?seats=human,human&names=Anna,Ben&seed=1"
BOT = "#/play/yala?seats=human,bot:3&seed=1"
CLOCK = "#/play/yala?seats=human,human&seed=1&clock=1+2"
THREE = "#/play/myra?seats=human,human,human&seed=1"
RACE = "#/play/aya?seats=human,human&names=Anna,Ben&seed=1"
ALONE = "#/play/aya?variant=tueftler&seats=human&seed=1"


def opened(link, moves=1):
    """The session with a match on the table, some moves played."""
    session = after(Session(), Navigate(link, 0.0))
    return played(session, *range(1, moves + 1))


def played(session, *seconds):
    for second in seconds:
        match = session.match
        seat = min(match.position.active_seats)
        action = match.rules.format_action(match.position.legal_actions(seat)[0])
        session = after(session, TypeAction(action, 1000.0 * second), Wake(1000.0 * second))
    return session


def buttons(session):
    """What can be said by the buttons on screen, with the seats that say it."""
    told = re.findall(r'data-do="([a-z-]+)"(?: data-arg="(\d+)")?', whole(page_of(session)))
    known = {one.value for one in TableAction} | {"ask-resign", "ask-offer", "keep-playing"}
    return [(do, seat) for do, seat in told if do in known]


def outcome(session):
    found = session.match.position.outcome
    return None if found is None else (sorted(found.winners), found.reason)


class TestOneDevice:
    def test_nothing_is_said_before_the_first_turn(self):
        assert buttons(opened(TWO, 0)) == []

    def test_whoever_is_to_act_speaks(self):
        session = opened(TWO)
        assert buttons(session) == [("offer-draw", "2"), ("ask-resign", "")]
        assert after(session, Say(RESIGN, 1, 2000.0)).match.position.outcome is None

    @pytest.mark.parametrize("text", ["resign", " Resign ", "RESIGN", "aufgeben"])
    def test_who_types_it_is_asked_as_by_the_button(self, text):
        session = opened(BOT)
        session = replace(session, settings=session.settings.with_field("language", "de"))
        session, effects = update(session, TypeAction(text, 5000.0))
        assert session.table.asks is RESIGN
        assert Clear("typed") in effects
        assert session.match.position.outcome is None
        assert session.notice is None

    def test_resigning_is_asked_first(self):
        session = after(opened(TWO), Command.ASK_RESIGN)
        assert seen(session).one("id", "saying").text.startswith("Ben, resign?")
        assert buttons(session) == [("resign", "2"), ("keep-playing", "")]
        for drop in (Command.KEEP_PLAYING, Command.CANCEL):
            assert buttons(after(session, drop)) == buttons(opened(TWO))
        ended = after(session, Say(RESIGN, 2, 2000.0))
        assert outcome(ended) == ([1], "resigned")
        assert seen(ended).one("id", "status").text == "Ben resigned. Anna wins."
        assert said(ended) == "Ben resigned. Anna wins."
        assert buttons(ended) == []

    def test_an_offer_is_told_and_asked_of_the_other(self):
        session = after(opened(TWO), Say(OFFER, 2, 2000.0))
        assert said(session) == "Ben offers a draw. Anna, do you accept the draw?"
        assert buttons(session) == [
            ("accept-draw", "1"),
            ("decline-draw", "1"),
            ("ask-resign", ""),
        ]
        ended = after(session, Say(ACCEPT, 1, 3000.0))
        assert outcome(ended) == ([], "agreed")
        assert seen(ended).one("id", "status").text == "Draw agreed."

    def test_after_a_decline_an_offer_waits_for_a_move(self):
        session = after(opened(TWO), Say(OFFER, 2, 2000.0), Say(DECLINE, 1, 3000.0))
        assert said(session) == "Anna declines the draw. Ben to move."
        assert ("offer-draw", "2") not in buttons(session)
        assert after(session, Say(OFFER, 2, 3500.0)).match.shown == session.match.shown
        session = played(session, 4, 5)
        assert ("offer-draw", "2") in buttons(session)

    def test_who_offers_may_move_and_the_other_declines_by_a_move(self):
        session = after(opened(TWO), Say(OFFER, 2, 2000.0))
        session = played(session, 3)
        assert session.match.asked == {1}
        assert played(session, 4).match.asked == frozenset()

    def test_what_is_half_chosen_stays(self):
        session = opened(TWO)
        site = sorted(session.table.choice.targets)[0]
        session = after(session, Press(site, 1500.0))
        chosen = session.table.choice
        assert chosen != chosen.back()
        assert after(session, Say(OFFER, 2, 2000.0)).table.choice == chosen

    def test_it_stands_among_the_moves(self):
        session = after(opened(TWO), Say(OFFER, 2, 2000.0))
        move = seen(session).one("id", "move-2")
        assert move.text.split() == ["2", "Ben", "offers", "a", "draw."]
        assert move.attributes["aria-label"] == "Move 2 Ben offers a draw."
        check(page_of(session))

    def test_in_a_race_it_is_asked_who(self):
        session = after(Session(), Navigate(RACE, 0.0), Ready(0.0), Wake(1000.0), Wake(2000.0))
        session = after(session, Wake(3000.0), TypeAction("aya", 4000.0), Wake(5000.0))
        assert session.match.shown
        session = after(session, PausePlay(4_500.0), Command.ASK_RESIGN)
        assert buttons(session) == [("resign", "1"), ("resign", "2"), ("keep-playing", "")]
        ended = after(session, Say(RESIGN, 1, 90_000.0))
        assert outcome(ended) == ([2], "resigned")
        assert ended.match.last_turn.at_ms < 10_000, "no time passes in a pause"

    def test_of_three_all_agree(self):
        session = after(opened(THREE), Say(OFFER, 2, 2000.0))
        assert [do for do, _ in buttons(session)] == ["accept-draw", "decline-draw"]
        session = after(session, Say(ACCEPT, 1, 2500.0))
        assert outcome(session) is None
        assert buttons(session) == [("accept-draw", "3"), ("decline-draw", "3")]
        assert outcome(after(session, Say(ACCEPT, 3, 3000.0))) == ([], "agreed")

    def test_a_solitaire_is_given_up_and_is_no_run(self):
        session = after(Session(), Navigate(ALONE, 0.0))
        session = played(session, 1)
        if session.match.is_over:
            pytest.skip("the first move has missed")
        assert buttons(session) == [("ask-resign", "")]
        session = after(session, Say(RESIGN, 1, 3000.0))
        assert seen(session).one("id", "status").text == "You gave up."
        assert not session.kept.of(Solitaires)

    def test_a_variation_says_nothing(self):
        session = after(opened(TWO), Command.TRY_OUT)
        assert buttons(session) == []


class TestTakingBack:
    def test_an_end_is_taken_back_like_a_move(self):
        session = after(opened(TWO), Say(RESIGN, 2, 2000.0), Command.TAKE_BACK)
        assert outcome(session) is None
        assert outcome(after(session, Command.REDO)) == ([1], "resigned")

    def test_a_declined_offer_goes_as_a_whole(self):
        match = Match.open(Record(parse_setup("yala", "seats=human,bot:1&seed=42")))
        for seat, action in ((1, "a+"), (2, "a-")):
            match = match.play(seat, match.rules.parse_action(action))
        match = match.play(1, OFFER).play(2, DECLINE)
        assert one_back(match) == 2
        assert one_forth(match.show(2)) == 4


class TestClocks:
    def test_they_run_on(self):
        session = played(opened(CLOCK), 11)
        before = session.match
        offered = after(session, Say(OFFER, 1, 20_000.0)).match
        assert offered.clocks == before.clocks
        assert offered.falls_at_ms == before.falls_at_ms
        assert offered.play(1, offered.position.legal_actions(1)[0], 30_000).clocks.left_ms == (
            before.play(1, before.position.legal_actions(1)[0], 30_000).clocks.left_ms
        )

    def test_they_stop_at_the_end_without_an_increment(self):
        match = played(opened(CLOCK), 11).match
        ended = match.play(2, RESIGN, match.last_turn.at_ms + 7_000)
        assert ended.clocks.left_ms[0] == match.clocks.left_ms[0] - 7_000
        assert ended.running_seat is None

    def test_whoever_speaks_after_a_flag_is_too_late(self):
        session = played(opened(CLOCK), 11)
        late = after(session, Say(OFFER, 1, 200_000.0))
        assert late.match.last_turn.is_flag_fall
        assert Clocks.of(session.match.setup) is not None


class TestComputers:
    def asked(self, link=BOT):
        session = opened(link, 0)
        session = played(session, 1)
        session = after(session, Say(OFFER, 1, 2000.0), Wake(2001.0))
        return session, wanted_thought(session)

    @pytest.mark.parametrize(
        ("chance", "ends"),
        [(0.1, ([], "agreed")), (0.5, None), (0.9, None), (0.44, ([], "agreed"))],
    )
    def test_they_agree_where_they_stand_worse(self, chance, ends):
        session, request = self.asked()
        assert (thought(session).purpose, thought(session).seat) == (Purpose.OFFER, 2)
        answer = SearchAnswer(request.ticket, (Prospect(chance, None, ("a+",)),), 3, 10)
        session = after(session, Answered(answer, 2100.0), Wake(9000.0))
        assert outcome(session) == ends
        assert session.match.last_turn.action is (ACCEPT if ends else DECLINE)

    def test_they_go_on_after_a_decline(self):
        session, request = self.asked()
        answer = SearchAnswer(request.ticket, (Prospect(0.9, None, ("a+",)),), 3, 10)
        session = after(session, Answered(answer, 2100.0), Wake(9000.0), Wake(9001.0))
        request = wanted_thought(session)
        assert thought(session).purpose is Purpose.MOVE
        assert request.seat == 2

    def test_the_side_to_act_is_not_always_theirs(self):
        session = played(opened(BOT, 0), 1)
        request = wanted_thought(after(session, Wake(1500.0)))
        action = session.match.position.legal_actions(2)[0]
        text = session.match.rules.format_action(action)
        session = after(
            session,
            Wake(1500.0),
            Answered(SearchAnswer(request.ticket, (Prospect(0.5, None, (text,)),), 1, 1), 1600.0),
        )
        session = after(session, Wake(9000.0), Wake(9001.0), Say(OFFER, 1, 9500.0), Wake(9501.0))
        request = wanted_thought(session)
        assert request.seat == 1
        answer = SearchAnswer(request.ticket, (Prospect(0.9, None, ("x",)),), 3, 10)
        session = after(session, Answered(answer, 9600.0), Wake(19_000.0))
        assert session.match.last_turn.action is ACCEPT, "their chance is what yours leaves"

    def test_a_plan_to_move_waits_for_the_answer(self):
        session = played(opened(BOT, 0), 1)
        session = after(session, Wake(1500.0))
        request = wanted_thought(session)
        text = session.match.rules.format_action(session.match.position.legal_actions(2)[0])
        answer = SearchAnswer(request.ticket, (Prospect(0.5, None, (text,)),), 1, 1)
        session = after(session, Answered(answer, 1600.0), Say(OFFER, 1, 1650.0), Wake(1651.0))
        session = after(session, Wake(30_000.0))
        assert session.match.last_turn.action is OFFER
        assert (thought(session).purpose, thought(session).seat) == (Purpose.OFFER, 2)

    def test_in_aya_the_cards_tell(self):
        link = "#/play/aya?seats=human,bot:1&seed=1&variant=turbo"
        session = after(Session(), Navigate(link, 0.0), Ready(0.0))
        for ms in (1000.0, 2000.0, 3000.0, 3001.0):
            session = after(session, Wake(ms))
        session = after(session, TypeAction("aya", 3100.0), Wake(3200.0), Say(OFFER, 1, 3300.0))
        shown = session.match.shown
        for ms in range(3301, 9000, 100):
            session = after(session, Wake(float(ms)))
        answers = [turn.action for turn in session.match.turns[shown:] if turn.is_table_action]
        assert answers in ([DECLINE], [])
        assert session.match.offers.by is None

    def test_the_limit(self):
        match = Match.open(Record(parse_setup("yala", "seats=human,bot:1&seed=42")))
        match = match.play(1, OFFER)
        assert answer_to_offer(match, 0.449) is ACCEPT
        assert answer_to_offer(match, 0.451) is DECLINE


class TestStatistics:
    def summary(self, *said_here, name="abcdefghijkl"):
        match = Match.open(Record(parse_setup("yala", "seats=human,bot:1&seed=42")))
        match = match.play(1, match.rules.parse_action("a+"))
        for seat, action in said_here:
            match = match.play(seat, action)
        made = summary_of(match, name, begun_ms=1, played_ms=2)
        assert parse_summary(format_summary(made)) == made
        return made

    def test_they_know_how_it_ended(self):
        ended = [
            self.summary((1, RESIGN)),
            self.summary((2, RESIGN)),
            self.summary((1, OFFER), (2, ACCEPT)),
            self.summary((2, OFFER), (1, ACCEPT)),
        ]
        (figures,) = statistics_of(ended)
        assert figures.total == (1, 1, 2)
        assert figures.resigned == (1, 1)
        assert figures.agreed == 2


class TestLinks:
    def test_others_keep_their_format_and_these_have_one_of_their_own(self):
        match = opened(TWO).match
        assert encode_record(match.record)[0] == "1"
        code = encode_record(match.play(2, OFFER).record)
        assert code[0] == SAID
        assert decode_match(code).record.entries[-1].action == "offer-draw"
        timed = opened(CLOCK).match
        assert encode_record(timed.record)[0] == "2"
        assert decode_match(encode_record(timed.play(2, RESIGN, 5_000).record)).record == (
            timed.play(2, RESIGN, 5_000).record
        )

    def test_an_offer_travels_with_the_link_and_the_answer_comes_back(self):
        link = "#/play/yala?seats=human,link&names=Anna,Ben&seed=4"
        anna = played(after(Session(), Navigate(link, 0.0)), 1)
        anna = after(anna, Say(OFFER, 1, 1500.0))
        assert to_be_sent(anna.match)
        (sent,) = re.findall(r"#/record/[\w-]+", seen(anna).one("data-turn-link").text)
        ben = after(Session(), Navigate(sent, 0.0))
        ben = after(ben, ClaimSeat(2))
        assert ("accept-draw", "2") in buttons(ben)
        ben = after(ben, Say(ACCEPT, 2, 2500.0))
        assert outcome(ben) == ([], "agreed")
        (back,) = re.findall(r"#/record/[\w-]+", seen(ben).one("data-turn-link").text)
        anna = after(anna, Navigate(back, 0.0))
        assert outcome(anna) == ([], "agreed")
        assert seen(anna).one("data-outcome").text.startswith("Draw agreed.")


PLAY = "#/play/yala?seats=human,link&names=Anna,Ben&seed=4"
LED = PLAY + "&clock=1+2"


def connected(link=PLAY, number=2):
    devices = Devices.connected(link, number)
    devices.play(0)
    devices.deliver_all()
    return devices


def crossed(speaker, action):
    """Two devices after one has said something while the other, whose turn it is, has moved."""
    devices = connected()
    if speaker == 1:
        devices.play(1)
        devices.deliver_all()
    devices.send(speaker, Say(action, speaker + 1, devices.now_ms))
    devices.play(1 - speaker)
    devices.deliver_all()
    return devices


class TestLive:
    def test_an_offer_and_its_answer(self):
        devices = connected()
        devices.send(0, Say(OFFER, 1, devices.now_ms))
        devices.deliver_all()
        assert ("accept-draw", "2") in buttons(devices.sessions[1])
        assert said(devices.sessions[1]) == "Anna offers a draw. Do you accept the draw?"
        devices.send(1, Say(ACCEPT, 2, devices.now_ms))
        devices.deliver_all()
        assert log(devices.match(0)) == log(devices.match(1))
        assert outcome(devices.sessions[0]) == ([], "agreed")

    @pytest.mark.parametrize("speaker", [0, 1])
    def test_a_move_and_an_offer_that_cross_both_count(self, speaker):
        devices = crossed(speaker, OFFER)
        assert log(devices.match(0)) == log(devices.match(1))
        told = [text for _, text in log(devices.match(0))]
        assert told.count("offer-draw") == 1
        assert len(told) == 3 + (speaker == 1)
        assert all(session.notice is None for session in devices.sessions)

    @pytest.mark.parametrize("speaker", [0, 1])
    def test_a_move_that_crosses_a_resignation_is_gone_if_it_came_later(self, speaker):
        devices = crossed(speaker, RESIGN)
        assert log(devices.match(0)) == log(devices.match(1))
        assert outcome(devices.sessions[0]) == ([2 - speaker], "resigned")
        assert outcome(devices.sessions[1]) == ([2 - speaker], "resigned")

    def test_nobody_speaks_for_others(self):
        devices = connected()
        devices.send(1, Say(OFFER, 2, devices.now_ms))
        (letter,) = devices.letters
        sent = parse_message(letter[3])
        assert isinstance(sent, Turns)
        for seat in (1, 3):
            forged = replace(sent, turns=((seat, "resign", 0),))
            devices.letters = [(*letter[:3], format_message(forged))]
            devices.deliver(devices.letters[0])
            assert not devices.match(0).is_over

    def test_the_host_cannot_resign_for_a_guest(self):
        devices = connected()
        devices.send(0, Say(OFFER, 1, devices.now_ms))
        (letter,) = devices.letters
        sent = parse_message(letter[3])
        devices.letters = [(*letter[:3], format_message(replace(sent, turns=((2, "resign", 0),))))]
        devices.deliver(devices.letters[0])
        assert not devices.match(1).is_over

    def test_where_the_host_leads_it_orders_what_is_said(self):
        devices = Devices.some(2)
        devices.send(0, Navigate(LED, 0.0))
        devices.connect(0, 1)
        devices.run(500)
        devices.begin()
        devices.run(500)
        devices.play(0)
        devices.run(2_000)
        devices.send(1, Say(OFFER, 2, devices.now_ms))
        devices.run(3_000)
        assert log(devices.match(0)) == log(devices.match(1))
        assert devices.match(1).asked == {1}
        clocks = devices.match(1).clocks
        devices.play(1)
        devices.run(50)
        left_ms = devices.match(0).clocks.left_ms[1]
        assert abs(clocks.left_ms[1] + 2_000 - 5_000 - left_ms) < 150
        devices.send(0, PausePlay(devices.now_ms))
        devices.run(50)
        devices.send(1, Say(RESIGN, 2, devices.now_ms))
        devices.run(50)
        assert log(devices.match(0)) == log(devices.match(1))
        assert outcome(devices.sessions[0]) == outcome(devices.sessions[1]) == ([1], "resigned")

    def test_three_devices_bring_what_crosses_into_one_order(self):
        devices = connected("#/play/myra?seats=human,link,link&seed=4", 3)
        devices.send(0, Say(OFFER, 1, devices.now_ms))
        devices.play(1)
        devices.send(2, Say(OFFER, 3, devices.now_ms))
        devices.deliver_all()
        logs = [log(devices.match(one)) for one in range(3)]
        assert logs[0] == logs[1] == logs[2]
        assert sorted(seat for seat, text in logs[0] if text == "offer-draw") in ([1], [1, 3])
        assert len([text for _, text in logs[0] if "draw" not in text]) == 2


def test_a_whole_step_of_each_message_leaves_a_sound_page():
    session = opened(TWO)
    for message in (Say(OFFER, 2, 2000.0), Say(ACCEPT, 1, 2100.0), Command.CLOSE_END):
        session, _ = whole_step(session, message)
        root = check(page_of(session))
        assert bool(root.all("data-outcome")) == session.match.is_over
    assert session.match.is_over


def test_the_turns_of_the_game_are_picked_once_and_not_after_every_turn(monkeypatch):
    asked, is_tables = [], Turn.is_tables.fget
    monkeypatch.setattr(
        Turn, "is_tables", property(lambda turn: asked.append(1) or is_tables(turn))
    )

    def play_on(match, number):
        seat = min(match.position.active_seats)
        says = match.table_actions(seat) if number % 8 == 3 else ()
        return match.play(seat, OFFER if OFFER in says else match.position.legal_actions(seat)[0])

    match = Match.open(Record(parse_setup("yala", "seed=1")))
    for number in range(20):
        match = play_on(match, number)
        for moment in (match, match.show(number // 2)):
            counted = [turn for turn in match.turns[: moment.shown] if not turn.is_table_action]
            assert list(moment.game_turns) == counted
    assert len(match.game_turns) < len(match.turns)
    asked.clear()
    assert list(play_on(match, 0).game_turns)[:-1] == list(match.game_turns)
    assert len(asked) == 1
