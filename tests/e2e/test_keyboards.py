"""Keyboards as people have them, and what a key is for in a field."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import yala_player
from tests.e2e.conftest import reload

pytestmark = pytest.mark.running_page

NO_LAYOUT = "Object.defineProperty(navigator, 'keyboard', { value: undefined })"
PRESS = """(target, options) => (target ?? document.activeElement).dispatchEvent(
    new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...options }))"""
MOVES = "#moves li"


def press(page: Page, **options: object) -> bool:
    """Press a key of any keyboard where the focus is; whether the page left it to the browser."""
    return bool(page.evaluate(f"({PRESS})(null, {json.dumps(options)})"))


def played_yala(open_ready, name: str) -> Page:
    """A match of YALA after one move."""
    page = open_ready(f"{yala_player.play_link()}&names={name},Bo")
    page.locator("[data-site][data-target]").first.click()
    page.locator("[data-site][data-target]:not([aria-pressed=true])").first.click()
    expect(page.locator(MOVES)).to_have_count(1)
    return page


@pytest.mark.parametrize("key", ["Control+z", "Meta+z", "Control+y", "Control+Shift+z"])
def test_a_field_keeps_its_own_shortcuts(open_ready, own_name, key):
    page = played_yala(open_ready, own_name)
    page.locator("#typed").fill("b+")
    page.keyboard.press("x")
    page.keyboard.press(key)
    expect(page.locator(MOVES)).to_have_count(1)
    page.locator("[data-site][tabindex='0']").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-do=redo]")).to_be_enabled()


def test_undoing_works_on_a_cyrillic_keyboard(open_ready, own_name):
    page = played_yala(open_ready, own_name)
    assert not press(page, key="я", code="KeyZ", ctrlKey=True)
    expect(page.locator("[data-do=redo]")).to_be_enabled()
    assert not press(page, key="Я", code="KeyZ", ctrlKey=True, shiftKey=True)
    expect(page.locator("[data-do=redo]")).to_be_disabled()


def test_the_numpad_walks_without_num_lock(open_ready, own_name):
    page = open_ready(f"{yala_player.play_link()}&names={own_name},Bo")
    page.locator("[data-site][tabindex='0']").focus()
    before = page.evaluate("document.activeElement.dataset.site")
    press(page, key="ArrowRight", code="Numpad6")
    after = page.evaluate("document.activeElement.dataset.site")
    assert after != before
    press(page, key="ArrowLeft", code="Numpad4")
    assert page.evaluate("document.activeElement.dataset.site") == before


def test_what_an_input_method_takes_is_no_shortcut(open_ready, own_name):
    page = played_yala(open_ready, own_name)
    site = page.locator("[data-site][data-target]").first
    site.focus()
    page.keyboard.press("Enter")
    chosen = page.locator("[data-site][aria-pressed=true]")
    expect(chosen).to_have_count(1)
    for options in ({"isComposing": True}, {"keyCode": 229}):
        assert press(page, key="Escape", code="Escape", **options)
        expect(chosen).to_have_count(1)
    assert press(page, key="Escape", code="Escape")
    expect(chosen).to_have_count(0)


def test_a_key_whose_coming_up_was_not_told_is_heard_again(open_ready, own_name):
    page = open_ready(f"#/play/aya?seats=human,human&seed=9&names={own_name},Bo")
    page.locator("[data-do=ready]").click()
    page.keyboard.down("q")
    expect(page.locator("#call")).to_contain_text("AYA")
    for key, code in (("3", "Digit3"), ("ArrowRight", "ArrowRight")):
        press(page, key=key, code=code)
    entries = page.locator(MOVES)
    expect(entries).not_to_have_count(1)
    before = entries.count()
    # The keyboard was elsewhere when Q came up: it goes down once more without it.
    press(page, key="q", code="KeyQ")
    expect(entries).not_to_have_count(before)


class TestWithoutALayout:
    """A browser that does not tell what is printed on the keys."""

    pytestmark = pytest.mark.running_page

    @pytest.fixture
    def page(self, page):
        page.add_init_script(NO_LAYOUT)
        return page

    def test_a_french_keyboard_is_known_by_the_key_that_is_pressed(self, page, open_ready):
        open_ready("#/settings")
        reload(page)
        oye = page.locator("[data-arg='1:oye'] kbd")
        expect(oye).to_have_text("A")
        press(page, key="a", code="KeyQ")
        expect(page.locator("[data-arg='1:aya'] kbd")).to_have_text("A")
        expect(oye).to_have_text("Q")
        reload(page)
        expect(oye).to_have_text("Q")
        page.locator("#keyboard-and-reader > summary").click()
        page.locator("label", has=page.locator("#keyboard-qwertz")).click()
        expect(oye).to_have_text("A")
        expect(page.locator("[data-arg='2:oye'] kbd")).to_have_text("Ö")
        page.locator("label", has=page.locator("#keyboard-from-keys")).click()
        expect(page.locator("[data-arg='2:oye'] kbd")).to_have_text(";")
