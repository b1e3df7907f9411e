"""Resigning and draws in real browsers: at one device, against the computer, by link and live."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import reload
from tests.e2e.test_by_link import devices, go, turn_link
from tests.e2e.yala_player import Table, narrowing, play_link

__all__ = ["devices", "go"]


def act(page: Page) -> None:
    table = Table(page)
    before = table.position
    table.click(narrowing(before))


def do(page: Page, name: str) -> None:
    page.locator(f"[data-do='{name}']").click()


def hear(page: Page, text: str) -> None:
    page.wait_for_selector(f'#live:has-text("{text}")', state="attached")
    expect(page.locator("#live")).to_contain_text(text)


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def test_an_offer_is_declined_by_keys_and_the_next_is_accepted(open_ready):
    page = open_ready(f"{play_link()}&names=Anna,Ben")
    expect(page.locator("#saying .button")).to_have_count(0)
    act(page)
    tab_to(page, "[data-do='offer-draw']")
    page.keyboard.press("Enter")
    hear(page, "Ben offers a draw. Anna, do you accept the draw?")
    page.locator("#offer").scroll_into_view_if_needed()
    page.locator("#offer [data-do='decline-draw']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#offer")).to_have_count(0)
    expect(page.locator("[data-do='offer-draw']")).to_have_count(0)
    act(page)
    do(page, "offer-draw")
    do(page, "accept-draw")
    expect(page.locator("[data-outcome='draw']")).to_contain_text("Draw agreed.")
    hear(page, "Draw agreed.")
    do(page, "close-end")
    do(page, "take-back")
    expect(page.locator("[data-outcome]")).to_have_count(0)
    expect(page.locator("#offer")).to_contain_text("Anna has offered a draw.")


def test_resigning_is_confirmed_and_is_there_after_a_reload(open_ready):
    page = open_ready(f"{play_link()}&names=Anna,Cleo")
    act(page)
    do(page, "ask-resign")
    expect(page.locator("#saying")).to_be_focused()
    expect(page.locator("#saying")).to_have_attribute("aria-label", "Cleo, resign?")
    page.keyboard.press("Escape")
    expect(page.locator("[data-do='resign']")).to_have_count(0)
    do(page, "ask-resign")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome='1']")).to_contain_text("Cleo resigned. Anna wins.")
    reload(page)
    expect(page.locator("[data-outcome='1']")).to_contain_text("Cleo resigned. Anna wins.")
    expect(page.locator("#move-2")).to_have_attribute("aria-label", "Move 2 Cleo resigns.")


@pytest.mark.spare_time
def test_a_computer_answers_and_plays_on(open_ready):
    page = open_ready("#/play/yala?seats=human,bot:2&seed=11")
    act(page)
    page.wait_for_selector("#move-2")
    do(page, "offer-draw")
    expect(page.locator("#move-3")).to_contain_text("You offer a draw.")
    page.wait_for_selector("#move-4")
    answer = page.locator("#move-4").inner_text()
    assert re.search("(accepts|declines) the draw", answer)
    if "declines" in answer:
        expect(page.locator("#status")).to_contain_text("Your turn")
        act(page)
        page.wait_for_selector("#move-6")
        do(page, "ask-resign")
        do(page, "resign")
        expect(page.locator("[data-outcome='2']")).to_contain_text("You resigned.")
    else:
        expect(page.locator("[data-outcome='draw']")).to_contain_text("Draw agreed.")


def test_by_link_an_offer_comes_with_the_move(devices, go, site_url):
    anna, ben = devices(), devices()
    go(anna, "#/play/yala?seats=human,link&names=Anna,Ben&seed=5")
    act(anna)
    do(anna, "offer-draw")
    expect(anna.locator("#offer")).to_contain_text("You have offered a draw. Waiting for Ben.")
    go(ben, turn_link(anna, site_url))
    ben.locator("[data-do='claim'][data-arg='2']").click()
    expect(ben.locator("#offer")).to_contain_text("Anna has offered a draw.")
    do(ben, "accept-draw")
    expect(ben.locator("[data-outcome='draw']")).to_contain_text("Draw agreed.")
    do(ben, "close-end")
    go(anna, turn_link(ben, site_url))
    expect(anna.locator("[data-outcome='draw']")).to_contain_text("Draw agreed.")
