"""YALA's bots: known wins are found and kept, levels are deterministic, a stop is a stop."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pytest

from spieltisch.games.yala.bots.search import SEARCH
from spieltisch.games.yala.rules.position import SEAT_OF, YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.search import PROVEN, WIN, Level, ProofTable, SearchResult, think, thinking
from spieltisch.table import Setup

WINS = [
    line.split(" ", 1)
    for line in (Path(__file__).parents[1] / "positions" / "yala_wins.txt")
    .read_text(encoding="utf-8")
    .splitlines()
]
ANALYST = Level(nodes=60_000)
PATIENT = Level(nodes=400_000)
"""For wins in more than nine actions: the longer, the more there is to rule out."""


def start(seed: int, repetition: str = "draw") -> YalaPosition:
    position = RULES.parse_position(RULES.deal(Setup("yala"), Random(seed).shuffle))
    return YalaPosition(position.towers, position.to_move, repetition)


def thought_on(position: YalaPosition, level: int | Level, seed: int = 1) -> SearchResult:
    return think(SEARCH, position, SEAT_OF[position.to_move], level, Random(seed))


def analyst(actions: str) -> Level:
    return ANALYST if int(actions) <= 9 else PATIENT


@pytest.mark.parametrize(("actions", "text"), WINS)
def test_a_known_win_is_found(actions: str, text: str) -> None:
    """In as few actions as can be, or, where it is a long one, hardly more."""
    thought = thought_on(RULES.parse_position(text), analyst(actions))
    assert thought.ends_in is not None
    assert thought.win_probability == 1
    assert thought.ends_in == WIN - thought.score
    assert 0 <= thought.ends_in - int(actions) <= (0 if int(actions) <= 9 else 2)


@pytest.mark.parametrize("repetition", ["draw", "no-repeat"])
@pytest.mark.parametrize(("actions", "text"), WINS[::2])
def test_a_win_seen_is_never_thrown_away(actions: str, text: str, repetition: str) -> None:
    """Against any defence, and even when thinking as little as it can."""
    rng = Random(text)
    parsed = RULES.parse_position(text)
    position = YalaPosition(parsed.towers, parsed.to_move, repetition)
    winner, proofs, left = SEAT_OF[position.to_move], ProofTable(), int(actions) + 2
    level = analyst(actions)
    while position.active_seats:
        (seat,) = position.active_seats
        if seat == winner:
            thought = think(SEARCH, position, seat, level, rng, proof_table=proofs)
            assert WIN - thought.score <= left
            action, left, level = thought.action, WIN - thought.score, Level(nodes=1)
        else:
            action, left = rng.choice(position.legal_actions(seat)), left - 1
        position = position.apply(seat, action)
    assert position.outcome
    assert position.outcome.winners == {winner}


@pytest.mark.parametrize(("actions", "text"), [win for win in WINS if 1 < int(win[0]) <= 9])
def test_the_loser_sees_it_too_and_holds_out(actions: str, text: str) -> None:
    position = RULES.parse_position(text)
    after = position.apply(SEAT_OF[position.to_move], thought_on(position, ANALYST).action)
    assert thought_on(after, ANALYST).score == int(actions) - 1 - WIN


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_level_is_deterministic_under_a_seed(level: int) -> None:
    for seed in range(3):
        first, second = (thought_on(start(seed), level, seed) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_a_level_keeps_to_its_nodes_and_depth(level: int) -> None:
    limit = SEARCH.levels[level - 1]
    thought = thought_on(start(3), level)
    assert thought.nodes <= limit.nodes + 30
    assert thought.depth <= limit.depth
    assert thought.action in start(3).legal_actions(thought.seat)
    assert thought.variation[0] == thought.action


def test_the_variation_can_be_played() -> None:
    for seed in range(10):
        position = start(seed, "no-repeat")
        thought = thought_on(position, 4)
        assert thought.variation[0] == thought.action
        assert len(thought.variation) > 1
        for action in thought.variation:
            assert action in position.legal_actions(SEAT_OF[position.to_move])
            position = position.apply(SEAT_OF[position.to_move], action)


def test_every_slice_has_an_action_that_could_be_played() -> None:
    for thought in islice(thinking(SEARCH, start(1), 1, 6, Random(1)), 10):
        assert thought.action in start(1).legal_actions(1)


def test_slices_end_in_what_thinking_in_one_go_finds() -> None:
    slices = list(thinking(SEARCH, start(2), 1, 5, Random(1)))
    assert slices[-1] == think(SEARCH, start(2), 1, 5, Random(1))
    steps = [after.nodes - before.nodes for before, after in pairwise(slices)]
    assert max(steps) < SEARCH.slice_nodes + slices[-1].nodes // 256 + 100
    assert [thought.depth for thought in slices] == sorted(thought.depth for thought in slices)


def test_a_slice_ends_after_every_depth() -> None:
    slices = list(thinking(SEARCH, start(2), 1, 4, Random(1)))
    depths = sorted({thought.depth for thought in slices})
    assert depths == list(range(slices[-1].depth + 1))
    assert len(depths) > 1


def test_the_past_counts() -> None:
    """A move that draws by repetition is worth nothing, one that is forbidden is not played."""
    begun = start(5)
    for repetition in ("draw", "no-repeat"):
        position = YalaPosition(begun.towers, begun.to_move, repetition)
        for _ in range(60):
            if not position.active_seats:
                break
            thought = thought_on(position, 3)
            assert thought.action in position.legal_actions(thought.seat)
            assert abs(thought.score) < PROVEN or thought.ends_in
            position = position.apply(thought.seat, thought.action)


def test_who_is_not_to_act_does_not_think() -> None:
    with pytest.raises(ValueError, match="seat 2 is not to act"):
        think(SEARCH, start(1), 2, 1, Random(1))
    with pytest.raises(ValueError, match="there is no level 7"):
        think(SEARCH, start(1), 1, 7, Random(1))
