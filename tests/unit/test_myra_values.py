"""What Myra's bots take boards and actions to be worth, held to what the words of the generator
say: each estimate is looked for on the board that its action leads to, counted from the pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from spieltisch.games.myra.bots.generator import (
    AT_RISK,
    GUARDED,
    IN_PIT,
    IN_RESERVE,
    NEARNESS,
    OPENNESS,
    THREAT,
    ActionGenerator,
    piece_values,
    rings,
    strength,
)
from spieltisch.games.myra.bots.search import (
    EXPOSED,
    MOST_HOPE,
    OVER,
    BestReplyNode,
    DuelSearch,
    search_for,
)
from spieltisch.games.myra.rules.core import (
    FORTRESS,
    PASS,
    RESERVE,
    SIZES,
    STEPS,
    CoreAction,
    Side,
    occupied,
    reigning,
)
from spieltisch.games.myra.rules.hexagon import BOARD, NEIGHBOURS, bits
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import RULES
from spieltisch.search import WIN
from spieltisch.search.game import HIGHEST_EVALUATION
from tests.unit import myra_plain as plain


@cache
def positions(seats: int, count: int) -> tuple[MyraPosition, ...]:
    """Random boards on which so many queens stand."""
    rng, found = Random(seats), list[MyraPosition]()
    while len(found) < count:
        board = RULES.parse_position(plain.random_position(rng)).board
        if len(reigning(board)) == seats == len(board.sides):
            found.append(MyraPosition(board))
    return tuple(found)


def beside(pit: int) -> list[int]:
    return [*bits(NEIGHBOURS[pit.bit_length() - 1] & BOARD)]


def within(start: int, steps: int, free: int) -> int:
    """What a walk of so many steps from a pit can come to, over free pits alone; where it began is
    among that, if it can come back."""
    found: set[int] = set()
    ends = {start}
    for _ in range(steps):
        ends = {to for pit in ends if pit == start or pit & free for to in beside(pit)}
        found |= ends
    return sum(found)


@cache
def distances(queens: int) -> dict[int, int]:
    """By pit, how many steps it is from the nearest of some queens, whatever lies between."""
    found = dict.fromkeys(bits(queens), 0)
    # It grows while it is gone through.
    waiting = [*found]
    for pit in waiting:
        for to in beside(pit):
            if to not in found:
                found[to] = found[pit] + 1
                waiting.append(to)
    return found


def troops(side: Side) -> list[tuple[int, int]]:
    return [(size, pit) for size in SIZES for pit in bits(side[size])]


def worth(side: Side, queens: int, share: int = 1) -> int:
    """What soldiers are worth to the seat that has to capture some queens."""
    near = distances(queens)
    each = [(IN_PIT[n] + n * NEARNESS[near[pit]]) // share for n, pit in troops(side)]
    return sum(each) + IN_RESERVE * side[RESERVE]


def reached(sides: Sequence[Side], empty: int) -> int:
    """The pits that a piece of some sides could walk to, whatever lies there."""
    walking = [
        within(pit, STEPS[size], empty)
        for side in sides
        for size, pit in [*troops(side), *((0, queen) for queen in bits(side[0]))]
        if size < FORTRESS
    ]
    found = 0
    for pits in walking:
        found |= pits
    return found


def open_around(queens: int, empty: int) -> int:
    """How many empty pits there are from which three soldiers could capture one of some queens."""
    found = 0
    for queen in bits(queens):
        found |= within(queen, 3, empty) & empty
    return found.bit_count()


MOST_KNOWN = 3
"""Of so many pieces at risk it is looked whether an action leaves them there."""


class Seen:
    """A board as one seat sees it."""

    def __init__(self, mine: Side, others: Sequence[Side]) -> None:
        self.mine, self.others = mine, others
        self.queens = sum(other[0] for other in others)
        self.empty = BOARD & ~sum(map(occupied, (mine, *others)))
        self.danger = reached(others, self.empty)
        self.guard = reached((mine,), self.empty)
        at_risk = sorted(((self.risk(*one), one[1]) for one in troops(mine)), reverse=True)
        self.at_risk = [one for one in at_risk[:MOST_KNOWN] if one[0]]

    def risk(self, size: int, pit: int) -> int:
        if size == FORTRESS or not pit & self.danger:
            return 0
        return GUARDED[size] if pit & self.guard else AT_RISK[size]

    def threatens(self, size: int, pit: int) -> bool:
        aimed = (within(queen, STEPS[size], self.empty) for queen in bits(self.queens))
        return size < FORTRESS and any(pit & pits for pits in aimed)

    def besides(self, action: CoreAction, after: Side) -> int:
        """What an action of a seat gains it beside what its pieces are worth: what it threatens,
        less what is most at risk after it."""
        kind, _, origin, pits = action
        before = {*troops(self.mine)}
        new = [one for one in troops(after) if one not in before]
        gone = origin if kind == "sow" else origin | pits
        risks = [risk for risk, pit in self.at_risk if not pit & gone]
        if kind == "sow":
            # Each of them alone, by whomever it is guarded.
            risks += [AT_RISK[1] for _, pit in new if pit & self.danger]
            ends = new
        else:
            risks += [self.risk(*one) for one in new]
            ends = [one for one in new if one[1] == (origin if kind == "gather" else pits)]
        is_threat = kind != "produce" and any(self.threatens(*one) for one in ends)
        return THREAT * is_threat - max(risks, default=0)

    def openness(self) -> int:
        own = open_around(self.mine[0], self.empty)
        return own - open_around(self.queens, self.empty)


@pytest.mark.parametrize("seats", [2, 3])
def test_soldiers_are_worth_what_is_told(seats: int) -> None:
    for position in positions(seats, 30):
        for side in position.board.sides:
            queens = sum(other[0] for other in position.board.sides if other is not side)
            assert strength(side, piece_values(queens)) == worth(side, queens)


def test_rings_are_the_pits_from_which_so_many_could_walk() -> None:
    rng = Random(4)
    for _ in range(40):
        pit = 1 << rng.choice([*(one.bit_length() - 1 for one in bits(BOARD))])
        empty = sum(one for one in bits(BOARD & ~pit) if rng.random() < 0.6)
        expected = (0, *(within(pit, STEPS[size], empty) & ~pit for size in SIZES[:-1]))
        assert tuple(ring & ~pit & BOARD for ring in rings(pit, empty)) == expected


@pytest.mark.parametrize("seats", [2, 3])
def test_an_estimate_is_what_the_board_after_it_is_worth_more(seats: int) -> None:
    rng, kinds = Random(9), set[str]()
    for position in positions(seats, 12):
        board = position.board
        mine = board.sides[board.seat - 1]
        others = [side for side in board.sides if side is not mine]
        seen = Seen(mine, others)
        values = piece_values(seen.queens)
        prey = {pit: 7 * size for other in others for size, pit in troops(other) if size < FORTRESS}
        generator = ActionGenerator(mine, others)
        assert generator.openness() == seen.openness()
        estimates = [*generator.actions(values, prey)]
        for estimated in rng.sample(estimates, min(len(estimates), 120)):
            action = estimated[1]
            if action[0] == PASS:
                continue
            after, _ = generator.carry_out(estimated)
            gained = worth(after, seen.queens) - worth(mine, seen.queens)
            gained += prey[action[3]] if action[0] == "capture" else 0
            assert estimated[0] == gained + seen.besides(action, after), (str(position), action)
            kinds.add(action[0])
    assert len(kinds) == 5


def standing(node: BestReplyNode, before: BestReplyNode) -> float:
    """What the seat's soldiers are worth, less what the others' are, in the mean, with the queens
    where they were before."""
    sides, were = (node.mine, *node.others), (before.mine, *before.others)
    aims = [sum(other[0] for other in were if other is not side) for side in were]
    each = [worth(side, queens) for side, queens in zip(sides, aims, strict=True)]
    return each[0] - sum(each[1:]) / len(node.others)


def test_of_two_a_move_is_valued_by_the_pieces_and_the_room_around_the_queens() -> None:
    rng, count = Random(2), 0
    for position in positions(2, 50):
        node = DuelSearch().root(position).node
        seen, generator = Seen(node.mine, [node.theirs]), ActionGenerator(node.mine, (node.theirs,))
        if generator.is_winning():
            continue
        base = worth(node.mine, node.theirs[0]) - OPENNESS * seen.openness()
        lines = [*DuelSearch().expand(node)]
        for value, action, after in rng.sample(lines, min(len(lines), 40)):
            if value == 1 - WIN or action[0] == PASS:
                continue
            # The board after it is that of the other seat.
            gained = worth(after.theirs, seen.queens) - worth(node.mine, seen.queens)
            left = worth(after.mine, node.mine[0])
            expected = base + gained - left + seen.besides(action, after.theirs)
            assert value == expected, (str(position), action)
            count += 1
    assert count > 300


ROUNDING = 8
"""Shares of a third are whole numbers, piece by piece."""


def test_of_three_a_move_is_valued_by_who_stands_better_after_it() -> None:
    rng, seen_values = Random(3), set[str]()
    for position in positions(3, 24):
        search = search_for(position)
        root = search.root(position).node
        lines = [*search.expand(root)]
        for value, action, child in rng.sample(lines, min(len(lines), 25)):
            if action[0] == PASS or len(child.others) < len(root.others):
                continue
            seen = Seen(root.mine, root.others)
            told = standing(child, root) - OPENNESS * seen.openness()
            told += seen.besides(action, child.mine)
            if value < -HIGHEST_EVALUATION:
                seen_values.add("exposed")
                told = max(-MOST_HOPE, min(MOST_HOPE, told)) - OVER
            seen_values.add(action[0])
            assert abs(value - told) <= ROUNDING, (str(position), action)
            replies = [*search.expand(child)]
            for answer, reply, after in rng.sample(replies, min(len(replies), 6)):
                if reply[0] == PASS or answer == OVER or len(after.others) < 2:
                    continue
                changed = [n for n in (0, 1) if child.others[n] != after.others[n]]
                acted = [n for n in changed if occupied(child.others[n]) & reply[2]]
                (who,) = acted or changed
                foes = [child.mine, child.others[1 - who]]
                before = Seen(child.others[who], foes)
                told = before.besides(reply, after.others[who]) - standing(after, child)
                if reply[0] == "produce":
                    # What it takes from the reserve is not shared.
                    told -= IN_RESERVE // 2
                assert min(abs(answer - told), abs(answer + EXPOSED - told)) <= ROUNDING, reply
                seen_values.add(f"reply {reply[0]}")
    assert {"exposed", "move", "sow", "produce", "reply move", "reply sow"} <= seen_values
