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

from spieltisch.app.board.messages import LockChanged, PlayAgain, Rematch, Wake
from spieltisch.app.core.effects import Fetch, TakeOver
from spieltisch.app.core.live import Hosting, Visiting, is_played, meeting_of
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import Came, OwnersFile
from spieltisch.app.together.messages import (
    Accept,
    AnswerSeat,
    AskForSeat,
    ComeAnew,
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
from tests.unit.test_live_again import resign
from tests.unit.test_peer_messages import corrupted
from tests.unit.test_rooms import RELAY, SECRET, THREE, YALA, Roomed, states, with_relays

NOT_HOST = LiveNotice(LiveTrouble.NOT_HOST)

OTHER = "#/play/yala?seats=human,link&seed=9"

WAYS = ("reload", "link", "lapse", "relay")
"""How a guest comes back: by the button after a reload, by the link in a new tab, on a page that
has stayed open, and over the relay itself."""


@dataclass
class Watched(Roomed):
    """Devices of which all that is said on lines is known; a test may answer in the place of the
    host."""

    heard: list[tuple[int, int, str]] = field(default_factory=list)
    effects: list[Any] = field(default_factory=list)
    """All that the guest's page was to do."""
    asked: list[tuple[int, int, int, str]] = field(default_factory=list)
    """The questions to the host."""
    before_asked: Callable[[], None] | None = None
    """What happens at the host before the next question comes."""
    keeps: str = ""
    """A kind of message that stays on its way."""
    kept: list[tuple[int, int, int, str]] = field(default_factory=list)
    reads: bool = True
    """Whether the guest's storage answers."""
    unread: list[Any] = field(default_factory=list)
    instead: Callable[[dict[str, Any], str], list[str]] | None = None
    """What comes to the guest for a question to the host, in place of its answer: by the fields of
    the question, and the line's name."""

    def _carry_out(self, device: int, effect: Any) -> None:
        if isinstance(effect, Accept) and effect.line not in self.ends:
            # It was told before that line was hung up: nobody is there any more.
            return
        self.effects += [effect] if device == 1 else []
        is_fetched = isinstance(effect, Fetch) and not isinstance(effect.need, OwnersFile)
        if device == 1 and is_fetched and not self.reads:
            self.unread.append(effect.need)
            return
        super()._carry_out(device, effect)

    def deliver(self, letter: tuple[int, int, int, str]) -> None:
        if letter in self.letters:
            self.heard.append((letter[0], letter[1], letter[3]))
            fields = json.loads(letter[3])
            if fields["kind"] == self.keeps:
                self.letters.remove(letter)
                self.kept.append(letter)
                return
            if fields["kind"] == "ask-proof":
                self.asked.append(letter)
                happens, self.before_asked = self.before_asked, None
                if happens is not None:
                    happens()
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


def go_away_for_good(devices: Roomed, way: str) -> None:
    """They have stopped playing live; perhaps their page is loaded anew, too."""
    if way in ("reload", "link"):
        devices.reload(1)
    for line in [line for line, ends in devices.ends.items() if 1 in ends]:
        devices.cut(line)


def enter_anew(devices: Roomed, way: str, link: str) -> None:
    devices.enter(1, link)
    devices.is_blocked = way == "relay"
    devices.settle()
    if way == "relay":
        devices.send(1, NoLineComes())
    devices.settle(3)


def room_link(secret: str = SECRET) -> str:
    return f"#{ROOM}{format_room(Room(RELAY.removeprefix('wss://'), secret))}"


def played_on(match: Match) -> Match:
    """The match with one more turn."""
    seat = min(match.position.active_seats)
    return match.play(seat, match.position.legal_actions(seat)[0], 99_999)


def posing(session: Session, link: str = "", secret: str = SECRET) -> Session:
    """A device that has the link, and knows all that was played: it leads the match in that room,
    or another one."""
    match_id = session.live.match_id
    stranger = replace(
        session, live=None, device=replace(session.device, secret="f" * 32), notice=None
    )
    stranger = stranger.with_match(match_id, without_secrets(session.matches[match_id]))
    if link:
        stranger = update(stranger, Navigate(link, 0.0))[0]
    stranger = update(stranger, OpenRoom(RELAY, 9, secret))[0]
    assert isinstance(stranger.live, Hosting)
    return stranger


def pose(devices: Roomed, link: str = "", secret: str = SECRET) -> Session:
    """Somebody leads the match in the host's place; gives the host as it was."""
    host = devices.sessions[0]
    devices.sessions[0] = posing(host, link, secret)
    again = devices.sessions[0].live
    line = again.invitation.line
    devices.ends[line] = (0,)
    devices.send(0, Described(line, devices._sdp(0, line, is_answer=False)))
    return host


def told(devices: Watched) -> str:
    return " ".join(text for sender, _, text in devices.heard if sender == 1)


def test_a_guest_knows_from_the_first_time_on_that_their_host_can_show_it():
    devices = watched()
    assert kept(devices).is_proven
    assert not devices.match(0).is_proven


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
    pose(devices, OTHER)
    devices.heard.clear()
    come_back(devices, way)
    assert key not in told(devices)
    assert len(devices.sessions[1].matches) == 1
    assert devices.sessions[1].notice == NOT_HOST


def test_nor_if_they_turn_to_it_from_another_match():
    """Who comes by the link is new to that one, and what shows its host is another key."""
    devices = watched()
    match_id, match = devices.sessions[1].live.match_id, devices.match(0)
    (key,) = kept(devices).keys.values()
    before = log(kept(devices))
    go_away(devices, "link")
    pose(devices, OTHER)
    devices.heard.clear()
    come_back(devices, "link")
    guest = devices.sessions[1].live.guest
    assert devices.sessions[1].peers == "connected"
    assert guest.proven not in ("", key)
    (_, letter), *_ = Host(match_id=match_id).open_line(played_on(match), 1, "x")[1]
    devices.send(
        1, IncomingText(devices.sessions[1].live.line, format_message(letter), devices.now_ms)
    )
    assert devices.sessions[1].live.guest.is_held
    assert devices.sessions[1].peers == "lost"
    devices.run(PROOF_MS + 100)
    assert devices.sessions[1].notice == NOT_HOST
    assert key not in told(devices)
    assert log(devices.sessions[1].matches[match_id]) == before


def test_nor_if_the_line_is_lost_as_another_match_begins():
    """In that one the guest has no seat yet, but is known by the same key."""
    devices = watched()
    (key,) = kept(devices).keys.values()
    resign(devices, 0, 1)
    devices.keeps = "presence"
    devices.send(0, PlayAgain(Rematch.SAME, 4, devices.now_ms))
    devices.deliver_all()
    begun = devices.sessions[1].live.match_id
    assert not devices.sessions[1].matches[begun].keys
    for line in [line for line, ends in devices.ends.items() if 1 in ends]:
        devices.cut(line)
    pose(devices)
    devices.heard.clear()
    come_back(devices, "lapse")
    assert key not in told(devices)
    assert devices.sessions[1].notice == NOT_HOST


@pytest.mark.parametrize("is_met", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_nor_once_people_have_stopped_playing_live(way, is_met):
    """Whether they had met the other one before that, or only their host."""
    devices = watched()
    (key,) = kept(devices).keys.values()
    before = log(kept(devices))
    if is_met:
        go_away(devices, way)
        pose(devices)
        come_back(devices, way)
        assert devices.sessions[1].notice == NOT_HOST
    devices.heard.clear()
    devices.send(1, Command.STOP_LIVE)
    devices.deliver_all()
    assert devices.sessions[1].live is None
    assert not kept(devices).room.link
    go_away_for_good(devices, way)
    if not is_met:
        pose(devices)
    enter_anew(devices, way, room_link())
    assert key not in told(devices)
    assert log(kept(devices)) == before
    assert devices.sessions[1].notice == NOT_HOST


@pytest.mark.parametrize("way", WAYS)
def test_nor_in_another_room(way):
    devices = watched()
    (key,) = kept(devices).keys.values()
    before = log(kept(devices))
    go_away(devices, way)
    pose(devices, secret="e" * 32)
    devices.heard.clear()
    come_back(devices, way)
    enter_anew(devices, way, room_link("e" * 32))
    assert key not in told(devices)
    assert log(kept(devices)) == before
    assert devices.sessions[1].notice == NOT_HOST


@pytest.mark.parametrize("end", ["stop", "lost", "next"])
def test_nor_if_the_line_ends_while_the_match_is_read(end):
    devices = watched()
    match_id = devices.sessions[1].live.match_id
    before = log(kept(devices))
    go_away(devices, "link")
    pose(devices)
    devices.act(0)
    devices.act(0)
    assert len(log(devices.match(0))) > len(before)
    devices.reads = False
    come_back(devices, "link", rounds=1)
    (need,) = devices.unread
    if end == "stop":
        devices.send(1, Command.STOP_LIVE)
    else:
        devices.send(1, LineLost(devices.sessions[1].live.line, devices.now_ms))
    if end == "next":
        devices.settle(1)
    devices.send(1, Came(need, devices.stored[1][match_id], devices.now_ms))
    assert log(devices.sessions[1].matches[match_id]) == before


@pytest.mark.parametrize("kind", [Rematch.SAME, Rematch.SWAPPED])
@pytest.mark.parametrize("way", WAYS)
def test_the_host_is_known_though_another_match_begins_as_it_is_asked(way, kind):
    devices = watched()
    resign(devices, 0, 1)
    go_away(devices, way)
    devices.before_asked = lambda: devices.send(0, PlayAgain(kind, 4, devices.now_ms))
    come_back(devices, way)
    assert devices.before_asked is None
    devices.run(PROOF_MS + 100)
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice != NOT_HOST
    assert devices.sessions[1].live.common_id == devices.sessions[0].live.common_id
    assert devices.match(1).here == ({2} if kind is Rematch.SAME else {1})
    for device in (0, 1, 0, 1):
        devices.act(device)
        devices.deliver_all()
    assert log(devices.match(0)) == log(devices.match(1)) != []


@pytest.mark.parametrize("way", WAYS)
def test_the_host_of_a_race_is_known(way):
    devices = watched("#/play/aya?seats=human,link&names=Anna,Bert&seed=4")
    assert kept(devices).is_proven
    go_away(devices, way)
    come_back(devices, way)
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice is None
    devices.begin()
    assert [one.table.timing.gate for one in devices.sessions[:2]] == [None, None]


@pytest.mark.parametrize("way", WAYS)
def test_a_page_that_has_slept_reads_first_what_came_meanwhile(way):
    devices = watched()
    before = log(kept(devices))
    go_away(devices, way)
    devices.act(0)
    devices.keeps = "proof"
    come_back(devices, way, rounds=1)
    assert devices.sessions[1].live.guest.is_held
    devices.send(1, Wake(devices.now_ms))
    devices.now_ms += 3_600_000
    devices.send(1, Wake(devices.now_ms))
    assert devices.sessions[1].notice is None
    devices.keeps = ""
    devices.letters += devices.kept
    devices.deliver_all()
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice is None
    assert len(log(kept(devices))) >= len(before)


@pytest.mark.parametrize("way", WAYS)
def test_but_it_does_not_wait_for_ever(way):
    devices, _, _ = held_guest(way)
    for _ in range(3):
        devices.send(1, Wake(devices.now_ms))
        devices.now_ms += 3_600_000
    assert devices.sessions[1].notice == NOT_HOST


@pytest.mark.parametrize("way", WAYS)
def test_until_then_nobody_is_within_reach_and_no_other_tab_gives_the_match_up(way):
    devices, _, _ = held_guest(way)
    session = devices.sessions[1]
    match_id = session.live.match_id
    meeting = meeting_of(session.live, match_id, session.matches[match_id])
    assert (meeting.is_within_reach, meeting.is_connected) == (False, False)
    assert not is_played(session.live, match_id)
    assert TakeOver(match_id) not in devices.effects
    # That another tab has it is told meanwhile.
    if way != "link":
        return
    devices.send(1, LockChanged(match_id, is_ours=False))
    assert devices.sessions[1].live.guest.is_held
    devices.instead = None
    devices.letters.append(devices.asked[-1])
    devices.deliver_all()
    assert devices.effects.count(TakeOver(match_id)) == 1


@pytest.mark.parametrize("way", WAYS)
def test_people_who_know_better_come_as_somebody_new(way):
    """Such as to a host whose device was lost, and who goes on with the match as it was saved."""
    devices = watched()
    (key,) = kept(devices).keys.values()
    before = log(kept(devices))
    go_away(devices, way)
    pose(devices)
    devices.heard.clear()
    come_back(devices, way)
    assert devices.sessions[1].notice == NOT_HOST
    assert seen(devices.sessions[1]).one("data-do", "come-anew")
    devices.send(1, ComeAnew(devices.now_ms))
    devices.settle(4)
    assert states(devices)[:2] == ["connected", "connected"]
    assert devices.sessions[1].notice is None
    assert not seen(devices.sessions[1]).all("data-do", "come-anew")
    assert key not in told(devices)
    (new,) = kept(devices).keys.values()
    assert new != key
    assert kept(devices).here == {2}
    assert kept(devices).is_proven
    assert log(kept(devices))[: len(before)] == before
    for device in (0, 1, 0, 1):
        devices.act(device)
        devices.deliver_all()
    assert log(kept(devices)) == log(devices.match(0))
    assert key not in told(devices)


def test_nobody_comes_anew_who_has_met_nobody_but_their_host():
    devices = watched()
    before = kept(devices)
    devices.send(1, ComeAnew(devices.now_ms))
    assert kept(devices).keys == before.keys
    assert kept(devices).is_proven


def test_a_proof_that_nobody_waits_for_leaves_what_is_asked_on_screen():
    """The match has gone two ways, and the host shows late, for the first time, who they are."""
    made = with_relays(3)
    devices = Watched(made.sessions, made.stored, instead=lambda *_: [])
    devices.enter(1, devices.open(YALA))
    devices.settle()
    devices.act(0)
    devices.deliver_all()
    go_away(devices, "lapse")
    devices.act(1)
    match = devices.match(0)
    (seat,) = match.position.active_seats
    other = match.play(seat, match.position.legal_actions(seat)[-1], 9)
    devices.sessions[0] = devices.sessions[0].with_match(devices.sessions[0].live.match_id, other)
    devices.settle(3)
    session = devices.sessions[1]
    assert session.table.fork is not None
    guest, (key,) = session.live.guest, kept(devices).keys.values()
    proof = KeyProof(guest.common_id, guest.nonce, proof_of(key, guest.nonce, guest.line))
    said = IncomingText(session.live.line, format_message(proof), devices.now_ms)
    after, _ = update(session, said)
    assert after.live.guest.proven == key
    assert after.screen == session.screen


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
    devices.effects.clear()
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
    """Pages that do not know the question pass over it."""
    made = with_relays(3)
    devices = Watched(made.sessions, made.stored, instead=lambda *_: [])
    devices.enter(1, devices.open(YALA))
    devices.settle()
    for device in range(2):
        devices.act(device)
        devices.deliver_all()
    assert not kept(devices).is_proven
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
