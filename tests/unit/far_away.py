"""Devices that play a race over lines that take their time, and people who call on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from spieltisch.app.board.messages import Ready, Shout, Wake
from spieltisch.app.core.messages import Navigate
from spieltisch.app.together.messages import MeasureTrip, SendTo, TripMeasured
from spieltisch.play.timing import COUNTDOWN_MS, is_contested
from tests.unit.devices import Devices

PLAY = "#/play/aya?seats=human,link,link&names=Anna,Bert,Carl&seed=4"
JITTER_MS = 2.0

Letter = tuple[int, int, int, str]


@dataclass
class FarAway(Devices):
    """Attributes:
    trips_ms: how long it takes to each guest and back.
    there: how much of that is the way there.
    coming: what is on its way, with when it arrives.
    holds_ms: how long the changed page of a guest holds back its answers to pings.
    claims_ms: how much earlier than it was made such a page says that a call was.
    measures: whether browsers tell what they measure below the pages.
    """

    trips_ms: dict[int, float] = field(default_factory=dict)
    there: Mapping[int, float] = field(default_factory=dict)
    coming: list[tuple[float, Letter]] = field(default_factory=list)
    rng: Random = field(default_factory=lambda: Random(1))
    holds_ms: dict[int, float] = field(default_factory=dict)
    claims_ms: dict[int, float] = field(default_factory=dict)
    measures: bool = True

    @classmethod
    def begun(
        cls, trips_ms: Mapping[int, float], play: str = PLAY, seed: int = 1, **more: Any
    ) -> FarAway:
        """A host and its guests, who have been counted down."""
        some = Devices.some(len(trips_ms) + 1)
        rng = Random(seed)
        there = {guest: rng.uniform(0.2, 0.8) for guest in trips_ms}
        more |= {"trips_ms": dict(trips_ms), "there": there, "rng": rng}
        devices = cls(some.sessions, some.stored, **more)
        devices.send(0, Navigate(play, 0.0))
        for guest in trips_ms:
            devices.connect(0, guest)
            devices.pass_time(1000.0)
        devices.pass_time(3000.0)
        devices.get_ready()
        return devices

    def get_ready(self) -> None:
        """Everybody says that they are ready, and it is counted down."""
        for device in range(len(self.sessions)):
            self.send(device, Ready(self.now_ms))
        self.pass_time(COUNTDOWN_MS + 2 * max(self.trips_ms.values()))

    def _carry_out(self, device: int, effect: Any) -> None:
        known = len(self.letters)
        super()._carry_out(device, effect)
        if isinstance(effect, SendTo):
            self.letters[known:] = map(self._as_sent, self.letters[known:])
            for letter in self.letters[known:]:
                self._put_on_its_way(letter)
        elif isinstance(effect, MeasureTrip) and self.measures:
            guest = max(self.ends[effect.line])
            jitter_ms = sum(self.rng.expovariate(1 / JITTER_MS) for _ in range(2))
            self.send(device, TripMeasured(effect.line, self.trips_ms[guest] + jitter_ms))

    def _as_sent(self, letter: Letter) -> Letter:
        sender, receiver, line, text = letter
        fields = json.loads(text)
        if sender not in self.claims_ms or fields["kind"] != "called":
            return letter
        since_ms = max(0, fields["since"] - round(self.claims_ms[sender]))
        return sender, receiver, line, json.dumps({**fields, "since": since_ms})

    def _held_ms(self, letter: Letter) -> float:
        is_answer = json.loads(letter[3])["kind"] == "pong"
        return self.holds_ms.get(letter[0], 0.0) if is_answer else 0.0

    def _put_on_its_way(self, letter: Letter) -> None:
        sender, receiver, line, _ = letter
        guest = max(sender, receiver)
        share = self.there[guest] if receiver == guest else 1 - self.there[guest]
        way_ms = self.trips_ms[guest] * share + self.rng.expovariate(1 / JITTER_MS)
        # What is held back keeps nothing waiting that is said meanwhile.
        before = (
            ms for ms, one in self.coming if one[1:3] == (receiver, line) and not self._held_ms(one)
        )
        arrives_ms = max(self.now_ms + way_ms, *before, 0.0)
        self.coming.append((arrives_ms + self._held_ms(letter), letter))

    def deliver(self, letter: Letter) -> None:
        self.coming = [one for one in self.coming if one[1] is not letter]
        super().deliver(letter)

    def step(self, end_ms: float) -> bool:
        """What happens next, up to some moment: a letter arrives, or a page is woken. Gives whether
        anything has."""
        here = [one for one in self.coming if one[1] in self.letters]
        arrives_ms, letter = min(here, key=lambda one: one[0], default=(end_ms + 1, None))
        due = self._due(min(end_ms, arrives_ms))
        if due is not None:
            self.now_ms = max(self.now_ms, due[0])
            self.send(due[1], Wake(self.now_ms + 1.0))
            return True
        if letter is None or arrives_ms > end_ms:
            return False
        self.now_ms = max(self.now_ms, arrives_ms)
        self.deliver(letter)
        return True

    def pass_time(self, ms: float) -> None:
        """So much time passes, and what is on its way arrives when it does."""
        end_ms = self.now_ms + ms
        while self.step(end_ms):
            pass
        self.now_ms = max(self.now_ms, end_ms)

    def call(self, device: int, word: str = "aya", at_ms: float | None = None) -> None:
        """The person at a device calls."""
        (seat,) = self.match(device).here or {1}
        at_ms = self.now_ms if at_ms is None else at_ms
        self.send(device, Shout(seat, word, at_ms, max(at_ms, self.now_ms)))

    def shown_ms(self, device: int, length: int) -> float | None:
        """When a device has shown the position after so many turns; None if it has not."""
        session = self.sessions[device]
        table, match = session.table, session.match
        if table is None or match is None or match.shown != length:
            return None
        is_up = table.timing.is_planned_for(match)
        return table.timing.shown_ms if is_up else None

    def play_on(self) -> bool:
        """Those who are to act alone do, until all may call; gives whether they may."""
        for _ in range(200):
            match = self.match(0)
            if match.is_over:
                return False
            if is_contested(match) and self.is_calm():
                return True
            owing = sorted(match.position.active_seats - {0})
            if len(owing) == 1 and self.shown_ms(owing[0] - 1, match.shown) is not None:
                self.act(owing[0] - 1, self.rng.randrange)
                self.pass_time(500.0)
            else:
                self.pass_time(100.0)
        raise AssertionError("nothing happens any more")

    def is_calm(self) -> bool:
        """Whether all have the same position on screen."""
        length = self.match(0).shown
        return all(
            self.shown_ms(device, length) is not None for device in range(len(self.sessions))
        )
