"""Whether the game is kept on this device: chosen and told in the settings. And a Python that ends
without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import test_offline
from tests.e2e.conftest import Trouble, wait_until
from tests.e2e.constants import milliseconds
from tests.e2e.test_boot_snapshot import run_python
from tests.e2e.test_offline import (
    FINDS_UPDATE,
    IS_GONE,
    IS_READY,
    LOOK_FOR_UPDATE,
    MATCH,
    NEEDED,
    SAVE_DATA,
    Host,
    Open,
    changed,
    expect_offer,
    has_worker,
    kept_by,
    sooner,
)
from tests.e2e.yala_player import Table, narrowing
from tools import names

pytestmark = pytest.mark.spare_time

browser, context_options = test_offline.browser, test_offline.context_options
prefix, headers, host = test_offline.prefix, test_offline.headers, test_offline.host
is_calm_at_once, open_page, visited = (
    test_offline.is_calm_at_once,
    test_offline.open_page,
    test_offline.visited,
)

SETTINGS = "#/settings"
TOLD = "#offline-told"


def choose(page: Page, choice: str) -> None:
    page.locator(f"#offline-{choice}").check(force=True)


def test_a_person_chooses_whether_the_game_is_kept(visited: Page, open_page: Open) -> None:
    page = open_page(SETTINGS)
    expect(page.locator(TOLD)).to_contain_text("needs no network")
    choose(page, "off")
    expect(page.locator(TOLD)).to_contain_text("needs a network to start")
    wait_until(page, IS_GONE)
    page = open_page(SETTINGS)
    expect(page.locator(TOLD)).to_contain_text("needs a network to start")
    assert not has_worker(page)
    choose(page, "on")
    expect(page.locator(TOLD)).to_contain_text("needs no network")
    assert len(kept_by(page)) == 1


def test_where_data_is_saved_a_person_may_have_it_kept_all_the_same(
    page: Page, open_page: Open, host: Host
) -> None:
    page.add_init_script(SAVE_DATA)
    open_page(SETTINGS)
    expect(page.locator(TOLD)).to_contain_text("is set to save data")
    expect(page.get_by_role("group", name="Keep the game")).to_contain_text("MB")
    choose(page, "on")
    expect(page.locator(TOLD)).to_contain_text("needs no network")
    host.disconnect()
    Table(open_page(MATCH)).click(narrowing(Table(page).position))
    host.connect()


def test_an_update_that_cannot_be_fetched_whole_is_told_and_tried_again(
    visited: Page, host: Host, open_page: Open, built_site: Path, tmp_path: Path, trouble: Trouble
) -> None:
    page = open_page(SETTINGS)
    broken = changed(built_site, tmp_path / "broken", NEEDED)
    failing = names.find(broken, NEEDED)
    host.publish(broken)
    host.failing.add(failing)
    page.evaluate(LOOK_FOR_UPDATE)
    page.wait_for_selector("html[data-newest=redundant]", state="attached")
    refused = "A newer version could not be fetched completely"
    expect(page.locator(TOLD)).to_contain_text(refused)
    # Each visit tries it again, and tells of it.
    page = open_page(SETTINGS)
    page.evaluate(LOOK_FOR_UPDATE)
    expect(page.locator(TOLD)).to_contain_text(refused)
    host.failing.clear()
    wait_until(page, FINDS_UPDATE)
    expect_offer(page)
    expect(page.locator(TOLD)).to_contain_text("needs no network")
    trouble.forgive(f"500 for {host.url}{failing}")


QUICK_MS = (
    milliseconds("static/boot/heartbeat.js", "EACH_MS"),
    milliseconds("static/boot/heartbeat.js", "TURN_MS"),
)
COUNT_ASKED = """
    window.asked = 0;
    addEventListener("spieltisch:ping", () => asked += 1);
"""
SILENT = """
import asyncio
asyncio.get_event_loop().call_soon = lambda *_, **__: None
say("over")
"""


def test_a_page_whose_python_no_longer_answers_starts_again(
    visited: Page, open_page: Open, trouble: Trouble
) -> None:
    visited.add_init_script(sooner(QUICK_MS, 1 / 50) + COUNT_ASKED)
    trouble.leaves_early_script = True
    page = open_page(MATCH)
    table = Table(page)
    table.click(narrowing(table.position))
    position = table.position
    page.wait_for_function("() => asked > 3")
    # One that is busy for long is not dead.
    page.evaluate("{ const end = performance.now() + 2_000; while (performance.now() < end); }")
    page.wait_for_function("() => asked > 5")
    page.evaluate("document.documentElement.dataset.old = 1")
    run_python(page, SILENT)
    page.wait_for_selector(f"{IS_READY}:not([data-old])", state="attached")
    table.expect(position)
    table.click(narrowing(table.position))
    expect(page.locator("#move-2")).to_be_attached()
    # It does so once, and then says that it has stopped.
    run_python(page, SILENT)
    expect(page.get_by_role("alert")).to_contain_text("What you have played is saved")
    assert page.locator("html").get_attribute("data-state") == "error"
