"""A field is left by a press on something else: what is pressed stays where it is until it is let
go, though the field has told its text before, and the page shows that."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

FIELDS = {
    "a bot": ("#/workshop/yala", "#bot-name", "[data-do=new-bot][data-arg='']"),
    "a deck": ("#/deck/aya", "#deck-name", "[data-do=new-deck]:not([data-arg])"),
    "a reserve": ("#/editor/myra", "[data-edit='reserve:1']", "h1"),
}
"""Where a field is, and what is pressed after it was written in."""

DRAWN = "() => document.getElementById('app').innerHTML"


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"has_touch": True}


def spot(page: Page, node: str) -> tuple[float, float]:
    """The middle of what is pressed, in sight."""
    found = page.locator(node).first
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("name", FIELDS)
def test_nothing_is_drawn_while_a_press_leaves_a_field(open_ready: Any, name: str) -> None:
    place, field, pressed = FIELDS[name]
    page: Page = open_ready(place)
    page.locator(field).fill("3")
    page.mouse.move(*spot(page, pressed))
    before = page.evaluate(DRAWN)
    page.mouse.down()
    assert page.evaluate("document.activeElement.localName") != "input"
    assert page.evaluate(DRAWN) == before
    page.mouse.up()
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before)


@pytest.mark.parametrize("by_touch", [False, True], ids=["mouse", "touch"])
def test_a_press_after_a_name_does_what_it_is_for(open_ready: Any, by_touch: bool) -> None:
    page: Page = open_ready("#/workshop/yala")
    new, names = "[data-do=new-bot][data-arg='']", page.locator(".ways-list a[href*=workshop]")
    for count, name in enumerate(("Longest", "A", "Weigh"), 1):
        page.locator("#bot-name").fill(name)
        press = page.touchscreen.tap if by_touch else page.mouse.click
        press(*spot(page, new))
        expect(page.locator("#bot-name")).not_to_have_value(name)
        expect(names).to_have_count(count)


def test_a_press_on_nothing_shows_what_was_written(open_ready: Any) -> None:
    page: Page = open_ready("#/workshop/yala")
    page.locator("#bot-name").fill("Zeno")
    page.mouse.click(*spot(page, "h1"))
    expect(page.locator(".ways-list").first).to_contain_text("Zeno")
    # Nor is it kept back by a pointer of which nobody hears again.
    page.locator("#bot-name").fill("Zenobia")
    page.mouse.move(*spot(page, "h1"))
    page.mouse.down()
    page.keyboard.press("Shift")
    expect(page.locator(".ways-list").first).to_contain_text("Zenobia")
    page.mouse.up()
