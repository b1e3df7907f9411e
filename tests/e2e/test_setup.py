"""From the menu to a match, in a real browser."""

import pytest
from playwright.sync_api import expect

from spieltisch.games import catalog
from tests.e2e.yala_player import Table, play_link

pytestmark = pytest.mark.running_page


@pytest.mark.parametrize("game", catalog.GAMES)
def test_one_press_on_the_menu_and_the_match_is_on(open_ready, game):
    page = open_ready()
    page.locator(f"[data-do='play-now'][data-arg='{game}']").click()
    expect(page.locator("#board")).to_be_visible()
    assert f"#/play/{game}?seats=human,bot:2" in page.url
    page.go_back()
    expect(page.locator(".menu")).to_be_visible()


def test_two_presses_by_the_form(open_ready):
    page = open_ready()
    page.locator("a[href='#/setup/yala']").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#board [data-target]")).not_to_have_count(0)


def test_the_form_follows_what_is_chosen(open_ready):
    page = open_ready("#/setup/yala")
    page.locator("#level-6").check()
    expect(page.locator("#level-told")).to_contain_text("merciless")
    expect(page.locator("#controller-2")).to_have_value("bot:6")
    page.locator("#places-2").check()
    expect(page.locator("#controller-1")).to_have_value("bot:6")
    page.locator("#places-random").check()
    page.locator("#company-watch").check()
    expect(page.locator("#controller-1")).to_have_value("bot:6")
    expect(page.locator("#controller-2")).to_have_value("bot:6")
    expect(page.locator("#level-6")).to_be_checked()


def test_a_typed_move_leaves_its_field_once_it_is_played(open_ready):
    page = open_ready(play_link() + "&names=Typed")
    table, typed = Table(page), page.locator("#typed")
    typed.fill("b*")
    typed.press("Enter")
    expect(page.locator("#notice")).to_contain_text("is not possible now")
    expect(typed).to_have_value("b*")
    typed.fill("b+")
    typed.press("Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    expect(typed).to_have_value("")
    expect(typed).to_be_focused()
    typed.press_sequentially("a-")
    table.click("a-")
    expect(typed).to_have_value("a-")
