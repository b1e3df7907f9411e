"""A press on what somebody else has put under the finger a moment ago does nothing: by touch, mouse
and keyboard, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.constants import milliseconds

# The page only lends its document and its script.
SIZES = {"phone": (390, 800), "desk": (1280, 720)}

BEGIN = """async () => {
    const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
    const root = document.createElement("div");
    root.style.cssText = "position: fixed; inset: 0; z-index: 99999; background: white";
    document.body.append(root);
    document.getElementById("app").hidden = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.tried-root main { display: block; padding: 0; margin: 0; max-width: none }
        .tried-root :is(button:not([hidden]), svg, p) {
            display: block; width: 200px; height: 60px; margin: 0; padding: 0; position: static }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    root.className = "tried-root";
    const button = (name) => `<button data-do="x-${name}">${name}</button>`;
    const site = `<rect data-site="a" width="200" height="60"/>`;
    const board = `<svg width="200" height="60">${site}</svg>`;
    const screen = (name, inside) => `\\0<main class="screen-${name}">${inside}</main>`;
    const part = (one) => parts[one] ?? button(one);
    const parts = { "-": "<p></p>", board: `${board}<button hidden></button>` };
    globalThis.tried = { heard: [], shownAt: 0, downAt: 0 };
    Object.assign(tried, {
        show: (...names) => {
            tried.shownAt = performance.now();
            patch(root, screen("x", names.map(part).join("")));
        },
        leave: (one) => patch(root, screen("y", button(one))),
    });
    for (const kind of ["pointerdown", "keydown"])
        root.addEventListener(kind, (event) => { tried.downAt = event.timeStamp; }, true);
    root.addEventListener("click", (event) => {
        tried.heard.push([event.target.dataset.do ?? "board", Boolean(event.hasJustCome)]);
        tried.late = tried.downAt - tried.shownAt;
        tried.onPress?.();
        event.stopPropagation();
    }, true);
}"""

AT = (100, 30)
MOMENT_MS = milliseconds("static/boot/arrivals.js", "MOMENT_MS")
TRIES = 20


@pytest.fixture(params=SIZES)
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    width, height = SIZES[request.param]
    return {"viewport": {"width": width, "height": height}, "has_touch": True}


@pytest.fixture
def tried(page: Page, open_ready: Callable[[str], None]) -> Page:
    open_ready("#/")
    page.evaluate(BEGIN)
    return page


def show(page: Page, *names: str) -> None:
    page.evaluate("(names) => tried.show(...names)", list(names))


def wait_until_seen(page: Page) -> None:
    """Let what is shown be there for long enough."""
    since = page.evaluate("performance.now()")
    page.wait_for_function("(since) => performance.now() > since + 600", arg=since)


def heard(page: Page) -> list[list[Any]]:
    page.wait_for_function("() => tried.heard.length > 0")
    return page.evaluate("tried.heard.splice(0)")


def press_hastily(
    tried: Page, before: tuple[str, ...], after: tuple[str, ...], press: Callable[[], None]
) -> list[list[Any]]:
    """Press what has just taken the place of what was there; gives what is heard of it.

    A busy machine may hand over a press when what has come has long been seen: then it is tried
    again.
    """
    for _ in range(TRIES):
        show(tried, *before)
        wait_until_seen(tried)
        show(tried, *after)
        press()
        found = heard(tried)
        if tried.evaluate("tried.late") < MOMENT_MS:
            return found
    raise AssertionError("no press came in time")


CHANGES = {
    "another in its place": (("allow",), ("accept",)),
    "moved down by what has come": (("allow", "refuse"), ("new", "allow", "refuse")),
    "moved up by what has gone": (("gone", "allow"), ("allow",)),
    "over the board": (("board",), ("undo",)),
    "gone from over the board": (("undo",), ("board",)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_tap_on_what_has_just_come_is_known(tried: Page, change: str) -> None:
    assert press_hastily(tried, *CHANGES[change], lambda: tried.touchscreen.tap(*AT))[0][1]
    wait_until_seen(tried)
    tried.touchscreen.tap(*AT)
    assert not heard(tried)[0][1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("-", "allow"), ("new", "allow")),
        (("allow",), ("allow", "more")),
        (("allow", "a"), ("allow", "b")),
    ],
)
def test_what_is_new_where_nothing_was_or_stays_is_pressed_at_once(
    tried: Page, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    show(tried, *before)
    wait_until_seen(tried)
    show(tried, *after)
    tried.touchscreen.tap(*AT)
    assert not heard(tried)[0][1]


def test_another_screen_and_what_ones_own_press_has_brought_are_pressed_at_once(
    tried: Page,
) -> None:
    show(tried, "allow")
    wait_until_seen(tried)
    tried.evaluate("tried.leave('accept')")
    tried.touchscreen.tap(*AT)
    assert heard(tried) == [["x-accept", False]]
    show(tried, "allow")
    wait_until_seen(tried)
    tried.evaluate("void (tried.onPress = () => tried.show('accept'))")
    tried.touchscreen.tap(*AT)
    tried.touchscreen.tap(*AT)
    assert [one for one in heard(tried) if one[1]] == []


def test_a_mouse_that_rests_is_held_up_and_one_that_comes_is_not(tried: Page) -> None:
    tried.mouse.move(*AT)

    def press() -> None:
        tried.mouse.down()
        tried.mouse.up()

    assert press_hastily(tried, ("allow",), ("accept",), press) == [["x-accept", True]]
    tried.mouse.move(300, 300)
    wait_until_seen(tried)
    show(tried, "allow")
    tried.mouse.click(*AT)
    assert heard(tried) == [["x-allow", False]]


def test_what_changes_while_the_finger_is_down_is_not_pressed(tried: Page) -> None:
    show(tried, "allow")
    wait_until_seen(tried)
    tried.mouse.move(*AT)
    tried.mouse.down()
    wait_until_seen(tried)
    show(tried, "accept")
    wait_until_seen(tried)
    tried.mouse.up()
    assert heard(tried) == [["x-accept", True]]


def test_a_key_on_a_button_that_has_become_another_is_known(tried: Page) -> None:
    show(tried, "allow")
    tried.locator("[data-do=x-allow]").focus()

    def press() -> None:
        assert tried.evaluate("document.activeElement.dataset.do") == "x-accept"
        tried.keyboard.press("Enter")

    assert press_hastily(tried, ("allow",), ("accept",), press) == [["x-accept", True]]
    wait_until_seen(tried)
    tried.keyboard.press("Enter")
    assert heard(tried) == [["x-accept", False]]
