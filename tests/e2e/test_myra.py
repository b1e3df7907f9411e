"""Myra from the set-up to the win: by mouse, by touch, by drag, by keys, by ear alone."""

from __future__ import annotations

from itertools import count, pairwise

import pytest
from playwright.sync_api import expect

from spieltisch.games.myra.rules.rules import RULES
from tests.e2e.conftest import reload
from tests.e2e.myra_player import THREE_SEATS, TWO_SEATS, Listener, Table, link, start
from tests.e2e.yala_player import has_no_overflow
from tests.sampling import sampled

pytestmark = pytest.mark.running_page

MATCHES = {2: TWO_SEATS, 3: THREE_SEATS}
SEEDS = count(1)


def fresh(seats=2):
    """A link to a match that no test before has begun; a link used twice goes on with its match."""
    return link(seats, next(SEEDS))


def type_in(table, action):
    """Play an action by the field in which moves are typed."""
    typed = table.page.locator("#typed")
    typed.fill(action)
    typed.press("Enter")
    expect(typed).to_have_value("")
    table.played(action)


def set_up(page, seats):
    """From the menu to the board, by the mouse."""
    page.locator("a[href='#/setup/myra']").click()
    page.locator("#company-together").check()
    page.locator("label", has=page.locator(f"#seats-{seats}")).click()
    page.locator("#name-1").fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    return Table(page, start(seats))


@pytest.mark.parametrize("seats", sampled([2, 3], 2))
def test_a_whole_match_by_mouse(open_ready, seats):
    page = open_ready()
    table = set_up(page, seats)
    for action in MATCHES[seats]:
        table.press(action)
    winner = min(table.position.outcome.winners)
    outcome = page.locator("[data-outcome]")
    expect(outcome).to_have_attribute("data-outcome", str(winner))
    expect(outcome).to_contain_text("wins")
    expect(page.locator("#moves li")).to_have_count(len(MATCHES[seats]))
    expect(table.board.locator("[data-target]")).to_have_count(0)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_whole_match_by_ear_alone(open_ready, seats):
    """Keys, names that are read out, and the live region: nothing that is seen."""
    page = open_ready(fresh(seats))
    listener = Listener(page)
    listener.come_to_the_board()
    position = start(seats)
    names = ("Dark", "Light", "Blue")
    for text in MATCHES[seats]:
        seat, action = position.to_act, RULES.parse_action(text)
        said = listener.play(text)
        assert said.startswith(names[seat - 1])
        position = position.apply(seat, action)
        if position.outcome is None:
            assert said.endswith(f"{names[position.to_act - 1]} to move.")
            assert listener.here
    assert f"{names[min(position.outcome.winners) - 1]} wins" in said
    if seats == 3:
        # The card at the end has taken the keyboard; put away, it leaves the board to be asked.
        page.keyboard.press("Escape")
        listener.come_to_the_board()
        assert "Blue: out" in listener.key("p")
    expect(page.locator("[data-outcome]")).to_be_visible()


class TestByTouch:
    @pytest.fixture
    def context_options(self):
        return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def test_a_whole_match_by_taps(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        for action in TWO_SEATS:
            table.press(action, by_touch=True)
        expect(page.locator("[data-outcome='1']")).to_be_visible()
        assert has_no_overflow(page)

    def test_a_finger_traces_a_chain_and_does_not_scroll(self, open_ready, context):
        page = open_ready(fresh())
        table = Table(page, start())
        table.site("b2").tap()
        page.locator("[data-token=sow]").tap()
        table.site("b2").scroll_into_view_if_needed()
        touch = context.new_cdp_session(page)
        points = [table.middle(site) for site in ("b2", "c3", "d4", "e5")]

        def send(kind, *where):
            touch.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in where]},
            )

        top = page.evaluate("scrollY")
        send("touchStart", points[0])
        for (x, y), (to_x, to_y) in pairwise(points):
            send("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
            send("touchMove", (to_x, to_y))
        send("touchEnd")
        table.played("b2<c3<d4<e5")
        assert page.evaluate("scrollY") == top


class TestDragging:
    def test_a_troop_is_dragged_to_where_it_goes(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        table.drag("b2", "c3", "c4")
        table.played("3b2-c4")
        # The click that ends a drag is no press.
        expect(table.board.locator("[aria-pressed=true]")).to_have_count(0)

    def test_a_drag_to_nowhere_only_chooses(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        table.drag("b2", "c3", "f6", "f1")
        table.expect()
        expect(table.site("b2")).to_have_attribute("aria-pressed", "true")
        table.drag("b2", "c3")
        table.played("3b2-c3")

    def test_a_chain_is_traced_back_and_forth(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        table.site("b2").click()
        page.locator("[data-token=sow]").click()
        table.drag("b2", "c3", "d4", "c3")
        table.expect()
        expect(table.board.locator("[data-held]")).to_have_attribute("data-site", "c3")
        expect(page.locator("#hint")).to_contain_text("1 of 3 placed")
        table.drag("c3", "c4", "d5")
        table.played("b2<c3<c4<d5")

    def test_gathering_stops_where_it_is_let_go_and_is_played_by_its_button(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        for action in ("b2<c3<d4<e5", "3j10-i9"):
            table.press(action)
        table.site("c3").click()
        page.locator("[data-token=gather]").click()
        table.drag("c3", "d4")
        expect(page.locator(".controls [data-status]")).to_have_text("Ready to play")
        page.locator("[data-do=play]").click()
        table.played("1c3-d4")


def test_every_step_shows_what_is_possible_and_has_a_way_back(open_ready):
    page = open_ready(fresh())
    table = Table(page, start())
    back = page.locator("[data-do=cancel]")
    status = page.locator(".controls [data-status]")
    expect(back).to_have_count(0)
    table.site("b2").click()
    expect(status).to_have_attribute("data-status", "incomplete")
    expect(table.board.locator(".is-build")).to_have_count(2)
    ends = table.board.locator(".is-end")
    chosen = RULES.choose(table.position, 1).press("b2")
    expect(ends).to_have_count(len(chosen.ends))
    page.locator("[data-token='1']").click()
    expect(ends).to_have_count(len(chosen.press("1").ends))
    page.keyboard.press("Escape")
    expect(ends).to_have_count(len(chosen.ends))
    page.locator("[data-token=sow]").click()
    table.site("c3").click()
    table.site("d4").click()
    expect(page.locator("#hint")).to_contain_text("2 of 3 placed")
    page.keyboard.press("Backspace")
    expect(page.locator("#hint")).to_contain_text("1 of 3 placed")
    for _ in range(3):
        back.click()
    expect(back).to_have_count(0)
    expect(table.board.locator("[aria-pressed=true]")).to_have_count(0)
    table.expect()


def test_the_walk_is_drawn_under_the_mouse_and_under_the_keyboard(open_ready):
    page = open_ready(fresh())
    table = Table(page, start())
    table.site("b2").click()
    preview = table.board.locator("[data-walk=c4]")
    expect(preview).to_be_hidden()
    table.site("c4").hover()
    expect(preview).to_be_visible()
    page.mouse.move(2, 2)
    expect(preview).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(table.board.locator("[data-walk=c3]")).to_be_visible()


def test_keys_lead_to_the_six_neighbours_as_they_lie(open_ready):
    page = open_ready(fresh())
    table = Table(page, start())
    table.board.locator("[tabindex='0']").focus()
    for key, site in (
        ("ArrowUp", "b2"), ("PageUp", "c2"), ("Home", "c3"), ("End", "b3"), ("PageDown", "b2"),
        ("ArrowLeft", "b3"), ("ArrowRight", "b2"), ("e", "c2"), ("q", "c3"), ("d", "c2"),
        ("w", "d3"), ("s", "c2"), ("a", "b2"), ("ArrowDown", "a1"),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(table.site(site)).to_be_focused()
    expect(table.board.locator("[tabindex='0']")).to_have_count(1)
    # Shift and a step together go there and press.
    table.site("b2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowUp")
    table.played("3b2-c3")


def test_letters_can_be_switched_off(open_ready):
    page = open_ready("#/settings")
    page.locator("#keyboard-and-reader > summary").click()
    page.locator("label", has=page.locator("#letter_keys-off")).click()
    page.goto(page.url.split("#")[0] + fresh())
    table = Table(page, start())
    table.site("b2").focus()
    page.keyboard.press("w")
    page.keyboard.press("h")
    expect(table.site("b2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(table.site("c3")).to_be_focused()
    page = open_ready("#/settings")
    page.locator("#keyboard-and-reader > summary").click()
    page.locator("label", has=page.locator("#letter_keys-on")).click()


def test_a_takeover_is_shown_and_said(open_ready):
    page = open_ready(fresh(3))
    table = Table(page, start(3))
    for action in THREE_SEATS[:8]:
        type_in(table, action)
    expect(page.locator("#last")).to_contain_text("Blue is out; 25 soldiers on the board now")
    expect(page.locator("#live")).to_contain_text("now belong to Light. Dark to move.")
    expect(page.locator(".player").nth(2)).to_contain_text("out, soldiers to Light")
    expect(table.board.locator(".is-inherited")).not_to_have_count(0)
    expect(table.board.locator("[data-piece]")).to_have_count(len(table.position.pieces))


def test_a_pass_that_nobody_chooses_is_shown_and_said(open_ready):
    shut_in = "Qa1 r5 / 5a2,5b1,5b2,1j10,Qk11 r0 ; 2"
    page = open_ready(
        "#/play/myra?seats=human,human&start=" + shut_in.replace(" ", "%20").replace(";", "%3B")
    )
    table = Table(page, RULES.parse_position(shut_in))
    table.press("1j10-j9")
    page.wait_for_selector("#last:has-text('passes')")
    table.played("pass")
    expect(page.locator("#last")).to_have_text("Dark has no move and passes.")
    expect(page.locator("#live")).to_contain_text("Dark has no move and passes.")


def test_a_reload_a_step_back_and_another_language_lose_nothing(open_ready):
    page = open_ready(fresh())
    table = Table(page, start())
    for action in TWO_SEATS[:4]:
        table.press(action)
    reload(page)
    table.expect()
    page.get_by_role("button", name="Take back", exact=True).click()
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.locator("#moves .is-undone")).to_have_count(2)
    for _ in range(2):
        page.get_by_role("button", name="Redo", exact=True).click()
    table.expect()
    table.site("c2").click()
    page.locator("#set-language").select_option("de")
    expect(page.locator("#hint")).to_contain_text("2 Soldaten gehen von c2")
    expect(table.site("c2")).to_have_attribute("aria-pressed", "true")
    expect(table.site("c2")).to_have_attribute(
        "aria-label", "c2, 2 Soldaten, Dunkel. Gewählt: 2 Soldaten gehen"
    )
    table.site("c2").click()
    for action in TWO_SEATS[4:]:
        type_in(table, action)
    expect(page.locator("[data-outcome='1']")).to_contain_text("und gewinnt")
    page.locator("#set-language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


class TestNarrow:
    @pytest.fixture
    def context_options(self):
        return {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}

    def test_everything_fits_and_is_large_enough(self, open_ready, axe):
        page = open_ready(fresh(3))
        table = Table(page, start(3))
        table.site("b2").click()
        assert has_no_overflow(page)
        (x, y), (to_x, to_y) = table.middle("b2"), table.middle("c2")
        assert ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 >= 24
        assert axe() == []
        page.locator("[data-token=sow]").click()
        assert has_no_overflow(page)


def test_axe_finds_nothing(open_ready, axe):
    def both_themes():
        """What axe finds in the dark and in the light, in which the page is left."""
        found = {}
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            found[theme] = axe()
        return found

    nothing = {"dark": [], "light": []}
    page = open_ready()
    assert both_themes() == nothing
    page = open_ready(fresh(3))
    table = Table(page, start(3))
    assert both_themes() == nothing
    table.site("b2").click()
    assert both_themes() == nothing
    page.locator("[popovertarget=keys]").first.click()
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys h2")).to_be_focused()
    assert both_themes() == nothing
    page.goto(page.url.split("#")[0] + "#/rules/myra")
    page.locator(".rules-keys summary").click()
    expect(page.locator(".key-list").first).to_be_visible()
    assert both_themes() == nothing


class TestMotion:
    @pytest.fixture
    def context_options(self):
        return {"reduced_motion": "no-preference"}

    def test_pieces_are_seen_walking_and_the_board_turning(self, open_ready):
        page = open_ready(fresh())
        table = Table(page, start())
        page.evaluate(
            """() => {
                window.walked = [];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (...given) {
                    window.walked.push(this.dataset.piece);
                    return animate.apply(this, given);
                };
            }"""
        )
        table.site("b2").click()
        table.site("c4").click()
        page.wait_for_function("() => window.walked.includes('c4')")
        page.wait_for_function("() => document.getAnimations().length === 0")
        table.played("3b2-c4")
        table.press("3j10-i9")
