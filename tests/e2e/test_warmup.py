"""What the page does by itself, so that it answers quickly, is not to be noticed."""

import pytest

from tests.e2e.conftest import go_to
from tests.e2e.exercises import watch_exercises
from tests.sampling import sampled

pytestmark = pytest.mark.spare_time

PEOPLE = "#/play/yala?seats=human,human&seed=1"
PLACES = [
    "#/play/yala?seats=human,bot:1&begins=dark&seed=1",
    "#/play/myra?seats=human,human&seed=1",
    "#/play/aya?seats=human,human&seed=1&move-clock=off",
    "#/play/aya?variant=tueftler&seats=human&seed=1",
]

STATE = """() => [
    document.title, document.body.outerHTML, location.href, document.activeElement.id,
    JSON.stringify({ ...localStorage }), history.length,
]"""


@pytest.mark.parametrize("place", sampled(PLACES, *PLACES[:3]))
def test_the_warm_up_leaves_no_trace(page, open_ready, place):
    watch_exercises(page)
    open_ready(place)
    page.wait_for_selector("svg[data-active-seat]")
    before = page.evaluate(STATE)
    page.wait_for_selector("html[data-exercises]", state="attached")
    assert page.evaluate("exercises.events") > 100
    assert page.evaluate(STATE) == before


def test_it_waits_for_a_match_and_leaves_no_trace_of_it(page, open_ready):
    watch_exercises(page)
    open_ready("#/")
    go_to(page, PEOPLE)
    page.wait_for_selector("svg[data-active-seat]")
    before = page.evaluate(STATE)
    page.wait_for_selector("html[data-exercises]", state="attached")
    assert page.evaluate("exercises.events") > 100
    assert page.evaluate(STATE) == before
