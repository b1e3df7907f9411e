"""Myra's bots: no queen is overlooked, levels are deterministic, a stop is a stop, matches end."""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spieltisch.games.myra.bots.generator import (
    ActionGenerator,
    capture_values_of,
    piece_values,
)
from spieltisch.games.myra.bots.search import DuelSearch, search_for
from spieltisch.games.myra.rules.core import CAPTURE, Board, actions, make, reigning
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import RULES, STARTS
from spieltisch.search import WIN, Level, ProofTable, SearchResult, think, thinking

WINS = [
    line.split(" ", 1)
    for line in (Path(__file__).parents[1] / "positions" / "myra_wins.txt")
    .read_text(encoding="utf-8")
    .splitlines()
]
"""In how many actions the seat to act can force the capture of the other's queen."""

QUICK = Level(nodes=1_500)
LEVELS = [1, 2, 3, QUICK]

DUEL = DuelSearch()


def start(seats: int) -> MyraPosition:
    return RULES.parse_position(STARTS[seats])


def thought_on(position: MyraPosition, level: int | Level, seed: int = 1) -> SearchResult:
    return think(search_for(position), position, position.to_act, level, Random(seed))


def takes_queen(board: Board, action: tuple[str, int, int, int]) -> bool:
    """Told by the rules alone."""
    return action[0] == CAPTURE and any(side[0] & action[3] for side in board.sides)


def queen_can_be_taken(board: Board, seat: int) -> bool:
    """Whether any other seat, were it to act, could take this seat's queen."""
    queen = board.sides[seat - 1][0]
    return any(
        action[0] == CAPTURE and action[3] == queen
        for other in reigning(board)
        if other != seat
        for action in actions(Board(board.sides, other))
    )


@cache
def wild_positions(seats: int) -> tuple[MyraPosition, ...]:
    """Positions of random matches in which some queen can be taken by someone."""
    rng = Random(seats)
    found: list[MyraPosition] = []
    while len(found) < 40:
        board = start(seats).board
        listed = actions(board)
        for _ in range(150):
            if not listed:
                break
            captures = [action for action in listed if action[0] == CAPTURE]
            board = make(board, rng.choice(captures or listed if rng.random() < 0.3 else listed))
            listed = actions(board)
            is_wild = len(reigning(board)) == seats and (
                queen_can_be_taken(board, board.seat)
                or any(takes_queen(board, action) for action in listed)
            )
            if is_wild and rng.random() < 0.5:
                found.append(MyraPosition(board))
    return tuple(found[:40])


@cache
def taking_and_safe(position: MyraPosition) -> tuple[frozenset[Any], frozenset[Any]]:
    """The actions that take a queen, and those after which one's own cannot be taken."""
    board = position.board
    listed = actions(board)
    return (
        frozenset(action for action in listed if takes_queen(board, action)),
        frozenset(a for a in listed if not queen_can_be_taken(make(board, a), board.seat)),
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3])
def test_no_queen_is_overlooked(seats: int, level: int | Level) -> None:
    """She is taken wherever she can be; else the own one is saved wherever she can be.

    Of three, a seat that would lose its own queen by taking one saves its own instead if it can.
    """
    seen = set()
    for position in wild_positions(seats):
        taking, safe = taking_and_safe(position)
        chosen = tuple(thought_on(position, level).action)
        if seats == 2:
            safe |= taking
        wanted = safe & taking or safe or taking
        assert chosen in (wanted or position.legal_actions(position.to_act))
        seen.add("taken" if safe & taking else "saved" if safe else "lost")
    assert {"taken", "saved"} <= seen


@pytest.mark.parametrize("seats", [2, 3])
def test_the_search_knows_all_actions_and_where_they_lead(seats: int) -> None:
    for position in wild_positions(seats)[:30]:
        board = position.board
        search = search_for(position)
        lines = list(search.expand(search.root(position).node))
        listed = actions(board)
        if any(takes_queen(board, action) for action in listed):
            assert {line[1] for line in lines} <= set(listed)
            continue
        assert len(lines) == len(listed)
        assert {line[1] for line in lines} == set(listed)
        for _, action, node in lines:
            sides = make(board, action).sides
            others = [sides[(board.seat + step) % seats] for step in range(seats - 1)]
            if seats == 2:
                assert node == (others[0], sides[board.seat - 1])
            else:
                assert node == (sides[board.seat - 1], tuple(others), False)


@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_known_after_each_action_whether_the_own_queen_can_be_taken(seats: int) -> None:
    rng, seen = Random(seats), set()
    for position in wild_positions(seats)[:16]:
        board, seat = position.board, position.to_act
        mine, foes = board.sides[seat - 1], [board.sides[one - 1] for one in reigning(board)]
        foes.remove(mine)
        generator = ActionGenerator(mine, foes)
        assert generator.is_threatened == queen_can_be_taken(board, seat)
        values = piece_values(generator.queens)
        prey = {pit: gain for foe in foes for pit, gain in capture_values_of(foe, values).items()}
        listed = list(generator.actions(values, prey))
        for estimated in rng.sample(listed, min(len(listed), 40)):
            after, is_exposed = generator.carry_out(estimated)
            made = make(board, estimated[1])
            assert after == made.sides[seat - 1]
            assert is_exposed == queen_can_be_taken(made, seat), (str(position), estimated)
            seen.add((estimated[1][0], is_exposed))
    assert len(seen) > 6


def test_a_win_in_one_is_proven_and_a_queen_lost_is_known() -> None:
    for position in wild_positions(2):
        board = position.board
        thought = thought_on(position, QUICK)
        if any(takes_queen(board, action) for action in actions(board)):
            assert (thought.ends_in, thought.win_probability) == (1, 1)
        elif all(queen_can_be_taken(make(board, a), board.seat) for a in actions(board)):
            assert (thought.ends_in, thought.win_probability) == (2, 0)
        else:
            assert thought.ends_in not in (1, 2)


@pytest.mark.parametrize(("actions", "text"), WINS)
def test_a_forced_win_is_found_and_holds_against_any_defence(actions: str, text: str) -> None:
    """It is won in no more actions than were told, even when thinking as little as it can."""
    rng = Random(text)
    position = RULES.parse_position(text)
    winner, proofs, level, left = position.to_act, ProofTable(), Level(nodes=20_000), int(actions)
    while position.active_seats:
        seat = position.to_act
        if seat == winner:
            thought = think(search_for(position), position, seat, level, rng, proof_table=proofs)
            assert thought.win_probability == 1
            assert WIN - thought.score <= left
            action, left, level = thought.action, WIN - thought.score, Level(nodes=1)
        else:
            action = rng.choice(position.legal_actions(seat))
        position, left = position.apply(seat, action), left - 1
    assert position.outcome
    assert position.outcome.winners == {winner}


def test_three_seats_claim_no_proof() -> None:
    for position in wild_positions(3):
        thought = thought_on(position, QUICK)
        assert thought.ends_in is None
        assert thought.ends_in is None
        assert thought.seat == position.to_act


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_level_is_deterministic_and_keeps_to_its_limit(seats: int, level: int) -> None:
    first, second = (thought_on(start(seats), level, 7) for _ in range(2))
    assert first == second
    limit = DUEL.levels[level - 1]
    assert first.nodes <= limit.nodes + 1_000
    assert first.depth <= limit.depth
    assert first.action in start(seats).legal_actions(1)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_variation_can_be_played(seats: int) -> None:
    for position in wild_positions(seats)[:20]:
        thought = thought_on(position, QUICK)
        assert thought.variation[0] == thought.action
        for action in thought.variation:
            position = position.apply(position.to_act, action)


@pytest.mark.parametrize("seats", [2, 3])
def test_slices_are_short_and_end_in_what_thinking_in_one_go_finds(seats: int) -> None:
    level = Level(nodes=12_000)
    slices = list(thinking(search_for(start(seats)), start(seats), 1, level, Random(1)))
    assert slices[-1] == thought_on(start(seats), level)
    steps = [b.nodes - a.nodes for a, b in pairwise(slices)]
    assert max(steps) < DUEL.slice_nodes + 12_000 // 256 + 1_000
    assert len(slices) > 5


def test_every_slice_has_an_action_that_could_be_played() -> None:
    for thought in islice(thinking(DUEL, start(2), 1, 6, Random(1)), 5):
        assert thought.action in start(2).legal_actions(1)


@pytest.mark.parametrize("seats", [2, 3])
def test_matches_end(seats: int) -> None:
    """And quick bots beat chance."""
    rng = Random(5)
    for number in range(2):
        position = start(seats)
        for _ in range(400):
            if not position.active_seats:
                break
            seat = position.to_act
            if seat == 1 + number:
                action = think(search_for(position), position, seat, 3, rng).action
            else:
                action = rng.choice(position.legal_actions(seat))
            position = position.apply(seat, action)
        assert position.outcome
        assert position.outcome.winners == {1 + number}


def test_what_has_come_before_is_avoided_by_who_is_ahead() -> None:
    """It would rather go on than come back to a position."""
    text = "Qa1,4c3,4c4,4d4 r0 / 1j10,Qk11 r0 ; 1"
    position = RULES.parse_position(text)
    met = {position.board}
    for _ in range(40):
        if not position.active_seats:
            break
        thought = thought_on(position, QUICK)
        position = position.apply(position.to_act, thought.action)
        if position.to_act == 2:
            assert position.board not in met
        met.add(position.board)
    assert position.outcome
    assert position.outcome.winners == {1}
