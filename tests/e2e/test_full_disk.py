"""A disk that is really full: a small file system of its own holds the browser's profile, and a
file takes all the room that is left. What could not be written is written once there is room."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.e2e.conftest import go_to, wait_until
from tests.e2e.database import READ_STORE, in_database
from tests.e2e.own_browser import OwnBrowser
from tests.e2e.yala_player import Table, play_link

MEGABYTE = 1_000_000
SIZE_MB = 160

FILL_QUOTA = """async () => {
    const opening = indexedDB.open("filler");
    await new Promise((done, failed) => {
        opening.onupgradeneeded = () => opening.result.createObjectStore("all");
        [opening.onsuccess, opening.onerror] = [done, failed];
    });
    window.filler = opening.result;
    let [size, count] = [16_000_000, 0];
    while (size > 500) {
        const transaction = opening.result.transaction("all", "readwrite");
        transaction.objectStore("all").put(crypto.getRandomValues(new Uint8Array(60_000)), count);
        const text = "x".repeat(size) + Math.random();
        transaction.objectStore("all").put(text, `${count}`);
        const isWritten = await new Promise((done) => {
            transaction.oncomplete = () => done(true);
            transaction.onabort = () => done(false);
        });
        if (isWritten) count += 1;
        else size /= 4;
        if (count > 400) break;
    }
    return count;
}"""
EMPTY_QUOTA = """async () => {
    filler.close();
    const asked = indexedDB.deleteDatabase("filler");
    await new Promise((done) => { asked.onsuccess = done; });
}"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The folder of a file system for a profile, which has little room."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root mounts a file system")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> None:
    """Have not one byte left on a disk."""
    with (disk / "filler").open("ab", buffering=0) as filler, suppress(OSError):
        for size in (MEGABYTE, 4096, 1):
            with suppress(OSError):
                while filler.write(b"x" * size):
                    pass


def empty(disk: Path) -> None:
    (disk / "filler").unlink()


def play(page: Page, *actions: str) -> None:
    table = Table(page)
    for action in actions:
        table.click(action)


MOVES = ("b+", "a-", "d+", "c-")


def expect_moves(page: Page, count: int) -> None:
    expect(page.locator("#moves li")).to_have_count(count)


def choose(page: Page, setting: str, choice: str) -> None:
    go_to(page, "#/settings")
    node = page.locator(f"#{setting}-{choice}")
    node.wait_for(state="attached")
    node.evaluate("node => node.click()")


def back_to_table(page: Page) -> None:
    go_to(page, play_link())
    page.locator("svg[data-game]").wait_for(state="attached")


def test_what_is_played_while_the_disk_is_full_is_written_once_it_is_not(
    playwright: Playwright, small_disk: Path, site_url: str
) -> None:
    own = OwnBrowser(playwright, small_disk / "profile")
    with own:
        page = own.open(site_url + play_link())
        play(page, *MOVES[:2])
        fill(small_disk)
        play(page, *MOVES[2:])
        choose(page, "theme", "dark")
        choose(page, "pace", "slow")
        back_to_table(page)
        expect_moves(page, 4)
        empty(small_disk)
        # It tries again by itself; then nothing is said any more.
        wait_until(page, f"() => ({IS_WRITTEN})(['pace', 'slow'])")
        wait_until(page, f"() => ({MOVES_WRITTEN})()")
        expect(page.locator("#notice")).to_have_count(0)
    # Chromium 156 would begin an empty database at one of its next starts, if it still had the file
    # in which a record is cut.
    for _ in range(3):
        with own:
            page = own.open(site_url + play_link())
            expect_moves(page, 4)
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")
            choose(page, "pace", "fast")
            wait_until(page, f"() => ({IS_WRITTEN})(['pace', 'fast'])")
            choose(page, "pace", "slow")
            wait_until(page, f"() => ({IS_WRITTEN})(['pace', 'slow'])")


MOVES_WRITTEN = f"""async () =>
    (await ({READ_STORE})("matches")).map((text) => JSON.parse(text).shown).join() === '4'"""
_READ_SETTINGS = in_database(
    """const asked = database.transaction("values").objectStore("values").get("settings");
        return (await told(asked)) ?? "{}";"""
)
KEPT_SETTINGS = f"""() => ({_READ_SETTINGS})().catch(() => "{{}}")"""
"""The text of the settings as the database has them."""

IS_WRITTEN = f"""async ([name, choice]) => JSON.parse(await ({KEPT_SETTINGS})())[name] === choice"""

COUNT_ENDED = """() => {
    window.ended = 0;
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...all) {
        const asked = transaction.apply(this, all);
        for (const end of ["complete", "abort"]) asked.addEventListener(end, () => { ended += 1; });
        return asked;
    };
}"""


# Chromium 156 goes on behind a record that is cut: after a kill the page does not always know.
CHROMIUMS = pytest.mark.xfail(strict=False, reason="Chromium's own: docs/figures.md")


@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=[pytest.mark.soak, CHROMIUMS])])
def test_a_kill_while_the_disk_is_full_takes_nothing_that_was_there(
    playwright: Playwright, small_disk: Path, site_url: str, rounds: int
) -> None:
    own = OwnBrowser(playwright, small_disk / "profile")
    with own:
        page = own.open(site_url + play_link())
        play(page, *MOVES)
        choose(page, "theme", "dark")
        wait_until(page, f"() => ({IS_WRITTEN})(['theme', 'dark'])")
    for _ in range(rounds):
        with own:
            page = own.open(site_url + play_link())
            expect_moves(page, 4)
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")
            fill(small_disk)
            page.evaluate(COUNT_ENDED)
            choose(page, "pace", "slow")
            # Killed once the browser has tried to write it.
            page.wait_for_function("() => ended > 0")
        empty(small_disk)
    with own:
        page = own.open(site_url + play_link())
        expect_moves(page, 4)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.soak
def test_what_is_played_while_the_quota_is_used_up_is_kept_once_there_is_room(
    playwright: Playwright, small_disk: Path, site_url: str
) -> None:
    own = OwnBrowser(playwright, small_disk / "profile")
    with own:
        page = own.open(site_url + play_link())
        play(page, *MOVES[:2])
        assert page.evaluate(FILL_QUOTA) > 0
        play(page, *MOVES[2:])
        choose(page, "theme", "dark")
        page.evaluate(EMPTY_QUOTA)
        wait_until(page, f"() => ({IS_WRITTEN})(['theme', 'dark'])")
        expect(page.locator("#notice")).to_have_count(0)
    with own:
        page = own.open(site_url + play_link())
        expect_moves(page, 4)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
