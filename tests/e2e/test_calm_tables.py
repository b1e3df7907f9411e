"""Beside a board there is what its person has a use for: stills, as no page has to start."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spieltisch.app.core.messages import Navigate
from spieltisch.app.puzzle.contest import BeginContest
from tests.small_packs import FETCHED, WIN
from tests.still import session_after, show_still

TABLES = (
    "#/play/yala?seats=human,bot:2&seed=1",
    "#/play/myra?seats=human,human,human&seed=1",
    "#/play/aya?variant=tueftler&seats=human&seed=1",
)
"""Where moves may be typed by whoever has a keyboard."""
PRESSED = (
    "#/learn/yala",
    "#/learn/myra",
    "#/learn/aya",
    f"#/puzzle/yala/{WIN.id}",
    "#/run/yala",
    "#/play/aya?seats=human,bot:2&seed=1",
    "#/play/aya?variant=turbo&seats=human,human&seed=1",
)
"""Lessons, puzzles and races: there the board is what is pressed."""


@pytest.fixture(params=[False, True], ids=["mouse", "finger"])
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    size = {"width": 390, "height": 844} if request.param else {"width": 1280, "height": 800}
    return {"viewport": size, "has_touch": request.param, "is_mobile": request.param}


@pytest.fixture
def is_touched(context_options: dict[str, Any]) -> bool:
    """Whether nothing tells of a keyboard."""
    return bool(context_options["has_touch"])


def show(page: Page, link: str) -> None:
    """Lay the screen out that a link leads to, with the puzzles that it needs."""
    begun = [BeginContest(is_calm=True, at_ms=1.0)] if link.startswith("#/run") else []
    show_still(page, session_after([*FETCHED, Navigate(link, 0.0), *begun]))


def is_seen(page: Page) -> bool:
    """Whether there is a field to be seen into which moves are typed."""
    box = page.locator("#typing").bounding_box()
    assert box is not None, "there is none at all"
    return box["width"] > 100


@pytest.mark.parametrize("link", TABLES)
def test_moves_are_typed_where_a_keyboard_is(still, is_touched, link):
    show(still, link)
    assert is_seen(still) is not is_touched


@pytest.mark.parametrize("link", PRESSED)
def test_a_board_that_is_to_be_pressed_has_no_field_beside_it(still, link):
    show(still, link)
    assert not is_seen(still)


@pytest.mark.parametrize("link", [*TABLES, *PRESSED])
def test_the_field_comes_with_the_keyboard(still, link):
    """It is in its place in the order of Tab, and of those who listen, wherever it is not seen."""
    show(still, link)
    typed = still.get_by_role("textbox", name="Type a move")
    still.locator("[data-do], a[href], input").locator("visible=true").first.focus()
    for _ in range(200):
        still.keyboard.press("Tab")
        if typed.evaluate("node => node === document.activeElement"):
            break
    expect(typed).to_be_focused()
    assert is_seen(still)
    # So does what stands beside it.
    still.keyboard.press("Tab")
    expect(still.locator("#typing [type=submit]")).to_be_focused()
    assert is_seen(still)
    assert still.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_was_typed_is_there_when_the_keyboard_comes_again(still):
    show(still, PRESSED[0])
    typed = still.locator("#typed")
    typed.fill("a+")
    assert is_seen(still)
    typed.blur()
    assert not is_seen(still)
    typed.focus()
    assert is_seen(still)
    expect(typed).to_have_value("a+")


LETTERS = """() => [...document.querySelectorAll(".board text")]
    .filter(node => node.checkVisibility() && node.textContent.trim())
    .map(node => node.textContent)"""


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_set_ups_picture_on_a_telephone_has_no_letters(still, is_touched, game):
    """They would be too small to be read there."""
    show(still, f"#/setup/{game}")
    assert bool(still.evaluate(LETTERS)) is not is_touched
