"""The bar of five words: all there is, two presses away, by pointer and by keys."""

import re

import pytest
from playwright.sync_api import expect

WAYS = {
    "#/puzzles": {
        "a[href='#/run/yala']": ".screen-contest",
        "a[href='#/duel/aya']": ".screen-contest",
        "a[href='#/spot/aya']": ".screen-contest",
    },
    "#/learn": {
        "a[href='#/learn/myra']": "svg[data-game=myra]",
        "a[href='#/rules/aya']": "#rulebook",
    },
    "#/make": {
        "a[href='#/workshop/yala']": "[data-editor]",
        "a[href^='#/editor/myra']": "[data-editing]",
        "a[href='#/deck/aya']": ".screen-deck",
        "[data-do=new-study][data-arg=yala]": "[data-study]",
    },
    "#/matches": {"a[href='#/statistics']": ".screen-statistics"},
}


@pytest.mark.parametrize("word", WAYS)
def test_all_there_is_is_two_presses_away(page, open_ready, word):
    open_ready("#/")
    for way, there in WAYS[word].items():
        page.locator(f"[data-nav] a[href='{word}']").click()
        expect(page.locator(f"[data-nav] a[href='{word}']")).to_have_attribute(
            "aria-current", "true"
        )
        page.locator(f"main {way}").first.click()
        expect(page.locator(there).first).to_be_visible()
        page.locator("a.brand").click()
        expect(page.locator(".screen-start")).to_be_visible()


def test_by_keys_it_comes_after_the_sites_name(page, open_ready):
    open_ready("#/settings")
    page.locator("a.brand").focus()
    for word in ("#/", "#/puzzles", "#/learn", "#/make", "#/matches"):
        page.keyboard.press("Tab")
        expect(page.locator(f"[data-nav] a[href='{word}']")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_title("Make, Spieltisch")
    expect(page).to_have_url(re.compile("#/make$"))
