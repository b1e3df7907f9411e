"""A position is set up by mouse and by keys in each game, and played from."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import follow, reload
from tests.e2e.hands import press_keys
from tests.e2e.yala_player import has_no_overflow
from tests.small_packs import WIN

pytestmark = pytest.mark.running_page


@pytest.fixture
def context_options():
    return {"permissions": ["clipboard-read", "clipboard-write"]}


def give_away(page, game):
    """The position goes out as a picture, and as a link that brings it back."""
    position = text(page).input_value()
    with page.expect_download() as caught:
        page.locator("[data-do=save-picture]").click()
    assert caught.value.suggested_filename.endswith(".png")
    assert Path(caught.value.path()).read_bytes().startswith(b"\x89PNG")
    page.locator("[data-do=share-position]").click()
    expect(page.locator("#toasts")).to_contain_text("The link to the position is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    follow(page, f"#/editor/{game}")
    expect(text(page)).not_to_have_value(position)
    page.goto(link)
    expect(text(page)).to_have_value(position)


def middle(page, selector):
    page.locator(selector).first.scroll_into_view_if_needed()
    return middle_in_sight(page, selector)


def middle_in_sight(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, origin, goal):
    """Carry what lies in one place to another one, with the mouse."""
    page.mouse.move(*middle(page, origin))
    page.mouse.down()
    x, y = middle(page, goal)
    page.mouse.move(x - 20, y, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def place(site):
    return f"#board [data-site='{site}']"


def text(page):
    return page.locator("#position")


def play(page, company="together"):
    """The form opens with the position, and the game begins at it in this company."""
    page.locator("[data-do=play-position]").click()
    expect(page.locator("#setup")).to_be_visible()
    page.locator(f"#company-{company}").check()
    page.locator("#setup button[type=submit]").click()
    expect(page.locator("#moves")).to_be_attached()


def test_a_ring_by_mouse_and_keys(open_ready):
    page = open_ready("#/editor/yala")
    drag(page, place("a"), place("b"))
    drag(page, place("a"), place("b"))
    drag(page, place("c"), "[data-piece=none]")
    page.locator("[data-piece=d]").click()
    page.locator(place("d")).click()
    expect(text(page)).to_have_value("/ldld/d/ldd/dl/ld/dl/ld/dl/ld/dl/ld d")
    expect(page.locator("#flaws")).to_contain_text("Dark has 13 stones")
    expect(page.locator("[data-do=play-position]")).to_be_disabled()
    # The keyboard mends it: the place that has vanished can be reached, and is built again.
    page.locator(place("d")).focus()
    press_keys(page, "Delete", "Home", "n", "Enter")
    expect(page.locator("#live")).to_contain_text("a, 1 stone, from the top light")
    press_keys(page, "Control+z", "ArrowRight", "ArrowRight", "Enter")
    expect(text(page)).to_have_value("/ldld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d")
    page.locator("#turn").select_option("2")
    board = "/ldld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld l"
    expect(text(page)).to_have_value(board)
    # A reload keeps it, as the address has it.
    reload(page)
    expect(text(page)).to_have_value(board)
    assert has_no_overflow(page)
    give_away(page, "yala")
    play(page)
    table = page.locator("svg#board[data-game=yala]")
    expect(table).to_have_attribute("data-position", board)
    page.locator(place("c")).click()
    page.locator("#board [data-target]").first.click()
    expect(page.locator("#moves li")).to_have_count(1)
    # What is on the board of a game goes back into the editor.
    page.locator("[data-do=edit-position]").click()
    expect(text(page)).not_to_have_value(board)
    page.locator("[data-do=analyse]").click()
    expect(page.locator("#evaluation .line-action").first).to_be_visible()


class TestByTouch:
    @pytest.fixture
    def context_options(self):
        return {"viewport": {"width": 390, "height": 500}, "has_touch": True, "is_mobile": True}

    @pytest.mark.parametrize(
        ("game", "origin", "goal"),
        [
            ("yala", place("a"), place("b")),
            ("yala", place("e"), place("d")),
            ("myra", place("a4"), place("e5")),
        ],
    )
    def test_a_finger_that_carries_a_piece_does_not_scroll(self, open_ready, game, origin, goal):
        page = open_ready(f"#/editor/{game}")
        page.locator(origin).scroll_into_view_if_needed()
        board = page.locator("#board")
        before, top = board.get_attribute("data-position"), page.evaluate("() => scrollY")
        (x, y), (to_x, to_y) = (middle_in_sight(page, one) for one in (origin, goal))
        touch = page.context.new_cdp_session(page)

        def send(kind, *where):
            points = [{"x": x, "y": y} for x, y in where]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", (x, y))
        # Far enough up for a page to take it for its own.
        for step in range(1, 11):
            send("touchMove", (x, y - 12 * step))
        send("touchMove", (to_x, to_y - 1))
        send("touchMove", (to_x, to_y))
        send("touchEnd")
        expect(board).not_to_have_attribute("data-position", before)
        assert page.evaluate("() => scrollY") == top


def test_a_ring_by_house_rules_is_chosen_set_up_and_played_against_a_bot(open_ready):
    page = open_ready("#/editor/yala")
    page.locator("[data-edit=ring][value='8']").check()
    expect(page.locator("svg#board [data-site]")).to_have_count(8)
    page.locator("[data-edit=wall][value='4']").check()
    drag(page, place("b"), place("a"))
    board = "dld/l/dl/ld/dl/ld/dl/ld d wall=4"
    expect(text(page)).to_have_value(board)
    assert has_no_overflow(page)
    reload(page)
    expect(text(page)).to_have_value(board)
    play(page, "alone")
    table = page.locator("svg#board[data-game=yala]")
    expect(table).to_have_attribute("data-position", board)
    page.locator("#board [data-target]").first.click()
    page.locator("#board [data-target]").first.click()
    expect(page.locator("#moves li")).to_have_count(2)


def test_pits_queens_and_reserves_by_mouse_and_keys(open_ready):
    page = open_ready("#/editor/myra")
    page.locator("[data-do=clear-board]").click()
    expect(page.locator("#flaws")).to_contain_text("Dark has no queen")
    page.locator("[data-piece='1Q']").click()
    page.locator(place("a1")).click()
    drag(page, place("a1"), place("b1"))
    drag(page, "[data-piece='2Q']", place("k11"))
    page.locator(place("b1")).focus()
    press_keys(page, "ArrowUp", "6", "Enter")
    page.locator("#reserve-2").fill("3")
    page.locator("#reserve-2").press("Tab")
    board = "Qb1,5c2 r25 / Qk11 r3 ; 1"
    expect(text(page)).to_have_value(board)
    give_away(page, "myra")
    play(page)
    expect(page.locator("svg#board[data-game=myra]")).to_have_attribute("data-position", board)
    follow(page, "#/editor/myra")
    three = "Qa1 r0 / - r0 / 3j9,Qk6 r1 ; 3"
    text(page).fill(three)
    text(page).press("Tab")
    play(page)
    expect(page.locator("svg#board[data-game=myra]")).to_have_attribute("data-position", three)


def test_a_track_and_cards_by_mouse_and_keys(open_ready):
    page = open_ready("#/editor/aya?variant=tueftler&seats=human")
    page.locator("[data-piece='bbbbb*']").click()
    page.locator(place("table-0")).click()
    drag(page, "[data-piece='bbbby']", place("table-1"))
    drag(page, place("table-0"), place("table-2"))
    card = page.locator("#board [data-card]")
    expect(card.nth(2)).to_have_attribute("data-card", "bbbbb*")
    before = page.locator("#board").get_attribute("data-position")
    page.locator(place("ball1")).focus()
    press_keys(page, "Enter")
    expect(page.locator("#flaws")).to_contain_text("it must be five and four")
    press_keys(page, "Control+z")
    expect(page.locator("#board")).to_have_attribute("data-position", before)
    press_keys(page, "End", "2", "Enter")
    expect(card.nth(1)).to_have_attribute("data-card", "bbbby")
    expect(card.nth(2)).to_have_attribute("data-card", "bbbbb*")
    expect(card.nth(9)).to_have_attribute("data-card", "bbbyb")
    give_away(page, "aya")
    page.locator("[data-do=play-position]").click()
    page.locator("#setup button[type=submit]").click()
    expect(page.locator("#board[data-game=aya], svg[data-game=aya]").first).to_have_attribute(
        "data-position", before
    )
    expect(page.locator("[data-card='bbbbb*']").first).to_be_visible()


def test_a_position_is_analysed_made_a_puzzle_and_solved(open_ready):
    page = open_ready("#/editor/yala")
    text(page).fill(WIN.position)
    text(page).press("Tab")
    page.locator("[data-do=analyse]").click()
    lines = page.locator("#evaluation .lines li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Dark wins in 2 moves f+")
    page.locator("[data-do=make-puzzle]").click()
    expect(page.locator("#puzzle-title")).to_contain_text("the move that wins within 2 moves")
    # The address holds it.
    reload(page)
    page.locator(place("f")).click()
    press_keys(page, "+")
    expect(page.locator("[data-puzzle]")).to_have_attribute("data-puzzle-state", "solved")
