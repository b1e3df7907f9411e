"""Where routers let nothing through, or a browser makes no direct lines, the match goes over the
relay itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import wait_until
from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import BEGIN, RECORD, devices, expect_board, expect_peers, go, open_browser
from tests.e2e.test_rooms import KNOWS_HOST, broker, owners_url, room_of

__all__ = ["broker", "devices", "go", "open_browser", "owners_url"]

BLOCKED = """
const line = Object.getPrototypeOf(new RTCPeerConnection());
const take = line.setRemoteDescription;
line.setRemoteDescription = function ({ type, sdp }) {
  return take.call(this, { type, sdp: sdp.replace(/^a=candidate:.*\\r\\n/gm, "") });
};
line.addIceCandidate = async () => {};
"""
"""Nobody is told where the other one is: so it is between two homes whose routers are strict."""

NONE = "delete window.RTCPeerConnection"
"""A browser that makes no lines, as some do for those who want none."""


def page_with(devices, go, owners_url: str, script: str, link: str) -> Page:
    context = devices(ignore_https_errors=True)
    context.add_init_script(script)
    page = context.new_page()
    go(page, link if link.startswith("http") else f"{owners_url}{link}")
    return page


@pytest.mark.parametrize("guests", [BLOCKED, NONE], ids=["blocked", "none"])
def test_a_whole_match_goes_over_the_relay_and_a_reload_comes_back(
    owners_url, devices, go, guests: str
):
    seen, entries = boards(RECORD), RECORD.entries
    host = page_with(devices, go, owners_url, BLOCKED, BEGIN)
    guest = page_with(devices, go, owners_url, guests, room_of(host))
    pages = [host, guest]
    guest.locator("[data-do=enter-room]").click()
    for page in pages:
        expect_peers(page, "connected")
        expect(page.locator("[data-relayed]")).to_be_attached()
    for number, (entry, board) in enumerate(zip(entries, seen, strict=True)):
        type_move(pages[number % 2], entry.action, board)
        expect_board(pages, board)
        if number == 2:
            # A page that is left says so, and one that comes back is known, as is their host.
            wait_until(guest, KNOWS_HOST)
            guest.reload()
            expect(host.locator("html")).not_to_have_attribute("data-peers", "connected")
            guest.locator("[data-do=reconnect]").click()
            for page in pages:
                expect_peers(page, "connected")
    for page in pages:
        expect(page.locator("[data-outcome]").first).to_be_attached()
