"""What the page does by itself, so that it answers quickly, is not to be noticed."""

import pytest

from tests.sampling import sampled

pytestmark = pytest.mark.spare_time

PEOPLE = "#/play/yala?seats=human,human&seed=1"
PLACES = [
    "#/play/yala?seats=human,bot:1&begins=dark&seed=1",
    "#/play/myra?seats=human,human&seed=1",
    "#/play/aya?seats=human,human&seed=1&move-clock=off",
    "#/play/aya?variant=tueftler&seats=human&seed=1",
]

# Counts what is told to a copy of the page, and marks the document when the copy is done with.
# A slow device would do less, so the clock shows no more than a millisecond for each event.
WATCH = """
    window.seen = { pressed: 0 };
    const now = performance.now.bind(performance);
    let begun = null;
    performance.now = () => (begun === null ? now() : begun + seen.pressed);
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event) {
        if (this instanceof Element && !this.isConnected) {
            begun ??= now();
            seen.pressed += 1;
        }
        return dispatchEvent.call(this, event);
    };
    const { replaceChildren } = Element.prototype;
    Element.prototype.replaceChildren = function (...nodes) {
        if (this.id === "app" && !this.isConnected) {
            begun = null;
            document.documentElement.dataset.warm = "";
        }
        return replaceChildren.apply(this, nodes);
    };
"""
STATE = """() => [
    document.title, document.body.outerHTML, location.href, document.activeElement.id,
    JSON.stringify({ ...localStorage }), history.length,
]"""


@pytest.mark.parametrize("place", sampled(PLACES, *PLACES[:3]))
def test_the_warm_up_leaves_no_trace(page, open_ready, place):
    page.add_init_script(WATCH)
    open_ready(place)
    page.wait_for_selector("svg[data-active-seat]")
    before = page.evaluate(STATE)
    page.wait_for_selector("html[data-warm]", state="attached")
    assert page.evaluate("seen.pressed") > 100
    assert page.evaluate(STATE) == before


def test_it_waits_for_a_match_and_leaves_no_trace_of_it(page, open_ready):
    page.add_init_script(WATCH)
    open_ready("#/")
    page.evaluate("place => { location.hash = place }", PEOPLE)
    page.wait_for_selector("svg[data-active-seat]")
    before = page.evaluate(STATE)
    page.wait_for_selector("html[data-warm]", state="attached")
    assert page.evaluate("seen.pressed") > 100
    assert page.evaluate(STATE) == before
