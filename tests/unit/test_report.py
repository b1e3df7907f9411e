"""What was found about a position, in numbers that can be told."""

import pytest

from spieltisch.table import Prospect
from spieltisch.table.review import Evaluation, Refutation


def found(chance, ends_in=None, *line):
    return Evaluation(None, 1, (Prospect(chance, ends_in, line),))


@pytest.mark.parametrize(
    ("evaluation", "percent"),
    [
        (found(0.504, None, "a"), 50),
        (found(0.999, None, "a"), 99),
        (found(0.001, None, "a"), 1),
        (found(1.0, 3, "a"), 100),
        (found(0.0, 2, "a"), 0),
        (found(1.0), 100),
        (found(0.5), 50),
    ],
)
def test_only_what_is_certain_is_0_or_100_percent(evaluation, percent):
    assert evaluation.prospects[0].percent == percent


@pytest.mark.parametrize(
    ("chance", "ends_in", "wins_in"),
    [(1.0, 1, 1), (1.0, 3, 2), (1.0, 4, 2), (0.0, 2, None), (0.9, None, None)],
)
def test_a_win_is_counted_in_moves_of_its_own(chance, ends_in, wins_in):
    evaluation = found(chance, ends_in, "a", "b")
    assert evaluation.prospects[0].wins_in == wins_in
    assert evaluation.refutation == Refutation("a", wins_in)


def test_a_match_that_is_over_has_no_refutation_and_nothing_more_to_find():
    assert found(1.0).refutation is None
    assert found(1.0).is_final
