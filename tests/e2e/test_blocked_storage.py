"""In a browser that lets no page keep anything, the page plays, and says so once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Playwright, expect

from tests.e2e.conftest import LIMIT_MS
from tests.e2e.yala_player import Table, play_link
from tools import browser as chromium

OpenReady = Callable[..., Page]
REFUSE = "const refuse = () => { throw new DOMException('Access is denied', 'SecurityError') };"


def refused(owner: str, *names: str) -> str:
    """Script that has reading a property refused, as browsers do."""
    return "".join(
        f"Object.defineProperty({owner}, '{name}', {{ get: refuse }});" for name in names
    )


DATABASE = {
    "refused": "IDBFactory.prototype.open = refuse",
    "never-answers": "IDBFactory.prototype.open = () => new EventTarget()",
    "fails": """IDBFactory.prototype.open = () => {
        const request = new EventTarget();
        request.error = new DOMException("no", "SecurityError");
        setTimeout(() => request.dispatchEvent(new Event("error")));
        return request;
    }""",
    "fails-unknown": """IDBFactory.prototype.open = () => {
        const request = new EventTarget();
        request.error = new DOMException("denied", "UnknownError");
        setTimeout(() => request.dispatchEvent(new Event("error")));
        return request;
    }; """
    + refused("window", "localStorage"),
    "not-to-be-read": refused("window", "indexedDB"),
    "missing": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "all": refused("window", "indexedDB", "localStorage", "sessionStorage", "caches")
    + refused("navigator", "serviceWorker", "locks", "storage"),
}
"""How a browser may refuse its database."""

OTHERS = {
    "local": refused("window", "localStorage", "sessionStorage"),
    "worker": refused("navigator", "serviceWorker"),
    "channels": "window.BroadcastChannel = function () { refuse() };",
    "caches": refused("window", "caches"),
    "locks": refused("navigator", "locks"),
    "locks-in-use": "LockManager.prototype.request = LockManager.prototype.query = refuse",
}
"""What else it may refuse."""


def play_and_be_told(page: Page) -> None:
    """Play three moves; that nothing is kept is told once."""
    table = Table(page)
    table.click("b+")
    expect(page.locator("#notice")).to_contain_text("does not let this page save")
    page.locator("#notice").get_by_role("button", name="Close").click()
    for action in ("a-", "d+"):
        table.click(action)
    expect(page.locator("#notice")).to_have_count(0)


@pytest.mark.parametrize("name", DATABASE)
def test_without_a_database_the_page_plays_and_says_so_once(
    page: Page, open_ready: OpenReady, name: str
) -> None:
    page.add_init_script(f"{{ {REFUSE} {DATABASE[name]} }}")
    play_and_be_told(open_ready(play_link()))


@pytest.mark.spare_time
@pytest.mark.parametrize("name", OTHERS)
def test_without_anything_else_the_page_plays(page: Page, open_ready: OpenReady, name: str) -> None:
    page.add_init_script(f"{{ {REFUSE} {OTHERS[name]} }}")
    table = Table(open_ready(play_link()))
    for action in ("b+", "a-", "d+"):
        table.click(action)


def test_nobody_but_us_opens_a_database(page: Page, open_ready: OpenReady) -> None:
    page.add_init_script(
        "window.opened = []; const { open } = IDBFactory.prototype;"
        " IDBFactory.prototype.open = function (name, ...more) {"
        " opened.push(name); return open.call(this, name, ...more) }"
    )
    table = Table(open_ready(play_link()))
    table.click("b+")
    assert all("pyscript" not in name.lower() for name in page.evaluate("opened"))
    names = page.evaluate("indexedDB.databases().then(found => found.map(({ name }) => name))")
    assert len(names) == 1


@pytest.fixture
def blocking(playwright: Playwright, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser that was told to let no page keep anything."""
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(settings), encoding="utf-8")
    context = playwright.chromium.launch_persistent_context(
        profile.parent,
        executable_path=chromium.executable(),
        args=chromium.launch_arguments(),
        locale="en-GB",
    )
    context.set_default_timeout(LIMIT_MS)
    yield context.pages[0]
    context.close()


def test_a_browser_told_to_keep_nothing_plays_and_says_so_once(
    blocking: Page, site_url: str
) -> None:
    errors: list[str] = []
    blocking.on("pageerror", lambda error: errors.append(str(error)))
    blocking.goto(site_url + play_link())
    blocking.wait_for_selector("html[data-state=ready]", state="attached")
    with pytest.raises(Error, match="denied"):
        blocking.evaluate("localStorage.length")
    play_and_be_told(blocking)
    assert errors == []
