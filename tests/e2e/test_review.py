"""Looking back at a match in a real browser: its curve, its lines, and trying out what was not
played."""

import re

import pytest
from playwright.sync_api import Page, expect

from spieltisch.app.board.messages import Show
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.play.match import Match
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.e2e.conftest import SIZE, go_to, reload, wait_until
from tests.e2e.shown import expect_shown, note_shown
from tests.e2e.yala_player import Table, has_no_overflow, recorded_link
from tests.records import keeping
from tests.still import session_after, show_still
from tests.unit.asking import after, told

RECORD = parse_record(keeping.read("yala-shortest"))
LINK = "#/record/" + encode_record(RECORD)
MATCH = Match.open(RECORD)
LENGTH = len(MATCH.turns)


def board_at(ply: int) -> str:
    return RULES.format_board(MATCH.position_at(ply))


def reviewed(page: Page) -> Page:
    page.locator("[data-do=review]").first.click()
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    return page


def press_curve(page: Page, ply: int) -> None:
    """Press the curve where a ply is; the middle of the thumb is half a thumb from its ends."""
    box = page.locator("#curve-slider").bounding_box()
    assert box is not None
    thumb = box["width"] * 12 / 300
    x = thumb / 2 + (box["width"] - thumb) * ply / LENGTH
    page.mouse.click(box["x"] + x, box["y"] + box["height"] / 2)


def legal(table: Table) -> str:
    position = table.position
    return min(map(str, position.legal_actions(min(position.active_seats))))


@pytest.mark.running_page
def test_a_double_click_begins_a_review_and_does_not_stop_it(open_ready):
    page = open_ready(recorded_link(players="Double"))
    note_shown(page, "[data-do=stop-review]")
    page.locator("[data-do=review]").dblclick()
    expect_shown(page, "[data-do=stop-review]", re.compile("."))
    expect(page.locator("progress")).to_have_count(0)
    expect(page.locator("[data-do=review]")).to_be_visible()
    analyse = page.locator("[data-do=analyse]")
    analyse.dblclick()
    expect(analyse).to_have_attribute("aria-pressed", "true")
    analyse.click()
    expect(analyse).to_have_attribute("aria-pressed", "false")


# On a tablet a tower comes where the button was.
@pytest.mark.parametrize("context_options", [{"viewport": {"width": 768, "height": 1024}}])
def test_a_double_click_on_play_begins_a_match_and_plays_no_first_stone(open_ready):
    page = open_ready("#/")
    box = page.locator("[data-do=play-now][data-arg=yala]").bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.dblclick(*spot)
    expect(page.locator("#board")).to_be_visible()
    # A tower has come under the finger.
    there = "([x, y]) => document.elementFromPoint(x, y).closest('[data-site]') !== null"
    assert page.evaluate(there, spot)
    expect(page.locator("[data-site][aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#hint")).not_to_be_empty()


@pytest.mark.running_page
def test_a_review_by_mouse(open_ready, axe):
    page = reviewed(open_ready(recorded_link(players="Mouse")))
    table = Table(page)
    for ply in (3, LENGTH - 1, 0, LENGTH):
        press_curve(page, ply)
        table.expect(board_at(ply))
        expect(page.locator("#curve-slider")).to_have_js_property("value", str(ply))
    expect(page.locator("#accuracies dd").first).to_contain_text("%")
    assert len(page.locator(".turning").all()) >= 3
    assert axe() == []
    # What would have been better is seen on the board, and is not played.
    point = page.locator(".turning-move").first
    number = int(point.get_attribute("data-arg") or "")
    point.click()
    table.expect(board_at(number))
    better = page.locator("[data-do=better]").first
    action = better.inner_text()
    better.click()
    before = MATCH.position_at(number - 1)
    (seat,) = before.active_seats
    table.expect(RULES.format_board(before.apply(seat, RULES.parse_action(action))))
    banner = page.locator("#variation")
    expect(banner).to_contain_text("not played")
    assert axe() == []
    # Somebody tries a move of his own after it.
    tried = legal(table)
    table.click(tried)
    expect(banner.locator("[aria-current]")).to_have_text(tried)
    expect(page.locator(".move.is-variation [aria-current]")).to_contain_text(tried)
    banner.get_by_role("button", name=action, exact=True).first.click()
    table.expect(RULES.format_board(before.apply(seat, RULES.parse_action(action))))
    page.get_by_role("button", name="Back to the game").click()
    expect(banner).to_have_count(0)
    table.expect(board_at(number - 1))
    assert table.moves == [entry.action for entry in RECORD.entries]


@pytest.mark.running_page
def test_a_review_by_keyboard(open_ready, axe):
    page = open_ready(recorded_link(players="Keys"))
    table = Table(page)
    page.locator("[data-do=review]").first.focus()
    page.keyboard.press("Enter")
    # The match can be gone through while the curve is still being drawn.
    slider = page.locator("#curve-slider")
    slider.focus()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        table.expect(board_at(ply))
        expect(slider).to_have_attribute("aria-valuetext", f"Move {ply} of {LENGTH}")
    expect(slider).to_be_focused()
    page.get_by_role("button", name="Try moves").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Variation after move 1: not played.")
    expect(page.locator("svg#board :focus")).to_have_count(1)
    tried = legal(table)
    table.key(tried)
    expect(page.locator("#variation [aria-current]")).to_have_text(tried)
    assert axe() == []
    # The arrows go through what is tried out, too.
    page.get_by_role("button", name="Back to the game").focus()
    page.keyboard.press("ArrowLeft")
    table.expect(board_at(1))
    page.keyboard.press("Enter")
    expect(page.locator("#variation")).to_have_count(0)
    expect(page.locator("#live")).to_contain_text("Back to the game.")
    expect(page.locator("svg#board :focus")).to_have_count(1)
    table.expect(board_at(1))


def test_what_is_tried_out_is_there_again_after_back_and_a_reload(open_ready):
    page = open_ready()
    go_to(page, recorded_link(players="Back"))
    table = Table(page)
    table.expect(board_at(LENGTH))
    page.locator("#move-3").click()
    page.get_by_role("button", name="Try moves").click()
    banner = page.locator("#variation")
    # Until then a press on the board leads back to the present.
    expect(banner).to_be_visible()
    table.click(legal(table))
    table.click(legal(table))
    banner.get_by_role("button").first.click()
    expect(page.locator("#variation-4")).to_have_attribute("aria-current", "step")
    told, position = banner.inner_text(), table.position
    page.go_back()
    expect(banner).to_have_count(0)
    page.go_forward()
    expect(banner).to_have_text(told, use_inner_text=True)
    reload(page)
    expect(banner).to_have_text(told, use_inner_text=True)
    expect(page.locator("#variation-4")).to_have_attribute("aria-current", "step")
    assert table.position == position
    # It goes on, and leaving it is for good.
    page.locator("#variation-5").click()
    table.click(legal(table))
    expect(page.locator("#variation-6")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    table.expect(board_at(3))
    reload(page)
    table.expect(board_at(LENGTH))
    expect(banner).to_have_count(0)
    assert table.moves == [entry.action for entry in RECORD.entries]


@pytest.mark.running_page
def test_the_computer_answers_what_is_tried_out(open_ready):
    page = open_ready("#/play/yala?seats=human,bot:1&seed=42")
    table = Table(page)
    start = table.position
    table.click(legal(table))
    expect(page.locator("#move-2")).to_be_visible()
    moves = table.moves
    page.get_by_role("button", name="Back to the start").click()
    table.expect(start)
    page.get_by_role("button", name="Try moves").click()
    expect(page.locator("#variation")).to_be_visible()
    other = max(map(str, start.legal_actions(1)))
    assert other != moves[0]
    table.click(other)
    expect(page.locator(".move.is-variation")).to_have_count(2)
    assert table.moves[0] == other
    page.get_by_role("button", name="Computer answers").click()
    hand = legal(table)
    table.click(hand)
    expect(page.locator("#status")).to_contain_text("Ada to move")
    page.get_by_role("button", name="Back to the game").click()
    assert table.moves == moves
    table.expect(start)


@pytest.mark.running_page
def test_the_move_on_screen_stays_in_sight_when_a_review_opens(open_ready):
    """The review takes room from the list, in which that move was the lowest to be seen."""
    record = parse_record(keeping.read("yala-longest"))
    page = open_ready("#/record/" + encode_record(record))
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_function(INSIDE)
    # Not the last one: a list that is at its end, some browsers keep there by themselves.
    page.evaluate("document.getElementById('moves').scrollTop = 0")
    page.locator("#move-30").evaluate("node => node.click()")
    expect(page.locator("#move-30")).to_have_attribute("aria-current", "step")
    page.wait_for_function(INSIDE)
    before = page.locator("#moves").bounding_box()
    page.locator("[data-do=review]").first.click()
    expect(page.locator("#review")).to_be_visible()
    after = page.locator("#moves").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] < before["height"]
    page.wait_for_function(INSIDE)
    page.set_viewport_size(SIZE)


INSIDE = """() => {
  const list = document.querySelector("#moves").getBoundingClientRect();
  const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
  return move.top >= list.top && move.bottom <= list.bottom;
}"""


IN_THE_MIDDLE = """() => {
  const strip = document.querySelector(".turnings").getBoundingClientRect();
  const middle = strip.left + strip.width / 2;
  return [...document.querySelectorAll(".turning")].findIndex(one => {
    const { left, right } = one.getBoundingClientRect();
    return Math.abs((left + right) / 2 - middle) < 3;
  });
}"""


@pytest.mark.running_page
@pytest.mark.parametrize(
    "context_options",
    [{"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}],
    ids=["phone"],
)
@pytest.mark.ci
def test_turning_points_are_pushed_aside_on_a_phone(open_ready, axe):
    page = reviewed(open_ready(recorded_link(players="Phone")))
    numbers = [int(one.get_attribute("data-arg")) for one in page.locator(".turning-move").all()]
    assert len(numbers) >= 3
    table = Table(page)
    # It opens at the first one; the strip follows whatever shows another.
    table.expect(board_at(numbers[0]))
    wait_until(page, f"({IN_THE_MIDDLE})() === 0")
    page.get_by_role("button", name="Next turning point").click()
    table.expect(board_at(numbers[1]))
    wait_until(page, f"({IN_THE_MIDDLE})() === 1")
    # A finger pushes the last one into the middle.
    page.evaluate("document.querySelector('.turnings').scrollLeft = 1e6")
    table.expect(board_at(numbers[-1]))
    expect(page.locator(f"#turning-{numbers[-1]}")).to_have_attribute("aria-current", "step")
    wait_until(page, f"({IN_THE_MIDDLE})() === {len(numbers) - 1}")
    assert axe() == []


def judged() -> Session:
    """A match of which all is known, so that its review opens at a turning point."""
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    for number in range(LENGTH):
        session = told(session, ["x+"], 0.95 if number in (1, 4, 7) else 0.5)
    return session


SEEN = """(scrolled) => {
  scrollTo(0, scrolled);
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  const { top, bottom } = box(".table > .board"), table = box(".table"), strip = box(".turnings");
  return {
    board: top >= -1 && bottom <= innerHeight,
    below: strip.top >= table.bottom - 1 || strip.left >= table.right - 1,
    turning: box(".turning-move").bottom <= innerHeight,
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}], ids=["phone"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024)])
def test_the_board_stays_in_sight_while_a_match_is_looked_back_at(still: Page, size):
    still.set_viewport_size({"width": size[0], "height": size[1]})
    show_still(still, judged())
    wanted = {"board": True, "below": True, "turning": True, "wide": False}
    assert still.evaluate(SEEN, 0) == wanted
    assert still.evaluate(SEEN, 500)["board"]


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}], ids=["phone"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024)])
def test_calls_are_looked_back_at_below_the_table(still: Page, size):
    still.set_viewport_size({"width": size[0], "height": size[1]})
    for name in ("aya-aya-oye-zoch-2", "aya-turbo-zoch-5"):
        link = "#/record/" + encode_record(parse_record(keeping.read(name)))
        show_still(still, session_after([Navigate(link, 0.0), Command.LOOK_BACK]))
        wanted = {"board": True, "below": True, "turning": True, "wide": False}
        assert still.evaluate(SEEN, 0) == wanted, name


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_a_long_move_goes_on_below_itself(still: Page, width: int):
    """Not below its number."""
    still.set_viewport_size({"width": width, "height": 900})
    for name in ("myra-two-seats", "myra-three-seats"):
        record = parse_record(keeping.read(name))
        show_still(still, session_after([Navigate("#/record/" + encode_record(record), 0.0)]))
        lines = still.evaluate(LINES)
        assert max(line["lines"] for line in lines) > 1, "there are long moves"
        assert [line for line in lines if line["left"] < line["number"]] == []
        assert has_no_overflow(still)


LINES = """() => [...document.querySelectorAll(".move button")].map(button => {
  const range = document.createRange();
  range.selectNodeContents(button.lastChild);
  const boxes = [...range.getClientRects()];
  return {
    lines: new Set(boxes.map(box => Math.round(box.top))).size,
    left: Math.min(...boxes.map(box => box.left)),
    number: button.querySelector(".move-number").getBoundingClientRect().right,
  };
})"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900)])
def test_what_is_tried_out_fits_its_screen(still: Page, size: tuple[int, int]):
    still.set_viewport_size({"width": size[0], "height": size[1]})
    for link in (LINK, "#/play/myra?seats=human,bot:1,bot:2&seed=1"):
        show_still(still, session_after([Navigate(link, 0.0), Show(0), Command.TRY_OUT]))
        assert has_no_overflow(still)
        banner = still.locator("#variation")
        for button in banner.locator("button").all():
            box, inside = button.bounding_box(), banner.bounding_box()
            assert box is not None
            assert inside is not None
            assert box["height"] >= 44
            assert inside["x"] <= box["x"]
            assert box["x"] + box["width"] <= inside["x"] + inside["width"]
