"""The parts of a long run: together they are all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parts import parse_part, parts_of


@given(
    counts=st.dictionaries(st.text("abc", min_size=1), st.integers(1, 400), max_size=30),
    number=st.integers(1, 9),
)
def test_every_file_has_one_part_and_none_is_much_longer(counts, number):
    parts = parts_of(counts, number)
    assert parts.keys() == counts.keys()
    assert set(parts.values()) <= set(range(1, number + 1))
    sizes = [sum(counts[name] for name in counts if parts[name] == k + 1) for k in range(number)]
    # No other division can be better by more than the largest file.
    assert max(sizes) - min(sizes) <= max(counts.values(), default=0)
    assert parts == parts_of(dict(reversed(counts.items())), number), "whatever the order"


def test_a_part_is_one_of_so_many():
    assert parse_part("2/4") == (2, 4)


@pytest.mark.parametrize("text", ["0/4", "5/4", "2", "a/b", "-1/2", "1/0"])
def test_what_is_no_part_is_refused(text):
    with pytest.raises(pytest.UsageError, match="as in 2/4"):
        parse_part(text)
