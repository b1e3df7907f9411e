"""Playing live from home to home, through routers, late and over a cut wire (docs/peers.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.e2e.conftest import Trouble, new_profile
from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import (
    BEGIN,
    HIDDEN_ADDRESSES,
    RECORD,
    answer_of,
    expect_board,
    expect_peers,
    invitation_of,
)
from tests.e2e.test_live_spares import IS_SPARE_KEPT
from tests.e2e.two_homes import ADDRESSES, PORT, STUN, Homes, two_homes, why_not
from tools import browser as chromium

SITE = f"http://127.0.0.1:{PORT}"
CONNECTS_S = 10.0
"""Within so many seconds of the paste, however late it comes, people are connected."""


@pytest.fixture(scope="module")
def homes(built_site: Path) -> Iterator[Homes]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with two_homes() as homes, homes.serving(built_site):
        yield homes


@pytest.fixture
def pages(homes: Homes, playwright: Playwright, tmp_path: Path) -> Iterator[tuple[Page, Page]]:
    """A page in each home; that of the host has the match on the table."""
    trouble = Trouble({SITE})
    flags = [*chromium.launch_arguments(HIDDEN_ADDRESSES), *chromium.SHELL_ARGUMENTS]
    browsers = [homes.browser(playwright, home, tmp_path, flags) for home in (0, 1)]
    contexts = [new_profile(browser) for browser in browsers]
    for context in contexts:
        trouble.watch(context)
    host, guest = (context.new_page() for context in contexts)
    go(host, f"{SITE}/{BEGIN}")
    wire = homes.wire
    wire.is_cut, wire.are_cones, wire.delay_s, wire.loss = False, (False, False), 0.0, 0.0
    yield host, guest
    for browser in browsers:
        browser.close()
    assert not trouble.found, "trouble on a page:\n" + "\n".join(trouble.found)


def go(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.locator("html")).to_have_attribute("data-state", "ready")


def name_stun(page: Page) -> None:
    page.locator("#stun > summary").click()
    page.locator("[data-stun]").fill(STUN)
    page.locator("[data-stun]").press("Enter")


def connect(host: Page, guest: Page, late_s: float = 0.0, *, asks: bool = False) -> float:
    """The guest opens the invitation, and the host pastes the answer so much later; gives for how
    many seconds people then wait.

    Args:
        asks: whether the guest names a STUN server, as the host has.
    """
    go(guest, invitation_of(host))
    if asks:
        name_stun(guest)
    answer = answer_of(guest)
    host.wait_for_timeout(late_s * 1000)
    host.locator("[data-answer-field]").fill(answer)
    pasted = time.monotonic()
    host.locator("[data-answer-field]").press("Enter")
    for page in (host, guest):
        expect_peers(page, "connected")
    return time.monotonic() - pasted


@pytest.mark.soak
@pytest.mark.parametrize("late_s", [0, 5, 60, 600])
def test_an_answer_may_take_its_time(pages, late_s, record_property):
    waited_s = connect(*pages, late_s)
    record_property("waited_s", waited_s)
    assert waited_s < CONNECTS_S


@pytest.mark.soak
@pytest.mark.parametrize(("delay_s", "loss"), [(0.15, 0.05), (0.3, 0.2)])
def test_a_slow_wire_that_loses_packets(homes, pages, delay_s, loss, record_property):
    homes.wire.delay_s, homes.wire.loss = delay_s, loss
    record_property("waited_s", connect(*pages))
    turns_s = []
    for number, board in enumerate(boards(RECORD)):
        typed = time.monotonic()
        type_move(pages[number % 2], RECORD.entries[number].action, board)
        expect_board(pages, board)
        turns_s.append(time.monotonic() - typed)
    record_property("turn_s", median(turns_s))


@pytest.mark.soak
@pytest.mark.parametrize("away_s", [10, 60, 240])
def test_a_cut_wire_heals(homes, pages, away_s, record_property):
    """What is played meanwhile arrives when the network is back, and nobody gives a code."""
    host, guest = pages
    seen = boards(RECORD)
    connect(host, guest)
    type_move(host, RECORD.entries[0].action, seen[0])
    expect_board(pages, seen[0])
    homes.wire.is_cut = True
    for page in pages:
        expect_peers(page, "shaky")
    type_move(guest, RECORD.entries[1].action, seen[1])
    if away_s >= 60:
        for page in pages:
            expect_peers(page, "lost")
            expect(page.locator("#peers")).to_contain_text("reconnected")
    host.wait_for_timeout(away_s * 1000)
    homes.wire.is_cut = False
    back = time.monotonic()
    for page in pages:
        expect_peers(page, "connected")
    record_property("waited_s", time.monotonic() - back)
    expect_board(pages, seen[1])
    type_move(host, RECORD.entries[2].action, seen[2])
    expect_board(pages, seen[2])


@pytest.mark.soak
@pytest.mark.parametrize("moves", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("is_cone", [True, False], ids=["cone", "restricted"])
def test_a_changed_network(homes, pages, moves, is_cone, record_property):
    """Whoever has moved calls the spare line of the other, whose router lets the call in if it is a
    cone. If it does not, people are told so at once, and another code connects them."""
    host, guest = pages
    seen = boards(RECORD)
    homes.wire.are_cones = (is_cone, is_cone)
    invitation_of(host)
    name_stun(host)
    connect(host, guest, asks=True)
    for page in pages:
        page.wait_for_function(IS_SPARE_KEPT)
    homes.move(moves, "10.78.0.1")
    moved = time.monotonic()
    try:
        type_move(host, RECORD.entries[0].action, seen[0])
        if not is_cone:
            expect(pages[moves].locator("#peers")).to_contain_text("has changed networks")
            record_property("told_s", time.monotonic() - moved)
            host.locator("[data-do=play-live]").click()
            invited = invitation_of(host)
            guest.locator("[data-invitation-field]").fill(invited)
            guest.locator("[data-invitation-field]").press("Enter")
            host.locator("[data-answer-field]").fill(answer_of(guest))
            host.locator("[data-answer-field]").press("Enter")
        expect_board(pages, seen[0])
        record_property("waited_s", time.monotonic() - moved)
        for page in pages:
            expect_peers(page, "connected")
        type_move(guest, RECORD.entries[1].action, seen[1])
        expect_board(pages, seen[1])
    finally:
        homes.move(moves, ADDRESSES[moves])
