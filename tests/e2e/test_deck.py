"""The owner of a box types in its cards, and plays with them."""

from playwright.sync_api import expect

from tests.e2e.conftest import wait_until
from tests.unit.test_deck import BOX, OWN


def test_cards_are_typed_in_by_keyboard_chosen_dealt_and_played(page, open_ready):
    open_ready("#/deck/aya")
    told, checked = page.locator("#deck-told"), page.locator("#deck-checked")

    # The first card by its balls, from the keyboard alone.
    page.locator("#add-card").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#part-1")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#part-4")).to_be_focused()
    expect(page.locator("#part-4")).to_have_attribute("aria-label", "Ball 4 of 5: yellow")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[data-card-chosen]")).to_have_attribute("data-card-chosen", "bbbyy")
    expect(told).to_have_text("Card 1 of 1: 3 blue, 2 yellow")
    expect(checked).to_have_attribute("data-deck", "flawed")

    # The others as text, one of them wrong at first.
    text = page.locator("#deck-text")
    expect(text).to_have_value("bbbyy")
    text.focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(BOX.removeprefix("bbbyy")[:-6] + "bybyx*")
    expect(checked).to_contain_text("Card 39: “bybyx*” has other signs")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("y*")
    expect(checked).to_have_attribute("data-deck", "sound")
    page.locator("#deck-name").fill("My box")
    page.keyboard.press("Tab")

    # All is there after a reload, and can be chosen and dealt.
    page.reload()
    wait_until(page, "document.documentElement.dataset.state === 'ready'")
    expect(page.locator("#deck-list li")).to_have_count(39)
    page.evaluate("location.hash = '#/setup/aya'")
    page.locator("label", has=page.locator("#variant-turbo")).click()
    page.evaluate("document.querySelector('#more').open = true")
    page.locator("#deck").select_option(label="My box")
    page.get_by_role("button", name="Start the game").click()
    board = page.locator("svg[data-game=aya]")
    expect(board).to_be_visible()
    shown = page.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert shown
    assert set(shown) <= set(OWN.start_of(BOX).split())
    page.locator("[data-do=ready]").click()
    page.locator("[data-shout=aya][data-seat='1']").click()
    before = board.get_attribute("data-position")
    page.locator("[data-ball='3']").click()
    page.locator("[data-end=L]").click()
    expect(board).not_to_have_attribute("data-position", before)
