"""Screens that a start does without: they come by a press and by their address, whatever the
network does. Offline they are there as all the rest is, see test_offline.py."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Trouble, go_to
from tests.e2e.test_boot_snapshot import with_flipped_byte, with_wrong_checksum
from tests.e2e.test_wrong_answers import WRONG_ANSWERS, answer_with, play_a_move

pytestmark = pytest.mark.first_visit

OpenReady = Callable[..., Page]
LATE = "**/static/made/late.*"
FETCHING = "Fetching …"
FAILED = "This could not be fetched. Check that you are online, and try again."


def fetches(page: Page) -> int:
    """How often the page has fetched what is late."""
    script = "performance.getEntriesByType('resource').map(entry => entry.name)"
    return sum("/made/late." in name for name in page.evaluate(script))


def go_on(page: Page, held: list[Route]) -> None:
    """Answer what is held back, of which there is one; the wait for it may be told before it is
    asked for."""
    while not held:
        page.wait_for_timeout(20)
    (route,) = held
    route.continue_()


def expect_told(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def test_they_come_once_by_a_press_and_by_an_address(open_ready: OpenReady) -> None:
    page = open_ready("#/settings")
    assert not fetches(page)
    for place, name in (
        ("#/rules/aya", "rules"),
        ("#/statistics", "statistics"),
        ("#/editor/yala", "editor"),
    ):
        go_to(page, place)
        expect(page.locator(f".screen-{name}")).to_be_visible()
        assert fetches(page) == 1
    page = open_ready("#/workshop/yala")
    expect(page.locator(".screen-workshop")).to_be_visible()
    assert fetches(page) == 1


def test_a_wait_is_told_and_the_page_answers_meanwhile(open_ready: OpenReady, page: Page) -> None:
    held: list[Route] = []
    page.route(LATE, lambda route: held.append(route))
    open_ready()
    for _ in range(2):
        page.locator("a[href^='#/learn/']").first.click()
        expect_told(page, FETCHING)
        page.get_by_role("link", name="All games").click()
        expect(page.locator(".screen-start")).to_be_visible()
    page.locator("a[href^='#/learn/']").first.click()
    expect_told(page, FETCHING)
    go_on(page, held)
    expect(page.locator(".screen-exercise")).to_be_visible()


def test_an_address_that_leads_there_starts_the_page_all_the_same(
    open_ready: OpenReady, page: Page
) -> None:
    held: list[Route] = []
    page.route(LATE, lambda route: held.append(route))
    open_ready("#/rules/aya")
    expect_told(page, FETCHING)
    go_on(page, held)
    expect(page.locator(".screen-rules")).to_be_visible()


def test_what_cannot_be_had_is_told_and_tried_again_and_nothing_is_lost(
    open_ready: OpenReady, page: Page, trouble: Trouble, built_site: Path
) -> None:
    (path,) = (built_site / "static" / "made").glob("late.*")
    whole = path.read_bytes()
    damages = [with_flipped_byte(whole), with_wrong_checksum(whole), whole[:1000], b""]
    wrong = [*WRONG_ANSWERS, *({"body": body} for body in damages)]
    open_ready("#/play/yala?seats=human,human&seed=42")
    play_a_move(page)
    page.route(LATE, lambda route: route.abort())
    page.locator("[data-do=edit-position]").click()
    expect_told(page, FAILED)
    for answer in wrong:
        page.unroute(LATE)
        answer_with(page, LATE.removeprefix("**/"), answer)
        with page.expect_response(LATE):
            page.get_by_role("button", name="Try again").click()
        expect_told(page, FAILED)
    page.unroute(LATE)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".screen-editor")).to_be_visible()
    page.go_back()
    expect(page.locator("#move-1")).to_be_attached()
    trouble.forgive("ERR_FAILED", "500")


def test_live_play_comes_when_somebody_is_invited(open_ready: OpenReady, page: Page) -> None:
    held: list[Route] = []
    page.route(LATE, lambda route: held.append(route))
    open_ready("#/play/yala?seats=human,link&seed=42")
    page.locator("[data-do=play-live]").click()
    expect_told(page, FETCHING)
    go_on(page, held)
    expect(page.locator("#peers [data-invitation]")).to_be_visible()
    assert fetches(page) == 1
