"""What could come again: a sequence that counts, however it grows and forks."""

import copy
import pickle
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from spieltisch.table import NO_PAST, Past


@dataclass(frozen=True)
class Colliding:
    """A key that shares its hash with every seventh other one."""

    number: int

    def __hash__(self) -> int:
        return self.number % 7


keys = (
    st.integers(-5, 5)
    | st.integers()
    | st.integers(0, 30).map(Colliding)
    | st.integers(0, 9).map(lambda number: number << 61)
)


@given(st.lists(keys, max_size=60), keys)
def test_it_is_the_list_of_its_keys(items, other):
    past = Past(items)
    assert list(past) == items
    assert len(past) == len(items)
    assert bool(past) == bool(items)
    for key in (*items, other):
        assert past.count(key) == items.count(key)
        assert (key in past) == (key in items)


@given(st.lists(keys, max_size=20), st.lists(keys, max_size=20))
def test_pasts_are_equal_if_their_keys_are_in_order(one, other):
    assert (Past(one) == Past(other)) == (one == other)
    assert Past(one) == Past(one)
    assert hash(Past(one)) == hash(Past(one))
    assert Past(one) != one


@given(st.lists(keys, max_size=20), st.lists(keys, min_size=1), st.lists(keys, min_size=1))
def test_what_goes_on_from_one_past_changes_neither_it_nor_another(items, one, other):
    root = first = second = Past(items)
    for key in one:
        first = first.with_item(key)
    for key in other:
        second = second.with_item(key)
    assert (list(root), list(first), list(second)) == (items, items + one, items + other)
    for key in items + one + other:
        assert root.count(key) == items.count(key)
        assert first.count(key) == (items + one).count(key)
        assert second.count(key) == (items + other).count(key)


def test_nothing_is_in_the_empty_past():
    assert list(NO_PAST) == []
    assert Past() == NO_PAST
    assert NO_PAST.count(1) == 0


def test_a_long_past_can_be_compared_copied_kept_and_dropped():
    """Nothing goes along it by recursion, which would run out of stack."""
    long = Past(range(20_000))
    assert long == Past(range(20_000))
    assert long != Past([-1, *range(1, 20_000)])
    assert copy.deepcopy(long) == long
    assert pickle.loads(pickle.dumps(long)) == long
    assert long.count(19_999) == 1
    del long


def test_adding_one_shares_all_that_was_there():
    """So an action costs the same however long a match is."""
    long = Past(range(5_000))
    longer = long.with_item(0)
    assert longer._items is long._items
    assert longer._places is long._places
    assert (long.count(0), longer.count(0)) == (1, 2)
    assert (5_000 in long, 5_000 in longer.with_item(5_000), 5_000 in longer) == (
        False,
        True,
        False,
    )


@given(st.data())
def test_a_tree_of_pasts_is_a_tree_of_lists(data):
    """Whichever of them is extended or cut, and however often."""
    known = [(Past(), [])]
    for _ in range(data.draw(st.integers(0, 60))):
        past, plain = data.draw(st.sampled_from(known[-8:] + known[:2]))
        if data.draw(st.integers(0, 4)):
            key = data.draw(st.integers(0, 3))
            known.append((past.with_item(key), [*plain, key]))
        else:
            length = data.draw(st.integers(0, len(plain) + 1))
            known.append((past.cut(length), plain[:length]))
    if data.draw(st.booleans()):
        known = pickle.loads(pickle.dumps(known))
    for past, plain in known:
        assert (len(past), list(past), past[:]) == (len(plain), plain, tuple(plain))
        assert [past[place] for place in range(-len(plain), len(plain))] == plain + plain
        assert past == Past(plain)
        assert hash(past) == hash(Past(plain))
        assert past.texts(str) == list(map(str, plain))
        for key in range(4):
            assert past.count(key) == plain.count(key)
            assert list(past.places(key)) == [n for n, one in enumerate(plain) if one == key]


def lists_of(past):
    return 0 if past is None else 1 + lists_of(past._base)


def test_a_second_action_from_a_position_copies_no_past():
    long = Past(range(5_000))
    for key in range(9):
        assert long.with_item(key)._base in (None, long)
    assert len(long.with_item(1)._items) == 1


def test_a_match_in_which_every_move_was_tried_before_has_few_lists():
    past, copied = Past(), 0
    for number in range(3_000):
        items = past._items
        for tried in range(3):
            past.with_item(-tried)
        copied += len(past._items) if past._items is not items else 0
        past = past.with_item(number)
    assert list(past) == [*range(3_000)]
    assert lists_of(past) <= 12
    assert copied < 3_000 * 12


def test_a_past_is_kept_without_what_others_have_added():
    short = Past([0])
    fresh = len(pickle.dumps(short))
    long = short
    for number in range(2_000):
        long = long.with_item(number)
    assert len(pickle.dumps(short)) == fresh
    assert pickle.loads(pickle.dumps((short, long))) == (short, long)
