"""Devices that play live, and a network between them that a test may delay, cut and corrupt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from spieltisch.app.board.messages import Press, Ready, TypeAction, Wake
from spieltisch.app.core.effects import Fetch, Keep, Report
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.core.waits import Came, Stored
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    Accept,
    Connect,
    Described,
    HangUp,
    IncomingText,
    Invite,
    LineLost,
    LineOpened,
    PlayLive,
    SendTo,
    TakeCode,
)
from spieltisch.live.description import Candidate, Endpoint, format_description, parse_description
from spieltisch.play.match import Match, format_match
from spieltisch.play.timing import COUNTDOWN_MS
from tests.unit.whole_step import whole_step


def endpoint_of(device: int, line: int) -> Endpoint:
    """Where a device of a test is reached on a line."""
    fingerprint = device.to_bytes(1) + line.to_bytes(2) + bytes(29)
    return Endpoint(fingerprint, "S01D", "p" * 24, (Candidate(f"10.0.0.{device}", 9),))


@dataclass
class Devices:
    """Attributes:
    sessions: by number.
    stored: what each has kept, by the match's name.
    ends: whom a line connects, first the one that has invited; the second is missing until
        somebody has come.
    letters: what has been sent and has not arrived: from whom, to whom, on which line, the text.
    servers: the STUN server of each invitation, in order.
    """

    sessions: list[Session]
    stored: list[dict[str, str]] = field(default_factory=list)
    ends: dict[int, tuple[int, ...]] = field(default_factory=dict)
    letters: list[tuple[int, int, int, str]] = field(default_factory=list)
    servers: list[str] = field(default_factory=list)
    now_ms: float = 0.0
    count: int = 0
    loads: int = 0

    @classmethod
    def some(cls, number: int) -> Devices:
        sessions = [
            Session(device=Device(secret=f"{one:032x}"), visit=Visit(f"device0{one}"))
            for one in range(number)
        ]
        return cls(sessions, [{} for _ in range(number)])

    @classmethod
    def connected(cls, link: str, number: int = 2) -> Devices:
        """A host at the match of a link, and guests to whom its lines are open."""
        devices = cls.some(number)
        devices.send(0, Navigate(link, 0.0))
        for guest in range(1, number):
            devices.connect(0, guest)
            devices.deliver_all()
        return devices

    def send(self, device: int, message: Any) -> None:
        """A message to a device, and all that its browser does for it."""
        self.now_ms += 1.0
        self.sessions[device], effects = whole_step(self.sessions[device], message)
        assert not [one for one in effects if isinstance(one, Report)], "reports are answered"
        for effect in effects:
            self._carry_out(device, effect)

    def _carry_out(self, device: int, effect: Any) -> None:
        match effect:
            case Keep(KeptMatch(match, summary)):
                self.stored[device][summary.id] = format_match(match)
            case Fetch(Stored(_, match_id) as need):
                answer = Came(need, self.stored[device].get(match_id), self.now_ms)
                self.send(device, answer)
            case Invite(line, stun):
                self.servers.append(stun)
                self.ends[line] = (device,)
                self.send(device, Described(line, self._sdp(device, line, is_answer=False)))
            case Accept(line):
                host = self.ends[line][0]
                self.ends[line] = (host, device)
                self.send(device, Described(line, self._sdp(device, line, is_answer=True)))
            case Connect(line, answer):
                assert parse_description(answer).fingerprint[0] == self.ends[line][1]
                for end in self.ends[line]:
                    self.send(end, LineOpened(line, name=self.name_of(line)))
            case SendTo(line, text):
                others = [end for end in self.ends.get(line, ()) if end != device]
                self.letters += [(device, other, line, text) for other in others]
            case HangUp(line):
                self.hang_up(device, line)

    def name_of(self, line: int) -> str:
        """What both ends of a line call it, as long as nobody stands between them."""
        return f"{line} between {self.ends[line]}"

    def _sdp(self, device: int, line: int, *, is_answer: bool) -> str:
        return format_description(endpoint_of(device, line), is_answer=is_answer)

    def hang_up(self, device: int, line: int) -> None:
        """One end of a line closes it: what was sent before still arrives, then the other end
        hears of it."""
        ends = self.ends.pop(line, ())
        for other in ends:
            if other != device:
                for letter in [one for one in self.letters if one[1:3] == (other, line)]:
                    self.deliver(letter)
                self.send(other, LineLost(line, self.now_ms))
        self.letters = [one for one in self.letters if one[2] != line]

    def cut(self, line: int) -> None:
        """The network breaks: what is on its way is lost."""
        self.letters = [one for one in self.letters if one[2] != line]
        for end in self.ends.pop(line, ()):
            self.send(end, LineLost(line, self.now_ms))

    def lapse(self, line: int) -> None:
        """The network is gone, and both browsers go on trying to reach the other end."""
        self.letters = [one for one in self.letters if one[2] != line]
        for end in self.ends[line]:
            self.send(end, LineLost(line, self.now_ms, may_return=True))

    def come_back(self, line: int) -> None:
        """The network is there again, and so is the line, unless somebody has hung up."""
        for end in self.ends.get(line, ()):
            if line in self.ends:
                self.send(end, LineOpened(line, name=self.name_of(line)))

    def deliver(self, letter: tuple[int, int, int, str]) -> None:
        if letter in self.letters:
            self.letters.remove(letter)
            self.send(letter[1], IncomingText(letter[2], letter[3], self.now_ms))

    def deliver_all(self) -> None:
        """Everything arrives, in order; also what is sent because of it."""
        for _ in range(1000 + 3 * len(self.letters)):
            if not self.letters:
                return
            self.deliver(self.letters[0])
        raise AssertionError("they never stop talking")

    def connect(self, host: int, guest: int) -> int:
        """The guest comes by an invitation to the match on the host's table; gives the line."""
        self.count += 1
        line = self.count
        self.send(host, PlayLive(line))
        self.send(guest, Navigate(code_to_send(self.sessions[host]), 0.0))
        self.send(host, TakeCode(code_to_send(self.sessions[guest]), 0.0))
        return line

    def reload(self, device: int) -> None:
        """The page is loaded anew: all that is left is what was kept."""
        before, self.loads = self.sessions[device], self.loads + 1
        for line in [line for line, ends in self.ends.items() if device in ends]:
            self.hang_up(device, line)
        self.sessions[device] = replace(
            before,
            matches={},
            live=None,
            screen=StartScreen(),
            device=replace(before.device, secret=f"{self.loads:031x}{device}"),
        )

    def match(self, device: int) -> Match:
        match = self.sessions[device].match
        assert match is not None
        return match

    def wait(self, ms: float) -> None:
        """So much time passes: every page is woken when it wants to be; nothing arrives."""
        end_ms = self.now_ms + ms
        for _ in range(10_000):
            due = self._due(end_ms)
            if due is None:
                self.now_ms = max(self.now_ms, end_ms)
                return
            wake_ms, device = due
            self.now_ms = max(self.now_ms, wake_ms)
            self.send(device, Wake(self.now_ms + 1.0))
        raise AssertionError("they are woken for ever")

    def run(self, ms: float) -> None:
        """So much time passes, and everything arrives at once."""
        end_ms = self.now_ms + ms
        self.deliver_all()
        while (due := self._due(end_ms)) is not None:
            self.wait(max(0.0, due[0] - self.now_ms))
            self.deliver_all()
        self.wait(end_ms - self.now_ms)

    def _due(self, end_ms: float) -> tuple[float, int] | None:
        """Which page wants to be woken first, and when, if that is not after the end."""
        wanted = (
            (session.next_wake_ms, number)
            for number, session in enumerate(self.sessions)
            if session.next_wake_ms is not None and session.next_wake_ms <= end_ms
        )
        return min(wanted, default=None)

    def begin(self) -> None:
        """Everybody says that they are ready, and it is counted down."""
        for device in range(len(self.sessions)):
            self.send(device, Ready(self.now_ms))
            self.deliver_all()
        self.run(COUNTDOWN_MS + 100)

    def act(self, device: int, choose: Callable[[int], int] = lambda count: 0) -> None:
        """One of the people at a device does something that is legal now, if any may."""
        match = self.match(device)
        seats = sorted(match.position.active_seats & match.here)
        if not seats:
            return
        seat = seats[choose(len(seats))]
        actions = match.position.legal_actions(seat)
        token = match.rules.format_action(actions[choose(len(actions))])
        if token in match.rules.choose(match.position, seat).targets:
            self.send(device, Press(token, self.now_ms, seat, self.now_ms))
        else:
            self.send(device, TypeAction(token, self.now_ms))

    def play(self, device: int, choose: Callable[[int], int] = lambda count: 0) -> None:
        """One of the actions that are legal now is typed on a device."""
        match = self.match(device)
        seat = min(match.position.active_seats)
        actions = match.position.legal_actions(seat)
        action = actions[choose(len(actions))]
        self.send(device, TypeAction(match.rules.format_action(action), self.now_ms))


def log(match: Match) -> list[tuple[int, str]]:
    """The turns that count."""
    return [(turn.seat, turn.entry.action) for turn in match.turns[: match.shown]]
