"""The curve of a match as it is drawn, marked, gone through and left alone by a step."""

import pytest

from spieltisch.app.board.messages import Show
from spieltisch.app.board.review_view import HEIGHT, HIGH, LOW, MARKS, chance, curve, here
from spieltisch.app.screens import page_of
from spieltisch.kit.names import Names
from spieltisch.kit.words import ENGLISH
from spieltisch.table import Review, TurningPoint
from tests.unit.asking import after, seen
from tests.unit.markup_check import check, read
from tests.unit.test_review import EVEN, judged

BLUNDER = TurningPoint(2, 1, "b+", 0.9, 0.3, ("c+",))
MISTAKE = TurningPoint(4, 2, "b-", 0.7, 0.45, ("c-",))
SWING = TurningPoint(3, 1, "d-", 0.3, 0.33, ("c-",))
DARK = ((0, 0.5), (1, 0.9), (2, 0.3), (3, 0.33), (4, 0.58))


def other(stretch):
    return tuple((ply, 1 - height) for ply, height in stretch)


def made(*found, curves=None):
    curves = curves or ((DARK,), (other(DARK),))
    return Review((None,) * 4, 4, curves, found, (50.0,) * len(curves))


def marks(node):
    return [one for one in node.all("transform") if "mark" in one.attributes["class"]]


def test_every_kind_of_turning_point_has_a_shape_and_a_colour_of_its_own():
    node = check(curve(ENGLISH, Names(("Anna", "Bo")), made(BLUNDER, SWING, MISTAKE), 1))
    shown = [(one.attributes["class"], one.attributes["d"]) for one in marks(node)]
    assert shown == [
        ("mark is-blunder", MARKS["blunder"]),
        ("mark is-swing", MARKS["swing"]),
        ("mark is-mistake", MARKS["mistake"]),
    ]
    assert len(set(MARKS.values())) == len(MARKS)


@pytest.mark.parametrize(("own", "height"), [(1, LOW + 0.3 * (HIGH - LOW)), (2, HIGH)])
def test_the_own_chances_go_up(own, height):
    """Of two, whoever looks; a mark is where the curve is after the action."""
    review = made(TurningPoint(2, 1, "b+", 0.9, 0.3, ()))
    if own == 2:
        won = (*DARK[:2], (2, 0.0), *DARK[3:])
        review = made(TurningPoint(2, 1, "b+", 0.9, 0.0, ()), curves=((won,), (other(won),)))
    node = read(curve(ENGLISH, Names(("Anna", "Bo")), review, own))
    (mark,) = marks(node)
    assert float(mark.attributes["transform"].split()[1].rstrip(")")) == pytest.approx(height)
    svg = next(one for one in node.walk() if one.tag == "svg")
    assert svg.attributes["aria-label"] == ["Anna", "Bo"][own - 1] + "'s chances, move by move"
    areas = [one.attributes["class"] for one in node.all("d") if "area" in one.attributes["class"]]
    assert areas == [f"curve-area of-{3 - own}", f"curve-area of-{own}"]


def test_of_three_each_has_a_line():
    curves = (((0, 0.5), (3, 0.2)), ((1, 0.5), (4, 0.4)), ((2, 0.5), (4, 0.9)))
    found = made(BLUNDER, curves=tuple((one,) for one in curves))
    node = read(curve(ENGLISH, Names(("Anna", "Bo", "Cy")), found, 1))
    lines = [one.attributes["class"] for one in node.walk() if one.tag == "g"]
    assert lines == ["curve-line of-1", "curve-line of-2", "curve-line of-3"]
    assert not any("curve-area" in one.attributes.get("class", "") for one in node.walk())
    # The mark is on the line of the seat that acted, between what is known of it.
    assert chance(found, 1, 2) == pytest.approx(0.3)
    assert len(marks(node)) == 1


def test_what_is_unknown_is_not_drawn():
    found = made(curves=((DARK[:2], DARK[4:]), (other(DARK[:2]), other(DARK[4:]))))
    assert [chance(found, 1, ply) for ply in range(5)] == [0.5, 0.9, None, None, 0.58]
    # What is looked at is marked all the same.
    assert "here-line" in here(found, 1, 2, 2)
    assert "here-dot" not in here(found, 1, 2, 2)
    assert "here-dot" in here(found, 1, 1, 2)


def test_the_slider_is_where_the_match_is():
    session = judged(EVEN)
    for ply in (0, 3):
        slider = seen(after(Show(ply), session=session)).one("id", "curve-slider").attributes
        assert (slider["type"], slider["min"], slider["value"]) == ("range", "0", str(ply))
        length = len(session.match.turns)
        assert slider["max"] == str(length)
        assert slider["aria-valuetext"] == f"Move {ply} of {length}"
    assert HEIGHT > LOW > HIGH > 0


def test_a_step_leaves_the_drawing_alone():
    expectations = [*EVEN]
    expectations[1] = 0.95
    session = judged(expectations)
    one, two = (page_of(after(Show(ply), session=session)).regions for ply in (3, 4))
    changed = {name for name, text in two.items() if one.get(name) != text}
    assert "curve-slider-box" in changed
    assert not changed & {"curve", "accuracies", "review"}
