"""By a relay that a person has named: one link, no answer, and whoever is lost comes back by it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from spieltisch.app.board.messages import ChooseWay, LockChanged, PlayAgain, Rematch
from spieltisch.app.core.effects import Fetch
from spieltisch.app.core.live import Hosting, Visiting, goes_over_relay
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.core.waits import Came, OwnersFile
from spieltisch.app.matches.state import DeleteMatches
from spieltisch.app.together.joining import forget_room, note_room
from spieltisch.app.together.messages import (
    Accept,
    CarryLine,
    Connect,
    GiveSign,
    HangUp,
    Invite,
    LineLost,
    LineOpened,
    LineShaky,
    LiveCommand,
    NameStun,
    OpenRoom,
    RelayHeard,
    TakeCode,
    TellRoom,
)
from spieltisch.app.update import update
from spieltisch.live.codes import CLOSED, KNOCK, Room, format_room, parse_relay, parse_room
from spieltisch.live.description import parse_description
from spieltisch.play.codec import LinkError
from spieltisch.play.match import NO_ROOM, parse_kept
from spieltisch.play.record_link import PLACE, LinkedMatch, encode_match
from tests.unit.asking import after, seen
from tests.unit.devices import Devices, log
from tests.unit.test_live_again import beside_the_result, resign
from tests.unit.test_live_machine import BOUNDED, Live

YALA = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
THREE = "#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4"
RELAY = "wss://relay.example.org:8084/mqtt"
SECRET = "0123456789abcdef" * 2


@dataclass
class Roomed(Devices):
    """Devices with a relay among them, which a test may stop."""

    is_up: bool = True
    is_blocked: bool = False
    """Whether no direct line can be made."""
    said: list[tuple[int, str]] = field(default_factory=list)
    known: dict[int, str] = field(default_factory=dict)
    askers: dict[str, int] = field(default_factory=dict)
    """Who asks for a line over the relay, by what they say."""

    def _carry_out(self, device: int, effect: Any) -> None:
        match effect:
            case TellRoom(text):
                self.said.append((device, text))
            case Fetch(OwnersFile() as need):
                # It cannot be read: what was read before it counts.
                self.send(device, Came(need, None, self.now_ms))
            case HangUp(line) if device not in self.ends.get(line, ()):
                pass
            case HangUp(line) if device and line in self.sessions[0].live.invited:
                self.ends[line] = (0,)
            case Connect() if self.is_blocked:
                pass
            case CarryLine(line, asked):
                guest = self.askers[asked]
                self.ends[line] = (device, guest)
                for end in (device, guest):
                    self.send(end, LineOpened(line, is_relayed=True, name=self.name_of(line)))
            case Connect(line, answer):
                # Of several who have answered, the host takes one.
                taken = parse_description(answer).fingerprint[0]
                self.ends[line] = (device, taken)
                super()._carry_out(device, effect)
            case _:
                super()._carry_out(device, effect)

    def is_in(self, device: int) -> bool:
        """Whether a device is in a room, as in shell/relay.py."""
        live = self.sessions[device].live
        if live is None or live.relay is None or not self.is_up:
            return False
        return isinstance(live, Hosting) or not live.guest.is_open or goes_over_relay(live)

    def ask(self, device: int) -> None:
        """A guest to whom no direct line comes asks for one over the relay."""
        line = self.sessions[device].live.line
        asked = f"over {'-' if line < 0 else line} {len(self.askers):087}"
        self.askers[asked] = device
        self.said.append((device, asked))

    def settle(self, rounds: int = 1) -> None:
        """Everybody enters the rooms they want to be in, guests knock there, and all is heard."""
        for _ in range(rounds):
            for device, session in enumerate(self.sessions):
                if self.is_in(device) and session.live.relay.state != "open":
                    self.send(device, RelayHeard("open"))
                live = self.sessions[device].live
                if self.is_in(device) and isinstance(live, Visiting) and not live.guest.is_open:
                    self.said.append((device, KNOCK))
                    if live.relay.asks:
                        self.ask(device)
            for _ in range(200):
                if not self.said:
                    break
                who, text = self.said.pop(0)
                self._pass_on(who, text)
                self.deliver_all()
            assert not self.said, "they never stop talking"

    def _pass_on(self, who: int, text: str) -> None:
        sender = self.sessions[who].live
        if sender is None or sender.relay is None:
            return
        for device, session in enumerate(self.sessions):
            live = session.live
            is_other = device != who and type(live) is not type(sender)
            if is_other and self.is_in(device) and live.relay.room == sender.relay.room:
                self.send(device, RelayHeard(text=text))

    def open(self, link: str) -> str:
        """The first opens a room; gives its link."""
        self.send(0, Navigate(link, 0.0))
        self.send(0, OpenRoom(RELAY, 7, SECRET))
        return seen(self.sessions[0]).one("data-room").text

    def enter(self, guest: int, link: str) -> None:
        self.send(guest, Navigate(link, 0.0))
        self.send(guest, LiveCommand.ENTER_ROOM)

    def meet(self) -> None:
        """The first opens a room for a match of YALA, and the second enters it."""
        self.enter(1, self.open(YALA))
        self.settle()

    def leave_page(self, device: int) -> None:
        """The page is left, and its match opened from the start page or by a reload: beside it is
        kept in which room it was."""
        match_id = self.sessions[device].live.match_id
        self.reload(device)
        self.send(device, Navigate(f"#/match/{match_id}", 0.0))


def with_relays(number: int) -> Roomed:
    devices = Roomed.some(number)
    known = {"relays": "wss:", "site_relay": RELAY.removeprefix("wss://")}
    devices.sessions = [
        replace(one, device=replace(one.device, **known)) for one in devices.sessions
    ]
    return devices


@pytest.fixture
def three() -> Roomed:
    return with_relays(3)


def states(devices: Devices) -> list[str]:
    return [one.peers for one in devices.sessions]


def test_one_link_and_no_answer(three):
    link = three.open(YALA)
    room, _, told = link.partition("?")
    assert room == f"#/room/relay.example.org:8084/mqtt/{SECRET}" + room[-4:]
    assert told == "by=Anna&seat=2&game=yala"
    three.enter(1, link)
    three.settle()
    assert states(three)[:2] == ["connected", "connected"]
    three.play(0)
    three.deliver_all()
    assert log(three.match(0)) == log(three.match(1)) != []
    assert three.match(1).here == {2}


def test_one_link_fills_all_seats(three):
    link = three.open(THREE)
    three.enter(1, link)
    three.enter(2, link)
    three.settle(3)
    assert states(three) == ["connected"] * 3
    assert [set(one.match.here) for one in three.sessions] == [{1}, {2}, {3}]


def test_whoever_comes_when_all_seats_are_taken_is_asked_to_watch(three):
    link = three.open(YALA)
    for guest in (1, 2):
        three.enter(guest, link)
    three.settle(3)
    assert states(three) == ["connected"] * 3
    assert "Would you like to watch?" in seen(three.sessions[2]).one("id", "peers").text
    (kept,) = seen(three.sessions[0]).all("data-room")
    assert kept.text == link, "folded away, as all have come who play"


@pytest.mark.parametrize("who", [0, 1])
def test_either_side_comes_back_after_a_reload(three, who):
    three.meet()
    three.play(0)
    three.deliver_all()
    three.leave_page(who)
    assert "You were connected with" in seen(three.sessions[who]).one("id", "by-link").text
    three.send(who, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three)[:2] == ["connected", "connected"]
    three.play(1)
    three.deliver_all()
    assert len(log(three.match(0))) == 2
    assert log(three.match(0)) == log(three.match(1))


def test_who_watches_comes_back_after_a_reload_and_is_offered_no_seat(three):
    link = three.open(YALA)
    for guest in (1, 2):
        three.enter(guest, link)
        three.settle()
    three.leave_page(2)
    panel = seen(three.sessions[2]).one("id", "by-link")
    assert "You were connected with" in panel.text
    assert not panel.all("data-do", "claim")
    three.send(2, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three) == ["connected"] * 3
    assert not three.match(2).here


def test_both_come_back_after_both_were_loaded_anew(three):
    three.meet()
    for who in (0, 1):
        three.leave_page(who)
    for who in (1, 0):
        three.send(who, LiveCommand.RECONNECT)
        three.settle(2)
    three.settle(3)
    assert states(three)[:2] == ["connected", "connected"]
    assert three.match(1).here == {2}


def test_a_host_who_reloads_before_anybody_has_come_has_the_same_link(three):
    link = three.open(YALA)
    three.leave_page(0)
    assert "You were connected" not in seen(three.sessions[0]).text
    three.send(0, OpenRoom(RELAY, 9, "f" * 32))
    assert seen(three.sessions[0]).one("data-room").text == link
    three.send(0, OpenRoom("wss://other.example.org", 9, "f" * 32))
    assert "other.example.org/" + "f" * 32 in seen(three.sessions[0]).one("data-room").text


def test_a_changed_network_comes_back(three):
    three.meet()
    (line,) = three.ends
    three.lapse(line)
    assert states(three)[:2] == ["lost", "lost"]
    three.settle(2)
    assert states(three)[:2] == ["connected", "connected"]
    assert line not in three.ends, "by a new line, with the addresses of now"


def test_a_guest_who_goes_while_being_connected_keeps_nobody_out(three):
    link = three.open(YALA)
    three.enter(1, link)
    three.send(0, RelayHeard("open"))
    three.send(0, RelayHeard(text=KNOCK))
    invitation = three.said[-1][1]
    three.said.clear()
    # Their answer was taken; then they were gone.
    three.send(1, RelayHeard("open"))
    three.send(1, RelayHeard(text=invitation))
    answer = three.said[-1][1]
    three.said.clear()
    ends, three.ends = three.ends, dict.fromkeys(three.ends, (0,))
    before = three._carry_out
    three._carry_out = lambda device, effect: None
    three.send(0, RelayHeard(text=answer))
    three._carry_out = before
    assert ends
    assert three.sessions[0].live.invitation.state == "answered"
    three.reload(1)
    three.enter(2, link)
    three.settle(4)
    assert [states(three)[one] for one in (0, 2)] == ["connected", "connected"]


TROUBLE = {
    "calling": "Asking the relay",
    "unreachable": "cannot be reached",
    "silent": "does not answer",
    "strange": "no relay that this page can use",
    "flooded": "Far too much",
}


@pytest.mark.parametrize(("state", "words"), TROUBLE.items())
def test_how_it_goes_with_the_relay_is_told_and_codes_still_do(three, state, words):
    link = three.open(YALA)
    three.enter(1, link)
    for who in (0, 1):
        three.send(who, RelayHeard(state))
        (told,) = seen(three.sessions[who]).all("data-relay-state")
        assert words in told.text
    three.send(0, LiveCommand.CLOSE_ROOM)
    three.send(2, Navigate(seen(three.sessions[0]).one("data-invitation").text, 0.0))
    three.send(0, TakeCode(seen(three.sessions[2]).one("data-answer").text, 0.0))
    three.deliver_all()
    assert [states(three)[one] for one in (0, 2)] == ["connected", "connected"]


def test_a_line_that_cannot_be_made_says_so_and_what_may_help(three):
    three.enter(1, three.open(YALA))
    three.send(0, RelayHeard("open"))
    three.send(1, RelayHeard("open"))
    three.send(0, RelayHeard(text=KNOCK))
    three.send(1, RelayHeard(text=three.said.pop()[1]))
    line = three.sessions[1].live.line
    three.send(1, LineShaky(line))
    assert "No direct connection could be made" in seen(three.sessions[1]).text
    three.send(1, LineLost(line, 0.0))
    assert "No direct connection could be made" in seen(three.sessions[1]).text
    three.settle(2)
    assert states(three)[:2] == ["connected", "connected"], "the next one may be"


STUN = "stun:stun.example.org:3478"


def test_a_guest_who_looks_for_the_host_may_name_a_server(three):
    three.enter(1, three.open(YALA))
    three.send(1, NameStun(STUN))
    assert three.sessions[1].settings.stun == STUN
    assert three.sessions[1].notice is None
    three.settle()
    assert states(three)[:2] == ["connected", "connected"]


def test_a_guest_who_is_answering_answers_anew_with_the_server(three):
    three.enter(1, three.open(YALA))
    three.send(0, RelayHeard("open"))
    three.send(1, RelayHeard("open"))
    three.send(0, RelayHeard(text=KNOCK))
    invitation = three.said[-1][1]
    three.send(1, RelayHeard(text=invitation))
    _, effects = update(three.sessions[1], NameStun(STUN))
    assert [one.stun for one in effects if isinstance(one, Accept)] == [STUN]
    three.said.clear()
    three.send(1, NameStun(STUN))
    assert len(three.said) == 1, "the new answer is told"
    three.settle()
    assert states(three)[:2] == ["connected", "connected"]


def test_a_browser_that_says_nothing_of_itself_is_told_of_at_both_ends(three):
    host = after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET), LineLost(7, 0.0))
    panel = seen(host).one("id", "peers").text
    assert "does not tell this page where your device can be reached" in panel
    assert "No direct connection" not in panel
    host, effects = update(host, RelayHeard(text=KNOCK))
    assert any(isinstance(one, Invite) for one in effects), "it is tried again when a guest knocks"
    three.enter(1, three.open(YALA))
    three.send(0, RelayHeard("open"))
    guest = after(
        RelayHeard("open"), RelayHeard(text=three.said.pop()[1]), session=three.sessions[1]
    )
    guest = after(LineLost(guest.live.line, 0.0), session=guest)
    assert "does not tell this page" in seen(guest).one("id", "notice").text
    assert "No direct connection" not in seen(guest).text


def test_when_no_way_is_found_both_sides_are_told_until_one_is(three):
    three.enter(1, three.open(YALA))
    for one in (0, 1):
        three.send(one, RelayHeard("open"))
    three.send(0, RelayHeard(text=KNOCK))

    def told() -> list[bool]:
        texts = [seen(one).text for one in three.sessions[:2]]
        return ["No direct connection could be made" in text for text in texts]

    three.send(1, RelayHeard(text=three.said.pop()[1]))
    answer, line = three.said.pop()[1], three.sessions[1].live.line
    assert told() == [False, False]
    three.send(1, LineShaky(line))
    guest = three.sessions[1]
    assert told() == [False, True]
    assert seen(guest).one("data-do", "stop-live"), "the guest may stop"
    stopped = after(Command.STOP_LIVE, session=guest)
    assert seen(stopped).one("data-do", "enter-room"), "and come again"
    # The answer is tried, and nothing comes of it.
    host = after(RelayHeard(text=answer), LineShaky(line), session=three.sessions[0])
    three.sessions[0] = host
    assert told() == [True, True]
    # Whoever knocks on is invited anew, and what was told stays until somebody comes.
    for _ in range(3):
        host = after(RelayHeard(text=KNOCK), session=host)
    assert host.live.invitation.line != line
    three.sessions[0] = host
    assert told() == [True, True]
    host = after(LineOpened(host.live.invitation.line), session=host)
    assert not host.live.relay.is_in_vain


def test_without_the_relay_there_is_an_invitation_even_if_all_who_had_come_are_gone(three):
    link = three.open(YALA)
    three.enter(1, link)
    three.settle()
    three.enter(2, link)
    three.settle(2)
    for guest in (2, 1):
        three.send(guest, Command.STOP_LIVE)
        three.deliver_all()
    three.send(0, LiveCommand.CLOSE_ROOM)
    assert seen(three.sessions[0]).one("data-invitation").text


def test_where_no_relay_may_be_asked_none_is_offered_and_a_link_says_so(three):
    link = three.open(YALA)
    session = after(Navigate(YALA, 0.0))
    assert not seen(session).all("data-relay")
    assert not seen(session).all("data-do", "invite")
    page = seen(after(Navigate(link, 0.0)))
    assert "over the relay relay.example.org:8084/mqtt, which this page may not use" in page.text
    assert not page.all("data-do", "enter-room")


def test_the_relay_is_kept_and_what_is_none_is_refused():
    session = after(Navigate(YALA, 0.0), OpenRoom(f" {RELAY}/ ", 7, SECRET))
    assert parse_settings(format_settings(session.settings)).relay == RELAY.removeprefix("wss://")
    session = after(Navigate(YALA, 0.0), OpenRoom("https://example.org", 7, SECRET))
    assert "not the address of a relay" in seen(session).one("id", "notice").text
    assert session.live is None
    assert session.settings == Settings()
    assert parse_settings('{"relay": "http://x y"}').relay == ""


NAMES = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,9}[a-z0-9])?(\.[a-z0-9]{1,9}){0,3}", fullmatch=True)
PATHS = st.from_regex(r"(/[A-Za-z0-9._~-]{1,9}){0,3}", fullmatch=True)


@given(NAMES, st.none() | st.integers(1, 65535), PATHS, st.binary(min_size=16, max_size=16))
def test_a_room_goes_through_its_link_and_a_damaged_link_says_so(name, port, path, secret):
    relay = parse_relay(f"wss://{name}{'' if port is None else f':{port}'}{path}")
    room = Room(relay, secret.hex())
    text = format_room(room)
    assert parse_room(text) == room == parse_room(f"https://host/relay.html#/room/{text}")
    with pytest.raises(LinkError):
        parse_room(text[:-1])
    for number, (one, other) in enumerate(pairwise(text[-36:])):
        if one != other:
            place = len(text) - 36 + number
            swapped = text[:place] + other + one + text[place + 2 :]
            with pytest.raises(LinkError):
                parse_room(swapped)


@pytest.mark.parametrize(
    ("text", "relay"),
    [
        ("wss://Bücher.example:8084/mqtt", "xn--bcher-kva.example:8084/mqtt"),
        ("日本.example/mqtt", "xn--wgv71a.example/mqtt"),
        ("wss://relay.münchen.example", "relay.xn--mnchen-3ya.example"),
    ],
)
def test_a_host_of_any_letters_is_asked_for_as_browsers_do(text, relay):
    assert parse_relay(text) == relay
    room = Room(relay, SECRET)
    assert parse_room(format_room(room)) == room


@given(st.text(max_size=60) | st.just("wss://host:0") | st.just("wss://host:70000/x"))
def test_any_text_is_a_relay_or_refused(text):
    try:
        relay = parse_relay(text)
    except ValueError:
        return
    assert parse_relay(f"wss://{relay}") == relay


@given(
    st.lists(st.text(max_size=30) | st.just(KNOCK) | st.sampled_from(sorted(TROUBLE)), max_size=9)
)
def test_whatever_a_relay_tells_a_session_goes_on(texts):
    for session in (
        after(Navigate(YALA, 0.0), OpenRoom(RELAY, 7, SECRET)),
        after(
            Navigate(f"#/room/{format_room(Room(parse_relay(RELAY), SECRET))}", 0.0),
            LiveCommand.ENTER_ROOM,
        ),
        Session(),
    ):
        live = after(*(RelayHeard(text=text) for text in texts), session=session)
        assert live.peers == session.peers
        assert seen(after(LiveCommand.STOP_INVITING, session=live))


@pytest.mark.parametrize("room", [[], {}, "x", None, {"link": 3, "is_host": True}, {"link": "y"}])
def test_a_kept_room_that_is_damaged_is_none_and_its_match_is_whole(three, room):
    three.open(YALA)
    (text,) = three.stored[0].values()
    kept = parse_kept(json.dumps({**json.loads(text), "room": room}))
    assert kept.room == NO_ROOM
    assert kept.record == parse_kept(text).record


def test_a_kept_room_that_is_none_is_offered_to_nobody(three):
    three.meet()
    match_id = three.sessions[1].live.match_id
    kept = json.loads(three.stored[1][match_id])
    for link in ("y", "relay.example.org/" + "f" * 36):
        kept["room"]["link"] = link
        three.reload(1)
        three.stored[1][match_id] = json.dumps(kept)
        three.send(1, Navigate(f"#/match/{match_id}", 0.0))
        assert seen(three.sessions[1]).one("data-invitation-field")


class ByRelay(Live):
    """Whatever the network does, and whoever reloads: by the relay all come back by themselves."""

    @initialize(number=st.sampled_from([2, 3]))
    def begin(self, number):
        self.devices = with_relays(number)
        self.link = self.devices.open(THREE if number > 2 else YALA)
        for guest in self.guests:
            self.devices.enter(guest, self.link)
        self.devices.settle(3)

    @rule(number=st.integers(0, 3))
    def reload(self, number):
        device = number % len(self.devices.sessions)
        live = self.devices.sessions[device].live
        if live is not None and live.match_id:
            self.devices.leave_page(device)
            self.devices.send(device, LiveCommand.RECONNECT)

    @rule(number=st.integers(0, 2))
    def connect(self, number):
        self.devices.settle()

    @rule(number=st.integers(0, 2))
    def lapse(self, number):
        """The network is gone for a while, and its line comes back or another is there before."""
        line = self.line_of(self.guests[number % len(self.guests)])
        if line is not None:
            self.devices.lapse(line)

    @rule(number=st.integers(0, 2))
    def lose_all_that_was_kept(self, number):
        """The link is opened again instead."""
        guest = self.guests[number % len(self.guests)]
        self.devices.enter(guest, self.link)

    def teardown(self):
        if not hasattr(self, "devices"):
            return
        devices = self.devices
        for line in list(devices.ends):
            # What has been dropped is sent again over another line alone.
            devices.cut(line)
        for _ in range(4):
            devices.settle(2)
            for guest in self.guests:
                devices.send(guest, ChooseWay(is_theirs=True))
                devices.deliver_all()
                if devices.sessions[guest].live is None:
                    devices.enter(guest, self.link)
        for device, session in enumerate(devices.sessions):
            assert session.peers == "connected"
            assert log(devices.match(device)) == log(devices.match(0))
        assert [set(session.match.here) for session in devices.sessions] == [
            {seat} for seat in range(1, len(devices.sessions) + 1)
        ]


TestByRelay = ByRelay.TestCase
TestByRelay.settings = settings(BOUNDED, max_examples=10, stateful_step_count=15)


def test_while_a_seat_is_free_those_who_have_come_can_do_all_that_they_could(three):
    link = three.open(THREE)
    three.enter(1, link)
    three.settle(2)
    panel = seen(three.sessions[0]).one("id", "peers")
    assert panel.one("data-room").text == link
    assert panel.all("id", "signs")
    assert [one.text for one in panel.all("data-do", "stop-live")] == ["Stop playing live"]
    for do in ("allow-help", "yield-seats"):
        assert panel.all("data-do", do), do
    three.send(0, GiveSign("hello", three.now_ms))
    three.deliver_all()
    assert "Anna: Hello!" in seen(three.sessions[1]).text
    three.enter(2, link)
    three.settle(2)
    assert states(three) == ["connected"] * 3


def test_no_line_of_somebody_who_watched_is_left_over(three, monkeypatch):
    """Whose line is lost comes back to the room, over another one."""
    made: set[int] = set()
    carry_out = three._carry_out

    def noted(device: int, effect: Any) -> None:
        if device == 0 and isinstance(effect, Invite):
            made.add(effect.line)
        if device == 0 and isinstance(effect, HangUp):
            made.discard(effect.line)
        carry_out(device, effect)

    monkeypatch.setattr(three, "_carry_out", noted)
    link = three.open(YALA)
    for guest in (1, 2):
        three.enter(guest, link)
        three.settle(4)
    three.send(2, LiveCommand.WATCH)
    three.deliver_all()
    counts = []
    for _ in range(6):
        host = three.sessions[0].live.host
        (lost,) = [number for number, line in host.lines.items() if not line.seats]
        three.letters = [one for one in three.letters if one[2] != lost]
        three.send(0, LineLost(lost, three.now_ms, may_return=True))
        three.ends.pop(lost, ())
        if three.sessions[2].live.guest.is_open:
            three.send(2, LineLost(lost, three.now_ms, may_return=True))
        three.settle(8)
        assert three.sessions[2].peers == "connected"
        counts.append(len(made))
    assert counts == counts[:1] * 6


def test_what_is_told_and_offered_while_a_line_is_lost_is_true(three):
    link = three.open("#/play/myra?seats=human,link,link&names=Anna,Bert,Carla&seed=4")
    for guest in (1, 2):
        three.enter(guest, link)
        three.settle(4)
    three.act(0)
    three.deliver_all()
    _, lost = three.sessions[0].live.host.open_lines
    three.lapse(lost)
    # The host's room is still there: nobody needs another invitation.
    assert "new invitation" not in seen(three.sessions[2]).one("id", "peers").text
    # And nothing is offered that has to wait.
    assert not seen(three.sessions[0]).one("id", "peers").all("data-do", "take-back")


def test_a_host_who_comes_back_the_next_day_meets_the_guest_who_waits(three):
    """By the start page, in a tab that knows of nobody: the room is kept beside the match."""
    link = three.open(YALA)
    three.enter(1, link)
    three.settle()
    three.play(0)
    three.deliver_all()
    three.leave_page(0)
    three.now_ms += 86_400_000.0
    assert states(three)[1] == "lost"
    panel = seen(three.sessions[0]).one("id", "by-link")
    panel.one("data-do", "reconnect")
    three.send(0, LiveCommand.RECONNECT)
    assert seen(three.sessions[0]).one("data-room").text == link
    three.settle(4)
    assert states(three)[:2] == ["connected", "connected"]
    three.play(1)
    three.deliver_all()
    assert log(three.match(0)) == log(three.match(1))


def test_a_page_that_may_ask_their_relay_no_more_offers_codes(three):
    three.meet()
    for who in (0, 1):
        three.leave_page(who)
        session = three.sessions[who]
        for relays in ("", "wss://other.example.org"):
            other = replace(session, device=replace(session.device, relays=relays))
            panel = seen(other).one("id", "by-link")
            assert not panel.all("data-do", "reconnect")
            assert panel.all(
                "data-invitation-field" if who else "data-do", None if who else "play-live"
            )


def test_a_guest_who_waits_in_an_old_room_may_go_to_the_new_one(three):
    """The host has lost all that was kept, and invites to another room."""
    three.meet()
    three.play(0)
    three.deliver_all()
    match_id = three.sessions[0].live.match_id
    kept = json.loads(three.stored[0][match_id])
    del kept["room"]
    three.leave_page(0)
    three.reload(0)
    three.stored[0][match_id] = json.dumps(kept)
    three.send(0, Navigate(f"#/match/{match_id}", 0.0))
    three.send(0, OpenRoom(RELAY, 9, "f" * 32))
    new = seen(three.sessions[0]).one("data-room").text
    three.send(1, Navigate(new, 0.0))
    assert not seen(three.sessions[1]).all("data-relay-state"), "nothing is told of the old room"
    seen(three.sessions[1]).one("data-do", "enter-room")
    three.send(1, LiveCommand.ENTER_ROOM)
    three.settle(3)
    assert states(three)[:2] == ["connected", "connected"]
    assert log(three.match(0)) == log(three.match(1)) != []
    assert three.match(1).room.link == new.removeprefix("#/room/").partition("?")[0]


def rooms(devices: Roomed) -> list[str]:
    """The room that each device has kept beside its matches, if any has one."""
    kept = [[parse_kept(one).room.link for one in each.values()] for each in devices.stored]
    return ["".join(each) for each in kept]


@pytest.mark.parametrize("who", [0, 1])
def test_whoever_stops_playing_live_is_led_back_by_nothing(three, who):
    three.meet()
    assert all(rooms(three)[:2])
    three.send(who, Command.STOP_LIVE)
    three.deliver_all()
    # A host whose guest has gone stays; a guest whose host has gone does not.
    assert [bool(one) for one in rooms(three)[:2]] == [who == 1, False]
    three.reload(who)
    (match_id,) = three.stored[who]
    three.send(who, Navigate(f"#/match/{match_id}", 0.0))
    assert not seen(three.sessions[who]).all("data-do", "reconnect")


def test_a_room_goes_on_with_the_next_match(three):
    three.meet()
    (link, _, _) = rooms(three)
    while not three.match(0).is_over:
        three.act(0 if three.match(0).position.active_seats & three.match(0).here else 1)
        three.deliver_all()
    three.send(0, PlayAgain(Rematch.SAME, 99, three.now_ms))
    three.deliver_all()
    three.settle()
    for device in (0, 1):
        kept = {one: parse_kept(text).room.link for one, text in three.stored[device].items()}
        assert len(kept) == 2
        live = three.sessions[device].live.match_id
        assert [one for one, room in kept.items() if room == link] == [live]


@pytest.mark.parametrize("who", [(0,), (1,), (1, 0)])
def test_after_the_end_they_find_each_other_for_the_next_match(three, who):
    three.meet()
    resign(three, 0, 1)
    for device in who:
        three.leave_page(device)
        panel = seen(three.sessions[device]).one("id", "by-link")
        assert "You were connected with" in panel.text
        (way,) = panel.all("data-do", "reconnect")
        assert "is-primary" in way.attributes["class"]
        assert "again" in beside_the_result(three, device)
    for device in who:
        three.send(device, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three)[:2] == ["connected", "connected"]
    assert beside_the_result(three, 0) == ["rematch", "show-end"]
    assert beside_the_result(three, 1) == ["show-end"]
    three.send(0, PlayAgain(Rematch.SAME, 4, three.now_ms))
    three.deliver_all()
    three.play(0)
    three.deliver_all()
    assert len(log(three.match(1))) == 1
    assert log(three.match(0)) == log(three.match(1))


def test_who_cannot_be_found_after_the_end_is_not_looked_for(three):
    three.meet()
    resign(three, 0, 1)
    three.leave_page(0)
    assert seen(three.sessions[0]).all("data-do", "reconnect")
    match_id = three.sessions[0].home.match_id
    roomless = replace(three.match(0), room=NO_ROOM)
    three.sessions[0] = three.sessions[0].with_match(match_id, roomless)
    assert not seen(three.sessions[0]).all("data-do", "reconnect")


@pytest.mark.parametrize("leaves_page", [False, True])
@pytest.mark.parametrize("kind", [Rematch.SAME, Rematch.SWAPPED])
def test_who_was_away_at_a_rematch_has_their_seat_in_it(three, kind, leaves_page):
    """Another person with the link, who comes first, does not get it."""
    link = three.open(YALA)
    three.enter(1, link)
    three.settle()
    resign(three, 0, 1)
    (line,) = three.ends
    if leaves_page:
        three.leave_page(1)
    else:
        three.lapse(line)
    three.send(0, PlayAgain(kind, 4, three.now_ms))
    three.deliver_all()
    three.enter(2, link)
    three.settle(4)
    if leaves_page:
        three.send(1, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three) == ["connected"] * 3
    (theirs,) = three.match(0).shared if kind is Rematch.SAME else (1,)
    assert three.match(1).here == {theirs}
    assert not three.match(2).here
    assert three.sessions[0].live.host.here(three.match(0)) == (1, 2)


@pytest.mark.parametrize("kind", [Rematch.SAME, Rematch.SWAPPED])
@pytest.mark.parametrize("who", [(0,), (0, 1)])
def test_a_rematch_may_begin_before_the_host_is_back_in_the_room(three, kind, who):
    three.meet()
    (link, _, _) = rooms(three)
    resign(three, 0, 1)
    for device in who:
        three.leave_page(device)
    three.send(0, PlayAgain(kind, 4, three.now_ms))
    three.deliver_all()
    begun = three.sessions[0].home.match_id
    kept = {one: parse_kept(text).room.link for one, text in three.stored[0].items()}
    assert [one for one, room in kept.items() if room == link] == [begun]
    assert "You were connected with" in seen(three.sessions[0]).one("id", "by-link").text
    for device in who:
        three.send(device, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three)[:2] == ["connected", "connected"]
    assert three.sessions[1].live.match_id == begun
    (theirs,) = three.match(0).shared
    assert three.match(1).here == {theirs}
    for device in (0, 1, 0, 1):
        three.act(device)
        three.deliver_all()
    assert log(three.match(0)) == log(three.match(1)) != []


def test_a_rematch_of_a_guest_who_is_alone_takes_no_room_along(three):
    three.meet()
    (_, link, _) = rooms(three)
    resign(three, 0, 1)
    three.leave_page(1)
    three.send(1, PlayAgain(Rematch.SAME, 4, three.now_ms))
    assert rooms(three)[1] == link
    assert three.match(1).room == NO_ROOM


def test_those_who_wait_are_told_that_the_host_invites_without_the_relay(three):
    """Whoever has the link may have said so: they stay, and come when the host is heard again."""
    link = three.open(YALA)
    three.enter(1, link)
    three.is_blocked = True
    three.settle()
    room = three.sessions[0].live.relay.room
    three.send(0, LiveCommand.CLOSE_ROOM)
    assert three.said.pop() == (0, CLOSED)
    three.send(1, RelayHeard(text=CLOSED))
    told = "Your host has stopped inviting over the relay."
    assert told in seen(three.sessions[1]).text
    three.send(0, Command.STOP_LIVE)
    three.send(0, OpenRoom(RELAY, 9, room.secret))
    three.is_blocked = False
    three.settle(2)
    assert states(three)[:2] == ["connected", "connected"]
    three.send(1, RelayHeard(text=CLOSED))
    assert not three.sessions[1].live.relay.is_closed, "who is connected has nothing to ask for"


def test_whoever_lost_the_host_is_told_so_beside_the_board(three):
    three.meet()
    (line,) = three.ends
    three.cut(line)
    three.send(1, RelayHeard("open"))
    three.send(1, RelayHeard(text=CLOSED))
    panel = seen(three.sessions[1]).one("id", "peers").text
    assert "Your host has stopped inviting over the relay." in panel
    assert "as soon as your host's page is back" not in panel


def test_without_the_relay_nothing_leads_back_to_it(three):
    three.open(YALA)
    assert rooms(three)[0]
    three.send(0, LiveCommand.CLOSE_ROOM)
    assert not rooms(three)[0]


def apart(devices: Roomed) -> tuple[str, str]:
    """Two who have played live have left their pages; gives the match and the room's link."""
    devices.meet()
    for who in (0, 1):
        devices.play(who)
        devices.deliver_all()
    for who in (0, 1):
        devices.leave_page(who)
    (match_id,) = devices.stored[1]
    return match_id, rooms(devices)[1]


def follow_link(devices: Roomed, match_id: str) -> None:
    """The second opens the match as the first one has it."""
    match = devices.match(0)
    sent = encode_match(LinkedMatch(match.setup, match.turns[: match.shown], match_id))
    devices.send(1, Navigate(f"{PLACE}{sent}", 0.0))


def test_a_turn_that_comes_by_a_link_leaves_the_room(three):
    match_id, room = apart(three)
    three.play(0)
    follow_link(three, match_id)
    assert log(three.match(1)) == log(three.match(0))
    kept = parse_kept(three.stored[1][match_id])
    assert kept.room.link == room
    assert kept.keys


def test_of_two_ways_the_one_that_goes_on_has_the_room_and_the_other_no_secret(three):
    match_id, room = apart(three)
    common = three.match(1)
    other = common.play(1, common.position.legal_actions(1)[3], 9)
    three.sessions[1] = three.sessions[1].with_match(match_id, other)
    three.play(0)
    follow_link(three, match_id)
    assert three.sessions[1].table.fork is not None
    three.send(1, ChooseWay(is_theirs=True))
    assert log(three.match(1)) == log(three.match(0))
    kept = {one: parse_kept(text) for one, text in three.stored[1].items()}
    assert len(kept) == 2
    assert kept[match_id].room.link == room
    (aside,) = [one for name, one in kept.items() if name != match_id]
    assert (aside.room, aside.keys, aside.salt) == (NO_ROOM, {}, "")


def test_a_match_that_is_brought_back_has_been_left(three):
    """Everybody has gone from the room of a match that was deleted."""
    three.meet()
    three.play(0)
    three.deliver_all()
    match_id = three.sessions[0].live.match_id
    # Nobody leaves for a match that is not the one.
    three.send(0, Navigate("#/matches", 0.0))
    three.send(0, DeleteMatches(("abcdefghijk1",)))
    assert three.sessions[0].live is not None
    three.send(0, DeleteMatches((match_id,)))
    three.deliver_all()
    assert three.sessions[0].live is None
    three.send(0, Command.UNDO_DELETE)
    three.send(0, Navigate(f"#/match/{match_id}", 0.0))
    assert len(three.match(0).turns) == 1
    assert not seen(three.sessions[0]).all("data-do", "reconnect")


def test_the_one_on_the_table_is_not_deleted_nor_left(three):
    three.meet()
    three.send(0, DeleteMatches((three.sessions[0].live.match_id,)))
    assert states(three)[:2] == ["connected", "connected"]


def test_a_host_in_a_room_whose_match_another_tab_takes_has_not_left(three):
    """That tab enters the room in its place, and the guest comes along."""
    three.meet()
    three.play(0)
    three.deliver_all()
    match_id = three.sessions[0].live.match_id
    three.send(0, LockChanged(match_id, is_ours=False))
    three.deliver_all()
    assert three.sessions[0].live is None
    # Nothing was said to the guest, who waits.
    assert states(three)[1] == "lost"
    assert all(rooms(three)[:2])
    three.stored[2] = dict(three.stored[0])
    taken = three.sessions[0]
    three.sessions[2] = replace(three.sessions[2], library=taken.library)
    three.send(2, Navigate(f"#/match/{match_id}", 0.0))
    three.send(2, LockChanged(match_id, is_ours=True))
    three.send(2, LiveCommand.RECONNECT)
    three.settle(4)
    assert states(three)[1:] == ["connected", "connected"]
    assert log(three.match(1)) == log(three.match(2)) != []


def test_a_tab_writes_nothing_of_a_match_that_another_one_plays(three):
    three.meet()
    session = three.sessions[0]
    match_id, live = session.live.match_id, session.live
    elsewhere = session.on(replace(session.table, is_elsewhere=True))
    assert forget_room(elsewhere, match_id) == (elsewhere, ())
    assert forget_room(session, match_id)[1]
    roomless = elsewhere.with_match(match_id, replace(three.match(0), room=NO_ROOM))
    assert note_room(roomless, live) == (roomless, ())
    ours = session.with_match(match_id, replace(three.match(0), room=NO_ROOM))
    assert note_room(ours, live)[1]


def test_a_guest_who_was_not_greeted_yet_keeps_no_room(three):
    """It is not clear before that whether it is that match."""
    three.meet()
    session = three.sessions[1]
    live = session.live
    match_id = live.match_id
    roomless = session.with_match(match_id, replace(three.match(1), room=NO_ROOM))
    silent = replace(live, guest=replace(live.guest, is_open=False, has=None))
    assert not silent.greeted
    before = replace(roomless, live=silent)
    assert note_room(before, live) == (before, ())
    assert note_room(roomless, live)[1]
