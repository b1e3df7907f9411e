"""By keyboard alone the focus is always somewhere, whatever becomes of the node that had it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import yala_player
from tests.e2e.aya_player import link
from tests.e2e.conftest import go_to, reload

pytestmark = pytest.mark.running_page

FOCUSED = """() => new Promise(told => requestAnimationFrame(() => setTimeout(() => {
    const node = document.activeElement;
    told(!node || node === document.body ? "" : node.id || node.outerHTML.slice(0, 80));
})))"""
TARGET = "[data-site][data-target]:not([aria-pressed=true])"
PLACES = [
    "#/play/yala?seats=human,human&seed=3",
    "#/play/yala?seats=human,bot:1&seed=4",
    "#/play/myra?seats=human,human&seed=3",
    "#/play/myra?seats=human,bot:1&seed=5",
    link("aya-oye", "zoch", "human,human", seed=9),
    link("rumkugeln", "zoch", "human,human", seed=9),
    link("kindergarten", "zoch", "human,human", seed=9),
    link("tueftler", "zoch", "human", seed=9),
    "#/puzzle/yala", "#/puzzle/myra", "#/puzzle/aya",
    "#/learn/yala", "#/learn/myra", "#/learn/aya",
]  # fmt: skip
KEYS = (
    ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"] * 2
    + ["Enter"] * 6
    + ["+", "-", "1", "2", "3", "L", "R", "q", "a", "c", "Escape", "Backspace", "?", "Control+z"]
)
STEPS = 40


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def with_names(place: str, name: str) -> str:
    """The same match for others, of whom nothing is kept on a running page."""
    if "/play/" not in place:
        return place
    seats = place.split("seats=")[1].split("&")[0].count(",") + 1
    return f"{place}&names={','.join([name] * seats)}"


def test_the_first_stop_is_seen_and_skips_to_the_board(open_ready) -> None:
    page = open_ready(PLACES[0])
    reload(page)
    skip = page.locator("[data-do=to-board]")
    page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    for width, place in product((320, 1280), (PLACES[0], PLACES[5], "#/learn/myra")):
        page.set_viewport_size({"width": width, "height": 640})
        open_ready(place)
        expect(skip).to_have_css("clip-path", "inset(50%)")
        skip.focus()
        expect(skip).to_have_css("clip-path", "none")
        expect(skip).to_be_in_viewport(ratio=1)
        assert min(skip.bounding_box()[side] for side in ("width", "height")) >= 44
        page.keyboard.press("Enter")
        expect(page.locator("#board [data-site]:focus")).to_have_count(1)
        expect(skip).to_have_css("clip-path", "inset(50%)")


@pytest.mark.parametrize("place", ["#/learn/yala", "#/learn/myra", "#/editor/myra", "#/run/yala"])
def test_after_a_press_by_mouse_arrows_go_over_a_board_without_moments(open_ready, place) -> None:
    page = open_ready(place)
    if place == "#/run/yala":
        page.locator("[data-do=begin-contest][data-arg=calm]").click()
    page.locator("#board [data-target], [data-editing] [data-site]").first.click()
    focused = page.locator("#board [data-site]:focus")
    site = focused.get_attribute("data-site")
    page.keyboard.press("ArrowRight")
    expect(focused).not_to_have_attribute("data-site", site)


@pytest.mark.parametrize("place", PLACES)
def test_random_play_by_keyboard_never_loses_it(open_ready, own_name, place: str) -> None:
    page = open_ready(with_names(place, own_name))
    random = Random(place)
    page.locator("[data-site][tabindex='0']").first.focus()
    pressed = []
    for _ in range(STEPS):
        if page.locator("#board [data-site]:focus").count():
            # What can be done is done, so that the match goes on.
            site = random.choice(page.locator("#board [data-site][data-target]").all() or [None])
            if site is not None and random.random() < 0.5:
                site.focus()
        key = random.choice(KEYS)
        pressed.append(key)
        page.keyboard.press(key)
        assert focused(page), pressed


def test_where_a_place_is_gone_it_goes_to_the_landing(open_ready, own_name) -> None:
    page = open_ready(f"{yala_player.play_link()}&names={own_name},{own_name}")
    page.locator("[data-site][tabindex='0']").focus()
    gone = 0
    for _ in range(40):
        if page.locator("[data-outcome]").count():
            break
        site = page.locator("#board [data-site][data-target]").first
        name = site.get_attribute("data-site")
        site.focus()
        page.keyboard.press("Enter")
        landings = page.locator(TARGET).evaluate_all("nodes => nodes.map(one => one.dataset.site)")
        count = page.locator("#moves li").count()
        for key in ("+", "-"):
            page.keyboard.press(key)
            if page.locator("#moves li").count() > count or page.locator("[data-outcome]").count():
                break
        if page.locator(f"#site-{name}").count() == 0 and not page.locator("#end").count():
            gone += 1
            assert focused(page) in {f"site-{landing}" for landing in landings}
        assert focused(page)
    assert gone, "no place was ever gone"


class TestLists:
    @pytest.fixture
    def page(self, page, open_ready, own_name):
        for seed in (1, 2, 3):
            open_ready(f"#/play/yala?seats=human,human&seed={seed}&names={own_name},{own_name}")
            page.locator(TARGET).first.click()
            page.locator(TARGET).first.click()
            expect(page.locator("#moves li")).to_have_count(1)
        return page

    def test_after_a_match_was_deleted_it_is_in_the_list(self, page, open_ready, own_name):
        open_ready(f"#/matches?show=going&text={own_name}")
        expect(page.locator("[data-match]")).to_have_count(3)
        for left in (2, 1, 0):
            count = page.locator("[data-match]").count()
            page.locator("[data-do=delete]").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-match]")).to_have_count(count - 1)
            assert focused(page), left
            page.locator("[data-do='undo-delete']").focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-match]")).to_have_count(count)
            assert focused(page), left
            page.locator("[data-do=delete]").first.click()

    def test_after_a_notice_was_closed_it_is_beside_it(self, page, open_ready):
        open_ready("#/")
        go_to(page, "#/play/nothing")
        close = page.locator("#notice [data-do=dismiss]")
        close.focus()
        page.keyboard.press("Enter")
        expect(close).to_have_count(0)
        assert focused(page)

    def test_a_name_that_is_edited_or_not(self, page, open_ready):
        open_ready("#/matches")
        for key in ("Escape", "Enter"):
            page.locator("[data-do='edit-name']").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-name]")).to_be_focused()
            page.keyboard.press(key)
            expect(page.locator("[data-name]")).to_have_count(0)
            assert focused(page), key


def test_a_disabled_button_hands_it_on(open_ready, own_name) -> None:
    page = open_ready(f"{yala_player.play_link()}&names={own_name},{own_name}")
    page.locator(TARGET).first.click()
    page.locator(TARGET).first.click()
    for do in ("take-back", "redo", "first", "later"):
        button = page.locator(f"[data-do='{do}']")
        button.focus()
        for _ in range(3):
            page.keyboard.press("Enter")
            assert focused(page), do


def test_the_end_card_closes_to_the_board(open_ready) -> None:
    page = open_ready(yala_player.recorded_link(players="Focus"))
    page.locator("[data-do='show-end']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#end")).to_be_visible()
    assert focused(page)
    page.locator("[data-do='close-end']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#end")).to_have_count(0)
    assert focused(page).startswith("site-")
