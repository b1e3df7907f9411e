"""Exhaustive proofs, held to wins that were found by trying everything in another way."""

from pathlib import Path
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.play.proving import NoPuzzleError
from spieltisch.play.puzzle import Continuation, line_from
from spieltisch.search.game import Root
from tools.puzzles.proof import Proof, TooOpenError
from tools.puzzles.proving import solve

POSITIONS = Path(__file__).parents[1] / "positions"
YALA, MYRA, AYA = map(catalog.game_of, ("yala", "myra", "aya"))

PLAN = "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d"
"""From the lessons: after f+ light has one move left, and dark walls it in."""
NARROW = "/dldd//l/ld//dlld/ldll/dld//l/ldddl d"
"""From the lessons: dark has four moves, and after three of them light wins at once."""
ROW = "yb|yybyb|bb ; tueftler {} seats=1 size=10 ; move seat=1 ; table {}"


def wins(name: str, most: int) -> list[tuple[int, str]]:
    """Positions with the number of actions that their fastest win takes."""
    lines = (POSITIONS / f"{name}_wins.txt").read_text(encoding="utf-8").splitlines()
    told = [line.split(" ", 1) for line in lines]
    return [(int(actions), text) for actions, text in told if int(actions) <= most]


def proof_of(game, text: str, most_nodes: int = 2_000_000) -> tuple[Proof, Root]:
    position = game.rules.parse_position(text)
    search = game.search_bots.search_for(position)
    root = search.root(position)
    return Proof(search, root, most_nodes, game.puzzles.sees_losses), root


@pytest.mark.parametrize(("actions", "text"), wins("yala", 7))
def test_a_win_takes_as_many_moves_as_it_is_known_to(actions, text):
    proof, root = proof_of(YALA, text)
    assert proof.wins_in(root.node, 4) == (actions + 1) // 2


@pytest.mark.parametrize(("actions", "text"), wins("myra", 3)[:4])
def test_a_win_of_a_game_that_tells_losses_takes_as_many_moves(actions, text):
    proof, root = proof_of(MYRA, text)
    assert proof.wins_in(root.node, 2) == (actions + 1) // 2


def test_a_loss_is_a_win_of_the_other_side_after_every_move():
    rules = YALA.rules
    lost = rules.parse_position(PLAN).apply(1, rules.parse_action("f+"))
    proof, root = proof_of(YALA, rules.format_position(lost))
    assert proof.is_lost(root.node, 1)
    assert proof.wins_in(root.node, 3) is None


def test_a_position_that_is_too_open_is_given_up():
    start = YALA.rules.deal(YALA.info.default_setup(), Random(1).shuffle)
    proof, root = proof_of(YALA, start, most_nodes=500)
    with pytest.raises(TooOpenError):
        proof.is_won(root.node, 6)
    assert proof.nodes <= 501


def solved(game, text: str, goal: str, moves: int, seat: int = 1):
    return solve(game, game.rules.parse_position(text), seat, goal, moves)


def test_a_win_is_solved_with_the_reply_and_every_last_move_that_wins():
    first, last = solved(YALA, PLAN, "win", 2)
    assert first == {"f+": Continuation(("h+",), 1)}
    assert last["h+"] == Continuation()


@pytest.mark.parametrize(
    ("text", "goal", "moves", "why"),
    [
        (PLAN, "win", 3, "there is a win in less than 3"),
        (NARROW, "win", 2, "nothing reaches the goal"),
        (PLAN, "do-not-lose", 1, "it is a win"),
        (PLAN, "draw", 1, "does not lose|nothing reaches the goal"),
        (PLAN, "draw", 2, "by one move"),
        (PLAN, "save-queen", 1, "no goal 'save-queen'"),
        (PLAN, "clear", 1, "no goal 'clear'"),
        (PLAN + " | no-repeat", "win", 2, "forbidden"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(text, goal, moves, why):
    with pytest.raises(NoPuzzleError, match=why):
        solved(YALA, text, goal, moves)


def test_who_is_not_to_act_solves_nothing():
    with pytest.raises(NoPuzzleError, match="seat 2 is not to act"):
        solved(YALA, PLAN, "win", 2, seat=2)


def test_more_positions_than_allowed_are_no_proof():
    with pytest.raises(NoPuzzleError, match="more than 5 positions"):
        solve(YALA, YALA.rules.parse_position(PLAN), 1, "win", 2, most_nodes=5)


@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_a_row_is_solved_with_every_way_that_clears_it(edition):
    """Tried against all sequences of actions that there are."""
    text = ROW.format(edition, "ybyby* bybby bbbyy")
    position = AYA.rules.parse_position(text)

    def runs(position):
        if position.outcome is not None:
            return [()] if position.outcome.winners else []
        return [
            (action, *rest)
            for action in position.legal_actions(1)
            for rest in runs(position.apply(1, action))
        ]

    def ways(solution, number=0):
        return [
            (text, *rest)
            for text, answer in solution[number].items()
            for rest in ([()] if answer.then is None else ways(solution, answer.then))
        ]

    tried = runs(position)
    solution = solve(AYA, position, 1, "clear", min(map(len, tried)))
    assert sorted(ways(solution)) == sorted(tried)
    assert len(line_from(solution)) == min(map(len, tried))


def test_a_row_that_cannot_be_cleared_is_none():
    with pytest.raises(NoPuzzleError, match="cannot be cleared"):
        solved(AYA, ROW.format("reilly", "bbbbb bbbbb bbbbb"), "clear", 3)


def test_a_row_takes_as_many_moves_as_it_takes():
    with pytest.raises(NoPuzzleError, match="it takes 1 moves"):
        solved(AYA, ROW.format("zoch", "byyyb"), "clear", 2)
