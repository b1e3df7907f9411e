"""YALA from the first click to the win, in a real browser."""

from itertools import count, pairwise
from random import Random

import pytest
from playwright.sync_api import expect

from spieltisch.games.yala.rules.rules import RULES
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.e2e.conftest import reload, wait_until
from tests.e2e.hands import press
from tests.e2e.yala_player import START, Table, after, narrowing, play_link, recorded
from tests.records import keeping

pytestmark = pytest.mark.running_page

VISITS = count(1)


def fresh(start=START):
    """A link to a match that no test before has begun; a link used twice goes on with its match."""
    return f"{play_link(start)}&names=Anna,Bo%20{next(VISITS)}"


def tab_to(page, selector):
    """Press Tab until something that the selector names has the keyboard."""
    for _ in range(20):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def test_a_whole_match_by_keys_alone(open_ready):
    """The first in this module: who has played none finds a form for a match against a bot."""
    page = open_ready()
    keyboard = page.keyboard
    tab_to(page, "[href='#/setup/yala']")
    keyboard.press("Enter")
    expect(page.locator("#setup")).to_be_visible()
    tab_to(page, "#company-alone")
    keyboard.press("ArrowRight")
    expect(page.locator("#company-together")).to_be_checked()
    tab_to(page, "#name-1")
    keyboard.type("Anna")
    keyboard.press("Enter")
    table = Table(page)
    expect(table.board).to_be_visible()
    tab_to(page, "[data-site]")
    assert table.focused
    position = table.position
    while not position.outcome:
        assert table.focused, "the keyboard was lost"
        action = narrowing(position)
        table.key(action)
        position = after(position, action)
    expect(page.locator("[data-outcome]")).to_contain_text("cannot move any stone")
    expect(page.locator("#live")).to_contain_text("wins")


def test_a_whole_match_by_clicks(open_ready):
    """A script that knows nothing of the rules: it clicks what is marked, until there is an end."""
    page = open_ready()
    page.locator("a[href='#/setup/yala']").click()
    page.locator("#company-together").check()
    page.locator("#name-1").fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    rng = Random(3)
    seen = [table.position]
    while not table.is_over:
        before = table.board.get_attribute("data-position")
        press(table.site(rng.choice(table.targets)))
        expect(table.board.locator("[aria-pressed=true]")).to_have_count(1)
        press(table.site(rng.choice(table.targets)))
        expect(table.board).not_to_have_attribute("data-position", before)
        seen.append(table.position)
        assert len(seen) < 200
    for before, now in pairwise(seen):
        (seat,) = before.active_seats
        reachable = [before.apply(seat, action) for action in before.legal_actions(seat)]
        assert now.key in [position.key for position in reachable]
    outcome = page.locator("[data-outcome]")
    assert outcome.get_attribute("data-outcome") in ("1", "2", "draw")
    winner = {"1": "Anna wins", "2": "Light wins", "draw": "A draw"}
    expect(outcome).to_contain_text(winner[outcome.get_attribute("data-outcome")])
    expect(page.locator("#moves li")).to_have_count(len(seen) - 1)
    expect(table.board.locator("[data-target]")).to_have_count(0)


def test_the_board_is_one_tab_stop_and_escape_lets_go(open_ready):
    page = open_ready(fresh())
    table = Table(page)
    stops = table.board.locator("[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    assert table.focused == "a"
    page.keyboard.press("ArrowRight")
    assert table.focused == "b"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert table.focused == "l"
    page.keyboard.press("Home")
    assert table.focused == "a"
    page.keyboard.press("End")
    assert table.focused == "l"
    page.keyboard.press("Enter")
    expect(table.site("l")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hint")).to_contain_text("The stone on l goes 2 steps.")
    page.keyboard.press("Escape")
    expect(table.board.locator("[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Tab")
    assert table.focused == ""
    page.keyboard.press("Shift+Tab")
    assert table.focused == "l"
    expect(stops).to_have_count(1)


def test_why_a_blocked_way_is_blocked(open_ready):
    start, actions = recorded("yala-fewest-places")
    page = open_ready(fresh(start))
    table = Table(page)
    position = RULES.parse_position(start)
    for action in actions:
        walls = {
            s for s, tower in zip("abcdefghijkl", position.towers, strict=True) if len(tower) == 5
        }
        own = [
            s
            for s, tower in zip("abcdefghijkl", position.towers, strict=True)
            if tower.endswith(position.to_move)
            and not all(position.walk(RULES.parse_action(s + w)).is_open for w in "+-")
        ]
        if walls and own:
            table.site(own[0]).click()
            expect(page.locator("#hint")).to_contain_text("blocked")
            expect(table.board.locator(".is-blocked")).not_to_have_count(0)
            return
        table.click(action)
        position = after(position, action)
    pytest.fail("nothing was ever blocked")


def test_a_reload_in_the_middle_loses_nothing(open_ready):
    page = open_ready(fresh())
    table = Table(page)
    for action in ("b+", "a-", "d+"):
        table.click(action)
    position, moves = table.board.get_attribute("data-position"), table.moves
    reload(page)
    table.expect(position)
    assert table.moves == moves == ["b+", "a-", "d+"]
    table.click("c+")


def test_a_killed_tab_loses_nothing(open_ready, context, site_url):
    page = open_ready(fresh())
    table = Table(page)
    table.click("b+")
    table.click("a-")
    position = table.board.get_attribute("data-position")
    page.close(run_before_unload=False)
    again = context.new_page()
    again.goto(site_url)
    again.wait_for_selector("html[data-state=ready]", state="attached")
    again.get_by_role("link", name="Continue").first.click()
    table = Table(again)
    table.expect(position)
    assert table.moves == ["b+", "a-"]


def test_moves_are_taken_back_and_redone(open_ready):
    page = open_ready(fresh())
    table = Table(page)
    positions = [RULES.parse_position(START)]
    for action in ("b+", "a-", "d+", "c+"):
        table.click(action)
        positions.append(table.position)
    button = lambda name: page.get_by_role("button", name=name, exact=True)  # noqa: E731
    button("Take back").click()
    table.expect(positions[3])
    page.keyboard.press("Control+z")
    table.expect(positions[2])
    button("Redo").click()
    table.expect(positions[3])
    page.keyboard.press("Control+Shift+z")
    table.expect(positions[4])
    button("Back to the start").click()
    table.expect(positions[0])
    expect(button("Back to the start")).to_be_disabled()
    page.locator("#move-2").click()
    table.expect(positions[2])
    expect(page.locator("#browsing")).to_contain_text("You are looking at move 2 of 4.")
    button("To the current position").click()
    table.expect(positions[4])
    page.locator("#move-1").click()
    table.expect(positions[1])
    page.locator("[data-do=play-from]").click()
    expect(page.locator("#browsing")).to_have_count(0)
    table.expect(positions[1])
    assert len(table.moves) == 4
    table.click("c+")
    assert table.moves == ["b+", "c+"]
    expect(button("Redo")).to_be_disabled()
    for _ in range(2):
        button("Take back").click()
    expect(button("Take back")).to_be_disabled()


IN_SIGHT = """() => {
  const box = document.querySelector("#moves [aria-current]")?.getBoundingClientRect();
  const place = document.getElementById("moves").getBoundingClientRect();
  return box && box.top >= place.top && box.bottom <= place.bottom;
}"""


SCROLLED_AWAY = f"""(async () => {{
  document.getElementById("moves").scrollTop = 0;
  for (let frame = 0; frame < 9; frame++) await new Promise(requestAnimationFrame);
  return !({IN_SIGHT})();
}})()"""
"""Scrolls the list by hand, and tells whether it stays so: at first it follows its move for some
frames."""


@pytest.mark.parametrize(
    "context_options", [{"viewport": {"width": 390, "height": 844}}, {}], ids=["phone", "desktop"]
)
def test_the_move_that_is_shown_stays_in_sight(open_ready):
    record = parse_record(keeping.read("yala-longest"))
    page = open_ready("#/record/" + encode_record(record))
    page.wait_for_function(IN_SIGHT)
    # Scrolled by hand, it stays; a step brings it back. The page itself does not move.
    wait_until(page, SCROLLED_AWAY)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+z")
    expect(page.locator(f"#move-{len(record.entries) - 1}")).to_have_attribute(
        "aria-current", "step"
    )
    page.wait_for_function(IN_SIGHT)
    page.locator("#move-1").evaluate("node => node.click()")
    page.wait_for_function(IN_SIGHT)
    assert page.evaluate("scrollY") == 0


def test_the_language_changes_in_the_middle_and_the_match_stays(open_ready):
    page = open_ready(fresh())
    table = Table(page)
    table.click("b+")
    position = table.board.get_attribute("data-position")
    table.site("a").click()
    page.locator("#set-language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Zurücknehmen", exact=True)).to_be_visible()
    table.expect(position)
    expect(table.site("a")).to_have_attribute("aria-pressed", "true")
    table.site("k").click()
    expect(table.board).not_to_have_attribute("data-position", position)
    reload(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert table.moves == ["b+", "a-"]
    page.locator("#set-language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


class TestInGerman:
    @pytest.fixture
    def context_options(self):
        return {"locale": "de-AT"}

    def test_the_browsers_language_is_spoken(self, open_ready):
        page = open_ready()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("button", name="Spielen").first).to_be_visible()


def test_a_ring_is_arranged_by_hand_and_who_begins_is_chosen(open_ready):
    page = open_ready("#/setup/yala")
    page.locator("#more > summary").click()
    page.locator("#start-arranged").check()
    help_text = page.locator("#arranger-help")
    expect(help_text).to_contain_text("As many dark as light on top")
    page.locator("#turn-a").click()
    expect(help_text).to_contain_text("7 dark and 5 light")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#notice")).to_contain_text("rules do not allow the start")
    page.locator("#turn-b").focus()
    page.keyboard.press("Enter")
    expect(help_text).to_contain_text("As many dark as light on top")
    page.locator("#begins-light").check()
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.expect("ld/dl/" + START[6:-1] + "l")
    expect(table.board).to_have_attribute("data-active-seat", "2")


def test_a_new_game_opens_the_form_filled_in(open_ready):
    start, actions = recorded("yala-shortest")
    page = open_ready(play_link(start) + "&names=Anna,Bo")
    table = Table(page)
    for action in actions:
        table.click(action)
    expect(page.locator("[data-outcome='2']")).to_contain_text("Bo wins: Anna cannot move")
    page.get_by_role("button", name="Close", exact=True).click()
    # Beside the result the next match is called as on the card of the end, and does the same.
    expect(page.locator("#status [data-do=rematch]")).to_have_text("Rematch")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#name-1")).to_have_value("Anna")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#moves li")).to_have_count(0)


NOTE_WALK = """(piece) => {
  const look = () => {
    window.hasWalked = document.getAnimations().some(
      (one) => one.effect.target?.dataset?.piece === piece);
    if (!window.hasWalked) requestAnimationFrame(look);
  };
  look();
}"""


class TestMotion:
    @pytest.fixture
    def context_options(self):
        return {"reduced_motion": "no-preference"}

    def test_a_stone_is_seen_walking_and_the_match_goes_on_meanwhile(self, open_ready):
        page = open_ready(fresh())
        table = Table(page)
        # The stone's walk lasts some half a second: it is caught on its way, frame by frame.
        page.evaluate(NOTE_WALK, "d2")
        table.site("b").click()
        table.site("d").click()
        page.wait_for_function("() => window.hasWalked")
        page.wait_for_function("() => document.getAnimations().length === 0")
        assert page.locator("[data-piece=d2]").count() == 1
        table.click("a-")
        table.click("d+")


def test_reduced_motion_moves_at_once(open_ready):
    page = open_ready(fresh())
    table = Table(page)
    page.evaluate(
        """() => {
            window.moved = 0;
            window.animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                window.moved += 1;
                return window.animate.apply(this, given);
            };
        }"""
    )
    table.click("b+")
    assert page.evaluate("window.moved + document.getAnimations().length") == 0
    page.evaluate("() => { Element.prototype.animate = window.animate; }")
