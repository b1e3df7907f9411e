"""Exhaustive proofs, held to wins that were found by trying everything in another way."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from lab.puzzles.proving import Duel, solve
from spieltisch.games import catalog
from spieltisch.games.myra.rules.hexagon import SITES
from spieltisch.play.proving import NoPuzzleError, SolutionMoment, solution_of
from spieltisch.play.puzzle import Continuation, moves_from
from spieltisch.search.game import Root
from spieltisch.search.proof import Proof, TooOpenError
from spieltisch.table import Past, Setup
from tools.project import ROOT

POSITIONS = ROOT / "tests" / "positions"
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


def test_a_game_without_a_search_has_no_duels():
    with pytest.raises(NoPuzzleError, match="aya has no search, or no puzzles"):
        Duel(AYA, AYA.rules.parse_position("bb|bbbyy|yy"), 1)


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
    assert len(moves_from(solution)) == min(map(len, tried))


def test_a_row_that_cannot_be_cleared_is_none():
    with pytest.raises(NoPuzzleError, match="cannot be cleared"):
        solved(AYA, ROW.format("reilly", "bbbbb bbbbb bbbbb"), "clear", 3)


def test_a_row_takes_as_many_moves_as_it_takes():
    with pytest.raises(NoPuzzleError, match="it takes 1 moves"):
        solved(AYA, ROW.format("zoch", "byyyb"), "clear", 2)


HORIZON = 2
"""Fewer moves than YALA's puzzles look ahead, so that all can be tried."""

SMALL = replace(YALA, puzzles=replace(YALA.puzzles, horizon=HORIZON))


def endings():
    """Positions towards the end of matches on the smallest ring, each without a past."""
    setup = Setup("yala", options=(("ring", "8"),))
    for seed in range(300):
        rng = Random(seed)
        position = YALA.rules.parse_position(YALA.rules.deal(setup, rng.shuffle))
        for _ in range(rng.randrange(8, 22)):
            if position.outcome is None:
                (seat,) = position.active_seats
                position = position.apply(seat, rng.choice(position.legal_actions(seat)))
        if position.outcome is None:
            yield YALA.rules.parse_position(YALA.rules.format_board(position))


def small_positions():
    """Those where there is more than one thing to do: elsewhere there is no puzzle."""
    return [one for one in endings() if len({after for _, after in after_each(one)}) > 1]


def after_each(position):
    (seat,) = position.active_seats
    return [(str(one), position.apply(seat, one)) for one in position.legal_actions(seat)]


def is_won_plainly(position, seat, moves):
    """Whether a seat has won, or wins within so many moves of its own, whatever the other does."""
    if position.outcome is not None:
        return seat in position.outcome.winners
    if position.active_seats == {seat}:
        return moves > 0 and any(
            is_won_plainly(after, seat, moves - 1) for _, after in after_each(position)
        )
    return all(is_won_plainly(after, seat, moves) for _, after in after_each(position))


def accepted(game, position, goal, moves):
    """The first actions of the puzzle; None if it is none."""
    (seat,) = position.active_seats
    try:
        return set(solve(game, position, seat, goal, moves)[0])
    except NoPuzzleError:
        return None


def with_a_past(position, rng):
    """The position, with some of what can come next or after that on the board twice before, so
    that it would be a draw."""
    coming = [after for _, after in after_each(position) if after.outcome is None]
    later = [after for one in coming for _, after in after_each(one) if after.outcome is None]
    rules, been = YALA.rules, []
    for one in rng.sample([*coming, *later], min(len(coming) + len(later), 6)):
        text = " | ".join([rules.format_board(position), "draw", rules.format_board(one)])
        try:
            been += rules.parse_position(text).earlier
        except ValueError:
            # There are fewer towers: it cannot have been there.
            continue
    return replace(position, earlier=Past(been * 2))


def test_what_has_been_there_twice_wins_and_loses_nothing():
    """Each answer by itself, as what is known of the one must not serve as the other."""
    changed = Counter()
    for number, bare in enumerate(small_positions()):
        position = with_a_past(bare, Random(number))
        (seat,) = position.active_seats
        for moves, who in product((1, 2), (seat, 3 - seat)):
            proof, root = proof_of(YALA, YALA.rules.format_position(position))
            found = (proof.is_won if who == seat else proof.is_lost)(root.node, moves)
            plain = is_won_plainly(position, who, moves)
            assert found == plain, str(position)
            if plain != is_won_plainly(bare, who, moves):
                changed[who == seat] += 1
    assert changed[True]
    assert changed[False]


def test_who_is_to_hold_out_has_one_way_and_no_win_as_tried_in_every_other_way():
    """docs/puzzles.md: the start is no win within the horizon, and after all actions but those of
    one result the other side wins within it."""
    seen = Counter()
    for position in small_positions():
        (seat,) = position.active_seats
        holding = {
            text: after
            for text, after in after_each(position)
            if not is_won_plainly(after, 3 - seat, HORIZON)
        }
        wins_in = next((n for n in (1, 2, 3) if is_won_plainly(position, seat, n)), None)
        is_puzzle = len(set(holding.values())) == 1 and (wins_in is None or wins_in > HORIZON)
        told = accepted(SMALL, position, "do-not-lose", 1)
        assert told == (set(holding) if is_puzzle else None), str(position)
        if len(set(holding.values())) == 1:
            seen[wins_in] += 1
    # The only way may also be a win, in one move or in as many as the horizon has.
    assert seen[None]
    assert seen[HORIZON]


@pytest.mark.parametrize("moves", [1, 2])
def test_a_win_is_a_puzzle_where_all_that_win_lead_to_one_result(moves):
    seen = Counter()
    for position in small_positions():
        (seat,) = position.active_seats
        winning = {
            text: after
            for text, after in after_each(position)
            if is_won_plainly(after, seat, moves - 1)
        }
        is_shorter = moves > 1 and is_won_plainly(position, seat, moves - 1)
        told = accepted(SMALL, position, "win", moves)
        if is_shorter or not winning or (moves > 1 and len(set(winning.values())) > 1):
            assert told is None
        elif moves == 1:
            assert told == set(winning)
        elif told is not None:
            # Only the replies may lead to no proper rest.
            assert told == set(winning)
        seen[told is not None] += 1
    assert seen[True]
    assert seen[False]


@pytest.mark.parametrize("moves", [2, 3])
def test_the_defence_holds_out_as_long_as_it_can_whatever_is_played(moves):
    """docs/puzzles.md: the longest resistance, and of replies that resist as long the first after
    which there is a proper rest. At each moment the win takes just what is left, in every way."""
    met = Counter()

    def hold_out(solution, number, position, left):
        (seat,) = position.active_seats
        wins_in = [n for n in range(left + 1) if is_won_plainly(position, seat, n)]
        assert wins_in == [left], str(position)
        met[left] += 1
        after = dict(after_each(position))
        winning = {text for text in after if is_won_plainly(after[text], seat, left - 1)}
        assert solution[number].keys() == winning
        for text, answer in solution[number].items():
            assert (answer.then is None) == (left == 1) == (not answer.replies)
            for reply in answer.replies:
                later = dict(after_each(after[text]))[reply]
                hold_out(solution, answer.then, later, left - 1)

    for position in small_positions():
        (seat,) = position.active_seats
        try:
            solution = solve(SMALL, position, seat, "win", moves)
        except NoPuzzleError:
            continue
        hold_out(solution, 0, position, moves)
    assert met.keys() == {*range(1, moves + 1)}


def test_where_there_is_only_one_thing_to_do_nothing_is_to_be_found():
    """Whatever would be asked for, and in however many ways that one thing can be done."""
    seen = set()
    for position in endings():
        (seat,) = position.active_seats
        results = {}
        for text, after in after_each(position):
            results.setdefault(after, []).append(text)
        first = SolutionMoment()
        first.ways = dict.fromkeys(next(iter(results.values())), ((), None))
        if len(results) == 1:
            with pytest.raises(NoPuzzleError, match="only one thing to do"):
                solution_of(YALA, position, seat, first)
        else:
            assert solution_of(YALA, position, seat, first)[0].keys() == first.ways.keys()
        seen.add(len(results))
    assert {1, 2, 3} <= seen


def strength(position, seat):
    """What a seat has on the board, its queen for one."""
    return sum(piece.soldiers or 1 for piece in position.pieces.values() if piece.seat == seat)


def few_pieces(rng):
    """A board of Myra with two queens, one troop of seat 1 and one to three of seat 2."""
    own, other, troop, *sites = rng.sample(SITES, 6)
    mine = {own: "Q", troop: str(rng.randint(1, 3))}
    theirs = {other: "Q"} | {site: str(rng.randint(1, 2)) for site in sites[: rng.randint(1, 3)]}
    sides = (
        ",".join(side[site] + site for site in sorted(side, key=SITES.index))
        for side in (mine, theirs)
    )
    return " r0 / ".join(sides) + " r0 ; 1"


def test_what_is_to_be_found_is_refused_only_where_it_is_all_that_captures():
    """docs/puzzles.md: the first action is never the only capture; a capture is what leaves the
    other side with less, however it is written."""
    rules, met, seen = MYRA.rules, Counter(), Counter()
    for seed in range(300):
        position = rules.parse_position(few_pieces(Random(seed)))
        results = {}
        for text, after in after_each(position):
            results.setdefault(after, []).append(text)
        before = strength(position, 2)
        captures = {after for after in results if strength(after, 2) < before}
        met[len(captures)] += 1
        if met[len(captures)] > 3:
            continue
        some = [*sorted(captures, key=str)[:2], *sorted(results.keys() - captures, key=str)[:2]]
        for count in (1, 2):
            for found in combinations(some, count):
                first = SolutionMoment()
                first.ways = {text: ((), None) for after in found for text in results[after]}
                if captures == set(found) and count == 1:
                    with pytest.raises(NoPuzzleError, match="the only capture"):
                        solution_of(MYRA, position, 1, first)
                else:
                    solution = solution_of(MYRA, position, 1, first)
                    assert solution == (dict.fromkeys(first.ways, Continuation()),)
                seen[min(len(captures), 3), len(captures & set(found)), count] += 1
    # Of one capture and of two: all, none, or one among others; and of more.
    assert {(1, 1, 1), (1, 0, 1), (1, 1, 2), (2, 2, 2), (2, 1, 1), (3, 1, 1)} <= seen.keys()
