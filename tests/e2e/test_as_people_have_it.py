"""What people have: a first visit in a browser that optimises, the worker, idle work, real hosts.

Most tests do without these, for the sake of a small machine (conftest.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.e2e.conftest import launch
from tests.e2e.test_offline import Host, kept_by
from tests.e2e.yala_player import Table, narrowing
from tests.sampling import sampled
from tools import browser as chromium

pytestmark = [pytest.mark.spare_time, pytest.mark.first_visit]

HOSTS: dict[str, dict[str, str]] = {
    "keeps nothing": {"Cache-Control": "no-store"},
    "keeps all for long": {"Cache-Control": "public, max-age=2592000", "Vary": "Accept, Origin"},
    "says nothing": {"Cache-Control": ""},
}
READY = "html[data-state=ready]"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright, chromium.executable(), is_optimised=True)
    yield browser
    browser.close()


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"service_workers": "allow", "reduced_motion": "no-preference"}


@pytest.fixture
def host(built_site: Any, tmp_path: Any, kind: str) -> Iterator[Host]:
    host = Host(built_site, "/", HOSTS[kind], is_persistent=True)
    yield host
    host.disconnect()


def play(page: Page, address: str) -> None:
    """Come to a match against the computer, and play until it has answered once more."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    table = Table(page)
    before = page.locator("#moves li").count()
    table.click(narrowing(table.position))
    expect(page.locator(f"#move-{before + 2}")).to_be_attached()


@pytest.mark.parametrize("kind", sampled(HOSTS, "keeps nothing", "keeps all for long"))
def test_a_first_visit_the_next_ones_and_one_without_a_network(page: Page, host: Host) -> None:
    match = f"{host.url}#/play/yala?seats=human,bot:2&seed=7"
    play(page, match)
    assert len(kept_by(page)) == 1
    play(page, match)
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
    host.disconnect()
    play(page, match)
    host.connect()
    page.goto("about:blank")
