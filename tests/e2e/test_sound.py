"""What the page puts on the audio graph, and when it has the device vibrate.

Motion is reduced here: a piece is heard only where it comes to rest.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import go_to
from tests.e2e.yala_player import Table, play_link

pytestmark = pytest.mark.spare_time

RECORD = """
window.contexts = []; window.heard = []; window.felt = []; window.hasSynth = false;
addEventListener("spieltisch:synth", () => { window.hasSynth = true; });
window.AudioContext = class extends AudioContext {
  constructor(options) { super(options); contexts.push(this); }
  createOscillator() {
    const node = super.createOscillator();
    const note = { hertz: 0, at: 0, afterS: 0, isCancelled: false };
    const set = node.frequency.setValueAtTime.bind(node.frequency);
    node.frequency.setValueAtTime = (hertz, at) => {
      note.hertz = Math.round(hertz);
      return set(hertz, at);
    };
    const [start, stop] = [node.start.bind(node), node.stop.bind(node)];
    node.start = (at) => {
      // An overtone is given no pitch in time.
      if (note.hertz) heard.push(note);
      note.at = at;
      note.afterS = at - this.currentTime;
      start(at);
    };
    node.stop = (at) => { note.isCancelled ||= at === undefined; stop(at); };
    return node;
  }
};
// Whatever a test asks of the page counts as a gesture to the browser, but not to the page.
const activation = { hasBeenActive: false };
Object.defineProperty(navigator, "userActivation", { get: () => activation });
for (const name of ["pointerup", "keydown"]) {
  addEventListener(name, ({ isTrusted }) => { activation.hasBeenActive ||= isTrusted; }, true);
}
navigator.vibrate = (pulses) => { felt.push(pulses); return true; };
"""
"""Keeps the pitch of each note on the graph, when it begins, and in how many seconds."""

SET_DOWN = 349
TURN = [659, 880]
CALL = [392, 587]
WARNINGS = [1245, 1480, 1760]


@pytest.fixture(autouse=True)
def _recorded(page: Page) -> None:
    page.add_init_script(RECORD)


def opened(open_ready: Callable[..., Page], link: str) -> Page:
    page = open_ready(link)
    page.wait_for_function("() => hasSynth")
    return page


def wait_for(page: Page, *pitches: int) -> None:
    """These are heard, or will be."""
    page.wait_for_function(
        "pitches => pitches.every(one => heard.some(note => note.hertz === one))",
        arg=list(pitches),
    )


def forget(page: Page) -> None:
    page.evaluate("() => { heard.length = 0; felt.length = 0; }")


def test_nothing_is_heard_before_the_first_gesture_and_nothing_felt_by_who_only_watches(open_ready):
    page = opened(open_ready, "#/play/aya?seats=bot:4,bot:4&seed=1")
    page.wait_for_selector("#move-3")
    assert page.evaluate("contexts.length") == 0
    page.get_by_role("button", name="Sound: soft").click()
    expect(page.get_by_role("button", name="Sound: full")).to_be_visible()
    wait_for(page, *TURN)  # how loud it is now
    wait_for(page, *CALL)
    assert page.evaluate("felt") == []


def test_a_move_is_heard_also_after_an_interruption_and_not_when_it_is_off(open_ready):
    page = opened(open_ready, play_link())
    table = Table(page)
    table.click("b+")
    wait_for(page, SET_DOWN)
    assert page.evaluate("contexts.map(context => context.state)") == ["running"]

    forget(page)
    page.evaluate("contexts[0].suspend()")
    table.click("a+")
    wait_for(page, SET_DOWN)
    assert page.evaluate("contexts.map(context => context.state)") == ["running"]

    page.locator("#main").focus()
    for _ in range(2):
        page.keyboard.press("m")
    expect(page.get_by_role("button", name="Sound: off")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Sound: off")
    forget(page)
    table.click("f+")
    page.wait_for_function("() => contexts[0].state === 'suspended'")
    assert page.evaluate("heard") == []

    page.reload()
    expect(page.get_by_role("button", name="Sound: off")).to_be_visible()


def test_a_call_is_heard_and_felt_and_the_last_seconds_are_told_until_the_ball_is_played(
    open_ready,
):
    page = opened(open_ready, "#/play/aya?seats=human,human&seed=4&move-clock=10")
    page.keyboard.press("q")
    wait_for(page, *CALL, *WARNINGS)
    assert page.evaluate("felt") == [[50]]
    told = page.evaluate("heard.filter(note => note.hertz > 1000)")
    times = [note["at"] for note in told]
    assert times == sorted(times)
    assert times[2] - times[0] == pytest.approx(2)
    assert 5 < told[0]["afterS"] <= 7
    page.keyboard.press("1")
    page.keyboard.press("l")
    page.wait_for_function(
        "() => heard.filter(note => note.hertz > 1000).every(one => one.isCancelled)"
    )


def test_what_is_switched_off_is_not_felt(open_ready):
    page = opened(open_ready, "#/settings")
    page.locator("label:has(#vibration-off)").click()
    go_to(page, "#/play/aya?seats=human,human&seed=4")
    page.wait_for_selector("[data-shout]")
    page.keyboard.press("q")
    wait_for(page, *CALL)
    assert page.evaluate("felt") == []
