"""The past as a search sees it, held to the rules: what may not come again, what would draw, and
when all that was proved before is of no use any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from spieltisch.games import catalog
from spieltisch.table import Setup

SETUPS = [
    Setup("yala"),
    Setup("yala", options=(("repetition", "no-repeat"),)),
    Setup("yala", options=(("ring", "8"), ("wall", "4"))),
    Setup("myra", options=(("edge", "4"),)),
]
MATCHES = {"yala": (6, 60), "myra": (1, 24)}
"""How many, and how long: Myra has hundreds of actions, and hardly a way back in YALA."""


def moments(setup: Setup, seed: int, length: int) -> Iterator[Any]:
    """The positions of a match in which what has been comes again and again."""
    rules, rng = catalog.game_of(setup.game).rules, Random(seed)
    dealt = replace(setup, start=rules.deal(setup, Random(seed).shuffle))
    position = rules.initial_position(dealt)
    for _ in range(length):
        yield position
        if position.outcome is not None:
            return
        (seat,) = position.active_seats
        reached = [position.apply(seat, one) for one in some(position.legal_actions(seat), rng)]
        # A walk back, where there is one: the board of two turns ago, or of four.
        known = [after for after in reached if board(after) in map(board, past(position))]
        calm = [after for after in reached if len(after.earlier) > len(position.earlier)]
        position = rng.choice(known if known and rng.random() < 0.8 else calm or reached)


def some(actions: tuple[Any, ...], rng: Random) -> list[Any]:
    """Few enough to be tried, most of them walks of few pieces, which can go back again."""
    return [*actions[:25], *rng.sample(actions, min(len(actions), 10))]


def board(position: Any) -> Any:
    return position.key if hasattr(position, "towers") else position.board


def past(position: Any) -> list[Any]:
    """The positions that can come again, without their own past."""
    if hasattr(position, "towers"):
        return [replace(position, towers=t, to_move=m) for t, m in position.earlier]
    return [replace(position, board=one) for one in position.earlier]


def is_barred(before: Any, action: Any, seat: int) -> bool:
    """Whether an action leads, by the rules, to what may not be, or is drawn, for what has been."""
    if action not in before.legal_actions(seat):
        return True
    after = before.apply(seat, action)
    if hasattr(after, "towers"):
        # A third occurrence is a draw.
        return bool(after.outcome is not None and after.outcome.is_draw)
    # Myra's search takes a second one for it, so that bots make progress.
    return board(after) in after.earlier


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_the_rules_bar_is_what_the_root_has(setup):
    seen: Counter[bool] = Counter()
    count, length = MATCHES[setup.game]
    for seed in range(count):
        for position in moments(setup, seed, length):
            if position.outcome is not None:
                continue
            bots = catalog.game_of(setup.game).search_bots
            search = bots.search_for(position)
            root = search.root(position)
            (seat,) = position.active_seats
            for _, move, node in search.expand(root.node):
                barred = is_barred(position, search.action(position, move), seat)
                assert (node in root.other_side) == barred
                seen[barred] += 1
    assert seen[False]
    assert seen[True]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_each_side_has_the_boards_on_which_it_was_to_act(setup):
    for position in moments(setup, 1, 40):
        if position.outcome is None:
            search = catalog.game_of(setup.game).search_bots.search_for(position)
            root = search.root(position)
            mine, theirs = set(), set()
            counts = Counter(map(board, past(position)))
            for one in past(position):
                is_counted = setup.game == "myra" or root.is_forbidding or counts[board(one)] > 1
                if is_counted:
                    is_mine = bare(one).active_seats == bare(position).active_seats
                    (mine if is_mine else theirs).add(search.root(bare(one)).node)
            assert (root.same_side, root.other_side) == (mine, theirs)


def bare(position: Any) -> Any:
    """A position as if nothing had been before it."""
    return replace(position, earlier=type(position.earlier)())


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_era_ends_exactly_where_the_past_can_never_come_again(setup):
    ends = 0
    for seed in range(4):
        rules, rng = catalog.game_of(setup.game).rules, Random(seed)
        bots = catalog.game_of(setup.game).search_bots
        position = rules.initial_position(
            replace(setup, start=rules.deal(setup, Random(seed).shuffle))
        )
        for _ in range(40):
            if position.outcome is not None:
                break
            (seat,) = position.active_seats
            actions = position.legal_actions(seat)
            # All kinds of actions: those that many others resemble come first.
            after = position.apply(seat, rng.choice((rng.choice(actions), actions[-1])))
            if after.outcome is None:
                eras = [bots.search_for(one).root(one).era for one in (position, after)]
                is_final = not after.earlier
                assert (eras[0] < eras[1]) == is_final
                assert (eras[0] == eras[1]) == (not is_final)
                ends += is_final
            position = after
    assert ends
