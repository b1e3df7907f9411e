"""How far a page is scrolled on a telephone: another screen begins at its top, a step back or
forward leads to where one was, and what stays on screen does not move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import go_to, reload, wait_until
from tests.e2e.yala_player import recorded_link
from tests.unit.test_deck import BOX

OpenReady = Callable[..., Page]

pytestmark = pytest.mark.running_page

TELEPHONE = {"width": 390, "height": 664}

LONG = (
    "#/", "#/settings", "#/keys", "#/rules/aya", "#/rules/myra", "#/puzzles/yala", "#/setup/aya",
    "#/workshop/yala", "#/learn/aya",
)  # fmt: skip
"""Screens longer than a telephone's."""

LAST_LINK = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const place = (hash) => hash.split("?")[0].split("/").slice(1, 3).join("/");
  const links = [...document.querySelectorAll("main a[href^='#/']")].filter(
    (one) => one.checkVisibility() && place(one.hash) !== place(location.hash));
  const last = links.at(-1);
  last.setAttribute("data-last-link", "");
  last.scrollIntoView({ block: "nearest" });
  return scrollY;
}"""
"""Marks the last link that leads to another screen, scrolls to it from the end of the page, and
tells how far that is."""

SEES_HEADING = """() => {
  const { top, bottom } = document.querySelector("main h1").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture
def telephone(open_ready: OpenReady, page: Page) -> OpenReady:
    def open_there(link: str) -> Page:
        page.set_viewport_size(TELEPHONE)
        return open_ready(link)

    return open_there


def scroll_to(page: Page, y: str) -> None:
    """Scroll as far as a script says, and let the page see it, which happens once in a frame."""
    page.evaluate(f"scrollTo(0, {y})")
    page.evaluate("new Promise(told => requestAnimationFrame(() => requestAnimationFrame(told)))")


def scrolled(page: Page) -> float:
    return float(page.evaluate("scrollY"))


def expect_scrolled(page: Page, y: float) -> None:
    wait_until(page, f"Math.abs(scrollY - {y}) <= 1")


def expect_scrolled_back(page: Page, y: float) -> None:
    """It may be shorter now than it was, and grow once more while it is waited for."""
    end = "document.documentElement.scrollHeight - innerHeight"
    wait_until(page, f"Math.abs(scrollY - Math.min({y}, {end})) <= 1")


def drawn(page: Page) -> str:
    return str(page.evaluate("document.querySelector('main h1').innerText"))


def expect_other(page: Page, heading: str) -> None:
    """Wait until another screen is there, and no wait for it."""
    expect(page.locator("main h1")).not_to_have_text(heading, use_inner_text=True)
    expect(page.locator("main.screen-awaited")).to_have_count(0)


@pytest.mark.parametrize("link", LONG)
def test_another_screen_begins_at_its_top_and_steps_lead_to_where_one_was(
    telephone: OpenReady, link: str
) -> None:
    page = telephone(link)
    expect(page.locator("main h1")).to_be_attached()
    expect(page.locator("main.screen-awaited")).to_have_count(0)
    if "workshop" in link:
        # The editor takes the place of the field in which one could write meanwhile.
        wait_until(page, "[...document.querySelectorAll('main *')].some(one => one.shadowRoot)")
    if "puzzles" in link:
        # The pack, which is fetched meanwhile, tells how many there are.
        expect(page.locator(".way-told").first).to_be_attached()
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    heading, y = drawn(page), page.evaluate(LAST_LINK)
    assert y > 100, "this screen is not long"
    page.locator("[data-last-link]").click()
    expect_other(page, heading)
    expect_scrolled(page, 0)
    assert page.evaluate(SEES_HEADING), page.url

    scroll_to(page, "30")
    there, at = drawn(page), scrolled(page)
    page.go_back()
    expect(page.locator("main h1")).to_have_text(heading, use_inner_text=True)
    expect_scrolled_back(page, y)
    page.go_forward()
    expect(page.locator("main h1")).to_have_text(there, use_inner_text=True)
    expect_scrolled(page, at)


def test_a_puzzle_from_own_cards_begins_at_its_task(telephone: OpenReady) -> None:
    page = telephone("#/deck/aya")
    page.locator("#deck-text").fill(BOX)
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Puzzles with these cards")
    link.evaluate("node => node.scrollIntoView({ block: 'end' })")
    y = scrolled(page)
    assert y > 100
    link.click()
    expect(page.locator("[data-puzzle]")).to_be_visible()
    page.wait_for_function(SEES_HEADING)
    page.go_back()
    expect(page.locator("main.screen-deck")).to_be_visible()
    expect_scrolled(page, y)


def test_a_button_begins_a_match_at_its_top_and_back_leads_to_the_button(
    telephone: OpenReady,
) -> None:
    page = telephone("#/setup/aya")
    page.evaluate("document.querySelector('#more').open = true")
    scroll_to(page, "document.documentElement.scrollHeight")
    y = scrolled(page)
    assert y > 100
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("main.screen-match")).to_be_visible()
    expect_scrolled(page, 0)
    page.go_back()
    expect(page.locator("main.screen-setup")).to_be_visible()
    expect_scrolled_back(page, y)


def test_the_next_step_of_a_lesson_shows_its_task_and_does_not_move_if_it_is_in_sight(
    telephone: OpenReady,
) -> None:
    page = telephone("#/learn/myra/walk")
    for height, y in ((500, "document.documentElement.scrollHeight"), (664, "10")):
        page.set_viewport_size({"width": 390, "height": height})
        scroll_to(page, y)
        before, heading = scrolled(page), drawn(page)
        sees_task = page.evaluate(SEES_HEADING)
        assert sees_task == (y == "10")
        # The list of steps is beside the board, so a press by pointer would scroll it into view.
        step = page.locator("a[aria-current=step]")
        step.evaluate(
            """node => node.closest("li").nextElementSibling.querySelector("a").click()"""
        )
        expect_other(page, heading)
        page.wait_for_function(SEES_HEADING)
        if sees_task:
            assert scrolled(page) == before


def test_what_lists_show_and_moments_of_a_match_do_not_move_the_page(
    telephone: OpenReady,
) -> None:
    page = telephone(recorded_link(players="Scroll"))
    page.set_viewport_size({"width": 390, "height": 500})
    scroll_to(page, "80")
    page.locator("[data-do=earlier]").evaluate("node => node.click()")
    expect(page.locator("#browsing, [data-browsing]").first).to_be_attached()
    assert scrolled(page) == 80


def test_parts_of_the_rules_are_gone_to_and_come_back_to(telephone: OpenReady) -> None:
    page = telephone("#/rules/aya")
    index = page.locator(".rules-index a")
    seen = [0.0]
    for number in (2, 4):
        index.nth(number).evaluate("node => node.click()")
        section = page.locator(
            f"[id='{index.nth(number).get_attribute('href').removeprefix('#')}']"
        )
        expect(section).to_be_focused()
        wait_until(page, f"scrollY !== {seen[-1]}")
        expect(section.locator("h2").first).to_be_in_viewport()
        seen.append(scrolled(page))
    assert len(set(seen)) == 3
    for y in (seen[1], seen[0]):
        page.go_back()
        expect_scrolled(page, y)
    for y in seen[1:]:
        page.go_forward()
        expect_scrolled(page, y)


def test_a_page_that_is_loaded_anew_is_where_it_was_and_so_are_steps_back(
    telephone: OpenReady,
) -> None:
    page = telephone("#/settings")
    scroll_to(page, "400")
    go_to(page, "#/rules/yala")
    expect(page.locator("main.screen-rules")).to_be_visible()
    scroll_to(page, "500")
    reload(page)
    expect(page.locator("main.screen-rules")).to_be_visible()
    expect_scrolled(page, 500)
    page.go_back()
    expect(page.locator("main.screen-settings")).to_be_visible()
    expect_scrolled(page, 400)
