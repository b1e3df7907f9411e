"""Playing live between browsers that share nothing but the codes, without any server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from spieltisch.play.codec import format_setup
from tests.e2e.conftest import LIMIT_MS, Trouble
from tests.e2e.test_by_link import boards, type_move, with_seats
from tests.e2e.yala_player import Table
from tools import browser as chromium

HIDDEN_ADDRESSES = "WebRtcHideLocalIpsWithMdns"
"""Chromium tells pages names in the place of the device's addresses, which are found by multicast:
a test's machine may have none. A person's browser is started without this."""

RECORD = with_seats("yala-shortest", "link", "link")
BEGIN = f"#/play/yala?{format_setup(with_seats('yala-shortest', 'human', 'link').setup)}"

CONNECTIONS = """
window.connections = [];
const Connection = RTCPeerConnection;
window.RTCPeerConnection = function (config) {
  const made = new Connection(config);
  connections.push(made);
  return made;
};
"""
"""Lets a test break what connects a page to others."""


@pytest.fixture(scope="module")
def open_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that tells pages the addresses of this machine."""
    arguments = [
        f"{one},{HIDDEN_ADDRESSES}" if one.startswith("--disable-features=") else one
        for one in chromium.launch_arguments()
    ]
    browser = playwright.chromium.launch(
        executable_path=chromium.executable(), args=[*arguments, "--js-flags=--liftoff-only"]
    )
    yield browser
    browser.close()


@pytest.fixture
def devices(open_browser: Browser, trouble: Trouble) -> Iterator[Callable[[], BrowserContext]]:
    """Gives profiles that have kept nothing yet, each with a storage of its own."""
    contexts = []

    def device() -> BrowserContext:
        context = open_browser.new_context(
            locale="en-GB", reduced_motion="reduce", service_workers="block"
        )
        context.set_default_timeout(LIMIT_MS)
        context.add_init_script(CONNECTIONS)
        trouble.watch(context)
        contexts.append(context)
        return context

    yield device
    for context in contexts:
        context.close()
    assert not trouble.found, "trouble on a page:\n" + "\n".join(trouble.found)


@pytest.fixture
def go(site_url: str) -> Callable[[Page, str], None]:
    """Opens a link in a page, as one that was sent is."""

    def go(page: Page, link: str) -> None:
        page.goto(link if link.startswith("http") else site_url + link)
        expect(page.locator("html")).to_have_attribute("data-state", "ready")

    return go


def expect_peers(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-peers", state)


def invitation_of(host: Page) -> str:
    host.locator("[data-do=play-live]").first.click()
    link = host.locator("[data-invitation]").inner_text()
    assert len(link.partition("#/live/")[2]) <= 145  # two addresses; 120 with one
    return link.strip()


def answer_of(guest: Page) -> str:
    return guest.locator("[data-answer]").inner_text().strip()


def connect(host: Page, guest: Page, go: Callable[[Page, str], None]) -> None:
    """The guest opens the invitation, and the host pastes the answer."""
    go(guest, invitation_of(host))
    expect_peers(guest, "waiting")
    host.locator("[data-answer-field]").fill(answer_of(guest))
    host.locator("[data-answer-field]").press("Enter")
    for page in (host, guest):
        expect_peers(page, "connected")


@pytest.fixture
def two(devices, go) -> tuple[Page, Page]:
    """A host and a guest who are connected."""
    host, guest = devices().new_page(), devices().new_page()
    go(host, BEGIN)
    expect_peers(host, "none")
    connect(host, guest, go)
    return host, guest


def expect_board(pages: tuple[Page, Page], board: str) -> None:
    for page in pages:
        expect(page.locator("#board")).to_have_attribute("data-position", board)


def test_a_match_is_played_live_to_its_end(two):
    seen = boards(RECORD)
    for number, entry in enumerate(RECORD.entries):
        type_move(two[entry.seat - 1], entry.action, seen[number])
        expect_board(two, seen[number])
    outcomes = {page.locator("[data-outcome]").get_attribute("data-outcome") for page in two}
    assert len(outcomes) == 1
    assert outcomes != {None}
    two[0].locator("[data-do=rematch]").first.click()
    for page in two:
        expect(page.locator("[data-outcome]")).to_have_count(0)
    begun = two[0].locator("#board").get_attribute("data-position")
    assert begun
    expect_board(two, begun)


def test_a_move_is_taken_back_when_the_other_allows_it(two):
    host, guest = two
    seen = boards(RECORD)
    for number in (0, 1):
        type_move(two[number], RECORD.entries[number].action, seen[number])
        expect_board(two, seen[number])
    guest.locator("#peers [data-do=take-back]").click()
    host.locator("[data-do=grant-back]").click()
    expect_board(two, seen[0])
    type_move(guest, RECORD.entries[1].action, seen[1])
    expect_board(two, seen[1])


def test_a_drop_loses_nothing(two, go):
    host, guest = two
    seen = boards(RECORD)
    Table(host).click(RECORD.entries[0].action)
    expect_board(two, seen[0])
    guest.evaluate("connections.at(-1).close()")
    expect_peers(host, "lost")
    # It closed the line itself, of which its own page is told nothing; what it plays is kept.
    type_move(guest, RECORD.entries[1].action, seen[1])
    connect(host, guest, go)
    expect_board(two, seen[1])
    Table(host).click(RECORD.entries[2].action)
    expect_board(two, seen[2])


@pytest.mark.parametrize("who", ["host", "guest"])
def test_a_reload_loses_nothing(two, go, who):
    seen = boards(RECORD)
    for number in (0, 1):
        type_move(two[number], RECORD.entries[number].action, seen[number])
        expect_board(two, seen[number])
    left, stayed = two if who == "host" else two[::-1]
    left.reload()
    expect(left.locator("html")).to_have_attribute("data-state", "ready")
    expect_peers(left, "none")
    expect_peers(stayed, "lost")
    connect(*two, go)
    expect_board(two, seen[1])
    type_move(two[0], RECORD.entries[2].action, seen[2])
    expect_board(two, seen[2])


def test_an_answer_opened_in_another_tab_finds_the_waiting_one(devices, go):
    context = devices()
    host, guest = context.new_page(), devices().new_page()
    go(host, BEGIN)
    go(guest, invitation_of(host))
    answer = answer_of(guest)
    tab = context.new_page()
    go(tab, answer)
    expect(tab.locator("#join")).to_contain_text("other tab")
    for page in (host, guest):
        expect_peers(page, "connected")
    expect(guest.locator("#peers")).to_contain_text("Anna")


def test_a_browser_that_cannot_connect_says_so_and_offers_the_link(devices, go):
    context = devices()
    context.add_init_script("delete window.RTCPeerConnection")
    page = context.new_page()
    go(page, BEGIN)
    expect(page.locator("#by-link")).to_contain_text("cannot play live")
    Table(page).click(RECORD.entries[0].action)
    expect(page.locator("[data-turn-link]")).to_be_visible()
