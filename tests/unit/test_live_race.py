"""A race between devices: the host decides who was first, and nobody sees what lies hidden."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from spieltisch.app.board.messages import PausePlay, Ready, Shout
from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Command, Edit, Navigate, Pause, Resume
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import IncomingText, LetBotsPlay, LiveCommand
from spieltisch.app.update import update
from spieltisch.live.log import digest
from spieltisch.live.protocol import Turns, format_message
from spieltisch.live.sealed import Deal, Unsealed, with_unsealed
from spieltisch.play.codec import is_sealed
from spieltisch.play.match import format_match
from spieltisch.table import Gate
from tests.front_doors import parse_match
from tests.unit.asking import after, said, seen
from tests.unit.devices import Devices, log
from tests.unit.test_peer_messages import corrupted, size_of

PLAY = "#/play/aya?seats=human,link&names=Anna,Bert&seed=4"


@pytest.fixture
def two() -> Devices:
    """A host and a guest for whom time passes."""
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.connect(0, 1)
    devices.run(500)
    devices.begin()
    return devices


def gate(devices: Devices, device: int) -> Gate | None:
    table = devices.sessions[device].table
    assert table is not None
    return table.timing.gate


def observed(devices: Devices, device: int) -> str:
    match = devices.match(device)
    return match.rules.format_position(match.position.observe(None))


def shout(devices: Devices, device: int, seat: int, word: str, at_ms: float) -> None:
    devices.send(device, Shout(seat, word, at_ms, devices.now_ms))


class TestTime:
    def test_it_begins_for_all_when_everybody_is_ready(self):
        devices = Devices.some(2)
        devices.send(0, Navigate(PLAY, 0.0))
        assert "begins when everyone is there" in seen(devices.sessions[0]).one("id", "hint").text
        devices.send(0, Ready(devices.now_ms))
        assert gate(devices, 0) == Gate("start")
        devices.connect(0, 1)
        devices.run(500)
        devices.send(1, Ready(devices.now_ms))
        devices.deliver_all()
        assert "The others are not yet" in seen(devices.sessions[1]).one("id", "hint").text
        assert [gate(devices, one).opens_at_ms for one in (0, 1)] == [None, None]
        devices.send(0, Ready(devices.now_ms))
        devices.deliver_all()
        opens = [gate(devices, one).opens_at_ms for one in (0, 1)]
        assert abs(opens[0] - opens[1]) < 5
        devices.run(3100)
        assert [gate(devices, one) for one in (0, 1)] == [None, None]

    @pytest.mark.parametrize("device", [0, 1])
    def test_a_pause_by_anybody_is_everybodys(self, two, device):
        two.send(device, PausePlay(two.now_ms))
        two.deliver_all()
        assert [gate(two, one) for one in (0, 1)] == [Gate("pause")] * 2
        two.begin()
        assert [gate(two, one) for one in (0, 1)] == [None, None]

    @pytest.mark.parametrize("device", [0, 1])
    def test_a_page_that_is_hidden_pauses_all(self, two, device):
        two.send(device, Pause(two.now_ms))
        two.deliver_all()
        assert [gate(two, one) for one in (0, 1)] == [Gate("pause")] * 2
        two.send(device, Resume(two.now_ms))
        two.deliver_all()
        assert [gate(two, one) for one in (0, 1)] == [Gate("pause")] * 2

    def test_who_has_no_seat_is_not_told_that_they_are_ready(self):
        """Nor asked for it: whether they have been asked yet to watch, or have agreed."""
        devices = Devices.some(3)
        devices.send(0, Navigate(PLAY, 0.0))
        for guest in (1, 2):
            devices.connect(0, guest)
        devices.run(500)
        for said_so in (None, LiveCommand.WATCH):
            if said_so is not None:
                devices.send(2, said_so)
                devices.deliver_all()
            page = seen(devices.sessions[2])
            assert "as soon as everyone is ready" in page.text
            assert "You are ready" not in page.text
            assert not page.all("data-do", "ready")
        devices.send(1, Ready(devices.now_ms))
        devices.deliver_all()
        assert "You are ready. The others are not yet." in seen(devices.sessions[1]).text
        devices.begin()
        assert gate(devices, 2) is None

    def test_a_line_that_is_lost_pauses_it(self, two):
        two.cut(1)
        assert [gate(two, one) for one in (0, 1)] == [Gate("pause")] * 2
        two.connect(0, 1)
        two.run(100)
        two.begin()
        assert [gate(two, one) for one in (0, 1)] == [None, None]

    def test_the_clock_runs_out_at_the_host_for_all(self, two):
        shout(two, 1, 2, "aya", two.now_ms)
        two.run(60_000)
        assert (0, "expire") in log(two.match(1))
        assert log(two.match(0)) == log(two.match(1))


def test_an_answer_counts_that_takes_longer_than_it_is_until_the_next_question(two):
    """Questions come 50 ms apart as long as it is not known how far away somebody is."""
    two.cut(1)
    line = two.connect(0, 1)
    came: dict[tuple[int, int, int, str], float] = {}
    end_ms = two.now_ms + 2500
    while two.now_ms < end_ms:
        two.wait(5)
        for letter in list(two.letters):
            if came.setdefault(letter, two.now_ms) <= two.now_ms - 150:
                two.deliver(letter)
    live = two.sessions[0].live
    assert isinstance(live, Hosting)
    assert live.trips[line].is_known
    assert abs(live.trips[line].usual_ms - 300) < 30


class TestCalls:
    def test_who_was_faster_since_it_was_shown_is_first_and_both_are_told(self, two):
        two.wait(400)
        at_ms = two.now_ms
        shout(two, 0, 1, "aya", at_ms - 5)
        shout(two, 1, 2, "aya", at_ms - 20)
        two.run(300)
        assert log(two.match(0)) == log(two.match(1)) == [(2, "aya")]
        to_anna, to_bert = (seen(one).one("data-verdict").text for one in two.sessions)
        assert to_anna.startswith("Bert was ")
        assert to_anna.endswith(" ms faster than you, though your call arrived first.")
        assert to_bert.startswith("You were ")
        assert to_bert.endswith(" ms faster than Anna, whose call arrived first.")
        # It stands with the call, for both to see.
        for one in two.sessions:
            (called,) = seen(one).all("class", "call-words")
            assert re.fullmatch("(Bert|You): AYA! 0.0[12] s ahead", called.text)

    def test_nothing_counts_here_before_the_host_says_so(self, two):
        shout(two, 1, 2, "aya", two.now_ms)
        assert log(two.match(1)) == []
        two.run(300)
        assert log(two.match(1)) == [(2, "aya")]

    @pytest.mark.parametrize(("late_ms", "is_drawn"), [(5, False), (15, True), (40, None)])
    def test_a_call_is_no_earlier_than_it_can_have_been(self, two, late_ms, is_drawn):
        """A changed device says that it called at once: that gains it the slack, 20 ms here."""
        two.wait(5000)
        called_ms = two.now_ms
        shout(two, 0, 1, "aya", called_ms)
        two.wait(late_ms)
        shout(two, 1, 2, "aya", two.now_ms)
        (letter,) = [one for one in two.letters if '"called"' in one[3]]
        two.letters.remove(letter)
        fields = {**json.loads(letter[3]), "since": 0}
        two.letters.append((*letter[:3], json.dumps(fields)))
        two.run(300)
        verdict = two.sessions[0].live.verdict
        if is_drawn is None:
            assert verdict is None
            assert log(two.match(0)) == [(1, "aya")]
            return
        assert verdict.is_drawn is is_drawn
        assert abs(verdict.behind[1] - verdict.behind[0]) <= 20

    @pytest.mark.parametrize("since", ["-1", "NaN", "1.5", "3600001", '"0"', "null", "1e999"])
    def test_a_time_that_is_none_counts_as_never_sent(self, two, since):
        shout(two, 1, 2, "aya", two.now_ms)
        (letter,) = [one for one in two.letters if '"called"' in one[3]]
        two.letters.clear()
        text = re.sub(r'"since":\d+', f'"since":{since}', letter[3])
        assert text != letter[3]
        two.send(0, IncomingText(1, text, two.now_ms))
        two.run(300)
        assert log(two.match(0)) == []

    def test_nobody_calls_for_others_or_for_the_clock(self, two):
        shout(two, 1, 2, "aya", two.now_ms)
        (letter,) = [one for one in two.letters if '"called"' in one[3]]
        two.letters.clear()
        for wrong in ({"seat": 1}, {"action": "refute"}, {"action": "zzz"}, {"before": "0" * 16}):
            text = json.dumps({**json.loads(letter[3]), **wrong})
            two.send(0, IncomingText(1, text, two.now_ms))
        two.run(300)
        assert log(two.match(0)) == []

    def test_a_guest_says_no_turns(self, two):
        shout(two, 1, 2, "aya", two.now_ms)
        two.run(300)
        match, match_id = two.match(1), two.sessions[0].live.match_id
        turns = Turns(match_id, 0, 1, digest(match, 1), ((2, "1L", 500),))
        two.send(0, IncomingText(1, format_message(turns), two.now_ms))
        two.run(300)
        assert log(two.match(0)) == [(2, "aya")]


class TestHidden:
    def test_a_whole_match_is_seen_alike_and_nothing_hidden_is_known(self, two):
        rng = Random(3)
        for _ in range(400):
            if two.match(0).is_over:
                break
            two.act(rng.randrange(2), rng.randrange)
            two.run(1500)
            assert log(two.match(0)) == log(two.match(1))
            assert observed(two, 0) == observed(two, 1)
        assert two.match(0).is_over
        assert two.match(1).setup.seed is None
        assert is_sealed(two.match(1).setup.start)
        assert page_of(two.sessions[1])
        assert log(parse_match(format_match(two.match(1)))) == log(two.match(0))

    def test_what_was_not_sealed_is_refused_and_ends_it(self, two):
        before = log(two.match(1))
        for _ in range(200):
            two.act(0)
            two.act(1)
            two.wait(1500)
            found = [one for one in two.letters if '"opened":[["' in one[3]]
            if found:
                break
            two.deliver_all()
            before = log(two.match(1))
        letter = found[0]
        fields = json.loads(letter[3])
        word = fields["opened"][0][0]
        fields["opened"][0][0] = "byyby" if word != "byyby" else "bbbyy"
        two.letters = [one for one in two.letters if one[1] != 1]
        two.send(1, IncomingText(1, json.dumps(fields), two.now_ms))
        assert two.sessions[1].peers == "none"
        assert "not those your host sealed" in seen(two.sessions[1]).one("id", "notice").text
        assert log(two.match(1))[: len(before)] == before
        assert len(log(two.match(1))) < fields["start"] + len(fields["turns"]) + 1

    def test_a_host_that_was_loaded_anew_seals_the_same(self, two):
        shout(two, 1, 2, "aya", two.now_ms)
        two.run(300)
        start = two.match(1).setup.start
        for device in (0, 1):
            two.reload(device)
        two.send(0, Navigate(PLAY, 0.0))
        two.connect(0, 1)
        two.run(300)
        assert two.match(1).setup.start == start
        assert log(two.match(1)) == [(2, "aya")]

    def test_a_host_that_has_dealt_anew_is_refused(self, two):
        (known,) = two.sessions[1].matches.values()
        two.cut(1)
        live = two.sessions[0].live
        assert isinstance(live, Hosting)
        other = Devices.some(1)
        other.send(0, Navigate(PLAY.replace("seed=4", "seed=5"), 0.0))
        two.sessions[0] = replace(
            two.sessions[0],
            matches={live.match_id: other.match(0)},
            live=replace(live, host=replace(live.host, deal=None)),
        )
        two.connect(0, 1)
        two.deliver_all()
        assert list(two.sessions[1].matches.values()) == [known]
        assert two.sessions[1].peers == "none"
        assert "not those your host sealed" in seen(two.sessions[1]).one("id", "notice").text

    def test_each_word_is_opened_by_itself(self):
        devices = Devices.some(1)
        devices.send(0, Navigate(PLAY, 0.0))
        deal = Deal.of(devices.match(0), "abcdefgh0000")
        known = devices.match(0).of_turns(deal.setup, ())
        sealed, secret = next(
            (sealed, secret)
            for sealed, secret in deal.secrets.items()
            if sealed in deal.setup.start
        )
        opened = with_unsealed(known, (secret,))
        assert sealed not in opened.setup.start
        assert with_unsealed(known, (Unsealed(secret.word, "0" * 32),)) is known


def test_the_form_offers_it_live_and_the_table_says_why_not_by_link():
    session = after(Navigate("#/setup/aya", 0.0), Edit("company", "by-link"))
    assert [str(one.controller) for one in session.screen.setup.players].count("link") == 1
    table = after(Navigate(PLAY, 0.0))
    assert "Live, not by link" in seen(table).one("id", "by-link").text
    assert not seen(table).all("data-turn-link")
    assert seen(table).all("data-do", "play-live")


def test_bots_play_for_who_has_left_and_it_goes_on_here_alone(two):
    shout(two, 1, 2, "aya", two.now_ms)
    two.run(300)
    two.send(1, Command.STOP_LIVE)
    two.deliver_all()
    two.send(0, LetBotsPlay(two.now_ms))
    assert two.match(0).bot_level(2) is not None
    two.send(0, Ready(two.now_ms))
    two.run(3200)
    assert gate(two, 0) is None
    two.run(60_000)
    assert len(log(two.match(0))) > 1
    shout(two, 0, 1, "aya", two.now_ms)
    two.run(300)
    assert 1 in {seat for seat, _ in log(two.match(0))}


def test_nothing_is_taken_back_in_a_race(two):
    shout(two, 1, 2, "aya", two.now_ms)
    two.run(300)
    two.send(1, Command.TAKE_BACK)
    two.run(100)
    assert len(log(two.match(0))) == 1
    assert not seen(two.sessions[0]).all("data-do", "grant-back")


def test_who_leaves_stops_time_and_who_stays_is_told(two):
    two.send(1, Command.STOP_LIVE)
    two.deliver_all()
    assert gate(two, 0) == Gate("pause")
    assert gate(two, 1) == Gate("pause")
    assert said(two.sessions[0])


@pytest.mark.parametrize("victim", [0, 1], ids=["host", "guest"])
def test_ten_thousand_wrong_messages_change_nothing(two, victim):
    """Malformed, repeated, out of order, too long, too early and too late."""
    said_before: list[str] = []
    rng = Random(9)
    for _ in range(40):
        two.act(rng.randrange(2), rng.randrange)
        for _ in range(4):
            two.wait(300)
            while two.letters:
                said_before += [two.letters[0][3]] * (two.letters[0][1] == victim)
                two.deliver(two.letters[0])
    two.send(victim, PausePlay(two.now_ms))
    two.deliver_all()
    kinds = {json.loads(text)["kind"] for text in said_before}
    assert kinds >= ({"pong", "called"} if victim == 0 else {"ping", "turns"})
    before = two.sessions[victim]
    session, sent = before, 0
    for number in range(10_000):
        text = rng.choice(said_before)
        text = text if rng.random() < 0.2 else corrupted(text, rng)
        session, effects = update(session, IncomingText(1, text, two.now_ms + number / 100))
        sent += len(effects)
        assert session.match is before.match
    assert session.library == before.library
    assert page_of(session)
    assert isinstance(session.live, Hosting | Visiting)
    assert size_of(session.live) <= size_of(before.live) + 2000
    assert sent < 20_000
