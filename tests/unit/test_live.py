"""Playing live: sessions that tell each other their turns, over lines that come and go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import ChooseWay, PlayAgain, Press, Rematch, Say
from spieltisch.app.board.thinking import bot_thought
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import Session
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerWish,
    ClaimCode,
    CodeOffered,
    CodeTaken,
    IncomingText,
    LetBotsPlay,
    LineLost,
    LiveCommand,
    OfferCode,
    PlayLive,
    TakeCode,
)
from spieltisch.app.together.state import CodeUse, JoinScreen
from spieltisch.app.update import update
from spieltisch.live.protocol import Back, format_message
from spieltisch.table import TableAction
from tests.unit.asking import said, seen
from tests.unit.devices import Devices, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"


@pytest.fixture
def two() -> Devices:
    """A host and a guest who have begun."""
    return Devices.connected(PLAY)


def test_each_plays_a_seat_and_both_see_the_same(two):
    assert two.match(0).here == {1}
    assert two.match(1).here == {2}
    for number in range(6):
        two.play(number % 2)
        two.deliver_all()
    assert len(log(two.match(0))) == 6
    assert log(two.match(0)) == log(two.match(1))
    assert [session.peers for session in two.sessions] == ["connected"] * 2


def test_a_press_counts_whatever_time_it_is_on_the_other_device(two):
    """Each device has begun to count when its people first did something; turns tell the host's
    time."""
    for number in range(4):
        two.now_ms += 5_000.0
        two.play(number % 2)
        two.deliver_all()
    two.play(0)
    two.deliver_all()
    two.now_ms += 50.0
    site = min(two.sessions[1].table.choice.targets)
    two.send(1, Press(site, two.now_ms))
    choice = two.sessions[1].table.choice
    assert choice != choice.back()


def test_nobody_plays_for_the_other(two):
    two.play(1)
    assert log(two.match(1)) == []
    two.play(0)
    two.deliver_all()
    two.play(0)
    assert len(log(two.match(0))) == 1


def test_an_invitation_and_its_answer_are_shown_and_taken():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    assert seen(devices.sessions[0]).one("data-do", "play-live")
    devices.send(0, PlayLive(7))
    invitation = seen(devices.sessions[0]).one("data-invitation").text
    assert invitation.startswith("#/live/5")
    assert len(invitation) < 127
    assert devices.sessions[0].peers == "waiting"
    devices.send(1, Navigate(invitation, 0.0))
    answer = seen(devices.sessions[1]).one("data-answer").text
    assert seen(devices.sessions[0]).one("data-answer-field")
    devices.send(0, TakeCode(f"  {answer}\n", 0.0))
    assert [session.peers for session in devices.sessions] == ["connected"] * 2


def test_nothing_is_lost_when_the_line_is(two):
    two.play(0)
    two.deliver_all()
    two.play(1)
    two.cut(1)
    assert [session.peers for session in two.sessions] == ["lost"] * 2
    two.connect(0, 1)
    two.deliver_all()
    assert len(log(two.match(0))) == 2
    assert log(two.match(0)) == log(two.match(1))
    two.play(0)
    two.deliver_all()
    assert len(log(two.match(1))) == 3


@pytest.mark.parametrize("lost", [1, 2], ids=["a player", "a watcher"])
def test_whoever_is_lost_as_the_match_ends_is_invited_again_and_hears_of_it(lost):
    devices = Devices.connected(PLAY, 3)
    devices.send(0, Say(TableAction.RESIGN, 1, devices.now_ms))
    devices.cut(lost)
    assert devices.match(0).is_over
    assert not devices.match(lost).is_over
    page = seen(devices.sessions[0])
    assert page.one("data-do", "play-live")
    assert not page.all("data-do", "let-bots-play")
    devices.connect(0, lost)
    devices.deliver_all()
    assert devices.match(lost).is_over
    assert log(devices.match(lost)) == log(devices.match(0))


def test_who_has_not_noticed_the_loss_plays_on_and_loses_nothing(two):
    two.play(0)
    two.deliver_all()
    two.send(0, LineLost(1, two.now_ms))
    two.play(1)
    two.letters.clear()
    two.connect(0, 1)
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))
    table = two.sessions[1].table
    assert table is not None
    assert table.browsing is None
    assert two.sessions[1].notice is None


@pytest.mark.parametrize("device", [0, 1])
def test_nothing_is_lost_when_a_page_is_loaded_anew(two, device):
    two.play(0)
    two.deliver_all()
    two.play(1)
    two.deliver_all()
    two.reload(device)
    assert two.sessions[1 - device].peers == "lost"
    two.send(device, Navigate(PLAY, 0.0) if device == 0 else Navigate("#/matches", 0.0))
    two.connect(0, 1)
    two.deliver_all()
    two.play(0)
    two.deliver_all()
    assert len(log(two.match(1))) == 3
    assert log(two.match(0)) == log(two.match(1))
    assert two.match(1).here == {2}


@pytest.fixture
def apart(two: Devices) -> Devices:
    """The two after each has played another way while they were not connected."""
    two.play(0)
    two.deliver_all()
    two.cut(1)
    for device in (0, 1):
        two.send(device, Command.STOP_LIVE)
    two.play(1)
    two.send(0, Command.TAKE_BACK)
    two.play(0, lambda count: count - 1)
    two.connect(0, 1)
    two.deliver_all()
    return two


def test_what_was_played_apart_is_asked_about(two):
    two.play(0)
    two.deliver_all()
    two.cut(1)
    two.send(1, Command.STOP_LIVE)
    two.play(1)
    two.send(0, Command.STOP_LIVE)
    two.send(0, Command.TAKE_BACK)
    two.play(0, lambda count: count - 1)
    two.connect(0, 1)
    two.deliver_all()
    assert seen(two.sessions[1]).one("data-do", "take-theirs")
    two.send(1, ChooseWay(is_theirs=True))
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))
    two.play(1)
    two.deliver_all()
    assert len(log(two.match(0))) == 2


def test_what_the_host_has_taken_back_apart_is_asked_about(two):
    """Such a guest and host once never stopped sending each other the match."""
    two.play(0)
    two.deliver_all()
    two.reload(0)
    two.send(0, Navigate(PLAY, 0.0))
    two.send(0, Command.TAKE_BACK)
    assert log(two.match(0)) == []
    two.connect(0, 1)
    two.deliver_all()
    assert len(log(two.match(1))) == 1
    assert seen(two.sessions[1]).one("data-do", "take-theirs")
    two.send(1, ChooseWay(is_theirs=True))
    two.play(0, lambda count: count - 1)
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))


def test_a_welcome_that_is_overtaken_by_a_take_back_is_sent_anew():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.play(0)
    devices.connect(0, 1)
    # Nobody is greeted yet who could be asked.
    devices.send(0, Command.TAKE_BACK)
    devices.deliver_all()
    devices.send(1, ChooseWay(is_theirs=True))
    devices.deliver_all()
    devices.play(0, lambda count: count - 1)
    devices.deliver_all()
    assert len(log(devices.match(1))) == 1
    assert log(devices.match(0)) == log(devices.match(1))


def test_who_takes_back_before_it_is_settled_which_way_counts_is_told(two):
    two.play(0)
    two.deliver_all()
    host, line = two.sessions[0].live.host, two.sessions[0].live.host.lines[1]
    # The guest is told the match anew, and is asked which way counts.
    lines = {1: replace(line, has=None)}
    live = replace(two.sessions[0].live, host=replace(host, lines=lines))
    two.sessions[0] = replace(two.sessions[0], live=live)
    two.send(0, Command.TAKE_BACK)
    assert two.sessions[0].notice == LiveNotice(LiveTrouble.UNSETTLED)
    assert len(log(two.match(0))) == 1
    assert two.sessions[0].live.host.asked is None
    assert not two.letters


def test_a_guest_who_is_asked_which_way_counts_does_not_wait_for_a_take_back(apart):
    two = apart
    for wish in (Command.TAKE_BACK, LiveCommand.YIELD_SEATS, AllowHelp(is_allowed=True)):
        two.send(1, Command.DISMISS)
        two.send(1, wish)
        assert two.sessions[1].notice == LiveNotice(LiveTrouble.UNSETTLED)
        assert not two.letters
    assert two.sessions[1].live.guest.asked is None
    assert two.match(1).here == {2}
    two.send(1, ChooseWay(is_theirs=True))
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))
    two.play(1)
    two.deliver_all()
    two.send(1, Command.TAKE_BACK)
    two.deliver_all()
    assert two.sessions[0].live.host.asked


def test_who_keeps_another_way_is_not_connected_any_more(apart):
    apart.send(1, ChooseWay(is_theirs=False))
    assert [session.peers for session in apart.sessions] == ["none"] * 2
    assert len(log(apart.match(1))) == 2


def test_who_listens_is_told_who_is_there(two):
    assert "Playing live with Bert." in said(two.sessions[0])
    assert "Playing live with Anna." in said(two.sessions[1])
    two.play(0)
    two.deliver_all()
    assert "Playing live" not in said(two.sessions[1])
    two.cut(1)
    assert said(two.sessions[0]) == "The connection to Bert is lost."
    assert said(two.sessions[1]) == "The connection is lost."


def test_leaving_is_told(two):
    two.send(1, Command.STOP_LIVE)
    assert [session.peers for session in two.sessions] == ["lost", "none"]
    assert seen(two.sessions[0]).one("id", "notice").text.startswith("The other side has left")


def asked(devices: Devices, device: int) -> bool:
    return bool(seen(devices.sessions[device]).all("data-do", "grant-back"))


@pytest.mark.parametrize(("asker", "count", "length"), [(0, 4, 2), (0, 5, 4), (1, 4, 3), (1, 5, 3)])
def test_the_last_choice_is_taken_back_when_it_is_granted(two, asker, count, length):
    for number in range(count):
        two.play(number % 2)
        two.deliver_all()
    before = log(two.match(0))
    two.send(asker, Command.TAKE_BACK)
    two.deliver_all()
    assert asked(two, 1 - asker)
    assert not asked(two, asker)
    two.send(1 - asker, AnswerWish(is_granted=True))
    two.deliver_all()
    for device in (0, 1):
        assert log(two.match(device)) == before[:length]
        assert not asked(two, device)
    two.play(asker, lambda count: count - 1)
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))
    assert len(log(two.match(0))) == length + 1


def test_nothing_is_taken_back_when_it_is_not_granted_or_somebody_plays(two):
    for number in range(2):
        two.play(number)
        two.deliver_all()
    two.send(1, Command.TAKE_BACK)
    two.deliver_all()
    two.send(0, AnswerWish(is_granted=False))
    two.deliver_all()
    assert len(log(two.match(1))) == 2
    two.send(1, Command.TAKE_BACK)
    two.deliver_all()
    two.play(0)
    two.deliver_all()
    two.send(0, AnswerWish(is_granted=True))
    two.deliver_all()
    assert [len(log(two.match(device))) for device in (0, 1)] == [3, 3]


def test_nobody_takes_back_what_was_not_granted(two):
    """A changed host says that it was."""
    for number in range(2):
        two.play(number)
        two.deliver_all()
    match_id = two.sessions[1].live.guest.match_id
    two.send(1, IncomingText(1, format_message(Back(match_id, 1, 0)), 9.0))
    assert len(log(two.match(1))) == 2
    assert seen(two.sessions[1]).one("id", "notice")


def test_three_people_all_have_to_grant_it():
    devices = Devices.some(3)
    devices.send(0, Navigate("#/play/myra?seats=human,link,link&seed=4", 0.0))
    for guest in (1, 2):
        devices.connect(0, guest)
        devices.deliver_all()
    for number in range(4):
        devices.play(number % 3)
        devices.deliver_all()
    devices.send(1, Command.TAKE_BACK)
    devices.deliver_all()
    devices.send(0, AnswerWish(is_granted=True))
    devices.deliver_all()
    assert [len(log(devices.match(one))) for one in range(3)] == [4, 4, 4]
    assert not asked(devices, 0)
    devices.send(2, AnswerWish(is_granted=True))
    devices.deliver_all()
    assert [len(log(devices.match(one))) for one in range(3)] == [1, 1, 1]


def test_the_next_match_is_begun_by_the_host(two):
    for number in range(200):
        if not two.match(0).is_over:
            two.play(number % 2)
            two.deliver_all()
    assert two.match(0).is_over
    for device in (0, 1):
        two.send(device, Command.SHOW_END)
    host, guest = map(seen, two.sessions)
    assert host.all("data-do", "rematch")
    assert not guest.all("data-do", "rematch")
    assert "Your host starts the next game." in guest.one("id", "end").text
    two.send(1, PlayAgain(Rematch.SAME, 5, two.now_ms))
    assert log(two.match(1))
    two.send(0, PlayAgain(Rematch.SWAPPED, 5, two.now_ms))
    two.deliver_all()
    assert [log(two.match(device)) for device in (0, 1)] == [[], []]
    assert two.match(0).here == {2}
    assert two.match(1).here == {1}
    two.play(1)
    two.deliver_all()
    assert len(log(two.match(0))) == 1


def test_a_bot_takes_over_for_who_has_left():
    devices = Devices.some(3)
    devices.send(0, Navigate("#/play/myra?seats=human,link,link&seed=4", 0.0))
    for guest in (1, 2):
        devices.connect(0, guest)
        devices.deliver_all()
    for number in range(4):
        devices.play(number % 3)
        devices.deliver_all()
    before = log(devices.match(0))
    devices.send(1, Command.STOP_LIVE)
    devices.deliver_all()
    assert seen(devices.sessions[0]).one("data-do", "let-bots-play")
    devices.send(0, LetBotsPlay(devices.now_ms))
    devices.deliver_all()
    # Whoever was there comes along; whose bot it is decides the host's device.
    for device in (0, 2):
        match = devices.match(device)
        assert log(match) == before
        assert match.bot_level(2) is not None
        assert devices.sessions[device].peers == "connected"
    assert devices.match(2).here == {3}
    assert bot_thought(devices.sessions[2]) is None
    table = devices.sessions[0].table
    assert table is not None
    planned = replace(table, timing=table.timing.planned(devices.match(0), devices.now_ms))
    assert bot_thought(devices.sessions[0].on(planned)) is not None


def test_three_seats_and_somebody_who_watches():
    devices = Devices.some(4)
    devices.send(0, Navigate("#/play/myra?seats=human,link,link&seed=4", 0.0))
    for guest in (1, 2, 3):
        devices.connect(0, guest)
        devices.deliver_all()
    assert [devices.match(one).here for one in range(4)] == [{1}, {2}, {3}, set()]
    for number in range(7):
        devices.play(number % 3)
        devices.deliver_all()
    logs = [log(devices.match(one)) for one in range(4)]
    assert len(logs[0]) >= 7
    assert logs.count(logs[0]) == 4
    assert not seen(devices.sessions[3]).all("data-do", "claim")


def test_a_bot_plays_on_the_hosts_device_alone():
    devices = Devices.some(2)
    devices.send(0, Navigate("#/play/myra?seats=human,link,bot:2&seed=4", 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    for device in (0, 1):
        devices.play(device)
        devices.deliver_all()
    assert devices.match(1).position.active_seats == {3}
    assert bot_thought(devices.sessions[1]) is None


def test_a_code_opened_in_another_tab_finds_the_one_that_waits():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    invitation = code_to_send(devices.sessions[0])
    devices.send(1, Navigate(invitation, 0.0))
    answer = code_to_send(devices.sessions[1])
    tab, effects = update(Session(), Navigate(answer, 0.0))
    (offer,) = [one for one in effects if isinstance(one, OfferCode)]
    _, claimed = update(devices.sessions[0], CodeOffered(offer.code))
    assert ClaimCode(offer.code) in claimed
    tab, _ = update(tab, CodeTaken(offer.code, is_own=False))
    assert isinstance(tab.screen, JoinScreen)
    assert tab.screen.use is CodeUse.TAKEN
    # The host's own invitation is nobody's answer.
    tab, effects = update(Session(), Navigate(invitation, 0.0))
    (offer,) = [one for one in effects if isinstance(one, OfferCode)]
    _, claimed = update(devices.sessions[0], CodeOffered(offer.code))
    assert claimed == (ClaimCode(offer.code, is_own=True),)
