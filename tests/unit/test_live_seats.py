"""A seat belongs to the device that had it, and nobody else plays for it: docs/peers.md."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import ChooseWay, PlayAgain, Rematch, Shout
from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.together.messages import (
    AnswerSeat,
    AnswerWish,
    AskForSeat,
    IncomingText,
    LetBotsPlay,
    LiveCommand,
)
from spieltisch.live.log import digest
from spieltisch.live.protocol import (
    AskBack,
    Back,
    Hello,
    Presence,
    Turns,
    Welcome,
    format_message,
    parse_message,
)
from spieltisch.play.match import format_match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.table import Bot
from tests.front_doors import parse_match
from tests.unit.asking import seen
from tests.unit.devices import Devices, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"
RACE = "#/play/aya?seats=human,link&names=Anna,Bert&seed=4"


def seated(play: str, number: int, comers: int | None = None) -> Devices:
    """A host and those who come to it, one after the other."""
    devices = Devices.some(number)
    devices.send(0, Navigate(play, 0.0))
    for guest in range(1, number if comers is None else comers + 1):
        devices.connect(0, guest)
        devices.deliver_all()
    return devices


def here(devices: Devices) -> list[set[int]]:
    return [set(devices.match(one).here) for one in range(len(devices.sessions))]


def tell(devices: Devices, device: int, message: object) -> None:
    """A changed program sends something on the first line, and nothing answers it."""
    devices.send(device, IncomingText(1, format_message(message), devices.now_ms))
    devices.letters.clear()


def match_id(devices: Devices) -> str:
    live = devices.sessions[0].live
    assert isinstance(live, Hosting)
    return live.match_id


def notice(devices: Devices, device: int) -> str:
    found = seen(devices.sessions[device]).all("id", "notice")
    return found[0].text if found else ""


class TestWhoComesBack:
    @pytest.mark.parametrize("reloaded", [(2,), (0,), (0, 2), (2, 0)])
    def test_a_lost_device_gets_its_seat_though_a_watcher_came_first(self, reloaded):
        """The watcher comes to the invitation that was meant for somebody else."""
        devices = seated(THREE, 4)
        devices.play(0)
        devices.deliver_all()
        for device in reloaded:
            devices.reload(device)
        devices.reload(3)
        if 0 in reloaded:
            devices.send(0, Navigate(THREE, 0.0))
        for guest in (3, 2, *((1,) if 0 in reloaded else ())):
            devices.connect(0, guest)
            devices.deliver_all()
        assert here(devices) == [{1}, {2}, {3}, set()]
        devices.play(1)
        devices.deliver_all()
        assert [len(log(devices.match(one))) for one in range(4)] == [2] * 4

    def test_two_come_back_in_the_other_order(self):
        devices = seated(THREE, 3)
        for device in (1, 2, 0):
            devices.reload(device)
        devices.send(0, Navigate(THREE, 0.0))
        for guest in (2, 1):
            devices.connect(0, guest)
            devices.deliver_all()
        assert here(devices) == [{1}, {2}, {3}]

    def test_a_device_whose_old_line_is_not_known_to_be_lost_gets_its_seat(self):
        devices = seated(PLAY, 2)
        live = devices.sessions[1].live
        assert isinstance(live, Visiting)
        # The guest's page is gone, and the host has not noticed.
        devices.sessions[1] = replace(devices.sessions[1], live=None)
        devices.connect(0, 1)
        devices.deliver_all()
        assert here(devices) == [{1}, {2}]
        assert list(devices.sessions[0].live.host.open_lines) == [2]
        assert 1 not in devices.ends, "the old line is hung up"

    def test_the_seats_of_a_hello_are_wished_for_and_not_believed(self):
        devices = seated(THREE, 3)
        devices.cut(2)
        match = devices.match(0)
        for seats in ((2, 3), (3,), (1, 2, 3)):
            hello = Hello(match_id(devices), 0, 0, digest(match, 0), "a" * 32, seats)
            tell(devices, 0, hello)
            assert devices.sessions[0].live.host.lines[1].seats == (2,)
        assert devices.match(0).keys[3] != "a" * 32

    def test_nobody_gets_two_seats_by_wishing_for_them(self):
        devices = Devices.some(2)
        devices.send(0, Navigate(THREE, 0.0))
        devices.connect(0, 1)
        letters = [one for one in devices.letters if '"welcome"' in one[3]]
        devices.letters.clear()
        devices.deliver(letters[0])
        hello = Hello(match_id(devices), 0, 0, digest(devices.match(0), 0), "b" * 32, (2, 3))
        tell(devices, 0, hello)
        assert devices.sessions[0].live.host.lines[1].seats == (2,)

    def test_what_is_kept_of_a_match_tells_whose_its_seats_are(self):
        devices = seated(PLAY, 2)
        host, guest = devices.match(0), devices.match(1)
        assert host.keys == guest.keys
        assert set(guest.keys) == {2}
        for match in (host, guest):
            assert parse_match(format_match(match)).keys == match.keys
        assert "keys" in json.loads(devices.stored[0][match_id(devices)])

    @pytest.mark.parametrize("keys", [[], "x", {"2": 7}, {"9": "a" * 32}, {"2": "A"}, {"": None}])
    def test_kept_secrets_that_are_none_do_not_matter(self, keys):
        text = json.loads(format_match(seated(PLAY, 2).match(1)))
        try:
            match = parse_match(json.dumps({**text, "keys": keys}))
        except ValueError:
            return
        assert match.keys == {}

    def test_a_match_kept_before_there_were_secrets_goes_on_with_the_same_seats(self):
        devices = seated(THREE, 3)
        for device in range(3):
            devices.stored[device] = {
                one: json.dumps({k: v for k, v in json.loads(text).items() if k != "keys"})
                for one, text in devices.stored[device].items()
            }
            devices.reload(device)
        devices.send(0, Navigate(THREE, 0.0))
        for guest in (2, 1):
            devices.connect(0, guest)
            devices.deliver_all()
        assert here(devices) == [{1}, {2}, {3}]


class TestGivingASeat:
    def without_storage(self) -> Devices:
        """Bert's device has lost all that it had kept, and comes back."""
        devices = seated(PLAY, 2)
        devices.play(0)
        devices.deliver_all()
        devices.reload(1)
        devices.stored[1].clear()
        devices.sessions[1] = Session(device=Device(secret="e" * 32), visit=Visit("another0"))
        devices.connect(0, 1)
        devices.deliver_all()
        return devices

    def test_who_has_lost_its_secret_watches_asks_and_gets_it(self):
        devices = self.without_storage()
        assert here(devices) == [{1}, set()]
        assert "You are watching." in seen(devices.sessions[1]).one("id", "peers").text
        assert seen(devices.sessions[1]).one("data-do", "ask-seat").attributes["data-arg"] == "2"
        devices.send(1, AskForSeat(2))
        devices.deliver_all()
        panel = seen(devices.sessions[0]).one("id", "peers")
        assert "Somebody is asking for Bert’s seat." in panel.text
        line = int(panel.one("data-do", "give-seat").attributes["data-arg"])
        devices.send(0, AnswerSeat(line, is_given=True))
        devices.deliver_all()
        assert here(devices) == [{1}, {2}]
        assert devices.sessions[0].peers == "connected"
        devices.play(1)
        devices.deliver_all()
        assert len(log(devices.match(0))) == 2
        # It has a secret now, as the first device had.
        devices.reload(1)
        devices.connect(0, 1)
        devices.deliver_all()
        assert here(devices) == [{1}, {2}]

    def test_a_host_may_rather_not(self):
        devices = self.without_storage()
        devices.send(1, AskForSeat(2))
        devices.deliver_all()
        (line,) = devices.sessions[0].live.host.open_lines
        devices.send(0, AnswerSeat(line, is_given=False))
        devices.deliver_all()
        assert here(devices) == [{1}, set()]
        assert not seen(devices.sessions[0]).all("data-do", "give-seat")
        assert seen(devices.sessions[1]).all("data-do", "ask-seat")

    def test_nobody_is_given_a_seat_that_was_not_asked_for_or_whose_people_are_there(self):
        devices = seated(THREE, 4)
        devices.send(3, AskForSeat(2))
        devices.deliver_all()
        for line in (1, 2, 3, 99):
            devices.send(0, AnswerSeat(line, is_given=True))
            devices.deliver_all()
        assert here(devices) == [{1}, {2}, {3}, set()]

    def test_who_comes_back_to_a_seat_that_was_given_away_is_asked(self):
        devices = Devices.some(3)
        devices.send(0, Navigate(PLAY, 0.0))
        devices.connect(0, 1)
        devices.deliver_all()
        devices.play(0)
        devices.deliver_all()
        devices.reload(1)
        devices.connect(0, 2)
        devices.deliver_all()
        devices.send(2, AskForSeat(2))
        devices.deliver_all()
        devices.send(0, AnswerSeat(2, is_given=True))
        devices.deliver_all()
        devices.play(2)
        devices.deliver_all()
        before = log(devices.match(0))
        devices.connect(0, 1)
        devices.deliver_all()
        # It does not know the turn that was played for its seat.
        assert "Are these moves yours?" in seen(devices.sessions[1]).one("id", "by-link").text
        devices.send(1, ChooseWay(is_theirs=True))
        devices.deliver_all()
        assert (
            "somebody else is playing for Bert" in seen(devices.sessions[1]).one("id", "peers").text
        )
        assert here(devices) == [{1}, {2}, {2}]
        devices.send(1, LiveCommand.YIELD_SEATS)
        assert here(devices) == [{1}, set(), {2}]
        assert [log(devices.match(one)) for one in range(3)] == [before] * 3


class TestAHostThatPlaysForOthers:
    """What a changed program on the host's device sends."""

    def begun(self, count: int = 1) -> Devices:
        devices = seated(PLAY, 2)
        for number in range(count):
            devices.play(number % 2)
            devices.deliver_all()
        return devices

    def forged(self, devices: Devices) -> Turns:
        match = devices.match(1)
        (seat,) = match.position.active_seats
        action = match.rules.format_action(match.position.legal_actions(seat)[0])
        return Turns(
            match_id(devices), 0, match.shown, digest(match, match.shown), ((seat, action, 9),)
        )

    def test_turns_for_a_guests_seat_are_refused_and_told(self):
        devices = self.begun()
        before = log(devices.match(1))
        tell(devices, 1, self.forged(devices))
        assert log(devices.match(1)) == before
        assert "so it was not played." in notice(devices, 1)

    def test_a_presence_does_not_take_a_seat(self):
        devices = self.begun()
        before = log(devices.match(1))
        forged = self.forged(devices)
        tell(devices, 1, Presence(match_id(devices), (), (1, 2)))
        assert here(devices)[1] == {2}
        assert (
            "somebody else is playing for Bert" in seen(devices.sessions[1]).one("id", "peers").text
        )
        tell(devices, 1, forged)
        assert log(devices.match(1)) == before
        tell(devices, 1, Presence(match_id(devices), (2,), (1, 2)))
        assert log(devices.match(1)) == before
        assert not devices.sessions[1].live.guest.taken

    def test_a_presence_gives_no_seat_beside_ones_own(self):
        devices = seated(THREE, 3)
        tell(devices, 1, Presence(match_id(devices), (2, 3), (1, 2, 3)))
        assert devices.match(1).here == {2}

    @pytest.mark.parametrize("is_taken", [True, False])
    def test_a_welcome_with_a_turn_of_the_guests_is_asked_about(self, is_taken):
        devices = self.begun()
        known = log(devices.match(1))
        match = devices.match(0)
        action = match.position.legal_actions(2)[0]
        longer = match.play(2, action, 99)
        code = encode_match(LinkedMatch(longer.setup, longer.turns, match_id(devices)))
        tell(devices, 1, Welcome(match_id(devices), 0, code))
        assert log(devices.match(1)) == known
        panel = seen(devices.sessions[1]).one("id", "by-link")
        assert "Are these moves yours?" in panel.text
        devices.send(1, ChooseWay(is_theirs=is_taken))
        assert len(log(devices.match(1))) == len(known) + is_taken
        assert devices.sessions[1].peers == ("connected" if is_taken else "none")
        assert len(devices.sessions[1].matches) == 1

    def test_where_the_host_leads_only_what_was_called_comes_back(self):
        devices = seated(RACE, 2)
        devices.run(500)
        devices.begin()
        match = devices.match(1)
        forged = Turns(match_id(devices), 0, 0, digest(match, 0), ((2, "aya", 9),))
        tell(devices, 1, forged)
        assert log(devices.match(1)) == []
        assert "so it was not played." in notice(devices, 1)
        devices.send(1, Shout(2, "aya", devices.now_ms, devices.now_ms))
        devices.run(300)
        assert log(devices.match(1)) == [(2, "aya")]
        assert devices.sessions[1].live.guest.called

    def test_a_led_welcome_with_a_turn_of_the_guests_is_asked_about(self):
        devices = seated(RACE, 2)
        devices.run(500)
        devices.begin()
        deal = devices.sessions[0].live.host.deal
        forged = devices.match(1).of_turns(deal.setup, ()).play(2, "aya", 500)
        code = encode_match(LinkedMatch(deal.setup, forged.turns, match_id(devices)))
        tell(devices, 1, Welcome(match_id(devices), 0, code))
        assert log(devices.match(1)) == []
        assert "Are these moves yours?" in seen(devices.sessions[1]).one("id", "by-link").text
        devices.send(1, ChooseWay(is_theirs=False))
        assert devices.sessions[1].peers == "none"
        assert log(devices.match(1)) == []

    def test_what_was_called_before_the_line_was_lost_is_known_afterwards(self):
        devices = seated(RACE, 2)
        devices.run(500)
        devices.begin()
        devices.send(1, Shout(2, "aya", devices.now_ms, devices.now_ms))
        devices.wait(1)
        (letter,) = [one for one in devices.letters if '"called"' in one[3]]
        devices.deliver(letter)
        devices.wait(300)
        devices.cut(1)
        assert log(devices.match(0)) == [(2, "aya")]
        devices.connect(0, 1)
        devices.deliver_all()
        assert log(devices.match(1)) == [(2, "aya")]


class TestHonestChanges:
    def test_a_bot_takes_over_a_lost_seat_and_others_keep_theirs(self):
        devices = seated(THREE, 3)
        for device in range(2):
            devices.play(device)
            devices.deliver_all()
        devices.cut(1)
        devices.send(0, LetBotsPlay(devices.now_ms))
        devices.deliver_all()
        assert devices.match(2).here == {3}
        assert not devices.sessions[2].live.guest.taken
        devices.reload(2)
        devices.connect(0, 2)
        devices.deliver_all()
        assert devices.match(2).here == {3}

    @pytest.mark.parametrize("forgery", ["bot", "turn", "presence"])
    def test_a_match_that_goes_on_takes_no_seat(self, forgery):
        """A changed host begins another match in the middle, with a bot on the guest's seat, with a
        turn of the guest's, or says afterwards that the seat is not the guest's."""
        devices = seated(PLAY, 2)
        for device in range(2):
            devices.play(device)
            devices.deliver_all()
        match, kept = devices.match(0), log(devices.match(1))
        players = list(match.setup.players)
        if forgery == "bot":
            players[1] = replace(players[1], controller=Bot(3))
        setup = replace(match.setup, players=tuple(players))
        turns = match.turns
        if forgery == "turn":
            match = match.play(1, match.position.legal_actions(1)[0], 50)
            turns = match.play(2, match.position.legal_actions(2)[0], 60).turns
        code = encode_match(LinkedMatch(setup, turns, "another00000"))
        tell(devices, 1, Welcome("another00000", 0, code))
        if forgery == "presence":
            tell(devices, 1, Presence("another00000", (), (1, 2)))
            assert devices.match(1).here == {2}
            assert devices.sessions[1].live.guest.taken == (2,)
            return
        assert devices.sessions[1].peers == "none"
        assert "somebody else in your seat" in notice(devices, 1)
        assert log(devices.match(1)) == kept
        assert len(devices.sessions[1].matches) == 1

    @pytest.mark.parametrize(
        ("kind", "seats"), [(Rematch.SAME, [1, 2, 3]), (Rematch.SWAPPED, [2, 3, 1])]
    )
    def test_in_the_next_match_everybody_has_the_seat_that_is_theirs(self, kind, seats):
        devices = seated(THREE, 4)
        for _ in range(200):
            match = devices.match(0)
            if match.is_over:
                break
            devices.play(min(match.position.active_seats) - 1)
            devices.deliver_all()
        devices.send(0, PlayAgain(kind, 5, devices.now_ms))
        # The one who watches answers first.
        devices.letters.sort(key=lambda letter: -letter[2])
        devices.deliver_all()
        assert here(devices) == [*({seat} for seat in seats), set()]
        # In that match, too, they come back to them.
        for device in (2, 1):
            devices.reload(device)
        for device in (3, 2, 1):
            if device < 3:
                devices.connect(0, device)
                devices.deliver_all()
        assert here(devices) == [*({seat} for seat in seats), set()]


class TestTakingBack:
    def begun(self, count: int) -> Devices:
        devices = seated(PLAY, 2)
        for number in range(count):
            devices.play(number % 2)
            devices.deliver_all()
        return devices

    @pytest.mark.parametrize("length", [0, 1, 2, 4])
    def test_only_ones_own_last_choice_can_be_asked_for(self, length):
        devices = self.begun(5)
        devices.send(
            0, IncomingText(1, format_message(AskBack(match_id(devices), 0, length, 2)), 0.0)
        )
        assert not seen(devices.sessions[0]).all("data-do", "grant-back")
        (answer,) = [parse_message(one[3]) for one in devices.letters]
        assert not answer.is_granted
        devices.send(0, AnswerWish(is_granted=True))
        assert len(log(devices.match(0))) == 5

    @pytest.mark.parametrize("device", [0, 1])
    def test_it_is_said_which_move(self, device):
        devices = self.begun(4)
        devices.send(device, Command.TAKE_BACK)
        devices.deliver_all()
        number = 3 + device
        action = log(devices.match(0))[number - 1][1]
        told = seen(devices.sessions[1 - device]).one("id", "peers").text
        assert f"asks to take back move {number} ({action})" in told
        assert ("and the one after it" in told) is (device == 0)

    def test_a_second_wish_does_not_replace_an_open_one(self):
        devices = seated(THREE, 3)
        for number in range(6):
            devices.play(number % 3)
            devices.deliver_all()
        devices.send(1, Command.TAKE_BACK)
        devices.deliver_all()
        before = seen(devices.sessions[0]).one("id", "peers").text
        devices.send(2, Command.TAKE_BACK)
        devices.send(0, IncomingText(2, format_message(AskBack(match_id(devices), 0, 5, 3)), 0.0))
        devices.deliver_all()
        assert seen(devices.sessions[0]).one("id", "peers").text == before
        assert "move 5" in before

    def test_a_changed_host_asks_for_no_more_than_a_move(self):
        devices = self.begun(5)
        tell(devices, 1, AskBack(match_id(devices), 0, 0, 1))
        assert not seen(devices.sessions[1]).all("data-do", "grant-back")
        tell(devices, 1, Back(match_id(devices), 1, 0))
        assert len(log(devices.match(1))) == 5

    @pytest.mark.parametrize("device", [0, 1])
    def test_who_asked_is_told_if_it_is_declined(self, device):
        devices = self.begun(4)
        devices.send(device, Command.TAKE_BACK)
        devices.deliver_all()
        devices.send(1 - device, AnswerWish(is_granted=False))
        devices.deliver_all()
        assert "not everybody agreed" in notice(devices, device)
        assert not notice(devices, 1 - device)

    @pytest.mark.parametrize("device", [0, 1])
    def test_what_was_taken_back_is_kept_and_played_again_by_whose_it_is(self, device):
        devices = self.begun(4)
        before = log(devices.match(0))
        devices.send(device, Command.TAKE_BACK)
        devices.deliver_all()
        devices.send(1 - device, AnswerWish(is_granted=True))
        devices.deliver_all()
        for one in (0, 1):
            match = devices.match(one)
            assert match.shown == 2 + device
            assert len(match.turns) == 4
            assert parse_match(format_match(match)).shown == match.shown
        devices.send(1 - device, Command.REDO)
        devices.deliver_all()
        assert devices.match(0).shown == 2 + device, "it is not theirs"
        for number in range(2 + device, 4):
            player = number % 2
            assert seen(devices.sessions[player]).one("data-do", "redo")
            devices.send(player, Command.REDO)
            devices.deliver_all()
        assert [log(devices.match(one)) for one in (0, 1)] == [before, before]

    def test_something_else_may_be_played_instead(self):
        devices = self.begun(4)
        devices.send(1, Command.TAKE_BACK)
        devices.deliver_all()
        devices.send(0, AnswerWish(is_granted=True))
        devices.deliver_all()
        devices.play(1, lambda count: count - 1)
        devices.deliver_all()
        assert [len(devices.match(one).turns) for one in (0, 1)] == [4, 4]
        assert log(devices.match(0)) == log(devices.match(1))
