"""The codec: what it writes it reads again, whatever a class is made of, and it tells the place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.table.codec import codec
from spieltisch.table.marks import AS_LIST, AS_OBJECT, OPTIONAL, Between, MisfitError, Named


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    x: Annotated[int, Between(-9, 9)]
    colour: Colour | None


@dataclass(frozen=True)
class Part:
    share: float
    is_there: bool


@dataclass(frozen=True)
class Whole:
    FORMAT = 7

    points: tuple[Point, ...]
    parts: Mapping[str, Part]
    row: Annotated[Part, AS_LIST]
    pair: tuple[str, Colour]
    pairs: Annotated[tuple[tuple[str, str], ...], AS_OBJECT] = ()
    some: Annotated[frozenset[int], OPTIONAL, Named("few")] = field(default_factory=frozenset)
    last: Annotated[Part | None, OPTIONAL] = None


WHOLE = codec(Whole)

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 9)
parts = st.builds(Part, numbers, st.booleans())
points = st.builds(Point, st.integers(-9, 9), st.sampled_from([*Colour, None]))
wholes = st.builds(
    Whole,
    points=st.lists(points, max_size=3).map(tuple),
    parts=st.dictionaries(st.text(max_size=3), parts, max_size=3),
    row=parts,
    pair=st.tuples(st.text(max_size=3), st.sampled_from(Colour)),
    pairs=st.dictionaries(st.text(max_size=3), st.text(max_size=3)).map(
        lambda told: tuple(sorted(told.items()))
    ),
    some=st.frozensets(st.integers(), max_size=3),
    last=st.none() | parts,
)


def as_json(value: Any) -> Any:
    """What JSON makes of it: lists for tuples."""
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list | tuple) else value


@given(wholes)
def test_what_is_written_is_read_again(whole: Whole) -> None:
    told = as_json(WHOLE.write(whole))
    assert WHOLE.read(told) == whole
    assert told["format"] == 7
    assert ("few" in told, "last" in told) == (whole.some != frozenset(), whole.last is not None)


SOUND: Any = {
    "format": 7,
    "points": [[1, "red"], [2.0, None]],
    "parts": {"a": {"share": 1, "is_there": True}},
    "row": [0.5, False],
    "pair": ["x", "blue"],
    "pairs": {"b": "2", "a": "1"},
}


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert WHOLE.read(SOUND).points == (Point(1, Colour.RED), Point(2, None))
    assert type(WHOLE.read(SOUND).points[1].x) is int


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": [[1, "red"], [10, None]]}, "points[1][0] is 10, not from -9 to 9"),
        ({"points": [[1, "green"]]}, "points[0][1] 'green' is not one of red, blue"),
        ({"points": [[1]]}, "points[0] has 1 members, not 2"),
        ({"points": [[2.5, None]]}, "points[0][0] is not a whole number"),
        ({"points": [[True, None]]}, "points[0][0] is not a whole number"),
        ({"parts": {"a": {"share": "1", "is_there": True}}}, "parts.a.share is not a number"),
        ({"parts": {"b": {"share": 1}}}, "parts.b lacks is_there"),
        ({"parts": []}, "parts is not an object"),
        ({"row": [1, 0]}, "row[1] is neither true nor false"),
        ({"pair": ["x", ["blue"]]}, "pair[1] is not a string"),
        ({"pairs": {"a": 1}}, "pairs.a is not a string"),
        ({"few": [1, "2"]}, "few[1] is not a whole number"),
        ({"last": None}, "last is not an object"),
        ({"some": []}, "has unknown members: some"),
        ({"format": 8}, "format is 8; this program reads 7"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(change: Any, message: str) -> None:
    with pytest.raises(MisfitError) as raised:
        WHOLE.read({**SOUND, **change})
    assert str(raised.value) == message


def test_members_that_a_later_version_has_added_may_be_ignored() -> None:
    later = {**SOUND, "more": 1}
    assert codec(Whole, ignores_more=True).read(later) == WHOLE.read(SOUND)
