"""The whole browser is killed while a newer build is fetched, or a file is imported; and what is
kept for play without a network is damaged while the host is down."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.e2e.conftest import LIMIT_MS, go_to, wait_until
from tests.e2e.database import in_database
from tests.e2e.own_browser import OwnBrowser
from tests.e2e.test_files import many
from tests.e2e.test_offline import (
    CHANGED,
    DAMAGE,
    HAS_ALL,
    HOWS,
    IS_MENDED,
    PAGE,
    PARTS,
    Host,
    changed,
)
from tests.front_doors import format_archive
from tests.sampling import sampled

LOOK = "navigator.serviceWorker.getRegistration().then(one => void one.update().catch(() => {}))"
BUILD = "document.documentElement.dataset.build"


@pytest.fixture
def host(built_site: Path, tmp_path: Path) -> Iterator[Host]:
    shutil.copytree(built_site, tmp_path / "host")
    host = Host(tmp_path / "host", "/", {})
    yield host
    host.disconnect()


@pytest.fixture
def own(playwright: Playwright, tmp_path: Path) -> OwnBrowser:
    return OwnBrowser(playwright, tmp_path / "profile")


def open_kept(own: OwnBrowser, host: Host) -> Page:
    """A page whose service worker has all of its build."""
    page = own.open(host.url)
    wait_until(page, HAS_ALL)
    return page


@pytest.mark.parametrize("kills", sampled((3, 20), 3))
def test_a_kill_during_an_update_leaves_one_whole_build(
    own: OwnBrowser, host: Host, built_site: Path, tmp_path: Path, kills: int
) -> None:
    builds = [built_site, changed(built_site, tmp_path / "other", CHANGED)]
    with own:
        open_kept(own, host)
    for number in range(kills):
        host.publish(builds[(number + 1) % 2])
        with own:
            page = own.open(host.url)
            page.evaluate(LOOK)
            sleep(0.15 * (number % 7))
        host.disconnect()
        with own:
            # Whichever build it is, it is whole: nothing comes from the host.
            page = own.open(host.url)
            assert page.evaluate(BUILD), "a page of a build"
            go_to(page, "#/rules/yala")
            expect(page.locator("main h1").first).to_be_visible()
        host.connect()
    with own:
        page = own.open(host.url)
        page.evaluate(LOOK)
        wait_until(page, HAS_ALL)


COUNT = 600
"""More than are read between two kills."""

KEPT = in_database(
    """const stores = ["matches", "summaries"];
        const transaction = database.transaction(stores);
        return Promise.all(
            stores.map((name) => told(transaction.objectStore(name).getAllKeys())),
        );"""
)


@pytest.mark.parametrize("kills", sampled((3, 20), 3))
def test_a_kill_during_an_import_leaves_whole_matches_and_the_rest_comes_at_the_next(
    own: OwnBrowser, site_url: str, kills: int
) -> None:
    file = {
        "name": "all.json",
        "mimeType": "application/json",
        "buffer": format_archive(many(COUNT)).encode(),
    }
    there: set[str] = set()
    for number in range(kills):
        with own:
            page = own.open(site_url + "#/import")
            page.locator("[data-files]").set_input_files(files=[file])
            page.wait_for_selector("#import-bar, #import-said")
            sleep(0.1 * (number % 7))
        with own:
            matches, summaries = own.open(site_url + "#/matches").evaluate(KEPT)
            assert matches == summaries
            assert set(matches) >= there, "what was there is there"
            there = set(matches)
    with own:
        page = own.open(site_url + "#/import")
        page.locator("[data-files]").set_input_files(files=[file])
        expect(page.locator("#import-said")).to_be_visible()
        page.wait_for_function("() => document.querySelector('#import-bar') === null")
    with own:
        matches, summaries = own.open(site_url + "#/matches").evaluate(KEPT)
        assert matches == summaries
        assert len(matches) == COUNT, "each once, however often it was begun"


TOLD = """() => document.documentElement.dataset.state === "ready"
    || document.querySelector("#boot-failure:not([hidden])") !== null
    || /damaged or gone/.test(document.body?.innerText ?? "")"""


@pytest.mark.parametrize(
    ("part", "how"),
    sampled(
        [*product(PARTS, HOWS), *(("made/", how) for how in HOWS), ("static/", "spoiled")],
        ("made/snapshot", "500 bytes"),
        ("boot/page.", "a half"),
        (PAGE, "spoiled"),
    ),
)
def test_damage_while_the_host_is_down_is_told_and_mended_once_it_is_up(
    own: OwnBrowser, host: Host, part: str, how: str
) -> None:
    with own:
        page = open_kept(own, host)
        assert page.evaluate(DAMAGE, [part, how]) >= 1
        host.disconnect()
        try:
            page.goto("about:blank")
            page.goto(host.url)
            page.wait_for_function(TOLD)
        finally:
            host.connect()
        deadline = monotonic() + LIMIT_MS / 1000
        while True:
            # The person tries again.
            page.goto("about:blank")
            page.goto(host.url)
            page.wait_for_function(TOLD)
            is_ready = page.evaluate("document.documentElement.dataset.state") == "ready"
            if is_ready and page.evaluate(IS_MENDED):
                break
            assert monotonic() < deadline, page.locator("body").inner_text()
            sleep(2)
