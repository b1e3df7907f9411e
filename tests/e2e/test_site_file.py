"""A site whose owner names a relay: one link, made and followed by a press each; its policy names
that host alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import later_visit, relay
from tests.e2e.conftest import Trouble, serve_in_background
from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import BEGIN, RECORD, devices, expect_board, expect_peers, go, open_browser
from tests.e2e.test_phones import BEGIN as RACE
from tests.e2e.test_phones import PHONE
from tools.owners_file import SITE_FILE

__all__ = ["devices", "go", "open_browser"]

REFUSED = """address => new Promise((done) => {
    document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
    try {
        new WebSocket(address).onopen = () => done("open");
    } catch (error) {
        done(String(error));
    }
})"""


@pytest.fixture
def broker(tmp_path) -> Iterator[relay.Broker]:
    with relay.running(tmp_path) as found:
        yield found


@pytest.fixture
def owners(built_site: Path, broker: relay.Broker, tmp_path: Path) -> Path:
    return relay.owners_site(built_site, tmp_path / "site", {"relay": broker.address})


@pytest.fixture
def owners_url(owners: Path) -> Iterator[str]:
    yield from serve_in_background(owners, unpacked=later_visit.unpacked(owners))


@pytest.fixture
def page_of(owners_url, devices, go):
    """Opens a link in a profile of its own."""

    def page_of(link: str) -> Page:
        page = devices(ignore_https_errors=True).new_page()
        go(page, link if link.startswith("http") else f"{owners_url}{link}")
        return page

    return page_of


def test_one_press_each_connects_and_both_come_back(page_of, owners_url):
    seen = boards(RECORD)
    host = page_of(BEGIN)
    expect(host.locator("[data-relay]")).to_have_count(0)
    host.locator("[data-do=invite]").click()
    link = host.locator("[data-room]").inner_text().strip()
    assert link.startswith(f"{owners_url}#/room/127.0.0.1:")
    guest = page_of(link)
    guest.locator("[data-do=enter-room]").click()
    for page in (host, guest):
        expect_peers(page, "connected")
    type_move(host, RECORD.entries[0].action, seen[0])
    expect_board((host, guest), seen[0])
    guest.evaluate("() => sessionStorage.removeItem('spieltisch.lines')")
    guest.reload()
    guest.locator("[data-do=reconnect]").click()
    for page in (host, guest):
        expect_peers(page, "connected")
    type_move(guest, RECORD.entries[1].action, seen[1])
    expect_board((host, guest), seen[1])


def test_the_policy_names_the_relays_host_and_the_page_asks_no_other(
    page_of, owners, broker, trouble: Trouble
):
    text = (owners / "index.html").read_text(encoding="utf-8")
    host = broker.address.removesuffix("/mqtt")
    assert text.count(f"connect-src 'self' {host};") == 1
    assert text.count("wss:") == 1
    page = page_of("")
    for other in ("wss://127.0.0.1:9/mqtt", host.replace("127.0.0.1", "localhost")):
        assert page.evaluate(REFUSED, other) == "connect-src"
    trouble.forgive("Content Security Policy")


def test_without_its_file_the_host_is_told_and_codes_stay(page_of, owners, trouble: Trouble):
    (owners / SITE_FILE).unlink()
    host = page_of(BEGIN)
    host.locator("[data-do=invite]").click()
    expect(host.locator("#notice")).to_contain_text("can't be read or used just now")
    host.locator("[data-do=play-live]").first.click()
    host.locator("[data-invitation]").wait_for()
    trouble.forgive("404", SITE_FILE)


def test_a_link_of_the_page_for_relays_that_there_was_leads_to_the_room(page_of, owners_url):
    """Version 0.3.0 had a page of its own for relays, whose links are in people's chats."""
    host = page_of(BEGIN)
    host.locator("[data-do=invite]").click()
    link = host.locator("[data-room]").inner_text().strip()
    guest = page_of(link.replace(f"{owners_url}#", f"{owners_url}relay.html#"))
    guest.locator("[data-do=enter-room]").click()
    for page in (host, guest):
        expect_peers(page, "connected")
    assert guest.url.startswith(f"{owners_url}#")


def test_phones_sit_down_by_one_code_on_the_table(page_of, devices, go):
    table = page_of(RACE)
    table.locator("[data-do=invite-phones]").click()
    link = table.locator("#peers.seating [data-room]").inner_text().strip()
    expect(table.locator("[data-answer-field]")).to_have_count(0)
    phones = [devices(ignore_https_errors=True, **PHONE).new_page() for _ in range(2)]
    for phone in phones:
        go(phone, link)
    # Both at once.
    for phone in phones:
        phone.locator("[data-do=enter-room]").tap()
    for page in (table, *phones):
        expect_peers(page, "connected")
    expect(table.locator("#peers.seating")).to_have_count(0)
    for phone in phones:
        expect(phone.locator("#board.is-seat")).to_be_visible()
        phone.locator("[data-do=ready]").tap()
    expect(table.locator("#board.is-gated")).to_have_count(0)


def test_a_guest_reads_who_invites_and_may_only_watch(page_of):
    host = page_of(BEGIN)
    host.locator("[data-do=invite]").click()
    link = host.locator("[data-room]").inner_text().strip()
    guest, watcher = page_of(link), page_of(link)
    for page in (guest, watcher):
        expect(page.locator("h1")).to_have_text("Anna invites you to a game of YALA.")
        expect(page).to_have_title(re.compile("Anna invites you to a game of YALA"))
    watcher.locator("[data-do=watch-room]").click()
    expect_peers(watcher, "connected")
    expect(watcher.locator("#peers")).to_contain_text("You are watching.")
    guest.locator("[data-do=enter-room]").click()
    for page in (host, guest):
        expect_peers(page, "connected")
    expect(guest.locator("#peers")).to_contain_text("You are Bo.")
