"""The owner of a box types in its cards, and plays with them."""

from playwright.sync_api import expect

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.puzzle.dealt import link_to_deal
from spieltisch.play.dealing import dealing, deck_code
from tests.e2e import hands
from tests.e2e.conftest import go_to, reload, wait_until
from tests.e2e.test_puzzles import expect_puzzle, node_of, own_turns, press_by_key, tokens_of
from tests.unit.test_dealt_puzzles import ALIKE
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
    expect(page.locator("#part-4")).to_have_attribute("aria-label", "Ball 4 of 5, yellow")
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
    expect(checked).to_contain_text("Card 39: “bybyx*” may only contain")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("y*")
    expect(checked).to_have_attribute("data-deck", "sound")
    page.locator("#deck-name").fill("My box")
    page.keyboard.press("Tab")

    # All is there after a reload, and can be chosen and dealt.
    reload(page)
    expect(page.locator("#deck-list li")).to_have_count(39)
    go_to(page, "#/setup/aya")
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


def test_two_tabs_that_type_in_decks_keep_both(open_ready, context, site_url):
    pages = [open_ready("#/deck/aya"), context.new_page()]
    pages[1].goto(f"{site_url}#/deck/aya")
    wait_until(pages[1], "document.documentElement.dataset.state === 'ready'")
    names = ["One", "Other"]
    for page, name in zip(pages, names, strict=True):
        page.locator("#deck-text").fill("bbbyy")
        page.locator("#deck-name").fill(name)
        page.keyboard.press("Tab")
    # Each has heard of what the other has typed in.
    for page, other in zip(pages, reversed(names), strict=True):
        expect(page.locator(".deck-others")).to_have_text(other)
    for page in pages:
        reload(page)
        expect(page.locator("#deck-text")).to_have_value("bbbyy")
        expect(page.locator(".deck-others li")).to_have_count(1)
    # On the same deck, each goes on with what the other has made of it.
    pages[1].goto(pages[0].url)
    for page, other, text in ((*pages, "yyyyy"), (*reversed(pages), "bbbbb")):
        page.locator("#deck-text").fill(text)
        page.locator("#deck-name").focus()
        expect(other.locator("#deck-text")).to_have_value(text)


def puzzle_in(page):
    """The puzzle that the page's address has, proved here."""
    wait_until(page, "document.querySelector('[data-puzzle][data-puzzle-state=open]')")
    code = page.evaluate("location.hash").rpartition("/")[2]
    return dealing("aya", code).found.puzzle


def test_puzzles_of_own_cards_are_solved_kept_apart_and_sent(page, open_ready, axe):
    open_ready("#/deck/aya")
    page.locator("#deck-text").fill(BOX)
    page.locator("#deck-name").fill("My box")
    page.keyboard.press("Tab")

    # One after the other: by mouse, and by the keyboard alone.
    page.get_by_role("link", name="Puzzles with these cards").click()
    first = puzzle_in(page)
    expect_puzzle(page, first.id)
    assert axe() == []
    for position, text in own_turns(first):
        page.wait_for_selector("[data-do=hint]:not([aria-disabled])")
        for token in tokens_of(first, position, text):
            hands.press(node_of(page, token))
    expect_puzzle(page, first.id, "solved")
    expect(page.locator("#puzzle-told")).to_contain_text("do not change your rating")
    expect(page.locator("#puzzle-record")).to_contain_text("1 of 1")
    address = page.evaluate("location.hash")
    page.keyboard.press("Enter")
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", first.id)
    second = puzzle_in(page)
    for position, text in own_turns(second):
        page.wait_for_selector("[data-do=hint]:not([aria-disabled])")
        for token in tokens_of(second, position, text):
            press_by_key(page, second, position, token)
    expect_puzzle(page, second.id, "solved")
    expect(page.locator("#puzzle-record")).to_contain_text("2 of 2")

    # After a reload it is the same one, and what came of it is known; also without the deck.
    go_to(page, "#/deck/aya")
    page.get_by_role("button", name="Delete").click()
    go_to(page, address)
    expect_puzzle(page, first.id)
    reload(page)
    expect_puzzle(page, first.id)
    expect(page.locator("#puzzle-record")).to_contain_text("2 of 2")


def test_a_link_to_such_a_puzzle_needs_no_deck(page, open_ready):
    found = dealing("aya", deck_code("first", OWN.start_of(BOX))).found
    link = link_to_deal("aya", found.deal)
    open_ready(link)
    expect_puzzle(page, found.puzzle.id)
    assert page.evaluate("location.hash") == link
    go_to(page, link[:-4])
    expect(page.locator("#notice")).to_contain_text("damaged or incomplete")
    none = link_to_next("aya", "first", OWN.start_of(ALIKE))
    go_to(page, none)
    expect(page.locator("#puzzle-told")).to_contain_text("None of 60 rows")
    page.get_by_role("link", name="Keep looking").click()
    wait_until(page, f"location.hash !== '{none}'")
    expect(page.locator("#puzzle-told")).to_contain_text("None of 60 rows")
