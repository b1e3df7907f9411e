"""Whoever has the link of a room can come to it; but a guest who has met the host takes nobody else
for them, tells nobody else the key of their seat, and believes nobody else about the match."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import Session
from spieltisch.app.together.messages import (
    Accept,
    AnswerSeat,
    AskForSeat,
    Described,
    IncomingText,
    LineLost,
    LiveCommand,
    NoLineComes,
    OpenRoom,
    SendTo,
)
from spieltisch.app.together.update import PROOF_MS
from spieltisch.app.update import update
from spieltisch.live.codes import ROOM, Room, format_room
from spieltisch.live.description import Candidate, Endpoint, format_description, line_name
from spieltisch.live.host import Host, Line
from spieltisch.live.proof import proof_of, tag_of
from spieltisch.live.protocol import AskProof, KeyProof, format_message
from spieltisch.play.match import Match, without_secrets
from tests.unit.asking import seen
from tests.unit.devices import log
from tests.unit.test_peer_messages import corrupted
from tests.unit.test_rooms import RELAY, SECRET, THREE, YALA, Roomed, states, with_relays

NOT_HOST = LiveNotice(LiveTrouble.NOT_HOST)

WAYS = ("reload", "link", "lapse", "relay")
"""How a guest comes back: by the button after a reload, by the link in a new tab, on a page that
has stayed open, and over the relay itself."""


@dataclass
class Watched(Roomed):
    """Devices of which all that is said on lines is known; a test may answer in the place of the
    host."""

    heard: list[tuple[int, int, str]] = field(default_factory=list)
    instead: Callable[[dict[str, Any], str], list[str]] | None = None
    """What comes to the guest for a question to the host, in place of its answer: by the fields of
    the question, and the line's name."""

    def _carry_out(self, device: int, effect: Any) -> None:
        if isinstance(effect, Accept) and effect.line not in self.ends:
            # It was told before that line was hung up: nobody is there any more.
            return
        super()._carry_out(device, effect)

    def deliver(self, letter: tuple[int, int, int, str]) -> None:
        if letter in self.letters:
            self.heard.append((letter[0], letter[1], letter[3]))
            fields = json.loads(letter[3])
            if self.instead is not None and fields["kind"] == "ask-proof":
                self.letters.remove(letter)
                for text in self.instead(fields, self.name_of(letter[2])):
                    self.send(letter[0], IncomingText(letter[2], text, self.now_ms))
                return
        super().deliver(letter)


def watched(link: str = YALA) -> Watched:
    """A match in a room: the first device leads it, the second has a seat, and the third may have
    one. Something was played."""
    made = with_relays(3)
    devices = Watched(made.sessions, made.stored)
    room = devices.open(link)
    devices.enter(1, room)
    devices.settle()
    if link == THREE:
        devices.enter(2, room)
        devices.settle()
    for device in range(2):
        devices.act(device)
        devices.deliver_all()
    return devices


def kept(devices: Roomed) -> Match:
    """The match as the guest has it."""
    session = devices.sessions[1]
    return next(iter(session.matches.values()))


def go_away(devices: Roomed, way: str) -> None:
    match_id = devices.sessions[1].live.match_id
    if way in ("reload", "relay"):
        devices.leave_page(1)
    elif way == "link":
        devices.reload(1)
    for line in [line for line, ends in devices.ends.items() if 1 in ends]:
        devices.cut(line)
    assert match_id in devices.stored[1]


def come_back(devices: Roomed, way: str, rounds: int = 3) -> None:
    if way == "link":
        devices.enter(1, room_link())
    elif way in ("reload", "relay"):
        devices.send(1, LiveCommand.RECONNECT)
    devices.is_blocked = way == "relay"
    if way == "relay":
        devices.settle()
        devices.send(1, NoLineComes())
    devices.settle(rounds)


def room_link() -> str:
    return f"#{ROOM}{format_room(Room(RELAY.removeprefix('wss://'), SECRET))}"


def posing(session: Session, link: str = "") -> Session:
    """A device that has the link, and knows all that was played: it leads the match in that room,
    or another one."""
    match_id = session.live.match_id
    stranger = replace(
        session, live=None, device=replace(session.device, secret="f" * 32), notice=None
    )
    stranger = stranger.with_match(match_id, without_secrets(session.matches[match_id]))
    if link:
        stranger = update(stranger, Navigate(link, 0.0))[0]
    stranger = update(stranger, OpenRoom(RELAY, 9, SECRET))[0]
    assert isinstance(stranger.live, Hosting)
    return stranger


def pose(devices: Roomed, link: str = "") -> Session:
    """Somebody leads the match in the host's place; gives the host as it was."""
    host = devices.sessions[0]
    devices.sessions[0] = posing(host, link)
    again = devices.sessions[0].live
    line = again.invitation.line
    devices.ends[line] = (0,)
    devices.send(0, Described(line, devices._sdp(0, line, is_answer=False)))
    return host


def told(devices: Watched) -> str:
    return " ".join(text for sender, _, text in devices.heard if sender == 1)


def test_a_guest_knows_from_the_first_time_on_that_their_host_can_show_it():
    devices = watched()
    assert kept(devices).room.is_proven
    assert not devices.match(0).room.is_proven


@pytest.mark.parametrize("way", WAYS)
def test_the_host_is_known_however_a_guest_comes_back(way):
    devices = watched()
    before = log(kept(devices))
    go_away(devices, way)
    devices.act(0)
    come_back(devices, way)
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice is None
    assert log(kept(devices))[: len(before)] == before
    devices.act(1)
    devices.deliver_all()
    assert log(kept(devices)) == log(devices.match(0))


@pytest.mark.parametrize("way", WAYS)
def test_nobody_else_is_taken_for_the_host(way):
    devices = watched()
    (key,) = kept(devices).keys.values()
    before = log(kept(devices))
    go_away(devices, way)
    host = pose(devices)
    devices.act(0)
    devices.heard.clear()
    come_back(devices, way)
    guest = devices.sessions[1]
    assert key not in told(devices)
    assert '"hello"' not in told(devices)
    assert log(kept(devices)) == before
    assert set(kept(devices).keys.values()) == {key}
    assert guest.peers != "connected"
    assert guest.notice == NOT_HOST
    assert "not shown that they are your host" in seen(guest).text
    # The host comes, and the sentence goes.
    for line in [line for line, ends in devices.ends.items() if 0 in ends]:
        devices.ends.pop(line)
    devices.letters.clear()
    devices.sessions[0] = host
    devices.send(1, LineLost(guest.live.line, devices.now_ms))
    devices.settle(8)
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice is None
    assert log(kept(devices)) == log(devices.match(0)) == before


@pytest.mark.parametrize("way", ["reload", "lapse", "relay"])
def test_nor_if_they_lead_another_match_there(way):
    devices = watched()
    (key,) = kept(devices).keys.values()
    go_away(devices, way)
    pose(devices, "#/play/yala?seats=human,link&seed=9")
    devices.heard.clear()
    come_back(devices, way)
    assert key not in told(devices)
    assert len(devices.sessions[1].matches) == 1
    assert devices.sessions[1].notice == NOT_HOST


def made_by(key: str) -> Callable[[dict[str, Any], str], list[str]]:
    def answers(fields: dict[str, Any], name: str) -> list[str]:
        proof = proof_of(key, fields["nonce"], name)
        return [format_message(KeyProof(fields["match"], fields["nonce"], proof))]

    return answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "kind",
    [
        *("other seat", "other line", "old", "other nonce", "tag", "cut", "long", "none", "empty"),
        *("number", "twice"),
    ],
)
def test_no_other_answer_counts(kind, way):
    """Those of another seat, of the same question to the host on another line (somebody stands
    between them), of an earlier time, cut, and made of what the guest has said itself."""
    devices = watched(THREE)
    match = devices.match(0)
    keys = {seat: match.keys[seat] for seat in match.shared}
    (seat,) = kept(devices).here
    key = keys[seat]
    (other,) = (one for two, one in keys.items() if two != seat)
    old = [text for _, to, text in devices.heard if to == 1 and '"kind":"proof"' in text]
    assert old
    before = log(kept(devices))

    def instead(fields: dict[str, Any], name: str) -> list[str]:
        nonce, match_id = fields["nonce"], fields["match"]
        right = proof_of(key, nonce, name)
        bad: dict[str, Any] = {
            "other seat": proof_of(other, nonce, name),
            "tag": fields["tag"],
            "none": None,
            "other nonce": proof_of(key, "0" * 32, name),
            "cut": right[:-1],
            "long": right + "0",
            "empty": "",
            "number": 7,
        }
        if kind == "old":
            return [old[-1], old[-1].replace(json.loads(old[-1])["nonce"], nonce)]
        if kind == "other line":
            host = replace(real.live.host, lines={5: Line(name="a line to somebody else", key="")})
            assert isinstance(host, Host)
            asked = AskProof(match_id, nonce, fields["tag"])
            ((_, answer),) = host.hear(real.matches[real.live.match_id], 5, asked, 0)[2]
            assert answer.proof
            return [format_message(answer)]
        proof = bad[kind] if kind != "twice" else bad["other seat"]
        said = {"v": 5, "kind": "proof", "match": match_id, "nonce": nonce, "proof": proof}
        # Once it was wrong, another one comes too late on this line.
        then = {**said, "proof": right}
        return [json.dumps(said), json.dumps(then)][: 2 if kind == "twice" else 1]

    go_away(devices, way)
    real = pose(devices)
    devices.act(0)
    devices.instead = instead
    devices.heard.clear()
    come_back(devices, way, rounds=1)
    devices.run(PROOF_MS + 100)
    assert key not in told(devices)
    assert '"hello"' not in told(devices)
    assert log(kept(devices)) == before
    assert devices.sessions[1].peers != "connected"
    assert devices.sessions[1].notice == NOT_HOST


@pytest.mark.parametrize("way", WAYS)
def test_who_says_nothing_is_hung_up_after_fifteen_seconds(way):
    devices = watched()
    go_away(devices, way)
    pose(devices)
    devices.instead = lambda *_: []
    come_back(devices, way, rounds=1)
    held = devices.sessions[1]
    assert held.live.guest.is_held
    assert held.peers == "lost"
    devices.run(PROOF_MS - 1000)
    assert devices.sessions[1].notice is None
    devices.run(1100)
    assert devices.sessions[1].notice == NOT_HOST
    assert not devices.sessions[1].live.guest.is_open


def held_guest(way: str) -> tuple[Watched, list[str], int]:
    """A guest who waits for the proof, all that the host has ever said, and the line."""
    devices = watched()
    heard = [text for _, to, text in devices.heard if to == 1]
    go_away(devices, way)
    devices.act(0)
    devices.instead = lambda *_: []
    come_back(devices, way, rounds=1)
    heard += [text for _, to, text in devices.heard if to == 1]
    assert devices.sessions[1].live.guest.is_held
    return devices, heard, devices.sessions[1].live.line


@settings(max_examples=25, deadline=None)
@given(way=st.sampled_from(WAYS), seed=st.integers(0, 2**32), count=st.integers(1, 60))
def test_until_then_nothing_that_is_said_counts(way, seed, count):
    """Whatever the host has ever said, in any order, repeated and damaged, and what it has not."""
    devices, heard, line = held_guest(way)
    session, rng = devices.sessions[1], Random(seed)
    match_id = session.live.match_id
    before = session.matches[match_id]
    (key,) = before.keys.values()
    again = json.loads(heard[0])["match"]
    about: dict[str, Any] = {"v": 5, "match": again}
    unsaid: list[dict[str, Any]] = [
        {"kind": "leave"},
        {"kind": "back", "round": 1, "length": 0},
        {"kind": "refused", "number": 1, "why": "seat"},
        {"kind": "proof", "nonce": "0" * 32, "proof": "0" * 32},
    ]
    more = [json.dumps({**about, **one}) for one in unsaid]
    for _ in range(count):
        text = rng.choice(heard + more)
        text = corrupted(text, rng) if rng.random() < 0.3 else text
        session, effects = update(session, IncomingText(line, text, devices.now_ms + 1))
        said = " ".join(one.text for one in effects if isinstance(one, SendTo))
        assert key not in said
        assert '"hello"' not in said
        assert log(session.matches[match_id]) == log(before)
        assert session.matches[match_id].keys == before.keys
        assert len(session.matches) == 1
    assert isinstance(session.live, Visiting)
    assert session.matches[match_id].room == before.room


@pytest.mark.parametrize("way", WAYS)
def test_a_page_that_answers_nothing_goes_on_as_before_where_it_never_has(way):
    """Pages of 0.3.0 pass over the question."""
    made = with_relays(3)
    devices = Watched(made.sessions, made.stored, instead=lambda *_: [])
    devices.enter(1, devices.open(YALA))
    devices.settle()
    for device in range(2):
        devices.act(device)
        devices.deliver_all()
    assert not kept(devices).room.is_proven
    go_away(devices, way)
    come_back(devices, way)
    assert states(devices)[:2] == ["connected", "connected"]
    assert kept(devices).here == {2}


def test_who_has_lost_their_seat_to_another_still_knows_the_host():
    devices = watched()
    go_away(devices, "reload")
    devices.enter(2, room_link())
    devices.settle()
    devices.send(2, AskForSeat(2))
    devices.deliver_all()
    (line,) = (one for one, line in devices.sessions[0].live.host.lines.items() if line.asks)
    devices.send(0, AnswerSeat(line, is_given=True))
    devices.deliver_all()
    come_back(devices, "reload")
    assert states(devices) == ["connected"] * 3
    assert devices.sessions[1].live.guest.taken == (2,)
    assert devices.sessions[1].notice is None


def test_a_question_tells_nothing_of_the_key_and_each_is_another_one():
    key = "0123456789abcdef" * 2
    made = {tag_of(key, f"{one:032x}") for one in range(50)}
    made |= {proof_of(key, f"{one:032x}", name) for one in range(50) for name in ("a", "b", "")}
    assert len(made) == 200
    assert key not in made


def test_a_line_has_the_same_name_at_both_ends_and_another_for_who_stands_between():
    ends = [
        format_description(
            Endpoint(bytes([one]) * 32, "S01D", "p" * 24, (Candidate("10.0.0.1", 9),)),
            is_answer=bool(one % 2),
        )
        for one in range(4)
    ]
    host, guest, *between = ends
    assert line_name(host, guest) == line_name(guest, host) != ""
    others = {line_name(one, two) for one in (host, guest) for two in between}
    assert len(others | {line_name(host, guest)}) == 5
    assert line_name(host, "") == line_name("", guest) == line_name("", "") == ""
