"""Somebody's first table has few controls; the others come with the first move, or unfold. And a
field to type moves in is seen only by those to whom it is of use."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e import hands
from tests.e2e.conftest import follow, reload

pytestmark = pytest.mark.newcomer

MORE = "#table-more > summary"
HELP = ("[data-do=hint]", "[data-do=take-back]")
ALWAYS = ("[data-do=share]",)
LATER = ("#steps", "#moves", "#typing", "[data-do=again]", "[data-do=edit-position]")
HELP_LATER = ("[data-do=analyse]", "[data-do=try-out]", "[data-do=redo]")
GAMES = ("yala", "myra")

PEOPLE = "#/play/yala?seats=human,human&seed=42"
SIZES = [(390, 844), (320, 640), (844, 390), (1440, 900)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANGUAGES = {"de": "de", "fr": "fr", "es": "es", "pt": "pt-BR", "en": "en"}
"""Each with what it is called in the page."""

IS_SEEN = """(id) => {
  const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
  return width > 30 && height > 30;
}"""
"""Whether the eye sees a node; what is there for the ear alone is smaller."""


ARE_TWO_ROWS = """(controls) => {
  const boxes = controls.map((one) => document.querySelector(one).getBoundingClientRect());
  const fit = ({ left, right, width, height }) =>
    left >= 0 && right <= innerWidth && width >= 44 && height >= 44;
  return boxes.every(fit) && document.documentElement.scrollWidth <= innerWidth
    && boxes[0].top === boxes[1].top && boxes[1].top < boxes[2].top;
}"""
"""Whether four controls stand in rows of two, within the window and large enough for a finger."""


def expect_few(page):
    for one in (MORE, *ALWAYS, *HELP):
        expect(page.locator(one)).to_be_visible()
    for one in (*LATER, *HELP_LATER):
        expect(page.locator(one)).to_be_hidden()


def expect_all(page):
    for one in (*ALWAYS, *LATER, *HELP, *HELP_LATER):
        expect(page.locator(one)).to_be_visible()


def expect_seen(page, name: str, *, is_seen: bool):
    expect(page.locator(f"#{name}")).to_have_count(1)
    page.wait_for_function(f"([id, seen]) => ({IS_SEEN})(id) === seen", arg=[name, is_seen])


def test_few_controls_are_seen_in_any_window_and_language_and_the_others_unfold(page, open_ready):
    open_ready(PEOPLE)
    for game in GAMES:
        follow(page, f"#/play/{game}?seats=human,human&seed=7")
        expect_few(page)
        seen = page.locator(".panel :is(button, a, input, summary)").locator("visible=true")
        assert seen.count() <= 4, seen.all_inner_texts()
        hands.once_seen(page.locator(MORE)).click()
        expect_all(page)
        hands.once_seen(page.locator(MORE)).click()
        expect_few(page)
    follow(page, PEOPLE)
    for language in LANGUAGES:
        page.locator("#set-language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[language])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect_few(page)
            page.wait_for_function(ARE_TWO_ROWS, arg=[*HELP, MORE, *ALWAYS])


def test_who_types_the_first_move_keeps_the_field_and_the_rest(page, open_ready):
    open_ready(PEOPLE)
    expect_few(page)
    hands.tab_to(page, page.locator(MORE))
    page.keyboard.press("Enter")
    hands.tab_to(page, page.locator("#typed"))
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#typed")).to_be_focused()
    expect_all(page)
    page.locator("#typed").fill("a+")
    page.keyboard.press("Enter")
    expect(page.locator("#move-1")).to_be_visible()
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#table-more")).to_have_count(0)
    expect_all(page)
    # For ever.
    reload(page)
    expect_all(page)
    follow(page, "#/play/myra?seats=human,human&seed=8")
    expect_all(page)
    expect(page.locator("#table-more")).to_have_count(0)


def test_a_press_on_what_was_unfolded_keeps_the_focus(page, open_ready):
    open_ready(PEOPLE)
    hands.once_seen(page.locator(MORE)).click()
    analyse = page.locator("[data-do=analyse]")
    analyse.focus()
    for is_on in ("true", "false"):
        page.keyboard.press("Enter")
        expect(analyse).to_have_attribute("aria-pressed", is_on)
        expect(analyse).to_be_focused()
    # Unfolded is the list of keys, too.
    page.locator("[popovertarget=keys]").first.click()
    expect(page.locator("#keys")).to_be_visible()


def test_keys_work_while_all_is_folded(page, open_ready):
    open_ready(PEOPLE)
    expect_few(page)
    page.locator("#board [data-site=a]").focus()
    page.keyboard.press("?")
    expect(page.locator("[data-do=hint]")).to_have_text("Which move?")
    page.keyboard.press("Enter")
    expect(page.locator("#board [data-target]")).not_to_have_count(0)
    expect_few(page)


@pytest.mark.parametrize("context_options", [PHONE])
def test_a_finger_alone_sees_no_field_to_type_in_until_a_key_is_pressed(page, open_ready):
    open_ready(PEOPLE)
    hands.tap_once_seen(page.locator(MORE))
    expect_all(page)
    expect_seen(page, "typing", is_seen=False)
    page.keyboard.press("ArrowLeft")
    expect_seen(page, "typed", is_seen=True)


@pytest.mark.parametrize("context_options", [PHONE])
def test_who_comes_to_the_field_without_a_keyboard_keeps_it_under_the_next_press(page, open_ready):
    open_ready(PEOPLE)
    hands.tap_once_seen(page.locator(MORE))
    expect_seen(page, "typing", is_seen=False)
    page.locator("#typed").focus()
    expect_seen(page, "typed", is_seen=True)
    page.keyboard.type("a+")
    page.keyboard.press("Enter")
    expect(page.locator("#move-1")).to_be_visible()
    expect(page.locator("#typed")).to_be_focused()
    # The press takes the focus from the field, and nothing moves away below it.
    below = hands.once_seen(page.locator("[data-do=offer-draw], [data-do=ask-offer]").last)
    below.scroll_into_view_if_needed()
    before = below.bounding_box()
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.down()
    expect(page.locator("#typed")).not_to_be_focused()
    # A button that is pressed gives by a pixel.
    assert abs(below.bounding_box()["y"] - before["y"]) <= 2
    page.mouse.up()
    expect(page.locator("#offer")).to_be_visible()
    expect_seen(page, "typing", is_seen=True)


def test_lessons_puzzles_and_races_show_the_field_to_those_who_come_to_it(page, open_ready):
    open_ready(PEOPLE)
    hands.once_seen(page.locator(MORE)).click()
    expect_seen(page, "typed", is_seen=True)
    for place in ("#/learn/yala", "#/puzzle/yala", "#/play/aya?seats=human,human&seed=7"):
        follow(page, place)
        keys = page.locator("#typing [popovertarget=keys]")
        expect(keys).to_be_visible()
        expect_seen(page, "typed", is_seen=False)
        before = keys.bounding_box()
        hands.tab_to(page, page.locator("#typed"))
        expect_seen(page, "typed", is_seen=True)
        # The list of keys stays under the pointer.
        assert keys.bounding_box() == before
        keys.click()
        expect(page.locator("#keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#keys")).to_be_hidden()
        page.locator("#main").focus()
        expect_seen(page, "typed", is_seen=False)
