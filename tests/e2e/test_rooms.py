"""By a relay: one link, nothing to paste, and a reload comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import later_visit, relay
from tests.e2e.conftest import Trouble, serve_in_background, wait_until
from tests.e2e.database import READ_STORE
from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import BEGIN, RECORD, devices, expect_board, expect_peers, go, open_browser

__all__ = ["devices", "go", "open_browser"]


@pytest.fixture
def broker(tmp_path) -> Iterator[relay.Broker]:
    with relay.running(tmp_path) as found:
        yield found


@pytest.fixture
def owners_url(built_site: Path, broker: relay.Broker, tmp_path: Path) -> Iterator[str]:
    """The site of an owner who lets people name a relay of their own, too. It is asked for before
    the profiles are, so that it is there until their pages are closed."""
    told = {"relay": broker.address, "any-relay": True}
    owners = relay.owners_site(built_site, tmp_path / "site", told)
    yield from serve_in_background(owners, unpacked=later_visit.unpacked(owners))


@pytest.fixture
def page_of(owners_url, devices, go):
    """Opens a link in a profile of its own."""

    def page_of(link: str) -> Page:
        page = devices(ignore_https_errors=True).new_page()
        go(page, link if link.startswith("http") else f"{owners_url}{link}")
        return page

    return page_of


def room_of(host: Page) -> str:
    """The link that the host is to send."""
    host.locator("[data-do=invite]").click()
    return host.locator("[data-room]").inner_text().strip()


def name_relay(host: Page, address: str) -> None:
    """A person names a relay of their own."""
    host.locator("#relay summary").click()
    host.locator("[data-relay]").fill(address)
    host.locator("[data-relay]").press("Enter")


def meet(host: Page, guest: Page) -> None:
    guest.locator("[data-do=enter-room]").click()
    for page in (host, guest):
        expect_peers(page, "connected")


KNOWS_HOST = f"""async () =>
    (await ({READ_STORE})("matches")).some((text) => JSON.parse(text).is_proven)"""
"""Whether the host has shown a guest that they know their seat: from then on they have to."""


def test_one_link_connects_and_a_reload_of_either_side_comes_back(broker, page_of):
    seen = boards(RECORD)
    host = page_of(BEGIN)
    link = room_of(host)
    guest = page_of(link)
    meet(host, guest)
    type_move(host, RECORD.entries[0].action, seen[0])
    expect_board((host, guest), seen[0])
    wait_until(guest, KNOWS_HOST)
    for number, page in enumerate((host, guest)):
        # Without spare lines: by the relay alone.
        for one in (host, guest):
            one.evaluate("() => sessionStorage.removeItem('spieltisch.lines')")
        page.reload()
        page.locator("[data-do=reconnect]").click()
        for one in (host, guest):
            expect_peers(one, "connected")
        type_move((guest, host)[number], RECORD.entries[1 + number].action, seen[1 + number])
        expect_board((host, guest), seen[1 + number])

    # All that has gone by the relay is of one length, and tells nothing that is in a code.
    assert {len(packet) for packet in broker.passed} == {len(broker.passed[0])}
    assert not any(b"knock" in packet for packet in broker.passed)
    # A guest who is connected has left it; another who opens the link is not let wait.
    host.wait_for_function("() => document.documentElement.dataset.peers === 'connected'")
    watcher = page_of(link)
    watcher.locator("[data-do=enter-room]").click()
    expect(watcher.locator("#peers")).to_contain_text("Would you like to watch?")


def test_the_first_time_takes_four_presses_and_one_message(page_of):
    """By what screens say, from the start screen on; the guest presses once."""
    host = page_of("")
    presses = [
        ".menu a[href='#/setup/yala/elsewhere']",
        "#setup [type=submit]",
        "[data-do=invite]",
        "[data-do=copy-code]",
    ]
    for one in presses:
        host.locator(one).click()
    guest = page_of(host.locator("[data-room]").inner_text().strip())
    meet(host, guest)


def test_a_relay_of_ones_own_is_named_and_known_the_next_time(broker, page_of, tmp_path):
    """Where the owner lets people do so: the link tells the guests which one."""
    host = page_of(BEGIN)
    own = broker.address.replace("127.0.0.1", "localhost")
    name_relay(host, own)
    link = host.locator("[data-room]").inner_text().strip()
    assert f"#/room/{own.removeprefix('wss://')}/" in link
    meet(host, page_of(link))
    host.locator("[data-do=stop-live]").first.click()
    host.locator("#relay summary").click()
    expect(host.locator("[data-relay]")).to_have_value(own)


def test_a_relay_that_is_none_is_told_and_the_ordinary_way_stays(broker, page_of, trouble: Trouble):
    host = page_of(BEGIN)
    broker.manner = "strange"
    link = room_of(host)
    told = host.locator("[data-relay-state]")
    expect(told).to_have_attribute("data-relay-state", "strange")
    guest = page_of(link)
    broker.manner = "silent"
    guest.locator("[data-do=enter-room]").click()
    expect(guest.locator("[data-relay-state]")).to_have_attribute("data-relay-state", "silent")
    # It has come to its senses: the page goes on trying by itself.
    broker.manner = "well"
    expect(guest.locator("[data-relay-state]")).to_have_attribute("data-relay-state", "open")
    # Nobody listens there.
    host.locator("[data-do=close-room]").click()
    host.locator("[data-invitation]").wait_for()
    host.locator("[data-do=stop-live]").click()
    name_relay(host, "wss://127.0.0.1:9")
    expect(told).to_have_attribute("data-relay-state", "unreachable")
    trouble.forgive("WebSocket connection to")


def test_the_link_opened_again_goes_on_in_the_tab_that_it_leads_to(
    page_of, devices, go, owners_url
):
    """Messengers open each link in a tab of its own."""
    seen, actions = boards(RECORD), [entry.action for entry in RECORD.entries]
    host = page_of(BEGIN)
    link = room_of(host)
    context = devices(ignore_https_errors=True)
    old, new = context.new_page(), context.new_page()
    go(old, link)
    meet(host, old)
    type_move(host, actions[0], seen[0])
    expect_board((host, old), seen[0])
    go(new, link)
    meet(host, new)
    old.locator("[data-do=play-here]").wait_for()
    type_move(new, actions[1], seen[1])
    expect_board((host, new), seen[1])
    # In the first tab, too, which goes on as before.
    go(old, owners_url)
    go(old, link)
    meet(host, old)
    new.locator("[data-do=play-here]").wait_for()
    type_move(host, actions[2], seen[2])
    expect_board((host, old), seen[2])


@pytest.mark.parametrize("how", ["half open", "ended"])
def test_a_relay_that_was_lost_is_found_again_by_the_same_link(broker, page_of, how: str):
    """A connection may be gone without a word, as after another network was chosen, or be closed
    by a relay that starts anew."""
    seen = boards(RECORD)
    host = page_of(BEGIN)
    link = room_of(host)
    told = host.locator("[data-relay-state]")
    expect(told).to_have_attribute("data-relay-state", "open")
    broker.manner = "silent"
    if how == "ended":
        broker.hang_up()
    else:
        host.evaluate("dispatchEvent(new Event('online'))")
    expect(told).not_to_have_attribute("data-relay-state", "open")
    broker.manner = "well"
    expect(told).to_have_attribute("data-relay-state", "open")
    assert host.locator("[data-room]").inner_text().strip() == link
    guest = page_of(link)
    meet(host, guest)
    type_move(host, RECORD.entries[0].action, seen[0])
    expect_board((host, guest), seen[0])


def test_a_closed_tab_goes_back_to_its_room(page_of, go, owners_url):
    """By the start page; the other side does nothing."""
    seen, actions = boards(RECORD), [entry.action for entry in RECORD.entries]
    host = page_of(BEGIN)
    guest = page_of(room_of(host))
    meet(host, guest)
    type_move(host, actions[0], seen[0])
    expect_board((host, guest), seen[0])
    pages = [host, guest]
    for number, page in enumerate(pages):
        pages[number] = anew = page.context.new_page()
        page.close()
        go(anew, owners_url)
        anew.get_by_role("link", name="Continue").first.click()
        anew.locator("[data-do=reconnect]").click()
        for one in pages:
            expect_peers(one, "connected")
        type_move(pages[1 - number], actions[1 + number], seen[1 + number])
        expect_board(pages, seen[1 + number])
