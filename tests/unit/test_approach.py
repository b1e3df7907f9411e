"""Which sentence is on screen in which state while people are being connected: each is reached, and
none stands in a state of which it is not true."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from spieltisch.app.core.live import IS_UP, Hosting, Visiting, role_at
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    LineLost,
    LineShaky,
    LiveCommand,
    NameStun,
    NetworkChanged,
    NoLineComes,
    PlayLive,
    RelayHeard,
    TakeCode,
)
from spieltisch.app.together.told import Approach, told_of
from spieltisch.kit.scene import Role
from spieltisch.live.codes import CLOSED, KNOCK
from tests.unit.asking import after, seen
from tests.unit.devices import Devices
from tests.unit.markup_check import Node
from tests.unit.test_live_machine import BOUNDED, Live
from tests.unit.test_phones_by_room import IN_TURNS, table_of
from tests.unit.test_rooms import YALA, ByRelay, Roomed, with_relays

STUN = "stun:stun.example.org:3478"
SHOWN = {
    one: re.compile(re.escape(one.value).replace(r"\{relay\}", ".+?").replace(r"\{name\}", ".*?"))
    for one in Approach
}


def on_screen(session: Session) -> set[Approach]:
    text = text_of(seen(session))
    return {one for one, pattern in SHOWN.items() if pattern.search(text)}


def text_of(node: Node | str) -> str:
    """What is to be seen, but for notices, and what is only heard."""
    if isinstance(node, str):
        return node
    if node.attributes.get("id") in ("notice", "live"):
        return ""
    return " ".join(map(text_of, node.children))


def at(session: Session):
    return session.live.relay


def is_guest(session: Session) -> bool:
    return isinstance(session.live, Visiting)


def invitation(session: Session) -> str:
    """How it is going with the host's invitation; empty if there is none."""
    live = session.live
    return live.invitation.state if isinstance(live, Hosting) and live.invitation else ""


def is_table(session: Session) -> bool:
    live, match = session.live, session.live_match
    return match is not None and role_at(live, live.match_id, match) is Role.TABLE


def awaits_somebody(session: Session) -> bool:
    live, match = session.live, session.live_match
    return isinstance(live, Hosting) and (
        live.host.next_seat(match) is not None or not live.host.open_lines
    )


def is_apart(session: Session) -> bool:
    """Whether this page is without a connection that it had."""
    live = session.live
    return bool(live.host.missing) if isinstance(live, Hosting) else live.state == "lost"


TRUE: dict[Approach, Callable[[Session], bool]] = {
    Approach.CALLING: lambda s: at(s).state == "calling",
    Approach.UNREACHABLE: lambda s: at(s).state == "unreachable",
    Approach.SILENT: lambda s: at(s).state == "silent",
    Approach.STRANGE: lambda s: at(s).state == "strange",
    Approach.FLOODED: lambda s: at(s).state == "flooded",
    Approach.CLOSED: lambda s: is_guest(s) and at(s).is_closed and s.live.state not in IS_UP,
    Approach.LOOKING: lambda s: is_guest(s) and at(s).heard is None and s.live.state == "waiting",
    Approach.RETURNS: lambda s: is_guest(s) and at(s) is not None and is_apart(s),
    Approach.WAITING: lambda s: awaits_somebody(s) and at(s).state == "open" and not is_table(s),
    Approach.NEXT_PHONE: lambda s: awaits_somebody(s) and at(s).state == "open" and is_table(s),
    Approach.CONNECTING_OVER: lambda s: (
        bool(at(s).asked) or (is_guest(s) and at(s).asks and at(s).heard is not None)
    ),
    Approach.CONNECTING: lambda s: (
        invitation(s) in ("answered", "slow")
        or (is_guest(s) and s.live.guest.is_open and s.live.match_id is None)
        or (is_guest(s) and at(s).heard is not None and not at(s).asks)
    ),
    Approach.PREPARING: lambda s: invitation(s) == "preparing",
    Approach.PREPARING_ANSWER: lambda s: is_guest(s) and s.live.code is None,
    Approach.SEND_ANSWER: lambda s: is_guest(s) and s.live.code is not None and at(s) is None,
    Approach.NOT_CONNECTED: lambda s: s.live is None or is_apart(s),
    Approach.NO_INVITATION: lambda s: invitation(s) == "failed" and not s.live.invitation.code,
    Approach.NO_ADDRESS: lambda s: invitation(s) == "failed" and not s.live.invitation.code,
    Approach.NO_CONNECTION: lambda s: invitation(s) == "failed" and bool(s.live.invitation.code),
    Approach.NOBODY_YET: lambda s: invitation(s) == "slow",
    Approach.NO_DIRECT: lambda s: at(s).is_in_vain or invitation(s) == "failed",
    Approach.GOES_OVER: lambda s: at(s).asks or bool(at(s).asked),
    Approach.ROUTERS: lambda s: bool(s.servers) and not at(s).asks and not at(s).asked,
    Approach.SAME_NETWORK: lambda s: not s.servers,
    Approach.ONE_DEVICE: lambda s: invitation(s) in ("preparing", "out") and at(s) is None,
    Approach.IF_USED: lambda s: is_guest(s) and s.live.code is not None and at(s) is None,
    Approach.COMES_BACK: lambda s: is_apart(s) and not s.live.has_moved,
    Approach.MOVED: lambda s: is_apart(s) and s.live.has_moved,
    Approach.SHAKY: lambda s: s.live.state == "shaky",
}
"""When each is true, said anew, of the state alone."""

OF_RELAY = {
    Approach.CALLING,
    Approach.UNREACHABLE,
    Approach.SILENT,
    Approach.STRANGE,
    Approach.FLOODED,
}
ONE_OF = [
    # Where the page stands in coming together.
    {
        *OF_RELAY,
        *(
            Approach.CLOSED,
            Approach.LOOKING,
            Approach.RETURNS,
            Approach.WAITING,
            Approach.NEXT_PHONE,
            Approach.CONNECTING,
        ),
        *(
            Approach.CONNECTING_OVER,
            Approach.PREPARING,
            Approach.PREPARING_ANSWER,
            Approach.SEND_ANSWER,
        ),
        *(Approach.NO_INVITATION, Approach.NO_CONNECTION, Approach.NOT_CONNECTED),
        *(Approach.COMES_BACK, Approach.MOVED),
    },
    # What helps.
    {Approach.GOES_OVER, Approach.ROUTERS, Approach.SAME_NETWORK},
    {
        *(Approach.ONE_DEVICE, Approach.CONNECTING, Approach.NO_INVITATION),
        *(Approach.NO_CONNECTION, Approach.NOT_CONNECTED),
    },
    {Approach.ROUTERS, Approach.NOBODY_YET},
    {Approach.RETURNS, Approach.MOVED},
]


def check(session: Session) -> None:
    told, shown = told_of(session), on_screen(session)
    assert shown <= {*told}, "on screen, and not in the table"
    assert len({*told}) == len(told)
    for one in told:
        assert TRUE[one](session), one
    for group in ONE_OF:
        assert len(group & {*told}) <= 1, told


# --------------------------------------------------------- each is reached


def hosting(*messages) -> Session:
    devices = Devices.some(1)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    return after(*messages, session=devices.sessions[0])


def at_room(*messages, number: int = 0) -> Session:
    devices = with_relays(2)
    link = devices.open(YALA)
    devices.enter(1, link)
    return after(*messages, session=devices.sessions[number])


def tried(number: int, *messages) -> Session:
    """In a room, an invitation has been answered, and nothing has come of it yet."""
    devices = with_relays(2)
    devices.is_blocked = True
    devices.meet()
    return after(*messages, session=devices.sessions[number])


def connected(*, is_room: bool) -> Roomed:
    devices = with_relays(2)
    if is_room:
        devices.meet()
    else:
        devices.send(0, Navigate(YALA, 0.0))
        devices.connect(0, 1)
    devices.deliver_all()
    devices.play(0)
    devices.deliver_all()
    return devices


def lost(number: int, *messages, is_room: bool = False) -> Session:
    devices = connected(is_room=is_room)
    session = devices.sessions[number]
    (line,) = session.live.open_lines
    return after(LineShaky(line), LineLost(line, 1.0, may_return=True), *messages, session=session)


def line_of(session: Session) -> int:
    return session.live.invitation.line if isinstance(session.live, Hosting) else session.live.line


def invited() -> Session:
    """A guest by codes."""
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    return devices.sessions[1]


def answered() -> Session:
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
    code = TakeCode(code_to_send(devices.sessions[1]), 0.0)
    return after(code, session=devices.sessions[0])


def with_stun(session: Session) -> Session:
    return replace(session, settings=replace(session.settings, stun=STUN))


def prepared(session: Session) -> Session:
    """As before the browser has found out where it is reached."""
    live = session.live
    if isinstance(live, Visiting):
        return replace(session, live=replace(live, code=None))
    return replace(
        session,
        live=replace(live, invitation=replace(live.invitation, state="preparing", code=None)),
    )


def failed(session: Session) -> Session:
    return after(LineLost(line_of(session), 0.0), session=session)


def table() -> Session:
    devices = table_of(IN_TURNS, 1)
    return after(RelayHeard("open"), session=devices.sessions[0])


def slow(session: Session) -> Session:
    return after(LineShaky(line_of(session)), session=session)


REACHED: dict[str, tuple[Callable[[], Session], set[Approach]]] = {
    **{
        f"{state}, {who}": (
            lambda state=state, number=number: at_room(RelayHeard(state), number=number),
            {told},
        )
        for state, told in (
            ("calling", Approach.CALLING),
            ("unreachable", Approach.UNREACHABLE),
            ("silent", Approach.SILENT),
            ("strange", Approach.STRANGE),
            ("flooded", Approach.FLOODED),
        )
        for number, who in enumerate(("host", "guest"))
    },
    "host waits in a room": (lambda: at_room(RelayHeard("open")), {Approach.WAITING}),
    "table waits in a room": (table, {Approach.NEXT_PHONE}),
    "guest looks for the host": (lambda: at_room(RelayHeard("open"), number=1), {Approach.LOOKING}),
    "guest of a closed room": (
        lambda: at_room(RelayHeard("open"), RelayHeard(text=CLOSED), number=1),
        {Approach.CLOSED},
    ),
    "room, tried, host": (lambda: tried(0), {Approach.CONNECTING}),
    "room, tried, guest": (lambda: tried(1), {Approach.CONNECTING}),
    "room, tried for long, host": (
        lambda: slow(tried(0)),
        {Approach.CONNECTING, Approach.NO_DIRECT, Approach.SAME_NETWORK},
    ),
    "room, tried for long, guest": (
        lambda: slow(tried(1)),
        {Approach.CONNECTING, Approach.NO_DIRECT, Approach.SAME_NETWORK},
    ),
    "room, tried for long with a server": (
        lambda: with_stun(slow(tried(1))),
        {Approach.CONNECTING, Approach.NO_DIRECT, Approach.ROUTERS},
    ),
    "room, over the relay, guest": (
        lambda: after(NoLineComes(), session=slow(tried(1))),
        {Approach.CONNECTING_OVER, Approach.NO_DIRECT, Approach.GOES_OVER},
    ),
    "room, over the relay, host": (
        lambda: after(RelayHeard(text=f"over - {'k' * 87}"), session=slow(tried(0))),
        {Approach.CONNECTING_OVER, Approach.NO_DIRECT, Approach.GOES_OVER},
    ),
    "room, tried for long, and the relay is gone": (
        lambda: after(RelayHeard("unreachable"), session=slow(tried(1))),
        {Approach.UNREACHABLE},
    ),
    "a browser without an address, in a room": (
        lambda: failed(prepared(at_room(RelayHeard("open")))),
        {Approach.WAITING, Approach.NO_ADDRESS},
    ),
    "guest lost in a room": (lambda: lost(1, RelayHeard("open"), is_room=True), {Approach.RETURNS}),
    "invitation is prepared": (
        lambda: prepared(hosting()),
        {Approach.PREPARING, Approach.ONE_DEVICE, Approach.SAME_NETWORK},
    ),
    "invitation is out": (hosting, {Approach.ONE_DEVICE, Approach.SAME_NETWORK}),
    "invitation is out, with a server": (lambda: with_stun(hosting()), {Approach.ONE_DEVICE}),
    "answered": (answered, {Approach.CONNECTING}),
    "answered long ago": (
        lambda: slow(answered()),
        {Approach.CONNECTING, Approach.NOBODY_YET, Approach.SAME_NETWORK},
    ),
    "answered long ago, with a server": (
        lambda: with_stun(slow(answered())),
        {Approach.CONNECTING, Approach.NOBODY_YET},
    ),
    "no invitation": (
        lambda: failed(prepared(hosting())),
        {Approach.NO_INVITATION, Approach.NO_ADDRESS, Approach.SAME_NETWORK},
    ),
    "no connection": (
        lambda: failed(answered()),
        {Approach.NO_CONNECTION, Approach.SAME_NETWORK},
    ),
    "answer is prepared": (lambda: prepared(invited()), {Approach.PREPARING_ANSWER}),
    "answer is out": (invited, {Approach.SEND_ANSWER, Approach.IF_USED, Approach.SAME_NETWORK}),
    "answer is out, with a server": (
        lambda: with_stun(invited()),
        {Approach.SEND_ANSWER, Approach.IF_USED},
    ),
    "answer is too old": (
        lambda: failed(invited()),
        {Approach.NOT_CONNECTED, Approach.SAME_NETWORK},
    ),
    "lost, host": (lambda: lost(0), {Approach.COMES_BACK}),
    "lost, guest": (lambda: lost(1), {Approach.COMES_BACK}),
    "lost and moved, guest": (lambda: lost(1, NetworkChanged()), {Approach.MOVED}),
    "shaky, host": (
        lambda: slow_line(connected(is_room=False).sessions[0]),
        {Approach.SHAKY},
    ),
    "shaky, guest": (lambda: slow_line(connected(is_room=False).sessions[1]), {Approach.SHAKY}),
}


def slow_line(session: Session) -> Session:
    (line,) = session.live.open_lines
    return after(LineShaky(line), session=session)


@pytest.mark.parametrize("case", REACHED)
def test_in_each_state_its_sentences_are_on_screen(case: str) -> None:
    session, told = REACHED[case][0](), REACHED[case][1]
    assert {*told_of(session)} == told
    assert on_screen(session) == told
    check(session)


def test_every_sentence_is_reached_and_says_when_it_is_true() -> None:
    assert set().union(*(told for _, told in REACHED.values())) == {*Approach}
    assert TRUE.keys() == {*Approach}


# ------------------------------------------------- whatever comes in between


class Telling:
    """What comes from the relay, the browser and people."""

    def one(self, number: int) -> int:
        return number % len(self.devices.sessions)

    @rule(
        number=st.integers(0, 3),
        state=st.sampled_from(["calling", "open", "unreachable", "silent", "strange", "flooded"]),
    )
    def the_relay(self, number, state):
        self.devices.send(self.one(number), RelayHeard(state))

    @rule(number=st.integers(0, 3), text=st.sampled_from([CLOSED, KNOCK]))
    def somebody_says(self, number, text):
        self.devices.send(self.one(number), RelayHeard(text=text))

    @rule(number=st.integers(0, 3), is_shaky=st.booleans())
    def it_takes_long(self, number, is_shaky):
        live = self.devices.sessions[self.one(number)].live
        if live is None:
            return
        lines = (live.line,) if isinstance(live, Visiting) else (*live.invited, *live.host.lines)
        for line in lines:
            self.devices.send(self.one(number), LineShaky(line, is_shaky=is_shaky))

    @rule(number=st.integers(0, 3))
    def no_line_comes(self, number):
        self.devices.send(self.one(number), NoLineComes())

    @rule(number=st.integers(0, 3))
    def it_moves(self, number):
        self.devices.send(self.one(number), NetworkChanged())

    @rule(number=st.integers(0, 3), address=st.sampled_from(["", STUN]))
    def a_server_is_named(self, number, address):
        self.devices.send(self.one(number), NameStun(address))

    @rule()
    def room_is_closed(self):
        self.devices.send(0, LiveCommand.CLOSE_ROOM)

    @invariant()
    def what_is_told_is_true(self):
        if hasattr(self, "devices"):
            for session in self.devices.sessions:
                check(session)

    def teardown(self):
        """That all find each other again is tried elsewhere."""


class ApproachInRooms(Telling, ByRelay):
    pass


class ApproachByCodes(Telling, Live):
    pass


TestApproachInRooms = ApproachInRooms.TestCase
TestApproachByCodes = ApproachByCodes.TestCase
TestApproachInRooms.settings = settings(BOUNDED, max_examples=12, stateful_step_count=20)
TestApproachByCodes.settings = settings(BOUNDED, max_examples=12, stateful_step_count=20)
