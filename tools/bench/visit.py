"""One visit to a page by a real browser, and what it cost."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright

from tools import browser

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
# A line of 20 Mbit/s with 40 ms to the host and back.
SLOW_LINE = {"latency": 40, "downloadThroughput": 2.5e6, "uploadThroughput": 2.5e6}
SETTLE_S = 0.7
# Browsers keep compiled WebAssembly once its busy parts have been compiled well, which they leave
# to the threads that nobody needs.
STAY_S = 10.0
SETTLING_VISITS = 3
WORKER_IS_THERE = """async () => {
    if (document.documentElement.dataset.build) await navigator.serviceWorker.ready;
}"""
LIMIT_MS = 60_000


@dataclass(frozen=True)
class Cost:
    """What one visit cost: milliseconds from the navigation's start, bytes, requests."""

    ready_ms: float
    board_ms: float
    longest_task_ms: float
    received_bytes: int
    requests: int


@contextmanager
def fresh_profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """Start a browser that has never been anywhere."""
    with TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=browser.executable(),
            args=browser.launch_arguments(),
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
        )
        context.set_default_timeout(LIMIT_MS)
        context.add_init_script(PROBE)
        # Let the browser finish its own start.
        time.sleep(SETTLE_S)
        yield context
        context.close()


def open_page(context: BrowserContext, url: str, *, is_slow: bool = False) -> tuple[Page, Cost]:
    """Open a page and wait until Python answers in it."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    traffic = count_traffic(session)
    if is_slow:
        session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_LINE})
    page.goto(url)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    time.sleep(SETTLE_S)
    seen = page.evaluate("__seen")
    return page, Cost(
        ready_ms=seen["ready"],
        board_ms=seen["board"],
        longest_task_ms=seen["longest"],
        received_bytes=sum(traffic),
        requests=len(traffic),
    )


def count_traffic(session: CDPSession) -> list[int]:
    """Collect the size on the wire of each answer that came over it."""
    sizes: list[int] = []

    def finished(event: dict[str, float]) -> None:
        if event["encodedDataLength"] > 0:
            sizes.append(int(event["encodedDataLength"]))

    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return sizes


def visit(context: BrowserContext, url: str, *, is_slow: bool, stays: bool = False) -> Cost:
    """Open a page, see what it cost, and leave it: at once, or when the browser has kept what it
    will keep of it."""
    page, cost = open_page(context, url, is_slow=is_slow)
    if stays:
        page.evaluate(WORKER_IS_THERE)
        time.sleep(STAY_S)
    page.close()
    return cost


def settle(context: BrowserContext, url: str) -> None:
    """Let a browser that has been to a page once keep all that it will: the page's service worker
    first, which answers from the next visit on, then what is compiled of what that answers."""
    for _ in range(SETTLING_VISITS):
        visit(context, url, is_slow=False, stays=True)
