"""Many guests by one screen, people who only watch, and the signs that people give."""

from __future__ import annotations

import pytest

from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    AnswerSeat,
    AskForSeat,
    ClaimCode,
    CodeOffered,
    CodeTaken,
    GiveSign,
    HangUp,
    IncomingText,
    LineLost,
    LineShaky,
    LiveCommand,
    PlayLive,
    TakeCode,
)
from spieltisch.app.update import update
from spieltisch.live.protocol import SIGNS, Sign, format_message
from tests.unit.asking import said, seen
from tests.unit.devices import Devices, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"
SIX = "#/play/aya?seats=human,link,link,link,link,link&seed=4&edition=reilly"


def panel(session: Session) -> str:
    return seen(session).one("id", "peers").text


def take(devices: Devices, guest: int) -> None:
    """The guest answers the invitation that is out, and the host takes the answer."""
    devices.send(guest, Navigate(code_to_send(devices.sessions[0]), 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[guest]), 0.0))
    devices.deliver_all()


@pytest.mark.parametrize(("link", "number"), [(THREE, 3), (SIX, 6)])
def test_all_seats_are_filled_from_one_screen_by_one_press(link, number):
    devices = Devices.some(number)
    devices.send(0, Navigate(link, 0.0))
    devices.send(0, PlayLive(7))
    for guest in range(1, number):
        assert "has not been used yet" in panel(devices.sessions[0])
        take(devices, guest)
    assert devices.sessions[0].live.invitation is None
    assert [sorted(devices.match(one).here) for one in range(number)] == [
        [seat] for seat in range(1, number + 1)
    ]


def test_the_host_sees_who_is_here_and_whom_the_next_invitation_is_for():
    devices = Devices.some(3)
    devices.send(0, Navigate(THREE, 0.0))
    devices.send(0, PlayLive(7))
    assert "1. Invite Bert" in panel(devices.sessions[0])
    take(devices, 1)
    assert "1. Invite Carla" in panel(devices.sessions[0])
    assert "Playing live with Bert." in panel(devices.sessions[0])


def test_two_who_have_opened_the_same_invitation_both_come():
    devices = Devices.some(3)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    for guest in (2, 1):
        devices.send(guest, Navigate(code_to_send(devices.sessions[0]), 0.0))
    late = code_to_send(devices.sessions[2])
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    devices.deliver_all()
    assert devices.sessions[0].live.invitation is None
    for _ in range(2):
        devices.send(0, TakeCode(late, 0.0))
        assert "Somebody else has already used that invitation" in seen(devices.sessions[0]).text
        assert seen(devices.sessions[0]).one("data-invitation").text
    take(devices, 2)
    assert devices.match(1).here == {2}
    assert not devices.match(2).here


@pytest.fixture
def watched() -> Devices:
    """A match of two, and somebody else who has come."""
    return Devices.connected(PLAY, 3)


def test_who_finds_no_seat_is_asked_to_watch_and_all_are_told(watched):
    assert "Would you like to watch?" in panel(watched.sessions[2])
    assert "Would you like to watch?" in said(watched.sessions[2])
    for device in (0, 1):
        assert "1 person is watching." in panel(watched.sessions[device])
    watched.send(2, LiveCommand.WATCH)
    assert "You are watching." in panel(watched.sessions[2])
    assert "Would you" not in panel(watched.sessions[2])
    assert "person" not in panel(watched.sessions[2])
    watched.send(2, Command.STOP_LIVE)
    watched.deliver_all()
    assert "watching" not in panel(watched.sessions[0])


def test_an_invitation_to_watch_is_withdrawn_by_a_press(watched):
    assert not seen(watched.sessions[0]).all("data-do", "stop-inviting")
    watched.send(0, PlayLive(30))
    assert "Invite somebody to watch" in panel(watched.sessions[0])
    watched.send(0, LiveCommand.STOP_INVITING)
    assert watched.sessions[0].live.invitation is None
    assert 30 not in watched.ends
    assert "Playing live with Bert." in panel(watched.sessions[0])
    watched.play(0)
    watched.deliver_all()
    assert len(log(watched.match(1))) == 1


def test_who_asks_for_a_seat_in_vain_is_told(watched):
    line = watched.sessions[1].live.line
    watched.cut(line)
    watched.deliver_all()
    watched.send(2, AskForSeat(2))
    watched.deliver_all()
    assert "You have asked your host for Bert" in panel(watched.sessions[2])
    watched.send(0, AnswerSeat(watched.sessions[2].live.line, is_given=False))
    watched.deliver_all()
    assert "would rather not give you that seat" in seen(watched.sessions[2]).text
    assert "Take Bert’s seat" in panel(watched.sessions[2])


def test_a_wish_for_a_seat_stays_open_while_others_come_and_go(watched):
    watched.cut(watched.sessions[1].live.line)
    watched.deliver_all()
    watched.send(2, AskForSeat(2))
    watched.deliver_all()
    line = watched.sessions[2].live.line
    letters = watched.sessions[0].live.host._presence(watched.match(0))
    for number, letter in letters:
        if number == line:
            watched.send(2, IncomingText(line, format_message(letter), watched.now_ms))
    assert "You have asked your host for Bert" in panel(watched.sessions[2])
    assert watched.sessions[2].notice is None


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("giver", [0, 1])
def test_a_sign_is_seen_and_heard_by_all(watched, giver, sign):
    watched.send(giver, GiveSign(sign, watched.now_ms))
    watched.deliver_all()
    name = ("Anna", "Bert")[giver]
    for session in watched.sessions:
        assert session.live.talk.last == (giver + 1, sign)
        assert f"{name}: " in said(session)
    assert f"{name}: " in panel(watched.sessions[1 - giver])


def test_who_wants_none_sees_none_and_others_still_do(watched):
    watched.send(0, LiveCommand.MUTE)
    watched.send(1, GiveSign("again", watched.now_ms))
    watched.deliver_all()
    watched.send(2, LiveCommand.WATCH)
    assert "Again?" not in said(watched.sessions[0])
    assert watched.sessions[0].live.talk.last is None
    assert "Bert: Again?" in panel(watched.sessions[2])
    watched.send(0, LiveCommand.MUTE)
    watched.now_ms += 5000.0
    watched.send(1, GiveSign("again", watched.now_ms))
    watched.deliver_all()
    assert "Bert: Again?" in panel(watched.sessions[0])


@pytest.mark.parametrize(
    ("device", "seat"),
    [(1, 1), (1, 3), (2, 2), (2, 1)],
    ids=["host's", "none", "other's", "host's too"],
)
def test_nobody_gives_a_sign_for_another_or_while_they_watch(watched, device, seat):
    live = watched.sessions[device].live
    text = format_message(Sign(live.guest.match_id, seat, "oops"))
    watched.send(0, IncomingText(live.line, text, watched.now_ms))
    watched.send(2, GiveSign("oops", watched.now_ms))
    watched.deliver_all()
    assert [session.live.talk.last for session in watched.sessions] == [None] * 3


def test_a_flood_of_signs_is_not_passed_on(watched):
    live = watched.sessions[1].live
    text = format_message(Sign(live.guest.match_id, 2, "oops"))
    for _ in range(50):
        watched.send(0, IncomingText(live.line, text, watched.now_ms))
    assert len(watched.letters) == 1


def test_only_six_signs_can_be_given(watched):
    watched.send(0, GiveSign("<b>free text</b>", watched.now_ms))
    text = format_message(Sign(watched.sessions[1].live.guest.match_id, 2, "oops"))
    line = watched.sessions[1].live.line
    watched.send(0, IncomingText(line, text.replace("oops", "free text"), watched.now_ms))
    assert not watched.letters
    assert watched.sessions[0].live.talk.last is None


@pytest.mark.parametrize("link", [PLAY, THREE, PLAY + "&clock=5+0", SIX])
def test_after_a_reload_people_are_told_with_whom_they_were_connected(link):
    number = len(link.partition("seats=")[2].partition("&")[0].split(","))
    devices = Devices.connected(link, number)
    for device in range(number):
        devices.reload(device)
        devices.send(device, Navigate(f"#/match/{min(devices.stored[device])}", 0.0))
        assert "You were connected with" in seen(devices.sessions[device]).text
    page = seen(devices.sessions[0])
    again = [one for one in page.all("data-do", "play-live") if one.text == "Connect again"]
    assert len(again) == 1
    for guest in range(1, number):
        assert seen(devices.sessions[guest]).one("data-invitation-field")
    devices.send(0, PlayLive(30))
    for guest in range(1, number):
        take(devices, guest)
    assert [len(devices.match(device).here) for device in range(number)] == [1] * number
    assert devices.sessions[0].live.invitation is None


def test_nobody_is_told_so_who_was_not_connected():
    devices = Devices.some(1)
    devices.send(0, Navigate(PLAY, 0.0))
    assert "You were connected" not in seen(devices.sessions[0]).text


@pytest.mark.parametrize("is_table", [False, True], ids=["host", "table"])
def test_whose_answer_is_too_old_is_invited_again(is_table):
    """The guest's page was closed after it had answered: at a table, too, there is a way on."""
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(1, is_table=is_table))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    answer = code_to_send(devices.sessions[1])
    before, devices._carry_out = devices._carry_out, lambda *_: None
    devices.send(0, TakeCode(answer, 0.0))
    assert "Connecting …" in panel(devices.sessions[0])
    devices.send(0, TakeCode(answer, 0.0))
    devices.send(0, LineShaky(1))
    assert "their answer is too old: invite them again" in panel(devices.sessions[0])
    devices._carry_out = before
    devices.send(0, PlayLive(2))
    take(devices, 1)
    assert devices.match(1).here


def test_an_answer_to_an_invitation_that_has_failed_is_answered_by_a_word():
    """Its line is hung up: there is nothing that could be connected."""
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(1))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    answer = code_to_send(devices.sessions[1])
    devices.send(0, LineLost(1, devices.now_ms))
    devices.send(0, TakeCode(answer, 0.0))
    assert "the answer to another invitation" in seen(devices.sessions[0]).one("id", "notice").text
    told = panel(devices.sessions[0])
    assert "No connection could be made." in told
    assert "Connecting" not in told


def test_who_pastes_an_answer_at_the_guest_is_told_what_is_wanted_there():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(1))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    answer = code_to_send(devices.sessions[1])
    devices.send(0, TakeCode(answer, 0.0))
    devices.deliver_all()
    devices.cut(1)
    devices.send(1, TakeCode(answer, 0.0))
    told = seen(devices.sessions[1]).one("id", "notice").text
    assert "an answer to an invitation" in told
    assert "Ask your host for an invitation" in told


@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
def test_who_goes_to_another_match_has_left_the_one_before(who):
    """The others need not wait whether the connection comes back."""
    devices = Devices.some(3)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(2, Navigate(PLAY.replace("seed=4", "seed=5"), 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    devices.send(2, PlayLive(9))
    devices.send(who, Navigate(code_to_send(devices.sessions[2]), 0.0))
    devices.deliver_all()
    told = seen(devices.sessions[1 - who]).one("id", "notice").text
    assert "The other side has left." in told
    devices.send(2, TakeCode(code_to_send(devices.sessions[who]), 0.0))
    devices.deliver_all()
    assert devices.match(who).here == {2}


def answered_twice() -> tuple[Devices, str]:
    """Somebody has come by an invitation that somebody else has answered, too, and that answer."""
    devices = Devices.some(3)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    invitation = code_to_send(devices.sessions[0])
    for guest in (2, 1):
        devices.send(guest, Navigate(invitation, 0.0))
    late = code_to_send(devices.sessions[2])
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    devices.deliver_all()
    return devices, late


def test_an_answer_that_comes_second_and_is_opened_tells_the_host_and_its_own_tab():
    """It is opened from a messenger, in another tab of the host's browser."""
    (devices, late), tab = answered_twice(), Session()
    tab, effects = update(tab, Navigate(late, 0.0))
    (offer,) = effects
    session, effects = update(devices.sessions[0], CodeOffered(offer.code))
    assert "Somebody else has already used that invitation" in seen(session).text
    assert ClaimCode(offer.code) in effects
    assert session.live.invitation.state == "preparing", "a new one, by which they may watch"
    assert session.peers == "connected"
    tab, _ = update(tab, CodeTaken(offer.code, is_own=False))
    assert "The game continues in your other tab." in seen(tab).text
    # Opened once more, it changes nothing but that it is told again.
    again, effects = update(session, CodeOffered(offer.code))
    assert again.live.invitation == session.live.invitation
    assert ClaimCode(offer.code) in effects


def test_an_answer_that_comes_second_is_told_of_in_the_hosts_own_tab_too():
    devices, late = answered_twice()
    devices.send(0, Navigate(late, 0.0))
    assert devices.sessions[0].table is not None
    assert "Somebody else has already used that invitation" in seen(devices.sessions[0]).text


def test_a_line_that_nobody_waits_for_is_hung_up():
    devices = Devices.connected("#/play/yala?seats=human,link&names=Anna,Bert&seed=4", 3)
    devices.send(2, LiveCommand.WATCH)
    devices.deliver_all()
    session = devices.sessions[0]
    (number,) = [one for one, line in session.live.host.lines.items() if not line.seats]
    session, first = update(session, LineLost(number, 9.0, may_return=True))
    session, then = update(session, LineLost(number, 10.0))
    assert HangUp(number) in (*first, *then)


def test_who_waits_with_an_answer_may_stop_and_may_make_another():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    assert seen(devices.sessions[1]).all("data-do", "stop-live")
    # Nobody hears of it: the host has no answer yet.
    devices.sessions[1], _ = update(devices.sessions[1], Command.STOP_LIVE)
    assert devices.sessions[1].live is None
    told = seen(devices.sessions[1])
    assert "You are not connected." in told.text
    assert not told.all("data-do", "stop-live")
    devices.send(1, TakeCode(told.one("data-do", "take-code").attributes["data-arg"], 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    devices.deliver_all()
    assert [one.peers for one in devices.sessions] == ["connected"] * 2
