"""How much may come on a line: people never meet the limit, and a flood soon does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.together.messages import LineLost, SendTo
from spieltisch.live.budget import (
    CHARACTERS,
    MESSAGES,
    MOST_CHARACTERS,
    MOST_DROPPED,
    MOST_MESSAGES,
    Budget,
)
from spieltisch.live.log import tail
from spieltisch.live.protocol import MAX_MESSAGE, format_message
from spieltisch.play.digits import MAX_TURNS
from spieltisch.play.match import Match
from tests.unit.asking import seen
from tests.unit.devices import Devices, log
from tests.unit.far_away import FarAway, Letter


@dataclass
class Counted(FarAway):
    """Devices whose lines have budgets, as in shell/lines.py."""

    budgets: dict[tuple[int, int], Budget] = field(default_factory=dict)
    """By receiver and line."""
    hearing: tuple[int, int] | None = None
    least: tuple[float, float] = (MOST_MESSAGES, MOST_CHARACTERS)
    """The fewest messages and characters that were left on any line."""

    def _carry_out(self, device, effect):
        super()._carry_out(device, effect)
        if isinstance(effect, SendTo) and self.hearing == (device, effect.line):
            self._keep(self.hearing, self.budgets[self.hearing].answered(len(effect.text)))

    def deliver(self, letter: Letter) -> None:
        _, to, line, text = letter
        found = self.budgets.get((to, line), Budget()).heard(len(text), self.now_ms)
        self._keep((to, line), found)
        assert found.is_taken, "what people do is never too much"
        self.hearing = (to, line)
        super().deliver(letter)
        self.hearing = None

    def _keep(self, place: tuple[int, int], budget: Budget) -> None:
        self.budgets[place] = budget
        messages, characters = self.least
        self.least = (min(messages, budget.messages), min(characters, budget.characters))


class TestBudget:
    @given(st.lists(st.tuples(st.integers(0, 4 * MAX_MESSAGE), st.floats(0, 5000)), max_size=300))
    def test_no_more_comes_than_may(self, sent):
        """Whatever is sent, and whenever."""
        budget, at_ms, messages, characters = Budget(), 0.0, 0, 0
        for length, later_ms in sent:
            at_ms += later_ms
            budget = budget.heard(length, at_ms)
            messages += budget.is_taken
            characters += length if budget.is_taken else 0
            assert messages <= MOST_MESSAGES + MESSAGES * at_ms / 1000 + 1e-6
            assert characters <= MOST_CHARACTERS + CHARACTERS * at_ms / 1000 + 1e-6
            assert 0 <= budget.messages <= MOST_MESSAGES
            assert 0 <= budget.characters <= MOST_CHARACTERS

    def test_a_flood_of_short_messages_ends_the_line(self):
        budget, heard = Budget(), 0
        for number in range(20_000):
            budget = budget.heard(80, number / 10)
            heard += budget.is_taken
            if budget.is_over:
                break
        assert budget.is_over
        assert heard <= MOST_MESSAGES + MESSAGES
        assert number <= MOST_MESSAGES + MOST_DROPPED + 2 * MESSAGES

    @pytest.mark.parametrize("takes_ms", [1, 25, 50, 200])
    def test_a_flood_ends_the_line_however_slow_the_page_is(self, takes_ms):
        """A message that is read takes its time, and even one that is dropped takes some."""
        budget, at_ms = Budget(), 0.0
        for _ in range(20_000):
            budget = budget.heard(80, at_ms)
            if budget.is_over:
                break
            at_ms += max(1.0, takes_ms / 20)
            if budget.is_taken:
                budget = budget.answered(200).took(takes_ms)
                at_ms += takes_ms
        assert budget.is_over
        assert at_ms < 60_000

    def test_a_clock_that_goes_back_gives_nothing(self):
        budget = Budget()
        for _ in range(int(MOST_MESSAGES)):
            budget = budget.heard(10, 5000.0)
        for at_ms in (0.0, -1e9, 4999.0, 5000.0):
            budget = budget.heard(10, at_ms)
            assert not budget.is_taken

    def test_who_has_sent_too_much_is_heard_again_after_a_while(self):
        budget = Budget()
        for _ in range(int(MOST_MESSAGES) + 100):
            budget = budget.heard(10, 0.0)
        assert budget.dropped == 100
        assert budget.heard(10, 1000.0).is_taken

    def test_long_answers_are_paid_by_who_asked(self):
        """Each question for all turns of a long match has 400,000 characters of answers."""
        budget, answered = Budget(), 0
        for number in range(500):
            budget = budget.heard(80, number * 10.0)
            if budget.is_taken:
                budget = budget.answered(400_000)
                answered += 1
        assert answered <= 4


class TestWhatPeopleDo:
    def test_six_phones_at_a_race(self):
        trips_ms = dict.fromkeys(range(1, 6), 20.0)
        play = "#/play/aya?seats=human,link,link,link,link,link&seed=4"
        devices = Counted.begun(trips_ms, play)
        rng = Random(2)
        while not devices.match(0).is_over and devices.now_ms < 240_000:
            # All press all the time, and far faster than people do.
            for device in range(6):
                devices.act(device, rng.randrange)
            devices.pass_time(100.0)
        assert devices.match(0).shown > 20
        messages, characters = devices.least
        assert messages > MOST_MESSAGES / 2
        assert characters > MOST_CHARACTERS / 2

    def test_somebody_who_comes_late_to_a_long_match(self):
        devices = Counted(Devices.some(2).sessions, [{}, {}], trips_ms={1: 5.0}, there={1: 0.5})
        devices.send(0, Navigate("#/play/myra?seats=human,link&seed=4", 0.0))
        session, long = devices.sessions[0], grown(devices.match(0))
        long = replace(long, here=devices.match(0).here)
        devices.sessions[0] = session.with_match(session.table.match_id, long)
        devices.connect(0, 1)
        devices.pass_time(5000.0)
        assert log(devices.match(0)) == log(devices.match(1)) == log(long)

    def test_the_longest_match_takes_no_more_than_may_come_at_once(self):
        devices = Devices.some(1)
        devices.send(0, Navigate("#/play/myra?seats=human,link&seed=4", 0.0))
        long = grown(devices.match(0))
        texts = [format_message(one) for one in tail(long, "abcdefgh0000", 0, 0)]
        times = MAX_TURNS / long.shown
        assert len(texts) * times < MOST_MESSAGES
        assert sum(map(len, texts)) * times < MOST_CHARACTERS


def grown(match: Match) -> Match:
    """A match with many turns, however little sense they make."""
    rng = Random(3)
    while not match.is_over and match.shown < 400:
        (seat,) = match.position.active_seats
        match = match.play(seat, rng.choice(match.position.legal_actions(seat)))
    return match


@pytest.mark.parametrize("device", [0, 1])
def test_whose_line_was_flooded_is_told_and_nothing_is_lost(device):
    devices = Devices.some(2)
    devices.send(0, Navigate("#/play/yala?seats=human,link&seed=4", 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    devices.play(0)
    devices.deliver_all()
    devices.send(device, LineLost(1, devices.now_ms, is_flooded=True))
    assert (
        "far more than anybody can play" in seen(devices.sessions[device]).one("id", "notice").text
    )
    assert len(log(devices.match(device))) == 1
    devices.connect(0, 1)
    devices.deliver_all()
    assert [set(devices.match(one).here) for one in (0, 1)] == [{1}, {2}]
