"""How much time each seat has, and how it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.table.record import (
    PRESETS,
    TimeControl,
    format_time_control,
    parse_time_control,
)


@given(st.integers(0, 180), st.integers(0, 180))
def test_its_text_is_what_it_is_read_from(minutes, seconds):
    if minutes or seconds:
        control = TimeControl(minutes, seconds)
        assert parse_time_control(format_time_control(control)) == control


@pytest.mark.parametrize("text", ["", "5", "0+0", "181+0", "1+181", "05+3", "-1+3", "5+3\n"])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r"no clock|such as"):
        parse_time_control(text)


def test_without_minutes_a_seat_begins_with_its_increment():
    assert TimeControl(0, 3).initial_ms == 3000
    assert TimeControl(5, 3).initial_ms == 300_000


def test_each_turn_adds_the_increment():
    assert TimeControl(5, 3).increment_ms == 3000


def test_the_usual_ones_are_told_by_their_texts():
    assert [format_time_control(control) for control in PRESETS] == [
        "1+0", "3+2", "5+3", "10+5", "15+10",
    ]  # fmt: skip
