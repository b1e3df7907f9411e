"""A match by house rules, from the form to its end, against the computer."""

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
