"""After a reload, people who play live are connected again by one press and without a code."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import (
    BEGIN,
    RECORD,
    as_hash,
    devices,
    expect_board,
    expect_peers,
    firefox,
    go,
    invitation_of,
    open_browser,
    two,
)

__all__ = ["devices", "firefox", "go", "open_browser", "two"]

IS_SPARE_KEPT = "() => Object.keys(sessionStorage).some((name) => name.endsWith('.lines'))"


def test_either_side_comes_back_after_a_reload(two):
    seen = boards(RECORD)
    for number, page in enumerate(two):
        for one in two:
            one.wait_for_function(IS_SPARE_KEPT)
        other = two[1 - number]
        page.reload()
        expect_peers(other, "lost")
        expect(page.locator("#by-link")).to_contain_text("You were connected with")
        # What is played meanwhile comes by itself.
        if number:
            type_move(other, RECORD.entries[0].action, seen[0])
        page.locator("[data-do=reconnect]").click()
        for one in two:
            expect_peers(one, "connected")
        if number:
            expect_board(two, seen[0])
            type_move(page, RECORD.entries[1].action, seen[1])
            expect_board(two, seen[1])
        for one in two:
            one.evaluate("() => sessionStorage.removeItem('spieltisch.lines')")


def test_firefox_comes_back_after_a_reload(firefox, devices, go):
    page = devices().new_page()
    go(page, BEGIN)
    firefox.go(as_hash(invitation_of(page)))
    page.locator("[data-answer-field]").fill(firefox.text("[data-answer]"))
    page.locator("[data-answer-field]").press("Enter")
    expect_peers(page, "connected")
    for reloads in (firefox, page):
        page.wait_for_function(IS_SPARE_KEPT)
        firefox.expect(f"({IS_SPARE_KEPT})()")
        reloads.reload()
        if reloads is page:
            page.locator("[data-do=reconnect]").click()
        else:
            firefox.press("[data-do=reconnect]")
        firefox.expect_node("html[data-peers=connected]")
        expect_peers(page, "connected")
        for one in (page.evaluate, firefox.ask):
            one("{ sessionStorage.removeItem('spieltisch.lines') }")
