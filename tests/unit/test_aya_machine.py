"""AYA at random and among bots: what holds in every variant, edition and number of seats."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.duties import Attempt, ExceptionalMove
from spieltisch.games.aya.rules.events import KINDS
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import TRACKS, exceptional_move
from spieltisch.games.aya.view.sentences import is_exceptional, told_event
from spieltisch.table import CLOCK, Entry, Record, Setup, format_record, parse_record, replay
from spieltisch.table.turn import Ending
from tests.unit.aya_table import all_cards, all_setups, name_of, turn
from tests.unit.playouts import play_out

SETUPS = list(all_setups())
WHOLE_DECK = Counter(DECK)


def hold(position: AyaPosition, setup: Setup) -> None:
    """What is true of every position there is."""
    assert all_cards(position) == WHOLE_DECK
    assert position.track in TRACKS
    assert bool(position.active_seats) == (position.outcome is None)
    assert position.active_seats <= set(range(setup.seats + 1))
    assert (CLOCK in position.active_seats) == (position.clock is not None)
    for seat in range(setup.seats + 1):
        actions = position.legal_actions(seat)
        assert bool(actions) == (seat in position.active_seats)
        assert len(set(actions)) == len(actions)
    seen = position.observe(1)
    assert seen.observe(2) == seen
    assert [len(pile) for pile in seen.table.piles().values()] == [
        len(pile) for pile in position.table.piles().values()
    ]
    assert seen.open_cards == position.open_cards
    for whole in (position, seen):
        text = RULES.format_position(whole)
        assert RULES.parse_position(text) == whole
        assert text.split(" ; ")[0] == RULES.format_board(whole)
    hold_variant(position, setup)


def hold_variant(position: AyaPosition, setup: Setup) -> None:
    table, outcome = position.table, position.outcome
    if setup.variant == "aya-oye":
        assert (outcome is None) == all(hand.pile for hand in table.hands)
        assert sum(position.scores) + sum(map(len, table.neutral)) + len(table.out) == 39
    elif setup.variant == "turbo":
        left = sum(map(len, table.neutral)) + len(table.stock) + len(position.open_cards)
        assert (outcome is None) == (left > 0 and table.standing_ahas < 3)
        assert table.standing_ahas == 0 or setup.edition == "reilly"
        if setup.edition == "reilly" and table.stock:
            assert all(len(hand.open) == 1 for hand in table.hands)
    elif setup.variant == "rumkugeln":
        places = 4 if setup.seats >= 5 else 5
        assert all(len(hand.open) <= places for hand in table.hands)
    elif setup.variant == "kindergarten":
        assert bool(table.stock) == (outcome is None)
    else:
        assert sum(position.scores) + len(table.row) == 10
    if outcome:
        assert outcome.scores == position.scores
        assert outcome.winners <= set(range(1, setup.seats + 1))
        assert outcome.winners or setup.variant == "tueftler"


def hold_step(before: AyaPosition, seat: int, action: str, after: AyaPosition) -> None:
    """What is true of every step there is."""
    step = turn(before, seat, action)
    assert step.after == after
    assert step.events == turn(before.observe(seat), seat, action).events
    event = told_event(step)
    if is_exceptional(event):
        assert after.track == exceptional_move(before.track)
    if event.kind in ("taken-back", "stood") and isinstance(before.duty, Attempt):
        assert before.duty.demonstration is not None
        assert after.track == before.duty.demonstration.track
    if isinstance(after.duty, ExceptionalMove):
        assert event.kind in ("missed", "refuted", "stood", "matched")
    if event.kind == "matched":
        assert event.cards
    happened = [told for told in step.events if not isinstance(told, Ending)]
    assert {told.kind for told in happened} <= KINDS
    ending = step.events[len(happened) :]
    assert bool(ending) == (after.outcome is not None)
    if after.outcome and after.outcome.winners:
        winners = sorted(after.outcome.winners)
        assert [(told.kind, told.seat) for told in ending] == [("won", seat) for seat in winners]


class AyaMachine(RuleBasedStateMachine):
    """Any seat that may act, the clock too, does anything it may."""

    @initialize(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**32))
    def begin(self, setup, seed):
        self.deal(setup, seed)

    @precondition(lambda self: not self.position.active_seats)
    @rule(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**32))
    def begin_again(self, setup, seed):
        self.replay()
        self.deal(setup, seed)

    def deal(self, setup, seed):
        start = RULES.deal(setup, random.Random(seed).shuffle)
        self.setup = Setup("aya", setup.variant, setup.edition, (), setup.seats, seed, start)
        self.position = RULES.initial_position(self.setup)
        self.entries: list[Entry] = []

    @precondition(lambda self: self.position.active_seats)
    @rule(data=st.data())
    def act(self, data):
        seat = data.draw(st.sampled_from(sorted(self.position.active_seats)))
        action = data.draw(st.sampled_from(self.position.legal_actions(seat)))
        after = self.position.apply(seat, action)
        hold_step(self.position, seat, action, after)
        self.position = after
        self.entries.append(Entry(seat, action, len(self.entries)))

    @precondition(lambda self: self.position.active_seats)
    @rule(data=st.data())
    def play_a_match_if_there_is_one(self, data):
        """So that machines come further than failures would let them."""
        duty = self.position.duty
        if isinstance(duty, Attempt):
            good = [
                move
                for move in self.position.legal_actions(duty.seat)
                if move != "stop" and self.position.try_move(move).cards
            ]
            if good:
                action = data.draw(st.sampled_from(good))
                self.position = self.position.apply(duty.seat, action)
                self.entries.append(Entry(duty.seat, action, len(self.entries)))

    @invariant()
    def everything_holds(self):
        if hasattr(self, "position"):
            hold(self.position, self.setup)

    def replay(self):
        steps = list(replay(RULES, Record(self.setup, tuple(self.entries))))
        assert not steps or steps[-1].after == self.position

    def teardown(self):
        if hasattr(self, "position"):
            self.replay()


AyaMachine.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking whole matches takes minutes
)
TestAyaMachine = AyaMachine.TestCase


@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_a_match_of_bots_keeps_all_cards_and_ends_and_replays(setup):
    chance = random.Random(name_of(setup))
    for _ in range(3):
        positions = []

        def watch(entry, position, positions=positions):
            hold(position, setup)
            positions.append(position)

        record, last = play_out(setup, chance, watch)
        assert last.outcome is not None
        assert positions[-1] == last
        again = parse_record(format_record(record))
        assert again == record
        assert [step.after for step in replay(RULES, again)] == positions
        assert sorted(e.at_ms for e in record.entries) == [e.at_ms for e in record.entries]


@given(st.sampled_from(SETUPS), st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_the_same_chance_gives_the_same_match(setup, seed):
    assert play_out(setup, random.Random(seed)) == play_out(setup, random.Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_a_thousand_matches_of_bots_end_with_all_cards(setup):
    chance = random.Random(f"soak {name_of(setup)}")
    for _ in range(1000):
        played = play_out(setup, chance)
        assert played.position.outcome is not None
        assert all_cards(played.position) == WHOLE_DECK


def test_every_variant_and_edition_is_played_here():
    assert {(s.variant, s.edition) for s in SETUPS} == {
        (variant, edition) for variant in INFO.variants for edition in INFO.editions
    }
    assert len(SETUPS) == 42
