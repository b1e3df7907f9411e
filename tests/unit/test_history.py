"""Sequences that grow at their end, held against tuples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.table.history import History

numbers = st.lists(st.integers(), max_size=6)


@given(numbers, numbers, st.integers(-9, 9))
def test_it_is_what_a_tuple_is_and_its_beginning_stays_as_it_was(first, more, index):
    begun = History(first)
    history = begun
    for item in more:
        history = history.with_item(item)
    for grown, plain in ((begun, tuple(first)), (history, (*first, *more))):
        assert (len(grown), tuple(grown), grown[:]) == (len(plain), plain, plain)
        assert grown[index:] == plain[index:]
        assert tuple(grown.cut(index)) == plain[: max(0, index)]
        if -len(plain) <= index < len(plain):
            assert grown[index] == plain[index]
        else:
            with pytest.raises(IndexError):
                grown[index]


@given(numbers, st.integers(), st.integers())
def test_two_that_go_on_differently_do_not_know_of_each_other(first, one, other):
    begun = History(first)
    assert [*begun.with_item(one), *begun.with_item(other)] == [*first, one, *first, other]
    assert begun.with_item(one) == begun.with_item(one) != begun
    assert (begun.with_item(one) == begun.with_item(other)) == (one == other)
