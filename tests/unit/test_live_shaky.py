"""Lines on which nothing comes for a while, that are lost and come back, and late answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from spieltisch.app.core.effects import Effect
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    Accept,
    AnswerWish,
    ClaimCode,
    CodeOffered,
    Connect,
    HangUp,
    LineLost,
    LineOpened,
    LineShaky,
    PlayLive,
    TakeCode,
)
from spieltisch.app.update import update
from spieltisch.live.codes import format_code, parse_code
from tests.unit.asking import said, seen
from tests.unit.devices import Devices, endpoint_of, log

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
BY_ITSELF = "You will be reconnected as soon as the network is back."


@pytest.fixture
def two() -> Devices:
    """A host and a guest who have begun."""
    return Devices.connected(PLAY)


def states(devices: Devices) -> list[str]:
    return [session.peers for session in devices.sessions]


def panel(devices: Devices, device: int) -> str:
    return seen(devices.sessions[device]).one("id", "peers").text


class Late(Devices):
    """Devices whose lines take their time to be connected."""

    def _carry_out(self, device: int, effect: Effect) -> None:
        if not isinstance(effect, Connect):
            super()._carry_out(device, effect)


@pytest.fixture
def late() -> Late:
    """A host who has taken an answer, and a guest who waits for them, not connected."""
    devices = Late.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.connect(0, 1)
    return devices


@pytest.mark.parametrize("device", [0, 1])
def test_a_line_on_which_nothing_comes_is_shaky_until_something_does(two, device):
    two.send(device, LineShaky(1))
    assert two.sessions[device].peers == "shaky"
    assert "shaky" in said(two.sessions[device])
    assert seen(two.sessions[device]).all("data-shaky")
    two.send(device, LineShaky(1, is_shaky=False))
    assert states(two) == ["connected"] * 2
    assert not seen(two.sessions[device]).all("data-shaky")


def test_people_play_and_take_back_on_a_shaky_line(two):
    for device in (0, 1):
        two.send(device, LineShaky(1))
    two.play(0)
    two.deliver_all()
    assert len(log(two.match(1))) == 1
    two.send(0, Command.TAKE_BACK)
    two.deliver_all()
    two.send(1, AnswerWish(is_granted=True))
    two.deliver_all()
    assert [log(two.match(device)) for device in (0, 1)] == [[], []]


@pytest.mark.parametrize("device", [0, 1])
def test_who_takes_back_while_the_line_is_lost_is_told_to_wait(two, device):
    for number in (0, 1):
        two.play(number)
        two.deliver_all()
    two.send(0, Command.TAKE_BACK)
    two.deliver_all()
    two.send(1, AnswerWish(is_granted=True))
    two.deliver_all()
    assert len(log(two.match(0))) == 0
    two.lapse(1)
    two.send(device, Command.TAKE_BACK)
    assert two.sessions[device].notice is None, "nothing can be taken back"
    two.send(0, Command.REDO)
    assert two.sessions[0].notice == LiveNotice(LiveTrouble.NOT_CONNECTED)
    two.come_back(1)
    two.deliver_all()
    two.send(0, Command.REDO)
    two.deliver_all()
    assert [len(log(two.match(one))) for one in (0, 1)] == [1, 1]
    two.play(1)
    two.deliver_all()
    two.lapse(1)
    two.send(device, Command.TAKE_BACK)
    assert two.sessions[device].notice == LiveNotice(LiveTrouble.NOT_CONNECTED)
    assert "has to wait" in seen(two.sessions[device]).one("id", "notice").text


def test_a_lost_line_comes_back_without_a_code_and_nothing_is_lost(two):
    two.play(0)
    two.deliver_all()
    two.play(1)
    two.lapse(1)
    assert states(two) == ["lost"] * 2
    for device in (0, 1):
        assert BY_ITSELF in panel(two, device)
    two.come_back(1)
    two.deliver_all()
    assert states(two) == ["connected"] * 2
    assert len(log(two.match(0))) == 2
    two.play(0)
    two.deliver_all()
    assert log(two.match(0)) == log(two.match(1))
    assert [sorted(two.match(device).here) for device in (0, 1)] == [[1], [2]]


def test_a_line_that_does_not_come_back_is_hung_up(two):
    two.lapse(1)
    assert 1 in two.ends
    two.cut(1)
    assert states(two) == ["lost"] * 2
    for device in (0, 1):
        assert BY_ITSELF not in panel(two, device)
        _, effects = update(two.sessions[device], LineLost(1, two.now_ms))
        assert HangUp(1) in effects


def test_a_line_that_is_lost_for_good_does_not_say_that_it_may_come_back(two):
    two.cut(1)
    assert states(two) == ["lost"] * 2
    for device in (0, 1):
        assert BY_ITSELF not in panel(two, device)


def test_a_line_that_nobody_knows_any_more_is_hung_up(two):
    two.lapse(1)
    _, effects = update(two.sessions[1], LineOpened(9))
    assert HangUp(9) in effects
    two.send(1, Command.STOP_LIVE)
    _, effects = update(two.sessions[1], LineOpened(1))
    assert HangUp(1) in effects


@dataclass
class Noting(Devices):
    """Devices that note which of them hangs up which line."""

    hung_up: list[tuple[int, int]] = field(default_factory=list)

    def _carry_out(self, device: int, effect: Effect) -> None:
        if isinstance(effect, HangUp):
            self.hung_up.append((device, effect.line))
        super()._carry_out(device, effect)


def test_a_guest_who_comes_by_another_line_needs_the_lost_one_no_more():
    devices = Noting.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    devices.lapse(1)
    # The guest's page is loaded anew, and no word of it reaches the host.
    del devices.ends[1]
    devices.reload(1)
    devices.connect(0, 1)
    devices.deliver_all()
    assert states(devices) == ["connected"] * 2
    assert set(devices.sessions[0].live.host.lines) == {2}
    assert (0, 1) in devices.hung_up


def test_a_guest_who_comes_back_leaves_the_invitation_to_another():
    devices = Devices.some(3)
    devices.send(0, Navigate("#/play/myra?seats=human,link,link&seed=4", 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    devices.send(0, PlayLive(7))
    invitation = code_to_send(devices.sessions[0])
    devices.lapse(1)
    devices.come_back(1)
    devices.deliver_all()
    assert code_to_send(devices.sessions[0]) == invitation
    devices.send(2, Navigate(invitation, 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[2]), 0.0))
    devices.deliver_all()
    assert states(devices) == ["connected"] * 3


@pytest.mark.parametrize("by_link", [False, True])
def test_an_answer_that_is_given_twice_is_told_as_taken(late, by_link):
    answer = code_to_send(late.sessions[1])
    again = Navigate(answer, 0.0) if by_link else TakeCode(answer, 0.0)
    for is_open in (False, True):
        table, invitation = late.sessions[0].table.match_id, late.sessions[0].live.invitation
        late.send(0, again)
        assert late.sessions[0].notice == LiveNotice(LiveTrouble.ANSWER_TAKEN)
        assert late.sessions[0].table.match_id == table
        assert late.sessions[0].live.invitation == invitation, "no new one"
        if not is_open:
            late.come_back(1)
            late.deliver_all()
    assert states(late) == ["connected"] * 2
    # A tab that is opened with it leaves it to this one.
    code = answer.partition("#/live/")[2]
    _, effects = update(late.sessions[0], CodeOffered(code))
    assert effects == (ClaimCode(code),)


def test_an_answer_by_which_nobody_came_is_told_as_too_old(late):
    answer = code_to_send(late.sessions[1])
    late.send(0, LineLost(1, late.now_ms))
    late.send(0, TakeCode(answer, 0.0))
    assert late.sessions[0].notice == LiveNotice(LiveTrouble.ANSWER_FAILED)


def test_a_host_is_told_that_nobody_has_come_and_may_invite_again(late):
    assert "Nobody has come yet" not in panel(late, 0)
    late.send(0, LineShaky(1))
    assert "Nobody has come yet" in panel(late, 0)
    assert seen(late.sessions[0]).one("id", "peers").all("data-do", "play-live")
    late.come_back(1)
    late.deliver_all()
    assert states(late) == ["connected"] * 2


def test_an_invitation_that_nobody_has_answered_is_not_slow():
    devices = Late.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(0, LineShaky(7))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    assert "Nobody has come yet" not in panel(devices, 0)
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    assert "Connecting" in panel(devices, 0)
    assert "Nobody has come yet" not in panel(devices, 0)


def test_an_answer_that_is_too_old_says_so_and_another_is_one_press_away(late):
    late.send(1, LineLost(1, late.now_ms))
    session = late.sessions[1]
    assert session.notice == LiveNotice(LiveTrouble.OLD_ANSWER)
    again = seen(session).one("data-do", "take-code")
    assert again.text == "Make a new answer"
    _, effects = update(session, TakeCode(session.screen.code, 0.0))
    assert [one for one in effects if isinstance(one, Accept)]


def test_another_invitation_with_the_number_of_an_old_one_is_answered_anew():
    devices = Late.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    invitation = code_to_send(devices.sessions[0])
    guest, effects = update(devices.sessions[1], Navigate(invitation, 0.0))
    assert [one.line for one in effects if isinstance(one, Accept)] == [7]
    again, effects = update(guest, Navigate(invitation, 0.0))
    assert not [one for one in effects if isinstance(one, Accept)], "it is being answered"
    code = parse_code(invitation.partition("#/live/")[2])
    other = format_code(replace(code, endpoint=endpoint_of(5, 7)))
    _, effects = update(again, Navigate(f"#/live/{other}", 0.0))
    assert [one.line for one in effects if isinstance(one, Accept)] == [7]
    # The host gives no number again that somebody may have answered.
    devices.send(1, Navigate(invitation, 0.0))
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    host = replace(devices.sessions[0].live, invitation=None)
    assert host.free_line != 7
