"""A match by house rules, from the form to its end, against the computer."""

import re

from playwright.sync_api import expect

from tests.e2e.yala_player import Table, has_no_overflow, narrowing


def test_yala_on_a_small_ring_with_low_walls(open_ready):
    page = open_ready("#/setup/yala")
    page.evaluate("document.querySelector('#more').open = true")
    page.locator("#house-rules > summary").click()
    page.locator("#house-ring").select_option("8")
    page.locator("#house-wall").select_option("4")
    expect(page.locator("#house-rules")).to_have_attribute("open", "")
    assert has_no_overflow(page)
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.board.locator("[data-site]")).to_have_count(8)
    expect(page.locator("#hint")).to_contain_text("House rules: 8 places")
    assert (len(table.position.towers), table.position.wall) == (8, 4)
    while not table.is_over:
        turn = len(table.moves)
        if min(table.position.active_seats) == 1:
            table.click(narrowing(table.position))
        page.wait_for_function(
            "n => document.querySelectorAll('#moves li').length > n + 1"
            " || document.querySelector('[data-outcome]')",
            arg=turn,
        )
    assert has_no_overflow(page)
    page.goto(page.url.split("#")[0] + "#/matches")
    expect(page.locator("[data-match]").first).to_contain_text("House rules")


def test_myra_on_a_small_board(open_ready):
    page = open_ready("#/setup/myra")
    page.evaluate("document.querySelector('#more').open = true")
    page.locator("#house-rules > summary").click()
    page.locator("#house-edge").select_option("4")
    page.get_by_role("button", name="Start the game").click()
    board = page.locator("svg#board[data-game=myra]")
    expect(board.locator("[data-site]")).to_have_count(37)
    expect(page.locator("#hint")).to_contain_text("House rules: 4 pits to a side")
    # Two soldiers go by mouse, and on the next turn by keys.
    board.locator("[data-site=c2]").click()
    board.locator("[data-site=d3]").click()
    expect(page.locator("#moves li")).to_have_count(2)
    before = board.get_attribute("data-position")
    assert before.endswith("; 1 edge=4")
    board.locator("[data-site=a1]").focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(board.locator("[data-held]")).to_have_count(1)
    board.locator("[data-target][data-site]").last.click()
    expect(page.locator("#moves li")).to_have_count(4)
    assert has_no_overflow(page)
    page.locator("[data-do=edit-position]").click()
    expect(page.locator("[data-editing] [data-site]")).to_have_count(37)
    expect(page.locator("#position")).to_have_value(re.compile("; 1 edge=4$"))
