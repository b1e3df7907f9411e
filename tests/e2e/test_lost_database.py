"""The browser begins an empty database in the place of one that it has lost, as Chromium does where
a disk was full: a person is told, and what the visit knows is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import follow, go_to, reload
from tests.e2e.test_kept import ready
from tests.e2e.yala_player import Table, play_link

OpenReady = Callable[..., Page]

LOST = "The browser has lost what it kept for this page"


OTHER = play_link("dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/ld/dl d")


def lose(context: BrowserContext, page: Page, url: str, kinds: str = "indexeddb") -> None:
    session = context.new_cdp_session(page)
    what = {"origin": url.rstrip("/"), "storageTypes": kinds}
    session.send("Storage.clearDataForOrigin", what)
    session.detach()


def played(open_ready: OpenReady) -> Page:
    """A page with two matches, the second of them on the table, and a bot."""
    page = open_ready(play_link())
    Table(page).click("b+")
    follow(page, OTHER)
    Table(page).click("b+")
    go_to(page, "#/workshop/yala")
    page.locator("#bot-name").fill("Kept")
    page.keyboard.press("Tab")
    follow(page, OTHER)
    expect(page.locator("#moves li")).to_have_count(1)
    reload(page)
    expect(page.locator("#moves li")).to_have_count(1)
    return page


def expect_told(page: Page) -> None:
    notice = page.locator("#notice")
    expect(notice).to_contain_text(LOST)
    expect(notice.locator("a[href='#/import']")).to_be_visible()
    # Neither another screen nor what is saved since puts it away.
    go_to(page, "#/rules/yala")
    expect(page.locator(".screen-rules")).to_be_visible()
    expect(notice).to_contain_text(LOST)


def test_what_is_lost_while_a_page_is_open_is_told_and_what_it_knows_is_kept(
    open_ready: OpenReady, context: BrowserContext, site_url: str
) -> None:
    page = played(open_ready)
    lose(context, page, site_url)
    Table(page).click("a-")
    expect(page.locator("#moves li")).to_have_count(2)
    expect_told(page)
    go_to(page, "#/matches")
    entry = page.locator("main [data-match]")
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text("2 moves")
    reload(page)
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text("2 moves")
    expect(page.locator("#notice")).to_have_count(0)
    go_to(page, "#/workshop/yala")
    expect(page.locator("main")).to_contain_text("Kept")


def test_what_was_lost_between_two_visits_is_told_at_the_next(
    open_ready: OpenReady, context: BrowserContext, site_url: str
) -> None:
    page = played(open_ready)
    page.goto("about:blank")
    lose(context, page, site_url)
    ready(page, site_url)
    expect_told(page)
    go_to(page, "#/matches")
    expect(page.locator("main .nothing")).to_be_visible()
    reload(page)
    expect(page.locator("main .nothing")).to_be_visible()
    expect(page.locator("#notice")).to_have_count(0)


@pytest.mark.parametrize("is_open", [True, False])
def test_who_deletes_all_that_the_site_has_is_told_nothing(
    open_ready: OpenReady, context: BrowserContext, site_url: str, *, is_open: bool
) -> None:
    page = played(open_ready)
    if not is_open:
        page.goto("about:blank")
    lose(context, page, site_url, "all")
    ready(page, site_url)
    go_to(page, "#/matches")
    expect(page.locator("main .nothing")).to_be_visible()
    expect(page.locator("#notice")).to_have_count(0)
