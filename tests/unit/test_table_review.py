"""What evaluations tell about a match: chances, turning points, accuracy."""

from types import SimpleNamespace

import pytest

from spieltisch.table import Evaluation, Outcome, Prospect, review_of
from spieltisch.table.review import LARGEST, accuracy


def match_of(seats, winners):
    """Turns of these seats, of which the last one ends the match."""
    ends = [SimpleNamespace(outcome=None) for _ in seats[1:]]
    ends.append(SimpleNamespace(outcome=Outcome(frozenset(winners), "test")))
    return [
        SimpleNamespace(
            seat=seat,
            after=after,
            entry=SimpleNamespace(action=f"{number}."),
            is_tables=False,
        )
        for number, (seat, after) in enumerate(zip(seats, ends, strict=True), start=1)
    ]


def found_for(seats, chances, best=()):
    """What was found before each turn; ``best`` are the numbers of those that were the best."""
    return [
        None
        if chance is None
        else Evaluation(
            None, seat, (Prospect(chance, None, (f"{number}." if number in best else "x",)),)
        )
        for number, (seat, chance) in enumerate(zip(seats, chances, strict=True), start=1)
    ]


def review(seats, chances, winners, best=()):
    return review_of(match_of(seats, winners), found_for(seats, chances, best), seats=max(seats))


def swings(found):
    return [(one.number, round(one.before, 2), round(one.after, 2)) for one in found.points]


def test_an_action_is_worth_what_it_leaves():
    assert accuracy([]) is None
    assert accuracy([0.0]) == pytest.approx(100, abs=0.01)
    assert accuracy([-0.3]) == 100, "better than was expected is not more than right"
    assert accuracy([0.1]) == pytest.approx(63.6, abs=0.1)
    assert accuracy([0.2]) == pytest.approx(40, abs=0.1)
    assert accuracy([0.9]) == pytest.approx(0.5), "nothing, but for the floor of the second mean"


def test_the_worst_actions_weigh_most():
    one_blunder = accuracy([0.0] * 9 + [0.5])
    all_little = accuracy([0.05] * 10)
    assert one_blunder < 0.9 * 100
    assert 0 <= one_blunder < all_little <= 100


def test_two_share_one_chance():
    found = review([1, 2, 1, 2], [0.5, 0.4, 0.7, 0.2], winners={1})
    (dark,), (light,) = found.curves
    assert [ply for ply, _ in dark] == [0, 1, 2, 3, 4]
    assert [chance for _, chance in dark] == pytest.approx([0.5, 0.6, 0.7, 0.8, 1.0])
    assert [chance for _, chance in light] == pytest.approx([0.5, 0.4, 0.3, 0.2, 0.0])
    assert found.known == len(found.turns) == 4


@pytest.mark.parametrize(("winners", "chances"), [(set(), (0.5, 0.5)), ({2}, (0.0, 1.0))])
def test_the_end_is_certain(winners, chances):
    found = review([2, 1], [0.5, 0.8], winners)
    assert tuple(stretches[-1][-1][1] for stretches in found.curves) == chances


def test_the_largest_swings_are_told_however_small():
    # Seat 1 gives away 1, 2, 3 and 4 percent; seat 2 gives it back each time at no loss of its own.
    seats = [1, 2] * 4
    chances = [0.5, 0.51, 0.5, 0.52, 0.5, 0.53, 0.5, 0.54]
    found = review(seats, chances, winners=set(), best=(2, 4, 6, 8))
    assert swings(found) == [(5, 0.5, 0.47), (7, 0.5, 0.46), (8, 0.54, 0.5)]
    assert len(found.points) == LARGEST
    assert not any(one.is_mistake for one in found.points)


def test_what_is_told_as_no_percent_is_no_swing():
    assert review([1, 2], [0.5, 0.503], winners=set()).points == ()


def test_every_mistake_is_told():
    seats, chances = [1, 2] * 5, [0.6, 0.7] * 5
    found = review(seats, chances, winners=set())
    mistakes = [one.number for one in found.points if one.is_mistake]
    # Both expect more than half before each of their actions, and get it back from the other.
    assert mistakes == list(range(1, 10))
    assert not any(one.is_blunder for one in found.points)


def test_what_was_best_is_no_mistake_however_it_turned_out():
    found = review([1, 2], [0.9, 0.9], winners={2}, best=(1,))
    (turned, *_) = found.points
    assert (turned.number, turned.is_mistake, turned.better) == (1, False, ())


def test_nothing_is_told_across_what_is_unknown():
    found = review([1, 2, 1, 2], [0.9, None, 0.1, 0.9], winners={2})
    assert [[ply for ply, _ in stretch] for stretch in found.curves[0]] == [[0], [2, 3, 4]]
    assert 1 not in [one.number for one in found.points]
    assert found.known == 3
    assert review([1, 2], [None, None], winners={2}).accuracies == (None, None)


def test_of_three_each_is_judged_when_its_turn_comes_again():
    seats = [1, 2, 3, 1, 2, 3]
    found = review(seats, [0.8, 0.3, 0.3, 0.3, 0.3, 0.3], winners={3})
    assert [ply for ply, _ in found.curves[0][0]] == [0, 3, 6]
    first = found.points[0]
    assert (first.number, first.seat, first.before, first.after) == (1, 1, 0.8, 0.3)
    assert first.is_blunder
    dark, light, blue = found.accuracies
    assert dark < light < blue
